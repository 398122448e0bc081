"""Layers of a drawing and their style, the same for SVG and plotly."""

from __future__ import annotations

from typing import Literal

import msgspec

Kind = Literal["fill", "line", "dots", "text", "tokens"]


class Layer(msgspec.Struct, frozen=True):
    """A layer: ``fill`` and ``edge`` colours, ``width`` and ``dash`` of the edge in px.

    ``hatch`` is the colour of lines over the fill. ``ground`` layers never change with the position. ``scaled`` line
    widths follow the frame. ``trace`` names the plotly trace of the layer if it shares one with others.
    """

    name: str
    kind: Kind
    fill: str = ""
    edge: str = ""
    width: float = 0.0
    dash: tuple[float, ...] = ()
    opacity: float = 1.0
    ground: bool = False
    scaled: bool = False
    trace: str = ""
    hatch: str = ""
