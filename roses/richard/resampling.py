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
    HOME_OF_MERCENARY,
    LANDLUBBERS,
    OUT,
    PERMANENT,
    PLACE,
    POOL,
    SCENARIOS,
    SEA_BORDER,
    SIDES,
    STEPS,
    TRAITORS,
    bits,
)
from roses.richard.view import View

Places: TypeAlias = "list[tuple[int, Slot]]"  # hidden blocks, each with what is seen of it

_FULL: Final = 0.6  # how likely a hidden block on the map has lost nothing
_OVERSEA: Final = frozenset(PLACE[area] for area in ("Isle of Man", "Ireland", "Calais", "France"))
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
    places = _places(known, view.phase, rng)
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
    return State(
        occ=tuple(occ), loc=bytes(loc), steps=bytes(steps), crossed=known.crossed, events=view.events,
        setup=SCENARIOS[view.scenario], rules=known.rules, campaign=view.campaign, turn=view.turn,
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


def _places(known: Known, phase: str, rng: random.Random) -> Places:
    """Return the hidden blocks in random order over the slots, exchanged where one could never be there."""
    blocks = list(bits(known.unseen))
    rng.shuffle(blocks)
    pardon = TRAITORS if known.rules.traitor_death == "pool" else 0
    home = phase in (Phase.HOMEWARD, Phase.EXILE)
    worn = sum([1 << block for block in blocks if 0 < known.steps[block] < STEPS[block]])
    fit = [
        (_fitting(slot.place, slot.down, slot.border == SEA_BORDER, home) | pardon)
        & ~(worn if slot.place == POOL else 0)
        for slot in known.slots
    ]
    for at, allowed in enumerate(fit):
        if not allowed >> blocks[at] & 1:
            _exchange(blocks, fit, at)
    return list(zip(blocks, known.slots, strict=True))


def _exchange(blocks: list[int], fit: Sequence[int], at: int) -> None:
    """Exchange the block of a slot with one that may be there, if the other slot is no worse for it."""
    for other, block in enumerate(blocks):
        if fit[at] >> block & 1 and (fit[other] >> blocks[at] & 1 or not fit[other] >> block & 1):
            blocks[at], blocks[other] = block, blocks[at]
            return


@cache
def _fitting(place: int, down: bool, landed: bool, home: bool) -> int:
    """Return the blocks that may be in a slot, as bits.

    Nobody who dies for good or at home lies in the pool (6.8); who never sails is not oversea (5.3); once the levies
    are gone there are only lords, and mercenaries at home (8.1).
    """
    abroad = sum(_ABROAD)
    if place == POOL:
        return ~(abroad | (PERMANENT if down else 0))
    barred = LANDLUBBERS if landed or place in _OVERSEA else 0
    if home:
        barred |= DISBANDED | sum(bit for bit, country in _ABROAD.items() if country != place)
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
