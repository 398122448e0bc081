"""Speed of the engine: random games, and what ``apply``, ``legal_actions`` and ``view`` cost; prints JSON.

``python -m tests.benchmarks.engine [TREE] [--pairs 10] [--memory 1000]``. With TREE, another checkout of the kit, both
trees are measured in turn, each time in a new process on the same games, and the figures of ``ratios`` say how many
times as fast this tree is: the median of the pairs, and the smallest and the largest.

``games_per_second`` is by processor time, of whole games of a player who chooses among the legal actions at random;
``actions_per_second`` of the same games compares trees whose rules differ, so that their random games do too.
The other figures are microseconds, medians of single calls in such games, each on a state that nobody has asked before;
``view`` is that of one side, and ``view/apply`` its ratio to ``apply``, over all states and in the dearest phase.
``--memory`` plays that many games in one process instead and prints its memory, in MB, at ten points on the way.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import statistics
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import roses
from roses.engine.protocol import CHANCE

HERE = Path(__file__).resolve().parents[2]
GAMES: dict[str, tuple[dict[str, Any], int]] = {
    "richard-iii": ({"scenario": "1460"}, 60),
    "lancaster": ({"players": 4}, 200),
}  # options, and how many games are timed
RATES = ("games_per_second", "actions_per_second")
CALLS = ("apply", "legal_actions", "view")
LOOKED_AT = 4  # of the games timed, one in so many is played again to time single calls
SEEN_OFTEN = 40  # a phase with fewer states has no median of its own


def played(first: Any, seed: int) -> Iterator[tuple[Any, str, Any]]:
    """Play a random game and yield each state, who chooses, and what."""
    rng, state = random.Random(seed), first
    while state.active:
        side = rng.choice(state.active)
        action = state.sample(rng) if side == CHANCE else rng.choice(state.legal_actions(side))
        yield state, side, action
        state = state.apply(action)


def measured() -> dict[str, Any]:
    """Return the figures of both games for the tree that is imported."""
    return {game: _game(roses.start(game, **options), number) for game, (options, number) in GAMES.items()}


def _game(first: Any, number: int) -> dict[str, Any]:
    for seed in range(number // 10):  # tables that are filled as needed
        sum(1 for _ in played(first, number + seed))
    begun = time.process_time()
    actions = sum(1 for seed in range(number) for _ in played(first, seed))
    took = time.process_time() - begun
    by_phase = _calls(first, number // LOOKED_AT)
    calls = {call: _median([took for times in by_phase.values() for took in times[call]]) for call in CALLS}
    often = {phase: times for phase, times in by_phase.items() if len(times["apply"]) >= SEEN_OFTEN}
    ratios = {phase: _median(times["view"]) / _median(times["apply"]) for phase, times in often.items()}
    return {
        "games": number,
        "actions": actions,
        "games_per_second": number / took,
        "actions_per_second": actions / took,
        **calls,
        "view/apply": calls["view"] / calls["apply"],
        "view/apply, dearest phase": max(ratios.values()),
        "dearest phase": max(ratios, key=lambda phase: ratios[phase]),
    }


def _calls(first: Any, number: int) -> dict[str, dict[str, list[float]]]:
    """Return the times of single calls by phase, in microseconds."""
    result: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for seed in range(number):
        rng, state = random.Random(seed), first
        while state.active:
            side, times = rng.choice(state.active), result[str(state.phase)]
            begun = time.perf_counter_ns()
            legal = state.legal_actions(side)
            times["legal_actions"].append((time.perf_counter_ns() - begun) / 1000)
            action = state.sample(rng) if side == CHANCE else rng.choice(legal)
            begun = time.perf_counter_ns()
            after = state.apply(action)
            times["apply"].append((time.perf_counter_ns() - begun) / 1000)
            begun = time.perf_counter_ns()
            state.view(state.sides[-1])
            times["view"].append((time.perf_counter_ns() - begun) / 1000)
            state = after
    return result


def _median(times: list[float]) -> float:
    return statistics.median(times)


def compared(other: Path, pairs: int) -> dict[str, Any]:
    """Return the figures of this tree and of another one, measured in turn, and their ratios."""
    runs: dict[str, list[dict[str, Any]]] = {"this": [], "other": []}
    for pair in range(pairs):
        trees = (("this", HERE), ("other", other))
        for name, tree in trees if pair % 2 else reversed(trees):
            runs[name].append(_in_process(tree))
    shown = {name: {game: _middle([run[game] for run in item]) for game in GAMES} for name, item in runs.items()}
    return {**shown, "pairs": pairs, "ratios": {game: _ratios(runs, game) for game in GAMES}}


def _in_process(tree: Path) -> dict[str, Any]:
    """Measure a tree in a process of its own."""
    env = {**os.environ, "PYTHONPATH": str(tree), "PYTHONHASHSEED": "0"}
    run = subprocess.run([sys.executable, __file__, "--one"], env=env, capture_output=True, text=True, check=True)
    data: dict[str, Any] = json.loads(run.stdout)
    return data


def _middle(item: list[dict[str, Any]]) -> dict[str, Any]:
    """Return each figure's median over the runs; words as in the last run."""
    last = item[-1]
    return {name: last[name] if isinstance(last[name], str) else _median([one[name] for one in item]) for name in last}


def _ratios(runs: dict[str, list[dict[str, Any]]], game: str) -> dict[str, list[float]]:
    """Return how many times as fast this tree is: median, least and greatest of the pairs."""
    results = {}
    for name in (*RATES, *CALLS):
        each = [one[game][name] / two[game][name] for one, two in zip(runs["this"], runs["other"], strict=True)]
        each = each if name in RATES else [1 / ratio for ratio in each]
        results[name] = [round(number, 2) for number in (_median(each), min(each), max(each))]
    return results


def memory(number: int) -> dict[str, list[float]]:
    """Return the memory of this process in MB, at ten points on the way through so many games of each kind."""
    results: dict[str, list[float]] = {}
    for game, (options, _) in GAMES.items():
        first = roses.start(game, **options)
        results[game] = []
        for seed in range(number):
            sum(1 for _ in played(first, seed))
            if (seed + 1) % max(1, number // 10) == 0:
                results[game].append(round(_resident(), 1))
    return results


def _resident() -> float:
    """Return the memory that this process holds now, in MB; where Linux does not tell, the most it ever held."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return pages * resource.getpagesize() / 2**20


def main() -> None:
    """Print the figures."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("tree", nargs="?", type=Path, help="another checkout, to compare with")
    asked.add_argument("--pairs", type=int, default=10, help="how often both are measured (10)")
    asked.add_argument("--memory", type=int, metavar="GAMES", help="play so many games and print the memory")
    asked.add_argument("--one", action="store_true", help=argparse.SUPPRESS)
    result = asked.parse_args()
    if result.memory:
        answer: dict[str, Any] = memory(result.memory)
    else:
        answer = compared(result.tree.resolve(), result.pairs) if result.tree and not result.one else measured()
    print(json.dumps(answer, indent=1))


if __name__ == "__main__":
    main()
