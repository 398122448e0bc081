"""One battle: fought many times by given policies, or reviewed choice by choice against best play."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

import msgspec

from roses.engine.errors import demand
from roses.engine.i18n import gettext as _
from roses.engine.protocol import CHANCE, Action
from roses.odds.policy import Orders, Policy, choices, orders, stand
from roses.odds.tree import Node
from roses.progress import counted
from roses.richard.position import Phase
from roses.richard.state import State, demand_war
from roses.richard.tables import NAMES, SIDES
from roses.table import Table


class Plan(msgspec.Struct, frozen=True):
    """Orders for a battle between two heirs: who passes, when one charges the other, whom they try to turn.

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
        """The plan as orders, which ``battle_odds`` takes as a policy too."""
        asking = [f"{heir} tries treachery on {self.asks}" for heir in (self.target, self.charger) if self.asks]
        charge = [f"round {self.charge_round}: {self.charger} charges {self.target}"] if self.charge_round else []
        return orders(*asking, *charge, *(f"{block} passes" for block in self.passes))


def trials(state: State, plans: Sequence[Plan] | Mapping[str, Policy], n: int = 1000, seed: int = 1485) -> Table:
    """Fight the battle that begins in ``state`` ``n`` times by each plan; return how often it ended in each way.

    ``state`` is one in which the battle has just been picked. ``plans`` are Plans, or names with policies as
    ``battle_odds`` takes them; where a policy returns None, ``stand`` chooses. Columns: the plan, then shares from 0 to
    1. With Plans these are: the charger dies, his target dies, both live; this suits battles in which either death ends
    the game, as at Bosworth. With policies: the share of battles by which each house wins the game, and of those after
    which the game goes on.

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
    pairs: list[tuple[str, Plan | Policy]]
    pairs = list(plans.items()) if isinstance(plans, Mapping) else [(plan.name, plan) for plan in plans]
    rows = []
    for name, plan in counted(pairs, "trials", "plan", len(pairs)):
        policy, rng = plan.orders if isinstance(plan, Plan) else plan, random.Random(seed)
        ends = [fight(state, policy, rng).outcome for _ in range(n)]
        winners = Counter(end.winner if end else "" for end in ends)
        if isinstance(plan, Plan):
            columns = {f"{plan.charger} dies": "Lancaster", f"{plan.target} dies": "York", "both live": ""}
        else:
            columns = {**{f"{side} wins the game": side for side in state.sides}, "it goes on": ""}
        rows.append({"plan": name, **{column: winners[winner] / n for column, winner in columns.items()}})
    return Table(rows)


def fight(state: State, policy: Policy, rng: random.Random) -> State:
    """Fight one battle by a policy; return the state in which its winner may regroup, or the end of the game."""
    while state.outcome is None and state.phase is not Phase.REGROUP:
        action = state.sample(rng) if state.active == (CHANCE,) else rng.choice(choices(policy, state))
        state = state.apply_unchecked(action)
    return state


_CHOOSERS: Final = (*SIDES, CHANCE)


def judged(position: Node, deeds: Iterable[Action | str]) -> Table:
    """Return how each action, a choice or a roll, changed the value of the position under best play of both sides.

    ``deeds`` are the actions of a battle in their order, from ``position`` on, as objects or notation. Columns: ``by``
    York, Lancaster or Chance; ``deed``, the action; ``before`` and ``after``, the value of the position for the house
    that maximises the objective; ``change``, their difference; ``best``, the best choice where another was made. The
    changes add up to the last value less the first. RuleError for an action that is not legal in its position,
    ValueError for anything but a position under best play.

    >>> import roses
    >>> battle = roses.battle("Leicester", {"Warwick": "Richmond"}, "Gloucester", scenario="1483")
    >>> tree = roses.odds.best_play(battle).root
    >>> judged(tree, ["Gloucester charges Richmond", "roll 6 5 4"])[["by", "deed", "best"]].values.tolist()
    [['York', 'Gloucester charges Richmond', 'Gloucester fires'], ['Chance', "Gloucester's dice 6 5 4", '']]
    """
    _demand_node(position)
    demand(Iterable, deeds=deeds)
    rows = []
    for deed in deeds:
        after = position.after(deed)
        by, due, text = position.chooses, position.state.due, str(deed)
        if by == CHANCE and due:  # a roll is shown as the dice of the block that throws them
            text = _("{block}'s dice {faces}").format(block=NAMES[due.block], faces=text.removeprefix("roll "))
        change = after.value - position.value
        best = position.best if abs(change) > 1e-9 else None
        rows.append((by, text, position.value, after.value, change, str(best or "")))
        position = after
    return Table(rows, columns=["by", "deed", "before", "after", "change", "best"])


def ledgers(position: Node, policy: Policy | None = None, n: int = 500, seed: int = 1485) -> Table:
    """Return what each side's choices and the dice changed, in ``n`` battles fought by a policy with new dice each.

    ``policy`` is one for ``battle_odds``, such as ``orders``; None is ``stand``. A row is a battle: the sums of the
    changes that ``judged`` books to Lancaster, York and Chance, and ``last``, the value at its end. Each row adds up to
    ``last`` less the value of ``position``; over many battles the mean of Chance tends to 0, since a roll changes the
    value by nothing on average. ValueError for anything but a position under best play.

    >>> import roses
    >>> battle = roses.battle("Leicester", {"Warwick": "Richmond"}, "Gloucester", scenario="1483")
    >>> tree = roses.odds.best_play(battle).root
    >>> table = ledgers(tree, n=3)
    >>> table.columns.tolist(), bool((table["York"] >= 0).all())
    (['Lancaster', 'York', 'Chance', 'last'], True)
    """
    _demand_node(position)
    demand(Callable, policy=policy or stand)
    demand(int, n=n, seed=seed)
    rng = random.Random(seed)
    rows = []
    for _number in counted(range(n), "battles with new dice", "battle", n):
        sums, node = dict.fromkeys(_CHOOSERS, 0.0), position
        while by := node.chooses:
            value, state = node.value, node.state
            node = node.after(state.sample(rng) if by == CHANCE else rng.choice(choices(policy, state)))
            sums[by] += node.value - value
        rows.append((*sums.values(), node.value))
    return Table(rows, columns=[*_CHOOSERS, "last"])


def _demand_node(position: object) -> None:
    """Raise ValueError for anything but a position under best play."""
    if not isinstance(position, Node):
        raise ValueError(
            "the first argument must be a position under best play, roses.odds.best_play(...).root, "
            f"not {repr(position)[:60]}"
        )
