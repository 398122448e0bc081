"""What a notebook keeps of a position: text, SVG and plotly JSON, so that every reader finds one it can show.

The place where the views of each game find their picture.
"""

from __future__ import annotations

from typing import Any

from roses.figures.court import court_figure, court_svg, text_court
from roses.figures.map.figure import still_figure
from roses.figures.map.frames import Frame, Preset
from roses.figures.map.scene import view_of
from roses.figures.map.svg import map_svg
from roses.figures.map.text import text_board
from roses.lancaster.view import View as CourtView


def mimebundle(shown: Any, frame: Preset | Frame = "campaign") -> dict[str, Any]:
    """Return a view (or a state, then all is seen) for ``_repr_mimebundle_``; ``frame`` is for the map only.

    Text for terminals and diffs, SVG for GitHub, slides and nbconvert, plotly JSON for the hover texts in JupyterLab.

    >>> from roses.richard.view import Piece, View
    >>> view = View("York", "1483", 3, 1, "march", ("York",), "Gloucester", "Richmond", "York",
    ...             (Piece("York", "Kent"),), {}, {}, {})
    >>> print(mimebundle(view)["text/plain"])
    1483, campaign 3, turn 1
    Kent   Y .
    """
    view = shown.view(None) if hasattr(shown, "view") else shown
    return _court(view) if isinstance(view, CourtView) else _map(view, frame)


def _court(view: CourtView) -> dict[str, Any]:
    return _bundle(text_court(view), court_svg(view), court_figure(view))


def _map(shown: Any, frame: Preset | Frame) -> dict[str, Any]:
    view = view_of(shown)
    return _bundle(text_board(view), map_svg(view, frame), still_figure(view, frame))


def _bundle(text: str, svg: str, figure: dict[str, Any]) -> dict[str, Any]:
    return {"text/plain": text, "image/svg+xml": svg, "application/vnd.plotly.v1+json": figure}
