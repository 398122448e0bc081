"""The files of the project: a fixed top level, no paths of a machine, no registry's host, a lock without addresses."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from roses.cli.check import PYTHONS, requirement

ROOT = Path(__file__).resolve().parents[1]
TOP = {"pyproject.toml", "README.md", "LICENSE", "roses", "notebooks", "data", "tests", "binder"}
MACHINE = re.compile(r"(?<![\w.])/(work|farm|root|home|Users|tmp/studio)/\w")
REGISTRY = re.compile(r"\b(pypi|pythonhosted|npmjs|debian|anaconda|conda|jsdelivr|unpkg)[.](org|com|net|io)\b")
TEXTS = {".py", ".md", ".toml", ".txt", ".json", ".geojson", ".csv", ".ipynb", ".svg", ".po", ".cfg", ".yml", ""}
LOCK = (ROOT / "binder/requirements.txt").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


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


@pytest.mark.parametrize("extra", ["", "test", "dev"])
def test_the_lock_holds_what_the_project_declares(extra: str) -> None:
    declared = PROJECT["optional-dependencies"][extra] if extra else PROJECT["dependencies"]
    pinned = dict(re.findall(r"^([a-z0-9.-]+)==(\d+(?:\.\d+)*)", LOCK, re.MULTILINE))
    for name, low, high in map(requirement, declared):
        version = tuple(map(int, pinned[name].split(".")))
        assert low <= version < (high,), name


def test_the_pythons_of_the_check_are_those_of_the_project() -> None:
    low, high = PYTHONS
    assert PROJECT["requires-python"] == f">={low[0]}.{low[1]},<{high[0]}.{high[1] + 1}"


def test_the_readme_installs_from_the_lock() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    commands = re.findall(r"<!-- (\w+) command -->\n```sh\n(.+)\n```", readme)
    assert [name for name, _ in commands] == ["main", "test"]
    assert "--require-hashes -r binder/requirements.txt" in commands[1][1]
