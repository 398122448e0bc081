"""The five cases of treachery: sourced, and every chance that the lesson names is what the engine finds."""

from __future__ import annotations

import json
import re
from fractions import Fraction

from roses.engine.data import read
from roses.figures.sides import MOMENTS, changes
from roses.lessons.treachery import Roll, as_in_history, by_the_die, cases, how_many_turn, loyalties, worth
from tests.tools.run_notebooks import NOTEBOOKS

CITED = re.compile(r"\[([a-z0-9-]+(?:, [a-z0-9-]+)*)\](?!\()")


def prose(lesson: str) -> str:
    cells = json.loads((NOTEBOOKS / f"{lesson}.ipynb").read_text(encoding="utf-8"))["cells"]
    return " ".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")


PROSE = prose("10_treachery")


def test_every_case_names_sources_that_exist_and_says_how_sure_it_is() -> None:
    known = {source["id"] for source in read("history/sources.json", list[dict[str, str]])}
    assert [case.id for case in cases() if not case.sources or set(case.sources) - known] == []
    assert all(case.confidence and case.story and case.claims and case.leaves for case in cases())
    assert [case.id for case in cases() if len(case.story.split()) > 60] == []


def test_the_chance_of_a_roll_is_one_half_to_the_power_of_the_loyalty() -> None:
    results = {roll.on: roll.chance() for case in cases() for roll in case.rolls}
    assert results == {
        "Calais Mercenary": None, "Rivers/L": Fraction(1, 2), "Warwick/Y": Fraction(1, 8),
        "Clarence/L": Fraction(1, 2), "Stanley/Y": Fraction(1, 2), "Northumberland/Y": Fraction(1, 2),
    }  # fmt: skip


def test_a_kinsman_is_easier_for_warwick_than_for_the_king() -> None:
    def roll(by: str) -> Roll:
        armies = ("Warwick/L", "Henry VI"), ("Salisbury/Y",)
        return Roll(by, "Salisbury/Y", "Oxford", *armies, "Leicester", "Henry VI", "York", turned=False)

    assert (roll("Warwick/L").chance(), roll("Henry VI").chance()) == (Fraction(1, 2), Fraction(1, 4))


def test_a_roll_that_the_rules_refuse_has_no_chance_and_a_reason() -> None:
    first = by_the_die().iloc[0]
    assert first["chance"] == "no roll" and "no loyalty rating" in first["the rules say"]
    assert first["in history"] == "he turned"


def test_the_numbers_that_the_lesson_tells_are_those_of_the_engine() -> None:
    assert f"The product is {as_in_history()}" in PROSE
    shares = how_many_turn().set_index("turn")["per cent"]
    assert f"in {shares[2]:.0f} per cent" in PROSE and shares.idxmax() == 2
    assert shares[4] + shares[5] < 10
    before, after = worth()["York holds the field, per cent"]
    assert f"from {before} to {after} per cent" in PROSE


def test_the_lords_whose_loyalty_depends_on_their_colour_are_those_of_the_lesson() -> None:
    both = loyalties()
    differ = {row["lord"] for _i, row in both.iterrows() if row["for York"] != row["for Lancaster"]}
    assert differ == {
        "Canterbury (church)", "Exeter", "Northumberland", "Rivers", "Shrewsbury", "York (church)"
    }  # fmt: skip
    named = re.search(r"differ by colour: ([^.]*)\.", PROSE)
    assert named and all(lord.split(" ")[0] in named[1] for lord in differ)


def test_most_change_houses_after_a_victory_as_the_lesson_says() -> None:
    houses = {"York", "Lancaster"}
    gone = {date: sum(len(who) for lanes, who in changes(date).items() if {*lanes} == houses) for date in MOMENTS[1:]}
    assert sorted(gone, key=gone.__getitem__)[-3:] == ["1464-06-01", "1471-06-15", "1485-08-23"]
    assert [gone[date] for date in ("1464-06-01", "1471-06-15", "1485-08-23")] == [5, 7, 11]
    assert "eleven from York to Tudor" in PROSE and "seven from Lancaster to York" in PROSE
