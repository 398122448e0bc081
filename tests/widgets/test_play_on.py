"""Play on from here: a Stepper opens a table at the step that it shows, and an exported file offers nothing of it."""

from __future__ import annotations

from pathlib import Path

import pytest

import roses
from roses.engine.record import load
from roses.engine.replay import Replay, Timeline
from roses.widgets import Stepper
from roses.widgets.export.states import states_of
from roses.widgets.play import saves
from roses.widgets.play.table import Table
from roses.widgets.stepper.model import StepperModel
from roses.widgets.stepper.widget import sides


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def ask(stepper: Stepper, step: int, **seats: str) -> None:
    stepper._on_message(stepper.screen, {"play_on": step, "seats": seats}, [])


def test_a_table_opens_with_the_position_of_the_step_and_the_seats_that_were_chosen() -> None:
    timeline = roses.timeline("1483-richard-iii")
    stepper = Stepper(timeline, start="Milford Haven")
    ask(stepper, 19, Lancaster="me", York="page")
    table = stepper.screen.table
    assert table.model.side == "Lancaster" and saves.seats(load(table.file), ("Lancaster", "York"))["York"] == "page"
    assert (
        load(table.file).entries[: timeline.moments[19].at] == timeline.replay.record.entries[: timeline.moments[19].at]
    )
    assert "step 20 of 37" in stepper.screen.table_title and table.file.name in stepper.screen.table_title


def test_playing_on_twice_keeps_both_games() -> None:
    stepper = Stepper(roses.timeline("1413-lancaster"))
    ask(stepper, 3, **{side: "me" for side, _name, _who in stepper.screen.sides})
    first = stepper.screen.table.file
    ask(stepper, 3, **{side: "page" for side, _name, _who in stepper.screen.sides})
    assert stepper.screen.table.file != first and first.exists() and len(saves.games()) == 2


def test_the_reader_sits_where_he_looks_from() -> None:
    model = StepperModel(roses.timeline("1483-richard-iii"))
    model.viewer = "Lancaster"
    assert [who for _side, _name, who in sides(model)] == ["me", "squire"]


def test_after_the_end_of_a_game_nothing_is_played_on() -> None:
    timeline = roses.timeline("1483-richard-iii")
    stepper = Stepper(timeline, start=len(timeline))
    assert timeline.state(len(timeline) - 1).outcome and stepper.screen.sides == []
    with pytest.raises(ValueError, match="the game is over at that step"):
        ask(stepper, len(timeline) - 1, Lancaster="me", York="me")
    assert saves.games() == [] and stepper.screen.error


def test_a_folder_in_which_nothing_can_be_saved_is_named_in_a_sentence(folder: Path) -> None:
    (folder / saves.FOLDER).mkdir()
    (folder / saves.FOLDER / "richard-iii-and-henry-tudor-step-1-1.json").symlink_to(folder / "nowhere")
    stepper = Stepper(roses.timeline("1483-richard-iii"))
    ask(stepper, 0, Lancaster="me", York="me")
    assert "cannot be saved to" in stepper.screen.error and "went wrong" not in stepper.screen.error


def test_an_exported_file_has_no_such_button() -> None:
    game = roses.game("lancaster", players=2, seed=1)
    game.play(game.state.legal_actions()[0])
    states = states_of(Timeline(Replay(game.record, roses.start)))
    assert not {"sides", "table"} & {*states.fixed, *states.shown}


def test_a_game_played_on_is_named_after_its_replay_and_step() -> None:
    timeline = roses.timeline("1483-richard-iii")
    one, other = (Table.play_on(timeline, "Milford Haven", seed=1) for _again in range(2))
    assert one.file and one.file.name == "richard-iii-and-henry-tudor-step-20-1.json"
    assert other.file and other.file.name == "richard-iii-and-henry-tudor-step-20-2.json"
    headers = load(one.file).headers
    assert (headers["title"], headers[saves.FROM]) == ("Richard III and Henry Tudor", "20")


def test_a_replay_goes_by_its_name_too() -> None:
    timeline = roses.timeline("1483-richard-iii")
    given = ("1483-richard-iii", timeline.replay.record, timeline.replay, timeline)
    panels = [Stepper(one, start="Milford Haven").screen.panel for one in given]
    assert panels == [panels[-1]] * len(given)
    tables = [Table.play_on(one, "Milford Haven", seed=1) for one in ("1483-richard-iii", timeline)]
    assert tables[0].model.seat.view == tables[1].model.seat.view
    for nothing in (Stepper, lambda none: Table.play_on(none, 0)):
        with pytest.raises(ValueError, match=r"must be a record, .* not int"):
            nothing(3)
