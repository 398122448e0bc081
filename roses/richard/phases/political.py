"""The political turn: levies disband, the lords are counted, everybody goes home, a new campaign (rules 8.0 to 8.5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from roses.engine.protocol import Action
from roses.richard.actions import Disperse, Done, GoHome
from roses.richard.combat import heir_shields
from roses.richard.events import army, campaign
from roses.richard.heirs import next_in_line, shields, succeed, win
from roses.richard.phases.supply import fed_by_area
from roses.richard.position import Draft, Phase, Position, own_masks, present
from roses.richard.tables import (
    ALL_EXILES,
    BOMBARDS,
    CHURCHES,
    CLARENCE_L,
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
    MERCENARIES,
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
    STEPS,
    SUPPLY,
    TRAITORS,
    bits,
    mask,
)

_COUSINS = tuple(mask([f"Kent/{c}", f"Salisbury/{c}"]) for c in "LY")
_CALAIS = PLACE["Calais"]
_HELD = (CLARENCE_L, EXETER_Y)  # the heir of the enemy whom each side may hold
_HOUSED = 1 << len(NAMES)  # a mark beside the blocks in ``settled``: the traitor has stood alone in a home


def begin(d: Draft) -> None:
    """Stage "political": levies go, the lords are counted, and the last campaign ends the game (8.1, 8.2, 9.0)."""
    succeed(d)
    disband(d)
    usurp(d)
    if d.campaign == d.setup.campaigns[1]:
        if d.prisoner and d.king_side == 1:
            d.log(army.Eliminated(SIDES[0], NAMES[HENRY], PLACES[d.loc[HENRY]], rule="kingmaker"))
        win(d, d.king_side)
        return
    d.mover = 1 - d.king_side
    d.stage = "homecoming"


def disband(d: Draft) -> None:
    """Levies, bombards, the Welsh and the Rebel to the pool, other mercenaries to their home areas (rule 8.1)."""
    d.log(campaign.Disbanded())
    for area in LAND:
        for block in bits(d.occ[area] & (LEVIES | BOMBARDS | MERCENARIES | REBEL)):
            home = HOME_OF_MERCENARY.get(block, POOL)
            if home != area:
                d.place(block, home)
                if home == POOL:
                    d.steps[block] = STEPS[block]


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
    """Return a side's tally: its lords, and one for holding London (rule 8.2)."""
    return lords(s, side).bit_count() + int(bool(present(s, LONDON, side)))


def usurp(d: Draft) -> None:
    """The Pretender with more lords than the King takes the crown; a tie keeps it where it is (rule 8.2)."""
    d.votes = (count(d, 0), count(d, 1))
    challenger = 1 - d.king_side
    d.log(campaign.LordsCounted(SIDES[challenger], *d.votes))
    if d.votes[challenger] > d.votes[d.king_side]:
        d.king_side = challenger
        d.king, d.pretender = next_in_line(d, challenger), d.king
        d.own = own_masks(challenger)
        d.log(campaign.Usurped(SIDES[challenger], NAMES[d.king]))


# ---- going home


def homes(s: Position, side: int, block: int) -> list[int]:
    """Return the places a block may go home to now; one of them is the pool where that is a choice (8.3, 8.4, 9.1)."""
    if 1 << block & HEIRS_OF[side] and side != s.king_side:
        return list(EXILES[side])
    if 1 << block & TRAITORS:
        return _traitor_homes(s, side, block)
    enemies = s.own[1 - side] & ~(s.down | s.prisoner)
    found = [a for a in _own_homes(s, side, block) if not s.occ[a] & enemies]
    return [*found, POOL] if found == [_CALAIS] and _may_shun_calais(s, block) else found


def _may_shun_calais(s: Position, block: int) -> bool:
    """Whether a block may choose the pool where Calais alone is open to it: Salisbury and Kent of York (rule 8.3)."""
    return bool(1 << block & _COUSINS[1]) and s.rules.neville_calais == "may"


def _own_homes(s: Position, side: int, block: int) -> Iterable[int]:
    """The crowns and shields of a royal heir, a church's cathedral, a noble's shields (rules 8.3, 8.4)."""
    if 1 << block & HEIRS_OF[side]:
        return sorted({*CROWNS, *heir_shields(s, side, block)})
    if 1 << block & CHURCHES:
        return (PLACE[ROSTER[block].cathedral],)
    return _neville_homes(s, side, block) if ROSTER[block].neville else sorted(SHIELDS[block])


