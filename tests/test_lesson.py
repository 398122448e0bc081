"""The lesson of two parts: minutes and steps of its plans, where its Steppers open, and what the engine answers."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import roses
from roses.lab import charge_chances, happened, marches, ports
from roses.widgets.export.notebook import printed_lesson_html
from roses.widgets.stepper.model import StepperModel

NOTEBOOKS = Path(__file__).resolve().parents[1] / "notebooks"
TIMELINE = roses.timeline("1483-richard-iii")
PARTS = ("05a_rising_of_1483", "05b_bosworth_1485")
each_part = pytest.mark.parametrize("name", PARTS)
_ROW = re.compile(r"^\| (\d+) \| ([^|]+) \|(?: (\d+) to (\d+) \|)?", re.M)
_ANSWER = re.compile(r"<details(?: class=\"teacher\")?>\n<summary>[^<]+</summary>\n\n.+?\n\n</details>", re.S)


def cells(name: str, kind: str) -> list[dict[str, object]]:
    found = json.loads((NOTEBOOKS / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]
    return [cell for cell in found if cell["cell_type"] == kind]


def sources(name: str, kind: str) -> list[str]:
    return ["".join(cell["source"]) for cell in cells(name, kind)]  # type: ignore[arg-type]


def plan(name: str) -> list[tuple[int, str, range]]:
    """Return the parts of a lesson: minutes, title, and the numbers of its steps from 1."""
    table = next(text for text in sources(name, "markdown") if text.startswith("## The plan"))
    rows = _ROW.findall(table)
    return [(int(time), title, range(int(first), int(last) + 1) if first else range(0))
            for time, title, first, last in rows]  # fmt: skip


def test_the_two_parts_tell_every_step_once_and_in_order() -> None:
    told = [step for name in PARTS for _minutes, _title, steps in plan(name) for step in steps]
    assert told == list(range(1, len(TIMELINE) + 1))


@each_part
def test_the_clock_leaves_more_than_half_of_a_part_for_talk(name: str) -> None:
    model = StepperModel(TIMELINE)
    for minutes, title, steps in plan(name):
        waited = 0
        for step in steps:
            model.go(step - 1)
            waited += model.wait
        assert waited < minutes * 60_000 / 2, title


@each_part
def test_a_part_tells_after_which_steps_class_mode_asks(name: str) -> None:
    steps = [step for _minutes, _title, steps in plan(name) for step in steps]
    asked = [str(step) for step in steps if TIMELINE[step - 1].question]
    told = f"stops after steps {', '.join(asked[:-1])} and {asked[-1]} and asks"
    assert any(told in text for text in sources(name, "markdown"))


@each_part
def test_steppers_open_where_their_part_begins_and_lie_below_its_heading(name: str) -> None:
    begins = [steps[0] for _minutes, _title, steps in plan(name) if steps]
    opened = [re.search(r"Stepper\(timeline(?:, start=\"([^\"]+)\")?\)", code) for code in sources(name, "code")]
    model, found = StepperModel(TIMELINE), []
    for stepper in filter(None, opened):
        model.go(stepper[1] or 0)
        found.append(model.index + 1)
    assert len(found) == 2 and found == begins[:2]


@each_part
def test_a_cell_that_only_shows_something_is_folded_and_a_table_opens_when_it_is_run(name: str) -> None:
    for cell in cells(name, "code"):
        last = "".join(cell["source"]).splitlines()[-1]  # type: ignore[arg-type]
        shows = last.startswith(("Stepper(", "key_svg(", "FieldView(", "Quiz("))
        folded = {"source_hidden": True} if shows or last.startswith("works(") else {}
        waits = {} if shows else {"outputs_hidden": True}
        assert cell["metadata"].get("jupyter", {}) == folded | waits, last  # type: ignore[attr-defined]
        tags = [tag for tag in cell["metadata"].get("tags", []) if not tag.startswith("steps-")]  # type: ignore[attr-defined]
        assert tags == (["hide-input"] if folded else []), last


@each_part
def test_every_question_for_the_class_has_its_answer_folded_away_after_it(name: str) -> None:
    asked = re.compile(r"\*\*(?:Predict|Explain|Check|Task|Try it|After step)|## \d\. Quiz")
    for text in sources(name, "markdown"):
        folded = _ANSWER.findall(text)
        assert text.count("<details") == text.count("</details>") == len(folded) <= 1
        if asked.search(text):
            assert text.endswith("</details>"), text[:80]


@each_part
def test_the_quiz_has_six_questions_with_six_answers(name: str) -> None:
    quiz = next(text for text in sources(name, "markdown") if re.match(r"## \d\. Quiz", text))
    asked, answered = quiz.split("<details")
    assert [re.findall(r"^(\d)\. ", part, re.M) for part in (asked, answered)] == [list("123456")] * 2


def test_the_answers_are_those_of_the_engine_and_of_the_data() -> None:
    sure = happened("1483", until="1483-09-30")["confidence"]
    assert ((sure == "high").sum(), len(sure)) == (8, 11)
    assert any("Eight of eleven." in text for text in sources(PARTS[0], "markdown"))
    there = marches(TIMELINE.state(6), "Buckingham/L").set_index("way")["there"]
    assert {way for way, who in there.items() if who == "1 of his own"} == {"Gloucester > Oxford", "Warwick > Oxford"}
    kent = marches(TIMELINE.state(6), "Rebel")
    assert not kent["to"].isin(["Oxford", "Hereford"]).any() and (kent["there"] != "nobody").all()
    cost = ports(TIMELINE.state(18), ["Richmond", "Oxford", "French Mercenary"]).set_index("coast")["points"]
    assert (cost["Pembroke"], cost["Glamorgan"]) == (3, 2)
    assert charge_chances().set_index("steps of the target")["killed"].astype(str).to_dict() == {
        1: "7/8", 2: "1/2", 3: "1/8",
    }  # fmt: skip


@each_part
def test_on_paper_a_part_has_its_own_steps_and_no_others(name: str) -> None:
    printed = re.findall(r"<b>(\d+) / 37</b>", printed_lesson_html(NOTEBOOKS / f"{name}.ipynb"))
    assert [int(number) for number in printed] == [step for _, _, steps in plan(name) for step in steps]
