"""One side of a battle as a table of strengths: every vector of steps its blocks may reach, and the effect of hits.

Blocks that fight alike form a lump (as in lumped Markov chains): only the numbers of blocks of each strength are kept.
That is exact because each of the tied blocks is equally likely to be hit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, prod
from typing import TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt
from scipy import sparse

Ints: TypeAlias = npt.NDArray[np.intp]
Floats: TypeAlias = npt.NDArray[np.float64]
Bools: TypeAlias = npt.NDArray[np.bool_]
Lumps: TypeAlias = tuple[tuple[int, ...], ...]
MOST_HITS = 4  # no block has more steps, so none throws more dice


class Lump(msgspec.Struct, frozen=True):
    """The strengths that a group of alike blocks may reach, one row each, the strongest block first.

    ``top`` is the strongest block of each row and ``tied`` how many are as strong; ``fall[n]`` is the row after one of
    these has lost n steps.
    """

    sets: Ints
    top: Ints
    tied: Ints
    fall: Ints


@lru_cache(maxsize=64)
def _lump(steps: int, blocks: int) -> Lump:
    """Return the strengths of so many alike blocks of so many steps."""
    sets = list(combinations_with_replacement(range(steps, -1, -1), blocks))
    row = {each: number for number, each in enumerate(sets)}
    fall = [[row[_after(each, hits)] for each in sets] for hits in range(MOST_HITS + 1)]
    return Lump(np.array(sets), *map(np.array, ([s[0] for s in sets], [s.count(s[0]) for s in sets], fall)))


def _after(strengths: tuple[int, ...], hits: int) -> tuple[int, ...]:
    return tuple(sorted((max(strengths[0] - hits, 0), *strengths[1:]), reverse=True))


def vectors(steps: Sequence[int], lumps: Lumps) -> int:
    """Return how many vectors of steps these blocks may reach.

    >>> vectors((3, 3), ((0, 1),)), vectors((3, 3), ((0,), (1,)))
    (10, 16)
    """
    return prod(comb(steps[lump[0]] + len(lump), len(lump)) for lump in lumps)


class Army:
    """All vectors of steps of one side, one row each, one column a block. ``army`` makes and caches them.

    ``lumps`` are the columns that fight alike; within a lump the strongest stand first. Row 0 is the full strength.
    ``lost`` are the rows in which the game is over because the house has no heir left (rule 9.0): no hits follow then.
    Vectors that no hits lead to are left out. ``parts`` are the columns that are in the line together or not at all:
    in each of them only the strongest is hit, so no block ends stronger than one that was hit was at the start.

    >>> two = army((3, 3), ((0, 1),), (), ((0, 1),))
    >>> len(two.steps), two.steps[0].tolist()
    (10, [3, 3])
    """

    def __init__(self, steps: Sequence[int], lumps: Lumps, heirs: Sequence[int], parts: Lumps) -> None:
        self.lumps = lumps
        self._kinds = [_lump(steps[lump[0]], len(lump)) for lump in lumps]
        sizes = [len(kind.sets) for kind in self._kinds]
        self._place = np.indices(sizes).reshape(len(sizes), -1)  # of each row in each lump
        self._stride = [prod(sizes[i + 1 :]) for i in range(len(sizes))]
        grid = np.empty((self._place.shape[1], len(steps)), dtype=np.intp)
        for lump, kind, place in zip(lumps, self._kinds, self._place, strict=True):
            grid[:, list(lump)] = kind.sets[place]
        reached = np.ones(len(grid), dtype=bool)
        for part in map(list, parts):
            first = np.array(steps)[part]
            hit = np.where(grid[:, part] < first, first, MOST_HITS).min(axis=1)
            reached &= grid[:, part].max(axis=1) <= hit
        self._row = np.cumsum(reached) - 1
        self._at, self._place, self.steps = np.flatnonzero(reached), self._place[:, reached], grid[reached]
        self.lost: Bools = np.full(len(self.steps), bool(heirs))
        for heir in heirs:
            self.lost &= self.steps[:, heir] == 0
        self._hits: dict[tuple[bool, ...], Hits] = {}

    @property
    def used(self) -> bool:
        """Whether it has been in a battle: what hits do to it is known then."""
        return bool(self._hits)

    def gone(self, line: Bools) -> Bools:
        """Return the rows in which none of these columns has a step left."""
        rows: Bools = self.steps[:, line].sum(axis=1) == 0
        return rows

    def rows(self, steps: Ints) -> Ints:
        """Return the rows of these vectors, whatever the order within their lumps."""
        places = np.zeros(len(steps), dtype=np.intp)
        for lump, kind, stride in zip(self.lumps, self._kinds, self._stride, strict=True):
            ordered = -np.sort(-steps[:, list(lump)], axis=1)
            number = {tuple(each): i for i, each in enumerate(kind.sets.tolist())}
            places += stride * np.array([number[tuple(each)] for each in ordered.tolist()])
        return np.asarray(self._row[places])

    def hits(self, line: Bools) -> Hits:
        """Return the effect of hits on these columns; a lump is in the line with all its blocks, or with none."""
        key = tuple(line.tolist())
        if key not in self._hits:
            self._hits[key] = Hits(list(self._hit(line)))
        return self._hits[key]

    def _hit(self, line: Bools) -> Iterator[sparse.csr_array]:
        """Yield the effect of 0, 1, ... hits: on the strongest, the surplus on the next one (rule 6.4)."""
        inside = [i for i, lump in enumerate(self.lumps) if line[lump[0]]]
        tops = [np.where(self.lost, 0, self._kinds[i].top[self._place[i]]) for i in inside]
        top = np.max(tops, axis=0, initial=0)
        tied = [np.where(t == top, self._kinds[i].tied[self._place[i]], 0) for i, t in zip(inside, tops, strict=True)]
        share = 1.0 / np.maximum(sum(tied), 1)
        every, tables = np.arange(len(top)), [sparse.eye_array(len(top), format="csr")]
        yield tables[0]

        def fall(hits: int, rows: Bools) -> sparse.csr_array:
            parts = []
            for i, count in zip(inside, tied, strict=True):
                struck = every[rows & (count > 0)]
                place = self._place[i][struck]
                to = self._at[struck] + (self._kinds[i].fall[hits][place] - place) * self._stride[i]
                parts.append((self._row[to], struck, (share * count)[struck]))
            to, struck, chance = map(np.concatenate, zip(*parts, strict=True))
            return sparse.csr_array((chance, (to, struck)), shape=tables[0].shape)

        idle = sparse.diags_array((top == 0).astype(float), format="csr")
        killed = [fall(steps, top == steps) for steps in range(1, MOST_HITS)]
        for hits in range(1, MOST_HITS + 1):
            table = idle + fall(hits, top >= hits)
            for steps in range(1, hits):
                table = table + tables[hits - steps] @ killed[steps - 1]
            tables.append(table)
            yield table


class Hits:
    """The effects of 0 to 4 hits on a line, as sparse matrices over rows, and of dice at a firepower."""

    def __init__(self, maps: Sequence[sparse.csr_array]) -> None:
        self.maps = maps
        self._fire: dict[tuple[int, int], sparse.csr_array] = {}

    def fire(self, dice: int, power: int) -> sparse.csr_array:
        """Return the effect of so many dice at this firepower: a matrix from rows before (columns) to rows after."""
        if (dice, power) not in self._fire:
            chances = [binomial(dice, n, power / 6) for n in range(dice + 1)]
            self._fire[dice, power] = sum(
                (chance * hits for chance, hits in zip(chances[1:], self.maps[1:], strict=False)),
                start=chances[0] * self.maps[0],
            )
        return self._fire[dice, power]


@lru_cache(maxsize=16)
def army(steps: tuple[int, ...], lumps: Lumps, heirs: tuple[int, ...], parts: Lumps) -> Army:
    """Return the army whose blocks have these steps; ``heirs`` are the columns of the last heirs of a house."""
    return Army(steps, lumps, heirs, parts)


def binomial(dice: int, hits: int, chance: float) -> float:
    """Return the probability of so many hits with so many dice.

    >>> binomial(2, 1, 0.5)
    0.5
    """
    return comb(dice, hits) * chance**hits * (1 - chance) ** (dice - hits)
