"""Writes the golden playthroughs: games of a simple player as transcripts, with all that happened in words below.

``python -m tests.lancaster.playthrough`` writes them anew; the difference is then to be read, line by line.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import roses
from roses.engine import transcript
from roses.engine.protocol import Action
from roses.engine.record import Record
from roses.engine.replay import Replay
from roses.lancaster.actions import Place
from roses.lancaster.prompts import headings

FOLDER = Path(__file__).resolve().parents[1] / "data" / "lancaster"
GAMES: dict[str, dict[str, Any]] = {
    "two-players": {"players": 2, "seed": 1413},
    "three-players-all-new-laws": {"players": 3, "seed": 1415, "ruleset": "revised+expansion_laws=all"},
    "four-players": {"players": 4, "seed": 1420},
    "five-players-drawn-laws": {"players": 5, "seed": 1422, "ruleset": "revised+expansion_laws=drawn"},
}


def choose(actions: tuple[Action, ...], rng: random.Random) -> Action:
    """Any action, but a knight takes at most one squire more than he needs."""
    least: dict[tuple[str, int, str], int] = {}
    for a in actions:
        if isinstance(a, Place):
            least.setdefault((a.colour, a.knight, a.county), a.squires)
    modest = [
        a for a in actions if not isinstance(a, Place) or a.squires <= least[a.colour, a.knight, a.county] + 1
    ]  # fmt: skip
    return rng.choice(modest)


def played(name: str) -> Record:
    """Play a game anew and return its record."""
    result = GAMES[name]
    game, rng = roses.game("lancaster", **result), random.Random(result["seed"])
    while game.state.active:
        game.play(choose(game.state.legal_actions(rng.choice(game.state.active)), rng))
    return game.record


def text(record: Record) -> str:
    """Return the transcript with headings, and what each action brought about."""
    replay = Replay(record, roses.start)
    labels: dict[int, tuple[str, ...]] = {}
    before: tuple[str, ...] = ()
    for i in range(len(record.entries)):
        now = headings(replay[i])
        if now != before:
            same = next((n for n, (a, b) in enumerate(zip(before, now, strict=False)) if a != b), len(before))
            labels[i], before = ("",) * same + now[same:], now
    lines = [f"# {i:4} {event}" for i in range(1, len(replay)) for event in replay[i].events]
    return transcript.write(record, labels) + "\n# What happened\n" + "\n".join(lines) + "\n"


if __name__ == "__main__":
    for name in GAMES:
        (FOLDER / f"{name}.txt").write_text(text(played(name)), encoding="utf-8")
