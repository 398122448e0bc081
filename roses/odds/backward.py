"""Best play of a battle, solved backwards from its ends: config by config, all strengths at once in a numpy array.

``grid`` says what a config, a slot, a code and a grid are. A test compares the rules restated here (turns, hits,
charges, treachery, reserves, control) with the engine: in random positions the value equals the best of the engine's
legal choices.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from itertools import product
from math import prod
from typing import TypeAlias

import numpy as np
from scipy import sparse

from roses.odds.army import Bools, Floats, Ints, binomial
from roses.odds.endings import Ending, Objective
from roses.odds.grid import Config, Grid, Transitions, at
from roses.progress import counted
from roses.richard.phases.battle import LAST_ROUND
from roses.richard.tables import NAMES, SIDES

Falls: TypeAlias = tuple[Ints, list[tuple[Ints, Ints]]]  # see ``Backward._falls``
MEMORY = 6e9  # the most bytes of values held at a time
HELD = 4e8  # the most bytes of the cache of values after hits


class Backward(Transitions):
    """Values of all positions of a battle, solved when they are first needed; ``solved`` holds them.

    ``value(config)`` is an array over the grid: the value of the objective from there on. Where it counts steps, those
    that have left before are not in it. ``ahead(config)`` names the configs it is computed from.
    """

    def __init__(self, grid: Grid, aim: Objective) -> None:
        super().__init__(grid)
        self.aim = aim
        self.most = [self.aim.house == side for side in SIDES]  # whether a side maximises the objective, by side
        self.solved: dict[Config, Floats] = {}
        self._end_values: dict[tuple[int, int, int], Floats] = {}
        self._falls_of: dict[tuple[int, ...], list[Falls]] = {}
        self._hit_values: dict[tuple[Config, int], list[Floats]] = {}
        self._duels: dict[tuple[int, int, int, int], sparse.csr_array] = {}

    # ---- the order of configs

    def ahead(self, config: Config) -> list[Config]:
        """Return the configs from whose values those of ``config`` are computed."""
        configs = [after for _n, after in self.deployments(config)]
        group = self.group(config)
        if group is None:
            return configs + ([] if config.round == LAST_ROUND else [self.next_round(config)])
        side, slots = group
        configs.append(self.acted(config, slots))
        for slot in slots:
            after = self.acted(config, [slot])
            configs.append(after)
            if config.round > 1:
                configs += [after._replace(ways=ways) for ways in self.grid.ways.after(config.ways, side)]
            if not self.leaving(config, side):
                configs += [c for *_, pair in self.rolls(config, after, slot) for c in pair]
        return list(dict.fromkeys(configs))

    # ---- values

    def value(self, config: Config) -> Floats:
        """Return the values of a config, after solving the configs they depend on."""
        order = [] if config in self.solved else self.order(config)
        for needed in counted(order, "best play from here", "layer", len(order)):
            if needed not in self.solved:
                self.solved[needed] = self.solve(needed)
        return self.solved[config]

    def solve_all(self, order: Iterable[Config], firsts: Collection[Config], *, keep: bool) -> None:
        """Solve configs in this order; unless ``keep``, drop each that no later one needs, except ``firsts``."""
        needed = [] if keep else list(order)
        waiting = Counter(after for config in needed for after in self.ahead(config))
        for config in order if keep else needed:
            self.solved[config] = self.solve(config)
            if len(self.solved) * self.solved[config].nbytes > MEMORY:
                raise MemoryError
            for after in () if keep else self.ahead(config):
                waiting[after] -= 1
                if not waiting[after] and after not in firsts and after.acted & ~after.reserve:
                    del self.solved[after]

    def order(self, config: Config, most: float = np.inf) -> list[Config]:
        """Return the configs to solve for a config, itself last, each after those it depends on; at most ``most``."""
        order: dict[Config, None] = {}
        stack = [(config, False)]
        while stack and len(order) < most:
            now, ready = stack.pop()
            if ready:
                order[now] = None
            elif now not in order and now not in self.solved:
                stack.append((now, True))
                stack += [(after, False) for after in self.ahead(now)]
        return list(order)

    def solve(self, config: Config) -> Floats:
        """Return the value of every position of a config; the configs it depends on must be solved."""
        grid = self.grid
        group = self.group(config)
        if group is not None:
            side, slots = group
            value = self.solved[self.acted(config, slots)].copy()
            best = self._best(config, side, slots)
            np.copyto(value, best, where=np.broadcast_to(grid.any_alive(slots), grid.shape))
        elif config.round == LAST_ROUND:
            value = self._end(1 - config.attacker, config).copy()
        else:
            value = self.solved[self.next_round(config)].copy()
        for side, after in self.deployments(config):
            bare = ~grid.any_alive(grid.line(config, side)) & grid.any_alive(grid.of(side, config.turned))
            np.copyto(value, self.solved[after], where=np.broadcast_to(bare, grid.shape))
        for side in (0, 1):  # over: a side has left the area (rule 6.2)
            gone = np.broadcast_to(~grid.any_alive(grid.of(side, config.turned)), grid.shape)
            np.copyto(value, self._end(1 - side, config), where=gone)
        for side in (0, 1):  # over: a house has no heir left (rule 9.0)
            extinct = grid.extinct(side, config.turned)
            if extinct is not None:
                np.copyto(value, self._end(1 - side, config), where=np.broadcast_to(extinct, grid.shape))
        return value

    def _best(self, config: Config, side: int, slots: list[int]) -> Floats:
        """Return the best value over all turns of these slots, for their side."""
        grid, worst = self.grid, -np.inf if self.most[side] else np.inf
        best = np.full(grid.shape, worst)
        choose = np.maximum if self.most[side] else np.minimum
        for slot in slots:
            after = self.acted(config, [slot])
            stands = slice(1, grid.slots[slot].most + 1)  # its codes in the area
            here = (slice(None),) * slot + (stands,)
            for value, where in self._turns(config, after, side, slot):
                if where.all():
                    choose(best[here], value[here], out=best[here])
                else:
                    choose(best[here], value[here], out=best[here], where=np.broadcast_to(where, grid.shape)[here])
        return best

    def _turns(self, config: Config, after: Config, side: int, slot: int) -> Iterator[tuple[Floats, Bools]]:
        """Yield (value, where it may be chosen) for each action of a slot in its turn (rule 6.2)."""
        grid, base = self.grid, self.solved[after]
        always = np.ones(grid.unit, dtype=bool)
        if self.leaving(config, side):
            yield self._must_leave(config, after, slot, side), always
            return
        for ways in grid.ways.after(config.ways, side) if config.round > 1 else []:
            yield self._leave(self.solved[after._replace(ways=ways)], slot, side), always
        yield base, always
        yield self._fire(config, after, side, slot), always
        senior = grid.senior(slot, config)
        if senior is not None:
            for target in grid.line(config, 1 - side):
                yield self._charge(config, after, slot, target), senior & grid.alive(target)
        for target, chance, where, (won, lost) in self.rolls(config, after, slot):
            turn = np.take(self.solved[won], self.as_turned(target), axis=target)
            yield chance * turn + (1 - chance) * self.solved[lost], where

    def _must_leave(self, config: Config, after: Config, slot: int, side: int) -> Floats:
        """Return the value of a forced retreat: the best way out, or death where there is none (rule 6.6)."""
        grid, ways = self.grid, self.grid.ways
        codes = np.where(grid.steps(slot) > 0, 0, np.arange(grid.shape[slot]))  # the codes after being trapped
        exits = [self._leave(self.solved[after._replace(ways=w)], slot, side) for w in ways.after(config.ways, side)]
        trapped = np.take(self.solved[after], codes, axis=slot)
        chooser = side
        if ways.favoured is not None and ways.doubted(side):  # a simplified battle, see ``Exits``
            exits, chooser = [self._leave(self.solved[after], slot, side), trapped], ways.favoured
        best: Floats = (np.maximum if self.most[chooser] else np.minimum).reduce(exits or [trapped])
        return best

    def _leave(self, base: Floats, slot: int, side: int) -> Floats:
        """Return the value of a slot's retreat, after which its code is one for having left, or 0 if it has none."""
        who, kind = self.grid.slots[slot], self.aim.kind
        codes = np.arange(who.codes)
        stands = self.grid.steps(slot) > 0
        to = who.most + codes if kind == "function" else np.full(who.codes, who.most + 1 if who.away else 0)
        value: Floats = np.take(base, np.where(stands, to, codes), axis=slot)
        if kind == "steps":
            value = value + self.grid.along(slot, self.grid.steps(slot) * (1.0 if self.most[side] else -1.0))
        return value

    def _fire(self, config: Config, after: Config, side: int, slot: int) -> Floats:
        """Return the value of a slot's fire (rule 6.4)."""
        hits = self._hits(after, 1 - side)
        value = hits[0].copy()  # a slot that is dead or away does not fire
        chances = self.chances(config, slot)
        for dice in range(1, self.grid.slots[slot].most + 1):
            here = at(slot, dice)
            part = value[here]
            part *= _at_code(chances[0], slot, dice)
            for n in range(1, dice + 1):
                part += _at_code(chances[n], slot, dice) * hits[n][here]
        return value

    def _hits(self, after: Config, side: int) -> list[Floats]:
        """Return the values after 0 to 4 hits on a side; cached, for the fire of other blocks leads to them too."""
        key = (after, side)
        if key not in self._hit_values:
            while len(self._hit_values) * 5 * self.solved[after].nbytes > HELD:
                del self._hit_values[next(iter(self._hit_values))]
            self._hit_values[key] = self._take_hits(after, side)
        return self._hit_values[key]

    def _take_hits(self, after: Config, side: int) -> list[Floats]:
        """Return the values after 0 to 4 hits on a line, whose side picks among equally strong blocks (rule 6.4)."""
        base, line = self.solved[after], self.grid.line(after, side)
        front = np.moveaxis(base, line, range(len(line)))
        falls = self._falls(tuple(line))
        rows = len(falls[0][0])
        table = np.empty((5 * rows, base.size // rows))  # after n hits on the line's r-th strengths: row n * rows + r
        table[:rows] = front.reshape(rows, -1)
        choose = np.maximum if self.most[side] else np.minimum
        # the parts of the grid in which a house has no heir left: all its heirs there have code 0 (rule 9.0)
        ends = [self.grid.extinct(side, after.turned) for side in (0, 1)]
        parts = [tuple(slice(0, 1 if n > 1 else None) for n in where.shape) for where in ends if where is not None]
        values = [np.moveaxis(part.reshape(front.shape), range(len(line)), line) for part in np.split(table, 5)]
        for n, (first, others) in enumerate(falls, 1):
            here = table[n * rows : (n + 1) * rows]
            np.take(table, first, axis=0, out=here, mode="clip")
            for hit, to in others:
                here[hit] = choose(here[hit], table[to])
            for extinct in parts:
                values[n][extinct] = base[extinct]
        return values

    def _falls(self, line: tuple[int, ...]) -> list[Falls]:
        """Return for 1 to 4 hits on a line the rows of the table of ``_take_hits`` that give the values after them.

        For each number of hits: first an array with the row for each of the line's strengths, if the first of the
        strongest blocks is hit (or nobody stands). Then for the second, third ... of equally strong blocks a pair: the
        strengths in which there is one, and their rows if it is hit. Where the block dies, the row is one of those for
        the hits that are left over.
        """
        if line not in self._falls_of:
            sizes = [self.grid.shape[i] for i in line]
            codes = np.indices(sizes).reshape(len(line), prod(sizes))
            steps = np.array([self.grid.steps(i)[code] for i, code in zip(line, codes, strict=True)], dtype=np.intp)
            steps = steps.reshape(codes.shape)
            top = steps.max(axis=0, initial=0)
            rows = np.arange(len(top))
            self._falls_of[line] = []
            for n in range(1, 5):
                rank = np.zeros(len(top), dtype=np.intp)
                first, others = rows.copy(), []
                for slot, own in enumerate(steps):
                    tied = (own == top) & (top > 0)
                    surplus = np.maximum(n - top, 0) * len(rows)
                    to = rows + (np.maximum(top - n, 0) - top) * prod(sizes[slot + 1 :]) + surplus
                    first = np.where(tied & (rank == 0), to, first)
                    more = np.flatnonzero(tied & (rank > 0))
                    others += [(more, to[more])] if len(more) else []
                    rank += tied
                self._falls_of[line].append((first, others))
        return self._falls_of[line]

    def _charge(self, config: Config, after: Config, heir: int, target: int) -> Floats:
        """Return the value of a charge: hits on the target alone, and its reply on the heir alone (rule 6.5)."""
        grid, base = self.grid, self.solved[after]
        front = np.moveaxis(base, (heir, target), (0, 1))
        flat = front.reshape(front.shape[0] * front.shape[1], -1)
        powers = grid.power(heir, config), grid.power(target, config)
        value = np.empty(grid.shape)
        for power, reply in product(*map(np.unique, powers)):
            after_blows = (self._duel(heir, target, int(power), int(reply)) @ flat).reshape(front.shape)
            where = np.broadcast_to((powers[0] == power) & (powers[1] == reply), grid.shape)
            np.copyto(value, np.moveaxis(after_blows, (0, 1), (heir, target)), where=where)
        return value

    def _duel(self, heir: int, target: int, power: int, reply: int) -> sparse.csr_array:
        """Return the probabilities of a charge, from each pair of codes of heir and target (row) to each (column).

        ``power`` is the firepower of the heir, ``reply`` that of the target.
        """
        key = (heir, target, power, reply)
        if key not in self._duels:
            strike, answer = self._blow(heir, power, target), self._blow(target, reply, heir)
            # from the codes of heir (h) and target (t) to those of heir (i) and target (a)
            struck = np.einsum("hta,hi->htia", strike, np.eye(len(strike)))
            after = np.einsum("thi,ta->htia", answer, np.eye(len(answer)))
            after[:, 0] = np.einsum("hi,a->hia", np.eye(len(strike)), np.eye(len(answer))[0])  # the dead do not reply
            pairs = np.einsum("htia,iajb->htjb", struck, after)
            self._duels[key] = sparse.csr_array(pairs.reshape(strike.shape[0] * strike.shape[1], -1))
        return self._duels[key]

    def _blow(self, slot: int, power: int, target: int) -> Floats:
        """Return the probability of a target's code after a blow, by the codes of slot and target before it."""
        dice, steps = self.grid.steps(slot), self.grid.steps(target)
        chances = np.zeros((len(dice), len(steps), len(steps)))
        for (i, n_dice), (j, left) in product(enumerate(dice.tolist()), enumerate(steps.tolist())):
            for n in range(n_dice + 1):
                chances[i, j, max(left - n, 0) if left else j] += binomial(n_dice, n, power / 6)
        return chances

    # ---- ends

    def _end(self, winner: int, config: Config) -> Floats:
        """Return the value of the end of the battle for all strengths of the blocks."""
        kind, turned = self.aim.kind, config.turned
        key = (winner, turned, config.round if kind == "function" else 0)
        if key not in self._end_values:
            self._end_values[key] = np.broadcast_to(self._measure(*key), self.grid.shape)
        return self._end_values[key]

    def _measure(self, winner: int, turned: int, last_round: int) -> Floats:
        """Return the objective over the grid where a battle has ended."""
        grid, aim = self.grid, self.aim
        if aim.kind == "win":
            return np.full(grid.unit, float(SIDES[winner] == aim.house))
        if aim.kind == "steps":
            balance = np.zeros(grid.unit)
            for slot in range(grid.n):
                mine = aim.serves(NAMES[grid.block(slot, turned)])
                balance = balance + grid.along(slot, grid.steps(slot) * (1.0 if mine else -1.0))
            return balance
        if aim.kind == "heir":
            slot = next(i for i, s in enumerate(grid.slots) if s.block == aim.heir)
            alive = ~grid.dead(slot) if not turned >> slot & 1 else np.zeros(grid.unit, dtype=bool)
            return alive.astype(np.float64)
        names = [NAMES[grid.block(i, turned)] for i in range(grid.n)]
        value = np.empty(grid.shape)
        for cell in np.ndindex(*grid.shape):
            there, away, lost = [], [], []
            for name, code, who in zip(names, cell, grid.slots, strict=True):
                if not code:
                    lost.append(name)
                elif code <= who.most:
                    there.append((name, code))
                else:
                    away.append((name, code - who.most))
            value[cell] = aim.measure(Ending(1.0, SIDES[winner], last_round, tuple(there), tuple(away), tuple(lost)))
        return value


def _at_code(chance: Floats, slot: int, code: int) -> Floats:
    """Return the part of an array where a slot has this code; all of it if it is the same for each code."""
    return chance[at(slot, code)] if chance.shape[slot] > 1 else chance
