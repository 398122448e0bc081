"""The laws that no worked example covers: trades, the exchange of the 3, and the eighteen of the expansion (8.2 on)."""

from __future__ import annotations

import pytest

from roses.lancaster.position import Phase
from roses.lancaster.state import State
from roses.lancaster.tables import SHIPPED
from tests.lancaster.scene import at, gained, go, house, points, refused, scene, slots, texts, votes

IDLE = ("L11", "L13")  # nobody in these scenes has three extensions or three counties


def law(name: str, **given: object) -> State:
    """The state in which this law is applied, and then two that nobody meets."""
    return at(scene(laws=" ".join((name, *IDLE)), **given), "law")  # type: ignore[arg-type]


def test_l02_the_most_squires_bring_a_new_knight_to_all_who_are_tied() -> None:
    state = law("L02", Blue={"squires": 3}, Red={"squires": 3}, Green={"squires": 1})
    assert [e.side for e in state.events if e.kind == "new_knight"] == ["Blue", "Red"]


def test_l04_gold_buys_markers_that_are_kept_for_the_next_votes() -> None:
    state = law("L04", first="Red", Blue={"gold": 3})
    assert (state.active, texts(state)) == (("Red",), ["trade 0"])  # nobody learns who has gold
    state = go(state, "trade 0", "trade 2")
    assert gained(state, "Blue", "law L04") == {"markers": 2} and house(state, "Blue").gold == 1
    refused(state, "trade 1", "8.5", "L04 takes 1 gold each time", "Green has 0 gold")


def test_l05_gold_and_a_squire_buy_3_points() -> None:
    state = law("L05", Blue={"gold": 3, "squires": 2})
    assert texts(state) == ["trade 0", "trade 1", "trade 2"]
    state = go(state, "trade 2")
    assert (points(state), house(state, "Blue").gold, house(state, "Blue").squires) == ({"Blue": 6}, 1, 0)


@pytest.mark.parametrize(("name", "goods"), [("L16", "gold"), ("L17", "squires")])
def test_l16_l17_one_for_one_point(name: str, goods: str) -> None:
    assert points(go(law(name, Blue={goods: 4}), "trade 4")) == {"Blue": 4}


def test_l09_without_a_deployed_knight_of_strength_2_one_in_service_may_be_upgraded() -> None:
    state = law("L09", counties={"Stafford": "Green 2"}, Blue={"court": "1 2"})
    assert (state.active, texts(state)) == (("Blue",), ["upgrade 1 in court", "upgrade 2 in court", "decline"])
    assert "Green" not in [e.side for e in state.events if e.kind == "lapsed"]


def test_l10_the_deployed_3_may_be_exchanged_in_place_for_the_4() -> None:
    state = law("L10", upper={"K9": "Red 1, Blue 3 1"}, Green={"court": "3"})
    assert (state.active, texts(state)) == (("Blue",), ["upgrade 3 in K9", "decline"])
    refused(state, "upgrade 1 in K9", "8.4", "only a knight of strength 3")
    after = go(state, "upgrade 3 in K9")
    assert slots(after, "K9") == [("Red", (1,)), ("Blue", (1, 4))]
    assert state.apply("decline").phase is not Phase.UPGRADE


def test_l11_l12_extensions_and_conflicts_bring_points() -> None:
    six = "knight upgrade squires gold markers mixed"
    state = at(scene(laws="L11 L13 L18", Blue={"built": six}, Red={"built": "gold mixed"}), "law")
    assert gained(state, "Blue", "law L11") == {"points": 10} and gained(state, "Red", "law L11") == {}
    assert gained(law("L12", upper={"K10": "Blue 1", "K9": "Blue 1"}), "Blue", "law L12") == {"points": 6}


# ---- the expansion


def test_m01_m02_the_most_squires_or_gold_in_hand() -> None:
    state = law("M01", counties={"Dorset": "Red 1+4"}, Blue={"squires": 2}, Red={"squires": 1})
    assert gained(state, "Blue", "law M01") == {"gold": 1, "markers": 1} and gained(state, "Red", "law M01") == {}
    assert gained(law("M02", Green={"gold": 1}), "Green", "law M02") == {"squires": 1, "markers": 1}


def test_m03_m06_conflicts_joined_and_young_knights() -> None:
    given = {"upper": {"K10": "Blue 1 1"}, "lower": {"K9": "Blue 2"}}
    assert gained(law("M03", **given), "Blue", "law M03") == {"markers": 2}
    assert gained(law("M06", **given), "Blue", "law M06") == {"squires": 2}


def test_m04_whoever_has_no_noble_takes_one_of_each() -> None:
    state = law("M04", Blue={"nobles": "York"})
    assert gained(state, "Blue", "law M04") == {}
    assert gained(state, "Red", "law M04") == {"gold": 1, "squires": 1, "markers": 1}


def test_m05_squires_fight_in_france_for_one_scoring() -> None:
    state = law("M05", upper={"K5a": "Blue 2, Green 2", "K9": "Blue 1"}, Blue={"squires": 1})
    assert texts(state) == ["commit squires to K5a", "commit squires to K9", "decline"]
    refused(state, "commit squires to K5a K9", "8.7", "Blue may send 1 squire")
    state = go(state, "commit squires to K5a")
    assert (state.active, texts(state)) == (("Green",), ["decline"])
    seen = next(c for c in state.view().conflicts if c.card == "K5a")
    assert (seen.england, seen.slots[0].strength, seen.slots[0].squires) == (5, 3, 1)
    end = state.apply("decline")
    assert points(end)["Blue"] == 4 + 4 and points(end)["Green"] == 2  # first in K5a, and alone in K9
    assert all(s.squires == 0 for c in end.view().conflicts for s in c.slots)


