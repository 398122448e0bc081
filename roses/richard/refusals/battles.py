"""Refusals of battles: turns, charges, treachery, hits, retreats, regroups (rules 6.1 to 6.9).

Each function takes an illegal action and returns (rule, reason), or None if its check finds nothing wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from roses.engine.i18n import gettext as _
from roses.engine.protocol import Action
from roses.richard import actions as act
from roses.richard.combat import line
from roses.richard.heirs import senior
from roses.richard.phases.battle import (
    LAST_ROUND,
    RIVALS,
    WARWICK,
    contested,
    dice_for,
    group,
    retreats,
    strongest,
    title,
)
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
    there = _(" and ").join(_("{n} of {name}").format(n=n, name=name) for n, name in zip(counts, SIDES, strict=True))
    left = ", ".join(PLACES[a] for a in contested(s))
    return "6.1", _("{area} is not contested, with {there} there; battles are due in {left}").format(
        area=action.area, there=there, left=left
    )


# ---- a battle turn


def _whose(s: Position, side: int, name: str) -> Reason | None:
    """Return why it is not the turn of this block; None if it is."""
    battle, block = battle_in(s), INDEX[name]
    if s.loc[block] != battle.area:
        return "6.2", _("{name} is not in the battle of {area}").format(name=name, area=PLACES[battle.area])
    if s.prisoner >> block & 1:
        return "kingmaker", _("{name} is a prisoner").format(name=name)
    if battle.reserve >> block & 1:
        return "6.3", _("{name} waits in the reserve").format(name=name)
    if battle.acted >> block & 1:
        return "6.2", _("{name} has had its turn in round {round}").format(name=name, round=battle.round)
    return None if group(s, battle)[0] >> block & 1 else ("6.2", due(s))


def _leaving(s: Position, side: int) -> bool:
    return battle_in(s).round == LAST_ROUND and side == battle_in(s).attacker


def _turn(s: Position, side: int, action: act.Fire | act.Pass) -> Reason:
    return _whose(s, side, action.block) or _must_retreat("6.2")


def _must_retreat(rule: str) -> Reason:
    return rule, _("in round {last_round} attackers must retreat").format(last_round=LAST_ROUND)


def _charge(s: Position, side: int, action: act.Charge) -> Reason:
    heir = senior(side, line(s, battle_in(s), side))
    if heir != INDEX[action.heir]:
        who = _("that is {block}").format(block=NAMES[heir])
        if heir < 0:
            who = _("{side} has none there").format(side=SIDES[side])
        return "6.5", _("only the senior heir in the line may charge, and {who}").format(who=who)
    if reason := _whose(s, side, action.heir):
        return reason
    if _leaving(s, side):
        return _must_retreat("6.5")
    return "6.5", _("{target} is not in the enemy's front line").format(target=action.target)


def _treachery(s: Position, side: int, action: act.Treachery) -> Reason:
    if action.roller == act.TREASON:
        return "treason", _("the Treason card is used before round 1, and now {due}").format(due=due(s))
    if reason := _whose(s, side, action.roller):
        return reason
    role = title(s, side, INDEX[action.roller])
    if not role:
        return "6.9", _("{roller} is neither King nor Pretender nor Warwick").format(roller=action.roller)
    if _leaving(s, side):
        return _must_retreat("6.9")
    if battle_in(s).used & role:
        return "6.9", _("the one roll of {roller} in this battle has been made").format(roller=action.roller)
    return _target(s, side, action.target, role)


def _treason(s: Position, side: int, action: act.Treachery) -> Reason:
    if action.roller != act.TREASON:
        return "treason", _("before round 1 only the Treason card may be tried, not {roller}").format(
            roller=action.roller
        )
    return _target(s, side, action.target)


def _target(s: Position, side: int, name: str, role: int = 0) -> Reason:
    """Return why a block cannot be turned by the holder of a title, or by the Treason card."""
    battle, target = battle_in(s), INDEX[name]
    if not line(s, battle, 1 - side) >> target & 1:
        return "6.9", _("{name} is not in the enemy's front line").format(name=name)
    if role == WARWICK and 1 << target & RIVALS:
        return "6.91", _("Warwick may not try {name}").format(name=name)
    if battle.turned >> target & 1:
        return "6.9", _("{name} has changed sides in this battle already").format(name=name)
    if not dice_for(-1, target):
        return "3.13", _("{name} has no loyalty rating and cannot be turned").format(name=name)
    return "9.1", _("{name} cannot be turned as King or Pretender").format(name=name)


def _trapped(s: Position, side: int, action: act.Trapped) -> Reason:
    if reason := _whose(s, side, action.block):
        return reason
    if not _leaving(s, side):
        return "6.6", _("only attackers must retreat, in round {last_round}, and this is round {round}").format(
            last_round=LAST_ROUND, round=battle_in(s).round
        )
    ways = ", ".join(PLACES[a] for a in retreats(s, battle_in(s), side, INDEX[action.block]))
    return "6.6", _("{block} can retreat to {ways}").format(block=action.block, ways=ways)


def _hit(s: Position, side: int, action: act.Hit) -> Reason:
    names = ", ".join(NAMES[b] for b in strongest(s, battle_in(s), side))
    return "6.4", _("hits fall on the strongest block of the line: {names}").format(names=names)


# ---- ways out


def _exit(s: Position, side: int, action: act.Retreat | act.Regroup) -> Reason:
    """Return why a block may not leave the battle for an area, in a retreat (6.6) or a regroup (6.7)."""
    battle, block, rule = battle_in(s), INDEX[action.block], "6.7"
    if isinstance(action, act.Retreat):
        rule = "6.6"
        if reason := _whose(s, side, action.block):
            return reason
        if battle.round == 1:
            return rule, _("nobody retreats in round 1")
    elif not present(s, battle.area, side) >> block & 1:
        return stuck(s, side, block)
    area = PLACE[action.area]
    if area in EXILES[1 - side]:
        return "2.7", _("{name} is an exile area of the enemy").format(name=action.area)
    if enemies := present(s, area, 1 - side).bit_count():
        return rule, _("{blocks}, and only friendly or vacant areas are open").format(
            blocks=blocks_in(enemies, "enemy", action.area)
        )
    front = front_in(s, battle.area)
    if sea := next((sea for pirate, sea in front.pirates if pirate == block), ""):
        if (sea, area) in SEA_WAYS[battle.area]:
            gone = _("one pirate may leave for each coast, or two between major ports, and {n} left for {area} already")
            return "piracy", gone.format(n=battle.sailed.count(area), area=action.area)
        return "piracy", _("a pirate leaves by the {sea} it came over, which does not lead to {area}").format(
            sea=sea, area=action.area
        )
    border = BORDER_OF.get((battle.area, area))
    if border is None:
        return rule, _("{area} and {name} share no border by land").format(area=PLACES[battle.area], name=action.area)
    if battle.crossings.count((side, border)) >= CAPACITIES[border]:
        return "5.21", _("{n} blocks have used the border {border}, and no more may").format(
            n=CAPACITIES[border], border=BORDER_NAMES[border]
        )
    both = ""
    if front.via[side] >> border & 1:
        both = _(", and of two who used it only {side}, as second player, may go back over it").format(
            side=SIDES[1 - s.first]
        )
    return "6.6", _("the enemy came over the border {border}{both}").format(border=BORDER_NAMES[border], both=both)


def stuck(s: Position, side: int, block: int) -> Reason:
    """Return why an own block cannot regroup."""
    area = battle_in(s).area
    if not present(s, area, side) >> block & 1:
        return "6.7", _("{block} is not among the victors in {area}").format(block=NAMES[block], area=PLACES[area])
    return "6.7", _("no way out of {area} is open to it").format(area=PLACES[area])


WHY: Final[Mapping[tuple[Phase, type[Action]], Callable[[Any, int, Any], Reason]]] = {
    (Phase.BATTLES, act.Fight): _fight,
    (Phase.TREASON, act.Treachery): _treason,
    (Phase.BATTLE_TURN, act.Fire): _turn,
    (Phase.BATTLE_TURN, act.Pass): _turn,
    (Phase.BATTLE_TURN, act.Charge): _charge,
    (Phase.BATTLE_TURN, act.Treachery): _treachery,
    (Phase.BATTLE_TURN, act.Retreat): _exit,
    (Phase.BATTLE_TURN, act.Trapped): _trapped,
    (Phase.HITS, act.Hit): _hit,
    (Phase.REGROUP, act.Regroup): _exit,
}
