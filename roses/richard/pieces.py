"""The blocks as a side sees them: the pieces of a view (rule 2.1). Which blocks it sees is for the view to say."""

from __future__ import annotations

from functools import lru_cache
from struct import Struct
from typing import Final

import msgspec

from roses.engine.bits import picker, spread
from roses.engine.protocol import Number
from roses.richard.knowledge import outside
from roses.richard.memory import EVERYBODY
from roses.richard.position import Fields, own_masks
from roses.richard.tables import NAMES, OUT, PLACES, POOL, SIDES


class Piece(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One block in a view; ``block`` and ``steps`` are None for a block that the viewer does not see.

    ``place`` is an area, ``"Pool"`` or ``"Minor"``. ``face_down``: eliminated in this campaign; ``moved`` in this
    turn; ``reserve`` and ``acted``: in reserve, or has had its turn, in the battle; ``turned``: changed sides there.
    """

    side: str
    place: str
    block: str | None = None
    steps: Number | None = None
    face_down: bool = False
    moved: bool = False
    prisoner: bool = False
    reserve: bool = False
    acted: bool = False
    turned: bool = False


# Pieces are values, so that equal ones are made once and kept in a table, by a number of four bytes: the marks, the
# last fields of a Piece, from the lowest bit on; the steps; block and side; the place. In this order they are sorted.
_MARKS: Final = 6
_MARKED: Final = tuple(tuple([bool(marks >> n & 1) for n in range(_MARKS)]) for marks in range(1 << _MARKS))
_RANKED: Final = tuple(
    b"".join(bytes((0, 0, block | (own_masks(king_side)[1] >> block & 1) << 7, 0)) for block in range(len(NAMES)))
    for king_side in (0, 1)
)  # by side of the King: the numbers of all blocks, as far as block and side make them
_KEPT: Final = 20_000  # seen blocks that are kept, some 5 MB


class _Seen(dict[int, Piece]):
    """The pieces of blocks that are seen, made as needed."""

    def __missing__(self, number: int) -> Piece:
        marks, steps, rank, place = number.to_bytes(4, "little")
        if len(self) >= _KEPT:
            self.clear()
        self[number] = piece = Piece(SIDES[rank >> 7], PLACES[place], NAMES[rank & 127], steps, *_MARKED[marks])
        return piece


_SEEN: Final = _Seen()
_STANDS: Final = tuple((place, moved) for place in PLACES for moved in (False, True))  # from 1 on as in ``outside``
_SORTED: Final = tuple(sorted(_STANDS))
_BY_NAME: Final = bytes((0, *map(_SORTED.index, _STANDS))).ljust(256, b"\0")  # from the former to the latter
_UNSEEN: Final = tuple(tuple(Piece(side, place, moved=moved) for place, moved in _SORTED) for side in SIDES)


def pieces(s: Fields, loc: bytes, steps: bytes, unseen: int) -> tuple[Piece, ...]:
    """Return the blocks in play by place, side and block, then the ``unseen`` ones on the map by name of the area.

    ``loc`` and ``steps`` are those of the state where blocks are seen; what they say of others is of no account.
    Unseen blocks of a pool are left out.
    """
    seen = EVERYBODY & ~(unseen | s.occ[OUT])
    marked: tuple[int, ...] = (s.down & seen, s.moved & seen, s.prisoner)
    if battle := s.battle:
        there = s.occ[battle.area] & seen
        marked = (*marked, battle.reserve & there, battle.acted & there, battle.turned & there)
    named = _named(seen, loc, steps, s.king_side, *marked)
    if blank := unseen & ~s.occ[POOL]:
        return named + _unnamed(int(not blank & s.own[0]), s.loc, s.moved & blank, blank)
    return named


# What follows is cached, because from one state to the next little changes of what a side sees.


@lru_cache(maxsize=8)
def _unnamed(side: int, loc: bytes, moved: int, blocks: int) -> tuple[Piece, ...]:
    """Return the pieces of unseen blocks; those that have moved come last in each area."""
    return picker(sorted(outside(loc, moved, blocks).translate(_BY_NAME)))(_UNSEEN[side])


@lru_cache(maxsize=8)
def _named(blocks: int, loc: bytes, steps: bytes, king_side: int, *marked: int) -> tuple[Piece, ...]:
    """Return the pieces of blocks that are seen, given those with each mark."""
    each, marks = bytearray(_RANKED[king_side]), 0
    each[1::4], each[3::4] = steps, loc
    for n, those in enumerate(marked):
        if those:
            marks |= spread(those) << n
    each[0::4] = marks.to_bytes(len(NAMES), "little")
    return tuple(map(_SEEN.__getitem__, sorted(_numbers(blocks).unpack_from(each))))


@lru_cache(maxsize=256)
def _numbers(blocks: int) -> Struct:
    """Return what reads the numbers of these blocks, and skips those of others."""
    return Struct("<" + bin(blocks)[:1:-1].translate({ord("0"): "4x", ord("1"): "I"}))
