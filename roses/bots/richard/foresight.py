"""One ply of the block war game: what options and orders bring, averaged over states that agree with a view."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Final, cast

from roses.bots.richard.orders import Order, orders
from roses.bots.richard.worth import Worth, worth
from roses.engine.games import resample
from roses.engine.protocol import Action
from roses.richard.position import Phase
from roses.richard.state import State
from roses.richard.tables import SIDES
from roses.richard.view import View

_WORLDS: Final = 6  # states that are drawn for a view
_ROUGH: Final = 2  # of these, those in which every order is weighed
_FINALISTS: Final = 6  # orders that are weighed with exact odds, in all worlds
LEAST: Final = 0.7  # action points that an order is taken to cost at least


def worlds(view: View, rng: random.Random, number: int = _WORLDS) -> list[State]:
    """Return states that are drawn at random so that they agree with a view."""
    return [cast(State, resample(view, rng)) for _again in range(number)]


def branches(s: State, chance: float = 1.0) -> Iterator[tuple[float, State]]:
    """Yield (probability, state) for each number of hits of the dice due, up to the next decision but one of hits.

    The probabilities add up to ``chance``. Of blocks that may take hits the first one does (rule 6.4).

    >>> import roses
    >>> state = roses.battle("Leicester", {"Warwick": "Oxford:2"}, "Hastings:1").apply("Oxford fires")
    >>> [round(chance, 3) for chance, _state in branches(state)]
    [0.444, 0.444, 0.111]
    """
    from roses.odds.enumeration import falls  # with numpy, which nothing loads before it is needed

    if s.phase is Phase.ROLL and s.due:
        for roll, part in falls(s, s.due):
            if part:
                yield from branches(s.apply_unchecked(roll), chance * part)
    elif s.phase is Phase.HITS:
        yield from branches(s.apply_unchecked(s.legal_actions()[0]), chance)
    else:
        yield chance, s


def carried(s: State, order: Order) -> State:
    """Return the state after an order."""
    for action in order:
        s = s.apply_unchecked(action)
    return s


class Foresight:
    """What options and orders bring to the viewer, in lords, averaged over states drawn from its view.

    ``chances``: the crown and the lives of heirs are weighed as chances to win (see ``worth``).

    >>> import roses
    >>> state = roses.scene(Kent="Gloucester, Norfolk", side="York")
    >>> view, options = state.view("York"), state.legal_actions("York")
    >>> gains = Foresight(view, worlds(view, random.Random(1))).orders(options)
    >>> {order[0] for order in gains if order} <= set(options)
    True
    """

    def __init__(self, view: View, drawn: Sequence[State], chances: bool = False) -> None:
        self.side = SIDES.index(view.viewer or "")
        self.worlds, self._chances = drawn, chances

    def options(self, options: Sequence[Action]) -> dict[Action, Worth]:
        """Return what each option leads to: the mean over worlds and dice."""
        return {option: self._mean((option,), self.worlds) for option in options}

    def orders(self, options: Sequence[Action]) -> dict[Order, Worth]:
        """Return orders made of these options, the best first: the gain for each point, and the crown's chance then.

        () is the empty order. All are weighed in two worlds with mean hits; the best of them in all worlds, with exact
        odds of small battles. No other order is taken to bring more than the least of these.
        """
        found = orders(self.worlds[0], self.side, options)
        rough = self._gains(found, self.worlds[:_ROUGH], exact=False)
        final = self._gains(list(rough)[:_FINALISTS], self.worlds, exact=True)
        final[()] = Worth(0.0, self._mean((), self.worlds).crown)
        least = min(gain.total for gain in final.values())
        others = {o: Worth(min(least, gain.total), gain.crown) for o, gain in rough.items() if o not in final}
        return dict(sorted((final | others).items(), key=lambda item: -item[1].total))

    def _gains(self, found: Sequence[Order], worlds: Sequence[State], exact: bool) -> dict[Order, Worth]:
        """Return what orders bring for each action point that they cost, the best first."""
        before, points = self._mean((), worlds, exact).total, worlds[0].ap
        gains = {}
        for order in found:
            after = self._mean(order, worlds, exact)
            cost = max(LEAST, points - carried(worlds[0], order).ap)
            gains[order] = Worth((after.total - before) / cost, after.crown)
        return dict(sorted(gains.items(), key=lambda item: -item[1].total))

    def _mean(self, order: Order, worlds: Sequence[State], exact: bool = False) -> Worth:
        """Return the mean worth of what an order leads to in these worlds."""
        total = crown = 0.0
        for world in worlds:
            for chance, after in branches(carried(world, order)):
                found = worth(after, self.side, exact, self._chances)
                total += chance * found.total / len(worlds)
                crown += chance * found.crown / len(worlds)
        return Worth(total, crown)
