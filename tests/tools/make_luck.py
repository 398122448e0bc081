"""Makes ``data/studies/luck-1483.json``: the mean luck of two samples of games of 1483, between squires and pages.

``python -m tests.tools.make_luck FOLDER`` keeps the games in Parquet files there, and goes on after an interrupt.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

import roses
from roses.engine.loading import folder
from roses.lab import study
from roses.lab.runs.study import FILE, Lucks, lucks


class Pair(NamedTuple):
    """The bots of a pair, the seed of its games, of its own for each, their number, and the sample they belong to."""

    york: str
    lancaster: str
    seed: int
    games: int
    sample: int


PAIRS = (
    Pair("squire", "squire", 1483, 600, 1),
    Pair("squire", "page", 1485, 600, 1),
    Pair("page", "squire", 1484, 750, 1),
    Pair("page", "page", 1486, 8050, 1),
    # Since pages of the first sample were 2.6 standard errors from nought, the seeds of a second were fixed before it
    # was played; the clock, not the result, ended it.
    Pair("squire", "squire", 14550522, 168, 2),
    Pair("page", "page", 14850822, 6104, 2),
)


def measured(pair: Pair, kept: Path) -> Lucks:
    """Play the games of a pair, or those that are missing in its file, and return their luck."""
    seats = {"York": pair.york, "Lancaster": pair.lancaster}
    file = kept / f"luck-{pair.sample}-{pair.york}-{pair.lancaster}.parquet"
    rows = roses.simulate("richard-iii", "1483", n=pair.games, seats=seats, seed=pair.seed, rows="luck", keep=file)
    return lucks(study("richard-iii", "1483", seats, seed=pair.seed), rows, pair.sample)


def main(kept: str, path: Path | None = None, pairs: Sequence[Pair] = PAIRS) -> Path:
    """Play the games and write the file; return its path."""
    written = path or folder("data") / FILE
    items = tuple(measured(pair, Path(kept)) for pair in pairs)
    written.write_bytes(msgspec.json.format(msgspec.json.encode(items), indent=1) + b"\n")
    return written


if __name__ == "__main__":
    print(main(sys.argv[1]))
