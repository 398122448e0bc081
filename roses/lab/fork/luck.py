"""The games of a fork less the luck in them, so that the difference of a pair varies less."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

import msgspec
from msgspec import structs

from roses.engine.protocol import CHANCE, Action
from roses.lab.fork.study import ARMS, Fork, loyalty_changed
from roses.lab.reference import Row
from roses.lab.winning.model import NAMES, features
from roses.lab.winning.values import hands
from roses.odds.enumeration import moves
from roses.richard.position import Phase
from roses.richard.state import State

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]


LEAST: Final = 20  # pairs; the worth of positions for one half of them is learned from the other half
_EACH: Final = 3  # one in this many positions is learned from
_PENALTY: Final = 0.03  # of the regression; the share of the lead it explains is the same within 0.02 for 0.01 and 0.1
_KNOWN: Final = 1 + len(NAMES)  # how many numbers describe a position; those of an end follow them
Known: TypeAlias = dict[Hashable, "Numbers"]  # numbers by position, since positions recur in the games of a battle


class GameLuck(NamedTuple):
    """A game: its result, the numbers of its luck, and the sums of products from which ``_fit`` learns weights."""

    end: tuple[float, ...]
    luck: Numbers
    products: Any


class Games(msgspec.Struct, frozen=True):
    """The games of a fork by their numbers: a row is a pair, as it was and changed."""

    study: Fork

    def rows(self, kind: str, numbers: Iterable[int]) -> list[Row]:
        """Return a row for each pair: its two games."""
        known: Known = {}
        return [tuple(self.game(number, arm, known) for arm in ARMS) for number in numbers]

    def game(self, number: int, arm: str, known: Known) -> GameLuck:
        """Return the result and the luck of a game."""
        import numpy as np

        game, first = self.study.play(number, arm), len(self.study.arms[arm])
        states: list[Any] = game.states[first:]
        loyalty = self.study.change.loyalty if arm == ARMS[1] else {}
        end = self.study.values(states[-1])
        luck = np.zeros(_KNOWN + len(end))
        for state, after in pairwise(states):
            if state.active == (CHANCE,) and not loyalty_changed(state, loyalty):
                luck += self._once(after, arm, known) - self._once(state, arm, known)
        examples = [self._position(state, known) for state in states[:-1:_EACH] if state.phase is not Phase.DEAL]
        numbers = np.array(examples).reshape(-1, len(luck))
        numbers[:, _KNOWN:] = end
        return GameLuck(tuple(end), luck, numbers.T @ numbers)

    def _once(self, state: State, arm: str, known: Known) -> Numbers:
        """Return ``worth`` from a cache, by arm and position."""
        key = (arm, *_key(state))
        if key not in known:
            known[key] = self.worth(state, arm, known)
        return known[key]

    def worth(self, state: State, arm: str, known: Known) -> Numbers:
        """Return the numbers of a state: of a position, of an end, or the mean of those that chance may lead to."""
        import numpy as np

        if self.study.over(state, arm):
            return np.array([*[0.0] * _KNOWN, *self.study.values(state)])
        if state.phase is Phase.DEAL:
            ways: Iterable[tuple[Action, float]] = [(deal, chance) for chance, deal in hands(state)]
        elif state.due is not None or state.phase is Phase.HITS:
            ways = moves(state, None)
        else:
            return self._position(state, known)
        mean: Numbers = np.sum([p * self.worth(state.apply_unchecked(way), arm, known) for way, p in ways], axis=0)
        return mean

    def _position(self, state: State, known: Known) -> Numbers:
        """Return the numbers of a position: 1, its features, and 0 for each number of an end."""
        import numpy as np

        key = _key(state)
        if key not in known:
            known[key] = np.array([1.0, *features(state), *[0.0] * len(self.study.seats) * len(self.study.measures)])
        return known[key]


def _key(state: State) -> tuple[object, ...]:
    """Return a key of a position, without the events that led to it."""
    return structs.astuple(structs.replace(state, events=()))


class Luck:
    """Collects the pairs of a fork in the order of their numbers, and subtracts the luck of each game."""

    def __init__(self) -> None:
        self._pairs: list[tuple[GameLuck, ...]] = []
        self._products: list[Any] = [0.0, 0.0]  # of the even pairs and of the odd ones

    def add(self, pairs: Iterable[tuple[GameLuck, ...]]) -> None:
        """Add the next pairs."""
        for pair in pairs:
            half = len(self._pairs) % 2
            self._products[half] = self._products[half] + sum(game.products for game in pair)
            self._pairs.append(tuple(game._replace(products=None) for game in pair))

    def pairs(self) -> list[Row]:
        """Return the pairs as ``Forked.pairs`` has them."""
        return [(number, *pair[0].end, *pair[1].end) for number, pair in enumerate(self._pairs)]

    def pairs_without_luck(self) -> list[Row]:
        """Return the same pairs without the luck of their games."""
        weights = [_fit(self._products[half]) for half in (1, 0)]
        rows: list[Row] = []
        for number, pair in enumerate(self._pairs):
            learned = weights[number % 2]  # from the other half
            ends = [game.end - game.luck[:_KNOWN] @ learned - game.luck[_KNOWN:] for game in pair]
            rows.append((number, *ends[0].tolist(), *ends[1].tolist()))
        return rows


def _fit(products: Numbers) -> Numbers:
    """Return the weights of ridge regressions of the values of an end on the numbers of a position, constant first."""
    import numpy as np

    means = products[0] / products[0, 0]
    covariance = products / products[0, 0] - np.outer(means, means)
    spread = np.sqrt(np.maximum(covariance.diagonal()[:_KNOWN], 0.0))
    spread[spread < 1e-9] = 1.0
    square = covariance[:_KNOWN, :_KNOWN] / np.outer(spread, spread) + _PENALTY * np.eye(_KNOWN)
    weights: Numbers = np.linalg.solve(square, covariance[:_KNOWN, _KNOWN:] / spread[:, None]) / spread[:, None]
    weights[0] = means[_KNOWN:] - means[1:_KNOWN] @ weights[1:]
    return weights
