"""Other states that one side cannot tell from the true one.

``resample`` draws one from what a view tells, and from nothing else. ``exchange`` makes one from the truth: hidden
blocks change places, strengths that nobody knows change, and so do the enemy's hand and the card it has chosen. The
test of the fog holds the two against each other.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final, TypeAlias

import msgspec

from roses.engine.i18n import gettext as _
from roses.richard.knowledge import COUNTED, EVERYBODY, GOING_HOME, Known, Slot, hidden
from roses.richard.phases.cards import ALL
from roses.richard.phases.political import DISBANDED
from roses.richard.position import Front, Open, Phase, occupants, own_masks
from roses.richard.state import State
from roses.richard.tables import (
    ALL_EXILES,
    CHURCHES,
    CROWNS,
    HEIRS,
    HOME_OF_MERCENARY,
    LAND,
    LANDLUBBERS,
    MAN,
    MERCENARIES,
    NAMES,
    NEVILLES,
    OUT,
    PERMANENT,
    PERSONAL,
    PLACE,
    POOL,
    REBEL,
    ROSTER,
    SCENARIOS,
    SEA_BORDER,
    SHARED,
    SHIELDS,
    SIDES,
    STEPS,
    TRAITORS,
    bits,
    scenario,
)
from roses.richard.view import View

Places: TypeAlias = "list[tuple[int, Slot]]"  # hidden blocks, each with what is seen of it

_FULL: Final = 0.6  # how likely a hidden block on the map has lost nothing
_OVERSEA: Final = frozenset(PLACE[area] for area in ("Isle of Man", "Ireland", "Calais", "France"))
_BEFORE_BATTLES: Final = (
    Phase.CARDS, Phase.ACTIONS, Phase.MUSTER_AREA, Phase.MUSTER, Phase.PLAGUE, Phase.MAIN_ATTACK,
)  # fmt: skip
_ABROAD: Final = {1 << block: home for block, home in HOME_OF_MERCENARY.items() if home != POOL}


def resample(view: View, rng: random.Random) -> State:
    """Return a state that agrees with the view; hidden blocks, their steps, and the enemy's cards are drawn at random.

    Its view for that side is equal to ``view``; its events are those that the side saw. ValueError for a view that no
    state has made.

    >>> import random, roses
    >>> view = roses.scene(Kent="Gloucester", Pool="Norfolk").view("Lancaster")
    >>> roses.resample(view, random.Random(1)).view("Lancaster") == view
    True
    """
    known = view.known
    if known is None:
        raise ValueError(_("this view was not made by a state, so it does not tell enough to draw one from it"))
    places = _places(view, known, rng)
    loc, steps = bytearray(known.loc), bytearray(known.steps)
    for block, slot in places:
        loc[block] = slot.place
    for block in bits(~known.gauged & EVERYBODY | known.unseen):
        if loc[block] == POOL:
            steps[block] = STEPS[block]
        elif not steps[block] and loc[block] != OUT:
            steps[block] = STEPS[block] if rng.random() < _FULL else rng.randint(1, STEPS[block])
    occ = occupants(loc)
    hands, played = _cards(view, known.spent, rng)
    battle, reserve = known.battle, _those(places, lambda slot: slot.reserve)
    if battle is not None:
        here = occ[battle.area] & reserve
        battle = msgspec.structs.replace(battle, reserve=battle.reserve | here)
    setup = scenario(view.scenario, known.last - SCENARIOS[view.scenario].campaigns[0] + 1)
    public = {name: getattr(known, name) for name in Open.__struct_fields__}
    return State(
        **public, setup=setup, campaign=view.campaign, turn=view.turn, phase=Phase(view.phase), active=view.active,
        events=view.events, occ=occ, loc=bytes(loc), steps=bytes(steps), own=own_masks(known.king_side),
        down=known.down | _those(places, lambda slot: slot.down),
        moved=known.moved | _those(places, lambda slot: slot.moved),
        settled=known.settled | _those(places, lambda slot: slot.settled), hands=hands, played=played,
        fronts=tuple([_front(f, occ[f.area] & reserve, places) for f in known.fronts]), battle=battle,
    )  # fmt: skip


def _those(places: Places, holds: Callable[[Slot], bool]) -> int:
    """Return the hidden blocks of whose slots something holds, as bits."""
    return sum([1 << block for block, slot in places if holds(slot)])


# ---- blocks


def _places(view: View, known: Known, rng: random.Random) -> Places:
    """Return the hidden blocks in random order over the slots, exchanged where one could never be there."""
    blocks = list(bits(known.unseen))
    rng.shuffle(blocks)
    fit = fitting(view, known)
    order = list(range(len(blocks)))
    rng.shuffle(order)
    for at in order:
        if not fit[at] >> blocks[at] & 1:
            moving = blocks[at]
            for slot in _way(blocks, fit, moving, at, order, set()):
                moving, blocks[slot] = blocks[slot], moving
            blocks[at] = moving
    return list(zip(blocks, known.slots, strict=True))


def _way(
    blocks: Sequence[int], fit: Sequence[int], block: int, goal: int, order: Sequence[int], tried: set[int]
) -> list[int]:
    """Return slots, each of which may take the block of the one before it, the first ``block``, and the goal the last.

    [] if there is no such way.
    """
    able = [slot for slot in order if slot != goal and slot not in tried and fit[slot] >> block & 1]
    for slot in able:
        if fit[goal] >> blocks[slot] & 1:
            return [slot]
    for slot in able:
        tried.add(slot)
        if rest := _way(blocks, fit, blocks[slot], goal, order, tried):
            return [slot, *rest]
    return []


def fitting(view: View, known: Known) -> list[int]:
    """Return for each slot the blocks that may be there, as bits: the true one is always among them.

    >>> import roses
    >>> from roses.richard.tables import NAMES
    >>> view = roses.scene(Calais="March", Pool="Norfolk, Norwich (levy)").view("Lancaster")
    >>> [[NAMES[b] for b in bits(fit & view.known.unseen)] for fit in fitting(view, view.known)]
    [['March', 'Norfolk'], ['March', 'Norfolk', 'Norwich (levy)'], ['March', 'Norfolk', 'Norwich (levy)']]
    """
    blocks = list(bits(known.unseen))
    pardon = TRAITORS if known.rules.traitor_death == "pool" else 0
    worn = sum([1 << block for block in blocks if 0 < known.steps[block] < STEPS[block]])
    home = view.phase in GOING_HOME
    begun = view.turn == 1 and view.campaign > SCENARIOS[view.scenario].campaigns[0] and view.phase in _BEFORE_BATTLES
    return [
        (
            _fitting(slot.place, slot.down, slot.border == SEA_BORDER, home, begun and not slot.moved)
            & ~(worn if slot.place == POOL else 0)
        )
        | (pardon if slot.down else 0)
        for slot in known.slots
    ]


@cache
def _fitting(place: int, down: bool, landed: bool, going_home: bool, at_home: bool) -> int:
    """Return the blocks that may be in a slot, as bits.

    Nobody who dies for good lies in the pool face down (6.8); who never sails is not oversea (5.3); once the levies are
    gone there are only lords, and mercenaries at home (8.1); lords who went home, or stayed there, are at home (8.3).
    """
    if place == POOL:
        return ~(PERMANENT | sum(_ABROAD)) if down else -1
    barred = LANDLUBBERS if landed or place in _OVERSEA else 0
    if place == MAN and not landed:
        barred &= ~REBEL  # he is raised there (5.4)
    if going_home or at_home:
        barred |= DISBANDED | sum(bit for bit, country in _ABROAD.items() if country != place)
    if at_home and place not in ALL_EXILES:
        # heirs in any crown or shield of theirs, Nevilles likewise, and whose shield or cathedral is there
        residents = sum(1 << b for b, homes in enumerate(SHIELDS) if place in homes)
        residents |= sum(1 << b for b in bits(CHURCHES) if PLACE[ROSTER[b].cathedral] == place)
        residents |= sum(1 << b for family in NEVILLES if any(place in SHIELDS[c] for c in family) for b in family)
        if place in (*CROWNS, *SHARED[0], *SHARED[1], *PERSONAL.values()):
            residents |= HEIRS
        barred |= ~residents
    return ~barred


def _front(front: Front, reserve: int, places: Places) -> Front:
    """Return a front with the hidden blocks that entered it."""
    here = [(block, slot) for block, slot in places if slot.place == front.area]
    if not here:
        return front
    return msgspec.structs.replace(
        front,
        reserve=front.reserve | reserve,
        came=(*front.came, *((block, slot.border) for block, slot in here if slot.border >= 0)),
        pirates=(*front.pirates, *((block, slot.sea) for block, slot in here if slot.sea)),
    )


# ---- cards


def _cards(view: View, spent: tuple[int, int], rng: random.Random) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return hands and played cards by side, those of the enemy cards from the cards that lie nowhere else."""
    hands = [sum(1 << card for card in view.hands.get(side, ())) for side in SIDES]
    played = [view.played.get(side, 0) for side in SIDES]
    for index, side in enumerate(SIDES):
        if side not in view.hands:
            hidden = view.phase == Phase.CARDS and len(view.active) == 1 and side not in view.active
            free = [c for c in bits(ALL & ~(hands[1 - index] | spent[0] | spent[1])) if c not in played]
            cards = rng.sample(free, view.hand_sizes[side] + hidden)
            if hidden:
                played[index] = cards.pop()
            hands[index] = sum(1 << card for card in cards)
    return (hands[0], hands[1]), (played[0], played[1])


