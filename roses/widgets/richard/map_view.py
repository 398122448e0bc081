"""The map of the block war game in a Stepper: blocks and marches over a picture of the base map.

A page shows them as SVG until it has loaded plotly, then as a plot, to which only the changes of a step are sent.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from typing import Any, Final, NamedTuple, TypeAlias

import plotly.graph_objects as go

from roses.engine.i18n import gettext as _
from roses.engine.i18n import language
from roses.figures.map.figure import CONFIG, HITS, LAYOUT, MapPicture, changes_of, figure_json, prepare
from roses.figures.map.geography import Frame
from roses.figures.map.places import places_words
from roses.figures.map.scene import CITIES, REACH, Scene
from roses.figures.map.svg import overlay_svg
from roses.figures.map.text import standing, title
from roses.widgets.richard.basemap import GROUND, NAMES, ground_at, ground_source, names_svg
from roses.widgets.stepper.adapter import LiveView, Message, Step
from roses.widgets.stepper.layout import Layout

_CLEAR: Final = "rgba(0,0,0,0)"  # the ground shows through the plot
# traces that a replay does not need, or has under the plot (ground and names): fewer traces make a step faster
_SPARED: Final = frozenset({HITS, *(layer.name for layer in GROUND), *NAMES, *CITIES, *REACH})


FrameOf: TypeAlias = Callable[[Step, int, int], Frame]
MarksOf: TypeAlias = Callable[[Step], dict[str, Any]]


class _Drawing(NamedTuple):
    """The map of a step: a key of all it depends on, its picture, and its names as SVG."""

    key: Hashable
    drawn: MapPicture
    names: str


class MapView(LiveView):
    """The map under the boards. Each map has a ``number``, by which a page knows whether it shows the current one.

    ``frame(step, width, height)`` returns the part of the map to show, ``marks(step)`` the blocks that act and the
    marches to draw.
    """

    plots = True

    def __init__(self, model: Step, layout: Layout, frame: FrameOf, marks: MarksOf) -> None:
        self._frame, self._marks = frame, marks
        self._ahead: _Drawing | None = None
        self._viewer = model.viewer
        self._layout = layout
        self._shown = self._drawing(model, layout)
        self.number = 1
        self._svg: tuple[int, str] | None = (0, "")  # the number of the map that was drawn last, and its SVG

    @property
    def map(self) -> go.Figure:
        """Return the current map as a plotly figure."""
        return go.Figure({key: value for key, value in self._figure().items() if key != "config"})

    def _figure(self) -> dict[str, Any]:
        figure = figure_json(self._shown.drawn, without=_SPARED)
        figure["layout"] |= {"plot_bgcolor": _CLEAR, "paper_bgcolor": _CLEAR}
        return figure | {"config": CONFIG}

    def show(self, model: Step, layout: Layout) -> Message:
        """Return the changes of a step; under a board they wait until the map is seen, unless the viewer changed."""
        self._layout = layout
        if model.stage != "map" and model.viewer == self._viewer:
            return {}
        before, self._shown = self._shown, self._drawing(model, layout)
        self._ahead, self._viewer = self._shown, model.viewer
        if before.key == self._shown.key:
            return {}
        self.number += 1
        changes = changes_of(before.drawn, self._shown.drawn)
        layout_changes = changes.pop(LAYOUT, {})
        traces = {name: props for name, props in changes.items() if name not in _SPARED}
        return {"after": self.number - 1, "number": self.number, "traces": traces, "layout": layout_changes}

    def answer(self, asked: str) -> Message:
        """Return the whole figure to a page that has plotly; for one without, ``texts`` has the map as SVG.

        ``asked`` is "plot" for the figure, "plotted" if the page shows it by now, anything else for SVG.
        """
        self._svg = None if asked in ("plot", "plotted") else self._svg or (0, "")
        return {"figure": self._figure(), "number": self.number} if asked == "plot" else {}

    def ahead(self, model: Step, layout: Layout) -> dict[str, Any]:
        """Return what ``texts`` will return for the next step, with the blocks as SVG if it shows the map."""
        found = self._around(model, layout)
        if model.stage == "map":
            self._ahead = self._drawing(model, layout)
            svg = overlay_svg(self._ahead.drawn.scene, without=_SPARED)
            found |= _seen(self._ahead) | {"map": {"number": self.number + 1, "svg": svg}}
        return found

    def texts(self, model: Step) -> dict[str, Any]:
        """Return values of the screen's traits: base map, names if the map is shown, blocks as SVG where needed."""
        if self._svg is not None and self._svg[0] != self.number:
            self._svg = (self.number, overlay_svg(self._shown.drawn.scene, without=_SPARED))
        found = self._around(model, self._layout)
        found["map"] = {"number": self.number, "svg": self._svg[1] if self._svg else ""}
        return found | _seen(self._shown) if model.stage == "map" else found

    def _around(self, model: Step, layout: Layout) -> dict[str, Any]:
        frame = self._frame(model, *layout.map)
        return {"ground": ground_source(frame), "ground_at": ground_at(frame)}

    def _drawing(self, model: Step, layout: Layout) -> _Drawing:
        """Return the map of a step, which ``ahead`` may have computed already."""
        key = (language(), model.index, model.viewer, model.frame, layout)
        if self._ahead and self._ahead.key == key:
            return self._ahead
        drawn = prepare(model.view, self._frame(model, *layout.map), **self._marks(model))
        return _Drawing(key, drawn, names_svg(drawn.scene))


def _seen(drawing: _Drawing) -> dict[str, Any]:
    """Return the values of a map that is in sight."""
    return {"names": drawing.names, "picture": _in_words(drawing.drawn.scene)}


def _in_words(made: Scene) -> dict[str, str]:
    """Return the name of a map and what it shows in a few words; the table of who stands where has the rest."""
    pieces = [piece for here in standing(made.view).values() for piece in here]
    counts = Counter(piece.side for piece in pieces)
    blocks = ", ".join(_("{n} of {side}").format(n=n, side=side) for side, n in counts.items())
    shown = _("Blocks: {counts}. T lists them.").format(counts=blocks) if blocks else _("No blocks on the map.")
    return {"name": title(made.view), "description": " ".join(filter(None, (places_words(made.layout), shown)))}
