"""Why not: for an action that was refused, the rule that decides and one sentence with the figures of the position.

Never decides legality; that is what ``legal_actions`` is for. Every function returns (rule, sentence) or None.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from roses.engine.protocol import Action, Roll
from roses.richard import actions as act
from roses.richard.combat import line
from roses.richard.heirs import senior
from roses.richard.phases.battle import LAST_ROUND, group, strongest
from roses.richard.phases.moves import ground, may_enter, may_recruit, may_sail, recruit_areas
from roses.richard.phases.treachery import dice_for, title
from roses.richard.position import Phase, Position, front_at, present
from roses.richard.roster import (
    BORDER_NAMES,
    BORDER_OF,
    BORDERS,
    CAPACITIES,
    CARDS,
    EXILES,
    INDEX,
    LANDLUBBERS,
    NAMES,
    PLACE,
    PLACES,
    POOL,
    SEA_WAYS,
    SIDES,
    STOPS,
    bits,
)

Reason = tuple[str, str]
COLOUR: Final = {"major": "yellow", "river": "blue", "minor": "red"}


def reason(s: Position, action: Action) -> Reason | None:
    """Return the rule that forbids ``action`` here and why, or None if only the moment is wrong."""
    if isinstance(action, Roll | act.Deal):
        return "1.2", f"nothing is left to chance now, {' and '.join(s.active)} must choose"
    if isinstance(action, act.Play):
        return _card(s, action)
    side = SIDES.index(s.active[0]) if s.active and s.active[0] in SIDES else -1
    if side < 0:
        return "6.4", "dice or cards are due first"
    name = getattr(action, "block", None) or getattr(action, "heir", None)
    if name is not None and (found := _not_yours(s, side, name, action)):
        return found
    if explain := _EXPLAIN.get((s.phase, type(action))):
        return explain(s, side, action)
    return None


def _card(s: Position, action: act.Play) -> Reason | None:
    if s.phase is not Phase.CARDS:
        return "1.1", f"cards are chosen at the start of a turn; the decision due is: {s.phase}"
    if action.side not in s.active:
        return "1.1", f"{action.side} has chosen already"
    if action.card not in CARDS:
        return "5.1", f"there is no card {action.card}; the cards are 1 to {len(CARDS)}"
    return "1.1", f"card {action.card} is not in the hand of {action.side}"


def _not_yours(s: Position, side: int, name: str, action: Action) -> Reason | None:
    block = INDEX.get(name)
    if block is None:
        return "3.0", f"there is no block {name!r}"
    if not s.own[side] >> block & 1:
        return "3.0", f"{name} does not serve {SIDES[side]}, who must choose now"
    where = PLACES[s.loc[block]]
    if where in ("Out", "Minor"):
        return "4.5", f"{name} is not in play"
    if where == "Pool" and not isinstance(action, act.Recruit):
        return "5.4", f"{name} is in the pool and must be recruited first"
    return None


# ---- the action phase


def _march(s: Position, side: int, action: act.March) -> Reason | None:
    for check in (_stays, _unpaid, _way, _goal):
        if found := check(s, side, INDEX[action.block], action):
            return found
    return None


def _stays(s: Position, side: int, block: int, action: Any) -> Reason | None:
    """What keeps a block where it is: it has moved, is held prisoner, attacks, or is pinned."""
    name = NAMES[block]
    area = s.loc[block]
    if s.moved >> block & 1:
        return "5.2", f"{name} has moved, or was recruited, this turn"
    if s.prisoner >> block & 1:
        return "kingmaker", f"{name} is a prisoner"
    if s.down >> block & 1:
        return "6.84", f"{name} is face down until the campaign reset"
    front = front_at(s, area)
    if front is not None and not front.free:
        return "5.22", f"every block left in {PLACES[area]} is pinned by the main attack"
    return None


def _unpaid(s: Position, side: int, block: int, action: Any) -> Reason | None:
    area = s.loc[block]
    if s.event == "piracy" and isinstance(action, act.March):
        return "piracy", "the points of Piracy pay for sea moves only"
    if isinstance(action, act.March) and (s.ap or s.activated >> area & 1 or s.spot >= 0):
        return None
    if isinstance(action, act.Sail) and (s.ap or (area, PLACE[action.area]) in s.credits):
        return None
    return "1.2", f"no action point is left, and {PLACES[area]} was not activated"


def _way(s: Position, side: int, block: int, action: act.March) -> Reason | None:
    """The first step that a march cannot take."""
    longest = 3 if s.event == "force_march" else 2
    if len(action.path) > longest:
        return "5.2", f"a block marches at most {longest} areas, and this way has {len(action.path)}"
    at = s.loc[block]
    front = front_at(s, at)
    barred = front.via[1 - side] if front else 0
    for step, name in enumerate(action.path):
        border = BORDER_OF.get((at, PLACE.get(name, -1)))
        if border is None:
            return "5.2", f"{PLACES[at]} and {name} share no border by land"
        if found := _step(s, side, border, PLACE[name], barred if not step else 0):
            return found
        at = PLACE[name]
        if step + 1 < len(action.path) and (found := _halt(s, side, border, at)):
            return found
    return None


def _step(s: Position, side: int, border: int, area: int, barred: int) -> Reason | None:
    limit = CAPACITIES[border] + (s.event == "surprise")
    colour = COLOUR[BORDERS[border].kind]
    if area in EXILES[1 - side]:
        return "2.7", f"{PLACES[area]} is an exile area of the enemy"
    if s.crossed[border] >= limit:
        return (
            "5.21",
            f"{limit} blocks have crossed the {colour} border {BORDER_NAMES[border]} this turn, and no more may",
        )
    if barred >> border & 1:
        return "5.22", f"the enemy came over the border {BORDER_NAMES[border]}"
    return None


def _halt(s: Position, side: int, border: int, area: int) -> Reason | None:
    if STOPS[border]:
        return "5.21", f"a block stops once it has crossed the red border {BORDER_NAMES[border]}"
    if present(s, area, 1 - side):
        return "5.2", f"the enemy is in {PLACES[area]}, and a block that enters must stop there"
    return None


def _goal(s: Position, side: int, block: int, action: act.March) -> Reason | None:
    last = PLACE[action.path[-1]]
    if s.spot >= 0 and last != s.spot:
        return "muster", f"the muster is in {PLACES[s.spot]}, and blocks must end there"
    before = s.loc[block] if len(action.path) == 1 else PLACE[action.path[-2]]
    if present(s, last, 1 - side) and not may_enter(s, side, last, BORDER_OF[before, last]):
        most = 3 if (front := front_at(s, last)) and front.attacker == side else 2
        return "6.3", f"{SIDES[side]} has entered {PLACES[last]} over {most} borders already, and no more may be used"
    return None


def _sail(s: Position, side: int, action: act.Sail) -> Reason | None:
    block, coast = INDEX[action.block], PLACE[action.area]
    if 1 << block & LANDLUBBERS:
        return "5.3", f"{action.block} never sails"
    if not may_sail(s):
        return s.event.replace("_", "-"), "this event does not pay for sea moves"
    if found := _stays(s, side, block, action) or _unpaid(s, side, block, action):
        return found
    if coast in EXILES[1 - side]:
        return "2.7", f"{action.area} is an exile area of the enemy"
    if (action.sea, coast) not in SEA_WAYS[s.loc[block]]:
        return "5.3", f"the {action.sea} does not join {PLACES[s.loc[block]]} and {action.area}"
    if present(s, coast, 1 - side):
        return "5.3", f"the enemy is in {action.area}, and ships land on friendly or vacant coasts only"
    return None


def _recruit(s: Position, side: int, action: act.Recruit) -> Reason | None:
    block = INDEX[action.block]
    if not may_recruit(s):
        return "5.1", "the points of an event card do not pay for recruits"
    if s.loc[block] != POOL:
        return "5.4", f"{action.block} is not in the pool"
    if s.down >> block & 1:
        return "6.8", f"{action.block} lies face down in the pool until the campaign reset"
    if not s.ap:
        return "1.2", "no action point is left"
    homes = recruit_areas(s, block, side, ground(s))
    open_areas = [PLACES[a] for a in bits(homes)]
    where = (
        f"only in {' or '.join(open_areas)}" if open_areas else "nowhere, as none of its homes is friendly or vacant"
    )
    return "5.4", f"{action.block} may be recruited {where} now"


# ---- battles


def _turn(s: Position, side: int, action: Any) -> Reason | None:
    """What is common to every battle turn: it must be this block's."""
    battle = s.battle
    assert battle is not None
    name = getattr(action, "block", None) or getattr(action, "heir", None) or action.roller
    block = INDEX.get(name, -1)
    if block < 0 or s.loc[block] != battle.area:
        return "6.2", f"{name} is not in the battle of {PLACES[battle.area]}"
    if battle.reserve >> block & 1:
        return "6.3", f"{name} waits in the reserve"
    if battle.acted >> block & 1:
        return "6.2", f"{name} has had its turn in round {battle.round}"
    blocks, _, letter = group(s)
    if not blocks >> block & 1:
        return (
            "6.2",
            f"it is the turn of {SIDES[side]} at {'ABCD'[letter]}: {', '.join(NAMES[b] for b in bits(blocks))}",
        )
    if battle.round == LAST_ROUND and side == battle.attacker and not isinstance(action, act.Retreat | act.Trapped):
        return "6.2", "in round 4 attackers must retreat"
    return None


