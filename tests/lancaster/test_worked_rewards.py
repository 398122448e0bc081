"""Worked examples of phase 3: counties, castles, conflicts (rules 9.1 to 11.6)."""

from __future__ import annotations

import pytest

from roses.lancaster.options import split
from roses.lancaster.position import Phase
from tests.lancaster.scene import at, gained, go, house, kinds, points, refused, scene, slots, texts


def counties(**given: object) -> object:
    """The first county asks its holder."""
    return at(scene(**given), "county")  # type: ignore[arg-type]


def test_w38_9_2_who_pays_3_gold_takes_noble_and_reward() -> None:
    state = counties(counties={"Stafford": "Yellow 1+2"}, Yellow={"gold": 3, "court": "1"})
    state = go(state, "claim both", "upgrade 1 in court")
    yellow = house(state, "Yellow")
    assert (yellow.nobles, yellow.court) == (("Stafford",), (1, 2))
    results = [k for k in kinds(state) if k in ("paid_gold", "noble", "upgraded", "home")]
    assert results == ["paid_gold", "noble", "upgraded", "home"]
    assert (yellow.gold, yellow.squires) == (1, 1)  # from the mixed extension, after the county


def test_w39_9_5_the_start_player_named_in_surrey_scores_his_castle_first() -> None:
    state = counties(first="Green", counties={"Surrey": "Red 1"})
    state = go(state, "claim reward", "name Blue start player")
    assert gained(state, "Red", "Surrey") == {"squires": 2, "gold": 2}
    assert [e.side for e in state.events if e.kind == "castle"] == ["Blue", "Green", "Yellow", "Red"]


def test_w41_9_2_both_is_paid_for_before_anything_is_received() -> None:
    state = counties(counties={"Surrey": "Red 1"}, Red={"gold": 1})
    assert texts(state) == ["claim noble", "claim reward"]
    refused(state, "claim both", "9.2", "both cost 3 gold", "Red has 1")


def test_w42_9_2_what_is_impossible_in_a_reward_lapses() -> None:
    state = counties(counties={"York": "Red 3"}, Red={"court": "1 1 1"})
    state = state.apply("claim reward")
    assert gained(state, "Red", "York") == {"markers": 2}
    assert [e.rule for e in state.events if e.kind == "lapsed"] == ["15.2"]
    assert house(state, "Red").court == (1, 1, 1, 3)


def test_w43_9_2_a_noble_one_has_is_not_offered_again() -> None:
    given = {"counties": {"York": "Red 3"}, "Red": {"gold": 5, "nobles": "York"}}
    state = counties(**given)
    assert [e.taken for e in state.events if e.kind == "county"] == ["reward"]  # nobody is asked, as nothing is left
    state = counties(**given, ruleset="revised+county_choice=may")
    assert texts(state) == ["claim reward", "claim nothing"]
    refused(state, "claim noble", "9.2", "Red has the noble of York already")


def test_w45_15_5_a_covered_knight_goes_unscored_and_the_extension_pays_at_once() -> None:
    state = counties(counties={"Northumberland": "Red 2"}, Red={"built": "squires", "castle": {"gold": 1}})
    state = go(state, "claim reward", "build gold")
    assert gained(state, "Red", "castle gold") == {"gold": 2}
    assert house(state, "Red").court == (1, 2) and "covered" in kinds(state)


def test_w46_10_3_squires_pay_for_a_new_knight() -> None:
    blue = {"built": "knight", "castle": {"squires": 2}, "squires": 1}
    state = at(scene(Blue=blue), "castles")
    state = go(state, "score squires", "score knight")
    assert (house(state, "Blue").squires, house(state, "Blue").court) == (0, (1, 2))


def test_w47_10_2_the_sequence_is_free_and_matters() -> None:
    state = at(scene(Blue={"built": "knight squires", "squires": 1}), "castles")
    assert texts(state) == ["forgo knight", "score squires"]
    forgo = split(state, state.legal_actions()[0]).chosen[-1]  # type: ignore[attr-defined]
    assert forgo.about == "gives up 1 knight for 3 squires"  # and is not read as the knight itself
    refused(state, "score knight", "10.3", "costs 3 squires", "Blue has 1")
    assert "score knight" in texts(state.apply("score squires"))
    late = state.apply("forgo knight")
    assert house(late, "Blue").squires == 3 and house(late, "Blue").court == ()


