"""What may be moved or recruited in the action phase now (rules 5.1 to 5.4). Changes nothing; march.py does.

Every action of these kinds exists once, in tables filled as they are needed, and areas and borders are tested as bits.
"""

from __future__ import annotations

from functools import cache

from roses.engine.protocol import Action
from roses.richard.actions import March, Recruit, Sail
from roses.richard.heirs import shields
from roses.richard.position import Position, front_at, present
from roses.richard.roster import (
    ALL_EXILES,
    BOMBARDS,
    CAPACITIES,
    CITIES,
    CROWNS,
    EXILES,
    FORCED_ROUTES,
    HEIRS,
    LAND,
    LANDLUBBERS,
    MAJOR_PORTS,
    NAMES,
    PLACE,
    PLACES,
    POOL,
    ROSTER,
    ROUTES,
    SEA_BORDER,
    SEA_WAYS,
    SHIELDS,
    WALES,
    bits,
)

NO_PAIR = (-1, -1)
ANY_PAIR = (-2, -2)
_BITS = tuple(1 << area for area in LAND)
_CROWNS, _CITIES, _WALES, _EXILES = (sum(1 << a for a in areas) for areas in (CROWNS, CITIES, WALES, ALL_EXILES))


def may_sail(s: Position) -> bool:
    """Whether the card in play pays for sea moves (rule 5.1)."""
    barred = {
        "force_march": True,
        "surprise": not s.rules.surprise_sea_move,
        "treason": not s.rules.treason_sea_move,
    }
    return not barred.get(s.event, False)


def may_recruit(s: Position) -> bool:
    """Whether the card in play pays for recruits (rule 5.1)."""
    return not s.event or (s.rules.event_ap_use == "any" and s.event in ("surprise", "force_march", "treason"))


def areas_of(s: Position, side: int) -> int:
    """Return the areas, as bits, where a side has blocks that count (rule 2.1)."""
    blocks = s.own[side] & ~(s.down | s.prisoner)
    return sum([bit for bit, there in zip(_BITS, s.occ, strict=False) if there & blocks])


Ground = tuple[int, int]  # the areas of Lancaster and of York, as bits


def ground(s: Position) -> Ground:
    """Return where both sides stand, to be worked out once for all that is asked of a state."""
    return areas_of(s, 0), areas_of(s, 1)


def movers(s: Position, side: int, area: int) -> int:
    """Return the blocks that may still leave an area: unmoved, free, not pinned (rules 5.2, 5.22)."""
    blocks = present(s, area, side) & ~s.moved
    if blocks and s.fronts:
        front = front_at(s, area)
        if front is not None and (front.attacker == side or not front.free):
            return 0
    return blocks


def may_enter(s: Position, side: int, area: int, border: int) -> bool:
    """Whether one more border may be used to enter a battle: three to attack, two to reinforce (rule 6.3)."""
    front = front_at(s, area)
    if front is None or front.via[side] >> border & 1:
        return True
    return front.via[side].bit_count() < (3 if front.attacker == side else 2)


# ---- by land


@cache
def _ways(side: int, area: int, forced: bool) -> tuple[tuple[int, int, int, int, int, int], ...]:
    """For each route out of an area: borders, areas on the way, goal and first border as bits; goal, last border."""
    routes = (FORCED_ROUTES if forced else ROUTES)[side][area]
    return tuple(
        (
            sum(1 << b for b in r.borders),
            sum(1 << a for a in r.areas[:-1]),
            1 << r.areas[-1],
            1 << r.borders[0],
            r.areas[-1],
            r.borders[-1],
        )
        for r in routes
    )


@cache
def _marches(block: int, side: int, area: int, forced: bool) -> tuple[March, ...]:
    """The marches of a block out of an area, in the order of the routes."""
    return tuple(March(NAMES[block], r.path) for r in (FORCED_ROUTES if forced else ROUTES)[side][area])


def land_moves(s: Position, side: int, stand: Ground, *, free: bool = False) -> list[March]:
    """Return every march that is open, one for each block and way (5.2, 5.21, 5.22); ``free`` asks for no points."""
    forced = s.event == "force_march"
    extra = 1 if s.event == "surprise" else 0
    full = sum([1 << b for b, n in enumerate(s.crossed) if n >= CAPACITIES[b] + extra]) if any(s.crossed) else 0
    hostile = stand[1 - side]
    found: list[March] = []
    for area in bits(stand[side]):
        if not (s.ap or s.activated >> area & 1 or s.spot >= 0 or free):
            continue
        if blocks := movers(s, side, area):
            open_ways = _open_ways(s, side, area, forced, hostile, full)
            for block in bits(blocks):
                table = _marches(block, side, area, forced)
                found += [table[i] for i in open_ways]
    return found


