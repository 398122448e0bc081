"""Memory: of which hidden blocks the enemy still knows where they are, and how strong, by what both sides have seen.

Both sides know the printed set-up, see every front line (6.1), who falls, retreats, turns or comes of age, and levies,
bombards and mercenaries go home (8.1). A block that stands up again after a battle is not forgotten: its place stays
known, through its own moves too, for as long as no other could have made them. Once one of several blocks of an area
that look alike moves, goes home or loses a step unseen, the enemy no longer knows which of them is which, nor of the
pool after a recruit. Hidden blocks of a side in an area look alike if both have moved in this turn or neither has, and
likewise gone home or hungry. Strength is known until such a loss may have been the block's.

All of it follows from what both sides see, so that it is the same for a game that is replayed; nothing here depends on
which of several blocks that look alike did something.
"""

from __future__ import annotations

from typing import Final

from roses.richard.position import Draft, Phase, Position, owner
from roses.richard.tables import MINOR, NAMES, OUT, POOL

EVERYBODY: Final = (1 << len(NAMES)) - 1


def revealed(s: Position) -> int:
    """Return the blocks that everybody sees: prisoner, eliminated mercenaries, front lines of the battle (6.1)."""
    open_blocks = s.prisoner | (s.down & ~s.occ[POOL])
    if s.battle is not None and s.phase is not Phase.REGROUP:
        open_blocks |= s.occ[s.battle.area] & ~(0 if s.rules.reserves_revealed else s.battle.reserve)
    return open_blocks


def hidden(s: Position, side: int) -> int:
    """Return the enemy blocks in play that a side does not see, as bits; minors lie open (rule 4.5)."""
    return s.own[1 - side] & ~(revealed(s) | s.occ[MINOR] | s.occ[OUT])


def see(d: Draft, blocks: int) -> None:
    """Both sides see these blocks: place and strength are known."""
    d.traced |= blocks
    d.gauged |= blocks


def alike(s: Position, block: int) -> int:
    """Return the blocks, as bits, that the enemy cannot tell from this one where it stands; itself among them."""
    at, bit = s.loc[block], 1 << block
    if s.down & bit:
        return bit
    there = s.occ[at] & s.own[owner(s, block)] & ~(s.down | s.prisoner)
    if at == POOL:
        return there
    there &= s.moved if s.moved & bit else ~s.moved
    return there & (s.settled if s.settled & bit else ~s.settled)


def confuse(d: Draft, block: int) -> None:
    """A block is about to do something unseen: forget the places of all that could have done it, if there are others.

    Without others the enemy sees who it was, if it knew before.
    """
    if not d.traced & d.occ[d.loc[block]]:
        return
    suspects = alike(d, block)
    if suspects & (suspects - 1):
        d.traced &= ~suspects


def weaken(d: Draft, block: int) -> None:
    """A block has lost a step unseen: unless its place is known, it may have been any whose place is not."""
    if not d.traced >> block & 1:
        d.gauged &= ~(d.own[owner(d, block)] & ~d.traced)
