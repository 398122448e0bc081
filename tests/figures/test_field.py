"""Battlefields as pictures: every phase of every view, on a beamer and on a telephone, with no name over another."""

from __future__ import annotations

from collections import Counter
from itertools import product
from xml.etree import ElementTree

import pytest

import roses
from roses.figures import field_data, field_svg, text_field
from roses.figures.drawing.geometry import Box
from roses.figures.drawing.palette import contrast
from roses.figures.drawing.svg import Svg
from roses.figures.field import picture, window
from roses.figures.field.canvas import INKS, LAYERS, PAPER
from roses.history.battlefields import Sketch, battlefield, battlefields
from tests.figures.reading import SVG, beyond, collisions, lines, words
from tests.proof import sampled

SIZES = ((774, 514), (960, 0), (388, 330), (1020, 640))
EVERY = [
    (name, r.id, p.id) for name in battlefields() for r in battlefield(name).reconstructions
    for p in battlefield(name).phases
]  # fmt: skip
SOME = [entry for entry in EVERY if entry[2] in ("lines", "charge", "fall", "press", "rout")]


def sketch(entry: tuple[str, str, str]) -> Sketch:
    return battlefield(entry[0]).sketch(*entry[1:])


def drawn(entry: tuple[str, str, str], size: tuple[int, int]) -> Svg:
    return field_svg(sketch(entry), width=size[0], height=size[1], story=not size[1])


@pytest.mark.parametrize(
    ("size", "every"), sampled(product(SIZES, (1, 4)), (SIZES[0], 4), (SIZES[1], 4), (SIZES[2], 4))
)
def test_no_word_lies_over_another_or_leaves_the_picture(size: tuple[int, int], every: int) -> None:
    for entry in EVERY[::every]:
        svg = drawn(entry, size)
        assert (collisions(svg), beyond(svg)) == ([], []), entry


@pytest.mark.parametrize(("name", "rival", "phase"), sampled(EVERY, *SOME[::5]))
def test_every_commander_is_named_and_no_name_covers_a_company(name: str, rival: str, phase: str) -> None:
    shown = sketch((name, rival, phase))
    for width, height in (SIZES[0], SIZES[2]):
        canvas, _size = picture(shown, width, height, story=False)
        read = {line.words: line.box for line in lines(field_svg(shown, width=width, height=height, story=False))}
        for company in shown.companies:
            text = shown.commanders[company.who].name
            assert text in read or f"{text}?" in read, text
        own = [f"{side} {part}" for side in shown.field.sides for part in ("company", "doubt")]
        shapes = [bounds(line) for layer in own for line in canvas.whole.lines.get(layer, ())]
        covered = [(n, s) for n, box in read.items() for s in shapes if over(box, s) and box[3] < canvas.window.height]
        assert covered == []


def bounds(line: tuple[tuple[float, float], ...]) -> Box:
    """The box of the middle half of a shape; its corners may be near a name where it stands aslant."""
    xs, ys = [x for x, _ in line], [y for _, y in line]
    x, y, wide, high = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2, max(xs) - min(xs), max(ys) - min(ys)
    return x - wide / 4, y - high / 4, x + wide / 4, y + high / 4


def over(one: Box, other: Box) -> bool:
    return min(one[2], other[2]) - max(one[0], other[0]) > 1 and min(one[3], other[3]) - max(one[1], other[1]) > 1


def test_the_words_fit_beside_the_map_of_a_projector() -> None:
    for entry in EVERY:
        assert drawn(entry, SIZES[0]).height == SIZES[0][1], entry


@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_smaller_than_a_class_can_read(size: tuple[int, int]) -> None:
    for entry in EVERY[::3]:
        sizes = [
            float(text.get("font-size", 0)) for text in ElementTree.fromstring(drawn(entry, size)).iter(f"{SVG}text")
        ]
        assert min(sizes) >= 13


