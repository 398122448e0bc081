"""The invented game of three campaigns is what its tool plays, and says that it is invented."""

from __future__ import annotations

import re

import pytest

import roses
from roses.engine.replay import check
from roses.lab import smallest_changes
from roses.lab.political_turn import course_in, turns_in
from roses.widgets.stepper.model import StepperModel
from tests.proof import sampled
from tests.tools.full_game import SEED, play_game, renew

TIMELINE = roses.timeline("full-game-1460")
REPLAY = TIMELINE.replay
TITLES = [moment.title for moment in TIMELINE.moments]


def test_the_record_is_the_game_of_its_seed_by_rules_of_thumb() -> None:
    game = play_game(SEED)
    assert renew(REPLAY.record, game) == REPLAY.record
    assert check(REPLAY.record, roses.start)[-1].outcome == game.state.outcome


def test_it_says_that_it_is_no_history() -> None:
    assert "not history" in REPLAY.record.headers["note"] and "Nothing that follows happened" in TIMELINE[0].text
    assert {moment.confidence for moment in TIMELINE.moments} == {"an invented game"}
    assert REPLAY.record.sources == () and not any(moment.sources for moment in TIMELINE.moments)
    assert not any(re.search(r"14[67]\d|148\d", moment.date) for moment in TIMELINE.moments)


def test_three_political_turns_each_by_one_point_and_the_crown_passes_twice() -> None:
    held = [course_in(REPLAY, number)[1] for number in (1, 2, 3)]
    assert len(turns_in(REPLAY)) == 3
    assert [turn.points for turn in held] == [(10, 11), (10, 9), (7, 6)]
    assert [turn.usurped for turn in held] == [True, True, False]
    assert [t for t in TITLES if re.fullmatch(r"\w+ to \w+", t)] == ["Eleven to ten", "Ten to nine", "Seven to six"]


def test_the_steps_of_a_played_turn_go_where_the_record_sent_them() -> None:
    _eve, turn = course_in(REPLAY, 1)
    at = turns_in(REPLAY)[0]
    settled = next(i for i in range(at, len(REPLAY)) if REPLAY[i].campaign == 2)
    went = {stop.blocks[0]: stop.to for stop in turn.stops if stop.to and stop.to != "the pool"}
    for block, area in went.items():
        place = area if block != "Northumberland/L" else "Pool"
        assert block in roses.stands(REPLAY[settled], place), block
    reset = next(stop for stop in turn.stops if stop.rule == "8.5")
    assert "Northumberland" in reset.text  # one too many in Scotland


def test_what_the_last_step_says_of_the_smallest_change_is_what_the_engine_counts() -> None:
    result = smallest_changes(course_in(REPLAY, 3)[0])
    assert (result.size, len(result.sets)) == (1, 6)
    kinds = sorted(change.kind for (change,) in result.sets)
    assert kinds == ["dies", *["turns"] * 5]
    assert "six single changes" in TIMELINE[-1].text and "five lords to be turned" in TIMELINE[-1].text


@pytest.mark.parametrize("title", ["Eleven to ten", "Ten to nine"])
def test_the_board_of_a_count_shows_the_lords_before_they_go_home(title: str) -> None:
    model = StepperModel(TIMELINE)
    model.go(TITLES.index(title))
    table = model.adapter.tally(model)
    assert table is not None
    number = 1 if title.startswith("Eleven") else 2
    assert (table.total("Lancaster"), table.total("York")) == course_in(REPLAY, number)[1].points


@pytest.mark.parametrize("index", sampled(range(len(TITLES)), 20, 34, 58))
def test_every_step_can_be_drawn(index: int) -> None:
    model = StepperModel(TIMELINE)
    model.go(index)
    assert "<svg" in str(model.adapter.still(model, 780, 526))
