"""The map at every step of 1469 to 1471: nothing covers anything, no text is on another, fleets keep off the land."""

from __future__ import annotations

from itertools import combinations

import pytest

import roses
from roses.figures.drawing.geometry import overlap
from roses.figures.map.geography import ashore, by_sea
from roses.figures.map.movement import Arrows
from roses.figures.map.scene import Scene, scene
from roses.widgets.stepper.model import StepperModel
from roses.widgets.stepper.screen import layout_for
from tests.figures.test_true_places import ASHORE, MAPS, PAGES, SEEN, covered, texts
from tests.proof import sampled

TIMELINE = roses.timeline("1470-kingmaker")
STEPS = range(len(TIMELINE))
each_map = pytest.mark.parametrize(("page", "frame"), sampled(MAPS, *SEEN))


def at(step: int, page: str, frame: str) -> Scene:
    model = StepperModel(TIMELINE)
    model.index, model.frame = step, frame
    size = layout_for(PAGES[page], frame, "map").map
    return scene(model.view, model.adapter.frame(model, *size), **model.adapter.marks(model))


@pytest.mark.parametrize("step", sampled(STEPS, 12, 20, 24))
@each_map
def test_nothing_covers_anything(step: int, page: str, frame: str) -> None:
    made = at(step, page, frame)
    assert covered(made) == []
    twice = [(one, two) for (one, box), (two, other) in combinations(texts(made), 2) if overlap(box, other)]
    assert twice == []


@pytest.mark.parametrize("step", [step for step in STEPS if any(by_sea(way) for _side, way in TIMELINE[step].paths)])
def test_a_fleet_keeps_off_the_land_on_the_map_of_the_kingdom(step: int) -> None:
    made = at(step, "notebook", "kingdom")
    for _side, way in TIMELINE[step].paths:
        assert ashore(made.frame, Arrows(made.layout).line(way), way) <= ASHORE
