"""Best play: the values of positions, and a tree of all choices to explore.

``Solver`` looks values up in the grids that ``backward`` solves, or searches them on the engine where no grid fits.
``BestPlay`` is what users get, with a ``Node`` for each position.
"""

from __future__ import annotations

import sys
from collections.abc import Hashable, Iterable
from html import escape
from math import inf, prod
from typing import Any

import msgspec
from tqdm.auto import tqdm

from roses.engine.protocol import CHANCE, Action
from roses.odds.backward import MEMORY, Backward
from roses.odds.endings import (
    Ending,
    Entrant,
    Measure,
    Objective,
    ending,
    entrants,
    objective,
    opening,
    over,
)
from roses.odds.enumeration import falls, key
from roses.odds.grid import Config, Grid, unruly
from roses.odds.result import Cost, slowness
from roses.progress import counted
from roses.richard.actions import Retreat
from roses.richard.line_up import line_up
from roses.richard.position import Phase, battle_in
from roses.richard.state import State
from roses.richard.tables import PLACES, SIDES
from roses.table import Table

STORED = 1.5e9  # the most bytes of configs that all stay in memory; of more, only those at the start of a round do
HUGE = 6e8  # values; a battle larger than this because of its retreats is solved for bounds only
PER_SECOND = 16e6  # values solved in a second of CPU time
LAYERS_AT_LEAST = 20  # layers that are held at a time, however small the battle
LAYER = 6e-4  # s for a layer of any size
LOOK_AHEAD = 2  # turns to search for bounds if solving was stopped


class Solver:
    """Values of the positions of one battle under best play of both sides; the whole battle is solved at once.

    Where no grid fits, positions are searched one by one, with a warning. ``stopped`` says that it was interrupted, or
    that memory ran out; then ``bounds(state)`` hold what is certain. A battle too large because of its retreats is
    solved twice, simplified in favour of each side, which gives bounds that often meet; ``value`` is then the bound
    that the objective's house is sure of.
    """

    def __init__(self, state: State, aim: Objective) -> None:
        self.state, self.aim, self.blocks = state, aim, entrants(state)
        self.rounds = None if unruly(state) else Backward(Grid(state, aim), aim)
        self.most: Backward | None = None  # in favour of the objective's house, if ``rounds`` is against it
        self.stopped = False
        self.cost: Cost | None = None
        self._values: dict[Hashable, float] = {}
        name = f"best play in {PLACES[battle_in(state).area]}"
        try:
            if self.rounds is None:
                reason = unruly(state)
                _write(f"{name} is searched position by position, since {reason}; stop it to get bounds")
                self.value(state)
                return
            cells = prod(self.rounds.grid.shape)
            if cells * 8 * LAYERS_AT_LEAST > MEMORY:
                _write(f"{name} is not solved: {cells:,} strengths are too many to be solved; leave out some blocks")
                raise MemoryError
            if self.rounds.grid.ways.all and len(self._order(self.rounds, HUGE / cells)) * cells >= HUGE:
                _write(f"{name} has over {HUGE:,.0f} values with all ways out; two battles with fewer ways give bounds")
                house = SIDES.index(aim.house)
                self.rounds = Backward(Grid(state, aim, favoured=1 - house), aim)
                self.most = Backward(Grid(state, aim, favoured=house), aim)
                self._fill(self.most, name)
            self._fill(self.rounds, name)
        except (KeyboardInterrupt, MemoryError):
            self.stopped = True

    def _order(self, rounds: Backward, most: float = inf) -> list[Config]:
        """Return all configs of the battle in the order of solving, from each opening at most ``most``."""
        firsts = [rounds.grid.place(state)[0] for state in self._openings(self.state)]
        return list(dict.fromkeys(config for first in dict.fromkeys(firsts) for config in rounds.order(first, most)))

    def _fill(self, rounds: Backward, name: str) -> None:
        """Solve all configs with a progress bar, after saying what it will cost."""
        order, cells = self._order(rounds), prod(rounds.grid.shape)
        seconds = slowness() * len(order) * (LAYER + cells / PER_SECOND)
        self.cost = Cost("best play", seconds, len(order) * cells)
        self.cost.say(PLACES[battle_in(self.state).area])
        bar = counted(order, name, "layer", len(order))
        firsts = {rounds.grid.place(state)[0] for state in self._openings(self.state)}
        rounds.solve_all(bar, firsts, keep=len(order) * cells * 8 < STORED)

    def _openings(self, state: State) -> Iterable[State]:
        """Yield the positions in which round 1 may begin, or the one in hand: a Treason roll may come before."""
        if over(state):
            return
        if state.phase is Phase.BATTLE_TURN:
            yield state
        elif state.due is not None:
            for roll, _chance in falls(state, state.due):
                yield from self._openings(state.apply_unchecked(roll))
        else:
            for action in state.legal_actions():
                yield from self._openings(state.apply_unchecked(action))

    def value(self, state: State, number: int = 0) -> float:
        """Return the value of a position; ``number`` is the round in which a battle that is over has ended."""
        if over(state):
            return self.aim.measure(ending(state, self.blocks, number))
        if self.rounds is not None and state.phase is Phase.BATTLE_TURN:
            return self._look_up(self.rounds, state)
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

    def _look_up(self, rounds: Backward, state: State) -> float:
        """Return the value of a position from the grids, which are solved where needed."""
        config, cell = rounds.grid.place(state)
        value = float(rounds.value(config)[cell])
        if self.aim.kind == "steps":  # the grid does not count those that have left already
            value += self.aim.measure(Ending(1.0, "", 0, (), ending(state, self.blocks, 0).away, ()))
        return value

    def bounds(self, state: State, number: int = 0, turns: int = LOOK_AHEAD) -> tuple[float, float]:
        """Return lower and upper bound of a position's value, from what is solved and a search of a few turns."""
        if over(state) or (self.rounds is None and not self.stopped):
            worth = self.value(state, number)
            return worth, worth
        if state.phase is Phase.BATTLE_TURN:
            if self.rounds is not None and self.rounds.grid.place(state)[0] in self.rounds.solved:
                return self.value(state), self._look_up(self.most or self.rounds, state)
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


