"""Forks with a known answer: the end of a game, followed through every fall of the dice and every tie of squires."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from roses.bots.squire import Squire
from roses.engine.game import Game
from roses.engine.protocol import CHANCE
from roses.engine.record import Record
from roses.engine.seat import Seat

_EMPTY = Record("richard-iii", "1483", ())


def york_won(state: Any) -> float:
    """Return 1.0 where York has won a game that is over, else 0.0."""
    return float(state.outcome.winner == "York")


def exact(state: Any, worth: Callable[[Any], float], known: dict[Any, float] | None = None) -> float:
    """Return the mean worth of the ends of the game if squires play on; positions that recur are followed once."""
    known = {} if known is None else known
    if state.outcome is not None:
        return worth(state)
    bare = msgspec.structs.replace(state, events=())
    key = msgspec.structs.astuple(bare)[:4] + msgspec.structs.astuple(bare)[6:]
    if key not in known:
        known[key] = sum(p * exact(after, worth, known) for after, p in _next(bare))
    return known[key]


def _next(state: Any) -> list[tuple[Any, float]]:
    if state.active == (CHANCE,):
        return [(state.apply_unchecked(roll), p) for roll, p in state.chance_outcomes()]
    advice = Squire(0).advise(Seat(Game.following(_EMPTY, [state]), state.active[0]))
    best = [found.action for found in advice if found.score == advice[0].score]
    return [(state.apply_unchecked(action), 1 / len(best)) for action in best]
