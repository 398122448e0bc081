"""Rules of the armies and the set-up, 3.12 to 4.6: one test or more for each paragraph without a worked example."""

from __future__ import annotations

from itertools import chain

import pytest

import roses
from roses.lab import facts
from roses.richard.actions import Recruit, Sail
from roses.richard.lords_count import tally
from roses.richard.tables import BLOCKS, SCENARIOS
from tests.richard.scene import battle, event, fired, go, legal, reach, scene, stands, texts, turn_of

SIDE = {"L": "Lancaster", "Y": "York"}


def of(block: str) -> str:
    return BLOCKS[block].side


@pytest.mark.parametrize(("block", "rating"), [("Prince Edward", "B1"), ("Norfolk", "B2"), ("York", "B3"),
                                               ("Calais Mercenary", "B4")])  # fmt: skip
def test_3_12_a_die_hits_up_to_the_firepower(block: str, rating: str) -> None:
    attacker, victim = ("Lancaster", "Arundel") if of(block) == "Lancaster" else ("York", "Devon")
    state = turn_of(battle("Derby", attacker, {"Chester": block}, victim), f"{block} fires")
    for die in range(1, 7):
        dice = " ".join([str(die)] * state.due.dice)  # type: ignore[union-attr]
        shot = event(state.apply(f"roll {dice}"), "fire")
        assert (shot.rating, shot.hits > 0) == (rating, die <= int(rating[1]))


def test_3_12_in_a_round_a_acts_before_b_before_c_before_d_and_defenders_first() -> None:
    state = battle("Derby", "York", {"Chester": "Herbert, Norfolk, London (levy), Bombard/Y"},
                   "Clifford, Devon, Coventry (levy), Bombard/L", round=2)  # fmt: skip
    assert list(roses.ratings(state)) == ["Clifford", "Herbert", "Devon", "Norfolk", "Coventry (levy)", "London (levy)",
                                          "Bombard/L", "Bombard/Y"]  # fmt: skip


def test_3_12_a_bonus_raises_the_figure_and_never_the_letter() -> None:
    for block, letter, area in (("London (levy)", "C", "Middlesex"), ("Hastings", "B", "Leicester")):
        state = battle(area, "Lancaster", {"Oxford": "Devon"}, block)
        assert fired(state, block).rating == f"{letter}{BLOCKS[block].firepower + 1}"


def test_3_14_a_block_is_who_bears_its_title_and_blocks_of_one_name_differ_by_what_they_are() -> None:
    bearers = facts("stands").groupby("block")["person"].nunique()
    assert bearers["Norfolk"] == 3 and bearers["Buckingham/L"] == 2 and bearers["March"] == 1
    named = {name: [b for b in BLOCKS if b.split(" (")[0].split("/")[0] == name] for name in ("York", "Salisbury")}
    assert named == {
        "York": ["York (church)/L", "York (levy)", "York", "York (church)/Y"],
        "Salisbury": ["Salisbury/L", "Salisbury/Y", "Salisbury (levy)"],
    }
    pool = roses.scene(Pool="York, York (church)/Y, Salisbury/Y, Salisbury (levy)", side="York")
    assert {str(a).split(" in ")[0] for a in legal(pool, Recruit)} == {
        "recruit York", "recruit York (church)/Y", "recruit Salisbury/Y", "recruit Salisbury (levy)",
    }  # fmt: skip


CHURCHES = [("Canterbury", "Kent"), ("York", "South Yorks")]


@pytest.mark.parametrize("colour", ["L", "Y"])
@pytest.mark.parametrize(("name", "cathedral"), CHURCHES)
def test_3_23_a_church_is_recruited_at_its_cathedral_only(name: str, cathedral: str, colour: str) -> None:
    state = roses.scene(Pool=f"{name} (church)/{colour}", side=SIDE[colour])
    assert [a.area for a in legal(state, Recruit)] == [cathedral]


@pytest.mark.parametrize("name", ["Canterbury", "York"])
def test_3_23_a_church_counts_and_falls_into_the_pool_of_the_side_it_served(name: str) -> None:
    church = f"{name} (church)/Y"
    assert tally(scene(Oxford=church)).total("York") == 1
    state = battle("Oxford", "Lancaster", {"Leicester": "Clifford"}, f"{church}:1")
    state = go(turn_of(state, "Clifford fires"), "roll 1 6 6", f"{church} takes the hits")
    assert (roses.stands(state, "Pool"), state.view().pool_sizes) == ({church: 0}, {"Lancaster": 0, "York": 1})


