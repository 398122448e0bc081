"""Plays the forks of ``data/studies/what_if.json`` with two kinds of bots and writes ``what_if_results.json``.

``python -m tests.tools.make_what_if`` plays them all, in about twenty minutes of a processor; with ids as arguments
only these, in their order. Each result names the call that repeats it. The five with which the lesson begins keep what
came of each pair, and what the first pairs alone say, so that a test can play some of them anew.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from math import isnan
from pathlib import Path
from typing import Any, Final

import roses
from roses.lab.fork.luck import LEAST
from roses.lab.fork.result import DIFFERENCE, Estimate, Forked
from roses.lab.fork.study import UNTIL, fork_of
from roses.lab.runs.rows import Row

STUDIES: Final = Path(__file__).resolve().parents[2] / "data" / "studies"
FORKS, RESULTS = STUDIES / "what_if.json", STUDIES / "what_if_results.json"
BOTS: Final = ("squire", "page")
PAIRS: Final = 200  # of games, a fork and kind of bots
SEED: Final = 1
FIRST: Final = LEAST  # pairs of each of the five that a test plays anew
_TOLD: Final = ("value", "low", "high", "variance ratio")


def played(fork: dict[str, Any], bot: str, pairs: int = PAIRS) -> Forked:
    """Return what comes of a fork between two bots of a kind, to the end of the campaign; luck is told of the five."""
    study = fork_of(fork["record"], fork["at"], fork["change"], bot, SEED, UNTIL[1])
    if fork.get("five"):
        return roses.fork(
            fork["record"], at=study.at, change=study.change, n=pairs, seats=bot, seed=SEED, until=UNTIL[1]
        )
    return Forked(study, tuple(study.rows("pairs", range(pairs))))


def told(fork: dict[str, Any], bot: str) -> dict[str, Any]:
    """Return a result as it is kept: the figures, of the five also the games, and the call that repeats it."""
    result = played(fork, bot)
    kept: dict[str, Any] = {"id": fork["id"], "bot": bot, "pairs": len(result.pairs), "seed": SEED, **figures(result)}
    if fork.get("five"):
        kept |= {"first": figures(played(fork, bot, FIRST)), "games": games(result)}
    return {**kept, "call": result.call}


def figures(found: Forked) -> dict[str, Any]:
    """Return for York each measure with both arms, and what the change adds.

    Of the five with which the lesson begins that is the best estimate, without luck, and ``counted`` the difference as
    counted; of the others both are the difference as counted, in half the time.
    """
    table = found.table()
    rows = table[table["side"] == "York"].set_index(["measure", "what"])
    kept: dict[str, Any] = {}
    for measure in found.study.measures:
        estimates = found.estimates("York", measure)
        kept[measure] = {
            "as it was": round(float(rows.loc[(measure, "as it was"), "value"]), 4),
            "changed": round(float(rows.loc[(measure, "changed"), "value"]), 4),
            **_rounded(next(iter(estimates.values()))),
            "counted": _rounded(estimates[DIFFERENCE]),
        }
    return kept


def games(found: Forked) -> list[list[float]]:
    """Return York's part of the win and its lead in both games of each pair: as it was, then changed."""
    return [[pair[i] for i in (2, 4, 6, 8)] for pair in found.pairs]


def pairs_of(kept: Sequence[Sequence[float]]) -> tuple[Row, ...]:
    """Return the pairs of which such numbers were kept, as ``Forked.pairs`` has them."""
    both = (((1 - won, won, -lead, lead) for won, lead in (pair[:2], pair[2:])) for pair in kept)
    return tuple((number, *before, *after) for number, (before, after) in enumerate(both))


def _rounded(estimate: Estimate) -> dict[str, float | None]:
    """Return an estimate as it is kept: four decimals, and nothing where no ratio is known."""
    return {name: None if isnan(value) else round(value, 4) for name, value in zip(_TOLD, estimate, strict=True)}


def main(ids: Sequence[str]) -> None:
    """Play the forks with these ids, or all, and write the results of all."""
    before = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else []
    results = {(one["id"], one["bot"]): one for one in before}
    forks = json.loads(FORKS.read_text(encoding="utf-8"))
    known = {fork["id"]: fork for fork in forks}
    for fork in [known[name] for name in ids] or forks:
        for bot in BOTS:
            results[fork["id"], bot] = told(fork, bot)
            rows = [results[f["id"], b] for f in forks for b in BOTS if (f["id"], b) in results]
            lines = ",\n".join(" " + json.dumps(row, ensure_ascii=False) for row in rows)
            RESULTS.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
