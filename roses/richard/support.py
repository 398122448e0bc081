"""The support for the crown as one side knows it: the lords that count by rule 8.2, unseen blocks as a range."""

from __future__ import annotations

from typing import Final, NamedTuple

from roses.richard.tables import AREAS, BLOCKS, SIDES
from roses.richard.view import Piece, View

_LORDS: Final = {"heir", "noble", "church"}
_LONDON: Final = "Middlesex"


class Range(NamedTuple):
    """Points from ``least`` to ``most``."""

    least: int
    most: int


def support(view: View) -> dict[str, Range]:
    """Return the points that each side would have if the lords were counted now, from what the viewer knows.

    An unseen block may be a lord or not. London counts for whoever holds it (rule 8.2), with a block that does not go
    home before the count (rule 8.1); while both are there, for either or none.

    >>> import roses
    >>> state = roses.scene(Middlesex="Gloucester", Kent="Norfolk, Bombard/Y", Wilts="Oxford", side="York")
    >>> support(state.view("York"))
    {'Lancaster': Range(least=0, most=1), 'York': Range(least=3, most=3)}
    """
    counted = [piece for piece in view.pieces if _is_in(piece)]
    return {side: _points(counted, side) for side in SIDES}


def _is_in(piece: Piece) -> bool:
    """Return whether a piece stands where lords count: in England or Wales."""
    return piece.place in AREAS and AREAS[piece.place].kind in ("england", "wales") and not piece.face_down


def _points(pieces: list[Piece], side: str) -> Range:
    mine = [piece for piece in pieces if piece.side == side]
    known, unseen = sum(map(_is_lord, mine)), sum(piece.block is None for piece in mine)
    there = [piece for piece in pieces if piece.place == _LONDON and not piece.prisoner]
    alone = all(piece.side == side for piece in there)
    holds = [piece for piece in there if piece.side == side]
    may = any(_is_lord(piece) or piece.block is None for piece in holds)
    return Range(known + (alone and any(map(_is_lord, holds))), known + unseen + may)


def _is_lord(piece: Piece) -> bool:
    return piece.block is not None and BLOCKS[piece.block].kind in _LORDS
