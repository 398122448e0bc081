"""The odds of a battle under orders, and under ``stand`` where no order applies.

``Turns`` says whose turn it is, what is legal, who goes first and who leaves. Its subclasses say what they move from
config to config: ``Forward`` the probabilities of all cells of the grid, ``Sampling`` (in ``lots``) single battles.
A test compares the rules restated here with the enumeration on the engine. They hold for battles in which no ordered
retreat can be barred; ``ordered`` says which.
"""

from __future__ import annotations

import heapq
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from itertools import permutations
from typing import Any, Self, TypeAlias

import numpy as np
import numpy.typing as npt

from roses.odds.army import Bools, Floats, Ints
from roses.odds.endings import Fate, Fates, Part, coded
from roses.odds.exits import exits
from roses.odds.grid import Config, Grid, Transitions, at, unruly
from roses.odds.policy import Orders
from roses.progress import ProgressBar
from roses.richard.actions import Charge, Fire, Hit, Pass, Retreat, Treachery
from roses.richard.phases.battle import LAST_ROUND
from roses.richard.position import Phase, battle_in
from roses.richard.state import State
from roses.richard.tables import INDEX, NAMES, PLACES, ROSTER, SIDES

Mass: TypeAlias = npt.NDArray[Any]  # probabilities over the grid (Forward), flags of the battles in hand (Sampling)
Move: TypeAlias = "tuple[Bools, Callable[[Mass], None]]"  # where it is legal, and its effect


def ordered(state: State, orders: Orders) -> bool:
    """Return whether these rules hold for a battle under orders: no retreat that is ordered can be barred (rule 6.6).

    It is barred where it may find its border full or its area taken by the enemy, or where a house may lose its last
    heir because he finds no border open, while others are still to leave.
    """
    if state.phase is not Phase.BATTLE_TURN or unruly(state):
        return False
    grid = Grid(state, None)
    shut = [side for side in (0, 1) if not grid.ways.roomy[side]]
    if any(grid.extinct(side, 0) is not None for side in shut):
        return False
    retreats: dict[tuple[int, str], set[tuple[str, int]]] = {}  # by side and area: (block, round) of each order
    for number, text in orders.written:
        name, _, area = text.partition(" retreats to ")
        if area:
            retreats.setdefault((1 - (state.own[0] >> INDEX[name] & 1), area), set()).add((name, number))
    battle_area = battle_in(state).area
    for (side, area), orders_there in retreats.items():
        width = {PLACES[way]: width for way, width in exits(state, side).items()}.get(area, 0)
        if not width:  # the order is never legal
            continue
        last: list[str] = []  # where the enemy goes if it must leave in round 4: the first areas that have room for all
        room, blocks = 0, (state.occ[battle_area] & ~state.prisoner).bit_count()
        for way, crossing in exits(state, 1 - side).items():
            if room < blocks:
                last.append(PLACES[way])
                room += crossing
        late = any(number in (0, LAST_ROUND) for _name, number in orders_there) and area in last
        names = {name for name, _number in orders_there}
        if shut or len(names) > width or (1 - side, area) in retreats or late:
            return False
    return True


