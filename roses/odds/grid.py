"""The battle in hand as a grid: an axis for each block, with the block's strength along it.

A slot is a block of the battle, given by the number of its axis. A config is all of a position except the strengths:
round, who attacks, who has turned, waits in reserve or has acted, and which treachery rolls are spent. The values of
all positions of a config are one array over the grid. Who has left is held in one of two ways: as codes of the axis
where a battle is solved for an objective, since it differs from cell to cell, or in the config where orders say who
leaves.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from roses.odds.army import Bools, Floats, Ints, binomial, weighty
from roses.odds.endings import Objective
from roses.odds.exits import Exits, Used
from roses.richard.combat import firepower
from roses.richard.phases.battle import KING, LAST_ROUND, PRETENDER, WARWICK, dice_for, stays
from roses.richard.position import battle_in, front_at, present
from roses.richard.state import State
from roses.richard.tables import (
    BOMBARDS,
    HEIRS_OF,
    LETTER,
    MINOR,
    OUT,
    PAIR,
    RATED,
    SENIORITY,
    STEPS,
    TRAITORS,
    WARWICKS,
    bits,
    mask,
)

RIVALS: Final = mask(
    ["Northumberland/L", "Northumberland/Y", "Westmoreland/L", "Westmoreland/Y"]
)  # never turned by Warwick, rule 6.91


def unruly(state: State) -> str:
    """Return why a battle does not fit a grid, "" if it does."""
    battle = battle_in(state)
    front, there = front_at(state, battle.area), state.occ[battle.area]
    if front is not None and any(there >> pirate & 1 for pirate, _n in front.pirates):
        return "pirates may sail off"
    return "Henry VI is a prisoner there" if there & state.prisoner else ""


class Config(NamedTuple):
    """All of a position except the strengths.

    ``turned``, ``reserve``, ``acted``, ``left`` and ``fresh`` (bombards just up from the reserve) are sets of slots, as
    bits. ``used`` are the titles spent on treachery, as bits, ``ways`` the borders used by retreats.
    """

    round: int
    attacker: int
    turned: int
    reserve: int
    fresh: int
    acted: int
    used: int
    ways: Used
    left: int = 0


class Slot(msgspec.Struct, frozen=True):
    """A block of the battle: its side and steps at the start, its most steps, whether it may be turned (``open``).

    Codes along its axis: 0 if it is dead (or has left, where that makes no difference), 1 to ``most`` for its steps in
    the area, then ``away`` codes for having left.
    """

    block: int
    side: int
    steps: int
    most: int
    open: bool
    away: int

    @property
    def codes(self) -> int:
        """Return the length of its axis."""
        return 1 + self.most + self.away


class Grid:
    """Slots, their axes and masks, and firepower, titles and succession as read from the engine."""

    def __init__(self, state: State, aim: Objective | None, favoured: int | None = None) -> None:
        battle = battle_in(state)
        self.state, self.battle, self.aim = state, battle, aim
        self._matters = weighty(state) | TRAITORS  # blocks of which it matters whether they died or left
        blocks = [(b, side) for side in (0, 1) for b in bits(present(state, battle.area, side))]
        slots = []
        for block, side in blocks:
            steps = state.steps[block]
            rated = bool(RATED >> block & 1) and not battle.turned >> block & 1
            most = STEPS[block] if rated and state.rules.defector_strength == "full" else steps
            matters = self._matters >> block & 1 or (rated and self._matters >> PAIR[block] & 1)
            away = 0
            if aim is not None:
                away = most if aim.kind == "function" else int(bool(matters))
            slots.append(Slot(block, side, steps, most, rated, away))
        self.slots = tuple(slots)
        self.n = len(self.slots)
        self.ways = Exits(state, favoured)
        self.shape = tuple(slot.codes for slot in self.slots)
        self.unit = (1,) * self.n  # the shape of an array whose value is the same in all cells
        self._powers: dict[tuple[int, int, int, int, int], Ints] = {}

    # ---- who a slot is

    def block(self, slot: int, turned: int) -> int:
        """Return the block as which a slot fights: its other version once it is turned."""
        own = self.slots[slot].block
        return PAIR[own] if turned >> slot & 1 else own

    def side(self, slot: int, turned: int) -> int:
        """Return the side that a slot fights for."""
        return self.slots[slot].side ^ (turned >> slot & 1)

    def of(self, side: int, turned: int) -> list[int]:
        """Return the slots of a side."""
        return [i for i in range(self.n) if self.side(i, turned) == side]

    def line(self, config: Config, side: int) -> list[int]:
        """Return the slots of a side that have not left and are not in reserve, the dead among them (rule 6.3)."""
        return [i for i in self.of(side, config.turned) if not (config.reserve | config.left) >> i & 1]

    def groups(self, config: Config) -> Iterator[tuple[int, list[int]]]:
        """Yield side and slots of each letter in the order of a round, the dead among them (rule 6.2)."""
        letters = [LETTER[slot.block] for slot in self.slots]
        for i in range(self.n):  # bombards fire first in round 1, or when they are fresh
            if BOMBARDS >> self.slots[i].block & 1 and (config.round == 1 or config.fresh >> i & 1):
                letters[i] = 0
        for letter, side in product(range(4), (1 - config.attacker, config.attacker)):
            slots = [i for i in self.line(config, side) if letters[i] == letter]
            if slots:
                yield side, slots

    # ---- masks and arrays over the grid

    def along(self, slot: int, values: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Lay values for the codes of one slot along its axis."""
        shape = [1] * self.n
        shape[slot] = len(values)
        return values.reshape(shape)

    def steps(self, slot: int) -> Ints:
        """Return the strength in the area for each code of a slot."""
        codes = np.arange(self.shape[slot])
        return np.where(codes <= self.slots[slot].most, codes, 0)

    def alive(self, slot: int) -> Bools:
        """Return where a slot stands in the area, along its axis."""
        return self.along(slot, self.steps(slot) > 0)

    def dead(self, slot: int) -> Bools:
        """Return where a slot is dead, along its axis."""
        return self.along(slot, np.arange(self.shape[slot]) == 0)

    def any_alive(self, slots: list[int]) -> Bools:
        """Return where one of these slots stands."""
        where = np.zeros(self.unit, dtype=bool)
        for slot in slots:
            where = where | self.alive(slot)
        return where

    # ---- what the engine says

    def heirs(self, side: int, turned: int) -> list[int]:
        """Return the slots that are heirs of their own house, senior first."""
        slots = {self.block(i, turned): i for i in self.of(side, turned)}
        return [slots[heir] for heir in SENIORITY[side] if heir in slots]

    def extinct(self, side: int, turned: int) -> Bools | None:
        """Return where a house has no heir left, None if that cannot be (rule 9.0)."""
        here = sum(1 << block for s in self.slots for block in (s.block, PAIR[s.block]) if block >= 0)
        if HEIRS_OF[side] & ~self.state.occ[OUT] & ~here:
            return None
        where = np.ones(self.unit, dtype=bool)
        for slot in self.heirs(side, turned):
            where = where & self.dead(slot)
        return where

    def senior(self, slot: int, config: Config) -> Bools | None:
        """Return where a slot is the senior heir of its side's line; None if it is not an heir there (rule 6.5)."""
        side = self.side(slot, config.turned)
        heirs = [i for i in self.heirs(side, config.turned) if not (config.reserve | config.left) >> i & 1]
        if slot not in heirs:
            return None
        where = self.alive(slot)
        for elder in heirs[: heirs.index(slot)]:
            where = where & ~self.alive(elder)
        return where

    def titles(self, slot: int, config: Config) -> list[tuple[int, Bools]]:
        """Return (title, where) for each unspent title under which a slot may roll for treachery (rule 6.9)."""
        state, block = self.state, self.block(slot, config.turned)
        side, always = self.side(slot, config.turned), np.ones(self.unit, dtype=bool)
        if block == state.king and side == state.king_side and not state.king_dead:
            titles = [(KING, always)]
        else:
            crowned = self.pretends(slot, config.turned) if side != state.king_side else None
            titles = [(PRETENDER, crowned)] if crowned is not None else []
            if WARWICKS >> block & 1:
                titles.append((WARWICK, always))
        return [(title, where) for title, where in titles if not config.used & title]

    def pretends(self, slot: int, turned: int) -> Bools | None:
        """Return where a slot is Pretender, at the start or after the former one's death (rule 6.81), or None."""
        state, side = self.state, 1 - self.state.king_side
        block = self.block(slot, turned)
        if block == state.pretender:
            return np.ones(self.unit, dtype=bool)
        slots = {self.block(i, turned): i for i in range(self.n)}
        immediate = state.rules.pretender_succession == "immediate"
        if block not in SENIORITY[side] or not immediate or state.pretender not in slots:
            return None
        where = self.dead(slots[state.pretender])
        for elder in SENIORITY[side][: SENIORITY[side].index(block)]:
            if elder in slots:
                where = where & self.dead(slots[elder])
            elif state.loc[elder] != OUT and all(self.slots[i].block != elder for i in bits(turned)):
                return None
        return where

    def targets(self, config: Config, side: int, title: int) -> Iterator[tuple[int, Bools]]:
        """Yield (slot, where) for each enemy that a side may try to turn under a title (rules 6.9, 6.91)."""
        for slot in self.line(config, 1 - side):
            block = self.block(slot, config.turned)
            loyal = not self.slots[slot].open or config.turned >> slot & 1 or block == self.state.king
            if loyal or (title == WARWICK and RIVALS >> block & 1):
                continue
            crowned = self.pretends(slot, config.turned) if 1 - side != self.state.king_side else None
            alive = self.alive(slot)
            yield slot, alive if crowned is None else alive & ~crowned

    def power(self, slot: int, config: Config) -> Ints:
        """Return the firepower of a slot, along the axes of the slots it depends on (rules 2.2 to 2.6)."""
        key = (slot, config.attacker, config.turned, config.reserve, config.left)
        if key in self._powers:
            return self._powers[key]
        side = self.side(slot, config.turned)
        if side == config.attacker:
            state, block = self.synthetic(config, {}), self.block(slot, config.turned)
            self._powers[key] = np.full(self.unit, firepower(state, battle_in(state), block))
            return self._powers[key]
        decisive = [  # slots on whose fate it depends
            i
            for i, who in enumerate(self.slots)
            if i != slot
            and (self._matters >> who.block & 1 or self._matters >> self.block(i, config.turned) & 1)
            and (self.side(i, config.turned) == side or config.turned >> i & 1 or TRAITORS >> who.block & 1)
        ]
        kinds = []  # for each code of such a slot whether it is dead (0), in the area (1) or away (2)
        for i in decisive:
            axis = np.arange(self.shape[i])
            kinds.append((axis > 0).astype(np.intp) + (axis > self.slots[i].most))
        powers = np.zeros([int(kind[-1]) + 1 for kind in kinds], dtype=np.intp)
        for fates in np.ndindex(powers.shape):
            codes = {i: (0, 1, self.slots[i].most + 1)[kind] for i, kind in zip(decisive, fates, strict=True)}
            state = self.synthetic(config, codes)
            powers[fates] = firepower(state, battle_in(state), self.block(slot, config.turned))
        shape = [self.shape[i] if i in decisive else 1 for i in range(self.n)]
        self._powers[key] = powers[np.ix_(*kinds)].reshape(shape)
        return self._powers[key]

    def synthetic(self, config: Config, codes: dict[int, int]) -> State:
        """Return the engine's state of a config; slots without a code have the strength that they had at the start."""
        state = self.state
        occ, loc, steps = list(state.occ), bytearray(state.loc), bytearray(state.steps)
        area, king_dead = self.battle.area, state.king_dead
        for slot, who in enumerate(self.slots):
            block, code = self.block(slot, config.turned), codes.get(slot, who.steps)
            occ[area] &= ~(1 << who.block)
            gone = code > who.most or config.left >> slot & 1
            to = OUT if code == 0 else MINOR if gone else area
            loc[who.block] = OUT
            loc[block] = to
            occ[to] |= 1 << block
            steps[block] = code if to == area else 1
            king_dead = king_dead or (block == state.king and to == OUT)
        battle = msgspec.structs.replace(
            self.battle, attacker=config.attacker, round=config.round,
            reserve=sum(1 << self.block(i, config.turned) for i in bits(config.reserve)),
        )  # fmt: skip
        return msgspec.structs.replace(
            state, occ=tuple(occ), loc=bytes(loc), steps=bytes(steps), battle=battle, king_dead=king_dead
        )

    # ---- from the engine's positions to the grid's

    def place(self, state: State) -> tuple[Config, tuple[int, ...]]:
        """Return the config and the cell of a position of this battle in which a block has its turn."""
        battle = battle_in(state)
        turned = sum(1 << i for i, s in enumerate(self.slots) if s.open and battle.turned >> s.block & 1)
        blocks = [self.block(i, turned) for i in range(self.n)]
        reserve = sum(1 << i for i, b in enumerate(blocks) if battle.reserve >> b & 1)
        fresh = sum(1 << i for i, b in enumerate(blocks) if battle.fresh >> b & 1)
        acted = sum(1 << i for i, b in enumerate(blocks) if battle.acted >> b & 1) | reserve
        codes = []
        for who, block in zip(self.slots, blocks, strict=True):
            if block in battle.fallen:
                code = 0
            elif state.loc[block] == battle.area or self.aim is None:
                code = state.steps[block]
            elif who.away:
                code = who.most + (state.steps[block] if self.aim.kind == "function" else 1)
            else:
                code = 0
            codes.append(code)
        cell = tuple(codes)
        here = state.occ[battle.area]
        left = sum(1 << i for i, b in enumerate(blocks) if not here >> b & 1 and cell[i]) if self.aim is None else 0
        ways = self.ways.used(state)
        config = Config(
            battle.round, battle.attacker, turned, reserve, self.fresh_bombards(fresh), acted, battle.used, ways, left
        )
        for _side, slots in self.groups(config):  # groups whose living blocks have acted count as done, with their dead
            if any(0 < cell[i] <= self.slots[i].most and not acted >> i & 1 for i in slots):
                break
            acted |= sum(1 << i for i in slots)
        return config._replace(acted=acted), cell

    def fresh_bombards(self, fresh: int) -> int:
        """Return those of the fresh slots that change their letter: bombards, if the ruleset says so (rule 6.2)."""
        if not self.state.rules.bombard_reserve_gets_a3:
            return 0
        return sum(1 << i for i in bits(fresh) if BOMBARDS >> self.slots[i].block & 1)


