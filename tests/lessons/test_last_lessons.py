"""Lessons 11 and 12: minutes, folded answers and cells, sources that exist and are listed, what they say of steps."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import roses
from roses.history.battles import works
from roses.lessons.sources import lost_without, rests_on

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"
LESSONS = ("11_who_saw_bosworth", "12_game_as_a_source")
TIMELINE = roses.timeline("1483-richard-iii")
CITED = re.compile(r"\[([a-z0-9-]+(?:, [a-z0-9-]+)*)(?:, in [^\]]*)?\](?!\()")
each = pytest.mark.parametrize("name", LESSONS)


def cells(name: str, kind: str) -> list[dict[str, Any]]:
    data = json.loads((NOTEBOOKS / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]
    return [cell for cell in data if cell["cell_type"] == kind]


def prose(name: str) -> list[str]:
    return ["".join(cell["source"]) for cell in cells(name, "markdown")]


@each
def test_minutes_add_up_to_fifty_and_headings_repeat_them(name: str) -> None:
    plan = next(text for text in prose(name) if text.startswith("## The plan"))
    rows = re.findall(r"^\| (\d+) \| ([^|]+) \|", plan, re.M)
    assert sum(int(minutes) for minutes, _title in rows) == 50
    headings = "\n".join(prose(name))
    for minutes, title in rows:
        if f"## {title} (" in headings:
            assert f"## {title} ({minutes} minutes" in headings
        else:
            assert f"## {title}" in headings, title


@each
def test_every_id_that_is_cited_exists_and_stands_in_the_table_of_works(name: str) -> None:
    cited = {one for text in prose(name) for item in CITED.findall(text) for one in item.split(", ")}
    table = "".join("".join(cell["source"]) for cell in cells(name, "code") if "works(" in "".join(cell["source"]))
    assert len(cited) > 8 and cited <= set(works())
    assert cited - set(re.findall(r"[a-z0-9-]+", table)) == set()


@each
def test_a_question_has_its_answer_folded_away_and_a_cell_that_shows_a_widget_is_folded(name: str) -> None:
    for text in prose(name):
        assert text.count("<details") == text.count("</details>") <= 1
        if re.search(r"\*\*(Check|Explain|Task)\b", text):
            assert text.endswith("</details>") or "Explain.** Each" in text, text[:60]
    for cell in cells(name, "code"):
        last = "".join(cell["source"]).splitlines()[-1]
        shows = last.startswith(("Witnesses(", "Weighing(", "RestsOn(", "Stepper(", "Quiz(", "works("))
        assert ("hide-input" in cell["metadata"].get("tags", ())) == shows, last


def test_no_cell_of_lesson_11_is_longer_than_five_lines() -> None:
    assert max(len("".join(cell["source"]).splitlines()) for cell in cells(LESSONS[0], "code")) <= 5


def test_what_lesson_11_says_of_its_ten_steps_is_so() -> None:
    text = "\n".join(prose(LESSONS[0]))
    ten = rests_on(TIMELINE, 25, 34)
    assert [rest.step for rest in ten if rest.cards == ("vergil",)] == [27, 29, 31, 32]
    assert "Vergil: four of the ten (27, 29, 31, 32)" in text
    assert [rest.step for rest in ten if rest.cards == ("crowland",)] == [33] and "Crowland alone carries 33" in text
    assert [rest.cards for rest in ten if rest.step == 26] == [("molinet", "shot")]
    alone = lost_without(TIMELINE, "vergil")["step"].tolist()
    assert len(alone) == 8 and len(TIMELINE) == 37 and "Eight of 37" in text
    assert sum(step < 20 for step in alone) == 2
    assert TIMELINE[30].text in text.replace("*", "")
