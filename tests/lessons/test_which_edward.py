"""Lesson 03: its minutes add up, its answers are those of the data, and its homes are homes."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from roses.history.battles import works
from roses.history.people import SCENARIOS, holder, person
from roses.lessons.estates import estate_map, estates
from roses.richard.tables import BLOCKS
from roses.widgets import people

ROOT = Path(__file__).resolve().parents[2]
CELLS = json.loads((ROOT / "notebooks" / "03_which_edward.ipynb").read_text(encoding="utf-8"))["cells"]
WORDS = "\n".join("".join(cell["source"]) for cell in CELLS if cell["cell_type"] == "markdown")


def test_the_plan_has_fifty_minutes_and_each_part_repeats_its_own() -> None:
    plan = re.findall(r"^\| (\d+) \| (.+?) \|", WORDS, re.M)
    assert sum(int(minutes) for minutes, _part in plan) == 50
    for minutes, part in plan:
        assert f"## {part} ({minutes} minutes)" in WORDS, part


def test_every_source_cited_exists() -> None:
    cited = {key.strip() for keys in re.findall(r"\[([a-z][\w, -]*?)\](?!\()", WORDS) for key in keys.split(",")}
    assert len(cited) > 10 and cited <= set(works())


def test_no_code_is_longer_than_five_lines_and_widgets_are_folded() -> None:
    code = [cell for cell in CELLS if cell["cell_type"] == "code"]
    assert all(len("".join(cell["source"]).splitlines()) <= 5 for cell in code)
    widgets = re.compile(r"estate_map|people\(\"|People|_svg|Claims|Quiz")
    shown = [cell for cell in code if widgets.search("".join(cell["source"]))]
    assert all("hide-input" in cell["metadata"]["tags"] for cell in shown)


def test_the_teachers_figures_are_those_of_the_data() -> None:
    lords = people("", scenario=1460).shown
    ends = Counter(lord.death.how for lord in lords)
    assert (len(lords), ends["battle"], ends["executed"], ends["killed"], ends["murdered"]) == (34, 9, 9, 2, 1)
    assert "Twenty-one of thirty-four: nine in battle, nine executed, two killed" in WORDS
    fought = json.loads((ROOT / "data/history/battles.json").read_text(encoding="utf-8"))
    years = Counter(battle["date"][:4] for battle in fought)
    assert (len(years), years["1461"]) == (10, 5)


def test_the_six_edwards_are_who_the_answers_say() -> None:
    ages = {"edward4": ("1461-03-29", 18), "prince-edward": ("1471-05-04", 17), "warwick17": ("1485-08-22", 10)}
    for name, (date, age) in ages.items():
        born = person(name).born.date
        assert int(date[:4]) - int(born[:4]) - (date[5:] < born[5:]) == age, name


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_lord_stands_in_a_home_of_his_and_under_his_name(scenario: str) -> None:
    table = estates(scenario)
    for row in table.itertuples():
        blocks = [block for block in BLOCKS.values() if block.name == row.block and block.side == row.side]
        assert any(row.area in block.shields for block in blocks), row
        assert holder(row.block, scenario).name == row.person
    assert all(area in estate_map(scenario).description for area in set(table["area"]))
