"""Hints in three steps: what can I do, what matters now, a move with its reason. They rest on what a seat may know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Protocol

import msgspec

from roses.engine import markdown
from roses.engine.errors import cited
from roses.engine.games import adviser, describe
from roses.engine.i18n import N_, ngettext
from roses.engine.i18n import gettext as _
from roses.engine.options import Option
from roses.engine.protocol import Action, Matter

STEPS: Final = 3
_TITLES: Final = (N_("What can I do?"), N_("What matters now?"), N_("A move, with its reason"))
_SHOWN: Final = 5  # lines on what matters; names of what may act
_MOVES: Final = 3


class Hint(msgspec.Struct, frozen=True):
    """One step of a hint: its number from 1, a title, and lines, each a sentence or an item of a list.

    ``moves`` are the actions of the third step, the best first; each has its line, and its reason in ``reasons``.
    """

    step: int
    title: str
    lines: tuple[str, ...]
    moves: tuple[Action, ...] = ()
    reasons: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "\n".join((self.title, *(f"- {line}" for line in self.lines)))

    def _repr_markdown_(self) -> str:
        lines = "\n".join(f"* {markdown.plain(line)}" for line in self.lines)
        return f"**{markdown.plain(self.title)}**\n\n{lines}"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))


class Sitting(Protocol):
    """The members of a ``Seat`` that hints use."""

    @property
    def game(self) -> str: ...
    @property
    def side(self) -> str: ...
    @property
    def view(self) -> Any: ...
    @property
    def question(self) -> str: ...
    @property
    def rule(self) -> str: ...
    @property
    def options(self) -> tuple[Action, ...]: ...
    @property
    def tree(self) -> tuple[Option, ...]: ...


def hint(seat: Sitting, step: int) -> Hint:
    """Return one step of a hint for a seat; ValueError unless it is 1, 2 or 3.

    The first step is made of the options and of what the game's ``left`` says, the second of what its ``matters`` says,
    the third by the bot that is registered as the game's adviser.
    """
    if step not in range(1, STEPS + 1):
        raise ValueError(_("a hint has the steps 1 to {last}, not {step}").format(last=STEPS, step=repr(step)))
    title = _(_TITLES[step - 1])
    if step == STEPS:
        return _a_move(seat, title)
    return Hint(step, title, tuple((_what_i_can_do, _what_matters)[step - 1](seat)))


def _what_i_can_do(seat: Sitting) -> Sequence[str]:
    """Return what is due, what is left to spend, and the kinds of choices with their number."""
    if not seat.options:
        return [_waiting(seat)]
    due = _sentence(Matter(seat.rule, seat.question))
    return [due, *describe(seat.game).left(seat.view), *map(_kind, seat.tree)]


def _waiting(seat: Sitting) -> str:
    words = _("{side} has nothing to choose now: {question}").format(side=seat.side, question=seat.question)
    return _sentence(Matter(seat.rule, words))


def _kind(option: Option) -> str:
    """Return a kind of choice, how many there are, and what may act if these are few."""
    number = sum(1 for _action in option.actions())
    names = [below.words for below in option.options]
    if number == 1 or not 1 < len(names) <= _SHOWN:
        return ngettext("{kind}: {n} choice", "{kind}: {n} choices", number).format(kind=option.words, n=number)
    listed = ngettext("{kind}: {n} choice ({names})", "{kind}: {n} choices ({names})", number)
    return listed.format(kind=option.words, n=number, names=", ".join(names))


def _what_matters(seat: Sitting) -> Sequence[str]:
    found = describe(seat.game).matters(seat.view, seat.tree)
    return [_sentence(matter) for matter in found[:_SHOWN]] or [_("Nothing presses now.")]


def _sentence(matter: Matter) -> str:
    words = matter.words[:1].upper() + matter.words[1:]
    return _("{sentence} ({rule}).").format(sentence=words, rule=cited(matter.rule))


def _a_move(seat: Sitting, title: str) -> Hint:
    """Return the adviser's first choices, each with its reason."""
    if not seat.options:
        return Hint(STEPS, title, (_waiting(seat),))
    if (advise := adviser(seat.game)) is None:
        return Hint(STEPS, title, (_("Nobody gives advice on this game."),))
    best = advise(seat)[:_MOVES]
    lines = [_("{move}: {reason}").format(move=a.action, reason=a.reason) if a.reason else str(a.action) for a in best]
    return Hint(STEPS, title, tuple(lines), tuple(a.action for a in best), tuple(a.reason for a in best))
