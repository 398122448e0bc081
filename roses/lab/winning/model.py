"""The chance that a side wins the game, by a model learned from games of bots (``data/studies/crown.json``).

The model is a logistic regression on the numbers of ``features``, calibrated by a monotone curve; no package is needed
to apply it. ``tests.learning`` makes it.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from functools import cache
from typing import Any, Final

import msgspec

from roses.engine import display
from roses.engine.data import read
from roses.lab.winning.features import NAMES, features
from roses.richard.state import State, demand_war
from roses.richard.tables import HEIRS_OF, OUT, SCENARIOS, SIDES

FILE: Final = "studies/crown.json"


class Fit(msgspec.Struct, frozen=True):
    """The model of one campaign of a scenario: a score from ``weights``, and a curve from scores to chances of York."""

    intercept: float
    weights: tuple[float, ...]
    scores: tuple[float, ...]
    chances: tuple[float, ...]

    def chance(self, numbers: list[float]) -> float:
        """Return the chance of York, never quite 0 or 1.

        >>> Fit(0.0, (1.0,), (-1.0, 1.0), (0.125, 0.875)).chance([0.5])
        0.6875
        """
        score = self.intercept + sum(map(float.__mul__, self.weights, numbers))
        at = bisect_right(self.scores, score)
        if at in (0, len(self.scores)):
            return self.chances[max(0, at - 1)]
        low, high = self.scores[at - 1], self.scores[at]
        part = (score - low) / (high - low)
        return self.chances[at - 1] + part * (self.chances[at] - self.chances[at - 1])


class Bin(msgspec.Struct, frozen=True):
    """Positions to which the model gave about the same chance: how many, the mean chance, the share that York won."""

    positions: int
    said: float
    won: float


class Check(msgspec.Struct, frozen=True):
    """How the model did on games it had not learned from: ``brier`` is the mean squared error of its chances.

    ``base`` is that of the share of York's wins, told in advance of every position; ``ece`` is the expected
    calibration error: how far, on average, chances and shares of wins lie apart, in ten equal ranges. ``bots`` says who
    played. It shows itself as a calibration plot.
    """

    bots: str
    games: int
    york: float
    base: float
    brier: float
    ece: float
    bins: tuple[Bin, ...]

    @property
    def gain(self) -> float:
        """The part of the error of the base rate that the model takes away; nan where it has none: one side won all.

        >>> Check("knights", 40, 0.0, 0.0, 0.3, 0.4, ()).gain
        nan
        """
        return 1 - self.brier / self.base if self.base else math.nan

    def _repr_mimebundle_(self, **asked: Any) -> dict[str, Any]:
        return display.mimebundle(self, **asked)


class Learned(msgspec.Struct, frozen=True):
    """The model of a scenario: a fit for each campaign, how many games taught and tested it, and its tests."""

    games: int
    fits: dict[int, Fit]
    tests: tuple[Check, ...]


class CrownModel(msgspec.Struct, frozen=True):
    """The content of the file: the command that made it, the names of the numbers, and the scenarios."""

    command: str
    features: tuple[str, ...]
    scenarios: dict[str, Learned]


@cache
def crown_model() -> CrownModel:
    """Return the model of the kit; DataError if its file is missing or broken.

    >>> sorted(crown_model().scenarios)
    ['1460', '1470', '1483']
    """
    model = read(FILE, CrownModel)
    if model.features != NAMES:
        raise ValueError(f"data/{FILE} was made for other features; make it again: {model.command}")
    return model


def win_probability(state: State, side: str = "York") -> float:
    """Return the chance 0..1 that a side wins the game: that it holds the crown at its end, or the other has no heir.

    It is exactly 0 or 1 where the game is over or a house has no heir. Otherwise a model tells it that learned from
    games of squires who err more or less; it looks at the whole state, both sides' blocks and hands, so it is for an
    umpire and for a game that is over. Where the game of 1470 goes on to a second campaign, it is the model of the full
    game. It is about such players: between others the same position may be worth more or less. ValueError for another
    game, and for an unknown side.

    >>> import roses
    >>> game = roses.replay("1483-richard-iii")
    >>> win_probability(game[-1], "Lancaster"), 0 < win_probability(game[0]) < 1
    (1.0, True)
    """
    demand_war(state).check_side(side)
    york = york_wins(state)
    return york if side == SIDES[1] else 1 - york


def york_wins(s: State) -> float:
    """Return the chance of York, without a look at the type of the state."""
    if s.result is not None:
        return float(s.result.winner == SIDES[1])
    for side, heirs in enumerate(HEIRS_OF):
        if not heirs & ~s.occ[OUT]:
            return float(side == 0)
    name = s.setup.id if s.last == SCENARIOS[s.setup.id].campaigns[1] else "1460"
    return crown_model().scenarios[name].fits[s.campaign].chance(features(s))
