"""Makes ``data/studies/luck-1483.json``: the mean luck of 10,000 games of 1483 between squires and pages.

``python -m tests.tools.make_luck FOLDER`` keeps the games in Parquet files there, and goes on after an interrupt.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

import roses
from roses.engine.folders import folder
from roses.lab import study
from roses.lab.runs.lucks import FILE, Lucks, lucks


class Pair(NamedTuple):
    """The bots of a pair, the seed of its games, of its own for each, and their number."""

    york: str
    lancaster: str
    seed: int
    games: int


PAIRS = (
    Pair("squire", "squire", 1483, 600),
    Pair("squire", "page", 1485, 600),
    Pair("page", "squire", 1484, 750),
    Pair("page", "page", 1486, 8050),
)


def measured(pair: Pair, kept: Path) -> Lucks:
    """Play the games of a pair, or those that are missing in its file, and return their luck."""
    seats = {"York": pair.york, "Lancaster": pair.lancaster}
    file = kept / f"luck-{pair.york}-{pair.lancaster}.parquet"
    rows = roses.simulate("richard-iii", "1483", n=pair.games, seats=seats, seed=pair.seed, rows="luck", keep=file)
    return lucks(study("richard-iii", "1483", seats, seed=pair.seed), rows)


def main(kept: str, path: Path | None = None, pairs: Sequence[Pair] = PAIRS) -> Path:
    """Play the games and write the file; return its path."""
    written = path or folder("data") / FILE
    found = tuple(measured(pair, Path(kept)) for pair in pairs)
    written.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
    return written


if __name__ == "__main__":
    print(main(sys.argv[1]))