def _neville_homes(s: Position, side: int, block: int) -> list[int]:
    """The Nevilles share the shields of their dead, and Calais if shut out everywhere else (8.3)."""
    found = set(shields(s, block, "going_home_only"))
    cousin = 1 << block & _COUSINS[1]
    if side == 1 and cousin and all(present(s, a, 0) for a in SHIELDS[block]):
        found.add(_CALAIS)
    if cousin and s.rules.neville_calais_limit == "cap":
        crowd = fed_by_area(s, side, _CALAIS) & ~(1 << block)
        found -= {_CALAIS} if crowd.bit_count() >= SUPPLY[_CALAIS] else set()
    return sorted(found)


def _traitor_homes(s: Position, side: int, block: int) -> list[int]:
    """Clarence's York shields or Exeter's Cornwall, as free as the ruleset wants them (rule 9.1)."""
    kept_out = ~(s.down | s.prisoner | 1 << block) & (-1 if _wants_empty(s, block) else s.own[1 - side])
    return [a for a in SHIELDS[block] if not s.occ[a] & kept_out]


def _wants_empty(s: Position, traitor: int) -> bool:
    """Whether a traitor's home must hold nobody else, not even of the side he serves (rule 9.1)."""
    wanted = s.rules.traitor_home_requires
    return wanted == "unoccupied" or (wanted == "clarence_vacant" and traitor == CLARENCE_L)


def travellers(s: Position, side: int) -> int:
    """Return the blocks that go home: on the map, not in exile; by one reading those of the pool too (8.3, 8.4)."""
    pool = s.occ[POOL] & (s.down if s.rules.home_return_scope == "all_blocks" else -1)
    away = pool | s.occ[MINOR] | s.occ[OUT] | _in_exile(s)
    return s.own[side] & LORDS & ~away & ~s.prisoner


def begin_homecoming(d: Draft) -> None:
    """Stage "homecoming": send those who have no choice, then ask about the others (rules 8.3, 8.4)."""
    d.settled = 0
    d.log(campaign.HomecomingBegun(SIDES[d.mover], "8.3" if d.mover != d.king_side else "8.4"))
    send_home(d, d.mover)
    if _choices(d, waiting(d, d.mover)):
        d.ask(Phase.HOMEWARD, d.mover)
    else:
        end_homecoming(d)


def send_home(d: Draft, side: int) -> None:
    """Move every block that has one home, or none, until nobody is left without a choice."""
    moved = True
    while moved:
        moved = False
        for block in bits(travellers(d, side) & ~d.settled):
            if _must_choose(d, side, block):
                continue
            open_homes = homes(d, side, block)
            if d.loc[block] in open_homes or len(open_homes) > 1 or (not open_homes and d.loc[block] == POOL):
                continue
            _go(d, side, block, open_homes[0] if open_homes else POOL)
            moved = True


def _must_choose(d: Draft, side: int, block: int) -> bool:
    """The Pretender's heirs choose their exile; a traitor his empty home, before others take it (rules 8.3, 9.1)."""
    if side != d.king_side and 1 << block & HEIRS_OF[side]:
        return True
    traitor = _HELD[side]
    if d.loc[traitor] == OUT:
        return False
    if not _homeless(d, side):
        return block == traitor and bool(d.settled & _HOUSED)
    only = homes(d, side, block)
    return block == traitor or (len(only) == 1 and only[0] in SHIELDS[traitor])


def _homeless(d: Draft, side: int) -> bool:
    """Whether a traitor still looks for a home that must be empty; to have stood alone in one is to be housed (9.1)."""
    traitor = _HELD[side]
    if not _wants_empty(d, traitor) or not travellers(d, side) & ~d.settled & 1 << traitor or d.settled & _HOUSED:
        return False
    if d.loc[traitor] in homes(d, side, traitor):
        d.settled |= _HOUSED
        return False
    return True


def _go(d: Draft, side: int, block: int, to: int) -> None:
    d.settled |= 1 << block
    d.place(block, to)
    if to == POOL:
        d.steps[block] = STEPS[block]
    rule = "8.3" if side != d.king_side else "8.4"
    if to == POOL:
        d.log(campaign.WentToPool(SIDES[side], NAMES[block], rule))
    else:
        d.log(campaign.WentHome(SIDES[side], NAMES[block], PLACES[to], rule))


