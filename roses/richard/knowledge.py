"""Knowledge: what a side knows of a state in the state's own numbers, from which ``resample`` draws states that agree.

A hidden block is an enemy that the side neither sees now nor remembers (memory.py); what is known never says which it
is.
"""

from __future__ import annotations

from functools import lru_cache
from operator import attrgetter
from typing import Any, Final, NamedTuple

import msgspec

from roses.engine.bits import at, filled, picker, spread
from roses.engine.protocol import Mask, Number, Outcome
from roses.richard.position import Battle, Due, Fields, Front, LineUp, Phase
from roses.richard.ruleset import Ruleset
from roses.richard.tables import NAMES, OUT, PLACES, POOL, bits

HOUSED: Final = 1 << len(NAMES)  # the bit of ``settled`` that is no block
COUNTED: Final = frozenset((Phase.SUPPLY, Phase.HOMEWARD, Phase.EXILE))  # in these ``settled`` holds blocks


class Slot(NamedTuple):
    """A hidden block as it is seen from outside: where it stands, and what was seen of it in this turn.

    ``place`` is an index into ``PLACES``; ``border`` one into ``BORDER_NAMES`` of the border by which it entered a
    battle, -1 for none, and ``sea`` the zone from which it landed by Piracy.
    """

    place: Number
    moved: bool = False
    down: bool = False
    settled: bool = False
    reserve: bool = False
    border: Number = -1
    sea: str = ""


class Known(msgspec.Struct, frozen=True, gc=False):
    """What a side knows, in the fields of ``State``; a hidden block is in ``slots`` and else nowhere.

    In ``loc`` it is out of play; ``steps`` are 0 where the strength is not known. ``unseen`` are the hidden blocks as
    bits, ``slots`` how each of as many stands, in no order.
    """

    rules: Ruleset
    king: Number
    king_dead: bool
    king_side: Number
    pretender: Number
    prisoner: Mask
    owed: tuple[Number, Number]
    mulligan: Mask
    first: Number
    mover: Number
    ap: Number
    event: str
    treason: Number
    crossed: bytes
    activated: Mask
    credits: tuple[tuple[Number, Number], ...]
    spot: Number
    due: Due | None
    votes: tuple[Number, Number]
    spent: tuple[Mask, Mask]
    traced: Mask
    gauged: Mask
    result: Outcome | None
    line_up: LineUp | None
    last: int
    loc: bytes
    steps: bytes
    down: Mask
    moved: Mask
    settled: Mask
    fronts: tuple[Front, ...]
    battle: Battle | None
    unseen: Mask = 0
    slots: tuple[Slot, ...] = ()


_GOING_HOME: Final = frozenset((Phase.HOMEWARD, Phase.EXILE))
_PLAIN: Final = tuple(Slot(place, moved) for place in range(-1, len(PLACES)) for moved in (False, True))[
    1:
]  # blocks of which nothing else was seen, from 1 on as in ``outside``
_ONES: Final = spread((1 << len(NAMES)) - 1)
_masked = lru_cache(maxsize=8)(filled)  # what hides the places of blocks is asked for again and again
_public = attrgetter(*Known.__struct_fields__[: Known.__struct_fields__.index("loc")])  # the same for everybody


def known(state: Fields, viewer: int, covered: int) -> Known:
    """Return what a side, 0 or 1, knows of a state, given the blocks hidden from it (memory.py); -1 is an umpire."""
    values: list[Any]  # of the fields from ``loc`` on
    if not covered:
        values = [state.loc, state.steps, state.down, state.moved, state.settled, state.fronts, state.battle]
        return Known(*_public(state), *values)
    unseen = covered & ~state.traced
    seen = ~unseen
    going_home = state.phase in _GOING_HOME  # the strength of who goes to the pool tells it
    unmeasured = covered & ~state.gauged | (unseen if going_home else 0)
    settled = state.settled & seen if state.phase in COUNTED else state.settled
    values = [
        _masked(state.loc, unseen, OUT), filled(state.steps, unmeasured, 0), state.down & seen, state.moved & seen,
        settled if state.mover == viewer else settled & ~HOUSED,
        tuple([_front(front, seen, state.mover) for front in state.fronts]) if state.fronts else (),
        state.battle and _battle(state.battle, unseen), unseen, slots_of(state, unseen),
    ]  # fmt: skip
    return Known(*_public(state), *values)


