"""The political turn: levies disband, the lords are counted, everybody goes home, a new campaign (rules 8.0 to 8.5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from roses.engine.protocol import Action
from roses.richard.actions import Disperse, Done, GoHome
from roses.richard.combat import heir_shields
from roses.richard.events import army, campaign
from roses.richard.heirs import eliminate, free, neville_shields, next_in_line, succeed, win
from roses.richard.knowledge import EVERYBODY, confuse, see
from roses.richard.phases.supply import fed_by_area
from roses.richard.position import Draft, Phase, Position, full_strength, own_masks, present
from roses.richard.tables import (
    ALL_EXILES,
    BOMBARDS,
    CLARENCE_L,
    COMMONS,
    CROWNS,
    EXETER_Y,
    EXILES,
    HEIRS_OF,
    HENRY,
    HOME_OF_MERCENARY,
    INDEX,
    LAND,
    LEVIES,
    LONDON,
    LORDS,
    MAN,
    MINOR,
    NAMES,
    OUT,
    PLACE,
    PLACES,
    POOL,
    REBEL,
    ROSTER,
    SHIELDS,
    SIDES,
    SUPPLY,
    TRAITORS,
    bits,
    mask,
)

DISBANDED: Final = LEVIES | BOMBARDS | REBEL | sum(1 << b for b, home in HOME_OF_MERCENARY.items() if home == POOL)
_COUSINS = tuple(mask([f"Kent/{c}", f"Salisbury/{c}"]) for c in "LY")
_CALAIS = PLACE["Calais"]
_HELD = (CLARENCE_L, EXETER_Y)  # by side, the enemy heir who may be in its service
_PRINTED = tuple((PLACE[b.cathedral],) if b.cathedral else tuple(sorted(PLACE[a] for a in b.shields)) for b in ROSTER)
_HOUSED = 1 << len(NAMES)  # a bit of ``settled`` beside those of the blocks: the traitor was alone in a home of his


def begin(d: Draft) -> None:
    """Stage "political": levies go, the lords are counted, and the last campaign ends the game (8.1, 8.2, 9.0)."""
    succeed(d)
    disband(d)
    usurp(d)
    if d.campaign == d.setup.campaigns[1]:
        if d.prisoner and d.king_side == 1:
            d.log(army.Eliminated(SIDES[0], NAMES[HENRY], PLACES[d.loc[HENRY]], rule="kingmaker"))
            d.prisoner = 0
            d.place(HENRY, OUT)
            d.set_steps(HENRY, 0)
        win(d, d.king_side)
        return
    if d.result is not None:
        return
    d.mover = 1 - d.king_side
    d.stage = "homecoming"


def disband(d: Draft) -> None:
    """Levies, bombards, the Welsh and the Rebel to the pool, other mercenaries to their home areas (rule 8.1)."""
    d.log(campaign.Disbanded())
    for area in LAND:
        for block in bits(d.occ[area] & COMMONS):
            home = HOME_OF_MERCENARY.get(block, POOL)
            if home != area:
                d.place(block, home)
                if home == POOL:
                    d.restore(block)
    see(d, DISBANDED & ~d.occ[OUT])  # all of them lie in the pool now, at full strength


def lords(s: Position, side: int) -> int:
    """Return the blocks that count for a side: heirs, nobles and churches in England and Wales (rule 8.2)."""
    outside = s.occ[POOL] | s.occ[MINOR] | s.occ[OUT] | s.occ[MAN] | _in_exile(s)
    return s.own[side] & LORDS & ~outside


def _in_exile(s: Position) -> int:
    blocks = 0
    for area in ALL_EXILES:
        blocks |= s.occ[area]
    return blocks


def count(s: Position, side: int) -> int:
    """Return the points of a side: its lords, and one for holding London (rule 8.2)."""
    return lords(s, side).bit_count() + int(bool(present(s, LONDON, side)))


def usurp(d: Draft) -> None:
    """Count the lords; a Pretender with more than the King takes the crown, a tie leaves it (rule 8.2).

    If the game goes on, a prisoner is free with the crown of his house, and dies without it (Kingmaker).
    """
    goes_on = d.campaign < d.setup.campaigns[1]
    d.votes = (count(d, 0), count(d, 1))
    challenger = 1 - d.king_side
    d.log(campaign.LordsCounted(SIDES[challenger], *d.votes))
    if d.votes[challenger] > d.votes[d.king_side]:
        if d.prisoner and goes_on:
            free(d)
        d.king_side = challenger
        d.king, d.pretender = next_in_line(d, challenger), d.king
        d.own = own_masks(challenger)
        d.log(campaign.Usurped(SIDES[challenger], NAMES[d.king]))
    elif d.prisoner and goes_on:
        eliminate(d, HENRY)


# ---- going home


def homes(s: Position, side: int, block: int) -> list[int]:
    """Return the places a block may go home to now; one of them is the pool where that is a choice (8.3, 8.4, 9.1)."""
    if 1 << block & HEIRS_OF[side] and side != s.king_side:
        return list(EXILES[side])
    if 1 << block & TRAITORS:
        occupants = ~(s.down | s.prisoner | 1 << block) & (-1 if _wants_empty(s, block) else s.own[1 - side])
        return [a for a in SHIELDS[block] if not s.occ[a] & occupants]
    enemies = s.own[1 - side] & ~(s.down | s.prisoner)
    if 1 << block & HEIRS_OF[side]:
        own: Iterable[int] = _royal_homes(heir_shields(side, block, s.occ[OUT]))
    else:
        own = _neville_homes(s, side, block) if ROSTER[block].neville else _PRINTED[block]
    areas = [a for a in own if not s.occ[a] & enemies]
    if areas == [_CALAIS] and 1 << block & _COUSINS[1] and s.rules.neville_calais == "may":
        areas.append(POOL)  # Salisbury and Kent of York need not go to Calais (8.3)
    return areas


@cache
def _royal_homes(shields: tuple[int, ...]) -> list[int]:
    return sorted({*CROWNS, *shields})


def _neville_homes(s: Position, side: int, block: int) -> Sequence[int]:
    """Return the homes of a Neville: own shields, those of dead Nevilles, Calais if all own are held (8.3)."""
    if side == s.king_side and s.rules.neville_note == "pretender_only":
        return SHIELDS[block]
    areas = set(neville_shields(block, s.occ[OUT]))
    cousin = 1 << block & _COUSINS[1]
    if side == 1 and cousin and all(present(s, a, 0) for a in SHIELDS[block]):
        areas.add(_CALAIS)
    if cousin and s.rules.neville_calais_limit == "cap":
        crowd = fed_by_area(s, side, _CALAIS) & ~(1 << block)
        areas -= {_CALAIS} if crowd.bit_count() >= SUPPLY[_CALAIS] else set()
    return sorted(areas)


def _wants_empty(s: Position, traitor: int) -> bool:
    """Return whether the ruleset wants a traitor's home empty, of the side he serves too (rule 9.1)."""
    reading = s.rules.traitor_home_requires
    return reading == "unoccupied" or (reading == "clarence_vacant" and traitor == CLARENCE_L)


