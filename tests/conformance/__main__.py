"""Compares recorded games with our engine: ``python -m tests.conformance FILE...``, one JSON line a game.

A FILE is one game (.json.gz) or one game a line (.jsonl.gz). What cannot be read gives a line with "error" and does not
count as a game. The last line is the sum of all games. The exit code is 0 if everything agrees, else 1.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec

from tests.conformance.course import Report, play
from tests.conformance.layout import Unreadable, read


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.conformance", description=__doc__)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="one .json.gz or .jsonl.gz of games")
    begin = time.perf_counter()
    reports: list[Report] = []
    sound = True
    for path in parser.parse_args(arguments).files:
        for game in read(path):
            line = game if isinstance(game, Unreadable) else play(game)
            if isinstance(line, Report):
                reports.append(line)
            sound &= isinstance(line, Report) and line.perfect
            _print(msgspec.to_builtins(line))
    _print(_sum(reports, time.perf_counter() - begin))
    return 0 if sound else 1


def _sum(reports: list[Report], seconds: float) -> dict[str, float]:
    return {
        "games": len(reports),
        "steps": sum(r.steps for r in reports),
        "agreed": sum(r.agreed for r in reports),
        "legal_agreed": sum(r.legal_agreed for r in reports),
        "seconds": round(seconds, 2),
    }


def _print(line: object) -> None:
    print(json.dumps(line, ensure_ascii=False), flush=True)


if __name__ == "__main__":
    raise SystemExit(main())
