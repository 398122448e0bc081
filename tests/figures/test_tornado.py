"""The tornado and the bars of Shapley values: they say their figures in words, inside the picture, without colour."""

from __future__ import annotations

import re
from html import unescape
from itertools import groupby

import pytest

import roses
from roses.figures.drawing.palette import HOUSES, contrast, grey
from roses.figures.odds.changes import BAR_LAYERS, WIDTH, text_tornado, text_worth, ticks
from roses.lab.worth.sensitivity import Sensitivity
from roses.lab.worth.shapley import Shapley
from tests.figures.reading import span, texts


@pytest.fixture(scope="module")
def moved() -> Sensitivity:
    york = "Gloucester, Norfolk:3, Stanley/Y"
    return roses.sensitivity(roses.battle("Leicester", {"Warwick": "Richmond, Oxford:2"}, york, scenario="1483"))


@pytest.fixture(scope="module")
def worth() -> Shapley:
    return roses.shapley(roses.battle("Leicester", {"Warwick": "Richmond, Oxford:2"}, "Gloucester", scenario="1483"))


def widths_of(found: Sensitivity | Shapley, layer: str) -> list[float]:
    """Return the widths of the boxes of a layer, in px, from the top down."""
    xs = next(list(trace.x) for trace in found.figure().data if trace.name == layer)
    return [
        max(box) - min(box) for gap, box in groupby(xs, lambda x: x is None or x != x) if not gap for box in [[*box]]
    ]


def test_the_widest_bar_is_on_top_and_bars_are_as_long_as_their_swings(moved: Sensitivity) -> None:
    swings = [max(abs(c.chance - moved.chance) for c in bar) for bar in moved.bars()]
    assert swings == sorted(swings, reverse=True)
    widths = widths_of(moved, "Lancaster")[:-1]  # the last is in the key
    gains = [c.chance - moved.chance for bar in moved.bars() for c in bar if c.chance > moved.chance + 1e-3]
    assert len(widths) == len(gains) >= 4
    assert [w / widths[0] for w in widths] == pytest.approx([g / gains[0] for g in gains], abs=0.01)


def test_every_change_and_the_dice_are_told_in_words(moved: Sensitivity) -> None:
    result = text_tornado(moved)
    assert moved.svg().description == result
    for change in moved.changes:
        assert change.change in result
    assert re.search(r"Stanley and the dice: turned at the start: [\d.]+ %; by dice: [\d.]+ %\.", result)


def test_the_values_are_told_and_drawn(worth: Shapley) -> None:
    result = text_worth(worth)
    for block, value in worth.values.items():
        assert f"{block} {100 * value:.1f}" in result
    widths = widths_of(worth, "Lancaster")
    values = sorted((v for block, v in worth.values.items() if block != "Gloucester"), reverse=True)
    assert widths[1] / widths[0] == pytest.approx(values[1] / values[0], abs=0.01)


@pytest.mark.parametrize("kind", ["moved", "worth"])
def test_words_are_legible_and_stay_inside(kind: str, request: pytest.FixtureRequest) -> None:
    for element in texts(request.getfixturevalue(kind).svg()):
        left, right = span(element)
        assert left >= 0 and right <= WIDTH
        assert float(element.get("font-size", "0")) >= 12


def test_houses_differ_without_colour() -> None:
    assert contrast(grey(HOUSES["Lancaster"].fill), grey(HOUSES["York"].fill)) > 4.5
    assert {"Lancaster", "York"} <= {layer.name for layer in BAR_LAYERS}


@pytest.mark.parametrize("kind", ["moved", "worth"])
def test_the_plotly_figure_has_the_same_words(kind: str, request: pytest.FixtureRequest) -> None:
    result = request.getfixturevalue(kind)
    names = {unescape(words) for trace in result.figure().data for words in trace.text or ()}
    assert {element.text for element in texts(result.svg())} <= names


def test_a_scale_has_round_ticks_that_span_all() -> None:
    for low, high in ((0.0, 0.0049), (0.3, 0.999), (0.2, 0.2), (0.0, 1.0)):
        marks = ticks(low, high)
        assert marks[0] <= low and high <= marks[-1] and len(marks) <= 8
