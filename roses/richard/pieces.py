"""The blocks as a side sees them: the pieces of a view (rule 2.1). Which blocks it sees is for the view to say."""

from __future__ import annotations

from functools import lru_cache
from itertools import compress
from struct import Struct
from typing import Final

import msgspec

from roses.engine.bits import at, spread
from roses.richard.position import Fields, own_masks
from roses.richard.tables import LAND, NAMES, OUT, PLACES, POOL, SIDES


class Piece(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One block in a view; ``block`` and ``steps`` are None for a block that the viewer does not see.

    ``place`` is an area, ``"Pool"`` or ``"Minor"``. ``face_down``: eliminated in this campaign; ``moved`` in this
    turn; ``reserve`` and ``acted``: in reserve, or has had its turn, in the battle; ``turned``: changed sides there.
    """

    side: str
    place: str
    block: str | None = None
    steps: int | None = None
    face_down: bool = False
    moved: bool = False
    prisoner: bool = False
    reserve: bool = False
    acted: bool = False
    turned: bool = False


# Pieces are values, so that equal ones are made once and kept in a table, by a number of four bytes: the marks, the
# last fields of a Piece, from the lowest bit on; the steps; block and side; the place. In this order they are sorted.
_MARKS: Final = 6
_NUMBERS: Final = Struct(f"<{len(NAMES)}I")
_RANKS: Final = tuple(
    bytes(block | (own_masks(king_side)[1] >> block & 1) << 7 for block in range(len(NAMES))) for king_side in (0, 1)
)  # by side of the King: number and side of each block
_KEPT: Final = 20_000  # seen blocks that are kept, some 5 MB


class _Seen(dict[int, Piece]):
    """The pieces of blocks that are seen, made as needed."""

    def __missing__(self, number: int) -> Piece:
        marks, steps, rank, place = number.to_bytes(4, "little")
        if len(self) >= _KEPT:
            self.clear()
        marked = (bool(marks >> n & 1) for n in range(_MARKS))
        self[number] = piece = Piece(SIDES[rank >> 7], PLACES[place], NAMES[rank & 127], steps, *marked)
        return piece


_SEEN: Final = _Seen()
_SORTED: Final = tuple(sorted(LAND, key=PLACES.__getitem__))
_UNSEEN: Final = tuple(
    tuple(Piece(side, PLACES[area], moved=moved) for area in _SORTED for moved in (False, True)) for side in SIDES
)  # by side, then by twice the rank of the area, one more if the block has moved
_RANK: Final = bytes(2 * _SORTED.index(place) + 1 if place in LAND else 0 for place in range(256))  # 1 more than that


def pieces(s: Fields, unseen: int) -> tuple[Piece, ...]:
    """Return the blocks in play by place, side and block, then the ``unseen`` ones on the map by name of the area.

    Unseen blocks of a pool are left out.
    """
    seen = (s.own[0] | s.own[1]) & ~(unseen | s.occ[OUT])
    bytes_of_seen = spread(seen) * 255
    loc, steps = (int.from_bytes(values, "little") & bytes_of_seen for values in (s.loc, s.steps))
    blank = unseen & ~s.occ[POOL]
    named = _named(seen, loc, steps, _marks(s, seen), s.king_side)
    return named + _unnamed(s, 0, blank & s.own[0]) + _unnamed(s, 1, blank & s.own[1])


# What follows is cached, because from one state to the next little changes of what a side sees.


@lru_cache(maxsize=1024)
def _named(blocks: int, loc: int, steps: int, marks: int, king_side: int) -> tuple[Piece, ...]:
    """Return the pieces of blocks that are seen, given a byte of each number for each block."""
    each = bytearray(_NUMBERS.size)
    each[0::4], each[1::4], each[3::4] = (values.to_bytes(len(NAMES), "little") for values in (marks, steps, loc))
    each[2::4] = _RANKS[king_side]
    numbers = compress(_NUMBERS.unpack(each), spread(blocks).to_bytes(len(NAMES), "little"))
    return tuple(map(_SEEN.__getitem__, sorted(numbers)))


@lru_cache(maxsize=1024)
def _ranked(side: int, ranks: bytes) -> tuple[Piece, ...]:
    return tuple([_UNSEEN[side][rank - 1] for rank in sorted(ranks)])


def _marks(s: Fields, seen: int) -> int:
    """Return the marks of the blocks that are seen, in the byte of each."""
    battle, sets = s.battle, [s.down, s.moved, s.prisoner]
    if battle is not None:
        there = s.occ[battle.area]
        sets += [battle.reserve & there, battle.acted & there, battle.turned & there]
    marks = 0
    for n, blocks in enumerate(sets):
        if marked := blocks & seen:
            marks |= spread(marked) << n
    return marks


def _unnamed(s: Fields, side: int, blank: int) -> tuple[Piece, ...]:
    """Return unseen blocks of a side, by name of the area; those that have moved come last in each."""
    if not blank:
        return ()
    ranks = int.from_bytes(s.loc.translate(_RANK), "little") + spread(blank & s.moved)
    return _ranked(side, at(ranks, blank))