class Turns(Transitions, ABC):
    """The turns of one battle under orders; with ``shuffled`` the blocks of a letter fire in random order.

    ``mass`` is what is in hand in a config: a subclass says what its numbers are.
    """

    def __init__(self, grid: Grid, orders: Orders, shuffled: bool) -> None:
        super().__init__(grid)
        self.orders, self.shuffled = orders, shuffled
        self.wins: dict[tuple[str, int], float] = {}  # (winner, last round) to probability
        self.fates: Fates = {}
        self.exits = [[PLACES[area] for area in exits(grid.state, side)] for side in (0, 1)]
        self._left_before = grid.place(grid.state)[0].left
        battle = battle_in(grid.state)
        left = [side for side, _border in battle.crossings] if battle.round == LAST_ROUND else []
        self._room = [  # how many blocks of each side find an open border in round 4, None if all do
            None if grid.ways.roomy[side] else sum(exits(grid.state, side).values()) - left.count(side)
            for side in (0, 1)
        ]

    @abstractmethod
    def add(self, config: Config, mass: Mass) -> None:
        """Let the mass go on in a config."""

    @abstractmethod
    def finish(self, config: Config, winner: int, mass: Mass) -> None:
        """Count battles that are over."""

    @abstractmethod
    def take(self, mass: Mass, slots: list[int]) -> Mass:
        """Take out and return the part in which none of these slots has a step left."""

    @abstractmethod
    def lose(self, mass: Mass, slot: int, where: Bools) -> Mass:
        """Return the mass once a slot has died in these cells."""

    @abstractmethod
    def fire(self, config: Config, side: int, slot: int, mass: Mass) -> None:
        """Let a slot fire: hits fall on the strongest of the enemy's line, the surplus on the next (rule 6.4)."""

    @abstractmethod
    def charge(self, config: Config, heir: int, target: int) -> Callable[[Mass], None]:
        """Return what a charge does: hits on the target alone, and its reply on the heir alone (rule 6.5)."""

    @abstractmethod
    def roll(self, target: int, chance: float, won: Config, lost: Config) -> Callable[[Mass], None]:
        """Return what a treachery roll does (rule 6.9)."""

    # ---- from config to config

    def follow(self, config: Config, mass: Mass) -> None:
        """Finish what is over in a config, then move on where a reserve comes up; let the rest act (rules 6.2, 6.3)."""
        grid = self.grid
        for side in (0, 1):
            if grid.extinct(side, config.turned) is not None:
                self.finish(config, 1 - side, self.take(mass, grid.heirs(side, config.turned)))
        for side in (0, 1):
            there = [i for i in grid.of(side, config.turned) if not config.left >> i & 1]
            self.finish(config, 1 - side, self.take(mass, there))
        for side, after in self.deployments(config):
            self.add(after, self.take(mass, grid.line(config, side)))
        group = self.group(config)
        if group is not None:
            self.turn(config, *group, mass)
        elif config.round < LAST_ROUND:
            self.add(self.next_round(config), mass)
        else:
            self.finish(config, 1 - config.attacker, mass)

    # ---- turns

    def turn(self, config: Config, side: int, slots: list[int], mass: Mass) -> None:
        """Let one block of the group act: by the first order that is legal, else the strongest, who fires."""
        if self.leaving(config, side):
            self.leave(config, side, slots, mass)
            return
        legal = {str(action): move for slot in slots for action, move in self.moves(config, side, slot)}
        for text in self.orders.of(config.round):
            if text in legal:
                where, do = legal[text]
                do(mass * where)
                mass *= ~where
        for slot, goes in zip(slots, self.first(config, slots), strict=True):
            self.fire(config, side, slot, mass * goes)
        self.add(self.acted(config, slots), mass * ~self.grid.any_alive(slots))

    def leave(self, config: Config, side: int, slots: list[int], mass: Mass) -> None:
        """Let attackers of a letter leave, the strongest first; a block dies if every border is full (rule 6.6)."""
        grid, room = self.grid, self._room[side]
        for slot in slots if room is not None else []:
            gone = [i for i in grid.of(side, config.turned) if (config.left & ~self._left_before) >> i & 1]
            ahead = sum((grid.alive(i).astype(int) for i in gone), start=np.zeros(grid.unit, dtype=int))
            for other in slots:
                if other != slot:
                    there, mine = grid.along(other, grid.steps(other)), grid.along(slot, grid.steps(slot))
                    first = grid.block(other, config.turned) < grid.block(slot, config.turned)
                    ahead = ahead + ((there >= mine) & (there > 0) if first else there > mine)
            mass = self.lose(mass, slot, grid.alive(slot) & (ahead >= room))
        left = config.left | sum(1 << i for i in slots)
        self.add(self.acted(config, slots)._replace(left=left), mass)

    def first(self, config: Config, slots: list[int]) -> list[Mass]:
        """Return for each slot where it goes first of its group by ``stand``, or the probability that it does."""
        if self.shuffled:
            living = sum((self.grid.alive(i).astype(int) for i in slots), start=np.zeros(self.grid.unit, dtype=int))
            return [self.grid.alive(i) / np.maximum(living, 1) for i in slots]
        ranks = self.ranks(config, slots)
        first = [self.grid.alive(i) for i in slots]
        for i, other in permutations(range(len(slots)), 2):
            first[i] = first[i] & (ranks[i] > ranks[other])
        return first

    def ranks(self, config: Config, slots: list[int]) -> list[Ints]:
        """Return the rank of each slot; the highest goes first: the strongest, of equals that of more firepower."""
        grid, ranks = self.grid, []
        for slot in slots:
            block = grid.block(slot, config.turned)
            defends = grid.power(slot, config._replace(attacker=1 - grid.side(slot, config.turned)))
            strength = grid.along(slot, grid.steps(slot)) * 8 + ROSTER[block].firepower
            ranks.append((strength * 8 + defends) * len(NAMES) + len(NAMES) - block)
        return ranks

    def moves(self, config: Config, side: int, slot: int) -> Iterator[tuple[object, Move]]:
        """Yield each action of a slot that orders may name, with the cells where it is legal and its effect."""
        grid, after = self.grid, self.acted(config, [slot])
        name, alive = NAMES[grid.block(slot, config.turned)], grid.alive(slot)
        yield Pass(name), (alive, lambda mass: self.add(after, mass))
        yield Fire(name), (alive, lambda mass: self.fire(config, side, slot, mass))
        if config.round > 1:
            gone = after._replace(left=after.left | 1 << slot)
            for area in self.exits[side]:
                yield Retreat(name, area), (alive, lambda mass: self.add(gone, mass))
        senior = grid.senior(slot, config)
        if senior is not None:
            for target in grid.line(config, 1 - side):
                charge = self.charge(config, slot, target)
                yield Charge(name, self.name(config, target)), (senior & grid.alive(target), charge)
        for target, chance, where, pair in self.rolls(config, after, slot):
            yield Treachery(name, self.name(config, target)), (alive & where, self.roll(target, chance, *pair))

    def name(self, config: Config, slot: int) -> str:
        """Return the name under which a slot fights now."""
        return NAMES[self.grid.block(slot, config.turned)]

    # ---- ends

    def count(self, config: Config, winner: int, total: float, shares: Sequence[Sequence[float]]) -> None:
        """Add battles that ended in a config to the odds; ``shares`` are by slot and steps left."""
        key = (SIDES[winner], config.round)
        self.wins[key] = self.wins.get(key, 0.0) + total
        fates: list[tuple[tuple[str, Fate, int], float]] = []
        for slot, who in enumerate(self.grid.slots):
            name = self.name(config, slot)
            lives: Fate = "away" if config.left >> slot & 1 else "stands"
            fates += [((name, lives if steps else "eliminated", steps), p) for steps, p in enumerate(shares[slot])]
            if config.turned >> slot & 1:
                fates.append(((NAMES[who.block], "turned", 0), total))
        for fate, chance in fates:
            if chance:
                self.fates[fate] = self.fates.get(fate, 0.0) + chance

    def endings(self, config: Config, winner: int, steps: npt.NDArray[np.integer], chance: Floats) -> Part:
        """Return endings in a config: each has a row of ``steps``, with those of each slot, and a ``chance``."""
        names = tuple(self.name(config, i) for i in range(self.grid.n))
        away = [bool(config.left >> i & 1) for i in range(self.grid.n)]
        return Part(SIDES[winner], config.round, names, coded(steps, away), chance)

    def hit_order(self, config: Config, line: list[int]) -> dict[int, int]:
        """Return the place of each slot of a line among equals: 0 takes the hits first, as orders say."""
        names = {i: str(Hit(self.name(config, i))) for i in line}
        orders = [text for text in self.orders.of(config.round) if text in names.values()]
        return {i: orders.index(names[i]) if names[i] in orders else len(orders) for i in line}


