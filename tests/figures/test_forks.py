"""The figure of a fork says what its table says, in marks that differ by more than colour, and in words."""

from __future__ import annotations

import re

import pytest

import roses
from roses.engine import display
from roses.figures.drawing.svg import PAGE
from roses.figures.odds.changes import fork_data, fork_svg, text_fork
from roses.lab.fork.result import Forked
from tests.figures.reading import words


@pytest.fixture(scope="module")
def found() -> Forked:
    return roses.fork("1483-richard-iii", at=128, change="Northumberland/Y fires", n=12)


def test_both_arms_and_the_difference_stand_in_the_figure(found: Forked) -> None:
    text = words(fork_svg(found))
    table = found.table()
    york = table[table["side"] == "York"]
    for row in york.itertuples():
        value = 100 * row.value if row.measure == "wins" else row.value
        assert f"{value:.1f}".replace("-", "−") in text
    assert {"as it was", "changed", "in both worlds", "York's part of the wins, per cent: the difference"} <= set(text)
    value, low, high = found.difference("York", "lead")
    assert f"from {low:.1f} to {high:.1f}".replace("-", "−") in text
    assert "What if: Northumberland/Y fires" in " ".join(text)


def test_what_a_telephone_shows_first_is_the_change_and_the_difference(found: Forked) -> None:
    """The exported page shows a figure 800 px wide in a window of 366: its left half."""
    drawn = re.findall(r'<text[^>]* x="([\d.]+)"[^>]*>([^<]+)', fork_svg(found))
    left = {words for x, words in drawn if float(x) < 366 * PAGE / 800}
    value, low, high = found.difference("York", "lead")
    assert {f"{value:.1f}", "York&#x27;s lead in lords at the end: the difference"} <= left
    assert f"from {low:.1f} to {high:.1f}".replace("-", "−") in left


def test_where_nothing_is_changed_no_interval_is_claimed() -> None:
    same = roses.fork("1483-richard-iii", at=131, change="roll 4", n=3)
    assert words(fork_svg(same)).count("no pair differs from another") == 2


def test_the_difference_without_luck_is_what_the_figure_shows_and_that_as_counted_stands_below() -> None:
    found = roses.fork("1483-richard-iii", at=145, change="roll 6 6 6", n=40)
    less, counted = found.estimates("York", "lead").values()
    shown = [f"{value:.1f}" for value in (less.low, less.high, counted.value)]
    assert "without luck from {} to {}; as counted {}".format(*shown) in words(fork_svg(found))
    assert f"{less.value:.1f}" in words(fork_svg(found))
    lines = text_fork(found).splitlines()[3]
    assert f"; {less.value:.1f} more without luck ({less.low:.1f} to {less.high:.1f}); as counted" in lines


def test_the_text_alternative_says_what_was_changed_and_how_to_repeat_it(found: Forked) -> None:
    lines = text_fork(found).splitlines()
    assert "As it was: Northumberland/Y passes." in lines[1] and "12 pairs of games, seed 1" in lines[1]
    assert lines[2].startswith("York's part of the wins, per cent: ") and lines[-1] == found.call
    assert text_fork(found) in fork_svg(found).replace("&#x27;", "'").replace("&quot;", '"')


def test_a_fork_shows_itself_as_text_svg_and_plotly(found: Forked) -> None:
    assert set(display.mimebundle(found)) == {display.TEXT, display.SVG, display.PLOTLY}
    assert found.svg() == fork_svg(found) and [t.name for t in found.figure().data]
    assert fork_data(found)["layout"]["width"] == PAGE


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"loyalty": {"Stanley/Y": None}}, "nobody can turn Stanley/Y"),
        ({"loyalty": {"Stanley/Y": 3}}, "Stanley/Y has a loyalty of 3 dice"),
        ({"strength": {"Norfolk": 1}, "ruleset": "classic"}, "Norfolk has 1 step; the ruleset is classic"),
        ({}, "nothing is changed"),
    ],
)
def test_what_is_changed_is_the_title(change: dict[str, object], told: str) -> None:
    found = roses.fork("1483-richard-iii", at=114, change=change, n=2, seats="page")
    assert f"What if: {told}" in " ".join(words(fork_svg(found)))
    assert not re.search(r"nan|inf", fork_svg(found))


def test_all_houses_of_the_court_are_shown() -> None:
    played = roses.game("lancaster", players=3, seed=3)
    while len(played) < 12:
        played.play(played.state.legal_actions()[0])
    other = str(played.state_after(11).legal_actions()[-1])
    drawn = fork_svg(roses.fork(played.record, at=11, change=other, n=2, seats="page"))
    assert sum("points at the end" in text for text in words(drawn)) == 3
