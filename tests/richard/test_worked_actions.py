"""Worked examples of cards, moves and recruits, rules 1.0 to 1.4 and 5.0 to 5.4 (ids as in the list)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
import pytest

import roses
from roses.richard.actions import Deal, March, Recruit, Sail
from roses.richard.position import Phase
from roses.richard.state import State
from tests.richard.scene import event, finish, go, kinds, legal, reach, refused, scene, stands, texts, until

MOVES = ("Norfolk marches to Essex", "Hastings marches to Lincoln", "Herbert marches to Powys")
RECRUITS = ("recruit Arundel in Sussex", "recruit Suffolk in Oxford", "recruit London (levy) in Middlesex")


def marches(names: str, *path: str) -> list[str]:
    """One march along ``path`` for each of these blocks."""
    return [str(March(name, path)) for name in names.split(", ")]


def three_points() -> State:
    return scene("2", "3", East_Anglia="Norfolk", Leicester="Hastings", Glamorgan="Herbert",
                 Pool="Arundel, Suffolk, London (levy)")  # fmt: skip


@pytest.mark.parametrize("moves", [0, 1, 2, 3])
def test_w01_1_2_three_points_split_into_moves_and_recruits_at_will(moves: int) -> None:
    state = go(three_points(), *MOVES[:moves], *RECRUITS[: 3 - moves])
    assert (state.ap, texts(state)) == (0, ["done"])
    assert kinds(state).count("march") == moves


@pytest.mark.parametrize("moves", [0, 1, 2])
def test_w01_1_2_unused_points_are_lost(moves: int) -> None:
    state = go(three_points(), *MOVES[:moves])
    assert state.view("Lancaster").ap == 3 - moves
    after = finish(state)
    assert (after.active, after.ap) == (("Lancaster",), 2)
    assert until(after, lambda s: s.phase is Phase.CARDS).turn == 2


@pytest.mark.parametrize("event_card", ["Muster", "Plague"])
@pytest.mark.parametrize("side", ["Lancaster", "York"])
def test_w12_1_1_an_event_without_points_goes_before_four_points(event_card: str, side: str) -> None:
    state = scene(*(event_card, "4") if side == "Lancaster" else ("4", event_card), Kent="Arundel")
    assert state.view("York").first_player == side
    assert (event(state, "first").side, state.active) == (side, (side,))


FIVE = "Norfolk, Suffolk, Essex, Hastings, Herbert"


def test_w13_5_21_four_blocks_cross_a_yellow_border_the_fifth_goes_round() -> None:
    state = go(scene(Middlesex=FIVE), *marches("Norfolk, Suffolk, Essex, Hastings", "Oxford"))
    refused(state, "Herbert marches to Oxford")
    assert {a.path for a in legal(state, March) if a.path[-1] == "Oxford"} == {
        ("Leicester", "Oxford"), ("Sussex", "Oxford"),
    }  # fmt: skip
    assert len(stands(go(state, "Herbert marches to Sussex > Oxford"), "Oxford")) == 5
    assert state.ap == 2


def test_w14_5_21_each_player_has_two_blocks_over_a_red_border() -> None:
    state = scene("2", "3", Chester="Norfolk, Suffolk, Essex", Warwick="Devon, Oxford, Beaumont")
    state = go(state, *marches("Norfolk, Suffolk", "Derby", "Lancaster"))
    refused(state, "Essex marches to Derby > Lancaster")
    state = go(finish(state), *marches("Devon, Oxford", "Derby", "Lancaster"))
    refused(state, "Beaumont marches to Derby > Lancaster")
    assert len(stands(state, "Lancaster")) == 4


def test_w14_5_21_a_block_stops_after_a_red_border() -> None:
    paths = {a.path for a in legal(scene(Derby="Norfolk"), March)}
    assert ("Lancaster",) in paths
    assert not [p for p in paths if "Lancaster" in p[:-1]]


def test_w15_5_2_two_areas_from_east_anglia() -> None:
    state = scene(East_Anglia="Norfolk")
    assert reach(state, "Norfolk") == {"Essex", "Rutland", "Middlesex", "Leicester", "Lincoln"}


def test_w16_5_21_three_by_the_blue_border_three_round_by_essex() -> None:
    state = scene(East_Anglia=FIVE + ", Arundel, Worcester")
    state = go(state, *marches("Norfolk, Suffolk, Essex", "Rutland"))
    refused(state, "Hastings marches to Rutland")
    state = go(state, *marches("Hastings, Herbert, Arundel", "Essex", "Rutland"))
    refused(state, "Worcester marches to Essex > Rutland")
    assert (len(stands(state, "Rutland")), state.ap) == (6, 2)


def pinned() -> State:
    state = scene("2", "3", Chester="Devon, Oxford, Beaumont, Clifford, Pembroke", Derby="Norfolk, Suffolk, Essex",
                  Warwick="Herbert")  # fmt: skip
    return finish(go(state, *marches("Norfolk, Suffolk, Essex", "Chester"), "Herbert marches to Chester"))


def test_w17_5_22_the_main_attack_pins_three_of_five() -> None:
    state = pinned()
    assert {a.block for a in legal(state, March)} == {"Devon", "Oxford", "Beaumont", "Clifford", "Pembroke"}
    state = go(state, "Devon marches to Lancaster", "Clifford sails the Irish Sea to Cumbria")
    assert not legal(state, March, Sail)
    assert set(stands(state, "Chester")) >= {"Oxford", "Beaumont", "Pembroke"}


def test_w17_5_22_the_unpinned_may_not_use_the_attackers_borders() -> None:
    ways = {a.path[0] for a in legal(pinned(), March)}
    assert ways == {"Lancaster", "Caernarvon", "Hereford", "Powys"}


SUNDERED = [("Glamorgan", "Somerset", "Irish Sea"), ("East Yorks", "Lincoln", "North Sea"),
            ("Kent", "Essex", "North Sea")]  # fmt: skip


@pytest.mark.parametrize(("start", "goal", "sea"), SUNDERED)
def test_w18_2_8_estuaries_part_areas_by_land_and_not_by_sea(start: str, goal: str, sea: str) -> None:
    state = scene(**{start.replace(" ", "_"): "Arundel"})
    assert ("Arundel marches to " + goal) not in texts(state)
    assert f"Arundel sails the {sea} to {goal}" in texts(state)


def test_w18_5_2_glamorgan_to_somerset_is_a_force_march_of_three_areas() -> None:
    assert "Somerset" not in reach(scene(Glamorgan="Herbert"), "Herbert")
    ways = [a.path for a in legal(scene("2", "Force March", Glamorgan="Herbert"), March) if a.path[-1] == "Somerset"]
    assert ways == [("Hereford", "Gloucester", "Somerset")]


IRISH = {"Caernarvon", "Chester", "Cornwall", "Cumbria", "Glamorgan", "Isle of Man", "Lancaster", "Pembroke",
         "Somerset"}  # fmt: skip
CHANNEL = {"Cornwall", "Dorset", "Kent", "Sussex"}
NORTH = {"East Anglia", "East Yorks", "Essex", "Kent", "Lincoln", "Middlesex", "Northumbria", "Rutland"}
OPEN_TO_LANCASTER = {"Irish": IRISH | {"France", "Scotland"}, "Channel": CHANNEL | {"France"},
                     "North": NORTH | {"Scotland"}}  # fmt: skip
OPEN_TO_YORK = {"Irish": IRISH | {"Ireland"}, "Channel": CHANNEL | {"Calais"}, "North": NORTH | {"Calais"}}


@pytest.mark.parametrize(("block", "start", "zones"), [
    ("Devon", "Cornwall", ("Channel", "Irish")), ("Arundel", "Cornwall", ("Channel", "Irish")),
    ("Devon", "Kent", ("Channel", "North")), ("Arundel", "Kent", ("Channel", "North")),
    ("Clifford", "Scotland", ("North", "Irish")),
])  # fmt: skip
def test_w19_w20_w21_5_3_a_coast_of_two_seas_reaches_both(block: str, start: str, zones: Iterable[str]) -> None:
    side, coasts = ("York", OPEN_TO_YORK) if block == "Arundel" else ("Lancaster", OPEN_TO_LANCASTER)
    state = scene(side=side, **{start: block})
    assert reach(state, block, Sail) == set().union(*(coasts[z] for z in zones)) - {start}


def test_w19_5_3_no_landing_among_enemies() -> None:
    assert "Dorset" not in reach(scene(Cornwall="Arundel", Dorset="Somerset"), "Arundel", Sail)


def test_w21_5_3_the_scots_do_not_sail() -> None:
    state = scene(Scotland="Clifford, Scots Mercenary", side="Lancaster")
    assert (bool(reach(state, "Clifford", Sail)), reach(state, "Scots Mercenary", Sail)) == (True, set())


def fleet(york: str = "2") -> State:
    return scene("2", york, Calais="March, Warwick/Y, Kent/Y, Salisbury/Y, Calais Mercenary")


def sail(names: str, sea: str, area: str) -> list[str]:
    return [str(Sail(name, sea, area)) for name in names.split(", ")]


def test_w22_5_31_two_points_carry_four_blocks_from_port_to_port() -> None:
    state = go(fleet(), *sail("March, Warwick/Y, Kent/Y, Salisbury/Y", "English Channel", "Kent"))
    assert (state.ap, len(stands(state, "Kent"))) == (0, 4)
    refused(state, "Calais Mercenary sails the English Channel to Kent")


def test_w23_5_31_two_pairs_to_two_ports() -> None:
    state = go(fleet(), *sail("March, Warwick/Y", "English Channel", "Kent"))
    state = go(state, *sail("Kent/Y, Salisbury/Y", "North Sea", "East Anglia"))
    assert (state.ap, len(stands(state, "Kent")), len(stands(state, "East Anglia"))) == (0, 2, 2)


def test_w24_5_31_no_pair_to_a_coast_without_a_major_port() -> None:
    first = [*sail("March, Warwick/Y", "English Channel", "Kent"), *sail("Kent/Y", "North Sea", "Essex")]
    state = go(fleet(), *first)
    assert state.ap == 0
    refused(state, "Salisbury/Y sails the North Sea to Essex")
    state = go(fleet("3"), *first, "Salisbury/Y sails the North Sea to Essex")
    assert (state.ap, len(stands(state, "Essex"))) == (0, 2)


@pytest.mark.parametrize("there", [{}, {"Northumbria": "Clifford"}])
def test_w25_5_4_noble_and_levy_are_raised_in_one_area(there: dict[str, str]) -> None:
    state = scene("2", "3", side="Lancaster", Pool="Northumberland/L, Newcastle (levy)", **there)
    state = go(state, "recruit Northumberland/L in Northumbria", "recruit Newcastle (levy) in Northumbria")
    assert (state.ap, len(stands(state, "Northumbria"))) == (0, 2 + len(there))


@pytest.mark.parametrize("there", [{}, {"East_Anglia": "Hastings"}])
def test_w26_5_4_york_raises_three_blocks_in_east_anglia(there: dict[str, str]) -> None:
    state = scene(Pool="Norfolk, Suffolk, Norwich (levy)", **there)
    state = go(state, *(f"recruit {name} in East Anglia" for name in ("Norfolk", "Suffolk", "Norwich (levy)")))
    assert (state.ap, len(stands(state, "East Anglia"))) == (0, 3 + len(there))


@pytest.mark.parametrize(("there", "side"), [("Northumbria", "York"), ("East_Anglia", "Lancaster")])
def test_w25_w26_5_4_nobody_is_raised_among_enemies(there: str, side: str) -> None:
    state = scene(side="Lancaster" if side == "York" else "York", Pool="Newcastle (levy), Norwich (levy)",
                  **{there: "Hastings" if side == "York" else "Clifford"})  # fmt: skip
    assert not legal(state, Recruit)


HIGH = (7, 8, 9, 10, 11, 12, 13)
THROWN = "Lancaster throws its hand back"
THIRTEEN, FOURTEEN = (20, 21, 22, 23, 24, 25, 5), (14, 20, 21, 22, 23, 24, 5)


@pytest.mark.parametrize("side", ["Lancaster", "York"])
def test_w45_5_1_a_hand_of_thirteen_points_may_be_thrown_back(side: str) -> None:
    hands = (THIRTEEN, HIGH) if side == "Lancaster" else (HIGH, THIRTEEN)
    state = roses.start("richard-iii").apply(Deal(*hands))
    assert str(state.legal_actions(side)[-1]) == f"{side} throws its hand back"
    again = go(state, f"{side} throws its hand back", "keep", str(Deal(*(h if h == HIGH else FOURTEEN for h in hands))))
    assert again.phase is Phase.CARDS
    assert (again.view(side).hands[side], event(again, "redeal").points) == (tuple(sorted(FOURTEEN)), 13)


def test_w45_5_1_a_hand_of_fourteen_points_stays() -> None:
    state = roses.start("richard-iii").apply(Deal(FOURTEEN, HIGH))
    assert state.phase is Phase.CARDS
    refused(state, "Lancaster throws its hand back")


def test_w45_5_1_there_is_one_mulligan_in_a_campaign() -> None:
    state = go(roses.start("richard-iii"), str(Deal(THIRTEEN, HIGH)), THROWN, "keep", str(Deal(THIRTEEN, HIGH)))
    assert state.phase is Phase.CARDS
    refused(state, THROWN)


def test_the_builder_puts_blocks_where_it_says() -> None:
    state = scene(Cornwall="Exeter/L:2, Devon", dead="Somerset", Pool="Stanley/Y")
    assert (stands(state, "Cornwall"), stands(state, "Pool")) == ({"Exeter/L": 2, "Devon": 2}, {"Stanley/Y": 4})
    assert "Somerset" not in stands(state, "Minor")
    assert msgspec.structs.asdict(state)["king"] == 2  # Exeter: the senior heir in play
