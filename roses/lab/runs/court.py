"""The rows of a simulated game of the court game: the game, and its rounds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from roses.engine.i18n import gettext as _
from roses.engine.state import GameState
from roses.lab.runs.columns import Column, Kind, Played, Row, of_all_games, played_row
from roses.lancaster.events import court, service


def kinds() -> dict[str, Kind]:
    """Return the kinds of rows of the court game: a turn is a round.

    >>> sorted(kinds())
    ['games', 'turns']
    """
    return {"games": Kind(_game_columns(), _games), "turns": Kind(_round_columns(), _rounds)}


def _game_columns() -> list[Column]:
    return [
        *of_all_games(),
        Column("round", "int64", _("round in which the game ended, 1 to 5")),
        *_counted(),
        Column("points_{side}", "int64", _("points of this house at the end")),
        Column("nobles_{side}", "int64", _("nobles at the table of this house at the end")),
    ]


def _games(game: Played) -> Iterator[Row]:
    houses = [*game.last.score, *map(int.bit_count, game.last.nobles)]
    yield (*played_row(game), game.last.round, *_count(game.states), *houses)


def _round_columns() -> list[Column]:
    return [
        Column("game", "int64", _("number of the game, from 0")),
        Column("round", "int64", _("round, 1 to 5")),
        Column("actions", "int64", _("actions of the game until the round was over")),
        *_counted(),
        Column("points_{side}", "int64", _("points of this house when the round was over")),
    ]


def _rounds(game: Played) -> Iterator[Row]:
    begun = [at for at, state in enumerate(game.states) if any(isinstance(e, court.RoundBegun) for e in state.events)]
    for first, over in zip(begun, [*begun[1:], len(game.states) - 1], strict=True):
        number: int = game.states[first].round
        points: tuple[int, ...] = game.states[over].score
        yield (game.number, number, over, *_count(game.states[first + 1 : over + 1]), *points)


def _counted() -> list[Column]:
    return [
        Column("laws", "int64", _("laws that were accepted")),
        Column("england", "int64", _("conflicts that England won")),
        Column("france", "int64", _("conflicts that France won")),
    ]


def _count(states: Sequence[GameState]) -> tuple[int, ...]:
    """Return the values of the columns ``_counted`` for the events of these states."""
    told = [event for state in states for event in state.events]
    kinds = (court.LawAccepted, service.EnglandWon, service.FranceWon)
    return tuple(sum(isinstance(event, kind) for event in told) for kind in kinds)
