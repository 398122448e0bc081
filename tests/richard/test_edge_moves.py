"""Edge cases of moves, pinning and recruits, rules 5.2 to 5.4 and 6.3 (ids E23 to E41 as in the list of examples)."""

from __future__ import annotations

import pytest

from roses.richard.actions import March, Recruit, Regroup, Retreat, Sail
from roses.richard.position import Phase
from roses.richard.state import State
from tests.richard.scene import (
    battle,
    finish,
    front,
    go,
    legal,
    reach,
    refused,
    ruling,
    scene,
    stands,
    texts,
    turn_of,
    until,
)


def paths(state: State, block: str) -> set[tuple[str, ...]]:
    return {a.path for a in legal(state, March) if a.block == block}


def homes(state: State, block: str) -> set[str]:
    """The areas where a block may be recruited now."""
    return {a.area for a in legal(state, Recruit) if a.block == block}


def test_e23_5_2_a_red_border_may_be_the_last_and_not_the_first() -> None:
    assert ("South Yorks", "Lancaster") in paths(scene(Derby="Norfolk"), "Norfolk")
    refused(scene(Lancaster="Norfolk"), "Norfolk marches to Derby > Chester")


def test_e24_5_2_who_meets_the_enemy_stops_there() -> None:
    ways = paths(scene(East_Anglia="Norfolk", Essex="Oxford"), "Norfolk")
    assert ways == {("Essex",), ("Rutland",), ("Rutland", "Leicester"), ("Rutland", "Lincoln"), ("Rutland", "Essex")}


def test_e24_5_2_who_meets_a_battle_stops_there() -> None:
    state = scene(Middlesex="Arundel", Essex="Oxford", East_Anglia="Norfolk").apply("Norfolk marches to Essex")
    assert not [way for way in paths(state, "Arundel") if "Essex" in way[:-1]]
    assert ("Essex",) in paths(state, "Arundel")


def test_e25_5_3_the_scots_walk_to_northumbria_and_stop() -> None:
    state = scene(Scotland="Scots Mercenary", side="Lancaster")
    refused(state, "Scots Mercenary sails the Irish Sea to Lancaster")
    assert paths(state, "Scots Mercenary") == {("Northumbria",), ("Cumbria",)}


@pytest.mark.parametrize(("block", "side", "sails"), [
    ("London (levy)", "York", False), ("Rebel", "York", False), ("Welsh Mercenary", "Lancaster", False),
    ("Bombard/L", "Lancaster", True), ("Bombard/Y", "York", True), ("Irish Mercenary", "York", True),
])  # fmt: skip
def test_e26_5_3_levies_rebels_and_welsh_never_sail_and_bombards_do(block: str, side: str, sails: bool) -> None:
    state = scene(side=side, Kent=block)
    assert bool(reach(state, block, Sail)) is sails
    assert reach(state, block)


def test_e27_5_31_no_pair_to_the_isle_of_man() -> None:
    state = go(scene("2", "3", Chester="Norfolk, Suffolk"), "Norfolk sails the Irish Sea to Isle of Man")
    assert state.ap == 2
    assert go(state, "Suffolk sails the Irish Sea to Isle of Man").ap == 1


@pytest.mark.parametrize(("reading", "left"), [("same_origin_same_destination", 0), ("any_major_pairing", 1)])
def test_e28_5_31_two_blocks_from_two_ports_to_one(reading: str, left: int) -> None:
    state = scene("3", "2", rules=ruling(port_to_port_bonus=reading), Calais="Warwick/Y", Kent="Norfolk", side="York")
    sailing = ("Warwick/Y sails the North Sea to East Anglia", "Norfolk sails the North Sea to East Anglia")
    assert go(state, *sailing).ap == left


@pytest.mark.parametrize(("start", "goal"), [("Calais", "Essex"), ("Dorset", "Kent")])
def test_e28_5_31_no_edition_pairs_a_coast_without_a_ship(start: str, goal: str) -> None:
    state = scene(rules="classic", **{start: "Norfolk, Suffolk"})
    sea = "North Sea" if goal == "Essex" else "English Channel"
    assert go(state, f"Norfolk sails the {sea} to {goal}", f"Suffolk sails the {sea} to {goal}").ap == 1


def test_e29_5_31_pairs_may_be_interleaved() -> None:
    state = scene("2", "2", Calais="March, Warwick/Y, Kent/Y, Salisbury/Y", side="York")
    state = go(state, "March sails the English Channel to Kent", "Warwick/Y sails the North Sea to East Anglia")
    assert state.ap == 0
    refused(state, "Kent/Y sails the North Sea to Middlesex")
    state = go(state, "Kent/Y sails the North Sea to Kent", "Salisbury/Y sails the North Sea to East Anglia")
    assert (state.ap, texts(state)) == (0, ["done"])
    assert (set(stands(state, "Kent")), len(stands(state, "East Anglia"))) == ({"March", "Kent/Y"}, 2)


