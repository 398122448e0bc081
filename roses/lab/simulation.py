"""Trials: one battle fought many times on the engine by a written plan, from the same position. Exact odds come later.

A Plan says what the sides do; everything else (who is hit on a tie) is left to chance. No rules are restated here: the
trials choose among ``legal_actions`` only.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import msgspec
from tqdm import tqdm

from roses.engine.protocol import CHANCE, Action
from roses.richard.actions import Charge, Done, Fire, Hit, Pass, Treachery
from roses.richard.position import Phase, battle_in
from roses.richard.state import State
from roses.table import Table


class Plan(msgspec.Struct, frozen=True):
    """What the sides do in a trial: who passes, in which round the King charges whom (0: never), who is asked.

    ``asks`` is the block on whom the Pretender spends his treachery roll at the first chance ("" for nobody).
    """

    name: str
    charge_round: int = 0
    charger: str = "Gloucester"
    target: str = "Richmond"
    asks: str = "Stanley/Y"
    passes: tuple[str, ...] = ("Northumberland/Y", "Stanley/Y")


def trials(state: State, plans: Sequence[Plan], n: int = 1000, seed: int = 1485) -> Table:
    """Fight the battle that begins in ``state`` ``n`` times by each plan and return what came of it.

    Columns: the plan, then shares from 0 to 1: the charger dies, his target dies, both live. It is made for battles
    in which either death ends the game, as at Bosworth. ``state`` is one in which the battle has just been picked.

    >>> import roses
    >>> timeline = roses.timeline("1483-richard-iii")
    >>> table = trials(timeline.state(timeline.bookmarks()["Bosworth"]), [Plan("charge in round 2", 2)], n=20)
    >>> table.columns.tolist()
    ['plan', 'Gloucester dies', 'Richmond dies', 'both live']
    """
    waiting = tqdm(plans, disable=None, leave=False)
    return Table([_shares(state, plan, n, random.Random(seed)) for plan in waiting])


def _shares(state: State, plan: Plan, n: int, rng: random.Random) -> dict[str, object]:
    ends = [fight(state, plan, rng).outcome for _ in range(n)]
    winners = Counter(end.winner if end else "" for end in ends)
    columns = {f"{plan.charger} dies": "Lancaster", f"{plan.target} dies": "York", "both live": ""}
    return {"plan": plan.name, **{column: winners[winner] / n for column, winner in columns.items()}}


def fight(state: State, plan: Plan, rng: random.Random) -> State:
    """Fight one battle by the plan; return the state in which its winner may regroup, or the end of the game."""
    while state.outcome is None and state.phase is not Phase.REGROUP:
        action = state.sample(rng) if state.active == (CHANCE,) else choose(state, plan, rng)
        state = state.apply_unchecked(action)
    return state


def choose(state: State, plan: Plan, rng: random.Random) -> Action:
    """Return what the plan does here: ask, charge, pass, else fire; leave only when it must; ties by lot."""
    legal = state.legal_actions()
    if state.phase is not Phase.BATTLE_TURN:
        return rng.choice(legal) if isinstance(legal[0], Hit) else legal[0]
    battle = battle_in(state)
    for action in legal:
        if isinstance(action, Treachery) and action.target == plan.asks:
            return action
        if action == Charge(plan.charger, plan.target) and plan.charge_round == battle.round:
            return action
    idle = [a for a in legal if isinstance(a, Pass) and a.block in plan.passes]
    busy = [a for a in legal if isinstance(a, Fire) and a.block not in plan.passes]
    return (idle or busy or [a for a in legal if not isinstance(a, Done)])[0]
