"""Review of a battle: what each choice and each roll changed, by the values of best play, once or with new dice.

A whole game is weighed by ``roses.ledger``, by the chance to win it; ``judged`` is exact, and knows one battle only.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Final

from roses.engine.errors import demand
from roses.engine.i18n import gettext as _
from roses.engine.protocol import CHANCE, Action
from roses.odds.policy import Policy, choices, stand
from roses.odds.tree import Node
from roses.progress import counted
from roses.richard.tables import NAMES, SIDES
from roses.table import Table

_AUTHORS: Final = (*SIDES, CHANCE)


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
        row = {"by": position.chooses, "deed": _action_text(position, str(deed)), "before": position.value}
        change = after.value - position.value
        best = position.best if abs(change) > 1e-9 else None
        rows.append({**row, "after": after.value, "change": change, "best": str(best or "")})
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
    battles = counted(range(n), "battles with new dice", "battle", n)
    return Table([_ledger(position, policy, rng) for _number in battles], columns=[*_AUTHORS, "last"])


def _demand_node(position: object) -> None:
    """Raise ValueError for anything but a position under best play."""
    if not isinstance(position, Node):
        raise ValueError(
            "the first argument must be a position under best play, roses.odds.best_play(...).root, "
            f"not {repr(position)[:60]}"
        )


def _ledger(position: Node, policy: Policy | None, rng: random.Random) -> dict[str, float]:
    """Fight one battle and return who changed its value by how much, and the last value."""
    sums, value = dict.fromkeys(_AUTHORS, 0.0), position.value
    while by := position.chooses:
        state = position.state
        position = position.after(state.sample(rng) if by == CHANCE else rng.choice(choices(policy, state)))
        before, value = value, position.value
        sums[by] += value - before
    return {**sums, "last": value}


def _action_text(position: Node, deed: str) -> str:
    """Return an action as text, a roll as the dice of the block that throws them."""
    due = position.state.due
    if position.chooses != CHANCE or not due:
        return deed
    return _("{block}'s dice {faces}").format(block=NAMES[due.block], faces=deed.removeprefix("roll "))