def test_e30_5_3_no_ship_passes_from_sea_to_sea() -> None:
    state = scene(Middlesex="Norfolk")
    refused(state, *(f"Norfolk sails the {sea} to Dorset" for sea in ("North Sea", "English Channel", "Irish Sea")))
    assert "Kent" in reach(state, "Norfolk", Sail) and "Dorset" not in reach(state, "Norfolk", Sail)


def test_e31_5_3_who_has_walked_does_not_sail() -> None:
    state = scene(Leicester="Norfolk", Middlesex="Arundel").apply("Norfolk marches to Middlesex")
    refused(state, "Norfolk sails the North Sea to Kent")
    assert "Arundel sails the North Sea to Kent" in texts(state)


def test_e31_5_3_who_has_sailed_does_not_walk() -> None:
    state = scene(Middlesex="Norfolk", Kent="Arundel").apply("Norfolk sails the North Sea to Kent")
    assert not reach(state, "Norfolk") and reach(state, "Arundel")


def test_e32_2_7_york_does_not_walk_to_scotland() -> None:
    assert reach(scene(Northumbria="Norfolk"), "Norfolk") >= {"Cumbria", "North Yorks"}
    refused(scene(Northumbria="Norfolk"), "Norfolk marches to Scotland")
    assert "Scotland" in reach(scene(Northumbria="Devon", side="Lancaster"), "Devon")


def test_e32_2_7_york_does_not_retreat_or_regroup_to_scotland() -> None:
    state = battle("Northumbria", "Lancaster", {"North Yorks": "Devon"}, "Norfolk", round=2)
    assert {a.area for a in legal(state, Retreat)} == {"Cumbria", "East Yorks"}
    won = turn_of(state, "Devon retreats to North Yorks")
    assert won.phase is Phase.REGROUP
    assert {a.area for a in legal(won, Regroup)} == {"Cumbria", "East Yorks"}


def test_e33_5_22_reserves_pin_nobody_and_shut_their_border_all_the_same() -> None:
    state = scene("2", "3", Chester="Devon, Beaumont", Derby="Norfolk", Warwick="Herbert, Suffolk")
    state = go(state, *(f"{name} marches to Chester" for name in ("Norfolk", "Herbert", "Suffolk")), "done")
    assert {a.block for a in legal(state, March)} == {"Devon", "Beaumont"}
    assert {a.path[0] for a in legal(state, March)} == {"Lancaster", "Powys", "Caernarvon", "Hereford"}
    state = state.apply("Devon marches to Hereford")
    assert not [a for a in legal(state, March, Sail) if a.block == "Beaumont"]


def test_e34_5_22_reinforcements_release_nobody() -> None:
    state = scene("4", "4", Chester="Devon, Beaumont", Derby="Norfolk, Suffolk, Herbert",
                  Lancaster="Clifford, Pembroke")  # fmt: skip
    state = finish(go(state, *(f"{name} marches to Chester" for name in ("Norfolk", "Suffolk", "Herbert"))))
    assert {a.block for a in legal(state, March, Sail)} == {"Clifford", "Pembroke"}
    state = go(state, "Clifford marches to Chester", "Pembroke marches to Chester")
    assert (state.ap, texts(state)) == (3, ["done"])


AROUND = {"Lincoln": "Devon, Pembroke", "Warwick": "Beaumont", "Rutland": "Clifford", "Oxford": "Oxford"}


def test_e35_6_3_a_fourth_border_is_closed_to_an_attacker() -> None:
    state = scene("4", "3", Leicester="Hastings", **AROUND)
    state = go(state, *(f"{name} marches to Leicester" for name in ("Devon", "Beaumont", "Clifford")))
    refused(state, "Oxford marches to Leicester")
    assert "Pembroke marches to Leicester" in texts(state)


def test_e35_6_3_only_the_last_border_counts_and_a_way_round_is_open() -> None:
    state = scene("4", "3", Leicester="Hastings", **AROUND)
    state = go(state, *(f"{name} marches to Leicester" for name in ("Devon", "Beaumont", "Clifford")))
    assert "Oxford marches to Warwick > Leicester" in texts(state)
    refused(state, "Oxford marches to Middlesex > Leicester")
    state = go(state, "Oxford marches to Warwick > Leicester", "done", "done", "fight in Leicester")
    assert (front(state, "Lancaster"), len(stands(state, "Leicester"))) == ({"Devon"}, 5)


def test_e35_6_3_the_second_player_attacks_over_three_borders_too() -> None:
    state = scene("4", "4", side="Lancaster", Leicester="Hastings", **AROUND)
    state = go(state, *(f"{name} marches to Leicester" for name in ("Devon", "Beaumont", "Clifford")))
    assert state.view().first_player == "York"
    refused(state, "Oxford marches to Leicester")


