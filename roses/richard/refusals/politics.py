"""Why an action of the supply phase or the political turn is refused: minors, executions, hunger, homes (6.82 to 9.1).

Each function returns the rule and the reason for an action that is known not to be legal.
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
from roses.richard.tables import ALL_EXILES, INDEX, LORDS, MINOR, NAMES, PLACE, PLACES, POOL, SUPPLY

_HOME: Final = ("8.4", "8.3")  # by whether the side holds the crown


def _enter(s: Position, side: int, action: act.Enter) -> Reason:
    minor = NAMES[senior(s, side, s.occ[MINOR])]
    if action.block != minor:
        return "6.82", f"it is {minor} who comes of age now"
    return "6.82", f"{minor} enters {_doors(s, side)}, not in {action.area}"


def _doors(s: Position, side: int) -> str:
    doors = " or ".join(a.area for a in legal_minor(s, side) if isinstance(a, act.Enter))
    kind = "a crown area without enemies" if side == s.king_side else "an own exile area"
    return f"in {kind} ({doors or 'there is none now'})"


def _waits(s: Position, side: int, action: act.Decline) -> Reason:
    minor = NAMES[senior(s, side, s.occ[MINOR])]
    return "6.82", f"{minor} waits only where no door is open, and may enter {_doors(s, side)}"


def _execute(s: Position, side: int, action: act.Execute) -> Reason:
    return "9.1", f"only {NAMES[s.spot]} may be executed now"


def _starve(s: Position, side: int, action: act.Starve) -> Reason:
    block = INDEX[action.block]
    area = s.loc[block]
    if s.settled >> block & 1:
        return "7.1", f"{action.block} has lost a step in this phase"
    if area in (POOL, MINOR):
        return "7.1", f"{action.block} is not on the map"
    rule = "7.2" if area in ALL_EXILES else "7.1"
    fed = fed_by_area(s, side, area)
    if not fed >> block & 1:
        return rule, f"{action.block} does not count against the limit of {PLACES[area]}"
    left = fed.bit_count() - (fed & s.settled).bit_count()
    return rule, f"{PLACES[area]} feeds {SUPPLY[area]} blocks, and only {left} there have not lost a step"


def _unfed(s: Position, side: int, action: act.Done) -> Reason:
    area = hungry(s, side)[0]
    left = (fed_by_area(s, side, area) & ~s.settled).bit_count() - SUPPLY[area]
    number = "1 block more" if left == 1 else f"{left} blocks more"
    return "7.2" if area in ALL_EXILES else "7.1", f"{number} must lose a step in {PLACES[area]}"


def _home(s: Position, side: int, action: act.GoHome) -> Reason:
    rule, block, area = _HOME[side != s.king_side], INDEX[action.block], PLACE[action.area]
    if why := _not_due(s, side, block):
        return rule, why
    if s.loc[block] == area:
        return rule, f"{action.block} is in {action.area} already"
    if enemies := present(s, area, 1 - side).bit_count():
        return rule, f"{blocks_in(enemies, 'enemy', action.area)}, and nobody goes home among them"
    return rule, f"the open homes of {action.block} are: {_open_homes(s, side, block)}"


def _shun(s: Position, side: int, action: act.Disperse) -> Reason:
    """Why a block does not go to the pool in place of a home."""
    rule, block = _HOME[side != s.king_side], INDEX[action.block]
    if why := _not_due(s, side, block):
        return rule, why
    only = _("{block} goes to the pool only where no home is open to it, and open are: {homes}")
    return rule, only.format(block=action.block, homes=_open_homes(s, side, block))


def _not_due(s: Position, side: int, block: int) -> str:
    if not travellers(s, side) >> block & 1:
        return f"{NAMES[block]} does not go home: {_stays(s, block)}"
    return f"{NAMES[block]} has gone home" if s.settled >> block & 1 else ""


def _open_homes(s: Position, side: int, block: int) -> str:
    return " or ".join(PLACES[a] for a in homes(s, side, block)) or "none now"


def _stays(s: Position, block: int) -> str:
    if s.prisoner >> block & 1:
        return "he is a prisoner"
    if not LORDS >> block & 1:
        return "only heirs, nobles and churches do"
    return "it is in the pool" if s.loc[block] == POOL else f"it is in exile, in {PLACES[s.loc[block]]}"


def _away(s: Position, side: int, action: act.Done) -> Reason:
    return _HOME[side != s.king_side], f"{NAMES[unsettled(s, side, waiting(s, side))[0]]} must still go home"


def _disperse(s: Position, side: int, action: act.Disperse) -> Reason:
    full = [f"{PLACES[a]} ({fed_by_area(s, side, a).bit_count()} blocks, limit {SUPPLY[a]})" for a in crowded(s, side)]
    if not full:
        return "7.2", "no exile area is above its limit"
    return "7.2", f"{action.block} does not count against the limit of {' or '.join(full)}"


def _crowd(s: Position, side: int, action: act.Done) -> Reason:
    area = crowded(s, side)[0]
    return (
        "7.2",
        f"{PLACES[area]} holds {fed_by_area(s, side, area).bit_count()} blocks, and its limit is {SUPPLY[area]}",
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
