"""Exchange: another state that a side cannot tell from the one given, made from the truth and not from a view.

Hidden blocks change places, strengths that nobody knows change, and so do the enemy's hand and the card it has chosen.
The test of the fog holds the two against each other.
"""

from __future__ import annotations

import random
from typing import Any

import msgspec

from roses.richard.memory import hidden
from roses.richard.phases.cards import ALL
from roses.richard.position import Phase
from roses.richard.state import State
from roses.richard.tables import (
    HOME_OF_MERCENARY,
    LAND,
    MERCENARIES,
    NAMES,
    PERMANENT,
    POOL,
    SIDES,
    STEPS,
    bits,
)

_GOING_HOME = (Phase.HOMEWARD, Phase.EXILE)
_COUNTED = (Phase.SUPPLY, *_GOING_HOME)  # in these ``settled`` holds blocks


def exchange(state: State, side: str, rng: random.Random) -> State:
    """Return a state of equal knowledge for a side: what it neither sees nor remembers is changed at random.

    It may be the same state, if nothing is hidden. ValueError if there is no such side.

    >>> import random, roses
    >>> state = roses.scene(Kent="Gloucester", Pool="Norfolk, Hastings")
    >>> other = exchange(state, "Lancaster", random.Random(4))
    >>> other == state, other.view("Lancaster") == state.view("Lancaster")
    (False, True)
    """
    state.check_side(side)
    viewer = SIDES.index(side)
    slots = list(bits(hidden(state, viewer) & ~state.traced))
    moved = moved_about(state, exchanged(state, slots, rng.choice((1, 2, 3 * len(slots))), rng))
    steps = bytearray(moved.steps)
    for block in slots if state.phase not in _GOING_HOME else ():
        if moved.loc[block] in LAND and not state.gauged >> block & 1:
            steps[block] = rng.randint(1, STEPS[block])
    hands, played = _cards(state, 1 - viewer, rng)
    return msgspec.structs.replace(moved, steps=bytes(steps), hands=hands, played=played)


def exchanged(state: State, slots: list[int], pairs: int, rng: random.Random) -> dict[int, int]:
    """Return which block gets the place of each of these: they change places in so many pairs, where they may."""
    new = {slot: slot for slot in slots}
    for _again in range(pairs if len(slots) > 1 else 0):
        a, b = rng.sample(slots, 2)
        if fits(state, new[b], a) and fits(state, new[a], b):
            new[a], new[b] = new[b], new[a]
    return {slot: there for slot, there in new.items() if slot != there}


def fits(state: State, block: int, slot: int) -> bool:
    """Return whether a block can ever be where another is.

    Mercenaries go home when they die, the permanent dead nowhere, and who is known to have lost steps is no recruit.
    """
    if state.loc[slot] != POOL:
        return True
    if state.gauged >> block & 1 and 0 < state.steps[block] < STEPS[block]:
        return False
    if 1 << block & MERCENARIES and HOME_OF_MERCENARY[block] != POOL:
        return False
    return not (state.down >> slot & 1 and 1 << block & PERMANENT)


def moved_about(state: State, new: dict[int, int]) -> State:
    """Return the state with ``new`` blocks in the places of the old, and all that is said of a place said of them."""
    gone, kept = list(new.items()), ~sum(1 << old for old in new)

    def put(blocks: int) -> int:
        return blocks & kept | sum([1 << there for old, there in gone if blocks >> old & 1])

    loc, steps = bytearray(state.loc), bytearray(state.steps)
    for old, there in gone:
        loc[there] = state.loc[old]
        if loc[there] == POOL:
            steps[there] = STEPS[there]
        elif not state.gauged >> there & 1:
            steps[there] = min(state.steps[old], STEPS[there])
    fronts = tuple(
        msgspec.structs.replace(
            front,
            reserve=put(front.reserve),
            pirates=tuple([(new.get(b, b), sea) for b, sea in front.pirates]),
            came=tuple([(new.get(b, b), border) for b, border in front.came]),
        )
        for front in state.fronts
    )
    battle = state.battle and msgspec.structs.replace(
        state.battle,
        reserve=put(state.battle.reserve), acted=put(state.battle.acted), fresh=put(state.battle.fresh),
    )  # fmt: skip
    names = {NAMES[old]: NAMES[there] for old, there in gone}
    return msgspec.structs.replace(
        state, occ=tuple(map(put, state.occ)), loc=bytes(loc), steps=bytes(steps), down=put(state.down),
        moved=put(state.moved), settled=put(state.settled) if state.phase in _COUNTED else state.settled,
        fronts=fronts, battle=battle, events=tuple(renamed(e, names) if e.seen_by else e for e in state.events),
    )  # fmt: skip


def renamed(value: Any, names: dict[str, str]) -> Any:
    """Return an event or an action with blocks called by their new names."""
    changed = {f: names[n] for f in ("block", "target", "heir") if (n := getattr(value, f, "")) in names}
    return msgspec.structs.replace(value, **changed) if changed else value


def _cards(state: State, enemy: int, rng: random.Random) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return hands and played cards, with others for the enemy unless it has shown its hand to throw it back."""
    hand, card = state.hands[enemy], state.played[enemy]
    if state.phase is Phase.MULLIGAN_ANSWER and SIDES[enemy] not in state.active:
        return state.hands, state.played
    committed = state.phase is Phase.CARDS and bool(card)
    own = state.hands[1 - enemy] | sum([1 << c for c in (state.played[1 - enemy], 0 if committed else card) if c])
    drawn = rng.sample(list(bits(ALL & ~(own | state.spent[0] | state.spent[1]))), hand.bit_count() + committed)
    other = drawn.pop() if committed else card
    new = sum(1 << c for c in drawn)
    if enemy == 0:
        return (new, state.hands[1]), (other, state.played[1])
    return (state.hands[0], new), (state.played[0], other)
