"""Resampling: a state drawn at random that agrees with all that a view tells; nothing else enters into it."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cache
from typing import Final, TypeAlias

import msgspec

from roses.engine.i18n import gettext as _
from roses.richard.knowledge import Known, Slot
from roses.richard.memory import EVERYBODY
from roses.richard.phases.cards import ALL
from roses.richard.phases.political import DISBANDED
from roses.richard.position import Front, Phase, own_masks
from roses.richard.state import State
from roses.richard.tables import (
    ALL_EXILES,
    CHURCHES,
    CROWNS,
    HEIRS,
    HOME_OF_MERCENARY,
    LANDLUBBERS,
    MAN,
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
    occ = [0] * (OUT + 1)
    for block, place in enumerate(loc):
        occ[place] |= 1 << block
    hands, played = _cards(view, known.spent, rng)
    battle, reserve = known.battle, _those(places, lambda slot: slot.reserve)
    if battle is not None:
        here = occ[battle.area] & reserve
        battle = msgspec.structs.replace(battle, reserve=battle.reserve | here)
    setup = scenario(view.scenario, known.last - SCENARIOS[view.scenario].campaigns[0] + 1)
    return State(
        occ=tuple(occ), loc=bytes(loc), steps=bytes(steps), crossed=known.crossed, events=view.events,
        setup=setup, rules=known.rules, campaign=view.campaign, turn=view.turn,
        phase=Phase(view.phase), active=view.active, down=known.down | _those(places, lambda slot: slot.down),
        own=own_masks(known.king_side), prisoner=known.prisoner, king=known.king, king_dead=known.king_dead,
        king_side=known.king_side, pretender=known.pretender, owed=known.owed, hands=hands, played=played,
        mulligan=known.mulligan, first=known.first, mover=known.mover, ap=known.ap, event=known.event,
        treason=known.treason, moved=known.moved | _those(places, lambda slot: slot.moved),
        activated=known.activated, credits=known.credits, spot=known.spot,
        fronts=tuple([_front(f, occ[f.area] & reserve, places) for f in known.fronts]), battle=battle, due=known.due,
        settled=known.settled | _those(places, lambda slot: slot.settled), votes=known.votes, spent=known.spent,
        traced=known.traced, gauged=known.gauged, result=known.result, line_up=known.line_up,
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
    home = view.phase in (Phase.HOMEWARD, Phase.EXILE)
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
        barred |= ~_residents(place)
    return ~barred


def _residents(place: int) -> int:
    """Return the blocks that may have a home in an area: heirs in any crown or shield of theirs, Nevilles likewise."""
    found = sum(1 << b for b, homes in enumerate(SHIELDS) if place in homes)
    found |= sum(1 << b for b in bits(CHURCHES) if PLACE[ROSTER[b].cathedral] == place)
    for cousins in NEVILLES:
        if any(place in SHIELDS[b] for b in cousins):
            found |= sum(1 << b for b in cousins)
    royal = place in (*CROWNS, *SHARED[0], *SHARED[1], *PERSONAL.values())
    return found | (HEIRS if royal else 0)


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
    """Return hands and played cards by side, those of the enemy drawn from the cards that lie nowhere else."""
    hands = [sum(1 << card for card in view.hands.get(side, ())) for side in SIDES]
    played = [view.played.get(side, 0) for side in SIDES]
    for index, side in enumerate(SIDES):
        if side not in view.hands:
            hidden = view.phase == Phase.CARDS and len(view.active) == 1 and side not in view.active
            free = [c for c in bits(ALL & ~(hands[1 - index] | spent[0] | spent[1])) if c not in played]
            drawn = rng.sample(free, view.hand_sizes[side] + hidden)
            if hidden:
                played[index] = drawn.pop()
            hands[index] = sum(1 << card for card in drawn)
    return (hands[0], hands[1]), (played[0], played[1])
