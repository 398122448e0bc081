"""Review of a battle: what each choice and each roll changed, by the values of best play.

A whole game is weighed by ``roses.ledger``, by the chance to win it; ``judged`` is exact, and knows one battle only.
"""

from __future__ import annotations

from collections.abc import Iterable

from roses.engine.i18n import gettext as _
from roses.engine.protocol import CHANCE, Action
from roses.odds.best_play import Node
from roses.richard.tables import NAMES
from roses.table import Table


def judged(position: Node, deeds: Iterable[Action | str]) -> Table:
    """Return how each action, a choice or a roll, changed the value of the position under best play of both sides.

    ``deeds`` are the actions of a battle in their order, from ``position`` on, as objects or notation. Columns: ``by``
    York, Lancaster or Chance; ``deed``, the action; ``before`` and ``after``, the value of the position for the house
    that maximises the objective; ``change``, their difference; ``best``, the best choice where another was made. The
    changes add up to the last value less the first. RuleError for an action that is not legal in its position.

    >>> import roses
    >>> battle = roses.battle("Leicester", {"Warwick": "Richmond"}, "Gloucester", scenario="1483")
    >>> tree = roses.battle_odds(battle, policy="best").root
    >>> judged(tree, ["Gloucester charges Richmond", "roll 6 5 4"])[["by", "deed", "best"]].values.tolist()
    [['York', 'Gloucester charges Richmond', 'Gloucester fires'], ['Chance', "Gloucester's dice 6 5 4", '']]
    """
    rows = []
    for deed in deeds:
        after = position.after(deed)
        row = {"by": position.chooses, "deed": _said(position, str(deed)), "before": position.value}
        change = after.value - position.value
        best = position.best if abs(change) > 1e-9 else None
        rows.append({**row, "after": after.value, "change": change, "best": str(best or "")})
        position = after
    return Table(rows, columns=["by", "deed", "before", "after", "change", "best"])


def _said(position: Node, deed: str) -> str:
    """Return an action as text, a roll as the dice of the block that throws them."""
    due = position.state.due
    if position.chooses != CHANCE or not due:
        return deed
    return _("{block}'s dice {faces}").format(block=NAMES[due.block], faces=deed.removeprefix("roll "))
