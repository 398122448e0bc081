"""Learning who will win: ``python -m roses.lab.learning.fitting FOLDER`` makes data/studies/crown.json of positions.

A logistic regression for each campaign of a scenario, and a calibration curve; games, not positions, are split. It
needs the packages of the extra ``studies``.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from roses.engine import files
from roses.engine.folders import folder
from roses.engine.i18n import gettext as _
from roses.lab.extras import import_package
from roses.lab.learning.production import pairs
from roses.lab.runs.positions import unpacked
from roses.lab.winning.features import NAMES, features
from roses.lab.winning.model import FILE, Bin, Check, CrownModel, Fit, Learned
from roses.richard.tables import SCENARIOS, SIDES

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]
    Flags = NDArray[np.bool_]

_FOLDS: Final = 5  # of the games by their numbers: 0 tests, the others teach and calibrate crosswise
_PENALTY: Final = 0.02  # C of the regression: 0.1 and 0.01 gave errors that differ in the fourth digit
_STRETCHES: Final = 40  # positions of equal number for the calibration curve
_NEVER_SURE: Final = 0.002
_RANGES: Final = 10  # of the expected calibration error


class Positions:
    """Positions as numbers: ``numbers`` a row each, ``won`` whether York won, ``fold`` and ``campaign``."""

    def __init__(self, paths: Sequence[Path]) -> None:
        import numpy as np
        import pandas as pd

        frames = [pd.read_parquet(path) for path in paths]
        self.games = sum(frame["game"].nunique() for frame in frames)
        states = [unpacked(text) for frame in frames for text in frame["position"]]
        self.numbers: Numbers = np.array([features(state) for state in states])
        self.campaign = np.array([state.campaign for state in states])
        told = pd.concat(frames, ignore_index=True)
        self.won: Numbers = (told["winner"] == SIDES[1]).to_numpy(float)
        self.fold = told["game"].to_numpy() % _FOLDS


def fitted(held: Positions, campaign: int) -> Fit:
    """Return the model of a campaign, learned from all games but those of fold 0.

    Its calibration curve is drawn of scores that each fold got from the games of the others.
    """
    import numpy as np

    here = held.campaign == campaign
    crossed = np.zeros(len(held.won))
    for fold in range(1, _FOLDS):
        rows = here & (held.fold == fold)
        intercept, weights = _line(held, here & (held.fold > 0) & (held.fold != fold))
        crossed[rows] = held.numbers[rows] @ weights + intercept
    rows = here & (held.fold > 0)
    intercept, weights = _line(held, rows)
    curve = calibrated(crossed[rows], held.won[rows])
    return Fit(round(intercept, 6), tuple(round(float(w), 7) for w in weights), *curve)


def _line(held: Positions, rows: Flags) -> tuple[float, Numbers]:
    """Return intercept and weights of a logistic regression on some rows, of the numbers as they are."""
    linear, scaling = import_package("sklearn.linear_model", _why()), import_package("sklearn.preprocessing", _why())
    scaler = scaling.StandardScaler().fit(held.numbers[rows])
    found = linear.LogisticRegression(C=_PENALTY, solver="newton-cholesky")
    found.fit(scaler.transform(held.numbers[rows]), held.won[rows])
    weights = found.coef_[0] / scaler.scale_
    return float(found.intercept_[0] - weights @ scaler.mean_), weights


def calibrated(scores: Numbers, won: Numbers) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return a rising curve from scores to chances: isotonic regression, each flat stretch drawn to its middle.

    So the curve rises everywhere (centered isotonic regression: A. P. Oron and N. Flournoy, 2017).
    """
    import numpy as np

    isotonic = import_package("sklearn.isotonic", _why())
    order = np.argsort(scores, kind="stable")
    parts = np.array_split(order, min(_STRETCHES, len(order)))
    middles = np.array([scores[part].mean() for part in parts])
    shares = np.array([won[part].mean() for part in parts])
    flat = isotonic.IsotonicRegression().fit_transform(middles, shares)
    curve = {
        round(min(1 - _NEVER_SURE, max(_NEVER_SURE, float(level))), 5): round(float(middles[flat == level].mean()), 5)
        for level in sorted(set(flat))
    }
    return tuple(curve.values()), tuple(curve)


