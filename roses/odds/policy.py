"""Policies, which choose the action in each position of a battle: ``stand``, orders in notation, or any callable."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import Final, TypeAlias

import msgspec

from roses.engine.errors import RuleError, brief
from roses.engine.protocol import Action, Written
from roses.richard.actions import TREASON, Charge, Decline, Fire, Hit, Pass, Retreat, Trapped, Treachery, read
from roses.richard.combat import firepower
from roses.richard.phases.battle import FIRES, firing
from roses.richard.position import Phase, battle_in
from roses.richard.state import State, demand_war
from roses.richard.tables import HEIRS, INDEX, ROSTER, WARWICKS

Policy: TypeAlias = Callable[[State], "Action | str | None"]
_ORDER: Final = re.compile(r"(?:round ([1-4]): )?(.+)")
_ACTIONS: Final = (Fire, Pass, Charge, Treachery, Retreat, Hit)
_EXAMPLES: Final = (
    "a block fires, passes, retreats to an area or takes the hits, an heir charges a block or tries treachery on "
    "one, as in 'Stanley/Y passes' or 'round 2: Gloucester charges Richmond' (rule 6.2)"
)


class Orders(msgspec.Struct, frozen=True):
    """A policy of orders: the first legal action of ``written``, pairs of round (0: every round) and action."""

    written: tuple[tuple[int, str], ...]

    def of(self, number: int) -> tuple[str, ...]:
        """Return the orders that hold in a round."""
        return tuple(text for when, text in self.written if when in (0, number))

    def __call__(self, state: State) -> Action | None:
        number = battle_in(state).round
        legal = {_text(action): action for action in state.legal_actions()}
        return next((legal[text] for text in self.of(number) if text in legal), None)


def orders(*sentences: str) -> Orders:
    """Return a policy for ``battle_odds`` that does the first of these actions which is legal, else as ``stand``.

    A sentence is an action in notation: a block fires, passes, retreats to an area or takes the hits, an heir charges a
    block or tries treachery on one. With ``round 2: `` before it, it holds in that round only. Their order counts: it
    says who goes first where several blocks of one letter may. ValueError for a sentence no block could ever obey.

    >>> import roses
    >>> battle = roses.battle("Leicester", {"Warwick": "Richmond"}, "Gloucester", scenario="1483")
    >>> charge = orders("round 1: Gloucester charges Richmond")
    >>> round(roses.battle_odds(battle, policy=charge).rounds[1], 3)
    0.207
    """
    written = []
    for sentence in sentences:
        match = _ORDER.fullmatch(str(sentence))
        try:
            action = read(match[2] if match else str(sentence))
        except RuleError:
            action = Decline()
        legal = match is not None and isinstance(action, _ACTIONS)
        if isinstance(action, Charge):  # rule 6.5
            legal = legal and bool(HEIRS >> INDEX[action.heir] & 1)
        elif isinstance(action, Treachery):  # rule 6.9
            legal = legal and action.roller != TREASON and bool((HEIRS | WARWICKS) >> INDEX[action.roller] & 1)
        if match is None or not legal:
            raise ValueError(f"{brief(sentence)!r} is not an order: {_EXAMPLES}")
        written.append((int(match[1] or 0), str(action)))
    return Orders(tuple(written))


@cache
def _text(action: Action) -> str:
    """Return the notation of an action, from a cache."""
    return str(action)


def stand(state: State, shuffled: bool = False) -> Sequence[Action]:
    """Return the actions of the policy ``stand``, all equally likely; there are several only where tied blocks are hit.

    Every block fires whenever it may, of one letter the strongest first, of equals the one of more firepower, printed
    or else in defence; with ``shuffled`` the next one of a letter is any of those that have not fired. No block
    charges, tries treachery, passes or retreats, except attackers in round 4, who retreat over any open border.

    >>> import roses
    >>> battle = roses.battle("Leicester", {"Warwick": "Richmond"}, "Gloucester", scenario="1483")
    >>> [str(action) for action in stand(roses.odds.opening(battle, "Leicester"))]
    ['Gloucester fires']
    """
    demand_war(state)
    if state.phase is Phase.HITS:
        return state.legal_actions()
    if state.phase is Phase.TREASON:
        return (Decline(),)
    if fires := firing(state, battle_in(state)):

        def rank(block: int) -> tuple[int, int, int, int]:  # the same whether the block's side attacks or defends now
            side = 0 if state.own[0] >> block & 1 else 1
            battle = msgspec.structs.replace(battle_in(state), attacker=1 - side)
            return -state.steps[block], -ROSTER[block].firepower, -firepower(state, battle, block), block

        first = fires if shuffled or len(fires) == 1 else [min(fires, key=rank)]
        return [FIRES[block] for block in first]
    leaves = [action for action in state.legal_actions() if isinstance(action, Retreat | Trapped)]
    return (min(leaves, key=lambda leave: (-state.steps[INDEX[leave.block]], INDEX[leave.block])),)


def choices(policy: Policy | None, state: State, shuffled: bool = False) -> Sequence[Action]:
    """Return the actions that a policy chooses in a state; those of ``stand`` if it returns None.

    RuleError, from the engine, if the action is not legal.
    """
    choice = policy(state) if policy else None
    if choice is None:
        return stand(state, shuffled)
    action = state.parse(choice) if isinstance(choice, str) else choice
    if not isinstance(action, Written):
        raise ValueError(
            f"the policy returned {action!r}; it must return an action, its text, or None to do as 'stand'"
        )
    if action not in state.legal_actions():
        state.apply(action)
    return (action,)
