"""Estimates of what each method of computing odds costs: what there is to do, by rates measured in CPU time."""

from __future__ import annotations

import random
from itertools import groupby
from math import prod
from time import process_time
from typing import Final

from roses.odds.cost import Cost, slowness
from roses.odds.endings import entrants, over
from roses.odds.enumeration import key, moves
from roses.odds.grid.turns import Turns
from roses.odds.policy import Policy
from roses.odds.tables.battle import Field
from roses.richard.state import State
from roses.richard.tables import LETTER

CALL: Final = 1e-3  # s for each block of a battle, whatever its size
PAIR: Final = 9e-9  # s for a block's fire on a pair of strengths
ARMY: Final = 8e-6  # s for a strength of an army that was not in a battle before
STRIKE: Final = 1.1e-9  # s for a strength on which a block fires, by what it may hit
LAYER: Final = 3e-4  # s for a block's fire in a layer of any size
MOST_LAYERS: Final = 20_000  # counted; what has more is taken to have twice as many
REACHED: Final = 5.5  # positions that enumeration reaches, for each block and all strengths of all
TRIED: Final = 3  # battles fought to see how long a policy takes
AGAIN: Final = 5e-6  # s for a position that comes up again in a battle by lot on the engine
LOT: Final = 0.42e-6  # s for a block's turn in a battle by lot


def tables(field: Field, shuffled: bool) -> Cost:
    """Return the cost of tables of both armies."""
    blocks = [b for side in field.blocks for b in side]
    pairs = prod(len(army.steps) for army in field.armies)
    orders = 1.0
    if shuffled:
        letters = [len(list(same)) for side in field.blocks for _n, same in groupby(sorted(LETTER[b] for b in side))]
        orders = sum(k * 2 ** (k - 1) for k in letters) / len(blocks)
    reserves = 1.7 if any(waits.any() for waits in field.reserve) else 1.0
    new = sum(len(army.steps) for army in field.armies if not army.used)
    seconds = CALL * len(blocks) * min(orders, 3) + ARMY * new + PAIR * len(blocks) * pairs * orders * reserves
    return Cost("tables", slowness() * seconds, pairs)


def grid(turns: Turns) -> Cost:
    """Return the cost of a grid, after counting its layers."""
    cells, strikes, fires = prod(turns.grid.shape), 0.0, 0
    known = {turns.grid.place(turns.grid.state)[0]}
    stack = list(known)
    while stack and len(known) < MOST_LAYERS:
        config = stack.pop()
        group = turns.group(config)
        if group is not None and not turns.leaving(config, group[0]):
            enemies = turns.grid.line(config, 1 - group[0])
            strikes += 20 + sum(12 * turns.grid.slots[i].most / 4 for i in enemies) * len(group[1])
            fires += len(group[1])
        new = {after for after in turns.ahead(config) if after not in known}
        known |= new
        stack += new
    more = 2 if stack else 1
    return Cost("grid", slowness() * more * (LAYER * fires + STRIKE * strikes * cells), more * len(known) * cells)


def enumeration(state: State, policy: Policy, shuffled: bool) -> Cost:
    """Return the cost of enumeration: positions, by the time that a few of them take under this policy."""
    positions, each, _visited = _positions(state, policy, shuffled)
    return Cost("enumeration", positions * each, positions)


def sampling(turns: Turns, n: int) -> Cost:
    """Return the cost of so many battles by lot."""
    return Cost("lot", slowness() * (0.005 + LOT * n * turns.grid.n), n)


def engine(state: State, policy: Policy, shuffled: bool, n: int) -> Cost:
    """Return the cost of so many battles on the engine, by the time that a few of them take."""
    positions, each, visited = _positions(state, policy, shuffled)
    return Cost("engine", min(positions, n * visited / 5) * each + slowness() * AGAIN * n * visited, n)


def _positions(state: State, policy: Policy, shuffled: bool) -> tuple[int, float, float]:
    """Return how many positions a battle may reach, the CPU seconds that each takes, and how many a battle visits."""
    rng, visited, begin = random.Random(1), 0, process_time()
    for _n in range(TRIED):
        now = state
        while not over(now):
            after, chances = zip(*moves(now, policy, shuffled), strict=True)
            (now,) = rng.choices([now.apply_unchecked(action) for action in after], chances)
            key(now)
            visited += 1
    each = (process_time() - begin) / max(visited, 1)
    blocks = entrants(state)
    return int(REACHED * len(blocks) * prod(e.steps + 1 for e in blocks)) + 1, each, visited / TRIED
