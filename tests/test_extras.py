"""Without any of the packages that only an extra installs, all that needs no extra works."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
EXTRAS = ("pyarrow", "sklearn", "distributed", "dask")
WITHOUT = f"import sys; sys.modules.update(dict.fromkeys({EXTRAS}))\n"  # each import of one raises an ImportError


def run(code: str) -> str:
    """Run code in a Python that has none of the extras, and return what it prints."""
    environ = os.environ | {"TZ": "UTC"}
    command = [sys.executable, "-c", WITHOUT + code]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env=environ)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def test_every_module_is_imported_without_the_extras() -> None:
    assert (
        int(
            run("""
import pkgutil, importlib, roses
names = [module.name for module in pkgutil.walk_packages(roses.__path__, "roses.")]
for name in names:
    if not name.endswith("__main__"):
        importlib.import_module(name)
print(len(names))
""")
        )
        > 100
    )


def test_tables_and_odds_are_made_without_the_extras() -> None:
    assert (
        run("""
import roses
from roses.lab import frames, record_of
replay = roses.replay("1483-richard-iii")
print(record_of(frames(replay)) == replay.record, len(roses.rulesets()) > 0)
battle = roses.battle_odds(area="Leicester", attackers=["Richmond"], defenders=["Gloucester"])
print(len(battle.frame()) > 0)
""").split()
        == ["True"] * 3
    )


def test_what_needs_an_extra_names_it_and_the_line_to_type() -> None:
    assert run("""
import roses
for call in (
    lambda: roses.simulate("lancaster", n=1, players=2, seats="page", keep="games.parquet"),
    lambda: roses.simulate("lancaster", n=1, players=2, seats="page", cluster=object()),
):
    try:
        call()
    except ImportError as error:
        print(str(error).partition(", ")[2].replace(__import__("sys").executable, "python"))
""").splitlines() == [
        "the package pyarrow is needed, which the extra studies brings; type: python -m pip install pyarrow",
        "the package distributed is needed, which the extra cluster brings; type: python -m pip install distributed",
    ]