LEVIES = [block.id for block in BLOCKS.values() if block.kind == "levy"]


@pytest.mark.parametrize("levy", LEVIES)
def test_3_24_a_levy_is_raised_in_its_city_and_never_sails(levy: str) -> None:
    city = BLOCKS[levy].city
    state = roses.scene(Pool=levy, side=of(levy))
    assert [a.area for a in legal(state, Recruit)] == [city]
    assert not reach(roses.scene(Kent=levy, side=of(levy)), levy, Sail)


def test_3_24_levies_are_four_for_lancaster_and_three_for_york() -> None:
    assert [sum(of(levy) == side for levy in LEVIES) for side in ("Lancaster", "York")] == [4, 3]


def test_3_24_a_bombard_is_raised_in_a_friendly_city_of_either_colour_and_may_sail() -> None:
    state = roses.scene(Pool="Bombard/Y", Northumbria="Arundel", Kent="Suffolk", Middlesex="Norfolk", side="York")
    assert {a.area for a in legal(state, Recruit)} == {"Northumbria", "Middlesex"}  # Newcastle is Lancaster's
    assert reach(roses.scene(Kent="Bombard/Y", side="York"), "Bombard/Y", Sail)


HIRED = {block.id: block for block in BLOCKS.values() if block.kind == "mercenary"}


@pytest.mark.parametrize("name", HIRED)
def test_3_25_mercenaries_sail_but_for_the_scots_and_the_welsh(name: str) -> None:
    state = roses.scene(Cornwall=name, side=of(name))
    assert bool(reach(state, name, Sail)) == (name not in ("Scots Mercenary", "Welsh Mercenary"))


@pytest.mark.parametrize("name", HIRED)
def test_3_25_mercenaries_are_not_turned_and_not_counted(name: str) -> None:
    enemy, king = ("York", "York") if of(name) == "Lancaster" else ("Lancaster", "Henry VI")
    state = battle("Oxford", enemy, {"Leicester": king}, name)
    assert not [text for text in texts(turn_of(state, f"{name} passes")) if "treachery" in text]
    assert tally(state).total(of(name)) == 0


def test_3_25_all_but_the_welsh_begin_in_an_exile_area_of_their_side() -> None:
    first = roses.start("richard-iii", "1460")
    homes = {name: next(p for p, names in first.setup.placements.items() if name in names) for name in HIRED}
    assert homes == {name: block.home or "Pool" for name, block in HIRED.items()}
    assert homes["Welsh Mercenary"] == "Pool"


# ---- 4.0 to 4.6, the set-up


@pytest.mark.parametrize("name", SCENARIOS)
def test_4_0_a_scenario_places_each_block_once_and_one_version_of_a_lord(name: str) -> None:
    placed = list(chain(*SCENARIOS[name].placements.values()))
    assert len(placed) == len(set(placed))
    assert [block for block in placed if BLOCKS[block].pair in placed] == []


@pytest.mark.parametrize("name", SCENARIOS)
def test_4_0_seven_cards_are_dealt_to_each_side(name: str) -> None:
    game = roses.game("richard-iii", name, seed=40)
    hands = game.state.view().hands
    assert [len(hand) for hand in hands.values()] == [7, 7]
    assert not set(hands["Lancaster"]) & set(hands["York"])


@pytest.mark.parametrize("name", SCENARIOS)
def test_4_1_blocks_stand_upright_at_full_strength(name: str) -> None:
    pieces = roses.start("richard-iii", name).view().pieces
    assert len(pieces) == len(list(chain(*SCENARIOS[name].placements.values())))
    assert {piece.block for piece in pieces if piece.face_down or piece.steps != BLOCKS[piece.block].steps} == set()  # type: ignore[index]


@pytest.mark.parametrize("name", SCENARIOS)
@pytest.mark.parametrize("side", ["Lancaster", "York"])
def test_4_1_the_enemy_sees_how_many_and_not_who_but_for_a_prisoner(side: str, name: str) -> None:
    state = roses.start("richard-iii", name)
    seen = [p for p in state.view(side).pieces if p.side != side and p.place not in ("Pool", "Minor")]
    assert {piece.block for piece in seen} - {None} == ({"Henry VI"} if name == "1470" and side == "York" else set())
    whole = [p for p in state.view().pieces if p.side != side and p.place not in ("Pool", "Minor")]
    assert sorted(p.place for p in seen) == sorted(p.place for p in whole)


