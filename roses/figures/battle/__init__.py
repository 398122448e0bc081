"""The battle board: who stands where, in px and in words.

``line_up`` gives the blocks of a battle in their columns by letter, ``plan`` their places, and ``describe`` says the
same in words. ``course`` tells how it goes, ``board`` draws it, and ``dice`` draws rolls.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import Final

import msgspec

from roses.engine.i18n import gettext as _
from roses.engine.i18n import ngettext
from roses.figures.blocks import Fate, fate_words, other_side, rating_here, short_name
from roses.figures.drawing import wrap
from roses.figures.drawing.palette import HOUSES
from roses.richard.tables import BLOCKS
from roses.richard.view import BattleView, Piece, View

SIDES: Final = ("York", "Lancaster")
ABOVE: Final = "York"
RESERVE: Final = "Reserve"
UNSEEN: Final = "?"
LETTERS: Final = ("A", "B", "C", "D")

# lengths in px
TOP: Final = 40.0
STRIP: Final = 36.0
AXIS: Final = 42.0
BLOW: Final = 92.0  # height of the band for the last blow, over York's half
LEAST_SLOT: Final = 92.0
_MOST_SLOT: Final = 118.0
_EMPTY: Final = 36.0  # width of a column in which nobody stands,
_EMPTY_RESERVE: Final = 84.0  # of the reserve,
_BOMBARD_LATER: Final = 68.0  # and of column D where a bombard will stand
_PAD: Final = 12.0  # in a half, above and below its rows

_KINDS: Final = ("heir", "noble", "church", "levy", "mercenary", "bombard", "rebel")


class Standing(msgspec.Struct, frozen=True):
    """A block on the board: in which column and half, what has become of it, and whether it may act now.

    ``rating`` is the combat rating that counts here; ``bonus`` says why it is another than the printed one, "" where it
    is not.
    """

    piece: Piece
    side: str
    column: str
    fate: Fate = ""
    acts: bool = False
    rating: str = ""
    bonus: str = ""


class Column(msgspec.Struct, frozen=True):
    """A column of the board: ``x`` and ``width`` in px, and how many tokens stand side by side in it."""

    name: str
    x: float
    width: float
    slots: int


class Place(msgspec.Struct, frozen=True):
    """Where a block stands: the centre of its slot ``x`` and the top of its row ``y``, px."""

    standing: Standing
    x: float
    y: float


class Sign(msgspec.Struct, frozen=True):
    """A sign of the key, such as "B3", its left edge ``x`` in px, and what it means, in lines."""

    name: str
    x: float
    lines: tuple[str, ...]


class Plan(msgspec.Struct, frozen=True):
    """The whole board in px: ``slot`` and ``row`` are width and height of a token with caption, ``scale`` px per u.

    ``key`` are the rows of the key under it.
    """

    width: float
    height: float
    scale: float
    slot: float
    row: float
    compact: bool
    columns: tuple[Column, ...]
    places: tuple[Place, ...]
    zones: dict[str, tuple[float, float]]
    axis: float
    key: tuple[tuple[Sign, ...], ...]


def side_of(piece: Piece, view: View) -> str:
    """Return York or Lancaster for every piece; a Rebel stands with the Pretender."""
    return other_side(view.king_side) if piece.side == "Rebel" else piece.side


def column_of(piece: Piece, battle: BattleView) -> str:
    """Return the column a block stands in; a bombard stands at A until round 1 is over.

    >>> column_of(Piece("York", "Kent", "Bombard/Y"), BattleView("Kent", "York", 2))
    'D'
    """
    if piece.reserve:
        return RESERVE
    if piece.block is None:
        return UNSEEN
    block = BLOCKS[piece.block]
    return "A" if block.kind == "bombard" and battle.round < 2 else block.initiative


def battle_of(view: View) -> BattleView:
    """Return the current battle; ValueError where there is none."""
    if view.battle is None:
        raise ValueError("no battle is being fought: view.battle is None")
    return view.battle


def line_up(view: View, left: Collection[str] = ()) -> tuple[Standing, ...]:
    """Return all blocks of the current battle in an order that does not change while it lasts.

    The eliminated keep their places, and so do the former version of a block that changed sides, and the blocks in
    ``left``, which have left the field.

    ValueError where no battle is being fought.
    """
    battle = battle_of(view)
    living = [p for p in view.pieces if p.place == battle.area and not (p.prisoner or p.face_down)]
    present = {piece.block for piece in living}
    fates: dict[str, Fate] = {name: "left" for name in left if name not in present}
    fates |= {BLOCKS[p.block].pair: "turned" for p in living if p.turned and p.block}
    fates |= dict.fromkeys(battle.fallen, "fallen")
    standings = [_standing(p, view, battle) for p in living]
    for name, fate in fates.items():
        standing = _standing(Piece(BLOCKS[name].side, battle.area, name, 0), view, battle)
        standings.append(msgspec.structs.replace(standing, fate=fate, acts=False))

    def order(standing: Standing) -> tuple[int, int, str]:
        if standing.piece.block is None:
            return (len(_KINDS), 0, "")
        block = BLOCKS[standing.piece.block]
        return (_KINDS.index(block.kind), block.rank, block.id)

    return tuple(sorted(standings, key=order))


def _standing(piece: Piece, view: View, battle: BattleView) -> Standing:
    side, column = side_of(piece, view), column_of(piece, battle)
    acts = not piece.acted and column == battle.letter and side == battle.turn
    if piece.block is None:
        return Standing(piece, side, column, acts=acts)
    block, home, crown = BLOCKS[piece.block], piece.block in battle.at_home, piece.block == battle.crowned
    letter = column if column in LETTERS else block.initiative
    rating = f"{letter}{block.firepower + home + crown}"  # rules 2.2 to 2.6
    bonus = _("+2 home, crown") if home and crown else _("+1 at home") if home else _("+1 crown") if crown else ""
    return Standing(piece, side, column, acts=acts, rating=rating, bonus=bonus)


def counts(standings: tuple[Standing, ...]) -> dict[str, dict[str, int]]:
    """Return how many tokens stand in each column, by side."""
    names: tuple[str, ...] = (*LETTERS, RESERVE)
    if any(s.column == UNSEEN for s in standings):
        names = (UNSEEN, *names)
    return {n: {side: sum(s.column == n and s.side == side for s in standings) for side in SIDES} for n in names}


def waits_for_round_2(standings: tuple[Standing, ...], battle: BattleView) -> set[str]:
    """Return the sides whose bombard will stand at D from round 2."""
    if battle.round >= 2:
        return set()
    return {s.side for s in standings if not s.fate and s.piece.block and BLOCKS[s.piece.block].kind == "bombard"}


def plan(view: View, width: float, left: Collection[str] = ()) -> Plan:
    """Lay the board out, ``width`` px wide: in as few rows as the captions allow, York above the axis.

    In a cell the first row is the nearest to the axis.
    """
    standings = line_up(view, left)
    numbers = counts(standings)
    empty = dict.fromkeys(numbers, _EMPTY) | {RESERVE: _EMPTY_RESERVE}
    if waits_for_round_2(standings, battle_of(view)):
        empty["D"] = _BOMBARD_LATER
    for rows in range(1, 13):
        slots = {name: math.ceil(max(sides.values()) / rows) for name, sides in numbers.items()}
        free = width - sum(empty[name] for name, n in slots.items() if not n)
        if LEAST_SLOT * sum(slots.values()) <= free:
            break
    columns, x = dict[str, Column](), 0.0
    for name, n in slots.items():
        wide = free / sum(slots.values()) * n if n else empty[name]
        columns[name] = Column(name, x, wide, n)
        x += wide
    slot = min(min((c.width / c.slots for c in columns.values() if c.slots), default=LEAST_SLOT), _MOST_SLOT)
    compact = rows > 1
    scale = 1.45 if rows == 1 else 1.35 if rows == 2 else 1.2
    row = 75.5 * scale + (54 if compact else 71)
    deep = {
        side: max(1, *(math.ceil(sides[side] / max(1, slots[name])) for name, sides in numbers.items()))
        for side in SIDES
    }
    axis = TOP + STRIP + BLOW + deep["York"] * row + _PAD
    zones = {
        "York": (TOP + STRIP + BLOW, axis),
        "Lancaster": (axis + AXIS, axis + AXIS + deep["Lancaster"] * row + _PAD),
    }

    key = key_rows(width)
    cells: dict[tuple[str, str], list[Standing]] = {}
    for standing in standings:
        cells.setdefault((standing.column, standing.side), []).append(standing)
    places = []
    for (name, side), group in cells.items():
        column = columns[name]
        for i, standing in enumerate(group):
            down, across = divmod(i, column.slots)
            beside = min(column.slots, len(group) - down * column.slots)
            x = column.x + column.width / 2 + (across - (beside - 1) / 2) * slot
            y = axis - (down + 1) * row - _PAD / 3 if side == ABOVE else axis + AXIS + down * row + _PAD * 2 / 3
            places.append(Place(standing, x, y))
    return Plan(
        width, zones["Lancaster"][1] + key_height(key) + STRIP, scale, slot, row, compact, tuple(columns.values()),
        tuple(places), zones, axis, key,
    )  # fmt: skip


def key_rows(width: float, most: int = 5) -> tuple[tuple[Sign, ...], ...]:
    """Return the signs of the board with what they mean: as many in a row as leave them three lines, at most ``most``.

    >>> [sign.name for row in key_rows(780) for sign in row]
    ['A–D', 'B3', 'steps', '1/2', 'reserve']
    """
    words = (
        ("A–D", _("who acts when: A, then B, C, D; at each letter the defender first")),
        ("B3", _("acts at B; each die from 1 to 3 is a hit")),
        ("steps", _("one step, one die; each hit takes a step")),
        ("1/2", _("one of two has acted")),
        ("reserve", _("in reserve until round 2; all others are in line")),
    )
    for many in [n for n in (5, 3, 2, 1) if n <= most]:
        rows = []
        for group in (words[i : i + many] for i in range(0, len(words), many)):
            shares = [12 + len(meaning) ** 0.8 for _name, meaning in group]
            x, row = 6.0, []
            for (name, meaning), share in zip(group, shares, strict=True):
                wide = (width - 12) * share / sum(shares)
                row.append(Sign(name, x, tuple(wrap(meaning, 12.5, wide - 46))))
                x += wide
            rows.append(tuple(row))
        if max(len(sign.lines) for row in rows for sign in row) <= 3:
            break
    return tuple(rows)


def key_height(rows: Sequence[Sequence[Sign]]) -> float:
    """Return the height of rows of the key in px."""
    return 4 + sum(max(28.0, 4 + 15.0 * max(len(sign.lines) for sign in row)) for row in rows)


# ---- in words


def describe(view: View) -> str:
    """Return the board in words: round, attacker and defender, blocks on each side, who acts now.

    ValueError where no battle is being fought.
    """
    battle, standings = battle_of(view), line_up(view)
    sentences = [_("Round {n} of 4.").format(n=battle.round) if battle.round else _("Before round 1.")]
    sentences += [f"{side} {strength(side, standings, battle)}." for side in SIDES]
    for letter in LETTERS:
        groups = {side: [s for s in standings if (s.column, s.side, s.fate) == (letter, side, "")] for side in HOUSES}
        if any(groups.values()):
            acted = ", ".join(acted_sentence(side, group) for side, group in groups.items() if group)
            sentences.append(_("At {letter}: {counts}.").format(letter=letter, counts=acted))
    if battle.letter:
        sentences.append(_("Now act the blocks of {side} at {letter}.").format(side=battle.turn, letter=battle.letter))
    better = ((s.piece.block, s) for s in standings if s.bonus and not s.fate)
    sentences += [f"{short_name(block)}: {rating_here(s.rating, s.bonus)}." for block, s in better if block]
    return " ".join(sentences)


def acted_sentence(side: str, group: list[Standing]) -> str:
    """Return in words how many blocks of a group have acted, such as "1 of 2 blocks of York has acted"."""
    acted = sum(s.piece.acted for s in group)
    words = ngettext(
        "{acted} of {n} block of {side} has acted", "{acted} of {n} blocks of {side} have acted", len(group)
    )
    return words.format(acted=acted, n=len(group), side=side)


def acted_words(side: str, group: list[Standing]) -> str:
    """Return how many blocks of a group have acted, such as "York 1/2"."""
    return f"{side} {sum(s.piece.acted for s in group)}/{len(group)}"


def strength(side: str, standings: tuple[Standing, ...], battle: BattleView) -> str:
    """Return in words whether a side attacks or defends, from where, and with how many blocks."""
    return " · ".join(side_words(side, standings, battle))


def side_words(
    side: str, standings: tuple[Standing, ...], battle: BattleView, *, brief: bool = False
) -> tuple[str, str]:
    """Return in words whether a side attacks or defends and from where, and with how many blocks.

    In a ``brief`` answer more than one area is a number.
    """
    own = [s for s in standings if s.side == side and not s.fate]
    waiting = sum(s.column == RESERVE for s in own)
    count = _("{n} in line").format(n=len(own) - waiting)
    count += _(", {n} in reserve").format(n=waiting) if waiting else ""
    if side != battle.attacker:
        return _("defends"), count
    origins: list[str] = []
    for entry in battle.entries:  # such as "Kent/Sussex" or "sea"
        ends = [end for end in entry.split("/") if end != battle.area]
        origin = _("the sea") if entry == "sea" else (ends or [entry])[0]
        if entry not in battle.relief and origin not in origins:
            origins.append(origin)
    if brief and len(origins) > 1:
        return _("attacks from {n} sides").format(n=len(origins)), count
    return _("attacks from {areas}").format(areas=", ".join(origins)) if origins else _("attacks"), count


def empty_words(column: str, side: str, standings: tuple[Standing, ...], battle: BattleView) -> str:
    """Return in words why a side has no block in a column."""
    if column == "D" and side in waits_for_round_2(standings, battle):
        return _("bombard from round 2")
    return _("empty") if column == RESERVE else _("none")


def outcome_lines(standing: Standing, room: float, result: str) -> list[tuple[str, bool]]:
    """Return at most two lines of at most ``room`` px: what the block did this round, what it may do, or its fate.

    Each comes with whether it is bold.
    """
    if standing.acts:
        return [(_("to act now"), True), (result, False)]
    if standing.fate and not result:
        result = fate_words(standing.fate)
    head, on, target = result.partition(_(" on "))
    if on:
        return [(head, True), (on.strip() + " " + target, False)]
    first, *more = wrap(result, 13.5, room) or [""]
    return [(words, False) for words in (first, " ".join(more)) if words]


def role_words(standing: Standing, view: View) -> str:
    """Return the role of a block in a few words, if its token does not show it, and what makes it fire better."""
    piece, battle = standing.piece, battle_of(view)
    if piece.block is None or standing.fate:
        return ""
    kind = BLOCKS[piece.block].kind
    kinds = {"levy": _("levy"), "church": _("archbishop"), "mercenary": _("mercenaries")}
    titles = {view.king: _("the King"), view.pretender: _("the Pretender")}
    if kind == "bombard" and battle.round < 2:
        role = _("at A in round 1")
    elif piece.turned:
        role = _("was {side}'s").format(side=other_side(piece.side))
    elif piece.block in titles:
        role = titles[piece.block]
    else:
        role = "" if standing.bonus else kinds.get(kind, "")  # the outline of its token says it too
    return ", ".join(filter(None, (role, standing.bonus)))
