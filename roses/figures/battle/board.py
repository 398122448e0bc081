"""The battle board as SVG: York's line above, Lancaster's below, the axis of letters between."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

import msgspec

from roses.engine.i18n import gettext as _
from roses.engine.i18n import ngettext
from roses.figures.battle.layout import (
    ABOVE,
    AXIS,
    LETTERS,
    RESERVE,
    STRIP,
    TOP,
    UNSEEN,
    Column,
    Place,
    Plan,
    Standing,
    battle_of,
    line_up,
    plan,
    waits_for_round_2,
)
from roses.figures.battle.side_panel import SIDE, panel
from roses.figures.blocks.arms import SHAPE, arms_svg
from roses.figures.blocks.captions import counted_words, fate_words, other_side, results_of, short_name
from roses.figures.blocks.tokens import token_svg
from roses.figures.drawing.measure import text_width, wrap
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
from roses.figures.drawing.svg import PAGE, Svg, document, escape, hatch, line, rect, tag, text
from roses.richard.tables import BLOCKS
from roses.richard.view import BattleView, Piece, View

ARMS: Final = 26.0
_CHIP_EDGE: Final = "#8D8678"
_ROUNDS: Final = 4


def battle_svg(
    view: View,
    *,
    width: float = PAGE,
    side_panel: bool = False,
    results: Mapping[str, str] | None = None,
    left: Collection[str] = (),
) -> Svg:
    """Return the battle in hand as one SVG, ``width`` px wide; ``side_panel`` adds 330 px: decision and last events.

    ``results`` are the captions of blocks by id ("2 hits on Norfolk", "passed"); by default those of the last events.
    ``left`` are the ids of blocks that have left the field.
    ValueError where no battle is in hand.

    >>> import roses
    >>> battle = roses.battle("Leicester", {"Warwick": "Richmond"}, "Gloucester", scenario="1483")
    >>> "Gloucester" in battle_svg(battle.view())
    True
    """
    board = plan(view, width, left)
    battle = battle_of(view)
    standings = tuple(place.standing for place in board.places)
    lines = results_of(view.events) | dict(results or {})
    inside = [
        rect(0, 0, width, board.height, PAPER),
        *_ground(board),
        *_empty(board, standings, battle),
        _axis(board, standings, battle),
        _header(view, battle, width),
        *(_strip(board, side, standings, battle) for side in board.zones),
        *(_block(place, board, view, lines) for place in board.places),
    ]
    total = width
    if side_panel:
        inside.append(panel(view, standings, width, TOP, board.height))
        total += SIDE
    inside.append(tag("rect", x="0.5", y="0.5", width=total - 1, height=board.height - 1, fill="none", stroke=RULE))
    title = _("Battle in {area}").format(area=battle.area)
    return document(total, board.height, inside, title=title, description=describe(view))


def describe(view: View) -> str:
    """Return the board in words: round, defender, blocks on each side, who acts now."""
    battle = battle_of(view)
    standings = line_up(view)
    said = [_("Round {n} of 4.").format(n=battle.round) if battle.round else _("Before round 1.")]
    said += [f"{side} {strength(side, standings, battle)}." for side in ("York", "Lancaster")]
    said += [
        _acted(column, standings) for column in LETTERS if any(s.column == column and not s.fate for s in standings)
    ]
    if battle.letter:
        said.append(_("Now act the blocks of {side} at {letter}.").format(side=battle.turn, letter=battle.letter))
    named = ((s.piece.block, s) for s in standings if s.bonus and not s.fate)
    said += [f"{short_name(block)}: {counted_words(s.rating, s.bonus)}." for block, s in named if block]
    return " ".join(said)


def _acted(column: str, standings: tuple[Standing, ...]) -> str:
    """Return in a sentence how many blocks of each side have acted at a letter."""
    groups = {side: [s for s in standings if (s.column, s.side, s.fate) == (column, side, "")] for side in HOUSES}
    counts = [acted_said(side, group) for side, group in groups.items() if group]
    return _("At {letter}: {counts}.").format(letter=column, counts=", ".join(counts))


def acted_said(side: str, group: list[Standing]) -> str:
    """Return in words how many of a group have acted, such as "1 of 2 blocks of York has acted"."""
    acted = sum(s.piece.acted for s in group)
    said = ngettext(
        "{acted} of {n} block of {side} has acted", "{acted} of {n} blocks of {side} have acted", len(group)
    )
    return said.format(acted=acted, n=len(group), side=side)


def strength(side: str, standings: tuple[Standing, ...], battle: BattleView) -> str:
    """Return in words whether a side attacks or defends, from where, and with how many blocks."""
    return " · ".join(does(side, standings, battle))


def does(side: str, standings: tuple[Standing, ...], battle: BattleView, *, brief: bool = False) -> tuple[str, str]:
    """Return in words whether a side attacks or defends and from where, and with how many blocks.

    In a ``brief`` answer more than one area is a number.
    """
    mine = [s for s in standings if s.side == side and not s.fate]
    waiting = sum(s.column == RESERVE for s in mine)
    count = _("{n} in line").format(n=len(mine) - waiting)
    count += _(", {n} in reserve").format(n=waiting) if waiting else ""
    if side != battle.attacker:
        return _("defends"), count
    ways = list(dict.fromkeys(_other_end(entry, battle.area) for entry in battle.entries if entry not in battle.relief))
    if brief and len(ways) > 1:
        return _("attacks from {n} sides").format(n=len(ways)), count
    return _("attacks from {areas}").format(areas=", ".join(ways)) if ways else _("attacks"), count


def _other_end(entry: str, area: str) -> str:
    ends = [end for end in entry.split("/") if end != area]
    return _("the sea") if entry == "sea" else (ends or [entry])[0]


def _header(view: View, battle: BattleView, width: float) -> str:
    title = _("Battle in {area}").format(area=battle.area)
    parts = [rect(0, 0, width, TOP, PANEL), line([(0, TOP), (width, TOP)], RULE)]
    parts.append(text(15, 26, title, 18, INK, weight=600, anchor="start", family=SERIF, within=width - 230))
    when = _("campaign {campaign}, turn {turn}").format(campaign=view.campaign, turn=view.turn)
    left = 15 + text_width(title, 18, bold=True, family="serif") + 14
    if left + text_width(when, 14.5) < width - 215:
        parts.append(text(left, 26, when, 14.5, INK2, anchor="start"))
    parts.append(text(width - 148, 25, _("Round"), 15, INK2, anchor="end"))
    for n in range(1, _ROUNDS + 1):
        x, now = width - 124 + 32 * (n - 1), n == battle.round
        parts.append(
            tag(
                "circle",
                cx=float(x),
                cy=20.0,
                r=13.0,
                fill=AMBER if now else PANEL,
                stroke=INK if now else INK3,
                stroke_width=2 if now else 1,
            )
        )
        parts.append(text(x, 25, str(n), 14, INK if now else INK2, weight=600))
    return tag("g", *parts)


def house_chip(side: str, x: float, y: float, *, size: float = 19) -> tuple[str, float]:
    """Return the name of a side in its colours, left edge ``x`` and middle ``y`` px, and the chip's width."""
    look = HOUSES[side]
    wide = text_width(side, size, bold=True, family="serif") + 14
    box = rect(x, y - size * 0.74, wide, size * 1.48, look.fill, stroke=look.edge, stroke_width=2, rx=3)
    return tag("g", box, text(x + wide / 2, y + size * 0.33, side, size, look.ink, weight=600, family=SERIF)), wide


