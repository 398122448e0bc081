"""Values of positions under best play: looked up in solved grids, or searched on the engine where no grid fits."""

from __future__ import annotations

import sys
from collections.abc import Hashable, Iterable
from math import inf, prod

from tqdm.auto import tqdm

from roses.odds.cost import Cost, slowness
from roses.odds.endings import Ending, ending, entrants, over
from roses.odds.enumeration import falls, key
from roses.odds.grid.backward import MEMORY, Backward
from roses.odds.grid.grid import Config, Grid, unruly
from roses.odds.objective import Objective
from roses.progress import counted
from roses.richard.position import Phase, battle_in
from roses.richard.state import State
from roses.richard.tables import PLACES, SIDES

KEPT = 1.5e9  # bytes of solved configs that are kept; beyond, only those at the start of a round
HUGE = 6e8  # values; a battle larger than this because of its retreats is solved for bounds only
PER_SECOND = 16e6  # values solved in a second of CPU time
LAYERS_AT_LEAST = 20  # held at a time, however small the battle
LAYER = 6e-4  # s for a layer of any size
LOOK_AHEAD = 2  # turns that are searched for bounds, when solving was stopped


class Solver:
    """Values of the positions of one battle under best play of both sides; the whole battle is solved at once.

    ``stopped`` says that it was interrupted, or that memory ran out; then ``bounds(state)`` is what is known. A battle
    too large because of its retreats is solved twice, simplified in favour of each side, which gives bounds that often
    meet; ``value`` is then the bound that the objective's house is sure of.
    """

    def __init__(self, state: State, aim: Objective) -> None:
        self.state, self.aim, self.blocks = state, aim, entrants(state)
        self.rounds = None if unruly(state) else Backward(Grid(state, aim), aim)
        self.most: Backward | None = None  # in favour of the objective's house, if ``rounds`` is against it
        self.stopped = False
        self.cost: Cost | None = None
        self._values: dict[Hashable, float] = {}
        try:
            self._solve()
        except (KeyboardInterrupt, MemoryError):
            self.stopped = True

    def _solve(self) -> None:
        """Solve the battle; warns where no grid fits and positions are searched one by one."""
        name = f"best play in {PLACES[battle_in(self.state).area]}"
        if self.rounds is None:
            reason = unruly(self.state)
            _write(f"{name} is searched position by position, since {reason}; stop it to get bounds")
            self.value(self.state)
            return
        cells = prod(self.rounds.grid.shape)
        if cells * 8 * LAYERS_AT_LEAST > MEMORY:
            _write(f"{name} is not solved: {cells:,} strengths are too many to be solved; leave out some blocks")
            raise MemoryError
        if self.rounds.grid.ways.all and len(self._order(self.rounds, HUGE / cells)) * cells >= HUGE:
            _write(f"{name} has over {HUGE:,.0f} values with all ways out; two battles with fewer ways give bounds")
            house = SIDES.index(self.aim.house)
            self.rounds = Backward(Grid(self.state, self.aim, favoured=1 - house), self.aim)
            self.most = Backward(Grid(self.state, self.aim, favoured=house), self.aim)
            self._fill(self.most, name)
        self._fill(self.rounds, name)

    def _order(self, rounds: Backward, most: float = inf) -> list[Config]:
        firsts = [rounds.grid.place(state)[0] for state in self._openings(self.state)]
        return list(dict.fromkeys(config for first in dict.fromkeys(firsts) for config in rounds.order(first, most)))

    def _fill(self, rounds: Backward, name: str) -> None:
        """Solve all configs with a progress bar, after saying what it will cost."""
        order, cells = self._order(rounds), prod(rounds.grid.shape)
        seconds = slowness() * len(order) * (LAYER + cells / PER_SECOND)
        self.cost = Cost("best play", seconds, len(order) * cells)
        self.cost.say(PLACES[battle_in(self.state).area])
        bar = counted(order, name, "layer", len(order))
        wanted = {rounds.grid.place(state)[0] for state in self._openings(self.state)}
        rounds.solve_all(bar, wanted, keep=len(order) * cells * 8 < KEPT)

    def _openings(self, state: State) -> Iterable[State]:
        """Yield the positions in which round 1 may begin, or the one in hand: a Treason roll may come before."""
        if over(state):
            return
        if state.phase is Phase.BATTLE_TURN:
            yield state
        elif state.due is not None:
            for roll, _n in falls(state, state.due):
                yield from self._openings(state.apply_unchecked(roll))
        else:
            for action in state.legal_actions():
                yield from self._openings(state.apply_unchecked(action))

    def value(self, state: State, number: int = 0) -> float:
        """Return the value of a position; ``number`` is the round in which a battle that is over has ended."""
        if over(state):
            return self.aim.measure(ending(state, self.blocks, number))
        if self.rounds is not None and state.phase is Phase.BATTLE_TURN:
            return self._looked_up(self.rounds, state)
        here = key(state)
        if here not in self._values:
            now = battle_in(state).round
            if state.due is not None:
                rolls = falls(state, state.due)
                self._values[here] = sum(p * self.value(state.apply_unchecked(roll), now) for roll, p in rolls)
            else:
                choose = max if state.active[0] == self.aim.house else min
                self._values[here] = choose(self.value(state.apply_unchecked(a), now) for a in state.legal_actions())
        return self._values[here]

    def _looked_up(self, rounds: Backward, state: State) -> float:
        config, cell = rounds.grid.place(state)
        return float(rounds.value(config)[cell]) + self._gone(state)

    def _gone(self, state: State) -> float:
        """Return the steps that have left already, which the grid does not count: the house's less the other's."""
        if self.aim.kind != "steps":
            return 0.0
        return self.aim.measure(Ending(1.0, "", 0, (), ending(state, self.blocks, 0).away, ()))

    def bounds(self, state: State, number: int = 0, turns: int = LOOK_AHEAD) -> tuple[float, float]:
        """Return lower and upper bound of a position's value, from what is solved and a search of a few turns."""
        if over(state) or (self.rounds is None and not self.stopped):
            worth = self.value(state, number)
            return worth, worth
        if state.phase is Phase.BATTLE_TURN:
            if self.rounds is not None and self.rounds.grid.place(state)[0] in self.rounds.known:
                return self.value(state), self._looked_up(self.most or self.rounds, state)
            if not turns:
                return self.aim.low, self.aim.high
            turns -= 1
        now = battle_in(state).round
        if state.due is not None:
            parts = [(p, self.bounds(state.apply_unchecked(roll), now, turns)) for roll, p in falls(state, state.due)]
            return sum(p * low for p, (low, _) in parts), sum(p * high for p, (_, high) in parts)
        choose = max if state.active[0] == self.aim.house else min
        pairs = [self.bounds(state.apply_unchecked(a), now, turns) for a in state.legal_actions()]
        return choose(low for low, _n in pairs), choose(high for _n, high in pairs)


def _write(message: str) -> None:
    """Write a message to stderr, above a progress bar."""
    tqdm.write(message, file=sys.stderr)
