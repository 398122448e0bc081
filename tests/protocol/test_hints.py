"""Hints: three steps for each seat of every game, made of what the seat may know and of nothing else."""

from __future__ import annotations

import random

import pytest

import roses
from roses.engine.games import adviser
from roses.engine.seat import STEPS, Hint
from tests.protocol.test_plays import begun
from tests.protocol.test_seats import choosing, seats
from tests.testing.fuzz import Case


def test_every_step_of_a_hint_says_something_at_every_seat(case: Case) -> None:
    game, rng = begun(case), random.Random(case.seed)
    at = seats(game)
    while due := choosing(at):
        for seat in at.values() if rng.random() < 0.05 else ():
            for step in range(1, STEPS + 1):
                hint = seat.hint(step)
                assert hint.step == step and hint.title and hint.lines and all(hint.lines)
                assert "{" not in str(hint) and str(hint).startswith(hint.title)
                assert set(hint.moves) <= set(seat.options)
        seat = rng.choice(due)
        seat.play(rng.choice(seat.options))


def test_the_first_step_counts_all_choices() -> None:
    game = roses.game("lancaster", players=3, seed=2)
    seat = roses.sit(game, game.state.active[0])
    results = [line for line in seat.hint(1).lines if "choice" in line]
    assert sum(int(line.partition(": ")[2].split()[0]) for line in results) == len(seat.options)


def test_the_third_step_is_a_legal_move_with_the_reason_of_the_adviser() -> None:
    seat = roses.sit(roses.game("richard-iii", "1483", seed=7), "York")
    advise = adviser(seat.game)
    assert advise is not None
    best = advise(seat)[0]
    assert seat.hint(3).moves[0] == best.action
    assert seat.hint(3).lines[0] == f"{best.action}: {best.reason}"


def test_a_side_that_waits_is_told_so_and_gets_no_move() -> None:
    game = roses.game("richard-iii", "1483", seed=7)
    seat = roses.sit(game, "York")
    seat.play(seat.options[0])
    for step in (1, 3):
        assert seat.hint(step) == Hint(step, seat.hint(step).title, seat.hint(step).lines)
        assert seat.hint(step).lines[0].startswith("York has nothing to choose now: Lancaster chooses a card")


@pytest.mark.parametrize("step", [0, 4, "two"])
def test_a_step_that_is_not_there_names_those_that_are(step: object) -> None:
    seat = roses.sit(roses.game("richard-iii", "1483", seed=7), "York")
    with pytest.raises(ValueError, match="a hint has the steps 1 to 3, not"):
        seat.hint(step)  # type: ignore[arg-type]
