"""The smallest change that alters who wears the crown after the count: every change, every pair, and beyond."""

from __future__ import annotations

import math
from itertools import combinations
from typing import Final, TypeAlias

import msgspec

from roses.lab.crown.change import Change, changes
from roses.lab.crown.counts import Count, count_after
from roses.richard.position import present
from roses.richard.state import State, demand_war
from roses.richard.tables import HEIRS_OF, LONDON, LORDS, NAMES, OUT, SIDES, bits, mask

_LONGEST: Final = 40


class Smallest(msgspec.Struct, frozen=True):
    """The smallest sets of changes that alter who wears the crown after the count.

    ``before`` is the count without a change. ``size`` is the least number of changes that was found, 0 for none;
    ``sets`` are all sets of that size if it is 1 or 2, else one of them. ``least`` is proved: fewer changes than that
    never suffice. Where ``least`` equals ``size`` the size is exact.
    """

    before: Count
    size: int
    least: int
    sets: tuple[tuple[Change, ...], ...]

    @property
    def exact(self) -> bool:
        """Return whether it is proved that no smaller set does it."""
        return self.size == self.least


def smallest_changes(state: State, *, deaths: bool = True) -> Smallest:
    """Return the smallest sets of changes after which the count gives the crown to the other side than it does now.

    All sets of one or two changes are counted by the engine, and those of three where fewer cannot be excluded. Beyond
    that, one change after the other is added that brings the crown nearest. Without ``deaths`` no heir is killed.

    >>> import roses
    >>> smallest = smallest_changes(roses.scene(Kent="York", Lincoln="Henry VI", Pool="Clifford, Norfolk"))
    >>> smallest.before.york, smallest.before.lancaster, smallest.size
    (1, 1, 1)
    >>> [str(change) for (change,) in smallest.sets]
    ['Henry VI stays away', 'Norfolk comes in for York', 'a lord of York holds London']
    """
    there = tuple(c for c in changes(demand_war(state)) if deaths or c.kind != "dies")
    before = count_after(state)
    for size in (1, 2):
        if sets := _altering(state, there, size, before):
            return Smallest(before, size, size, sets)
    least, witness = _least(state, before, there), _climb(state, before, there)
    if least <= 3 < len(witness) and (sets := _altering(state, there, 3, before)):
        return Smallest(before, 3, 3, sets)
    least = max(least, 4) if len(witness) > 3 else least
    return Smallest(before, len(witness), least, (witness,) if witness else ())


def _altering(state: State, there: tuple[Change, ...], size: int, before: Count) -> tuple[tuple[Change, ...], ...]:
    return tuple(some for some in combinations(there, size) if _other(count_after(state, some), before))


Trials: TypeAlias = dict[tuple[Change, ...], Count]


def trials_of(state: State) -> tuple[Trials, Trials]:
    """Return the count after each single change, and after each pair.

    >>> import roses
    >>> singles, pairs = trials_of(roses.scene(Kent="York", Lincoln="Henry VI"))
    >>> len(singles), len(pairs)
    (6, 15)
    """
    there = changes(state)
    return (
        {(change,): count_after(state, (change,)) for change in there},
        {pair: count_after(state, pair) for pair in combinations(there, 2)},
    )


def _other(count: Count, before: Count) -> bool:
    """Return whether a count that the rules allow gives the crown to the other side."""
    return not count.why_not and count.king_side != before.king_side


def _climb(state: State, before: Count, there: tuple[Change, ...]) -> tuple[Change, ...]:
    """Return changes that alter the crown, each chosen because it brings that nearest; () if it cannot be altered."""
    path: tuple[Change, ...] = ()
    left = set(there)
    while left and len(path) < _LONGEST:
        counts = {change: count_after(state, (*path, change)) for change in sorted(left)}
        possible = {c: count for c, count in counts.items() if not count.why_not}
        if not possible:
            return ()
        best = max(possible, key=lambda c: (_other(possible[c], before), _lead(possible[c], before)))
        path, left = (*path, best), {c for c in left if c.person != best.person}
        if _other(possible[best], before):
            return path
    return ()


def _lead(count: Count, before: Count) -> int:
    """Return by how many points the side that has no crown after the count before leads, minus if it is behind."""
    rival = SIDES[1 - SIDES.index(before.king_side)]
    return count.points(rival) - count.points(before.king_side)


def _least(state: State, before: Count, there: tuple[Change, ...]) -> int:
    """Return a number of changes below which no set suffices.

    A lord who turns is worth two points, another lord one. London is worth at most two: it goes by a change of its
    own, or with the lord who holds it alone. An extinct house is the other way.
    """
    holder = SIDES.index(before.king_side)
    worth = _worths(there, before.king_side)
    best = sorted(worth.values(), reverse=True)
    needed = int(state.king_side == holder) - _lead(before, before)
    alone = present(state, LONDON, holder) & LORDS
    own = max((worth.get(NAMES[b], 0) for b in bits(alone)), default=0) if alone.bit_count() == 1 else 0
    heirs = _killable(state, holder, there)
    for size in range(1, len(best) + 2):
        if size >= heirs or max(sum(best[:size]) + own, sum(best[: size - 1]) + 2) >= needed:
            return size
    return len(best) + 2


def _worths(there: tuple[Change, ...], holder: str) -> dict[str, int]:
    """Return for each block the most points that one change about it takes from the lead of the holder."""
    worths: dict[str, int] = {}
    for change in there:
        if change.block:
            ours = change.side == holder
            points = {"dies": 1, "out": int(ours), "in": int(not ours), "turns": 2 if ours else 0}[change.kind]
            worths[change.block] = max(worths.get(change.block, 0), points)
    return worths


def _killable(state: State, side: int, there: tuple[Change, ...]) -> float:
    """Return how many deaths end a house; without end if an heir lives whom no change kills: a minor, an exile."""
    mortal = mask([change.block for change in there if change.kind == "dies" and change.side == SIDES[side]])
    return math.inf if HEIRS_OF[side] & ~state.occ[OUT] & ~mortal else mortal.bit_count()