EXACT = 1e-12  # bounds that differ by less count as one value


class Choice(msgspec.Struct, frozen=True):
    """A legal action, and its value if both sides play their best after it.

    >>> best = _example().root.choices[0]
    >>> str(best.action), round(best.value, 4)
    ('Gloucester fires', 0.093)
    """

    action: Action
    value: float

    def __str__(self) -> str:
        return f"{self.action}: {self.value:.4f}"


class Node(msgspec.Struct, frozen=True, dict=True, eq=False):
    """A position in the tree of best play; ``number`` is the round that led to it.

    >>> tree = _example().root
    >>> tree.chooses, str(tree.best), tree.margin > 0.1
    ('York', 'Gloucester fires', True)
    >>> tree.after("Gloucester fires").chances[1][1].chooses
    'Lancaster'
    """

    state: State
    solver: Solver
    number: int = 0

    @property
    def chooses(self) -> str:
        """Return the house that chooses, "Chance" when dice are due, "" when the battle is over."""
        return "" if over(self.state) else self.state.active[0]

    @property
    def value(self) -> float:
        """Return what the position is worth to the house that plays for the most."""
        return self.solver.value(self.state, self.number)

    @property
    def choices(self) -> tuple[Choice, ...]:
        """Return what may be chosen, the best first; nothing when dice are due or the battle is over."""
        if self.chooses in ("", CHANCE):
            return ()
        choices = [Choice(action, self.after(action).value) for action in self.state.legal_actions()]
        most = self.chooses == self.solver.aim.house
        return tuple(sorted(choices, key=lambda choice: choice.value, reverse=most))

    @property
    def best(self) -> Action | None:
        """Return the best choice; of equal ones the first the engine names."""
        return self.choices[0].action if self.choices else None

    @property
    def margin(self) -> float | None:
        """Return by how much the best choice beats the next best, None without another.

        A block's retreat is one choice, whatever the areas it may go to.
        """
        choices = self.choices
        kinds = [(Retreat, c.action.block) if isinstance(c.action, Retreat) else c.action for c in choices]
        others = [c for c, kind in zip(choices, kinds, strict=True) if kind != kinds[0]]
        return abs(choices[0].value - others[0].value) if others else None

    @property
    def chances(self) -> tuple[tuple[float, Node], ...]:
        """Return (probability, position) for each number of hits, or for a treachery roll lost and won."""
        due = self.state.due
        return tuple((chance, self.after(roll)) for roll, chance in falls(self.state, due)) if due else ()

    def after(self, action: Action | str) -> Node:
        """Return the position after a choice or a roll; RuleError if it is not legal."""
        return Node(self.state.apply(action), self.solver, battle_in(self.state).round)

    def table(self) -> Table:
        """Return the choices, best first: ``choice``, ``value``, and ``behind``, what it loses against the best."""
        rows = [
            {"choice": str(c.action), "value": c.value, "behind": abs(c.value - self.choices[0].value)}
            for c in self.choices
        ]
        return Table(rows, columns=["choice", "value", "behind"])

    def __repr__(self) -> str:
        who = {"": "the battle is over", CHANCE: "dice are due"}.get(self.chooses, f"{self.chooses} to choose")
        return f"<Node: {who}, worth {self.value:.4f}>"


