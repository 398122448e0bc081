"""Legal land moves, sea moves and recruits of the action phase (rules 5.1 to 5.4); march.py carries them out.

Areas and borders are tested as bits. The moves of the blocks of an area depend on the few areas and borders near it, so
that the tuples of actions are cached by these.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache, partial, reduce
from itertools import compress, pairwise
from operator import or_
from typing import Any

import msgspec

from roses.engine.bits import Cache, Picker, picker
from roses.richard.actions import March, Recruit, Sail
from roses.richard.combat import heir_shields
from roses.richard.heirs import neville_shields
from roses.richard.position import Front, Position, front_at, present
from roses.richard.tables import (
    ALL_EXILES,
    BOMBARDS,
    BORDER_OF,
    BORDERS,
    CAPACITIES,
    CITIES,
    CROWNS,
    EXILES,
    HEIRS,
    LAND,
    LANDLUBBERS,
    MAJOR_PORTS,
    NAMES,
    NEIGHBOURS,
    OUT,
    PLACE,
    PLACES,
    POOL,
    REBEL,
    ROSTER,
    SEA_BORDER,
    SEA_WAYS,
    WALES,
    WELSH,
    bits,
    routes,
)

NO_PAIR = (-1, -1)
ANY_PAIR = (-2, -2)
GROUP = ("surprise", "force_march", "treason")  # the events that let the blocks of one area move, rule 5.1
_CROWNS, _CITIES, _WALES, _PORTS = (sum(1 << a for a in areas) for areas in (CROWNS, CITIES, WALES, MAJOR_PORTS))
_ABROAD = tuple(sum(1 << a for a in areas) for areas in EXILES)
_BITS = tuple(1 << a for a in LAND)
_ALL = sum(_BITS)
_HERE = sum(1 << a for a in LAND if a not in ALL_EXILES)


def may_sail(s: Position) -> bool:
    """Return whether the card in play pays for sea moves (rule 5.1)."""
    if s.event in GROUP and s.rules.event_ap_use == "both":
        return False
    if s.event == "surprise":
        return s.rules.surprise_sea_move
    if s.event == "treason":
        return s.rules.treason_sea_move
    return s.event != "force_march"


def may_recruit(s: Position) -> bool:
    """Return whether the card in play pays for recruits (rule 5.1)."""
    return not s.event or (s.rules.event_ap_use == "any" and s.event in GROUP)


class Ground(msgspec.Struct, frozen=True):
    """The position of a side: areas with its blocks and with enemies, and (area, blocks that may leave it); as bits."""

    friendly: int
    hostile: int
    stacks: list[tuple[int, int]]


def leavers(s: Position, side: int) -> int:
    """Return the blocks that may leave their areas: they count (2.1), have not moved and are not pinned (5.22)."""
    blocks: int = s.own[side] & ~(s.down | s.prisoner | s.moved)
    for front in s.fronts:
        if front.attacker == side or not front.free:
            blocks &= ~s.occ[front.area]
    return blocks


def ground(s: Position, side: int, only: int = -1) -> Ground:
    """Return the position of a side; with ``only``, blocks as bits, no others are among those that may leave."""
    awake, ready = ~(s.down | s.prisoner), leavers(s, side) & only
    friends, enemies = s.own[side] & awake, s.own[1 - side] & awake
    friendly = hostile = 0
    stacks = []
    for area, bit, there in compress(zip(LAND, _BITS, s.occ), s.occ):  # noqa: B905  # then comes the pool
        if there & friends:
            friendly |= bit
            if leaving := there & ready:
                stacks.append((area, leaving))
        if there & enemies:
            hostile |= bit
    return Ground(friendly, hostile, stacks)


def may_enter(s: Position, side: int, area: int, border: int) -> bool:
    """Return whether a border may be used to enter an area (rule 6.3)."""
    front = front_at(s, area)
    return front is None or not _shut(front, side) >> border & 1


def _shut(front: Front, side: int) -> int:
    """Return the borders closed to a side, as bits: all but those in use, once it uses three (defender two) (6.3)."""
    used = front.via[side]
    return ~used if used.bit_count() >= (3 if front.attacker == side else 2) else 0


def followers(s: Position, side: int) -> bool:
    """Return whether blocks may leave an area that is paid for (rule 5.2)."""
    blocks = leavers(s, side)
    return any([s.occ[area] & blocks for area in bits(s.activated)])


class Ways:
    """The ways out of an area: ``closers`` is all that can close one of them, as bits.

    ``last`` are the blocks of the last call, what was closed then, both as bits, and its moves, because from one state
    to the next little changes near an area.
    """

    __slots__ = ("_every", "_pick", "closers", "last")

    def __init__(self, moves: Callable[[int], tuple[Any, ...]], needs: Sequence[int]) -> None:
        """Take the moves of a block, and what each of them needs, as bits."""

        def pick(closed: int) -> Picker:
            return picker([n for n, need in enumerate(needs) if not need & closed]) if closed else tuple

        self.closers = reduce(or_, needs, 0)
        self._every = Cache(moves, len(NAMES))
        self._pick = Cache(pick, 256)
        self.last: tuple[int, int, Sequence[Any]] = 0, 0, ()

    def open_to(self, blocks: int, closed: int) -> Sequence[Any]:
        """Return the moves of these blocks that need nothing of what is closed; both are bits."""
        open_ones, every = self._pick[closed], self._every
        moves: list[Any] = []
        for block in bits(blocks):
            moves += open_ones(every[block])
        self.last = blocks, closed, moves
        return moves


# ---- by land

# A route needs its steps (a border in one direction) and no enemy in the areas between: each is a bit of one int.
_STEP = {step: 1 << number for number, step in enumerate(BORDER_OF)}
_BETWEEN = len(_STEP)
_BOTH_WAYS = tuple(_STEP[a, b] | _STEP[b, a] for a, b in ((PLACE[a], PLACE[b]) for a, b in (x.areas for x in BORDERS)))


def _obstacles(s: Position, side: int, hostile: int) -> int:
    """Return as bits the steps closed to a side, by full borders (5.21) or fronts, and the areas where it must stop."""
    closed = hostile << _BETWEEN
    extra = 1 if s.event == "surprise" else 0
    if s.crossed.strip(b"\0\1"):  # no border is full before two blocks have crossed it
        for border, crossed in enumerate(s.crossed):
            if crossed >= CAPACITIES[border] + extra:
                closed |= _BOTH_WAYS[border]
    for front in s.fronts:
        closed |= _closed_by(front.area, front.via[1 - side], _shut(front, side))
    return closed


@lru_cache(maxsize=2048)
def _closed_by(attacked: int, theirs: int, shut: int) -> int:
    """Return the steps that a front closes: out where the enemy came in (5.22), in over too many borders (6.3)."""
    steps = 0
    for area, border in NEIGHBOURS[attacked]:
        if theirs >> border & 1:
            steps |= _STEP[attacked, area]
        if shut >> border & 1:
            steps |= _STEP[area, attacked]
    return steps


@cache
def _needs(area: int, side: int, longest: int) -> tuple[int, ...]:
    """Return what each route out of an area needs, as bits."""
    return tuple(
        sum(_STEP[step] for step in pairwise((area, *r.areas))) + sum(1 << _BETWEEN + a for a in r.areas[:-1])
        for r in routes(area, side, longest)
    )


@cache
def _by_land(side: int, longest: int) -> tuple[Ways, ...]:
    """Return the marches out of each area, in the order of their routes."""
    return tuple([Ways(partial(_marches, area, side, longest), _needs(area, side, longest)) for area in LAND])


def _marches(area: int, side: int, longest: int, block: int) -> tuple[March, ...]:
    return tuple([March(NAMES[block], way.path) for way in routes(area, side, longest)])


def land_moves(s: Position, side: int, stand: Ground, *, free: bool = False) -> list[March]:
    """Return every legal march, one for each block and route (5.2, 5.21, 5.22); ``free`` ignores action points."""
    longest = 3 if s.event == "force_march" else 2
    obstacles, ways, stacks = _obstacles(s, side, stand.hostile), _by_land(side, longest), stand.stacks
    if not (s.ap or s.spot >= 0 or free):
        stacks = [stack for stack in stacks if s.activated >> stack[0] & 1]
    moves: list[March] = []
    for area, blocks in stacks:
        way = ways[area]
        closed = obstacles & way.closers
        before, shut, marches = way.last
        moves += marches if before == blocks and shut == closed else way.open_to(blocks, closed)
    if s.spot >= 0:
        return [march for march in moves if march.path[-1] == PLACES[s.spot]]
    return moves


def room(s: Position, area: int, path: Sequence[int]) -> int:
    """Return how many blocks may march from an area by a path that is open to one (rules 5.21 and 5.22)."""
    extra = 1 if s.event == "surprise" else 0
    borders = (BORDER_OF[step] for step in pairwise((area, *path)))
    return min(*(CAPACITIES[border] + extra - s.crossed[border] for border in borders), _free(s, area))


def _free(s: Position, area: int) -> int:
    """Return how many blocks a main attack leaves free to go out of an area (rule 5.22); all, where there is none."""
    front = front_at(s, area)
    return len(NAMES) if front is None or front.attacker == s.mover else front.free


def march_cost(s: Position, area: int) -> int:
    """Return the action points of a march out of an area: 1 for the first block, none for others that turn (5.2)."""
    return int(s.spot < 0 and not s.activated >> area & 1)


# ---- by sea


@cache
def _by_sea(side: int) -> tuple[Ways, ...]:
    """Return the sea moves out of each area, in the order of ``SEA_WAYS``; each needs its coast."""
    closed = EXILES[1 - side]
    ways = [[(sea, coast) for sea, coast in SEA_WAYS[area] if coast not in closed] for area in LAND]
    return tuple([Ways(partial(_sails, way), [1 << coast for _, coast in way]) for way in ways])


def _sails(ways: Sequence[tuple[str, int]], block: int) -> tuple[Sail, ...]:
    return tuple([Sail(NAMES[block], sea, PLACES[coast]) for sea, coast in ways])


def sea_moves(s: Position, side: int, stand: Ground) -> list[Sail]:
    """Return every legal sea move: paid, or free as the second of a port pair (rules 5.3, 5.31)."""
    moves: list[Sail] = []
    if not (s.ap or s.credits):
        return moves
    seamen = s.own[side] & ~LANDLUBBERS & ~(0 if s.rules.bombard_sea_move else BOMBARDS)
    shut_in, ways, guarded = blockaded(s, side), _by_sea(side), stand.hostile
    if s.ap and s.event == "piracy":  # pirates land among enemies too, but over so many borders only (5.1, 6.3)
        guarded = sum(1 << coast for coast in bits(guarded) if not may_enter(s, side, coast, SEA_BORDER))
    for area, blocks in stand.stacks:
        way = ways[area]
        if area in shut_in:
            continue
        if (coasts := way.closers) and (sailing := blocks & seamen):
            closed = coasts & guarded
            if not s.ap:  # only the second block of a port pair sails (5.31)
                goals = sum({1 << goal for start, goal in s.credits if start == area})
                if ANY_PAIR in s.credits:
                    goals = _PORTS if area in MAJOR_PORTS else 0
                closed |= coasts & ~goals
            before, shut, sails = way.last
            moves += sails if before == sailing and shut == closed else way.open_to(sailing, closed)
    return moves


def blockaded(s: Position, side: int) -> tuple[int, ...]:
    """Return the areas that a side may not leave by sea, as the enemy came to them by sea; none by default (5.22)."""
    if s.rules.sea_after_piracy == "open":
        return ()
    return tuple(front.area for front in s.fronts if front.via[1 - side] >> SEA_BORDER & 1)


def pair_credit(s: Position, area: int, coast: int) -> tuple[int, int]:
    """Return the (start, goal) under which a sea move counts as half a port pair; ANY_PAIR by the ruleset (5.31)."""
    if area not in MAJOR_PORTS or coast not in MAJOR_PORTS:
        return NO_PAIR
    return (area, coast) if s.rules.port_to_port_bonus == "same_origin_same_destination" else ANY_PAIR


def sea_pair(s: Position, side: int, start: int, coast: int) -> tuple[int, int]:
    """Return the half of a port pair that a sea move uses or begins; ``NO_PAIR`` for a single sea move (5.31)."""
    alone = s.event == "piracy" and not s.rules.piracy_port_pair_when_not_attacking
    return NO_PAIR if alone or present(s, coast, 1 - side) else pair_credit(s, start, coast)


def sea_room(s: Position, side: int, start: int, coast: int) -> int:
    """Return how many blocks may sail from an area to a coast that is open to one (rules 5.22, 5.3 and 5.31)."""
    pair = sea_pair(s, side, start, coast)
    return min(s.credits.count(pair) + s.ap * (1 if pair == NO_PAIR else 2), _free(s, start))


# ---- recruits


def _printed(block: int) -> int:
    """Return the areas, as bits, of the shields, city, cathedral or country of a block with fixed homes."""
    if 1 << block & WELSH:
        return _WALES
    named = (*ROSTER[block].shields, ROSTER[block].city, ROSTER[block].cathedral)
    return sum(1 << PLACE[name] for name in named if name) if not 1 << block & HEIRS else 0


_HOMES = tuple(_printed(block) for block in range(len(NAMES)))
_UNSHARED = tuple(0 if ROSTER[block].neville else homes for block, homes in enumerate(_HOMES))


@cache
def _everywhere(block: int) -> tuple[tuple[int, Recruit], ...]:
    """Return the recruits of a block in all areas, each with its area as a bit."""
    return tuple([(bit, Recruit(NAMES[block], PLACES[area])) for area, bit in zip(LAND, _BITS, strict=True)])


def _recruits(block: int, areas: int) -> tuple[Recruit, ...]:
    """Return the recruits of a block in these areas, given as bits."""
    return tuple([recruit for bit, recruit in _everywhere(block) if areas & bit])


_RECRUITS = tuple([Cache(partial(_recruits, block), 64) for block in range(len(NAMES))])  # by block and areas


def recruits(s: Position, side: int, stand: Ground, only: int = -1) -> list[Recruit]:
    """Return every legal recruit, or those of some blocks, given as bits (rule 5.4)."""
    moves: list[Recruit] = []
    homes = _UNSHARED if s.rules.neville_shared_shields == "all_purposes" else _HOMES
    free = _ALL & ~stand.hostile
    for block in bits(s.occ[POOL] & s.own[side] & ~s.down & only):
        moves += _RECRUITS[block][(homes[block] or _homeless(s, block, side, stand.friendly)) & free]
    return moves


def recruit_areas(s: Position, block: int, side: int, stand: Ground) -> int:
    """Return where, as bits, a block of the pool may be placed now (table of rule 5.4)."""
    homes = _UNSHARED if s.rules.neville_shared_shields == "all_purposes" else _HOMES
    return (homes[block] or _homeless(s, block, side, stand.friendly)) & ~stand.hostile


def _homeless(s: Position, block: int, side: int, friendly: int) -> int:
    """Return where, as bits, heirs, bombards, the Rebel and Nevilles with shared shields may be placed (rule 5.4).

    Enemies are not considered.
    """
    bit = 1 << block
    if bit & HEIRS:
        if s.rules.pool_heirs == "own_shields":
            return sum(1 << area for area in heir_shields(side, block, s.occ[OUT]))
        return _CROWNS if side == s.king_side else _ABROAD[side]
    if bit & BOMBARDS:
        return _CITIES & friendly
    if bit & REBEL:
        return _HERE & ~friendly
    return sum(1 << area for area in neville_shields(block, s.occ[OUT])) if ROSTER[block].neville else 0
