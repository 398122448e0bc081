"""The luck of many simulated games: its mean, which is 0 if luck is told rightly, and what was measured of that."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final

import msgspec
import pandas as pd

from roses.engine.data import read
from roses.engine.i18n import gettext as _
from roses.lab.runs.study import Study
from roses.table import Table

FILE: Final = "studies/luck-1483.json"


class Lucks(msgspec.Struct, frozen=True):
    """The luck of so many games of two bots, as changes of York's chance 0..1 (``roses.ledger``).

    ``mean`` of a game, ``error`` the standard error of that mean, ``spread`` the standard deviation, ``largest`` the
    luck of the luckiest or unluckiest game without its sign. ``call`` makes the table of these games again; another
    version of the kit, with other bots, may play otherwise.
    """

    seats: dict[str, str]
    games: int
    mean: float
    error: float
    spread: float
    largest: float
    call: str


def lucks(study: Study, rows: pd.DataFrame) -> Lucks:
    """Return the luck of the games of a study, from its rows of the kind "luck"; two games at least.

    >>> import roses
    >>> rows = roses.simulate("richard-iii", "1483", n=3, seats="page", rows="luck")
    >>> lucks(roses.lab.study("richard-iii", "1483", "page"), rows).games
    3
    """
    luck, games = rows["luck"], len(rows)
    spread = float(luck.std())
    found = float(luck.mean()), spread / sqrt(games), spread, float(luck.abs().max())
    return Lucks(study.seats, games, *found, study.call(games, "luck"))


def kept_lucks() -> tuple[Lucks, ...]:
    """Return what was measured of luck in games of 1483, for each pair of bots (``data/studies/luck-1483.json``).

    >>> all(abs(one.mean) < 3 * one.error for one in kept_lucks())
    True
    """
    return read(FILE, tuple[Lucks, ...])


def luck_table(measured: Sequence[Lucks] | None = None) -> Table:
    """Return a row for each pair of bots, and one for all games together; by default of ``kept_lucks``.

    Columns: ``York`` and ``Lancaster``, the bots; ``games``; ``mean luck`` of York in a game, as a change of its
    chance, and its ``standard error``; ``errors``, the mean in standard errors; ``spread``, the standard deviation of
    the luck of a game, and ``largest``, that of one game.

    >>> table = luck_table()
    >>> table["York"].iloc[-1], int(table["games"].iloc[-1])
    ('all', 10000)
    """
    found = tuple(measured or kept_lucks())
    games = sum(one.games for one in found)
    mean = sum(one.games * one.mean for one in found) / games
    error = sqrt(sum((one.games * one.error) ** 2 for one in found)) / games
    square = sum(one.games * (one.spread**2 + (one.mean - mean) ** 2) for one in found) / games
    every = Lucks(dict.fromkeys(found[0].seats, _("all")), games, mean, error, sqrt(square),
                  max(one.largest for one in found), "")  # fmt: skip
    rows = [(*map(one.seats.__getitem__, ("York", "Lancaster")), one.games, one.mean, one.error, one.mean / one.error,
             one.spread, one.largest) for one in (*found, every)]  # fmt: skip
    names = ["York", "Lancaster", "games", "mean luck", "standard error", "errors", "spread", "largest"]
    return Table(rows, columns=names)