def _front(front: Front, seen: int, mover: int) -> Front:
    """Return a front with the blocks that are seen; in what order they came could tell who once moved unseen.

    By which border each came matters until the main attack is declared; later it would tell who of those who have come
    into sight once moved where.
    """
    pirates = tuple(sorted([p for p in front.pirates if seen >> p[0] & 1])) if front.pirates else ()
    came = tuple(sorted([c for c in front.came if seen >> c[0] & 1])) if mover >= 0 else ()
    return Front(front.area, front.attacker, front.main, front.via, front.reserve & seen, pirates, came, front.free)


def _battle(battle: Battle, unseen: int) -> Battle:
    """Return a battle without the blocks that are hidden."""
    if not unseen & (battle.reserve | battle.acted | battle.fresh | battle.turned):
        return battle
    return msgspec.structs.replace(
        battle, reserve=battle.reserve & ~unseen, acted=battle.acted & ~unseen, fresh=battle.fresh & ~unseen,
        turned=battle.turned & ~unseen,
    )  # fmt: skip


def slots_of(state: Fields, unseen: int) -> tuple[Slot, ...]:
    """Return how each of these blocks stands, in no order of theirs.

    Once a battle is won, who was in its reserve is of no account.
    """
    loc, moved = state.loc, state.moved & ~state.occ[POOL]
    settled = state.settled if state.phase in COUNTED else 0
    special = state.down | settled
    for front in state.fronts:
        special |= state.occ[front.area]
    plain = unseen & ~special
    found = _standing(loc, moved & plain, plain)
    if not unseen & special:
        return found
    reserve, border, sea = _entries(state)
    others = []
    for block in bits(unseen & special):
        place = loc[block]
        there, waits = (place, block), bool(reserve.get(place, 0) >> block & 1)
        others.append(
            Slot(place, bool(moved >> block & 1), bool(state.down >> block & 1), bool(settled >> block & 1), waits,
                 border.get(there, -1), sea.get(there, ""))
        )  # fmt: skip
    return tuple(sorted([*found, *others]))


def outside(loc: bytes, moved: int, blocks: int) -> bytes:
    """Return how hidden blocks stand, in no order of theirs: for each 1, twice its place, and 1 if it has moved."""
    return at(int.from_bytes(loc, "little") * 2 + spread(moved) + _ONES, blocks)


@lru_cache(maxsize=8)  # because from one state to the next little changes of what a side sees
def _standing(loc: bytes, moved: int, blocks: int) -> tuple[Slot, ...]:
    """Return the slots of hidden blocks of which nothing but this was seen."""
    return picker(sorted(outside(loc, moved, blocks)))(_PLAIN)


def _entries(state: Fields) -> tuple[dict[int, int], dict[tuple[int, int], int], dict[tuple[int, int], str]]:
    """Return by area the reserve of its battle, and by area and block the border and the sea by which it came."""
    reserve: dict[int, int] = {}
    border: dict[tuple[int, int], int] = {}
    sea: dict[tuple[int, int], str] = {}
    won = state.battle.area if state.battle is not None and state.phase is Phase.REGROUP else -1
    for front in state.fronts:  # they name those too who have left their area
        if front.area != won:
            reserve[front.area] = front.reserve
            border.update(((front.area, block), way) for block, way in front.came if state.mover >= 0)
        sea.update(((front.area, block), zone) for block, zone in front.pirates)
    if state.battle is not None and won < 0:
        reserve[state.battle.area] = state.battle.reserve
    return reserve, border, sea
