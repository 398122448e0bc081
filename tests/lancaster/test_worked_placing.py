"""Worked examples of phase 1: placement, displacement, conflicts and favours (rules 5.1 to 6.3)."""

from __future__ import annotations

import pytest

from roses.lancaster.position import Phase
from tests.lancaster.scene import at, county, go, house, kinds, refused, scene, slots, texts

FULL = {"K5a": "Red 1, Green 1, Yellow 1", "K4a": "Red 1, Green 1, Yellow 1"}


def test_w01_5_3_an_empty_county_takes_a_knight() -> None:
    state = scene(Blue={"court": "2"}).apply("Blue places 2+0 in Stafford")
    assert county(state, "Stafford") == ("Blue", 2)


def test_w02_5_3_knight_and_squires_displace_a_weaker_knight() -> None:
    state = scene(first="Yellow", counties={"Stafford": "Blue 2"}, Yellow={"court": "1", "squires": 2})
    state = state.apply("Yellow places 1+2 in Stafford")
    assert county(state, "Stafford") == ("Yellow", 3)
    assert (house(state, "Blue").court, house(state, "Yellow").squires) == ((2,), 0)
    assert state.active == ("Blue",)


def test_w03_5_3_as_strong_is_not_stronger() -> None:
    state = scene(first="Yellow", counties={"Stafford": "Blue 2"}, Yellow={"court": "1", "squires": 2})
    refused(state, "Yellow places 1+1 in Stafford", "5.3", "Blue holds Stafford with 2", "2 is not more")
    assert "Yellow places 1+2 in Stafford" in texts(state)


def test_w05_5_3_squires_of_the_displaced_go_to_the_supply() -> None:
    state = scene(counties={"York": "Red 3+0", "Dorset": "Red 1+2"}, Blue={"court": "4"}, Red={"squires": 1})
    state = state.apply("Blue places 4+0 in Dorset")
    assert (house(state, "Red").court, house(state, "Red").squires) == ((1,), 1)
    assert county(state, "Dorset") == ("Blue", 4)


def test_w06_5_3_nobody_displaces_himself() -> None:
    state = scene(first="Red", counties={"Dorset": "Red 1"}, Red={"court": "4"})
    refused(state, "Red places 4+0 in Dorset", "5.3", "Red stands in Dorset already")


def test_w07_5_3_squires_come_with_the_knight_or_never() -> None:
    state = scene(Blue={"court": "1 1", "squires": 4}).apply("Blue places 1+3 in Stafford")
    assert (county(state, "Stafford"), state.active) == (("Blue", 4), ("Blue",))
    assert not [t for t in texts(state) if "Stafford" in t]
    refused(state, "Blue places 1+1 in Stafford", "5.3", "one does not displace oneself")


def test_w09_5_1_who_alone_has_knights_places_them_in_a_row() -> None:
    state = scene(Yellow={"court": "1 1 2"})
    for space in ("gold", "squires", "knight"):
        assert state.active == ("Yellow",)
        state = state.apply(next(t for t in texts(state) if t.endswith(space)))
    assert state.phase is Phase.VOTE


def test_w10_5_4_a_castle_space_must_be_uncovered_free_and_ones_own() -> None:
    state = scene(Blue={"court": "1", "built": "squires", "castle": {"gold": 2}})
    refused(state, "Blue places 1 in castle squires", "5.4", "is covered by its extension")
    refused(state, "Blue places 1 in castle gold", "5.4", "a knight of strength 2 stands")
    refused(state, "Blue places 1 in castle ally-knight", "5.4", "in no castle of Blue")
    refused(state, "Red places 1 in castle markers", "5.1", "it is the turn of Blue")
    assert "Blue places 1 in castle markers" in texts(state)


def test_w11_5_2_without_a_legal_placement_the_turn_is_skipped() -> None:
    held = dict(zip("Stafford Dorset Surrey".split(), ("Red 2", "Green 2", "Yellow 2"), strict=True))
    everything = "knight upgrade squires gold markers mixed"
    state = scene(counties=held, upper=FULL, Blue={"court": "1", "built": everything})
    assert state.phase is Phase.VOTE and "skipped" in kinds(state)
    assert house(state, "Blue").court == (1,)


