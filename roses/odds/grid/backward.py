"""Best play solved backwards, config by config, for all strengths at once in numpy arrays over the grid.

A test compares the rules restated here (turns, hits, charges, treachery, reserves, control) with the engine: in random
positions the value equals the best of the engine's legal choices.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from itertools import product

import numpy as np
from scipy import sparse

from roses.engine.i18n import gettext as _
from roses.odds.endings import Ending
from roses.odds.grid.grid import Config, Grid
from roses.odds.grid.transitions import Transitions, at
from roses.odds.objective import Objective
from roses.odds.tables.army import Bools, Floats, binomial
from roses.progress import counted
from roses.richard.phases.battle import LAST_ROUND
from roses.richard.tables import NAMES, SIDES

MEMORY = 6e9  # bytes of values at a time
HELD = 4e8  # bytes of values after hits that are kept


class Backward(Transitions):
    """Values of all positions of a battle, solved as they are asked for and kept.

    ``value(config)`` is an array over the grid: the value of the objective from there on, without the steps that have
    left already. ``ahead(config)`` names the configs it is computed from.
    """

    def __init__(self, grid: Grid, aim: Objective) -> None:
        super().__init__(grid)
        self.aim = aim
        self.most = [self.aim.house == side for side in SIDES]  # the side that maximises
        self.known: dict[Config, Floats] = {}
        self._over: dict[tuple[int, int, int], Floats] = {}
        self._tied: dict[tuple[tuple[int, ...], int], Bools] = {}
        self._struck: dict[tuple[Config, int], list[Floats]] = {}
        self._duels: dict[tuple[int, int, int, int], sparse.csr_array] = {}

    # ---- the order of configs

    def ahead(self, config: Config) -> list[Config]:
        """Return the configs from whose values that of ``config`` is computed."""
        found = [after for _n, after in self.deployments(config)]
        group = self.group(config)
        if group is None:
            return found + ([] if config.round == LAST_ROUND else [self.next_round(config)])
        side, slots = group
        found.append(self.acted(config, slots))
        for slot in slots:
            after = self.acted(config, [slot])
            found.append(after)
            if config.round > 1:
                found += [after._replace(ways=ways) for ways in self.grid.ways.after(config.ways, side)]
            if not self.leaving(config, side):
                found += [c for *_, pair in self.rolls(config, after, slot) for c in pair]
        return list(dict.fromkeys(found))

    # ---- values

    def value(self, config: Config) -> Floats:
        """Return the values of a config, after solving the configs they depend on."""
        order = [] if config in self.known else self.order(config)
        for needed in counted(order, _("best play from here"), _("layer"), len(order)):
            if needed not in self.known:
                self.known[needed] = self.solve(needed)
        return self.known[config]

    def solve_all(self, order: Iterable[Config], wanted: Collection[Config], *, keep: bool) -> None:
        """Solve configs in this order; unless ``keep``, drop values of a round that are no longer needed."""
        needed = [] if keep else list(order)
        waiting = Counter(after for config in needed for after in self.ahead(config))
        for config in order if keep else needed:
            self.known[config] = self.solve(config)
            if len(self.known) * self.known[config].nbytes > MEMORY:
                raise MemoryError
            for after in () if keep else self.ahead(config):
                waiting[after] -= 1
                if not waiting[after] and after not in wanted and after.acted & ~after.reserve:
                    del self.known[after]

    def order(self, config: Config, most: float = np.inf) -> list[Config]:
        """Return the configs to solve for a config, itself last, each after those it depends on; at most ``most``."""
        found: dict[Config, None] = {}
        stack = [(config, False)]
        while stack and len(found) < most:
            now, ready = stack.pop()
            if ready:
                found[now] = None
            elif now not in found and now not in self.known:
                stack.append((now, True))
                stack += [(after, False) for after in self.ahead(now)]
        return list(found)

    def solve(self, config: Config) -> Floats:
        """Return the value of every position of a config; the configs it depends on must be solved."""
        grid = self.grid
        group = self.group(config)
        if group is not None:
            side, slots = group
            value = self.known[self.acted(config, slots)].copy()
            best = self._best(config, side, slots)
            np.copyto(value, best, where=np.broadcast_to(grid.any_alive(slots), grid.shape))
        elif config.round == LAST_ROUND:
            value = self._final(1 - config.attacker, config).copy()
        else:
            value = self.known[self.next_round(config)].copy()
        for side, after in self.deployments(config):
            bare = ~grid.any_alive(grid.line(config, side)) & grid.any_alive(grid.of(side, config.turned))
            np.copyto(value, self.known[after], where=np.broadcast_to(bare, grid.shape))
        return self._end(config, value)

    def _end(self, config: Config, value: Floats) -> Floats:
        """Fill in positions that are over: a side has left the area or a house has no heir left (rules 6.2, 9.0)."""
        grid = self.grid
        for side in (0, 1):
            gone = np.broadcast_to(~grid.any_alive(grid.of(side, config.turned)), grid.shape)
            np.copyto(value, self._final(1 - side, config), where=gone)
        for side in (0, 1):
            extinct = grid.extinct(side, config.turned)
            if extinct is not None:
                np.copyto(value, self._final(1 - side, config), where=np.broadcast_to(extinct, grid.shape))
        return value

    def _best(self, config: Config, side: int, slots: list[int]) -> Floats:
        """Return the best value over all turns of these slots, for their side."""
        grid, worst = self.grid, -np.inf if self.most[side] else np.inf
        best = np.full(grid.shape, worst)
        choose = np.maximum if self.most[side] else np.minimum
        for slot in slots:
            after = self.acted(config, [slot])
            alive = grid.alive(slot)
            for value, where in self._turns(config, after, side, slot):
                choose(best, value, out=best, where=np.broadcast_to(alive & where, grid.shape))
        return best

    def _turns(self, config: Config, after: Config, side: int, slot: int) -> Iterator[tuple[Floats, Bools]]:
        """Yield (value, where it may be chosen) of each thing a slot may do in its turn (rule 6.2)."""
        grid, base = self.grid, self.known[after]
        always = np.ones(grid.unit, dtype=bool)
        if self.leaving(config, side):
            yield self._must_leave(config, after, slot, side), always
            return
        for ways in grid.ways.after(config.ways, side) if config.round > 1 else []:
            yield self._leave(self.known[after._replace(ways=ways)], slot, side), always
        yield base, always
        yield self._fire(config, after, side, slot), always
        senior = grid.senior(slot, config)
        if senior is not None:
            for target in grid.line(config, 1 - side):
                yield self._charge(config, after, slot, target), senior & grid.alive(target)
        for target, chance, where, (won, lost) in self.rolls(config, after, slot):
            gained = np.take(self.known[won], self.as_turned(target), axis=target)
            yield chance * gained + (1 - chance) * self.known[lost], where

    def _must_leave(self, config: Config, after: Config, slot: int, side: int) -> Floats:
        """Return the value of a forced retreat: the best way out, or death where there is none (rule 6.6)."""
        grid, ways = self.grid, self.grid.ways
        codes = np.where(grid.steps(slot) > 0, 0, np.arange(grid.shape[slot]))
        exits = [self._leave(self.known[after._replace(ways=w)], slot, side) for w in ways.after(config.ways, side)]
        trapped = np.take(self.known[after], codes, axis=slot)
        chooser = side
        if ways.favoured is not None and ways.doubted(side):
            exits, chooser = [self._leave(self.known[after], slot, side), trapped], ways.favoured
        best: Floats = (np.maximum if self.most[chooser] else np.minimum).reduce(exits or [trapped])
        return best

    def _leave(self, base: Floats, slot: int, side: int) -> Floats:
        """Return the value of a slot's retreat: its code is then 0, or one of those for having left."""
        who, kind = self.grid.slots[slot], self.aim.kind
        codes = np.arange(who.codes)
        stands = self.grid.steps(slot) > 0
        to = who.most + codes if kind == "function" else np.full(who.codes, who.most + 1 if who.away else 0)
        value: Floats = np.take(base, np.where(stands, to, codes), axis=slot)
        if kind == "steps":
            value = value + self.grid.along(slot, self.grid.steps(slot) * (1.0 if self.most[side] else -1.0))
        return value

    def _fire(self, config: Config, after: Config, side: int, slot: int) -> Floats:
        hits = self._hits(after, 1 - side)
        value = hits[0].copy()  # nobody fires who is dead or away
        chances = self.chances(config, slot)
        for dice in range(1, self.grid.slots[slot].most + 1):
            here = at(slot, dice)
            part = value[here]
            part *= _where(chances[0], slot, dice)
            for n in range(1, dice + 1):
                part += _where(chances[n], slot, dice) * hits[n][here]
        return value

    def _hits(self, after: Config, side: int) -> list[Floats]:
        """Return the values after 0 to 4 hits, kept for the next blocks whose fire leads to the same config."""
        key = (after, side)
        if key not in self._struck:
            while len(self._struck) * 5 * self.known[after].nbytes > HELD:
                del self._struck[next(iter(self._struck))]
            self._struck[key] = self._hit(after, side)
        return self._struck[key]

    def _hit(self, after: Config, side: int) -> list[Floats]:
        """Return the values when 0 to 4 hits fall on a side's line and its owner picks among the tied (rule 6.4)."""
        grid, base = self.grid, self.known[after]
        line = grid.line(after, side)
        choose = np.maximum if self.most[side] else np.minimum
        worst = -np.inf if self.most[side] else np.inf
        lost = [e for e in (grid.extinct(s, after.turned) for s in (0, 1)) if e is not None]
        stop = np.zeros(grid.unit, dtype=bool)
        for extinct in lost:
            stop = stop | extinct
        safe = ~grid.any_alive(line) | stop
        found = [base]
        for n in range(1, 5):
            value = np.full(grid.shape, worst)
            for slot in line:
                self._strike(value, found, slot, line, n, choose)
            np.copyto(value, base, where=np.broadcast_to(safe, grid.shape))
            found.append(value)
        return found

    def _strike(self, value: Floats, fewer: list[Floats], slot: int, line: list[int], n: int, choose: np.ufunc) -> None:
        """Let ``n`` hits fall on one slot where it is among the strongest; the surplus falls on the others."""
        for steps in range(1, self.grid.slots[slot].most + 1):
            here, to = at(slot, steps), at(slot, max(steps - n, 0))
            after = fewer[max(n - steps, 0)][to]
            tied = np.broadcast_to(self._strongest(slot, steps, line), value[here].shape)
            choose(value[here], after, out=value[here], where=tied)

    def _strongest(self, slot: int, steps: int, line: list[int]) -> Bools:
        """Return where nobody of the line has more steps than these."""
        key = (tuple(i for i in line if i != slot), steps)
        if key not in self._tied:
            found = np.ones(self.grid.unit, dtype=bool)
            for other in key[0]:
                found = found & self.grid.along(other, self.grid.steps(other) <= steps)
            self._tied[key] = found
        return self._tied[key]

    def _charge(self, config: Config, after: Config, heir: int, target: int) -> Floats:
        """Return the value of a charge: hits on the target alone, and its reply on the heir alone (rule 6.5)."""
        grid, base = self.grid, self.known[after]
        front = np.moveaxis(base, (heir, target), (0, 1))
        flat = front.reshape(front.shape[0] * front.shape[1], -1)
        powers = grid.power(heir, config), grid.power(target, config)
        value = np.empty(grid.shape)
        for mine, reply in product(*(np.unique(power) for power in powers)):
            found = (self._duel(heir, target, int(mine), int(reply)) @ flat).reshape(front.shape)
            where = np.broadcast_to((powers[0] == mine) & (powers[1] == reply), grid.shape)
            np.copyto(value, np.moveaxis(found, (0, 1), (heir, target)), where=where)
        return value

    def _duel(self, heir: int, target: int, mine: int, reply: int) -> sparse.csr_array:
        """Return the probability of each pair of codes of an heir and his target after a charge, by those before."""
        key = (heir, target, mine, reply)
        if key not in self._duels:
            strike, answer = self._blow(heir, mine, target), self._blow(target, reply, heir)
            struck = np.einsum("hta,hi->htia", strike, np.eye(len(strike)))  # heir, target to heir, target
            after = np.einsum("thi,ta->htia", answer, np.eye(len(answer)))
            after[:, 0] = np.einsum("hi,a->hia", np.eye(len(strike)), np.eye(len(answer))[0])  # the dead do not reply
            found = np.einsum("htia,iajb->htjb", struck, after)
            self._duels[key] = sparse.csr_array(found.reshape(strike.shape[0] * strike.shape[1], -1))
        return self._duels[key]

    def _blow(self, slot: int, power: int, target: int) -> Floats:
        """Return by the codes of a slot and of its target the probability of the target's code after the blow."""
        dice, steps = self.grid.steps(slot), self.grid.steps(target)
        found = np.zeros((len(dice), len(steps), len(steps)))
        for (i, thrown), (j, left) in product(enumerate(dice.tolist()), enumerate(steps.tolist())):
            for n in range(thrown + 1):
                found[i, j, max(left - n, 0) if left else j] += binomial(thrown, n, power / 6)
        return found

    # ---- ends

    def _final(self, winner: int, config: Config) -> Floats:
        """Return the value of the end of the battle for all strengths of the blocks."""
        kind, turned = self.aim.kind, config.turned
        key = (winner, turned, config.round if kind == "function" else 0)
        if key not in self._over:
            made = {"win": self._won, "steps": self._balance, "heir": self._lives, "function": self._asked}
            self._over[key] = np.broadcast_to(made[kind](*key), self.grid.shape)
        return self._over[key]

    def _won(self, winner: int, turned: int, number: int) -> Floats:
        return np.full(self.grid.unit, float(SIDES[winner] == self.aim.house))

    def _balance(self, winner: int, turned: int, number: int) -> Floats:
        grid = self.grid
        found = np.zeros(grid.unit)
        for slot in range(grid.n):
            mine = self.aim.serves(NAMES[grid.block(slot, turned)])
            found = found + grid.along(slot, grid.steps(slot) * (1.0 if mine else -1.0))
        return found

    def _lives(self, winner: int, turned: int, number: int) -> Floats:
        grid = self.grid
        slot = next(i for i, s in enumerate(grid.slots) if s.block == self.aim.heir)
        alive = ~grid.dead(slot) if not turned >> slot & 1 else np.zeros(grid.unit, dtype=bool)
        return alive.astype(np.float64)

    def _asked(self, winner: int, turned: int, number: int) -> Floats:
        """Return the values of the objective's function, called on every ending."""
        grid = self.grid
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
            value[cell] = self.aim.measure(Ending(1.0, SIDES[winner], number, tuple(there), tuple(away), tuple(lost)))
        return value


def _where(chance: Floats, slot: int, code: int) -> Floats:
    """Return a probability over the grid where a slot has this code."""
    return chance[at(slot, code)] if chance.shape[slot] > 1 else chance
