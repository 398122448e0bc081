"""Refusals of the action phase (rules 5.1 to 6.3), of supply and of the political turn (rules 6.82 to 9.1).

Each function takes an illegal action and returns (rule, reason), or None if its check finds nothing wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any, Final

from roses.engine.i18n import gettext as _
from roses.engine.protocol import Action
from roses.richard import actions as act
from roses.richard.heirs import senior
from roses.richard.phases.march import undeclared
from roses.richard.phases.moves import blockaded, ground, may_enter, may_recruit, may_sail, recruit_areas
from roses.richard.phases.political import crowded, homes, travellers, unsettled, waiting
from roses.richard.phases.supply import fed_by_area, hungry, legal_minor
from roses.richard.position import Phase, Position, front_at, front_in, present
from roses.richard.prompts import Reason, blocks_in, due
from roses.richard.tables import (
    ALL_EXILES,
    AREAS,
    BOMBARDS,
    BORDER_NAMES,
    BORDER_OF,
    BORDERS,
    CAPACITIES,
    EXILES,
    INDEX,
    LANDLUBBERS,
    LORDS,
    MINOR,
    NAMES,
    PLACE,
    PLACES,
    POOL,
    REBEL,
    ROSTER,
    SEA_BORDER,
    SEA_WAYS,
    SHIELDS,
    SIDES,
    STOPS,
    SUPPLY,
    bits,
)

_COLOUR: Final = {"major": "yellow", "river": "blue", "minor": "red"}
_FALLEN: Final = {"levy": "6.84", "bombard": "6.84", "mercenary": "6.85", "rebel": "6.86"}  # others: 6.83


# ---- marches


def _march(s: Position, side: int, action: act.March) -> Reason:
    block = INDEX[action.block]
    if s.event == "piracy":
        return "piracy", _("the points of Piracy pay for sea moves only")
    if reason := _stays(s, block) or _no_point(s, block):
        return reason
    longest = 3 if s.event == "force_march" else 2
    if len(action.path) > longest:
        return "5.2", _("a block marches at most {longest} areas, and this way has {n}").format(
            longest=longest, n=len(action.path)
        )
    way = (PLACES[s.loc[block]], *action.path)
    if way[0] == way[1]:
        return "5.2", _("{block} is in {way} already").format(block=action.block, way=way[0])
    for step, (origin, to) in enumerate(pairwise(way)):
        border, enemies = BORDER_OF.get((PLACE[origin], PLACE[to])), present(s, PLACE[to], 1 - side).bit_count()
        if PLACE[to] in EXILES[1 - side]:
            return "2.7", _("{to} is an exile area of the enemy").format(to=to)
        if border is None:
            return "5.2", _("{name} and {to} share no border by land").format(name=origin, to=to)
        limit = CAPACITIES[border] + (s.event == "surprise")
        if s.crossed[border] >= limit:
            crossed = _("{limit} blocks have crossed the {colour} border {border} this turn").format(
                limit=limit, colour=_COLOUR[BORDERS[border].kind], border=BORDER_NAMES[border]
            )
            return "5.21", _("{crossed}, and no more may").format(crossed=crossed)
        front = front_at(s, s.loc[block])
        if not step and front and front.via[1 - side] >> border & 1:
            return "5.22", _("the enemy came over the border {border}").format(border=BORDER_NAMES[border])
        if step + 1 < len(action.path):
            if STOPS[border]:
                return "5.21", _("a block stops once it has crossed the red border {border}").format(
                    border=BORDER_NAMES[border]
                )
            if enemies:
                return "5.2", _("{blocks}, and whoever enters must stop there").format(
                    blocks=blocks_in(enemies, "enemy", to)
                )
            if way[step + 2] == origin:
                return "5.2", _("a march does not turn back to {way}").format(way=origin)
        elif s.spot >= 0 and PLACE[to] != s.spot:
            return "muster", _("the muster is in {area}, and blocks must end there").format(area=PLACES[s.spot])
        elif enemies and not may_enter(s, side, PLACE[to], border):
            return _full(s, side, PLACE[to])
    return "5.2", _("{block} cannot march from {area} by that way").format(block=action.block, area=way[0])


def stuck(s: Position, side: int, block: int) -> Reason:
    """Return why an own block on the map cannot move."""
    if reason := _stays(s, block) or _no_point(s, block):
        return reason
    if s.spot >= 0:
        return "muster", _("it cannot march from {area} to the muster in {muster}").format(
            area=PLACES[s.loc[block]], muster=PLACES[s.spot]
        )
    return "5.2", _("no way out of {area} is open to it").format(area=PLACES[s.loc[block]])


def _stays(s: Position, block: int) -> Reason | None:
    """Return why a block may not leave: it has moved, is a prisoner, lies face down, or is pinned; else None."""
    name = NAMES[block]
    if s.prisoner >> block & 1:
        return "kingmaker", _("{name} is a prisoner").format(name=name)
    if s.down >> block & 1:
        return "6.85", _("{name} lies face down until the campaign reset").format(name=name)
    if s.moved >> block & 1:
        return "5.2", _("{name} has moved, or was recruited, this turn").format(name=name)
    front = front_at(s, s.loc[block])
    if front is not None and not front.free:
        return "5.22", _("no block may leave {area}, as the main attack pins all that are left").format(
            area=PLACES[front.area]
        )
    return None


def _no_point(s: Position, block: int) -> Reason | None:
    if s.ap or s.spot >= 0 or s.activated >> s.loc[block] & 1:
        return None
    return "1.2", _("no action point is left, and {area} was not activated").format(area=PLACES[s.loc[block]])


def _full(s: Position, side: int, area: int) -> Reason:
    front = front_in(s, area)
    used = ", ".join(BORDER_NAMES[b] for b in bits(front.via[side]))
    most = 3 if front.attacker == side else 2
    return "6.3", _("{side} has entered {area} over {most} borders already: {used}").format(
        side=SIDES[side], area=PLACES[area], most=most, used=used
    )


# ---- sea moves


def _sail(s: Position, side: int, action: act.Sail) -> Reason:
    block, coast = INDEX[action.block], PLACE[action.area]
    if s.phase is Phase.MUSTER:
        return "muster", _("Muster moves blocks by land only, and now {due}").format(due=due(s))
    if 1 << block & (LANDLUBBERS if s.rules.bombard_sea_move else LANDLUBBERS | BOMBARDS):
        return "5.3", _("{block} never sails").format(block=action.block)
    if reason := _event_first(s):
        return reason
    if not may_sail(s):
        return s.event.replace("_", "-"), _("this event does not pay for sea moves")
    if reason := _stays(s, block):
        return reason
    if s.loc[block] in blockaded(s, side):
        return "5.22", _("the enemy came to {area} by sea").format(area=PLACES[s.loc[block]])
    if coast in EXILES[1 - side]:
        return "2.7", _("{area} is an exile area of the enemy").format(area=action.area)
    if (action.sea, coast) not in SEA_WAYS[s.loc[block]]:
        return "5.3", _("the {sea} does not join {area} and {goal}").format(
            sea=action.sea, area=PLACES[s.loc[block]], goal=action.area
        )
    enemies = present(s, coast, 1 - side).bit_count()
    if enemies and s.event != "piracy":
        return "5.3", _("{blocks}, and ships land on friendly or vacant coasts only").format(
            blocks=blocks_in(enemies, "enemy", PLACES[coast])
        )
    if enemies and s.ap and not may_enter(s, side, coast, SEA_BORDER):
        return _full(s, side, coast)
    return "1.2", _("no action point is left, and no port pair waits for its second block there")


def _event_first(s: Position) -> Reason | None:
    """Return why nobody sails or is recruited before the points of a card whose event comes besides them; else None."""
    if s.rules.event_ap_use != "both" or not s.event or may_sail(s):
        return None
    return "5.1", _("the event lets blocks march; end it with done, and the points of the card come next")


# ---- recruits


def _recruit(s: Position, side: int, action: act.Recruit) -> Reason:
    block = INDEX[action.block]
    if reason := _event_first(s):
        return reason
    if s.phase is Phase.MUSTER or not may_recruit(s):
        return "5.1", _("the points of an event card do not pay for recruits")
    if s.loc[block] != POOL:
        return "5.4", _("{block} is on the map, in {area}, and not in the pool").format(
            block=action.block, area=PLACES[s.loc[block]]
        )
    if s.down >> block & 1:
        rule = _FALLEN.get(ROSTER[block].kind, "6.83")
        return rule, _("{block} lies face down in the pool until the campaign reset").format(block=action.block)
    if not s.ap:
        return "1.2", _("no action point is left")
    if 1 << block & REBEL:
        if PLACE[action.area] in ALL_EXILES:
            exile = _("the Rebel is never recruited in exile, and {area} is an exile area")
            return "5.4", exile.format(area=action.area)
        return "5.4", _("the Rebel is recruited in vacant areas only, and {area} is not vacant").format(
            area=action.area
        )
    homes = [PLACES[a] for a in bits(recruit_areas(s, block, side, ground(s, side)))]
    if 1 << block & BOMBARDS:
        city = _("{block} may be recruited in a friendly city area only, now in {names}")
        none = _("{block} may be recruited in a friendly city area only, and {side} holds none now")
        names = _(" or ").join(homes)
        return "5.4", (city if homes else none).format(block=action.block, names=names, side=SIDES[side])
    where = (
        _("only in {names}").format(names=_(" or ").join(homes))
        if homes
        else _("nowhere, as none of its homes is friendly or vacant")
    )
    return "5.4", _("{block} may be recruited {where} now").format(block=action.block, where=where)


# ---- events and the main attack


def _muster(s: Position, side: int, action: act.Muster) -> Reason:
    area = PLACE[action.area]
    if enemies := present(s, area, 1 - side).bit_count():
        return "muster", _("{blocks}, and a muster is in a friendly or vacant area").format(
            blocks=blocks_in(enemies, "enemy", action.area)
        )
    if area in EXILES[1 - side]:
        return "2.7", _("{area} is an exile area of the enemy").format(area=action.area)
    return "muster", _("no block of {side} can reach {area} from another area by land").format(
        side=SIDES[side], area=action.area
    )


def _plague(s: Position, side: int, action: act.Plague) -> Reason:
    area = PLACE[action.area]
    if not AREAS[action.area].city:
        return "plague", _("{area} has no city").format(area=action.area)
    if own := present(s, area, side).bit_count():
        return "plague", _("{blocks}, so it is not an enemy area").format(
            blocks=blocks_in(own, SIDES[side], action.area)
        )
    return "plague", blocks_in(0, "enemy", action.area)


def _main_attack(s: Position, side: int, action: act.MainAttack) -> Reason:
    front = undeclared(s, side)[0]
    if PLACE[action.area] != front.area:
        return "6.3", _("the main attack to be named now is that on {area}").format(area=PLACES[front.area])
    used = ", ".join(BORDER_NAMES[b] for b in bits(front.via[side]))
    return "6.3", _("nobody entered {area} over {border}, but over {used}").format(
        area=action.area, border=action.border, used=used
    )


# ---- supply and the political turn


def _minor(s: Position, side: int, action: act.Enter | act.Decline) -> Reason:
    minor = NAMES[senior(side, s.occ[MINOR])]
    if isinstance(action, act.Enter) and action.block != minor:
        return "6.82", _("it is {minor} who comes of age now").format(minor=minor)
    areas = _(" or ").join(a.area for a in legal_minor(s, side) if isinstance(a, act.Enter))
    kind = _("a crown area without enemies") if side == s.king_side else _("an own exile area")
    doors = _("in {kind} ({areas})").format(kind=kind, areas=areas or _("there is none now"))
    if isinstance(action, act.Enter):
        return "6.82", _("{minor} may enter only {doors}, not in {area}").format(
            minor=minor, doors=doors, area=action.area
        )
    return "6.82", _("{minor} waits only where no door is open, and may enter {doors}").format(minor=minor, doors=doors)


def _execute(s: Position, side: int, action: act.Execute) -> Reason:
    return "9.1", _("only {block} may be executed now").format(block=NAMES[s.spot])


def _supply(s: Position, side: int, action: act.Starve | act.Done) -> Reason:
    area = s.loc[INDEX[action.block]] if isinstance(action, act.Starve) else hungry(s, side)[0]
    rule = "7.2" if area in ALL_EXILES else "7.1"
    if isinstance(action, act.Done):
        more = (fed_by_area(s, side, area) & ~s.settled).bit_count() - SUPPLY[area]
        number = _("1 block more") if more == 1 else _("{left} blocks more").format(left=more)
        return rule, _("{number} must lose a step in {area}").format(number=number, area=PLACES[area])
    block = INDEX[action.block]
    if s.settled >> block & 1:
        return "7.1", _("{block} has lost a step in this phase").format(block=action.block)
    if area in (POOL, MINOR):
        return "7.1", _("{block} is not on the map").format(block=action.block)
    fed = fed_by_area(s, side, area)
    if not fed >> block & 1:
        return rule, _("{block} does not count against the limit of {area}").format(
            block=action.block, area=PLACES[area]
        )
    if fed.bit_count() <= SUPPLY[area]:
        return rule, _("{area} feeds {limit} blocks, and no more than {n} of {side} are there").format(
            area=PLACES[area], limit=SUPPLY[area], n=fed.bit_count(), side=SIDES[side]
        )
    left = fed.bit_count() - (fed & s.settled).bit_count()
    return rule, _("{area} feeds {limit} blocks, and only {left} there have not lost a step").format(
        area=PLACES[area], limit=SUPPLY[area], left=left
    )


def _home(s: Position, side: int, action: act.GoHome | act.Disperse | act.Done) -> Reason:
    rule = "8.3" if side != s.king_side else "8.4"
    if isinstance(action, act.Done):
        first = NAMES[unsettled(s, side, waiting(s, side))[0]]
        return rule, _("{block} must still go home").format(block=first)
    block, area = INDEX[action.block], PLACE[action.area] if isinstance(action, act.GoHome) else POOL
    if not travellers(s, side) >> block & 1:
        if s.prisoner >> block & 1:
            stays = _("he is a prisoner")
        elif not LORDS >> block & 1:
            stays = _("only heirs, nobles and churches do")
        elif s.loc[block] == POOL:
            stays = _("it is in the pool")
        else:
            stays = _("it is in exile, in {area}").format(area=PLACES[s.loc[block]])
        return rule, _("{block} does not go home: {stays}").format(block=action.block, stays=stays)
    if s.settled >> block & 1:
        return rule, _("{block} has gone home").format(block=action.block)
    if isinstance(action, act.GoHome):
        if s.loc[block] == area:
            return rule, _("{block} is in {area} already").format(block=action.block, area=action.area)
        if enemies := present(s, area, 1 - side).bit_count():
            return rule, _("{blocks}, and nobody goes home among them").format(
                blocks=blocks_in(enemies, "enemy", action.area)
            )
    areas = _(" or ").join(PLACES[a] for a in homes(s, side, block))
    if not areas:
        return _homeless(s, side, block)
    if isinstance(action, act.GoHome):
        return rule, _("the open homes of {block} are: {open_homes}").format(block=action.block, open_homes=areas)
    only = _("{block} goes to the pool only where no home is open to it, and open are: {homes}")
    return rule, only.format(block=action.block, homes=areas)


def _homeless(s: Position, side: int, block: int) -> Reason:
    """Return what a block without a home waits for: a traitor for friends who may still leave one he uses (9.1)."""
    if s.loc[block] == POOL:
        return "8.3" if side != s.king_side else "8.4", _("{block} is in the pool, and no home is open to it").format(
            block=NAMES[block]
        )
    free = {b for b, areas in waiting(s, side) if any(area != s.loc[b] for area in areas)}
    names = [
        _("{names} to leave {area}").format(names=_(" and ").join(NAMES[b] for b in friends), area=PLACES[area])
        for area in SHIELDS[block]
        if not present(s, area, 1 - side) and (friends := [*bits(present(s, area, side))]) and {*friends} <= free
    ]
    if names:
        return "9.1", _("{block} needs an empty home, and waits for {friends}").format(
            block=NAMES[block], friends=_(" or ").join(names)
        )
    return "9.1", _("{block} needs an empty home, and goes to the pool when all others have gone home").format(
        block=NAMES[block]
    )


def _exile(s: Position, side: int, action: act.Disperse | act.Done) -> Reason:
    full = [(area, fed_by_area(s, side, area).bit_count()) for area in crowded(s, side)]
    if not full:
        return "7.2", _("no exile area is above its limit")
    if isinstance(action, act.Done):
        area, n = full[0]
        return "7.2", _("{area} holds {n} blocks, and its limit is {limit}").format(
            area=PLACES[area], n=n, limit=SUPPLY[area]
        )
    names = [
        _("{area} ({n} blocks, limit {limit})").format(area=PLACES[area], n=n, limit=SUPPLY[area]) for area, n in full
    ]
    return "7.2", _("{block} does not count against the limit of {names}").format(
        block=action.block, names=_(" or ").join(names)
    )


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
    (Phase.MINOR, act.Enter): _minor,
    (Phase.MINOR, act.Decline): _minor,
    (Phase.EXECUTION, act.Execute): _execute,
    (Phase.SUPPLY, act.Starve): _supply,
    (Phase.SUPPLY, act.Done): _supply,
    (Phase.HOMEWARD, act.GoHome): _home,
    (Phase.HOMEWARD, act.Disperse): _home,
    (Phase.HOMEWARD, act.Done): _home,
    (Phase.EXILE, act.Disperse): _exile,
    (Phase.EXILE, act.Done): _exile,
}
