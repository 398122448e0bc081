"""Docstrings: every public thing has one, those of packages name what is there, those of states explain each field."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from pkgutil import resolve_name

import pytest

ROOT = Path(__file__).resolve().parents[1] / "roses"
MODULES = sorted(ROOT.rglob("*.py"))
PACKAGES = ["roses", *sorted(f"roses.{path.parent.name}" for path in ROOT.glob("*/__init__.py"))]
Documented = ast.Module | ast.ClassDef | ast.FunctionDef


def documented(tree: ast.Module) -> Iterator[Documented]:
    """Every public module, class, function and method; what stands in functions or protocols is not public.

    Nor are the signatures of a function with several, which stand before it.
    """
    yield tree
    parents: list[Documented] = [tree]
    while parents:
        for node in parents.pop().body:
            if isinstance(node, ast.ClassDef | ast.FunctionDef) and not node.name.startswith("_"):
                if "overload" in map(ast.unparse, node.decorator_list):
                    continue
                yield node
                if isinstance(node, ast.ClassDef) and "Protocol" not in map(ast.unparse, node.bases):
                    parents.append(node)


def faults(path: Path) -> Iterator[tuple[str, str]]:
    """Yield what is public in a module and has no docstring, with the name of the module."""
    tree, name = ast.parse(path.read_text(encoding="utf-8")), path.relative_to(ROOT).as_posix()
    bare = (node for node in documented(tree) if not ast.get_docstring(node))
    yield from ((name, f"{getattr(node, 'name', 'the module')} has none") for node in bare)


def test_all_that_is_public_has_a_docstring() -> None:
    assert [fault for path in MODULES for fault in faults(path)] == []


def names_in(docstring: str) -> list[str]:
    """Return the names of Python that a docstring has in double backticks, without brackets."""
    return re.findall(r"``([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)``", docstring)


def is_there(name: str, package: str) -> bool:
    """Return whether a package, one of its modules, or ``roses`` itself has something of this name."""
    for home in (package, "roses"):
        with suppress(ImportError, AttributeError):
            resolve_name(f"{home}.{name.removeprefix('roses.')}")
            return True
    return False


@pytest.mark.parametrize("package", PACKAGES)
def test_the_map_of_a_package_names_what_is_there(package: str) -> None:
    names = [name for name in names_in(import_module(package).__doc__ or "") if name != "roses"]
    assert names and [name for name in names if not is_there(name, package)] == []


def test_a_name_that_is_not_there_is_seen() -> None:
    assert names_in("``Stepper``, ``roses.fork`` and ``data/look``") == ["Stepper", "roses.fork"]
    assert is_there("Stepper", "roses.widgets") and is_there("fork", "roses.lab")
    assert not is_there("Tudor", "roses.widgets") and not is_there("battles.tudor", "roses.history")


@pytest.mark.parametrize("game", ["richard", "lancaster"])
def test_the_docstring_of_a_state_explains_every_field(game: str) -> None:
    state = import_module(f"roses.{game}.state").State
    assert [field for field in state.__struct_fields__ if f"``{field}``" not in state.__doc__] == []
