"""The benchmark returns positive figures under their documented names."""

from __future__ import annotations

from typing import Any

import pytest

from roses.engine.games import names
from tests.testing.bench import bench

KEYS = {
    "game", "scenario", "ruleset", "options", "seed", "seconds", "games", "games_per_second", "actions_per_second",
    "games_unchecked", "games_per_second_unchecked", "actions_per_second_unchecked", "legal_actions_us", "apply_us",
    "view_us", "bytes_per_state",
}  # fmt: skip


@pytest.mark.parametrize("game", names())
def test_the_figures_are_there_and_agree(game: str) -> None:
    figures = bench(0.05, game)
    assert figures.keys() == KEYS
    numbers = [value for value in figures.values() if isinstance(value, int | float)]
    assert all(0 < value < 1e9 for value in numbers)
    assert 20 < figures["actions_per_second"] / figures["games_per_second"] < 1000
    assert 300 < figures["bytes_per_state"] < 20_000


def test_bytes_per_state_is_the_same_in_every_run() -> None:
    first, second = (bench(0.01, "richard-iii", "1483")["bytes_per_state"] for _ in range(2))
    assert first == pytest.approx(second, rel=0.05)


@pytest.mark.parametrize(("told", "said"), [
    ({"scenario": "1066"}, "there is no scenario '1066' of richard-iii"),
    ({"game": "richard-iv"}, "there is no game 'richard-iv'"),
    ({"ruleset": "tudor"}, "there is no ruleset 'tudor'"),
    ({"players": 9}, "there is no option 'players' of richard-iii"),
])  # fmt: skip
def test_what_is_unknown_is_refused(told: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        bench(0.01, **told)
