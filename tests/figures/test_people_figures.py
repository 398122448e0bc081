"""Figures of people: the tree, the timeline and the sides, legible on a beamer and without colour."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from functools import partial
from typing import Any
from xml.etree import ElementTree

import networkx
import pytest

from roses.figures.drawing.palette import contrast, grey
from roses.figures.drawing.svg import Svg
from roses.figures.family import (
    HOUSES,
    TREE,
    family,
    family_figure,
    family_svg,
    kings,
    layout,
    marks_svg,
    rings,
    text_family,
)
from roses.figures.sides import MOMENTS, lane, moves, sides_figure, sides_svg, text_sides
from roses.figures.timeline import ENDS, LOOKS, stretches, text_timeline, timeline_figure, timeline_svg
from roses.history.battles import known_battles
from roses.history.claims import claim, moments, rules
from roses.history.people import everybody, person
from tests.figures.reading import SVG, beyond, collisions, texts, words

FIGURES = [(family_svg, family_figure), (timeline_svg, timeline_figure)]
FIGURES += [(partial(sides_svg, *years), partial(sides_figure, *years)) for years in ((1455, 1470), (1470, 1485))]
each = pytest.mark.parametrize(("svg", "figure"), FIGURES, ids=["family", "timeline", "sides", "later sides"])


@each
def test_it_fits_a_beamer_and_its_type_can_be_read(svg: Callable[[], Svg], figure: Callable[[], Any]) -> None:
    drawn = svg()
    assert drawn.width <= 1280 and drawn.height <= 720
    assert min(float(text.get("font-size", 0)) for text in texts(drawn)) >= 11
    assert beyond(drawn) == []


@each
def test_no_word_lies_over_another(svg: Callable[[], Svg], figure: Callable[[], Any]) -> None:
    assert [pair for pair in collisions(svg()) if not any(len(part) == 1 for part in pair)] == []


@each
def test_it_has_a_title_and_a_text_that_stands_for_it(svg: Callable[[], Svg], figure: Callable[[], Any]) -> None:
    root = ElementTree.fromstring(svg())
    title, text = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None and title.text and text is not None and len(text.text or "") > 1000


@each
def test_plotly_says_the_same_words(svg: Callable[[], Svg], figure: Callable[[], Any]) -> None:
    traces = figure().to_plotly_json()["data"]
    names = {word for trace in traces if trace.get("mode") == "text" for word in trace["text"]}
    assert {re.sub(r"&#?\w+;", "", word) for word in names} == {re.sub("[$&]", "", word) for word in words(svg())}


def test_boxes_of_the_tree_lie_apart_and_below_those_of_parents() -> None:
    boxes = layout().boxes
    assert set(boxes) == set(TREE)
    for (one, a), (other, b) in itertools.combinations(boxes.items(), 2):
        assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1], (one, other)
    for parent, child in family().edges:
        assert boxes[parent][1] < boxes[child][1], (parent, child)


def test_the_tree_hangs_together_and_every_line_of_a_best_claim_is_in_it() -> None:
    assert networkx.is_weakly_connected(family())
    for moment, rule in itertools.product(moments(), rules()):
        result = claim(rule, moment.date)
        if result.heirs:
            line = result.heirs[0].descent
            assert set(line) <= set(TREE), (rule, moment.date, set(line) - set(TREE))
            assert set(itertools.pairwise(line)) <= set(layout().edges), (rule, moment.date)


def test_a_claim_thickens_its_line_and_numbers_its_heirs() -> None:
    bare, claimed = family_svg(), family_svg(claim("primogeniture", 1460))
    assert (
        "frame" not in re.findall(r'class="(\w+)"', bare) and 'class="frame"' in claimed and 'class="badge"' in claimed
    )
    marked = marks_svg(claim("primogeniture", 1460))
    shown = re.findall(r'data-frame="([\w-]+)" display="inline"', marked)
    assert shown and set(shown) == set(claim("primogeniture", 1460).heirs[0].descent)


def test_houses_and_sides_are_told_by_letters_and_can_be_read_in_grey() -> None:
    letters = [letter for letter, _fill, _ink in HOUSES.values()]
    assert len(letters) == len(set(letters))
    assert all(contrast(grey(ink), grey(fill)) >= 4.5 for _letter, fill, ink in HOUSES.values())
    assert len({look[0] for look in LOOKS.values()}) == len(LOOKS)
    assert all(contrast(ink, fill) >= 4.5 for _letter, fill, _edge, ink in LOOKS.values())


def test_kings_wear_crowns_and_couples_share_a_letter() -> None:
    assert {"henry6", "edward5", "henry7"} <= kings() <= set(TREE)
    assert rings()["henry7"] == rings()["elizabeth-york"] and set(rings()["anne-neville"]) >= set(rings()["richard3"])


def test_bands_end_with_death_and_leave_no_gap() -> None:
    for who in everybody().values():
        items = list(stretches(who, *ENDS))
        assert all(one.until == following.since for one, following in itertools.pairwise(items)), who.id
        assert not items or items[-1].until <= max(who.died.last, ENDS[0])


def test_the_sides_count_each_living_person_once() -> None:
    for date in MOMENTS:
        counted = [name for node in moves().nodes if node[0] == date for name in moves().nodes[node]["who"]]
        assert sorted(counted) == sorted(p.id for p in everybody().values() if lane(p, date))
    assert "buckingham2" in moves().edges[("1483-07-15", "York"), ("1483-10-25", "Lancaster")]["who"]
    assert "clarence" in moves().edges[("1470-11-01", "Lancaster"), ("1471-06-15", "York")]["who"]


def test_the_texts_tell_of_captivity_battle_and_descent() -> None:
    assert "captive of York (taken at Northampton)" in text_timeline()
    assert all(battle.name in text_timeline() for battle in known_battles().values())
    assert "Grey of Ruthin" in text_sides()
    assert person("york3").short in text_family(claim("primogeniture", 1460)).splitlines()[0]


def test_a_part_of_the_sides_names_who_changed_within_it_and_nobody_else() -> None:
    later = text_sides(1470, 1485)
    assert later.splitlines()[0].startswith("1 November 1470: York 23") and "Montagu" not in later.splitlines()[0]
    assert "Lancaster to York, 7: Clarence, Anne" in " ".join(words(sides_svg(1470, 1485)))
    assert not any("York to Lancaster, 4" in word for word in words(sides_svg(1470, 1485)))
    with pytest.raises(ValueError, match=r"fewer than two moments from 1471 to 1480; the moments lie in 1455,"):
        sides_svg(1471, 1480)
