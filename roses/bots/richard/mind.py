"""How the block war game is played ahead: orders by what they seem to bring, battles by firing, up to an estimate."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Final

from roses.bots.richard.foresight import Foresight, carried
from roses.bots.richard.orders import Order, orders
from roses.bots.richard.worth import worth
from roses.engine.protocol import Action, Decline, Done
from roses.richard.actions import Charge, Fire, Pass, Retreat, Trapped, Treachery
from roses.richard.position import Phase
from roses.richard.state import State
from roses.richard.tables import BLOCKS, INDEX, SIDES
from roses.richard.view import View

_WORLDS: Final = 6  # states in which orders are weighed before the search
_SOME: Final = 28  # orders that are weighed at each decision of a game that is played ahead
_WIDEST: Final = 8  # orders that are weighed against each other
ACTING: Final = {Phase.ACTIONS, Phase.MUSTER, Phase.MUSTER_AREA, Phase.PLAGUE, Phase.MAIN_ATTACK}
FIGHTING: Final = {Phase.TREASON, Phase.BATTLE_TURN, Phase.ROLL, Phase.HITS, Phase.REGROUP}
_FIRST: Final = (Fire, Treachery, Charge, Retreat, Trapped)


class War:
    """The mind of a side in a decision of its action phase, or in a battle: a ``Mind`` for ``search``.

    An action phase is played ahead until the battles, which are estimated from mean hits; a battle until it is over.
    ``fights`` is whether it is in a battle. ``draw`` returns a state that agrees with the view, another one each time.

    >>> import roses
    >>> state = roses.scene(Kent="Gloucester, Norfolk", Essex="Oxford", side="York")
    >>> mind = War(state.view("York"), lambda: state, random.Random(1))
    >>> mind.over(state), (Done(),) in mind.first()
    (False, True)
    """

    def __init__(self, view: View, draw: Callable[[], State], rng: random.Random) -> None:
        self.side = view.viewer or ""
        self._view, self._draw, self._rng = view, draw, rng
        self._worlds: list[State] = []
        self.fights = view.phase not in ACTING
        self._ahead = FIGHTING if self.fights else ACTING

    def draw(self, number: int) -> State:
        """Return a state that agrees with the view, for the same number the same."""
        while len(self._worlds) <= number:
            self._worlds.append(self._draw())
        return self._worlds[number]

    def first(self) -> Sequence[Order]:
        """Return what the side may do, what seems best first: orders are weighed as the knight weighs them."""
        state = self.draw(_WORLDS - 1)
        if state.phase not in (Phase.ACTIONS, Phase.MUSTER):
            return self.orders(state)
        gains = Foresight(self._view, self._worlds).orders(state.legal_actions(self.side))
        return [order or (Done(),) for order in gains][:_WIDEST]

    def orders(self, state: State) -> Sequence[Order]:
        """Return what the side that chooses may do, what seems best first."""
        options = state.legal_actions()
        if len(options) == 1:
            return [(options[0],)]
        if state.phase in (Phase.ACTIONS, Phase.MUSTER):
            return _campaign(state, self._some(orders(state, SIDES.index(state.active[0]), options)))
        if state.phase is Phase.BATTLE_TURN:
            return _turns(state, options)
        if state.phase is Phase.HITS:
            return [(option,) for option in sorted(options, key=_price)]
        return [(option,) for option in sorted(options, key=lambda option: not isinstance(option, Done | Decline))]

    def over(self, state: State) -> bool:
        """Return whether the action phases are over, or the battle."""
        return state.phase not in self._ahead or state.turn != self._view.turn

    def estimate(self, state: State) -> dict[str, float]:
        """Return by side what a state is worth to it, in lords."""
        found = worth(state, 0).total
        return {SIDES[0]: found, SIDES[1]: -found}

    def _some(self, found: list[Order]) -> list[Order]:
        """Return a random part of many orders."""
        return self._rng.sample(found, _SOME) if len(found) > _SOME else found


def _campaign(s: State, found: Sequence[Order]) -> list[Order]:
    """Return the orders that seem best by one ply with mean hits; to end the phase is one of them."""
    side = SIDES.index(s.active[0])
    now = worth(s, side).total
    gains: dict[Order, float] = {(Done(),): 0.0}
    for order in found:
        after = carried(s, order)
        gains[order] = (worth(after, side).total - now) / max(0.7, s.ap - after.ap)
    return sorted(gains, key=lambda order: -gains[order])[:_WIDEST]


def _turns(s: State, options: Sequence[Action]) -> list[Order]:
    """Return the turns of the first block that acts, but to pass: fire first, or for a weak heir, leave."""
    block = _actor(options[0])
    mine = [option for option in options if _actor(option) == block and not isinstance(option, Pass)]
    weak = BLOCKS[block].kind == "heir" and s.steps[INDEX[block]] == 1
    return [(a,) for a in sorted(mine, key=lambda a: (weak and not isinstance(a, Retreat), _FIRST.index(type(a))))]


def _actor(action: Action) -> str:
    """Return the block whose turn an action is."""
    return str(getattr(action, "block", "") or getattr(action, "heir", "") or getattr(action, "roller", ""))


def _price(hit: Action) -> float:
    """Return how much a block that may take hits is missed."""
    block = BLOCKS[_actor(hit)]
    return 3.0 * (block.kind == "heir") + block.firepower + block.rose