def _open_ways(s: Position, side: int, area: int, forced: bool, hostile: int, full: int) -> list[int]:
    """Which ways are open: room on every border, nobody to stop at before the goal, entry allowed (5.21, 6.3)."""
    front = front_at(s, area)
    barred = front.via[1 - side] if front is not None else 0
    if s.spot >= 0:
        muster = 1 << s.spot
        return [
            i
            for i, (over, through, goal, first, _, _) in enumerate(_ways(side, area, forced))
            if goal == muster and not (over & full or through & hostile or first & barred)
        ]
    return [
        i
        for i, (over, through, goal, first, last, border) in enumerate(_ways(side, area, forced))
        if not (over & full or through & hostile or first & barred)
        and (not goal & hostile or may_enter(s, side, last, border))
    ]


# ---- by sea


@cache
def _voyages(side: int, area: int) -> tuple[tuple[str, int], ...]:
    """The (sea, coast) that ships of a side may make for from an area."""
    return tuple((sea, coast) for sea, coast in SEA_WAYS[area] if coast not in EXILES[1 - side])


@cache
def _sails(block: int, side: int, area: int) -> tuple[Sail, ...]:
    return tuple(Sail(NAMES[block], sea, PLACES[coast]) for sea, coast in _voyages(side, area))


def sea_moves(s: Position, side: int, stand: Ground) -> list[Sail]:
    """Return every sea move that is open: paid, or on the credit of a port pair (rules 5.3, 5.31)."""
    found: list[Sail] = []
    if not (s.ap or s.credits):
        return found
    hostile = stand[1 - side]
    seamen = ~LANDLUBBERS & ~(0 if s.rules.bombard_sea_move else BOMBARDS)
    for area in bits(stand[side]):
        voyages = _voyages(side, area)
        blocks = movers(s, side, area) & seamen if voyages else 0
        if blocks:
            landings = [i for i, (_, coast) in enumerate(voyages) if _landing(s, side, area, coast, hostile)]
            for block in bits(blocks):
                table = _sails(block, side, area)
                found += [table[i] for i in landings]
    return found


def _landing(s: Position, side: int, area: int, coast: int, hostile: int) -> bool:
    """Whether a ship may land: on a friendly or vacant coast, as a pirate on any other too (rules 5.1, 5.3)."""
    if hostile >> coast & 1:
        return s.event == "piracy" and s.ap > 0 and may_enter(s, side, coast, SEA_BORDER)
    return s.ap > 0 or pair_credit(s, area, coast) in s.credits


def pair_credit(s: Position, area: int, coast: int) -> tuple[int, int]:
    """Return the half of a port pair that a sea move would use or leave: of these two ports, or of any (5.31)."""
    if area not in MAJOR_PORTS or coast not in MAJOR_PORTS:
        return NO_PAIR
    return (area, coast) if s.rules.port_to_port_bonus == "same_origin_same_destination" else ANY_PAIR


# ---- recruits


@cache
def _homes(block: int) -> int:
    """The areas, as bits, of a block's printed shields, city, cathedral or country."""
    printed = ROSTER[block]
    if printed.name == "Welsh Mercenary":
        return _WALES
    named = SHIELDS[block] or tuple(PLACE[name] for name in (printed.city, printed.cathedral) if name)
    return sum(1 << area for area in named)


@cache
def _recruit(block: int, area: int) -> Recruit:
    return Recruit(NAMES[block], PLACES[area])


def recruits(s: Position, side: int, stand: Ground) -> list[Action]:
    """Return every recruit that is open (rule 5.4)."""
    return [
        _recruit(block, area)
        for block in bits(s.occ[POOL] & s.own[side] & ~s.down)
        for area in bits(recruit_areas(s, block, side, stand))
    ]


def recruit_areas(s: Position, block: int, side: int, stand: Ground) -> int:
    """Return where, as bits, a block of the pool may be placed now (table of rule 5.4)."""
    friendly, hostile = stand[side], stand[1 - side]
    kind = ROSTER[block].kind
    if 1 << block & HEIRS:
        return _CROWNS & ~hostile if side == s.king_side else sum(1 << a for a in EXILES[side])
    if kind == "rebel":
        return ~(_EXILES | hostile | friendly) & sum(_BITS)
    if kind == "bombard":
        return _CITIES & friendly & ~hostile
    homes = _homes(block)
    if ROSTER[block].neville and s.rules.neville_shared_shields == "all_purposes":
        homes = sum(1 << a for a in shields(s, block, "all_purposes"))
    return homes & ~hostile
