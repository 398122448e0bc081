"""A changed rule: what a hundred fights can show of it, and what the exact odds say."""

from __future__ import annotations

import json
import re
from functools import partial
from pathlib import Path

import pytest

import roses
from roses.lab import orders
from roses.lessons.designer import rule_odds, rule_trials

ASK = "Richmond tries treachery on Stanley/Y"
FIELD = partial(
    roses.battle, "Leicester", {"Warwick": "Richmond, Oxford, French Mercenary"}, "Gloucester, Norfolk, Stanley/Y:1",
    scenario="1483",
)  # fmt: skip
PLANS = {
    "he asks in round 1": orders(f"round 1: {ASK}", "Stanley/Y passes"),
    "he never asks": orders("Stanley/Y passes"),
}
CHANGE = "defector_strength=full"


def test_a_rule_of_turned_blocks_changes_nothing_where_nobody_is_asked() -> None:
    points = rule_odds(FIELD, CHANGE, PLANS).set_index("plan")["points"]
    assert points["he never asks"] == 0 and points["he asks in round 1"] > 5


def test_the_count_of_fights_fits_the_exact_chance() -> None:
    exact = rule_odds(FIELD, CHANGE, PLANS)["as printed"]
    counted = rule_trials(FIELD, CHANGE, PLANS, n=200)
    for chance, won, text in zip(exact, counted["as printed"], counted["range"], strict=True):
        low, high = map(int, re.findall(r"\d+", text))
        assert low - 1 <= chance <= high + 1 and low <= int(won.split()[0]) / 2 <= high


def test_the_same_seed_gives_the_same_counts_and_more_fights_a_smaller_range() -> None:
    few, again, many = (rule_trials(FIELD, CHANGE, PLANS, n=n) for n in (50, 50, 200))
    assert few.equals(again)
    assert width(many["range"][0]) < width(few["range"][0])


def width(told: str) -> int:
    low, high = map(int, re.findall(r"\d+", told))
    return high - low


def test_a_change_that_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no field 'magic'"):
        rule_odds(FIELD, "magic=True", PLANS)


NOTEBOOK = Path(__file__).resolve().parents[2] / "notebooks" / "12_game_as_a_source.ipynb"


def test_the_figures_of_the_lesson_are_those_of_the_tables() -> None:
    """Every per cent figure that the teacher's answers name stands in a table that the notebook keeps."""
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    kept = json.dumps([cell["outputs"] for cell in cells if cell["cell_type"] == "code"])
    prose = " ".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    named = set(re.findall(r"\b\d\d\.\d\b", prose))
    assert len(named) >= 4 and [figure for figure in named if figure not in kept] == []
