"""The rows of a simulated game of the court game: the game, and its rounds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from roses.engine.state import GameState
from roses.lab.runs.columns import OF_ALL_GAMES, Column, Kind, Played, Row, played_row
from roses.lancaster.events import EnglandWon, FranceWon, LawAccepted, RoundBegun

_COUNTS: Final = (
    Column("laws", "int64", "laws that were accepted"),
    Column("england", "int64", "conflicts that England won"),
    Column("france", "int64", "conflicts that France won"),
)
_GAME: Final = (
    *OF_ALL_GAMES,
    Column("round", "int64", "round in which the game ended, 1 to 5"),
    *_COUNTS,
    Column("points_{side}", "int64", "points of this house at the end"),
    Column("nobles_{side}", "int64", "nobles at the table of this house at the end"),
)
_ROUND: Final = (
    Column("game", "int64", "number of the game, from 0"),
    Column("round", "int64", "round, 1 to 5"),
    Column("actions", "int64", "actions of the game until the round was over"),
    *_COUNTS,
    Column("points_{side}", "int64", "points of this house when the round was over"),
)


def kinds() -> dict[str, Kind]:
    """Return the kinds of rows of the court game: a turn is a round.

    >>> sorted(kinds())
    ['games', 'turns']
    """
    return {"games": Kind(_GAME, _games), "turns": Kind(_ROUND, _rounds)}


def _games(game: Played) -> Iterator[Row]:
    houses = [*game.last.score, *map(int.bit_count, game.last.nobles)]
    yield (*played_row(game), game.last.round, *_count(game.states), *houses)


def _rounds(game: Played) -> Iterator[Row]:
    begun = [at for at, state in enumerate(game.states) if any(isinstance(e, RoundBegun) for e in state.events)]
    for first, over in zip(begun, [*begun[1:], len(game.states) - 1], strict=True):
        number: int = game.states[first].round
        points: tuple[int, ...] = game.states[over].score
        yield (game.number, number, over, *_count(game.states[first + 1 : over + 1]), *points)


def _count(states: Sequence[GameState]) -> tuple[int, ...]:
    """Return the values of the columns ``_COUNTS`` for the events of these states."""
    events = [event for state in states for event in state.events]
    kinds = (LawAccepted, EnglandWon, FranceWon)
    return tuple(sum(isinstance(event, kind) for event in events) for kind in kinds)
