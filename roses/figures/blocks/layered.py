"""Tokens in the layers of a chart, from which one drawing gives both SVG and plotly."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from roses.figures.blocks.outlines import moved
from roses.figures.blocks.tokens import Label, Shape, parts
from roses.figures.drawing.chart import Chart
from roses.figures.drawing.layers import Kind, Layer
from roses.richard.view import Piece

_ORDER: Final = (
    "ground", "hatch", "pointer", "casing", "ring", "body", "crown", "rose", "petal", "core", "mark", "grille",
    "step", "moved", "turned", "absent", "cross", "left", "face down",
)  # fmt: skip


def token_layers(pieces: Iterable[Piece], scale: float) -> tuple[Layer, ...]:
    """Return the layers on which ``draw_token`` draws these pieces, from the lowest up.

    >>> [layer.kind for layer in token_layers([Piece("York", "", "Norfolk", 3)], 1.4)]
    ['line', 'fill', 'fill', 'fill', 'fill', 'line']
    """
    shapes = [part for piece in pieces for part in parts(piece, scale) if isinstance(part, Shape)]
    layers = {_name(shape): _layer(shape) for shape in sorted(shapes, key=lambda shape: _ORDER.index(shape.role))}
    return tuple(layers.values())


def draw_token(chart: Chart, piece: Piece, x: float, y: float, scale: float) -> None:
    """Draw a token with its centre at ``x``, ``y`` px; ``scale`` is px per u. The chart has its ``token_layers``.

    Tokens of one chart lie apart: a layer holds the shapes of all of them.
    """
    for part in parts(piece, scale):
        if isinstance(part, Label):
            at = x + part.x * scale, y + part.y * scale
            chart.write(part.text, *at, part.size * scale, part.fill, bold=True, anchor=part.anchor)
        else:
            outline = moved(part.outline, x, y, scale)
            chart.add(_name(part), (*outline, outline[0]) if part.closed else outline)


def _name(shape: Shape) -> str:
    return "-".join(filter(None, (shape.role, shape.fill, shape.edge))).replace(" ", "-").replace("#", "")


def _layer(shape: Shape) -> Layer:
    dash = tuple(map(float, (shape.dash or "").split()))
    kind: Kind = "fill" if shape.fill else "line"
    return Layer(_name(shape), kind, shape.fill or "", shape.edge or "", shape.width, dash, shape.opacity)
