"""How the court game is played ahead: everybody follows rules of thumb to the end of the round, which is estimated."""

from __future__ import annotations

import random
from collections.abc import Sequence
from statistics import fmean
from typing import Final, cast

from roses.bots.lancaster.court import rules_of_thumb
from roses.bots.search import Order, ahead
from roses.engine.games import resample
from roses.lancaster.phases.final import in_service
from roses.lancaster.state import State
from roses.lancaster.tables import ROUNDS
from roses.lancaster.view import View

_WON: Final = 25.0  # points that the game is worth
_WIDEST: Final = 8  # choices that are tried ahead
_FIRST: Final = 16  # choices now of which the round is played to its end before the search
_GAMES: Final = 2  # how often each is
# what is worth how many points, for each round to come and at the end
_GOODS: Final = {"gold": (0.3, 0.1), "squires": (0.3, 0.1), "markers": (0.25, 0.0)}
_STRENGTH: Final = (0.7, 0.8)  # a point of strength in service
_EXTENSION: Final = (1.3, 0.8)
_NOBLE: Final = 0.5  # a noble, beside the points of all at the end (rule 13.4), for each round to come


class Court:
    """The mind of a house in any decision of the court game: a ``Mind`` for ``search``.

    >>> import roses
    >>> game = roses.game("lancaster", players=3, seed=1)
    >>> side = game.state.active[0]
    >>> mind = Court(game.view(side), random.Random(1))
    >>> set(mind.estimate(game.state)) == set(game.state.sides)
    True
    """

    def __init__(self, view: View, rng: random.Random) -> None:
        self.side = view.viewer or ""
        self._view, self._rng = view, rng
        self._worlds: list[State] = []

    def draw(self, number: int) -> State:
        """Return a state that agrees with the view, for the same number the same."""
        while len(self._worlds) <= number:
            self._worlds.append(cast(State, resample(self._view, self._rng)))
        return self._worlds[number]

    def first(self) -> Sequence[Order]:
        """Return what the house may do now, what brings most by rules of thumb first."""
        return list(self.tried(_FIRST))

    def tried(self, number: int) -> dict[Order, float]:
        """Return so many choices that seem best, with the mean gain if all go on by rules of thumb, the best first."""
        found = self._ranked(self.draw(0), self.side)[:number]
        gains = {order: fmean([self._gain(order, n) for n in range(_GAMES)]) for order in found}
        return dict(sorted(gains.items(), key=lambda item: -item[1]))

    def _gain(self, order: Order, number: int) -> float:
        begun = self.draw(number)
        end = ahead(self, begun.apply_unchecked(order[0]), self._rng)
        return self.estimate(end)[self.side] - self.estimate(begun)[self.side]

    def orders(self, state: State) -> Sequence[Order]:
        """Return what the first side to choose may do, what seems best first."""
        return self._ranked(state, state.active[0])[:_WIDEST]

    def over(self, state: State) -> bool:
        """Return whether the round, or the game, is over."""
        return state.result is not None or state.round != self._view.round

    def estimate(self, state: State) -> dict[str, float]:
        """Return by side by how many points it is ahead of the best of the others, what it holds included."""
        held = [_held(state, player) for player in range(state.setup.players)]
        ahead = {}
        for player, side in enumerate(state.sides):
            ahead[side] = held[player] - max(held[:player] + held[player + 1 :])
            if state.result:
                ahead[side] += _WON if side in state.result.winner.split(" and ") else -_WON
        return ahead

    def _ranked(self, s: State, side: str) -> list[Order]:
        options = s.legal_actions(side)
        if len(options) == 1:
            return [(options[0],)]
        scores = [score for score, _reason in rules_of_thumb(s.view(side), options)]
        best = sorted(range(len(options)), key=lambda number: -scores[number])
        return [(options[number],) for number in best]


def _held(s: State, player: int) -> float:
    """Return the points of a player, with what goods, strength, extensions and nobles will bring."""
    value = float(s.score[player])
    if s.result:
        return value
    left = ROUNDS + 1 - s.round
    for name, (each, end) in _GOODS.items():
        value += getattr(s, name)[player] * (min(0.9, each * left) + end)
    nobles = s.nobles[player].bit_count()
    value += nobles * (nobles - 1) / 2 + _NOBLE * left * nobles
    value += in_service(s)[player] * (_STRENGTH[0] * left + _STRENGTH[1])
    return value + s.built[player].bit_count() * (_EXTENSION[0] * left + _EXTENSION[1])
