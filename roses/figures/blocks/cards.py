"""Coats of arms as SVG, a card that describes a block as HTML, and a key to what the tokens show."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

import msgspec

from roses.engine.data import read
from roses.engine.data import text as read_text
from roses.engine.i18n import gettext as _
from roses.figures.blocks import Fate, fate_words, loyalty_words, rating_words, strength_words
from roses.figures.blocks.tokens import foot, head, house_of, token_svg
from roses.figures.drawing import wrap
from roses.figures.drawing.geometry import Point
from roses.figures.drawing.palette import CHIP, HOUSES, INK, INK2, PANEL, RULE, SANS, SERIF
from roses.figures.drawing.svg import PAGE, Svg, document, escape, line, rect, tag, text
from roses.history.names import called, today
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
def _drawing(file: str, name: str) -> str:
    """Return the inside of a file of arms, ids prefixed by a name, so that the same arms may stand twice on a page."""
    inside = read_text(f"arms/{file}").strip().removeprefix(_HEAD).removesuffix("</svg>")
    words = "".join(letter if letter.isalnum() or letter == "_" else " " for letter in name)
    for mark in _IDS:
        inside = inside.replace(mark, f"{mark}{'-'.join(words.split())}-")
    return inside


def arms_of(block: str, date: str = "") -> str:
    """Return the file of the arms of a block, those that its bearer had on an ISO date. KeyError if there is none.

    >>> arms_of("Norfolk"), arms_of("Norfolk", "1485-08-22")
    ('norfolk.svg', 'norfolk-howard.svg')
    """
    bearer = called(block, date) if date else None
    return bearer.arms if bearer and bearer.arms else BEARERS[block].file


def arms_symbol(file: str) -> str:
    """Return a file of arms as an SVG symbol, to be defined once on a page and shown by ``<use>``.

    >>> arms_symbol("oxford.svg")[:54]
    '<symbol id="roses-arms-oxford" viewBox="0 0 100 120" f'
    """
    look = 'fill="#000" stroke="none" stroke-width="1" stroke-linejoin="miter" paint-order="normal"'
    drawing = re.sub("<(title|desc)>.*?</\\1>", "", _drawing(file, arms_id(file)))  # beside it stands whose they are
    return f'<symbol id="{arms_id(file)}" viewBox="0 0 100 120" {look}>{drawing}</symbol>'


def arms_id(file: str) -> str:
    """Return the id of the symbol of a file of arms."""
    return f"roses-arms-{file.removesuffix('.svg')}"


def arms_svg(block: str, height: float, *, x: float = 0, y: float = 0, prefix: str = "arms") -> str:
    """Return a coat of arms as an SVG document, ``height`` px high; with ``x``, ``y``, for that place in another SVG.

    Ids are made of ``prefix``, block and, for other arms than its own, their file; give another prefix for the same
    arms twice on a page. The arms are those of the day inside ``names.on``. KeyError for an unknown block.

    >>> arms_svg("Norfolk", 26).count("arms-Norfolk-norfolk") > 1
    True
    """
    file = arms_of(block, today())
    name = f"{prefix} {block}" if file == BEARERS[block].file else f"{prefix} {block} {file}"
    arms = Svg(height * SHAPE, height, _drawing(file, name), box=(0, 0, 100, 120))
    return arms.nested(x, y, arms.width, arms.height) if x or y else arms


def card_html(block: str, steps: int | None = None) -> str:
    """Return the card of a block: arms, title, person, rating, loyalty, steps. For hover and panel, 340 px wide.

    ``steps`` None means full strength. KeyError for an unknown block.

    >>> "John Mowbray, Duke of Norfolk" in card_html("Norfolk", 2)
    True
    """
    facts, bearer = BLOCKS[block], BEARERS[block]
    piece = Piece(facts.side, "", block, facts.steps if steps is None else steps)
    scale = 1.3
    up, down = head(facts.kind) * scale + 3, foot(house_of(piece)) * scale + 3
    drawing = token_svg(piece, 22 * scale, up, scale, size="board")
    token = document(44 * scale, up + down, [drawing], title=_("token"), description=_("the block as it stands"))
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
        f'<div style="color:{INK2};margin:3px 0 7px">{person}</div>{chip}</div>{token}</div>'
        f'<div style="margin-top:9px">{lines}</div>'
        f'<div style="margin-top:6px;padding:5px 8px;background:{CHIP};color:{INK2};font:italic 13px/1.35 {SERIF}">'
        f"{escape(bearer.blazon)}</div></div>"
    )


_LARGE: Final = 2.7  # px per u
_SMALL: Final = 1.25
_COLUMN: Final = PAGE / 3
_X, _Y, _ASIDE, _ROW = 66.0, 158.0, 134.0, 262.0  # px: large tokens in their column, labels beside, row of small ones
_HEIGHT: Final = 418.0
_TYPE: Final = 14.5
_LEADING: Final = 18.0


class _Note(msgspec.Struct, frozen=True):
    """A label of a large token: its words, the point in u that it explains, and its line in u."""

    words: str
    at: Point
    y: float


def key_svg() -> Svg:
    """Return the key to the signs on a block, 780 px wide.

    >>> key_svg()
    <SVG 780 x 418 px: How to read a block>
    """
    elements = [rect(0, 0, PAGE, _HEIGHT, PANEL, stroke=RULE)]
    texts = []
    for column, (piece, acting, above, notes) in enumerate(_large()):
        left, u = column * _COLUMN, _LARGE
        x = left + _X
        elements.append(token_svg(piece, x, _Y, u, acting=acting))
        texts += [above, *(note.words for note in notes)]
        if above:
            lines = wrap(above, _TYPE, _COLUMN - 24)
            low = 26 + _LEADING * (len(lines) - 1)
            elements.append(line([(x - 13 * u, low + 7), (x - 13 * u, _Y - 21 * u)], INK2, 1.2))
            elements.append(_lines(lines, left + 20, 26, _COLUMN - 24))
        for note in notes:
            lines = wrap(note.words, _TYPE, _ASIDE)
            y = _Y + note.y * u
            elements.append(line([(x + note.at[0] * u, _Y + note.at[1] * u), (left + 2 * _X - 8, y)], INK2, 1.2))
            elements.append(_lines(lines, left + 2 * _X - 3, y + 5 - _LEADING * (len(lines) - 1) / 2, _ASIDE - 8))
    elements.append(line([(18, _ROW), (PAGE - 18, _ROW)], RULE))
    small = _small()
    room = PAGE / len(small)
    for number, (piece, fate, words) in enumerate(small):
        x = (number + 0.5) * PAGE / len(small)
        elements.append(token_svg(piece, x, _ROW + 58, _SMALL, fate=fate))
        lines = wrap(words, _TYPE, room - 6)
        for i, one in enumerate(lines):
            y = _HEIGHT - 16 - _LEADING * (len(lines) - 1 - i)
            elements.append(text(x, y, one, _TYPE, INK, within=room - 6))
        texts.append(words)
    description = "; ".join(filter(None, texts))
    return document(PAGE, _HEIGHT, elements, title=_("How to read a block"), description=description)


def _large() -> tuple[tuple[Piece, bool, str, tuple[_Note, ...]], ...]:
    """Return the large tokens: whether it acts now, the words above for its mark at upper left, and those beside."""
    king = (
        _Note(_("crown: an heir, his rank"), (19, -29), -34),
        _Note(_("B3: acts after A; hits on 1, 2, 3"), (18.5, -14), -11),
        _Note(_("squares: steps; each full one is a die"), (10, 14.5), 18),
    )
    oxford = (_Note(_("A2: acts first, hits on 1 and 2"), (18.5, -14), -14),
              _Note(_("pointed foot: Lancaster"), (9, 24), 18))  # fmt: skip
    stanley = (_Note(_("ring: acts here and now"), (21, -4), -10), _Note(_("flat foot: York"), (19, 20), 18))
    return (
        (Piece("York", "", "Gloucester", 2), False, "", king),
        (Piece("Lancaster", "", "Oxford"), False, _("rose: never changes sides"), oxford),
        (Piece("York", "", "Stanley/Y"), True, _("figure: his loyalty; so many dice, all even, win him over"),
         stanley),
    )  # fmt: skip


def _small() -> tuple[tuple[Piece, Fate, str], ...]:
    """Return the small tokens with what has become of them, and their captions."""
    return (
        (Piece("York", "", "London (levy)"), "", _("a town's levy")),
        (Piece("Lancaster", "", "French Mercenary"), "", _("mercenaries")),
        (Piece("Lancaster", "", "Rebel"), "", _("rebels")),
        (Piece("Lancaster", ""), "", _("unseen")),
        (Piece("Lancaster", "", "Richmond", moved=True), "", _("has moved")),
        (Piece("Lancaster", "", "Stanley/L", turned=True), "", _("was York's")),
        (Piece("York", "", "Stanley/Y"), "turned", fate_words("turned")),
        (Piece("York", "", "Northumberland/Y"), "left", fate_words("left")),
        (Piece("York", "", "Norfolk"), "fallen", fate_words("fallen")),
    )


def _lines(lines: list[str], x: float, y: float, within: float) -> str:
    rows = enumerate(lines)
    return tag("g", *(text(x, y + _LEADING * i, line, _TYPE, INK, anchor="start", within=within) for i, line in rows))