def travellers(s: Position, side: int) -> int:
    """Return the blocks that go home: on the map, not in exile; by the ruleset those of the pool too (8.3, 8.4)."""
    pool = s.occ[POOL] & (s.down if s.rules.home_return_scope == "all_blocks" else -1)
    away = pool | s.occ[MINOR] | s.occ[OUT] | _in_exile(s)
    return s.own[side] & LORDS & ~away & ~s.prisoner


def begin_homecoming(d: Draft) -> None:
    """Stage "homecoming": send the blocks without a choice home, then ask about the others (rules 8.3, 8.4)."""
    d.settled = 0
    d.log(campaign.HomecomingBegun(SIDES[d.mover], "8.3" if d.mover != d.king_side else "8.4"))
    send_home(d, d.mover)
    if _choices(d, waiting(d, d.mover)):
        d.ask(Phase.HOMEWARD, d.mover)
    else:
        end_homecoming(d)


def send_home(d: Draft, side: int) -> None:
    """Move every block with one home, or none, until only blocks with a choice are left."""
    moved, choosing = True, HEIRS_OF[side] if side != d.king_side else 0  # the Pretender's heirs choose (8.3)
    while moved:
        moved = False
        for block in bits(travellers(d, side) & ~(d.settled | choosing)):
            if _must_choose(d, side, block):
                continue
            open_homes = homes(d, side, block)
            if d.loc[block] in open_homes or len(open_homes) > 1 or (not open_homes and d.loc[block] == POOL):
                continue
            _go(d, side, block, open_homes[0] if open_homes else POOL)
            moved = True


def _must_choose(d: Draft, side: int, block: int) -> bool:
    """Return whether a block waits for its owner, as it could take the home of a traitor that must be empty (9.1)."""
    traitor = _HELD[side]
    if d.loc[traitor] == OUT:
        return False
    if not _homeless(d, side):
        return block == traitor and bool(d.settled & _HOUSED)
    only = homes(d, side, block)
    return block == traitor or (len(only) == 1 and only[0] in SHIELDS[traitor])


