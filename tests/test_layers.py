"""Imports go down only, the engine needs next to nothing, and ``import roses`` loads nothing heavy."""

from __future__ import annotations

import ast
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from roses import lab

ROOT = Path(__file__).resolve().parents[1]
# from the bottom up; those in one row do not know each other
LAYERS = (
    ("engine",),
    ("richard", "lancaster"),
    ("games", "table"),
    ("odds",),
    ("bots",),
    ("lab", "testing"),
    ("figures",),
    ("widgets",),
    ("cli",),
)
HEIGHT = {name: height for height, row in enumerate(LAYERS) for name in row}
LEAN = ("engine", "richard", "lancaster")
HEAVY = {"pandas", "plotly", "ipywidgets", "networkx", "anywidget", "numpy", "scipy", "IPython", "jupyterlab"}
ALLOWED = sys.stdlib_module_names | {"msgspec", "roses"}
MODULES = sorted((ROOT / "roses").rglob("*.py"))


def layer(module: str) -> str:
    """The layer of ``roses.engine.data`` is engine; of ``roses`` itself, ''."""
    return module.split(".")[1] if "." in module else ""


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def imports(source: str, module: str, is_package: bool = False) -> set[str]:
    """Return all modules that a source imports, wherever in it the import stands."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            parents = module.split(".")[: None if is_package and node.level == 1 else -node.level + is_package]
            base = ".".join([*(parents if node.level else []), *filter(None, [node.module])])
            found |= {f"{base}.{alias.name}" for alias in node.names} if base == "roses" else {base}
    return found


def upward(module: str, imported: set[str]) -> list[str]:
    """Return the imports that do not go down. Only roses/__init__.py, the door to all, may import any layer."""
    mine = layer(module)
    others = [name for name in imported if name.split(".")[0] == "roses" and layer(name) in HEIGHT]
    return [name for name in others if mine in HEIGHT and layer(name) != mine and HEIGHT[layer(name)] >= HEIGHT[mine]]


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_imports_go_down_only(path: Path) -> None:
    module, is_package = name_of(path), path.name == "__init__.py"
    assert layer(module) in {*HEIGHT, "", "__main__"}, "give this part of the kit its layer"
    imported = imports(path.read_text(encoding="utf-8"), module, is_package)
    assert upward(module, imported) == []
    if layer(module) in LEAN:
        assert {name.split(".")[0] for name in imported} <= ALLOWED


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("roses.engine.game", "from roses.richard import march"),
        ("roses.engine.game", "def late():\n    import roses.widgets.stepper.widget"),
        ("roses.richard.march", "from roses import lancaster"),
        ("roses.lancaster.court", "from ..richard import march"),
        ("roses.figures.drawing.svg", "from roses.widgets import Stepper"),
    ],
)
def test_an_import_that_goes_up_is_seen(module: str, source: str) -> None:
    assert upward(module, imports(source, module))


@pytest.mark.parametrize(
    "first", ["roses", "roses.lab", "roses.testing.fuzz, roses.testing.bench", "roses.cli.testing"]
)
def test_import_loads_nothing_heavy(first: str) -> None:
    code = f"import {first}, sys; print(*{{name.split('.')[0] for name in sys.modules}})"
    loaded = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert "roses" in loaded.stdout.split()
    assert HEAVY & set(loaded.stdout.split()) == set()


def test_what_the_lab_offers_is_loaded_when_asked_for() -> None:
    assert lab._FOUND_IN.keys() == set(lab.__all__)
    for name in lab.__all__:
        assert getattr(lab, name).__name__ == name
        assert find_spec(f"roses.lab.{name}") is None  # a module of this name would hide it
    with pytest.raises(AttributeError, match="no attribute 'tudor'"):
        lab.tudor  # noqa: B018
