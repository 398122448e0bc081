"""The list of saved games: date, game, place and players; what is broken is named, and the others stay usable."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import roses
from roses.widgets import SavedGames, Table
from roses.widgets.play import saves
from roses.widgets.play.kept import kept


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_each_game_is_listed_with_date_place_and_players() -> None:
    Table("lancaster", players=2, seed=1)
    Table.play_on(roses.timeline("1483-richard-iii"), "Milford Haven", {"York": "me", "Lancaster": "page"}, seed=1)
    last, first = kept()
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d", last.saved)
    assert (last.title, last.place) == ("Richard III and Henry Tudor, from step 20", "Campaign 3, Turn 5")
    assert last.players == "Lancaster: page, York: me" and first.title == "Lancaster"


def test_a_game_that_is_over_says_who_has_won() -> None:
    game = roses.game("lancaster", players=2, seed=1)
    while not game.state.outcome:
        game.play(game.state.legal_actions()[0])
    saves.free_path("lancaster", None).parent.mkdir()
    saves.free_path("lancaster", None).write_text(roses.engine.record.dumps(game.record), encoding="utf-8")
    assert kept()[0].place == f"over: {game.state.outcome.winner} has won"


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("", "this is no record"),
        ('{"game": "chess", "scenario": "1", "entries": []}', "there is no game 'chess'"),
        ('{"game": "richard-iii", "scenario": "1483", "entries": [{"by": "York", "action": "fly"}]}', "action 0"),
        ('{"game": "richard-iii", "scenario": "1483", "entries": [{"by": "Yo', "breaks off"),
    ],
)
def test_a_broken_file_is_named_in_a_sentence_and_the_others_stay_usable(content: str, why: str) -> None:
    Table("richard-iii", "1483", seed=1)
    (Path(saves.FOLDER) / "broken.json").write_text(content, encoding="utf-8")
    found = {game.name: game for game in kept()}
    assert found["broken"].wrong.startswith("broken.json cannot be gone on with: ") and why in found["broken"].wrong
    assert found["richard-iii-1483-1"].wrong == ""
    games = SavedGames()
    games._on_message(games, {"open": "broken"}, [])
    assert "cannot be resumed" in games.error and games.table is None
    games._on_message(games, {"open": "richard-iii-1483-1"}, [])
    assert games.error == "" and games.table.model.side == "York"


def test_listing_writes_nothing() -> None:
    table = Table("richard-iii", "1483", seed=1)
    before = [(path.name, path.stat().st_mtime_ns) for path in Path(saves.FOLDER).iterdir()]
    assert len(SavedGames().games) == 1 and table.file
    assert [(path.name, path.stat().st_mtime_ns) for path in Path(saves.FOLDER).iterdir()] == before


def test_listing_anew_answers_also_where_nothing_has_changed() -> None:
    Table("richard-iii", "1483", seed=1)
    games = SavedGames()
    before = games.games
    games._on_message(games, {"list": True}, [])
    assert games.games == before and re.fullmatch(r"Listed at \d\d:\d\d:\d\d: 1 saved\.", games.said)
