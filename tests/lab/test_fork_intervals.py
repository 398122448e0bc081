"""Paired intervals cover: by adding up all counts of pairs, and on forks of Bosworth whose answer is known exactly."""

from __future__ import annotations

import random
from math import exp, lgamma, log
from typing import Any, Final

import pytest

import roses
from roses.lab.fork.luck import GameLuck, Games, Luck
from roses.lab.fork.result import DIFFERENCE, WITHOUT_LUCK, Forked, paired
from roses.lab.fork.study import ARMS, Fork, fork_of, lead
from tests.lab.known_fork import exact, york_won
from tests.proof import sampled

BOSWORTH = "1483-richard-iii"
SIZES: Final = (40, 100, 400)  # pairs of a fork
WORTH: Final = {"wins": york_won, "lead": lambda state: float(lead(state)[1])}
KNOWN: Final[dict[str, tuple[int, Any]]] = {  # what is added to York's chance to win
    "small": (144, {"strength": {"Gloucester": 1, "Stanley/L": 3}}),  # -0.02
    "middling": (145, "roll 3 1 6"),  # +0.16
    "large": (145, "roll 6 6 6"),  # +0.50
}
MANY, FEW = 4000, 400  # pairs that are played of the last two, and of the first two
DRAWN: Final = 1000  # forks drawn from them


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("lords", [1, 4])
@pytest.mark.parametrize(
    ("up", "down"),
    [(0.1, 0.1), (0.25, 0.25), (0.12, 0.1), (0.167, 0.003), (0.2, 0.05), (0.3, 0.1), (0.5, 0.2), (0.6, 0.02)],
)
def test_the_paired_interval_covers_93_to_97_times_in_100_by_adding_up_all_counts(
    n: int, lords: int, up: float, down: float
) -> None:
    """From a difference of zero to a large one, in any unit; counts rarer than one in 10^13 are left out."""
    chances, cover = (up, down, 1 - up - down), 0.0
    for a in range(n + 1):
        for b in range(n - a + 1):
            counts = (a, b, n - a - b)
            by_count = sum(k * log(p) - lgamma(k + 1) for k, p in zip(counts, chances, strict=True))
            if (weight := lgamma(n + 1) + by_count) > -30:
                _mean, low, high = paired([1.0 * lords] * a + [-1.0 * lords] * b + [0.0] * counts[2])
                cover += exp(weight) * (low <= lords * (up - down) <= high)
    assert 0.93 <= cover <= 0.97, cover


@pytest.mark.parametrize(
    ("names", "n"),
    sampled([(("small",), FEW), (("middling",), FEW), (("middling", "large"), MANY)], (("middling",), FEW)),
)
def test_intervals_cover_known_answers_93_to_97_times_in_100(names: tuple[str, ...], n: int) -> None:
    """The end of Bosworth is followed exactly in both arms; forks of each size are drawn from the pairs played.

    Games as they were are the same in forks of one moment, and are played once. All is looked at in one test: pairs as
    counted, less luck, and each game as it was against another as it was, with other dice, of which neither is better.
    """
    games: list[GameLuck] = []
    followed: dict[Any, Any] = {}
    for name in names:
        study = fork_of(BOSWORTH, *KNOWN[name])
        pairs = _pairs(study, games, n)
        games = [before for before, _after in pairs]
        _intervals_cover(study, pairs, followed, also_of_nought=name == "middling")


def _pairs(study: Fork, games: list[GameLuck], n: int) -> list[Any]:
    """Return the pairs of a fork; the ``games`` as they were are played if there are none."""
    cache: dict[Any, Any] = {}
    arm = Games(study)
    games = games or [arm.game(number, ARMS[0], cache) for number in range(n)]
    return [(game, arm.game(number, ARMS[1], cache)) for number, game in enumerate(games)]


def _intervals_cover(study: Fork, pairs: list[Any], followed: dict[Any, Any], *, also_of_nought: bool) -> None:
    whole = _forked(study, pairs)
    before, after = (exact(study.arms[arm].state, _worths, followed) for arm in ARMS)
    for measure, known in zip(WORTH, after - before, strict=True):
        estimates = whole.estimates("York", measure)
        assert all(one.low <= known <= one.high for one in estimates.values())
        assert list(estimates) == [WITHOUT_LUCK, DIFFERENCE]
        _covers(_gains(study, whole.pairs, measure), estimates[DIFFERENCE].value)
        if also_of_nought:
            as_it_was = [pair[2 + 2 * study.measures.index(measure)] for pair in whole.pairs]
            apart = [one - other for one, other in zip(as_it_was[::2], as_it_was[1::2], strict=True)]
            _covers([*apart, *(-gain for gain in apart)], 0.0)
    _covers_without_luck(study, _even(pairs), whole, len(pairs))


def _worths(state: Any) -> Any:
    import numpy as np

    return np.array([worth(state) for worth in WORTH.values()])


def _covers(gains: list[float], truth: float) -> None:
    rng = random.Random(1)
    for size in SIZES:
        results = [paired(rng.choices(gains, k=size)) for _fork in range(2 * DRAWN)]
        cover = sum(low <= truth <= high for _mean, low, high in results) / len(results)
        assert 0.93 <= cover <= 0.97, (size, cover)


def _covers_without_luck(study: Fork, pairs: list[Any], whole: Forked, n: int) -> None:
    """Forks are drawn from pairs whose luck adds up to nothing, so that their mean is known whatever is learned.

    What comes first is looked at, which is the difference as counted where fewer than ten pairs of a fork differ: so
    of 40 pairs it may be no shorter.
    """
    rng = random.Random(1)
    for size in SIZES:
        forks = [_forked(study, rng.choices(pairs, k=size)) for _fork in range(DRAWN if n == MANY else 100)]
        for measure in WORTH:
            results = [fork.estimates("York", measure) for fork in forks]
            best, truth = [next(iter(one.values())) for one in results], whole.difference("York", measure)[0]
            cover = sum(one.low <= truth <= one.high for one in best) / len(forks)
            assert n == FEW or 0.93 <= cover <= 0.97, (measure, size, cover)
            counted = sum(one[DIFFERENCE].high - one[DIFFERENCE].low for one in results)
            assert size == SIZES[0] or sum(one.high - one.low for one in best) < 0.9 * counted


def _even(pairs: list[Any]) -> list[Any]:
    """Return the pairs less the mean luck of each arm."""
    import numpy as np

    middle = [np.mean([pair[arm].luck for pair in pairs], axis=0) for arm in (0, 1)]
    return [tuple(game._replace(luck=game.luck - middle[arm]) for arm, game in enumerate(pair)) for pair in pairs]


def _forked(study: Fork, pairs: list[Any]) -> Forked:
    luck = Luck()
    luck.add(pairs)
    return Forked(study, tuple(luck.pairs()), tuple(luck.pairs_without_luck()))


def _gains(study: Fork, pairs: list[Any], measure: str) -> list[float]:
    at = 2 + 2 * study.measures.index(measure)
    return [pair[at + 4] - pair[at] for pair in pairs]


def test_pairs_that_happen_not_to_differ_leave_the_interval_open() -> None:
    fork = roses.fork(BOSWORTH, at=147, change={"strength": {"French Mercenary": 4}}, n=24)
    assert not fork.study.same and all(pair[1:5] == pair[5:] for pair in fork.pairs)
    for measure in WORTH:
        value, low, high = fork.difference("York", measure)
        assert value == 0.0 and low == pytest.approx(-high) and 0.05 < high < 0.15
        assert list(fork.estimates("York", measure)) == [DIFFERENCE]