def waiting(s: Position, side: int) -> list[tuple[int, list[int]]]:
    """Return (block, its homes) for every block that has not gone home (rules 8.3, 8.4)."""
    return [(block, homes(s, side, block)) for block in bits(travellers(s, side) & ~s.settled)]


def _choices(s: Position, blocks: list[tuple[int, list[int]]]) -> list[tuple[int, int]]:
    """Return (block, home) for those who may still move to a home other than where they are."""
    return [(block, area) for block, areas in blocks for area in areas if area != s.loc[block]]


def legal_home(s: Position, side: int) -> list[Action]:
    """Send one of these blocks home; done once nobody is left who must go (rules 8.3, 8.4)."""
    blocks = waiting(s, side)
    moves = [_homeward(b, a) for b, a in _choices(s, blocks)]
    return moves if unsettled(s, side, blocks) else [*moves, Done()]


def formerly(legal: Sequence[Action]) -> Action | None:
    """Return the way to Calais of one who may go to the pool instead: before that was a choice, he went there (8.3)."""
    blocks = [a.block for a in legal if isinstance(a, Disperse)]
    return GoHome(blocks[0], PLACES[_CALAIS]) if blocks else None


def _homeward(block: int, place: int) -> Action:
    return GoHome(NAMES[block], PLACES[place]) if place != POOL else Disperse(NAMES[block])


def unsettled(s: Position, side: int, blocks: list[tuple[int, list[int]]]) -> list[int]:
    """Return those who still have to go: they have homes, and are at none of them."""
    housed = _HELD[side] if s.settled & _HOUSED else -1
    return [b for b, areas in blocks if areas and s.loc[b] not in areas and b != housed]


def apply_home(d: Draft, side: int, action: Action) -> None:
    """One block goes home, or the side has finished."""
    if isinstance(action, GoHome | Disperse):
        _go(d, side, INDEX[action.block], PLACE[action.area] if isinstance(action, GoHome) else POOL)
        send_home(d, side)
        return
    end_homecoming(d)


def end_homecoming(d: Draft) -> None:
    """A traitor without a home goes to the pool; then come the exile limits (rules 9.1, 8.5)."""
    if _homeless(d, d.mover):
        _go(d, d.mover, _HELD[d.mover], POOL)
    d.stage = "exile limits"


def crowded(s: Position, side: int) -> list[int]:
    """Return the own exile areas above their limit (rule 7.2)."""
    return [a for a in EXILES[side] if fed_by_area(s, side, a).bit_count() > SUPPLY[a]]


def begin_exile_limits(d: Draft) -> None:
    """Stage "exile limits": what an exile area cannot hold goes to the pool (rules 7.2, 8.5)."""
    if crowded(d, d.mover):
        d.ask(Phase.EXILE, d.mover)
    else:
        end_exile_limits(d)


def legal_exile(s: Position, side: int) -> list[Action]:
    """Any block but the local mercenaries of a crowded exile area; done when none is crowded."""
    surplus: list[Action] = [Disperse(NAMES[b]) for a in crowded(s, side) for b in bits(fed_by_area(s, side, a))]
    return surplus or [Done()]


def apply_exile(d: Draft, side: int, action: Action) -> None:
    """One block goes to the pool, or the side has finished."""
    if isinstance(action, Disperse):
        block = INDEX[action.block]
        d.place(block, POOL)
        d.steps[block] = STEPS[block]
        d.log(campaign.WentToPool(SIDES[side], action.block, "8.5"))
    else:
        end_exile_limits(d)


def end_exile_limits(d: Draft) -> None:
    """The King's side follows the Pretender's; then the campaign is reset (rule 8.5)."""
    if d.mover != d.king_side:
        d.mover = d.king_side
        d.stage = "homecoming"
        return
    d.mover = -1
    d.settled = d.down = 0
    d.campaign += 1
    for place in (*LAND, POOL):
        for block in bits(d.occ[place]):
            d.steps[block] = STEPS[block]
    d.log(campaign.CampaignBegun(d.campaign))
    d.stage = "deal"
