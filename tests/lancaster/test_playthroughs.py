"""Golden playthroughs: whole games as text, with headings and all that happened, replayed and compared."""

from __future__ import annotations

import pytest

import roses
from roses.engine import transcript
from roses.engine.errors import RecordError
from roses.engine.replay import check
from tests.lancaster.playthrough import FOLDER, GAMES, text

FILES = sorted(FOLDER.glob("*.txt"))


def test_there_is_one_file_for_each_game() -> None:
    assert {path.stem for path in FILES} == GAMES.keys()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_playthrough_goes_as_it_is_written(path) -> None:  # type: ignore[no-untyped-def]
    golden = path.read_text(encoding="utf-8")
    record = transcript.read(golden)
    end = check(record, roses.start)[-1]
    assert text(record).splitlines() == golden.splitlines()
    assert end.outcome is not None and end.setup.players == GAMES[path.stem]["players"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_another_vote_is_another_game(path) -> None:  # type: ignore[no-untyped-def]
    golden = path.read_text(encoding="utf-8")
    line = next(line for line in golden.splitlines() if "votes yes" in line and not line.startswith("#"))
    other = golden.replace(line, line.replace("votes yes", "votes no"), 1)
    with pytest.raises((AssertionError, RecordError)):
        assert text(transcript.read(other)).splitlines() == other.splitlines()
