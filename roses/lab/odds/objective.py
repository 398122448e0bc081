"""What best play is best at: who wins, the steps that are left, an heir's life, or a function of the ending."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import msgspec

from roses.lab.odds.ending import Ending
from roses.richard.roster import BLOCKS, HEIRS, INDEX

Measure: TypeAlias = Callable[[Ending], float]


class Objective(msgspec.Struct, frozen=True):
    """A measure of endings. ``house`` plays for the most of it, the other for the least; ``low`` to ``high`` bound it.

    ``kind`` is win, steps, heir (then ``heir`` is his block, as an index) or function.
    """

    name: str
    kind: str
    house: str
    measure: Measure
    low: float
    high: float
    heir: int = -1


def objective(asked: str | Measure, house: str, blocks: tuple[str, ...]) -> Objective:
    """Return the objective asked for; ``house`` attacks, and ``blocks`` are in the battle. ValueError if it is none.

    ``"win"`` is the probability that the attacking house wins, ``"steps"`` what it expects to have left less what the
    other has, ``"heir:Richmond"`` the probability that he lives in the service of his house, which plays for it. A
    function of an ``Ending`` is played for by the attacking house.

    >>> objective("heir:Richmond", "York", ("Richmond", "Gloucester")).house
    'Lancaster'
    """
    if callable(asked):
        return Objective(getattr(asked, "__name__", "function"), "function", house, asked, -float("inf"), float("inf"))
    if asked == "win":
        return Objective("win", "win", house, lambda end: float(end.winner == house), 0.0, 1.0)
    if asked == "steps":
        most = float(sum(BLOCKS[name].steps for name in blocks))
        return Objective("steps", "steps", house, lambda end: _balance(end, house), -most, most)
    kind, _, name = str(asked).partition(":")
    if kind == "heir" and name in blocks and HEIRS >> INDEX[name] & 1:
        return Objective(
            f"heir:{name}", "heir", BLOCKS[name].side, lambda end: float(name in end.strength), 0.0, 1.0, INDEX[name]
        )
    heirs = ", ".join(f"'heir:{name}'" for name in blocks if HEIRS >> INDEX[name] & 1) or "no heir, as none is here"
    raise ValueError(f"{asked!r} is no objective; there is 'win', 'steps', {heirs}, or a function of an Ending")


def _balance(end: Ending, house: str) -> float:
    return float(sum(steps if serves(name, house) else -steps for name, steps in end.strength.items()))


def serves(name: str, house: str) -> bool:
    """Whether a block fights for this house; the Rebel is asked nowhere but in ``steps``, as the Pretender's."""
    return BLOCKS[name].side == house
