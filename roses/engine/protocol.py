"""The vocabulary that all games of the kit share: actions, events, outcomes. No game, no state, no random generator."""

from __future__ import annotations

from typing import ClassVar, Final

import msgspec

CHANCE: Final = "Chance"

# gc=False: these hold texts and numbers, never what might hold them, so the garbage collector need not look at them.


class Action(msgspec.Struct, frozen=True, gc=False):
    """A choice of a side, or of chance. Games derive their own actions; ``str`` gives the notation."""


class Written(Action, frozen=True):
    """An action with a template: ``str(action)`` fills it in, ``Notation.parse`` reads it back.

    A field that holds a tuple is written with blanks between its items.
    """

    text: ClassVar[str] = ""

    def __str__(self) -> str:
        return self.text.format_map({name: _words(getattr(self, name)) for name in self.__struct_fields__})


def _words(value: object) -> object:
    return " ".join(map(str, value)) if isinstance(value, tuple) else value


class Roll(Written, frozen=True, tag="roll"):
    """Dice as they fell, each 1 to 6, in the order thrown.

    >>> str(Roll((1, 4, 6)))
    'roll 1 4 6'
    """

    text: ClassVar[str] = "roll {dice}"
    dice: tuple[int, ...]


class Done(Written, frozen=True, tag="done"):
    """End one's part of a phase in which several things may be chosen; what is unused is lost."""

    text: ClassVar[str] = "done"


class Decline(Written, frozen=True, tag="decline"):
    """Do without what is offered."""

    text: ClassVar[str] = "decline"


class Event(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Something that just happened; ``rule`` opens its paragraph, ``seen_by`` empty means everybody sees it.

    ``kind`` says what; the other fields hold whatever that kind needs (each game has a table of sentences).
    ``dice`` are faces, ``n`` counts hits, steps or points, ``note`` is free text such as a way or a rating.
    Each game derives its own Event, whose ``str`` is one sentence.
    """

    kind: str
    rule: str
    side: str = ""
    block: str = ""
    target: str = ""
    area: str = ""
    n: int = 0
    dice: tuple[int, ...] = ()
    seen_by: tuple[str, ...] = ()
    note: str = ""

    @property
    def reveals(self) -> bool:
        """Whether somebody has seen in it what was hidden from him; a choice is not taken back across that."""
        return False


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """How a game ended: the winning side (sides that share it, joined by " and "), and the reason in one sentence."""

    winner: str
    reason: str
