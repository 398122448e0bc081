"""A game that leaves out what all games must answer is refused when it is made, not when somebody asks."""

from __future__ import annotations

import pytest

from roses.engine.state import GameState


def test_a_state_without_what_every_game_answers_cannot_be_made() -> None:
    class Half(GameState, frozen=True):
        sides: tuple[str, ...] = ("Heads", "Tails")

    with pytest.raises(TypeError, match="abstract") as caught:
        Half()  # type: ignore[abstract]
    assert "legal_actions" not in str(caught.value)
    assert all(name in str(caught.value) for name in ("active", "view", "parse", "apply_unchecked"))
    assert "sides" not in str(caught.value)