def test_e35_6_3_another_battle_has_borders_of_its_own() -> None:
    state = scene("4", "3", Leicester="Hastings", Sussex="Arundel", **{**AROUND, "Oxford": "Oxford, Wiltshire"})
    state = go(state, *(f"{name} marches to Leicester" for name in ("Devon", "Beaumont", "Clifford")))
    assert "Oxford marches to Sussex" in texts(state)


def reinforced() -> State:
    """York has come over Leicester/Rutland against two; three borders of Leicester have Lancastrians behind them."""
    state = scene("4", "4", Leicester="Devon, Beaumont", Rutland="Norfolk", Warwick="Pembroke, Wiltshire",
                  Oxford="Oxford", Lincoln="Clifford")  # fmt: skip
    return finish(go(state, "Norfolk marches to Leicester"))


def test_e36_6_3_a_third_border_is_closed_to_reinforcements() -> None:
    state = go(reinforced(), "Pembroke marches to Leicester", "Oxford marches to Leicester")
    refused(state, "Clifford marches to Leicester")
    state = go(state, "Wiltshire marches to Leicester", "done", "fight in Leicester")
    assert (front(state, "Lancaster"), len(stands(state, "Leicester"))) == ({"Devon", "Beaumont"}, 6)


def test_e36_6_3_a_border_crossed_outward_does_not_count() -> None:
    state = go(reinforced(), "Devon marches to Middlesex", "Pembroke marches to Leicester")
    assert "Oxford marches to Leicester" in texts(state) and "Clifford marches to Leicester" in texts(state)
    refused(go(state, "Oxford marches to Leicester"), "Clifford marches to Leicester")


def test_e37_5_4_a_bombard_needs_a_friend_in_the_city() -> None:
    state = scene(Pool="Bombard/Y", South_Yorks="Norfolk", Warwick="Devon", Leicester="Hastings")
    assert homes(state, "Bombard/Y") == {"South Yorks"}
    refused(state, "recruit Bombard/Y in Somerset")


def test_e38_5_4_the_rebel_rises_in_any_vacant_area_but_exile() -> None:
    state = scene(Pool="Rebel", Kent="Norfolk", Sussex="Devon")
    assert "Isle of Man" in homes(state, "Rebel")
    assert len(homes(state, "Rebel")) == 33 - 4 - 2
    refused(state, *(f"recruit Rebel in {area}" for area in ("Ireland", "Calais", "Scotland", "Kent", "Sussex")))


def test_e38_3_26_the_rebel_serves_the_pretender() -> None:
    assert homes(scene(Pool="Rebel", king="York", side="Lancaster"), "Rebel")
    assert not homes(scene(Pool="Rebel", side="Lancaster"), "Rebel")


def test_e39_5_4_only_a_yorkist_warwick_is_at_home_in_calais() -> None:
    assert homes(scene(Pool="Warwick/Y"), "Warwick/Y") == {"Calais", "Glamorgan", "Warwick"}
    state = scene(Pool="Warwick/L", side="Lancaster")
    assert homes(state, "Warwick/L") == {"Glamorgan", "Warwick"}
    refused(state, "recruit Warwick/L in Calais")


def test_e40_5_4_nobody_is_recruited_in_a_contested_area() -> None:
    given = {"Middlesex": "Norfolk", "Kent": "Devon", "Pool": "London (levy)"}
    state = scene("4", "3", **given)
    assert homes(finish(state), "London (levy)") == {"Middlesex"}
    state = finish(state.apply("Devon marches to Middlesex"))
    refused(state, "recruit London (levy) in Middlesex")


def buckingham_falls(turn: int) -> State:
    state = battle("Oxford", "York", {"Wilts": "Arundel"}, "Buckingham/L:1", turn=turn, Pool="Rivers/L",
                   Scotland="Henry VI")  # fmt: skip
    return go(turn_of(state, "Arundel fires"), "roll 1 6 6", "Buckingham/L takes the hits")


def test_e41_6_8_a_fallen_noble_is_not_recruited_in_the_same_campaign() -> None:
    state = buckingham_falls(turn=1)
    assert "Buckingham/L" in stands(state, "Pool")
    state = until(state, lambda s: s.turn == 2 and bool(legal(s, Recruit)) and s.active == ("Lancaster",))
    assert homes(state, "Rivers/L") and not homes(state, "Buckingham/L")
    refused(state, "recruit Buckingham/L in Warwick")


def test_e41_8_5_a_fallen_noble_is_recruited_in_the_next_campaign() -> None:
    state = until(buckingham_falls(turn=7), lambda s: s.campaign == 2 and s.active == ("Lancaster",))
    state = until(state, lambda s: "recruit Buckingham/L in Warwick" in texts(s))
    assert state.apply("recruit Buckingham/L in Warwick").campaign == 2


def test_5_2_a_block_marches_once_in_a_turn() -> None:
    state = scene("2", "4", Essex="Norfolk", Middlesex="Arundel").apply("Norfolk marches to Middlesex")
    assert not reach(state, "Norfolk") and reach(state, "Arundel")
    refused(state, "Norfolk marches to Essex")
