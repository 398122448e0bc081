"""What a side knows of a state: which hidden blocks it can still tell apart, and its knowledge as fields of a state.

Both sides know the printed set-up, see every front line (6.1) and who falls, retreats, turns or comes of age, and see
levies, bombards and mercenaries go home (8.1). The enemy remembers a block that stands up again after a battle: its
place stays known, through its own moves too, as long as no other block could have made them. Once one of several blocks
that look alike in an area moves, goes home or loses a step unseen, the enemy no longer knows which of them is which;
the same holds for the pool after a recruit. Hidden blocks of a side in an area look alike if both or neither have moved
in this turn, and likewise have gone home or gone hungry. The strength of a block stays known until it may have lost a
step unseen.

All this follows from what both sides see, so it is the same when a game is replayed; nothing here depends on which of
several blocks that look alike did something. ``resample`` draws states from ``Known``, which never identifies a block
that the side neither sees nor remembers.
"""

from __future__ import annotations

from functools import lru_cache
from operator import attrgetter
from typing import Any, Final, NamedTuple

import msgspec

from roses.engine.bits import at, fill, picker, spread
from roses.engine.protocol import Mask, Number
from roses.richard.position import Battle, Draft, Front, Open, Phase, Position, owner
from roses.richard.tables import MINOR, NAMES, OUT, PLACES, POOL, bits

EVERYBODY: Final = (1 << len(NAMES)) - 1


def revealed(s: Position) -> int:
    """Return the blocks that everybody sees: prisoner, eliminated mercenaries, front lines of the battle (6.1)."""
    open_blocks = s.prisoner | (s.down & ~s.occ[POOL])
    if s.battle is not None and s.phase is not Phase.REGROUP:
        open_blocks |= s.occ[s.battle.area] & ~(0 if s.rules.reserves_revealed else s.battle.reserve)
    return open_blocks


def hidden(s: Position, side: int) -> int:
    """Return the enemy blocks in play that a side does not see, as bits; minors lie open (rule 4.5)."""
    return s.own[1 - side] & ~(revealed(s) | s.occ[MINOR] | s.occ[OUT])


def see(d: Draft, blocks: int) -> None:
    """Show these blocks to both sides: their place and strength become known."""
    d.traced |= blocks
    d.gauged |= blocks


def alike(s: Position, block: int) -> int:
    """Return the blocks, as bits, that the enemy cannot tell from this one where it stands, this one included."""
    at, bit = s.loc[block], 1 << block
    if s.down & bit:
        return bit
    there = s.occ[at] & s.own[owner(s, block)] & ~(s.down | s.prisoner)
    if at == POOL:
        return there
    there &= s.moved if s.moved & bit else ~s.moved
    return there & (s.settled if s.settled & bit else ~s.settled)


def confuse(d: Draft, block: int) -> None:
    """Forget which block is which among those that look like one that is about to do something unseen.

    If no other looks like it, the enemy knows who it was, provided that it knew the block before.
    """
    if not d.traced & d.occ[d.loc[block]]:
        return
    suspects = alike(d, block)
    if suspects & (suspects - 1):
        d.traced &= ~suspects


def weaken(d: Draft, block: int) -> None:
    """A block lost a step unseen; if its place is unknown, forget the strengths of all such blocks of its side."""
    if not d.traced >> block & 1:
        d.gauged &= ~(d.own[owner(d, block)] & ~d.traced)


# ---- knowledge as fields of a state

HOUSED: Final = 1 << len(NAMES)  # the bit of ``settled`` that does not stand for a block
COUNTED: Final = frozenset((Phase.SUPPLY, Phase.HOMEWARD, Phase.EXILE))  # in these ``settled`` holds blocks


class Slot(NamedTuple):
    """A hidden block as the enemy sees it: where it stands, and what was seen of it in this turn.

    ``place`` is an index into ``PLACES``; ``border`` is the index into ``BORDER_NAMES`` of the border by which it
    entered a battle, -1 for none; ``sea`` is the zone from which it landed by Piracy.
    """

    place: Number
    moved: bool = False
    down: bool = False
    settled: bool = False
    reserve: bool = False
    border: Number = -1
    sea: str = ""


class Known(Open, frozen=True, gc=False):  # type: ignore[misc]  # msgspec lets a frozen class have a base that is not
    """What a side knows, in the fields of ``State``; hidden blocks are left out of all but ``unseen`` and ``slots``.

    ``last`` is the number of the last campaign. In ``loc`` a hidden block is out of play; ``steps`` are 0 where the
    strength is not known. ``unseen`` are the hidden blocks as bits; ``slots`` has one slot for each, in an order that
    does not tell which block stands in which.
    """

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


