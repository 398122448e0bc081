"""One side of a battle as a table of strengths: every vector of steps its blocks may come to, and what hits make of it.

Blocks that fight alike (same letter, firepower and steps at the start, both in the line or both in reserve, and with
borders enough for all) are a lump: only how many of them are how strong is told apart. That is exact as long as ties
are broken by even chances.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import comb
from typing import TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt

Ints: TypeAlias = npt.NDArray[np.intp]
Floats: TypeAlias = npt.NDArray[np.float64]
Bools: TypeAlias = npt.NDArray[np.bool_]
MOST_HITS = 4  # no block has more steps, so none throws more dice


class Hits(msgspec.Struct, frozen=True):
    """Where hits lead: for each vector (row) its successors and their probabilities, 0 where there are fewer."""

    to: Ints
    chance: Floats


class Army:
    """All vectors of steps of one side, one row each, one column a block. ``army`` makes one, or finds it made.

    ``lumps`` are the columns that fight alike; within a lump the strongest stand first. Row 0 is the full strength.
    ``lost`` are the rows in which the game is over because the house has no heir left (rule 9.0): no hits follow then.

    >>> two = army((3, 3), ((0, 1),), ())
    >>> len(two.steps), two.steps[0].tolist()
    (10, [3, 3])
    """

    def __init__(self, steps: Sequence[int], lumps: tuple[tuple[int, ...], ...], heirs: Sequence[int]) -> None:
        self.lumps = lumps
        falling = [list(combinations_with_replacement(range(steps[lump[0]], -1, -1), len(lump))) for lump in self.lumps]
        columns = [column for lump in self.lumps for column in lump]
        rows = np.array([sum(parts, ()) for parts in product(*falling)], dtype=np.intp).reshape(-1, len(columns))
        self.steps = np.empty_like(rows)
        self.steps[:, columns] = rows
        self._radix = np.array([max(steps) + 1]) ** np.arange(len(columns))
        self._row = np.zeros((max(steps) + 1) ** len(columns), dtype=np.intp)
        self._row[self.steps @ self._radix] = np.arange(len(self.steps))
        self.lost: Bools = np.full(len(self.steps), bool(heirs))
        for heir in heirs:
            self.lost &= self.steps[:, heir] == 0
        self._hits: dict[tuple[bool, ...], tuple[Hits, ...]] = {}
        self._fire: dict[tuple[tuple[bool, ...], int, int], Spread] = {}

    def rows(self, steps: Ints) -> Ints:
        """Return the rows of these vectors, whatever the order within their lumps."""
        steps = steps.copy()
        for lump in self.lumps:
            if len(lump) > 1:
                steps[:, list(lump)] = -np.sort(-steps[:, list(lump)], axis=1)
        found: Ints = self._row[steps @ self._radix]
        return found

    def gone(self, line: Bools) -> Bools:
        """Return the rows in which none of these columns has a step left."""
        found: Bools = self.steps[:, line].sum(axis=1) == 0
        return found

    def hits(self, line: Bools) -> tuple[Hits, ...]:
        """Return what 0 to 4 hits on these columns do: all on the strongest, surplus to the next one (rule 6.4)."""
        key = tuple(line.tolist())
        if key not in self._hits:
            here = np.arange(len(self.steps))[:, None]
            tables = [Hits(here, np.ones(here.shape))]
            for n in range(1, MOST_HITS + 1):
                tables.append(self._hit(n, line, tables))
            self._hits[key] = tuple(tables)
        return self._hits[key]

    def _hit(self, n: int, line: Bools, fewer: Sequence[Hits]) -> Hits:
        """Return what ``n`` hits do, given what fewer do to those who are left."""
        open_steps = np.where(line, self.steps, 0)
        top = open_steps.max(axis=1)
        tied = (open_steps == top[:, None]) & (top > 0)[:, None] & ~self.lost[:, None]
        share = 1.0 / np.maximum(tied.sum(axis=1), 1)
        every = np.arange(len(self.steps))
        to, chance = [], []
        for lump in map(list, self.lumps):
            count = tied[:, lump].sum(axis=1)
            if not count.any():
                continue
            column = np.array(lump)[count - 1]  # equals in a lump: the last of them falls, so the strongest stay first
            after = self.steps.copy()
            after[every, column] -= np.minimum(n, after[every, column])
            struck = self.rows(after)
            for left in range(n):
                rows = (count > 0) & (np.maximum(n - top, 0) == left)
                if rows.any():
                    to.append(fewer[left].to[struck])
                    chance.append(np.where(rows, share * count, 0.0)[:, None] * fewer[left].chance[struck])
        rest = ~tied.any(axis=1)
        to.append(every[:, None])
        chance.append(rest.astype(np.float64)[:, None])
        return Hits(np.concatenate(to, axis=1), np.concatenate(chance, axis=1))

    def fire(self, line: Bools, dice: int, power: int) -> Spread:
        """Return what a block that throws so many dice at this firepower does to this side."""
        key = (tuple(line.tolist()), dice, power)
        if key not in self._fire:
            hit = power / 6
            tables = self.hits(line)
            weights = np.array([binomial(dice, n, hit) for n in range(dice + 1)])
            source = [np.repeat(np.arange(len(self.steps)), t.to.shape[1]) for t in tables[: dice + 1]]
            target = [t.to.ravel() for t in tables[: dice + 1]]
            chance = [w * t.chance.ravel() for w, t in zip(weights, tables, strict=False)]
            self._fire[key] = Spread(
                np.concatenate(source), np.concatenate(target), np.concatenate(chance), len(self.steps)
            )
        return self._fire[key]


@lru_cache(maxsize=16)
def army(steps: tuple[int, ...], lumps: tuple[tuple[int, ...], ...], heirs: tuple[int, ...]) -> Army:
    """Return the army whose blocks have these steps; ``heirs`` are the columns of the last heirs of a house."""
    return Army(steps, lumps, heirs)


class Spread:
    """A sparse map of probabilities over rows, laid out for numpy: a pass adds one source to each of many targets."""

    def __init__(self, source: Ints, target: Ints, chance: Floats, n: int) -> None:
        used = chance > 0
        target, source, chance = target[used], source[used], chance[used]
        sort = np.argsort(target, kind="stable")
        source, chance = source[sort], chance[sort]
        count = np.bincount(target, minlength=n)
        order = np.argsort(-count, kind="stable")
        begin = (np.cumsum(count) - count)[order]
        self._back = np.empty_like(order)
        self._back[order] = np.arange(n)
        self._passes = []
        for k in range(int(count.max())):
            at = begin[: int((count > k).sum())] + k
            self._passes.append((source[at], chance[at][:, None]))

    def __call__(self, mass: Floats) -> Floats:
        """Return the probabilities after the map; the rows of ``mass`` are those of the army."""
        found = np.zeros_like(mass)
        for source, weight in self._passes:
            found[: len(source)] += mass[source] * weight
        back: Floats = found[self._back]
        return back


def binomial(dice: int, hits: int, chance: float) -> float:
    """Return the probability of so many hits with so many dice.

    >>> binomial(2, 1, 0.5)
    0.5
    """
    return comb(dice, hits) * chance**hits * (1 - chance) ** (dice - hits)
