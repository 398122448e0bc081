"""The political turn as SVG: the lords who count for each side, those who do not, and the result of the count."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from roses.engine.i18n import gettext as _
from roses.engine.i18n import ngettext
from roses.figures.battle.board import house_chip
from roses.figures.blocks import Fate, other_side, short_name
from roses.figures.blocks.tokens import token_svg
from roses.figures.drawing import text_width, wrap
from roses.figures.drawing.palette import INK, INK2, INK3, PANEL, PAPER, RULE, SERIF
from roses.figures.drawing.svg import PAGE, Svg, document, line, number, rect, tag, text
from roses.richard.events.campaign import Usurped
from roses.richard.lords_count import Counted, Tally
from roses.richard.tables import BLOCKS
from roses.richard.view import Piece, View

TOP: Final = 40.0
HEAD: Final = 78.0
ROW: Final = 76.0
LONDON: Final = 66.0
VERDICT: Final = 468.0
SLIM_VERDICT: Final = 388.0
_SCALE: Final = 1.0
_SMALL: Final = 16.0  # px: the type of reasons, places and lists
_NAME: Final = 17.5  # px: the type of names
_NOTE: Final = 28.0  # px: the heading of a list of those who do not count
_LEAST: Final = 620.0
_NARROW: Final = 520.0
_VERDICT_HIGH: Final = 258.0  # px of the verdict without the lines of rule and decision
_PAD: Final = 16.0
_ONE_ROW: Final = 10  # most points in one common row; with more, each side has a row
_TWO_SCALE: Final = 0.64  # px per u of the tokens in two rows, at most
_TWO_ROWS: Final = 19.0  # px from the middle to the middle of each of two rows, so that none covers the other
_TWO: Final = 5  # most lords in one column; more stand in two


def political_svg(view: View, tally: Tally, *, width: float = PAGE) -> Svg:
    """Return the political turn as one SVG, ``width`` px wide; below 1100 px the verdict is under the lists.

    Below 520 px all stands one under the other: the list of Lancaster, that of York, the verdict. A shadow count says
    that the game does not count now, and what a count would decide.

    >>> import roses
    >>> from roses.richard.lords_count import tally
    >>> state = roses.scene(Kent="York")
    >>> political_svg(state.view(), tally(state)).name
    'Political turn of campaign 1'
    """
    if width < _NARROW:
        return _column_svg(view, tally, width)
    below = width < 1100
    beside = verdict_width(tally)
    lists = width if below else width - beside
    narrow, wide = _split(tally, lists)
    heights = [_list_height(view, tally, side, w) for side, w in (("Lancaster", narrow), ("York", wide))]
    high = max(*heights, 0 if below else _LEAST - TOP)
    total = TOP + high + (330 if below else 0)
    at = (0.0, TOP + high, width) if below else (lists, TOP, beside)
    inside = [
        rect(0, 0, width, total, PAPER),
        _list(view, tally, "Lancaster", 0, narrow, high),
        _list(view, tally, "York", narrow, wide, high),
        line([(narrow, TOP), (narrow, TOP + high)], RULE),
        _verdict(view, tally, *at, total - at[1]),
        _header(view, tally, width),
        tag("rect", x="0.5", y="0.5", width=width - 1, height=total - 1, fill="none", stroke=RULE),
    ]
    return _document(view, tally, width, total, inside)


def _document(view: View, tally: Tally, width: float, high: float, inside: list[str]) -> Svg:
    shadow, real = _("Shadow count after turn {turn}, campaign {n}"), _("Political turn of campaign {n}")
    title = (shadow if tally.shadow else real).format(turn=_turns(view), n=view.campaign)
    return document(width, high, inside, title=title, description=describe(view, tally))


def _turns(view: View) -> int:
    """Return the number of turns of the campaign that are over; a new one begins with its cards."""
    return view.turn - (view.phase == "cards")


def _column_svg(view: View, tally: Tally, width: float) -> Svg:
    """Return the political turn for a narrow page, its parts one under the other."""
    y, parts = TOP, []
    for side in ("Lancaster", "York"):
        high = _list_height(view, tally, side, width)
        list_svg = _list(view, tally, side, 0, width, high)
        parts += [tag("g", list_svg, transform=f"translate(0 {number(y - TOP)})"), line([(0, y), (width, y)], RULE)]
        y += high
    end = (
        y
        + _VERDICT_HIGH
        + 27 * len(_decision_lines(view, tally, width - 40))
        + 23 * len(_rule(view, tally, width - 40))
    )
    inside = [rect(0, 0, width, end, PAPER), *parts, _verdict(view, tally, 0, y, width, end - y)]
    inside.append(_header(view, tally, width))
    return _document(view, tally, width, end, inside)


def describe(view: View, tally: Tally) -> str:
    """Return the result of the count in words."""
    counts = _("{a} for Lancaster, {b} for York").format(a=tally.total("Lancaster"), b=tally.total("York"))
    return f"{counts}. {decision(view, tally)}"


def decision(view: View, tally: Tally) -> str:
    """Return in words what the count decides about the crown; on a tie its holder keeps it (rule 8.2)."""
    holder, rival = view.king_side, other_side(view.king_side)
    more = tally.total(rival) > tally.total(holder)
    if tally.shadow:
        would_take = _("Counted now, {side} would take the crown.")
        would_keep = _("Counted now, {side} would keep the crown.")
        return would_take.format(side=rival) if more else would_keep.format(side=holder)
    if view.winner and view.battle:
        words = _("{side} has won on the field: {other} has no heir left. The lords stand so; no count follows.")
        return words.format(side=view.winner, other=other_side(view.winner))
    if view.winner:
        return _("{side} has won.").format(side=view.winner)
    if any(isinstance(event, Usurped) for event in view.events):
        return _("{side} takes the crown.").format(side=holder)
    if more:
        return _("{side} has more: the Pretender takes the crown.").format(side=rival)
    return _("{side} holds the crown.").format(side=holder)


def verdict_width(tally: Tally) -> float:
    """Return the width in px of the verdict beside the lists, less where both are long.

    >>> from roses.richard.lords_count import Side
    >>> verdict_width(Tally({"Lancaster": Side(), "York": Side()}))
    468.0
    """
    return SLIM_VERDICT if all(len(side.counted) > _TWO for side in tally.sides.values()) else VERDICT


def _split(tally: Tally, width: float) -> tuple[float, float]:
    """Return the widths of both lists, the longer list the wider: 246 and 466 px of 712; none below 244 px."""
    left, right = (len(tally.sides[side].counted) for side in ("Lancaster", "York"))
    if (left > _TWO) == (right > _TWO):
        return width / 2, width / 2
    thin = max(244, round(width * 246 / 712))
    return (width - thin, float(thin)) if left > right else (float(thin), width - thin)


def _columns(tally: Tally, side: str, width: float) -> int:
    return 2 if len(tally.sides[side].counted) > _TWO and width > 340 else 1


def _list_height(view: View, tally: Tally, side: str, width: float) -> float:
    rows = math.ceil(len(tally.sides[side].counted) / _columns(tally, side, width))
    return (
        HEAD
        + max(1, rows) * ROW
        + LONDON
        + 18 * len(_why_london(tally, side, width))
        + 14
        + sum(_NOTE + 20 * len(lines) for _fate, _head, lines in _left_out(view, tally, side, width))
    )


def _left_out(view: View, tally: Tally, side: str, width: float) -> list[tuple[Fate, str, list[str]]]:
    """Return the lists of those who do not count, each with the fate that its sign shows and its heading."""
    dead = [short_name(name) for name in view.dead if BLOCKS[name].side == side]
    lists: tuple[tuple[Fate, str, Sequence[str]], ...] = (
        ("left", _("Not counted"), tally.sides[side].not_counted),
        ("fallen", _("Dead"), dead),
    )
    return [(fate, head, wrap(" · ".join(names), _SMALL, width - 2 * _PAD)) for fate, head, names in lists if names]


def _header(view: View, tally: Tally, width: float) -> str:
    title, when = _("Political turn"), _("end of campaign {n}").format(n=view.campaign)
    if tally.shadow:
        title, when = _("Shadow count"), _("after turn {n}").format(n=_turns(view))
    return tag(
        "g",
        rect(0, 0, width, TOP, PANEL),
        line([(0, TOP), (width, TOP)], RULE),
        text(15, 26, title, 18, INK, weight=600, anchor="start", family=SERIF),
        text(29 + text_width(title, 18, bold=True, family="serif"), 26, when, _SMALL, INK2, anchor="start"),
    )


def _list(view: View, tally: Tally, side: str, x: float, width: float, high: float) -> str:
    """Draw one side: its chip, King or Pretender, and total, the lords who count, London, those who do not count."""
    left, right, y = x + _PAD, x + width - _PAD, TOP + 36
    part, total = _("King") if view.king_side == side else _("Pretender"), str(tally.total(side))
    chip, wide = house_chip(side, left, y, size=17.5)
    room = right - text_width(total, 44, bold=True, family="serif") - 8 - left
    if wide + 9 + text_width(part, _SMALL) <= room:
        parts = [chip, text(left + wide + 9, y + 5, part, _SMALL, INK2, anchor="start")]
    else:  # there is room only under the chip
        chip, _wide = house_chip(side, left, y - 12, size=17.5)
        parts = [chip, text(left, y + 19, part, _SMALL, INK2, anchor="start")]
    parts.append(text(right, y + 13, total, 44, INK, weight=600, anchor="end", family=SERIF))
    parts.append(line([(left, TOP + HEAD - 10), (right, TOP + HEAD - 10)], INK, 2))
    lords, columns = tally.sides[side].counted, _columns(tally, side, width)
    each = (right - left - 16 * (columns - 1)) / columns
    top = TOP + HEAD
    for i, lord in enumerate(lords):
        down, across = divmod(i, columns)
        parts.append(_lord(view, lord, side, left + across * (each + 16), top + down * ROW, each))
    if not lords:
        parts.append(text(left, top + 42, _("nobody"), 15, INK3, anchor="start", family=SERIF, italic=True))
    top += max(1, math.ceil(len(lords) / columns)) * ROW
    parts.append(_london(tally, side, left, top, right))
    low = TOP + high - 14
    for fate, head, lines in reversed(_left_out(view, tally, side, width)):
        low -= 20 * len(lines)
        parts.append(token_svg(Piece(side, ""), left + 9, low - 5, 0.42, fate=fate))
        parts.append(text(left + 24, low, head, _SMALL, INK, weight=600, anchor="start"))
        parts += [text(left, low + 20 * (i + 1), words, _SMALL, INK2, anchor="start") for i, words in enumerate(lines)]
        low -= _NOTE
    return tag("g", *parts)


def _lord(view: View, lord: Counted, side: str, x: float, y: float, width: float) -> str:
    block = BLOCKS[lord.block]
    middle = y + ROW / 2 + (3 if block.kind == "heir" else 0)
    is_turned = any(piece.block == lord.block and piece.turned for piece in view.pieces)
    former = _("was {side}'s").format(side=other_side(side)) if is_turned else ""
    where = ", ".join(filter(None, (lord.place, lord.why, former)))
    room = width - 49 - 20
    token = Piece(side, lord.place, lord.block, block.steps, turned=is_turned)
    return tag(
        "g",
        token_svg(token, x + 21, middle, _SCALE, size="kingdom"),
        text(x + 49, y + ROW / 2 - 3, short_name(lord.block), _NAME, INK, weight=600, anchor="start", within=room),
        text(x + 49, y + ROW / 2 + 16, where, _SMALL, INK2, anchor="start", within=room),
        text(x + width - 2, y + ROW / 2 + 7, str(lord.points), 20, INK, weight=600, anchor="end"),
        line([(x, y + ROW), (x + width, y + ROW)], RULE),
        data_block=lord.block,
    )


def _why_london(tally: Tally, side: str, width: float) -> list[str]:
    london = tally.london
    words = london.why if london.holder in (side, "") else _("held by {side}").format(side=london.holder)
    return wrap(words or _("no block there"), _SMALL, width - 2 * _PAD - 75)


def _london(tally: Tally, side: str, left: float, y: float, right: float) -> str:
    """Draw the row of London, also where it counts 0, with the reason."""
    points = tally.london.points if tally.london.holder == side else 0
    ink = INK if points else INK2
    why = _why_london(tally, side, right - left + 2 * _PAD)
    low = y + LONDON + 18 * (len(why) - 1)
    return tag(
        "g",
        text(left + 21, y + 40, "+1", 18, ink, weight=600, family=SERIF),
        text(left + 49, y + 28, _("London"), _NAME, ink, weight=600, anchor="start"),
        *(text(left + 49, y + 47 + 18 * i, words, _SMALL, INK2, anchor="start") for i, words in enumerate(why)),
        text(right - 2, y + 41, str(points), 20, ink, weight=600, anchor="end"),
        line([(left, low), (right, low)], RULE),
    )


def _verdict(view: View, tally: Tally, x: float, y: float, width: float, high: float) -> str:
    """Draw the tally as a row of blank tokens with the mark of half, and its result."""
    left, right = x + 20, x + width - 20
    parts = [
        rect(x, y, width, high, PANEL),
        line([(x, y), (x, y + high)], RULE),
        line([(x, y), (x + width, y)], RULE),
        text(left, y + 26, _("Shadow tally") if tally.shadow else _("Tally"), _SMALL, INK3, anchor="start"),
    ]
    for side, at, anchor in (("Lancaster", left, "start"), ("York", right, "end")):
        words = f"{side} {tally.total(side)}" if anchor == "start" else f"{tally.total(side)} {side}"
        parts.append(text(at, y + 60, words, 24, INK, weight=600, anchor=anchor, family=SERIF))
    parts.append(_row_of_tokens(tally, left, y + 108, right - left))
    low = y + 204
    for words in _rule(view, tally, right - left):
        parts.append(text(left, low, words, 16, INK, anchor="start"))
        low += 23
    lines, top = _decision_lines(view, tally, right - left), low + 8
    box = rect(left, top, right - left, 27 * len(lines) + 26, "none", stroke=INK, stroke_width=2)
    rows = (
        text(left + 16, top + 33 + 27 * i, one, 20, INK, weight=600, anchor="start", family=SERIF)
        for i, one in enumerate(lines)
    )
    return tag("g", *parts, tag("g", box, *rows))


def _rule(view: View, tally: Tally, width: float) -> list[str]:
    """Return the rule of the count in lines; none after the end of the game."""
    rule = _("The Pretender needs more than the King. A tie keeps the crown where it is (rule 8.2).")
    if tally.shadow:
        rule = _("No count is made here: the game counts only at the end of a campaign (rule 8.2).")
    return wrap(rule, 16, width) if not view.winner else []


def _decision_lines(view: View, tally: Tally, width: float) -> list[str]:
    """Return the decision in lines for a box of a width in px."""
    return wrap(decision(view, tally), 20, width - 32, bold=True, family="serif")


def _row_of_tokens(tally: Tally, x: float, y: float, width: float) -> str:
    """Draw a blank token for each point, in one row or one row a side; the mark is at half of all."""
    points = [side for side in ("Lancaster", "York") for _point in range(tally.total(side))]
    if not points:
        return text(x + width / 2, y, _("no lord counts"), 15, INK3, family=SERIF, italic=True)
    one_row = len(points) <= _ONE_ROW
    longest = len(points) if one_row else max(tally.total(side) for side in tally.sides)
    step = min(45.0 if one_row else 32.0, width / longest)
    start = x + (width - step * longest) / 2 if one_row else x
    scale = min(0.92 if one_row else _TWO_SCALE, step / 46)
    far = 0.0 if one_row else _TWO_ROWS
    tokens = []
    for i, side in enumerate(points):
        across = i if one_row or side == "Lancaster" else i - tally.total("Lancaster")
        down = -far if side == "Lancaster" else far
        tokens.append(token_svg(Piece(side, ""), start + step * (across + 0.5), y + down, scale))
    half = start + step * len(points) / 2
    above, below, long = (27, 31, 13) if one_row else (34, 34, 8)
    mark = f"M{number(half)} {number(y - above - long)}V{number(y - above)}M{number(half)} {number(y + below)}v{long}"
    label = ngettext("half of {n} point", "half of {n} points", len(points)).format(n=len(points))
    parts = [tag("path", d=mark, stroke=INK, stroke_width=2.4)]
    parts.append(text(min(max(half, x + 60), x + width - 60), y + 58, label, _SMALL, INK2))
    return tag("g", *tokens, *parts)
