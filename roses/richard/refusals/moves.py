"""Why an action of the action phase is refused: marches, sea moves, recruits, events, the main attack (5.1 to 6.3).

Each function returns the rule and the reason for an action that is known not to be legal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any, Final

from roses.engine.i18n import gettext as _
from roses.engine.protocol import Action
from roses.richard import actions as act
from roses.richard.phases.march import undeclared
from roses.richard.phases.moves import ground, may_enter, may_recruit, may_sail, recruit_areas
from roses.richard.position import Phase, Position, front_at, front_in, present
from roses.richard.prompts import Reason, blocks_in, due
from roses.richard.tables import (
    AREAS,
    BOMBARDS,
    BORDER_NAMES,
    BORDER_OF,
    BORDERS,
    CAPACITIES,
    EXILES,
    INDEX,
    LANDLUBBERS,
    NAMES,
    PLACE,
    PLACES,
    POOL,
    ROSTER,
    SEA_BORDER,
    SEA_WAYS,
    SIDES,
    STOPS,
    bits,
)

_COLOUR: Final = {"major": "yellow", "river": "blue", "minor": "red"}
_FALLEN: Final = {"levy": "6.84", "bombard": "6.84", "mercenary": "6.85", "rebel": "6.86"}  # where not 6.83


# ---- marches


def _march(s: Position, side: int, action: act.March) -> Reason:
    block = INDEX[action.block]
    if s.event == "piracy":
        return "piracy", "the points of Piracy pay for sea moves only"
    found = _stays(s, block) or _no_point(s, block) or _way(s, side, block, action) or _goal(s, side, block, action)
    return found or ("5.2", f"{action.block} cannot march from {PLACES[s.loc[block]]} by that way")


def stuck(s: Position, side: int, block: int) -> Reason:
    """Return why an own block of the map that cannot move at all cannot."""
    if found := _stays(s, block) or _no_point(s, block):
        return found
    if s.spot >= 0:
        return "muster", f"it cannot march from {PLACES[s.loc[block]]} to the muster in {PLACES[s.spot]}"
    return "5.2", f"no way out of {PLACES[s.loc[block]]} is open to it"


def _stays(s: Position, block: int) -> Reason | None:
    """What keeps a block where it is: it has moved, is a prisoner, lies face down, or is pinned."""
    name = NAMES[block]
    if s.prisoner >> block & 1:
        return "kingmaker", f"{name} is a prisoner"
    if s.down >> block & 1:
        return "6.85", f"{name} lies face down until the campaign reset"
    if s.moved >> block & 1:
        return "5.2", f"{name} has moved, or was recruited, this turn"
    front = front_at(s, s.loc[block])
    if front is not None and not front.free:
        return "5.22", f"no block may leave {PLACES[front.area]}, as the main attack pins all that are left"
    return None


def _no_point(s: Position, block: int) -> Reason | None:
    if s.ap or s.spot >= 0 or s.activated >> s.loc[block] & 1:
        return None
    return "1.2", f"no action point is left, and {PLACES[s.loc[block]]} was not activated"


def _way(s: Position, side: int, block: int, action: act.March) -> Reason | None:
    """The first step that a march cannot take."""
    longest = 3 if s.event == "force_march" else 2
    if len(action.path) > longest:
        return "5.2", f"a block marches at most {longest} areas, and this way has {len(action.path)}"
    start = s.loc[block]
    way = (PLACES[start], *action.path)
    if way[0] == way[1]:
        return "5.2", f"{action.block} is in {way[0]} already"
    front = front_at(s, start)
    barred = front.via[1 - side] if front else 0
    for step, (name, to) in enumerate(pairwise(way)):
        found = _step(s, side, name, to, barred if not step else 0)
        if not found and step + 1 < len(action.path):
            found = _halt(s, side, name, to) or _back(way[step : step + 3])
        if found:
            return found
    return None


def _step(s: Position, side: int, name: str, to: str, barred: int) -> Reason | None:
    border = BORDER_OF.get((PLACE[name], PLACE[to]))
    if PLACE[to] in EXILES[1 - side]:
        return "2.7", f"{to} is an exile area of the enemy"
    if border is None:
        return "5.2", f"{name} and {to} share no border by land"
    limit = CAPACITIES[border] + (s.event == "surprise")
    colour = _COLOUR[BORDERS[border].kind]
    if s.crossed[border] >= limit:
        crossed = f"{limit} blocks have crossed the {colour} border {BORDER_NAMES[border]} this turn"
        return "5.21", f"{crossed}, and no more may"
    if barred >> border & 1:
        return "5.22", f"the enemy came over the border {BORDER_NAMES[border]}"
    return None


def _halt(s: Position, side: int, name: str, to: str) -> Reason | None:
    border = BORDER_OF[PLACE[name], PLACE[to]]
    if STOPS[border]:
        return "5.21", f"a block stops once it has crossed the red border {BORDER_NAMES[border]}"
    if enemies := present(s, PLACE[to], 1 - side).bit_count():
        return "5.2", f"{blocks_in(enemies, 'enemy', to)}, and whoever enters must stop there"
    return None


def _back(way: tuple[str, ...]) -> Reason | None:
    return ("5.2", f"a march does not turn back to {way[0]}") if way[0] == way[2] else None


def _goal(s: Position, side: int, block: int, action: act.March) -> Reason | None:
    way = (PLACES[s.loc[block]], *action.path)
    last = PLACE[way[-1]]
    if s.spot >= 0 and last != s.spot:
        return "muster", f"the muster is in {PLACES[s.spot]}, and blocks must end there"
    if present(s, last, 1 - side) and not may_enter(s, side, last, BORDER_OF[PLACE[way[-2]], last]):
        return _full(s, side, last)
    return None


def _full(s: Position, side: int, area: int) -> Reason:
    front = front_in(s, area)
    used = ", ".join(BORDER_NAMES[b] for b in bits(front.via[side]))
    most = 3 if front.attacker == side else 2
    return "6.3", f"{SIDES[side]} has entered {PLACES[area]} over {most} borders already: {used}"


# ---- sea moves


def _sail(s: Position, side: int, action: act.Sail) -> Reason:
    block, coast = INDEX[action.block], PLACE[action.area]
    if s.phase is Phase.MUSTER:
        return "muster", f"Muster moves blocks by land only, and now {due(s)}"
    if 1 << block & (LANDLUBBERS if s.rules.bombard_sea_move else LANDLUBBERS | BOMBARDS):
        return "5.3", f"{action.block} never sails"
    if not may_sail(s):
        return s.event.replace("_", "-"), "this event does not pay for sea moves"
    if found := _stays(s, block):
        return found
    if coast in EXILES[1 - side]:
        return "2.7", f"{action.area} is an exile area of the enemy"
    if (action.sea, coast) not in SEA_WAYS[s.loc[block]]:
        return "5.3", f"the {action.sea} does not join {PLACES[s.loc[block]]} and {action.area}"
    return _landing(s, side, coast)


def _landing(s: Position, side: int, coast: int) -> Reason:
    """What keeps a ship off a coast that it can reach: the enemy, or the want of a point."""
    enemies = present(s, coast, 1 - side).bit_count()
    if enemies and s.event != "piracy":
        return "5.3", f"{blocks_in(enemies, 'enemy', PLACES[coast])}, and ships land on friendly or vacant coasts only"
    if enemies and s.ap and not may_enter(s, side, coast, SEA_BORDER):
        return _full(s, side, coast)
    return "1.2", "no action point is left, and no port pair waits for its second block there"


# ---- recruits


def _recruit(s: Position, side: int, action: act.Recruit) -> Reason:
    block = INDEX[action.block]
    if s.phase is Phase.MUSTER or not may_recruit(s):
        return "5.1", "the points of an event card do not pay for recruits"
    if s.loc[block] != POOL:
        return "5.4", f"{action.block} is on the map, in {PLACES[s.loc[block]]}, and not in the pool"
    if s.down >> block & 1:
        rule = _FALLEN.get(ROSTER[block].kind, "6.83")
        return rule, f"{action.block} lies face down in the pool until the campaign reset"
    if not s.ap:
        return "1.2", "no action point is left"
    homes = [PLACES[a] for a in bits(recruit_areas(s, block, side, ground(s, side)))]
    if not homes and 1 << block & BOMBARDS:
        no_city = _("{block} may be recruited in a friendly city area only, and {side} holds none now")
        return "5.4", no_city.format(block=action.block, side=SIDES[side])
    where = f"only in {' or '.join(homes)}" if homes else "nowhere, as none of its homes is friendly or vacant"
    return "5.4", f"{action.block} may be recruited {where} now"


# ---- events and the main attack


def _muster(s: Position, side: int, action: act.Muster) -> Reason:
    area = PLACE[action.area]
    if enemies := present(s, area, 1 - side).bit_count():
        return "muster", f"{blocks_in(enemies, 'enemy', action.area)}, and a muster is in a friendly or vacant area"
    if area in EXILES[1 - side]:
        return "2.7", f"{action.area} is an exile area of the enemy"
    return "muster", f"no block of {SIDES[side]} can reach {action.area} from another area by land"


def _plague(s: Position, side: int, action: act.Plague) -> Reason:
    area = PLACE[action.area]
    if not AREAS[action.area].city:
        return "plague", f"{action.area} has no city"
    if own := present(s, area, side).bit_count():
        return "plague", f"{blocks_in(own, SIDES[side], action.area)}, so it is no enemy area"
    return "plague", blocks_in(0, "enemy", action.area)


def _main_attack(s: Position, side: int, action: act.MainAttack) -> Reason:
    front = undeclared(s, side)[0]
    if PLACE[action.area] != front.area:
        return "6.3", f"the main attack to be named now is that on {PLACES[front.area]}"
    used = ", ".join(BORDER_NAMES[b] for b in bits(front.via[side]))
    return "6.3", f"nobody entered {action.area} over {action.border}, but over {used}"


WHY: Final[Mapping[tuple[Phase, type[Action]], Callable[[Any, int, Any], Reason]]] = {
    (Phase.ACTIONS, act.March): _march,
    (Phase.MUSTER, act.March): _march,
    (Phase.ACTIONS, act.Sail): _sail,
    (Phase.MUSTER, act.Sail): _sail,
    (Phase.ACTIONS, act.Recruit): _recruit,
    (Phase.MUSTER, act.Recruit): _recruit,
    (Phase.MUSTER_AREA, act.Muster): _muster,
    (Phase.PLAGUE, act.Plague): _plague,
    (Phase.MAIN_ATTACK, act.MainAttack): _main_attack,
}
