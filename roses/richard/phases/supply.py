"""The supply phase: succession, minors, executions, supply and exile limits (rules 6.81, 6.82, 7.0 to 7.2, 9.1)."""

from __future__ import annotations

from itertools import compress

from roses.engine.protocol import Action
from roses.richard.actions import Decline, Done, Enter, Execute, Starve
from roses.richard.events import campaign
from roses.richard.heirs import claim, eliminate, follow, senior, succeed
from roses.richard.knowledge import confuse, see, weaken
from roses.richard.position import Draft, Phase, Position, present
from roses.richard.tables import (
    ALL_EXILES,
    CLARENCE_L,
    CROWNS,
    EXETER_Y,
    EXILES,
    INDEX,
    LAND,
    LOCALS,
    MINOR,
    NAMES,
    OUT,
    PLACE,
    PLACES,
    SIDES,
    SUPPLY,
    bits,
)

TURNS = 7


def begin(d: Draft) -> None:
    """Stage "supply": first the succession of a dead King (rule 6.81)."""
    d.log(campaign.SupplyBegun())
    succeed(d)
    follow(d)
    d.settled = 0
    d.stage = "minors"


def begin_minors(d: Draft) -> None:
    """Stage "minors": a minor enters for each dead heir, the Pretender's first; ``settled`` marks sides that wait."""
    for side in (1 - d.king_side, d.king_side):
        if d.owed[side] and not d.settled >> side & 1:
            if senior(side, d.occ[MINOR]) >= 0:
                d.ask(Phase.MINOR, side)
                return
            d.owed = (0, d.owed[1]) if side == 0 else (d.owed[0], 0)  # the house has no minor
    d.settled = 0
    d.stage = "executions"


def legal_minor(s: Position, side: int) -> list[Action]:
    """Return the entries of the minor: the King's in a friendly or vacant crown area, the Pretender's in either exile
    area of his house; decline if there is none (rule 6.82).
    """
    name = NAMES[senior(side, s.occ[MINOR])]
    areas = [a for a in CROWNS if not present(s, a, 1 - side)] if side == s.king_side else list(EXILES[side])
    entries: list[Action] = [Enter(name, PLACES[a]) for a in areas]
    return entries or [Decline()]


def apply_minor(d: Draft, side: int, action: Action) -> None:
    """Place the minor at full strength, or leave him for a later supply phase."""
    if isinstance(action, Enter):
        block = INDEX[action.block]
        d.restore(block)
        d.place(block, PLACE[action.area])
        see(d, 1 << block)
        d.log(campaign.MinorEntered(SIDES[side], action.block, action.area))
        if block == d.king:
            d.log(campaign.KingNamed(NAMES[block], action.area))
        claim(d, block)
        d.owed = (d.owed[0] - 1, d.owed[1]) if side == 0 else (d.owed[0], d.owed[1] - 1)
    else:
        d.settled |= 1 << side
    d.stage = "minors"


def begin_executions(d: Draft) -> None:
    """Stage "executions": Lancaster may execute Clarence, York Exeter, wherever they are held (rule 9.1)."""
    for side, traitor in ((0, CLARENCE_L), (1, EXETER_Y)):
        if d.loc[traitor] != OUT and not d.settled >> traitor & 1:
            d.settled |= 1 << traitor
            d.spot = traitor
            d.ask(Phase.EXECUTION, side)
            return
    d.settled = 0
    d.spot = -1
    d.stage = "attrition"
    d.mover = 1 - d.king_side


def legal_execution(s: Position, side: int) -> list[Action]:
    """Return the choices: execute the traitor, or decline (rule 9.1)."""
    return [Execute(NAMES[s.spot]), Decline()]


def apply_execution(d: Draft, side: int, action: Action) -> None:
    """Execute the traitor for good, or not; a minor of his house is then due in the next supply phase (6.82, 9.1)."""
    if isinstance(action, Execute):
        d.log(campaign.Executed(SIDES[side], action.block))
        eliminate(d, INDEX[action.block], executed=True)
    if d.result is None:
        d.stage = "executions"


# By area, the blocks that count against its limit: in an exile area all but local mercenaries (rule 7.2).
_FED = tuple(~LOCALS[area] if area in ALL_EXILES else -1 for area in LAND)


def fed_by_area(s: Position, side: int, area: int) -> int:
    """Return the blocks that count against the limit of an area; local mercenaries in exile do not (rule 7.2)."""
    return present(s, area, side) & _FED[area]


def hungry(s: Position, side: int) -> list[int]:
    """Return the areas where blocks must still lose a step in this phase (rules 7.1, 7.2)."""
    blocks = s.own[side] & ~(s.down | s.prisoner | s.settled)
    areas = compress(zip(LAND, s.occ, _FED, SUPPLY, strict=False), s.occ)
    return [
        area
        for area, there, fed, limit in areas
        if there.bit_count() > limit and (there & blocks & fed).bit_count() > limit
    ]


def begin_attrition(d: Draft) -> None:
    """Stage "attrition": ask a side that is above a limit, the Pretender's before the King's (rule 7.0)."""
    if hungry(d, d.mover):
        d.ask(Phase.SUPPLY, d.mover)
    else:
        end_attrition(d)


def end_attrition(d: Draft) -> None:
    """Go on to the King's side, then to the next turn or, after the seventh, to the political turn."""
    if d.mover != d.king_side:
        d.mover = d.king_side
        d.stage = "attrition"
    else:
        d.mover = -1
        d.settled = 0
        d.stage = "turn" if d.turn < TURNS else "political"


def legal_attrition(s: Position, side: int) -> list[Action]:
    """Return each block of a crowded area that has not yet lost a step; done once the limits are met (7.1)."""
    victims: list[Action] = [
        Starve(NAMES[b]) for a in hungry(s, side) for b in bits(fed_by_area(s, side, a) & ~s.settled)
    ]
    return victims or [Done()]


def apply_attrition(d: Draft, side: int, action: Done | Starve) -> None:
    """Take a step from one block, or end the part of the side."""
    if isinstance(action, Done):
        end_attrition(d)
        return
    block = INDEX[action.block]
    confuse(d, block)
    weaken(d, block)
    d.settled |= 1 << block
    d.wear(block)
    d.log(campaign.Starved(SIDES[side], action.block, PLACES[d.loc[block]]))
    if not d.steps[block]:
        eliminate(d, block)
