"""The chance that a side wins the game, by a model learned from games of bots (``data/studies/crown.json``)."""

from __future__ import annotations

import math
from bisect import bisect_right
from functools import cache
from math import tanh
from typing import Any, Final

import msgspec

from roses.bots.war_forecast import Forecast, forecasts
from roses.engine import display
from roses.engine.data import read
from roses.richard.phases.cards import points
from roses.richard.phases.political import lords
from roses.richard.phases.supply import TURNS
from roses.richard.position import Phase, present
from roses.richard.state import State, demand_war
from roses.richard.tables import (
    ALL_EXILES,
    CARDS,
    COMMONS,
    HEIRS_OF,
    LAND,
    LONDON,
    LORDS,
    MINOR,
    NEIGHBOURS,
    OUT,
    POOL,
    ROSTER,
    SCENARIOS,
    SENIORITY,
    SIDES,
    bits,
)

_FIRE: Final = tuple(block.firepower / 6 for block in ROSTER)
_AROUND: Final = 0.5  # the part of an army that is feared one area away
_ACTS: Final = (Phase.ACTIONS, Phase.MUSTER, Phase.MUSTER_AREA, Phase.PLAGUE)
_Fates = dict[int, Forecast]
_OF_A_SIDE: Final = (  # hits expected in a round are the force of blocks; court is England and Wales
    "support", "exile lords", "pool lords", "living lords", "force", "exile force", "pool force", "steps", "blocks",
    "areas", "heirs", "few heirs", "senior heir", "heirs at court", "danger", "ruin", "fields", "points", "owed",
)  # fmt: skip
_PLAIN: Final = ("lead", *_OF_A_SIDE)
NAMES: Final = (*_PLAIN, *(f"{name} x time" for name in _PLAIN), "crown", "crown x time", "time", "distance x time")


def features(s: State) -> list[float]:
    """Return the numbers of a state, those of a side as York's less Lancaster's; ``NAMES`` says what they are.

    ``time`` is the part of the campaign that is left, ``lead`` York's chance at a count now, squeezed to -1..1.

    >>> import roses
    >>> numbers = dict(zip(NAMES, features(roses.replay("1483-richard-iii")[1])))
    >>> numbers["crown"], numbers["heirs"], numbers["support"]
    (1.0, 0.0, 6.0)
    """
    fates = forecasts(s) if s.fronts else {}
    time = min(1.0, (TURNS + 1 - s.turn) / TURNS)
    crown = 1.0 if s.king_side else -1.0
    forces = [_forces(s, side, fates) for side in (0, 1)]
    lancaster, york = (_numbers(s, side, forces, fates) for side in (0, 1))
    plain = [y - x for y, x in zip(york, lancaster, strict=True)]
    plain.insert(0, tanh((plain[0] + crown / 2) / (0.5 + 4 * time)))
    return [*plain, *(value * time for value in plain), crown, crown * time, time, abs(plain[1]) * time]


def _mine(s: State, side: int) -> int:
    return s.own[side] & ~(s.down | s.prisoner | s.occ[OUT] | s.occ[MINOR])


def _forces(s: State, side: int, fates: _Fates) -> list[float]:
    """Return by area the hits that the blocks of a side may be expected to score in a round, after the battles due."""
    forces = [0.0] * len(LAND)
    for block in bits(_mine(s, side) & ~s.occ[POOL]):
        place = s.loc[block]
        steps = fates[place].steps[block] if place in fates else s.steps[block]
        forces[place] += steps * _FIRE[block]
    return forces


def _numbers(s: State, side: int, forces: list[list[float]], fates: _Fates) -> list[float]:
    """Return the numbers of a side, in the order of ``_OF_A_SIDE``."""
    own, mine = forces[side], _mine(s, side)
    exiled = sum([s.occ[area] for area in ALL_EXILES])
    voters, heirs = lords(s, side), HEIRS_OF[side] & ~s.occ[OUT]
    lives = {heir: _lives(s, heir, fates) for heir in bits(heirs)}
    expected, ruin = sum(lives.values()), 1.0
    for chance in lives.values():
        ruin *= 1 - chance
    london = fates[LONDON].holds[side] if LONDON in fates else bool(present(s, LONDON, side) & ~COMMONS)
    line = SENIORITY[side]
    return [
        sum([_lives(s, block, fates) for block in bits(voters)]) + london,
        (mine & LORDS & exiled).bit_count(),
        (mine & LORDS & s.occ[POOL]).bit_count(),
        (s.own[side] & LORDS & ~s.occ[OUT]).bit_count(),
        sum(own),
        sum([own[area] for area in ALL_EXILES]),
        sum([s.steps[block] * _FIRE[block] for block in bits(mine & s.occ[POOL])]),
        sum([s.steps[block] for block in bits(mine & ~s.occ[POOL])]),
        (mine & ~(exiled | s.occ[POOL])).bit_count(),
        sum([force > 0 for force in own]),
        expected,
        -1 / max(0.4, expected),
        next((len(line) - i for i, heir in enumerate(line) if heirs >> heir & 1), 0),
        (voters & heirs).bit_count(),
        _danger(s, side, forces, lives),
        ruin,
        sum([fate.holds[side] for fate in fates.values()]),
        _points(s, side),
        s.owed[side],
    ]


def _lives(s: State, block: int, fates: _Fates) -> float:
    """Return the chance that a block outlives the battle in which it stands, 1 if it stands in none."""
    fate = fates.get(s.loc[block])
    return fate.lives.get(block, 1.0) if fate else 1.0


def _danger(s: State, side: int, forces: list[list[float]], heirs: dict[int, float]) -> float:
    """Return the mean danger 0..1 of the heirs of a side, by the enemy's force there and around."""
    own, enemy = forces[side], forces[1 - side]
    total = 0.0
    for heir in heirs:
        place = s.loc[heir]
        if place < POOL and place not in ALL_EXILES:
            threat = enemy[place] + _AROUND * sum([enemy[area] for area, _border in NEIGHBOURS[place]])
            total += threat / (threat + own[place] + 0.5)
    return total / max(1, len(heirs))


def _points(s: State, side: int) -> int:
    """Return the action points that a side has left in this campaign: its hand, and what is unused of its card."""
    left = points(s.hands[side])
    if s.mover == side and s.phase in _ACTS:
        return left + s.ap
    waits = s.phase is Phase.CARDS or (s.phase in _ACTS and s.mover == s.first)
    return left + (CARDS[s.played[side]].points if s.played[side] and waits else 0)


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

    def _repr_mimebundle_(self, **options: Any) -> dict[str, Any]:
        return display.mimebundle(self, **options)


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
    """Return the chance of York; the type of the state is not checked."""
    if s.result is not None:
        return float(s.result.winner == SIDES[1])
    for side, heirs in enumerate(HEIRS_OF):
        if not heirs & ~s.occ[OUT]:
            return float(side == 0)
    name = s.setup.id if s.last == SCENARIOS[s.setup.id].campaigns[1] else "1460"
    return crown_model().scenarios[name].fits[s.campaign].chance(features(s))
