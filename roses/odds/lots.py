"""Battles simulated with random dice, thousands at once: the rules of ``Turns`` applied to rows of strengths."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from roses.odds.army import MOST_HITS, Bools, Ints
from roses.odds.endings import Part
from roses.odds.forward import Turns
from roses.odds.grid import Config, Grid
from roses.odds.policy import Orders
from roses.progress import ProgressBar
from roses.richard.state import State

Rows = npt.NDArray[np.uint8]  # one for each battle, with the strength of each slot
BATCH = 20_000  # battles fought at once


class SampleGrid(Grid):
    """A grid whose arrays have one axis, that of the battles in hand (``rows``), in place of one for each slot."""

    def __init__(self, state: State, rows: Rows) -> None:
        super().__init__(state, None)
        self.rows, self.unit = rows, (1,)

    def along(self, slot: int, values: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return for each battle the value that belongs to the strength of a slot in it."""
        chosen: npt.NDArray[Any] = values[self.rows[:, slot]]
        return chosen

    def power(self, slot: int, config: Config) -> Ints:
        """Return the firepower of a slot in each battle."""
        table = super().power(slot, config)
        powers: Ints = table[tuple(self.rows[:, i] if size > 1 else 0 for i, size in enumerate(table.shape))]
        return np.atleast_1d(powers)


