"""What came of a fork: the share of the wins in both arms, and the difference, each with its interval."""

from __future__ import annotations

from collections.abc import Sequence
from math import nan, sqrt
from statistics import variance
from typing import Any, Final

import msgspec

from roses.bots.arena import wilson
from roses.engine.display import Pictured
from roses.engine.i18n import gettext as _
from roses.lab.fork.study import ARMS, UNTIL, WINS, Fork
from roses.lab.runs.columns import Row
from roses.table import Table

_Z: Final = 1.96  # standard deviations of an interval that holds the truth 95 times in 100
DIFFERENCE: Final = "difference"


def paired(differences: Sequence[float]) -> tuple[float, float, float]:
    """Return the mean of paired differences from -1 to 1, and its interval of 95 %.

    The interval is that of Bonett and Price: as if two more pairs had been played, of which one went each way (D. G.
    Bonett and R. M. Price, "Adjusted Wald confidence interval for a difference of binomial proportions based on paired
    data", *Journal of Educational and Behavioral Statistics* 37 (2012), 479 to 488). So it is never empty: that a
    hundred pairs did not differ does not prove that none would.

    >>> [round(end, 3) for end in paired([1.0] * 20 + [0.0] * 75 + [-1.0] * 5)]
    [0.15, 0.051, 0.243]
    """
    n = len(differences) + 2
    middle = sum(differences) / n
    half = _Z * sqrt(((sum(d * d for d in differences) + 2) / n - middle**2) / n)
    return sum(differences) / len(differences), max(-1.0, middle - half), min(1.0, middle + half)


def mean(values: Sequence[float]) -> tuple[float, float, float]:
    """Return the mean of two values or more of any kind, and its interval of 95 % by the normal distribution.

    Of values that are all equal the interval is empty, which is no proof that the next would be equal too.

    >>> [round(end, 2) for end in mean([4.0, 5.0, 6.0, 5.0])]
    [5.0, 4.2, 5.8]
    """
    middle = sum(values) / len(values)
    half = _Z * sqrt(variance(values) / len(values))
    return middle, middle - half, middle + half


def _share(values: Sequence[float]) -> tuple[float, float, float]:
    share = sum(values) / len(values)
    return share, *wilson(share, len(values))


class Forked(Pictured, msgspec.Struct, frozen=True):
    """What came of a fork: ``study``, which plays any of its games again, and a row for each pair of games.

    A pair is its number; then, as it was, each side's part of the win, then by how many lords each is ahead at the
    end (*Richard III*, rule 8.2) or the points of each (*Lancaster*); then the same, changed. Wins and lead need not
    agree: a house without an heir has lost, whatever its lords (rule 9.0).
    """

    study: Fork
    pairs: tuple[Row, ...]

    def table(self) -> Table:
        """Return for each measure and each side three rows: ``as it was``, ``changed`` and ``difference``.

        Columns: ``measure``: wins, and lead or points; ``side``; ``what``; ``value``: the share of the wins, 0..1, or
        the mean lead in lords or the mean points, or the difference of both; ``low``, ``high``: its interval of 95 %,
        by Wilson for a share, by ``paired`` for the difference of two, by the normal distribution for means;
        ``variance ratio``: the variance of the difference of a pair, divided by that which two games without common
        random numbers would have, NaN where neither value varies; ``n``: pairs; ``seed``.
        """
        rows: list[tuple[Any, ...]] = []
        for measure in self.study.measures:
            for side in self.study.seats:
                for arm, values in zip(ARMS, self._values(side, measure), strict=True):
                    rows.append((measure, side, arm, *(_share if measure == WINS else mean)(values), nan))
                ratio = self.variance_ratio(side, measure)
                rows.append((measure, side, DIFFERENCE, *self.difference(side, measure), ratio))
        columns = ["measure", "side", "what", "value", "low", "high", "variance ratio", "n", "seed"]
        return Table([(*row, len(self.pairs), self.study.seed) for row in rows], columns=columns)

    def difference(self, side: str, measure: str = WINS) -> tuple[float, float, float]:
        """Return what the change adds for a side, and its interval; ValueError for an unknown side or measure.

        >>> import roses
        >>> roses.fork("1483-richard-iii", at=131, change="roll 4", n=5).difference("York")[0]
        0.0
        """
        before, after = self._values(side, measure)
        return (paired if measure == WINS else mean)([b - a for a, b in zip(before, after, strict=True)])

    def variance_ratio(self, side: str, measure: str = WINS) -> float:
        """Return how much of the variance of an unpaired difference is left, NaN where neither value varies.

        It is an estimate as well: where it is 0.7, that of 200 pairs is known to 0.13 either way, 95 times in 100.
        ValueError for an unknown side or measure.
        """
        before, after = self._values(side, measure)
        alone = variance(before) + variance(after)
        return variance([b - a for a, b in zip(before, after, strict=True)]) / alone if alone else nan

    @property
    def call(self) -> str:
        """The call that repeats it, in Python; ``record`` stands for a record that has no name."""
        told, change = self.study, self.study.changed
        only = change["play"][0] if list(change) == ["play"] and len(change["play"]) == 1 else change
        words: dict[str, Any] = {
            "at": told.at,
            "change": only,
            "n": len(self.pairs),
            "seats": told.seats,
            "seed": told.seed,
        }
        words |= {"until": told.until} if told.until != UNTIL[0] else {}
        named = ", ".join(f"{name}={value!r}" for name, value in words.items())
        return f"roses.fork({repr(told.name) if told.name else 'record'}, {named})"

    def __repr__(self) -> str:
        side, measure = list(self.study.seats)[-1], self.study.measures[-1]
        value, low, high = self.difference(side, measure)
        said = _("<{fork}; {n} pairs, {side}'s {measure} {value:+.2f} ({low:+.2f} to {high:+.2f})>")
        told = {"side": side, "measure": measure, "value": value, "low": low, "high": high}
        return said.format(fork=repr(self.study).strip("<>"), n=len(self.pairs), **told)

    def _values(self, side: str, measure: str) -> tuple[list[float], list[float]]:
        """Return the values of a side, pair by pair, as it was and changed."""
        sides, measures = list(self.study.seats), self.study.measures
        for what, known in ((side, sides), (measure, measures)):
            if what not in known:
                said = _("a fork knows no {what}; it knows: {known}")
                raise ValueError(said.format(what=repr(what), known=", ".join(map(repr, known))))
        at = 1 + sides.index(side) + len(sides) * measures.index(measure)
        return [pair[at] for pair in self.pairs], [pair[at + len(sides) * len(measures)] for pair in self.pairs]
