"""Looking back at a game of one's own: its parts, whose eyes they are for, and trying again from a step."""

from __future__ import annotations

from pathlib import Path

import pytest

import roses
from roses.bots.play import play_out
from roses.bots.squire import Squire
from roses.engine.errors import RecordError
from roses.engine.game import Game
from roses.engine.games import start
from roses.engine.record import load, save
from roses.engine.replay import Timeline
from roses.widgets import LookingBack, Table
from roses.widgets.stepper.widget import Stepper
from tests.lab.test_chronicle import played


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_game_that_is_over_has_all_parts(folder: Path) -> None:
    (folder / "roses-games").mkdir()
    save(played().record, folder / "roses-games" / "mine.json")
    parts = list(LookingBack("mine").parts())
    html = "".join(part["text/html"] for part in parts if not isinstance(part, Timeline))
    for words in (
        "has won",
        "Turning points",
        "Choices that cost most",
        "games of squires",
        "Chances by step",
        "Chronicle",
        "Who fell in battle",
        "Support by turn",
        "Luck",
        "P plays on",
    ):
        assert words in html
    assert isinstance(parts[-1], Timeline) and len(parts[-1]) > 10


def test_one_tries_again_from_a_step(folder: Path) -> None:
    back = LookingBack(played().record)
    stepper = back.stepper()
    battle = back.chronicle.battles[0]
    step = next(i for i, moment in enumerate(back.timeline.moments) if moment.at == battle.begun)
    stepper._on_message(stepper.screen, {"play_on": step, "seats": {"York": "me", "Lancaster": "me"}}, [])
    assert load(stepper.screen.table.file).entries[: battle.begun] == played().record.entries[: battle.begun]


def test_one_tries_again_from_a_choice_that_cost_much_by_a_button_on_the_table() -> None:
    seats = {"York": "me", "Lancaster": "squire"}
    game = Game(start, "richard-iii", "1483", seed=5, headers={"seats": "York: me, Lancaster: squire"})
    play_out(game, {side: Squire(number) for number, side in enumerate(game.state.sides)})
    table = Table.at(game, seats)
    table._on_message(table, {"back": True}, [])
    back, buttons = LookingBack(table), table.below.children[2].children
    assert len(buttons) == len(back.mistakes) > 0 and {one.by for one in back.mistakes} == {"York"}
    worst = back.mistakes[0]
    assert worst.decision == min(one.decision for one in back.mistakes) and worst.best != worst.deed
    assert f"step {back.step_of(worst) + 1}" in buttons[0].description
    buttons[0].click()
    assert table.below is None and len(table.model.seat) == worst.at and table.model.side == "York"
    assert load(table.file).entries == game.record.entries[: worst.at]
    assert table.model.names == seats


def test_a_collapse_is_told_in_one_sentence_whatever_else_turned_the_game() -> None:
    head = next(LookingBack(roses.replay("1483-richard-iii")).parts())["text/html"]  # type: ignore[index]
    assert "From turn 4 to turn 7 York fell from 8 points against 0 to 5 against 3; it lost Gloucester," in head


def test_no_choice_is_judged_before_the_end() -> None:
    with pytest.raises(ValueError, match="choices are judged when a game is over"):
        _ = LookingBack(roses.game("richard-iii", "1483", seed=1), side="York").mistakes


def test_the_ledger_of_a_game_that_is_over_ends_in_certainty() -> None:
    back = LookingBack(roses.replay("1483-richard-iii").record, side="Lancaster")
    assert back.ledger.side == "Lancaster" and back.ledger.entries[-1].after == 1.0


def test_a_game_at_court_has_points_and_no_luck() -> None:
    back = LookingBack(roses.replay("1413-lancaster").record)
    html = "".join(part["text/html"] for part in back.parts() if not isinstance(part, Timeline))
    assert "Points by round" in html and "<h3>Luck" not in html and back.luck is None


def test_of_a_game_that_is_not_over_a_side_sees_what_it_saw() -> None:
    table = Table("richard-iii", "1483", seed=1)
    with pytest.raises(ValueError, match=r"this game is not over, .*LookingBack\(game, side='York'\)"):
        LookingBack(table)
    back = LookingBack(table, side="York")
    with pytest.raises(ValueError, match="has no ledger before it is over"):
        _ = back.ledger
    html = "".join(part["text/html"] for part in back.parts())  # type: ignore[index]
    assert "Told as York saw it." in html and "Support by turn" not in html
    with pytest.raises(ValueError, match="shown in steps only when it is over"):
        back.stepper()
    with pytest.raises(ValueError, match="there is no side 'Tudor'"):
        LookingBack(table, side="Tudor")


def test_a_game_that_is_not_there_is_named() -> None:
    with pytest.raises(RecordError, match="there is no saved game 'towton'"):
        LookingBack("towton")


def test_a_table_whose_game_is_over_looks_back_at_it_below() -> None:
    table = Table("lancaster", players=2, seats={"Blue": "page", "Green": "page"}, seed=1)
    assert table.model.is_over and table.screen["over"] and table.below is None
    table._on_message(table, {"back": True}, [])
    *texts, steps = table.below.children
    assert LookingBack(table).chronicle.title in texts[0].value and isinstance(steps, Stepper)
    table._on_message(table, {"again": True}, [])
    assert table.below is None


def test_a_table_looks_back_at_no_game_that_goes_on() -> None:
    table = Table("richard-iii", "1483", seed=1)
    table._on_message(table, {"back": True}, [])
    assert table.below is None and not table.screen["over"]
