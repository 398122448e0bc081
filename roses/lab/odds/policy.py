"""Policies: what is chosen in each position of a battle. ``stand`` is the kit's own; any callable will do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from roses.engine.protocol import Action
from roses.richard.actions import Decline, Fire, Hit, Retreat
from roses.richard.position import Phase
from roses.richard.roster import INDEX
from roses.richard.state import State

Policy: TypeAlias = Callable[[State], "Action | str | None"]


def stand(state: State) -> Sequence[Action]:
    """Return what ``stand`` may choose, each as likely as the others: several only where tied blocks are hit.

    Everybody fires whenever allowed, of one letter the strongest first and equals in the order of the roster. Nobody
    charges, tries treachery, passes or retreats, but attackers in round 4, who go wherever a border is still open.
    """
    legal = state.legal_actions()
    if isinstance(legal[0], Hit):
        return legal
    if state.phase is Phase.TREASON:
        return (Decline(),)
    fires = [action for action in legal if isinstance(action, Fire)]
    leaves = [action for action in legal if isinstance(action, Retreat)]
    return (min(fires or leaves or legal, key=lambda action: _rank(state, action)),)


def _rank(state: State, action: Action) -> tuple[int, int]:
    block = INDEX[action.block]  # type: ignore[attr-defined]
    return -state.steps[block], block


def choices(policy: Policy | None, state: State) -> Sequence[Action]:
    """Return what a policy chooses here; where it returns None it does as ``stand``.

    RuleError, from the engine, if it chooses what is not legal.
    """
    chosen = policy(state) if policy else None
    if chosen is None:
        return stand(state)
    action = state.parse(chosen) if isinstance(chosen, str) else chosen
    if action not in state.legal_actions():
        state.apply(action)
    return (action,)
