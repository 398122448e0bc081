"""Worked examples of the end, of the game for two, and of the set-up (rules 3.1 to 3.6, 13.1 to 14.11)."""

from __future__ import annotations

import random
from typing import Any

import pytest

import roses
from roses.lancaster.phases.final import prizes
from roses.lancaster.position import Phase
from roses.lancaster.state import State
from roses.lancaster.tables import COUNTIES, SHIPPED
from tests.lancaster.scene import at, gained, go, house, kinds, points, refused, scene, texts, votes


def finished(*courts: str, squires: tuple[int, ...], built: tuple[str, ...] = ()) -> dict[str, int]:
    """The points of the knights' prize: everybody has the same castle and no gold."""
    sides = ("Blue", "Green", "Yellow", "Red")[: len(courts)]
    houses = {c: {"court": k, "squires": n} for c, k, n in zip(sides, courts, squires, strict=True)}
    state = at(scene(len(courts), round=5, **houses), "final")
    results = {s: gained(state, s, "knights prize").get("points", 0) for s in sides}
    assert state.phase is Phase.OVER
    return results


NINE = ("2 3 4", "2 3 4", "3 4", "4")


def test_w58_13_1_squires_break_the_tie() -> None:
    assert list(finished(*NINE, squires=(2, 1, 5, 0)).values()) == [8, 4, 0, 0]


def test_w59_13_3_a_tie_for_first_shares_both_prizes() -> None:
    assert list(finished(*NINE, squires=(2, 2, 5, 0)).values()) == [6, 6, 0, 0]


def test_w61_13_3_a_tie_for_second_shares_the_second_prize() -> None:
    assert list(finished("2 3 4", "3 4", "3 4", "3 4", squires=(0, 1, 1, 1)).values()) == [8, 1, 1, 1]
    assert list(finished("2 3 4", "3 4", "3 4", squires=(0, 1, 1)).values()) == [8, 2, 2]
    assert prizes([(3, 0)] * 5, 8, 4) == [2] * 5


def test_w62_13_4_the_points_of_nobles() -> None:
    assert SHIPPED.scoring.nobles == (0, 0, 1, 3, 6, 10, 15, 21, 28, 36)
    state = at(scene(round=5, Blue={"nobles": "York Dorset Surrey"}, Red={"nobles": "York"}), "final")
    assert gained(state, "Blue", "nobles") == {"points": 3} and gained(state, "Red", "nobles") == {}


def test_w63_11_7_knights_left_in_france_count_and_the_reserve_does_not() -> None:
    state = at(scene(round=5, upper={"K10": "Blue 4 3"}, Green={"court": "3 2 1"}), "conflicts")
    assert "Blue 7 (squires 0), Green 6" in next(str(e) for e in state.events if e.kind == "knights_prize")
    assert gained(state, "Blue", "knights prize") == {"points": 8}
    assert [c.row for c in state.view().conflicts] == ["lower"] and house(state, "Blue").reserve == (1, 1, 1, 2, 2)


# ---- two players


def test_w65_14_2_each_player_has_an_ally() -> None:
    view = roses.start("lancaster", players=2).view("Green")
    blue = view.houses[0]
    assert (blue.ally.colour, blue.ally.court, blue.ally.reserve) == ("Yellow", (2,), (1, 1, 1, 2, 3, 4))
    assert [s.space for s in blue.ally.castle] == ["ally-knight", "ally-upgrade"]
    assert (blue.gold, blue.squires, view.houses[1].ally.colour) == (2, 2, "Red")


def test_w66_14_6_favours_of_an_ally() -> None:
    state = scene(2, upper={"K5a": ""}, Yellow={"court": "1 2"}, Green={"court": "1"})
    state = go(state, "Yellow places 1 in conflict K5a", "take favour gold")
    assert house(state, "Blue").gold == 0 and "lapsed" in kinds(state)
    assert not next(f for f in state.view().favours if f.favour == "gold").up
    state = go(state, "Green places 1+0 in Dorset", "Yellow places 2 in conflict K5a", "take favour noble")
    assert len([text for text in texts(state) if text.startswith("take noble of")]) == 9
    state = go(state, "take noble of York")
    assert (state.view().removed, house(state, "Blue").nobles) == (1, ())
    assert next(c.nobles for c in state.view().counties if c.name == "York") == 1


def ally_in_conflict(favour: str, **given: Any) -> State:
    """Yellow, the ally of Blue, has earned this favour in a game for two."""
    state = scene(2, **{"upper": {"K5a": ""}, "Yellow": {"court": "1"}} | given)
    return go(state, "Yellow places 1 in conflict K5a", f"take favour {favour}")


