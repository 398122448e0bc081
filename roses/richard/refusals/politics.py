"""Refusals of the supply phase and the political turn: minors, executions, hunger, homes (rules 6.82 to 9.1).

Each function takes an illegal action and returns (rule, reason), or None if its check finds nothing wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from roses.engine.i18n import gettext as _
from roses.engine.protocol import Action
from roses.richard import actions as act
from roses.richard.heirs import senior
from roses.richard.phases.political import crowded, homes, travellers, unsettled, waiting
from roses.richard.phases.supply import fed_by_area, hungry, legal_minor
from roses.richard.position import Phase, Position, present
from roses.richard.prompts import Reason, blocks_in
from roses.richard.tables import (
    ALL_EXILES,
    INDEX,
    LORDS,
    MINOR,
    NAMES,
    PLACE,
    PLACES,
    POOL,
    SHIELDS,
    SIDES,
    SUPPLY,
    bits,
)

_HOME: Final = ("8.4", "8.3")  # indexed by whether the side holds the crown


def _enter(s: Position, side: int, action: act.Enter) -> Reason:
    minor = NAMES[senior(side, s.occ[MINOR])]
    if action.block != minor:
        return "6.82", _("it is {minor} who comes of age now").format(minor=minor)
    return "6.82", _("{minor} enters {doors}, not in {area}").format(
        minor=minor, doors=_doors(s, side), area=action.area
    )


def _doors(s: Position, side: int) -> str:
    doors = _(" or ").join(a.area for a in legal_minor(s, side) if isinstance(a, act.Enter))
    kind = _("a crown area without enemies") if side == s.king_side else _("an own exile area")
    return _("in {kind} ({areas})").format(kind=kind, areas=doors or _("there is none now"))


def _waits(s: Position, side: int, action: act.Decline) -> Reason:
    minor = NAMES[senior(side, s.occ[MINOR])]
    return "6.82", _("{minor} waits only where no door is open, and may enter {doors}").format(
        minor=minor, doors=_doors(s, side)
    )


def _execute(s: Position, side: int, action: act.Execute) -> Reason:
    return "9.1", _("only {block} may be executed now").format(block=NAMES[s.spot])


def _starve(s: Position, side: int, action: act.Starve) -> Reason:
    block = INDEX[action.block]
    area = s.loc[block]
    if s.settled >> block & 1:
        return "7.1", _("{block} has lost a step in this phase").format(block=action.block)
    if area in (POOL, MINOR):
        return "7.1", _("{block} is not on the map").format(block=action.block)
    rule = "7.2" if area in ALL_EXILES else "7.1"
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


def _unfed(s: Position, side: int, action: act.Done) -> Reason:
    area = hungry(s, side)[0]
    left = (fed_by_area(s, side, area) & ~s.settled).bit_count() - SUPPLY[area]
    number = _("1 block more") if left == 1 else _("{left} blocks more").format(left=left)
    return "7.2" if area in ALL_EXILES else "7.1", _("{number} must lose a step in {area}").format(
        number=number, area=PLACES[area]
    )


def _home(s: Position, side: int, action: act.GoHome) -> Reason:
    rule, block, area = _HOME[side != s.king_side], INDEX[action.block], PLACE[action.area]
    if why := _not_due(s, side, block):
        return rule, why
    if s.loc[block] == area:
        return rule, _("{block} is in {area} already").format(block=action.block, area=action.area)
    if enemies := present(s, area, 1 - side).bit_count():
        return rule, _("{blocks}, and nobody goes home among them").format(
            blocks=blocks_in(enemies, "enemy", action.area)
        )
    if not homes(s, side, block):
        return _homeless(s, side, block)
    return rule, _("the open homes of {block} are: {open_homes}").format(
        block=action.block, open_homes=_open_homes(s, side, block)
    )


def _shun(s: Position, side: int, action: act.Disperse) -> Reason:
    """Return why a block may not choose the pool in place of a home."""
    rule, block = _HOME[side != s.king_side], INDEX[action.block]
    if why := _not_due(s, side, block):
        return rule, why
    if not homes(s, side, block):
        return _homeless(s, side, block)
    only = _("{block} goes to the pool only where no home is open to it, and open are: {homes}")
    return rule, only.format(block=action.block, homes=_open_homes(s, side, block))


def _homeless(s: Position, side: int, block: int) -> Reason:
    """Return what a block without a home waits for: a traitor for friends who may still leave one he uses (9.1)."""
    if s.loc[block] == POOL:
        return _HOME[side != s.king_side], _("{block} is in the pool, and no home is open to it").format(
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


def _not_due(s: Position, side: int, block: int) -> str:
    if not travellers(s, side) >> block & 1:
        return _("{block} does not go home: {stays}").format(block=NAMES[block], stays=_stays(s, block))
    return _("{block} has gone home").format(block=NAMES[block]) if s.settled >> block & 1 else ""


def _open_homes(s: Position, side: int, block: int) -> str:
    return _(" or ").join(PLACES[a] for a in homes(s, side, block))


def _stays(s: Position, block: int) -> str:
    if s.prisoner >> block & 1:
        return _("he is a prisoner")
    if not LORDS >> block & 1:
        return _("only heirs, nobles and churches do")
    return (
        _("it is in the pool")
        if s.loc[block] == POOL
        else _("it is in exile, in {area}").format(area=PLACES[s.loc[block]])
    )


def _away(s: Position, side: int, action: act.Done) -> Reason:
    return _HOME[side != s.king_side], _("{block} must still go home").format(
        block=NAMES[unsettled(s, side, waiting(s, side))[0]]
    )


def _disperse(s: Position, side: int, action: act.Disperse) -> Reason:
    full = [
        _("{area} ({n} blocks, limit {limit})").format(
            area=PLACES[a], n=fed_by_area(s, side, a).bit_count(), limit=SUPPLY[a]
        )
        for a in crowded(s, side)
    ]
    if not full:
        return "7.2", _("no exile area is above its limit")
    return "7.2", _("{block} does not count against the limit of {names}").format(
        block=action.block, names=_(" or ").join(full)
    )


def _crowd(s: Position, side: int, action: act.Done) -> Reason:
    area = crowded(s, side)[0]
    return (
        "7.2",
        _("{area} holds {n} blocks, and its limit is {limit}").format(
            area=PLACES[area], n=fed_by_area(s, side, area).bit_count(), limit=SUPPLY[area]
        ),
    )


WHY: Final[Mapping[tuple[Phase, type[Action]], Callable[[Any, int, Any], Reason]]] = {
    (Phase.MINOR, act.Enter): _enter,
    (Phase.MINOR, act.Decline): _waits,
    (Phase.EXECUTION, act.Execute): _execute,
    (Phase.SUPPLY, act.Starve): _starve,
    (Phase.SUPPLY, act.Done): _unfed,
    (Phase.HOMEWARD, act.GoHome): _home,
    (Phase.HOMEWARD, act.Disperse): _shun,
    (Phase.HOMEWARD, act.Done): _away,
    (Phase.EXILE, act.Disperse): _disperse,
    (Phase.EXILE, act.Done): _crowd,
}
