"""Benchmarks of the engine: random games in this process, and what its four calls cost. Changes nothing."""

from __future__ import annotations

import random
import tracemalloc
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any, Final

import msgspec

import roses
from roses.engine.protocol import CHANCE, Action

GAME: Final = "richard-iii"
SAMPLE: Final = 400  # states on which the calls are timed; every so many-th of a few games
Step = tuple[Any, Action]  # a state, and what was chosen in it


def bench(seconds: float = 5.0, scenario: str = "1460", ruleset: str = "revised", seed: int = 1485) -> dict[str, Any]:
    """Return the figures of about ``seconds`` of work; ValueError for an unknown scenario or ruleset.

    The player chooses uniformly among the legal actions of a side drawn among the active ones. ``games_per_second`` and
    ``actions_per_second`` go through the checked door ``apply``; the same with ``_unchecked`` through ``_step``, for
    those who choose among ``legal_actions`` anyway. ``apply_us`` is for a state whose legal actions have been asked
    for, as a player does; ``legal_actions_us`` for one where they have not. ``view_us`` is one side's view.
    ``bytes_per_state`` is the memory of a state among the states of its game, without remembered legal actions.

    >>> bench(0.1, "1483")["scenario"]
    '1483'
    """
    first = roses.start(GAME, scenario, ruleset=ruleset)
    checked = _games(first, seconds * 0.4, seed, type(first).apply)
    unchecked = _games(first, seconds * 0.4, seed, type(first)._step)
    played = [_played(first, seed + i, type(first)._step) for i in range(4)]
    steps = [step for game in played for step in game]
    return {
        "scenario": scenario,
        "ruleset": ruleset,
        "seed": seed,
        "seconds": seconds,
        **checked,
        **{f"{name}_unchecked": value for name, value in unchecked.items()},
        **_calls(steps[:: max(1, len(steps) // SAMPLE)], seconds * 0.2),
        "bytes_per_state": _memory(first, played[0]),
    }


def _games(first: Any, seconds: float, seed: int, door: Callable[[Any, Action], Any]) -> dict[str, float]:
    """Play whole games until the time is up, at least one."""
    games = actions = 0
    begun = perf_counter()
    while not games or perf_counter() - begun < seconds:
        actions += len(_played(first, seed + games, door))
        games += 1
    took = perf_counter() - begun
    return {"games": games, "games_per_second": games / took, "actions_per_second": actions / took}


def _played(first: Any, seed: int, door: Callable[[Any, Action], Any]) -> list[Step]:
    """Play one random game and return its steps."""
    rng, state, steps = random.Random(seed), first, []
    while state.active:
        if state.active == (CHANCE,):
            action = state.sample(rng)
        else:
            action = rng.choice(state.legal_actions(rng.choice(state.active)))
        steps.append((state, action))
        state = door(state, action)
    return steps


def _calls(steps: Sequence[Step], seconds: float) -> dict[str, float]:
    """Time the calls one by one on these steps, in rounds until the time is up; the fastest round counts."""
    best = {"legal_actions_us": float("inf"), "apply_us": float("inf"), "view_us": float("inf")}
    begun = perf_counter()
    while best["view_us"] == float("inf") or perf_counter() - begun < seconds:
        fresh = [msgspec.structs.replace(state) for state, _ in steps]  # they have not been asked yet
        marks = [perf_counter()]
        for state in fresh:
            state.legal_actions()
        marks.append(perf_counter())
        for state, action in steps:
            state.apply(action)
        marks.append(perf_counter())
        for state in fresh:
            state.view("York")
        marks.append(perf_counter())
        for i, name in enumerate(best):
            best[name] = min(best[name], (marks[i + 1] - marks[i]) / len(steps) * 1e6)
    return best


def _memory(first: Any, steps: Sequence[Step]) -> float:
    """Return the bytes that each further state of a game takes."""
    tracemalloc.start()
    try:
        before, states = tracemalloc.get_traced_memory()[0], [first]
        for _, action in steps:
            states.append(states[-1]._step(action))
        return (tracemalloc.get_traced_memory()[0] - before) / len(steps)
    finally:
        tracemalloc.stop()
