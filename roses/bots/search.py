"""Monte Carlo tree search over orders in games with hidden information: one tree for all states that a view allows.

Each iteration takes a state that agrees with the view and plays it ahead, by the tree as far as it goes and from there
on by the order that seems best, until a mind that knows the game ends it with an estimate (P. Cowling, E. Powley and
D. Whitehouse, 2012: information set Monte Carlo tree search).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from math import inf, log, sqrt
from typing import Final, Protocol, TypeAlias, TypeVar

from roses.engine.protocol import CHANCE, Action
from roses.engine.state import GameState

S = TypeVar("S", bound=GameState)
Order: TypeAlias = tuple[Action, ...]  # legal one after the other
_CURIOUS: Final = 1.5  # weight of what was seldom tried, in the unit of the estimates
_WIDE: Final = 2  # orders of a node that are tried first; their number grows with the root of its visits


class Mind(Protocol[S]):
    """What a search asks about one decision of a ``side`` in a game."""

    side: str

    def draw(self, number: int) -> S:
        """Return a state that agrees with the view: for the same number the same, so that all orders meet it."""
        ...

    def first(self) -> Sequence[Order]:
        """Return what the side may do now, what seems best first."""
        ...

    def orders(self, state: S) -> Sequence[Order]:
        """Return what the first active side may do in a state ahead, what seems best first."""
        ...

    def over(self, state: S) -> bool:
        """Return whether a state is far enough ahead to be estimated; always so once the game is over."""
        ...

    def estimate(self, state: S) -> dict[str, float]:
        """Return by side what a state is worth to it."""
        ...


class Node:
    """What was tried after a sequence of orders: visits, the sum of its estimates, and what followed."""

    def __init__(self) -> None:
        self.visits = 0
        self.total = 0.0  # for the side that chose it
        self.offered = 0  # visits at which it could be chosen
        self.children: dict[Order, Node] = {}

    @property
    def mean(self) -> float:
        """The mean of the estimates, for the side that chose it; 0 before the first."""
        return self.total / max(1, self.visits)

    @property
    def ranked(self) -> list[tuple[Order, Node]]:
        """The orders that were tried, those tried most often first."""
        tried = [(order, node) for order, node in self.children.items() if node.visits]
        return sorted(tried, key=lambda item: (-item[1].visits, -item[1].mean))

    def pick(self, orders: Sequence[Order]) -> Order:
        """Return the order to be tried next: a new one if there is room, else that of the highest bound."""
        wide = orders[: _WIDE + int(sqrt(self.visits))]
        for order in wide:
            self.children.setdefault(order, Node()).offered += 1
        return max(wide, key=lambda order: self.children[order].bound())

    def bound(self) -> float:
        """Return the upper confidence bound of the mean; it is infinite for what was never tried."""
        if not self.visits:
            return inf
        return self.mean + _CURIOUS * sqrt(log(self.offered + 1) / self.visits)


def search(mind: Mind[S], rng: random.Random, go_on: Callable[[int], bool]) -> Node:
    """Return the root of the tree, which grows as long as ``go_on`` (the number of iterations so far) says.

    Its children are orders of the side that chooses now. At least one iteration is made, and if there is only one order
    no other.
    """
    root, first = Node(), mind.first()
    _iterate(mind, root, first, rng)
    while len(first) > 1 and go_on(root.visits):
        _iterate(mind, root, first, rng)
    return root


def ahead(mind: Mind[S], state: S, rng: random.Random) -> S:
    """Return the state that comes when every side follows the order that seems best, until the mind ends it."""
    while not mind.over(state):
        state = _played(state, mind.orders(state)[0]) if state.active != (CHANCE,) else _thrown(state, rng)
    return state


def _iterate(mind: Mind[S], root: Node, first: Sequence[Order], rng: random.Random) -> None:
    """Play a state ahead, and tell the nodes on the way by how much the estimate has changed."""
    order = root.pick(first)
    node = root.children[order]
    begun = mind.draw(node.visits)
    path, state = [(mind.side, node)], _played(begun, order)
    while node.visits and not mind.over(state):
        if state.active == (CHANCE,):
            state = _thrown(state, rng)
            continue
        order = node.pick(mind.orders(state))
        node = node.children[order]
        path.append((state.active[0], node))
        state = _played(state, order)
    before, after = mind.estimate(begun), mind.estimate(ahead(mind, state, rng))
    root.visits += 1
    for side, tried in path:
        tried.visits += 1
        tried.total += after[side] - before[side]


def _played(state: S, order: Order) -> S:
    for action in order:
        state = state.apply_unchecked(action)
    return state


def _thrown(state: S, rng: random.Random) -> S:
    return state.apply_unchecked(state.sample(rng))
