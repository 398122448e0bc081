"""The lessons as they are stored: the cells of a notebook and the plan that it tells."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"
_ROW = re.compile(r"^\| (\d+) \| ([^|]+) \|(?: (\d+) to (\d+) \|)?", re.M)


def cells(name: str, kind: str) -> list[dict[str, Any]]:
    """Return the cells of a notebook that are of one kind, "code" or "markdown"."""
    data = json.loads((NOTEBOOKS / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]
    return [cell for cell in data if cell["cell_type"] == kind]


def sources(name: str, kind: str) -> list[str]:
    """Return the texts of these cells."""
    return ["".join(cell["source"]) for cell in cells(name, kind)]


def plan(name: str) -> list[tuple[int, str, range]]:
    """Return the parts of a lesson: minutes, title, and the numbers of its steps from 1."""
    table = next(text for text in sources(name, "markdown") if text.startswith("## The plan"))
    rows = _ROW.findall(table)
    return [(int(time), title, range(int(first), int(last) + 1) if first else range(0))
            for time, title, first, last in rows]  # fmt: skip


def steps(name: str) -> list[int]:
    """Return the numbers of all steps of a lesson, in order, from 1."""
    return [step for _minutes, _title, steps in plan(name) for step in steps]
