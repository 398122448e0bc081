"""The files of the project: a fixed top level, no paths of a machine, no registry's host, a lock without addresses."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from roses.cli.check import PYTHONS, requirements
from tests.proof import sampled

ROOT = Path(__file__).resolve().parents[1]
TOP = {"pyproject.toml", "README.md", "LICENSE", "roses", "notebooks", "data", "tests", "binder"}
MACHINE = re.compile(r"(?<![\w.])/(work|farm|root|home|Users|tmp/studio)/\w")
REGISTRY = re.compile(r"\b(pypi|pythonhosted|npmjs|debian|anaconda|conda|jsdelivr|unpkg)[.](org|com|net|io)\b")
TEXTS = {".py", ".md", ".toml", ".txt", ".json", ".geojson", ".csv", ".ipynb", ".svg", ".po", ".cfg", ".yml", ""}
LOCK = (ROOT / "binder/requirements.txt").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

IN_A_BROWSER = """\
import sys
sys.modules |= dict.fromkeys(("jupyterlab", "jupyter_server", "numpy", "pandas", "scipy", "zmq"))
import roses
from roses.figures import map_svg
from roses.widgets import Stepper
game = roses.game("richard-iii", "1483", seed=1)
game.play(game.state.legal_actions("Lancaster")[0])
print(map_svg(game.state.view(None))[:4])
print(type(Stepper(roses.timeline("1483-richard-iii"))).__name__)
"""


def tree() -> list[Path]:
    """Return the project's files, relative: what git would keep, or without git all but hidden and built ones."""
    if (ROOT / ".git").exists():
        command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        names = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
        return [Path(name) for name in names if name and (ROOT / name).is_file()]
    files = [path.relative_to(ROOT) for path in ROOT.rglob("*") if path.is_file()]
    return [path for path in files if not any(part.startswith(".") or part == "__pycache__" for part in path.parts)]


def found(pattern: re.Pattern[str]) -> list[str]:
    texts = {path: (ROOT / path).read_text(encoding="utf-8") for path in tree() if path.suffix in TEXTS}
    return [f"{path}: {match.group()}" for path, text in texts.items() if (match := pattern.search(text))]


def test_the_top_level_is_fixed() -> None:
    top = {path.parts[0] for path in tree()}
    assert {name for name in top if not name.startswith(".")} - {"PKG-INFO"} == TOP


def test_no_file_names_a_path_of_a_machine() -> None:
    assert MACHINE.search("cd /" + "home/anne/roses")
    assert found(MACHINE) == []


def test_no_file_names_a_registry() -> None:
    assert REGISTRY.search("https://pypi" + ".org/simple")
    assert found(REGISTRY) == []


def test_the_lock_has_no_addresses() -> None:
    assert re.findall(r"\S*://\S*|^\s*-\w.*|^\s*--(?!hash)\S+", LOCK, re.MULTILINE) == []


def test_each_line_of_the_lock_is_one_version_with_hashes() -> None:
    pins = re.split(r"\n(?=\S)", LOCK.strip())
    assert len(pins) > 50
    form = re.compile(r"[a-z0-9.-]+==[\w.]+( ; [^\\]+)?( \\\n    --hash=sha256:[0-9a-f]{64})+")
    assert [pin.splitlines()[0] for pin in pins if not form.fullmatch(pin)] == []


@pytest.mark.parametrize("extra", ["", "test", "studies", "dev"])
def test_the_lock_holds_what_the_project_declares(extra: str) -> None:
    declared = PROJECT["optional-dependencies"][extra] if extra else PROJECT["dependencies"]
    pinned = dict(re.findall(r"^([a-z0-9.-]+)==(\d+(?:\.\d+)*)", LOCK, re.MULTILINE))
    for wanted in map(Requirement, declared):
        assert wanted.specifier and wanted.specifier.contains(pinned[wanted.name]), wanted


def test_every_address_of_the_project_is_one_that_the_kit_names() -> None:
    named = (ROOT / "data" / "LICENSES.md").read_text(encoding="utf-8")
    assert PROJECT["urls"] and all(address in named for address in PROJECT["urls"].values())


def test_every_extra_is_in_the_lock() -> None:
    assert set(PROJECT["optional-dependencies"]) == {"test", "studies", "cluster", "dev"}


def test_binder_gets_a_notebook_that_lets_the_jupyterlab_of_the_lock_be_and_says_what_disagrees() -> None:
    version = re.search(r"^notebook==(\d+)\.(\d+)", LOCK, re.MULTILINE)
    assert version and tuple(map(int, version.groups())) >= (7, 6)
    lines = (ROOT / "binder/postBuild").read_text(encoding="utf-8").splitlines()
    assert "set -euo pipefail" in lines
    assert lines[-1] == "pip check"


def test_a_browser_s_python_is_asked_for_nothing_that_it_cannot_have() -> None:
    names = {wanted.name for wanted in requirements(PROJECT["dependencies"], {"sys_platform": "emscripten"})}
    assert names == {"ipywidgets", "anywidget", "plotly", "networkx", "msgspec", "packaging", "tqdm"}
    pinned = map(Requirement, re.findall(r"^[a-z0-9.-]+==[^\\]+", LOCK, re.MULTILINE))
    there = {pin.name for pin in pinned if pin.marker is None or pin.marker.evaluate({"sys_platform": "emscripten"})}
    assert names < there
    assert not there & {"jupyterlab", "jupyter-server", "pyzmq", "numpy", "pandas", "scipy", "playwright", "ruff"}


def test_what_a_browser_s_python_lacks_is_loaded_by_nothing_but_odds_and_tables() -> None:
    done = subprocess.run([sys.executable, "-c", IN_A_BROWSER], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout.splitlines() == ["<svg", "Stepper"], done.stderr


def test_proofs_are_marked_by_their_samples_only_and_run_in_ci() -> None:
    mark = "mark." + "proof"
    assert [path for path in (ROOT / "tests").rglob("*.py") if mark in path.read_text(encoding="utf-8")] == [
        ROOT / "tests/proof.py"
    ]
    run = (ROOT / ".ci/run").read_text(encoding="utf-8")
    assert re.search(r"^beside 'proofs' pytest .*-m proof$", run, re.MULTILINE) and "\njoined 'proofs'\n" in run


def test_a_test_keeps_quick_cases() -> None:
    assert [getattr(case, "marks", ()) != () for case in sampled("abc", "b")] == [True, False, True]
    with pytest.raises(AssertionError, match="are not among"):
        sampled("abc")
    with pytest.raises(AssertionError, match="are not among"):
        sampled("abc", "d")


def test_the_kit_ships_its_types() -> None:
    assert "Typing :: Typed" in PROJECT["classifiers"]
    assert Path("roses/py.typed") in tree()


def test_the_pythons_of_the_check_are_those_of_the_project() -> None:
    low, high = PYTHONS
    assert PROJECT["requires-python"] == f">={low[0]}.{low[1]},<{high[0]}.{high[1] + 1}"


def test_the_readme_installs_from_the_lock() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    commands = re.findall(r"<!-- (\w+) command -->\n```sh\n(.+)\n```", readme)
    assert [name for name, _ in commands] == ["main", "test"]
    assert "--require-hashes -r binder/requirements.txt" in commands[1][1]
