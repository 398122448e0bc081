"""Battles: rounds and turns, fire, charges, hits, retreats, treachery and regrouping (rules 6.1 to 6.91)."""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

from roses.engine.protocol import Action
from roses.richard.actions import (
    TREASON,
    Charge,
    Decline,
    Done,
    Fight,
    Fire,
    Hit,
    Pass,
    Regroup,
    Retreat,
    Trapped,
    Treachery,
)
from roses.richard.combat import by_letter, early, firepower, letter_of, line
from roses.richard.events import army
from roses.richard.heirs import check_extinction, claim, eliminate, release, senior
from roses.richard.knowledge import confuse, see
from roses.richard.position import (
    Battle,
    Draft,
    Due,
    Phase,
    Position,
    disputed,
    front_at,
    front_in,
    owner,
    present,
)
from roses.richard.tables import (
    BORDER_OF,
    CAPACITIES,
    EXILES,
    HEIRS,
    INDEX,
    MAJOR_PORTS,
    NAMES,
    NEIGHBOURS,
    OUT,
    PAIR,
    PLACE,
    PLACES,
    RATED,
    ROSTER,
    SEA_WAYS,
    SIDES,
    STEPS,
    WARWICKS,
    bits,
    mask,
)

Turn: TypeAlias = Fire | Charge | Treachery | Pass | Retreat | Trapped
LAST_ROUND = 4
KING, PRETENDER, WARWICK = 1, 2, 4
_COUSINS = mask(["Kent/L", "Kent/Y", "Salisbury/L", "Salisbury/Y"])  # one die for Warwick, rule 6.91
RIVALS = mask(["Northumberland/L", "Northumberland/Y", "Westmoreland/L", "Westmoreland/Y"])  # not by Warwick, 6.91
FIRES = tuple(Fire(name) for name in NAMES)
_STAND = tuple((fire, Pass(fire.block)) for fire in FIRES)
_HITS = tuple(Hit(name) for name in NAMES)


def contested(s: Position) -> list[int]:
    """Return the areas where both sides have blocks (rule 2.1); each has a front."""
    return sorted([f.area for f in s.fronts if disputed(s, f.area)])


def begin(d: Draft) -> None:
    """Stage "battles": the first player picks the next battle; without any, supply follows (rule 6.1)."""
    if contested(d):
        d.ask(Phase.BATTLES, d.first)
    else:
        d.fronts = ()
        d.stage = "supply"


def legal_battles(s: Position, side: int) -> list[Action]:
    """Any contested area (rule 6.1)."""
    return [Fight(PLACES[a]) for a in contested(s)]


def apply_fight(d: Draft, side: int, action: Fight) -> None:
    """Begin a battle: reveal the front lines; a Treason roll is offered before round 1 (rules 5.1, 6.1)."""
    area = PLACE[action.area]
    front = front_in(d, area)
    d.battle = battle = Battle(area, front.attacker, reserve=front.reserve)
    d.log(army.BattleBegun(SIDES[front.attacker], PLACES[area]))
    if d.treason >= 0 and targets(d, battle, d.treason):
        d.ask(Phase.TREASON, d.treason)
    else:
        d.stage = "round"


def begin_round(d: Draft, battle: Battle) -> None:
    """Stage "round": begin a round; reserves deploy, border limits and turns start anew (rules 6.2, 6.3)."""
    number = battle.round + 1
    if number > LAST_ROUND:
        d.stage = "battle end"
        return
    reserve, fresh = (battle.reserve, battle.fresh) if number == 1 else (0, battle.reserve)
    if joining := fresh & d.occ[battle.area]:
        d.log(army.Reinforced(PLACES[battle.area], joining.bit_count()))
    d.fight(round=number, reserve=reserve, fresh=fresh, acted=0, crossings=(), sailed=())
    d.log(army.RoundBegun(PLACES[battle.area], number))
    d.stage = "battle turn"


