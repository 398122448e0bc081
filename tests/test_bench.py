"""The benchmark prints figures of the right kind; how high they are is no test's business."""

from __future__ import annotations

import pytest

from roses.lab.bench import bench

KEYS = {
    "scenario", "ruleset", "seed", "seconds", "games", "games_per_second", "actions_per_second", "games_unchecked",
    "games_per_second_unchecked", "actions_per_second_unchecked", "legal_actions_us", "apply_us", "view_us",
    "bytes_per_state",
}  # fmt: skip


def test_the_figures_are_there_and_agree() -> None:
    figures = bench(0.2, "1483")
    assert figures.keys() == KEYS
    numbers = [value for value in figures.values() if not isinstance(value, str)]
    assert all(0 < value < 1e9 for value in numbers)
    assert 20 < figures["actions_per_second"] / figures["games_per_second"] < 1000
    assert 300 < figures["bytes_per_state"] < 20_000


def test_bytes_per_state_is_the_same_in_every_run() -> None:
    first, second = (bench(0.01, "1483")["bytes_per_state"] for _ in range(2))
    assert first == pytest.approx(second, rel=0.05)


def test_an_unknown_scenario_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no scenario '1066'"):
        bench(0.01, "1066")