def test_14_6_an_ally_must_take_the_noble_of_a_favour_out_of_the_game() -> None:
    asked = ally_in_conflict("noble")
    assert len(texts(asked)) == 9 and "decline" not in texts(asked)
    refused(asked, "decline", "14.6", "Yellow is the ally of Blue, and an ally declines nothing")
    alone = ally_in_conflict("noble", nobles={name: int(name == "York") for name in COUNTIES})
    assert (alone.view().removed, alone.view().land("York").nobles, house(alone, "Blue").nobles) == (1, 0, ())


def test_14_6_an_ally_must_take_the_upgrade_of_a_favour() -> None:
    asked = ally_in_conflict("upgrade", counties={"York": "Yellow 3"})
    assert texts(asked) == ["upgrade 3 in York", "upgrade 1 in K5a"]
    alone = ally_in_conflict("upgrade")
    assert "Yellow upgrades a knight at Harfleur from strength 1 to 2." in map(str, alone.events)


def test_w67_14_5_player_and_ally_are_ranked_as_two() -> None:
    state = at(scene(2, upper={"K5a": "Yellow 3, Blue 2"}), "conflicts")
    assert points(state) == {"Blue": 2}
    assert [(e.amount, e.what) for e in state.events if e.kind == "lapsed"] == [(4, "points")]


def test_w69_14_8_what_a_county_gives_an_ally() -> None:
    york = at(scene(2, counties={"York": "Yellow 3"}), "county")
    york = york.apply("claim reward")
    assert house(york, "Blue").ally.court == (1, 3)
    assert gained(york, "Blue", "York") == gained(york, "Yellow", "York") == {}
    surrey = at(scene(2, counties={"Surrey": "Yellow 1"}), "county").apply("claim reward")
    assert (surrey.phase, texts(surrey)) == (Phase.NAMING, ["name Blue start player", "name Green start player"])
    assert house(surrey, "Blue").gold == 0
    somerset = at(scene(2, counties={"Somerset": "Yellow 4"}, Blue={"gold": 9}), "county")
    assert texts(somerset) == ["claim noble", "claim reward"]
    refused(somerset, "claim both", "14.8", "an ally never takes both")
    assert points(somerset.apply("claim reward")) == {} and somerset.apply("claim noble").view().removed == 1


def test_w70_14_10_captured_knights_of_an_ally_go_to_the_reserve() -> None:
    state = at(scene(2, lower={"K9": "Yellow 3, Blue 1"}, Blue={"gold": 9}), "conflicts")
    assert house(state, "Blue").ally.reserve == (1, 1, 1, 2, 2, 3, 4)
    assert texts(state) == ["ransom 1", "decline"]


def test_w71_14_7_one_to_one_is_accepted() -> None:
    state = votes(scene(2), Blue="yes", Green="no")
    assert state.view().proposals[0].verdict == "accepted"


# ---- set-up


@pytest.mark.parametrize(("players", "nobles"), [(2, 18), (3, 18), (4, 27), (5, 36)])
def test_w73_3_1_nobles_on_the_map(players: int, nobles: int) -> None:
    view = roses.start("lancaster", players=players).view()
    assert sum(c.nobles for c in view.counties) == nobles


@pytest.mark.parametrize(
    ("players", "gone"), [(2, [2, 10]), (3, [9, 10]), (4, [2, 10]), (5, [2, 3])], ids=["two", "three", "four", "five"]
)
def test_w74_3_6_two_conflicts_leave_the_game(players: int, gone: list[int]) -> None:
    state = roses.start("lancaster", players=players)
    strength = {card.id: card.strength for card in SHIPPED.conflicts}
    left = [strength[card] for card in state.view().deck]
    assert len(left) == 10 and sorted([*left, *gone]) == sorted(strength.values())


@pytest.mark.parametrize(("players", "favours"), [(2, 6), (3, 5), (4, 6), (5, 6)])
def test_w75_3_5_the_favours_of_the_game(players: int, favours: int) -> None:
    names = [f.favour for f in roses.start("lancaster", players=players).view().favours]
    assert len(names) == favours and ("upgrade" in names) == (players != 3)


def test_w74_12_0_each_pair_of_conflicts_is_as_likely() -> None:
    state = roses.start("lancaster")
    while state.phase is not Phase.CONFLICTS:
        state = state.apply(state.sample(random.Random(2)) if state.active == ("Chance",) else state.legal_actions()[0])
    outcomes = state.chance_outcomes()
    assert len(outcomes) == 90 and {p for _, p in outcomes} == {1 / 90}
