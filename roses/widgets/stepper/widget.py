"""The Stepper widget: a replay in narrated steps on the board of its game, with controls, narration and rules."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable
from copy import copy
from typing import Any, Final

import ipywidgets
import msgspec
import traitlets as t
from IPython.display import display

from roses.engine.i18n import gettext as _
from roses.engine.i18n import language
from roses.history.names import on
from roses.lab.replays import Played, timeline_of
from roses.widgets import live
from roses.widgets.live import guarded
from roses.widgets.play.model import PERSON
from roses.widgets.play.table import Table
from roses.widgets.stepper import panel, saved
from roses.widgets.stepper.adapter import Layout
from roses.widgets.stepper.model import StepperModel, votes_of
from roses.widgets.stepper.panel import questions, strip_html
from roses.widgets.stepper.screen import Screen, ScreenView, layout_for, plotly_library, words

_READER: Final = ("playing", "speed", "viewer", "frame", "chosen", "variant")  # set by the reader, as is the index
_CHOICES: Final = ("viewer", "frame", "chosen", "variant", "speed", "space")  # what the values of a step depend on
_PAUSE: Final = 0.2  # s
_CACHE_SIZE: Final = 64  # entries in the cache of texts: one for each step, layout, viewer and choice


class Stepper(ipywidgets.VBox):
    """A timeline to step through: ``model`` holds its state, ``show`` updates the screen after a change of it.

    ``timeline`` may be a replay, a record, its file or its name too. All Steppers of a record share the votes of a
    class. It opens at ``start``: the number of a step from 0, the label of a bookmark, or the title of a step. Without
    ``still`` a saved notebook keeps the words of the step but no picture of it. ``chances`` names a side of the block
    war game: its chance to win is drawn at the foot, up to the step that is shown (``roses.win_probability``).
    ValueError for another game and for an unknown side.

    >>> import roses
    >>> stepper = Stepper(roses.timeline("1483-richard-iii"), start="Milford Haven")
    >>> stepper.model.moment.date
    '7 August 1485'
    >>> stepper.model.go("Bosworth")
    >>> stepper.show()
    """

    def __init__(self, timeline: Played, start: int | str = 0, *, still: bool = True, chances: str = "") -> None:
        timeline = timeline_of(timeline)
        self.model = StepperModel(timeline, chances)
        self.model.go(start)
        self._still = still
        self._layout = layout_for((0, 0), "campaign", "map")
        self._cache: dict[Hashable, dict[str, Any]] = {}
        self.live = self.model.adapter.live(self.model, self._layout)
        self._language = ""
        self._timer: asyncio.Handle | None = None  # sends the next step ahead when it runs out
        self.screen = Screen(count=len(self.model), viewers=list(self.model.adapter.viewers))
        votes = votes_of(timeline.replay.record)
        self._shared = [t.link((votes, name), (self.screen, name)) for name in ("hands", "revealed")]
        super().__init__([ScreenView(screen=self.screen)])
        self.add_class("roses-stepper")
        self.screen.observe(self._on_index, "index")
        self.screen.observe(self._on_choice, list(_READER))
        self.screen.observe(self._on_space, "space")
        self.screen.observe(self._on_rule, "rule")
        self.screen.on_msg(self._on_message)
        self.screen.refresh = lambda: self._send_map("refresh")
        self.show()
        if self.live.plots:  # 5 MB, so it is sent last
            self.screen.library = plotly_library()

    def show(self) -> None:
        """Update map and screen from ``model``: one message for each, with the changes only."""
        self._layout = layout_for(self.screen.space, self.model.frame, self.model.stage)
        if message := self.live.show(self.model, self._layout):
            self.screen.send(message)
        self._prepare()
        screen, model = self.screen, self.model
        with screen.hold_sync():
            if self._language != language():  # label the controls and the menu of steps, once for each language
                self._language = language()
                screen.words = words(model.adapter.viewers)
                screen.questions = questions(model.timeline)
                screen.cards = model.adapter.cards()
                screen.stops = [msgspec.to_builtins(stop) for stop in model.stops()]
            if screen.index != model.index:
                screen.rule = screen.rule_text = ""
            screen.index = model.index
            for name in _READER:
                setattr(screen, name, getattr(model, name))
            for name, value in self._place(model).items():
                setattr(screen, name, value)
            screen.error = ""
            screen.answered = screen.click
            self._show_texts()

    def _place(self, model: StepperModel) -> dict[str, Any]:
        """Return the values of the screen that say which step it is and what can be shown there."""
        return {
            "shown": model.index,
            "wait": model.wait,
            "stage": model.stage,
            "boards": list(model.adapter.boards(model)),
            "sides": sides(model),
            "day": model.adapter.day(model),
            "variants": [{"name": name, "title": title} for name, title in model.adapter.variants(model).items()],
        }

    def _show_texts(self) -> None:
        for name, value in {**self._texts(self.model, self._layout), **self.live.texts(self.model)}.items():
            setattr(self.screen, name, value)

    def _texts(self, model: StepperModel, layout: Layout) -> dict[str, Any]:
        """Return the texts of the screen for a step, cached by language, layout, viewer and choice."""
        key = (language(), model.index, model.viewer, model.frame, model.stage, model.variant, layout)
        if key in self._cache:
            return self._cache[key]
        if len(self._cache) >= _CACHE_SIZE:
            del self._cache[next(iter(self._cache))]  # the oldest entry
        with on(model.adapter.day(model)):
            board = model.adapter.draw(model, *layout.board) if model.stage != "map" else None
            height = (board.height or layout.board[1]) if board and layout.shape == "below" else layout.map[1]
            self._cache[key] = {
                "head": panel.head_html(model),
                "panel": panel.panel_html(model),
                "board": board.svg if board else "",
                "shape": layout.shape,
                "size": [board.width if board else layout.map[0], height, board.free if board else 0],
                "spoken": panel.caption(model),
                "standings": model.adapter.standings(model),
                "chances": strip_html(model.chances, model.index, model.viewer) if model.chances else "",
            }
        return self._cache[key]

    def ahead(self) -> dict[str, Any]:
        """Return the ``values`` of the screen that change with the next step, and when a page may show them at once.

        It may if the reader's choices are still ``choices``, and the map that it shows has the number ``after``. At the
        last step there is nothing ahead: {}.
        """
        if self.model.at_end:
            return {}
        model = copy(self.model)
        model.index += 1
        layout = layout_for(self.screen.space, model.frame, model.stage)
        values = {**self._place(model), **self._texts(model, layout), **self.live.ahead(model, layout)}
        now = {name: getattr(self.screen, name) for name in (*values, *_CHOICES)}
        return {
            "values": {name: value for name, value in values.items() if value != now[name]},
            "choices": {name: now[name] for name in _CHOICES},
            "after": self.screen.map["number"],
        }

    def _prepare(self) -> None:
        """Send the next step ahead, after the kernel has answered, so that pages can show it without waiting."""

        def send() -> None:
            if self.comm is not None:  # it may be closed by now
                self.screen.send({"ahead": self.ahead()})

        if self._timer:
            self._timer.cancel()
        try:
            self._timer = asyncio.get_running_loop().call_later(_PAUSE, send)
        except RuntimeError:  # there is no event loop, and no page
            self._timer = None

    def close(self) -> None:
        """Remove the Stepper from its pages, and release its widgets and caches."""
        if self.comm is None:
            return
        for link in self._shared:
            link.unlink()
        for child in self.children:
            child.layout.close()
            child.close()
        self.screen.close()
        self.layout.close()
        self._cache.clear()
        super().close()

    def show_error(self, html: str) -> None:
        """Show an error as HTML over the panel and stop playing; "" removes it."""
        self.model.playing = False
        with self.screen.hold_sync():
            self.screen.error, self.screen.playing = html, False
        if html:  # pages may show a step that was sent ahead
            self.screen.send_again()

    @guarded
    def _on_index(self, change: Any) -> None:
        if change["new"] != self.model.index:
            self.model.go(change["new"])
            self.screen.rule = ""
            self.show()

    @guarded
    def _on_choice(self, change: Any) -> None:
        name, value = change["name"], change["new"]
        if value == getattr(self.model, name):
            return
        if name == "playing":
            self.model.play(value)
        else:
            setattr(self.model, name, value)
        self.show()

    @guarded
    def _on_space(self, change: Any) -> None:
        if layout_for(change["new"], self.model.frame, self.model.stage) != self._layout:
            self.show()
        else:
            self._prepare()

    @guarded
    def _on_rule(self, change: Any) -> None:
        self.screen.rule_text = panel.rule_html(self.model, change["new"]) if change["new"] else ""

    @guarded
    def _on_message(self, _screen: Any, content: Any, _buffers: Any) -> None:
        if "map" in content:
            return self._send_map(content["map"])
        if "play_on" in content:
            return self._play_on(int(content["play_on"]), dict(content["seats"]))
        if "keep" in content:
            self.screen.send({"kept": saved.step_bundle(self.model), "view": self.model_id})
            return
        if "again" in content:
            self.screen.set_state(content["again"])
            return self.screen.send_again()
        self.screen.set_state({"click": content.get("click", self.screen.click)})
        before = self.model.index
        self.model.tick(int(content.get("tick", -1)))
        if self.model.index != before:
            self.screen.rule = ""
            self.show()

    def _play_on(self, step: int, seats: dict[str, str]) -> None:
        """Open a table below at which a step is played on; the game of the table before it stays saved."""
        table = Table.play_on(self.model.timeline, step, seats)
        if self.screen.table:
            self.screen.table.close()
        self.screen.table_title = _("Played on from step {n} of {count}, kept in {file}").format(
            n=step + 1, count=len(self.model), file=table.file
        )
        self.screen.table = table

    def _send_map(self, request: str) -> None:
        """Send a page the map that it lacks, as SVG or as a whole figure."""
        if message := self.live.answer(request):
            self.screen.send(message)
        else:
            with self.screen.hold_sync():
                self._show_texts()
        if request == "svg":
            self.screen.send_again()
        if request == "plot":  # a page has just come
            self._prepare()

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        """Return the live widget, with picture and text of the current step for readers without a kernel."""
        bundle = super()._repr_mimebundle_(**kwargs) or {}
        return {**bundle, **saved.step_bundle(self.model)}

    def _ipython_display_(self, **kwargs: Any) -> None:
        """Display the live widget, and before it what takes its place without a kernel."""
        view = super()._repr_mimebundle_() or {}
        for output in saved.outputs(self.model, view[live.VIEW], self._still):
            display(output, raw=True)  # type: ignore[no-untyped-call]


def sides(model: StepperModel) -> list[tuple[str, str, str]]:
    """Return each side, its name, and who plays it unless the reader says otherwise; [] if the game is over.

    The reader plays the side whose view is shown, or the last one in the view of the umpire.

    >>> import roses
    >>> sides(StepperModel(roses.timeline("1483-richard-iii")))
    [('Lancaster', 'Lancaster', 'squire'), ('York', 'York', 'me')]
    """
    state = model.timeline.state(model.index)
    if state.outcome is not None:
        return []
    own = model.side or state.sides[-1]
    return [(side, _(side), PERSON if side == own else "squire") for side in state.sides]