GOING_HOME: Final = frozenset((Phase.HOMEWARD, Phase.EXILE))
_PLAIN: Final = (
    Slot(-1, True),
    *(Slot(place, moved) for place in range(len(PLACES)) for moved in (False, True)),
)  # the slots by their codes in ``place_codes``
_ONES: Final = spread((1 << len(NAMES)) - 1)
_masked = lru_cache(maxsize=8)(fill)  # many views hide the same blocks
_public = attrgetter(*Open.__struct_fields__, "last")  # the fields that everybody knows


def known(state: Position, viewer: int, covered: int) -> Known:
    """Return what a side, 0 or 1, knows of a state, given the blocks hidden from it; -1 is an umpire."""
    values: list[Any]  # of the fields from ``loc`` on
    if not covered:
        values = [state.loc, state.steps, state.down, state.moved, state.settled, state.fronts, state.battle]
        return Known(*_public(state), *values)
    unseen = covered & ~state.traced
    seen = ~unseen
    going_home = state.phase in GOING_HOME  # when a block goes to the pool, its strength would tell who it is
    unmeasured = covered & ~state.gauged | (unseen if going_home else 0)
    settled = state.settled & seen if state.phase in COUNTED else state.settled
    values = [
        _masked(state.loc, unseen, OUT), fill(state.steps, unmeasured, 0), state.down & seen, state.moved & seen,
        settled if state.mover == viewer else settled & ~HOUSED,
        tuple([_front(front, seen, state.mover) for front in state.fronts]) if state.fronts else (),
        state.battle and _battle(state.battle, unseen), unseen, slots_of(state, unseen),
    ]  # fmt: skip
    return Known(*_public(state), *values)


def _front(front: Front, seen: int, mover: int) -> Front:
    """Return a front with only the blocks that are seen, sorted, as their order could tell who moved unseen.

    The border by which each came matters until the main attack is named; after that it would only tell where blocks
    moved before they were seen.
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


def slots_of(state: Position, unseen: int) -> tuple[Slot, ...]:
    """Return a slot for each of these blocks, in an order that does not tell which is which.

    Once a battle is won, it does not matter who was in its reserve.
    """
    loc, moved = state.loc, state.moved & ~state.occ[POOL]
    settled = state.settled if state.phase in COUNTED else 0
    special = state.down | settled
    for front in state.fronts:
        special |= state.occ[front.area]
    plain = unseen & ~special
    plain_slots = _standing(loc, moved & plain, plain)
    if not unseen & special:
        return plain_slots
    reserve, border, sea = _entries(state)
    others = []
    for block in bits(unseen & special):
        place = loc[block]
        there, waits = (place, block), bool(reserve.get(place, 0) >> block & 1)
        others.append(
            Slot(place, bool(moved >> block & 1), bool(state.down >> block & 1), bool(settled >> block & 1), waits,
                 border.get(there, -1), sea.get(there, ""))
        )  # fmt: skip
    return tuple(sorted([*plain_slots, *others]))


def place_codes(loc: bytes, moved: int, blocks: int) -> bytes:
    """Return a code for each of these blocks, in no order of theirs: 1 + 2 * place, and 1 more if it has moved."""
    return at(int.from_bytes(loc, "little") * 2 + spread(moved) + _ONES, blocks)


@lru_cache(maxsize=8)  # as little of what a side sees changes from one state to the next
def _standing(loc: bytes, moved: int, blocks: int) -> tuple[Slot, ...]:
    """Return the slots of hidden blocks of which only the place, and whether they moved, was seen."""
    return picker(sorted(place_codes(loc, moved, blocks)))(_PLAIN)


def _entries(state: Position) -> tuple[dict[int, int], dict[tuple[int, int], int], dict[tuple[int, int], str]]:
    """Return the reserve of the battle by area, and, by area and block, the border and the sea by which it came."""
    reserve: dict[int, int] = {}
    border: dict[tuple[int, int], int] = {}
    sea: dict[tuple[int, int], str] = {}
    won = state.battle.area if state.battle is not None and state.phase is Phase.REGROUP else -1
    for front in state.fronts:  # fronts also name blocks that have left their area
        if front.area != won:
            reserve[front.area] = front.reserve
            border.update(((front.area, block), way) for block, way in front.came if state.mover >= 0)
        sea.update(((front.area, block), zone) for block, zone in front.pirates)
    if state.battle is not None and won < 0:
        reserve[state.battle.area] = state.battle.reserve
    return reserve, border, sea
