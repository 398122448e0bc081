"""The vocabulary that all games of the kit share: actions, events, outcomes. No game, no random generator."""

from __future__ import annotations

from typing import Final

import msgspec

CHANCE: Final = "Chance"


class Action(msgspec.Struct, frozen=True):
    """A choice of a side, or of chance. Games derive their own actions; ``str`` gives the notation."""


class Roll(Action, frozen=True, tag="roll"):
    """Dice as they fell, each 1 to 6, in the order thrown.

    >>> str(Roll((1, 4, 6)))
    'roll 1 4 6'
    """

    dice: tuple[int, ...]

    def __str__(self) -> str:
        return "roll " + " ".join(map(str, self.dice))


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that just happened; ``rule`` opens its paragraph, ``seen_by`` empty means everybody sees it.

    ``kind`` says what: the other fields hold whatever that kind needs (see the table in ``roses.richard.events``).
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


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: the winning side and the reason in one sentence."""

    winner: str
    reason: str
