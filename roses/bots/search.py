"""Monte Carlo tree search over orders in games with hidden information: one tree for all states that a view allows.

All orders that seem good are tried in the same states, which agree with the view. A game is played ahead by the tree
as far as it goes, and from there on by the order that seems best, until a ``Mind``, which knows the game, ends it with
an estimate (P. Cowling, E. Powley and D. Whitehouse, 2012: information set Monte Carlo tree search). Orders that do
clearly worse in the same states leave the race (O. Maron and A. Moore, 1994).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from itertools import count
from math import sqrt
from statistics import fmean, stdev
from typing import Final, Protocol, TypeAlias, TypeVar

from roses.engine.protocol import CHANCE, Action
from roses.engine.state import GameState

S = TypeVar("S", bound=GameState)
Order: TypeAlias = tuple[Action, ...]  # legal one after the other
_ORDERS: Final = 4  # orders in the race
_CURIOUS: Final = 1.5  # weight of orders that were seldom tried, in the unit of the estimates
_EARLY: Final = 4  # rounds before any order is given up
_GIVE_UP: Final = 2.0  # standard errors by which an order is worse that is given up
_SURE: Final = 1.0  # standard errors by which an order must be better than the one that seemed best before


class Mind(Protocol[S]):
    """What a search must know of one decision of a ``side`` in a game."""

    side: str

    def draw(self, number: int) -> S:
        """Return a state that agrees with the view: for the same number the same, so that all orders meet it."""
        ...

    def first(self) -> Sequence[Order]:
        """Return the orders of the side now, the most promising first."""
        ...

    def orders(self, state: S) -> Sequence[Order]:
        """Return the orders of the first active side in a state ahead, the most promising first."""
        ...

    def over(self, state: S) -> bool:
        """Return whether a state is far enough ahead to be estimated; always so once the game is over."""
        ...

    def estimate(self, state: S) -> dict[str, float]:
        """Return by side what a state is worth to it."""
        ...


class Node:
    """A sequence of orders that was tried: its visits, the sum of its estimates, and the orders tried after it."""

    def __init__(self) -> None:
        self.visits = 0
        self.total = 0.0  # for the side that chose it
        self.children: dict[Order, Node] = {}

    @property
    def mean(self) -> float:
        """The mean of the estimates, for the side that chose it; 0 before the first."""
        return self.total / max(1, self.visits)

    def pick(self, orders: Sequence[Order]) -> Order:
        """Return the order to be tried next: each counts half as likely to be the best as the one before it.

        An order that was not tried yet counts as much as the mean of those that were (D. Silver and others,
        2017: the bound of AlphaGo Zero).
        """
        nodes = [self.children[order] for order in orders if order in self.children]
        mean = sum(node.total for node in nodes) / max(1, sum(node.visits for node in nodes))
        weight = _CURIOUS * sqrt(max(1, self.visits))

        def bound(rank: int) -> float:
            node = self.children.get(orders[rank])
            value, visits = (node.mean, node.visits) if node else (mean, 0)
            return value + weight * 0.5 ** (rank + 1) / (1 + visits)

        return orders[max(range(len(orders)), key=bound)]


class Trial:
    """One of the orders of a race: the ``gains`` of the games played ahead after it, by the number of their state."""

    def __init__(self, order: Order) -> None:
        self.order = order
        self.gains: list[float] = []
        self.node = Node()  # what was tried after it
        self.score = 0.0  # by how much it is surely better than the order that seemed best before

    @property
    def mean(self) -> float:
        """The mean gain; 0 before the first."""
        return fmean(self.gains) if self.gains else 0.0

    def over(self, other: Trial, errors: float) -> float:
        """Return by how much it did better than another in the same states, less ``errors`` standard errors.

        It is 0 as long as they have not met in two states.
        """
        both = min(len(self.gains), len(other.gains))
        ahead = [self.gains[number] - other.gains[number] for number in range(both)]
        return fmean(ahead) - errors * stdev(ahead) / sqrt(both) if both > 1 else 0.0


class _Stop(Exception):
    """Ends a search; the game that is being played ahead does not count."""


def search(mind: Mind[S], rng: random.Random, go_on: Callable[[int], bool]) -> list[Trial]:
    """Return the orders that were tried, the best first: the one that seemed best before, unless another did better.

    Games are played ahead as long as ``go_on`` (their number so far) says, which is asked before each of their orders,
    and as long as more than one order is in the race.
    """
    trials = [Trial(order) for order in mind.first()[:_ORDERS]]
    seed = rng.getrandbits(32)
    with suppress(_Stop):
        _race(mind, trials, seed, go_on)
    for trial in trials:
        trial.score = trial.over(trials[0], _SURE)
    return sorted(trials, key=lambda trial: -trial.score)


def play_ahead(mind: Mind[S], state: S, rng: random.Random) -> S:
    """Return the state that comes when every side follows the order that seems best, until the mind ends it."""
    while not mind.over(state):
        state = carry_out(state, mind.orders(state)[0]) if state.active != (CHANCE,) else _roll(state, rng)
    return state


def _race(mind: Mind[S], trials: Sequence[Trial], seed: int, go_on: Callable[[int], bool]) -> None:
    """Try all orders in one state after the other, without those that were given up, until one is left."""
    games, racing = 0, list(trials)
    for number in count():
        for trial in racing:
            if not go_on(games):
                return
            gain = _game(mind, trial, number, random.Random(seed + number), partial(go_on, games))
            trial.gains.append(gain)
            games += 1
        best = max(racing, key=lambda trial: trial.mean)
        if number >= _EARLY:
            racing = [trial for trial in racing if trial is best or best.over(trial, _GIVE_UP) <= 0]
        if len(racing) < 2:
            return


def _game(mind: Mind[S], trial: Trial, number: int, rng: random.Random, go_on: Callable[[], bool]) -> float:
    """Play a game ahead; add to the nodes on the way by how much the estimate changed, and return it for the side."""
    start = mind.draw(number)
    state, node, grows = carry_out(start, trial.order), trial.node, True
    path = [(mind.side, node)]
    while not mind.over(state):
        if not go_on():
            raise _Stop
        if state.active == (CHANCE,):
            state = _roll(state, rng)
            continue
        orders = mind.orders(state)
        order = node.pick(orders) if grows else orders[0]
        if grows:
            node = node.children.setdefault(order, Node())
            path.append((state.active[0], node))
            grows = node.visits > 0
        state = carry_out(state, order)
    before, after = mind.estimate(start), mind.estimate(state)
    for side, node in path:
        node.visits += 1
        node.total += after[side] - before[side]
    return after[mind.side] - before[mind.side]


def carry_out(state: S, order: Order) -> S:
    """Return the state after an order."""
    for action in order:
        state = state.apply_unchecked(action)
    return state


def _roll(state: S, rng: random.Random) -> S:
    return state.apply_unchecked(state.sample(rng))