# ---- from the truth


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
    moved = move_blocks(state, swap_places(state, slots, rng.choice((1, 2, 3 * len(slots))), rng))
    steps = bytearray(moved.steps)
    for block in slots if state.phase not in GOING_HOME else ():
        if moved.loc[block] in LAND and not state.gauged >> block & 1:
            steps[block] = rng.randint(1, STEPS[block])
    hands, played = _exchange_cards(state, 1 - viewer, rng)
    return msgspec.structs.replace(moved, steps=bytes(steps), hands=hands, played=played)


def swap_places(state: State, slots: list[int], pairs: int, rng: random.Random) -> dict[int, int]:
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


def move_blocks(state: State, new: dict[int, int]) -> State:
    """Return the state with ``new`` blocks in the places of the old, and all that is said of a place said of them."""
    gone, same = list(new.items()), ~sum(1 << old for old in new)

    def put(blocks: int) -> int:
        return blocks & same | sum([1 << there for old, there in gone if blocks >> old & 1])

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
        moved=put(state.moved), settled=put(state.settled) if state.phase in COUNTED else state.settled,
        fronts=fronts, battle=battle, events=tuple(rename_blocks(e, names) if e.seen_by else e for e in state.events),
    )  # fmt: skip


def rename_blocks(value: Any, names: dict[str, str]) -> Any:
    """Return an event or an action with blocks called by their new names."""
    changed = {f: names[n] for f in ("block", "target", "heir") if (n := getattr(value, f, "")) in names}
    return msgspec.structs.replace(value, **changed) if changed else value


def _exchange_cards(state: State, enemy: int, rng: random.Random) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return hands and played cards, with others for the enemy unless it has shown its hand to throw it back."""
    hand, card = state.hands[enemy], state.played[enemy]
    if state.phase is Phase.MULLIGAN_ANSWER and SIDES[enemy] not in state.active:
        return state.hands, state.played
    committed = state.phase is Phase.CARDS and bool(card)
    own = state.hands[1 - enemy] | sum([1 << c for c in (state.played[1 - enemy], 0 if committed else card) if c])
    cards = rng.sample(list(bits(ALL & ~(own | state.spent[0] | state.spent[1]))), hand.bit_count() + committed)
    other = cards.pop() if committed else card
    new = sum(1 << c for c in cards)
    if enemy == 0:
        return (new, state.hands[1]), (other, state.played[1])
    return (state.hands[0], new), (state.played[0], other)
