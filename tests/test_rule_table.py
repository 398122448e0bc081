"""The table of rules, examples, tests and notebooks is up to date and has no gap."""

from __future__ import annotations

import pytest

from roses.richard.rulebook import rule
from tests.tools.rule_table import TABLE, is_treated, rows, rules_in, table


def test_the_table_is_the_one_that_would_be_made_now() -> None:
    assert TABLE.read_text(encoding="utf-8") == table(), "python -m tests.tools.rule_table writes it anew"


@pytest.mark.parametrize("row", list(rows()), ids=lambda row: row[0].partition("]")[0][1:])
def test_a_rule_has_an_example_a_test_of_its_name_and_a_notebook(row: tuple[str, ...]) -> None:
    assert all(row), row


@pytest.mark.parametrize(("name", "found"), [
    ("test_w39_2_2_henry_uses_somersets_shield", {"2.2"}),
    ("test_6_84_6_85_the_dead_stand_up", {"6.84", "6.85"}),
    ("test_force_march_goes_three_areas", {"force-march"}),
    ("test_e42_a_test_of_1483_has_34_entries", set()),
    ("test_treasonable_words", set()),
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
