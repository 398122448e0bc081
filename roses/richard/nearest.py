"""Why an action was refused: the rule that decides and the legal actions nearest to it. Never decides legality."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from roses.engine.errors import RuleError
from roses.engine.protocol import Action
from roses.richard.position import Phase
from roses.richard.why import reason

if TYPE_CHECKING:
    from roses.richard.state import State

RULES = {
    Phase.DEAL: "8.5",
    Phase.MULLIGAN: "5.1",
    Phase.MULLIGAN_ANSWER: "5.1",
    Phase.CARDS: "1.1",
    Phase.ACTIONS: "1.2",
    Phase.MUSTER_AREA: "5.1",
    Phase.MUSTER: "5.1",
    Phase.PLAGUE: "5.1",
    Phase.MAIN_ATTACK: "6.3",
    Phase.BATTLES: "6.1",
    Phase.TREASON: "5.1",
    Phase.BATTLE_TURN: "6.2",
    Phase.HITS: "6.4",
    Phase.REGROUP: "6.7",
    Phase.MINOR: "6.82",
    Phase.EXECUTION: "9.1",
    Phase.SUPPLY: "7.1",
    Phase.HOMEWARD: "8.3",
    Phase.EXILE: "7.2",
    Phase.OVER: "9.0",
}


def _likeness(action: Action, other: Action) -> tuple[int, float]:
    """How close two actions are: fields in common, the kind counting as one, then their notation."""
    same = sum(getattr(other, f, None) == getattr(action, f) for f in action.__struct_fields__)
    return same + (type(other) is type(action)), SequenceMatcher(None, str(action), str(other)).ratio()


def nearest(state: State, action: Action) -> RuleError:
    """Return the error for an action that is not legal in ``state``."""
    if not state.active:
        return RuleError(f"{action} was tried, but the game is over", rule="9.0")
    side = getattr(action, "side", None)
    legal = state.legal_actions(side if side in state.active else None)
    close = sorted(legal, key=lambda other: _likeness(action, other), reverse=True)[:3]
    rule, why = reason(state, action) or (RULES[state.phase], f"the decision due is: {state.phase}")
    return RuleError(f"{action} is not legal now: {why}", rule=rule, nearest=close)
