"""The list of saved games: date, game, place and players; what is broken is named, and the others stay usable."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

import pytest
from msgspec import structs

import roses
from roses.bots.squire import Squire
from roses.engine.errors import SaveError
from roses.engine.record import save
from roses.widgets import SavedGames, Table
from roses.widgets.play import ratings, saves
from roses.widgets.play.saves import saved_games


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_each_game_is_listed_with_date_place_and_players() -> None:
    Table("lancaster", players=2, seed=1)
    Table.play_on(roses.timeline("1483-richard-iii"), "Milford Haven", {"York": "me", "Lancaster": "page"}, seed=1)
    last, first = saved_games()
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d", last.date)
    assert (last.title, last.place) == ("Richard III and Henry Tudor, from step 20", "Campaign 3, Turn 5")
    assert last.players == "Lancaster: page, York: me" and first.title == "Lancaster"


def test_a_game_that_is_over_says_who_has_won() -> None:
    game = roses.game("lancaster", players=2, seed=1)
    while not game.state.outcome:
        game.play(game.state.legal_actions()[0])
    saves.free_path("lancaster", None).parent.mkdir()
    saves.free_path("lancaster", None).write_text(roses.engine.record.dumps(game.record), encoding="utf-8")
    assert saved_games()[0].place == f"over: {game.state.outcome.winner} has won"


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("", "this is not a record"),
        ('{"game": "chess", "scenario": "1", "entries": []}', "there is no game 'chess'"),
        ('{"game": "richard-iii", "scenario": "1483", "entries": [{"by": "York", "action": "fly"}]}', "action 0"),
        ('{"game": "richard-iii", "scenario": "1483", "entries": [{"by": "Yo', "breaks off"),
    ],
)
def test_a_broken_file_is_named_in_a_sentence_and_the_others_stay_usable(content: str, why: str) -> None:
    Table("richard-iii", "1483", seed=1)
    (Path(saves.FOLDER) / "broken.json").write_text(content, encoding="utf-8")
    results = {game.name: game for game in saved_games()}
    assert results["broken"].fault.startswith("broken.json cannot go on: ") and why in results["broken"].fault
    assert results["richard-iii-1483-1"].fault == ""
    games = SavedGames()
    games._on_message(games, {"open": "broken"}, [])
    assert "cannot be resumed" in games.error and games.table is None
    games._on_message(games, {"open": "richard-iii-1483-1"}, [])
    assert games.error == "" and games.table.model.side == "York"


def headers(path: Path, **changed: str) -> None:
    """Write a sound game with other headers."""
    record = roses.game("richard-iii", "1483", seed=1).record
    save(structs.replace(record, headers=record.headers | changed), path)


def unreadable(path: Path) -> None:
    path.write_text("{}", encoding="utf-8")
    path.chmod(0)


BAD: dict[str, tuple[Callable[[Path], object], str]] = {
    "dangling": (lambda path: path.symlink_to("nowhere"), "No such file or directory"),
    "loop": (lambda path: path.symlink_to(path.name), "Too many levels of symbolic links"),
    "folder": (lambda path: path.mkdir(), "it is a folder or a device"),
    "pipe": (lambda path: os.mkfifo(path), "it is a folder or a device"),
    "nobody": (lambda path: headers(path, seats="York: nobody"), "nobody is called 'nobody'; a seat is for me, page"),
    "begun": (lambda path: headers(path, begun_at="abc"), "its header begun_at is not the number of an action: 'abc'"),
    "before": (lambda path: headers(path, begun_at="-3"), "its header begun_at is not the number of an action: '-3'"),
    "bytes-\udcff": (lambda path: path.write_bytes(b""), "its name is not a text"),
    "unreadable": (unreadable, "Permission denied"),
}


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pipes, and links need a privilege")
@pytest.mark.parametrize("name", BAD)
def test_a_bad_neighbour_harms_no_other_game_and_says_what_is_wrong(name: str) -> None:
    Table("richard-iii", "1483", seed=1)
    make, why = BAD[name]
    make(Path(saves.FOLDER) / f"{name}.json")
    with ordinary_user() if name == "unreadable" else nullcontext():
        results = {game.name: game for game in saved_games()}
    shown = name.replace("\udcff", "?")
    assert results["richard-iii-1483-1"].fault == "" and len(results) == 2
    assert results[shown].fault.startswith(f"{shown}.json cannot go on: ") and why in results[shown].fault
    games = SavedGames()
    games._on_message(games, {"open": shown}, [])
    assert games.error or name == "unreadable" or name == "begun" or name == "before"
    games._on_message(games, {"open": "richard-iii-1483-1"}, [])
    assert games.error == "" and games.table.model.side == "York"


@contextmanager
def ordinary_user() -> Iterator[None]:
    """Go on as a user whom permissions bind; the tests may run as root, whom they do not."""
    if sys.platform == "win32" or os.geteuid():
        yield
        return
    places = (Path.cwd() / "here", Path(__file__), Path(sys.prefix))
    folders = {folder for place in places for folder in place.parents}
    before = [(folder, folder.stat().st_mode) for folder in folders if not folder.stat().st_mode & 0o001]
    for folder, mode in before:
        folder.chmod(mode | 0o055)
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)
        for folder, mode in before:
            folder.chmod(mode)


def in_a_folder_not_his(begin: Callable[[], object]) -> str:
    """What is said to one who begins a game where he may not write."""
    Path(saves.FOLDER).mkdir(mode=0o555)
    with ordinary_user(), pytest.raises(roses.SaveError) as caught:
        begin()
    return str(caught.value)


def in_a_folder_that_is_a_file(begin: Callable[[], object]) -> str:
    Path(saves.FOLDER).write_text("")
    with pytest.raises(roses.SaveError) as caught:
        begin()
    return str(caught.value)


BEGIN: dict[str, Callable[[], object]] = {
    "a table": lambda: Table("richard-iii", "1483", seed=1),
    "a table with a file": lambda: Table("richard-iii", "1483", seed=1, save=f"{saves.FOLDER}/below/mine.json"),
    "a replay": lambda: Table.play_on(roses.timeline("1483-richard-iii"), "Milford Haven", seed=1),
    "a game": lambda: roses.game("richard-iii", "1483", seed=1, autosave=f"{saves.FOLDER}/mine.json"),
}


@pytest.mark.skipif(sys.platform == "win32", reason="the permissions of folders are others")
@pytest.mark.parametrize("begin", BEGIN)
@pytest.mark.parametrize("where", [in_a_folder_not_his, in_a_folder_that_is_a_file])
def test_where_nothing_can_be_saved_a_sentence_says_what_would_work(
    begin: str, where: Callable[[Callable[[], object]], str]
) -> None:
    text = where(BEGIN[begin])
    assert re.fullmatch(
        r"\S*\.json cannot be saved to: (Permission denied|Not a directory|File exists); "
        r"name a file in a folder that exists and that you may write to",
        text,
    )


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
    assert games.games == before and re.fullmatch(r"Listed at \d\d:\d\d:\d\d: 1 saved\.", games.status)


def test_a_game_against_a_bot_is_counted_once_told_with_an_interval_and_cleared() -> None:
    games = SavedGames()
    assert games.ratings == []
    table = Table("richard-iii", "1483", {"York": "me", "Lancaster": "squire:bold"}, seed=1)
    advisers = {side: Squire(1) for side in table.model.seat.view.hands}
    while not table.model.is_over:
        table.model.play(advisers[table.model.side].choose(table.model.seat).action)
    won = table.model.seat.outcome.winner == "York"
    table._on_message(table, {"hint": True}, [])
    table._on_message(table, {"hint": True}, [])
    low, high = (21, 100) if won else (0, 79)
    line = f"Richard III against squire (bold): 1 game, {100 * won}% won; in the long run probably {low}% to {high}%"
    games._on_message(games, {"list": True}, [])
    assert games.ratings == [line]
    again = Table.resume(table.file.stem)
    again._on_message(again, {"hint": True}, [])
    games._on_message(games, {"clear": True}, [])
    assert games.ratings == [] and len(games.games) == 1


def test_a_result_that_cannot_be_written_hides_no_end(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_anything: object) -> None:
        raise SaveError("the disk is full")

    monkeypatch.setattr(ratings, "keep", refuse)
    table = Table("richard-iii", "1483", {"York": "me", "Lancaster": "squire"}, seed=1)
    while not table.model.is_over:
        table.model.play(table.model.seat.options[0])
    table._show()
    assert table.screen["over"] and "The disk is full" in table.screen["note"]


def test_a_game_that_did_not_begin_evenly_or_has_two_players_is_not_counted() -> None:
    seats = {"York": "me", "Lancaster": "page"}
    late = Table.play_on(roses.timeline("1483-richard-iii"), "Milford Haven", seats, seed=1)
    both = Table("richard-iii", "1483", {"York": "me", "Lancaster": "me"}, seed=1)
    for table in (late, both):
        while not table.model.is_over:
            table.model.open()
            table.model.play(table.model.seat.options[0])
        assert table.model.result is None


def test_a_line_that_was_cut_off_costs_no_other_its_result() -> None:
    for part in (1.0, 0.5):
        ratings.keep(ratings.Result("Richard III", "knight", "York", part))
    path = Path(saves.FOLDER) / ratings.FILE
    path.write_bytes(path.read_bytes() + b'{"game": "Rich')
    assert [line.partition(";")[0] for line in ratings.ratings()] == ["Richard III against knight: 2 games, 75% won"]
