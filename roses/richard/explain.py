"""Why, and why not: what a learner may ask of a state about an action, a block or an area. Decides nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from roses.engine.protocol import CHANCE, Action
from roses.richard.actions import March, Pass, read
from roses.richard.nearest import RULES, nearest
from roses.richard.position import Phase
from roses.richard.roster import AREAS, BLOCKS
from roses.richard.why import reason

if TYPE_CHECKING:
    from roses.richard.state import State


class Explanation(msgspec.Struct, frozen=True):
    """Whether what was asked about is open now, the rule that decides, one sentence, and legal actions close to it."""

    asked: str
    legal: bool
    rule: str
    sentence: str
    nearest: tuple[Action, ...] = ()

    def __str__(self) -> str:
        near = f" Legal: {', '.join(map(str, self.nearest[:3]))}." if self.nearest else ""
        return f"{self.sentence} (rule {self.rule}).{near}"


def explain(state: State, asked: Action | str) -> Explanation:
    """Answer for an action, its notation, a block id or an area; RuleError if the text names none of these."""
    if isinstance(asked, str) and (asked in BLOCKS or asked in AREAS):
        return _about(state, asked)
    action = read(asked) if isinstance(asked, str) else asked
    if any(action in state.legal_actions(side) for side in state.active if side != CHANCE):
        return Explanation(str(action), True, RULES[state.phase], f"{action} may be chosen now", (action,))
    refusal = nearest(state, action)
    near = tuple(a for a in refusal.nearest if isinstance(a, Action))
    return Explanation(str(action), False, refusal.rule, refusal.reason, near)


def _about(state: State, name: str) -> Explanation:
    """What may be done now with a block or in an area, or why nothing may."""
    found = tuple(a for side in state.active if side != CHANCE for a in state.legal_actions(side) if _names(a, name))
    if found:
        many = "one thing" if len(found) == 1 else f"{len(found)} things"
        return Explanation(name, True, RULES[state.phase], f"{name} has a part in {many} that may be chosen now", found)
    if name in BLOCKS and (why := reason(state, _attempt(state, name))):
        return Explanation(name, False, why[0], f"{name} has nothing to do now: {why[1]}")
    return Explanation(name, False, RULES[state.phase], f"{name} has no part in the decision due: {state.phase}")


def _names(action: Action, name: str) -> bool:
    values = [getattr(action, field) for field in action.__struct_fields__]
    return any(name == value or (isinstance(value, tuple) and name in value) for value in values)


def _attempt(state: State, block: str) -> Action:
    """An action that only this block could take here, to ask why it cannot."""
    if state.phase in (Phase.ACTIONS, Phase.MUSTER):
        return March(block, (next(iter(AREAS)),))
    return Pass(block)
