"""The script of a campaign of the block war game: dice, cards and hits in one line each, questions, sources, places."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import roses
from roses.engine.folders import folder
from roses.engine.protocol import CHANCE
from roses.engine.record import Question, Source
from roses.richard.gazetteer import gazetteer
from tests.tools.script import Script


class Campaign(Script):
    """Plays a campaign from the start of a scenario; ``questions`` are asked after the moments with these titles."""

    def __init__(self, scenario: str, questions: Mapping[str, Question]) -> None:
        super().__init__(roses.start("richard-iii", scenario))
        self.questions = questions

    def tell(self, date: str, place: str, text: str, *sources: str, **more: Any) -> None:
        """Add a moment, with the question that is asked after it."""
        super().tell(date, place, text, *sources, question=self.questions.get(more["title"]), **more)

    def roll(self, *dice: int) -> None:
        """Let these dice fall."""
        assert self.state.active == (CHANCE,), self.state
        self.play("roll " + " ".join(map(str, dice)))

    def fire(self, block: str, *dice: int, hit: str = "") -> None:
        """A block fires, and its hits fall on one block."""
        self.play(f"{block} fires")
        self.roll(*dice)
        if hit:
            self.play(f"{hit} takes the hits")

    def cards(self, lancaster: int, york: int) -> None:
        """Both sides commit a card."""
        self.play(f"Lancaster plays card {lancaster}", f"York plays card {york}")

    def write(self, name: str, headers: dict[str, str], parts: Iterable[Callable[[Campaign], None]]) -> Path:
        """Play the parts and write the record, with the sources and places that its moments name."""
        for part in parts:
            part(self)
        assert set(self.questions) <= {moment.title for moment in self.moments}, self.questions
        used = {source for moment in self.moments for source in moment.sources}
        known = json.loads((folder("data") / "history" / "sources.json").read_text(encoding="utf-8"))
        cited = [k for k in known if k["id"] in used]
        sources = [Source(k["id"], k["short"], k["title"], k.get("url", ""), k.get("written", "")) for k in cited]
        shown = {name for moment in self.moments for name in moment.places}
        shown |= {name for moment in self.moments for route in moment.routes for name, _date in route.halts}
        assert not used - {source.id for source in sources}, used - {source.id for source in sources}
        assert not shown - set(gazetteer()), shown - set(gazetteer())
        return self.save(name, headers, tuple(sources), tuple(p for p in gazetteer().values() if p.name in shown))
