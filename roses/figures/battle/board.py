"""The wide battle board as SVG: York stands above and Lancaster below an axis with the letters of the ratings."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

import msgspec

from roses.engine.i18n import gettext as _
from roses.figures.battle import (
    ABOVE,
    AXIS,
    BLOW,
    RESERVE,
    STRIP,
    TOP,
    UNSEEN,
    Column,
    Place,
    Plan,
    Sign,
    Standing,
    acted_sentence,
    acted_words,
    battle_of,
    describe,
    empty_words,
    key_height,
    outcome_lines,
    plan,
    role_words,
    strength,
)
from roses.figures.battle.course import Course, Deed, course_of
from roses.figures.battle.dice import GAP, die, is_hit
from roses.figures.blocks import other_side, results_of, short_name
from roses.figures.blocks.cards import SHAPE, arms_svg
from roses.figures.blocks.tokens import token_svg
from roses.figures.drawing import text_width, wrap
from roses.figures.drawing.geometry import Point
from roses.figures.drawing.palette import (
    AMBER,
    HOUSES,
    INK,
    INK2,
    INK3,
    PANEL,
    PAPER,
    RESERVE_BAR,
    RESERVE_GROUND,
    RESERVE_HATCH,
    RULE,
    SERIF,
    WHITE,
)
from roses.figures.drawing.svg import PAGE, Svg, document, escape, hatch, line, number, rect, tag, text
from roses.richard.tables import BLOCKS
from roses.richard.view import BattleView, View

_ROUNDS: Final = 4
_COUNTER_EDGE: Final = "#8D8678"

ARMS: Final = 26.0  # px: height of a coat of arms


# ---- the wide board


def battle_svg(
    view: View,
    *,
    width: float = PAGE,
    results: Mapping[str, str] | None = None,
    left: Collection[str] = (),
    course: Course | None = None,
) -> Svg:
    """Return the current battle as one SVG ``width`` px wide.

    ``results`` are the captions of blocks by id ("2 hits on Norfolk", "passed"), ``course`` is how the battle goes; by
    default both are those of the last events. ``left`` are the ids of blocks that have left the field.
    ValueError where no battle is being fought.

    >>> import roses
    >>> battle = roses.battle("Leicester", {"Warwick": "Richmond"}, "Gloucester", scenario="1483")
    >>> "Gloucester" in battle_svg(battle.view())
    True
    """
    board = plan(view, width, left)
    battle = battle_of(view)
    standings = tuple(place.standing for place in board.places)
    captions = results_of(view.events) | dict(results or {})
    course = course or course_of(view, view.events, view.events)
    inside = [
        rect(0, 0, width, board.height, PAPER),
        *_ground(board, standings, battle),
        _verdict(board, course) if course.won else _axis(board, standings, battle),
        _header(view, battle, course.round, width),
        _blow(course, quiet_lines(course, standings, battle), width),
        key_strip(width, board.height - STRIP - key_height(board.key), board.key),
        *(_strip(board, side, standings, battle) for side in board.zones),
        *(_block(place, board, view, captions) for place in board.places),
    ]
    inside.append(tag("rect", x="0.5", y="0.5", width=width - 1, height=board.height - 1, fill="none", stroke=RULE))
    title = _("Battle in {area}").format(area=battle.area)
    words = " ".join((describe(view), *course.sentences()))
    return document(width, board.height, inside, title=title, description=words)


def _header(view: View, battle: BattleView, present: int, width: float) -> str:
    """Draw the title, the turn where it has room, and four circles for the rounds, the present one in amber."""
    title = _("Battle in {area}").format(area=battle.area)
    parts = [rect(0, 0, width, TOP, PANEL), line([(0, TOP), (width, TOP)], RULE)]
    parts.append(text(15, 26, title, 18, INK, weight=600, anchor="start", family=SERIF, within=width - 230))
    when = _("campaign {campaign}, turn {turn}").format(campaign=view.campaign, turn=view.turn)
    left = 15 + text_width(title, 18, bold=True, family="serif") + 14
    if left + text_width(when, 14.5) < width - 215:
        parts.append(text(left, 26, when, 14.5, INK2, anchor="start"))
    parts.append(text(width - 148, 25, _("Round"), 15, INK2, anchor="end"))
    for n in range(1, _ROUNDS + 1):
        x, now = width - 124 + 32 * (n - 1), n == present
        look = (
            {"fill": AMBER, "stroke": INK, "stroke_width": 2}
            if now
            else {"fill": PANEL, "stroke": INK3, "stroke_width": 1}
        )
        parts.append(tag("circle", cx=float(x), cy=20.0, r=13.0, **look))
        parts.append(text(x, 25, str(n), 14, INK if now else INK2, weight=600))
    return tag("g", *parts)


def house_chip(side: str, x: float, y: float, *, size: float = 19) -> tuple[str, float]:
    """Return a chip with the name of a side in its colours, and its width; ``x`` is its left edge, ``y`` its middle."""
    look = HOUSES[side]
    wide = text_width(side, size, bold=True, family="serif") + 14
    box = rect(x, y - size * 0.74, wide, size * 1.48, look.fill, stroke=look.edge, stroke_width=2, rx=3)
    return tag("g", box, text(x + wide / 2, y + size * 0.33, side, size, look.ink, weight=600, family=SERIF)), wide


def _strip(board: Plan, side: str, standings: tuple[Standing, ...], battle: BattleView) -> str:
    """Draw the strip of a side at the upper or lower edge: its name, and what it does with how many blocks."""
    y = TOP if side == ABOVE else board.height - STRIP
    chip, wide = house_chip(side, 16, y + STRIP / 2)
    words = strength(side, standings, battle)
    edge = y + STRIP if side == ABOVE else y
    return tag(
        "g",
        rect(0, y, board.width, STRIP, PAPER),
        line([(0, edge), (board.width, edge)], RULE),
        chip,
        text(28 + wide, y + 23, words, 15, INK2, anchor="start", within=board.width - wide - 40),
    )


def _ground(board: Plan, standings: tuple[Standing, ...], battle: BattleView) -> list[str]:
    """Draw the two halves with the columns and the reserve, and write into each empty cell why it is empty."""
    parts = []
    reserve = board.columns[-1]
    for side, (top, bottom) in board.zones.items():
        parts.append(rect(0, top, reserve.x, bottom - top, HOUSES[side].ground))
        parts.append(rect(reserve.x, top, reserve.width, bottom - top, RESERVE_GROUND))
        parts.append(hatch(reserve.x, top, reserve.width, bottom - top, 12, RESERVE_HATCH, 2))
        parts += [line([(c.x, top), (c.x, bottom)], RULE) for c in board.columns[1:-1]]
        parts.append(line([(reserve.x, top), (reserve.x, bottom)], INK3, 2, stroke_dasharray="6 4"))
    for column in board.columns:
        for side, (top, bottom) in board.zones.items():
            if any(s.column == column.name and s.side == side for s in standings):
                continue
            words = empty_words(column.name, side, standings, battle)
            x, y = column.x + column.width / 2, (top + bottom) / 2
            if text_width(words, 13.5, family="serif") > column.width - 8 and " " not in words:
                dash = line([(x - 6, y), (x + 6, y)], INK3, 1.5)
                parts.append(tag("g", tag("title", escape(words)), dash))
                continue
            lines = wrap(words, 13.5, max(column.width - 6, 58), family="serif") if column.width > 60 else [words]
            for i, row in enumerate(lines):
                low, room = y + (i - (len(lines) - 1) / 2) * 17, column.width - 3
                parts.append(text(x, low, row, 13.5, INK3, family=SERIF, italic=True, within=room))
    return parts


def _axis(board: Plan, standings: tuple[Standing, ...], battle: BattleView) -> str:
    """Draw the bar with the letters, and how many blocks of each group have acted."""
    parts = [rect(0, board.axis, board.width, AXIS, INK)]
    first = other_side(battle.attacker)
    for column in board.columns:
        middle, y = column.x + column.width / 2, board.axis + AXIS / 2
        if column.name == RESERVE:
            parts.append(rect(column.x, board.axis, column.width, AXIS, RESERVE_BAR))
            parts.append(text(middle, y + 5, _("Reserve"), 15, WHITE, weight=600, within=column.width - 8))
            continue
        if column.x:
            parts.append(line([(column.x, board.axis), (column.x, board.axis + AXIS)], "#6B6459"))
        groups = []
        for side in (first, other_side(first)):
            if group := [s for s in standings if s.column == column.name and s.side == side and not s.fate]:
                groups.append((side, group))
        parts += _counters(column, groups, battle, y)
    return tag("g", *parts)


def _counters(column: Column, groups: list[tuple[str, list[Standing]]], battle: BattleView, y: float) -> list[str]:
    """Draw the letter of a column and a counter for each of its groups, in order: blocks that acted, of how many."""
    letter = "" if column.name == UNSEEN else column.name
    short = {"York": _("York"), "Lancaster": _("Lanc.")} if column.width >= 200 else {"York": "Y", "Lancaster": "L"}
    wide = (74 if groups and column.width >= 200 else 42) if letter else 0
    two_rows = 26 + len(groups) * (wide + 4) > column.width - 4
    across = 0 if not wide else (wide + 6 if two_rows else len(groups) * (wide + 6))
    left = column.x + column.width / 2 - (22 + across) / 2
    if letter:
        parts = [text(left + 11, y + 8, letter, 24, WHITE, weight=600, family=SERIF)]
    else:
        parts = [text(column.x + column.width / 2, y + 8, _("unseen"), 15, WHITE, weight=600, family=SERIF)]
    for i, (side, group) in enumerate(groups if letter else ()):
        x = left + 28 + (0 if two_rows else i * (wide + 6))
        middle = y + (i - (len(groups) - 1) / 2) * 19.5 if two_rows else y
        now = column.name == battle.letter and side == battle.turn
        words, sentence = acted_words(short[side], group), acted_sentence(side, group)
        parts.append(counter(words, sentence, x, middle, wide, now=now, high=18 if two_rows else 23))
    return parts


def counter(words: str, sentence: str, x: float, y: float, wide: float, *, now: bool, high: float) -> str:
    """Draw a counter with its left edge at ``x`` and its middle at ``y`` px; ``now``: the group acts now.

    ``words`` say how many blocks of the group have acted, ``sentence`` the same at length, for the title.
    """
    box = rect(
        x, y - high / 2, wide, high, AMBER if now else "none", stroke=AMBER if now else _COUNTER_EDGE, rx=high / 2
    )
    label = text(x + wide / 2, y + 4.6, words, 13, INK if now else "#F1ECE2", weight=600, within=wide - 8)
    return tag("g", tag("title", escape(sentence)), box, label)


def _block(place: Place, board: Plan, view: View, results: Mapping[str, str]) -> str:
    """Draw a token with its arms beside it and its captions below."""
    standing, scale = place.standing, board.scale
    piece = msgspec.structs.replace(standing.piece, reserve=False, moved=False)
    centre = place.x + (ARMS * SHAPE + 4) / 2 if piece.block is not None else place.x
    middle = place.y + (42.5 if standing.piece.side == "York" else 36) * scale
    token = token_svg(
        piece, centre, middle, scale, size="board", acting=standing.acts, fate=standing.fate,
        rating=standing.rating, bonus=standing.bonus,
    )  # fmt: skip
    parts = [token]
    if piece.block is not None:
        x, y = centre - 20 * scale - 5 - ARMS * SHAPE, middle + 22 * scale - ARMS
        arms = arms_svg(piece.block, ARMS, x=round(x, 1), y=round(y, 1), prefix="battle")
        parts.append(tag("g", arms, opacity=0.45 if standing.fate else None))

    room, block = board.slot - 5, piece.block
    y = place.y + 75.5 * scale + 14
    name = short_name(block) if block else _("unseen")
    parts.append(text(place.x, y, name, 14, INK2 if standing.fate else INK, weight=600, within=room))
    lines = outcome_lines(standing, room, results.get(block or "", ""))
    role = role_words(standing, view)
    low = y + 17
    if role and not (board.compact and lines):
        parts.append(text(place.x, low, role, 13.5, INK2, family=SERIF, italic=True, within=room))
        low += 17
    for i, (words, bold) in enumerate(lines):
        parts.append(text(place.x, low + 16.5 * i, words, 13.5, INK, weight=600 if bold else 400, within=room))
    return tag("g", *parts, **movement_data(standing, place.x, place.y))


def movement_data(standing: Standing, x: float, y: float) -> dict[str, object]:
    """Return the attributes by which a page finds a block on the next board, at ``x``, ``y`` px, and what became of it.

    A block that is not seen has none.
    """
    piece = standing.piece
    if piece.block is None:
        return {}
    block = BLOCKS[piece.block]
    steps = 0 if standing.fate else block.steps if piece.steps is None else piece.steps
    from_block = block.pair if piece.turned else None
    return {
        "data_block": block.id, "data_at": f"{number(x)} {number(y)}", "data_steps": steps,
        "data_side": standing.side, "data_fate": standing.fate or None, "data_was": from_block,
    }  # fmt: skip


# ---- the last blow, the verdict, and the key


def quiet_lines(course: Course, standings: tuple[Standing, ...], battle: BattleView) -> tuple[str, str]:
    """Return two lines for a board without a blow: that the battle is over, or who acts now and who acts first."""
    if course.won:
        return _("The battle is over"), ""
    acting = [short_name(s.piece.block) for s in standings if s.acts and s.piece.block]
    order = _("All at A act first, then B, C and D; in each the defender, {side}, first.").format(
        side=other_side(battle.attacker)
    )
    if not acting:
        return _("Before round 1") if not course.round else _("Round {n}").format(n=course.round), order
    head = _("Now {side} acts at {letter}: {names}")
    return head.format(side=battle.turn, letter=battle.letter, names=", ".join(acting)), order


def _blow(course: Course, quiet: tuple[str, str], width: float) -> str:
    """Draw the band with the last blow: who strikes whom, large dice, what follows; in small below, what was before."""
    top, deed = TOP + STRIP, course.blow
    parts = [rect(0, top, width, BLOW, PANEL), line([(0, top + BLOW), (width, top + BLOW)], INK3)]
    if deed is None:
        head, order = quiet
        y, room = top + (38 if order else 54), width - 36
        parts.append(text(18, y, head, 22, weight=600, anchor="start", family=SERIF, within=room))
        parts.append(text(18, top + 66, order, 15, INK2, anchor="start", within=room))
        return tag("g", *parts, **{"class": "roses-blow"})
    event, n = deed.event, len(deed.event.dice)
    look = HOUSES[event.side]
    parts.append(rect(0, top, 7, BLOW, look.fill, stroke=look.edge))
    high, y = (60.0, top + 16) if len(course.deeds) == 1 else (50.0, top + 9)
    size = min(high, width * 0.4 / max(1, n) - GAP)
    wide = n * (size + GAP) - GAP if n else 0.0
    left, shield = (width - wide) / 2, high * SHAPE
    striker, targets = event.block, deed.targets
    if striker in BLOCKS:
        parts.append(arms_svg(striker, high, x=18, y=y, prefix="blow"))
    room = (left - 14 if n else width - 80) - 28 - shield
    parts += headed_lines(deed.head(), [deed.terms()], (28 + shield, y), (room, high))
    for i, face in enumerate(deed.event.dice):
        x, hit = left + i * (size + GAP), is_hit(face, deed.hits_on, even=deed.is_treachery)
        parts.append(tag("g", die(face, x, y + (high - size) / 2, size, hit=hit), **{"class": "roses-die"}))
    if n:
        x, right = left + wide + 14, width - 12.0
        if len(targets) == 1 and targets[0] in BLOCKS:
            right -= shield + 10
            parts.append(arms_svg(targets[0], high, x=round(right + 6, 1), y=y, prefix="struck"))
        came = headed_lines(deed.score(), deed.results(), (x, y), (right - x, high))
        parts.append(tag("g", *came, **{"class": "roses-came"}))
    parts += _before(course, width, top + 76)
    return tag("g", *parts, **blow_data(deed))


def blow_data(deed: Deed | None) -> dict[str, object]:
    """Return the attributes by which a page finds the last blow, the block that strikes and the one that is struck."""
    names: dict[str, object] = {"class": "roses-blow"}
    if deed and deed.event.dice:
        names |= {"data_by": deed.event.block or None, "data_on": next(iter(deed.targets), None)}
    return names


def headed_lines(head: str, more: list[str], at: Point, room: Point) -> list[str]:
    """Write a bold head of at most two lines and small lines below it from ``at`` down, in ``room``, all in px."""
    (x, top), (wide, high) = at, room
    head = head[:1].upper() + head[1:]
    fits = text_width(head, 20, bold=True, family="serif") <= wide
    heads = [head] if fits else wrap(head, 17, wide, bold=True, family="serif")[:2]
    size = 20.0 if fits else 17.0
    rows = [row for words in more if words for row in wrap(words, 13.5, wide)]
    rows = rows if len(rows) + len(heads) <= 3 else [words for words in more if words][: 3 - len(heads)]
    y = top + (high - (len(heads) * size * 1.15 + len(rows) * 16)) / 2
    parts = []
    for words in heads:
        y += size * 1.15
        parts.append(text(x, y - size * 0.25, words, size, weight=600, anchor="start", family=SERIF, within=wide))
    for words in rows:
        y += 16
        parts.append(text(x, y - 3, words, 13.5, INK2, anchor="start", within=wide))
    return parts


def _before(course: Course, width: float, y: float) -> list[str]:
    """Write the other deeds of the step in a line with small dice, the latest ones where there is no room for all."""
    others = [deed for deed in course.deeds if deed is not course.blow]
    if not others:
        return []
    kicker, room = _("Also:"), width - 78
    parts = [text(18, y + 5, kicker, 13, INK3, anchor="start")]
    entries = []
    for deed in reversed(others):
        words = deed.head()
        wide = len(deed.event.dice) * 17 + text_width(words, 13) + 20
        if room < wide:
            break
        room -= wide
        entries.append((deed, words))
    x = 18 + text_width(kicker, 13) + 10
    for deed, words in reversed(entries):
        drawn = []
        for face in deed.event.dice:
            drawn.append(die(face, x, y - 7.5, 15, hit=is_hit(face, deed.hits_on, even=deed.is_treachery)))
            x += 17
        drawn.append(text(x + 3, y + 5, words, 13, INK2, anchor="start"))
        x += 20 + text_width(words, 13)
        parts.append(tag("g", *drawn, **{"class": "roses-earlier"}, data_on=",".join(deed.targets) or None))
    return parts


def _verdict(board: Plan, course: Course) -> str:
    """Draw the banner between the lines in the colours of the side that has won, with what it means for the crown."""
    look, room, x = HOUSES[course.won], board.width - 40, board.width / 2
    (head, *more), ground = course.verdict, look.dark
    box = rect(1.5, board.axis - 3, board.width - 3, AXIS + 6, ground, stroke=look.edge, stroke_width=3)
    first = text(x, board.axis + 17, head, 20, WHITE, weight=600, family=SERIF, within=room)
    second = text(x, board.axis + 36, " ".join(more), 15.5, WHITE, weight=600, family=SERIF, within=room)
    bar = rect(0, board.axis, board.width, AXIS, INK)
    return bar + tag("g", box, first, second, **{"class": "roses-verdict"})


def _sign(sign: str, x: float, y: float) -> str:
    """Draw a sign of the key with its middle at ``x``, ``y`` px."""
    if sign == "steps":
        return tag(
            "g", *(rect(x - 15 + 10.5 * i, y - 4.5, 8.5, 8.5, INK if i < 2 else "none", stroke=INK) for i in range(3))
        )
    if sign == "reserve":
        box = rect(x - 15, y - 12, 30, 24, RESERVE_GROUND, stroke=INK3, stroke_dasharray="6 4")
        return tag("g", box, hatch(x - 15, y - 12, 30, 24, 12, RESERVE_HATCH, 2))
    look = {"A–D": (INK, WHITE, 3.0), "1/2": (INK, WHITE, 11.0)}.get(sign, ("none", INK, 0.0))
    box = rect(x - 15, y - 11, 30, 22, look[0], rx=look[2])
    return tag("g", box, text(x, y + 5, sign, 16 if sign == "B3" else 13, look[1], weight=600))


def key_strip(width: float, top: float, rows: Sequence[Sequence[Sign]]) -> str:
    """Draw rows of signs with what they mean from ``top`` px down."""
    parts = [rect(0, top, width, key_height(rows), PANEL), line([(0, top), (width, top)], INK3)]
    y = top + 2
    for row in rows:
        high = key_height([row]) - 4
        for sign in row:
            parts.append(_sign(sign.name, sign.x + 20, y + high / 2))
            for i, words in enumerate(sign.lines):
                low = y + high / 2 + (i - (len(sign.lines) - 1) / 2) * 15 + 4.5
                parts.append(text(sign.x + 40, low, words, 12.5, INK2, anchor="start"))
        y += high
    return tag("g", *parts)
