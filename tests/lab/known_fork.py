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


def exact(state: Any, worth: Callable[[Any], Any], known: dict[Any, Any]) -> Any:
    """Return the mean worth, a number or an array, of the ends of the game if squires play on.

    Positions that recur are followed once: ``known`` keeps them for other games with the same worth.
    """
    if state.outcome is not None:
        return worth(state)
    bare = msgspec.structs.replace(state, events=())
    key = msgspec.structs.astuple(bare)
    if key not in known:
        known[key] = sum(p * exact(after, worth, known) for after, p in _next(bare))
    return known[key]


def _next(state: Any) -> list[tuple[Any, float]]:
    if state.active == (CHANCE,):
        return [(state.apply_unchecked(roll), p) for roll, p in state.chance_outcomes()]
    advice = Squire(0).advise(Seat(Game.following(_EMPTY, [state]), state.active[0]))
    best = [item.action for item in advice if item.score == advice[0].score]
    return [(state.apply_unchecked(action), 1 / len(best)) for action in best]
