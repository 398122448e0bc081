"""Actions: land moves, sea moves, recruits and their limits; the Muster and Plague events (rules 5.1 to 5.4)."""

from __future__ import annotations

from typing import Final

import msgspec

from roses.engine.protocol import Action
from roses.richard.actions import Decline, Done, MainAttack, March, Muster, Plague, Recruit, Sail
from roses.richard.events import army, campaign
from roses.richard.heirs import eliminate, grave, release
from roses.richard.knowledge import confuse, hidden, weaken
from roses.richard.phases.moves import (
    GROUP,
    NO_PAIR,
    followers,
    ground,
    land_moves,
    march_cost,
    may_recruit,
    may_sail,
    recruits,
    sea_moves,
    sea_pair,
)
from roses.richard.position import Draft, Front, Phase, Position, front_at, front_in, present
from roses.richard.tables import (
    BORDER_NAMES,
    BORDER_OF,
    BORDERS,
    CARDS,
    CITIES,
    INDEX,
    LAND,
    NAMES,
    PLACE,
    PLACES,
    POOL,
    SEA_BORDER,
    SIDES,
    bits,
)

_DONE: Final = Done()


def begin(d: Draft) -> None:
    """Stage "actions": begin the part of the mover, with the points or event of its card (rules 1.2, 5.1)."""
    card = CARDS[d.played[d.mover]]
    d.event = card.event
    d.ap = card.points
    d.activated, d.credits, d.spot = 0, (), -1
    d.crossed = bytes(len(BORDERS))
    fronts = []
    for front in d.fronts:  # the main attack pins as many defenders as it has blocks; the others may leave (5.22)
        pinned = (present(d, front.area, front.attacker) & ~front.reserve).bit_count()
        defenders = present(d, front.area, 1 - front.attacker).bit_count()
        fronts.append(msgspec.structs.replace(front, free=max(0, defenders - pinned)))
    d.fronts = tuple(fronts)
    d.log(campaign.CardUsed(SIDES[d.mover], d.played[d.mover], "5.1" if card.event else "1.2"))
    if card.event == "treason":
        d.treason = d.mover
    phase = {"muster": Phase.MUSTER_AREA, "plague": Phase.PLAGUE}.get(card.event, Phase.ACTIONS)
    d.ask(phase, d.mover)


def finish(d: Draft) -> None:
    """End the part of the mover, or of its event before that of its points: the other side, then battles (1.2, 1.3)."""
    if d.event in GROUP and d.rules.event_ap_use == "both":
        d.event, d.ap = "", CARDS[d.played[d.mover]].points
        d.log(campaign.CardUsed(SIDES[d.mover], d.played[d.mover]))
    elif undeclared(d, d.mover):
        d.ask(Phase.MAIN_ATTACK, d.mover)
    else:
        _next_mover(d)


def _next_mover(d: Draft) -> None:
    if d.mover == d.first:
        d.mover = 1 - d.first
        d.stage = "actions"
    else:
        d.mover = -1
        d.stage = "battles"


# ---- what may be chosen


def legal(s: Position, side: int, only: int = -1) -> list[Action]:
    """Return land moves, sea moves, recruits, all or those of some blocks, given as bits; and done, always legal."""
    if not (s.ap or s.credits or followers(s, side)):
        return [_DONE]
    stand = ground(s, side, only)
    marches = land_moves(s, side, stand) if s.event != "piracy" else ()
    sails = sea_moves(s, side, stand) if may_sail(s) else ()
    raised = recruits(s, side, stand, only) if s.ap and may_recruit(s) else ()
    return [*marches, *sails, *raised, _DONE]


def legal_muster_area(s: Position, side: int) -> list[Action]:
    """Return each friendly or vacant area that a block can reach, and decline (rule 5.1)."""
    goals = {action.path[-1] for action in land_moves(s, side, ground(s, side), free=True)}
    return [*(Muster(PLACES[a]) for a in LAND if PLACES[a] in goals and not present(s, a, 1 - side)), Decline()]


def legal_muster(s: Position, side: int) -> list[Action]:
    """Return the free land moves that end in the area of the muster, and done (rule 5.1)."""
    return [*land_moves(s, side, ground(s, side)), _DONE]


def legal_plague(s: Position, side: int) -> list[Action]:
    """Return each city area that only the enemy holds, and decline (rule 5.1)."""
    struck = [a for a in CITIES if present(s, a, 1 - side) and not present(s, a, side)]
    return [*(Plague(PLACES[a]) for a in struck), Decline()]


# ---- what a choice does


def apply(d: Draft, side: int, action: Action) -> None:
    """Carry out one action of the action phase or of a muster."""
    if isinstance(action, March):
        walk(d, side, INDEX[action.block], action.path)
    elif isinstance(action, Sail):
        sail(d, side, INDEX[action.block], action.sea, PLACE[action.area])
    elif isinstance(action, Recruit):
        recruit(d, side, INDEX[action.block], PLACE[action.area])
    else:
        finish(d)


def walk(d: Draft, side: int, block: int, path: tuple[str, ...]) -> None:
    """March a block; the first march out of an area pays for its activation (rule 5.2)."""
    start = d.loc[block]
    if march_cost(d, start):
        d.activated |= 1 << start
        d.ap -= 1
    leave(d, side, start)
    at, border, crossed = start, -1, bytearray(d.crossed)
    for area in path:
        border = BORDER_OF[at, PLACE[area]]
        crossed[border] += 1
        at = PLACE[area]
    d.crossed = bytes(crossed)
    d.log(army.Marched(SIDES[side], NAMES[block], (PLACES[start], *path)))
    arrive(d, side, block, at, border)