def _charge(s: Position, side: int, action: act.Charge) -> Reason | None:
    battle = s.battle
    assert battle is not None
    heir = senior(s, side, line(s, battle, side))
    if heir != INDEX[action.heir]:
        who = NAMES[heir] if heir >= 0 else "nobody"
        return "6.5", f"only the senior heir in the line may charge, and that is {who}"
    return _turn(s, side, action) or ("6.5", f"{action.target} is not in the enemy's front line")


def _treachery(s: Position, side: int, action: act.Treachery) -> Reason | None:
    battle = s.battle
    assert battle is not None
    if found := _turn(s, side, action):
        return found
    role = title(s, side, INDEX[action.roller])
    target = INDEX.get(action.target, -1)
    if not role:
        return "6.9", f"{action.roller} is neither King nor Pretender nor Warwick"
    if battle.used & role:
        return "6.9", f"{action.roller} has made the one roll of this battle"
    return _target(s, side, target, action.target)


def _target(s: Position, side: int, target: int, name: str) -> Reason:
    battle = s.battle
    assert battle is not None
    if target < 0 or not line(s, battle, 1 - side) >> target & 1:
        return "6.9", f"{name} is not in the enemy's front line"
    if battle.turned >> target & 1:
        return "6.9", f"{name} has changed sides in this battle already"
    if not dice_for(-1, target):
        return "3.13", f"{name} has no loyalty rating and cannot be turned"
    if target in (s.king, s.pretender):
        return "9.1", f"{name} cannot be turned as King or Pretender"
    return "6.91", f"Warwick may not try {name}"


