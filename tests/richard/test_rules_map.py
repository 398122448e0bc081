"""Rules of the map, 2.0 to 2.83: one test or more for each paragraph, against the data of the map."""

from __future__ import annotations

import pytest

import roses
from roses.richard.actions import March, Recruit, Sail
from roses.richard.lords_count import tally
from roses.richard.state import State
from roses.richard.tables import AREAS, BORDERS
from tests.richard.scene import go, legal, reach, refused, scene

NEIGHBOURS = {name: {other for b in BORDERS if name in b.areas for other in b.areas if other != name} for name in AREAS}
EXILES = {side: {area.id for area in AREAS.values() if area.exile_of == side} for side in ("Lancaster", "York")}
LORD = {"Lancaster": "Devon", "York": "Arundel"}  # neither mercenary nor levy: they go everywhere


def alone(side: str, area: str) -> State:
    """A lord of this side stands alone on the map and has the move."""
    return roses.scene(side=side, king="Lancaster", **{area: LORD[side]})


def test_2_0_the_map_has_33_areas_four_of_them_lands_of_exile() -> None:
    kinds = [area.kind for area in AREAS.values()]
    assert {kind: kinds.count(kind) for kind in kinds} == {"england": 24, "wales": 4, "island": 1, "exile": 4}


@pytest.mark.parametrize("side", ["Lancaster", "York"])
@pytest.mark.parametrize("area", AREAS)
def test_2_0_one_step_leads_over_every_border_of_an_area_and_nowhere_else(area: str, side: str) -> None:
    if area in EXILES["York" if side == "Lancaster" else "Lancaster"]:
        return
    steps = {a.path[0] for a in legal(alone(side, area), March) if len(a.path) == 1}
    assert steps == NEIGHBOURS[area] - (EXILES["Lancaster"] | EXILES["York"]) | (NEIGHBOURS[area] & EXILES[side])


@pytest.mark.parametrize(("there", "recruits"), [
    ({}, {"Norfolk", "Norwich (levy)"}),  # vacant
    ({"East_Anglia": "Suffolk"}, {"Norfolk", "Norwich (levy)", "Bombard/Y"}),  # friendly
    ({"East_Anglia": "Oxford"}, set()),  # enemy
])  # fmt: skip
def test_2_1_an_area_is_friendly_enemy_or_vacant(there: dict[str, str], recruits: set[str]) -> None:
    state = scene(side="York", Pool="Norfolk, Norwich (levy), Bombard/Y", **there)
    assert {a.block for a in legal(state, Recruit) if a.area == "East Anglia"} == recruits


def test_2_1_a_contested_area_is_nobodys() -> None:
    state = scene("2", "3", Essex="Arundel", East_Anglia="Oxford", Rutland="Devon", Lincoln="Hastings",
                  Pool="Norfolk, Bombard/Y, Norwich (levy)")  # fmt: skip
    state = go(state, "Arundel marches to East Anglia")
    assert not [a for a in legal(state, Recruit) if a.area == "East Anglia"]
    refused(state, "Hastings sails the North Sea to East Anglia")
    state = go(state, "done")
    refused(state, "Devon sails the North Sea to East Anglia")


def test_2_1_the_status_changes_at_once() -> None:
    state = scene(East_Anglia="Suffolk", Pool="Bombard/Y", side="York")
    assert legal(state, Recruit)
    assert not legal(go(state, "Suffolk marches to Essex"), Recruit)


@pytest.mark.parametrize(("also", "raised"), [("", False), (", Oxford", True)])
def test_2_1_a_prisoner_makes_no_area_friendly(also: str, raised: bool) -> None:
    state = roses.scene("1470", France="Prince Edward", Middlesex=f"Henry VI{also}", Pool="Bombard/L", side="Lancaster")
    assert ("recruit Bombard/L in Middlesex" in map(str, state.legal_actions())) == raised


IRISH_COASTS = {area.id for area in AREAS.values() if "Irish Sea" in area.seas}


def test_2_71_york_sails_to_ireland_from_every_coast_of_the_irish_sea_and_from_no_other() -> None:
    reached = {area for area in AREAS if area not in EXILES["Lancaster"] if "Ireland" in
               reach(alone("York", area), "Arundel", Sail)}  # fmt: skip
    assert reached == IRISH_COASTS - EXILES["Lancaster"] - {"Ireland"}


def test_2_71_from_ireland_there_is_no_march_and_lancaster_never_lands() -> None:
    assert not legal(alone("York", "Ireland"), March)
    for area in IRISH_COASTS - {"Ireland"}:
        assert "Ireland" not in reach(alone("Lancaster", area), "Devon", Sail), area


@pytest.mark.parametrize("side", ["Lancaster", "York"])
@pytest.mark.parametrize("area", AREAS)
def test_2_81_ships_reach_all_coasts_of_a_common_sea_and_no_others(area: str, side: str) -> None:
    closed = EXILES["York" if side == "Lancaster" else "Lancaster"]
    if area in closed:
        return
    coasts = {(sea, a.id) for a in AREAS.values() for sea in a.seas if sea in AREAS[area].seas and a.id != area}
    sails = {(a.sea, a.area) for a in legal(alone(side, area), Sail)}
    assert sails == {(sea, coast) for sea, coast in coasts if coast not in closed}


@pytest.mark.parametrize("side", ["Lancaster", "York"])
def test_2_82_the_isle_of_man_is_reached_by_ship_alone_by_either_side(side: str) -> None:
    assert not NEIGHBOURS["Isle of Man"]
    reached = {area for area in IRISH_COASTS - EXILES["Lancaster"] - EXILES["York"] - {"Isle of Man"}
               if "Isle of Man" in reach(alone(side, area), LORD[side], Sail)}  # fmt: skip
    assert len(reached) == 8


def test_2_82_whoever_hides_on_the_isle_of_man_is_not_counted() -> None:
    assert tally(alone("York", "Isle of Man")).total("York") == 0
    assert tally(alone("York", "Cumbria")).total("York") == 1


def test_2_82_the_isle_of_man_feeds_four() -> None:
    five = "Norfolk, Suffolk, Arundel, Hastings, Herbert"
    state = go(scene(Isle_of_Man=five, side="York"), "done", "done")
    assert len(state.legal_actions()) == 5
    assert [str(a) for a in go(state, "Norfolk goes hungry").legal_actions()] == ["done"]