def group(s: Position, battle: Battle) -> tuple[int, int, int]:
    """Return (blocks that may act now, their side, letter 0 to 3), or (0, 0, 0) when the round is over (rule 6.2)."""
    waiting = s.occ[battle.area] & ~(s.down | s.prisoner | battle.reserve | battle.acted)
    for letter, acting in enumerate(by_letter(early(s, battle))):
        if called := waiting & acting:
            side = 1 - battle.attacker if called & ~s.own[battle.attacker] else battle.attacker
            return called & s.own[side], side, letter
    return 0, 0, 0


def next_turn(d: Draft, battle: Battle) -> None:
    """Stage "battle turn": ask the first group with a block that has not acted (rule 6.2)."""
    battle = settle_lines(d, battle)
    if not disputed(d, battle.area):
        d.stage = "battle end"
        return
    blocks, side, _ = group(d, battle)
    if blocks:
        d.ask(Phase.BATTLE_TURN, side)
    else:
        d.stage = "round"


def settle_lines(d: Draft, battle: Battle) -> Battle:
    """Deploy the reserve of a side without a front line; in round 1 a defender's becomes the attacker (6.3)."""
    for side in (0, 1) if battle.reserve else ():
        waiting = present(d, battle.area, side) & battle.reserve
        if waiting and not line(d, battle, side):
            d.log(army.Reinforced(PLACES[battle.area], waiting.bit_count(), SIDES[side]))
            battle = d.fight(reserve=battle.reserve & ~waiting, acted=battle.acted | waiting)
            if battle.round <= 1 and side != battle.attacker and not stays(d, battle, battle.attacker):
                battle = d.fight(attacker=side)
                d.log(army.ControlChanged(SIDES[1 - side], PLACES[battle.area]))
    return battle


def stays(s: Position, battle: Battle, attacker: int) -> bool:
    """Return whether the attacker still attacks once the other line is lost: by the ruleset, if he turned one (6.3)."""
    turned = s.own[attacker] & battle.turned & (~s.occ[OUT] | sum(1 << block for block in battle.fallen))
    return bool(turned) and s.rules.control_change == "line_killed"


# ---- what may be chosen


def legal(s: Position, battle: Battle, side: int) -> list[Action]:
    """Return the turns of each block of the group that acts (rule 6.2)."""
    blocks, _, _ = group(s, battle)
    leaving = _leaving(battle, side)
    turns: list[Action] = []
    for block in bits(blocks):
        if not leaving:
            turns += _STAND[block]
            turns += charges(s, battle, side, block)
            turns += treacheries(s, battle, side, block)
        if battle.round > 1:
            exits = retreats(s, battle, side, block)
            turns += [_retreat(block, a) for a in exits]
            if leaving and not exits:
                turns.append(Trapped(NAMES[block]))
    return turns


def firing(s: Position, battle: Battle) -> list[int]:
    """Return the blocks of the group that acts if they may fire, [] if they must leave (rule 6.2)."""
    blocks, side, _ = group(s, battle)
    return [] if _leaving(battle, side) else list(bits(blocks))


def _leaving(battle: Battle, side: int) -> bool:
    """Return whether the blocks of a side must leave in this round: the attackers in round 4 (rule 6.2)."""
    return battle.round == LAST_ROUND and side == battle.attacker


def charges(s: Position, battle: Battle, side: int, block: int) -> list[Action]:
    """Return the charges of a block: the senior heir of the line may charge any enemy of the front line (6.5)."""
    if not HEIRS >> block & 1 or senior(side, line(s, battle, side)) != block:
        return []
    return [_charge(block, target) for target in bits(line(s, battle, 1 - side))]


@cache
def _charge(block: int, target: int) -> Charge:
    return Charge(NAMES[block], NAMES[target])


@cache
def _retreat(block: int, area: int) -> Retreat:
    return Retreat(NAMES[block], PLACES[area])


