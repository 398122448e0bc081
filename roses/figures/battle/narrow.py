"""The battle board for a narrow page as SVG: one band for each rating, York at the left, Lancaster at the right."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

import msgspec

from roses.engine.i18n import gettext as _
from roses.figures.battle.board import (
    acted_said,
    acted_words,
    counter,
    describe,
    does,
    empty_words,
    house_chip,
    outcome,
    role,
)
from roses.figures.battle.layout import RESERVE, UNSEEN, Standing, battle_of, counts, line_up
from roses.figures.blocks.arms import arms_svg
from roses.figures.blocks.captions import results_of, short_name
from roses.figures.blocks.tokens import SHARED, token_svg
from roses.figures.drawing.measure import wrap
from roses.figures.drawing.palette import (
    HOUSES,
    INK,
    INK2,
    INK3,
    PAPER,
    RESERVE_BAR,
    RESERVE_GROUND,
    RESERVE_HATCH,
    RULE,
    SANS,
    SERIF,
    WHITE,
)
from roses.figures.drawing.svg import Svg, document, hatch, line, number, rect, tag, text
from roses.richard.view import BattleView, View

_SIDES: Final = ("York", "Lancaster")  # from left to right
_SCALE: Final = 1.35  # px per u of the tokens, whose smallest figure then has 11 px
_TOKEN: Final = 35.0  # px from the left edge of a cell to the middle of its token
_WORDS: Final = 73.0  # px from the left edge of a cell to its words
_ROW: Final = 106.0
_BAR: Final = 32.0
_LINE: Final = 15.5
_ARMS: Final = 24.0
_COUNTER: Final = 112.0


class _Board(msgspec.Struct, frozen=True):
    """What every part of the picture is drawn from; ``half`` is the width of a side in px."""

    view: View
    battle: BattleView
    standings: tuple[Standing, ...]
    results: Mapping[str, str]
    half: float

    def left(self, side: str) -> float:
        return self.half * _SIDES.index(side)

    def group(self, column: str, side: str) -> list[Standing]:
        return [s for s in self.standings if s.column == column and s.side == side]

    def high(self, column: str) -> float:
        """Return the height of a band under its bar; 0 where nobody stands in it."""
        most = max(len(self.group(column, side)) for side in _SIDES)
        return most * _ROW + 4 if most else 0.0


def narrow_svg(
    view: View, *, width: float = 388, results: Mapping[str, str] | None = None, left: Collection[str] = ()
) -> Svg:
    """Return the battle in hand as one SVG, ``width`` px wide and as high as its blocks need, for a telephone.

    ``results`` and ``left`` are those of ``battle_svg``. No text is smaller than 11 px.
    ValueError where no battle is in hand.

    >>> import roses
    >>> battle = roses.battle("Leicester", {"Warwick": "Richmond"}, "Gloucester", scenario="1483")
    >>> narrow_svg(battle.view()).width
    388
    """
    battle, standings = battle_of(view), line_up(view, left)
    board = _Board(view, battle, standings, results_of(view.events) | dict(results or {}), width / 2)
    head, y = _head(board)
    bands, tokens, words = [], [], []
    for column in counts(standings):
        bands += [_bar(board, column, y), _ground(board, column, y + _BAR)]
        for side in _SIDES:
            for i, standing in enumerate(board.group(column, side)):
                at = f"translate({number(board.left(side))} {number(y + _BAR + 2 + _ROW * i)})"
                tokens.append(tag("g", _token(standing), transform=at))
                words.append(tag("g", _words(board, standing), transform=at))
        y += _BAR + board.high(column)
    inside = [
        rect(0, 0, width, y, PAPER),
        tag("g", head, *bands, font_family=SANS),
        tag("g", *tokens, **SHARED),
        tag("g", *words, font_family=SANS),
    ]
    title = _("Battle in {area}").format(area=battle.area)
    return document(width, y, inside, title=title, description=describe(view))


def _head(board: _Board) -> tuple[str, float]:
    """Draw the name of each side and what it does; return the height too."""
    room = board.half - 14
    said = {
        side: [row for part in does(side, board.standings, board.battle) for row in wrap(part, 12.5, room)]
        for side in _SIDES
    }
    high = 38 + _LINE * max(map(len, said.values())) + 3
    parts = []
    for side, lines in said.items():
        x = board.left(side)
        parts += [rect(x, 0, board.half, high, HOUSES[side].ground), house_chip(side, x + 10, 20, size=16)[0]]
        for i, words in enumerate(lines):
            parts.append(text(x + 10, 48 + _LINE * i, words, 12.5, INK2, anchor="start", family=None, within=room))
    return tag("g", *parts), high


def _ground(board: _Board, column: str, y: float) -> str:
    """Draw the ground of both sides under a bar, and where nobody of a side stands, why; "" where nobody stands."""
    high, parts = board.high(column), []
    for side in _SIDES if high else ():
        x = board.left(side)
        parts.append(rect(x, y, board.half, high, RESERVE_GROUND if column == RESERVE else HOUSES[side].ground))
        if column == RESERVE:
            parts.append(hatch(x, y, board.half, high, 12, RESERVE_HATCH, 2))
        if not board.group(column, side):
            words = empty_words(column, side, board.standings, board.battle)
            parts.append(_aside(words, x + board.half / 2, y + high / 2, board.half - 12, INK3))
    parts.append(line([(board.half, y), (board.half, y + high)], RULE) if high else "")
    return "".join(parts)


def _aside(words: str, x: float, y: float, room: float, ink: str) -> str:
    return text(x, y + 4.5, words, 13, ink, family=SERIF, italic=True, within=room)


def _bar(board: _Board, column: str, y: float) -> str:
    """Draw the bar over a band: its letter, and for each side how many of its blocks have acted."""
    middle, colour = y + _BAR / 2, RESERVE_BAR if column == RESERVE else INK
    name = {RESERVE: _("Reserve"), UNSEEN: _("unseen")}.get(column, "")
    low, size = (5, 15) if name else (7.5, 22)
    title = text(board.half, middle + low, name or column, size, WHITE, weight=600, family=SERIF)
    parts = [rect(0, y, 2 * board.half, _BAR, colour), title]
    for side in _SIDES:
        x = board.half + (-18 - _COUNTER if side == "York" else 18)
        present = [s for s in board.group(column, side) if not s.fate]
        if present and not name:
            now = column == board.battle.letter and side == board.battle.turn
            said = acted_said(side, present)
            parts.append(counter(acted_words(side, present), said, x, middle, _COUNTER, now=now, high=22))
        elif not board.high(column):
            words = empty_words(column, side, board.standings, board.battle)
            aside = 40 if name else 14  # px from the middle that the letter or the word takes
            x = board.half + (board.half + aside) / 2 * (-1 if side == "York" else 1)
            parts.append(_aside(words, x, middle, board.half - aside - 6, WHITE))
    return tag("g", *parts)


def _token(standing: Standing) -> str:
    """Draw the token of a block, in px from the corner of its cell."""
    shown = msgspec.structs.replace(standing.piece, reserve=False, moved=False)
    middle = (42.5 if shown.side == "York" else 36) * _SCALE
    acts, fate, rating, bonus = standing.acts, standing.fate, standing.rating, standing.bonus
    look: dict[str, Any] = {"size": "board", "acting": acts, "fate": fate, "bare": True}
    return token_svg(shown, _TOKEN, middle, _SCALE, rating=rating, bonus=bonus, **look)


def _words(board: _Board, standing: Standing) -> str:
    """Write name, role and what a block did, and draw its arms, in px from the corner of its cell."""
    block, room, low = standing.piece.block or "", board.half - _WORDS - 3, 23.0
    name, ink = short_name(block) if block else _("unseen"), INK2 if standing.fate else INK
    written = [text(_WORDS, low, name, 13.5, ink, weight=600, anchor="start", family=None, within=room)]
    if part := role(standing, board.view):
        low += _LINE
        written.append(text(_WORDS, low, part, 13, INK2, anchor="start", family=SERIF, italic=True, within=room))
    for words, bold in outcome(standing, room, board.results.get(block, "")):
        weight = 600 if bold else 400
        for row in wrap(words, 12.5, room, bold=bold):
            low += _LINE
            written.append(text(_WORDS, low, row, 12.5, INK, weight=weight, anchor="start", family=None, within=room))
    if block:
        arms = arms_svg(block, _ARMS, x=_WORDS, y=round(low + 5, 1), prefix="battle")
        written.append(tag("g", arms, opacity=0.45) if standing.fate else arms)
    return "".join(written)
