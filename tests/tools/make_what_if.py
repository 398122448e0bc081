"""Plays the forks of ``data/studies/what_if.json`` with two kinds of bots and writes ``what_if_results.json``.

``python -m tests.tools.make_what_if`` plays them all, in about twenty minutes of a processor; with ids as arguments
only these, in their order. Each result names the call that repeats it. The five with which the lesson begins keep what
came of each pair, and what the first pairs alone say, so that a test can play some of them anew.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import roses
from roses.lab.fork.adjusted import LEAST, WITHOUT_LUCK, without_luck
from roses.lab.fork.result import Forked
from roses.lab.runs.columns import Row

STUDIES: Final = Path(__file__).resolve().parents[2] / "data" / "studies"
FORKS, RESULTS = STUDIES / "what_if.json", STUDIES / "what_if_results.json"
BOTS: Final = ("squire", "page")
PAIRS: Final = 200  # of games, a fork and kind of bots
SEED: Final = 1
FIRST: Final = LEAST  # pairs of each of the five that a test plays anew
LUCK_FIRST: Final = f"lead without luck of the first {FIRST}"
_TOLD: Final = ("value", "low", "high", "variance ratio")


def played(fork: dict[str, Any], bot: str, pairs: int = PAIRS) -> Forked:
    """Return what comes of a fork between two bots of a kind, to the end of the campaign."""
    at, change = fork["at"], fork["change"]
    return roses.fork(fork["record"], at=at, change=change, n=pairs, seats=bot, seed=SEED, until="campaign")


def told(fork: dict[str, Any], bot: str) -> dict[str, Any]:
    """Return a result as it is kept: the figures, of the five also the games, and the call that repeats it."""
    found = played(fork, bot)
    kept: dict[str, Any] = {"id": fork["id"], "bot": bot, "pairs": len(found.pairs), "seed": SEED, **figures(found)}
    if fork.get("five") and bot == BOTS[0]:
        kept["lead without luck"] = less_luck(found)
        kept[LUCK_FIRST] = less_luck(Forked(found.study, found.pairs[:FIRST]))
    if fork.get("five"):
        kept["games"] = games(found)
    return {**kept, "call": found.call}


def figures(found: Forked) -> dict[str, Any]:
    """Return for York each measure with both arms, the difference and its interval."""
    table = found.table()
    rows = table[table["side"] == "York"].set_index(["measure", "what"])
    kept: dict[str, Any] = {}
    for measure in found.study.measures:
        more = rows.loc[(measure, "difference")]
        kept[measure] = {
            "as it was": round(float(rows.loc[(measure, "as it was"), "value"]), 4),
            "changed": round(float(rows.loc[(measure, "changed"), "value"]), 4),
            **{name: round(float(more[name]), 4) for name in ("value", "low", "high")},
            "variance ratio": None if more["variance ratio"] != more["variance ratio"] else round(more.iloc[-3], 4),
        }
    return kept


def less_luck(found: Forked) -> dict[str, Any]:
    """Return the difference in York's lead less luck, with its interval."""
    less = without_luck(found).set_index(["measure", "what"]).loc[("lead", WITHOUT_LUCK)]
    return {name: round(float(less[name]), 4) for name in _TOLD}


def games(found: Forked) -> list[list[float]]:
    """Return York's part of the win and its lead in both games of each pair: as it was, then changed."""
    return [[pair[i] for i in (2, 4, 6, 8)] for pair in found.pairs]


def pairs_of(kept: Sequence[Sequence[float]]) -> tuple[Row, ...]:
    """Return the pairs of which such numbers were kept, as ``Forked.pairs`` has them."""
    both = (((1 - won, won, -lead, lead) for won, lead in (pair[:2], pair[2:])) for pair in kept)
    return tuple((number, *before, *after) for number, (before, after) in enumerate(both))


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
