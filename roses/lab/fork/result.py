"""What came of a fork: the share of the wins in both arms, and the difference, each with its interval."""

from __future__ import annotations

from collections.abc import Sequence
from math import nan, sqrt
from statistics import variance
from typing import Any, Final, NamedTuple

import msgspec

from roses.engine.display import Pictured
from roses.lab.fork.study import ARMS, UNTIL, WINS, Fork
from roses.lab.intervals import wilson
from roses.lab.runs.columns import Row
from roses.table import Table

_Z: Final = 1.96  # standard deviations of an interval that holds the truth 95 times in 100
DIFFERENCE: Final = "difference"
WITHOUT_LUCK: Final = "difference without luck"
_MANY: Final = 10  # pairs that must differ, so that the interval without luck holds the truth as often as it should


def paired(differences: Sequence[float]) -> tuple[float, float, float]:
    """Return the mean of paired differences, and its interval of 95 %.

    The interval is that of Bonett and Price: as if two more pairs had been played, of which one went each way (D. G.
    Bonett and R. M. Price, "Adjusted Wald confidence interval for a difference of binomial proportions based on paired
    data", *Journal of Educational and Behavioral Statistics* 37 (2012), 479 to 488). They have it for differences of
    -1, 0 and 1; here a pair more differs by the quadratic mean of those that differ, so lords may be counted in any
    unit. So it is never empty: that a hundred pairs did not differ, of any unit, does not prove that none would.

    The normal interval without them is too short where few pairs differ: of 40 pairs that differ with a chance of 0.17
    it holds the truth 91 times in 100. By adding up all counts of 40, 100 and 400 pairs this one holds it 94 to 97
    times in 100 where seven pairs or more are expected to differ; where fewer are, it is longer than it need be. Leads
    drawn from those of seven forks of the kit it holds 93 to 96 times in 100. No interval of so many pairs can know of
    large differences so rare that none was seen.

    >>> [round(end, 3) for end in paired([1.0] * 20 + [0.0] * 75 + [-1.0] * 5)]
    [0.15, 0.051, 0.243]
    >>> [round(end, 3) for end in paired([4.0] * 20 + [0.0] * 75 + [-4.0] * 5)]
    [0.6, 0.206, 0.971]
    """
    n, square, differ = len(differences) + 2, sum(d * d for d in differences), sum(d != 0 for d in differences)
    middle, more = sum(differences) / n, 2 * square / differ if differ else 2.0
    half = _Z * sqrt(((square + more) / n - middle**2) / n)
    return sum(differences) / len(differences), middle - half, middle + half


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


class Estimate(NamedTuple):
    """What a change adds for a side, its interval of 95 %, and the part of the unpaired variance that is left."""

    value: float
    low: float
    high: float
    ratio: float


