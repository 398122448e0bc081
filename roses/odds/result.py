"""The odds of a battle as a value: probabilities of winning, fates of blocks, endings, a table and a figure."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import msgspec

from roses.engine.display import Pictured
from roses.odds.cost import Cost
from roses.odds.endings import FATES, Entrant, Fate, Fates
from roses.odds.listing import Endings, Part, listing
from roses.richard.tables import INDEX, NAMES, PAIR
from roses.table import Table

SURE: Final = 1.96  # standard errors on either side that hold the truth in 95 of 100 cases


class BattleOdds(Pictured, msgspec.Struct, frozen=True, dict=True, eq=False):
    """The odds of one battle, exact unless ``sampled``; probabilities are 0..1, strength is in steps.

    ``fates`` is (block, fate, steps left) to probability; a block that changed sides goes on under its other name.
    ``wins`` is (winner, last round) to probability. ``blocks`` are those who entered, attackers first. ``sampled`` is
    the number of battles fought by lot, 0 for exact odds: all probabilities are then shares of them, and
    ``half_width`` says how far off they may be. ``undecided`` is the probability of battles that were not followed to
    their end, as the computation was interrupted: ``bounds`` hold what is known. ``cost`` is what the computation was
    to cost, ``order`` that in which the blocks of a letter fired where the policy left it open.

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
    listing: Callable[[], Iterable[Part]]
    sampled: int = 0
    undecided: float = 0.0
    cost: Cost | None = None
    order: str = "strongest"

    @property
    def win(self) -> dict[str, float]:
        """Return house to the probability that it wins: holds the area at the end, or has won the game by then."""
        houses = (self.attacker, *dict.fromkeys(e.house for e in self.blocks if e.house != self.attacker))
        return {house: sum(p for (who, _), p in self.wins.items() if who == house) for house in houses}

    @property
    def bounds(self) -> dict[str, tuple[float, float]]:
        """Return house to the bounds of the probability that it wins.

        They are equal where the odds are exact; those of sampled odds hold in 95 of 100 cases.
        """
        off = self.half_width
        return {h: (max(p - off, 0.0), min(p + off + self.undecided, 1.0)) for h, p in self.win.items()}

    @property
    def exact(self) -> bool:
        """Whether every fall of the dice was counted."""
        return not (self.sampled or self.undecided)

    @property
    def half_width(self) -> float:
        """Return how far any one probability may be off in 95 of 100 cases if the odds are sampled, 0 if exact.

        >>> import roses
        >>> odds = roses.battle_odds(attackers="Richmond", defenders="Gloucester", area="Leicester", sample=40_000)
        >>> round(odds.half_width, 4)
        0.0049
        """
        return SURE * 0.5 / math.sqrt(self.sampled) if self.sampled else 0.0

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
    def outcomes(self) -> Endings:
        """Return every end state with its probability, the likeliest first; a large battle has millions of them.

        They are read like a tuple, and each is made when it is asked for: a million takes some 20 megabytes, and six
        times that while they are gathered.

        >>> import roses
        >>> odds = roses.battle_odds(attackers="Richmond", defenders="Gloucester", area="Leicester")
        >>> odds.outcomes[0].stands
        (('Gloucester', 3),)
        """
        known: dict[str, Endings] = self.__dict__
        if "_outcomes" not in known:
            known["_outcomes"] = listing(self.names, self.listing())
        return known["_outcomes"]

    def frame(self) -> Table:
        """Return one row for each end state, the likeliest first.

        Columns: ``winner``, ``round`` (the last one fought), ``probability`` 0..1, ``away`` and ``turned`` (names of
        the blocks that have left, or changed sides, as one text), and for each block its steps left, 0 if it is
        eliminated or not there under this name.

        >>> import roses
        >>> odds = roses.battle_odds(attackers="Richmond", defenders="Gloucester", area="Leicester")
        >>> list(odds.frame().columns)
        ['winner', 'round', 'probability', 'away', 'turned', 'Richmond', 'Gloucester']
        """
        return self.outcomes.frame()

    def table(self) -> Table:
        """Return one row for each fate of each block.

        Columns: ``block``; ``house`` it serves; ``role`` attacker or defender at the start; ``reserve`` whether it came
        as one; ``steps`` it entered with; ``fate``: stands (in the area), away (retreated), eliminated or turned;
        ``left``, its steps then; ``probability``. The rows of a block add up to 1, those of a turned one's new name to
        the probability that it turns. Sampled odds have a column more, ``half_width``: how far ``probability`` may be
        off in 95 of 100 cases (Wilson's interval).
        """
        rows: list[dict[str, Any]] = []
        for entrant in self.entrants:
            for (block, fate, left), chance in sorted(self.fates.items(), key=_order):
                if block == entrant.block:
                    row = {"block": block, "house": entrant.house, "role": entrant.role, "reserve": entrant.reserve}
                    rows.append({**row, "steps": entrant.steps, "fate": fate, "left": left, "probability": chance})
        if self.sampled:
            rows = [{**row, "half_width": self._off(row["probability"])} for row in rows]
        columns = ["block", "house", "role", "reserve", "steps", "fate", "left", "probability"]
        return Table(rows, columns=[*columns, "half_width"] if self.sampled else columns)

    def _off(self, share: float) -> float:
        """Return half the width of Wilson's interval of a share."""
        n, z = self.sampled, SURE
        return z * math.sqrt(share * (1 - share) / n + (z / n / 2) ** 2) / (1 + z * z / n)

    @property
    def entrants(self) -> list[Entrant]:
        """Return the blocks that entered, attackers first, and after each what it may be turned into."""
        entrants = []
        for entrant in self.blocks:
            entrants.append(entrant)
            other = turned_name(entrant.block)
            if other in self.names and all(e.block != other for e in self.blocks):
                house = next(e.house for e in self.blocks if e.house != entrant.house)
                role = "defender" if entrant.role == "attacker" else "attacker"
                entrants.append(Entrant(other, house, role, entrant.steps, True))
        return entrants

    def __repr__(self) -> str:
        chances = sorted(self.win.items(), key=lambda item: -item[1])
        if self.undecided and not self.sampled:
            parts = [f"{house} {low:.2f}-{high:.2f}" for house, (low, high) in self.bounds.items()]
            return f"{self.area}: {', '.join(parts)} ({self.caveat})"
        text = f"{self.area}: " + ", ".join(f"{house} {chance:.2f}" for house, chance in chances)
        return f"{text} ({self.caveat})" if self.sampled else text

    @property
    def caveat(self) -> str:
        """Return in words why the odds are not exact, "" if they are."""
        if self.sampled:
            battles = "1 battle" if self.sampled == 1 else f"{self.sampled:,} battles"
            return f"{battles} fought by lot, \N{PLUS-MINUS SIGN}{self.half_width:.3f}"
        if self.undecided:
            return f"interrupted, {self.undecided:.0%} undecided"
        return ""


def _order(row: tuple[tuple[str, Fate, int], float]) -> tuple[int, int]:
    (_, fate, left), _ = row
    return FATES.index(fate), -left


def turned_name(block: str) -> str:
    """Return the version of a block that serves the other house, "" if it has none."""
    pair = PAIR[INDEX[block]]
    return NAMES[pair] if pair >= 0 else ""
