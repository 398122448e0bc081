"""The live map of the block war game in a stepper: a plot whose traces are brought up to date, over a still ground."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Final, NamedTuple, TypeAlias

import plotly.graph_objects as go

from roses.figures.map.figure import CONFIG, HITS, Prepared, map_figure, prepared, update_with
from roses.figures.map.frames import Frame
from roses.figures.map.layers import REACH, SITES
from roses.widgets.richard.basemap import GROUND, NAMES, ground_at, ground_source, names_svg
from roses.widgets.stepper.adapter import LiveView, Step
from roses.widgets.stepper.layout import Layout

_CLEAR: Final = "rgba(0,0,0,0)"  # the ground shows through the plot
# what a replay never needs, or has under the plot (ground and names): every trace less makes a step faster
_SPARED: Final = {HITS, *(layer.name for layer in GROUND), *NAMES, *SITES, *REACH}


FrameOf: TypeAlias = Callable[[Step, int, int], Frame]
MarksOf: TypeAlias = Callable[[Step], dict[str, Any]]


class _Drawing(NamedTuple):
    """The map of a step: what it depends on, its picture, and its names as SVG."""

    key: Hashable
    drawn: Prepared
    names: str


class MapView(LiveView):
    """The map under the boards; ``figures`` holds the one plot.

    ``frame(step, width, height)`` gives the part of the map to show, ``marks(step)`` who acts and the marches to draw.
    """

    def __init__(self, model: Step, layout: Layout, frame: FrameOf, marks: MarksOf) -> None:
        self._frame, self._marks = frame, marks
        self._ahead: _Drawing | None = None
        self._viewer = model.viewer
        self._layout = layout
        self.map = self._draw_map(model)
        self.figures = (self.map,)

    def _draw_map(self, model: Step) -> go.FigureWidget:
        figure = map_figure(model.view, self._frame(model, *self._layout.map), **self._marks(model))
        figure = go.Figure([trace for trace in figure.data if trace.name not in _SPARED], figure.layout)
        figure.layout.update(plot_bgcolor=_CLEAR, paper_bgcolor=_CLEAR)
        drawn = go.FigureWidget(figure)
        drawn._config = {**drawn._config, **CONFIG}
        return drawn.add_class("roses-map")

    def show(self, model: Step, layout: Layout) -> None:
        """Send what differs; under a board it waits until it is seen again, unless the viewer has changed."""
        self._layout = layout
        if model.stage == "map" or model.viewer != self._viewer:
            self._ahead = self._drawing(model, layout)
            update_with(self.map, self._ahead.drawn)
            self._viewer = model.viewer

    def prepare(self, model: Step, layout: Layout) -> None:
        """Work out the map of a step that may come next."""
        if model.stage == "map":
            self._ahead = self._drawing(model, layout)

    def texts(self, model: Step) -> dict[str, Any]:
        """Return the ground under the plot and, with a map, the names on it."""
        frame = self._frame(model, *self._layout.map)
        found: dict[str, Any] = {"ground": ground_source(frame), "ground_at": ground_at(frame)}
        return found | {"names": self._ahead.names} if model.stage == "map" and self._ahead else found

    def _drawing(self, model: Step, layout: Layout) -> _Drawing:
        """The map of a step, which may have been prepared while the reader read the step before."""
        key = (model.index, model.viewer, model.frame, layout)
        if self._ahead and self._ahead.key == key:
            return self._ahead
        drawn = prepared(model.view, self._frame(model, *layout.map), **self._marks(model))
        return _Drawing(key, drawn, names_svg(drawn.made))
