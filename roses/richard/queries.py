"""Questions to a state in one call: what may be chosen, who stands where, who hits at what. Changes nothing."""

from __future__ import annotations

from roses.richard.combat import early, in_letter, line, rating
from roses.richard.position import Phase
from roses.richard.state import State
from roses.richard.tables import NAMES, OUT, PLACE, PLACES, bits


def choices(state: State, *words: str) -> list[str]:
    """Return, in notation, the legal actions in which all these words occur; of the first side that is to choose.

    >>> import roses
    >>> choices(roses.scene(Kent="Gloucester", Pool="Norfolk, Bombard/Y"), "recruit", "Norfolk")
    ['recruit Norfolk in Caernarvon', 'recruit Norfolk in East Anglia', 'recruit Norfolk in Glamorgan']
    """
    return [text for text in map(str, state.legal_actions()) if all(word in text for word in words)]


def stands(state: State, place: str) -> dict[str, int]:
    """Return who stands in an area, in the Pool or among the Minor heirs, and with how many steps; face down as 0.

    ValueError if there is no such place. For what one side may know of it, ask ``state.view(side)``.

    >>> import roses
    >>> stands(roses.scene(Kent="Gloucester:2, Norfolk"), "Kent")
    {'Gloucester': 2, 'Norfolk': 4}
    """
    if place not in PLACES[:OUT]:
        raise ValueError(f"there is no place {place!r}; there is {', '.join(PLACES[:OUT])}")
    there = state.occ[PLACE[place]]
    return {NAMES[b]: 0 if state.down >> b & 1 else state.steps[b] for b in bits(there)}


def ratings(state: State) -> dict[str, str]:
    """Return the combat rating, bonuses included, of each front-line block of the battle in hand (rules 2.2 to 3.12).

    They come in the order in which they act: by letter, of each letter the defender's first (rule 6.2). ValueError
    where no battle is in hand.

    >>> import roses
    >>> ratings(roses.battle("Leicester", {"Middlesex": "Richmond, Oxford"}, "Hastings"))
    {'Oxford': 'A2', 'Hastings': 'B3', 'Richmond': 'B2'}
    """
    battle = state.battle
    if battle is None or state.phase is Phase.REGROUP:
        raise ValueError("no battle is in hand, and a rating counts only there; roses.battle begins one")
    groups = (
        in_letter(battle, line(state, battle, side), letter, early(state, battle))
        for letter in range(4)
        for side in (1 - battle.attacker, battle.attacker)
    )
    return {NAMES[b]: rating(state, b) for group in groups for b in bits(group)}
