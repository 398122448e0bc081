"""Coats of arms, cards, dice and SVG text: ids never collide, special characters in names are escaped."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from roses.figures.battle.dice import dice_svg
from roses.figures.blocks.cards import BEARERS, arms_svg, card_html
from roses.figures.drawing.svg import document, escape, tag, text
from roses.richard.tables import BLOCKS
from tests.figures.reading import SVG, words

ODD = '</text><script>alert("1")</script> & Söhne \'s'


def test_every_block_has_arms() -> None:
    assert set(BEARERS) == set(BLOCKS)


@pytest.mark.parametrize("block", BLOCKS)
def test_arms_are_valid_and_refer_to_their_own_ids_only(block: str) -> None:
    svg = arms_svg(block, 26)
    root = ElementTree.fromstring(svg)
    ids = {e.get("id") for e in root.iter() if e.get("id")}
    assert set(re.findall(r'(?:url\(#|href="#)([^")]+)', svg)) <= ids
    assert float(root.get("height", 0)) == 26
    assert root.get("viewBox") == "0 0 100 120"


def test_arms_of_all_blocks_fit_on_one_page_without_colliding() -> None:
    page = "".join(arms_svg(block, 26) for block in BLOCKS)
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("block", BLOCKS)
def test_card_tells_who_it_is_and_is_well_formed(block: str) -> None:
    card = card_html(block, 1)
    result = "".join(ElementTree.fromstring(card).itertext())
    assert BEARERS[block].title in result
    assert f"1 of {BLOCKS[block].steps} steps" in result


def test_dice_are_filled_up_to_the_hit_number() -> None:
    root = ElementTree.fromstring(dice_svg((1, 3, 4, 6), 3))
    fills = [r.get("fill") for r in root.iter(f"{SVG}rect")]
    assert fills[0] == fills[1] != fills[2] == fills[3]
    assert len(list(root.iter(f"{SVG}circle"))) == 1 + 3 + 4 + 6
    assert root.findtext(f"{SVG}title") == "dice 1, 3, 4, 6: 2 hits"


def test_even_dice_of_treachery() -> None:
    assert "die 3: not all even" in dice_svg((3,), even=True)
    assert "dice 2, 6: even" in dice_svg((2, 6), even=True)


def test_odd_names_are_escaped_everywhere() -> None:
    svg = document(10, 10, [text(1, 1, ODD, 12), tag("g", data_name=ODD)], title=ODD, description=ODD)
    root = ElementTree.fromstring(svg)
    assert words(svg) == [ODD]
    assert root.findtext(f"{SVG}title") == ODD
    assert root.find(f"{SVG}g/{SVG}g").get("data-name") == ODD  # type: ignore[union-attr]
    assert "<script" not in svg
    assert "<" not in escape(ODD)
