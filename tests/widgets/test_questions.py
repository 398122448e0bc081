"""Questions for a class in the Stepper without a browser: what the page is sent, and what is kept for it."""

from __future__ import annotations

import re

import msgspec
import pytest

import roses
from roses.engine.record import prefix
from roses.engine.replay import Replay, Timeline
from roses.widgets.export.states import states_of
from roses.widgets.stepper.model import StepperModel
from roses.widgets.stepper.questions import lines_html, questions
from roses.widgets.stepper.widget import Stepper

TIMELINE = roses.timeline("1483-richard-iii")
ASKED = questions(TIMELINE)


def test_each_question_is_told_at_a_later_step_and_has_its_lines_at_both() -> None:
    model = StepperModel(TIMELINE)
    lines = []
    for index in range(len(model)):
        model.go(index)
        lines.append(lines_html(model))
    for asked in ASKED:
        assert asked["index"] < asked["told"] < len(TIMELINE)
        assert f'data-ask="{asked["index"]}"' in lines[asked["index"]]
        assert f'data-told="{asked["index"]}"' in lines[asked["told"]]
    assert len(re.findall("data-(?:ask|told)", "".join(lines))) == 2 * len(ASKED)
    assert [i for i, line in enumerate(lines) if "data-compare" in line] == [len(TIMELINE) - 1]


def test_a_timeline_without_questions_has_no_line_of_them() -> None:
    model = StepperModel(roses.timeline("1413-lancaster"))
    model.go(len(model) - 1)
    assert questions(model.timeline) == [] and lines_html(model) == ""


def test_a_question_whose_answer_is_beyond_the_last_step_is_not_asked() -> None:
    record = TIMELINE.replay.record
    last = ASKED[0]["told"]
    for length, asked in ((last, []), (last + 1, ASKED[:1])):
        short = msgspec.structs.replace(record, moments=record.moments[:length])
        assert questions(Timeline(Replay(short, roses.start))) == asked


def test_hands_and_what_was_revealed_are_kept_for_a_page_that_is_loaded_anew() -> None:
    stepper = Stepper(TIMELINE)
    stepper.screen.set_state({"hands": {"6": [3, 0, 9]}, "revealed": [6]})
    stepper.screen.index = 7
    state = stepper.screen.get_state()
    assert (state["hands"], state["revealed"], state["questions"]) == ({"6": [3, 0, 9]}, [6], ASKED)
    stepper.close()


@pytest.mark.parametrize("viewer", ["York", "Lancaster"])
def test_the_questions_are_the_same_for_every_viewer(viewer: str) -> None:
    stepper = Stepper(TIMELINE)
    stepper.screen.index = 6
    lines = re.findall(r'<p class="roses-asks">.*?</p>', stepper.screen.panel)
    stepper.screen.viewer = viewer
    assert lines and lines == re.findall(r'<p class="roses-asks">.*?</p>', stepper.screen.panel)
    stepper.close()


def test_all_steppers_of_a_timeline_share_the_hands_and_others_do_not() -> None:
    first, second = Stepper(TIMELINE), Stepper(TIMELINE, start="Bosworth")
    other = Stepper(roses.timeline("1483-richard-iii"))
    first.screen.set_state({"hands": {"24": [20, 5]}, "revealed": [24]})
    assert (second.screen.hands, second.screen.revealed) == ({"24": [20, 5]}, [24])
    assert (other.screen.hands, other.screen.revealed) == ({}, [])
    first.close()
    second.screen.set_state({"hands": {}, "revealed": []})
    assert first.screen.hands == {"24": [20, 5]}
    late = Stepper(TIMELINE)
    assert late.screen.hands == {}
    for stepper in (second, other, late):
        stepper.close()


def test_hands_of_a_class_stay_out_of_a_file_that_is_handed_out() -> None:
    short = Timeline(Replay(prefix(TIMELINE.replay.record, 0), roses.start))
    stepper = Stepper(short)
    stepper.screen.set_state({"hands": {"6": [3, 0, 9]}, "revealed": [6]})
    fixed = states_of(short).fixed
    assert (fixed["hands"], fixed["revealed"]) == ({}, [])
    stepper.close()
