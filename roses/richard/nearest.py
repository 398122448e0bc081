"""Why an action was refused: the rule that decides and the legal actions nearest to it. Never decides legality."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

from roses.engine.errors import RuleError
from roses.engine.protocol import Action
from roses.richard.position import Phase

if TYPE_CHECKING:
    from roses.richard.state import State

_RULES = {
    Phase.DEAL: "8.5",
    Phase.MULLIGAN: "5.1",
    Phase.MULLIGAN_ANSWER: "5.1",
    Phase.CARDS: "1.1",
    Phase.ACTIONS: "1.2",
    Phase.MUSTER_AREA: "5.1",
    Phase.MUSTER: "5.1",
    Phase.PLAGUE: "5.1",
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


def nearest(state: State, action: Action) -> RuleError:
    """Return the error for an action that is not legal in ``state``."""
    from roses.richard.why import reason

    if not state.active:
        return RuleError(f"{action} was tried, but the game is over", rule="9.0")
    side = getattr(action, "side", None)
    legal = [str(a) for a in state.legal_actions(side if side in state.active else None)]
    close = get_close_matches(str(action), legal, n=3, cutoff=0.3) or legal[:3]
    rule, why = reason(state, action) or (_RULES[state.phase], f"the decision due is: {state.phase}")
    return RuleError(f"{action} is not legal now: {why}", rule=rule, nearest=close)
