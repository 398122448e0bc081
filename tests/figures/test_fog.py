"""Pictures of what a side sees: nothing that it cannot know changes them, and no text in them names a hidden enemy."""

from __future__ import annotations

import json
import random
from functools import cache
from itertools import islice

import pytest
from msgspec import structs

import roses
from roses.engine.display import mimebundle
from roses.engine.game import Game
from roses.engine.record import Record
from roses.engine.seat import Seat
from roses.figures import battle_svg
from roses.figures.blocks import results_of
from roses.richard.rules import Ruleset
from roses.richard.state import State
from roses.richard.tables import AREAS, BLOCKS, NAMES, SCENARIOS, SIDES, bits
from roses.widgets.richard.table import WarTable
from tests.proof import sampled
from tests.richard.test_fog import Case, cases
from tests.richard.twins import unseen

TRIED = [("1470", 25), *((scenario, 70) for scenario in SCENARIOS)]
tried = pytest.mark.parametrize(("scenario", "number"), sampled(TRIED, TRIED[0]))


def shown(state: State, side: str) -> str:
    """All that is painted and written for a side: the map in its three forms with hover texts, and the battle."""
    view = state.view(side)
    board = battle_svg(view, results=results_of(view.events)) if view.battle else ""
    return json.dumps(mimebundle(view), sort_keys=True) + board


@cache
def _one_action() -> Record:
    game = roses.game("richard-iii", "1483", seed=1)
    game.play(game.state.legal_actions("York")[0])
    return structs.replace(game.record, entries=game.record.entries[:1])


def played_back(state: State, side: str) -> str:
    """What a table plays back to a side of the action that led to a state: boards, sentences and cards."""
    seat = Seat(Game.following(_one_action(), [state, state]), side)
    return json.dumps(WarTable().playback(seat, 0))


@cache
def positions(scenario: str, number: int) -> list[tuple[Case, str]]:
    """Positions, and what the side that looks on is shown of each."""
    result = islice(cases(scenario, Ruleset(), random.Random(7)), number)
    return [(case, shown(case.step.state, SIDES[case.side])) for case in result]


@tried
def test_3_0_what_a_side_cannot_know_changes_no_picture(scenario: str, number: int) -> None:
    for case, text in positions(scenario, number):
        assert text == shown(case.twin.state, SIDES[case.side]), case


@tried
def test_3_0_no_text_in_a_picture_names_a_hidden_enemy(scenario: str, number: int) -> None:
    battles = looked = 0
    for case, text in positions(scenario, number):
        state = case.step.state
        view = state.view(SIDES[case.side])
        known = {*AREAS, *SIDES, view.king, view.pretender, *(view.battle.fallen if view.battle else ())}
        known |= {p.block for p in (*view.pieces, *view.memory) if p.block}
        text = text.replace("Force March", "")  # a card
        public = " ".join(BLOCKS[name].name if name in BLOCKS else name for name in known)
        hidden = {BLOCKS[NAMES[b]].name for b in bits(unseen(state, case.side))}
        hidden = {name for name in hidden if name not in public}
        assert not [name for name in hidden if name in text], case
        battles += bool(view.battle)
        looked += len(hidden)
    assert battles > number / 7 and looked > 3 * number


@tried
def test_3_0_what_a_side_cannot_know_changes_nothing_that_is_played_back(scenario: str, number: int) -> None:
    lengths = []
    for case, _text in positions(scenario, number):
        text = played_back(case.step.state, SIDES[case.side])
        assert text == played_back(case.twin.state, SIDES[case.side]), case
        lengths.append(len(text))
    assert sum(length > 1000 for length in lengths) > number / 4