Over: TypeAlias = Callable[[Config, int, Floats], None]  # takes (config, winner, mass) of battles that are over

MOST_CELLS = 12_000_000  # cells of the grid: some twenty such arrays are held at a time, two gigabytes


class Forward(Turns):
    """A battle under orders: ``run()`` computes ``wins`` and ``fates``; ``parts()`` computes anew, ending by ending.

    ``undecided`` is the probability of battles that had not ended when it was interrupted.
    """

    def __init__(self, state: State, orders: Orders, shuffled: bool = False) -> None:
        super().__init__(Grid(state, None), orders, shuffled)
        self._shares: dict[tuple[object, ...], Floats] = {}
        self.undecided = 0.0

    def run(self) -> Self:
        """Compute the odds."""

        def end(config: Config, winner: int, mass: Floats) -> None:
            total, every = float(mass.sum()), set(range(self.grid.n))
            if total:
                shares = [mass.sum(axis=tuple(every - {i})).tolist() for i in range(self.grid.n)]
                self.count(config, winner, total, shares)

        try:
            self._run(end)
        except KeyboardInterrupt:
            self.undecided = 1.0 - sum(self.wins.values())
        return self

    # ---- from config to config

    def _run(self, over: Over) -> None:
        """Move all probability from the position to the ends of the battle, and pass these to ``over``."""
        config, cell = self.grid.place(self.grid.state)
        self._end, self._mass = over, dict[Config, Floats]()
        self._queue: list[tuple[int, int, int, Config]] = []
        start = np.zeros(self.grid.shape)
        start[cell] = 1.0
        self.add(config, start)
        with ProgressBar("odds under orders", "layer") as bar:
            while self._queue:
                config = heapq.heappop(self._queue)[-1]
                self.follow(config, self._mass.pop(config))
                bar.update()

    def add(self, config: Config, mass: Floats) -> None:
        """Add probability to a config, which is handled after all configs that may still lead to it."""
        if config in self._mass:
            self._mass[config] += mass
        elif mass.any():
            self._mass[config] = np.broadcast_to(mass, self.grid.shape).copy()
            far = (config.round, config.acted.bit_count(), -config.reserve.bit_count())
            heapq.heappush(self._queue, (*far, config))

    def finish(self, config: Config, winner: int, mass: Floats) -> None:
        """Pass the probabilities to the function that counts or collects endings."""
        self._end(config, winner, mass)

    def take(self, mass: Floats, slots: list[int]) -> Floats:
        """Take out and return the cells in which none of these slots has a step left."""
        part = np.zeros_like(mass)
        empty = tuple(slice(0, 1) if i in slots else slice(None) for i in range(self.grid.n))
        part[empty] = mass[empty]
        mass[empty] = 0.0
        return part

    def roll(self, target: int, chance: float, won: Config, lost: Config) -> Callable[[Floats], None]:
        """Return what a treachery roll does: it divides the probabilities between two configs (rule 6.9)."""

        def roll(mass: Floats) -> None:
            self.add(lost, (1 - chance) * mass)
            self.add(won, chance * _move(mass, target, self.as_turned(target)))

        return roll

    def charge(self, config: Config, heir: int, target: int) -> Callable[[Floats], None]:
        """Return what a charge does: hits on the target alone, and its reply on the heir alone (rule 6.5)."""

        def charge(mass: Floats) -> None:
            struck = self._blow(config, heir, target, mass)
            dead = np.zeros_like(struck)
            dead[at(target, 0)] = struck[at(target, 0)]
            struck[at(target, 0)] = 0.0
            self.add(self.acted(config, [heir]), dead + self._blow(config, target, heir, struck))

        return charge

    def _blow(self, config: Config, slot: int, target: int, mass: Floats) -> Floats:
        """Return the probabilities after a slot has thrown its dice against one block."""
        after = np.zeros_like(mass)
        codes = range(self.grid.shape[target])
        for n, chance in enumerate(self.chances(config, slot)):
            after += _move(mass * chance, target, [max(code - n, 0) for code in codes])
        return after

    def lose(self, mass: Floats, slot: int, where: Bools) -> Floats:
        """Move the probabilities of these cells to those in which the slot is dead."""
        lost = mass * where
        return mass - lost + _move(lost, slot, [0] * self.grid.shape[slot])

    # ---- fire

    def fire(self, config: Config, side: int, slot: int, mass: Floats) -> None:
        """Let a slot fire: hits fall on the strongest of the enemy's line, the surplus on the next (rule 6.4)."""
        if not mass.any():
            return
        line = self.grid.line(config, 1 - side)
        chances = self.chances(config, slot)
        after, waiting = mass * chances[0], [mass * chance for chance in chances]
        for n in range(len(chances) - 1, 0, -1):
            left = waiting[n]
            after += self.take(left, line)
            for struck in (0, 1):  # a house without heirs has lost: nothing more is hit
                if self.grid.extinct(struck, config.turned) is not None:
                    after += self.take(left, self.grid.heirs(struck, config.turned))
            for target in line:
                for steps in range(1, self.grid.slots[target].most + 1):
                    here, to = at(target, steps), at(target, max(steps - n, 0))
                    part = left[here] * self._share(config, target, steps, line)
                    (waiting[n - steps] if steps < n else after)[to] += part
        self.add(self.acted(config, [slot]), after)

    def _share(self, config: Config, slot: int, steps: int, line: list[int]) -> Floats:
        """Return the probability that a slot of this strength takes the hits: by orders or, among equals, by lot."""
        places = self.hit_order(config, line)
        key = (slot, steps, tuple(places.items()))
        if key not in self._shares:
            grid, tied = self.grid, np.ones(self.grid.unit)
            spared = np.zeros(grid.unit, dtype=bool)
            for other in line:
                if other != slot:
                    there = grid.along(other, grid.steps(other))
                    spared = spared | (there > steps) | ((there == steps) & (places[other] < places[slot]))
                    tied = tied + ((there == steps) & (places[other] == places[slot]))
            self._shares[key] = np.where(spared, 0.0, 1.0 / tied)
        return self._shares[key]

    # ---- ends

    def parts(self) -> Iterator[Part]:
        """Yield every ending."""
        parts: list[Part] = []

        def collect(config: Config, winner: int, mass: Floats) -> None:
            cells = np.argwhere(mass)
            if len(cells):
                parts.append(self.endings(config, winner, cells, mass[tuple(cells.T)]))

        self._run(collect)
        yield from parts


def _move(mass: Floats, slot: int, to: list[int]) -> Floats:
    """Return the probabilities with those of each code of a slot moved to another."""
    moved = np.zeros_like(mass)
    for code, new in enumerate(to):
        moved[at(slot, new)] += mass[at(slot, code)]
    return moved
