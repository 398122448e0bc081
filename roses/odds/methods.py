"""Methods of computing odds (tables, a grid, enumeration on the engine, battles by lot), their costs, and a choice.

Each function that begins with ``by_`` prepares a battle, estimates what it will cost, and returns both as a ``Method``.
Rates are seconds of CPU time on the machine on which they were measured.
"""

from __future__ import annotations

import functools
import random
import sys
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from math import prod
from time import process_time
from typing import Final

import msgspec
from tqdm.auto import tqdm

from roses.odds.army import Field, TooLarge, fresh
from roses.odds.endings import Ending, Entrant, Fates, Part, entrants, fates, over, parts
from roses.odds.enumeration import enumerate_endings, fight, key, moves
from roses.odds.forward import MOST_CELLS, Forward, ordered
from roses.odds.grid import Grid
from roses.odds.lots import Sampling
from roses.odds.policy import Orders, Policy
from roses.odds.result import ENOUGH, Cost, slowness
from roses.odds.tables import Stand
from roses.richard.actions import Decline
from roses.richard.position import Phase, battle_in
from roses.richard.state import State
from roses.richard.tables import LETTER

PAIR: Final = 9e-9  # s for a block's fire on a pair of strengths
BLOCK: Final = 1.3e-3  # s for each block of a battle, whatever its size
LAYER: Final = 1e-3  # s for a block's fire in a layer of any size
STRIKE: Final = 1.1e-9  # s for a cell on which a block fires, by each strength that it may hit
POSITIONS: Final = 5.5  # positions that enumeration reaches, for each block and each combination of strengths
TRIALS: Final = 3  # battles fought to measure how long a policy takes
AGAIN: Final = 5e-6  # s for a position that comes up again in a battle by lot on the engine
LOT: Final = 0.42e-6  # s for a block's turn in a battle by lot


class Result(msgspec.Struct, frozen=True):
    """What a method returns: the fields of ``BattleOdds`` of the same names."""

    wins: dict[tuple[str, int], float]
    fates: Fates
    listing: Callable[[], Iterable[Part]]
    undecided: float = 0.0
    sampled: int = 0


class Method(msgspec.Struct, frozen=True):
    """A method to compute the odds of one battle, and what it will cost."""

    cost: Cost
    run: Callable[[], Result]


def cheapest(state: State, policy: Policy | None, shuffled: bool = False, sample: int = 0, seed: int = 1) -> Method:
    """Return the cheapest exact method, or battles by lot if a ``sample`` is wanted or the battle is too large.

    ``policy`` is None for ``stand``.
    """
    start = state.apply(Decline()) if state.phase is Phase.TREASON else state
    plan = Orders(()) if policy is None else policy
    if policy is None and not sample and (method := by_tables(start, shuffled)):
        return method
    if not isinstance(plan, Orders) or not ordered(start, plan):
        return by_engine(state, plan, shuffled, sample, seed) if sample else by_enumeration(state, plan, shuffled)
    cells = prod(Grid(start, None).shape)
    if not sample and cells <= MOST_CELLS:
        return by_grid(start, plan, shuffled)
    if not sample:
        message = f"{cells:,} strengths are too many for exact odds: {ENOUGH:,} battles are fought by lot, within 0.005"
        tqdm.write(message, file=sys.stderr)
    return by_sampling(start, plan, shuffled, sample or ENOUGH, seed)


def by_tables(state: State, shuffled: bool) -> Method | None:
    """Return the odds under ``stand`` by tables of both armies; None if these do not fit the battle."""
    if not fresh(state) or (shuffled and battle_in(state).reserve):
        return None
    try:
        field = Field(state)
    except TooLarge:
        return None
    if field.entangled:
        return None

    def run() -> Result:
        battle = Stand(field, shuffled)
        return Result(battle.wins(), battle.fates(), battle.parts, battle.undecided)

    turns = sum(map(len, field.blocks))
    if shuffled:  # k blocks of a letter may fire in many orders
        letters = [len(list(same)) for side in field.blocks for _n, same in groupby(sorted(LETTER[b] for b in side))]
        turns = sum(k * 2 ** (k - 1) for k in letters)
    pairs = prod(len(army.steps) for army in field.armies)
    return Method(Cost("tables", slowness() * turns * (BLOCK + PAIR * pairs), pairs), run)


def by_grid(state: State, plan: Orders, shuffled: bool) -> Method:
    """Return the odds under orders on a grid of all strengths."""
    course = Forward(state, plan, shuffled)

    def run() -> Result:
        course.run()
        return Result(course.wins, course.fates, course.parts, course.undecided)

    cells, blocks = prod(course.grid.shape), course.grid.n
    branches = sum(" tries " in text or " retreats " in text for _round, text in plan.written)
    turns = 4 * blocks * 2 ** min(branches, 6)  # each of these orders may double the number of configs
    strikes = 20 + 3 * sum(slot.most for slot in course.grid.slots) / 2
    return Method(Cost("grid", slowness() * turns * (LAYER + STRIKE * strikes * cells), turns * cells), run)


def by_sampling(state: State, plan: Orders, shuffled: bool, n: int, seed: int) -> Method:
    """Return shares of battles under orders fought by lot, thousands at once."""
    battles = Sampling(state, plan, seed, shuffled)

    def run() -> Result:
        battles.run(n)
        return Result(battles.wins, battles.fates, battles.parts, sampled=battles.done)

    return Method(Cost("lot", slowness() * (0.005 + LOT * n * battles.grid.n), n), run)


def by_enumeration(state: State, policy: Policy, shuffled: bool) -> Method:
    """Return the odds under any policy, position by position on the engine."""
    blocks = entrants(state)

    def run() -> Result:
        ends, undecided = enumerate_endings(state, policy, blocks, shuffled)
        return _result(ends, blocks, undecided=undecided)

    positions, each, _visited = _positions(state, policy, shuffled)
    return Method(Cost("enumeration", positions * each, positions), run)


def by_engine(state: State, policy: Policy, shuffled: bool, n: int, seed: int) -> Method:
    """Return shares of battles under any policy, fought one by one on the engine."""
    blocks = entrants(state)

    def run() -> Result:
        ends, done = fight(state, policy, blocks, n, seed, shuffled)
        return _result(ends, blocks, sampled=done)

    positions, each, visited = _positions(state, policy, shuffled)
    seconds = min(positions, n * visited / 5) * each + slowness() * AGAIN * n * visited
    return Method(Cost("engine", seconds, n), run)


def _result(ends: Sequence[Ending], blocks: Sequence[Entrant], undecided: float = 0.0, sampled: int = 0) -> Result:
    """Return the result of endings that were listed one by one."""
    wins: dict[tuple[str, int], float] = {}
    for end in ends:
        wins[end.winner, end.round] = wins.get((end.winner, end.round), 0.0) + end.probability
    return Result(wins, fates(ends, blocks), functools.partial(parts, ends), undecided, sampled)


def _positions(state: State, policy: Policy, shuffled: bool) -> tuple[int, float, float]:
    """Return how many positions a battle may reach, the CPU seconds that each takes, and how many a battle visits."""
    rng, visited, begin = random.Random(1), 0, process_time()
    for _n in range(TRIALS):
        now = state
        while not over(now):
            after, chances = zip(*moves(now, policy, shuffled), strict=True)
            (now,) = rng.choices([now.apply_unchecked(action) for action in after], chances)
            key(now)
            visited += 1
    each = (process_time() - begin) / max(visited, 1)
    blocks = entrants(state)
    return int(POSITIONS * len(blocks) * prod(e.steps + 1 for e in blocks)) + 1, each, visited / TRIALS