def test_m05_squires_do_not_stay_in_a_conflict_that_is_lost() -> None:
    state = law("M05", upper={"K9": "Blue 1"}, Blue={"squires": 1}).apply("commit squires to K9")
    assert points(state) == {"Blue": 4} and slots(state, "K9") == [("Blue", (1,))]
    assert state.view().conflicts[0].slots[0].squires == 0 and house(state, "Blue").squires == 1  # the castle's


def test_m07_extensions_are_bought_at_4_gold() -> None:
    state = law("M07", Blue={"gold": 9, "built": "gold knight"})
    assert texts(state) == ["trade 0", "trade 1", "trade 2"]
    state = go(state, "trade 2", "build squires", "build markers")
    assert (house(state, "Blue").gold, state.active) == (1, ("Green",))
    rich = law("M07", Blue={"gold": 40, "built": "knight upgrade squires gold markers"})
    assert texts(rich) == ["trade 0", "trade 1"]  # one extension is left


def test_m08_m15_m16_knights_in_the_castle_squires_in_counties_empty_counties() -> None:
    assert points(law("M08", Blue={"castle": {"gold": 1, "squires": 2}})) == {"Blue": 6}
    held = {"Dorset": "Blue 1+3", "Stafford": "Blue 1+2"}
    assert points(law("M15", counties=held)) == {"Blue": 6}
    state = at(scene(laws="M16 L11 L13", counties=held), "law", stacks=[3, 0, 3, 3, 3, 3, 3, 3, 3])
    assert points(state) == {"Blue": 3}


def test_m09_the_most_markers_left_after_the_third_vote() -> None:
    state = scene(laws="M09 M03 L13", upper={"K9": "Red 1"}, Blue={"markers": 3}, Red={"markers": 2, "court": ""})
    for markers in (1, 0, 0):
        state = votes(state, Blue=f"no {markers}")
    results = [(str(e.words()["counted"]), str(e.words()["sides"])) for e in state.events if e.kind == "most"]
    assert results == [("markers left", "Blue, Red")] and (
        house(state, "Red").leftover,
        house(state, "Red").markers,
    ) == (
        2,
        0,
    )
    state = state.apply("decline") if state.active == ("Blue",) else state
    state = go(state, "decline")
    assert [(e.side, e.markers) for e in state.events if e.kind == "returned"] == [("Blue", 2), ("Red", 2)]
    assert gained(state, "Red", "law M03") == {"markers": 1} and house(state, "Red").markers == 2  # and the table's


def test_m10_m12_m18_points_for_captains_counties_and_the_largest_army() -> None:
    assert gained(law("M10", upper={"K10": "Blue 2 2"}), "Blue", "law M10") == {"points": 3}
    assert gained(law("M10", upper={"K10": "Blue 2"}, Blue={"court": "2"}), "Blue", "law M10") == {}
    assert points(law("M12", counties={"Stafford": "Blue 1", "Dorset": "Blue 1"})) == {"Blue": 5}
    state = law("M18", upper={"K10": "Blue 1 1, Red 4"}, lower={"K9": "Red 2, Green 4"})
    assert {e.side for e in state.events if getattr(getattr(e, "source", None), "name", "") == "M18"} == {"Blue", "Red"}


def test_m11_a_county_that_is_not_paid_for_is_lost() -> None:
    state = law("M11", counties={"Stafford": "Blue 1", "Dorset": "Blue 1+2"}, Blue={"gold": 1})
    assert texts(state) == ["pay for Stafford", "forgo Stafford"]
    state = go(state, "pay for Stafford")
    assert texts(state) == ["forgo Dorset"]
    state = go(state, "forgo Dorset")
    assert (house(state, "Blue").court, house(state, "Blue").squires) == ((1,), 0)
    assert [c.name for c in state.view().counties if c.holder] == ["Stafford"]


def test_m13_gold_and_squires_are_exchanged_two_to_one_until_done() -> None:
    state = law("M13", Blue={"gold": 5, "squires": 2})
    assert texts(state) == ["exchange gold 1", "exchange gold 2", "exchange squires 1", "done"]
    state = go(state, "exchange gold 2", "exchange squires 2")
    assert (house(state, "Blue").gold, house(state, "Blue").squires, state.active) == (3, 0, ("Blue",))
    assert go(state, "done").active == ("Green",)


def test_m14_an_extension_that_is_not_paid_for_yields_nothing_this_round() -> None:
    built = {"built": "gold squires", "squires": 1}
    state = law("M14", Blue=built, first="Blue")
    state = go(state, "forgo squires", "pay for gold")
    while state.phase is Phase.UPKEEP:
        state = state.apply("forgo mixed")
    assert gained(state, "Blue", "castle gold") == {"gold": 2} and gained(state, "Blue", "castle squires") == {}
    assert (state.phase, gained(state, "Red", "castle mixed")) == (Phase.CONFLICTS, {})
    assert not any(space.turned for h in state.view().houses for space in h.castle)  # turned back in the next round


def test_m17_leftover_markers_are_part_of_a_price() -> None:
    state = scene(laws="M03 M17 L13", upper={"K9": "Blue 1"}, Blue={"markers": 2, "gold": 5, "squires": 5})
    for _ in range(3):
        state = votes(state)
    assert texts(state) == ["trade 0", "trade 1", "trade 2"]  # the marker of M03 does not count
    state = go(state, "trade 2")
    assert points(state) == {"Blue": 6} and house(state, "Blue").markers == 1


def test_8_7_each_set_has_the_same_sections() -> None:
    sizes = [[law.section for law in SHIPPED.laws if law.set == name] for name in ("base", "expansion")]
    assert sizes[0] == sizes[1] == [0] * 3 + [1] * 6 + [2] * 3 + [3] * 3 + [4] * 3
