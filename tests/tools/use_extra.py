"""Uses what an extra is for, in an environment that has this extra and no other.

``python -m tests.tools.use_extra studies``, or ``cluster``, ``test``, ``dev``.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import roses

GAMES: dict[str, Any] = {"game": "lancaster", "n": 3, "players": 2, "seats": "page"}


def use_studies() -> None:
    """Keep simulated games in a Parquet file, and go on from it."""
    with tempfile.TemporaryDirectory() as name:
        path = Path(name, "games.parquet")
        roses.simulate(**{**GAMES, "n": 2}, keep=path)
        assert roses.simulate(**GAMES, keep=path).equals(roses.simulate(**GAMES))


def use_cluster() -> None:
    """Play simulated games on a Dask cluster of this machine."""
    from distributed import Client

    with Client(n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None) as client:
        assert roses.simulate(**GAMES, cluster=client).equals(roses.simulate(**GAMES))


def use_test() -> None:
    """Import every test, and run those of what other extras bring: they pass, or are skipped with a reason."""
    pytest = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    subprocess.run([*pytest, "--collect-only", "-m", ""], check=True, stdout=subprocess.DEVNULL)
    files = ["tests/test_extras.py", "tests/lab/test_simulate.py", "tests/lab/test_cluster.py"]
    no_extra = "not any_bot and not of_hashes and not one_that_began"  # long tests of what needs none
    subprocess.run([*pytest, *files, "-k", no_extra], check=True)


def use_dev() -> None:
    """Check the style and the types of the engine, learn a curve, import what builds a wheel and the messages."""
    import numpy as np

    from tests.learning.fitting import calibrate

    scores = np.linspace(-1, 1, 200)
    assert calibrate(scores, scores > 0)[1][0] < 0.1
    run = [sys.executable, "-m"]
    for command in (["ruff", "check", "."], ["mypy", "--strict", "roses/engine"]):
        subprocess.run([*run, *command], check=True)
    subprocess.run([*run, "build", "--help"], check=True, stdout=subprocess.DEVNULL)
    subprocess.run([sys.executable, "-c", "import babel.messages.frontend, tests.tools.messages"], check=True)


if __name__ == "__main__":
    {"studies": use_studies, "cluster": use_cluster, "test": use_test, "dev": use_dev}[sys.argv[1]]()
