"""The live map of the block war game in a stepper: a plot whose traces are brought up to date, over a still ground."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import plotly.graph_objects as go

from roses.figures.map.figure import CONFIG, HITS, Prepared, map_figure, prepared, update_with
from roses.figures.map.layers import REACH, SITES
from roses.widgets.richard.basemap import GROUND, NAMES, ground_at, ground_source, names_svg
from roses.widgets.stepper.adapter import LiveView

if TYPE_CHECKING:
    from roses.widgets.richard.adapter import CampaignAdapter
    from roses.widgets.stepper.layout import Layout
    from roses.widgets.stepper.model import StepperModel

_CLEAR: Final = "rgba(0,0,0,0)"  # the ground shows through the plot
# what a replay never needs, or has under the plot (ground and names): every trace less makes a step faster
_SPARED: Final = {HITS, *(layer.name for layer in GROUND), *NAMES, *SITES, *REACH}


class _Drawing(NamedTuple):
    """The map of a step: what it depends on, its picture, and its names as SVG."""

    key: Hashable
    drawn: Prepared
    names: str


class MapView(LiveView):
    """The map under the boards; ``figures`` holds the one plot."""

    def __init__(self, war: CampaignAdapter, model: StepperModel, layout: Layout) -> None:
        self._adapter = war
        self._ahead: _Drawing | None = None
        self._viewer = model.viewer
        self._layout = layout
        self.map = self._draw_map(model)
        self.figures = (self.map,)

    def _draw_map(self, model: StepperModel) -> go.FigureWidget:
        figure = map_figure(model.view, self._adapter.frame(model, *self._layout.map), **self._adapter.marks(model))
        figure = go.Figure([trace for trace in figure.data if trace.name not in _SPARED], figure.layout)
        figure.layout.update(plot_bgcolor=_CLEAR, paper_bgcolor=_CLEAR)
        drawn = go.FigureWidget(figure)
        drawn._config = {**drawn._config, **CONFIG}
        return drawn.add_class("roses-map")

    def show(self, model: StepperModel, layout: Layout) -> None:
        """Send what differs; under a board it waits until it is seen again, unless the viewer has changed."""
        self._layout = layout
        if model.stage == "map" or model.viewer != self._viewer:
            self._ahead = self._drawing(model, layout)
            update_with(self.map, self._ahead.drawn)
            self._viewer = model.viewer

    def prepare(self, model: StepperModel, layout: Layout) -> None:
        """Work out the map of a step that may come next."""
        if model.stage == "map":
            self._ahead = self._drawing(model, layout)

    def texts(self, model: StepperModel) -> dict[str, Any]:
        """Return the ground under the plot and, with a map, the names on it."""
        frame = self._adapter.frame(model, *self._layout.map)
        found: dict[str, Any] = {"ground": ground_source(frame), "ground_at": ground_at(frame)}
        return found | {"names": self._ahead.names} if model.stage == "map" and self._ahead else found

    def _drawing(self, model: StepperModel, layout: Layout) -> _Drawing:
        """The map of a step, which may have been prepared while the reader read the step before."""
        key = (model.index, model.viewer, model.frame, layout)
        if self._ahead and self._ahead.key == key:
            return self._ahead
        drawn = prepared(model.view, self._adapter.frame(model, *layout.map), **self._adapter.marks(model))
        return _Drawing(key, drawn, names_svg(drawn.made))
