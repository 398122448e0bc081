"""The lesson of 1483 to 1485 in two parts: its quiz, and what engine and data answer."""

from __future__ import annotations

import re

import pytest

import roses
from roses.lab import charge_chances, happened, marches, ports
from roses.lessons.quiz.questions import questions
from tests.lessons.stored import sources

TIMELINE = roses.timeline("1483-richard-iii")
PARTS = ("05a_rising_of_1483", "05b_bosworth_1485")


@pytest.mark.parametrize(("name", "asked"), [(PARTS[0], "Seven"), (PARTS[1], "Eight")])
def test_the_notebook_says_how_many_questions_its_quiz_has_and_does_not_print_them_twice(name: str, asked: str) -> None:
    quiz = next(text for text in sources(name, "markdown") if re.match(r"## \d\. Quiz", text))
    counted = len(questions(name[:3]).questions)
    assert f"{asked} questions" in quiz and {"Seven": 7, "Eight": 8}[asked] == counted
    assert not re.search(r"^\d\. ", quiz, re.M)


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
