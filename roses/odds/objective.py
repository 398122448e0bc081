"""Objectives of best play: winning, the balance of steps, an heir's life, or a function of the ending."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import msgspec

from roses.engine.errors import brief
from roses.odds.endings import Ending, Entrant
from roses.richard.tables import BLOCKS, HEIRS, INDEX

Measure: TypeAlias = Callable[[Ending], float]


class Objective(msgspec.Struct, frozen=True):
    """A measure of endings. ``house`` maximises it, the other house minimises it; it lies within ``low`` and ``high``.

    ``kind`` is win, steps, heir (then ``heir`` is his block, as an index) or function.
    """

    name: str
    kind: str
    house: str
    measure: Measure
    low: float
    high: float
    heir: int = -1
    rebel: str = ""  # the house that the Rebel serves, if he is there

    def serves(self, name: str) -> bool:
        """Whether a block fights for the house."""
        return serves(name, self.house, self.rebel)


def objective(asked: str | Measure, house: str, blocks: Sequence[Entrant]) -> Objective:
    """Return the objective asked for; ``house`` attacks, and ``blocks`` are in the battle. ValueError if it is none.

    ``"win"`` is the probability that the attacking house wins, ``"steps"`` the steps it expects to have left less those
    of the other, ``"heir:Richmond"`` the probability that he lives and serves his house, which maximises it. A
    function of an ``Ending`` is maximised by the attacking house.

    >>> objective("heir:Richmond", "York", [Entrant("Richmond", "Lancaster", "defender", 3, False)]).house
    'Lancaster'
    """
    names = [e.block for e in blocks]
    if callable(asked):
        return Objective(getattr(asked, "__name__", "function"), "function", house, asked, -float("inf"), float("inf"))
    if asked == "win":
        return Objective("win", "win", house, lambda end: float(end.winner == house), 0.0, 1.0)
    if asked == "steps":
        most = float(sum(BLOCKS[name].steps for name in names))
        rebel = next((e.house for e in blocks if e.block == "Rebel"), "")
        return Objective("steps", "steps", house, lambda end: _balance(end, house, rebel), -most, most, rebel=rebel)
    kind, _colon, name = str(asked).partition(":")
    if kind == "heir" and name in names and HEIRS >> INDEX[name] & 1:
        return Objective(
            f"heir:{name}", "heir", BLOCKS[name].side, lambda end: float(name in end.strength), 0.0, 1.0, INDEX[name]
        )
    names = ["win", "steps", *(f"heir:{name}" for name in names if HEIRS >> INDEX[name] & 1)]
    choices = ", ".join(map(repr, names))
    raise ValueError(f"there is no objective {brief(asked)!r}; choose {choices} or a function of an Ending")


def _balance(end: Ending, house: str, rebel: str) -> float:
    return float(sum(steps if serves(name, house, rebel) else -steps for name, steps in end.strength.items()))


def serves(name: str, house: str, rebel: str) -> bool:
    """Whether a block fights for this house; ``rebel`` is the house that the Rebel serves, the Pretender's."""
    return (rebel if name == "Rebel" else BLOCKS[name].side) == house
