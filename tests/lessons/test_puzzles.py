"""The widget of puzzles: a click answers, the first try counts, a streak of days, ten in a row, files that are torn."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from msgspec import json, structs

from roses.engine.errors import RecordError, SaveError
from roses.lessons.puzzles import SESSION, Puzzles, Solved, choices_of, collection, plain

DAY = date(2026, 11, 26)


@pytest.fixture
def puzzles(tmp_path: Path) -> Puzzles:
    return Puzzles(DAY, progress=tmp_path / "games" / "progress.json")


def wrong(puzzles: Puzzles) -> str:
    return next(one for one in choices_of(puzzles.now, puzzles.state) if one not in puzzles.now.right)


def test_a_right_choice_is_told_with_its_chance_and_the_next_best(puzzles: Puzzles) -> None:
    choice = puzzles.now.right[0]
    assert "of 100" not in puzzles.panel.html and "roses-right" not in puzzles.panel.html
    puzzles._on_message(None, {"ask": choice}, None)
    assert "roses-right" in puzzles.panel.html and plain(choice) in puzzles.panel.html
    assert puzzles.solved == Solved({puzzles.now.id: True}, {"2026-11-26": True})
    assert "1 day in a row" in puzzles.panel.html


def test_only_the_first_try_counts(puzzles: Puzzles) -> None:
    puzzles.choose(wrong(puzzles))
    assert "roses-wrong" in puzzles.panel.html and "The rule in full" not in puzzles.panel.html
    puzzles.choose(puzzles.now.right[0])
    assert "The rule in full" in puzzles.panel.html
    assert puzzles.solved == Solved({puzzles.now.id: False}, {"2026-11-26": False})


def test_what_is_not_offered_or_comes_twice_is_no_try(puzzles: Puzzles) -> None:
    puzzles._on_message(None, {"ask": "Gloucester flies"}, None)
    assert puzzles.chosen == [] and puzzles.solved == Solved()
    choice = puzzles.now.right[0]
    for _twice in range(2):
        puzzles._on_message(None, {"ask": choice}, None)
    assert puzzles.chosen == [choice]


def test_a_file_with_one_puzzle_asks_it_again(tmp_path: Path) -> None:
    kit, path = collection(), tmp_path / "one.json"
    one = structs.replace(kit, puzzles=kit.puzzles[:1])
    path.write_bytes(json.encode(one))
    puzzles = Puzzles(DAY, file=path, progress=tmp_path / "progress.json")
    puzzles.press("next")
    assert puzzles.now == kit.puzzles[0]
    puzzles.press("session")
    assert puzzles.now == kit.puzzles[0]
    puzzles.choose(puzzles.now.right[0])
    assert puzzles.solved == Solved({puzzles.now.id: True}), "a day in a row is one of the kit's puzzles"
    path.write_bytes(json.encode(structs.replace(kit, puzzles=kit.puzzles[:3])))
    assert len(collection(path).puzzles) == 3


@pytest.mark.parametrize(
    "change", [{"game": "x"}, {"at": 99_999}, {"at": -1}, {"at": 2}, {"side": "Red"}, {"worth": {"x": 1.0}}]
)
def test_a_puzzle_that_its_game_does_not_come_to_is_refused_in_a_sentence(change: dict[str, Any]) -> None:
    kit = collection()
    with pytest.raises(RecordError, match="has no such choice"):
        kit.state(structs.replace(kit.puzzles[0], **change))


def test_a_streak_ends_with_a_day_that_was_left_out() -> None:
    days = {"2026-11-22": True, "2026-11-24": True, "2026-11-25": True, "2026-11-26": True}
    assert Solved(days=days).streak(DAY) == 3
    assert Solved(days=days | {"2026-11-26": False}).streak(DAY) == 0
    assert Solved(days={"2026-11-24": True}).streak(DAY) == 0


def test_ten_in_a_row_are_ten_and_are_counted(puzzles: Puzzles) -> None:
    puzzles.press("session")
    seen = []
    for number in range(SESSION):
        seen.append(puzzles.now.id)
        puzzles.choose(puzzles.now.right[0] if number else wrong(puzzles))
        if number < SESSION - 1:
            puzzles.press("next")
    assert len(set(seen)) == SESSION
    assert "In a row: 9 of 10. ✗ ✓" in puzzles.panel.html
    puzzles.press("next")
    assert "In a row" not in puzzles.panel.html


def test_what_cannot_be_read_is_told_and_nothing_is_lost(puzzles: Puzzles, tmp_path: Path) -> None:
    torn = tmp_path / "torn.json"
    torn.write_text("{")
    with pytest.raises(SaveError, match=r"torn\.json cannot be read as puzzles"):
        Puzzles(DAY, file=torn)
    puzzles.path.parent.mkdir()
    puzzles.path.write_text("[")
    with pytest.raises(SaveError, match="move it away to begin anew"):
        Puzzles(DAY, progress=puzzles.path)
    puzzles._on_message(None, {"ask": puzzles.now.right[0]}, None)
    assert "move it away to begin anew" in puzzles.panel.html
    assert puzzles.path.read_text() == "["


def test_every_puzzle_can_be_shown(puzzles: Puzzles) -> None:
    for puzzle in collection().puzzles:
        puzzles.show(puzzle)
        assert puzzles.panel.html.count("<svg") >= 1 and set(puzzle.right) & set(choices_of(puzzle, puzzles.state))
