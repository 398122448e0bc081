"""The screen of a Stepper: a model of synchronised values, and the widget that draws them on a page."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

import anywidget
import ipywidgets
import traitlets as t

from roses.engine.i18n import gettext as _
from roses.widgets.stepper import play_on
from roses.widgets.stepper.questions import class_words

_HERE: Final = Path(__file__).parent
_MODULES: Final = (  # joined, since a widget has one module
    "parts.js", "size.js", "keys.js", "answers.js", "ahead.js", "keep.js", "plot.js", "standings.js", "help.js",
    "results.js", "questions.js", "classroom.js", "play_on.js", "screen.js",
)  # fmt: skip
_STYLES: Final = ("screen.css", "standings.css", "classroom.css", "play_on.css")
_READER: Final = {"sync": True, "echo_update": False}  # values set by the browser, which are not echoed to it


class Screen(ipywidgets.Widget):
    """The values that a Stepper shows, as a model without a view; ``ScreenView`` draws them.

    The browser sets ``index``, ``playing``, ``speed``, ``viewer``, ``frame``, ``chosen``, ``variant``, ``rule``,
    ``space``, ``hands`` and ``revealed``.
    It sends ``{"tick": index}`` when the time of a step has run out, ``{"map": "svg"}`` or ``{"map": "plot"}`` when it
    lacks the map with the number in ``map`` and needs it as SVG or, with plotly, as a whole figure, ``{"map":
    "plotted"}`` when plotly shows it and no SVG is needed, and ``{"again": values}`` with all that the reader has set
    when it has waited too long for ``answered`` to become the number of the last ``click``, and ``{"keep": true}`` for
    the picture of a step at which the reader rests, and ``{"play_on": index, "seats": {side: who}}`` for a table at
    which that step is played on. It gets ``{"ahead": ...}``, by which it shows the next step before Python has
    answered.
    """

    index = t.Int(0).tag(**_READER)
    playing = t.Bool(False).tag(**_READER)
    speed = t.Unicode("normal").tag(**_READER)
    viewer = t.Unicode("all").tag(**_READER)
    frame = t.Unicode("campaign").tag(**_READER)
    chosen = t.Unicode("").tag(**_READER)  # "map" or a board that is shown wherever it can be; "" for the first board
    variant = t.Unicode("").tag(**_READER)  # "" for the first variant
    rule = t.Unicode("").tag(**_READER)
    space = t.List(t.Int(), [0, 0]).tag(**_READER)  # px that the page has for the stepper; see ``layout_for``
    hands = t.Dict().tag(**_READER)  # by the index of a question: the number of hands for each answer
    revealed = t.List(t.Int()).tag(**_READER)  # the questions after which the reader has gone on

    click = t.Int(0).tag(**_READER)  # the reader's last click or tick: a number that no other has

    answered = t.Int(0).tag(sync=True)  # the last click that Python has dealt with
    shown = t.Int(0).tag(sync=True)  # the step that the other values below belong to
    count = t.Int(1).tag(sync=True)
    viewers = t.List(t.Unicode()).tag(sync=True)
    wait = t.Int(4000).tag(sync=True)  # ms
    shape = t.Unicode("beside").tag(sync=True)
    size = t.List(t.Int(), [746, 514, 0]).tag(sync=True)  # px: stage, and the width of it free for the panel
    stage = t.Unicode("map").tag(sync=True)  # what is shown: "map" or the name of a board
    boards = t.List(t.Unicode()).tag(sync=True)  # the boards that can be shown at this step
    variants = t.List(t.Dict()).tag(sync=True)  # name and title of each variant of the board that is shown
    head = t.Unicode("").tag(sync=True)
    panel = t.Unicode("").tag(sync=True)
    board = t.Unicode("").tag(sync=True)
    rule_text = t.Unicode("").tag(sync=True)
    error = t.Unicode("").tag(sync=True)
    map = t.Dict({"number": 0, "svg": ""}).tag(sync=True)  # 0: no map; without SVG, pages have it as a plot
    library = t.Instance(ipywidgets.Widget, allow_none=True).tag(sync=True, **ipywidgets.widget_serialization)
    ground = t.Unicode("").tag(sync=True)  # data URL of the whole base map as SVG
    names = t.Unicode("").tag(sync=True)  # names of areas and seas, as SVG for the whole base map
    picture = t.Dict({"name": "", "description": ""}).tag(sync=True)  # the map in words, for screen readers
    ground_at = t.List(t.Float(), [0.0, 0.0]).tag(sync=True)  # px of the base map left of and above the frame
    spoken = t.Unicode("").tag(sync=True)  # the step in one line, for the slider and screen readers
    standings = t.Unicode("").tag(sync=True)  # who stands where, as HTML tables
    chances = t.Unicode("").tag(sync=True)  # the chance of a side so far, as HTML, if it was asked for
    stops = t.List(t.Dict()).tag(sync=True)
    questions = t.List(t.Dict()).tag(sync=True)
    sides: t.List[Any] = t.List().tag(sync=True)  # as play_on.sides has them
    table = t.Instance(ipywidgets.Widget, allow_none=True).tag(sync=True, **ipywidgets.widget_serialization)
    table_title = t.Unicode("").tag(sync=True)  # the line above the table at which a step is played on
    words = t.Dict().tag(sync=True)

    refresh: Callable[[], None] | None = None  # called before all values are sent to a page

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Set values from a page, and tell it that its click was dealt with, errors included."""
        try:
            super().set_state(sync_data)
        finally:
            self.answered = self.click

    def send_again(self) -> None:
        """Send all values of the step, also those that pages should have."""
        self.send_state(set(self.keys) - {"library", "table", "words", "stops", "viewers", "count"})

    def get_state(self, key: Any = None, drop_defaults: bool = False) -> dict[str, Any]:
        """Return values by trait; all of them, for a newly loaded page, after a call of ``refresh``."""
        if key is None and self.refresh:
            self.refresh()
        state: dict[str, Any] = super().get_state(key=key, drop_defaults=drop_defaults)
        return state


