"""The narrow battle board as SVG, for telephones: a band for each letter, York at the left, Lancaster at the right."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

import msgspec

from roses.engine.i18n import gettext as _
from roses.figures.battle import (
    RESERVE,
    SIDES,
    UNSEEN,
    Standing,
    acted_sentence,
    acted_words,
    battle_of,
    counts,
    describe,
    empty_words,
    key_height,
    key_rows,
    line_up,
    outcome_lines,
    role_words,
    side_words,
)
from roses.figures.battle.board import (
    blow_data,
    counter,
    headed_lines,
    house_chip,
    key_strip,
    movement_data,
    quiet_lines,
)
from roses.figures.battle.course import Course, course_of
from roses.figures.battle.dice import GAP, die, is_hit
from roses.figures.blocks import results_of, short_name
from roses.figures.blocks.cards import arms_svg
from roses.figures.blocks.tokens import SHARED, token_svg
from roses.figures.drawing import wrap
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

# lengths in px
_SCALE: Final = 1.35  # px per u of the tokens, whose smallest figure is then 11 px high
_TOKEN: Final = 35.0  # from the left edge of a cell to the middle of its token
_WORDS: Final = 73.0  # from the left edge of a cell to its words
_ROW: Final = 106.0  # height of a cell
_BAR: Final = 32.0  # height of the bar over a band
_LINE: Final = 15.5  # from one line of text to the next
_ARMS: Final = 24.0  # height of a coat of arms
_COUNTER: Final = 112.0  # width of a counter


class _Board(msgspec.Struct, frozen=True):
    """The data that all parts of the narrow board need; ``half`` is the width of a side in px."""

    view: View
    battle: BattleView
    standings: tuple[Standing, ...]
    results: Mapping[str, str]
    course: Course
    half: float

    def left(self, side: str) -> float:
        """Return the left edge of a side in px."""
        return self.half * SIDES.index(side)

    def group(self, column: str, side: str) -> list[Standing]:
        """Return the blocks of a side in a band, including those that are no longer there."""
        return [s for s in self.standings if s.column == column and s.side == side]

    def high(self, column: str) -> float:
        """Return the height in px of a band without its bar; 0 if no block stands in it."""
        most = max(len(self.group(column, side)) for side in SIDES)
        return most * _ROW + 4 if most else 0.0


def narrow_svg(
    view: View,
    *,
    width: float = 388,
    results: Mapping[str, str] | None = None,
    left: Collection[str] = (),
    course: Course | None = None,
) -> Svg:
    """Return the current battle as one SVG, ``width`` px wide and as high as its blocks need, for a telephone.

    ``results``, ``left`` and ``course`` are those of ``battle_svg``. No text is smaller than 11 px.
    ValueError where no battle is being fought.

    >>> import roses
    >>> battle = roses.battle("Leicester", {"Warwick": "Richmond"}, "Gloucester", scenario="1483")
    >>> narrow_svg(battle.view()).width
    388
    """
    battle, standings = battle_of(view), line_up(view, left)
    course = course or course_of(view, view.events, view.events)
    board = _Board(view, battle, standings, results_of(view.events) | dict(results or {}), course, width / 2)
    blow, y = _blow(board)
    sides, high = _head(board)
    head = blow + tag("g", sides, transform=f"translate(0 {number(y)})")
    y += high
    bands, tokens, words = [], [], []
    for column in counts(standings):
        bands += [_bar(board, column, y), _ground(board, column, y + _BAR)]
        for side in SIDES:
            for i, standing in enumerate(board.group(column, side)):
                at = f"translate({number(board.left(side))} {number(y + _BAR + 2 + _ROW * i)})"
                piece = msgspec.structs.replace(standing.piece, reserve=False, moved=False)
                middle = (42.5 if side == "York" else 36) * _SCALE
                token = token_svg(
                    piece, _TOKEN, middle, _SCALE, size="board", acting=standing.acts, fate=standing.fate, bare=True,
                    rating=standing.rating, bonus=standing.bonus,
                )  # fmt: skip
                place = movement_data(standing, board.left(side), y + _BAR + 2 + _ROW * i)
                tokens.append(tag("g", token, transform=at, **place))
                words.append(tag("g", _words(board, standing), transform=at))
        y += _BAR + board.high(column)
    signs = key_rows(width, 1)
    key, y = key_strip(width, y, signs), y + key_height(signs)
    inside = [
        rect(0, 0, width, y, PAPER),
        tag("g", head, *bands, key, font_family=SANS),
        tag("g", *tokens, **SHARED),
        tag("g", *words, font_family=SANS),
    ]
    title = _("Battle in {area}").format(area=battle.area)
    description = " ".join((describe(view), *course.sentences()))
    return document(width, y, inside, title=title, description=description)


def _blow(board: _Board) -> tuple[str, float]:
    """Draw the verdict, the last blow, and the deeds before it; return the drawing and its height in px."""
    course, width, y, parts = board.course, 2 * board.half, 0.0, list[str]()
    if course.won:
        look = HOUSES[course.won]
        rows = wrap(" ".join(course.verdict), 16, width - 24, bold=True, family="serif")
        y = 20.0 * len(rows) + 14
        banner = [rect(1.5, 1.5, width - 3, y - 3, look.dark, stroke=look.edge, stroke_width=3)]
        banner += [
            text(12, 22.0 + 20 * i, row, 16, WHITE, weight=600, anchor="start", family=SERIF, within=width - 24)
            for i, row in enumerate(rows)
        ]
        parts.append(tag("g", *banner, **{"class": "roses-verdict"}))
    deed, quiet = course.blow, quiet_lines(course, board.standings, board.battle)
    if deed is None and course.won:
        return "".join(parts), y
    head = deed.head() if deed else quiet[0]
    blow, came = [], []
    for row in wrap(head, 18, width - 20, bold=True, family="serif"):
        y += 23
        blow.append(text(10, y, row, 18, weight=600, anchor="start", family=SERIF, within=width - 20))
    for row in wrap(deed.terms() if deed else quiet[1], 13, width - 20):
        y += 17 if row else 0
        blow.append(text(10, y, row, 13, INK2, anchor="start", family=None, within=width - 20))
    if deed and deed.event.dice:
        size = min(42.0, (width - 140) / len(deed.event.dice) - GAP)
        for i, face in enumerate(deed.event.dice):
            one = die(face, 10 + i * (size + GAP), y + 7, size, hit=is_hit(face, deed.hits_on, even=deed.is_treachery))
            blow.append(tag("g", one, **{"class": "roses-die"}))
        x = 16 + len(deed.event.dice) * (size + GAP)
        came = headed_lines(deed.score(), deed.results(), (x, y + 3), (width - x - 8, size + 8))
        y += size + 10
    others = [one for one in course.deeds if one is not deed]
    if others:
        also = _("Also: {deeds}.").format(
            deeds="; ".join(", ".join(filter(None, (d.head(), d.score()))) for d in others)
        )
        for row in wrap(also, 12.5, width - 20):
            y += 16
            blow.append(text(10, y, row, 12.5, INK2, anchor="start", family=None, within=width - 20))
    y += 9
    parts.append(tag("g", *blow, tag("g", *came, **{"class": "roses-came"}), **blow_data(deed)))
    return "".join(parts), y


def _head(board: _Board) -> tuple[str, float]:
    """Draw the name of each side and what it does; return the drawing and its height in px."""
    room = board.half - 14
    texts = {
        side: [row for part in side_words(side, board.standings, board.battle) for row in wrap(part, 12.5, room)]
        for side in SIDES
    }
    high = 38 + _LINE * max(map(len, texts.values())) + 3
    parts = []
    for side, lines in texts.items():
        x = board.left(side)
        parts += [rect(x, 0, board.half, high, HOUSES[side].ground), house_chip(side, x + 10, 20, size=16)[0]]
        for i, words in enumerate(lines):
            parts.append(text(x + 10, 48 + _LINE * i, words, 12.5, INK2, anchor="start", family=None, within=room))
    return tag("g", *parts), high


def _ground(board: _Board, column: str, y: float) -> str:
    """Draw the ground of both sides under a bar, and write why a side has no block there.

    Where neither side has a block there is no ground: "".
    """
    high, parts = board.high(column), []
    for side in SIDES if high else ():
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
    """Write words in italics round a middle, no wider than ``room`` px."""
    return text(x, y + 4.5, words, 13, ink, family=SERIF, italic=True, within=room)


def _bar(board: _Board, column: str, y: float) -> str:
    """Draw the bar over a band: its letter, and for each side how many of its blocks have acted."""
    middle, colour = y + _BAR / 2, RESERVE_BAR if column == RESERVE else INK
    name = {RESERVE: _("Reserve"), UNSEEN: _("unseen")}.get(column, "")
    low, size = (5, 15) if name else (7.5, 22)
    title = text(board.half, middle + low, name or column, size, WHITE, weight=600, family=SERIF)
    parts = [rect(0, y, 2 * board.half, _BAR, colour), title]
    for side in SIDES:
        x = board.half + (-18 - _COUNTER if side == "York" else 18)
        present = [s for s in board.group(column, side) if not s.fate]
        if present and not name:
            now = column == board.battle.letter and side == board.battle.turn
            words, sentence = acted_words(side, present), acted_sentence(side, present)
            parts.append(counter(words, sentence, x, middle, _COUNTER, now=now, high=22))
        elif not board.high(column):
            words = empty_words(column, side, board.standings, board.battle)
            aside = 40 if name else 14  # px from the middle that the letter or the word takes
            x = board.half + (board.half + aside) / 2 * (-1 if side == "York" else 1)
            parts.append(_aside(words, x, middle, board.half - aside - 6, WHITE))
    return tag("g", *parts)


def _words(board: _Board, standing: Standing) -> str:
    """Write the name of a block, its role and what it did, and draw its arms, in px from the corner of its cell."""
    block, room, low = standing.piece.block or "", board.half - _WORDS - 3, 23.0
    name, ink = short_name(block) if block else _("unseen"), INK2 if standing.fate else INK
    texts = [text(_WORDS, low, name, 13.5, ink, weight=600, anchor="start", family=None, within=room)]
    if part := role_words(standing, board.view):
        low += _LINE
        texts.append(text(_WORDS, low, part, 13, INK2, anchor="start", family=SERIF, italic=True, within=room))
    for words, bold in outcome_lines(standing, room, board.results.get(block, "")):
        weight = 600 if bold else 400
        for row in wrap(words, 12.5, room, bold=bold):
            low += _LINE
            texts.append(text(_WORDS, low, row, 12.5, INK, weight=weight, anchor="start", family=None, within=room))
    if block:
        arms = arms_svg(block, _ARMS, x=_WORDS, y=round(low + 5, 1), prefix="battle")
        texts.append(tag("g", arms, opacity=0.45) if standing.fate else arms)
    return "".join(texts)
