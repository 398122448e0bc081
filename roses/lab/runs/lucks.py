"""The luck of many simulated games: its mean, which is 0 if luck is reckoned rightly, and what was measured of that."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final

import msgspec
import pandas as pd

from roses.engine.data import read
from roses.lab.runs.study import Study
from roses.table import Table

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


def kept_lucks() -> tuple[Lucks, ...]:
    """Return what was measured of luck in games of 1483, for each pair of bots (``data/studies/luck-1483.json``).

    >>> all(abs(one.mean) < 3 * one.error for one in kept_lucks())
    True
    """
    return read(FILE, tuple[Lucks, ...])


def luck_table(measured: Sequence[Lucks] | None = None) -> Table:
    """Return a row for each pair of bots, one for each sample, and one for all games; by default of ``kept_lucks``.

    Columns: ``sample``; ``York`` and ``Lancaster``, the bots; ``games``; ``mean luck`` of York in a game, as a change
    of its chance, and its ``standard error``; ``errors``, the mean in standard errors; ``spread``, the standard
    deviation of the luck of a game, and ``largest``, that of one game.

    >>> table = luck_table()
    >>> table[table["York"] == "all"]["sample"].tolist()
    ['1', '2', 'all']
    """
    samples = tuple(measured or kept_lucks())
    rows = []
    for sample in sorted({one.sample for one in samples}):
        of = [one for one in samples if one.sample == sample]
        rows += [_row(str(sample), one) for one in (*of, _together(of))]
    if len({one.sample for one in samples}) > 1:
        rows.append(_row("all", _together(samples)))
    names = ["sample", "York", "Lancaster", "games", "mean luck", "standard error", "errors", "spread", "largest"]
    return Table(rows, columns=names)


def _together(samples: Sequence[Lucks]) -> Lucks:
    """Return the luck of all these games, of whatever bots."""
    games = sum(one.games for one in samples)
    mean = sum(one.games * one.mean for one in samples) / games
    error = sqrt(sum((one.games * one.error) ** 2 for one in samples)) / games
    square = sum(one.games * (one.spread**2 + (one.mean - mean) ** 2) for one in samples) / games
    largest = max(one.largest for one in samples)
    return Lucks(dict.fromkeys(samples[0].seats, "all"), games, mean, error, sqrt(square), largest, "")


def _row(sample: str, one: Lucks) -> tuple[str | float, ...]:
    numbers = one.games, one.mean, one.error, one.mean / one.error, one.spread, one.largest
    return sample, one.seats["York"], one.seats["Lancaster"], *numbers