def test_4_2_the_enemy_counts_a_pool_and_does_not_see_into_it() -> None:
    pairs = ("Stanley/L, Rivers/L", "Buckingham/L, Shrewsbury/L")
    pools = [scene(Pool=pool, Kent=army).view("York") for pool, army in (pairs, pairs[::-1])]
    assert pools[0].pool_sizes == {"Lancaster": 2, "York": 0}
    assert pools[0] == pools[1]


def test_4_2_a_recruit_costs_a_point_and_pool_blocks_do_not_count() -> None:
    state = scene("3", "2", Pool="Stanley/L, Rivers/L", side="Lancaster")
    assert tally(state).total("Lancaster") == 0
    state = go(state, "recruit Stanley/L in Lancaster", "recruit Rivers/L in Leicester")
    assert (state.ap, tally(state).total("Lancaster"), stands(state, "Pool")) == (1, 2, {})


LANCASTER_1460 = {
    "Middlesex": "Henry VI", "Dorset": "Somerset", "Cornwall": "Exeter/L, Devon", "Pembroke": "Pembroke",
    "Wilts": "Wiltshire", "Essex": "Oxford", "Lincoln": "Beaumont", "North Yorks": "Clifford",
    "France": "French Mercenary", "Scotland": "Scots Mercenary", "Minor": "Prince Edward, Richmond",
    "Pool": "Buckingham/L, Northumberland/L, Shrewsbury/L, Westmoreland/L, Rivers/L, Stanley/L, York (church)/L, "
            "Welsh Mercenary, Bombard/L, Bristol (levy), Coventry (levy), Newcastle (levy), York (levy)",
}  # fmt: skip
YORK_1460 = {
    "Ireland": "York, Rutland, Irish Mercenary",
    "Calais": "March, Warwick/Y, Salisbury/Y, Kent/Y, Calais Mercenary, Burgundian Mercenary",
    "Minor": "Clarence/Y, Gloucester",
    "Pool": "Arundel, Essex, Hastings, Herbert, Norfolk, Suffolk, Worcester, Canterbury (church)/Y, Bombard/Y, "
            "London (levy), Norwich (levy), Salisbury (levy), Rebel",
}  # fmt: skip


def set_up(side: str) -> dict[str, set[str | None]]:
    """Who of a side begins where in the game of 1460."""
    results: dict[str, set[str | None]] = {}
    for piece in roses.start("richard-iii", "1460").view().pieces:
        if piece.side == side:
            results.setdefault(piece.place, set()).add(piece.block)
    return results


def test_4_3_lancaster_begins_1460_as_listed_with_henry_as_king() -> None:
    assert set_up("Lancaster") == {place: set(names.split(", ")) for place, names in LANCASTER_1460.items()}
    assert roses.start("richard-iii", "1460").view().king == "Henry VI"


def test_4_4_york_begins_1460_as_listed_with_the_duke_as_pretender() -> None:
    assert set_up("York") == {place: set(names.split(", ")) for place, names in YORK_1460.items()}
    assert roses.start("richard-iii", "1460").view().pretender == "York"


TURNABLE = [block.id for block in BLOCKS.values() if block.loyalty]


@pytest.mark.parametrize("block", TURNABLE)
def test_4_6_a_turned_block_is_exchanged_for_its_other_version_with_the_same_steps(block: str) -> None:
    enemy, card = ("York", ("3", "Treason")) if of(block) == "Lancaster" else ("Lancaster", ("Treason", "3"))
    attacker = "Arundel" if enemy == "York" else "Devon"
    heirs = "Henry VI" if of(block) == "Lancaster" else "York"
    state = roses.battle("Oxford", {"Leicester": attacker}, f"{block}:1, {heirs}", cards=card)
    state = state.apply(f"Treason tries treachery on {block}")
    state = state.apply("roll " + " ".join(["2"] * state.due.dice))  # type: ignore[union-attr]
    assert roses.stands(state, "Oxford") == {BLOCKS[block].pair: 1, heirs: BLOCKS[heirs].steps,
                                             attacker: BLOCKS[attacker].steps}  # fmt: skip


def test_4_6_both_versions_of_13_lords_can_be_turned() -> None:
    assert {block.id for block in BLOCKS.values() if block.pair} == set(TURNABLE) and len(TURNABLE) == 26
