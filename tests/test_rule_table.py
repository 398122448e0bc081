"""The tables of rules, examples, tests and notebooks are up to date; that of the block game has no gap."""

from __future__ import annotations

import re

import pytest

from roses.richard.rules import rule
from tests.tools.rule_table import LANCASTER, RICHARD, Game, is_treated, rows, rules_in, table
from tests.tools.rule_table import tests as named


@pytest.mark.parametrize("game", [RICHARD, LANCASTER], ids=["richard", "lancaster"])
def test_the_table_is_the_one_that_would_be_made_now(game: Game) -> None:
    assert game.file.read_text(encoding="utf-8") == table(game), "python -m tests.tools.rule_table writes it anew"


@pytest.mark.parametrize("row", list(rows()), ids=lambda row: row[0].partition("]")[0][1:])
def test_a_rule_has_an_example_a_test_of_its_name_and_a_notebook(row: tuple[str, ...]) -> None:
    assert all(row), row


def test_the_table_of_lancaster_has_a_row_with_an_example_for_each_paragraph_and_tests_for_two_in_three() -> None:
    items = list(rows(LANCASTER))
    assert len(items) == len(LANCASTER.book.numbers()) > 70 and all(row[1] for row in items)
    assert sum(bool(row[2]) for row in items) >= 2 * len(items) / 3
    assert any("02_kings_peace" in row[3] for row in items)


@pytest.mark.parametrize(("number", "words"), [
    ("1.0", "turn|campaign"),
    ("7.0", "minors|fed"),
    ("8.2", "pretender|london|count"),
])  # fmt: skip
def test_the_tests_of_a_row_are_about_its_rule(number: str, words: str) -> None:
    assert [name for name in named()[number] if not re.search(words, name)] == []
    assert len(named()[number]) > 1


@pytest.mark.parametrize(("name", "found"), [
    ("test_w39_2_2_henry_uses_somersets_shield", {"2.2"}),
    ("test_6_84_6_85_the_dead_stand_up", {"6.84", "6.85"}),
    ("test_force_march_goes_three_areas", {"force-march"}),
    ("test_e42_a_test_of_1483_has_34_entries", set()),
    ("test_treasonable_words", set()),
    ("test_13_5_the_most_points_win", {"13.5"}),
    ("test_w30_8_2_castle_and_court", {"8.2"}),
])  # fmt: skip
def test_a_test_belongs_to_the_rules_in_its_name(name: str, found: set[str]) -> None:
    assert rules_in(name) == found


@pytest.mark.parametrize(("number", "words", "treated"), [
    ("6.5", "the heir may charge (6.5)", True),
    ("6.5", "by rules 6.4 and 6.5 he", True),
    ("6.5", "Hits: rules 6.4, 6.5", True),
    ("6.5", "three dice, 6.5 hits", False),
    ("6.5", "see (6.51)", False),
    ("plague", "*Plague* costs a step", True),
    ("plague", "a plague on both", False),
    ("kingmaker", "*Kingmaker* (1470)", True),
])  # fmt: skip
def test_a_notebook_treats_a_rule_that_it_cites(number: str, words: str, treated: bool) -> None:
    assert is_treated(rule(number), words) == treated