def checked(fits: dict[int, Fit], held: Positions, bots: str, games: int, rows: Flags, base: float) -> Check:
    """Return how the fits do on some rows; ``base`` is the share of York's wins that is told in advance."""
    import numpy as np

    said = np.array([fits[c].chance(list(n)) for c, n in zip(held.campaign[rows], held.numbers[rows], strict=True)])
    won = held.won[rows]
    ranges = np.minimum((said * _RANGES).astype(int), _RANGES - 1)
    bins = [
        Bin(int(there.sum()), round(float(said[there].mean()), 4), round(float(won[there].mean()), 4))
        for there in (ranges == number for number in range(_RANGES))
        if there.any()
    ]
    error = sum(one.positions * abs(one.said - one.won) for one in bins) / len(said)
    brier, flat = float(((said - won) ** 2).mean()), float(((base - won) ** 2).mean())
    york, flat, brier, error = (round(x, 5) for x in (float(won.mean()), flat, brier, error))
    return Check(bots, games, york, flat, brier, error, tuple(bins))


def learned(scenario: str, place: Path) -> Learned:
    """Return the model of a scenario with its tests: the games held back, and each further file of positions there."""
    own = [path for pair in pairs(scenario) if (path := pair.file(place)).exists()]
    held = Positions(own)
    fits = {campaign: fitted(held, campaign) for campaign in sorted(set(map(int, held.campaign)))}
    rows = held.fold == 0
    base = float(held.won[held.fold > 0].mean())
    tests = [checked(fits, held, "squires who err", held.games // _FOLDS, rows, base)]
    for path in sorted(set(place.glob(f"{scenario}-*.parquet")) - set(own)):
        other = Positions([path])
        tests.append(checked(fits, other, _bots(path), other.games, other.fold >= 0, float(other.won.mean())))
    return Learned(held.games, fits, tuple(tests))


def _bots(path: Path) -> str:
    """Return who played the games of a file."""
    lancaster, york = path.stem.split("-")[1:]
    return f"{lancaster} as Lancaster, {york} as York"


def _why() -> str:
    return _("to learn who will win")


def text_of(test: Check) -> str:
    """Return a check in a line.

    >>> text_of(Check("pages", 100, 0.5, 0.25, 0.2, 0.01, ()))
    'pages, 100 games, York 50.0%: Brier 0.2000, base 0.2500, gain 20.0%, ECE 0.0100'
    """
    said = _(
        "{bots}, {games} games, York {york:.1%}: Brier {brier:.4f}, base {base:.4f}, gain {gain:.1%}, ECE {ece:.4f}"
    )
    return said.format(bots=test.bots, games=test.games, york=test.york, brier=test.brier, base=test.base,
                       gain=test.gain, ece=test.ece)  # fmt: skip


def main(argv: Sequence[str] | None = None) -> int:
    """Learn the model of every scenario, write the file, print how it does, and return the exit code."""
    about = _("Learn who will win from kept positions.")
    parser = argparse.ArgumentParser(prog="python -m roses.lab.learning.fitting", description=about)
    parser.add_argument("folder", type=Path, help=_("the folder of the Parquet files, made by production"))
    place = parser.parse_args(argv).folder
    made = "python -m roses.lab.learning.production FOLDER && python -m roses.lab.learning.fitting FOLDER"
    model = CrownModel(made, NAMES, {name: learned(name, place) for name in SCENARIOS})
    files.write(folder("data") / FILE, msgspec.json.format(msgspec.json.encode(model), indent=1))
    for name, scenario in model.scenarios.items():
        for test in scenario.tests:
            print(name, text_of(test))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
