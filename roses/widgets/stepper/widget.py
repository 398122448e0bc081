"""The stepper: a replay in narrated steps on the board of its game, with controls, story and rules."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from contextlib import suppress
from copy import copy
from typing import Any, Final

import ipywidgets
import msgspec

from roses.engine.replay import Timeline
from roses.widgets.errors import guarded
from roses.widgets.stepper import panel, still
from roses.widgets.stepper.adapter import Board
from roses.widgets.stepper.layout import Room, room_for
from roses.widgets.stepper.model import Walk
from roses.widgets.stepper.screen import Screen, words

_READER: Final = ("playing", "speed", "seer", "frame", "map_chosen")  # what the reader sets besides the index
_PAUSE: Final = 0.2  # s


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
        self.sheet = self.walk.door.sheet(self.walk, self._room)
        stops = [msgspec.to_builtins(stop) for stop in self.walk.stops()]
        seers = self.walk.door.seers
        self.screen = Screen(count=len(self.walk), stops=stops, seers=list(seers), words=words(seers))
        super().__init__([self.screen, *self.sheet.figures])
        self.add_class("roses-stepper")
        self.screen.observe(self._on_index, "index")
        self.screen.observe(self._on_choice, list(_READER))
        self.screen.observe(self._on_room, "room")
        self.screen.observe(self._on_rule, "rule")
        self.screen.on_msg(self._on_message)
        self.show()

    def show(self) -> None:
        """Bring sheet and screen up to date with ``walk``: one message to each, and only what differs."""
        self._room = room_for((self.screen.room[0], self.screen.room[1]), self.walk.frame, self.walk.stage)
        self.sheet.show(self.walk, self._room)
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
        screen.wait, screen.other = walk.wait, walk.board if walk.door.frames else ""
        screen.error = ""

    def _show_texts(self) -> None:
        for name, value in {**self._texts(self.walk, self._room), **self.sheet.texts(self.walk)}.items():
            setattr(self.screen, name, value)

    def _texts(self, walk: Walk, room: Room) -> dict[str, Any]:
        """What the screen shows of a step, worked out once for each layout, seer and choice."""
        key = (walk.index, walk.seer, walk.frame, walk.map_chosen, room)
        if key not in self._known:
            board = walk.door.draw(walk, *room.board) if walk.stage != "map" else Board("", room.map[0])
            high = board.height if room.shape == "below" else 0
            self._known[key] = {
                "head": panel.head_html(walk),
                "panel": panel.panel_html(walk),
                "board": board.svg,
                "shape": room.shape,
                "size": [board.width, high or room.map[1], board.free],
                "spoken": still.caption(walk),
            }
        return self._known[key]

    def _prepare(self) -> None:
        """Work out the next step while the reader reads; figures remember what they have placed."""
        if not self.walk.at_end:
            ahead = copy(self.walk)
            ahead.index += 1
            room = room_for((self.screen.room[0], self.screen.room[1]), ahead.frame, ahead.stage)
            self._texts(ahead, room)
            self.sheet.prepare(ahead, room)

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
        self.screen.rule_text = panel.rule_html(self.walk, change["new"]) if change["new"] else ""

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
        return {**bundle, "text/plain": still.words(self.walk), "image/svg+xml": still.picture(self.walk)}


def _later(task: Callable[[], None]) -> None:
    """Do a task when the kernel has answered the reader; without a running kernel leave it."""
    with suppress(RuntimeError):
        asyncio.get_running_loop().call_later(_PAUSE, task)
