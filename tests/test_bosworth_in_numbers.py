"""Every figure that the prose of notebook 07 quotes is in the output of its cells, also after a new run."""

from __future__ import annotations

import json
import re

import pytest

import roses
from tests.tools.run_notebooks import NOTEBOOKS

CELLS = json.loads((NOTEBOOKS / "07_bosworth_in_numbers.ipynb").read_text(encoding="utf-8"))["cells"]
QUOTED = re.compile(r"\b(\d+\.\d+)(?= %| points)|\b(0\.\d+)\b")
WORDS = {13: "thirteen", 18: "eighteen"}


def shown(cell: dict) -> str:
    """Return all that a code cell shows, as text."""
    parts = []
    for output in cell["outputs"]:
        data = output.get("data", {"text/plain": output.get("text", "")})
        parts += ["".join(data[kind]) for kind in ("text/plain", "text/html", "image/svg+xml") if kind in data]
    return "\n".join(parts)


def quotes() -> list[tuple[str, str]]:
    """Return each figure of the prose with what the two code cells above it show."""
    found, seen = [], [""]
    for cell in CELLS:
        if cell["cell_type"] == "code":
            seen.append(shown(cell))
        else:
            figures = ("".join(match) for match in QUOTED.findall("".join(cell["source"])))
            found += [(figure, "\n".join(seen[-2:])) for figure in figures]
    return found


@pytest.mark.parametrize(("figure", "above"), quotes(), ids=lambda value: value[:8])
def test_a_figure_in_the_prose_stands_in_the_cells_above(figure: str, above: str) -> None:
    assert re.search(rf"(?<![\d.]){re.escape(figure)}(?!\d)", above)


def test_the_prose_quotes_figures() -> None:
    assert len(quotes()) > 20


def test_the_prose_counts_the_steps_as_the_line_up_has_them() -> None:
    henry = roses.battle("Leicester", {"Warwick": "Richmond, Oxford, French Mercenary, Welsh Mercenary"},
                         "Gloucester, Norfolk, Bombard/Y, Northumberland/Y, Stanley/Y", scenario="1483")  # fmt: skip
    blocks = roses.battle_odds(henry).blocks
    line_up = next(text for text in map("".join, (cell["source"] for cell in CELLS)) if "## 1. The line-up" in text)
    for house in ("York", "Lancaster"):
        steps = sum(entrant.steps for entrant in blocks if entrant.house == house)
        assert WORDS[steps] in line_up, house
