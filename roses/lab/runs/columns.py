"""What the tables of simulated games are made of: columns with dtype and meaning, and a game as it was played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, TypeAlias

import msgspec

Row: TypeAlias = tuple[Any, ...]


class Column(msgspec.Struct, frozen=True):
    """A column: its name, its pandas dtype, what its values mean, and their unit, if they have one.

    ``{side}`` in the name stands for each side.
    """

    name: str
    dtype: str
    meaning: str
    unit: str = ""


# the columns that stand first in a row of any game
OF_ALL_GAMES: Final = (
    Column("game", "int64", "number of the game, from 0"),
    Column("seed", "int64", "seed of its dice and deals, from which those of its bots follow"),
    Column("winner", "str", "the side that won; several are joined by “ and ”"),
    Column("reason", "str", "how the game ended"),
    Column("share_{side}", "float64", "part of the win of this side, 0 to 1"),
    Column("actions", "int64", "number of actions, those of chance included"),
)


class Played(msgspec.Struct, frozen=True):
    """A game that is over: its number in the study, its seed, all its states, and each side's part of the win, 0..1."""

    number: int
    seed: int
    states: Sequence[Any]  # of this game's own State
    shares: dict[str, float]

    @property
    def last(self) -> Any:
        """The state in which the game ended."""
        return self.states[-1]


class Kind(msgspec.Struct, frozen=True):
    """A kind of rows: its columns, and the function that makes the rows of a game."""

    columns: Sequence[Column]
    rows: Callable[[Played], Iterable[Row]]


def spread(columns: Sequence[Column], sides: Sequence[str]) -> Iterator[Column]:
    """Yield the columns, those of a side once for each of the sides.

    >>> [column.name for column in spread([Column("game", "int64", ""), Column("share_{side}", "float64", "")], "AB")]
    ['game', 'share_A', 'share_B']
    """
    for column in columns:
        each = sides if "{side}" in column.name else ("",)
        yield from (msgspec.structs.replace(column, name=column.name.format(side=side)) for side in each)


def played_row(game: Played) -> Row:
    """Return the values of the columns ``OF_ALL_GAMES``."""
    end = game.last.outcome
    return (game.number, game.seed, end.winner, end.reason, *game.shares.values(), len(game.states) - 1)
