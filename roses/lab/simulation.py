"""Trials: one battle fought many times on the engine, each time from the same position and by given policies."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from roses.engine.errors import demand
from roses.engine.protocol import CHANCE
from roses.odds.policy import Orders, Policy, choices, orders
from roses.progress import counted
from roses.richard.position import Phase
from roses.richard.state import State, demand_war
from roses.table import Table


class Plan(msgspec.Struct, frozen=True):
    """Orders for a battle of two heirs: who passes, when one heir charges the other, whom they try to turn.

    ``charge_round`` is the round in which ``charger`` charges ``target`` (0: never); ``asks`` is the block on whom
    either of them tries treachery at the first chance ("" for nobody). ``orders`` are the same as a policy.

    >>> Plan("late", charge_round=3, asks="", passes=("Stanley/Y",)).orders.written
    ((3, 'Gloucester charges Richmond'), (0, 'Stanley/Y passes'))
    """

    name: str
    charge_round: int = 0
    charger: str = "Gloucester"
    target: str = "Richmond"
    asks: str = "Stanley/Y"
    passes: tuple[str, ...] = ("Northumberland/Y", "Stanley/Y")

    @property
    def orders(self) -> Orders:
        """Return the plan as orders, which are a policy for ``battle_odds`` too."""
        asking = [f"{heir} tries treachery on {self.asks}" for heir in (self.target, self.charger) if self.asks]
        charge = [f"round {self.charge_round}: {self.charger} charges {self.target}"] if self.charge_round else []
        return orders(*asking, *charge, *(f"{block} passes" for block in self.passes))


def trials(state: State, plans: Sequence[Plan] | Mapping[str, Policy], n: int = 1000, seed: int = 1485) -> Table:
    """Fight the battle that begins in ``state`` ``n`` times by each plan and return how often it ended in which way.

    ``state`` is one in which the battle has just been picked. ``plans`` are Plans, or names with policies as
    ``battle_odds`` takes them; where a policy returns None, ``stand`` chooses. Columns: the plan, then shares from 0 to
    1. With Plans these are: the charger dies, his target dies, both live; this suits battles in which either death ends
    the game, as at Bosworth. With policies: the share of battles with which each house has won the game, and of those
    after which it goes on.

    >>> import roses
    >>> timeline = roses.timeline("1483-richard-iii")
    >>> table = trials(timeline.state(timeline.bookmarks()["Bosworth"]), [Plan("charge in round 2", 2)], n=20)
    >>> table.columns.tolist()
    ['plan', 'Gloucester dies', 'Richmond dies', 'both live']
    """
    demand_war(state)
    demand(int, n=n, seed=seed)
    demand(Iterable, plans=plans)
    if not plans or n < 1:
        raise ValueError(f"n must be at least 1, and so must the number of plans; they are {n} and {len(plans)}")
    named: list[tuple[str, Plan | Policy]]
    named = list(plans.items()) if isinstance(plans, Mapping) else [(plan.name, plan) for plan in plans]
    waiting = counted(named, "trials", "plan", len(named))
    return Table([{"plan": name, **_shares(state, plan, n, random.Random(seed))} for name, plan in waiting])


def _shares(state: State, plan: Plan | Policy, n: int, rng: random.Random) -> dict[str, float]:
    policy = plan.orders if isinstance(plan, Plan) else plan
    ends = [fight(state, policy, rng).outcome for _ in range(n)]
    winners = Counter(end.winner if end else "" for end in ends)
    if isinstance(plan, Plan):
        columns = {f"{plan.charger} dies": "Lancaster", f"{plan.target} dies": "York", "both live": ""}
    else:
        columns = {**{f"{side} wins the game": side for side in state.sides}, "it goes on": ""}
    return {column: winners[winner] / n for column, winner in columns.items()}


def fight(state: State, policy: Policy, rng: random.Random) -> State:
    """Fight one battle by a policy; return the state in which its winner may regroup, or the end of the game."""
    while state.outcome is None and state.phase is not Phase.REGROUP:
        action = state.sample(rng) if state.active == (CHANCE,) else rng.choice(choices(policy, state))
        state = state.apply_unchecked(action)
    return state
