"""A study: which game is simulated, by which bots, from which seed; it plays its games by their numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec

from roses.bots.play import make_bot, play_out
from roses.engine.errors import brief
from roses.engine.game import Game
from roses.engine.games import start
from roses.engine.state import GameState
from roses.lab.runs import court, war
from roses.lab.runs.columns import OF_ALL_GAMES, Column, Kind, Played, Row, played_row, spread

_KINDS: Final = {"richard-iii": war.kinds, "lancaster": court.kinds}
_SPARE: Final = 11  # of 64 bits; a seed of 53 is whole in JSON, JavaScript and a column of floats


class Study(msgspec.Struct, frozen=True):
    """What is simulated: the arguments of ``roses.start``, the name of a bot for each side, and the seed.

    Every game has a seed of its own, which depends on the study's seed and the number of the game only. ``game(17)``
    plays game 17 again, with its record. The same version of the kit plays the same games on every machine.

    >>> games = study("richard-iii", "1483", {"York": "squire", "Lancaster": "page"})
    >>> games.play(17).state.outcome == games.play(17).state.outcome is not None
    True
    """

    game: str
    scenario: str
    ruleset: str
    options: dict[str, Any]
    seats: dict[str, str]
    seed: int

    def seed_of(self, number: int) -> int:
        """Return the seed of a game, a whole number below 2**53.

        >>> study("richard-iii", "1483").seed_of(0) != study("richard-iii", "1483").seed_of(1)
        True
        """
        return drawn(self.seed, number)

    def play(self, number: int) -> Game:
        """Return the game with this number, played to its end; its ``record`` can be saved and shown.

        ValueError if a number is negative.
        """
        if not isinstance(number, int) or number < 0:
            raise ValueError(f"the games of a study are numbered 0, 1, 2 ..., so there is no game {number!r}")
        return self._played(number)[0]

    def call(self, n: int, rows: str = "games") -> str:
        """Return the call of ``roses.simulate`` that makes the table of ``n`` games again, as it is typed.

        >>> study("lancaster", players=2).call(100)[:60]
        "roses.simulate('lancaster', '1413', n=100, seats={'Blue': 's"
        """
        named = {"n": n, "seats": self.seats, "ruleset": self.ruleset, "seed": self.seed, "rows": rows, **self.options}
        words = [repr(self.game), repr(self.scenario), *(f"{name}={value!r}" for name, value in named.items())]
        return f"roses.simulate({', '.join(words)})"

    def rows(self, kind: str, numbers: Iterable[int]) -> list[Row]:
        """Return the rows of the games with these numbers; ``kind`` is one of ``kinds``."""
        make = self.kinds()[kind].rows
        return [row for number in numbers for row in make(self._states_of(number))]

    def kinds(self) -> dict[str, Kind]:
        """Return the kinds of rows that the game has, by name: games, and turns, battles, blocks if there are any."""
        every = {"games": Kind(OF_ALL_GAMES, lambda game: [played_row(game)])}
        return _KINDS.get(self.game, lambda: every)()

    def columns(self, kind: str = "games") -> list[Column]:
        """Return the columns of the rows of a kind; ValueError, which lists the kinds, if there is no such one.

        >>> [column.name for column in study("lancaster", players=2).columns("turns")][-2:]
        ['points_Blue', 'points_Green']
        """
        if kind not in tuple(self.kinds()):
            kinds = ", ".join(map(repr, self.kinds()))
            raise ValueError(f"a game of {self.game} gives no rows {brief(kind)!r}; choose from {kinds}")
        return list(spread(self.kinds()[kind].columns, tuple(self.seats)))

    def _states_of(self, number: int) -> Played:
        game, shares = self._played(number)
        return Played(number, self.seed_of(number), game.states, shares)

    def _played(self, number: int) -> tuple[Game, dict[str, float]]:
        seed = self.seed_of(number)
        game = Game(start, self.game, self.scenario, ruleset=self.ruleset, seed=seed, **self.options)
        bots = {side: make_bot(name, drawn(seed, at)) for at, (side, name) in enumerate(self.seats.items())}
        return game, play_out(game, bots)


def study(
    game: str,
    scenario: str | None = None,
    seats: Mapping[str, str] | str = "squire",
    *,
    ruleset: str | None = None,
    seed: int = 1,
    **options: Any,
) -> Study:
    """Return a study; the arguments are those of ``roses.simulate``.

    ValueError for an unknown game, scenario, ruleset, option, side or bot, and for a side without a bot.

    >>> study("richard-iii", "1483", {"York": "squire"})
    Traceback (most recent call last):
    ValueError: every side needs a bot, and Lancaster has none; write seats={'Lancaster': 'squire', 'York': 'squire'}
    """
    first = start(game, scenario, ruleset=ruleset, **options)
    return Study(**first.header, seats=checked_seats(first, seats), seed=checked_seed(seed))


def checked_seats(state: GameState, seats: Mapping[str, str] | str) -> dict[str, str]:
    """Return the name of a bot for each side of a game; ValueError for an unknown side or bot, or one that is missing.

    >>> checked_seats(start("richard-iii", "1483"), "squire")
    {'Lancaster': 'squire', 'York': 'squire'}
    """
    if not isinstance(seats, str | Mapping):
        example = dict.fromkeys(state.sides, "squire")
        raise ValueError(f"seats must be a bot for all sides, such as 'squire', or {example}, not {repr(seats)[:80]}")
    named = dict.fromkeys(state.sides, seats) if isinstance(seats, str) else dict(seats)
    for side, bot in named.items():
        state.check_side(side)
        make_bot(bot, 0)
    if empty := [side for side in state.sides if side not in named]:
        example = {side: named.get(side, "squire") for side in state.sides}
        raise ValueError(f"every side needs a bot, and {empty[0]} has none; write seats={example}")
    return {side: named[side] for side in state.sides}


def checked_seed(seed: object) -> int:
    """Return a seed; ValueError if it is no whole number of 64 bits.

    >>> checked_seed(1485)
    1485
    """
    if isinstance(seed, int) and not isinstance(seed, bool) and 0 <= seed < 2**64:
        return seed
    raise ValueError(f"the seed must be a whole number from 0 to 2**64 - 1, not {brief(seed)!r}")


def drawn(seed: int, number: int) -> int:
    """Return a seed that follows from another one and a number, independent of those of all other numbers."""
    from numpy.random import SeedSequence

    words = SeedSequence(seed, spawn_key=(number,)).generate_state(2)
    return (int(words[0]) << 32 | int(words[1])) >> _SPARE
