"""Treachery: targets, dice and effect of the rolls of King, Pretender, Warwick and Treason (rules 6.9, 6.91, 5.1)."""

from __future__ import annotations

from roses.engine.protocol import Action
from roses.richard.actions import TREASON, Decline, Treachery
from roses.richard.combat import line
from roses.richard.events import army
from roses.richard.heirs import check_extinction, claim
from roses.richard.knowledge import see
from roses.richard.position import Battle, Draft, Due, Position, owner
from roses.richard.tables import (
    HEIRS,
    INDEX,
    NAMES,
    OUT,
    PAIR,
    PLACES,
    RATED,
    ROSTER,
    SIDES,
    STEPS,
    WARWICKS,
    bits,
    mask,
)

KING, PRETENDER, WARWICK = 1, 2, 4
_COUSINS = mask(["Kent/L", "Kent/Y", "Salisbury/L", "Salisbury/Y"])  # one die for Warwick, rule 6.91
_RIVALS = mask(["Northumberland/L", "Northumberland/Y", "Westmoreland/L", "Westmoreland/Y"])  # not by Warwick, 6.91


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


def rolls(s: Position, battle: Battle, side: int, block: int) -> list[Action]:
    """Return the treachery rolls of a block in its turn; one in a battle for each title (rules 6.9, 6.91)."""
    role = title(s, side, block)
    if not role or battle.used & role:
        return []
    reach = targets(s, battle, side) & ~(_RIVALS if role == WARWICK else 0)
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


def begin(d: Draft, battle: Battle, side: int, block: int, target: int) -> None:
    """Make the dice of a treachery roll due, the only one of its title in this battle (rule 6.9)."""
    d.fight(used=battle.used | title(d, side, block))
    d.throw("treachery", dice_for(block, target), block, target)


def apply_roll(d: Draft, battle: Battle, due: Due, dice: tuple[int, ...]) -> None:
    """Apply the dice: if all are even, the block changes sides and joins the reserve (rule 6.9)."""
    won = not any(die % 2 for die in dice)
    side = 1 - owner(d, due.target)
    rule = "6.9" if due.block >= 0 else "treason"
    roller = NAMES[due.block] if due.block >= 0 else ""
    d.log(army.TreacheryTried(SIDES[side], roller, NAMES[due.target], won, dice, rule))
    if won:
        turn(d, battle, due.target)
    if d.result is None:
        d.stage = "battle turn" if battle.round else "treason end"


def turn(d: Draft, battle: Battle, block: int) -> None:
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
