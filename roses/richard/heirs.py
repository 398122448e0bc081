"""Heirs, titles and elimination: King, Pretender, succession and extinction (rules 3.21, 6.8 to 6.83, 9.0)."""

from __future__ import annotations

from roses.engine.protocol import Outcome
from roses.richard.events import army, campaign
from roses.richard.position import Draft, Phase, Position, owner
from roses.richard.tables import (
    COLOUR,
    FAMILY,
    HEIRS,
    HEIRS_OF,
    HENRY,
    HOME_OF_MERCENARY,
    LONDON,
    MINOR,
    NAMES,
    NEVILLES,
    OUT,
    PAIR,
    PERMANENT,
    PLACES,
    POOL,
    SENIORITY,
    SHIELDS,
    SIDES,
    STEPS,
    TRAITORS,
)


def senior(side: int, among: int) -> int:
    """Return the most senior heir of a side among these blocks, -1 if none; heirs in enemy service do not count."""
    for heir in SENIORITY[side]:
        if among >> heir & 1:
            return heir
    return -1


def next_in_line(s: Position, side: int) -> int:
    """Return the senior living heir of a side, minors included and prisoners last (rules 3.21, 6.81)."""
    living = HEIRS_OF[side] & ~s.occ[OUT]
    free = senior(side, living & ~s.prisoner)
    return free if free >= 0 else senior(side, living)


def dead(block: int, out: int) -> bool:
    """Return whether a lord is dead: all versions of his block are among those ``out`` of play (rules 2.2, 8.3)."""
    return not FAMILY[block] & ~out


def neville_shields(block: int, out: int) -> tuple[int, ...]:
    """Return the areas whose shields a Neville may use: his own, and those of Nevilles who are dead (rule 8.3).

    ``out`` are the blocks out of play. The shields of the dead count for going home; for other purposes only if the
    ruleset's ``neville_shared_shields`` is "all_purposes".
    """
    own, cousins = SHIELDS[block], NEVILLES[0 if COLOUR[0] >> block & 1 else 1]
    return (*own, *(a for c in cousins if c != block and dead(c, out) for a in SHIELDS[c] if a not in own))


def grave(s: Position, block: int, *, executed: bool = False) -> int:
    """Return the place of a block once it is eliminated: out of the game, its home area, or the pool (rule 6.8)."""
    pardoned = 1 << block & TRAITORS and s.rules.traitor_death == "pool" and not executed
    return OUT if 1 << block & PERMANENT and not pardoned else HOME_OF_MERCENARY.get(block, POOL)


def eliminate(d: Draft, block: int, *, executed: bool = False) -> None:
    """Eliminate a block that has lost its last step or is executed, with the consequences for titles (rules 6.8, 9.1).

    The event of a block that goes to the pool outside a battle is seen by its owner only.
    """
    bit, side, area = 1 << block, owner(d, block), d.loc[block]
    fight = d.battle if d.battle is not None and d.battle.area == area else None
    to = grave(d, block, executed=executed)
    rule, d.prisoner = "kingmaker" if d.prisoner & bit else "6.8", d.prisoner & ~bit
    d.log(army.Eliminated(SIDES[side], NAMES[block], PLACES[area], to == POOL and fight is None, rule))
    if fight is not None:
        d.fight(fallen=(*fight.fallen, block), reserve=fight.reserve & ~bit)
    d.place(block, to)
    d.set_steps(block, 0 if to == OUT else STEPS[block])
    if to != OUT:
        d.down |= bit
    elif bit & (
        HEIRS | TRAITORS
    ):  # a minor is due; a vacant crown waits for supply, a Pretender may be followed at once
        house = 0 if COLOUR[0] >> (block if bit & HEIRS else PAIR[block]) & 1 else 1
        d.owed = (d.owed[0] + 1, d.owed[1]) if house == 0 else (d.owed[0], d.owed[1] + 1)
        if block == d.king:
            d.king_dead = True
            d.log(campaign.KingDied(NAMES[block]))
        elif block == d.pretender and d.rules.pretender_succession == "immediate":
            follow(d)
        check_extinction(d)


def follow(d: Draft) -> None:
    """Give a dead Pretender's title to the senior heir of his side (rule 6.81)."""
    if d.loc[d.pretender] == OUT and (heir := next_in_line(d, 1 - d.king_side)) >= 0:
        d.pretender = heir
        d.log(campaign.PretenderNamed(NAMES[heir]))


def check_extinction(d: Draft) -> None:
    """End the game if a house has no heir left: all are dead or serve the enemy (rule 9.0)."""
    if d.result is not None:
        return
    for side in (0, 1):
        left = HEIRS_OF[side] & ~d.occ[OUT]
        if not left:
            win(d, 1 - side, extinct=SIDES[side])
        elif left == d.prisoner and d.rules.prisoner_last == "lost":
            eliminate(d, HENRY)


def win(d: Draft, side: int, extinct: str = "") -> None:
    """End the game: ``extinct`` names the side without heirs; "" if the crown decides after the last campaign."""
    reason = f"{extinct} has no heir left" if extinct else f"{SIDES[side]} holds the crown after the last campaign"
    d.result = Outcome(SIDES[side], reason)
    d.log(campaign.GameWon(SIDES[side], extinct))
    d.phase = Phase.OVER
    d.active = ()
    d.stage = ""


def claim(d: Draft, heir: int) -> None:
    """Give a returned or grown heir the title of a junior holder, if the ruleset says so (rule 3.21)."""
    side = owner(d, heir)
    crowned = side == d.king_side
    holder, rank = d.king if crowned else d.pretender, SENIORITY[side].index
    if d.rules.senior_heir != "takes_title" or d.loc[holder] == OUT or rank(heir) >= rank(holder):
        return
    if crowned:
        d.king = heir
        d.traced |= 1 << heir
        d.log(campaign.KingNamed(NAMES[heir], PLACES[d.loc[heir]], "3.21"))
    else:
        d.pretender = heir
        d.log(campaign.PretenderNamed(NAMES[heir], "3.21"))


def succeed(d: Draft) -> None:
    """Give the crown of a dead King to the senior heir of his house, minors included (rule 6.81)."""
    if d.king_dead and (heir := next_in_line(d, d.king_side)) >= 0:
        d.king, d.king_dead = heir, False
        if d.loc[heir] != MINOR:  # a minor is announced when he arrives
            d.traced |= 1 << heir
            d.log(campaign.KingNamed(NAMES[heir], PLACES[d.loc[heir]]))


def release(d: Draft) -> None:
    """Free the prisoner Henry VI once Lancaster alone holds Middlesex (Kingmaker scenario)."""
    if not d.prisoner:
        return
    there = d.occ[LONDON] & ~d.down & ~d.prisoner
    if there & d.own[0] and not there & d.own[1]:
        free(d)


def free(d: Draft) -> None:
    """Let the prisoner Henry VI go; he is the Pretender (Kingmaker scenario)."""
    d.prisoner = 0
    d.pretender = HENRY
    d.log(campaign.PrisonerFreed(NAMES[HENRY], PLACES[LONDON]))
