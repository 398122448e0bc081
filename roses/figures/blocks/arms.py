"""Coats of arms of the blocks as SVG, and a card that describes a block as HTML."""

from __future__ import annotations

from functools import cache
from typing import Final

import msgspec

from roses.engine.data import read, text
from roses.engine.i18n import gettext as _
from roses.figures.blocks.captions import loyalty_words, rating_words, strength_words
from roses.figures.blocks.outlines import foot, head
from roses.figures.blocks.tokens import house_of, token_svg
from roses.figures.drawing.palette import CHIP, HOUSES, INK, INK2, PANEL, RULE, SANS, SERIF
from roses.figures.drawing.svg import Svg, document, escape
from roses.richard.tables import BLOCKS
from roses.richard.view import Piece

SHAPE: Final = 100 / 120  # width by height of every shield


class Bearer(msgspec.Struct, frozen=True):
    """The person whose arms a block shows; ``blazon`` is the heraldic description of the arms."""

    file: str
    person: str
    title: str
    blazon: str = ""


class _ArmsFile(msgspec.Struct, frozen=True):
    blocks: dict[str, Bearer]


BEARERS: Final = read("arms/arms.json", _ArmsFile).blocks
_HEAD: Final = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 120" role="img">'  # of every file
_IDS: Final = (' id="', "url(#", 'href="#')


@cache
def _drawing(block: str, prefix: str) -> str:
    """Return the inside of a block's arms, ids prefixed so that the same arms may stand twice on a page."""
    inside = text(f"arms/{BEARERS[block].file}").strip().removeprefix(_HEAD).removesuffix("</svg>")
    words = "".join(letter if letter.isalnum() or letter == "_" else " " for letter in f"{prefix} {block}")
    for mark in _IDS:
        inside = inside.replace(mark, f"{mark}{'-'.join(words.split())}-")
    return inside


def arms_svg(block: str, height: float, *, x: float = 0, y: float = 0, prefix: str = "arms") -> str:
    """Return a coat of arms as an SVG document, ``height`` px high; with ``x``, ``y``, for that place in another SVG.

    Ids are made of ``prefix`` and block; give another prefix for the same arms twice on a page. KeyError for
    an unknown block.

    >>> arms_svg("Norfolk", 26).count("arms-Norfolk-norfolk") > 1
    True
    """
    arms = Svg(height * SHAPE, height, _drawing(block, prefix), box=(0, 0, 100, 120))
    return arms.nested(x, y, arms.width, arms.height) if x or y else arms


def _token(piece: Piece, scale: float) -> Svg:
    """Return the token as a picture of its size."""
    kind, side = BLOCKS[piece.block or ""].kind, house_of(piece)
    up, down = head(kind) * scale + 3, foot(side) * scale + 3
    token = token_svg(piece, 22 * scale, up, scale, size="board")
    return document(44 * scale, up + down, [token], title=_("token"), description=_("the block as it stands"))


def card_html(block: str, steps: int | None = None) -> str:
    """Return the card of a block: arms, title, person, rating, loyalty, steps. For hover and panel, 340 px wide.

    ``steps`` None means full strength. KeyError for an unknown block.

    >>> "John Mowbray, Duke of Norfolk" in card_html("Norfolk", 2)
    True
    """
    facts, bearer = BLOCKS[block], BEARERS[block]
    piece = Piece(facts.side, "", block, facts.steps if steps is None else steps)
    look = HOUSES[facts.side]
    chip = (
        f'<span style="font:600 13px/20px {SERIF};padding:1px 8px;border-radius:3px;border:1.5px solid '
        f'{look.edge};background:{look.fill};color:{look.ink}">{escape(facts.side)}</span>'
    )
    rows = [strength_words(piece), rating_words(facts), loyalty_words(facts)]
    lines = "".join(f'<div style="padding:2px 0;border-top:1px solid {RULE}">{escape(row)}</div>' for row in rows)
    person = "" if bearer.person == bearer.title else escape(bearer.person)
    return (
        f'<div class="roses-card" style="box-sizing:border-box;width:340px;padding:12px 14px;background:{PANEL};'
        f'color:{INK};border:1.5px solid {INK};border-radius:4px;font:14px/1.4 {SANS}">'
        f'<div style="display:flex;gap:12px;align-items:flex-start">{arms_svg(block, 78, prefix="card")}'
        f'<div style="flex:1;min-width:0"><div style="font:600 18px/1.2 {SERIF}">{escape(bearer.title)}</div>'
        f'<div style="color:{INK2};margin:3px 0 7px">{person}</div>{chip}</div>{_token(piece, 1.3)}</div>'
        f'<div style="margin-top:9px">{lines}</div>'
        f'<div style="margin-top:6px;padding:5px 8px;background:{CHIP};color:{INK2};font:italic 13px/1.35 {SERIF}">'
        f"{escape(bearer.blazon)}</div></div>"
    )
