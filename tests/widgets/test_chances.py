"""The chance of a side below a Stepper: on demand, up to the step that is shown, and for an umpire's eyes."""

from __future__ import annotations

import pytest

import roses
from roses.lab.winning.model import win_probability
from roses.widgets.stepper.chances import strip_html
from roses.widgets.stepper.model import StepperModel
from roses.widgets.stepper.widget import Stepper


def test_a_stepper_draws_a_chance_only_if_it_is_asked_to() -> None:
    timeline = roses.timeline("1483-richard-iii")
    plain, asked = Stepper(timeline), Stepper(timeline, chances="York")
    assert len(plain.children) == 1 and len(asked.children) == 2
    before = asked.children[1].value
    asked.model.go(len(asked.model) - 1)
    asked.show()
    assert "York wins from here 0 times in 100" in asked.children[1].value != before


def test_the_strip_tells_nothing_of_steps_to_come() -> None:
    model = StepperModel(roses.timeline("1483-richard-iii"))
    model.go(3)
    told = strip_html(model, "Lancaster")
    chances = [win_probability(model.timeline.state(step), "Lancaster") for step in range(4)]
    assert f"step by step: {', '.join(f'{chance * 100:.0f} %' for chance in chances)}<" in told


def test_a_side_that_looks_on_does_not_see_what_rests_on_hidden_blocks() -> None:
    model = StepperModel(roses.timeline("1483-richard-iii"))
    open_ = strip_html(model, "York")
    model.viewer = "York"
    assert "<svg" in open_ and "%" not in strip_html(model, "York") and "<svg" not in strip_html(model, "York")


def test_other_games_and_sides_are_refused() -> None:
    with pytest.raises(ValueError, match="of the block war game, not of"):
        Stepper(roses.timeline("1413-lancaster"), chances="York")
    with pytest.raises(ValueError, match="there is no side 'Tudor'"):
        Stepper(roses.timeline("1483-richard-iii"), chances="Tudor")