def _homeless(d: Draft, side: int) -> bool:
    """Return whether a traitor still needs an empty home; once he was alone in one, the mark is set (9.1)."""
    traitor = _HELD[side]
    if not _wants_empty(d, traitor) or not travellers(d, side) & ~d.settled & 1 << traitor or d.settled & _HOUSED:
        return False
    if d.loc[traitor] in homes(d, side, traitor):
        d.settled |= _HOUSED
        return False
    return True


def _go(d: Draft, side: int, block: int, to: int) -> None:
    confuse(d, block)
    d.settled |= 1 << block
    d.place(block, to)
    if to == POOL:
        d.restore(block)
    rule = "8.3" if side != d.king_side else "8.4"
    if to == POOL:
        d.log(campaign.WentToPool(SIDES[side], NAMES[block], rule))
    else:
        d.log(campaign.WentHome(SIDES[side], NAMES[block], PLACES[to], rule))


def waiting(s: Position, side: int) -> list[tuple[int, list[int]]]:
    """Return (block, its homes) for every block that has not gone home (rules 8.3, 8.4)."""
    return [(block, homes(s, side, block)) for block in bits(travellers(s, side) & ~s.settled)]


def _choices(s: Position, blocks: list[tuple[int, list[int]]]) -> list[tuple[int, int]]:
    """Return (block, home) for each home of these blocks other than its present place."""
    return [(block, area) for block, areas in blocks for area in areas if area != s.loc[block]]


def legal_home(s: Position, side: int) -> list[Action]:
    """Return each way home of the waiting blocks, and done once none of them must go (rules 8.3, 8.4)."""
    blocks = waiting(s, side)
    moves = [_homeward(b, a) for b, a in _choices(s, blocks)]
    return moves if unsettled(s, side, blocks) else [*moves, Done()]


@cache
def _homeward(block: int, place: int) -> Action:
    return GoHome(NAMES[block], PLACES[place]) if place != POOL else Disperse(NAMES[block])


def unsettled(s: Position, side: int, blocks: list[tuple[int, list[int]]]) -> list[int]:
    """Return the blocks that have to go: they have homes and are at none of them."""
    housed = _HELD[side] if s.settled & _HOUSED else -1
    return [b for b, areas in blocks if areas and s.loc[b] not in areas and b != housed]


def apply_home(d: Draft, side: int, action: Action) -> None:
    """Send one block home, or end the part of the side."""
    if isinstance(action, (GoHome, Disperse)):
        _go(d, side, INDEX[action.block], PLACE[action.area] if isinstance(action, GoHome) else POOL)
        send_home(d, side)
        return
    end_homecoming(d)


def end_homecoming(d: Draft) -> None:
    """Send a traitor without a home to the pool and go on to the exile limits (rules 9.1, 8.5)."""
    if _homeless(d, d.mover):
        _go(d, d.mover, _HELD[d.mover], POOL)
    d.stage = "exile limits"


def crowded(s: Position, side: int) -> list[int]:
    """Return the own exile areas above their limit (rule 7.2)."""
    return [a for a in EXILES[side] if fed_by_area(s, side, a).bit_count() > SUPPLY[a]]


def begin_exile_limits(d: Draft) -> None:
    """Stage "exile limits": the surplus of an exile area goes to the pool (rules 7.2, 8.5)."""
    if crowded(d, d.mover):
        d.ask(Phase.EXILE, d.mover)
    else:
        end_exile_limits(d)


def legal_exile(s: Position, side: int) -> list[Action]:
    """Return each block of a crowded exile area but local mercenaries; done if none is crowded."""
    surplus: list[Action] = [Disperse(NAMES[b]) for a in crowded(s, side) for b in bits(fed_by_area(s, side, a))]
    return surplus or [Done()]


def apply_exile(d: Draft, side: int, action: Action) -> None:
    """Send one block to the pool, or end the part of the side."""
    if isinstance(action, Disperse):
        block = INDEX[action.block]
        confuse(d, block)
        d.place(block, POOL)
        d.restore(block)
        d.log(campaign.WentToPool(SIDES[side], action.block, "8.5"))
    else:
        end_exile_limits(d)


def end_exile_limits(d: Draft) -> None:
    """Go on to the King's side, then to the next campaign with all blocks at full strength (rule 8.5)."""
    if d.mover != d.king_side:
        d.mover = d.king_side
        d.stage = "homecoming"
        return
    d.mover = -1
    d.settled = d.down = 0
    d.campaign += 1
    d.steps = full_strength(d.loc)
    d.gauged = EVERYBODY
    d.log(campaign.CampaignBegun(d.campaign))
    d.stage = "deal"
