"""The odds when both sides follow orders, and ``stand`` else: probabilities move from config to config on the grid."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from typing import Self, TypeAlias

import numpy as np

from roses.odds.grid.grid import Config, Grid
from roses.odds.grid.transitions import at
from roses.odds.grid.turns import Turns
from roses.odds.listing import Part
from roses.odds.policy import Orders
from roses.odds.tables.army import Bools, Floats
from roses.progress import ProgressBar
from roses.richard.state import State

Over: TypeAlias = Callable[[Config, int, Floats], None]

MOST_CELLS = 12_000_000  # cells of the grid: some twenty such arrays are kept at a time, two gigabytes


class Forward(Turns):
    """A battle under orders: ``run()`` finds ``wins`` and ``fates``; ``parts()`` computes it again, ending by ending.

    ``undecided`` is the probability of battles that had not ended when it was interrupted.
    """

    def __init__(self, state: State, orders: Orders, shuffled: bool = False) -> None:
        super().__init__(Grid(state, None), orders, shuffled)
        self._shares: dict[tuple[object, ...], Floats] = {}
        self.undecided = 0.0

    def run(self) -> Self:
        """Compute the odds."""
        try:
            self._run(self._count)
        except KeyboardInterrupt:
            self.undecided = 1.0 - sum(self.wins.values())
        return self

    # ---- from config to config

    def _run(self, over: Over) -> None:
        """Move all probability on to the ends of the battle."""
        config, cell = self.grid.place(self.grid.state)
        self._end, self._mass = over, dict[Config, Floats]()
        self._queue: list[tuple[int, int, int, Config]] = []
        start = np.zeros(self.grid.shape)
        start[cell] = 1.0
        self._add(config, start)
        with ProgressBar("odds under orders", "layer") as bar:
            while self._queue:
                config = heapq.heappop(self._queue)[-1]
                self._follow(config, self._mass.pop(config))
                bar.update()

    def _add(self, config: Config, mass: Floats) -> None:
        """Add probability to a config, which is handled after all configs that may still lead to it."""
        if config in self._mass:
            self._mass[config] += mass
        elif mass.any():
            self._mass[config] = np.broadcast_to(mass, self.grid.shape).copy()
            far = (config.round, config.acted.bit_count(), -config.reserve.bit_count())
            heapq.heappush(self._queue, (*far, config))

    def _over(self, config: Config, winner: int, mass: Floats) -> None:
        self._end(config, winner, mass)

    def _take(self, mass: Floats, slots: list[int]) -> Floats:
        """Take out and return the cells in which none of these slots has a step left."""
        taken = np.zeros_like(mass)
        empty = tuple(slice(0, 1) if i in slots else slice(None) for i in range(self.grid.n))
        taken[empty] = mass[empty]
        mass[empty] = 0.0
        return taken

    def _rolling(self, target: int, chance: float, won: Config, lost: Config) -> Callable[[Floats], None]:
        def roll(mass: Floats) -> None:
            self._add(lost, (1 - chance) * mass)
            self._add(won, chance * _moved(mass, target, self.as_turned(target)))

        return roll

    def _charging(self, config: Config, heir: int, target: int) -> Callable[[Floats], None]:
        """Return what a charge does: hits on the target alone, and its reply on the heir alone (rule 6.5)."""

        def charge(mass: Floats) -> None:
            struck = self._blow(config, heir, target, mass)
            dead = np.zeros_like(struck)
            dead[at(target, 0)] = struck[at(target, 0)]
            struck[at(target, 0)] = 0.0
            self._add(self.acted(config, [heir]), dead + self._blow(config, target, heir, struck))

        return charge

    def _blow(self, config: Config, slot: int, target: int, mass: Floats) -> Floats:
        """Return the probabilities after a slot has thrown its dice against one block."""
        after = np.zeros_like(mass)
        codes = range(self.grid.shape[target])
        for n, chance in enumerate(self.chances(config, slot)):
            after += _moved(mass * chance, target, [max(code - n, 0) for code in codes])
        return after

    def _lose(self, mass: Floats, slot: int, where: Bools) -> Floats:
        barred = mass * where
        return mass - barred + _moved(barred, slot, [0] * self.grid.shape[slot])

    # ---- fire

    def _fire(self, config: Config, side: int, slot: int, mass: Floats) -> None:
        """Let a slot fire: hits fall on the strongest of the enemy's line, the surplus on the next (rule 6.4)."""
        if not mass.any():
            return
        line = self.grid.line(config, 1 - side)
        chances = self.chances(config, slot)
        after, waiting = mass * chances[0], [mass * chance for chance in chances]
        for n in range(len(chances) - 1, 0, -1):
            left = waiting[n]
            after += self._take(left, line)
            for struck in (0, 1):  # a house without heirs has lost: nothing more is hit
                if self.grid.extinct(struck, config.turned) is not None:
                    after += self._take(left, self.grid.heirs(struck, config.turned))
            for target in line:
                for steps in range(1, self.grid.slots[target].most + 1):
                    here, to = at(target, steps), at(target, max(steps - n, 0))
                    part = left[here] * self._share(config, target, steps, line)
                    (waiting[n - steps] if steps < n else after)[to] += part
        self._add(self.acted(config, [slot]), after)

    def _share(self, config: Config, slot: int, steps: int, line: list[int]) -> Floats:
        """Return the probability that a slot of so many steps takes the hits: by orders or, among equals, by lot."""
        ranks = self._spared(config, line)
        key = (slot, steps, tuple(ranks.items()))
        if key not in self._shares:
            grid, tied = self.grid, np.ones(self.grid.unit)
            spared = np.zeros(grid.unit, dtype=bool)
            for other in line:
                if other != slot:
                    there = grid.along(other, grid.steps(other))
                    spared = spared | (there > steps) | ((there == steps) & (ranks[other] < ranks[slot]))
                    tied = tied + ((there == steps) & (ranks[other] == ranks[slot]))
            self._shares[key] = np.where(spared, 0.0, 1.0 / tied)
        return self._shares[key]

    # ---- ends

    def _count(self, config: Config, winner: int, mass: Floats) -> None:
        """Add battles that are over to the odds."""
        total, every = float(mass.sum()), set(range(self.grid.n))
        if total:
            self._tell(config, winner, total, [mass.sum(axis=tuple(every - {i})).tolist() for i in range(self.grid.n)])

    def parts(self) -> Iterator[Part]:
        """Yield every ending."""
        parts: list[Part] = []

        def spell(config: Config, winner: int, mass: Floats) -> None:
            cells = np.argwhere(mass)
            if len(cells):
                parts.append(self._part(config, winner, cells, mass[tuple(cells.T)]))

        self._run(spell)
        yield from parts


def _moved(mass: Floats, slot: int, to: list[int]) -> Floats:
    """Return the probabilities with those of each code of a slot moved to another."""
    moved = np.zeros_like(mass)
    for code, new in enumerate(to):
        moved[at(slot, new)] += mass[at(slot, code)]
    return moved
