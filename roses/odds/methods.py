"""Methods of computing odds: tables, a grid, enumeration on the engine, battles by lot; which serves at what cost."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterable
from math import prod

import msgspec
from tqdm.auto import tqdm

from roses.odds import costs
from roses.odds.cost import ENOUGH, Cost
from roses.odds.endings import Ending, Fates, entrants, fates
from roses.odds.enumeration import enumerate_endings, fight
from roses.odds.grid.drawn import Drawn
from roses.odds.grid.forward import MOST_CELLS, Forward
from roses.odds.grid.grid import Grid
from roses.odds.grid.turns import ordered
from roses.odds.listing import Part, parts
from roses.odds.policy import Orders, Policy
from roses.odds.tables import marginals
from roses.odds.tables.battle import Field, TooLarge, fresh
from roses.odds.tables.rounds import Stand
from roses.richard.actions import Decline
from roses.richard.position import Phase, battle_in
from roses.richard.state import State


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
    """Return the cheapest exact method, or battles by lot.

    They are for a ``sample``, and for a battle too large for every exact method. ``policy`` is None for ``stand``.
    """
    begun = state.apply(Decline()) if state.phase is Phase.TREASON else state
    plan = Orders(()) if policy is None else policy
    if not isinstance(plan, Orders):
        return by_engine(state, plan, shuffled, sample, seed) if sample else by_enumeration(state, plan, shuffled)
    method = None if sample else (by_tables(begun, shuffled) if policy is None else None)
    if method is not None:
        return method
    if not ordered(begun, plan):
        return by_engine(state, plan, shuffled, sample, seed) if sample else by_enumeration(state, plan, shuffled)
    cells = prod(Grid(begun, None).shape)
    if not sample and cells <= MOST_CELLS:
        return by_grid(begun, plan, shuffled)
    if not sample:
        message = f"{cells:,} strengths are too many for exact odds: {ENOUGH:,} battles are fought by lot, within 0.005"
        tqdm.write(message, file=sys.stderr)
    return by_sampling(begun, plan, shuffled, sample or ENOUGH, seed)


def by_tables(state: State, shuffled: bool) -> Method | None:
    """Return the odds under ``stand`` by tables of both armies; None where they do not serve."""
    if not fresh(state) or (shuffled and battle_in(state).reserve):
        return None
    try:
        field = Field(state)
    except TooLarge:
        return None
    if field.entangled:
        return None

    def run() -> Result:
        fought = Stand(field, shuffled)
        listing = functools.partial(marginals.parts, fought)
        return Result(marginals.wins(fought), marginals.fates(fought), listing, fought.undecided)

    return Method(costs.tables(field, shuffled), run)


def by_grid(state: State, plan: Orders, shuffled: bool) -> Method:
    """Return the odds under orders on a grid of all strengths."""

    course = Forward(state, plan, shuffled)

    def run() -> Result:
        course.run()
        return Result(course.wins, course.fates, course.parts, course.undecided)

    return Method(costs.grid(course), run)


def by_enumeration(state: State, policy: Policy, shuffled: bool) -> Method:
    """Return the odds under any policy, position by position on the engine."""

    def run() -> Result:
        blocks = entrants(state)
        ends, undecided = enumerate_endings(state, policy, blocks, shuffled)
        return Result(counted(ends), fates(ends, blocks), functools.partial(parts, ends), undecided)

    return Method(costs.enumeration(state, policy, shuffled), run)


def by_sampling(state: State, plan: Orders, shuffled: bool, n: int, seed: int) -> Method:
    """Return shares of battles under orders fought by lot, thousands at once."""

    drawn = Drawn(state, plan, seed, shuffled)

    def run() -> Result:
        drawn.run(n)
        return Result(drawn.wins, drawn.fates, drawn.parts, sampled=drawn.done)

    return Method(costs.sampling(drawn, n), run)


def by_engine(state: State, policy: Policy, shuffled: bool, n: int, seed: int) -> Method:
    """Return shares of battles under any policy, fought one by one on the engine."""

    def run() -> Result:
        blocks = entrants(state)
        ends, done = fight(state, policy, blocks, n, seed, shuffled)
        return Result(counted(ends), fates(ends, blocks), functools.partial(parts, ends), sampled=done)

    return Method(costs.engine(state, policy, shuffled, n), run)


def counted(ends: Iterable[Ending]) -> dict[tuple[str, int], float]:
    """Return (winner, last round) to probability."""
    chances: dict[tuple[str, int], float] = {}
    for end in ends:
        chances[end.winner, end.round] = chances.get((end.winner, end.round), 0.0) + end.probability
    return chances
