"""The teacher's guide: its rubric is whole, its links lead somewhere, what it says of commands and lessons is so."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import roses
from roses.cli import main
from roses.history.battles import works
from roses.lessons.decisions import decisions
from roses.lessons.handouts import overview
from roses.lessons.handouts.sheets import known_sets
from roses.lessons.words import glossary

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"
CELLS = json.loads((NOTEBOOKS / "teachers_guide.ipynb").read_text(encoding="utf-8"))["cells"]
PROSE = ["".join(cell["source"]) for cell in CELLS if cell["cell_type"] == "markdown"]
TOLD = "\n".join(PROSE)


def rows(heading: str) -> list[list[str]]:
    """The rows of the table below a heading, without its head."""
    text = next(text for text in PROSE if text.startswith(heading)).split("<details")[0]
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def test_the_rubric_has_four_criteria_with_five_levels_each_written_out() -> None:
    rubric = rows("## Marking")
    assert [len(row) for row in rubric] == [6] * 4
    assert len({cell for row in rubric for cell in row[1:]}) == 20
    assert "source is taken away" in rubric[3][5]


def test_there_are_five_lessons_of_fifty_minutes() -> None:
    five = rows("## Five times 50 minutes")
    assert [row[0] for row in five] == list("12345")
    assert all(sum(map(int, re.findall(r"\d+", row[2]))) == 50 for row in five)
    minutes = [re.findall(r"\d+", row[0]) for row in rows("## A parliament in class")]
    assert [end for _start, end in minutes[:-1]] == [start for start, _end in minutes[1:]] and minutes[-1][1] == "50"


def test_the_table_of_lessons_agrees_with_what_is_handed_out() -> None:
    ages = {row[0]: row[3] for row in rows("## The lessons")}
    for lesson, given in known_sets().items():
        assert ages[lesson[:2]] == given.age, lesson
    assert set(overview()["lesson"]) == set(known_sets())


def test_every_contents_link_leads_to_a_heading() -> None:
    headings = {line.lstrip("# ").replace(" ", "-") for line in TOLD.splitlines() if line[:2] == "##"}
    assert set(re.findall(r"\]\(#([^)]+)\)", TOLD)) <= headings


def test_its_sources_exist_and_are_listed() -> None:
    cited = {one for item in re.findall(r"\[([a-z0-9-]+(?:, [a-z0-9-]+)*)\](?!\()", TOLD) for one in item.split(", ")}
    listed = next("".join(cell["source"]) for cell in CELLS if "works(" in "".join(cell["source"]))
    assert len(cited) > 8 and cited <= set(works()) and cited <= set(re.findall(r"[a-z0-9-]+", listed))


def test_what_it_names_is_there(capsys: Any) -> None:
    assert len(glossary()) == 30 and "Thirty words" in TOLD
    titles = [decision.title for lesson in ("04a", "04b") for decision in decisions(lesson)]
    assert len(titles) == 9 and "nine cards" in TOLD and "Two doors into England" in titles
    rising = [moment.title for moment in roses.timeline("1459-yorks-rising").moments]
    assert "The paper crown" in rising[:20]
    try:
        main(["handout", "--help"])
    except SystemExit:
        assert "TEACHER" in capsys.readouterr().out
