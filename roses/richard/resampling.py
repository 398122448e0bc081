"""Other states that one side cannot tell from the true one.

``resample`` draws one from a view alone. ``exchange`` makes one from the true state: hidden blocks change places, and
unknown strengths, the enemy's hand and the card that it has chosen change. The tests of hidden information compare the
two.
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

Places: TypeAlias = "list[tuple[int, Slot]]"  # hidden blocks, each with the slot that it stands in

_FULL: Final = 0.6  # the probability that a hidden block on the map has full strength
_OVERSEA: Final = frozenset(PLACE[area] for area in ("Isle of Man", "Ireland", "Calais", "France"))
_BEFORE_BATTLES: Final = (
    Phase.CARDS, Phase.ACTIONS, Phase.MUSTER_AREA, Phase.MUSTER, Phase.PLAGUE, Phase.MAIN_ATTACK,
)  # fmt: skip
_ABROAD: Final = {1 << block: home for block, home in HOME_OF_MERCENARY.items() if home != POOL}  # by bit


def resample(view: View, rng: random.Random) -> State:
    """Return a state that agrees with the view; hidden blocks, their steps, and the enemy's cards are drawn at random.

    For that side its view equals ``view``; its events are those that the side saw. ValueError for a view that was not
    made by a state.

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
    battle, reserve = known.battle, _blocks_where(places, lambda slot: slot.reserve)
    if battle is not None:
        here = occ[battle.area] & reserve
        battle = msgspec.structs.replace(battle, reserve=battle.reserve | here)
    setup = scenario(view.scenario, known.last - SCENARIOS[view.scenario].campaigns[0] + 1)
    public = {name: getattr(known, name) for name in Open.__struct_fields__}
    return State(
        **public, setup=setup, campaign=view.campaign, turn=view.turn, phase=Phase(view.phase), active=view.active,
        events=view.events, occ=occ, loc=bytes(loc), steps=bytes(steps), own=own_masks(known.king_side),
        down=known.down | _blocks_where(places, lambda slot: slot.down),
        moved=known.moved | _blocks_where(places, lambda slot: slot.moved),
        settled=known.settled | _blocks_where(places, lambda slot: slot.settled), hands=hands, played=played,
        fronts=tuple([_front(f, occ[f.area] & reserve, places) for f in known.fronts]), battle=battle,
    )  # fmt: skip


def _blocks_where(places: Places, test: Callable[[Slot], bool]) -> int:
    """Return the hidden blocks whose slots pass a test, as bits."""
    return sum([1 << block for block, slot in places if test(slot)])


# ---- blocks


def _places(view: View, known: Known, rng: random.Random) -> Places:
    """Return the hidden blocks dealt to the slots at random, so that none stands where it could never be."""
    blocks = list(bits(known.unseen))
    rng.shuffle(blocks)
    fit = fitting(view, known)
    order = list(range(len(blocks)))
    rng.shuffle(order)
    for at in order:
        if not fit[at] >> blocks[at] & 1:
            moving = blocks[at]
            for slot in _chain(blocks, fit, moving, at, order, set()):
                moving, blocks[slot] = blocks[slot], moving
            blocks[at] = moving
    return list(zip(blocks, known.slots, strict=True))


def _chain(
    blocks: Sequence[int], fit: Sequence[int], block: int, goal: int, order: Sequence[int], tried: set[int]
) -> list[int]:
    """Return slots along which blocks may move: ``block`` to the first, its block to the next, and so on to ``goal``.

    [] if there is no such chain. ``fit`` are the blocks that may be in each slot; slots in ``tried`` are left out.
    """
    able = [slot for slot in order if slot != goal and slot not in tried and fit[slot] >> block & 1]
    for slot in able:
        if fit[goal] >> blocks[slot] & 1:
            return [slot]
    for slot in able:
        tried.add(slot)
        if rest := _chain(blocks, fit, blocks[slot], goal, order, tried):
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
    pardoned = TRAITORS if known.rules.traitor_death == "pool" else 0
    worn = sum([1 << block for block in blocks if 0 < known.steps[block] < STEPS[block]])
    going_home = view.phase in GOING_HOME
    new_campaign = (
        view.turn == 1 and view.campaign > SCENARIOS[view.scenario].campaigns[0] and view.phase in _BEFORE_BATTLES
    )
    return [
        (
            _fitting(slot.place, slot.down, slot.border == SEA_BORDER, going_home, new_campaign and not slot.moved)
            & ~(worn if slot.place == POOL else 0)
        )
        | (pardoned if slot.down else 0)
        for slot in known.slots
    ]


