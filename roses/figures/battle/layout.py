"""Layout of the battle board: the line-ups of both sides, columns by letter, places in px."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from typing import Final

import msgspec

from roses.engine.i18n import gettext as _
from roses.figures.blocks import Fate, other_side
from roses.richard.tables import BLOCKS
from roses.richard.view import BattleView, Piece, View

ABOVE: Final = "York"
RESERVE: Final = "Reserve"
UNSEEN: Final = "?"
LETTERS: Final = ("A", "B", "C", "D")
TOP: Final = 40.0
STRIP: Final = 36.0
AXIS: Final = 42.0
LEAST_SLOT: Final = 92.0
_MOST_SLOT: Final = 118.0
_EMPTY: Final = {RESERVE: 84.0}
_BOMBARD_LATER: Final = 68.0
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


class Plan(msgspec.Struct, frozen=True):
    """The whole board in px: ``slot`` and ``row`` are width and height of a token with caption, ``scale`` px per u."""

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
    """Return the battle in hand; ValueError where there is none."""
    if view.battle is None:
        raise ValueError(_("no battle is in hand: view.battle is None"))
    return view.battle


def line_up(view: View, left: Collection[str] = ()) -> tuple[Standing, ...]:
    """Return all blocks of the battle in hand in an order that does not change while it lasts.

    The eliminated keep their places, and so do the former version of a block that changed sides, and the blocks in
    ``left``, which have left the field.

    ValueError where no battle is in hand.
    """
    battle = battle_of(view)
    living = [p for p in view.pieces if p.place == battle.area and not (p.prisoner or p.face_down)]
    here = {piece.block for piece in living}
    fates: dict[str, Fate] = {name: "left" for name in left if name not in here}
    fates |= {BLOCKS[p.block].pair: "turned" for p in living if p.turned and p.block}
    fates |= dict.fromkeys(battle.fallen, "fallen")
    standings = [_standing(p, view, battle) for p in living]
    for name, fate in fates.items():
        standing = _standing(Piece(BLOCKS[name].side, battle.area, name, 0), view, battle)
        standings.append(msgspec.structs.replace(standing, fate=fate, acts=False))
    return tuple(sorted(standings, key=_order))


def _standing(piece: Piece, view: View, battle: BattleView) -> Standing:
    side, column = side_of(piece, view), column_of(piece, battle)
    acts = not piece.acted and column == battle.letter and side == battle.turn
    if piece.block is None:
        return Standing(piece, side, column, acts=acts)
    block, home, crown = BLOCKS[piece.block], piece.block in battle.at_home, piece.block == battle.crowned
    letter = column if column in LETTERS else block.initiative
    rating = f"{letter}{block.firepower + home + crown}"
    return Standing(piece, side, column, acts=acts, rating=rating, bonus=_bonus(home, crown))


def _bonus(home: bool, crown: bool) -> str:
    """Return why a block fires better than printed (rules 2.2 to 2.6), in a word or two; "" where it does not."""
    if home and crown:
        return _("+2 home, crown")
    return _("+1 at home") if home else _("+1 crown") if crown else ""


def _order(standing: Standing) -> tuple[int, int, str]:
    if standing.piece.block is None:
        return (len(_KINDS), 0, "")
    block = BLOCKS[standing.piece.block]
    return (_KINDS.index(block.kind), block.rank, block.id)


def counts(standings: tuple[Standing, ...]) -> dict[str, dict[str, int]]:
    """Return how many tokens stand in each column, by side."""
    names: tuple[str, ...] = (*LETTERS, RESERVE)
    if any(s.column == UNSEEN for s in standings):
        names = (UNSEEN, *names)
    return {
        n: {side: sum(s.column == n and s.side == side for s in standings) for side in ("York", "Lancaster")}
        for n in names
    }


def waits_for_round_2(standings: tuple[Standing, ...], battle: BattleView) -> set[str]:
    """Return the sides whose bombard will stand at D from round 2."""
    if battle.round >= 2:
        return set()
    return {s.side for s in standings if not s.fate and s.piece.block and BLOCKS[s.piece.block].kind == "bombard"}


def plan(view: View, width: float, left: Collection[str] = ()) -> Plan:
    """Lay the board out, ``width`` px wide: as few rows as the captions allow, York above the axis."""
    standings = line_up(view, left)
    numbers = counts(standings)
    empty = dict(_EMPTY)
    if waits_for_round_2(standings, battle_of(view)):
        empty["D"] = _BOMBARD_LATER
    rows = _rows(numbers, empty, width)
    columns = _columns(numbers, empty, width, rows)
    slot = min(min((c.width / c.slots for c in columns if c.slots), default=LEAST_SLOT), _MOST_SLOT)
    compact = rows > 1
    scale = 1.9 if rows == 1 else 1.35 if rows == 2 else 1.2
    row = 75.5 * scale + (54 if compact else 102)
    deep = {
        side: max(1, *(math.ceil(n[side] / max(1, c.slots)) for n, c in zip(numbers.values(), columns, strict=True)))
        for side in ("York", "Lancaster")
    }
    axis = TOP + STRIP + deep["York"] * row + _PAD
    zones = {"York": (TOP + STRIP, axis), "Lancaster": (axis + AXIS, axis + AXIS + deep["Lancaster"] * row + _PAD)}
    places = _places(standings, {c.name: c for c in columns}, slot, row, axis)
    return Plan(width, zones["Lancaster"][1] + STRIP, scale, slot, row, compact, columns, places, zones, axis)


def _most(sides: Mapping[str, int], rows: int) -> int:
    return math.ceil(max(sides.values()) / rows)


def _rows(numbers: Mapping[str, Mapping[str, int]], empty: Mapping[str, float], width: float) -> int:
    """Return how many rows a half needs so that every caption has at least the smallest slot."""
    for rows in range(1, 13):
        free = width - sum(empty.get(n, 36.0) for n, sides in numbers.items() if not _most(sides, rows))
        if LEAST_SLOT * sum(_most(sides, rows) for sides in numbers.values()) <= free:
            return rows
    return 12


def _columns(
    numbers: Mapping[str, Mapping[str, int]], empty: Mapping[str, float], width: float, rows: int
) -> tuple[Column, ...]:
    slots = {name: _most(sides, rows) for name, sides in numbers.items()}
    free = width - sum(empty.get(name, 36.0) for name, n in slots.items() if not n)
    each = free / max(1, sum(slots.values()))
    columns: list[Column] = []
    x = 0.0
    for name, n in slots.items():
        wide = each * n if n else empty.get(name, 36.0)
        columns.append(Column(name, x, wide, n))
        x += wide
    return tuple(columns)


def _places(
    standings: tuple[Standing, ...], columns: Mapping[str, Column], slot: float, row: float, axis: float
) -> tuple[Place, ...]:
    """Return the places, cell by cell and row by row, the first row nearest to the axis."""
    places = []
    cells: dict[tuple[str, str], list[Standing]] = {}
    for standing in standings:
        cells.setdefault((standing.column, standing.side), []).append(standing)
    for (name, side), group in cells.items():
        column = columns[name]
        for i, standing in enumerate(group):
            down, across = divmod(i, column.slots)
            here = min(column.slots, len(group) - down * column.slots)
            x = column.x + column.width / 2 + (across - (here - 1) / 2) * slot
            y = axis - (down + 1) * row - _PAD / 3 if side == ABOVE else axis + AXIS + down * row + _PAD * 2 / 3
            places.append(Place(standing, x, y))
    return tuple(places)