def test_w11_5_2_a_skipped_house_is_looked_at_again() -> None:
    held = dict(zip("Stafford Dorset Surrey".split(), ("Red 2", "Green 2", "Yellow 2"), strict=True))
    everything = "knight upgrade squires gold markers mixed"
    state = scene(
        counties=held,
        upper=FULL,
        Blue={"court": "1", "built": everything},
        Green={"court": "2", "squires": 1},
        Red={"built": everything},
    )
    assert state.active == ("Green",)
    state = go(state, "Green places 2+1 in Stafford")
    assert state.active == ("Red",), "Red is displaced and has a turn again"


def test_w13_5_5_squires_do_not_go_to_france() -> None:
    state = scene(upper={"K5a": ""}, Blue={"court": "1", "squires": 3})
    assert [t for t in texts(state) if "conflict" in t] == ["Blue places 1 in conflict K5a"]
    with pytest.raises(ValueError, match="cannot be read as a move"):
        state.apply("Blue places 1+1 in conflict K5a")


def test_5_5_own_knights_join_their_slot_even_where_all_are_taken() -> None:
    state = scene(upper={"K5a": "Red 1, Blue 1, Yellow 2"}, Blue={"court": "2"})
    state = state.apply("Blue places 2 in conflict K5a")
    assert slots(state, "K5a") == [("Red", (1,)), ("Blue", (1, 2)), ("Yellow", (2,))]


def test_w14_6_1_one_house_may_take_several_favours() -> None:
    state = scene(upper={"K5a": "", "K4a": ""}, Blue={"court": "1 1 2"})
    for favour in ("gold", "purse", "squires"):
        state = state.apply(next(t for t in texts(state) if "conflict" in t))
        assert (state.phase, f"take favour {favour}" in texts(state)) == (Phase.FAVOUR, True)
        state = state.apply(f"take favour {favour}")
    assert [f.favour for f in state.view().favours if not f.up] == ["purse", "gold", "squires"]
    assert (house(state, "Blue").gold, house(state, "Blue").squires) == (5, 2)


@pytest.mark.parametrize(("players", "favours"), [(4, 6), (3, 5), (2, 6), (5, 6)])
def test_w15_6_1_the_knight_after_the_last_favour_earns_none(players: int, favours: int) -> None:
    state = scene(players, upper={"K5a": ""}, Blue={"court": "1 1 1 2 2 3 4"})
    taken = 0
    for _ in range(7):
        state = state.apply(next(t for t in texts(state) if "conflict" in t))
        while state.phase in (Phase.FAVOUR, Phase.UPGRADE, Phase.NOBLE):
            taken += state.phase is Phase.FAVOUR
            state = state.apply(texts(state)[-1])
    assert taken == favours


def test_w17_6_3_the_knight_just_placed_may_be_upgraded_in_his_slot() -> None:
    state = scene(upper={"K5a": "Red 1"}, first="Green", Green={"court": "1"})
    state = go(state, "Green places 1 in conflict K5a", "take favour upgrade", "upgrade 1 in K5a")
    assert slots(state, "K5a") == [("Red", (1,)), ("Green", (2,))]
    assert house(state, "Green").reserve == (1, 1, 1, 2, 3, 4)


def test_w18_15_3_an_upgrade_without_a_pair_lapses() -> None:
    state = scene(upper={"K5a": ""}, Blue={"court": "1"})
    state = at(state, "next knight", court=((1, 2), (), (), ()), reserve=((1, 1, 4), (), (), ()))
    after = state.apply("Blue places 1 in conflict K5a").apply("take favour upgrade")
    assert kinds(after).count("lapsed") == 1 and after.phase is Phase.PLACING
    assert [f.favour for f in after.view().favours if not f.up] == ["upgrade"]


def test_w19_15_4_a_noble_one_has_already_cannot_be_taken() -> None:
    state = scene(upper={"K5a": ""}, Blue={"court": "1", "nobles": "Northumberland Stafford"})
    state = at(state, "next knight", stacks=(2, 2, 0, 0, 0, 0, 0, 0, 0))
    state = go(state, "Blue places 1 in conflict K5a", "take favour noble")
    assert "lapsed" in kinds(state) and house(state, "Blue").nobles == ("Northumberland", "Stafford")
    assert not next(f for f in state.view().favours if f.favour == "noble").up
