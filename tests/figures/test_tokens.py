"""Tokens: every block is drawn, unseen blocks look alike, letters fit and are legible."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from xml.etree import ElementTree

import msgspec
import pytest

from roses.figures.blocks import piece_words
from roses.figures.blocks.tokens import PX_PER_U, Label, Shape, body, foot, head, house_of, kind_of, parts, token_svg
from roses.figures.drawing import text_width
from roses.figures.drawing.palette import AMBER, GOLD, GOLD_EDGE, HOUSES, INK, INK2, INK3, PANEL, PAPER, contrast, grey
from roses.richard.tables import BLOCKS
from roses.richard.view import Piece
from tests.figures.positions import piece

STATES = ("moved", "prisoner", "turned", "face_down", "reserve", "acted")


@pytest.mark.parametrize("block", BLOCKS)
def test_every_block_draws_in_every_size_and_state(block: str) -> None:
    for size in ("board", "campaign", "kingdom"):
        drawn = ElementTree.fromstring(token_svg(piece(block, 1), 50, 50, PX_PER_U[size], size=size))
        assert BLOCKS[block].abbreviation in "".join(drawn.itertext())
    for state in STATES:
        ElementTree.fromstring(token_svg(piece(block, **{state: True}), 0, 0, 1))


def test_there_are_63_blocks() -> None:
    assert len(BLOCKS) == 63


def test_abbreviations_are_unique_within_a_house() -> None:
    seen = Counter((b.side, b.abbreviation.lower()) for b in BLOCKS.values())
    assert max(seen.values()) == 1
    assert all(len(b.abbreviation) <= 4 for b in BLOCKS.values())


@pytest.mark.parametrize("side", ["York", "Lancaster"])
def test_an_unseen_block_looks_the_same_whatever_it_is(side: str) -> None:
    blank = token_svg(Piece(side, "Kent"), 0, 0, 0.92)
    for block in BLOCKS.values():
        if block.side in (side, "Rebel"):
            hidden = msgspec.structs.replace(piece(block.id, 1), block=None, side=side)
            for shown in (hidden, msgspec.structs.replace(hidden, steps=None, turned=True, prisoner=True, acted=True)):
                assert token_svg(shown, 0, 0, 0.92) == blank
    assert [p for p in parts(Piece(side, "Kent", None, 3)) if isinstance(p, Label)] == []


def test_title_of_an_unseen_block_names_only_its_side() -> None:
    assert piece_words(Piece("York", "Kent", None, 3, turned=True)) == "unseen block of York"


@pytest.mark.parametrize("block", BLOCKS)
def test_title_says_name_strength_rating_and_loyalty(block: str) -> None:
    facts = BLOCKS[block]
    text = piece_words(piece(block, 1))
    assert text.startswith(facts.name)
    assert f"1 of {facts.steps} steps" in text
    assert f"{facts.initiative}{facts.firepower}: fires at {facts.initiative}" in text
    expected = "never changes" if facts.rose else f"loyalty {facts.loyalty}" if facts.loyalty else "cannot be turned"
    assert expected in text


def test_kin_of_warwick_carry_the_shield_and_he_does_not() -> None:
    marks = {b: [p.text for p in parts(piece(b)) if isinstance(p, Label) and p.role == "mark"] for b in BLOCKS}
    assert {b for b, mark in marks.items() if mark == ["W"]} == {"Kent/L", "Kent/Y", "Salisbury/L", "Salisbury/Y"}
    assert marks["Warwick/Y"] == ["3"]


@pytest.mark.parametrize("block", BLOCKS)
def test_step_squares_are_as_many_as_the_block_has_and_stay_inside(block: str) -> None:
    for steps in range(BLOCKS[block].steps + 1):
        squares = [p for p in parts(piece(block, steps)) if isinstance(p, Shape) and p.role == "step"]
        assert len(squares) == BLOCKS[block].steps
        assert sum(p.fill is not None for p in squares) == steps
        assert all(abs(x) < 19 and y < 18 for p in squares for x, y in p.outline)


@pytest.mark.parametrize("block", BLOCKS)
def test_letters_fit_the_body(block: str) -> None:
    for size in ("board", "campaign", "kingdom"):
        for label in parts(piece(block), size=size):
            if isinstance(label, Label) and label.role == "abbreviation":
                assert text_width(label.text, label.size, bold=True) <= 39.01
                assert label.size >= 12


def test_head_and_foot_bound_the_drawing() -> None:
    for block in BLOCKS:
        shown = piece(block)
        ys = [y for p in parts(shown) if isinstance(p, Shape) for _, y in p.outline]
        assert min(ys) >= -head(kind_of(shown)) - 1e-9
        assert max(ys) <= foot(house_of(shown)) + 1e-9


def test_each_kind_and_each_side_has_its_own_outline() -> None:
    kinds = ("noble", "church", "levy", "mercenary", "bombard")
    outlines = [body(kind, side) for side in ("York", "Lancaster") for kind in kinds] + [body("rebel", "York")]
    assert all(a != b for a, b in combinations(outlines, 2))
    assert body("rebel", "York") == body("rebel", "Lancaster")


def test_states_are_told_apart_without_colour() -> None:
    shown = {s: token_svg(piece("Stanley/Y", **{s: True}), 0, 0, 1) for s in STATES if s != "acted"}
    shown["plain"] = token_svg(piece("Stanley/Y"), 0, 0, 1)
    shown["fallen"] = token_svg(piece("Stanley/Y"), 0, 0, 1, fate="fallen")
    shown["left"] = token_svg(piece("Stanley/Y"), 0, 0, 1, fate="left")
    shown["gone over"] = token_svg(piece("Stanley/Y"), 0, 0, 1, fate="turned")
    shown["chosen"] = token_svg(piece("Stanley/Y"), 0, 0, 1, chosen=True)
    shown["acting"] = token_svg(piece("Stanley/Y"), 0, 0, 1, acting=True)
    shown["minor"] = token_svg(Piece("York", "Minor", "Stanley/Y", 3), 0, 0, 1)
    bare = {s: ElementTree.fromstring(svg) for s, svg in shown.items()}
    forms = [tuple(e.get("d") for e in g.iter() if e.get("d")) for g in bare.values()]
    strokes = [tuple(e.get("stroke-width") for e in g.iter()) for g in bare.values()]
    assert len({*zip(forms, strokes, strict=True)}) == len(shown)


@pytest.mark.parametrize(
    ("front", "back", "least"),
    [(look.ink, look.fill, 9.0) for look in HOUSES.values()]
    + [(GOLD_EDGE, GOLD, 4.5), (INK, AMBER, 7.0), (INK3, PANEL, 4.5), (INK2, PAPER, 7.0)]
    + [(INK, look.ground, 12.0) for look in HOUSES.values()]
    + [(INK3, look.ground, 4.5) for look in HOUSES.values()],
)
def test_text_can_be_read_in_colour_and_in_grey(front: str, back: str, least: float) -> None:
    assert contrast(front, back) >= least
    assert contrast(grey(front), grey(back)) >= min(least, 4.5)


def test_the_houses_differ_in_a_black_and_white_copy() -> None:
    assert contrast(grey(HOUSES["York"].fill), grey(HOUSES["Lancaster"].fill)) > 7