def test_w49_10_3_an_item_is_bought_once() -> None:
    poor = at(scene(Blue={"built": "upgrade", "squires": 1, "court": "1"}), "castles")
    assert texts(poor) == ["forgo upgrade"]
    rich = at(scene(Blue={"built": "upgrade", "squires": 5, "court": "1"}), "castles")
    rich = go(rich, "score upgrade", "upgrade 1 in court")
    assert house(rich, "Blue").squires == 3 and [e.side for e in rich.events if e.kind == "castle"][-1] != "Blue"


def test_15_5_a_knight_who_makes_room_in_the_castle_phase_is_not_scored() -> None:
    own = {"castle": {"gold": {"reward": {"extensions": 1}}}}
    state = at(scene(components=own, Blue={"built": "knight", "castle": {"gold": 1, "squires": 2}}), "castles")
    state = go(state, "score gold", "build squires")
    assert texts(state) == ["forgo knight"] and house(state, "Blue").court == (1, 2)
    assert gained(state.apply("forgo knight"), "Blue", "castle squires") == {}


@pytest.mark.parametrize(("number", "markers"), [(1, {"markers": 3}), (4, {"markers": 3}), (5, {})])
def test_10_5_the_round_table_pays_for_lord_and_nobles_but_not_in_round_5(number: int, markers: dict[str, int]) -> None:
    state = at(scene(round=number, Blue={"nobles": "York Dorset"}), "castles")
    assert gained(state, "Blue", "round table") == markers


# ---- the war in France


def war(**given: object) -> object:
    return at(scene(**given), "conflicts")  # type: ignore[arg-type]


def test_w50_11_3_equal_strength_ranks_by_who_came_later() -> None:
    state = war(upper={"K5a": "Blue 2, Green 1, Red 2"})
    assert points(state) == {"Red": 4, "Blue": 2, "Green": 1}
    assert (state.view().conflicts, house(state, "Red").court) == ((), (2,))


def test_w51_11_4_a_lost_conflict_moves_down_with_knights_and_slots() -> None:
    state = war(upper={"K5a": "Blue 2, Green 1"})
    assert points(state) == {"Blue": 2, "Green": 1}
    assert state.view().conflicts[0].row == "lower"
    assert slots(state, "K5a") == [("Blue", (2,)), ("Green", (1,))]


def test_w53_11_4_three_equal_knights_against_france() -> None:
    state = war(upper={"K5a": "Blue 1, Green 1, Red 1"})
    assert points(state) == {"Red": 2, "Green": 1}


def test_w54_11_4_values_without_a_taker_lapse() -> None:
    assert points(war(upper={"K5a": "Blue 4 2"})) == {"Blue": 4}


@pytest.mark.parametrize(("row", "left"), [("upper", ["K5a"]), ("lower", [])])
def test_w55_11_6_a_conflict_without_knights(row: str, left: list[str]) -> None:
    state = war(**{row: {"K5a": ""}})
    assert ([c.card for c in state.view().conflicts], points(state)) == (left, {})


def test_w57_11_1_the_lower_row_is_scored_and_ransomed_first() -> None:
    state = war(lower={"K5a": "Blue 2 2"}, upper={"K4a": "Blue 1", "K4b": ""}, Blue={"gold": 2})
    assert (state.phase, texts(state)) == (Phase.RANSOM, ["ransom 2", "decline"])
    refused(state, "ransom 2 2", "11.5", "they cost 4 gold, and Blue has 2")
    assert points(state) == {"Blue": 2}
    state = go(state, "ransom 2")
    blue = house(state, "Blue")
    assert (blue.gold, blue.court, blue.reserve) == (0, (2,), (1, 1, 2, 3, 4))
    assert points(state) == {"Blue": 4} and [c.row for c in state.view().conflicts] == ["lower", "lower"]
    assert (state.phase, state.round) == (Phase.CONFLICTS, 2)
