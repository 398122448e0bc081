"""The odds when both sides follow orders, and ``stand`` else: probabilities move from config to config on the grid.

A test compares the rules restated here with the enumeration on the engine. The grid serves battles in which no ordered
retreat can be barred; ``fits`` says which.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from math import prod
from typing import TypeAlias

import numpy as np
from tqdm.auto import tqdm

from roses.engine.i18n import gettext as _
from roses.odds.endings import Ending, Fate, Fates, told
from roses.odds.grid.exits import exits
from roses.odds.grid.grid import Config, Grid, unruly
from roses.odds.grid.transitions import Transitions, at
from roses.odds.policy import Orders
from roses.odds.tables.army import Bools, Floats
from roses.progress import ProgressBar
from roses.richard.actions import Charge, Fire, Hit, Pass, Retreat, Treachery
from roses.richard.phases.battle import LAST_ROUND
from roses.richard.position import Phase, battle_in
from roses.richard.state import State
from roses.richard.tables import INDEX, NAMES, PLACES, ROSTER, SIDES

Over: TypeAlias = Callable[[Config, int, Floats], None]
Move: TypeAlias = "tuple[Bools, Callable[[Floats], None]]"  # where it is legal, and its effect on the probabilities


MOST_CELLS = 12_000_000  # cells of the grid: some twenty such arrays are kept at a time, two gigabytes


def fits(state: State, orders: Orders) -> bool:
    """Whether a battle under orders can be computed on a grid; warns if only its size forbids it."""
    if state.phase is not Phase.BATTLE_TURN or unruly(state):
        return False
    grid = Grid(state, None)
    cells = prod(grid.shape)
    if cells > MOST_CELLS:
        tqdm.write(
            _(
                "odds under orders: {cells:,} strengths are too many at once; walked one by one, for hours or days"
            ).format(cells=cells)
        )
    return cells <= MOST_CELLS and not _barred(grid, state, orders)


def _barred(grid: Grid, state: State, orders: Orders) -> bool:
    """Whether a retreat that is ordered may find its border full or its area taken by the enemy (rule 6.6).

    Or whether a house may lose its last heir because he finds none open, while others are still to leave.
    """
    shut = [side for side in (0, 1) if not grid.ways.roomy[side]]
    if any(grid.extinct(side, 0) is not None for side in shut):
        return True
    wanted: dict[tuple[int, str], set[tuple[str, int]]] = {}
    for number, text in orders.written:
        name, _, area = text.partition(" retreats to ")
        if area:
            wanted.setdefault((1 - (state.own[0] >> INDEX[name] & 1), area), set()).add((name, number))
    for (side, area), given in wanted.items():
        names = {name for name, _n in given}
        width = {PLACES[way]: width for way, width in exits(state, side).items()}.get(area, len(names))
        late = any(number in (0, LAST_ROUND) for _n, number in given) and area in _last(state, 1 - side)
        if shut or len(names) > width or (1 - side, area) in wanted or late:
            return True
    return False


def _last(state: State, side: int) -> list[str]:
    """Return where a side's blocks go if they must leave in round 4: to the first areas that have room for all."""
    found, room, area_of_battle = [], 0, battle_in(state).area
    for area, width in exits(state, side).items():
        if room < (state.occ[area_of_battle] & ~state.prisoner).bit_count():
            found.append(PLACES[area])
            room += width
    return found


