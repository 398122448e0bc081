"""Worked examples of phase 2: votes, the queue of laws, and what the laws do (rules 7.1 to 8.6)."""

from __future__ import annotations

import random

import pytest

import roses
from roses.engine.protocol import CHANCE
from roses.lancaster.position import Phase
from tests.lancaster.scene import at, gained, go, house, kinds, points, refused, scene, slots, texts, votes


def test_w21_7_2_two_to_three_is_rejected() -> None:
    state = scene(3, Blue={"markers": 1}, Green={"markers": 1})
    state = go(state, "Blue votes yes with 1", "Green votes no with 1", "Yellow votes no with 0")
    assert [(e.yes, e.no) for e in state.events if e.kind == "rejected"] == [(2, 3)]
    assert [law.law for law in state.view().laws] == ["L01", "L02", "L03"]
    assert [p.verdict for p in state.view().proposals] == ["rejected", "", ""]


def test_w22_7_3_accepted_laws_push_the_oldest_out() -> None:
    state = scene(laws="L01 L02 L03", proposals="L07 L12 L14")
    for choice in ("yes", "no", "yes"):
        state = votes(state, **dict.fromkeys(state.sides, choice))
    applied = [e.law for e in state.events if e.kind == "law"]
    assert [law.law for law in state.view().laws] == ["L03", "L07", "L14"] and applied[0] == "L03"


def test_w23_7_4_markers_left_after_the_third_vote_are_lost() -> None:
    state = scene(laws="L13 L03 L11", Blue={"markers": 4})
    for markers in (1, 0, 1):
        state = votes(state, Blue=f"no {markers}")
    returned = [(e.side, e.markers) for e in state.events if e.kind == "returned"]
    assert (returned, house(state, "Blue").leftover) == ([("Blue", 2)], 0)


def test_w25_3_4_the_sections_of_the_proposals_round_by_round() -> None:
    rng, state = random.Random(3), roses.start("lancaster", players=4)
    sections, left = {}, {}
    while state.active:
        if state.phase is Phase.PLACING and state.round not in sections:
            sections[state.round] = {p.section for p in state.view().proposals}
            left[state.round] = len(state.view().pile)
        chance = state.active == (CHANCE,)
        state = state.apply(state.sample(rng) if chance else rng.choice(state.legal_actions()))
    assert sections == {1: {1}, 2: {1}, 3: {2}, 4: {3}, 5: {4}}
    assert left == {1: 12, 2: 9, 3: 6, 4: 3, 5: 0}


def law(name: str, **given: object) -> object:
    """The state in which this law alone is applied; nobody meets the other two."""
    others = [other for other in ("L13", "L11") if other != name]
    return at(scene(laws=" ".join([name, *others]), **given), "law")  # type: ignore[arg-type]


def test_w26_8_3_all_who_are_tied_for_the_most_gold_may_upgrade_a_deployed_knight() -> None:
    state = law(
        "L01",
        upper={"K5a": "Blue 1, Green 1, Yellow 1"},
        counties={"Stafford": "Red 1"},
        Blue={"gold": 4, "court": "1"},
        Green={"gold": 4},
        Yellow={"gold": 2},
    )
    assert (state.active, texts(state)) == (("Blue",), ["upgrade 1 in K5a", "decline"])
    refused(state, "upgrade 1 in court", "15.3", "only a deployed knight")
    state = go(state, "upgrade 1 in K5a")
    assert state.active == ("Green",)
    state = go(state, "decline")
    assert state.phase is Phase.COUNTY
    assert slots(state, "K5a")[0] == ("Blue", (2,))


def test_w27_8_3_only_full_groups_of_counties_count() -> None:
    held = ("Stafford", "Northumberland", "Bedford", "Suffolk", "Dorset")
    five = {name: f"Blue {knight}" for name, knight in zip(held, (1, 2, 2, 4, 1), strict=True)}
    assert points(law("L03", counties=five)) == {"Blue": 6 + 8}  # L13 stands beside it
    only = at(scene(laws="L13 L11 L18", counties=five), "law")
    assert points(only) == {"Blue": 8}
    six = at(scene(laws="L13 L11 L18", counties={**five, "Surrey": "Blue 1"}), "law")
    assert points(six) == {"Blue": 16}


@pytest.mark.parametrize(("conflicts", "tiles"), [(3, 1), (4, 2)])
def test_w29_8_3_an_extension_for_every_two_conflicts(conflicts: int, tiles: int) -> None:
    cards = ("K9", "K8", "K7", "K6")[:conflicts]
    joined = {card: f"Blue {knight}" for card, knight in zip(cards, (1, 1, 2, 2), strict=False)}
    upper = {card: joined.pop(card) for card in cards[:2]}
    state = law("L06", upper=upper, lower=joined)
    built = 0
    while state.phase is Phase.BUILDING:
        state, built = state.apply(texts(state)[0]), built + 1
    assert (built, len([s for s in house(state, "Blue").castle if s.built])) == (tiles, tiles + 1)


def test_w30_8_2_castle_and_lower_row_are_deployed_and_the_court_is_not() -> None:
    both = law("L07", lower={"K5a": "Blue 2"}, Blue={"castle": {"gold": 2}})
    one = law("L07", lower={"K5a": "Blue 2"}, Blue={"court": "2"})
    assert (gained(both, "Blue", "law L07"), gained(one, "Blue", "law L07")) == ({"squires": 2}, {"squires": 1})


def test_w31_8_3_two_conflicts_give_one_of_each() -> None:
    two = law("L08", upper={"K5a": "Blue 1"}, lower={"K4a": "Blue 1"})
    assert gained(two, "Blue", "law L08") == {"squires": 1, "gold": 1, "markers": 1}
    assert gained(law("L08", upper={"K5a": "Blue 1"}), "Blue", "law L08") == {}


def test_w33_8_4_all_three_knights_of_strength_1_must_be_deployed() -> None:
    spread = {"counties": {"Stafford": "Blue 1"}, "upper": {"K5a": "Blue 1"}}
    assert points(law("L14", **spread, Blue={"castle": {"gold": 1}})) == {"Blue": 5}
    assert points(law("L14", **spread)) == {}


def test_w34_15_2_a_second_new_knight_lapses_if_only_one_is_left() -> None:
    seven = "Northumberland Stafford York Gloucester Bedford Suffolk Somerset"
    state = law("L15", Blue={"nobles": seven, "court": "1 1"})
    assert house(state, "Blue").court == (1, 1, 1)
    assert [k for k in kinds(state) if k in ("new_knight", "lapsed")] == ["new_knight", "lapsed"]


def test_w35_8_4_all_four_strengths_deployed() -> None:
    ranks = {"counties": {"Stafford": "Blue 1", "Somerset": "Blue 4"}, "upper": {"K10": "Blue 2 3"}}
    assert points(law("L18", **ranks)) == {"Blue": 6}
    ranks["counties"] = {"Stafford": "Blue 1"}
    assert points(law("L18", **ranks, Blue={"court": "4"})) == {}


def test_w37_8_6_an_extension_by_law_sends_the_knight_below_to_court() -> None:
    state = law("L06", upper={"K9": "Blue 1"}, lower={"K4a": "Blue 1"}, Blue={"castle": {"gold": 3}})
    state = state.apply("build gold")
    assert 3 in house(state, "Blue").court and "covered" in kinds(state)
    assert gained(state, "Blue", "castle gold") == {"gold": 2}  # the extension pays, once; the knight does not
