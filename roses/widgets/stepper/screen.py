"""The screen of a Stepper: its layout and labels, a model of synchronised values, and the widget that draws them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Final

import anywidget
import ipywidgets
import traitlets as t

from roses.bots.character import CHARACTERS, LIKES
from roses.engine.i18n import gettext as _
from roses.widgets.interactive import join
from roses.widgets.play.model import PERSON
from roses.widgets.stepper.adapter import Layout

HEAD: Final = 40  # px: height of the header
BAR: Final = 52  # px: height of the controls
_ROWS: Final = 108  # px: the second rows that header and controls have where the panel is below a board
_WIDE: Final = 1060  # px: page width from which the layout for a projector is used
_NARROW: Final = 700  # px: page width below which the layout for a telephone is used
_STAGE: Final = (514, 640, 800)  # px: height of map and boards: least, most, and most in class mode
_PANEL: Final = 364  # px: the least width of the panel beside a map
_BOARD_PANEL: Final = {"field": 336}  # px by board, for the panel beside it
_LEAST_PANEL: Final = 300  # px, for the panel beside other boards
_DEFAULT: Final = (1110, 606)  # px: width and height of a page until they are known
_PHONE: Final = 420  # px: the least height of a map over the panel; on a lower one, tabs and trays may find no room
_MAP: Final = 780  # px: the widest map


def layout_for(page: Sequence[int], frame: str, stage: str) -> Layout:
    """Return the layout for a page of (width, height) px, 0 where they are not known yet.

    In class mode a page has two more numbers: by how many px the panel is wider than usual, and the percentage at
    which the page will show the map.

    >>> layout_for((1110, 606), "campaign", "map").map
    (746, 514)
    >>> layout_for((1110, 606, 0, 125), "campaign", "map").map
    (596, 411)
    >>> layout_for((850, 600), "campaign", "battle").shape
    'below'
    """
    width, height = page[0] or _DEFAULT[0], page[1] or _DEFAULT[1]
    wider, percent = page[2:4] or (0, 0)
    high = max(_STAGE[0], min(_STAGE[2 if percent else 1], height - HEAD - BAR))
    if width < _NARROW:
        return Layout("below", (width, round(min(high, max(_PHONE, width * 0.85)))), (width, round(width * 0.85)))
    side = (width - _BOARD_PANEL.get(stage, _LEAST_PANEL) - wider, high)
    beside = (min(_MAP, width - _PANEL - wider), high)
    if percent:  # the map is drawn in the size at which it fills these px when it is shown at that percentage
        beside = (beside[0] * 100 // percent, beside[1] * 100 // percent)
    is_wide = width >= _WIDE
    if stage != "map" and not is_wide:
        return Layout("below", beside, (width, high - _ROWS))
    if stage == "count" and not wider:
        return Layout("over", beside, (width, high))
    if stage == "map" and frame == "kingdom" and is_wide:
        return Layout("tall", (round((high + HEAD) * 556 / 636), high + HEAD), side)
    return Layout("beside", beside, side)


class Library(ipywidgets.Widget):
    """The ``source`` of plotly.js and its ``version``, in a model without a view."""

    source = t.Unicode("").tag(sync=True)
    version = t.Unicode("").tag(sync=True)


_libraries: list[Library] = []


def plotly_library() -> Library:
    """Return this kernel's plotly.js; the first call sends about 5 MB.

    >>> plotly_library() is plotly_library()
    True
    """
    from plotly.offline import get_plotlyjs, get_plotlyjs_version

    if not _libraries or _libraries[0].comm is None:  # it may have been closed with all widgets
        _libraries[:] = [Library(source=get_plotlyjs(), version=get_plotlyjs_version())]
    return _libraries[0]


_HERE: Final = Path(__file__).parent
_STYLES: Final = ("screen.css", "card.css", "standings.css", "classroom.css", "play_on.css")
_READER: Final = {"sync": True, "echo_update": False}  # values set by the browser, which are not echoed to it


class Screen(ipywidgets.Widget):
    """The values that a Stepper shows, as a model without a view; ``ScreenView`` draws them.

    The browser sets ``index``, ``playing``, ``speed``, ``viewer``, ``frame``, ``chosen``, ``variant``, ``rule``,
    ``space``, ``hands`` and ``revealed``, and sends these messages:

    * ``{"tick": index}`` when the time of a step has run out;
    * ``{"map": "svg"}`` or ``{"map": "plot"}`` when it lacks the map with the number in ``map`` and needs it as SVG or,
      with plotly, as a whole figure; ``{"map": "plotted"}`` when plotly shows it and no SVG is needed;
    * ``{"again": values}`` with all that the reader has set, when it has waited too long for ``answered`` to become the
      number of the last ``click``;
    * ``{"keep": true}`` for the picture of a step at which the reader rests;
    * ``{"play_on": index, "seats": {side: who}}`` for a table at which that step is played on.

    It gets ``{"ahead": ...}``, by which it shows the next step before Python has answered. In the ``map`` of that step
    stands the SVG of the present one as ``before``, if pages have it as a plot only and need it to let things move.
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

    click = t.Int(0).tag(**_READER)  # the number of the reader's last click or tick, which no other has

    answered = t.Int(0).tag(sync=True)  # the last click that Python has dealt with
    shown = t.Int(0).tag(sync=True)  # the step that the other values below belong to
    count = t.Int(1).tag(sync=True)
    viewers = t.List(t.Unicode()).tag(sync=True)
    wait = t.Int(4000).tag(sync=True)  # ms
    shape = t.Unicode("beside").tag(sync=True)
    size = t.List(t.Int(), [746, 514, 0]).tag(sync=True)  # px: width and height of the stage, width free for the panel
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
    badges = t.Unicode("").tag(sync=True)  # arms and names over the blocks on the map, as SVG for the frame
    cards = t.Dict().tag(sync=True)  # who the blocks are, as ``cards`` of an adapter returns it
    day = t.Unicode("").tag(sync=True)  # ISO date of the step, for the cards; "" for none
    picture = t.Dict({"name": "", "description": ""}).tag(sync=True)  # the map in words, for screen readers
    ground_at = t.List(t.Float(), [0.0, 0.0, 1.0]).tag(sync=True)  # px of the base map left of and above, px per km
    spoken = t.Unicode("").tag(sync=True)  # the step in one line, for the slider and screen readers
    standings = t.Unicode("").tag(sync=True)  # who stands where, as HTML tables
    chances = t.Unicode("").tag(sync=True)  # the chances of a side up to this step, as HTML, if they are drawn
    stops = t.List(t.Dict()).tag(sync=True)
    questions = t.List(t.Dict()).tag(sync=True)
    sides: t.List[Any] = t.List().tag(sync=True)  # as ``widget.sides`` returns them
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
        """Send all values of the step, even those that pages should have already."""
        self.send_state(set(self.keys) - {"library", "table", "words", "cards", "stops", "viewers", "count"})

    def get_state(self, key: Any = None, drop_defaults: bool = False) -> dict[str, Any]:
        """Return values by trait; all of them, for a newly loaded page, after a call of ``refresh``."""
        if key is None and self.refresh:
            self.refresh()
        state: dict[str, Any] = super().get_state(key=key, drop_defaults=drop_defaults)
        return state