class Forked(Pictured, msgspec.Struct, frozen=True):
    """What came of a fork: ``study``, which plays any of its games again, and a row for each pair of games.

    A pair is its number; then, as it was, each side's part of the win, then by how many lords each is ahead at the
    end (*Richard III*, rule 8.2) or the points of each (*Lancaster*); then the same, changed. Wins and lead need not
    agree: a house without an heir has lost, whatever its lords (rule 9.0). ``less`` has the same less the luck of each
    game; it is empty for *Lancaster* and for fewer than 20 pairs, which cannot tell what a position is worth.
    """

    study: Fork
    pairs: tuple[Row, ...]
    less: tuple[Row, ...] = ()

    def table(self) -> Table:
        """Return for each measure and each side: ``as it was``, ``changed``, and what the change adds.

        That is ``difference without luck`` where it is known, then ``difference``, as the games were counted. Both
        estimate the same, and the first varies less as a rule: it does not count what dice and deals did in a game
        beyond the mean over all that might have fallen (a roll against a changed loyalty is counted).

        Columns: ``measure``: wins, and lead or points; ``side``; ``what``; ``value``: the share of the wins, 0..1, or
        the mean lead in lords or the mean points, or the difference of both; ``low``, ``high``: its interval of 95 %,
        by Wilson for a share, by ``paired`` for a difference, by the normal distribution for means; ``variance ratio``:
        the variance of the difference of a pair, divided by that which two games without common random numbers would
        have, luck and all, NaN where neither value varies; ``n``: pairs; ``seed``.
        """
        rows: list[tuple[Any, ...]] = []
        for measure in self.study.measures:
            for side in self.study.seats:
                for arm, values in zip(ARMS, self._values(side, measure, self.pairs), strict=True):
                    rows.append((measure, side, arm, *(_share if measure == WINS else mean)(values), nan))
                rows += [(measure, side, what, *estimate) for what, estimate in self.estimates(side, measure).items()]
        columns = ["measure", "side", "what", "value", "low", "high", "variance ratio", "n", "seed"]
        return Table([(*row, len(self.pairs), self.study.seed) for row in rows], columns=columns)

    def estimates(self, side: str, measure: str = WINS) -> dict[str, Estimate]:
        """Return what the change adds for a side, by the names of ``table``, the best estimate first.

        ``difference without luck`` is missing where it is not known, and where fewer than ten pairs differ: with so few
        it varies little but for rare pairs far from the rest, and its interval is too short. ValueError for an unknown
        side or measure.

        >>> import roses
        >>> list(roses.lab.what_if("northumberland-rides-1485", n=20).estimates("York", "lead"))
        ['difference without luck', 'difference']
        """
        before, after = self._values(side, measure, self.pairs)
        alone = variance(before) + variance(after)
        many = sum(a != b for a, b in zip(before, after, strict=True)) >= _MANY
        kinds = {WITHOUT_LUCK: self.less} if self.less and many else {}
        estimates = {}
        for what, pairs in {**kinds, DIFFERENCE: self.pairs}.items():
            before, after = self._values(side, measure, pairs)
            gains = [b - a for a, b in zip(before, after, strict=True)]
            value, low, high = (0.0, 0.0, 0.0) if self.study.same else paired(gains)
            if measure == WINS:
                low, high = max(-1.0, low), min(1.0, high)
            estimates[what] = Estimate(value, low, high, variance(gains) / alone if alone else nan)
        return estimates

    def difference(self, side: str, measure: str = WINS) -> tuple[float, float, float]:
        """Return what the change adds for a side as the games were counted, and its interval.

        Where both worlds begin as one and the same, it is 0, and so is the interval. ValueError for an unknown side or
        measure.

        >>> import roses
        >>> roses.fork("1483-richard-iii", at=131, change="roll 4", n=5).difference("York")
        (0.0, 0.0, 0.0)
        """
        value, low, high, _ratio = self.estimates(side, measure)[DIFFERENCE]
        return value, low, high

    def variance_ratio(self, side: str, measure: str = WINS) -> float:
        """Return how much of the variance of an unpaired difference is left in the best estimate, NaN if there is none.

        It is an estimate as well: where it is 0.7, that of 200 pairs is known to 0.13 either way, 95 times in 100.
        ValueError for an unknown side or measure.
        """
        return next(iter(self.estimates(side, measure).values())).ratio

    @property
    def call(self) -> str:
        """The call that repeats it, in Python; ``record`` stands for a record that has no name."""
        study, change = self.study, self.study.changed
        only = change["play"][0] if list(change) == ["play"] and len(change["play"]) == 1 else change
        words: dict[str, Any] = {
            "at": study.at,
            "change": only,
            "n": len(self.pairs),
            "seats": study.seats,
            "seed": study.seed,
        }
        words |= {"until": study.until} if study.until != UNTIL[0] else {}
        named = ", ".join(f"{name}={value!r}" for name, value in words.items())
        return f"roses.fork({repr(study.name) if study.name else 'record'}, {named})"

    def __repr__(self) -> str:
        side, measure = list(self.study.seats)[-1], self.study.measures[-1]
        value, low, high, _ratio = next(iter(self.estimates(side, measure).values()))
        fork, n = repr(self.study).strip("<>"), len(self.pairs)
        return f"<{fork}; {n} pairs, {side}'s {measure} {value:+.2f} ({low:+.2f} to {high:+.2f})>"

    def _values(self, side: str, measure: str, pairs: Sequence[Row]) -> tuple[list[float], list[float]]:
        """Return the values of a side, pair by pair, as it was and changed."""
        sides, measures = list(self.study.seats), self.study.measures
        for what, known in ((side, sides), (measure, measures)):
            if what not in known:
                raise ValueError(f"this fork has no {what!r}; choose from {', '.join(map(repr, known))}")
        at = 1 + sides.index(side) + len(sides) * measures.index(measure)
        return [pair[at] for pair in pairs], [pair[at + len(sides) * len(measures)] for pair in pairs]
