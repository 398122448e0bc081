"""Positions for the tests of maps: set-ups, a battle, crowds, and blocks scattered by a seed."""

from __future__ import annotations

import random

from roses.figures.map.geography import SHAPES
from roses.richard.tables import BLOCKS, SCENARIOS
from roses.richard.view import BattleView, Piece, View

FOGGED = {
    "Oxford": "Suffolk",
    "Essex": "Essex",
    "Kent": "Arundel",
    "Northumbria": "Hastings",
    "Ireland": "Irish Mercenary",
}


def view(*pieces: Piece, battle: BattleView | None = None, viewer: str | None = None) -> View:
    return View(
        viewer, "1483", 3, 7, "battle", ("York",), "Gloucester", "Richmond", "York", pieces, {}, {}, {}, battle=battle
    )


def setup(name: str = "1483") -> View:
    placed = SCENARIOS[name].placements.items()
    return view(*(Piece(BLOCKS[b].side, area, b, BLOCKS[b].steps) for area, blocks in placed for b in blocks))


def whole(block: str, area: str) -> Piece:
    return Piece(BLOCKS[block].side, area, block, BLOCKS[block].steps)


def bosworth() -> View:
    """Nine blocks fight in Leicester; Lancaster sees no other block of York."""
    here = [
        "Gloucester",
        "Norfolk",
        "Bombard/Y",
        "Oxford",
        "Welsh Mercenary",
        "Richmond",
        "French Mercenary",
        "Stanley/L",
    ]
    pieces = [whole(block, "Leicester") for block in [*here, "Pembroke"]]
    pieces += [Piece("York", area) for area in FOGGED]
    pieces += [whole("Coventry (levy)", "Warwick"), whole("Rebel", "Cornwall"), whole("Scots Mercenary", "Scotland")]
    return view(*pieces, battle=BattleView("Leicester", "Lancaster", 2, "B", "York"), viewer="Lancaster")


def crowd(area: str, count: int) -> View:
    """The tallest tokens first, all of one side."""
    blocks = sorted(BLOCKS.values(), key=lambda b: ("heir", "church", "levy").count(b.kind), reverse=True)[:count]
    return view(*(Piece("Lancaster", area, b.id, b.steps, moved=True) for b in blocks))


def scattered(seed: int) -> View:
    """All 63 blocks anywhere, some unseen, some moved."""
    dice, pieces = random.Random(seed), []
    for block in BLOCKS.values():
        seen, moved = dice.random() < 0.6, dice.random() < 0.3
        known = (block.id, block.steps) if seen else (None, None)
        pieces.append(Piece(block.side, dice.choice(list(SHAPES)), *known, moved=moved))
    dice.shuffle(pieces)
    return view(*pieces)
