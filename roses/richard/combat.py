"""Combat ratings: the letter at which a block acts and its firepower with bonuses (rules 2.2 to 2.6, 3.12, 6.2)."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from roses.richard.heirs import dead, neville_shields, senior
from roses.richard.position import Battle, Position, owner, present
from roses.richard.tables import (
    BOMBARDS,
    CHURCHES,
    COLOUR,
    CROWNS,
    HEIRS_OF,
    LETTER,
    LETTER_MASK,
    LEVIES,
    NEVILLES,
    NOBLES,
    OUT,
    PERSONAL,
    PLACE,
    ROSTER,
    SHARED,
    SHIELDS,
    WALES,
    WELSH,
    bits,
)

_COUSINS: Final = sum(1 << block for cousins in NEVILLES for block in cousins)


def line(s: Position, battle: Battle, side: int) -> int:
    """Return a side's front line as bits: its blocks in the battle that are not in reserve (rule 6.3)."""
    return present(s, battle.area, side) & ~battle.reserve


def early(s: Position, battle: Battle) -> int:
    """Return the bombards that act at A: all in round 1; by some rulesets each in its own first round (rule 6.2)."""
    if battle.round == 1:
        return BOMBARDS
    return BOMBARDS & battle.fresh if s.rules.bombard_reserve_gets_a3 else 0


@cache
def by_letter(early_bombards: int) -> tuple[int, ...]:
    """Return the blocks that act at each letter, A to D, as bits (rule 6.2)."""
    first, *later = (group & ~early_bombards for group in LETTER_MASK)
    return (first | early_bombards, *later)


def in_letter(battle: Battle, blocks: int, letter: int, early_bombards: int) -> int:
    """Return those of ``blocks`` that act at a letter, 0 to 3 for A to D (rule 6.2)."""
    return blocks & by_letter(early_bombards)[letter]


def firepower(s: Position, battle: Battle, block: int) -> int:
    """Return the highest die that hits when a block of this battle fires: the printed firepower plus its bonuses."""
    printed = ROSTER[block].firepower
    side = owner(s, block)
    if side == battle.attacker:
        return printed
    defenders = line(s, battle, side)
    home = home_bonus(s, defenders | 1 << block, battle.area, defenders) >> block & 1
    return printed + home + (crown_holder(s, battle) == block)


def home_bonus(s: Position, blocks: int, area: int, defenders: int) -> int:
    """Return those of ``blocks`` that gain 1 firepower for defending a shield, city, cathedral or country (2.2-2.6).

    Sets are bits; ``defenders`` are the front line, whose senior heir may use the shields of his house.
    """
    return _at_home(blocks, area, defenders, s.occ[OUT], s.rules.neville_shared_shields == "all_purposes")


@lru_cache(maxsize=64)
def _at_home(blocks: int, area: int, defenders: int, out: int, shared: bool) -> int:
    """Return ``home_bonus``, given the blocks ``out`` of play and whether Nevilles use shields of their dead (8.3)."""
    at_home = blocks & _natives(area)
    for heir in bits(blocks & (HEIRS_OF[0] | HEIRS_OF[1])):
        at_home |= heir_shield(heir, area, defenders, out) << heir
    for noble in bits(blocks & _COUSINS & ~at_home) if shared else ():
        at_home |= (area in neville_shields(noble, out)) << noble
    return at_home


@cache
def _natives(area: int) -> int:
    """Return the blocks, as bits, with a printed shield, city or cathedral in an area, or that come from there."""
    nobles = sum(1 << block for block in bits(NOBLES) if area in SHIELDS[block])
    levies = sum(1 << block for block in bits(LEVIES) if PLACE[ROSTER[block].city] == area)
    churches = sum(1 << block for block in bits(CHURCHES) if PLACE[ROSTER[block].cathedral] == area)
    return nobles | levies | churches | (WELSH if area in WALES else 0)


def heir_shield(heir: int, area: int, defenders: int, out: int) -> bool:
    """Return whether an heir has a shield in the area: his own, or, if he is the senior heir, a shared one (2.2)."""
    if PERSONAL.get(heir) == area:
        return True
    side = 0 if COLOUR[0] >> heir & 1 else 1
    return senior(side, defenders) == heir and area in heir_shields(side, heir, out)


def heir_shields(side: int, heir: int, out: int) -> tuple[int, ...]:
    """Return the areas with a shield that an heir may use: of his house, his own, of dead heirs of it (2.2, 8.4).

    ``out`` are the blocks out of play, as bits.
    """
    if side == 1:
        return SHARED[1]
    return (*SHARED[0], *(area for bearer, area in PERSONAL.items() if bearer == heir or dead(bearer, out)))


def crown_holder(s: Position, battle: Battle) -> int:
    """Return the royal block that gains 1 firepower for defending a crown, -1 if there is none (rule 2.3).

    It is the King, or, if he is not in the front line, the senior royal heir there.
    """
    side = 1 - battle.attacker
    if side != s.king_side or battle.area not in CROWNS:
        return -1
    royals = line(s, battle, side) & HEIRS_OF[side]
    return s.king if royals >> s.king & 1 and not s.king_dead else senior(side, royals)


def letter_of(s: Position, battle: Battle, block: int) -> str:
    """Return the letter at which a block acts in this round of the battle, A to D (rule 6.2)."""
    return "A" if early(s, battle) >> block & 1 else "ABCD"[LETTER[block]]


def rating(s: Position, battle: Battle, block: int) -> str:
    """Return letter and firepower of a block in this battle, e.g. ``'A3'``."""
    return f"{letter_of(s, battle, block)}{firepower(s, battle, block)}"
