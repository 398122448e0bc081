"""Every notebook handed out as a page: each Stepper in it plays, and everything that answers clicks is there whole."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import roses
from roses.engine.record import dumps, loads
from roses.engine.replay import Replay, Timeline, shipped_names
from roses.widgets.export import page as pages
from roses.widgets.export import states
from roses.widgets.export.notebook import lesson_html, printed_lesson_html
from roses.widgets.stepper import saved
from tests import golden
from tests.export.test_notebook import allowed
from tests.proof import sampled

ROOT = Path(__file__).resolve().parents[2]
ALL = sorted(path.stem for path in (ROOT / "notebooks").glob("*.ipynb"))
_BOX = re.compile(r'<div class="roses-interactive roses-([\w-]+)"')
_STARTS = re.compile(r'querySelectorAll\("\.roses-interactive\.roses-([\w-]+):not\(\[data-started\]\)"\)')
_FETCHED = re.compile(
    r"""<(?:link|script|img|iframe|source|use|image)[^>]*?\s(?:src|href)=["'](?!data:|#)|@import|url\((?!["']?(?:data:|#))"""
)
each = pytest.mark.parametrize("name", sampled(ALL, "01_rules_by_touch"))


def outputs(name: str) -> list[dict[str, Any]]:
    """The data of all outputs that a notebook keeps; a text that is kept in lines is joined."""
    cells = json.loads((ROOT / "notebooks" / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]
    results = [output.get("data", {}) for cell in cells for output in cell.get("outputs", ())]
    return [
        {kind: "".join(kept) if isinstance(kept, list) else kept for kind, kept in data.items()} for data in results
    ]


def boxes(name: str) -> list[str]:
    """The kinds of all that answers clicks in a notebook, as often as they stand there."""
    return sorted(kind for data in outputs(name) for kind in _BOX.findall(data.get("text/html", "")))


def steppers(name: str) -> int:
    return sum(saved.MIME in data for data in outputs(name))


@pytest.fixture
def few_states(shared_states: None) -> Iterator[None]:
    """Make the states of a replay that is a notebook's own for one size of page; those of the kit have all sizes."""
    pack = pages.pack_record
    kit = {dumps(roses.replay(name).record) for name in shipped_names()}

    def packed(record: str, chances: str) -> str:
        if record in kit and not chances:
            return pack(record, chances)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(states, "SPACES", states.SPACES[:1])
            return states.pack(states.states_of(Timeline(Replay(loads(record), roses.start)), chances))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pages, "pack_record", packed)
        yield


@pytest.mark.usefixtures("few_states")
@each
def test_its_page_and_its_paper_are_as_before_and_whole_and_ask_for_nothing(name: str) -> None:
    """They have each Stepper and all that answers clicks. In one test, so that no two processes make the same page."""
    path = ROOT / "notebooks" / f"{name}.ipynb"
    page, paper = lesson_html(path), printed_lesson_html(path)
    assert page.count('<div class="roses-player"') == paper.count('<div class="roses-on-paper">') == steppers(name)
    assert sorted(_BOX.findall(page)) == sorted(_BOX.findall(paper)) == boxes(name)
    assert set(boxes(name)) <= set(_STARTS.findall(page)), "their scripts"
    runs, stand = allowed(page)
    assert runs == stand, "every script in it is of the kit as it is now, and runs"
    assert _FETCHED.findall(page) == []
    golden.check(f"notebook-{name}", {"page": golden.without_states(page), "paper": paper})


def test_there_are_notebooks_with_both() -> None:
    assert sum(map(steppers, ALL)) >= 5 and sum(len(boxes(name)) for name in ALL) >= 4
