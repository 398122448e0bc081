"""What was done in a battle: written down as a policy, and held against best play. Rolls no dice, knows no rules."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from roses.engine.protocol import CHANCE, Action
from roses.lab.odds.best import Position
from roses.lab.odds.policy import Policy
from roses.lab.tables import Table
from roses.richard.roster import NAMES
from roses.richard.state import State

_ORDER = re.compile(r"(?:round ([1-4]): )?(.+)")
_LIKE = "'Stanley/Y passes' or 'round 2: Gloucester charges Richmond'"


def orders(*sentences: str) -> Policy:
    """Return a policy for ``battle_odds`` that does the first of these actions which is legal, else as ``stand``.

    A sentence is an action in notation; with ``round 2: `` before it, it holds in that round only. The order counts:
    it says who goes first where several blocks of one letter may. ValueError if a sentence names no block that acts.

    >>> import roses
    >>> battle = roses.battle("Leicester", {"Warwick": "Richmond"}, "Gloucester", scenario="1483")
    >>> charge = orders("round 1: Gloucester charges Richmond")
    >>> round(roses.battle_odds(battle, policy=charge).rounds[1], 3)
    0.207
    """
    written = tuple(_read(sentence) for sentence in sentences)

    def policy(state: State) -> Action | None:
        assert state.battle is not None
        legal = {_text(action): action for action in state.legal_actions()}
        found = (legal[text] for number, text in written if number in (0, state.battle.round) and text in legal)
        return next(found, None)

    return policy


def _read(sentence: str) -> tuple[int, str]:
    """Return the round (0: every round) and the action of an order."""
    found = _ORDER.fullmatch(sentence)
    if found is None or not found[2].startswith(tuple(f"{name} " for name in NAMES)):
        raise ValueError(f"{sentence!r} is no order: it begins with the block that acts, as in {_LIKE}")
    return int(found[1] or 0), found[2]


@cache
def _text(action: Action) -> str:
    return str(action)


def judged(position: Position, deeds: Iterable[Action | str]) -> Table:
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


def _said(position: Position, deed: str) -> str:
    """Return a roll as the dice of the block that throws them, a choice as it is."""
    due = position.state.due
    return deed.replace("roll", f"{NAMES[due.block]}'s dice") if position.chooses == CHANCE and due else deed
