"""What was done in a battle, held against best play. Rolls no dice, knows no rules."""

from __future__ import annotations

from collections.abc import Iterable

from roses.engine.protocol import CHANCE, Action
from roses.odds.best_play import Node
from roses.richard.tables import NAMES
from roses.table import Table


def judged(position: Node, deeds: Iterable[Action | str]) -> Table:
    """Return what each deed changed, choices and dice alike, if both sides play their best after it.

    Columns: ``by`` York, Lancaster or Chance; ``deed``; ``before`` and ``after``, what the position was worth to the
    house that plays for the most; ``change`` between them; ``best``, the best choice where the deed was not. The
    changes add up to the last value less the first. RuleError for a deed that is not legal where it stands.

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
    """Return a roll as the dice of the block that throws them, a choice as it is."""
    due = position.state.due
    return deed.replace("roll", f"{NAMES[due.block]}'s dice") if position.chooses == CHANCE and due else deed
