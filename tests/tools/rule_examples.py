"""Updates the engine's answers in the examples of ``data/rules/en`` after a change of wording.

``python -m tests.tools.rule_examples [NUMBER ...]``, by default all; it prints the numbers whose answers have
changed. Read the difference before you keep it: a changed figure is a changed rule.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import re
import sys
from pathlib import Path

import roses
from roses.richard.rules import numbers, rule

RULES = Path(__file__).resolve().parents[2] / "data" / "rules" / "en"


def answered(code: str) -> str:
    """Return an example with what its lines answer now; legal actions offered after a refusal are left out."""
    names, lines = {"roses": roses}, []
    for example in doctest.DocTestParser().get_examples(code):
        first, *rest = example.source.splitlines()
        lines += [f">>> {first}", *(f"... {line}" for line in rest)]
        lines += answer(example.source, names).splitlines()
    return "\n".join(lines)


def answer(source: str, names: dict[str, object]) -> str:
    """Run one statement as the prompt of Python does and return what it prints, or the error it ends with."""
    text = io.StringIO()
    with contextlib.redirect_stdout(text):
        try:
            exec(compile(source, "<example>", "single"), names)
        except ValueError as error:
            print(f"Traceback (most recent call last):\n{type(error).__name__}: {error}")
    return re.sub(r"(?<=\)\. Legal: ).*", "...", text.getvalue())


def main(chosen: list[str]) -> None:
    for number in chosen or numbers():
        before, after = rule(number).code, answered(rule(number).code)
        if before != after:
            path = RULES / f"{number}.md"
            path.write_text(path.read_text(encoding="utf-8").replace(before, after), encoding="utf-8", newline="\n")
            print(number)


if __name__ == "__main__":
    main(sys.argv[1:])
