"""Benchmarks of the engine: games per second, time of its three calls, and memory, over random games."""

from __future__ import annotations

import random
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from time import process_time
from typing import Any, Final

import msgspec

from roses.engine.games import start
from roses.engine.protocol import CHANCE, Action
from roses.engine.state import GameState

SAMPLE: Final = 400  # states on which the calls are timed, evenly spread over a few games
Step = tuple[GameState, Action]  # a state, and the action chosen in it


def bench(
    seconds: float = 5.0, game: str = "richard-iii", scenario: str | None = None, *, seed: int = 1485, **options: Any
) -> dict[str, Any]:
    """Return the figures of about ``seconds`` of work; ValueError for a game or an option that is not known.

    Seconds are processor time, so that other programs on the machine do not count. ``options``, the ruleset among
    them, are passed to ``roses.start``.

    The player chooses uniformly among the legal actions of a side drawn among the active ones. ``games_per_second`` and
    ``actions_per_second`` go through the checked ``apply``; the same with ``_unchecked`` through ``apply_unchecked``,
    for those who choose among ``legal_actions`` anyway. ``apply_us`` is the time in
    microseconds for a state whose legal actions are cached, ``legal_actions_us`` that for one where they are not, and
    ``view_us`` that of one side's view. ``bytes_per_state`` is the memory of a state among the states of its game,
    without cached legal actions.

    >>> bench(0.1, "richard-iii", "1483")["scenario"]
    '1483'
    """
    first = start(game, scenario, **options)
    checked = _games(first, seconds * 0.4, seed, type(first).apply)
    unchecked = _games(first, seconds * 0.4, seed, type(first).apply_unchecked)
    played = [list(_played(first, seed + i, type(first).apply_unchecked)) for i in range(4)]
    steps = [step for game in played for step in game]
    return {
        **first.header,
        "seed": seed,
        "seconds": seconds,
        **checked,
        **{f"{name}_unchecked": value for name, value in unchecked.items()},
        **_calls(steps[:: max(1, len(steps) // SAMPLE)], seconds * 0.2),
        "bytes_per_state": _memory(first, played[0]),
    }


def _games(first: GameState, seconds: float, seed: int, apply: Callable[[Any, Action], Any]) -> dict[str, float]:
    """Play whole games until the time is up, at least one."""
    games = actions = 0
    begun = process_time()
    while not games or process_time() - begun < seconds:
        actions += sum(1 for _ in _played(first, seed + games, apply))
        games += 1
    took = process_time() - begun
    return {"games": games, "games_per_second": games / took, "actions_per_second": actions / took}


def _played(first: GameState, seed: int, apply: Callable[[Any, Action], Any]) -> Iterator[Step]:
    """Play one random game and yield its steps."""
    rng, state = random.Random(seed), first
    while state.active:
        if state.active == (CHANCE,):
            action = state.sample(rng)
        else:
            action = rng.choice(state.legal_actions(rng.choice(state.active)))
        yield state, action
        state = apply(state, action)


def _calls(steps: Sequence[Step], seconds: float) -> dict[str, float]:
    """Return the time of each call on these steps in microseconds: the fastest of several rounds."""
    best = {"legal_actions_us": float("inf"), "apply_us": float("inf"), "view_us": float("inf")}
    begun = process_time()
    while best["view_us"] == float("inf") or process_time() - begun < seconds:
        fresh = [msgspec.structs.replace(state) for state, _ in steps]  # without cached legal actions
        marks = [process_time()]
        for state in fresh:
            state.legal_actions()
        marks.append(process_time())
        for state, action in steps:
            state.apply(action)
        marks.append(process_time())
        for state in fresh:
            state.view(state.sides[-1])
        marks.append(process_time())
        for i, name in enumerate(best):
            best[name] = min(best[name], (marks[i + 1] - marks[i]) / len(steps) * 1e6)
    return best


def _memory(first: GameState, steps: Sequence[Step]) -> float:
    """Return the bytes that each further state of a game takes."""
    tracemalloc.start()
    try:
        before, states = tracemalloc.get_traced_memory()[0], [first]
        for _, action in steps:
            states.append(states[-1].apply_unchecked(action))
        return (tracemalloc.get_traced_memory()[0] - before) / len(steps)
    finally:
        tracemalloc.stop()
