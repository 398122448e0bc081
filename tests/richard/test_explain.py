"""Why not? Every refusal names a rule that has a paragraph, and a reason; every block and area has an answer."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import pytest

import roses
from roses.engine.data import folder
from roses.engine.protocol import CHANCE, Action
from roses.richard.roster import AREAS, BLOCKS
from roses.richard.state import State
from tests.richard.scene import scene

RULES = {path.stem for path in (folder("data") / "rules" / "en").glob("*.md")}


@cache
def walk(seed: int) -> tuple[State, ...]:
    """A random game, every state in which a side must choose."""
    rng, state, met = random.Random(seed), roses.start("richard-iii", "1460"), []
    while state.outcome is None:
        if state.active == (CHANCE,):
            state = state._step(state.sample(rng))
        else:
            met.append(state)
            state = state._step(rng.choice(state.legal_actions(rng.choice(state.active))))
    return tuple(met)


def foreign(seed: int) -> Iterator[tuple[State, Action]]:
    """Positions of one game with actions that were legal somewhere else in it."""
    rng, states = random.Random(seed), walk(seed)
    for state in rng.sample(states, min(60, len(states))):
        for other in rng.sample(states, 5):
            for action in rng.sample(other.legal_actions(), min(6, len(other.legal_actions()))):
                if not any(action in state.legal_actions(side) for side in state.active):
                    yield state, action


@pytest.mark.parametrize("seed", range(4))
def test_1_0_no_refusal_is_without_a_rule_and_a_reason(seed: int) -> None:
    seen = 0
    for state, action in foreign(seed):
        answer = state.explain(action)
        assert not answer.legal and answer.rule in RULES, answer
        assert answer.sentence.startswith(f"{action} is not legal now: ") and len(answer.sentence.split()) > 6, answer
        assert answer.nearest and set(answer.nearest) <= {a for s in state.active for a in state.legal_actions(s)}
        seen += 1
    assert seen > 300


@pytest.mark.parametrize("seed", range(2))
def test_1_0_every_block_and_area_has_an_answer(seed: int) -> None:
    for state in random.Random(seed).sample(walk(seed), 15):
        for name in (*BLOCKS, *AREAS):
            answer = state.explain(name)
            assert answer.rule in RULES and answer.legal == bool(answer.nearest), answer


def test_1_0_what_is_legal_is_explained_as_legal() -> None:
    for state in walk(1)[:40]:
        assert all(state.explain(str(action)).legal for action in state.legal_actions())


def test_5_21_the_figures_of_a_full_red_border_are_told() -> None:
    state = scene("4", "3", Lancaster="Henry VI, Beaumont, Clifford")
    for block in ("Henry VI", "Beaumont"):
        state = state.apply(f"{block} marches to Derby")
    answer = state.explain("Clifford marches to Derby")
    assert (answer.legal, answer.rule) == (False, "5.21")
    assert "2 blocks have crossed the red border Derby/Lancaster" in answer.sentence


def test_1_0_a_text_that_names_nothing_is_refused() -> None:
    with pytest.raises(roses.RuleError, match="not the notation of any action"):
        walk(0)[0].explain("Falstaff marches to Eastcheap")
