"""The odds of a battle as a value: probabilities of winning, fates of blocks, endings, a table and a figure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from roses.engine import display
from roses.odds.endings import FATES, Ending, Entrant, Fate, Fates
from roses.richard.tables import INDEX, NAMES, PAIR
from roses.table import Table


class BattleOdds(msgspec.Struct, frozen=True, dict=True, eq=False):
    """The exact odds of one battle; probabilities are 0..1, strength is in steps.

    ``fates`` is (block, fate, steps left) to probability; a block that changed sides goes on under its other name.
    ``wins`` is (winner, last round) to probability. ``blocks`` are those who entered, attackers first.

    >>> import roses
    >>> odds = roses.battle_odds(area="Leicester", attacker="Lancaster", attackers=["Richmond"],
    ...                          defenders=["Gloucester"], entry="Warwick")
    >>> odds
    Leicester: York 0.91, Lancaster 0.09
    """

    area: str
    attacker: str
    policy: str
    blocks: tuple[Entrant, ...]
    wins: Mapping[tuple[str, int], float]
    fates: Fates
    listing: Callable[[], Iterable[Ending]]

    @property
    def win(self) -> dict[str, float]:
        """Return house to the probability that it wins: holds the area at the end, or has won the game by then."""
        houses = (self.attacker, *dict.fromkeys(e.house for e in self.blocks if e.house != self.attacker))
        return {house: sum(p for (who, _), p in self.wins.items() if who == house) for house in houses}

    @property
    def rounds(self) -> dict[int, float]:
        """Return the probability that the battle ends in each round, 1 to 4 (0: by Treason before round 1)."""
        numbers = sorted({1, 2, 3, 4, *(number for _n, number in self.wins)})
        return {n: sum(p for (_, number), p in self.wins.items() if number == n) for n in numbers}

    @property
    def names(self) -> tuple[str, ...]:
        """Return every block of the odds: those who entered, then the names under which they may change sides."""
        return tuple(dict.fromkeys([e.block for e in self.blocks] + sorted(block for block, _, _ in self.fates)))

    @property
    def strength(self) -> dict[str, float]:
        """Return block to the steps it can expect to have left, in the area or safely away; the dead count as 0."""
        return {name: sum(s * p for (b, _, s), p in self.fates.items() if b == name) for name in self.names}

    @property
    def eliminated(self) -> dict[str, float]:
        """Return block to the probability that it is eliminated."""
        return {name: self.fates.get((name, "eliminated", 0), 0.0) for name in self.names}

    @property
    def turned(self) -> dict[str, float]:
        """Return block to the probability that it changes sides; under its new name it is counted from then on."""
        return {name: self.fates.get((name, "turned", 0), 0.0) for name in self.names}

    @property
    def outcomes(self) -> tuple[Ending, ...]:
        """Return every end state with its probability, the likeliest first."""
        known: dict[str, tuple[Ending, ...]] = self.__dict__
        if "_outcomes" not in known:
            known["_outcomes"] = tuple(sorted(self.listing(), key=lambda end: -end.probability))
        return known["_outcomes"]

    def table(self) -> Table:
        """Return one row for each fate of each block.

        Columns: ``block``; ``house`` it serves; ``role`` attacker or defender at the start; ``reserve`` whether it came
        as one; ``steps`` it entered with; ``fate``: stands (in the area), away (retreated), eliminated or turned;
        ``left``, its steps then; ``probability``. The rows of a block add up to 1, those of a turned one's new name to
        the probability that it turns.
        """
        rows = []
        for entrant in self.entrants:
            for (block, fate, left), chance in sorted(self.fates.items(), key=_order):
                if block == entrant.block:
                    row = {"block": block, "house": entrant.house, "role": entrant.role, "reserve": entrant.reserve}
                    rows.append({**row, "steps": entrant.steps, "fate": fate, "left": left, "probability": chance})
        return Table(rows, columns=["block", "house", "role", "reserve", "steps", "fate", "left", "probability"])

    @property
    def entrants(self) -> list[Entrant]:
        """Return the blocks that entered, attackers first, and after each what it may be turned into."""
        found = []
        for entrant in self.blocks:
            found.append(entrant)
            other = turned_name(entrant.block)
            if other in self.names and all(e.block != other for e in self.blocks):
                house = next(e.house for e in self.blocks if e.house != entrant.house)
                role = "defender" if entrant.role == "attacker" else "attacker"
                found.append(Entrant(other, house, role, entrant.steps, True))
        return found

    def figure(self) -> Any:
        """Return the odds as a plotly figure: who wins when, and what becomes of each block."""
        return display.render(self, display.FIGURE)

    def _repr_mimebundle_(self, **asked: Any) -> dict[str, Any]:
        return display.mimebundle(self, **asked)

    def __repr__(self) -> str:
        chances = sorted(self.win.items(), key=lambda item: -item[1])
        return f"{self.area}: " + ", ".join(f"{house} {chance:.2f}" for house, chance in chances)


def _order(row: tuple[tuple[str, Fate, int], float]) -> tuple[int, int]:
    (_, fate, left), _ = row
    return FATES.index(fate), -left


def turned_name(block: str) -> str:
    """Return the version of a block that serves the other house, "" if it has none."""
    pair = PAIR[INDEX[block]]
    return NAMES[pair] if pair >= 0 else ""
