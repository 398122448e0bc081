"""Every lesson with a plan: its minutes, headings, steps, cells, folded answers and sources."""

from __future__ import annotations

import json
import re
from itertools import pairwise

import pytest

from tests.lessons.stored import NOTEBOOKS, cells, plan, sources, steps
from tests.test_history import SOURCES

PLANNED = sorted(path.stem for path in NOTEBOOKS.glob("*.ipynb") if "## The plan" in path.read_text(encoding="utf-8"))
each = pytest.mark.parametrize("name", PLANNED)
CITED = re.compile(r"\[([a-z0-9-]+(?:, [a-z0-9-]+)*)\](?!\()")


def test_the_lessons_of_fifty_minutes_have_plans() -> None:
    assert {name[:2] for name in PLANNED} >= {"02", "03", "04", "05", "06", "07", "09", "10", "11", "12"}


@each
def test_the_minutes_of_a_plan_add_up_to_fifty_and_headings_repeat_minutes_and_steps(name: str) -> None:
    assert sum(minutes for minutes, _title, _told in plan(name)) == 50
    prose = "\n".join(sources(name, "markdown"))
    numbered = [row for row in plan(name) if row[1][0].isdigit()]
    assert len(numbered) >= 3
    for minutes, title, text in numbered:
        span = f", steps {text[0]} to {text[-1]}" if text else ""
        assert f"## {title} ({minutes} minutes{span}" in prose


@each
def test_pupils_get_neither_the_plan_nor_on_a_telephone_a_word_on_arrow_keys(name: str) -> None:
    results = [cell for cell in cells(name, "markdown") if "teacher" not in cell["metadata"].get("tags", ())]
    prose = "\n".join("".join(cell["source"]) for cell in results)
    prose = re.sub(r'<details class="teacher">.*?</details>|<span class="keys">.*?</span>', "", prose, flags=re.S)
    assert "## The plan" not in prose and "arrow**" not in prose


@each
def test_the_steps_of_a_plan_are_those_which_its_steppers_print_in_order(name: str) -> None:
    result = steps(name)
    assert all(later == one + 1 for one, later in pairwise(result))
    tags = [tag for cell in cells(name, "code") for tag in cell["metadata"].get("tags", [])]
    spans = [tag.split("-")[1:] for tag in tags if tag.startswith("steps-")]
    printed = [step for first, last in spans for step in range(int(first), int(last) + 1)]
    assert not result or (set(printed) <= set(result) and printed == sorted(printed))


@each
def test_no_cell_of_code_has_more_than_five_lines_beside_imports_and_what_only_shows_is_folded(name: str) -> None:
    for cell in cells(name, "code"):
        lines = [line for line in "".join(cell["source"]).splitlines() if line.strip()]
        assert len([line for line in lines if not line.startswith(("import ", "from ", "#"))]) <= 5, lines
        if lines[-1].startswith(("Stepper(", "Quiz(", "DecisionCard(", "Parliament(", "FieldView(")):
            assert cell["metadata"]["jupyter"] == {"source_hidden": True}, lines
            assert "hide-input" in cell["metadata"]["tags"], lines


@each
def test_an_answer_is_folded_at_the_end_of_its_question_or_comes_from_the_next_cell(name: str) -> None:
    data = json.loads((NOTEBOOKS / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]
    for cell, following in pairwise(data):
        text = "".join(cell["source"])
        assert text.count("<details") == text.count("</details>") <= 1
        if re.search(r"\*\*(?:Explain|Check|Task)", text) and not text.endswith("</details>"):
            assert following["cell_type"] == "code" or text.startswith("**Explain.** Go back to your first"), text[:80]


@each
def test_every_source_that_a_lesson_cites_is_known_and_the_lesson_lists_its_works(name: str) -> None:
    cited = {one for names in CITED.findall(" ".join(sources(name, "markdown"))) for one in names.split(", ")}
    assert len(cited) >= 3 and cited <= {source["id"] for source in SOURCES}
    assert re.search(r"\bworks\(", "\n".join(sources(name, "code")))
