"""A study: which game is simulated, by which bots, from which seed; its games by number, and the luck of many games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from typing import Any, Final

import msgspec
import pandas as pd

from roses.bots.play import make_bot, play_out
from roses.engine.data import read
from roses.engine.errors import brief
from roses.engine.game import Game
from roses.engine.games import start
from roses.engine.state import GameState
from roses.lab.reference import Column, Row
from roses.lab.runs.rows import ANY_KINDS, KINDS, Kind, Played, spread
from roses.table import Table

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
        return derive_seed(self.seed, number)

    def play(self, number: int) -> Game:
        """Return the game with this number, played to its end; its ``record`` can be saved and shown.

        ValueError if a number is negative.
        """
        if not isinstance(number, int) or number < 0:
            raise ValueError(f"the games of a study are numbered 0, 1, 2 ..., so there is no game {number!r}")
        return self._play(number)[0]

    def call(self, n: int, rows: str = "games") -> str:
        """Return the call of ``roses.simulate`` that makes the table of ``n`` games again, as it is typed.

        >>> study("lancaster", players=2).call(100)[:60]
        "roses.simulate('lancaster', '1413', n=100, seats={'Blue': 's"
        """
        options = {"n": n, "seats": self.seats, "ruleset": self.ruleset, "seed": self.seed, "rows": rows}
        options |= self.options
        words = [repr(self.game), repr(self.scenario), *(f"{name}={value!r}" for name, value in options.items())]
        return f"roses.simulate({', '.join(words)})"

    def rows(self, kind: str, numbers: Iterable[int]) -> list[Row]:
        """Return the rows of the games with these numbers; ``kind`` is one of ``kinds``."""
        result: list[Row] = []
        for number in numbers:
            game, shares = self._play(number)
            result += self.kinds()[kind].rows(Played(number, self.seed_of(number), game.states, shares))
        return result

    def kinds(self) -> dict[str, Kind]:
        """Return the kinds of rows that the game has, by name: games, and turns, battles, blocks if there are any."""
        return KINDS.get(self.game, ANY_KINDS)

    def columns(self, kind: str = "games") -> list[Column]:
        """Return the columns of the rows of a kind; ValueError for an unknown kind; it lists the kinds.

        >>> [column.name for column in study("lancaster", players=2).columns("turns")][-2:]
        ['points_Blue', 'points_Green']
        """
        if kind not in tuple(self.kinds()):
            kinds = ", ".join(map(repr, self.kinds()))
            raise ValueError(f"a game of {self.game} gives no rows {brief(kind)!r}; choose from {kinds}")
        return list(spread(self.kinds()[kind].columns, tuple(self.seats)))

    def _play(self, number: int) -> tuple[Game, dict[str, float]]:
        seed = self.seed_of(number)
        game = Game(start, self.game, self.scenario, ruleset=self.ruleset, seed=seed, **self.options)
        bots = {side: make_bot(name, derive_seed(seed, at)) for at, (side, name) in enumerate(self.seats.items())}
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
    return Study(**first.header, seats=check_seats(first, seats), seed=check_seed(seed))


def check_seats(state: GameState, seats: Mapping[str, str] | str) -> dict[str, str]:
    """Return the name of a bot for each side of a game; ValueError for an unknown side or bot, or one that is missing.

    >>> check_seats(start("richard-iii", "1483"), "squire")
    {'Lancaster': 'squire', 'York': 'squire'}
    """
    if not isinstance(seats, str | Mapping):
        example = dict.fromkeys(state.sides, "squire")
        raise ValueError(f"seats must be a bot for all sides, such as 'squire', or {example}, not {repr(seats)[:80]}")
    bots = dict.fromkeys(state.sides, seats) if isinstance(seats, str) else dict(seats)
    for side, bot in bots.items():
        state.check_side(side)
        make_bot(bot, 0)
    if empty := [side for side in state.sides if side not in bots]:
        example = {side: bots.get(side, "squire") for side in state.sides}
        raise ValueError(f"every side needs a bot, and {empty[0]} has none; write seats={example}")
    return {side: bots[side] for side in state.sides}


def check_seed(seed: object) -> int:
    """Return a seed; ValueError if it is not a whole number of 64 bits.

    >>> check_seed(1485)
    1485
    """
    if isinstance(seed, int) and not isinstance(seed, bool) and 0 <= seed < 2**64:
        return seed
    raise ValueError(f"the seed must be a whole number from 0 to 2**64 - 1, not {brief(seed)!r}")


def derive_seed(seed: int, number: int) -> int:
    """Return a seed that follows from another one and a number, independent of those of all other numbers."""
    from numpy.random import SeedSequence

    words = SeedSequence(seed, spawn_key=(number,)).generate_state(2)
    return (int(words[0]) << 32 | int(words[1])) >> _SPARE


FILE: Final = "studies/luck-1483.json"


class Lucks(msgspec.Struct, frozen=True):
    """The luck of so many games of two bots, as changes of York's chance 0..1 (``roses.ledger``).

    ``mean`` of a game, ``error`` the standard error of that mean, ``spread`` the standard deviation, ``largest`` the
    luck of the luckiest or unluckiest game without its sign. ``call`` makes the table of these games again; another
    version of the kit, with other bots, may play otherwise. ``sample`` is the number of the sample they belong to.
    """

    seats: dict[str, str]
    games: int
    mean: float
    error: float
    spread: float
    largest: float
    call: str
    sample: int = 1


def lucks(study: Study, rows: pd.DataFrame, sample: int = 1) -> Lucks:
    """Return the luck of the games of a study, from its rows of the kind "luck"; two games at least.

    >>> import roses
    >>> rows = roses.simulate("richard-iii", "1483", n=3, seats="page", rows="luck")
    >>> lucks(roses.lab.study("richard-iii", "1483", "page"), rows).games
    3
    """
    luck, games = rows["luck"], len(rows)
    spread = float(luck.std())
    numbers = float(luck.mean()), spread / sqrt(games), spread, float(luck.abs().max())
    return Lucks(study.seats, games, *numbers, study.call(games, "luck"), sample)


def load_lucks() -> tuple[Lucks, ...]:
    """Return what was measured of luck in games of 1483, for each pair of bots (``data/studies/luck-1483.json``).

    >>> all(abs(one.mean) < 3 * one.error for one in load_lucks())
    True
    """
    return read(FILE, tuple[Lucks, ...])


def luck_table(measured: Sequence[Lucks] | None = None) -> Table:
    """Return a row for each pair of bots, one for each sample, and one for all games; by default of ``load_lucks``.

    Columns: ``sample``; ``York`` and ``Lancaster``, the bots; ``games``; ``mean luck`` of York in a game, as a change
    of its chance, and its ``standard error``; ``errors``, the mean in standard errors; ``spread``, the standard
    deviation of the luck of a game, and ``largest``, that of one game.

    >>> table = luck_table()
    >>> table[table["York"] == "all"]["sample"].tolist()
    ['1', '2', 'all']
    """
    samples = tuple(measured or load_lucks())
    rows = []
    for sample in sorted({one.sample for one in samples}):
        of = [one for one in samples if one.sample == sample]
        rows += [_luck_row(str(sample), one) for one in (*of, _pool(of))]
    if len({one.sample for one in samples}) > 1:
        rows.append(_luck_row("all", _pool(samples)))
    names = ["sample", "York", "Lancaster", "games", "mean luck", "standard error", "errors", "spread", "largest"]
    return Table(rows, columns=names)


def _pool(samples: Sequence[Lucks]) -> Lucks:
    """Return the luck of all these games, of whatever bots."""
    games = sum(one.games for one in samples)
    mean = sum(one.games * one.mean for one in samples) / games
    error = sqrt(sum((one.games * one.error) ** 2 for one in samples)) / games
    square = sum(one.games * (one.spread**2 + (one.mean - mean) ** 2) for one in samples) / games
    largest = max(one.largest for one in samples)
    return Lucks(dict.fromkeys(samples[0].seats, "all"), games, mean, error, sqrt(square), largest, "")


def _luck_row(sample: str, one: Lucks) -> tuple[str | float, ...]:
    numbers = one.games, one.mean, one.error, one.mean / one.error, one.spread, one.largest
    return sample, one.seats["York"], one.seats["Lancaster"], *numbers
