"""Imports go down only, the engine needs only msgspec, and ``import roses`` loads no large package."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import networkx
import pytest

from roses import lab

ROOT = Path(__file__).resolve().parents[1]
# from the bottom up; those in one row do not know each other. CONTRIBUTING.md shows this table to developers.
LAYERS = (
    ("engine",),
    ("history",),
    ("richard", "lancaster"),
    ("table", "progress"),
    ("odds",),
    ("bots",),
    ("lab",),
    ("figures",),
    ("widgets",),
    ("lessons",),
    ("cli",),
)
HEIGHT = {name: height for height, row in enumerate(LAYERS) for name in row}
LEAN = ("engine", "history", "richard", "lancaster")
HEAVY = {
    "pandas", "plotly", "ipywidgets", "networkx", "anywidget", "numpy", "scipy", "IPython", "jupyterlab", "joblib",
    "pyarrow", "sklearn", "dask", "distributed",
}  # fmt: skip
ALLOWED = sys.stdlib_module_names | {"msgspec", "roses", "typing_extensions"}  # the last for type checkers only
MODULES = sorted((ROOT / "roses").rglob("*.py"))
TOP = {"roses", "roses.__main__"}  # they may name every layer, and nothing imports them
DOTTED = re.compile(r"roses(\.\w+)+")


def layer(module: str) -> str:
    """The layer of ``roses.engine.data`` is engine; of ``roses`` itself, ''."""
    return module.split(".")[1] if "." in module else ""


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


NAMES = frozenset(map(name_of, MODULES))


def imports(source: str, module: str, is_package: bool = False) -> set[str]:
    """Return all modules that a source imports, wherever the import stands: in a function, for types only, by name.

    A module's name in a text, alone or before a colon, counts as an import: ``import_module`` and the registries take
    such texts.
    """
    names = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            parents = module.split(".")[: None if is_package and node.level == 1 else -node.level + is_package]
            base = ".".join([*(parents if node.level else []), *filter(None, [node.module])])
            names |= {
                f"{base}.{alias.name}" if f"{base}.{alias.name}" in NAMES or base == "roses" else base
                for alias in node.names
            }
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            named = node.value.partition(":")[0]
            names |= {named} if DOTTED.fullmatch(named) and named in NAMES else set()
    return names


def upward(module: str, imported: set[str]) -> list[str]:
    """Return the imports that do not go down. Only ``roses`` itself, which registers everything, may name any layer."""
    if module in TOP:
        return []
    mine = layer(module)
    others = [name for name in imported if name.split(".")[0] == "roses" and layer(name) != mine]
    return [name for name in others if HEIGHT.get(layer(name), len(LAYERS)) >= HEIGHT[mine]]


@cache
def read(path: Path) -> set[str]:
    return imports(path.read_text(encoding="utf-8"), name_of(path), path.name == "__init__.py")


GRAPH = networkx.DiGraph(
    [(name_of(path), name) for path in MODULES for name in read(path) if name in NAMES and name != name_of(path)]
)


def circles(graph: networkx.DiGraph) -> list[set[str]]:
    return [item for item in networkx.strongly_connected_components(graph) if len(item) > 1]


def test_imports_go_down_only() -> None:
    layers = {*HEIGHT, "", "__main__"}
    assert [name for name in map(name_of, MODULES) if layer(name) not in layers] == [], "give these their layer"
    assert {name_of(path): up for path in MODULES if (up := upward(name_of(path), read(path)))} == {}


def test_engine_and_games_need_next_to_nothing() -> None:
    lean = [path for path in MODULES if layer(name_of(path)) in LEAN]
    needed = {name_of(path): {name.split(".")[0] for name in read(path)} - ALLOWED for path in lean}
    assert {module: names for module, names in needed.items() if names} == {}


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("roses.engine.game", "from roses.richard import actions"),
        ("roses.engine.game", "def late():\n    import roses.widgets.stepper.widget"),
        ("roses.engine.display", "bundle = import_module('roses.figures.map.svg').map_svg"),
        ("roses.engine.display", "register('View', 'roses.figures.map.svg:map_svg')"),
        ("roses.odds.result", "if TYPE_CHECKING:\n    from roses.figures.odds.figure import OddsFigure"),
        ("roses.lancaster.state", "from ..richard import actions"),
        ("roses.figures.drawing.svg", "from roses.widgets import Stepper"),
        ("roses.engine.game", "from roses import start"),
    ],
)
def test_an_import_that_goes_up_is_seen(module: str, source: str) -> None:
    assert upward(module, imports(source, module))


def test_no_module_imports_itself_by_way_of_others() -> None:
    assert circles(GRAPH) == []


def test_no_folder_imports_itself_by_way_of_others() -> None:
    """Folders as wholes, ``roses.figures.map`` and its like: who reads one knows what it rests on."""
    folders = networkx.DiGraph((folder(a), folder(b)) for a, b in GRAPH.edges if folder(a) != folder(b))
    assert circles(folders) == []


def folder(module: str) -> str:
    """The folder of a module two levels below ``roses``; a package's own ``__init__`` stands beside its modules."""
    parts = module.split(".")
    return ".".join(parts[:3]) if len(parts) > 3 or f"{module}.__init__" in NAMES or module in PACKAGES else module