def _strip(board: Plan, side: str, standings: tuple[Standing, ...], battle: BattleView) -> str:
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


def _ground(board: Plan) -> list[str]:
    """Draw the two halves, the hatching of the reserve, and hairlines between the columns."""
    parts = []
    reserve = board.columns[-1]
    for side, (top, bottom) in board.zones.items():
        parts.append(rect(0, top, reserve.x, bottom - top, HOUSES[side].ground))
        parts.append(rect(reserve.x, top, reserve.width, bottom - top, RESERVE_GROUND))
        parts.append(hatch(reserve.x, top, reserve.width, bottom - top, 12, RESERVE_HATCH, 2))
        parts += [line([(c.x, top), (c.x, bottom)], RULE) for c in board.columns[1:-1]]
        parts.append(line([(reserve.x, top), (reserve.x, bottom)], INK3, 2, stroke_dasharray="6 4"))
    return parts


def _empty(board: Plan, standings: tuple[Standing, ...], battle: BattleView) -> list[str]:
    """Write into the empty cells why they are empty."""
    parts = []
    for column in board.columns:
        for side, (top, bottom) in board.zones.items():
            if any(s.column == column.name and s.side == side for s in standings):
                continue
            words = empty_words(column.name, side, standings, battle)
            x, y = column.x + column.width / 2, (top + bottom) / 2
            room = max(column.width - 6, 58)
            written = wrap(words, 13.5, room, family="serif") if column.width > 60 else [words]
            parts += [
                text(
                    x,
                    y + (i - (len(written) - 1) / 2) * 17,
                    word,
                    13.5,
                    INK3,
                    family=SERIF,
                    italic=True,
                    within=column.width - 3,
                )
                for i, word in enumerate(written)
            ]
    return parts