class ScreenView(anywidget.AnyWidget):
    """The widget on the page that draws a ``screen`` and sets its values by the reader's input."""

    _esm = "\n".join((_HERE / name).read_text(encoding="utf-8") for name in _MODULES)
    _css = "\n".join((_HERE / name).read_text(encoding="utf-8") for name in _STYLES)

    screen = t.Instance(Screen).tag(sync=True, **ipywidgets.widget_serialization)


def words(viewers: Iterable[str]) -> dict[str, Any]:
    """Return the labels of the controls and the names of the viewers, translated."""
    return {
        "first": _("First step (Home)"),
        "back": _("One step back (left arrow)"),
        "forward": _("One step on (right arrow)"),
        "last": _("Last step (End)"),
        "next": _("Next"),  # on the button of a telephone
        "play": _("Play"),
        "pause": _("Pause"),
        "play_tip": _("Play or pause (space)"),
        "speed": _("Speed of playing"),
        "slow": _("slow"),
        "normal": _("normal"),
        "fast": _("fast"),
        **_choices(),
        **class_words(),
        **play_on.words(),
        **{viewer: _(viewer) for viewer in viewers},
    }


def _choices() -> dict[str, str]:
    """Return the labels of the reader's choices."""
    return {
        "step": _("Step"),
        "jump": _("Go to"),
        "jump_tip": _("Go to a battle or a bookmark"),
        "seen_by": _("Seen by"),
        "seer_tip": _("Show what this side can know"),
        "shown": _("Shown"),
        "map": _("Map"),
        "battle": _("Battle board"),
        "field": _("Battlefield"),
        "court": _("Court"),
        "count": _("Count"),
        "shadow": _("Shadow count"),
        "board_tip": _("Show the map, or a board of this step"),
        "variant_tip": _("Show another reconstruction (V)"),
        "part": _("Part of the map"),
        "campaign": _("Campaign"),
        "kingdom": _("Kingdom"),
        "frame_tip": _("Where things happen, or all England and Wales"),
        "standings": _("Who stands where (T)"),
        "close": _("Close"),
        "controls": _("Steps"),
        "rule": _("Rule"),
        "more": _("and {n} more"),
        "plot_late": _(
            "plotly has not loaded yet. Until it has, the map is a still picture that follows every step,"
            " and says nothing more of a block under the pointer."
        ),
        "plot_failed": _(
            "plotly could not draw the map ({error}). The map is a still picture that follows every step,"
            " and says nothing more of a block under the pointer. To try again, load the page anew."
        ),
        "map_late": _("The map still shows another step: the page or the kernel is busy."),
        "no_answer": _(
            "The kernel does not answer. If a cell is running, wait for it or interrupt it; if none is, restart the"
            " kernel and run this cell again."
        ),
        "no_kernel": _(
            "The kernel that showed these steps was stopped or restarted. To go on, run this cell again, or load the"
            " page anew where there are no cells."
        ),
        "help": _("Keys (?)"),
        "stepper": _("Replay in steps. Arrow keys step, space plays, F fills the screen."),
    }
