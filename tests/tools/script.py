"""A game as a script: lines of notation played on the engine, with narrated moments, written as a record."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec.structs import replace

import roses
from roses.engine.folders import folder
from roses.engine.record import Entry, Moment, Place, Question, Record, Source, save
from roses.engine.replay import Replay
from roses.engine.state import GameState
from roses.odds import answer_odds

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
        record = with_odds(record)
        path = save(record, folder("data") / "replays" / f"{name}.json")
        print(f"{path.name}: {len(self.entries)} actions, {len(self.moments)} moments, {self.state.outcome}")
        return path


def with_odds(record: Record) -> Record:
    """Return the record with the odds of the answers to its questions, as the kit computes them."""
    states = Replay(record, roses.start).states
    moments = [replace(m, question=asked(m.question, states)) if m.question else m for m in record.moments]
    return replace(record, moments=tuple(moments))


def asked(question: Question, states: list[GameState]) -> Question:
    """Return a question with the odds of its answers, to four places."""
    if question.odds_at is None:
        return question
    state = states[question.odds_at]
    found = answer_odds(question.answers, state if state.due else roses.battle_odds(state))
    odds = [None if chance is None else round(chance, 4) for chance in found]
    answers = (replace(answer, odds=share) for answer, share in zip(question.answers, odds, strict=True))
    return replace(question, answers=tuple(answers))