class Sampling(Turns):
    """Battles under orders with random dice: ``run(n)`` fights n; ``wins`` and ``fates`` are shares of them.

    ``done`` is the number of battles fought, fewer than ``n`` after an interruption. ``mass`` says of each battle in
    hand whether it is meant. ``lots`` is the grid.
    """

    def __init__(self, state: State, orders: Orders, seed: int, shuffled: bool = False) -> None:
        self.lots = SampleGrid(state, np.zeros((0, 0), dtype=np.uint8))
        super().__init__(self.lots, orders, shuffled)
        self._rng = np.random.default_rng(seed)
        self._ends: dict[tuple[Config, int], list[Rows]] = {}
        self.done = 0

    def run(self, n: int) -> Self:
        """Fight ``n`` battles."""
        try:
            with ProgressBar("battles by lot", "battle", n) as bar:
                for begin in range(0, n, BATCH):
                    self._fight(min(BATCH, n - begin))
                    bar.update(min(BATCH, n - begin))
        except KeyboardInterrupt:
            if not self.done:
                raise
        for config, winner, rows in self._endings():
            shares = [(np.bincount(rows[:, i]) / self.done).tolist() for i in range(self.grid.n)]
            self.count(config, winner, len(rows) / self.done, shares)
        return self

    def parts(self) -> Iterator[Part]:
        """Yield the endings of all battles that were fought."""
        for config, winner, rows in self._endings():
            yield self.endings(config, winner, rows, np.full(len(rows), 1 / self.done))

    def _endings(self) -> Iterator[tuple[Config, int, Rows]]:
        """Yield (config, winner, rows) of the battles that were fought, by how they ended."""
        for (config, winner), batches in self._ends.items():
            yield config, winner, np.concatenate(batches)

    def _fight(self, n: int) -> None:
        """Fight ``n`` battles to their end."""
        config, cell = self.grid.place(self.grid.state)
        self._batch: list[tuple[Config, int, Rows]] = []
        self._waiting: dict[Config, list[Rows]] = {}
        self._queue: list[tuple[int, int, int, Config]] = []
        self._put(config, np.tile(np.array(cell, dtype=np.uint8), (n, 1)))
        while self._queue:
            config = heapq.heappop(self._queue)[-1]
            self.lots.rows = np.concatenate(self._waiting.pop(config))
            self.follow(config, np.ones(len(self.lots.rows), dtype=bool))
        for config, winner, rows in self._batch:
            self._ends.setdefault((config, winner), []).append(rows)
        self.done += n

    def _put(self, config: Config, rows: Rows) -> None:
        """Let these battles go on in a config, which is handled after all configs that may still lead to it."""
        if not len(rows):
            return
        if config not in self._waiting:
            far = (config.round, config.acted.bit_count(), -config.reserve.bit_count())
            heapq.heappush(self._queue, (*far, config))
        self._waiting.setdefault(config, []).append(rows)

    def add(self, config: Config, mass: Bools) -> None:
        """Let battles in hand go on in a config."""
        self._put(config, self.lots.rows[np.broadcast_to(mass, len(self.lots.rows))])

    def finish(self, config: Config, winner: int, mass: Bools) -> None:
        """Collect battles in hand that are over."""
        if mass.any():
            self._batch.append((config, winner, self.lots.rows[mass]))

    def take(self, mass: Bools, slots: list[int]) -> Bools:
        """Take out and return the battles in which none of these slots has a step left."""
        part: Bools = mass & ~self.lots.rows[:, slots].any(axis=1)
        mass &= ~part
        return part

    def lose(self, mass: Bools, slot: int, where: Bools) -> Bools:
        """Let a slot die in battles, which stay in hand."""
        self.lots.rows[mass & where, slot] = 0
        return mass

    # ---- turns

    def turn(self, config: Config, side: int, slots: list[int], mass: Bools) -> None:
        """Let one block of the group act, or the whole group fire if no order names one of its blocks."""
        names = tuple(f"{self.name(config, i)} " for i in slots)
        if self.leaving(config, side) or any(text.startswith(names) for text in self.orders.of(config.round)):
            super().turn(config, side, slots, mass)
        else:
            self._volley(config, side, slots, mass)

    def first(self, config: Config, slots: list[int]) -> list[Bools]:
        """Return for each slot in which battles it goes first of its group."""
        if not self.shuffled:
            return super().first(config, slots)
        lot = self._rng.random((len(self.lots.rows), len(slots))) * (self.lots.rows[:, slots] > 0)
        return [(lot[:, i] > 0) & (lot.argmax(axis=1) == i) for i in range(len(slots))]

    def _volley(self, config: Config, side: int, slots: list[int], mass: Bools) -> None:
        """Let the blocks of a group fire in turn; where an enemy reserve must come up, the others wait."""
        self.lots.rows = rows = self.lots.rows[mass]
        shape = (len(rows), len(slots))
        ranks = self._rng.random(shape) if self.shuffled else np.stack(self.ranks(config, slots), axis=1)
        order = np.argsort(-ranks, axis=1)  # a row for each battle: indices of ``slots``, in the order of fire
        reserve = any(who != side for who, _after in self.deployments(config))
        for turn in range(len(slots)):
            place = order[:, turn]
            slot = np.array(slots)[place]
            power = np.stack([np.broadcast_to(self.grid.power(i, config), len(rows)) for i in slots], axis=1)
            battles = np.arange(len(rows))
            self._strike(config, rows, 1 - side, self._hits(rows[battles, slot], power[battles, place]))
            if reserve:
                bare = ~rows[:, self.grid.line(config, 1 - side)].any(axis=1)
                for acted in np.unique(order[bare, : turn + 1], axis=0) if bare.any() else ():
                    same = bare & (order[:, : turn + 1] == acted).all(axis=1)
                    self._put(self.acted(config, [slots[i] for i in acted]), rows[same])
                self.lots.rows, order = rows[~bare], order[~bare]
                rows = self.lots.rows
        self._put(self.acted(config, slots), rows)

    # ---- dice

    def _hits(self, dice: Rows, power: Ints) -> Ints:
        """Throw this number of dice in each battle; return how many hit with this firepower."""
        faces = self._rng.integers(0, 6, (len(dice), MOST_HITS), dtype=np.uint8)
        hits: Ints = ((faces < power[:, None]) & (np.arange(MOST_HITS) < dice[:, None])).sum(axis=1)
        return hits

    def _strike(self, config: Config, rows: Rows, side: int, hits: Ints) -> None:
        """Let hits fall on the strongest of a line, of equals by orders or at random, the surplus on the next (6.4)."""
        line = self.grid.line(config, side)
        places = self.hit_order(config, line)
        delay = np.array([places[i] for i in line], dtype=np.float32)
        slots = np.array(line, dtype=np.intp)
        heirs = [self.grid.heirs(s, config.turned) for s in (0, 1) if self.grid.extinct(s, config.turned) is not None]
        struck = np.flatnonzero(hits) if line else slots  # the battles in which hits are left
        while len(struck):
            steps = rows[struck][:, slots]
            alive = steps.any(axis=1)
            for house in heirs:
                alive &= rows[struck][:, house].any(axis=1)
            struck, steps = struck[alive], steps[alive]
            lot = self._rng.random(steps.shape, dtype=np.float32)
            # steps weigh more than all places, and a place more than the lot, which is below 1
            target = slots[(steps * np.float32(len(line) + 1) - delay + lot).argmax(axis=1)]
            lost = np.minimum(hits[struck], rows[struck, target])
            rows[struck, target] -= lost.astype(np.uint8)
            hits[struck] -= lost
            struck = struck[hits[struck] > 0]

    def _shots(self, config: Config, slot: int, rows: Rows) -> Ints:
        """Return the hits that a slot throws in these battles."""
        before, self.lots.rows = self.lots.rows, rows  # the grid gives the firepower for its rows
        power = np.broadcast_to(self.grid.power(slot, config), len(rows))
        self.lots.rows = before
        return self._hits(rows[:, slot], power)

    def fire(self, config: Config, side: int, slot: int, mass: Bools) -> None:
        """Throw a slot's dice in battles in hand, and let the hits fall (rule 6.4)."""
        rows = self.lots.rows[mass]
        self._strike(config, rows, 1 - side, self._shots(config, slot, rows))
        self._put(self.acted(config, [slot]), rows)

    def charge(self, config: Config, heir: int, target: int) -> Callable[[Bools], None]:
        """Return what a charge does: hits on the target alone, and its reply on the heir alone (rule 6.5)."""

        def charge(mass: Bools) -> None:
            rows = self.lots.rows[mass]
            for shooter, struck in ((heir, target), (target, heir)):
                hits = self._shots(config, shooter, rows)
                rows[:, struck] -= np.minimum(hits, rows[:, struck]).astype(np.uint8)
            self._put(self.acted(config, [heir]), rows)

        return charge

    def roll(self, target: int, chance: float, won: Config, lost: Config) -> Callable[[Bools], None]:
        """Return what a treachery roll does: it is thrown in each battle (rule 6.9)."""

        def roll(mass: Bools) -> None:
            even = self._rng.random(len(mass)) < chance
            self.add(lost, mass & ~even)
            rows = self.lots.rows[mass & even]
            rows[:, target] = np.array(self.as_turned(target), dtype=np.uint8)[rows[:, target]]
            self._put(won, rows)

        return roll
