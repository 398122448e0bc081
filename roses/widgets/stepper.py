"""The stepper: a replay in narrated steps on a map, with controls, story, dice, battle board and rules."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from contextlib import suppress
from copy import copy
from typing import Any, Final, NamedTuple

import ipywidgets
import msgspec
import plotly.graph_objects as go

from roses.engine.replay import Timeline
from roses.figures.board import CONFIG, HITS, Prepared, map_figure, prepared, update_with
from roses.figures.frames import Frame
from roses.figures.layers import REACH, SITES
from roses.widgets import panel, picture
from roses.widgets.boards import Board, board_for
from roses.widgets.ground import GROUND, NAMES, ground_at, ground_source, names_svg
from roses.widgets.guard import guarded
from roses.widgets.room import Room, room_for
from roses.widgets.screen import Screen, words
from roses.widgets.story import told
from roses.widgets.walk import Walk

_READER: Final = ("playing", "speed", "seer", "frame", "map_chosen")  # what the reader sets besides the index
_CLEAR: Final = "rgba(0,0,0,0)"  # the ground shows through the plot
_PAUSE: Final = 0.2  # s
# what a replay never needs, or has under the plot (ground and names): every trace less makes a step faster
_SPARED: Final = {HITS, *(layer.name for layer in GROUND), *NAMES, *SITES, *REACH}


class _Drawing(NamedTuple):
    """The map of a step: what it depends on, its picture, and its names as SVG."""

    key: Hashable
    drawn: Prepared
    names: str


class Stepper(ipywidgets.VBox):
    """A timeline to step through: the logic is in ``walk``; ``show`` brings the screen up to date with it.

    >>> import roses
    >>> stepper = Stepper(roses.timeline("1483-richard-iii"))
    >>> stepper.walk.go("Bosworth")
    >>> stepper.show()
    """

    def __init__(self, timeline: Timeline) -> None:
        self.walk = Walk(timeline)
        self._room = room_for((0, 0), "campaign", "map")
        self._known: dict[Hashable, dict[str, Any]] = {}
        self._ahead: _Drawing | None = None
        self.map = self._draw_map()
        self._drawn_for = self.walk.seer
        stops = [msgspec.to_builtins(stop) for stop in self.walk.stops()]
        self.screen = Screen(count=len(self.walk), stops=stops, words=words())
        super().__init__([self.screen, self.map])
        self.add_class("roses-stepper")
        self.screen.observe(self._on_index, "index")
        self.screen.observe(self._on_choice, list(_READER))
        self.screen.observe(self._on_room, "room")
        self.screen.observe(self._on_rule, "rule")
        self.screen.on_msg(self._on_message)
        self.show()

    def _draw_map(self) -> go.FigureWidget:
        figure = map_figure(self.walk.view, self._frame(), **_marks(self.walk))
        figure = go.Figure([trace for trace in figure.data if trace.name not in _SPARED], figure.layout)
        figure.layout.update(plot_bgcolor=_CLEAR, paper_bgcolor=_CLEAR)
        drawn = go.FigureWidget(figure)
        drawn._config = {**drawn._config, **CONFIG}
        return drawn.add_class("roses-map")

    def show(self) -> None:
        """Bring map and screen up to date with ``walk``: one message to each, and only what differs."""
        self._room = room_for((self.screen.room[0], self.screen.room[1]), self.walk.frame, self.walk.stage)
        if self.walk.stage == "map" or self.walk.seer != self._drawn_for:
            # else the map lies under a board, and is brought up to date when it is seen again
            self._ahead = self._drawing(self.walk, self._room)
            update_with(self.map, self._ahead.drawn)
            self._drawn_for = self.walk.seer
        _later(self._prepare)
        with self.screen.hold_sync():
            self._show_place()
            self._show_texts()

    def show_error(self, html: str) -> None:
        """Show what went wrong over the panel and stop playing; "" takes it away."""
        self.walk.playing = False
        with self.screen.hold_sync():
            self.screen.error, self.screen.playing = html, False

    def _show_place(self) -> None:
        screen, walk = self.screen, self.walk
        if screen.index != walk.index:
            screen.rule = screen.rule_text = ""
        screen.shown = screen.index = walk.index
        for name in _READER:
            setattr(screen, name, getattr(walk, name))
        screen.wait, screen.other = walk.wait, walk.board
        screen.error = ""

    def _show_texts(self) -> None:
        for name, value in self._texts(self.walk, self._room).items():
            setattr(self.screen, name, value)
        frame = self._frame()
        self.screen.ground, self.screen.ground_at = ground_source(frame), ground_at(frame)
        if self.walk.stage == "map" and self._ahead:
            self.screen.names = self._ahead.names

    def _texts(self, walk: Walk, room: Room) -> dict[str, Any]:
        """What the screen shows of a step, worked out once for each layout, seer and choice."""
        key = (walk.index, walk.seer, walk.frame, walk.map_chosen, room)
        if key not in self._known:
            board = board_for(walk, *room.board) if walk.stage != "map" else Board("", room.map[0])
            self._known[key] = {
                "head": panel.head_html(walk),
                "panel": panel.panel_html(walk),
                "board": board.svg,
                "shape": room.shape,
                "size": [board.width, room.map[1], board.free],
                "spoken": picture.caption(walk),
            }
        return self._known[key]

    def _prepare(self) -> None:
        """Work out the next step while the reader reads; figures remember what they have placed."""
        if not self.walk.at_end:
            ahead = copy(self.walk)
            ahead.index += 1
            room = room_for((self.screen.room[0], self.screen.room[1]), ahead.frame, ahead.stage)
            self._texts(ahead, room)
            if ahead.stage == "map":
                self._ahead = self._drawing(ahead, room)

    def _drawing(self, walk: Walk, room: Room) -> _Drawing:
        """The map of a step, which may have been prepared while the reader read the step before."""
        key = (walk.index, walk.seer, walk.frame, room)
        if self._ahead and self._ahead.key == key:
            return self._ahead
        drawn = prepared(walk.view, walk.map_frame(*room.map), **_marks(walk))
        return _Drawing(key, drawn, names_svg(drawn.made))

    def _frame(self) -> Frame:
        return self.walk.map_frame(*self._room.map)

    @guarded
    def _on_index(self, change: Any) -> None:
        if change["new"] != self.walk.index:
            self.walk.go(change["new"])
            self._close_rule()
            self.show()

    @guarded
    def _on_choice(self, change: Any) -> None:
        name, value = change["name"], change["new"]
        if value == getattr(self.walk, name):
            return
        if name == "playing":
            self.walk.play(value)
        else:
            setattr(self.walk, name, value)
        self.show()

    @guarded
    def _on_room(self, change: Any) -> None:
        if room_for((change["new"][0], change["new"][1]), self.walk.frame, self.walk.stage) != self._room:
            self.show()

    @guarded
    def _on_rule(self, change: Any) -> None:
        self.screen.rule_text = panel.rule_html(change["new"]) if change["new"] else ""

    @guarded
    def _on_message(self, _screen: Any, content: Any, _buffers: Any) -> None:
        before = self.walk.index
        self.walk.tick(int(content.get("tick", -1)))
        if self.walk.index != before:
            self._close_rule()
            self.show()

    def _close_rule(self) -> None:
        self.screen.rule = ""

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        """The live widget, and for readers without a kernel a picture and the text of the step it stands at."""
        bundle = super()._repr_mimebundle_(**kwargs) or {}
        return {**bundle, "text/plain": picture.words(self.walk), "image/svg+xml": picture.picture(self.walk)}


def _marks(walk: Walk) -> dict[str, Any]:
    """Who acts at a step, and the marches to draw."""
    acting = {deed.event.block for deed in told(walk.events)[:1]} - {""}
    return {"acting": acting, "paths": walk.moment.paths}


def _later(task: Callable[[], None]) -> None:
    """Do a task when the kernel has answered the reader; without a running kernel leave it."""
    with suppress(RuntimeError):
        asyncio.get_running_loop().call_later(_PAUSE, task)
