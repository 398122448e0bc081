"""PoliticalTurn: the political turn noble by noble, and the smallest change that alters who wears the crown."""

from __future__ import annotations

from typing import Any, ClassVar

from roses.engine.i18n import gettext as _
from roses.engine.i18n import ngettext
from roses.engine.replay import Timeline
from roses.figures.drawing.svg import escape, tag
from roses.lab.political_turn import Course, course, course_in
from roses.lab.replays import Played, replay_of, timeline_of
from roses.richard.state import State
from roses.richard.tables import SIDES
from roses.widgets.interactive import Interactive
from roses.widgets.politics.board import NOTHING, board, chosen_tabs, part_of, stops_html
from roses.widgets.politics.panel import Panel


class PoliticalTurn(Interactive):
    """The political turn in the order of rules 8.0 to 8.5, one step for each lord or group that is handled.

    ``position`` is a State, or a Timeline, a Replay, a record, its file or its name. Of all but a State, ``at`` chooses
    a step by its bookmark, title or number from 0; without ``at`` it is the ``number``-th political turn that was
    played, with what the sides chose. From a State, and with ``at``, the turn is a shadow count: what would follow if
    the rules counted now. Below it, one ticks changes and reads what the engine counts after them; ``changes=False``
    leaves this panel out. ValueError for an unknown bookmark, RecordError for an unknown record or turn.

    >>> import roses
    >>> turn = PoliticalTurn(roses.start("richard-iii", "1460"))
    >>> turn.course.points, turn.course.crowned
    ((10, 0), 'Lancaster')
    >>> PoliticalTurn("1483-richard-iii", at="Bosworth").course.points
    (2, 8)
    """

    name: ClassVar[str] = "political"

    def __init__(
        self,
        position: State | Played,
        at: str | int | None = None,
        *,
        number: int = 1,
        changes: bool = True,
    ) -> None:
        self.state, self.course = _found(position, at, number)
        self._panel = Panel(self.state) if changes and self.state.result is None else None

    def content(self) -> str:
        """Return heading, bar, board and all steps as HTML, and the panel of changes."""
        head = tag("h3", escape(title(self.course)))
        about = tag("p", escape(_about(self.course)), **{"class": "about"})
        panel = self._panel.html() if self._panel else ""
        return head + about + _bar(self.course) + board(self.state, self.course) + stops_html(self.course) + panel

    def words(self) -> str:
        """Return all steps as plain text."""
        lines = [title(self.course), _about(self.course), *map(str, self.course.stops)]
        return "\n".join([*lines, *(self._panel.words() if self._panel else ())])

    def data(self) -> Any:
        """Return the points after each step, the labels of the bar, and the counts after every change and pair."""
        stops = [[stop.lancaster, stop.york] for stop in self.course.stops]
        parts = [[part_of(self.course, side, after) for side in SIDES] for after in (False, True)]
        crown = max(n for n, stop in enumerate(self.course.stops) if stop.rule == "8.2")
        held = {"points": stops, "crown": crown, "parts": parts, "step": _("{n} of {all}")}
        return {**held, **(self._panel.data() if self._panel else {})}


def title(held: Course) -> str:
    """Return the heading of a political turn."""
    if held.shadow and not held.turn:
        return _("Political turn: a shadow count at the set-up of campaign {n}").format(n=held.campaign)
    if held.shadow:
        return _("Political turn: a shadow count, campaign {n}, turn {turn}").format(n=held.campaign, turn=held.turn)
    return _("Political turn at the end of campaign {n}").format(n=held.campaign)


def _about(held: Course) -> str:
    n = len(held.stops)
    steps = ngettext("{n} step.", "{n} steps.", n).format(n=n)
    if not held.shadow:
        return steps
    return _("The rules count after turn 7 only; this is what they would do now.") + " " + steps


def _found(position: State | Played, at: str | int | None, number: int) -> tuple[State, Course]:
    """Return the position before the count and its course."""
    if isinstance(position, State):
        return position, course(position)
    if at is None:
        return course_in(replay_of(position), number)
    timeline: Timeline[Any] = timeline_of(position)
    state: State = timeline.state(timeline.find(at))
    return state, course(state)


def _bar(held: Course) -> str:
    """Return the buttons, which the script shows: back, forward, and one for each part of the turn."""
    back = tag("button", escape(_("◀ Back")), **{"type": "button", "data-go": "-1"})
    on = tag("button", escape(_("Next ▶")), **{"type": "button", "data-go": "1"})
    count = tag("span", NOTHING, **{"class": "where"})
    return tag("div", back + on + count + chosen_tabs(held), hidden="hidden", **{"class": "bar roses-unprinted"})
