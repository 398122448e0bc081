"""The cases of the suite: every game of the kit and a small third one, with all scenarios and options."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest

from roses.engine import games
from roses.engine.description import Description
from roses.engine.protocol import CHANCE, Action
from roses.engine.state import GameState
from tests.protocol.pennies import GAME as THIRD
from tests.protocol.pennies import register
from tests.testing.fuzz import Case

Step = tuple[GameState, Action]
_TWO = ("expansion", "base")
FURTHER: dict[str, list[tuple[str, dict[str, Any]]]] = {  # with options that fuzzing does not try
    "richard-iii": [("1470", {"campaigns": 2})],
    "lancaster": [("1413", {"players": 3, "laws": ["base", "L04 M04 L05 M06 L07 M09", "M10 L11 L12", *_TWO]})],
}
KNOWN = (*map(games.describe, games.names()), THIRD)


def cases(game: Description) -> list[Case]:
    """One case for each scenario with each setting of the options, and those of ``FURTHER``."""
    free = {name: values for name, values in game.options.items() if values}
    results = [dict(zip(free, values, strict=True)) for values in product(*free.values())]
    rules = next(iter(game.rulesets))
    settings = [*product(game.scenarios, results), *FURTHER.get(game.name, ())]
    return [Case(game.name, where, rules, 7, options) for where, options in settings]


def label(case: Case) -> str:
    return "-".join([case.game, case.scenario, *(f"{name}={value}" for name, value in case.options.items())])


@pytest.fixture(autouse=True)
def third() -> Iterator[None]:
    """The third game is registered while the suite runs."""
    register()
    yield
    games.unregister(THIRD.name)


@pytest.fixture(params=KNOWN, ids=lambda game: game.name)
def game(request: pytest.FixtureRequest) -> Description:
    return request.param  # type: ignore[no-any-return]


@pytest.fixture(params=[case for game in KNOWN for case in cases(game)], ids=label)
def case(request: pytest.FixtureRequest) -> Case:
    return request.param  # type: ignore[no-any-return]


@pytest.fixture
def first(case: Case) -> GameState:
    return games.start(case.game, case.scenario, ruleset=case.ruleset, **case.options)


def walk(state: GameState, rng: random.Random) -> list[Step]:
    """A whole random game: each state that is not the end, with what was chosen in it."""
    steps = []
    while state.active:
        sides = [side for side in state.active if side != CHANCE]
        action = rng.choice(state.legal_actions(rng.choice(sides))) if sides else state.sample(rng)
        steps.append((state, action))
        state = state.apply(action)
    return steps


WALKS: dict[str, list[Step]] = {}


@pytest.fixture
def steps(case: Case, first: GameState) -> list[Step]:
    """A whole game of the case, played once."""
    if label(case) not in WALKS:
        WALKS[label(case)] = walk(first, random.Random(case.seed))
    return WALKS[label(case)]


@pytest.fixture
def end(steps: list[Step]) -> GameState:
    state, action = steps[-1]
    return state.apply(action)


@pytest.fixture
def some(steps: list[Step]) -> Callable[[int], list[Step]]:
    """A function that gives so many steps, spread over the game, each phase at least once."""

    def spread(number: int) -> list[Step]:
        phases: dict[Any, Step] = {state.phase: (state, action) for state, action in steps}
        return [*phases.values(), *steps[:: max(1, len(steps) // number)]]

    return spread
