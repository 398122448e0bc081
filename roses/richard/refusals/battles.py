"""Why an action of a battle is refused: turns, charges, treachery, hits, retreats, regroups (rules 6.1 to 6.9).

Each function returns the rule and the reason for an action that is known not to be legal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from roses.engine.protocol import Action
from roses.richard import actions as act
from roses.richard.combat import line
from roses.richard.heirs import senior
from roses.richard.phases.battle import LAST_ROUND, PIRATES, contested, group, retreats, strongest
from roses.richard.phases.treachery import WARWICK, dice_for, title
from roses.richard.position import Phase, Position, battle_in, front_in, present
from roses.richard.prompts import Reason, blocks_in, due
from roses.richard.tables import (
    BORDER_NAMES,
    BORDER_OF,
    CAPACITIES,
    EXILES,
    INDEX,
    NAMES,
    PLACE,
    PLACES,
    SEA_WAYS,
    SIDES,
)


def _fight(s: Position, side: int, action: act.Fight) -> Reason:
    counts = [present(s, PLACE[action.area], who).bit_count() for who in (0, 1)]
    there = " and ".join(f"{n} of {name}" for n, name in zip(counts, SIDES, strict=True))
    left = ", ".join(PLACES[a] for a in contested(s))
    return "6.1", f"{action.area} is not contested, with {there} there; battles are due in {left}"


# ---- a battle turn


def _whose(s: Position, side: int, name: str) -> Reason | None:
    """What is common to every battle turn: it must be this block's."""
    battle, block = battle_in(s), INDEX[name]
    if s.loc[block] != battle.area:
        return "6.2", f"{name} is not in the battle of {PLACES[battle.area]}"
    if s.prisoner >> block & 1:
        return "kingmaker", f"{name} is a prisoner"
    if battle.reserve >> block & 1:
        return "6.3", f"{name} waits in the reserve"
    if battle.acted >> block & 1:
        return "6.2", f"{name} has had its turn in round {battle.round}"
    return None if group(s, battle)[0] >> block & 1 else ("6.2", due(s))


def _leaving(s: Position, side: int) -> bool:
    return battle_in(s).round == LAST_ROUND and side == battle_in(s).attacker


def _turn(s: Position, side: int, action: act.Fire | act.Pass) -> Reason:
    return _whose(s, side, action.block) or ("6.2", f"in round {LAST_ROUND} attackers must retreat")


def _charge(s: Position, side: int, action: act.Charge) -> Reason:
    heir = senior(s, side, line(s, battle_in(s), side))
    if heir != INDEX[action.heir]:
        who = f"that is {NAMES[heir]}" if heir >= 0 else f"{SIDES[side]} has none there"
        return "6.5", f"only the senior heir in the line may charge, and {who}"
    if found := _whose(s, side, action.heir):
        return found
    if _leaving(s, side):
        return "6.5", f"in round {LAST_ROUND} attackers must retreat"
    return "6.5", f"{action.target} is not in the enemy's front line"


def _treachery(s: Position, side: int, action: act.Treachery) -> Reason:
    if action.roller == act.TREASON:
        return "treason", f"the Treason card is used before round 1, and now {due(s)}"
    if found := _whose(s, side, action.roller):
        return found
    role = title(s, side, INDEX[action.roller])
    if not role:
        return "6.9", f"{action.roller} is neither King nor Pretender nor Warwick"
    if _leaving(s, side):
        return "6.9", f"in round {LAST_ROUND} attackers must retreat"
    if battle_in(s).used & role:
        return "6.9", f"the one roll of {action.roller} in this battle has been made"
    if role == WARWICK and (found := _rival(s, side, action.target)):
        return found
    return _target(s, side, action.target)


def _treason(s: Position, side: int, action: act.Treachery) -> Reason:
    if action.roller != act.TREASON:
        return "treason", f"before round 1 only the Treason card may be tried, not {action.roller}"
    return _target(s, side, action.target)


def _rival(s: Position, side: int, name: str) -> Reason | None:
    there = line(s, battle_in(s), 1 - side) >> INDEX[name] & 1
    rival = INDEX[name] in (INDEX[f"{n}/{c}"] for n in ("Northumberland", "Westmoreland") for c in "LY")
    return ("6.91", f"Warwick may not try {name}") if there and rival else None


