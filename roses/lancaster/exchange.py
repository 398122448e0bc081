"""Exchange: another state that a player cannot tell from the one given, made from the truth and not from a view.

What others have behind their screens changes, and their sealed votes. The test of the fog holds the two against
each other.
"""

from __future__ import annotations

import random
from typing import Final

import msgspec

from roses.lancaster.position import Phase
from roses.lancaster.resampling import shared
from roses.lancaster.state import State

_MOST: Final = 12  # gold or squires that are given to another player
_TRIES: Final = 50


def exchange(state: State, side: str, rng: random.Random) -> State:
    """Return a state of equal knowledge for a player: what is hidden from it is changed at random (rule 16.1).

    It may be the same state, if nothing is hidden, or nothing can be changed. ValueError if there is no such side.

    >>> import random, roses
    >>> state = roses.game("lancaster", players=3, seed=1).state
    >>> other = exchange(state, "Green", random.Random(4))
    >>> other == state, other.view("Green") == state.view("Green")
    (False, True)
    """
    state.check_side(side)
    for _again in range(_TRIES):
        other = _exchanged(state, state.sides.index(side), rng)
        if all(other.legal_actions(who) for who in other.active):
            return other
    return state


def _exchanged(state: State, viewer: int, rng: random.Random) -> State:
    def others(values: tuple[int, ...]) -> tuple[int, ...]:
        if state.rules.supply == "limited":  # the box shows how much all of them have together
            return shared([n if p == viewer else None for p, n in enumerate(values)], sum(values), rng)
        return tuple([n if p == viewer else rng.randrange(_MOST) for p, n in enumerate(values)])

    votes = tuple([
        vote if p == viewer or vote is None else (rng.choice((True, False)), rng.randint(0, state.markers[p]))
        for p, vote in enumerate(state.votes)
    ])  # fmt: skip
    if not state.setup.screens or state.phase is Phase.OVER:
        return msgspec.structs.replace(state, votes=votes)
    return msgspec.structs.replace(state, gold=others(state.gold), squires=others(state.squires), votes=votes)
