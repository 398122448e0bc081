"""How the block war game is played ahead: both sides give the orders that seem best, and battles are estimated."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from roses.bots.richard.foresight import LEAST, Foresight, carried
from roses.bots.richard.orders import Order, orders
from roses.bots.richard.worth import worth
from roses.engine.protocol import Action, Decline, Done
from roses.richard.actions import March, Sail
from roses.richard.position import Phase, present
from roses.richard.state import State
from roses.richard.tables import PLACE, SIDES
from roses.richard.view import View

_WORLDS: Final = 6  # states in which orders are weighed before the search
_KEPT: Final = 16  # orders, the best ones, that are weighed again later
_WIDEST: Final = 8  # orders that may be tried at a decision ahead
ACTING: Final = {Phase.ACTIONS, Phase.MUSTER, Phase.MUSTER_AREA, Phase.PLAGUE, Phase.MAIN_ATTACK}


class War:
    """The mind of a side in a decision of its action phase: a ``Mind`` for ``search``.

    The action phases of both sides are played ahead until the battles, which are estimated by the exact odds of small
    ones; what they lead to is weighed as a chance to win. ``draw`` returns a state that agrees with the view, another
    one each time.

    >>> import roses
    >>> state = roses.scene(Kent="Gloucester, Norfolk", Essex="Oxford", side="York")
    >>> mind = War(state.view("York"), lambda: state)
    >>> mind.over(state), (Done(),) in mind.first()
    (False, True)
    """

    def __init__(self, view: View, draw: Callable[[], State]) -> None:
        self.side = view.viewer or ""
        self._view, self._draw = view, draw
        self._worlds: list[State] = []
        self._number = -1  # of the state that was drawn last
        self._good: dict[tuple[int, int], set[Order]] = {}  # by its number and a side, what seemed good at first

    def draw(self, number: int) -> State:
        """Return a state that agrees with the view, for the same number the same."""
        while len(self._worlds) <= number:
            self._worlds.append(self._draw())
        self._number = number
        return self._worlds[number]

    def first(self) -> Sequence[Order]:
        """Return what the side may do, what seems best first by one ply."""
        state = self.draw(_WORLDS - 1)
        foresight, options = Foresight(self._view, self._worlds, chances=True), state.legal_actions(self.side)
        if state.phase in (Phase.ACTIONS, Phase.MUSTER):
            return [order or (Done(),) for order in foresight.orders(options)]
        gains = foresight.options(options)
        return [(option,) for option in sorted(gains, key=lambda option: -gains[option].total)]

    def orders(self, state: State) -> Sequence[Order]:
        """Return what the side that chooses may do, what seems best first."""
        options = state.legal_actions()
        if len(options) == 1:
            return [(options[0],)]
        if state.phase in (Phase.ACTIONS, Phase.MUSTER):
            return self._campaign(state, options)
        return [(option,) for option in sorted(options, key=lambda option: not isinstance(option, Done | Decline))]

    def over(self, state: State) -> bool:
        """Return whether the action phases are over."""
        return state.phase not in ACTING or state.turn != self._view.turn

    def estimate(self, state: State) -> dict[str, float]:
        """Return by side what a state is worth to it, in lords."""
        found = worth(state, 0, exact=True, chances=True).total
        return {SIDES[0]: found, SIDES[1]: -found}

    def _campaign(self, s: State, options: Sequence[Action]) -> list[Order]:
        """Return the orders that seem best by one ply with mean hits; to end the phase is one of them.

        Attacks and recruits are always weighed; of all others in a drawn state only those that seemed good at first.
        """
        side = SIDES.index(s.active[0])
        good, now = self._good.get((self._number, side)), worth(s, side, chances=True).total
        gains: dict[Order, float] = {(Done(),): 0.0}
        for order in orders(s, side, options):
            if good is None or order in good or not _quiet(s, side, order[0]):
                after = carried(s, order)
                gains[order] = (worth(after, side, chances=True).total - now) / max(LEAST, s.ap - after.ap)
        found = sorted(gains, key=lambda order: -gains[order])
        if good is None:
            self._good[self._number, side] = set(found[:_KEPT])
        return found[:_WIDEST]


def _quiet(s: State, side: int, action: Action) -> bool:
    """Return whether an action moves a block to where no enemy is."""
    if isinstance(action, March):
        return not present(s, PLACE[action.path[-1]], 1 - side)
    return isinstance(action, Sail) and not present(s, PLACE[action.area], 1 - side)