def empty_words(column: str, side: str, standings: tuple[Standing, ...], battle: BattleView) -> str:
    """Return in words why a side has no block in a column."""
    if column == "D" and side in waits_for_round_2(standings, battle):
        return _("bombard from round 2")
    return _("empty") if column == RESERVE else _("none")


def _axis(board: Plan, standings: tuple[Standing, ...], battle: BattleView) -> str:
    """Draw the bar with the letters, and how many of each group have acted."""
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
        groups = [(side, g) for side in (first, other_side(first)) if (g := _group(column, side, standings))]
        parts += _counters(column, groups, battle, y)
    return tag("g", *parts)


def _group(column: Column, side: str, standings: tuple[Standing, ...]) -> list[Standing]:
    return [s for s in standings if s.column == column.name and s.side == side and not s.fate]


def _counters(column: Column, groups: list[tuple[str, list[Standing]]], battle: BattleView, y: float) -> list[str]:
    """Draw the letter of a column and, for each group in its order, a counter: blocks that acted / all."""
    letter = "" if column.name == UNSEEN else column.name
    longest = max((len(side) for side, _group in groups), default=0)
    short = {"York": _("York"), "Lancaster": _("Lanc.")} if column.width >= 200 else {"York": "Y", "Lancaster": "L"}
    words = [acted_words(short[side], group) for side, group in groups]
    wide = (74 if longest and column.width >= 200 else 42) if column.name != UNSEEN else 0
    stacked = 26 + len(groups) * (wide + 4) > column.width - 4
    across = 0 if not wide else (wide + 6 if stacked else len(groups) * (wide + 6))
    left = column.x + column.width / 2 - (22 + across) / 2
    parts = [
        text(
            left + 11 if letter else column.x + column.width / 2,
            y + 8,
            letter or _("unseen"),
            24 if letter else 15,
            WHITE,
            weight=600,
            family=SERIF,
        )
    ]
    for i, ((side, present), word) in enumerate(zip(groups, words, strict=True)):
        if not wide:
            break
        x = left + 28 + (0 if stacked else i * (wide + 6))
        middle = y + (i - (len(groups) - 1) / 2) * 19.5 if stacked else y
        now = column.name == battle.letter and side == battle.turn
        parts.append(counter(word, acted_said(side, present), x, middle, wide, now=now, high=18 if stacked else 23))
    return parts


def acted_words(side: str, group: list[Standing]) -> str:
    """Return how many of a group have acted, such as "York 1/2"."""
    return f"{side} {sum(s.piece.acted for s in group)}/{len(group)}"