@cache
def _fitting(place: int, down: bool, landed: bool, going_home: bool, at_home: bool) -> int:
    """Return the blocks that may be in a slot, as bits.

    Blocks that die for good never lie in the pool face down (6.8), and blocks that never sail are not oversea (5.3).
    After levies have disbanded there are only lords, and mercenaries in their home countries (8.1). With ``at_home``
    the slot holds a lord who went home, or stayed there (8.3).
    """
    if place == POOL:
        return ~(PERMANENT | sum(_ABROAD)) if down else -1
    barred = LANDLUBBERS if landed or place in _OVERSEA else 0
    if place == MAN and not landed:
        barred &= ~REBEL  # the Rebel is raised there (5.4)
    if going_home or at_home:
        barred |= DISBANDED | sum(bit for bit, country in _ABROAD.items() if country != place)
    if at_home and place not in ALL_EXILES:
        # those with a shield or cathedral there; Nevilles where a cousin has one; heirs at any crown or heir's shield
        residents = sum(1 << b for b, homes in enumerate(SHIELDS) if place in homes)
        residents |= sum(1 << b for b in bits(CHURCHES) if PLACE[ROSTER[b].cathedral] == place)
        residents |= sum(1 << b for family in NEVILLES if any(place in SHIELDS[c] for c in family) for b in family)
        if place in (*CROWNS, *SHARED[0], *SHARED[1], *PERSONAL.values()):
            residents |= HEIRS
        barred |= ~residents
    return ~barred


def _front(front: Front, reserve: int, places: Places) -> Front:
    """Return a front with the hidden blocks that stand in its area, and ``reserve`` added to its reserve."""
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
    """Return hands and played cards by side; hidden ones are drawn from the cards that may be there."""
    hands = [sum(1 << card for card in view.hands.get(side, ())) for side in SIDES]
    played = [view.played.get(side, 0) for side in SIDES]
    for index, side in enumerate(SIDES):
        if side not in view.hands:
            committed = view.phase == Phase.CARDS and len(view.active) == 1 and side not in view.active
            free = [c for c in bits(ALL & ~(hands[1 - index] | spent[0] | spent[1])) if c not in played]
            cards = rng.sample(free, view.hand_sizes[side] + committed)
            if committed:
                played[index] = cards.pop()
            hands[index] = sum(1 << card for card in cards)
    return (hands[0], hands[1]), (played[0], played[1])


# ---- from the true state


def exchange(state: State, side: str, rng: random.Random) -> State:
    """Return a state that a side cannot tell from this one: what it neither sees nor remembers is changed at random.

    It may equal ``state``, for example if nothing is hidden. ValueError if there is no such side.

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
    """Swap ``pairs`` random pairs of the blocks ``slots``, where they may; return each block's successor in its place.

    Blocks that keep their places are left out.
    """
    new = {slot: slot for slot in slots}
    for _again in range(pairs if len(slots) > 1 else 0):
        a, b = rng.sample(slots, 2)
        if fits(state, new[b], a) and fits(state, new[a], b):
            new[a], new[b] = new[b], new[a]
    return {slot: block for slot, block in new.items() if slot != block}


def fits(state: State, block: int, slot: int) -> bool:
    """Return whether a block can ever be where another, ``slot``, is.

    The pool holds no mercenaries with another home, no blocks known to have lost steps, and face down none that die for
    good.
    """
    if state.loc[slot] != POOL:
        return True
    if state.gauged >> block & 1 and 0 < state.steps[block] < STEPS[block]:
        return False
    if 1 << block & MERCENARIES and HOME_OF_MERCENARY[block] != POOL:
        return False
    return not (state.down >> slot & 1 and 1 << block & PERMANENT)


def move_blocks(state: State, new: dict[int, int]) -> State:
    """Return the state with each block that ``new`` maps an old one to in its place, in every set of blocks as well."""
    pairs, unmoved = list(new.items()), ~sum(1 << old for old in new)

    def moved(blocks: int) -> int:
        return blocks & unmoved | sum([1 << block for old, block in pairs if blocks >> old & 1])

    loc, steps = bytearray(state.loc), bytearray(state.steps)
    for old, block in pairs:
        loc[block] = state.loc[old]
        if loc[block] == POOL:
            steps[block] = STEPS[block]
        elif not state.gauged >> block & 1:
            steps[block] = min(state.steps[old], STEPS[block])
    fronts = tuple(
        msgspec.structs.replace(
            front,
            reserve=moved(front.reserve),
            pirates=tuple([(new.get(b, b), sea) for b, sea in front.pirates]),
            came=tuple([(new.get(b, b), border) for b, border in front.came]),
        )
        for front in state.fronts
    )
    battle = state.battle and msgspec.structs.replace(
        state.battle,
        reserve=moved(state.battle.reserve), acted=moved(state.battle.acted), fresh=moved(state.battle.fresh),
    )  # fmt: skip
    names = {NAMES[old]: NAMES[block] for old, block in pairs}
    return msgspec.structs.replace(
        state, occ=tuple(map(moved, state.occ)), loc=bytes(loc), steps=bytes(steps), down=moved(state.down),
        moved=moved(state.moved), settled=moved(state.settled) if state.phase in COUNTED else state.settled,
        fronts=fronts, battle=battle, events=tuple(rename_blocks(e, names) if e.seen_by else e for e in state.events),
    )  # fmt: skip


def rename_blocks(value: Any, names: dict[str, str]) -> Any:
    """Return an event or an action with blocks renamed: ``names`` maps old names to new ones."""
    changed = {f: names[n] for f in ("block", "target", "heir") if (n := getattr(value, f, "")) in names}
    return msgspec.structs.replace(value, **changed) if changed else value


def _exchange_cards(state: State, enemy: int, rng: random.Random) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return hands and played cards, with other cards for the enemy unless it has shown its hand in a mulligan."""
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
