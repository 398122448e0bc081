"""CPU seconds of battle odds by each method, cold and warm, beside what each call said before; prints JSON lines.

    python -m tests.benchmarks.battle_odds [WORD...]

A line for each battle and method, of those whose name has one of the words: ``cold_s`` is the first call for these
armies, ``warm_s`` the median of ``RUNS`` more, both CPU seconds of all threads; ``said_s`` what the cold call said
before it began, and ``said_of_cold`` their ratio, which should lie between 1/3 and 3. Battles by lot have ``per_s``,
battles in a second of CPU time, warm. The last line is the load of the machine.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
from time import process_time
from typing import Any

from roses.odds import BattleOdds, battle_odds, best_play, orders
from roses.odds.army import army
from roses.odds.result import ENOUGH, slowness

RUNS = 3
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
    "6 against 6, all different": (
        ["Somerset", "Pembroke", "Northumberland/L", "Bombard/L", "Clifford", "French Mercenary"],
        ["March", "Norfolk", "Suffolk", "London (levy)", "Warwick/Y", "Bombard/Y"],
    ),
}
LARGE: dict[str, tuple[list[str], list[str]]] = {
    "8 against 8": (
        [*BATTLES["6 against 6, all different"][0], "Oxford", "Beaumont"],
        [*BATTLES["6 against 6, all different"][1], "Hastings", "Kent/Y"],
    ),
    "10 against 10": (
        [*BATTLES["6 against 6, all different"][0], "Oxford", "Beaumont", "Wiltshire", "Devon"],
        [*BATTLES["6 against 6, all different"][1], "Hastings", "Kent/Y", "Arundel", "Essex"],
    ),
}
CLIFFS: dict[str, dict[str, Any]] = {  # each took more than a minute, walked position by position
    "too few ways out": {
        "area": "South Yorks", "attacker": "York", "entry": "Derby",
        "attackers": "March, Hastings, Burgundian Mercenary, Bombard/Y",
        "defenders": "York (levy), York (church)/L, Clifford"},
    "a traitor": {
        "area": "Leicester", "attacker": "Lancaster", "defenders": "Salisbury/Y, Exeter/Y, Warwick/Y, Suffolk",
        "attackers": "Pembroke, Wiltshire, Kent/L, Westmoreland/L"},
}  # fmt: skip


def cases() -> dict[str, dict[str, Any]]:
    """Return the arguments of all calls, by name."""
    results: dict[str, dict[str, Any]] = {}
    for name, (attackers, defenders) in {**BATTLES, **LARGE}.items():
        battle = {**LEICESTER, "attackers": attackers, "defenders": defenders, "king": "March"}
        small = len(attackers) + len(defenders) < 9
        if name in BATTLES:
            results[f"{name}: stand"] = battle
        if small:
            results[f"{name}: random order"] = {**battle, "order": "random"}
            results[f"{name}: orders"] = {**battle, "policy": orders(f"{attackers[-1]} passes")}
            results[f"{name}: best play"] = {**battle, "objective": "win"}
        results[f"{name}: by lot"] = {**battle, "sample": ENOUGH}
    for name, cliff in CLIFFS.items():
        results[f"cliff, {name}: orders"] = {**cliff, "policy": orders("Clifford passes")}
    two = {**LEICESTER, "attackers": "Richmond, Oxford", "defenders": "Gloucester, Norfolk"}
    results["2 against 2: a policy of one's own"] = {**two, "policy": lambda state: None}
    results["2 against 2: a policy of one's own, by lot"] = {**two, "policy": lambda state: None, "sample": 4000}
    return results


def timed(battle: dict[str, Any]) -> tuple[float, Any]:
    """Return CPU seconds and the odds."""
    begin = process_time()
    odds = best_play(**battle) if "objective" in battle else battle_odds(**battle)
    return process_time() - begin, odds


def measured(battle: dict[str, Any]) -> dict[str, Any]:
    """Return what a call cost, cold and warm, and what it said."""
    army.cache_clear()
    cold, odds = timed(battle)
    warm = statistics.median(timed(battle)[0] for _n in range(RUNS)) if cold < 2 else None
    results = {"cold_s": round(cold, 4), "warm_s": warm and round(warm, 4)}
    if odds.cost is not None:
        results |= {"method": odds.cost.method, "said_s": round(odds.cost.seconds, 4)}
        results["said_of_cold"] = round(odds.cost.seconds / cold, 2)
    if isinstance(odds, BattleOdds) and odds.sampled and warm:
        results["per_s"] = round(odds.sampled / warm)
    return results


def main(words: list[str]) -> None:
    """Print the times."""
    slowness()
    for name, battle in cases().items():
        if not words or any(word in name for word in words):
            print(json.dumps({"battle": name, **measured(battle)}), flush=True)
    print(json.dumps({"load": os.getloadavg()}))


if __name__ == "__main__":
    main(sys.argv[1:])
