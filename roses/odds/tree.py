"""Best play as a tree to explore: the value of a battle, and in each position the choices with their values.

The values are computed by ``roses.odds.grid``.
"""

from __future__ import annotations

from html import escape
from typing import Any

import msgspec

from roses.engine.protocol import CHANCE, Action
from roses.odds.cost import Cost
from roses.odds.endings import Entrant, entrants, opening, over
from roses.odds.enumeration import falls
from roses.odds.grid.solver import Solver
from roses.odds.objective import Measure, objective
from roses.richard.actions import Retreat
from roses.richard.line_up import line_up
from roses.richard.position import battle_in
from roses.richard.state import State
from roses.richard.tables import PLACES, SIDES
from roses.table import Table

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
        others = [c for c in choices[1:] if _plain(c.action) != _plain(choices[0].action)]
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


def _plain(action: Action) -> object:
    return (Retreat, action.block) if isinstance(action, Retreat) else action


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


def solve(state: State, asked: str | Measure = "win") -> BestPlay:
    """Return best play in the battle that is in hand; ``asked`` as in ``objective``. Both sides know all.

    A large battle says how large it is and shows how far it has come. Interrupted, it returns bounds.
    """
    battle = battle_in(state)
    blocks = entrants(state)
    aim = objective(asked, SIDES[battle.attacker], blocks)
    solver = Solver(state, aim)
    low, high = solver.bounds(state)
    low, high = bounds = max(low, aim.low), min(high, aim.high)
    value = None if solver.stopped or high - low > EXACT else low
    return BestPlay(PLACES[battle.area], aim.name, aim.house, blocks, value, bounds, Node(state, solver), solver.cost)


def _example() -> BestPlay:
    battle = line_up(area="Leicester", attacker="Lancaster", attackers=["Richmond"], defenders=["Gloucester"])
    return solve(opening(battle, "Leicester"))
