"""Guesses where the hidden blocks of the enemy are: each follows all that a side saw, and draws what it did not see."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, Final, cast

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
    """Return the areas, as bits, that a block of a side may call its home."""
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
    """One way in which the blocks of ``side`` may stand, as far as ``events`` that the other side saw tell.

    ``loc`` and ``steps`` are by block, as in a State. Where an event hides which block it was, one is drawn.
    """

    def __init__(self, scenario: str, side: int, rng: random.Random) -> None:
        self.side, self.rng = side, rng
        self.loc = bytearray([OUT]) * len(INDEX)
        for place, names in SCENARIOS[scenario].placements.items():
            for name in names:
                self.loc[INDEX[name]] = PLACE[place]
        self.steps = bytearray(STEPS)
        self.own = COLOUR[side] | REBEL
        self.moved = 0  # in this turn
        self.down = 0
        self.fought = 0  # blocks seen in the battle in hand
        self.field = -1  # its area, -1 before the first

    def follow(self, events: Iterable[Event]) -> None:
        """Take in events, in the order in which they were seen."""
        for event in events:
            told = _TOLD.get(type(event))
            if told:
                told(self, event)

    def _one(self, place: int, barred: int = 0) -> int:
        """Return a block of this side in a place, not one of ``barred`` if that can be; -1 if there is none."""
        here = [b for b in bits(self.own) if self.loc[b] == place]
        return self.rng.choice([b for b in here if not barred >> b & 1] or here or [-1])

    def _put(self, block: int, place: int) -> None:
        """Put a block where it was seen; one that was taken to be there goes where it came from."""
        if place >= 0 and self.loc[block] != place:
            other = self._one(place, self.fought)
            if other >= 0 and not self.fought >> other & 1:
                self.loc[other] = self.loc[block]
            self.loc[block] = place

    def _move(self, start: int, goal: int, barred: int = 0) -> None:
        if (block := self._one(start, self.moved | barred)) >= 0:
            self.loc[block] = goal
            self.moved |= 1 << block

    # ---- what is told

    def marched(self, event: army.Marched | army.Sailed) -> None:
        """A block has moved: one that has not moved yet in this turn."""
        if SIDES[self.side] == event.side:
            barred = LANDLUBBERS if isinstance(event, army.Sailed) else 0
            self._move(PLACE[event.way[0]], PLACE[event.way[-1]], barred)

    def recruited(self, event: army.Recruited) -> None:
        """A block has come from the pool: one that is at home there."""
        if SIDES[self.side] == event.side:
            area = PLACE[event.area]
            strange = sum(1 << b for b in bits(self.own) if not homes(b, self.side) >> area & 1)
            self._move(POOL, area, strange | self.down)

    def turn(self, _event: campaign.TurnBegun) -> None:
        """A turn has begun, in which nobody has moved."""
        self.moved = 0

    def battle(self, event: army.BattleBegun) -> None:
        """A battle has begun, in which nobody was seen to act."""
        self.field, self.fought = PLACE[event.area], 0

    def seen(self, event: Any) -> None:
        """A block of the battle acts or is hit, by its name."""
        block = INDEX.get(event.block, -1)
        if block >= 0 and self.own >> block & 1:
            self._put(block, self.field)
            self.fought |= 1 << block

    def hit(self, event: army.StepsLost) -> None:
        """A block of the battle has lost steps."""
        self.seen(event)
        block = INDEX[event.block]
        self.steps[block] = max(0, self.steps[block] - event.steps)

    def fallen(self, event: army.Eliminated) -> None:
        """A block is dead, or out until the campaign ends."""
        block = INDEX.get(event.block, -1)
        if block >= 0 and self.own >> block & 1:
            self.loc[block] = OUT if PERMANENT >> block & 1 else HOME_OF_MERCENARY.get(block, POOL)
            self.steps[block] = STEPS[block]
            self.down |= 1 << block

    def turned(self, event: army.Turned) -> None:
        """A block has changed sides."""
        self.loc[INDEX[event.target]] = OUT
        block = INDEX[event.block]
        self.loc[block], self.steps[block] = PLACE[event.area], self.steps[INDEX[event.target]]
        self.fought |= 1 << block

    def retreated(self, event: army.Retreated) -> None:
        """A block has left the battle, by its name."""
        self.seen(event)
        if self.own >> INDEX[event.block] & 1:
            self.loc[INDEX[event.block]] = PLACE[event.area]

    def regrouped(self, event: army.Regrouped) -> None:
        """A block of the victor has left the area of the battle."""
        if SIDES[self.side] == event.side:
            self.moved = 0
            self._move(self.field, PLACE[event.area])

    def named(self, event: campaign.KingNamed | campaign.MinorEntered) -> None:
        """An heir is announced with his place."""
        block = INDEX[event.block]
        if self.own >> block & 1:
            self._put(block, PLACE[event.area])

    def hungry(self, event: campaign.Starved) -> None:
        """A block has lost a step to hunger."""
        if SIDES[self.side] == event.side and (block := self._one(PLACE[event.area])) >= 0:
            self.steps[block] = max(1, self.steps[block] - 1)

    def plague(self, event: campaign.PlagueStruck) -> None:
        """All blocks in a city have lost a step."""
        if SIDES[self.side] != event.side:
            for block in bits(self.own):
                if self.loc[block] == PLACE[event.area]:
                    self.steps[block] = max(1, self.steps[block] - 1)

    def disbanded(self, _event: campaign.Disbanded) -> None:
        """Levies, bombards and mercenaries have gone home."""
        self.moved = 0
        for block in bits(COMMONS & self.own):
            if self.loc[block] != OUT:
                self.loc[block] = HOME_OF_MERCENARY.get(block, POOL)

    def home(self, event: campaign.WentHome) -> None:
        """A lord has gone home: one who is at home there, if any is left."""
        if SIDES[self.side] == event.side:
            area = PLACE[event.area]
            might = [b for b in bits(self.own & LORDS & ~self.moved) if self.loc[b] < POOL]
            fit = [b for b in might if homes(b, self.side) >> area & 1]
            if might:
                block = self.rng.choice(fit or might)
                self.loc[block] = area
                self.moved |= 1 << block

    def reset(self, _event: campaign.CampaignBegun) -> None:
        """A campaign has begun, with all blocks at full strength."""
        self.moved = self.down = 0
        self.steps = bytearray(STEPS)


_TOLD: Final[dict[type[Event], Callable[[Guess, Any], None]]] = {
    army.Marched: Guess.marched,
    army.Sailed: Guess.marched,
    army.Recruited: Guess.recruited,
    army.BattleBegun: Guess.battle,
    army.Fired: Guess.seen,
    army.Charged: Guess.seen,
    army.StruckBack: Guess.seen,
    army.Passed: Guess.seen,
    army.Trapped: Guess.seen,
    army.StepsLost: Guess.hit,
    army.Eliminated: Guess.fallen,
    army.Turned: Guess.turned,
    army.Retreated: Guess.retreated,
    army.Regrouped: Guess.regrouped,
    campaign.TurnBegun: Guess.turn,
    campaign.PlagueStruck: Guess.plague,
    campaign.KingNamed: Guess.named,
    campaign.MinorEntered: Guess.named,
    campaign.Starved: Guess.hungry,
    campaign.Disbanded: Guess.disbanded,
    campaign.WentHome: Guess.home,
    campaign.CampaignBegun: Guess.reset,
}


def world(view: View, guess: Guess, rng: random.Random) -> State:
    """Return a state that agrees with a view, and with a guess as far as the view does.

    It is drawn by ``resample``; then hidden blocks whose places are not known change places among themselves.
    """
    drawn, known = cast(State, resample(view, rng)), cast(Known, view.known)  # ValueError if the view has none
    slots = list(bits(known.unseen))
    holds = dict(zip(slots, slots, strict=True))  # the block of a slot stands for the slot
    worn = sum(1 << block for block in slots if 0 < known.steps[block] < STEPS[block])  # none of these is in the pool
    for block in slots:
        _exchange(holds, block, drawn, guess, worn)
    return _renamed(drawn, holds, [known.steps[b] or guess.steps[b] or STEPS[b] for b in range(len(STEPS))])


def _exchange(holds: dict[int, int], block: int, drawn: State, guess: Guess, worn: int) -> None:
    """Let a block change places with one that is not where the guess has it, if that brings the block to its place."""
    at, wanted = next(slot for slot, here in holds.items() if here == block), guess.loc[block]
    if drawn.loc[at] == wanted or (wanted == POOL and worn >> block & 1):
        return
    for slot, here in holds.items():
        if drawn.loc[slot] != wanted or guess.loc[here] == wanted or (wanted == POOL and drawn.down >> slot & 1):
            continue
        if drawn.loc[at] != POOL or not (worn >> here & 1 or drawn.down >> at & 1):
            holds[at], holds[slot] = here, block
            return


def _renamed(s: State, holds: dict[int, int], steps: Sequence[int]) -> State:
    """Return a state with another block in each slot; in the pool all are at full strength."""
    everyone = sum(1 << block for block in holds)

    def masked(mask: int) -> int:
        return mask & ~everyone | sum(1 << holds[b] for b in bits(mask & everyone))

    loc, left = bytearray(s.loc), bytearray(s.steps)
    for slot, block in holds.items():
        loc[block], left[block] = s.loc[slot], steps[block] if s.loc[slot] < POOL else STEPS[block]
    fronts = tuple(
        msgspec.structs.replace(
            front, reserve=masked(front.reserve), came=tuple((holds.get(b, b), border) for b, border in front.came),
            pirates=tuple((holds.get(b, b), sea) for b, sea in front.pirates),
        )
        for front in s.fronts
    )  # fmt: skip
    return msgspec.structs.replace(
        s, loc=bytes(loc), steps=bytes(left), occ=tuple(map(masked, s.occ)), down=masked(s.down),
        moved=masked(s.moved), settled=masked(s.settled) if s.phase in COUNTED else s.settled, fronts=fronts,
        battle=s.battle and msgspec.structs.replace(s.battle, reserve=masked(s.battle.reserve)),
    )  # fmt: skip
