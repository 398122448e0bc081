"""Every figure that the prose of both parts of lesson 07 quotes is in the output of its cells, also after a new run."""

from __future__ import annotations

import json
import re

import pytest

import roses
from tests.lessons.stored import NOTEBOOKS, sources

PARTS = ("07a_bosworth_in_numbers", "07b_what_a_noble_is_worth")
QUOTED = re.compile(r"\b(\d+\.\d+)(?= %| points)|\b(0\.\d+)\b")
WORDS = {13: "thirteen", 18: "eighteen"}


def shown(cell: dict) -> str:
    """Return all that a code cell shows, as text."""
    parts = []
    for output in cell["outputs"]:
        data = output.get("data", {"text/plain": output.get("text", "")})
        parts += ["".join(data[kind]) for kind in ("text/plain", "text/html", "image/svg+xml") if kind in data]
    return "\n".join(parts)


def quotes(name: str) -> list[tuple[str, str]]:
    """Return each figure of the prose with what the two cells above it that show something show."""
    item, seen = [], [""]
    for cell in json.loads((NOTEBOOKS / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            seen += [shown(cell)] if cell["outputs"] else []
        else:
            figures = ("".join(match) for match in QUOTED.findall("".join(cell["source"])))
            item += [(figure, "\n".join(seen[-2:])) for figure in figures]
    return item


@pytest.mark.parametrize(
    ("figure", "above"), [quote for name in PARTS for quote in quotes(name)], ids=lambda value: value[:8]
)
def test_a_figure_in_the_prose_stands_in_the_cells_above(figure: str, above: str) -> None:
    assert re.search(rf"(?<![\d.]){re.escape(figure)}(?!\d)", above)


@pytest.mark.parametrize("name", PARTS)
def test_the_prose_quotes_figures(name: str) -> None:
    assert len(quotes(name)) > 10


def test_the_prose_counts_the_steps_as_the_line_up_has_them() -> None:
    henry = roses.battle("Leicester", {"Warwick": "Richmond, Oxford, French Mercenary, Welsh Mercenary"},
                         "Gloucester, Norfolk, Bombard/Y, Northumberland/Y, Stanley/Y", scenario="1483")  # fmt: skip
    blocks = roses.battle_odds(henry).blocks
    line_up = next(text for text in sources(PARTS[0], "markdown") if "## A bet, and the two armies" in text)
    for house in ("York", "Lancaster"):
        steps = sum(entrant.steps for entrant in blocks if entrant.house == house)
        assert WORDS[steps] in line_up, house
