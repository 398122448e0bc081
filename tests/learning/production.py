"""Plays the games that the model of the crown learns from: between squires who err more or less, a file for each pair.

It also plays games of knights, which only test the model. ``python -m tests.learning.production FOLDER`` plays all, and
goes on where it was interrupted.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Final, NamedTuple

from roses.lab.runs.simulation import simulate
from roses.richard.tables import SCENARIOS, SIDES

SHARES: Final = ("0", "0.1", "0.3", "0.6", "1")  # of a squire's choices in which he errs
GAMES: Final = 420  # of each pair: 10,500 of a scenario
_AT_ONCE: Final = 60  # games of a pair before the next pair, so that all have about as many after an interrupt
_SEED: Final = 1455
_KNIGHTS: Final = (("knight", "page"), ("knight", "squire"), ("squire", "knight"))  # Lancaster and York of 1483
_TESTED: Final = 40  # games of each of these pairs, which take hours


class Pair(NamedTuple):
    """A scenario and the bots of both sides, by side."""

    scenario: str
    seats: dict[str, str]

    def file(self, folder: Path) -> Path:
        """Return the Parquet file of its positions."""
        seats = (self.seats[side].replace(":", "") for side in SIDES)
        return folder / f"{'-'.join((self.scenario, *seats))}.parquet"


def pairs(scenario: str) -> Iterator[Pair]:
    """Yield the pairs of a scenario: on either side a squire who errs in a share of his choices, from never to always.

    >>> len(list(pairs("1483"))), next(pairs("1483")).seats
    (25, {'Lancaster': 'squire:0', 'York': 'squire:0'})
    """
    for shares in product(SHARES, repeat=len(SIDES)):
        yield Pair(scenario, {side: f"squire:{share}" for side, share in zip(SIDES, shares, strict=True)})


def knights() -> Iterator[Pair]:
    """Yield the pairs with a knight, by whose games the model is tested.

    >>> [pair.seats["York"] for pair in knights()]
    ['page', 'squire', 'knight']
    """
    for seats in _KNIGHTS:
        yield Pair("1483", dict(zip(SIDES, seats, strict=True)))


def play(pair: Pair, folder: Path, games: int) -> None:
    """Play so many games of a pair and keep their positions; those that are in its file are not played again."""
    simulate("richard-iii", pair.scenario, n=games, seats=pair.seats, seed=_SEED, rows="positions",
             keep=pair.file(folder))  # fmt: skip


def main(argv: Sequence[str] | None = None) -> int:
    """Play what is missing, all pairs and scenarios in turn, and return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.learning.production", description="Play the games that the model learns from."
    )
    parser.add_argument("folder", type=Path, help="the folder for the Parquet files")
    parser.add_argument("--games", type=int, default=GAMES, help="games of each pair of bots (420)")
    parser.add_argument("--scenario", choices=list(SCENARIOS), action="append", help="only this one (may be repeated)")
    options = parser.parse_args(argv)
    options.folder.mkdir(parents=True, exist_ok=True)
    for games in (*range(_AT_ONCE, options.games, _AT_ONCE), options.games):
        for scenario in options.scenario or SCENARIOS:
            for pair in pairs(scenario):
                play(pair, options.folder, games)
    for pair in knights():
        if pair.scenario in (options.scenario or SCENARIOS):
            play(pair, options.folder, _TESTED)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