def sail(d: Draft, side: int, block: int, sea: str, coast: int) -> None:
    """Sail a block; two blocks between the same two major ports cost one point (rules 5.3, 5.31)."""
    start = d.loc[block]
    pair = sea_pair(d, side, start, coast)
    if pair in d.credits:
        d.credits = tuple(c for i, c in enumerate(d.credits) if i != d.credits.index(pair))
    else:
        d.ap -= 1
        if pair != NO_PAIR:
            d.credits = (*d.credits, pair)
    leave(d, side, start)
    d.log(army.Sailed(SIDES[side], NAMES[block], (PLACES[start], PLACES[coast])))
    arrive(d, side, block, coast, SEA_BORDER, sea)


def leave(d: Draft, side: int, area: int) -> None:
    """Count a block that leaves a contested area: one fewer may follow (rule 5.22)."""
    front = front_at(d, area)
    if front is not None and front.attacker != side:
        _replace(d, front, msgspec.structs.replace(front, free=front.free - 1))


def arrive(d: Draft, side: int, block: int, area: int, border: int, sea: str = "") -> None:
    """End the move of a block in an area; among enemies it begins or joins an attack (rules 5.22, 6.3)."""
    confuse(d, block)
    d.place(block, area)
    d.moved |= 1 << block
    if not present(d, area, 1 - side):
        release(d)
        return
    front = front_at(d, area)
    if front is None:
        front = Front(area, side, border)
        d.fronts = (*d.fronts, front)
        d.log(army.Attacked(SIDES[side], PLACES[area]))
    via = front.via[side] | 1 << border
    reserve = front.reserve | (0 if front.attacker == side and border == front.main else 1 << block)
    pirates = (*front.pirates, (block, sea)) if sea else front.pirates
    both = (via, front.via[1]) if side == 0 else (front.via[0], via)
    came = (*front.came, (block, border))
    _replace(d, front, msgspec.structs.replace(front, via=both, reserve=reserve, pirates=pirates, came=came))


def _replace(d: Draft, old: Front, new: Front) -> None:
    d.fronts = tuple(new if front is old else front for front in d.fronts)


def recruit(d: Draft, side: int, block: int, area: int) -> None:
    """Place a block of the pool at full strength; it stays where it is this turn (rule 5.4)."""
    d.ap -= 1
    d.restore(block)
    confuse(d, block)
    d.place(block, area)
    d.moved |= 1 << block
    d.log(army.Recruited(SIDES[side], NAMES[block], PLACES[area]))
    release(d)


def undeclared(s: Position, side: int) -> list[Front]:
    """Return the attacks of a side whose main border must be named; none if it is the first mover's by rule (6.3)."""
    if s.rules.main_attack_declaration == "first_mover":
        return []
    return [f for f in s.fronts if f.attacker == side and f.via[side].bit_count() > 1 and not s.settled >> f.area & 1]


def legal_main_attack(s: Position, side: int) -> list[Action]:
    """Return each border used in the first attack whose main border is not named yet (rule 6.3)."""
    front = undeclared(s, side)[0]
    return [MainAttack(PLACES[front.area], BORDER_NAMES[b]) for b in bits(front.via[side])]


def apply_main_attack(d: Draft, side: int, action: MainAttack) -> None:
    """Name the border of the main attack; blocks that came over others are the reserve (rule 6.3)."""
    front = front_in(d, PLACE[action.area])
    main = BORDER_NAMES.index(action.border)
    d.settled |= 1 << front.area
    reserve = sum(1 << block for block, border in front.came if border != main)
    _replace(d, front, msgspec.structs.replace(front, main=main, reserve=reserve))
    d.log(army.MainAttackNamed(SIDES[side], action.area, action.border))
    if not undeclared(d, side):
        d.settled = 0
        _next_mover(d)


def apply_muster_area(d: Draft, side: int, action: Action) -> None:
    """Name the area of the muster, or decline it (rule 5.1)."""
    if isinstance(action, Muster):
        d.spot = PLACE[action.area]
        d.log(army.Mustered(SIDES[side], action.area))
        d.ask(Phase.MUSTER, side)
    else:
        finish(d)


def apply_plague(d: Draft, side: int, action: Action) -> None:
    """Take a step from every enemy block in the city area (rule 5.1)."""
    if isinstance(action, Plague):
        area = PLACE[action.area]
        d.log(campaign.PlagueStruck(SIDES[side], action.area))
        prisoners = d.occ[area] & d.prisoner if d.rules.plague_hits == "all" else 0
        struck = present(d, area, 1 - side) | prisoners
        if any(d.steps[b] == 1 and grave(d, b) == POOL for b in bits(struck)) and struck & (struck - 1):
            d.traced &= ~(struck & hidden(d, side))  # one of them dies, and the enemy does not see who
        for block in sorted(bits(struck), key=lambda b: grave(d, b) == POOL):  # hidden deaths last: no order tells them
            d.wear(block)
            weaken(d, block)
            if not d.steps[block]:
                eliminate(d, block)
    if d.result is None:
        finish(d)
