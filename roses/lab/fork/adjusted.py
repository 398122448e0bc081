"""The difference that a fork makes, less the luck in both games of each pair.

Whenever dice fall or cards are dealt, what follows is weighed against the mean over all that may fall. The sum of that
over a game, its luck, is 0 on average, so it may be taken away from what came of the game: the difference that is left
is expected to be the same, and varies less (as in poker: N. Burch and others, "AIVAT: a new variance reduction
technique for agent evaluation in imperfect information games", AAAI 2018, arXiv 1612.06915). What a position is worth
is learned from pairs of the same fork with other numbers: the even ones teach for the odd ones, and the other way
round, so no game is weighed by what came of itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import closing
from itertools import pairwise
from statistics import variance
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

import msgspec

from roses.engine.i18n import gettext as _
from roses.engine.protocol import CHANCE, Action
from roses.lab.fork.result import DIFFERENCE, Forked, mean
from roses.lab.fork.study import ARMS, Fork
from roses.lab.fork.war import loyalty_changed
from roses.lab.runs.columns import Row
from roses.lab.runs.places import results
from roses.lab.winning.features import NAMES, features
from roses.lab.winning.values import hands
from roses.odds.enumeration import moves
from roses.progress import ProgressBar
from roses.richard.position import Phase
from roses.richard.state import GAME, State
from roses.table import Table

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

WITHOUT_LUCK: Final = "difference without luck"
LEAST: Final = 20  # pairs, half of which teach what positions are worth to the other half
_BATCH: Final = 8  # pairs that a process plays before it reports
_EACH: Final = 3  # of so many positions one teaches
_PENALTY: Final = 0.03  # of the regression; 0.01 and 0.1 explain as much of the lead from positions within 0.02
_KNOWN: Final = 1 + len(NAMES)  # numbers of a position; those of an end come after them


class Told(NamedTuple):
    """A game: the numbers of the positions that teach, those of its luck, and what came of it."""

    positions: Numbers
    luck: Numbers
    end: Numbers


Pair: TypeAlias = tuple[Told, ...]  # as it was, and changed


class Games(msgspec.Struct, frozen=True):
    """The games of a fork, told by their numbers: a row is a pair."""

    study: Fork

    def rows(self, kind: str, numbers: Iterable[int]) -> list[Row]:
        """Return a row for each pair: what is told of its two games."""
        return [tuple(self.game(number, arm) for arm in ARMS) for number in numbers]

    def game(self, number: int, arm: str) -> Told:
        """Return what is told of a game."""
        import numpy as np

        game, begun = self.study.play(number, arm), len(self.study.arms[arm])
        states: list[Any] = [game.state_after(at) for at in range(begun, len(game) + 1)]
        loyalty = self.study.change.loyalty if arm == ARMS[1] else {}
        luck = np.zeros(_KNOWN + len(self.study.values(states[-1])))
        for state, after in pairwise(states):
            if state.active == (CHANCE,) and not loyalty_changed(state, loyalty):
                luck += self.worth(after, arm) - self.worth(state, arm)
        teach = [[1.0, *features(state)] for state in states[:-1:_EACH] if state.phase is not Phase.DEAL]
        return Told(np.array(teach).reshape(-1, _KNOWN), luck, np.array(self.study.values(states[-1])))

    def worth(self, state: State, arm: str) -> Numbers:
        """Return the numbers of a state: of a position, of an end, or the mean of those that chance may lead to."""
        import numpy as np

        if self.study.over(state, arm):
            return np.array([*[0.0] * _KNOWN, *self.study.values(state)])
        if state.phase is Phase.DEAL:
            ways: Iterable[tuple[Action, float]] = [(deal, chance) for chance, deal in hands(state)]
        elif state.due is not None or state.phase is Phase.HITS:
            ways = moves(state, None)
        else:
            return np.array([1.0, *features(state), *[0.0] * len(self.study.values(state))])
        middle: Numbers = np.sum([p * self.worth(state.apply_unchecked(way), arm) for way, p in ways], axis=0)
        return middle


def without_luck(found: Forked, side: str = "York", *, jobs: int = 1) -> Table:
    """Return what a change adds for a side, as the pairs of a fork have it, and less the luck of their games.

    Two rows for each measure: ``difference``, and ``difference without luck``, which estimates the same; the second is
    left out where all games came to the same. Columns: ``measure``, ``what``, ``value``, ``low``, ``high``: the
    interval of 95 %, without luck by the normal distribution; ``variance ratio``: the variance of the difference of a
    pair, divided by that which two games without common random numbers would have, luck and all, NaN where these do
    not vary; ``n``; ``seed``. Luck is that of dice and deals; a roll against a changed loyalty is left out. The games
    are played again, which takes one and a half times as long as the fork did; ``jobs`` is the number of processes.

    ValueError for another game than *Richard III*, an unknown side, and fewer than 20 pairs.

    >>> import roses
    >>> table = without_luck(roses.fork("1483-richard-iii", at=145, change="roll 3 1 6", n=20))
    >>> table["what"].tolist()[:2]
    ['difference', 'difference without luck']
    """
    told = found.study
    if told.record.game != GAME or len(found.pairs) < LEAST:
        said = _("luck is taken away from {n} pairs or more of {game}, not from {pairs} of {other}")
        raise ValueError(said.format(n=LEAST, game=GAME, pairs=len(found.pairs), other=told.record.game))
    found.difference(side)
    pairs = _played(told, len(found.pairs), jobs)
    rows: list[tuple[Any, ...]] = []
    for measure in told.measures:
        rows.append((measure, DIFFERENCE, *found.difference(side, measure), found.variance_ratio(side, measure)))
        at = list(told.seats).index(side) + len(told.seats) * told.measures.index(measure)
        if alone := sum(variance([float(pair[arm].end[at]) for pair in pairs]) for arm in (0, 1)):
            less = differences(pairs, at)
            rows.append((measure, WITHOUT_LUCK, *mean(less), variance(less) / alone))
    columns = ["measure", "what", "value", "low", "high", "variance ratio", "n", "seed"]
    return Table([(*row, len(pairs), told.seed) for row in rows], columns=columns)


def _played(told: Fork, n: int, jobs: int) -> list[Pair]:
    batches = [range(i, min(i + _BATCH, n)) for i in range(0, n, _BATCH)]
    pairs: list[Any] = []
    with closing(results(Games(told), "luck", batches, jobs)) as found, ProgressBar(_("pairs"), _("pair"), n) as bar:
        for rows in found:
            pairs += rows
            bar.update(len(rows))
    return pairs


def differences(pairs: Sequence[Pair], at: int) -> list[float]:
    """Return the difference of each pair in the value number ``at`` of ``Fork.values``, less luck."""
    weights = [_line([game for pair in pairs[half::2] for game in pair], at) for half in (1, 0)]
    return [_less(pair[1], weights[i % 2], at) - _less(pair[0], weights[i % 2], at) for i, pair in enumerate(pairs)]


def _less(game: Told, weights: Numbers, at: int) -> float:
    """Return what came of a game, less its luck."""
    return float(game.end[at] - game.luck[:_KNOWN] @ weights - game.luck[_KNOWN + at])


def _line(games: Sequence[Told], at: int) -> Numbers:
    """Return what the numbers of a position tell of the end of its game: a ridge regression, the constant first."""
    import numpy as np

    numbers = np.concatenate([game.positions for game in games])
    ends = np.concatenate([np.full(len(game.positions), game.end[at]) for game in games])
    middle, spread = numbers.mean(axis=0), numbers.std(axis=0)
    spread[spread == 0] = 1.0
    scaled = (numbers - middle) / spread
    square = scaled.T @ scaled / len(scaled) + _PENALTY * np.eye(_KNOWN)
    weights: Numbers = np.linalg.solve(square, scaled.T @ (ends - ends.mean()) / len(scaled)) / spread
    weights[0] = ends.mean() - weights[1:] @ middle[1:]
    return weights
