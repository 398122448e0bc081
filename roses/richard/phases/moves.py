"""Legal land moves, sea moves and recruits of the action phase (rules 5.1 to 5.4); march.py carries them out.

Areas and borders are tested as bits. The moves of the blocks of an area depend on the few areas and borders near it, so
that the tuples of actions are cached by these.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache, partial, reduce
from itertools import compress, pairwise
from operator import itemgetter, or_
from typing import Any, NamedTuple, TypeAlias

from roses.engine.bits import Kept
from roses.richard.actions import March, Recruit, Sail
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
_CROWNS, _CITIES, _WALES, _PORTS = (sum(1 << a for a in areas) for areas in (CROWNS, CITIES, WALES, MAJOR_PORTS))
_ABROAD = tuple(sum(1 << a for a in areas) for areas in EXILES)
_LAND = tuple((a, 1 << a) for a in LAND)
_HERE = sum(1 << a for a in LAND if a not in ALL_EXILES)


def may_sail(s: Position) -> bool:
    """Return whether the card in play pays for sea moves (rule 5.1)."""
    if s.event == "surprise":
        return s.rules.surprise_sea_move
    if s.event == "treason":
        return s.rules.treason_sea_move
    return s.event != "force_march"


def may_recruit(s: Position) -> bool:
    """Return whether the card in play pays for recruits (rule 5.1)."""
    return not s.event or (s.rules.event_ap_use == "any" and s.event in ("surprise", "force_march", "treason"))


class Ground(NamedTuple):
    """The position of a side: areas with its blocks and with enemies, as bits, and (area, blocks that may leave it)."""

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


def ground(s: Position, side: int) -> Ground:
    """Return the position of a side."""
    awake, ready = ~(s.down | s.prisoner), leavers(s, side)
    friends, enemies = s.own[side] & awake, s.own[1 - side] & awake
    friendly = hostile = 0
    stacks = []
    for (area, bit), there in zip(compress(_LAND, s.occ), filter(None, s.occ)):  # noqa: B905  # then comes the pool
        if mine := there & friends:
            friendly |= bit
            if leaving := there & ready:
                stacks.append((area, leaving))
        if mine != there and there & enemies:
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


Picker: TypeAlias = Callable[[tuple[Any, ...]], tuple[Any, ...]]


def _picker(places: list[int]) -> Picker:
    """Return a function that picks the items of a tuple at these places."""
    if len(places) > 1:
        return itemgetter(*places)
    return itemgetter(slice(places[0], places[0] + 1) if places else slice(0))  # for one place it would give no tuple


# ---- by land

# A route needs its steps (a border in one direction) and no enemy in the areas between: each is a bit of one int.
_STEP = {step: 1 << number for number, step in enumerate(BORDER_OF)}
_BETWEEN = len(_STEP)
_BOTH_WAYS = tuple(_STEP[a, b] | _STEP[b, a] for a, b in ((PLACE[a], PLACE[b]) for a, b in (x.areas for x in BORDERS)))


def _obstacles(s: Position, side: int, hostile: int) -> int:
    """Return as bits the steps closed to a side, by full borders (5.21) or fronts, and the areas where it must stop."""
    found = hostile << _BETWEEN
    extra = 1 if s.event == "surprise" else 0
    if s.crossed.strip(b"\0\1"):  # no border is full before two blocks have crossed it
        for border, crossed in enumerate(s.crossed):
            if crossed >= CAPACITIES[border] + extra:
                found |= _BOTH_WAYS[border]
    for front in s.fronts:
        found |= _closed_by(front.area, front.via[1 - side], _shut(front, side))
    return found


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
def _concerns(side: int, longest: int) -> tuple[int, ...]:
    """Return, for each area, all that any route out of it needs, as bits."""
    return tuple(reduce(or_, _needs(area, side, longest), 0) for area in LAND)


_WIDTH = len(NAMES).bit_length()  # so many bits hold the number of a block


@cache
def _open_marches(side: int, longest: int) -> tuple[Kept[tuple[March, ...]], ...]:
    """Return, for each area, the open marches of a block out of it; a key is the obstacles, then the block (bits)."""
    return tuple([Kept(_opening(area, side, longest), 256) for area in LAND])


def _opening(area: int, side: int, longest: int) -> Callable[[int], tuple[March, ...]]:
    """Return a function from such a key to the open marches, in the order of the routes."""
    ways, needs = routes(area, side, longest), _needs(area, side, longest)
    marches = Kept(lambda block: tuple([March(NAMES[block], way.path) for way in ways]), len(NAMES))
    pickers = Kept(lambda obstacles: _picker([n for n, need in enumerate(needs) if not need & obstacles]), 96)
    return lambda key: pickers[key >> _WIDTH](marches[key & (1 << _WIDTH) - 1])


def land_moves(s: Position, side: int, stand: Ground, *, free: bool = False) -> list[March]:
    """Return every legal march, one for each block and route (5.2, 5.21, 5.22); ``free`` ignores action points."""
    longest = 3 if s.event == "force_march" else 2
    obstacles = _obstacles(s, side, stand.hostile)
    concerns, marches = _concerns(side, longest), _open_marches(side, longest)
    paid = -1 if s.ap or s.spot >= 0 or free else s.activated
    found: list[March] = []
    for area, blocks in stand.stacks:
        if paid >> area & 1:
            out, closed = marches[area], (obstacles & concerns[area]) << _WIDTH
            for block in bits(blocks):
                found += out[closed | block]
    if s.spot >= 0:
        return [march for march in found if march.path[-1] == PLACES[s.spot]]
    return found


def room(s: Position, area: int, path: Sequence[int]) -> int:
    """Return how many blocks may march from an area by a path that is open to one (rules 5.21 and 5.22)."""
    extra = 1 if s.event == "surprise" else 0
    borders = (BORDER_OF[step] for step in pairwise((area, *path)))
    front = front_at(s, area)
    pinned = (front.free,) if front is not None and front.attacker != s.mover else ()
    return min(*(CAPACITIES[border] + extra - s.crossed[border] for border in borders), *pinned, len(NAMES))


def march_cost(s: Position, area: int) -> int:
    """Return the action points of a march out of an area: 1 for the first block, none for others that turn (5.2)."""
    return int(s.spot < 0 and not s.activated >> area & 1)


# ---- by sea

_COASTS = tuple(sum({1 << coast for _, coast in ways}) for ways in SEA_WAYS)


def _sails(area: int, block: int) -> tuple[Sail, ...]:
    """Return the sea moves of a block from an area, in the order of ``SEA_WAYS``."""
    return tuple([Sail(NAMES[block], sea, PLACES[coast]) for sea, coast in SEA_WAYS[area]])


def _reaching(area: int, coasts: int) -> Picker:
    """Return what picks, of the sea moves from an area, those to these coasts, given as bits."""
    return _picker([place for place, (_, coast) in enumerate(SEA_WAYS[area]) if coasts >> coast & 1])


_SAILS = tuple([Kept(partial(_sails, area), len(NAMES)) for area in LAND])  # by area and block
_REACHING = tuple([Kept(partial(_reaching, area), 256) for area in LAND])  # by area and coasts


def sea_moves(s: Position, side: int, stand: Ground) -> list[Sail]:
    """Return every legal sea move: paid, or free as the second of a port pair (rules 5.3, 5.31)."""
    found: list[Sail] = []
    if not (s.ap or s.credits):
        return found
    seamen = ~LANDLUBBERS & ~(0 if s.rules.bombard_sea_move else BOMBARDS)
    free = ~((_guarded(s, side, stand.hostile) if s.ap else stand.hostile) | _ABROAD[1 - side])
    for area, blocks in stand.stacks:
        coasts = _COASTS[area] & free
        if not s.ap:
            coasts &= _on_credit(s, area)
        if coasts and (sailing := blocks & seamen):
            sails, reaching = _SAILS[area], _REACHING[area][coasts]
            for block in bits(sailing):
                found += reaching(sails[block])
    return found


def _guarded(s: Position, side: int, hostile: int) -> int:
    """Return the coasts, as bits, closed by the enemy; by Piracy those with too many borders in use (5.1, 6.3)."""
    if s.event != "piracy":
        return hostile
    return sum(1 << coast for coast in bits(hostile) if not may_enter(s, side, coast, SEA_BORDER))


def _on_credit(s: Position, area: int) -> int:
    """Return the coasts, as bits, that the second block of a port pair may sail to from an area (rule 5.31)."""
    if ANY_PAIR in s.credits:
        return _PORTS if area in MAJOR_PORTS else 0
    return sum({1 << goal for start, goal in s.credits if start == area})


def pair_credit(s: Position, area: int, coast: int) -> tuple[int, int]:
    """Return the (start, goal) under which a sea move counts as half a port pair; ANY_PAIR by the ruleset (5.31)."""
    if area not in MAJOR_PORTS or coast not in MAJOR_PORTS:
        return NO_PAIR
    return (area, coast) if s.rules.port_to_port_bonus == "same_origin_same_destination" else ANY_PAIR


def sea_pair(s: Position, side: int, start: int, coast: int) -> tuple[int, int]:
    """Return the half of a port pair that a sea move uses or begins; ``NO_PAIR`` for a single sea move (5.31)."""
    alone = s.event == "piracy" and not s.rules.piracy_port_pair_when_not_attacking
    return NO_PAIR if alone or present(s, coast, 1 - side) else pair_credit(s, start, coast)


# ---- recruits


def _printed(block: int) -> int:
    """Return the areas, as bits, of the shields, city, cathedral or country of a block with fixed homes."""
    if 1 << block & WELSH:
        return _WALES
    named = (*ROSTER[block].shields, ROSTER[block].city, ROSTER[block].cathedral)
    return sum(1 << PLACE[name] for name in named if name) if not 1 << block & HEIRS else 0


_HOMES = tuple(_printed(block) for block in range(len(NAMES)))
_UNSHARED = tuple(0 if ROSTER[block].neville else homes for block, homes in enumerate(_HOMES))


def _recruits(block: int, areas: int) -> tuple[Recruit, ...]:
    """Return the recruits of a block in these areas, given as bits."""
    return tuple([Recruit(NAMES[block], PLACES[area]) for area in bits(areas)])


_RECRUITS = tuple([Kept(partial(_recruits, block), 64) for block in range(len(NAMES))])  # by block and areas


def recruits(s: Position, side: int, stand: Ground) -> list[Recruit]:
    """Return every legal recruit (rule 5.4)."""
    found: list[Recruit] = []
    homes = _UNSHARED if s.rules.neville_shared_shields == "all_purposes" else _HOMES
    free = ~stand.hostile
    for block in bits(s.occ[POOL] & s.own[side] & ~s.down):
        found += _RECRUITS[block][homes[block] & free if homes[block] else recruit_areas(s, block, side, stand)]
    return found


def recruit_areas(s: Position, block: int, side: int, stand: Ground) -> int:
    """Return where, as bits, a block of the pool may be placed now (table of rule 5.4)."""
    homes = _HOMES[block]
    if not homes:
        return _homeless(s, block, side, stand.friendly) & ~stand.hostile
    if s.rules.neville_shared_shields == "all_purposes" and ROSTER[block].neville:
        homes = sum(1 << a for a in neville_shields(block, s.occ[OUT]))
    return homes & ~stand.hostile


def _homeless(s: Position, block: int, side: int, friendly: int) -> int:
    """Return where, as bits, heirs, bombards and the Rebel may be placed, enemies not considered (rule 5.4)."""
    if 1 << block & HEIRS:
        return _CROWNS if side == s.king_side else _ABROAD[side]
    if 1 << block & BOMBARDS:
        return _CITIES & friendly
    return _HERE & ~friendly if 1 << block & REBEL else 0
