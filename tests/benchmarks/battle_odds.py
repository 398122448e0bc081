"""Time of exact odds under ``stand`` and of best play, by the size of the battle; prints JSON.

``python -m tests.benchmarks.battle_odds``. Times are milliseconds by the clock, since all processors share a large
table: of the first call for an army, which makes its tables, and the median of ``RUNS`` calls after it. ``vectors`` is
the number of strengths that each side may reach, smaller where blocks fight alike.
"""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from roses.odds import BestPlay, battle_odds, line_up, opening
from roses.odds.tables.army import army
from roses.odds.tables.battle import Field

RUNS = 5
LEICESTER: dict[str, Any] = {"area": "Leicester", "attacker": "Lancaster", "entry": "Warwick"}
BATTLES: dict[str, tuple[list[str], list[str]]] = {
    "3 against 3": (["Richmond", "Oxford", "French Mercenary"], ["Gloucester", "Norfolk", "Suffolk"]),
    "4 against 4, alike": (
        ["Beaumont", "Pembroke", "Wiltshire", "Oxford"],
        ["Arundel", "Suffolk", "Hastings", "March"],
    ),
    "4 against 4, Barnet": (
        ["Somerset", "Oxford", "Exeter/L", "Warwick/L"],
        ["March", "Gloucester", "Hastings", "Norfolk"],
    ),
    "4 against 4, all different": (
        ["Somerset", "Pembroke", "Northumberland/L", "Bombard/L"],
        ["March", "Norfolk", "Suffolk", "London (levy)"],
    ),
    "6 against 6, alike": (
        ["Beaumont", "Pembroke", "Wiltshire", "Oxford", "Clifford", "Kent/L"],
        ["Arundel", "Suffolk", "Hastings", "Herbert", "Salisbury/Y", "Westmoreland/Y"],
    ),
    "6 against 6, Towton": (
        ["Somerset", "Clifford", "Oxford", "Beaumont", "Wiltshire", "Northumberland/L"],
        ["March", "Norfolk", "Warwick/Y", "Suffolk", "Kent/Y", "Hastings"],
    ),
}


def clock(work: Callable[[], Any]) -> tuple[float, Any]:
    """Return milliseconds and the result."""
    begin = time.perf_counter()
    result = work()
    return 1000 * (time.perf_counter() - begin), result


def main() -> None:
    """Print the times."""
    found: dict[str, Any] = {}
    for name, (attackers, defenders) in BATTLES.items():
        battle = {**LEICESTER, "attackers": attackers, "defenders": defenders, "king": "March"}
        vectors = [len(a.steps) for a in Field(opening(line_up(**battle), "Leicester")).armies]
        army.cache_clear()
        first, _ = clock(lambda battle=battle: battle_odds(**battle))
        times = [clock(lambda battle=battle: battle_odds(**battle))[0] for _ in range(RUNS)]
        found[name] = {"vectors": vectors, "first_ms": round(first, 1), "median_ms": round(statistics.median(times), 1)}
        if len(attackers) <= 4:
            found[name]["best_play"] = best(battle)
    print(json.dumps(found, indent=2))


def best(battle: dict[str, Any]) -> dict[str, Any]:
    """Return how long best play took, and how large it was."""
    spent, play = clock(lambda: battle_odds(**battle, policy="best"))
    assert isinstance(play, BestPlay) and play.root.solver.rounds is not None
    rounds = play.root.solver.rounds
    size = int(np.prod(rounds.grid.shape))
    return {"seconds": round(spent / 1000, 1), "layers kept": len(rounds.known), "positions each": size}


if __name__ == "__main__":
    main()
