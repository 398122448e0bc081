"""Docstrings say what a thing is and does: no disclaimers, all fields of a state, nothing public without one."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1] / "roses"
MODULES = [
    *ROOT.glob("*.py"),
    *(path for part in ("engine", "richard", "lancaster") for path in ROOT.glob(f"{part}/**/*.py")),
]
DISCLAIMER = re.compile(
    r"\b(decides|knows|plays|changes|says) (no|nothing)\b|\bholds none\b|\bno \w+( \w+)? here\b|\bthe door (of|to)\b"
    r"|(?m:\bno (rules?|states?|games?|random generators?)( beyond [^.]*)?(, no [^.]*)?\.$)",
    re.IGNORECASE,
)
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


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_docstrings_say_what_a_thing_is_and_all_that_is_public_has_one(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docs = [text for node in ast.walk(tree) if isinstance(node, Documented) and (text := ast.get_docstring(node))]
    assert [found[0] for text in docs if (found := DISCLAIMER.search(text))] == []
    assert [getattr(node, "name", "the module") for node in documented(tree) if not ast.get_docstring(node)] == []


@pytest.mark.parametrize(
    "text",
    [
        "What must hold. Decides no rules.",
        "The rule book. Plays no game.",
        "Actions. No legality here; see phases/.",
        "The tables. No state, no rules.",
        "The fields. No rules beyond who owns a colour.",
        "The door of the court game.",
    ],
)
def test_a_disclaimer_is_seen(text: str) -> None:
    assert DISCLAIMER.search(text)


@pytest.mark.parametrize("game", ["richard", "lancaster"])
def test_the_docstring_of_a_state_explains_every_field(game: str) -> None:
    state = import_module(f"roses.{game}.state").State
    assert [field for field in state.__struct_fields__ if f"``{field}``" not in state.__doc__] == []