def test_the_names_of_the_ground_are_all_on_the_picture_of_a_projector() -> None:
    for name in battlefields():
        shown = battlefield(name).sketch()
        written = Counter(words(field_svg(shown)))
        missing = [feature.name for feature in shown.terrain if feature.name and not written[feature.name]]
        assert missing == []


@pytest.mark.parametrize("entry", EVERY[:: len(EVERY) // 3])
def test_plotly_shows_what_the_svg_shows(entry: tuple[str, str, str]) -> None:
    shown = sketch(entry)
    figure, svg = field_data(shown), field_svg(shown)
    written = [
        text.replace("&amp;", "&") for trace in figure["data"] if trace.get("mode") == "text" for text in trace["text"]
    ]
    assert Counter(written) == Counter(words(svg))
    paths = {e.get("class") for e in ElementTree.fromstring(svg).iter() if e.get("class")} - {"serif", "sans", "hover"}
    assert paths == {trace["name"] for trace in figure["data"]} - {"text", "hover"}
    hovers = next(trace for trace in figure["data"] if trace["name"] == "hover")["text"]
    assert len(hovers) == svg.count("<title>") - 1


def test_a_rival_view_moves_the_armies_and_stays_in_sight() -> None:
    field = roses.battlefield("bosworth-1485")
    one, other = (field_svg(field, rival) for rival in ("fenn-lanes", "ambion-hill"))
    assert "view: Ambion Hill" in words(one) and "view: Fenn Lanes" in words(other)
    assert "lead shot found" in words(one) and "lead shot found" not in words(other)
    assert one != other


def test_what_is_disputed_is_drawn_and_said_so() -> None:
    field = roses.battlefield("bosworth-1485")
    svg = field_svg(field)
    assert {"Lord Stanley?", "Sir William Stanley?", "Oxford", "disputed place"} <= set(words(svg))
    dashes = [e for e in ElementTree.fromstring(svg).iter() if e.get("class") == "apart doubt"]
    assert dashes and all(e.get("stroke-dasharray") for e in dashes)
    assert "Thomas, Lord Stanley (the Stanleys). The place is disputed." in svg.description
    assert "Disputed: Shot shows where it fell" in " ".join(words(svg))


def test_the_sides_differ_by_shape_and_their_names_are_legible() -> None:
    canvas, _size = picture(roses.battlefield("towton-1461").sketch(), 960, 0)
    corners = {side: {len(ring) for ring in canvas.whole.lines[f"{side} company"]} for side in ("York", "Lancaster")}
    assert corners == {"York": {5}, "Lancaster": {6}}
    assert all(contrast(ink, PAPER) > 4.5 for ink in INKS.values())


def test_a_field_shows_itself_and_says_itself_in_words() -> None:
    field = roses.battlefield("tewkesbury-1471")
    bundle = field._repr_mimebundle_()
    assert bundle["image/svg+xml"].startswith("<svg")
    assert bundle["application/vnd.plotly.v1+json"]["data"]
    assert bundle["text/plain"] == text_field(field)
    text = text_field(field.sketch("gupshill", "spears"))
    assert "Gupshill: a mile south of the town." in text and "Confidence: low." in text
    assert repr(field) == "<Battlefield tewkesbury-1471: 2 reconstructions, 4 phases>"


def test_on_a_telephone_the_map_shows_the_fighting_with_the_words_below() -> None:
    shown = roses.battlefield("bosworth-1485").sketch()
    small, large = window(shown, 388, 340), window(shown, 540, 440)
    assert small.width / small.k < large.width / large.k
    for company in shown.companies:
        assert small.holds(small.px(company.at), 4)
    svg = field_svg(shown, width=388, height=330)
    assert svg.height > 700


def test_every_outline_has_a_layer() -> None:
    for entry in EVERY[::2]:
        canvas, _size = picture(sketch(entry), 960, 0)
        used = {*canvas.whole.lines, *canvas.whole.dots, *canvas.whole.texts}
        assert used - {layer.name for layer in LAYERS} == set(), entry