def retreats(s: Position, battle: Battle, side: int, block: int) -> list[int]:
    """Return the areas a block may retreat or regroup to: over land, or by sea if it landed by Piracy (6.6, 6.7)."""
    front = front_in(s, battle.area)
    for pirate, sea in front.pirates:
        if pirate == block:
            return [
                coast
                for zone, coast in SEA_WAYS[battle.area]
                if zone == sea and coast not in EXILES[1 - side] and not present(s, coast, 1 - side)
                if not sailed_out(s, battle, coast)
            ]
    closed, enemies = EXILES[1 - side], s.own[1 - side] & ~(s.down | s.prisoner)
    # a border by which the enemy came is shut, but if both came by it, it is open to the second player (6.6)
    shut = 0 if s.phase is Phase.REGROUP else front.via[1 - side] & ~(0 if side == s.first else front.via[side])
    return [
        area
        for area, border in NEIGHBOURS[battle.area]
        if not s.occ[area] & enemies
        and area not in closed
        and battle.crossings.count((side, border)) < CAPACITIES[border]
        and not shut >> border & 1
    ]


def sea_room(s: Position, area: int, coast: int) -> int:
    """Return how many pirates may leave an area for a coast in a round or regroup, as one point ships them (piracy)."""
    if s.rules.piracy_retreat_capacity == "unlimited":
        return len(NAMES)
    return 2 if area in MAJOR_PORTS and coast in MAJOR_PORTS else 1


def sailed_out(s: Position, battle: Battle, coast: int) -> bool:
    """Return whether no more pirates may sail to a coast in this round or regroup (piracy)."""
    return battle.sailed.count(coast) >= sea_room(s, battle.area, coast)


def legal_hits(s: Position, battle: Battle, side: int) -> list[Action]:
    """Return the blocks that may take the hits: the strongest of the front line (rule 6.4)."""
    return [_HITS[b] for b in strongest(s, battle, side)]


def strongest(s: Position, battle: Battle, side: int) -> list[int]:
    """Return the front-line blocks with the highest current strength (rule 6.4)."""
    blocks = list(bits(line(s, battle, side)))
    top = max((s.steps[b] for b in blocks), default=0)
    return [b for b in blocks if s.steps[b] == top]


# ---- what a choice does


def apply(d: Draft, battle: Battle, side: int, action: Turn) -> None:
    """Carry out one battle turn."""
    if isinstance(action, Fire):
        block = INDEX[action.block]
        _act(d, battle, block)
        d.throw("fire", d.steps[block], block)
    elif isinstance(action, Charge):
        block = INDEX[action.heir]
        _act(d, battle, block)
        d.throw("charge", d.steps[block], block, INDEX[action.target])
    elif isinstance(action, Treachery):
        block = INDEX[action.roller]
        _act(d, battle, block)
        target = INDEX[action.target]
        d.fight(used=battle.used | title(d, side, block))
        d.throw("treachery", dice_for(block, target), block, target)
    else:
        block = INDEX[action.block]
        _act(d, battle, block)
        if isinstance(action, Pass):
            d.log(army.Passed(SIDES[side], action.block))
        elif isinstance(action, Trapped):
            d.log(army.Trapped(SIDES[side], action.block))
            eliminate(d, block)
        else:
            withdraw(d, battle, side, block, PLACE[action.area], army.Retreated)
        if d.result is None:
            d.stage = "battle turn"


def _act(d: Draft, battle: Battle, block: int) -> None:
    d.fight(acted=battle.acted | 1 << block)


def withdraw(
    d: Draft, battle: Battle, side: int, block: int, area: int, event: type[army.Retreated | army.Regrouped]
) -> None:
    """Move a block out of the battle, over land or, if it landed by Piracy, by sea; log an ``event`` of that kind."""
    border = BORDER_OF.get((battle.area, area))
    front = front_at(d, battle.area)
    if border is None or (front is not None and any(p == block for p, _ in front.pirates)):
        d.fight(sailed=(*battle.sailed, area))
    else:
        d.fight(crossings=(*battle.crossings, (side, border)))
    if event is army.Regrouped:
        confuse(d, block)
    d.place(block, area)
    d.log(event(SIDES[side], NAMES[block], PLACES[area]))
    release(d)


