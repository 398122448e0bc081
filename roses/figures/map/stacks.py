"""Stacks: the tokens of one area in order and rows, in token units, and the box they cover."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Final

import msgspec

from roses.figures.blocks.outlines import foot, head
from roses.figures.blocks.tokens import house_of
from roses.figures.drawing.geometry import Box
from roses.richard.tables import BLOCKS
from roses.richard.view import Piece

HALF: Final = 20.0  # half a token's width in u
_ACROSS, _DOWN, _BATTLE_DOWN, _PARTING = 3.0, 6.5, 9.0, 13.0  # gaps in u: beside, below, in a battle, between the sides
BAR: Final = 6.0  # u below a token that the bar of a moved block needs
_MOST: Final = (3, 4, 5)  # tokens in a row of a contested area
_KINDS: Final = ("heir", "noble", "church", "levy", "mercenary", "bombard", "rebel")
_ROWS: Final = {1: (1,), 2: (2,), 3: (2, 1), 4: (2, 2), 5: (3, 2), 6: (3, 3), 7: (3, 2, 2), 8: (3, 3, 2), 9: (3, 3, 3),
                10: (4, 3, 3), 11: (4, 4, 3), 12: (4, 4, 4)}  # fmt: skip
_NARROW: Final = _ROWS | {2: (1, 1), 3: (1, 1, 1), 6: (2, 2, 2), 7: (2, 2, 2, 1), 8: (2, 2, 2, 2)}
_WIDE: Final = _ROWS | {3: (3,), 7: (4, 3), 8: (4, 4)}


class Cluster(msgspec.Struct, frozen=True):
    """Tokens round (0, 0) in u, y down: ``spots`` are their centres, ``box`` their outline.

    ``parting`` is the y of the line between the two sides of a contested area, None elsewhere.
    """

    pieces: tuple[Piece, ...]
    spots: tuple[tuple[float, float], ...]
    box: Box
    parting: float | None = None


def order(piece: Piece) -> tuple[object, ...]:
    """Return the sort key of a token: heirs by rank, nobles by strength, churches, levies, mercenaries, bombard, rebel.

    Unseen blocks come last, ordered by visible features alone, so that the order reveals nothing hidden.
    """
    if piece.block is None:
        return len(_KINDS), piece.side, piece.moved, piece.prisoner, piece.face_down, piece.reserve, piece.acted
    block = BLOCKS[piece.block]
    return _KINDS.index(block.kind), block.rank, -block.steps, -block.firepower, block.initiative, block.id


def row_lengths(count: int, aspect: float = 1.0) -> tuple[int, ...]:
    """Return how many tokens stand in each row in an area whose width is ``aspect`` times its height.

    >>> row_lengths(8), row_lengths(8, 2.0), row_lengths(14)
    ((3, 3, 2), (4, 4), (4, 4, 4, 2))
    """
    if count > 12:
        return (4,) * (count // 4) + ((count % 4,) if count % 4 else ())
    return (_NARROW if aspect < 0.75 else _WIDE if aspect > 1.4 else _ROWS)[count]


def _split(count: int, most: int) -> tuple[int, ...]:
    """Split a number of tokens into the fewest rows of at most ``most``, fuller rows first."""
    rows = -(-count // most)
    return tuple(count // rows + (i < count % rows) for i in range(rows))


def top(piece: Piece) -> float:
    """Return how far above its centre a token reaches, in u; unseen ones all alike."""
    return head(BLOCKS[piece.block].kind) if piece.block else head("noble")


def _stack(rows: Sequence[Sequence[Piece]], gaps: Sequence[float]) -> list[float]:
    """Return the y of every row's centre, the first at 0; ``gaps`` are below the rows."""
    heights = [0.0]
    for above, below, gap in zip(rows, rows[1:], gaps, strict=False):
        low, high = max(foot(house_of(p)) for p in above), max(map(top, below))
        heights.append(heights[-1] + low + gap + high)
    return heights


@lru_cache(maxsize=512)
def gather(upper: tuple[Piece, ...], lower: tuple[Piece, ...] = (), aspect: float = 1.0) -> Cluster:
    """Arrange tokens in rows; with ``lower``, as the two lines of a contested area, ``upper`` above.

    >>> gather((Piece("York", "Kent"), Piece("York", "Kent"))).spots
    ((-21.5, 0.0), (21.5, 0.0))
    """
    above, below = sorted(upper, key=order), sorted(lower, key=order)
    if not below:
        return _rows(above, row_lengths(len(above), aspect))
    choices = (
        _rows(above + below, [*_split(len(above), most), *_split(len(below), most)], len(above)) for most in _MOST
    )
    return min(choices, key=lambda cluster: max(cluster.box[2] - cluster.box[0], cluster.box[3] - cluster.box[1]))


def _rows(pieces: list[Piece], lengths: Sequence[int], above: int = 0) -> Cluster:
    """Arrange tokens in rows of these lengths; so many of them, if any, are one line of a contested area."""
    ends = list(accumulate(lengths))
    rows = [pieces[end - length : end] for end, length in zip(ends, lengths, strict=True)]
    first = ends.index(above) + 1 if above else 0
    gaps = [_PARTING if i == first - 1 else _BATTLE_DOWN if above else _DOWN for i in range(len(rows))]
    return _centre(pieces, rows, _stack(rows, gaps), first)


def _centre(pieces: list[Piece], rows: list[list[Piece]], ys: list[float], first: int) -> Cluster:
    upper, lower = ys[0] - max(map(top, rows[0])), ys[-1] + max(foot(house_of(p)) for p in rows[-1])
    shift, wide = (upper + lower) / 2, max(map(len, rows))
    spots = tuple((((i - (len(row) - 1) / 2) * (2 * HALF + _ACROSS)), y - shift)
                  for row, y in zip(rows, ys, strict=True) for i in range(len(row)))  # fmt: skip
    half = (wide * 2 * HALF + (wide - 1) * _ACROSS) / 2
    parting = None
    if first:
        low = ys[first - 1] + max(foot(house_of(p)) for p in rows[first - 1])
        parting = (low + ys[first] - max(map(top, rows[first]))) / 2 - shift + 1
    return Cluster(tuple(pieces), spots, (-half, upper - shift, half, lower - shift), parting)
