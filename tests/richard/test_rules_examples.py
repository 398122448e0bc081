"""The example in code of each rule paragraph, run as a test of its own; one that does not ask the engine is refused."""

from __future__ import annotations

import ast
import doctest

import pytest

import roses
from roses.richard.rules import numbers, rule

OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
NOTHING = {"", "True\n", "False\n", "None\n"}


def lines(code: str) -> list[doctest.Example]:
    return doctest.DocTestParser().get_examples(code)


def idle(code: str) -> str | None:
    """Return why an example would pass whatever the engine does, or None."""
    typed = "\n".join(example.source for example in lines(code))
    calls = [node.func for node in ast.walk(ast.parse(typed)) if isinstance(node, ast.Call)]
    doors = {ast.unparse(call).removeprefix("roses.") for call in calls if ast.unparse(call).startswith("roses.")}
    if not doors & {"battle", "game", "scene", "start"}:
        return "no position is set up by roses"
    if all(example.want in NOTHING for example in lines(code)):
        return "no answer says more than yes or no"
    return None


def failures(code: str) -> str:
    """Run an example with the name ``roses`` alone and return the report of what went wrong, if anything did."""
    texts: list[str] = []
    test = doctest.DocTest(lines(code), {"roses": roses}, "example", None, None, code)
    doctest.DocTestRunner(optionflags=OPTIONS).run(test, out=texts.append)
    return "".join(texts)


@pytest.mark.parametrize("number", numbers())
def test_rule_example(number: str) -> None:
    code = rule(number).code
    assert idle(code) is None
    assert failures(code) == ""


@pytest.mark.parametrize(
    "code",
    [
        "",
        ">>> 1 + 1\n2\n",
        ">>> state = roses.scene()\n",
        ">>> roses.scene().turn == 1\nTrue\n",
        ">>> roses.replay\n<function ...>\n",
        ">>> rose = 'roses.scene()'\n>>> rose\n'roses.scene()'\n",
    ],
)
def test_an_example_that_does_not_ask_the_engine_is_refused(code: str) -> None:
    assert idle(code)


@pytest.mark.parametrize("code", [">>> roses.scene().turn\n2\n", ">>> roses.scene(Kent='Fool')\n", ">>> board\n1\n"])
def test_an_example_with_another_answer_or_a_name_of_its_own_fails(code: str) -> None:
    assert failures(code)
