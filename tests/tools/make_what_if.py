"""Plays the forks of ``data/studies/what_if.json`` with two kinds of bots and writes ``what_if_results.json``.

``python -m tests.tools.make_what_if`` plays them all, in about twenty minutes of a processor; with ids as arguments
only these, in their order. Each result names the call that repeats it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import roses
from roses.lab.fork.adjusted import WITHOUT_LUCK, without_luck
from roses.lab.fork.result import Forked

STUDIES: Final = Path(__file__).resolve().parents[2] / "data" / "studies"
FORKS, RESULTS = STUDIES / "what_if.json", STUDIES / "what_if_results.json"
BOTS: Final = ("squire", "page")
PAIRS: Final = 200  # of games, a fork and kind of bots
SEED: Final = 1
_TOLD: Final = ("value", "low", "high", "variance ratio")


def played(fork: dict[str, Any], bot: str) -> Forked:
    """Return what comes of a fork between two bots of a kind, to the end of the campaign."""
    at, change = fork["at"], fork["change"]
    return roses.fork(fork["record"], at=at, change=change, n=PAIRS, seats=bot, seed=SEED, until="campaign")


def told(fork: dict[str, Any], bot: str) -> dict[str, Any]:
    """Return a result as it is kept: for York each measure with both arms, the difference and its interval.

    Of the five with which the lesson begins, between squires, also the difference in the lead less luck.
    """
    found = played(fork, bot)
    table = found.table()
    rows = table[table["side"] == "York"].set_index(["measure", "what"])
    kept: dict[str, Any] = {"id": fork["id"], "bot": bot, "pairs": len(found.pairs), "seed": SEED}
    for measure in found.study.measures:
        more = rows.loc[(measure, "difference")]
        kept[measure] = {
            "as it was": round(float(rows.loc[(measure, "as it was"), "value"]), 4),
            "changed": round(float(rows.loc[(measure, "changed"), "value"]), 4),
            **{name: round(float(more[name]), 4) for name in ("value", "low", "high")},
            "variance ratio": None if more["variance ratio"] != more["variance ratio"] else round(more.iloc[-3], 4),
        }
    if fork.get("five") and bot == BOTS[0]:
        less = without_luck(found).set_index(["measure", "what"]).loc[("lead", WITHOUT_LUCK)]
        kept["lead without luck"] = {name: round(float(less[name]), 4) for name in _TOLD}
    return {**kept, "call": found.call}


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