MOST_POWER = 6  # all firepowers are below it


class Transitions:
    """The ways from config to config in one battle on its grid, by the rules."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid

    def group(self, config: Config) -> tuple[int, list[int]] | None:
        """Return the side of the first group with slots that have not acted, living or dead, and these slots."""
        for side, slots in self.grid.groups(config):
            waiting = [i for i in slots if not config.acted >> i & 1]
            if waiting:
                return side, waiting
        return None

    def leaving(self, config: Config, side: int) -> bool:
        """Return whether this side must leave: the attacker in round 4 (rule 6.2)."""
        return config.round == LAST_ROUND and side == config.attacker

    def next_round(self, config: Config) -> Config:
        """Return the config at the start of the next round: reserves are up, everybody may act."""
        fresh = self.grid.fresh_bombards(config.reserve)
        ways = self.grid.ways.next_round(config.ways)
        return config._replace(round=config.round + 1, reserve=0, fresh=fresh, acted=0, ways=ways)

    def deployments(self, config: Config) -> Iterator[tuple[int, Config]]:
        """Yield (side, config) for a reserve that comes up when its line is gone (rule 6.3)."""
        for side in (0, 1):
            waiting = sum(1 << i for i in self.grid.of(side, config.turned) if config.reserve >> i & 1)
            if waiting:
                attacker = config.attacker
                if config.round == 1:  # it becomes the attacker, unless the other turned a block: see ``stays``
                    turned = any(config.turned >> i & 1 for i in self.grid.of(attacker, config.turned))
                    remains = turned and self.grid.state.rules.control_change == "line_killed"
                    if not remains and not stays(self.grid.state, self.grid.battle, attacker):
                        attacker = side
                yield side, config._replace(reserve=config.reserve & ~waiting, attacker=attacker)

    def rolls(
        self, config: Config, after: Config, slot: int
    ) -> Iterator[tuple[int, float, Bools, tuple[Config, Config]]]:
        """Yield (target, chance, where, (won, lost)) of each treachery roll that a slot may make (rule 6.9)."""
        side = self.grid.side(slot, config.turned)
        for title, holds in self.grid.titles(slot, config):
            lost = after._replace(used=after.used | title)
            for target, stands in self.grid.targets(config, side, title):
                bit = 1 << target
                won = lost._replace(turned=lost.turned | bit, reserve=lost.reserve | bit, acted=lost.acted | bit)
                dice = dice_for(self.grid.block(slot, config.turned), self.grid.block(target, config.turned))
                yield target, 0.5**dice, holds & stands, (won, lost)

    def as_turned(self, slot: int) -> list[int]:
        """Return by the code of a slot its code once it is turned, by the ruleset's ``defector_strength``."""
        who = self.grid.slots[slot]
        full = self.grid.state.rules.defector_strength != "current"
        return [who.most if full and 0 < code <= who.most else code for code in range(who.codes)]

    def chances(self, config: Config, slot: int) -> list[Floats]:
        """Return the probability of each number of hits of a slot's dice, along its axis and those of its ``power``."""
        grid = self.grid
        steps, power = grid.steps(slot), grid.power(slot, config)
        chances = []
        for n in range(int(steps.max()) + 1):
            rows = np.array([[binomial(int(d), n, f / 6) if n <= d else 0.0 for d in steps] for f in range(MOST_POWER)])
            shape = [1] * grid.n
            shape[slot] = len(steps)
            chance = np.zeros(np.broadcast_shapes(power.shape, tuple(shape)))
            for f in range(MOST_POWER):
                chance += np.where(power == f, rows[f].reshape(shape), 0.0)
            chances.append(chance)
        return chances

    def acted(self, config: Config, slots: list[int]) -> Config:
        """Return the config after these slots have had their turn."""
        return config._replace(acted=config.acted | sum(1 << i for i in slots))


def at(slot: int, code: int) -> tuple[slice, ...]:
    """Return the part of a grid in which a slot has this code."""
    return (slice(None),) * slot + (slice(code, code + 1),)