def apply_fire(d: Draft, battle: Battle, due: Due, dice: tuple[int, ...]) -> None:
    """Count the hits of a block that fires; the enemy then names who takes them (rule 6.4)."""
    top = firepower(d, battle, due.block)
    hits = sum(die <= top for die in dice)
    side = owner(d, due.block)
    d.log(army.Fired(SIDES[side], NAMES[due.block], letter_of(d, battle, due.block), top, hits, dice))
    if hits:
        d.fight(hits=hits, shooter=due.block)
        d.ask(Phase.HITS, 1 - side)
    else:
        d.stage = "battle turn"


def apply_hit(d: Draft, battle: Battle, side: int, action: Hit) -> None:
    """Give the hits to the named block; the surplus goes to the next strongest (rule 6.4)."""
    block = INDEX[action.block]
    before = line(d, battle, side)
    left = battle.hits - wound(d, block, battle.hits)
    if d.result is not None:
        return
    if left and before & ~(1 << block):
        d.fight(hits=left)
        d.ask(Phase.HITS, side)
    else:
        d.fight(hits=0, shooter=-1)
        d.stage = "battle turn"


def wound(d: Draft, block: int, hits: int) -> int:
    """Take up to ``hits`` steps from a block and return how many it took."""
    taken = min(hits, d.steps[block])
    d.wear(block, taken)
    d.log(army.StepsLost(SIDES[owner(d, block)], NAMES[block], taken))
    if not d.steps[block]:
        eliminate(d, block)
    return taken


def apply_charge(d: Draft, battle: Battle, due: Due, dice: tuple[int, ...]) -> None:
    """Apply the dice of a charge: hits go to the target, surplus is lost; a survivor strikes back at once (6.5)."""
    _strike(d, battle, due, dice, army.Charged)
    if d.result is None:
        if d.loc[due.target] == d.loc[due.block]:
            d.throw("reply", d.steps[due.target], due.target, due.block)
        else:
            d.stage = "battle turn"


def apply_reply(d: Draft, battle: Battle, due: Due, dice: tuple[int, ...]) -> None:
    """Apply the dice of the target of a charge, which strikes back at the heir with its reduced strength (6.5)."""
    _strike(d, battle, due, dice, army.StruckBack)
    if d.result is None:
        d.stage = "battle turn"


def _strike(
    d: Draft, battle: Battle, due: Due, dice: tuple[int, ...], event: type[army.Charged | army.StruckBack]
) -> None:
    """Count the hits, log an ``event`` of that kind, and give all hits to the target (rule 6.5)."""
    top = firepower(d, battle, due.block)
    hits = sum(die <= top for die in dice)
    letter = letter_of(d, battle, due.block)
    d.log(event(SIDES[owner(d, due.block)], NAMES[due.block], letter, top, hits, dice, NAMES[due.target]))
    if hits:
        wound(d, due.target, hits)


# ---- treachery


def targets(s: Position, battle: Battle, side: int) -> int:
    """Return the enemy blocks that may be turned: with a loyalty, in the line, not turned here before (rule 6.9)."""
    return line(s, battle, 1 - side) & RATED & ~battle.turned & ~(1 << s.king) & ~(1 << s.pretender)


def title(s: Position, side: int, block: int) -> int:
    """Return the title by which a block may roll: KING, PRETENDER or WARWICK, 0 for none (rule 6.9)."""
    if block == s.king and not s.king_dead and side == s.king_side:
        return KING
    if block == s.pretender and side != s.king_side:
        return PRETENDER
    return WARWICK if 1 << block & WARWICKS else 0


def treacheries(s: Position, battle: Battle, side: int, block: int) -> list[Action]:
    """Return the treachery rolls of a block in its turn; one in a battle for each title (rules 6.9, 6.91)."""
    role = title(s, side, block)
    if not role or battle.used & role:
        return []
    reach = targets(s, battle, side) & ~(RIVALS if role == WARWICK else 0)
    return [Treachery(NAMES[block], NAMES[t]) for t in bits(reach)]


def legal_treason(s: Position, battle: Battle, side: int) -> list[Action]:
    """Return the targets of the Treason card, and decline to keep it for a later battle of the turn (rule 5.1)."""
    return [*(Treachery(TREASON, NAMES[t]) for t in bits(targets(s, battle, side))), Decline()]


