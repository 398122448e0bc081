"""The chance of a side below a Stepper: on demand, up to the step that is shown, and for an umpire's eyes."""

from __future__ import annotations

import base64
import gzip
from typing import Any

import pytest
from msgspec import structs

import roses
from roses.engine.replay import Replay, Timeline
from roses.figures.odds.games import percent
from roses.lab.winning import model as winning
from roses.lab.winning.model import win_probability
from roses.widgets.export.page import Players
from roses.widgets.export.states import states_of
from roses.widgets.stepper import saved
from roses.widgets.stepper.model import Chances, StepperModel
from roses.widgets.stepper.panel import strip_html
from roses.widgets.stepper.widget import Stepper

SAID = "By a model that learned from games of bots, {side} wins from here {percent} times in 100."


def few() -> Timeline:
    """Three steps of a lesson: its first, one of the middle, its last."""
    record = roses.replay("1483-richard-iii").record
    return Timeline(Replay(structs.replace(record, moments=record.moments[:: len(record.moments) // 2]), roses.start))


def test_a_stepper_draws_a_chance_only_if_it_is_asked_to() -> None:
    timeline = roses.timeline("1483-richard-iii")
    plain, asked = Stepper(timeline), Stepper(timeline, chances="York")
    assert plain.screen.chances == "" and "<svg" in asked.screen.chances
    before = asked.screen.chances
    asked.model.go(len(asked.model) - 1)
    asked.show()
    assert "York wins from here 0 times in 100" in asked.screen.chances != before


def test_the_strip_tells_nothing_of_steps_to_come() -> None:
    timeline = roses.timeline("1483-richard-iii")
    result = strip_html(Chances(timeline, "Lancaster"), 3, "all")
    chances = [win_probability(timeline.state(step), "Lancaster") for step in range(4)]
    assert f"step by step: {', '.join(f'{percent(chance)} %' for chance in chances)}<" in result


def test_the_chance_of_each_step_is_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    def counted(state: Any, side: str) -> float:
        asked.append(state)
        return win_probability(state, side)

    monkeypatch.setattr(winning, "win_probability", counted)
    stepper = Stepper(roses.timeline("1483-richard-iii"), chances="York")
    for step in (5, 2, 9, 9, 4):
        stepper.model.go(step)
        stepper.show()
        stepper.ahead()
    assert len(asked) == 11  # of the steps 0 to 9, and of the one that was ahead of them


def test_a_side_that_looks_on_does_not_see_what_rests_on_hidden_blocks() -> None:
    chances = Chances(roses.timeline("1483-richard-iii"), "York")
    seen = strip_html(chances, 3, "York")
    assert "<svg" in strip_html(chances, 3, "all") and "%" not in seen and "<svg" not in seen


def test_other_games_and_sides_are_refused() -> None:
    with pytest.raises(ValueError, match="this needs a state of richard-iii, not one of lancaster"):
        Stepper(roses.timeline("1413-lancaster"), chances="York")
    with pytest.raises(ValueError, match="there is no side 'Tudor'"):
        Stepper(roses.timeline("1483-richard-iii"), chances="Tudor")


def test_an_exported_page_shows_the_chance_of_each_step_as_the_stepper_does() -> None:
    timeline = few()
    states = states_of(timeline, "York")
    for step in range(len(timeline)):
        number = states.ways[0][2][step][0][2]
        chance = win_probability(timeline.state(step))
        assert SAID.format(side="York", percent=percent(chance)) in states.shown["chances"][number]
    for viewer in (0, 1):
        seen = {states.shown["chances"][number] for step in states.ways[0][viewer] for _stage, _part, number in step}
        assert len(seen) == 1 and "%" not in seen.pop()


def test_a_saved_notebook_names_the_side_and_its_page_draws_the_chance() -> None:
    entry = saved.entry(StepperModel(few(), chances="Lancaster"))
    assert entry["chances"] == "Lancaster" and "chances" not in saved.entry(StepperModel(few()))
    page = Players().html(saved.timeline_of(entry), chances=entry["chances"], **entry["start"])
    data = page.split('<script type="application/octet-stream"', 1)[1].split(">", 1)[1].split("<", 1)[0]
    assert "Chance of Lancaster" in gzip.decompress(base64.b64decode(data)).decode()
