"""The map of a march and close-ups: flags say what the legal actions say."""

from __future__ import annotations

import pytest

import roses
from roses.figures import closeup, march_map
from roses.figures.map.march import reach
from roses.figures.map.movement import Flag

FIVE = ("Norfolk", "Suffolk", "Essex", "Hastings", "Herbert")


def test_flags_count_who_may_go_by_all_ways_together() -> None:
    state = roses.scene(Middlesex=", ".join(FIVE), Kent="Oxford", side="York")
    result = reach(state, *FIVE)
    assert (result.origin, result.count, result.flags["Oxford"]) == ("Middlesex", 5, Flag(1, 5))
    assert result.flags["Kent"] == Flag(1, 5, attack=True)
    assert reach(roses.scene(Cumbria=", ".join(FIVE)), *FIVE).flags["Lancaster"] == Flag(1, 2)


def test_every_goal_of_a_legal_march_has_a_flag_and_no_other_area() -> None:
    state = roses.scene(Derby="Norfolk", Lancaster="Stanley/Y")
    goals = {text.split(" > ")[-1].split(" to ")[-1] for text in roses.choices(state, "Norfolk marches")}
    assert set(reach(state, "Norfolk").flags) == goals


def test_the_map_of_a_march_is_a_close_up_with_its_own_svg() -> None:
    figure = march_map(roses.scene(Derby="Norfolk"), "Norfolk")
    assert (figure.layout.width, figure.layout.height) == (600, 360)
    assert "<svg" in figure._repr_mimebundle_()["image/svg+xml"]


def test_blocks_of_two_areas_have_no_march_in_common() -> None:
    with pytest.raises(ValueError, match="a march begins in one area"):
        march_map(roses.scene(Derby="Norfolk", Kent="Suffolk"), "Norfolk", "Suffolk")
    with pytest.raises(ValueError, match="a march begins in one area"):
        march_map(roses.scene(Derby="Norfolk"))


def test_a_close_up_holds_its_areas_and_refuses_others() -> None:
    for area in ("Cornwall", "Kent", "Scotland", "Isle of Man"):
        frame = closeup(area)
        assert frame.west >= 0 and frame.south >= 0
    with pytest.raises(ValueError, match="there is no area 'Bosworth' on the map"):
        closeup("Kent", "Bosworth")


def test_5_2_a_reach_says_what_the_march_costs_before_it_is_made() -> None:
    state = roses.scene(Derby="Norfolk, Suffolk, Arundel")
    assert reach(state, "Norfolk", "Suffolk").cost == 1
    after = state.apply("Arundel marches to Chester")
    assert state.ap - after.ap == 1 and reach(after, "Norfolk", "Suffolk").cost == 0  # the area is activated
    assert after.apply("Norfolk marches to Chester").ap == after.ap
    for where, words in ((state, "From Derby: 1 action point"), (after, "From Derby: 0 action points")):
        assert f">{words}<" in march_map(where, "Norfolk", "Suffolk")._repr_mimebundle_()["image/svg+xml"]
