"""Guesses of where the enemy's hidden blocks stand: they follow what a side saw, and draw at random what it did not."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from functools import cache
from typing import cast

import msgspec

from roses.engine.games import resample
from roses.engine.protocol import Event
from roses.richard.events import army, campaign
from roses.richard.knowledge import COUNTED, Known
from roses.richard.state import State
from roses.richard.tables import (
    BOMBARDS,
    CITIES,
    COLOUR,
    COMMONS,
    CROWNS,
    EXILES,
    HEIRS,
    HOME_OF_MERCENARY,
    INDEX,
    LAND,
    LANDLUBBERS,
    LORDS,
    OUT,
    PERMANENT,
    PLACE,
    POOL,
    REBEL,
    ROSTER,
    SCENARIOS,
    SIDES,
    STEPS,
    WALES,
    WELSH,
    bits,
)
from roses.richard.view import View


@cache
def homes(block: int, side: int) -> int:
    """Return the areas, as bits, in which a block of a side may be at home."""
    bit = 1 << block
    if bit & HEIRS:
        return sum(1 << a for a in {*CROWNS, *EXILES[side]})
    if bit & BOMBARDS:
        return sum(1 << a for a in CITIES)
    if bit & WELSH:
        return sum(1 << a for a in WALES)
    if bit & REBEL:
        return sum(1 << a for a in LAND)
    printed = ROSTER[block]
    return sum(1 << PLACE[name] for name in {*printed.shields, printed.city, printed.cathedral} - {""})


class Guess:
    """One way in which the blocks of ``side`` may stand that agrees with the events seen by the other side.

    ``loc`` and ``steps`` are by block, as in a State. Where an event hides which block it was, one is drawn.
    ``own``, ``moved``, ``down`` and ``fought`` are sets of blocks, as bits.
    """

    def __init__(self, scenario: str, side: int, rng: random.Random) -> None:
        self.side, self.rng = side, rng
        self.loc = bytearray([OUT]) * len(INDEX)
        for place, names in SCENARIOS[scenario].placements.items():
            for name in names:
                self.loc[INDEX[name]] = PLACE[place]
        self.steps = bytearray(STEPS)
        self.own = COLOUR[side] | REBEL
        self.moved = 0  # those that have moved in this turn
        self.down = 0  # those eliminated in this campaign
        self.fought = 0  # those seen in the present or latest battle
        self.field = -1  # the area of that battle, -1 before the first

    def follow(self, events: Iterable[Event]) -> None:
        """Bring the guess up to date with events, in the order in which they were seen."""
        for event in events:
            self._follow(event)

    def _follow(self, event: Event) -> None:
        ours = getattr(event, "side", "") == SIDES[self.side]
        match event:
            case army.Marched() | army.Sailed() if ours:  # a block that has not moved yet in this turn
                barred = LANDLUBBERS if isinstance(event, army.Sailed) else 0
                self._move(PLACE[event.way[0]], PLACE[event.way[-1]], barred)
            case army.Recruited() if ours:  # a block that is at home there
                area = PLACE[event.area]
                strangers = sum(1 << b for b in bits(self.own) if not homes(b, self.side) >> area & 1)
                self._move(POOL, area, strangers | self.down)
            case army.BattleBegun():
                self.field, self.fought = PLACE[event.area], 0
            case army.Fired() | army.Charged() | army.StruckBack() | army.Passed() | army.Trapped():
                self._see(event.block)
            case army.StepsLost():
                self._see(event.block)
                block = INDEX[event.block]
                self.steps[block] = max(0, self.steps[block] - event.steps)
            case army.Eliminated():  # dead, or out until the campaign ends
                block = INDEX.get(event.block, -1)
                if block >= 0 and self.own >> block & 1:
                    self.loc[block] = OUT if PERMANENT >> block & 1 else HOME_OF_MERCENARY.get(block, POOL)
                    self.steps[block] = STEPS[block]
                    self.down |= 1 << block
            case army.Turned():
                self.loc[INDEX[event.target]] = OUT
                block = INDEX[event.block]
                self.loc[block], self.steps[block] = PLACE[event.area], self.steps[INDEX[event.target]]
                self.fought |= 1 << block
            case army.Retreated():
                self._see(event.block)
                if self.own >> INDEX[event.block] & 1:
                    self.loc[INDEX[event.block]] = PLACE[event.area]
            case army.Regrouped() if ours:
                self.moved = 0
                self._move(self.field, PLACE[event.area])
            case campaign.TurnBegun():
                self.moved = 0
            case campaign.PlagueStruck() if not ours:
                for block in bits(self.own):
                    if self.loc[block] == PLACE[event.area]:
                        self.steps[block] = max(1, self.steps[block] - 1)
            case campaign.KingNamed() | campaign.MinorEntered():  # an heir is announced with his place
                block = INDEX[event.block]
                if self.own >> block & 1:
                    self._put(block, PLACE[event.area])
            case campaign.Starved() if ours:
                if (block := self._draw(PLACE[event.area])) >= 0:
                    self.steps[block] = max(1, self.steps[block] - 1)
            case campaign.Disbanded():  # levies, bombards and mercenaries have gone home
                self.moved = 0
                for block in bits(COMMONS & self.own):
                    if self.loc[block] != OUT:
                        self.loc[block] = HOME_OF_MERCENARY.get(block, POOL)
            case campaign.WentHome() if ours:  # a lord who is at home there, if any is left
                area = PLACE[event.area]
                lords = [b for b in bits(self.own & LORDS & ~self.moved) if self.loc[b] < POOL]
                at_home = [b for b in lords if homes(b, self.side) >> area & 1]
                if lords:
                    block = self.rng.choice(at_home or lords)
                    self.loc[block] = area
                    self.moved |= 1 << block
            case campaign.CampaignBegun():  # all blocks are at full strength
                self.moved = self.down = 0
                self.steps = bytearray(STEPS)

    def _see(self, name: str) -> None:
        """Note that a block, given by its name, was seen in the battle."""
        block = INDEX.get(name, -1)
        if block >= 0 and self.own >> block & 1:
            self._put(block, self.field)
            self.fought |= 1 << block

    def _draw(self, place: int, barred: int = 0) -> int:
        """Draw a block that the guess has in a place, if possible none of ``barred``; -1 if there is none."""
        here = [b for b in bits(self.own) if self.loc[b] == place]
        return self.rng.choice([b for b in here if not barred >> b & 1] or here or [-1])

    def _put(self, block: int, place: int) -> None:
        """Put a block where it was seen; another that the guess had there, and nobody saw, takes its former place."""
        if place >= 0 and self.loc[block] != place:
            other = self._draw(place, self.fought)
            if other >= 0 and not self.fought >> other & 1:
                self.loc[other] = self.loc[block]
            self.loc[block] = place

    def _move(self, start: int, goal: int, barred: int = 0) -> None:
        """Move a block drawn from one place to another, if possible one that has not moved and is not ``barred``."""
        if (block := self._draw(start, self.moved | barred)) >= 0:
            self.loc[block] = goal
            self.moved |= 1 << block


def draw_world(view: View, guess: Guess, rng: random.Random) -> State:
    """Return a state that agrees with a view, and with a guess as far as the view does.

    ``resample`` draws it; then hidden blocks whose places are not known change places among themselves.
    """
    state = cast(State, resample(view, rng))  # ValueError if the view has no ``known``
    known = cast(Known, view.known)
    slots = list(bits(known.unseen))
    # a slot is the place of a hidden block, named by the block drawn for it; ``holds`` is which block it gets
    holds = dict(zip(slots, slots, strict=True))
    weakened = sum(1 << block for block in slots if 0 < known.steps[block] < STEPS[block])  # they cannot be in the pool
    for block in slots:
        _exchange(holds, block, state, guess, weakened)
    return _rename(state, holds, [known.steps[b] or guess.steps[b] or STEPS[b] for b in range(len(STEPS))])


def _exchange(holds: dict[int, int], block: int, s: State, guess: Guess, weakened: int) -> None:
    """Bring a block to the place that the guess has for it, by exchange with one that the guess has elsewhere."""
    at = next(slot for slot, here in holds.items() if here == block)
    goal = guess.loc[block]
    if s.loc[at] == goal or (goal == POOL and weakened >> block & 1):
        return
    for slot, here in holds.items():
        if s.loc[slot] != goal or guess.loc[here] == goal or (goal == POOL and s.down >> slot & 1):
            continue
        if s.loc[at] != POOL or not (weakened >> here & 1 or s.down >> at & 1):
            holds[at], holds[slot] = here, block
            return


def _rename(s: State, holds: dict[int, int], steps: Sequence[int]) -> State:
    """Return a state in which ``holds`` names the block of each slot; in the pool all are at full strength."""
    slots = sum(1 << slot for slot in holds)

    def rename(mask: int) -> int:
        return mask & ~slots | sum(1 << holds[b] for b in bits(mask & slots))

    loc, left = bytearray(s.loc), bytearray(s.steps)
    for slot, block in holds.items():
        loc[block], left[block] = s.loc[slot], steps[block] if s.loc[slot] < POOL else STEPS[block]
    fronts = tuple(
        msgspec.structs.replace(
            front, reserve=rename(front.reserve), came=tuple((holds.get(b, b), border) for b, border in front.came),
            pirates=tuple((holds.get(b, b), sea) for b, sea in front.pirates),
        )
        for front in s.fronts
    )  # fmt: skip
    return msgspec.structs.replace(
        s, loc=bytes(loc), steps=bytes(left), occ=tuple(map(rename, s.occ)), down=rename(s.down),
        moved=rename(s.moved), settled=rename(s.settled) if s.phase in COUNTED else s.settled, fronts=fronts,
        battle=s.battle and msgspec.structs.replace(s.battle, reserve=rename(s.battle.reserve)),
    )  # fmt: skip
