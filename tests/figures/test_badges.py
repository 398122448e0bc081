"""Badges on a map: arms and names of the day, in nobody's way, of blocks that are seen only."""

from __future__ import annotations

from itertools import combinations

import pytest

import roses
from roses.figures.drawing.geometry import expand, overlap
from roses.figures.map.badges import badges_svg
from roses.figures.map.figure import INDEX, map_figure, scene_props
from roses.figures.map.geography import Frame
from roses.figures.map.scene import Scene, scene
from roses.figures.map.svg import map_svg
from roses.widgets.stepper.model import StepperModel


def picture(step: int, viewer: str = "all", size: tuple[int, int] = (780, 526)) -> Scene:
    model = StepperModel(roses.timeline("1483-richard-iii"))
    model.index, model.viewer = step - 1, viewer
    frame: Frame = model.adapter.frame(model, *size)
    return scene(model.view, frame, **model.adapter.dated(model))


@pytest.mark.parametrize("step", [7, 15, 23, 24])
def test_names_cover_neither_blocks_nor_each_other_nor_names_of_areas(step: int) -> None:
    made = picture(step)
    names = [badge.name.box for badge in made.badges.values() if badge.name]
    others = [expand(token.box, -1) for token in made.layout.tokens] + [name.box for name in made.layout.names]
    assert len(names) > 4
    assert not [pair for pair in combinations(names, 2) if overlap(*pair)]
    assert not [box for box in names for other in others if overlap(box, other)]


@pytest.mark.parametrize("step", [7, 15, 23, 24])
def test_the_rivals_stand_by_name_and_arms_wherever_they_are_on_the_map(step: int) -> None:
    badges = {token.piece.block: badge for token, badge in picture(step).badges.items() if token.scale > 0.6}
    for block, name in (("Gloucester", "Richard III"), ("Richmond", "Henry Tudor")):
        badge = badges.get(block)
        assert badge or (step, block) == (7, "Richmond")  # he is in France, off the map
        if badge:
            assert badge.name and badge.name.text == name and badge.arms == "alone"


def test_a_block_bears_arms_in_place_of_letters_in_both_pictures() -> None:
    made = picture(7)
    letters = scene_props(made)["token text"]["text"]
    assert not any("Glo" in word for word in letters) and any("Nhb" in word for word in letters)  # in a tab
    svg = badges_svg(made.badges.values(), made.day)
    assert 'href="#roses-arms-henry-vi"' in svg and "Richard III" in svg and "<symbol" not in svg


def test_unseen_blocks_and_narrow_maps_have_no_badges() -> None:
    seen = {token.piece.block for token in picture(7, viewer="York").badges}
    assert None not in seen and "Gloucester" in seen and "Buckingham/L" not in seen
    assert all(badge.arms == "" and badge.name is None for badge in picture(7, size=(390, 420)).badges.values())


def test_without_a_day_a_map_has_letters_and_says_the_name_of_the_day_under_the_pointer() -> None:
    position = roses.scene("1483", Leicester="Gloucester")
    words = map_figure(position, "kingdom").data[INDEX["blocks"]].text
    assert any("Richard III (Gloucester), heir 5, York" in text for text in words)
    assert "roses-arms" not in map_svg(position, "kingdom").inside
    assert '<symbol id="roses-arms-henry-vi"' in map_svg(position, "kingdom", day="1485-08-22").inside
