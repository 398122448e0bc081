"""What a notebook keeps of a position: text, SVG and plotly JSON, so that every reader finds one it can show."""

from __future__ import annotations

from typing import Any

from roses.figures.board import still_figure
from roses.figures.frames import Frame, Preset
from roses.figures.mapsvg import map_svg
from roses.figures.mapwords import text_board
from roses.figures.scene import view_of


def mimebundle(shown: Any, frame: Preset | Frame = "campaign") -> dict[str, Any]:
    """Return a view (or a state, then both sides are seen) for ``_repr_mimebundle_``.

    Text for terminals and diffs, SVG for GitHub, slides and nbconvert, plotly JSON for the hover texts in JupyterLab.

    >>> from roses.richard.view import Piece, View
    >>> view = View("York", "1483", 3, 1, "march", ("York",), "Gloucester", "Richmond", "York",
    ...             (Piece("York", "Kent"),), {}, {}, {})
    >>> print(mimebundle(view)["text/plain"])
    1483, campaign 3, turn 1
    Kent   Y .
    """
    view = view_of(shown)
    return {
        "text/plain": text_board(view),
        "image/svg+xml": map_svg(view, frame),
        "application/vnd.plotly.v1+json": still_figure(view, frame),
    }
