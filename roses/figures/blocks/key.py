"""A key to the tokens of blocks as SVG: what crown, letter and figure, squares, rose, disc, foot and ring mean."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from roses.engine.i18n import gettext as _
from roses.figures.blocks.captions import Fate, fate_words
from roses.figures.blocks.tokens import token_svg
from roses.figures.drawing import wrap
from roses.figures.drawing.geometry import Point
from roses.figures.drawing.palette import INK, INK2, PANEL, RULE
from roses.figures.drawing.svg import PAGE, Svg, document, line, rect, tag, text
from roses.richard.view import Piece

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
    for column, (piece, acting, above, beside) in enumerate(_large()):
        elements += _large_token(piece, acting, above, beside, column * _COLUMN)
    elements.append(line([(18, _ROW), (PAGE - 18, _ROW)], RULE))
    small = _small()
    for number, (piece, fate, words) in enumerate(small):
        elements += _small_token(piece, fate, words, (number + 0.5) * PAGE / len(small), PAGE / len(small))
    texts = [words for _piece, _acting, above, notes in _large() for words in (above, *(note.words for note in notes))]
    texts += [words for *_rest, words in small]
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


def _large_token(piece: Piece, acting: bool, above: str, beside: tuple[_Note, ...], left: float) -> Iterator[str]:
    x, u = left + _X, _LARGE
    yield token_svg(piece, x, _Y, u, acting=acting)
    if above:
        lines = wrap(above, _TYPE, _COLUMN - 24)
        low = 26 + _LEADING * (len(lines) - 1)
        yield line([(x - 13 * u, low + 7), (x - 13 * u, _Y - 21 * u)], INK2, 1.2)
        yield _lines(lines, left + 20, 26, _COLUMN - 24)
    for note in beside:
        lines = wrap(note.words, _TYPE, _ASIDE)
        y = _Y + note.y * u
        yield line([(x + note.at[0] * u, _Y + note.at[1] * u), (left + 2 * _X - 8, y)], INK2, 1.2)
        yield _lines(lines, left + 2 * _X - 3, y + 5 - _LEADING * (len(lines) - 1) / 2, _ASIDE - 8)


def _small_token(piece: Piece, fate: Fate, words: str, x: float, room: float) -> Iterator[str]:
    yield token_svg(piece, x, _ROW + 58, _SMALL, fate=fate)
    lines = wrap(words, _TYPE, room - 6)
    for i, one in enumerate(lines):
        yield text(x, _HEIGHT - 16 - _LEADING * (len(lines) - 1 - i), one, _TYPE, INK, within=room - 6)


def _lines(lines: list[str], x: float, y: float, within: float) -> str:
    rows = enumerate(lines)
    return tag("g", *(text(x, y + _LEADING * i, line, _TYPE, INK, anchor="start", within=within) for i, line in rows))
