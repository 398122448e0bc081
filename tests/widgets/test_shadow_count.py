"""Shadow counts in the Stepper: offered where a step asks for one, to those who see all, and never as a real count."""

from __future__ import annotations

import re

import pytest

import roses
from roses.engine.replay import Timeline
from roses.richard.lords_count import tally
from roses.widgets.stepper.model import StepperModel
from roses.widgets.stepper.saved import picture

COUNTED = re.compile(r"Lancaster has (\d+) and York (\d+)\.")


@pytest.fixture(scope="module")
def timeline() -> Timeline:
    return roses.timeline("1470-kingmaker")


def at(timeline: Timeline, title: str) -> StepperModel:
    model = StepperModel(timeline)
    model.go(title)
    return model


def test_each_turn_but_the_last_ends_with_a_shadow_count_and_the_last_with_the_count(timeline: Timeline) -> None:
    model, item = StepperModel(timeline), []
    for index in range(len(model)):
        model.go(index)
        if model.stage in ("shadow", "count"):
            totals = tally(timeline.state(index))
            item.append((model.stage, totals.total("Lancaster"), totals.total("York")))
    shadows = [(4, 10), (5, 10), (8, 6), (9, 11), (9, 11), (4, 14)]
    assert item == [*(("shadow", *counts) for counts in shadows), ("count", 3, 14), ("count", 3, 14)]


def test_what_a_step_says_of_its_shadow_count_is_the_count(timeline: Timeline) -> None:
    for index, moment in enumerate(timeline.moments):
        match = COUNTED.search(moment.departs)
        assert bool(match) == moment.shadow, moment.title
        if match:
            totals = tally(timeline.state(index))
            assert (int(match[1]), int(match[2])) == (totals.total("Lancaster"), totals.total("York"))


def test_a_shadow_count_says_what_it_is_and_who_would_be_king(timeline: Timeline) -> None:
    readeption, ravenspur = (picture(at(timeline, title)) for title in ("Who is King?", "The Duke of York"))
    for svg in (readeption, ravenspur):
        assert "Shadow tally" in svg and "No count is made here" in svg and "Shadow count after turn" in svg
    assert "Counted now, Lancaster would take the crown." in readeption.description
    assert "Counted now, York would keep the crown." in ravenspur.description


def test_a_real_count_is_no_shadow(timeline: Timeline) -> None:
    text = picture(at(timeline, "The last night of Henry VI"))
    assert "Shadow" not in text and "Counted now" not in text


def test_one_side_is_shown_no_count(timeline: Timeline) -> None:
    model = at(timeline, "Who is King?")
    assert model.adapter.boards(model) == ("shadow",)
    for model.viewer in ("York", "Lancaster"):
        assert model.adapter.boards(model) == ()
