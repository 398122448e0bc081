"""What a side can tell of the board from its view: who stands where, and how strong."""

from __future__ import annotations

from collections import defaultdict
from typing import Final

from roses.richard.tables import BLOCKS, NEIGHBOURS, PLACE, PLACES
from roses.richard.view import Piece, View

UNSEEN: Final = (2.6, 2.4)  # steps and firepower of a block that is not seen: about those of the blocks on a map


def strength(piece: Piece) -> float:
    """Return the hits that a block may be expected to score in a round; for an unseen one, those of an average block.

    >>> strength(Piece("York", "Kent", "Gloucester", 4)), round(strength(Piece("York", "Kent")), 2)
    (2.0, 1.04)
    """
    steps, fire = UNSEEN if piece.block is None else (piece.steps or 0, BLOCKS[piece.block].firepower)
    return steps * fire / 6


def is_heir(name: str) -> bool:
    """Return whether a block is an heir."""
    return BLOCKS[name].kind == "heir"


class Board:
    """A view by areas; ``side`` is the viewer. Strengths are in hits expected in a round."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.side = view.viewer or ""
        self.mine = {piece.block: piece for piece in view.pieces if piece.side == self.side and piece.block}
        self.seen = {piece.block: piece for piece in view.pieces if piece.block}
        self._force: dict[tuple[str, bool], float] = {}  # what was asked before: a squire asks for every option
        self._threat: dict[str, float] = {}
        self._leaves_heir: dict[str, bool] = {}
        self._at: dict[tuple[str, bool], list[Piece]] = defaultdict(list)
        for piece in view.pieces:
            self._at[piece.place, piece.side == self.side].append(piece)

    @property
    def heirs(self) -> int:
        """The number of own heirs who are alive, minors apart."""
        return sum(is_heir(name) and piece.place != "Minor" for name, piece in self.mine.items())

    def leaves_heir(self, piece: Piece) -> bool:
        """Return whether an heir would be left to stronger enemies next to him, if a block went away."""
        name = str(piece.block)
        if name not in self._leaves_heir:
            here = self._at[piece.place, True]
            guarded = any(other.block and is_heir(other.block) for other in here if other is not piece)
            left = self.force(piece.place, own=True) - strength(piece)
            self._leaves_heir[name] = guarded and self.threat(piece.place) > left
        return self._leaves_heir[name]

    def force(self, area: str, own: bool) -> float:
        """Return the strength of the own or of the enemy blocks in an area."""
        if (area, own) not in self._force:
            self._force[area, own] = sum(map(strength, self._at[area, own]))
        return self._force[area, own]

    def count(self, area: str, own: bool) -> int:
        """Return the number of the own or of the enemy blocks in an area."""
        return len(self._at[area, own])

    def threat(self, area: str) -> float:
        """Return the strength of the enemies in the areas next to an area."""
        if area not in self._threat:
            self._threat[area] = sum(self.force(PLACES[near], own=False) for near, _border in NEIGHBOURS[PLACE[area]])
        return self._threat[area]

    def danger(self, area: str, arriving: float = 0.0) -> float:
        """Return by how much the enemies next to an area outdo the own blocks there and one that arrives; 0 if not."""
        return max(0.0, self.threat(area) - self.force(area, own=True) - arriving)
