"""The lesson on the crown: minutes, quiz, and each count and change that it tells of, as the engine has them."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest

import roses
from roses.lab import smallest_changes
from roses.lab.crown import trials_of
from roses.lab.political_turn import course
from roses.lessons.quiz.questions import questions
from roses.widgets import PoliticalTurn
from tests.lessons.faults import faults

ROOT = Path(__file__).resolve().parents[2]
CELLS = json.loads((ROOT / "notebooks" / "09_who_makes_a_king.ipynb").read_text(encoding="utf-8"))["cells"]
PROSE = "\n".join("".join(cell["source"]) for cell in CELLS if cell["cell_type"] == "markdown")
SOURCES = {source["id"] for source in json.loads((ROOT / "data/history/sources.json").read_text(encoding="utf-8"))}


@cache
def station(record: str, at: str) -> PoliticalTurn:
    return PoliticalTurn(record, at=at) if at else PoliticalTurn(record)


def test_the_plan_fills_fifty_minutes_and_each_heading_repeats_its_part() -> None:
    rows = re.findall(r"^\| (\d+) \| ([^|]+) \| [^|]+ \|$", PROSE, re.M)
    assert sum(int(minutes) for minutes, _title in rows) == 50
    for minutes, title in rows:
        assert f"## {title} ({minutes} minutes)" in PROSE


def test_lesson_cells_stay_under_six_lines_and_there_are_25_to_45() -> None:
    assert 25 <= len(CELLS) <= 45
    assert max(len("".join(c["source"]).splitlines()) for c in CELLS if c["cell_type"] == "code") <= 5


def test_every_key_in_brackets_is_a_source() -> None:
    named = [key for group in re.findall(r"\[([a-z0-9][a-z0-9, -]+)\](?!\()", PROSE) for key in group.split(", ")]
    assert len(named) > 30 and set(named) <= SOURCES


def test_the_quiz_has_no_faults() -> None:
    assert faults(questions("09")) == []
    assert len(questions("09").questions) == 7 and "Seven questions" in PROSE


@pytest.mark.parametrize(
    ("record", "at", "points", "told"),
    [
        ("1459-yorks-rising", "1460", (11, 6), "Eleven to six: the lead has fallen from ten to five."),
        ("1459-yorks-rising", "", (5, 8), "Five to eight."),
        ("1470-kingmaker", "Readeption", (8, 6), "Eight to six."),
        ("1483-richard-iii", "Bosworth", (2, 8), "Before: York 8, Lancaster 2."),
    ],
)
def test_a_station_counts_as_the_lesson_says(record: str, at: str, points: tuple[int, int], told: str) -> None:
    assert station(record, at).course.points == points and told in PROSE


def test_the_set_up_counts_ten_to_nothing_and_the_end_of_1485_three_to_five() -> None:
    held = course(roses.start("richard-iii", "1460"))
    york = sum(len(s.blocks) for s in held.stops if s.rule == "8.2" and s.side == "York" and "Minors" not in s.who)
    assert held.points == (10, 0) and york == 14 and "fourteen lords besides its minors" in PROSE
    end = roses.replay("1483-richard-iii")[-1]
    assert course(end).points == (3, 5)
    stood = [stop.text for stop in course(end).stops if stop.counts and stop.side == "York"]
    assert sum("Derby" not in text for text in stood) == 4 and "four of York's five stood in other counties" in PROSE


def test_1460_takes_three_who_turn_and_the_best_pairs_come_to_eight_against_nine() -> None:
    state = station("1459-yorks-rising", "1460").state
    result = smallest_changes(state)
    assert (result.size, len(result.sets), result.exact) == (3, 1, True)
    assert {change.block for change in result.sets[0]} == {"Exeter/L", "Northumberland/L", "Buckingham/L"}
    pairs = [count for count in trials_of(state)[1].values() if not count.why_not]
    best = max(count.york - count.lancaster for count in pairs)
    assert [(c.york, c.lancaster) for c in pairs if c.york - c.lancaster == best] == [(8, 9)] * 3


def test_1461_hangs_on_rivers_alone() -> None:
    result = smallest_changes(station("1459-yorks-rising", "").state)
    assert [str(change) for made in result.sets for change in made] == ["Rivers turns from York to Lancaster"]


def test_1470_has_five_ways_one_of_them_clarence() -> None:
    result = smallest_changes(station("1470-kingmaker", "Readeption").state)
    assert {change.block for (change,) in result.sets} == {
        "Shrewsbury/L",
        "Warwick/L",
        "Clarence/L",
        "York (church)/L",
        "",
    }


def test_1485_takes_one_death_or_four_lords() -> None:
    state = station("1483-richard-iii", "Bosworth").state
    assert [str(change) for made in smallest_changes(state).sets for change in made] == ["Gloucester is killed"]
    bloodless = smallest_changes(state, deaths=False)
    assert (bloodless.size, bloodless.exact) == (4, True)
    assert {change.block for change in bloodless.sets[0]} == {
        "Northumberland/Y",
        "Stanley/Y",
        "Westmoreland/Y",
        "Pembroke",
    }


def test_the_way_home_after_towton_is_as_told() -> None:
    went = {stop.blocks[0]: stop.to for stop in station("1459-yorks-rising", "").course.stops if stop.to}
    assert [went[b] for b in ("Henry VI", "Somerset", "Exeter/L", "March")] == [
        "Scotland",
        "Scotland",
        "France",
        "Middlesex",
    ]
