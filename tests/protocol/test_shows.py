"""A game that registers itself shows itself, steps in the Stepper and plays, without an edit outside its folder."""

from __future__ import annotations

from pathlib import Path

import pytest

import roses
from roses.engine import display, games
from roses.engine.record import Record, load
from roses.engine.replay import Replay, Timeline, check
from roses.widgets import Stepper
from tests.protocol.pennies import View

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def record() -> Record:
    """A game of pennies, played to its end."""
    game = roses.game("pennies", seed=3)
    while game.state.active:
        game.play(game.state.legal_actions()[0])
    return game.record


def test_the_kit_itself_does_not_know_the_third_game() -> None:
    named = [path for path in (ROOT / "roses").rglob("*.py") if "pennies" in path.read_text(encoding="utf-8")]
    assert named == []


def test_a_third_game_shows_itself() -> None:
    game = roses.game("pennies", seed=3)
    bundle = game._repr_mimebundle_()
    assert bundle["text/plain"] == "0 : 0 (Even ?, Odd ?)"
    assert bundle["image/svg+xml"].startswith("<svg")
    game.play("Even shows heads")
    assert game.state.view("Odd")._repr_mimebundle_()["text/plain"] == "0 : 0 (Even ?, Odd ?)"
    assert game.state.view("Even")._repr_mimebundle_()["text/plain"] == "0 : 0 (Even heads, Odd ?)"


def test_only_what_a_front_end_asks_for_is_made() -> None:
    view = roses.start("pennies").view()
    assert view._repr_mimebundle_(include=["text/plain"]).keys() == {"text/plain"}
    assert view._repr_mimebundle_(exclude=["image/svg+xml"]).keys() == {"text/plain"}


def test_a_value_without_a_renderer_shows_its_text() -> None:
    assert display.mimebundle(("heads",)) == {"text/plain": "('heads',)"}
    with pytest.raises(LookupError, match="a View cannot be shown as figure"):
        display.render(View((0, 0), ("", ""), ()), display.FIGURE)


def test_a_renderer_serves_derived_types() -> None:
    class Late(View, frozen=True):
        pass

    assert display.render(Late((1, 0), ("", ""), ()), display.TEXT) == "1 : 0 (Even ?, Odd ?)"


def test_a_third_game_steps_in_the_stepper(record: Record) -> None:
    replay = Replay(record, roses.start)
    stepper = Stepper(Timeline(replay))
    for index in range(len(replay) - 1):
        stepper.model.go(index)
        stepper.show()
        assert stepper.screen.error == ""
        assert str(replay[index + 1].events[0]).rstrip(".") in stepper.screen.panel
        assert "<svg" in stepper.screen.board and "Even " in stepper.screen.board
    assert "<svg" in stepper._repr_mimebundle_()["image/svg+xml"]


def test_a_third_game_is_recorded_and_checked(record: Record, tmp_path: Path) -> None:
    path = tmp_path / "pennies.json"
    roses.game("pennies", seed=3, autosave=path).play("Even shows heads")
    assert len(check(load(path), roses.start)) == 2
    assert check(record, roses.start)[-1].outcome is not None


def test_a_game_without_an_adapter_says_so() -> None:
    games.register("bare", "tests.protocol.pennies:GAME")
    try:
        with pytest.raises(ValueError, match="the game 'bare' has no adapter for the Stepper"):
            games.adapter("bare")
    finally:
        games.unregister("bare")
