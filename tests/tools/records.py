"""Renews what is computed in the records of ``data/replays``: the odds of answers, and the sources and places named.

``python -m tests.tools.records [NAME...]``. A record is written by hand, one action and one moment on each line; an
action that the rules exclude is named, and so is a source or a place that is in no catalogue. Sources come from
``data/history/sources.json``, places from ``data/history/places.json``.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

import roses
from roses.engine.loading import folder
from roses.engine.record import Question, Record, Source, loads, save
from roses.engine.replay import Replay
from roses.engine.state import GameState
from roses.odds import answer_odds
from roses.richard.naming import gazetteer

REPLAYS: Final = folder("data") / "replays"
LONGEST: Final = 45  # words of a narration


def renew(record: Record) -> Record:
    """Return the record with the odds, sources and places that follow from its actions and moments."""
    states = Replay(record, roses.start).states
    moments = tuple(replace(m, question=ask(m.question, states)) if m.question else m for m in record.moments)
    if long := [moment.title for moment in moments if len(moment.text.split()) > LONGEST]:
        raise ValueError(f"narrations of more than {LONGEST} words: {long}")
    ids = {source for moment in moments for source in moment.sources}
    works = json.loads((folder("data") / "history" / "sources.json").read_text(encoding="utf-8"))
    if unknown := ids - {work["id"] for work in works}:
        raise ValueError(f"sources.json has no {unknown}")
    sources = tuple(
        Source(work["id"], work["short"], work["title"], work.get("url", ""), work.get("written", ""))
        for work in works
        if work["id"] in ids
    )
    names = {name for moment in moments for name in moment.places}
    names |= {name for moment in moments for route in moment.routes for name, _date in route.halts}
    if unknown := names - set(gazetteer()):
        raise ValueError(f"places.json has no {unknown}")
    places = tuple(place for place in gazetteer().values() if place.name in names)
    return replace(record, moments=moments, sources=sources, places=places)


def ask(question: Question, states: Sequence[GameState]) -> Question:
    """Return a question with the odds of its answers, to four places."""
    if question.odds_at is None:
        return question
    state = states[question.odds_at]
    odds = answer_odds(question.answers, state if state.due else roses.battle_odds(state))
    shares = [None if chance is None else round(chance, 4) for chance in odds]
    answers = (replace(answer, odds=share) for answer, share in zip(question.answers, shares, strict=True))
    return replace(question, answers=tuple(answers))


def main(names: Sequence[str]) -> None:
    """Renew the records of these names, or all."""
    for name in names or sorted(path.stem for path in REPLAYS.glob("*.json")):
        path = REPLAYS / f"{name}.json"
        record = renew(loads(path.read_text(encoding="utf-8")))
        save(record, path)
        print(f"{path.name}: {len(record.entries)} actions, {len(record.moments)} moments")


if __name__ == "__main__":
    main(sys.argv[1:])