def apply_treason(d: Draft, side: int, action: Action) -> None:
    """Use the roll of the card, or go on to round 1."""
    if isinstance(action, Treachery):
        d.treason = -1
        target = INDEX[action.target]
        d.throw("treason", dice_for(-1, target), -1, target)
    else:
        d.stage = "round"


def dice_for(roller: int, target: int) -> int:
    """Return the number of dice, all of which must be even: the loyalty; 1 for a cousin of Warwick (3.13, 6.91).

    >>> dice_for(INDEX["Richmond"], INDEX["Stanley/Y"])
    1
    """
    if roller >= 0 and 1 << roller & WARWICKS and 1 << target & _COUSINS:
        return 1
    return ROSTER[target].loyalty


def apply_treachery(d: Draft, battle: Battle, due: Due, dice: tuple[int, ...]) -> None:
    """Apply the dice: if all are even, the block changes sides and joins the reserve (rule 6.9)."""
    won = not any(die % 2 for die in dice)
    side = 1 - owner(d, due.target)
    rule = "6.9" if due.block >= 0 else "treason"
    roller = NAMES[due.block] if due.block >= 0 else ""
    d.log(army.TreacheryTried(SIDES[side], roller, NAMES[due.target], won, dice, rule))
    if won:
        change_sides(d, battle, due.target)
    if d.result is None:
        d.stage = "battle turn" if battle.round else "treason end"


def change_sides(d: Draft, battle: Battle, block: int) -> None:
    """Replace a block by its version of the other colour (rules 3.22, 6.9)."""
    other, area = PAIR[block], d.loc[block]
    d.place(block, OUT)
    d.place(other, area)
    d.set_steps(other, d.steps[block] if d.rules.defector_strength == "current" else STEPS[other])
    d.set_steps(block, 0)
    both = 1 << block | 1 << other
    d.moved |= 1 << other
    see(d, 1 << other)
    d.fight(turned=battle.turned | both, reserve=battle.reserve | 1 << other)
    d.log(army.Turned(SIDES[owner(d, other)], NAMES[other], NAMES[block], PLACES[area]))
    if 1 << other & HEIRS:
        claim(d, other)
    check_extinction(d)


# ---- the end of a battle


def end_treason(d: Draft, battle: Battle) -> None:
    """Stage "treason end": go on to round 1, or end a battle whose last defender was turned (rules 5.1, 6.3)."""
    if disputed(d, battle.area):
        d.stage = "round"
    else:
        d.stage = "battle end"


def end_battle(d: Draft, battle: Battle) -> None:
    """Stage "battle end": the side that is left wins, the defender if both are; the victor may regroup (6.2, 6.7)."""
    left = [bool(present(d, battle.area, side)) for side in (0, 1)]
    victor = 1 - battle.attacker if left[0] == left[1] else int(left[1])
    d.fight(crossings=(), sailed=(), round=0)
    d.log(army.BattleWon(SIDES[victor], PLACES[battle.area]))
    release(d)
    d.ask(Phase.REGROUP, victor)


def legal_regroup(s: Position, battle: Battle, side: int) -> list[Action]:
    """Return the moves of the victor's blocks to adjacent friendly or vacant areas, and done."""
    moves: list[Action] = [
        _regroup(b, a) for b in bits(present(s, battle.area, side)) for a in retreats(s, battle, side, b)
    ]
    return [*moves, Done()]


@cache
def _regroup(block: int, area: int) -> Regroup:
    return Regroup(NAMES[block], PLACES[area])


def apply_regroup(d: Draft, battle: Battle, side: int, action: Action) -> None:
    """Move one block, or end the battle and go on to the next."""
    if isinstance(action, Regroup):
        withdraw(d, battle, side, INDEX[action.block], PLACE[action.area], army.Regrouped)
        return
    d.fronts = tuple(f for f in d.fronts if f.area != battle.area)
    d.battle = None
    d.stage = "battles"
