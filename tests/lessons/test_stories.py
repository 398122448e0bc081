"""The lessons that tell a replay: all its steps once, in time, below the right heading, on paper too."""

from __future__ import annotations

import re
from functools import cache

import pytest

import roses
from roses.engine.replay import Timeline
from roses.widgets.export.notebook import printed_lesson_html
from roses.widgets.stepper.model import StepperModel
from tests.lessons.stored import NOTEBOOKS, cells, plan, sources, steps

STORIES = {
    "1459-yorks-rising": ("04a_yorks_rising", "04b_towton"),
    "1483-richard-iii": ("05a_rising_of_1483", "05b_bosworth_1485"),
}
PARTS = [(replay, name) for replay, names in STORIES.items() for name in names]
each_part = pytest.mark.parametrize(("replay", "name"), PARTS)
_ANSWER = re.compile(r"<details(?: class=\"teacher\")?>\n<summary>[^<]+</summary>\n\n.+?\n\n</details>", re.S)
_ASKED = re.compile(r"\*\*(?:Predict|Explain|Check|Task|Try it|Decide|After step)|## \d\. Quiz$")


@cache
def timeline(replay: str) -> Timeline:
    return roses.timeline(replay)


@pytest.mark.parametrize("replay", STORIES)
def test_the_parts_tell_every_step_once_and_in_order(replay: str) -> None:
    results = [step for name in STORIES[replay] for step in steps(name)]
    assert results == list(range(1, len(timeline(replay)) + 1))


@each_part
def test_the_clock_leaves_more_than_half_of_a_part_for_talk(replay: str, name: str) -> None:
    model = StepperModel(timeline(replay))
    for minutes, title, text in plan(name):
        waited = 0
        for step in text:
            model.go(step - 1)
            waited += model.wait
        assert waited < minutes * 60_000 / 2, title


@each_part
def test_a_part_tells_after_which_steps_class_mode_asks(replay: str, name: str) -> None:
    asked = [str(step) for step in steps(name) if timeline(replay)[step - 1].question]
    result = f"stops after steps {', '.join(asked[:-1])} and {asked[-1]} and asks"
    assert any(result in text for text in sources(name, "markdown"))


@each_part
def test_steppers_open_within_their_part_and_print_from_where_they_open(replay: str, name: str) -> None:
    model, opened = StepperModel(timeline(replay)), []
    for cell in cells(name, "code"):
        stepper = re.search(rf"Stepper\(\"{replay}\"(?:, start=\"([^\"]+)\")?\)", "".join(cell["source"]))
        if stepper:
            model.go(stepper[1] or 0)
            opened.append(model.index + 1)
            spans = [tag.split("-")[1:] for tag in cell["metadata"]["tags"] if tag.startswith("steps-")]
            assert all(int(first) == opened[-1] for first, _last in spans)
    assert len(opened) == 2 and opened[0] == steps(name)[0] < opened[1] <= steps(name)[-1]


@each_part
def test_a_cell_that_only_shows_something_is_folded_and_a_table_opens_when_it_is_run(replay: str, name: str) -> None:
    shows = ("Stepper(", "key_svg(", "FieldView(", "Quiz(", "DecisionCard(", "campaign_map(")
    for cell in cells(name, "code"):
        last = "".join(cell["source"]).splitlines()[-1]
        jupyter = cell["metadata"].get("jupyter", {})
        assert ("source_hidden" in jupyter) == ("hide-input" in cell["metadata"].get("tags", [])), last
        if last.startswith((*shows, "works(")):
            assert "source_hidden" in jupyter, last
        assert ("outputs_hidden" in jupyter) != last.startswith(shows), last


@each_part
def test_what_the_class_is_asked_has_its_answer_folded_away_after_it(replay: str, name: str) -> None:
    for text in sources(name, "markdown"):
        folded = _ANSWER.findall(text)
        assert text.count("<details") == text.count("</details>") == len(folded) <= 1
        if _ASKED.search(text):
            assert text.endswith("</details>"), text[:80]


@each_part
def test_on_paper_a_part_has_its_own_steps_and_no_others(replay: str, name: str) -> None:
    printed = re.findall(rf"<b>(\d+) / {len(timeline(replay))}</b>", printed_lesson_html(NOTEBOOKS / f"{name}.ipynb"))
    assert [int(number) for number in printed] == steps(name)