class BestPlay(msgspec.Struct, frozen=True, eq=False):
    """Best play of both sides in one battle, for an objective. ``house`` plays for the most of it.

    ``value`` is what the battle is worth to it: a probability for "win" and "heir:...", steps for "steps". It is None
    if solving was stopped, or too large; ``bounds`` then hold it between them. ``root`` is the tree.

    >>> play = _example()
    >>> play
    Leicester, win: 0.0930 to Lancaster under best play
    >>> str(play.play(play.root.state))
    'Gloucester fires'
    """

    area: str
    objective: str
    house: str
    blocks: tuple[Entrant, ...]
    value: float | None
    bounds: tuple[float, float]
    root: Node
    cost: Cost | None = None  # None where it was searched position by position

    def play(self, state: State) -> Action:
        """Return the best choice in a position of this battle: a policy for ``battle_odds``."""
        best = msgspec.structs.replace(self.root, state=state).best
        if best is None:
            raise ValueError(f"there is nothing to choose in this position: {state}")
        return best

    def table(self) -> Table:
        """Return the first choice of the battle as ``Node.table`` does."""
        return self.root.table()

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        table = "" if self.value is None else self.table()._repr_html_()  # not solved, it would take long
        return {"text/plain": repr(self), "text/html": f"<p>{escape(repr(self))}</p>{table}"}

    def __repr__(self) -> str:
        low, high = self.bounds
        worth = f"{low:.4f}" if self.value is not None else f"between {low:.4f} and {high:.4f}"
        return f"{self.area}, {self.objective}: {worth} to {self.house} under best play"


def solve(state: State, goal: str | Measure = "win") -> BestPlay:
    """Return best play in the battle that is in hand; ``goal`` as in ``objective``. Both sides know all.

    A large battle says how large it is and shows how far it has come. Interrupted, it returns bounds.
    """
    battle = battle_in(state)
    blocks = entrants(state)
    aim = objective(goal, SIDES[battle.attacker], blocks)
    solver = Solver(state, aim)
    low, high = solver.bounds(state)
    low, high = bounds = max(low, aim.low), min(high, aim.high)
    value = None if solver.stopped or high - low > EXACT else low
    return BestPlay(PLACES[battle.area], aim.name, aim.house, blocks, value, bounds, Node(state, solver), solver.cost)


def _example() -> BestPlay:
    battle = line_up(area="Leicester", attacker="Lancaster", attackers=["Richmond"], defenders=["Gloucester"])
    return solve(opening(battle, "Leicester"))