PACKAGES = {name_of(path) for path in MODULES if path.name == "__init__.py" and len(name_of(path).split(".")) == 3}


def test_a_circle_is_seen_by_types_only_too() -> None:
    source = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from roses.richard.state import State"
    there = [("roses.richard.position", name) for name in imports(source, "roses.richard.position")]
    back = ("roses.richard.state", "roses.richard.position")
    assert circles(networkx.DiGraph([*(edge for edge in there if edge[1] in NAMES), back]))


def test_the_page_for_contributors_shows_the_layers() -> None:
    text = (ROOT / ".github" / "CONTRIBUTING.md").read_text(encoding="utf-8")
    table = text.partition("<!-- layers -->")[2].partition("<!-- /layers -->")[0]
    rows = [re.findall(r"`roses/(\w+)", line.split("|")[1]) for line in table.splitlines() if line.startswith("| `")]
    built = {layer(name) for name in NAMES} - {"", "__main__"}
    assert rows == [[name for name in row if name in built] for row in reversed(LAYERS) if set(row) & built]


def test_typing_extensions_need_not_be_there() -> None:
    code = "import sys; sys.modules['typing_extensions'] = None; import roses; roses.game('richard-iii')"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)


@pytest.mark.parametrize("first", ["roses", "roses.lab"])
def test_import_loads_nothing_heavy(first: str) -> None:
    code = f"import {first}, sys; print(*{{name.split('.')[0] for name in sys.modules}})"
    loaded = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert "roses" in loaded.stdout.split()
    assert HEAVY & set(loaded.stdout.split()) == set()


def test_what_the_lab_offers_is_loaded_when_asked_for() -> None:
    assert lab._MODULES.keys() == set(lab.__all__)
    for name in lab.__all__:
        assert getattr(lab, name).__name__ == name
        assert find_spec(f"roses.lab.{name}") is None  # a module of this name would hide it
    with pytest.raises(AttributeError, match="no attribute 'tudor'"):
        lab.tudor  # noqa: B018


def painted(path: Path) -> list[str]:
    """The texts of a module, docstrings apart, that hold colours or HTML."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    texts = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
    docs = {ast.get_docstring(node, clean=False) for node in ast.walk(tree) if isinstance(node, documented)}
    paint = re.compile(r"#[0-9A-Fa-f]{6}\b|</?(p|b|i|br|div|span|small|pre|td)\b|text/html")
    return [text for text in texts if text not in docs and paint.search(text)]


def test_the_engine_and_the_games_hold_no_colours_and_no_html() -> None:
    lean = [path for path in MODULES if layer(name_of(path)) in LEAN]
    assert {name_of(path): result for path in lean if (result := painted(path))} == {}