def _retreat(s: Position, side: int, action: act.Retreat) -> Reason | None:
    battle = s.battle
    assert battle is not None
    if found := _turn(s, side, action):
        return found
    if battle.round == 1:
        return "6.6", "nobody retreats in round 1"
    return _exit(s, side, action.area, "6.6")


def _regroup(s: Position, side: int, action: act.Regroup) -> Reason | None:
    battle = s.battle
    assert battle is not None
    if s.loc[INDEX[action.block]] != battle.area:
        return "6.7", f"{action.block} is not in {PLACES[battle.area]}"
    return _exit(s, side, action.area, "6.7")


def _exit(s: Position, side: int, name: str, rule: str) -> Reason | None:
    battle = s.battle
    assert battle is not None
    area = PLACE.get(name, -1)
    border = BORDER_OF.get((battle.area, area))
    front = front_at(s, battle.area)
    if area in EXILES[1 - side]:
        return "2.7", f"{name} is an exile area of the enemy"
    if border is None:
        return rule, f"{PLACES[battle.area]} and {name} share no border by land"
    if present(s, area, 1 - side):
        return rule, f"the enemy is in {name}"
    if battle.crossings.count((side, border)) >= CAPACITIES[border]:
        return "5.21", f"{CAPACITIES[border]} blocks have used the border {BORDER_NAMES[border]} already"
    if front and front.via[1 - side] >> border & 1:
        return "6.6", f"the enemy came over the border {BORDER_NAMES[border]}"
    return "5.1", f"a pirate leaves only by the sea it came from, and {name} is not open to it"


def _hit(s: Position, side: int, action: act.Hit) -> Reason | None:
    names = ", ".join(NAMES[b] for b in strongest(s, side))
    return "6.4", f"hits fall on the strongest block of the line: {names}"


def _limits(s: Position, side: int, action: Any) -> Reason | None:
    block = INDEX[action.block]
    if s.settled >> block & 1:
        return "7.1", f"{action.block} has lost a step in this phase"
    return "7.1", f"{PLACES[s.loc[block]]} is not above its limit, or {action.block} does not count against it"


def _home(s: Position, side: int, action: act.GoHome) -> Reason | None:
    rule = "8.4" if side == s.king_side else "8.3"
    if s.settled >> INDEX[action.block] & 1:
        return rule, f"{action.block} has gone home"
    return rule, f"{action.area} is no home of {action.block} that the enemy leaves open"


def _kinds() -> Iterator[tuple[tuple[Phase, type[Action]], Callable[[Any, int, Any], Reason | None]]]:
    for phase in (Phase.ACTIONS, Phase.MUSTER):
        yield (phase, act.March), _march
        yield (phase, act.Sail), _sail
        yield (phase, act.Recruit), _recruit
    for kind in (act.Fire, act.Pass, act.Trapped):
        yield (Phase.BATTLE_TURN, kind), _turn
    yield (Phase.BATTLE_TURN, act.Charge), _charge
    yield (Phase.BATTLE_TURN, act.Treachery), _treachery
    yield (Phase.BATTLE_TURN, act.Retreat), _retreat
    yield (Phase.REGROUP, act.Regroup), _regroup
    yield (Phase.HITS, act.Hit), _hit
    yield (Phase.SUPPLY, act.Starve), _limits
    yield (Phase.HOMEWARD, act.GoHome), _home


_EXPLAIN: Final = dict(_kinds())
