"""Makes the rule tables of both games: for each paragraph its example, the tests named after it, and the notebooks.

``python -m tests.tools.rule_table`` writes ``data/rules/table.md`` and ``data/rules/lancaster/table.md`` anew. A test
belongs to a rule if the rule's number, or the name of an event or a scenario, is a part of its own name:
``test_w39_2_2_henry_uses_...``. A notebook treats a rule if it cites the number in brackets, after the word *rule*, or
in a heading; events and scenarios are cited by their titles. Tests and notebooks with the name of the court game are
about its rules, all others about those of the block game.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from roses.engine.rules import Paragraph, Rulebook
from roses.lancaster.game import BOOK as LANCASTER_BOOK
from roses.richard.rules import BOOK as RICHARD_BOOK

ROOT = Path(__file__).resolve().parents[2]
RULES = ROOT / "data" / "rules"


class Game(NamedTuple):
    """What the table of a game is made of: its rulebook, the file to write, where its examples are run as tests."""

    book: Rulebook
    file: Path
    examples: str
    gaps: str

    @property
    def is_court(self) -> bool:
        """Whether this is the court game."""
        return self.book is LANCASTER_BOOK


RICHARD = Game(
    RICHARD_BOOK,
    RULES / "table.md",
    "tests/richard/test_rules_examples.py",
    "a test fails where it is out of date or has a gap",
)
_COURT = ("lancaster", "kings_peace", "learn_the_court")  # in the names of what is about the court game
LANCASTER = Game(
    LANCASTER_BOOK,
    RULES / "lancaster" / "table.md",
    "tests/lancaster/test_texts.py",
    "a test fails where it is out of date.\nWhere no test bears the number, the example proves the paragraph",
)
HEAD = """\
# The rules, proved

One row for each paragraph of `en/`: its example, which also stands there as code and is run as a test
(`{examples}`), tests that bear its number in their names, and notebooks that treat it.
`python -m tests.tools.rule_table` makes this table; {gaps}.

| paragraph | example | tests | notebooks |
| --- | --- | --- | --- |
"""
SHOWN = 2  # tests named in a row
_CITED = r"(?:\(|[Rr]ules? )(\d{1,2}\.\d{1,2}\b(?:(?:, | and | to )\d{1,2}\.\d{1,2}\b)*)"


@cache
def tests(game: Game = RICHARD) -> dict[str, list[str]]:
    """Return the names of the tests of each rule, worked examples first."""
    results: dict[str, set[str]] = {number: set() for number in game.book.numbers()}
    for path in _of(game, (ROOT / "tests").rglob("test_*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for number in rules_in(node.name) & results.keys():
                    results[number].add(node.name)
    return {number: sorted(names, key=_worked_first) for number, names in results.items()}


def _of(game: Game, paths: Iterable[Path]) -> list[Path]:
    """Leave out what is about the other game, whose rules have numbers too."""
    named = {path: str(path.relative_to(ROOT)) for path in paths}
    return sorted(path for path in named if any(name in named[path] for name in _COURT) == game.is_court)


def rules_in(name: str) -> set[str]:
    """Return the rules that the name of a test bears."""
    numbered = {f"{a}.{b}" for a, b in re.findall(r"(?<=_)(\d{1,2})_(\d{1,2})(?=_)", name)}
    titled = [number for number in RICHARD.book.numbers() if not number[0].isdigit()]
    return numbered | {title for title in titled if f"_{title.replace('-', '_')}_" in f"{name}_"}


def _worked_first(name: str) -> tuple[int, str]:
    return next((i for i, kind in enumerate(("test_w", "test_e")) if re.match(rf"{kind}\d", name)), 2), name


def notebooks(game: Game = RICHARD) -> dict[str, list[str]]:
    """Return the notebooks that treat each rule."""
    results: dict[str, list[str]] = {number: [] for number in game.book.numbers()}
    for path in _of(game, (ROOT / "notebooks").glob("*.ipynb")):
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        words = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
        for number in results:
            if is_treated(game.book.paragraph(number), words):
                results[number].append(path.stem)
    return results


def is_treated(paragraph: Paragraph, words: str) -> bool:
    """Whether a text cites a rule: by its number as rules are cited, or an event or a scenario by its title."""
    if paragraph.is_numbered:
        return any(paragraph.number in re.split(", | and | to ", cited) for cited in re.findall(_CITED, words))
    return re.search(rf"\b{re.escape(paragraph.title.split(' (')[0])}\b", words) is not None


def rows(game: Game = RICHARD) -> Iterator[tuple[str, str, str, str]]:
    """Yield the cells of each row."""
    proofs, treated = tests(game), notebooks(game)
    up = "../" * len(game.file.parent.relative_to(ROOT).parts)
    for number in game.book.numbers():
        result = game.book.paragraph(number)
        names = [f"`{name}`" for name in proofs[number][:SHOWN]]
        more = ["and others"] if len(proofs[number]) > SHOWN else []
        links = [f"[{name.partition('_')[0]}]({up}notebooks/{name}.ipynb)" for name in treated[number]]
        yield f"[{result.heading}](en/{number}.md)", result.example, "<br>".join(names + more), " ".join(links)


def table(game: Game = RICHARD) -> str:
    """Return the text of the table."""
    head = HEAD.format(examples=game.examples, gaps=game.gaps)
    return head + "".join(f"| {' | '.join(row)} |\n" for row in rows(game))


if __name__ == "__main__":
    for made in (RICHARD, LANCASTER):
        made.file.write_text(table(made), encoding="utf-8", newline="\n")
        print(f"{made.file.relative_to(ROOT)}: {len(made.book.numbers())} rows")
