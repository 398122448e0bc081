"""The base of what a reader clicks: its HTML is whole, safe, and asks the network for nothing."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from roses.widgets import interactive
from roses.widgets.interactive import Interactive


class Note(Interactive):
    """A note with one button."""

    name = "note"

    def __init__(self, said: str) -> None:
        self.said = said

    def content(self) -> str:
        return "<p>A note.</p><button>Say it</button>"

    def words(self) -> str:
        return "A note."

    def data(self) -> Any:
        return {"said": self.said}


@pytest.fixture
def note(tmp_path, monkeypatch):
    (tmp_path / "note.js").write_text("function start(box, data) { box.querySelector('p').textContent = data.said; }\n")
    (tmp_path / "note.css").write_text(".roses-note p { color: inherit; }")
    code = interactive._code
    monkeypatch.setattr(interactive, "_code", lambda name, _folder: code(name, tmp_path))
    return Note("</script><b>& 'all'</b>")


def test_the_data_end_no_script(note):
    held = re.search(r'class="roses-data">(.*?)</script>', note.html(), re.DOTALL)
    assert held and json.loads(held[1]) == {"said": "</script><b>& 'all'</b>"}


def test_content_stands_before_the_script_and_words_beside(note):
    bundle = note._repr_mimebundle_(include=None, exclude=None)
    assert bundle["text/plain"] == "A note."
    assert bundle["text/html"].index("Say it") < bundle["text/html"].index("function start")
    assert not re.search(r"(src|href)=|https?:", bundle["text/html"])
