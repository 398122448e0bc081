"""The SVG value: a text with a size that shows itself, and is cropped and nested without being read back."""

from __future__ import annotations

import copy
import pickle
from xml.etree import ElementTree

import pytest
from IPython.core.formatters import DisplayFormatter

import roses
from roses.engine.data import text
from roses.figures import arms_svg, battle_svg, court_svg, dice_svg, map_svg, political_svg
from roses.figures.blocks.cards import BEARERS
from roses.figures.drawing.svg import Svg, document, rect, tag
from roses.figures.drawing.svg import text as written
from roses.richard.lords_count import tally
from tests.figures.reading import SVG, words

PICTURE = document(200, 100, [rect(0, 0, 200, 100, "#fff")], title="Kent & Essex", description="fog")
BATTLE = roses.battle("Leicester", {"Warwick": "Richmond"}, "Gloucester", scenario="1483")
FORBIDDEN = "Kent\x00\x08\x1b, Essex\ud800\ufffe"


def test_every_figure_is_a_text_that_shows_itself() -> None:
    lancaster, start = roses.start("lancaster", players=3), roses.scene(Kent="Norfolk")
    figures = [
        map_svg(start), battle_svg(BATTLE.view()), political_svg(start.view(), tally(start)), dice_svg((1, 5), 3),
        court_svg(lancaster), arms_svg("Norfolk", 40),
    ]  # fmt: skip
    for figure in figures:
        root = ElementTree.fromstring(figure)
        assert isinstance(figure, Svg) and isinstance(figure, str) and figure._repr_svg_() == str(figure)
        assert (figure.width, figure.height) == pytest.approx(
            (float(root.get("width", 0)), float(root.get("height", 0))), abs=0.06
        )


def test_a_notebook_shows_the_picture_and_one_line_of_text() -> None:
    shown, _metadata = DisplayFormatter().format(map_svg(roses.scene(Kent="Norfolk")))
    assert set(shown) == {"text/plain", "image/svg+xml"}
    assert shown["text/plain"] == "<SVG 780 x 579 px: Map of England and Wales: campaign 1, turn 1>"


def test_a_cropped_picture_has_the_size_of_the_box_and_nothing_outside() -> None:
    part = PICTURE.cropped((20, 10, 120, 60))
    root = ElementTree.fromstring(part)
    assert (part.width, part.height, root.get("viewBox")) == (100, 50, "0 0 100 50")
    inner = root.find(f"{SVG}g/{SVG}svg")
    assert inner is not None and inner.get("viewBox") == "20 10 100 50"
    assert [e.text for e in root.iter(f"{SVG}title")] == ["Kent & Essex"]
    again = part.cropped((0, 0, 50, 50))
    assert (again.width, again.height) == (50, 50) and again.count("<rect") == 1


def test_a_picture_shown_larger_than_it_is_drawn_is_cropped_in_its_own_px() -> None:
    double = document(200, 100, ["<path/>"], title="", description="", box=(0, 0, 100, 50))
    assert 'viewBox="10 5 50 25"' in double.cropped((20, 10, 120, 60))


def test_a_nested_picture_keeps_its_name_and_takes_its_place() -> None:
    page = ElementTree.fromstring(tag("svg", PICTURE.nested(10, 20, 300, 150)))
    assert page[0].attrib == {"x": "10", "y": "20", "width": "300", "height": "150", "viewBox": "0 0 200 100"}
    assert page[0][0].text == "Kent & Essex"


def test_a_filling_picture_leaves_its_size_to_the_page() -> None:
    root = ElementTree.fromstring(PICTURE.filling("xMaxYMin meet"))
    assert (
        root.get("width") is None and root.get("style") is None and root.get("preserveAspectRatio") == "xMaxYMin meet"
    )
    assert PICTURE.filling().inside == PICTURE.inside


def test_a_copy_is_the_same_value() -> None:
    for other in (copy.copy(PICTURE), copy.deepcopy(PICTURE), pickle.loads(pickle.dumps(PICTURE))):
        assert other == PICTURE and (other.width, other.inside, other.name) == (200, PICTURE.inside, "Kent & Essex")


def test_control_characters_do_not_break_a_picture() -> None:
    svg = document(
        10, 10, [written(1, 1, FORBIDDEN, 12), tag("g", data_name=FORBIDDEN)], title=FORBIDDEN, description=""
    )
    root = ElementTree.fromstring(svg.encode())
    assert words(svg) == ["Kent���, Essex��"] == [e.text for e in root.iter(f"{SVG}title")]
    assert words(document(10, 10, [written(1, 1, "Kent, Ély\n𝕽 ", 12)], title="", description="")) == ["Kent, Ély\n𝕽 "]


def test_every_drawing_of_arms_begins_alike() -> None:
    for bearer in BEARERS.values():
        assert text(f"arms/{bearer.file}").startswith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 120"')
    assert arms_svg("Norfolk", 40).count("<svg") == 1
