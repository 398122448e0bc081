"""Docstrings of the package: every public thing has one, without disclaimers and metaphors; fields of states."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1] / "roses"
MODULES = sorted(ROOT.rglob("*.py"))
VERBS = "asserts|changes|computes|counts|decides|draws|fights|knows|paints|places|plays|proves|solves|values"
DISCLAIMER = re.compile(
    rf"\b(decides|knows|plays|changes|says) (no|nothing)\b|\bholds none\b|\bno \w+( \w+)? here\b|, no more[.]"
    rf"|(^|[.] )((It )?({VERBS}) (nothing|none|no \w+)\b|says only what\b|nothing (about|here|is)\b"
    r"|no (\w+ )?\w+(, (and )?no \w+)*([.]| beyond\b))",
    re.IGNORECASE,
)
METAPHOR = re.compile(r"\b(doors?|deeds?|sheets?|twins?)\b", re.IGNORECASE)
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
    """Yield what is wrong with the docstrings of a module, with its name."""
    tree, name = ast.parse(path.read_text(encoding="utf-8")), path.relative_to(ROOT).as_posix()
    docs = [text for node in ast.walk(tree) if isinstance(node, Documented) and (text := ast.get_docstring(node))]
    prose = [" ".join(re.sub(r"``.*?``", "", text.split(">>>")[0], flags=re.DOTALL).split()) for text in docs]
    yield from ((name, found[0]) for text in prose for kind in (DISCLAIMER, METAPHOR) if (found := kind.search(text)))
    bare = (node for node in documented(tree) if not ast.get_docstring(node))
    yield from ((name, f"{getattr(node, 'name', 'the module')} has none") for node in bare)


def test_docstrings_say_what_a_thing_is_and_all_that_is_public_has_one() -> None:
    assert [fault for path in MODULES for fault in faults(path)] == []


@pytest.mark.parametrize(
    "text",
    [
        "What must hold. Decides no rules.",
        "The rule book. Plays no game.",
        "Actions. No legality here; see phases/.",
        "The tables. No state, no rules.",
        "The fields. No rules beyond who owns a colour.",
        "Dice as faces. Knows no rules beyond what counts as a hit.",
        "Stacks of tokens. No map, no frames.",
        "The colours of every figure. Nothing is drawn here.",
        "The command. It reads arguments, no more.",
        "The map in words. Says only what a view shows.",
    ],
)
def test_a_disclaimer_is_seen(text: str) -> None:
    assert DISCLAIMER.search(text)


@pytest.mark.parametrize("text", ["The door of the court game.", "The map with its SVG twin.", "A piece on the sheet."])
def test_a_metaphor_is_seen(text: str) -> None:
    assert METAPHOR.search(text)


@pytest.mark.parametrize("game", ["richard", "lancaster"])
def test_the_docstring_of_a_state_explains_every_field(game: str) -> None:
    state = import_module(f"roses.{game}.state").State
    assert [field for field in state.__struct_fields__ if f"``{field}``" not in state.__doc__] == []
