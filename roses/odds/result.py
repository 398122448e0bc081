"""The odds of a battle as a value: who wins, the fates of blocks, endings, a table, a figure, and what they cost.

``answer_odds`` takes from them the odds of the answers to a question of a record.
"""

from __future__ import annotations

import logging
import math
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from time import process_time
from typing import Final

import msgspec
import numpy as np
from tqdm.auto import tqdm

from roses.engine.display import Pictured
from roses.engine.errors import demand
from roses.engine.record import Answer
from roses.odds.endings import FATES, Endings, Entrant, Fates, Part, listing
from roses.odds.enumeration import falls
from roses.richard.state import State
from roses.richard.tables import INDEX, NAMES, PAIR
from roses.table import Table

LONG: Final = 5.0  # s of CPU time; what costs more says so, and what to do instead
ENOUGH: Final = 40_000  # battles that hold every probability to half a hundredth
_REFERENCE: Final = 0.0036  # s that the work of ``slowness`` takes on the machine on which all rates were measured
_LOG: Final = logging.getLogger(__package__)


class Cost(msgspec.Struct, frozen=True):
    """An estimate: ``seconds`` of CPU time on this machine, within a factor of three.

    ``method`` is tables, grid, enumeration, lot (battles in numpy), engine (battles on the engine) or best play;
    ``size`` is what the estimate rests on: pairs of strengths, layers times strengths, positions, or battles.

    >>> str(Cost("tables", 0.25, 1000))
    'tables, about 0.25 s of CPU time'
    """

    method: str
    seconds: float
    size: int

    def __str__(self) -> str:
        return f"{self.method}, about {self.seconds:,.2g} s of CPU time"

    def say(self, area: str) -> None:
        """Write the estimate to the log ``roses.odds``, and to stderr, with a way out, if it is more than ``LONG``."""
        _LOG.info("%s: %s", area, self)
        if self.seconds <= LONG:
            return
        time = f"will take about {self.seconds:,.0f} s of CPU time"
        if self.method in ("lot", "engine"):
            message = f"the odds in {area} {time}; fewer battles take less, and are less exact"
        elif self.method == "best play":
            message = f"best play in {area} {time}; stop it to get bounds"
        else:
            message = f"the exact odds in {area} {time}; stop it to get bounds, or ask for odds within 0.005 by "
            message += f"sample={ENOUGH:_}"
        tqdm.write(message, file=sys.stderr)


@cache
def slowness() -> float:
    """Return how much slower this machine is than the one on which the rates were measured; it is timed once."""
    for _time in range(2):  # the first time warms up
        begin = process_time()
        table = np.ones((256, 256))
        for _n in range(40):
            table = table * 0.5 + table[::-1]
        sum({n: n % 7 for n in range(30_000)}.values())
    return (process_time() - begin) / _REFERENCE


SURE: Final = 1.96  # standard errors on either side that hold the truth in 95 of 100 cases


class BattleOdds(Pictured, msgspec.Struct, frozen=True, dict=True, eq=False):
    """The odds of one battle, exact unless ``sampled``; probabilities are 0..1, strength is in steps.

    ``fates`` is (block, fate, steps left) to probability; a block that changed sides goes on under its other name.
    ``wins`` is (winner, last round) to probability. ``blocks`` are those who entered, attackers first. ``sampled`` is
    the number of battles fought by lot, 0 for exact odds: all probabilities are then shares of them, and
    ``half_width`` says how far off they may be. ``undecided`` is the probability of battles that were not followed to
    their end, as the computation was interrupted: ``bounds`` hold what is certain. ``cost`` is the estimate of the
    computation, ``order`` that in which the blocks of a letter fired where the policy left it open.

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
        """Return whether the odds are exact: neither sampled nor interrupted."""
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

        They are read like a tuple, and each is made when it is read: a million takes some 20 megabytes, and six
        times that while they are gathered.

        >>> import roses
        >>> odds = roses.battle_odds(attackers="Richmond", defenders="Gloucester", area="Leicester")
        >>> odds.outcomes[0].stands
        (('Gloucester', 3),)
        """
        cache: dict[str, Endings] = self.__dict__
        if "_outcomes" not in cache:
            cache["_outcomes"] = listing(self.names, self.listing())
        return cache["_outcomes"]

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
        fates = sorted(self.fates.items(), key=lambda row: (FATES.index(row[0][1]), -row[0][2]))
        rows = [
            (block, e.house, e.role, e.reserve, e.steps, fate, left, chance)
            for e in self.entrants
            for (block, fate, left), chance in fates
            if block == e.block
        ]
        table = Table(rows, columns=["block", "house", "role", "reserve", "steps", "fate", "left", "probability"])
        if n := self.sampled:
            shares, z = table["probability"], SURE
            table["half_width"] = z * np.sqrt(shares * (1 - shares) / n + (z / n / 2) ** 2) / (1 + z * z / n)
        return table

    @property
    def entrants(self) -> list[Entrant]:
        """Return the blocks that entered, attackers first, and after each what it may be turned into."""
        entrants = []
        for entrant in self.blocks:
            entrants.append(entrant)
            pair = PAIR[INDEX[entrant.block]]  # the version that serves the other house
            other = NAMES[pair] if pair >= 0 else ""
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


def answer_odds(answers: Iterable[Answer], odds: BattleOdds | State) -> tuple[float | None, ...]:
    """Return the probability 0..1 of each answer's outcome; None for an answer without an outcome.

    ``odds`` are those of a battle, ``roses.battle_odds(state)``, or a state with a roll due, for the odds of that roll.
    ValueError for a house that ``wins`` by a roll, or a state without a roll.

    >>> import roses
    >>> state = roses.replay("1483-richard-iii")[131]  # Richmond rolls one die to win Stanley over
    >>> answer_odds([Answer("He turns.", ("turns", "Stanley/Y")), Answer("He waits.")], state)
    (0.5, None)
    """
    demand(Iterable, answers=answers)
    return tuple(None if answer.outcome is None else _chance(*answer.outcome, odds) for answer in answers)


def _chance(kind: str, name: str, odds: BattleOdds | State) -> float:
    if kind in ("lives", "stays"):
        return 1 - _chance({"lives": "falls", "stays": "turns"}[kind], name, odds)
    if isinstance(odds, BattleOdds):
        return {"wins": odds.win, "falls": odds.eliminated, "turns": odds.turned}[kind].get(name, 0.0)
    if odds.due is None or kind == "wins":
        raise ValueError(f"the outcome {f'{kind} {name}'!r} needs the odds of a battle, or a state with a roll due")
    event, field = {"falls": ("eliminated", "block"), "turns": ("turned", "target")}[kind]
    rolls = ((odds.apply(roll).events, chance) for roll, chance in falls(odds, odds.due))
    return sum(p for events, p in rolls if any(e.kind == event and getattr(e, field) == name for e in events))