class Forward(Transitions):
    """A battle under orders: ``wins`` and ``fates`` are its odds; ``endings()`` computes it again, ending by ending."""

    def __init__(self, state: State, orders: Orders) -> None:
        super().__init__(Grid(state, None))
        self.orders = orders
        self.exits = [[PLACES[area] for area in exits(state, side)] for side in (0, 1)]
        self._room = [self._may_leave(side) for side in (0, 1)]
        self._before = self.grid.place(state)[0].left
        self._shares: dict[tuple[object, ...], Floats] = {}
        self.wins: dict[tuple[str, int], float] = {}
        self.fates: Fates = {}
        self._run(self._count)

    def _may_leave(self, side: int) -> int | None:
        """Return how many blocks of a side find an open border in round 4, None if all do."""
        state, battle = self.grid.state, battle_in(self.grid.state)
        gone = sum(who == side for who, _n in battle.crossings) if battle.round == LAST_ROUND else 0
        return None if self.grid.ways.roomy[side] else sum(exits(state, side).values()) - gone

    # ---- from config to config

    def _run(self, over: Over) -> None:
        """Move all probability on to the ends of the battle."""
        config, cell = self.grid.place(self.grid.state)
        self._over, self._mass = over, dict[Config, Floats]()
        self._queue: list[tuple[int, int, int, Config]] = []
        start = np.zeros(self.grid.shape)
        start[cell] = 1.0
        self._add(config, start)
        with ProgressBar(_("odds under orders"), _("layer")) as bar:
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

    def _follow(self, config: Config, mass: Floats) -> None:
        """Move on what is over in a config, then where a reserve comes up; the rest has a turn (rules 6.2, 6.3)."""
        grid = self.grid
        for side in (0, 1):
            if grid.extinct(side, config.turned) is not None:
                self._over(config, 1 - side, self._take(mass, grid.heirs(side, config.turned)))
        for side in (0, 1):
            there = [i for i in grid.of(side, config.turned) if not config.left >> i & 1]
            self._over(config, 1 - side, self._take(mass, there))
        for side, after in self.deployments(config):
            self._add(after, self._take(mass, grid.line(config, side)))
        group = self.group(config)
        if group is not None:
            self._turn(config, *group, mass)
        elif config.round < LAST_ROUND:
            self._add(self.next_round(config), mass)
        else:
            self._over(config, 1 - config.attacker, mass)

    def _take(self, mass: Floats, slots: list[int]) -> Floats:
        """Take out and return the cells in which none of these slots has a step left."""
        taken = np.zeros_like(mass)
        empty = tuple(slice(0, 1) if i in slots else slice(None) for i in range(self.grid.n))
        taken[empty] = mass[empty]
        mass[empty] = 0.0
        return taken

    # ---- turns

    def _turn(self, config: Config, side: int, slots: list[int], mass: Floats) -> None:
        """Let one block of the group act: by the first order that is legal, else the strongest, who fires."""
        if self.leaving(config, side):
            self._leave(config, side, slots, mass)
            return
        legal = {str(action): move for slot in slots for action, move in self._moves(config, side, slot)}
        for text in self.orders.of(config.round):
            if text in legal:
                where, do = legal[text]
                do(mass * where)
                mass *= ~where
        for slot in slots:
            self._fire(config, side, slot, mass * self._first(config, slot, slots))
        self._add(self.acted(config, slots), mass * ~self.grid.any_alive(slots))

    def _leave(self, config: Config, side: int, slots: list[int], mass: Floats) -> None:
        """Let the attackers of a letter leave, the strongest first; who finds every border full is lost (rule 6.6)."""
        grid, room = self.grid, self._room[side]
        for slot in slots if room is not None else []:
            gone = [i for i in grid.of(side, config.turned) if (config.left & ~self._before) >> i & 1]
            ahead = sum((grid.alive(i).astype(int) for i in gone), start=np.zeros((1,) * grid.n, dtype=int))
            for other in slots:
                if other != slot:
                    there, mine = grid.along(other, grid.steps(other)), grid.along(slot, grid.steps(slot))
                    first = grid.block(other, config.turned) < grid.block(slot, config.turned)
                    ahead = ahead + ((there >= mine) & (there > 0) if first else there > mine)
            barred = mass * (grid.alive(slot) & (ahead >= room))
            mass = mass - barred + _moved(barred, slot, [0] * grid.shape[slot])
        left = config.left | sum(1 << i for i in slots)
        self._add(self.acted(config, slots)._replace(left=left), mass)

    def _first(self, config: Config, slot: int, slots: list[int]) -> Bools:
        """Return where a slot goes first of its group by ``stand``: the strongest, of equals that of more firepower."""
        grid, blocks = self.grid, {i: self.grid.block(i, config.turned) for i in slots}
        defends = config._replace(attacker=1 - grid.side(slot, config.turned))
        ranks = {
            i: grid.along(i, grid.steps(i)) * 64 + ROSTER[blocks[i]].firepower * 8 + grid.power(i, defends)
            for i in slots
        }
        found = grid.alive(slot)
        for other in slots:
            if other != slot:
                before = blocks[slot] < blocks[other]
                found = found & (ranks[slot] >= ranks[other] if before else ranks[slot] > ranks[other])
        return found

    def _moves(self, config: Config, side: int, slot: int) -> Iterator[tuple[object, Move]]:
        """Yield each action of a slot that orders may name, with the cells where it is legal and its effect."""
        grid, after = self.grid, self.acted(config, [slot])
        name, alive = NAMES[grid.block(slot, config.turned)], grid.alive(slot)
        yield Pass(name), (alive, lambda mass: self._add(after, mass))
        yield Fire(name), (alive, lambda mass: self._fire(config, side, slot, mass))
        if config.round > 1:
            gone = after._replace(left=after.left | 1 << slot)
            for area in self.exits[side]:
                yield Retreat(name, area), (alive, lambda mass: self._add(gone, mass))
        senior = grid.senior(slot, config)
        if senior is not None:
            for target in grid.line(config, 1 - side):
                charge = self._charging(config, slot, target)
                yield Charge(name, self._name(config, target)), (senior & grid.alive(target), charge)
        for target, chance, where, pair in self.rolls(config, after, slot):
            yield (
                Treachery(name, self._name(config, target)),
                (alive & where, self._rolling(target, chance, *pair)),
            )

    def _name(self, config: Config, slot: int) -> str:
        return NAMES[self.grid.block(slot, config.turned)]

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
        names = {i: str(Hit(self._name(config, i))) for i in line}
        orders = [text for text in self.orders.of(config.round) if text in names.values()]
        ranks = {i: orders.index(names[i]) if names[i] in orders else len(orders) for i in line}
        key = (slot, steps, tuple(ranks.items()))
        if key not in self._shares:
            grid, tied = self.grid, np.ones((1,) * self.grid.n)
            spared = np.zeros((1,) * grid.n, dtype=bool)
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
        total = float(mass.sum())
        if not total:
            return
        key = (SIDES[winner], config.round)
        self.wins[key] = self.wins.get(key, 0.0) + total
        for slot, who in enumerate(self.grid.slots):
            shares = mass.sum(axis=tuple(i for i in range(self.grid.n) if i != slot))
            for steps, chance in enumerate(shares.tolist()):
                fate: Fate = "eliminated" if not steps else "away" if config.left >> slot & 1 else "stands"
                self._tell((self._name(config, slot), fate, steps), chance)
            if config.turned >> slot & 1:
                self._tell((NAMES[who.block], "turned", 0), total)

    def _tell(self, key: tuple[str, Fate, int], chance: float) -> None:
        if chance:
            self.fates[key] = self.fates.get(key, 0.0) + chance

    def endings(self) -> list[Ending]:
        """Return every ending."""
        found: dict[Ending, float] = {}

        def spell(config: Config, winner: int, mass: Floats) -> None:
            for cell in np.argwhere(mass).tolist():
                end = self._ending(config, winner, cell)
                found[end] = found.get(end, 0.0) + float(mass[tuple(cell)])

        self._run(spell)
        return told(found)

    def _ending(self, config: Config, winner: int, cell: list[int]) -> Ending:
        lives = [(slot, self._name(config, slot), steps) for slot, steps in enumerate(cell) if steps]
        there = tuple((name, steps) for slot, name, steps in lives if not config.left >> slot & 1)
        away = tuple((name, steps) for slot, name, steps in lives if config.left >> slot & 1)
        lost = tuple(self._name(config, slot) for slot, steps in enumerate(cell) if not steps)
        return Ending(1.0, SIDES[winner], config.round, there, away, lost)


def _moved(mass: Floats, slot: int, to: list[int]) -> Floats:
    """Return the probabilities with those of each code of a slot moved to another."""
    found = np.zeros_like(mass)
    for code, new in enumerate(to):
        found[at(slot, new)] += mass[at(slot, code)]
    return found
