"""Puzzles to solve: positions from games of knights with few right choices; one for each day, or ten in a row.

The puzzles are those that ``roses.lab.puzzles`` finds; the kit has its own in ``data/puzzles.json``.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from typing import Any, Final

import ipywidgets
import msgspec

from roses.engine import files
from roses.engine.data import read
from roses.engine.errors import SaveError
from roses.engine.i18n import gettext as _
from roses.engine.i18n import ngettext
from roses.figures.battle.board import battle_svg
from roses.figures.battle.narrow import narrow_svg
from roses.figures.drawing.svg import escape, tag
from roses.figures.map.svg import map_svg
from roses.lab.puzzles import Collection, Puzzle, verb
from roses.lessons.exercises import Panel, answer_html, button_html
from roses.richard.lords_count import tally
from roses.richard.rules import rule
from roses.richard.state import State
from roses.richard.tables import PLACES, SIDES
from roses.widgets import live
from roses.widgets.html import div, paragraph_html
from roses.widgets.live import guarded

FILE: Final = Path("roses-games") / "puzzles" / "progress.json"
SESSION: Final = 10  # puzzles in a row
_CHOICES: Final = 7  # that are offered of the many orders of a turn
_RULES: Final = {  # that a right choice rests on, by its verb, or by the goal of orders
    "fires": "6.2", "passes": "6.2", "charges": "6.5", "tries": "6.9", "retreats": "6.6", "cannot": "6.6",
    "takes": "6.4", "crown": "8.2", "feed": "7.1",
}  # fmt: skip


class Solved(msgspec.Struct, forbid_unknown_fields=True):
    """What a player has solved: ``tries`` tells by puzzle whether the first try was right, ``days`` by ISO date."""

    tries: dict[str, bool] = msgspec.field(default_factory=dict)
    days: dict[str, bool] = msgspec.field(default_factory=dict)

    def streak(self, today: date) -> int:
        """Return how many days in a row, up to today or yesterday, the puzzle of the day was solved at once.

        >>> Solved(days={"2026-11-24": True, "2026-11-25": True}).streak(date(2026, 11, 26))
        2
        """
        day = today if self.days.get(today.isoformat()) is not None else today - timedelta(days=1)
        count = 0
        while self.days.get((day - timedelta(days=count)).isoformat()):
            count += 1
        return count


@cache
def _of_kit() -> Collection:
    return read("puzzles.json", Collection)


def collection(path: Path | None = None) -> Collection:
    """Return the puzzles of the kit, or of a file that ``roses puzzles`` has written.

    DataError or SaveError where it cannot be read.

    >>> len(collection().puzzles) >= 60
    True
    """
    if path is None:
        return _of_kit()
    try:
        return msgspec.json.decode(path.read_bytes(), type=Collection)
    except (OSError, msgspec.MsgspecError) as error:
        message = _("{path} cannot be read as puzzles: {reason}; make such a file by the command roses puzzles")
        raise SaveError(message.format(path=path, reason=error)) from error


def of_day(puzzles: Sequence[Puzzle], day: date) -> int:
    """Return the number of the puzzle of a day: another each day until all have been shown.

    >>> of_day(collection().puzzles, date(2026, 11, 26)) != of_day(collection().puzzles, date(2026, 11, 27))
    True
    """
    turn, place = divmod(day.toordinal(), len(puzzles))
    return random.Random(turn).sample(range(len(puzzles)), len(puzzles))[place]


def task_of(puzzle: Puzzle, state: State) -> str:
    """Return what is asked, and what one needs to know before.

    >>> kit = collection()
    >>> task_of(kit.puzzles[0], kit.state(kit.puzzles[0]))[-1]
    '?'
    """
    kind, _colon, heir = puzzle.goal.partition(":")
    fields = {"side": puzzle.side, "heir": heir, "area": PLACES[state.battle.area] if state.battle else ""}
    if kind == "crown":
        count = tally(state)
        fields |= {side.lower(): str(count.total(side)) for side in SIDES}
    sentences = {
        "win": _("{side} fights for {area} and chooses. After which choice does it win this battle most often?"),
        "kill": _(
            "{side} fights for {area} and chooses. After which choice does it kill {heir} most often, or win him over?"
        ),
        "save": _(
            "{side} fights for {area} and chooses. After which choice does {heir} live and stay true most often?"
        ),
        "crown": _(
            "{side} moves last, and then the lords are counted: now Lancaster has {lancaster} and York {york}."
            " With which order does it begin, to hold the crown?"
        ),
        "feed": _(
            "{side} moves last, and one of its armies is too large for its area. Which order begins to feed all?"
        ),
    }
    return sentences[kind].format(**fields)


def choices_of(puzzle: Puzzle, state: State) -> tuple[str, ...]:
    """Return what is offered, in notation: all choices in a battle, else the right orders and some that are wrong."""
    legal = [str(action) for action in state.legal_actions()]
    if state.battle is not None:
        return tuple(legal)
    chance = random.Random(puzzle.at)
    right = chance.sample(puzzle.right, min(2, len(puzzle.right)))
    wrong = [one for one in legal if one not in puzzle.right]
    others = chance.sample(wrong, min(len(wrong), _CHOICES - len(right)))
    return tuple(sorted({*right, *others}, key=legal.index))


def plain(action: str) -> str:
    """Return an action in notation without the letters of houses, which the picture shows.

    >>> plain("Stanley/Y fires")
    'Stanley fires'
    """
    return re.sub(r"/[LY]\b", "", action)


def answer_of(puzzle: Puzzle, choice: str) -> str:
    """Return what comes of a choice, in words.

    >>> puzzle = collection().puzzles[0]
    >>> answer_of(puzzle, puzzle.right[0]).startswith(plain(puzzle.right[0]))
    True
    """
    kind, _colon, heir = puzzle.goal.partition(":")
    worth, choice, is_right = puzzle.worth.get(choice, 0.0), plain(choice), choice in puzzle.right
    if kind in ("crown", "feed"):
        others = len(puzzle.right) - 1
        if is_right and others:
            message = ngettext(
                "{choice}: with this order it can be done, and with {n} other.",
                "{choice}: with this order it can be done, and with {n} others.",
                others,
            )
            return message.format(choice=choice, n=others)
        if is_right:
            return _("{choice}: with this order it can be done, and with no other.").format(choice=choice)
        return _("{choice}: after this it can no longer be done, whatever follows.").format(choice=choice)
    sentences = {
        "win": _("{choice}: {side} wins {n} of 100 such battles, if both sides go on as well as they can."),
        "kill": _(
            "{choice}: {heir} is killed or won over in {n} of 100 such battles, if all go on as well as they can."
        ),
        "save": _(
            "{choice}: {heir} lives and stays true in {n} of 100 such battles, if all go on as well as they can."
        ),
    }
    return sentences[kind].format(choice=choice, side=puzzle.side, heir=heir, n=round(100 * worth))


def finders_of(puzzle: Puzzle) -> str:
    """Return how hard a puzzle is, by the bots that find a right choice."""
    if len(puzzle.finders) == 2:
        return _("easy: squire and knight find it")
    if puzzle.finders:
        return _("middling: the {bot} finds it").format(bot=puzzle.finders[0])
    return _("hard: neither squire nor knight finds it")


class Puzzles(ipywidgets.VBox):  # type: ignore[misc]  # ipywidgets has no types
    """Puzzles to solve by a click: first that of the ``day``, by default of today; then as many as one likes.

    ``file`` is one that ``roses puzzles`` has written, in place of the puzzles of the kit; the days in a row count
    those of the kit alone. What is solved is kept in ``progress``. SaveError where either cannot be read.

    >>> from tempfile import mkdtemp
    >>> puzzles = Puzzles(progress=Path(mkdtemp()) / "progress.json")
    >>> puzzles.choose(puzzles.now.right[0])
    >>> puzzles.solved.tries[puzzles.now.id]
    True
    """

    def __init__(self, day: date | None = None, *, file: str | Path | None = None, progress: str | Path = FILE) -> None:
        self.collection = collection(None if file is None else Path(file).absolute())
        if not self.collection.puzzles:
            raise SaveError(_("{path} has no puzzles; let more games be played").format(path=file))
        self.path = Path(progress).absolute()  # the working directory may change
        self._day, self._is_kit = day, file is None
        self._error = ""
        self._queue: list[Puzzle] = []  # what is left of a session
        self._results: list[bool] = []  # of a session, so far
        self._in_a_row = False  # whether the puzzle belongs to a session
        self.panel = Panel(gone=live.stopped(_("The kernel was stopped; what you have solved is kept.")))
        super().__init__([self.panel])
        self.add_class("roses-puzzles")
        self.panel.values.on_msg(self._on_message)
        self.solved  # noqa: B018  # raises SaveError before anything is played
        self.show(self.of_day)

    @property
    def day(self) -> date:
        """The day that was asked for, or else today, which changes at midnight."""
        return self._day or date.today()

    @property
    def of_day(self) -> Puzzle:
        """The puzzle of the day."""
        return self.collection.puzzles[of_day(self.collection.puzzles, self.day)]

    def show(self, puzzle: Puzzle) -> None:
        """Show a puzzle, without an answer."""
        self.now, self.state = puzzle, self.collection.state(puzzle)
        self.chosen: list[str] = []
        self._draw()

    def choose(self, choice: str) -> None:
        """Answer with a choice, in notation; the first answer counts.

        Nothing is done where it is not offered, as after a click that was sent twice, or once the puzzle is solved.
        """
        is_first, is_right = not self.chosen, choice in self.now.right
        if self._is_over or choice in self.chosen or choice not in choices_of(self.now, self.state):
            return
        self.chosen.append(choice)
        if is_first and self._in_a_row:
            self._results.append(is_right)
        if is_first:
            self._keep(is_right)
        self._draw()

    @property
    def solved(self) -> Solved:
        """What was solved so far; SaveError where the file cannot be read."""
        try:
            return msgspec.json.decode(self.path.read_bytes(), type=Solved)
        except FileNotFoundError:
            return Solved()
        except (OSError, msgspec.MsgspecError) as error:
            message = _("{path} cannot be read as solved puzzles: {reason}; move it away to begin anew")
            raise SaveError(message.format(path=self.path, reason=error)) from error

    def press(self, button: str) -> None:
        """Do what a button stands for: day, session, next, or a choice."""
        if button == "day":
            self._queue, self._results, self._in_a_row = [], [], False
            self.show(self.of_day)
        elif button == "session":
            self._queue, self._results, self._in_a_row = self._others(SESSION), [], True
            self.show(self._queue.pop(0))
        elif button == "next":
            self._in_a_row = bool(self._queue)
            self.show((self._queue or self._others(1)).pop(0))
        else:
            self.choose(button)

    @property
    def _is_over(self) -> bool:
        return bool(self.chosen) and self.chosen[-1] in self.now.right

    def show_error(self, html: str) -> None:
        """Show an error above the puzzle."""
        self._error = html
        self._draw()

    @guarded
    def _on_message(self, _panel: Any, message: Any, _buffers: Any) -> None:
        self._error = ""
        self.press(str(message["ask"]))

    def _others(self, n: int) -> list[Puzzle]:
        """Return up to ``n`` puzzles, those that were not tried yet before others; the easier ones first."""
        tries = self.solved.tries
        puzzles = [puzzle for puzzle in self.collection.puzzles if puzzle != self.now] or [self.now]
        random.shuffle(puzzles)
        puzzles.sort(key=lambda puzzle: puzzle.id in tries)
        return sorted(puzzles[:n], key=lambda puzzle: -len(puzzle.finders))

    def _keep(self, is_right: bool) -> None:
        """Keep the first try at a puzzle, and at that of the day."""
        self._draw()  # the answer is shown even if it cannot be kept
        solved = self.solved
        solved.tries.setdefault(self.now.id, is_right)
        if self._is_kit and self.now == self.of_day:
            solved.days.setdefault(self.day.isoformat(), is_right)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            files.write(self.path, msgspec.json.encode(solved))
        except OSError as error:
            message = _("what you have solved could not be saved in {path}: {reason}")
            raise SaveError(message.format(path=self.path, reason=error.strerror)) from error

    def _draw(self) -> None:
        self.panel.name = self.now.id
        self.panel.html = self._error + self._html()

    def _html(self) -> str:
        """Return the puzzle, and what comes of the choices that were made."""
        number = self.collection.puzzles.index(self.now) + 1
        title = _("Puzzle {n} of {all}").format(n=number, all=len(self.collection.puzzles))
        is_of_day = self.now == self.of_day and not self._in_a_row
        tools = [
            button_html("day", _("Puzzle of the day"), **({"disabled": ""} if is_of_day else {})),
            button_html("session", _("Ten in a row")),
            button_html("next", _("Next")),
        ]
        head = div(
            "head",
            tag("h3", escape(title), tabindex="-1"),
            tag("small", escape(finders_of(self.now))),
            div("tools", *tools),
        )
        buttons = []
        for choice in choices_of(self.now, self.state):
            is_right = choice in self.now.right
            sign = ("✓ " if is_right else "✗ ") if choice in self.chosen else ""
            off = {"disabled": ""} if self._is_over or choice in self.chosen else {}
            buttons.append(tag("li", button_html(choice, sign + plain(choice), **off)))
        answers = [answer_html(choice in self.now.right, answer_of(self.now, choice)) for choice in self.chosen[-1:]]
        if self._is_over:
            answers += [tag("p", escape(text)) for text in self._after()]
            paragraph = rule(_RULES[verb(self.now.right[0]) or self.now.goal])
            answers.append(
                tag("details", tag("summary", escape(_("The rule in full"))), div("rule", paragraph_html(paragraph)))
            )
        told = tag("div", *answers, role="status")
        task = tag("p", tag("b", escape(task_of(self.now, self.state))))
        choices = tag("ul", *buttons, **{"class": "roses-choices"})
        side = div("asks", task, choices, told, tag("p", tag("small", escape(self._score()))))
        return head + div("sides", div("picture", self._picture()), side)

    def _after(self) -> list[str]:
        """Return what else there is to say of a solved puzzle."""
        others = sorted((one for one in self.now.worth if one not in self.now.right), key=self.now.worth.__getitem__)
        next_best = [answer_of(self.now, others[-1])] if others else []
        record = self.collection.games[self.now.game]
        played = _("In the game from which this is taken, the knight chose: {action}.")
        return [*next_best, played.format(action=plain(record.entries[self.now.at].action))]

    def _score(self) -> str:
        """Return how far a session and the streak have come."""
        parts = []
        if self._in_a_row:
            marks = " ".join("✓" if one else "✗" for one in self._results)
            parts.append(
                _("In a row: {right} of {n}. {marks}").format(
                    right=sum(self._results), n=len(self._results), marks=marks
                )
            )
        try:
            solved = self.solved
        except SaveError:  # it is told when a choice cannot be kept
            return " ".join(parts)
        if days := solved.streak(self.day):
            parts.append(ngettext("{n} day in a row.", "{n} days in a row.", days).format(n=days))
        tries = [solved.tries[puzzle.id] for puzzle in self.collection.puzzles if puzzle.id in solved.tries]
        parts.append(_("Solved at the first try: {right} of {n}.").format(right=sum(tries), n=len(tries)))
        return " ".join(parts)

    def _picture(self) -> str:
        """Return the board of a battle for wide and for narrow pages, or the map, with all blocks face up."""
        if self.state.battle is None:
            return str(map_svg(self.state, "kingdom"))
        view = self.state.view()
        return div("wide", str(battle_svg(view))) + div("narrow", str(narrow_svg(view)))

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Return the live widget; for readers without a kernel, what is asked."""
        here = _("Here stands a puzzle, which is solved by a click.")
        task = task_of(self.now, self.state)
        return live.bundle(super()._repr_mimebundle_(**kwargs), here, task, tag("p", tag("b", escape(task))))
