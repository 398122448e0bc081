"""Transitions between configs of the grid: whose turn it is, treachery rolls, reserves, probabilities of hits.

``Backward`` uses them for best play, ``Forward`` for orders.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from roses.odds.grid.grid import Config, Grid
from roses.odds.tables.army import Bools, Floats, binomial
from roses.richard.phases.battle import LAST_ROUND, stays

MOST_POWER = 6


class Transitions:
    """The transitions of one battle on its grid."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid

    def group(self, config: Config) -> tuple[int, list[int]] | None:
        """Return side and slots of the first group of which somebody has not acted, living or dead."""
        for side, slots in self.grid.groups(config):
            waiting = [i for i in slots if not config.acted >> i & 1]
            if waiting:
                return side, waiting
        return None

    def leaving(self, config: Config, side: int) -> bool:
        """Whether this side must leave: the attacker in round 4 (rule 6.2)."""
        return config.round == LAST_ROUND and side == config.attacker

    def next_round(self, config: Config) -> Config:
        """Return the config at the start of the next round: reserves are up, everybody may act."""
        fresh = self.grid.keeps(config.reserve)
        ways = self.grid.ways.next_round(config.ways)
        return config._replace(round=config.round + 1, reserve=0, fresh=fresh, acted=0, ways=ways)

    def deployments(self, config: Config) -> Iterator[tuple[int, Config]]:
        """Yield (side, config) for a reserve that comes up when its line is gone (rule 6.3)."""
        for side in (0, 1):
            waiting = sum(1 << i for i in self.grid.of(side, config.turned) if config.reserve >> i & 1)
            if waiting:
                attacker = config.attacker if config.round > 1 or self._kept(config) else side
                yield side, config._replace(reserve=config.reserve & ~waiting, attacker=attacker)

    def _kept(self, config: Config) -> bool:
        """Whether the attacker still attacks once the other line is lost, as ``stays`` of the engine (rule 6.3)."""
        grid, side = self.grid, config.attacker
        turned = any(config.turned >> i & 1 for i in grid.of(side, config.turned))
        killed = turned and grid.state.rules.control_change == "line_killed"
        return killed or stays(grid.state, grid.battle, side)

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
                yield target, 0.5 ** self.grid.dice(slot, target, config.turned), holds & stands, (won, lost)

    def as_turned(self, slot: int) -> list[int]:
        """Return the strength of a slot, by its strength before, once it is turned (``defector_strength``)."""
        who = self.grid.slots[slot]
        full = self.grid.state.rules.defector_strength != "current"
        return [who.most if full and 0 < code <= who.most else code for code in range(who.codes)]

    def chances(self, config: Config, slot: int) -> list[Floats]:
        """Return the probability of each number of hits when a slot throws its dice, along its axis and the heirs'."""
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