def _target(s: Position, side: int, name: str) -> Reason:
    battle, target = battle_in(s), INDEX[name]
    if not line(s, battle, 1 - side) >> target & 1:
        return "6.9", f"{name} is not in the enemy's front line"
    if battle.turned >> target & 1:
        return "6.9", f"{name} has changed sides in this battle already"
    if not dice_for(-1, target):
        return "3.13", f"{name} has no loyalty rating and cannot be turned"
    return "9.1", f"{name} cannot be turned as King or Pretender"


def _trapped(s: Position, side: int, action: act.Trapped) -> Reason:
    if found := _whose(s, side, action.block):
        return found
    if not _leaving(s, side):
        return "6.6", f"only attackers must retreat, in round {LAST_ROUND}, and this is round {battle_in(s).round}"
    ways = ", ".join(PLACES[a] for a in retreats(s, battle_in(s), side, INDEX[action.block]))
    return "6.6", f"{action.block} can retreat to {ways}"


def _hit(s: Position, side: int, action: act.Hit) -> Reason:
    names = ", ".join(NAMES[b] for b in strongest(s, battle_in(s), side))
    return "6.4", f"hits fall on the strongest block of the line: {names}"


# ---- ways out


def _retreat(s: Position, side: int, action: act.Retreat) -> Reason:
    if found := _whose(s, side, action.block):
        return found
    if battle_in(s).round == 1:
        return "6.6", "nobody retreats in round 1"
    return _exit(s, side, INDEX[action.block], action.area, "6.6")


def _regroup(s: Position, side: int, action: act.Regroup) -> Reason:
    block = INDEX[action.block]
    if not present(s, battle_in(s).area, side) >> block & 1:
        return stuck(s, side, block)
    return _exit(s, side, block, action.area, "6.7")


def stuck(s: Position, side: int, block: int) -> Reason:
    """Return why an own block that cannot regroup at all cannot."""
    area = battle_in(s).area
    if not present(s, area, side) >> block & 1:
        return "6.7", f"{NAMES[block]} is not among the victors in {PLACES[area]}"
    return "6.7", f"no way out of {PLACES[area]} is open to it"


def _exit(s: Position, side: int, block: int, name: str, rule: str) -> Reason:
    start, area = battle_in(s).area, PLACE[name]
    if area in EXILES[1 - side]:
        return "2.7", f"{name} is an exile area of the enemy"
    if enemies := present(s, area, 1 - side).bit_count():
        return rule, f"{blocks_in(enemies, 'enemy', name)}, and only friendly or vacant areas are open"
    front = front_in(s, start)
    for pirate, sea in front.pirates:
        if pirate == block:
            return _by_sea(s, side, area, sea)
    border = BORDER_OF.get((start, area))
    if border is None:
        return rule, f"{PLACES[start]} and {name} share no border by land"
    return _over(s, side, border, front.via[side] >> border & 1)


def _by_sea(s: Position, side: int, area: int, sea: str) -> Reason:
    if (sea, area) in SEA_WAYS[battle_in(s).area] and battle_in(s).sailed[side] >= PIRATES:
        return "piracy", f"{PIRATES} pirates have sailed off already, and no more may"
    return "piracy", f"a pirate leaves by the {sea} it came over, which does not lead to {PLACES[area]}"


def _over(s: Position, side: int, border: int, own: int) -> Reason:
    if battle_in(s).crossings.count((side, border)) >= CAPACITIES[border]:
        return "5.21", f"{CAPACITIES[border]} blocks have used the border {BORDER_NAMES[border]}, and no more may"
    both = f", and of two who used it only {SIDES[1 - s.first]}, as second player, may go back over it" if own else ""
    return "6.6", f"the enemy came over the border {BORDER_NAMES[border]}{both}"


WHY: Final[Mapping[tuple[Phase, type[Action]], Callable[[Any, int, Any], Reason]]] = {
    (Phase.BATTLES, act.Fight): _fight,
    (Phase.TREASON, act.Treachery): _treason,
    (Phase.BATTLE_TURN, act.Fire): _turn,
    (Phase.BATTLE_TURN, act.Pass): _turn,
    (Phase.BATTLE_TURN, act.Charge): _charge,
    (Phase.BATTLE_TURN, act.Treachery): _treachery,
    (Phase.BATTLE_TURN, act.Retreat): _retreat,
    (Phase.BATTLE_TURN, act.Trapped): _trapped,
    (Phase.HITS, act.Hit): _hit,
    (Phase.REGROUP, act.Regroup): _regroup,
}
