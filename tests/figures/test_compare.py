"""Bars side by side and the course of a battle: lengths are probabilities, and every label is there."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any
from xml.etree import ElementTree

import pytest

import roses
from roses.figures import battle_svg, court_svg, map_svg, political_svg
from roses.figures.drawing.geometry import overlap
from roses.figures.odds.bars import compare_svg, course_svg
from roses.lab import judged
from roses.richard.lords_count import tally
from tests.figures.reading import room, texts, words


@pytest.fixture
def alone() -> Any:
    return roses.battle("Leicester", {"Warwick": "Richmond"}, "Gloucester", scenario="1483")


def widths(svg: str) -> list[float]:
    """Return the widths of the filled boxes that are as high as a bar."""
    boxes = [node.attrib for node in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}rect")]
    return [float(box["width"]) for box in boxes if box["height"] == "28" and box["fill"] != "none"]


def test_the_stretches_of_a_bar_are_who_dies_and_who_holds_the_field(alone: Any) -> None:
    odds = roses.battle_odds(alone)
    killed = odds.eliminated["Gloucester"]
    slain = odds.eliminated["Richmond"]
    parts = [killed, odds.win["Lancaster"] - killed, odds.win["York"] - slain, slain]
    drawn = widths(compare_svg({"alone": odds}, "The two rivals"))
    seen = [part for part in parts if part > 1e-3]  # the others would be thinner than a line
    assert [width / sum(drawn) for width in drawn] == pytest.approx(seen, abs=2e-3)


def test_a_stretch_nobody_could_see_is_not_drawn() -> None:
    battle = roses.battle("Leicester", {"Warwick": "Richmond, Oxford, French Mercenary, Welsh Mercenary"},
                          "Gloucester", scenario="1483")  # fmt: skip
    drawn = widths(compare_svg({"alone": roses.battle_odds(battle)}, "Against four"))
    assert drawn and min(drawn) >= 0.4


def test_bars_have_labels_and_the_picture_words(alone: Any) -> None:
    odds = roses.battle_odds(alone)
    svg = compare_svg({"first <1>": odds, "second": odds}, "The two rivals")
    assert svg.count("first &lt;1&gt;") == 2 and svg.count("second") == 2  # label and description
    assert "<title>The two rivals</title>" in svg


LONG = "Northumberland beside the King, against Henry and the French"


@pytest.mark.parametrize("title", ["The two rivals", LONG, f"{LONG}: what he is worth to either side"])
def test_a_title_runs_over_nothing_in_the_widest_font(alone: Any, title: str) -> None:
    odds = roses.battle_odds(alone)
    course = judged(roses.odds.best_play(alone).root, ["Gloucester charges Richmond", "roll 6 5 4"])
    for svg in (compare_svg({"he comes in for Henry": odds, "alone": odds}, title), course_svg(course, title)):
        written = texts(svg)
        assert title in " ".join(words(svg))
        rooms = [room(text) for text in written]
        assert all(left >= 0 and right <= svg.width for left, _top, right, _low in rooms)
        assert not any(overlap(one, other) for one, other in combinations(rooms, 2))


def test_pictures_fit_a_page_with_the_side_bar_open(alone: Any) -> None:
    odds = roses.battle_odds(alone)
    course = judged(roses.odds.best_play(alone).root, ["Gloucester charges Richmond", "roll 6 5 4"])
    counted = roses.scene(Kent="Norfolk")
    pictures = [
        compare_svg({"alone": odds}, "The two rivals"), course_svg(course, "A start"), battle_svg(alone.view()),
        political_svg(counted.view(), tally(counted)), map_svg(alone), court_svg(roses.start("lancaster", players=5)),
    ]  # fmt: skip
    assert max(picture.width for picture in pictures) <= 800  # JupyterLab leaves 848 px of 1280, less with a wider bar


def test_bars_tell_of_heirs_and_refuse_a_battle_without() -> None:
    battle = roses.battle("Leicester", {"Warwick": "Richmond"}, "Norfolk", scenario="1483", Kent="Gloucester")
    with pytest.raises(ValueError, match="York has no heir in Leicester"):
        compare_svg({"no King": roses.battle_odds(battle)}, "Norfolk alone")


def test_a_course_has_a_line_for_each_change_and_for_a_charge_that_changed_nothing(alone: Any) -> None:
    tree = roses.odds.best_play(alone).root
    course = judged(tree, ["Gloucester charges Richmond", "roll 6 5 4", "roll 6 6 6"])
    assert re.findall(r">([+−]\d+\.\d)<", course_svg(course, "A start")) == [
        f"{100 * change:+.1f}".replace("-", "−") for change in course["change"]
    ]
    still = course.assign(change=0.0, after=course["before"])
    assert re.findall(r">([+−]\d+\.\d)<", course_svg(still, "Nothing")) == ["+0.0"]
