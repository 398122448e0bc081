"""Views made by hand for tests of figures: single blocks, battles, set-ups, crowds, and blocks scattered by a seed."""

from __future__ import annotations

import random
from collections.abc import Iterable

from roses.engine.protocol import Event
from roses.figures.map.geography import SHAPES
from roses.richard.tables import BLOCKS, SCENARIOS
from roses.richard.view import BattleView, Piece, View

HERE = "Leicester"
YORK = tuple(b for b in BLOCKS if BLOCKS[b].side == "York")
LANCASTER = tuple(b for b in BLOCKS if BLOCKS[b].side == "Lancaster")
FOGGED = {
    "Oxford": "Suffolk",
    "Essex": "Essex",
    "Kent": "Arundel",
    "Northumbria": "Hastings",
    "Ireland": "Irish Mercenary",
}


def piece(block: str, steps: int | None = None, area: str = HERE, **state: bool) -> Piece:
    """A block in an area, of full strength if no steps are given."""
    return Piece(BLOCKS[block].side, area, block, BLOCKS[block].steps if steps is None else steps, **state)


def view(
    *pieces: Piece,
    battle: BattleView | None = None,
    viewer: str | None = None,
    events: Iterable[Event] = (),
    winner: str | None = None,
) -> View:
    """The last campaign of 1483, with these pieces and nothing else on the map."""
    return View(
        viewer=viewer,
        scenario="1483",
        campaign=3,
        turn=7,
        phase="battle",
        active=("York",),
        king="Gloucester",
        pretender="Richmond",
        king_side="York",
        pieces=pieces,
        hands={},
        hand_sizes={},
        played={},
        battle=battle,
        winner=winner,
        events=tuple(events),
    )


def fight(york: Iterable[str], lancaster: Iterable[str], round_: int = 2, **more: object) -> View:
    """A battle in Leicester, attacked by Lancaster."""
    battle = BattleView(HERE, "Lancaster", round_, **more)  # type: ignore[arg-type]
    return view(*map(piece, (*york, *lancaster)), battle=battle)


def setup(name: str = "1483") -> View:
    """A scenario as it is set up."""
    placed = SCENARIOS[name].placements.items()
    return view(*(piece(block, area=area) for area, blocks in placed for block in blocks))


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
    pieces = [piece(block) for block in [*here, "Pembroke"]]
    pieces += [Piece("York", area) for area in FOGGED]
    elsewhere = {"Coventry (levy)": "Warwick", "Rebel": "Cornwall", "Scots Mercenary": "Scotland"}
    pieces += [piece(block, area=area) for block, area in elsewhere.items()]
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