class ScreenView(anywidget.AnyWidget):
    """The widget on the page that draws a ``screen`` and sets its values by the reader's input."""

    _esm = join(_HERE / "screen.js")
    _css = "\n".join((_HERE / name).read_text(encoding="utf-8") for name in _STYLES)

    screen = t.Instance(Screen).tag(sync=True, **ipywidgets.widget_serialization)


def words(viewers: Iterable[str]) -> dict[str, Any]:
    """Return the labels of the controls and the names of the viewers, translated."""
    bots = {
        "page": _("a page: moves by chance"),
        "squire": _("a squire: rules of thumb"),
        "knight": _("a knight: looks one order ahead"),
        "duke": _("a duke: looks several orders ahead"),
    }
    knights = {f"knight:{name}": _("a knight, {words}").format(words=_(CHARACTERS[name].words)) for name in LIKES}
    return {
        "first": _("First step (Home)"),
        "back": _("One step back (left arrow)"),
        "forward": _("One step on (right arrow)"),
        "event": _("One event on, within a step (Shift and right arrow)"),
        "last": _("Last step (End)"),
        "next": _("Next"),  # on the button of a telephone
        "play": _("Play"),
        "pause": _("Pause"),
        "play_tip": _("Play or pause (space)"),
        "speed": _("Speed of playing"),
        "slow": _("slow"),
        "normal": _("normal"),
        "fast": _("fast"),
        # the reader's choices
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
        # the cards of the blocks
        "who": _("Who is who"),
        "who_is": _("Who is {name}?"),
        "who_tip": _("Up and down go from one to the next, Enter tells who it is."),
        "age": _("{n} years old"),
        "about_age": _("about {n} years old"),
        "infant": _("less than a year old"),
        "sided": _("Side"),
        "ended": _("End"),
        "in_the_game": _("In the game:"),
        "plot_late": _("plotly has not loaded yet. Until it has, the map is a still picture that follows every step."),
        "plot_failed": _(
            "plotly could not draw the map ({error}). The map is a still picture that follows every step."
            " To try again, load the page anew."
        ),
        "map_late": _("The map still shows another step: the page or the kernel is busy."),
        "no_answer": _(
            "The kernel does not answer. If a cell is running, wait for it or interrupt it; if none is, restart the"
            " kernel and run this cell."
        ),
        "no_kernel": _(
            "The kernel that showed these steps was stopped or restarted. To go on, run this cell, or load the page"
            " anew where there are no cells."
        ),
        "move_tip": _("Let things move, or show each step at once (A)"),
        "moving": _("Things move."),
        "unmoving": _("Nothing moves: each step is shown at once."),
        "reduced": _("Nothing moves, since this computer is set to show less movement."),
        # where the page can do that by a click
        "kernel_silent": _("The kernel does not answer. Wait if a cell is running, or start the Stepper anew."),
        "kernel_gone": _("The kernel that showed these steps was stopped or restarted."),
        "go_on": _("Go on at step {n}"),
        "help": _("Keys (?)"),
        "stepper": _("Replay in steps. Arrow keys step, space plays, F fills the screen."),
        # class mode, questions and their results
        "class_on": _("Class mode: the Stepper fills the screen (F)"),
        "class_off": _("Leave class mode (F or Esc)"),
        "larger": _("Larger type (+)"),
        "smaller": _("Smaller type (-)"),
        "type": _("Type at {n} %"),
        "blank": _("Blank the screen (B)"),
        "blanked": _("The screen is blank. Any key brings it back."),
        "alone": _("Picture alone, as large as the screen (M)"),
        "ask": _("Stop for questions to the class"),
        "asking": _("What comes next?"),
        "ask_tip": _("Show of hands: how many for each answer?"),
        "hands_for": _("Hands for {letter}"),
        "reveal": _("Show what happened (Enter)"),
        "goes_on": _("Go on; the answer comes at step {n} (Enter)"),
        "not_now": _("Back to the step"),
        "compare": _("The class, the odds and history"),
        "class": _("Class"),
        "odds": _("Odds"),
        "history": _("History"),
        "so_it_was": _("So it was"),
        "no_odds": _("no odds"),
        "no_hands": _("no hands"),
        "with_history": _("Most hands were for what came true: {n} of {all} questions."),
        "with_odds": _("The better odds were for what came true: {n} of {all} questions."),
        "no_votes": _("No hands have been counted yet. They are typed in beside the answers of a question."),
        "not_asked": _("{n} of {all} questions have not been asked yet."),
        "clear": _("Clear all hands, for another class"),
        # a game that is played on from a step
        "play_on": _("Play on from here (P)"),
        "play_on_from": _("Play on from step {n}"),
        "play_on_tip": _("A new game begins at this step, with new dice, and is saved. The replay stays as it is."),
        "seat_of": _("Who plays"),
        "sit_down": _("Sit down"),
        "players": {PERSON: _("I, at this screen")} | dict(reversed(bots.items())) | knights,
        **{viewer: _(viewer) for viewer in viewers},
    }
