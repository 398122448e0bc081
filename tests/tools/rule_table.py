"""Makes ``data/rules/table.md``: for each rule paragraph its example, the tests named after it, and the notebooks.

``python -m tests.tools.rule_table`` writes the table anew. A test belongs to a rule if the rule's number, or the name
of an event or a scenario, is a part of its own name: ``test_w39_2_2_henry_uses_...``. A notebook treats a rule if it
cites the number in brackets, after the word *rule*, or in a heading; events and scenarios are cited by their titles.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from roses.richard.rulebook import Paragraph, numbers, rule

ROOT = Path(__file__).resolve().parents[2]
TABLE = ROOT / "data" / "rules" / "table.md"
HEAD = """\
# The rules, proved

One row for each paragraph of `en/`: its example, which also stands there as code and is run as a test
(`tests/richard/test_rules_examples.py`), tests that bear its number in their names, and notebooks that treat it.
`python -m tests.tools.rule_table` makes this table; a test fails where it is out of date or has a gap.

| paragraph | example | tests | notebooks |
| --- | --- | --- | --- |
"""
SHOWN = 2  # tests named in a row
_CITED = r"(?:\(|[Rr]ules? )(\d\.\d{1,2}\b(?:(?:, | and | to )\d\.\d{1,2}\b)*)"


def tests() -> dict[str, list[str]]:
    """Return the names of the tests of each rule, worked examples first."""
    found: dict[str, set[str]] = {number: set() for number in numbers()}
    for path in _of_this_game((ROOT / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for number in rules_in(node.name) & found.keys():
                    found[number].add(node.name)
    return {number: sorted(names, key=_worked_first) for number, names in found.items()}


def _of_this_game(paths: Iterable[Path]) -> list[Path]:
    """Leave out what is about the other game, whose rules have numbers too."""
    return sorted(path for path in paths if "lancaster" not in str(path.relative_to(ROOT)))


def rules_in(name: str) -> set[str]:
    """Return the rules that the name of a test bears."""
    numbered = {f"{a}.{b}" for a, b in re.findall(r"(?<=_)(\d)_(\d{1,2})(?=_)", name)}
    return numbered | {n for n in numbers() if not n[0].isdigit() and f"_{n.replace('-', '_')}_" in f"{name}_"}


def _worked_first(name: str) -> tuple[int, str]:
    return next((i for i, kind in enumerate(("test_w", "test_e")) if re.match(rf"{kind}\d", name)), 2), name


def notebooks() -> dict[str, list[str]]:
    """Return the notebooks that treat each rule."""
    found: dict[str, list[str]] = {number: [] for number in numbers()}
    for path in _of_this_game((ROOT / "notebooks").glob("*.ipynb")):
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        words = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
        for number in found:
            if is_treated(rule(number), words):
                found[number].append(path.stem)
    return found


def is_treated(paragraph: Paragraph, words: str) -> bool:
    """Whether a text cites a rule: by its number as rules are cited, or an event or a scenario by its title."""
    if paragraph.is_numbered:
        return any(paragraph.number in re.split(", | and | to ", cited) for cited in re.findall(_CITED, words))
    return re.search(rf"\b{re.escape(paragraph.title.split(' (')[0])}\b", words) is not None


def rows() -> Iterator[tuple[str, str, str, str]]:
    """Yield the cells of each row."""
    proofs, treated = tests(), notebooks()
    for number in numbers():
        found = rule(number)
        names = [f"`{name}`" for name in proofs[number][:SHOWN]]
        more = ["and others"] if len(proofs[number]) > SHOWN else []
        links = [f"[{name[:2]}](../../notebooks/{name}.ipynb)" for name in treated[number]]
        yield f"[{found.heading}](en/{number}.md)", found.example, "<br>".join(names + more), " ".join(links)


def table() -> str:
    """Return the text of the table."""
    return HEAD + "".join(f"| {' | '.join(row)} |\n" for row in rows())


if __name__ == "__main__":
    TABLE.write_text(table(), encoding="utf-8", newline="\n")
    print(f"{TABLE.relative_to(ROOT)}: {len(numbers())} rows")
