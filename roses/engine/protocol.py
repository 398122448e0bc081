"""The vocabulary that all games of the kit share: actions, events, outcomes, states. No game, no random generator."""

from __future__ import annotations

import random
from typing import Any, Final, Protocol

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

    ``kind`` says what; the other fields hold whatever that kind needs (each game has a table of sentences).
    ``dice`` are faces, ``n`` counts hits, steps or points, ``note`` is free text such as a way or a rating.
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


class State(Protocol):
    """What every game's state offers; see the class of the game for what its phases and actions mean."""

    @property
    def active(self) -> tuple[str, ...]:
        """The sides that must choose; (CHANCE,) when dice or cards are due; () when the game is over."""

    @property
    def phase(self) -> Any:
        """What is being decided."""

    @property
    def outcome(self) -> Outcome | None:
        """The end of the game, or None."""

    @property
    def events(self) -> tuple[Event, ...]:
        """What the last action brought about, in order."""

    def legal_actions(self, side: str | None = None) -> tuple[Action, ...]:
        """What ``side`` may choose; without a side, the first that is still to choose."""

    def apply(self, action: Action | str) -> State:
        """The state after an action; RuleError if it is not legal."""

    def sample(self, rng: random.Random) -> Action:
        """One chance action, drawn by its probability."""

    def view(self, side: str | None = None) -> Any:
        """What ``side`` may know; None sees all."""
