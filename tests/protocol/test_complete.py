"""A game that lacks a method of the protocol is refused when its class is made, not when the method is called."""

from __future__ import annotations

from importlib import import_module

import msgspec
import pytest

from roses.engine.state import GameState, freeze, thaw


def test_a_state_without_what_every_game_answers_cannot_be_made() -> None:
    class Half(GameState, frozen=True):
        sides: tuple[str, ...] = ("Heads", "Tails")

    with pytest.raises(TypeError, match="abstract") as caught:
        Half()  # type: ignore[abstract]
    assert "legal_actions" not in str(caught.value)
    assert all(name in str(caught.value) for name in ("active", "view", "parse", "apply_unchecked"))
    assert "sides" not in str(caught.value)


@pytest.mark.parametrize("game", ["richard", "lancaster"])
def test_a_draft_has_the_fields_of_its_state_in_order_and_comes_back_as_it_was(game: str) -> None:
    draft = import_module(f"roses.{game}.position").Draft
    state = import_module(f"roses.{game}.state")
    assert draft.__struct_fields__ == (*state.State.__struct_fields__, "stage")
    first = state.start()
    assert freeze(thaw(first, draft), state.State) == msgspec.structs.replace(first, events=())
