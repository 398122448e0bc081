"""Combat ratings: the letter at which a block acts and its firepower with bonuses (rules 2.2 to 2.6, 3.12, 6.2)."""

from __future__ import annotations

from roses.richard.heirs import dead, senior, shields
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
    NOBLES,
    PERSONAL,
    PLACE,
    ROSTER,
    SHARED,
    WALES,
    WELSH,
)


def line(s: Position, battle: Battle, side: int) -> int:
    """Return a side's front line, the blocks that are not in reserve (rule 6.3)."""
    return present(s, battle.area, side) & ~battle.reserve


def early(s: Position, battle: Battle) -> int:
    """Return the bombards that act at A: in round 1, or by the ruleset in their own first round (rule 6.2)."""
    if battle.round == 1:
        return BOMBARDS
    return BOMBARDS & battle.fresh if s.rules.bombard_reserve_gets_a3 else 0


def in_letter(battle: Battle, blocks: int, letter: int, early_bombards: int) -> int:
    """Return those of ``blocks`` that act at a letter, 0 to 3 for A to D (rule 6.2)."""
    group = LETTER_MASK[letter] & ~early_bombards
    return blocks & (group | early_bombards if letter == 0 else group)


def firepower(s: Position, battle: Battle, block: int) -> int:
    """Return the highest die that hits when a block of this battle fires: the printed firepower plus its bonuses."""
    printed = ROSTER[block].firepower
    side = owner(s, block)
    if side == battle.attacker:
        return printed
    return printed + home_bonus(s, block, battle.area, line(s, battle, side)) + crown_bonus(s, battle, block, side)


def home_bonus(s: Position, block: int, area: int, defenders: int) -> int:
    """Return 1 for a block that defends its shield, city, cathedral or country (rules 2.2, 2.4, 2.5, 2.6)."""
    bit = 1 << block
    if bit & NOBLES:
        return int(area in shields(s, block, "all_purposes"))
    if bit & (HEIRS_OF[0] | HEIRS_OF[1]):
        return int(heir_shield(s, block, area, defenders))
    if bit & LEVIES:
        return int(PLACE[ROSTER[block].city] == area)
    if bit & CHURCHES:
        return int(PLACE[ROSTER[block].cathedral] == area)
    return int(bool(bit & WELSH) and area in WALES)


def heir_shield(s: Position, heir: int, area: int, defenders: int) -> bool:
    """Return whether a shield of the area counts for an heir: his own; shared ones for the senior heir only (2.2)."""
    if PERSONAL.get(heir) == area:
        return True
    side = 0 if COLOUR[0] >> heir & 1 else 1
    return area in heir_shields(s, side, heir) and senior(s, side, defenders) == heir


def heir_shields(s: Position, side: int, heir: int) -> tuple[int, ...]:
    """Return the areas with a shield for an heir: those of his house, his own, those of its dead heirs (2.2, 8.4)."""
    if side == 1:
        return SHARED[1]
    return (*SHARED[0], *(area for bearer, area in PERSONAL.items() if bearer == heir or dead(s, bearer)))


def crown_bonus(s: Position, battle: Battle, block: int, side: int) -> int:
    """Return 1 for the one royal block that defends a crown: the King, else the senior royal heir (rule 2.3)."""
    if side != s.king_side or battle.area not in CROWNS or not 1 << block & HEIRS_OF[side]:
        return 0
    royals = line(s, battle, side) & HEIRS_OF[side]
    holder = s.king if royals >> s.king & 1 and not s.king_dead else senior(s, side, royals)
    return int(holder == block)


def letter_of(s: Position, battle: Battle, block: int) -> str:
    """Return the letter at which a block acts in this round of the battle, A to D (rule 6.2)."""
    return "A" if early(s, battle) >> block & 1 else "ABCD"[LETTER[block]]


def rating(s: Position, battle: Battle, block: int) -> str:
    """Return letter and firepower of a block in this battle, e.g. ``'A3'``."""
    return f"{letter_of(s, battle, block)}{firepower(s, battle, block)}"
