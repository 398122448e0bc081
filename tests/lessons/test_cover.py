"""The cover: each door leads to a notebook that is there, each tile to a Stepper in it, and times are as they say."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from roses.history.battlefields import battlefields
from roses.lessons.cover import Cover, known_doors
from roses.lessons.handouts import known_sets
from roses.widgets.pages.battles import Battle

ROOT = Path(__file__).resolve().parents[2]
HTML = Cover().html()
WORDS = {"an hour and a half": 90, "an hour for the game": 60, "an hour": 60}


def sources(name: str) -> list[str]:
    cells = json.loads((ROOT / "notebooks" / name).read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells]


def test_every_tile_starts_a_stepper_that_is_in_its_notebook() -> None:
    tiles = re.findall(r'data-notebook="([^"]+)" data-cell="([^"]+)"', HTML)
    fought = [name for name in battlefields() if Battle(name).timeline]
    assert len(tiles) == len(known_doors().campaigns) + len(fought) >= 8
    for notebook, cell in tiles:
        assert any(cell.replace("&quot;", '"') in source for source in sources(notebook)), (notebook, cell)


@pytest.mark.parametrize("lesson", [one.lesson for one in known_doors().campaigns])
def test_a_lesson_takes_the_time_that_its_tile_says(lesson: str) -> None:
    (path,) = (ROOT / "notebooks").glob(f"{lesson}_*.ipynb")
    assert f"**Time** {known_sets()[lesson].minutes} minutes" in sources(path.name)[0]


def test_every_other_door_leads_to_a_notebook_and_says_its_time() -> None:
    for door in (*known_doors().play, *known_doors().study):
        assert f'href="{door.notebook}.ipynb"' in HTML
        time = sources(f"{door.notebook}.ipynb")[0].partition("**Time** ")[2].partition("\n")[0]
        spoken = next((minutes for words, minutes in WORDS.items() if words in time), 0)
        assert door.minutes == (spoken or int(time.split()[0])), door


def test_a_missing_file_is_named_by_the_quick_look(monkeypatch: pytest.MonkeyPatch) -> None:
    from roses.cli import check

    monkeypatch.setattr(check, "_files", lambda: [check.Finding("data", "is empty", "pip")])
    assert check.problems() == ["data is empty."]
