"""Pictures of what a side sees: nothing that it cannot know changes them, and no text in them names a hidden enemy."""

from __future__ import annotations

import json
import random
from itertools import islice

import pytest

from roses.engine.display import mimebundle
from roses.figures import battle_svg
from roses.figures.blocks.captions import results_of
from roses.richard.ruleset import Ruleset
from roses.richard.state import State
from roses.richard.tables import AREAS, BLOCKS, NAMES, SCENARIOS, SIDES, bits
from tests.richard.test_fog import Case, cases
from tests.richard.twins import unseen


def shown(state: State, side: str) -> str:
    """All that is painted and written for a side: the map in its three forms with hover texts, and the battle."""
    view = state.view(side)
    board = battle_svg(view, side_panel=True, results=results_of(view.events)) if view.battle else ""
    return json.dumps(mimebundle(view), sort_keys=True) + board


def positions(scenario: str) -> list[Case]:
    return list(islice(cases(scenario, Ruleset(), random.Random(7)), 70))


@pytest.mark.parametrize("scenario", list(SCENARIOS))
def test_3_0_what_a_side_cannot_know_changes_no_picture(scenario: str) -> None:
    for case in positions(scenario):
        state, other = case.states
        assert shown(state, SIDES[case.side]) == shown(other, SIDES[case.side]), case


@pytest.mark.parametrize("scenario", list(SCENARIOS))
def test_3_0_no_text_in_a_picture_names_a_hidden_enemy(scenario: str) -> None:
    battles = looked = 0
    for case in positions(scenario):
        state = case.step.state
        view = state.view(SIDES[case.side])
        known = {*AREAS, *SIDES, view.king, view.pretender, *(view.battle.fallen if view.battle else ())}
        known |= {p.block for p in view.pieces if p.block}
        public = " ".join(BLOCKS[name].name if name in BLOCKS else name for name in known)
        hidden = {BLOCKS[NAMES[b]].name for b in bits(unseen(state, case.side))}
        hidden = {name for name in hidden if name not in public}
        text = shown(state, SIDES[case.side])
        assert not [name for name in hidden if name in text], case
        battles += bool(view.battle)
        looked += len(hidden)
    assert battles > 10 and looked > 300
