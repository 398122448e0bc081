"""A game as a script: lines of notation played on the engine, with narrated moments, written as a record."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from roses.engine.folders import folder
from roses.engine.record import Entry, Moment, Place, Record, Source, save
from roses.engine.state import GameState

LONGEST = 45  # words of a narration


class Script:
    """Plays lines on the engine and collects entries and moments."""

    def __init__(self, state: GameState) -> None:
        self.first = self.state = state
        self.entries: list[Entry] = []
        self.moments: list[Moment] = []

    def play(self, *lines: str) -> None:
        """Play actions in notation; where several sides choose at once a line begins with its side."""
        for line in lines:
            active = self.state.active
            by = line.split(" ")[0] if len(active) > 1 else active[0]
            self.state = self.state.apply(line)
            self.entries.append(Entry(by, line))

    def tell(self, date: str, place: str, text: str, *sources: str, **more: Any) -> None:
        """Add a moment that shows the state as it is now."""
        assert len(text.split()) <= LONGEST, (len(text.split()), text)
        self.moments.append(Moment(len(self.entries), date, place, text, sources=sources, **more))

    def save(
        self, name: str, headers: dict[str, str], sources: tuple[Source, ...] = (), places: tuple[Place, ...] = ()
    ) -> Path:
        """Write the record below ``data/replays`` and say what it holds."""
        record = Record(
            **self.first.header,
            entries=tuple(self.entries),
            headers=headers,
            moments=tuple(self.moments),
            sources=sources,
            places=places,
        )
        path = save(record, folder("data") / "replays" / f"{name}.json")
        print(f"{path.name}: {len(self.entries)} actions, {len(self.moments)} moments, {self.state.outcome}")
        return path
