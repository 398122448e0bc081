"""Fog of war in every question that takes a ``side``: what that side cannot know changes no answer."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from itertools import islice

import pytest

import roses
from roses.engine.errors import RuleError
from roses.figures.map.march import march_map, reach
from roses.figures.map.movement import Reach
from roses.richard.actions import March
from roses.richard.position import Phase
from roses.richard.rules import Ruleset
from roses.richard.state import State
from roses.richard.tables import NAMES, PLACES, SCENARIOS, SIDES, bits
from tests.proof import Sample, sampled
from tests.richard.test_fog import Case, cases
from tests.richard.twins import unseen

ALL_PLACES = PLACES[:-1]


FEW, MANY = ([Sample(scenario, number) for scenario in SCENARIOS] for number in (80, 250))


@pytest.fixture(scope="module", params=sampled([*FEW, *MANY], *FEW), ids=str)
def some(request: pytest.FixtureRequest) -> list[Case]:
    """Positions with their twins: what differs in the twin is hidden from the side that looks on."""
    return list(islice(cases(request.param.scenario, Ruleset(), random.Random(11)), request.param.number))


def answered(ask: Callable[..., object], *told: object, **side: str) -> object:
    """What is answered, or the words of the refusal."""
    try:
        return ask(*told, **side)
    except ValueError as error:
        return type(error), str(error)


def hidden(case: Case) -> set[str]:
    """The enemy blocks that the side does not see."""
    return {NAMES[b] for b in bits(unseen(case.step.state, case.side))}


def test_choices_of_a_side_rest_on_what_it_may_know(some: list[Case]) -> None:
    met: Counter[str] = Counter()
    for case in some:
        one, other = (answered(roses.choices, s, side=SIDES[case.side]) for s in case.states)
        assert one == other, case
        met[type(one).__name__] += 1
    assert min(met["list"], met["tuple"]) > len(some) / 13


def test_who_stands_where_is_told_to_a_side_as_far_as_it_sees(some: list[Case]) -> None:
    counted = 0
    for case in some[::5]:
        side, (state, other) = SIDES[case.side], case.states
        for place in ALL_PLACES:
            result = roses.stands(state, place, side)
            assert result == roses.stands(other, place, side), (case, place)
            assert not hidden(case) & set(result)
            everything = roses.stands(state, place)
            assert len(result) == len(everything) and {k: v for k, v in result.items() if v is not None}.items() <= (
                everything.items()
            )
            counted += sum(steps is None for steps in result.values())
    assert counted > len(some) / 2.5


WRITTEN = (
    "",
    "pass",
    "York",
    "Kent",
    "rivers",
    "attack Kent",
    "recruit",
    "York plays Plague",
    "roll",
    "xyzzy",
    "Stanley moves to London",
    "bombard to Kent",
    "Buckingham fires",
    "charge Warwick",
    "flee to Derby",
)


def test_prompts_and_hints_rest_on_what_a_side_may_know(some: list[Case]) -> None:
    names: set[str] = set()
    for case in some:
        side = SIDES[case.side]
        assert len({state.prompt(side) for state in case.states}) == 1, case
        for text in (*WRITTEN, *sorted(hidden(case))[:1]):
            one, other = (answered(state.read, text, side) for state in case.states)
            assert one == other, (case, text)
            names.add(str(one))
    assert len(names) > len(some) / 2.5


def marches(state: State, side: str) -> list[str]:
    return sorted({a.block for a in state.legal_actions(side) if isinstance(a, March)})


def test_reach_shows_a_side_what_it_may_know(some: list[Case]) -> None:
    own = foreign = 0
    for case in some:
        side, (state, other) = SIDES[case.side], case.states
        for block in [*marches(state, side)[:3], *sorted(hidden(case))[:2]]:
            one, two = (answered(reach, s, block, side=side) for s in (state, other))
            assert one == two, (case, block)
            own, foreign = own + isinstance(one, Reach), foreign + (block in hidden(case))
    assert own > len(some) / 30 and foreign > len(some) / 2.5


def test_the_map_of_a_march_names_no_hidden_enemy() -> None:
    state = roses.scene(Kent="Gloucester, Rivers/Y", Sussex="Shrewsbury/L:2")
    blocks = ("Gloucester", "Rivers/Y")
    umpires, yorks = (march_map(state, *blocks, side=side)._repr_mimebundle_() for side in (None, "York"))
    assert "Shrewsbury" in umpires["image/svg+xml"] and "Shrewsbury" not in str(yorks)
    with pytest.raises(ValueError, match="a march begins in one area"):
        march_map(state, "Shrewsbury/L", side="York")
    with pytest.raises(ValueError, match="there is no side 'york'; choose from 'Lancaster', 'York'; 'York' was meant"):
        march_map(state, "Rivers/Y", side="york")


def odds(state: State, side: str) -> object:
    area = PLACES[state.battle.area] if state.battle else str(state.legal_actions()[0]).removeprefix("fight in ")
    result = roses.battle_odds(state, area, side=side)
    return result.blocks, result.win, result.strength, result.eliminated


def test_odds_are_told_to_a_side_where_it_sees_who_fights(some: list[Case]) -> None:
    met: Counter[str] = Counter()
    for case in some:
        if case.step.state.phase in (Phase.BATTLES, Phase.BATTLE_TURN, Phase.TREASON, Phase.HITS):
            one, two = (answered(odds, s, SIDES[case.side]) for s in case.states)
            assert one == two, case
            refused = isinstance(one, tuple) and one[0] is RuleError
            met["refused" if refused else "told"] += 1
            assert not refused or not [(name, one) for name in hidden(case) - {*ALL_PLACES, *SIDES} if name in str(one)]
    assert min(met["refused"], met["told"]) > len(some) / 50, met


def test_odds_on_unseen_blocks_are_refused_in_one_sentence() -> None:
    state = roses.battle("Leicester", {"Middlesex": "Gloucester, Norfolk"}, "Richmond, Oxford:2")
    assert roses.battle_odds(state, side="York").win == roses.battle_odds(state).win  # both lines lie open
    held = roses.battle("Leicester", {"Middlesex": "Gloucester", "Warwick": "Norfolk"}, "Richmond, Oxford:2")
    assert roses.battle_odds(held, side="York").win == roses.battle_odds(held).win  # York knows its own reserve
    with pytest.raises(RuleError, match="Lancaster does not see 1 enemy block in Leicester, so") as no:
        roses.battle_odds(held, side="Lancaster")
    assert no.value.rule == "6.1" and "line-up" in str(no.value) and "Norfolk" not in str(no.value)


@pytest.mark.parametrize("ask", [
    lambda s, side: s.legal_actions(side), lambda s, side: roses.choices(s, side=side),
    lambda s, side: roses.stands(s, "Kent", side), lambda s, side: reach(s, "Gloucester", side=side),
    lambda s, side: s.view(side), lambda s, side: s.explain("done", side),
    lambda s, side: roses.battle_odds(s, side=side),
])  # fmt: skip
@pytest.mark.parametrize("side", ["york", " York", "Tudor"])
def test_an_unknown_side_is_answered_with_those_there_are(ask: object, side: str) -> None:
    state = roses.battle("Leicester", {"Middlesex": "Gloucester, Norfolk"}, "Richmond, Oxford:2")
    with pytest.raises(ValueError, match="there is no side") as caught:
        ask(state, side)  # type: ignore[operator]
    assert "'Lancaster', 'York'" in str(caught.value)
    assert ("'York' was meant?" in str(caught.value)) == (side != "Tudor")
