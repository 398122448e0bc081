"""The live map of the block war game in a stepper: a plot whose traces are brought up to date, over a still ground."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import plotly.graph_objects as go

from roses.figures.map.figure import CONFIG, HITS, Prepared, map_figure, prepared, update_with
from roses.figures.map.layers import REACH, SITES
from roses.widgets.richard.basemap import GROUND, NAMES, ground_at, ground_source, names_svg
from roses.widgets.stepper.adapter import Sheet

if TYPE_CHECKING:
    from roses.widgets.richard.adapter import War
    from roses.widgets.stepper.layout import Room
    from roses.widgets.stepper.model import Walk

_CLEAR: Final = "rgba(0,0,0,0)"  # the ground shows through the plot
# what a replay never needs, or has under the plot (ground and names): every trace less makes a step faster
_SPARED: Final = {HITS, *(layer.name for layer in GROUND), *NAMES, *SITES, *REACH}


class _Drawing(NamedTuple):
    """The map of a step: what it depends on, its picture, and its names as SVG."""

    key: Hashable
    drawn: Prepared
    names: str


class MapSheet(Sheet):
    """The map under the boards; ``figures`` holds the one plot."""

    def __init__(self, war: War, walk: Walk, room: Room) -> None:
        self._war = war
        self._ahead: _Drawing | None = None
        self._seer = walk.seer
        self._room = room
        self.map = self._draw_map(walk)
        self.figures = (self.map,)

    def _draw_map(self, walk: Walk) -> go.FigureWidget:
        figure = map_figure(walk.view, self._war.frame(walk, *self._room.map), **self._war.marks(walk))
        figure = go.Figure([trace for trace in figure.data if trace.name not in _SPARED], figure.layout)
        figure.layout.update(plot_bgcolor=_CLEAR, paper_bgcolor=_CLEAR)
        drawn = go.FigureWidget(figure)
        drawn._config = {**drawn._config, **CONFIG}
        return drawn.add_class("roses-map")

    def show(self, walk: Walk, room: Room) -> None:
        """Send what differs; under a board it waits until it is seen again, unless the seer has changed."""
        self._room = room
        if walk.stage == "map" or walk.seer != self._seer:
            self._ahead = self._drawing(walk, room)
            update_with(self.map, self._ahead.drawn)
            self._seer = walk.seer

    def prepare(self, walk: Walk, room: Room) -> None:
        """Work out the map of a step that may come next."""
        if walk.stage == "map":
            self._ahead = self._drawing(walk, room)

    def texts(self, walk: Walk) -> dict[str, Any]:
        """Return the ground under the plot and, with a map, the names on it."""
        frame = self._war.frame(walk, *self._room.map)
        found: dict[str, Any] = {"ground": ground_source(frame), "ground_at": ground_at(frame)}
        return found | {"names": self._ahead.names} if walk.stage == "map" and self._ahead else found

    def _drawing(self, walk: Walk, room: Room) -> _Drawing:
        """The map of a step, which may have been prepared while the reader read the step before."""
        key = (walk.index, walk.seer, walk.frame, room)
        if self._ahead and self._ahead.key == key:
            return self._ahead
        drawn = prepared(walk.view, self._war.frame(walk, *room.map), **self._war.marks(walk))
        return _Drawing(key, drawn, names_svg(drawn.made))
