"""Learns who will win: ``python -m tests.learning.fitting FOLDER`` makes data/studies/crown.json from positions.

The model is a logistic regression for each campaign of a scenario, with a calibration curve. Its tests are games, not
positions, that it has not seen. It needs the extra ``studies`` and, of ``dev``, scikit-learn.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from roses.engine import files
from roses.engine.loading import folder
from roses.lab.runs.rows import unpack
from roses.lab.winning.model import FILE, NAMES, Bin, Check, CrownModel, Fit, Learned, features
from roses.richard.tables import SCENARIOS, SIDES
from tests.learning.production import pairs

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]
    Flags = NDArray[np.bool_]

_FOLDS: Final = 5  # parts of the games, by their numbers: part 0 tests; the others teach, and calibrate each other
_PENALTY: Final = 0.02  # C of the regression: with 0.1 and 0.01 the errors differ in the fourth digit
_STRETCHES: Final = 40  # equal parts of the positions, each of which gives a point of the calibration curve
_NEVER_SURE: Final = 0.002  # the curve ends so far from 0 and from 1
_RANGES: Final = 10  # of the expected calibration error


class Positions:
    """Positions as numbers: ``numbers`` a row each, ``won`` whether York won, ``fold`` and ``campaign``."""

    def __init__(self, paths: Sequence[Path]) -> None:
        import numpy as np
        import pandas as pd

        frames = [pd.read_parquet(path) for path in paths]
        self.games = sum(frame["game"].nunique() for frame in frames)
        states = [unpack(text) for frame in frames for text in frame["position"]]
        self.numbers: Numbers = np.array([features(state) for state in states])
        self.campaign = np.array([state.campaign for state in states])
        rows = pd.concat(frames, ignore_index=True)
        self.won: Numbers = (rows["winner"] == SIDES[1]).to_numpy(float)
        self.fold = rows["game"].to_numpy() % _FOLDS


def fit_campaign(positions: Positions, campaign: int) -> Fit:
    """Return the model of a campaign, learned from all games but those of fold 0.

    Its calibration curve rests on scores of each fold by a regression on the others.
    """
    import numpy as np

    here = positions.campaign == campaign
    scores = np.zeros(len(positions.won))
    for fold in range(1, _FOLDS):
        rows = here & (positions.fold == fold)
        intercept, weights = _regression(positions, here & (positions.fold > 0) & (positions.fold != fold))
        scores[rows] = positions.numbers[rows] @ weights + intercept
    rows = here & (positions.fold > 0)
    intercept, weights = _regression(positions, rows)
    curve = calibrate(scores[rows], positions.won[rows])
    return Fit(round(intercept, 6), tuple(round(float(w), 7) for w in weights), *curve)


def _regression(positions: Positions, rows: Flags) -> tuple[float, Numbers]:
    """Return intercept and weights of a logistic regression on some rows; the weights are for unscaled numbers."""
    from sklearn.linear_model import LogisticRegression
    from sklearn.preprocessing import StandardScaler

    numbers = positions.numbers[rows]
    scaler = StandardScaler().fit(numbers)
    model = LogisticRegression(C=_PENALTY, solver="newton-cholesky")
    model.fit(scaler.transform(numbers), positions.won[rows])
    weights = model.coef_[0] / scaler.scale_
    return float(model.intercept_[0] - weights @ scaler.mean_), weights


def calibrate(scores: Numbers, won: Numbers) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return a rising curve from scores to chances, by centered isotonic regression.

    Each flat stretch of an isotonic regression becomes one point in its middle, so that the curve rises everywhere
    (A. P. Oron and N. Flournoy, 2017).
    """
    import numpy as np
    from sklearn.isotonic import IsotonicRegression

    order = np.argsort(scores, kind="stable")
    parts = np.array_split(order, min(_STRETCHES, len(order)))
    middles = np.array([scores[part].mean() for part in parts])
    shares = np.array([won[part].mean() for part in parts])
    flat = IsotonicRegression().fit_transform(middles, shares)
    curve = {
        round(min(1 - _NEVER_SURE, max(_NEVER_SURE, float(level))), 5): round(float(middles[flat == level].mean()), 5)
        for level in sorted(set(flat))
    }
    return tuple(curve.values()), tuple(curve)


def check(fits: dict[int, Fit], positions: Positions, bots: str, games: int, rows: Flags, base: float) -> Check:
    """Return how good the fits are on some rows; ``base`` is York's share of the wins, the forecast without a model."""
    import numpy as np

    campaigns, numbers, won = positions.campaign[rows], positions.numbers[rows], positions.won[rows]
    chances = np.array([fits[c].chance(list(n)) for c, n in zip(campaigns, numbers, strict=True)])
    ranges = np.minimum((chances * _RANGES).astype(int), _RANGES - 1)
    bins = [
        Bin(int(there.sum()), round(float(chances[there].mean()), 4), round(float(won[there].mean()), 4))
        for there in (ranges == number for number in range(_RANGES))
        if there.any()
    ]
    error = sum(one.positions * abs(one.said - one.won) for one in bins) / len(chances)
    brier, flat = float(((chances - won) ** 2).mean()), float(((base - won) ** 2).mean())
    york, flat, brier, error = (round(x, 5) for x in (float(won.mean()), flat, brier, error))
    return Check(bots, games, york, flat, brier, error, tuple(bins))


def learn(scenario: str, place: Path) -> Learned:
    """Return the model of a scenario with its tests: on games of fold 0, and on each other file of positions there."""
    own = [path for pair in pairs(scenario) if (path := pair.file(place)).exists()]
    positions = Positions(own)
    fits = {campaign: fit_campaign(positions, campaign) for campaign in sorted(set(map(int, positions.campaign)))}
    rows = positions.fold == 0
    base = float(positions.won[positions.fold > 0].mean())
    tests = [check(fits, positions, "squires who err", positions.games // _FOLDS, rows, base)]
    for path in sorted(set(place.glob(f"{scenario}-*.parquet")) - set(own)):
        other = Positions([path])
        tests.append(check(fits, other, _bots(path), other.games, other.fold >= 0, float(other.won.mean())))
    return Learned(positions.games, fits, tuple(tests))


def _bots(path: Path) -> str:
    """Return who played the games of a file."""
    lancaster, york = path.stem.split("-")[1:]
    return f"{lancaster} as Lancaster, {york} as York"


def line_of(test: Check) -> str:
    """Return a check in a line.

    >>> line_of(Check("pages", 100, 0.5, 0.25, 0.2, 0.01, ()))
    'pages, 100 games, York 50.0%: Brier 0.2000, base 0.2500, gain 20.0%, ECE 0.0100'
    """
    return (
        f"{test.bots}, {test.games} games, York {test.york:.1%}: Brier {test.brier:.4f}, base {test.base:.4f}, "
        f"gain {test.gain:.1%}, ECE {test.ece:.4f}"
    )


def main(argv: Sequence[str] | None = None) -> int:
    """Learn the model of every scenario, write the file, print its tests, and return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.learning.fitting", description="Learn who will win from positions of games."
    )
    parser.add_argument("folder", type=Path, help="the folder of the Parquet files that production has made")
    place = parser.parse_args(argv).folder
    command = "python -m tests.learning.production FOLDER && python -m tests.learning.fitting FOLDER"
    model = CrownModel(command, NAMES, {name: learn(name, place) for name in SCENARIOS})
    files.write(folder("data") / FILE, msgspec.json.format(msgspec.json.encode(model), indent=1))
    for name, scenario in model.scenarios.items():
        for test in scenario.tests:
            print(name, line_of(test))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