def counter(words: str, said: str, x: float, y: float, wide: float, *, now: bool, high: float) -> str:
    """Draw how many of a group have acted: left edge ``x``, middle ``y``, width and height in px; ``now`` it acts.

    ``said`` are the same words at length, for the title.
    """
    box = rect(x, y - high / 2, wide, high, AMBER if now else "none", stroke=AMBER if now else _CHIP_EDGE, rx=high / 2)
    written = text(x + wide / 2, y + 4.6, words, 13, INK if now else "#F1ECE2", weight=600, within=wide - 8)
    return tag("g", tag("title", escape(said)), box, written)


def _block(place: Place, board: Plan, view: View, results: Mapping[str, str]) -> str:
    """Draw a token with its arms and captions."""
    standing, scale = place.standing, board.scale
    piece = msgspec.structs.replace(standing.piece, reserve=False, moved=False)
    beside = board.compact and piece.block is not None
    centre = place.x + (ARMS * SHAPE + 4) / 2 if beside else place.x
    middle = place.y + (42.5 if standing.piece.side == "York" else 36) * scale
    acts, fate, rating, bonus = standing.acts, standing.fate, standing.rating, standing.bonus
    token = token_svg(piece, centre, middle, scale, size="board", acting=acts, fate=fate, rating=rating, bonus=bonus)
    parts = [token]
    low = place.y + 75.5 * scale
    if piece.block is not None:
        x = centre - 20 * scale - 5 - ARMS * SHAPE if beside else place.x - ARMS * SHAPE / 2
        y = middle + 22 * scale - ARMS if beside else place.y + 76 * scale
        arms = arms_svg(piece.block, ARMS, x=round(x, 1), y=round(y, 1), prefix="battle")
        parts.append(tag("g", arms, opacity=0.45) if standing.fate else arms)
    return tag("g", *parts, *_captions(place, board, low + (14 if board.compact else ARMS + 18), view, results))


def _captions(place: Place, board: Plan, y: float, view: View, results: Mapping[str, str]) -> list[str]:
    standing, room = place.standing, board.slot - 5
    block = standing.piece.block
    name = short_name(block) if block else _("unseen")
    lines = outcome(standing, room, results.get(block or "", ""))
    part = role(standing, view)
    written = [text(place.x, y, name, 14, INK2 if standing.fate else INK, weight=600, within=room)]
    if part and not (board.compact and lines):
        written.append(text(place.x, y + 17, part, 13.5, INK2, family=SERIF, italic=True, within=room))
    low = y + (17 if board.compact else 34)
    for i, (words, bold) in enumerate(lines):
        written.append(text(place.x, low + 16.5 * i, words, 13.5, INK, weight=600 if bold else 400, within=room))
    return written


def outcome(standing: Standing, room: float, result: str) -> list[tuple[str, bool]]:
    """Return at most two lines: what the block did this round, what it may do, or its fate."""
    if standing.acts:
        return [(_("to act now"), True), (result, False)]
    if standing.fate and not result:
        result = fate_words(standing.fate)
    head, on, target = result.partition(_(" on "))
    if on:
        return [(head, True), (on.strip() + " " + target, False)]
    first, *more = wrap(result, 13.5, room) or [""]
    return [(words, False) for words in (first, " ".join(more)) if words]


def role(standing: Standing, view: View) -> str:
    """Return the role of a block in a few words, if its token does not show it, and what makes it fire better."""
    if standing.piece.block is None or standing.fate:
        return ""
    return ", ".join(filter(None, (_title(standing.piece, view, bool(standing.bonus)), standing.bonus)))


def _title(piece: Piece, view: View, brief: bool) -> str:
    """Return the role of a block that is seen; in a ``brief`` answer not what the outline of its token says too."""
    kind = BLOCKS[piece.block or ""].kind
    battle = view.battle
    if kind == "bombard" and battle and battle.round < 2:
        return _("at A in round 1")
    if piece.turned:
        return _("was {side}'s").format(side=other_side(piece.side))
    titles = {view.king: _("the King"), view.pretender: _("the Pretender")}
    kinds = {"levy": _("levy"), "church": _("archbishop"), "mercenary": _("mercenaries")}
    return titles.get(piece.block or "", "" if brief else kinds.get(kind, ""))
