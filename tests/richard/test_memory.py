"""Memory: what a side has seen of the enemy's blocks and cards, and for how long it holds (rules 1.1, 4.1, 6.1)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import chain

import pytest

import roses
from roses.figures.map.text import discards_words, memory_words, text_board
from roses.richard.actions import March
from roses.richard.knowledge import hidden
from roses.richard.position import Phase
from roses.richard.state import State
from roses.richard.tables import INDEX, NAMES, PLACES, SCENARIOS, SIDES, STEPS, bits
from tests.richard.twins import Step, play


def known(state: State, side: str) -> dict[str, str]:
    """Whom a side remembers, and where."""
    return {str(piece.block): piece.place for piece in state.view(side).memory}


def fought() -> State:
    """York's turn after a battle in Leicester, in which Lancaster has seen Gloucester and Norfolk."""
    state = roses.battle("Leicester", {"Middlesex": "Gloucester, Norfolk"}, "Richmond", Sussex="Rutland")
    while state.phase is not Phase.REGROUP:
        state = state.apply("roll " + "1 " * state.due.dice if state.due else state.legal_actions()[0])
    return state


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_4_1_both_sides_know_the_printed_set_up(scenario: str) -> None:
    state = roses.start("richard-iii", scenario)
    for i, side in enumerate(SIDES):
        assert known(state, side) == {NAMES[b]: PLACES[state.loc[b]] for b in bits(hidden(state, i))}
        assert all(piece.steps == STEPS[INDEX[str(piece.block)]] for piece in state.view(side).memory)


def test_a_scene_tells_nobody_whom_it_has_placed() -> None:
    assert known(roses.scene(Kent="Gloucester"), "Lancaster") == {}


def test_6_1_who_was_seen_in_a_battle_is_remembered_when_he_stands_up_again() -> None:
    state = fought()
    assert state.view("Lancaster").pieces and known(state, "Lancaster").keys() == {"Gloucester", "Norfolk"}
    assert {p.block for p in state.view("Lancaster").pieces if p.place == "Leicester"} == {None}


def test_6_7_one_of_several_who_regroups_unseen_is_forgotten_with_those_he_leaves() -> None:
    state = fought().apply("Norfolk regroups to Derby")
    assert known(state, "Lancaster") == {}
    assert roses.resample(state.view("Lancaster"), random.Random(1)).view("Lancaster") == state.view("Lancaster")


def test_6_7_the_last_one_who_regroups_is_followed() -> None:
    state = roses.battle("Leicester", {"Middlesex": "Gloucester"}, "Richmond:1")
    while state.phase is not Phase.REGROUP:
        state = state.apply("roll " + "1 " * state.due.dice if state.due else state.legal_actions()[0])
    assert known(state, "Lancaster") == {"Gloucester": "Leicester"}
    assert known(state.apply("Gloucester regroups to Derby"), "Lancaster") == {"Gloucester": "Derby"}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_5_2_one_who_leaves_alone_is_followed_and_one_of_several_is_not(scenario: str) -> None:
    met: Counter[bool] = Counter()
    for state, action, _ in chain.from_iterable(games(scenario)):
        if isinstance(action, March) and state.phase is Phase.ACTIONS:
            block, enemy = INDEX[action.block], SIDES[1 - SIDES.index(state.active[0])]
            could = [b for b in bits(state.occ[state.loc[block]]) if b in ready(state)]
            before, after = known(state, enemy), known(state.apply(action), enemy)
            if len(could) == 1:
                assert (action.block in before) == (action.block in after), (state, action)
                met[action.block in before] += 1
            else:
                assert not after.keys() & {NAMES[b] for b in could}, (state, action)
                met[False] += 1
    assert met[True] and met[False]


def ready(state: State) -> set[int]:
    """The blocks of the side to move that have not moved in this turn and lie neither face down nor in prison."""
    own = state.own[SIDES.index(state.active[0])]
    return set(bits(own & ~(state.moved | state.down | state.prisoner)))


def games(scenario: str) -> Iterator[Iterator[Step]]:
    """Three random games."""
    for seed in range(3):
        yield play(scenario, roses.start("richard-iii", scenario).rules, random.Random(seed))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_a_side_remembers_is_true(scenario: str) -> None:
    met = 0
    for state, _, _ in chain.from_iterable(games(scenario)):
        for i, side in enumerate(SIDES):
            for piece in state.view(side).memory:
                block = INDEX[str(piece.block)]
                assert PLACES[state.loc[block]] == piece.place and hidden(state, i) >> block & 1
                assert piece.steps in (None, state.steps[block])
                met += 1
    assert met > 500


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_1_1_the_cards_of_earlier_turns_lie_face_up(scenario: str) -> None:
    for state, _, face_up in chain.from_iterable(games(scenario)):
        old = face_up & ~sum(1 << card for card in state.played if card and state.phase is not Phase.CARDS)
        shown = state.view("York").discards
        if state.phase not in (Phase.DEAL, Phase.MULLIGAN_ANSWER):
            assert sum(1 << card for cards in shown.values() for card in cards) == old, state
        assert shown == state.view("Lancaster").discards
        assert not any(state.hands[side] & old for side in (0, 1))


def test_1_1_no_card_that_lies_face_up_is_drawn_into_the_enemys_hand() -> None:
    for state in roses.replay("1483-richard-iii").states[::20]:
        drawn = roses.resample(state.view("York"), random.Random(1))
        assert not drawn.hands[0] & (state.spent[0] | state.spent[1] | state.hands[1])


def test_whom_a_side_remembers_is_drawn_where_he_is() -> None:
    for state in roses.replay("full-game-1460").states[::25]:
        for side in SIDES:
            drawn = roses.resample(state.view(side), random.Random(1))
            for piece in state.view(side).memory:
                assert PLACES[drawn.loc[INDEX[str(piece.block)]]] == piece.place


def test_memory_is_told_in_the_text_of_a_view_and_to_its_side_only() -> None:
    state = fought()
    view = state.view("Lancaster")
    assert "Leicester: Gloucester 3, Norfolk 1" in memory_words(view)
    assert f"Remembered: {memory_words(view)}" in text_board(view)
    assert memory_words(state.view()) == "" and "Remembered" not in text_board(state.view())
    assert discards_words(roses.replay("1483-richard-iii")[-1].view("York")).startswith("Lancaster: ")
