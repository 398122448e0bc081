"""Docstrings: every public thing has one, and those of states explain each field."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1] / "roses"
MODULES = sorted(ROOT.rglob("*.py"))
Documented = ast.Module | ast.ClassDef | ast.FunctionDef


def documented(tree: ast.Module) -> Iterator[Documented]:
    """Every public module, class, function and method; what stands in functions or protocols is not public."""
    yield tree
    parents: list[Documented] = [tree]
    while parents:
        for node in parents.pop().body:
            if isinstance(node, ast.ClassDef | ast.FunctionDef) and not node.name.startswith("_"):
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


@pytest.mark.parametrize("game", ["richard", "lancaster"])
def test_the_docstring_of_a_state_explains_every_field(game: str) -> None:
    state = import_module(f"roses.{game}.state").State
    assert [field for field in state.__struct_fields__ if f"``{field}``" not in state.__doc__] == []
