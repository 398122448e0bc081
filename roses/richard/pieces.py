"""The blocks as a side sees them: the pieces of a view (rule 2.1). Which blocks it sees is for the view to say."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import repeat
from typing import Final

import msgspec

from roses.richard.position import Fields, own_masks
from roses.richard.tables import LAND, NAMES, OUT, PLACES, POOL, SIDES, bits


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


# Pieces are values, so that equal ones are made once and kept in tables.
_MARKS: Final = (8, 16, 32, 64, 128, 256)  # added to the steps of a block, in the order of the last fields of a Piece
_KEPT: Final = 20_000  # seen blocks that are kept, some 5 MB
Key = tuple[int, int, int, int]  # block, place, steps with marks, side of the King


class _Seen(dict[Key, Piece]):
    """The pieces of blocks that are seen, made as needed."""

    def __missing__(self, key: Key) -> Piece:
        block, place, marked, king_side = key
        side = SIDES[own_masks(king_side)[1] >> block & 1]
        if len(self) >= _KEPT:
            self.clear()
        self[key] = piece = Piece(side, PLACES[place], NAMES[block], marked & 7, *(bool(marked & m) for m in _MARKS))
        return piece


_SEEN: Final = _Seen()
_SORTED: Final = tuple(sorted(LAND, key=PLACES.__getitem__))
_RANK: Final = bytes(2 * _SORTED.index(place) if place in LAND else 0 for place in range(256))
_UNSEEN: Final = tuple(
    tuple(Piece(side, PLACES[area], moved=moved) for area in _SORTED for moved in (False, True)) for side in SIDES
)  # by side, then by twice the rank of the area, one more if the block has moved


def pieces(s: Fields, unseen: int) -> tuple[Piece, ...]:
    """Return the blocks in play by place, side and block, then the ``unseen`` ones on the map by name of the area.

    Unseen blocks of a pool are left out.
    """
    seen = ~unseen & ~s.occ[OUT]
    order = sorted(bits(s.own[0] & seen) + bits(s.own[1] & seen), key=s.loc.__getitem__)
    marked = _marked(s, seen)
    keys = zip(order, map(s.loc.__getitem__, order), map(marked.__getitem__, order), repeat(s.king_side))
    blank = unseen & ~s.occ[POOL]
    return (*map(_SEEN.__getitem__, keys), *_unseen(s, 0, blank & s.own[0]), *_unseen(s, 1, blank & s.own[1]))


def _marked(s: Fields, seen: int) -> list[int]:
    """Return the steps of each block, with the marks of those that are seen."""
    marked, battle = list(s.steps), s.battle
    sets = [s.down, s.moved, s.prisoner]
    if battle is not None:
        there = s.occ[battle.area]
        sets += [battle.reserve & there, battle.acted & there, battle.turned & there]
    for mark, blocks in zip(_MARKS, sets):  # noqa: B905  # without a battle the last ones do not count
        for block in bits(blocks & seen):
            marked[block] |= mark
    return marked


def _unseen(s: Fields, side: int, blank: int) -> Iterable[Piece]:
    """Return unseen blocks of a side, by name of the area; those that have moved come last in each."""
    if not blank:
        return ()
    ranks = bytearray(s.loc.translate(_RANK))
    for block in bits(blank & s.moved):
        ranks[block] += 1
    return map(_UNSEEN[side].__getitem__, sorted(map(ranks.__getitem__, bits(blank))))
