"""A fork less luck: what is taken away is 0 on average, and what comes first varies less (test_fork_intervals.py)."""

from __future__ import annotations

from typing import Any

import pytest

import roses
from roses.engine.protocol import CHANCE
from roses.lab import what_if, what_if_results, what_ifs
from roses.lab.fork.luck import Games
from roses.lab.fork.result import DIFFERENCE, WITHOUT_LUCK
from roses.lab.fork.study import ARMS, fork_of

BOSWORTH = "1483-richard-iii"
MISSED = "roll 3 1 6"  # one hit less


@pytest.mark.parametrize(("at", "change"), [(145, MISSED), (114, {"loyalty": {"Stanley/Y": 3}})])
def test_what_a_position_is_worth_before_dice_is_the_mean_after_them(at: int, change: Any) -> None:
    """By the engine's own list of all rolls; so luck is 0 on average, whatever the numbers of a position weigh."""
    fork = fork_of(BOSWORTH, at, change)
    games, seen = Games(fork), 0
    for number in range(3):
        game = fork.play(number, ARMS[0])
        for state in (game.state_after(i) for i in range(at, len(game))):
            if state.active == (CHANCE,) and state.due and state.due.dice <= 3:
                means = sum(p * games.worth(state.apply(roll), ARMS[0], {}) for roll, p in state.chance_outcomes())
                assert games.worth(state, ARMS[0], {}) == pytest.approx(means, abs=1e-9)
                seen += 1
    assert seen >= 3


def test_a_difference_without_luck_comes_before_the_difference() -> None:
    fork = roses.fork(BOSWORTH, at=145, change="roll 6 6 6", n=40)
    table = fork.table().set_index(["measure", "side", "what"])
    for measure in ("wins", "lead"):
        york, lancaster = (fork.estimates(side, measure) for side in ("York", "Lancaster"))
        assert list(york) == list(lancaster) == [WITHOUT_LUCK, DIFFERENCE]
        one, two = york[WITHOUT_LUCK], lancaster[WITHOUT_LUCK]
        assert one.value == pytest.approx(-two.value) and one.low == pytest.approx(-two.high)
        assert one.low < one.value < one.high and one.ratio < york[DIFFERENCE].ratio
        assert fork.variance_ratio("York", measure) == one.ratio
        assert table.loc[(measure, "York", WITHOUT_LUCK), ["value", "low", "high", "variance ratio"]].tolist() == [*one]
    assert f"York's lead {-two.value:+.2f} ({-two.high:+.2f} to {-two.low:+.2f})" in repr(fork)


def test_what_changes_nothing_makes_a_difference_of_exactly_zero() -> None:
    fork = roses.fork(BOSWORTH, at=131, change="roll 4", n=20, seats="page")
    assert fork.less and all(pair[1:5] == pair[5:] for pair in fork.less)
    assert set(fork.table().query("what == 'difference'")["high"]) == {0.0}


def test_few_pairs_few_that_differ_and_the_court_game_are_counted_with_their_luck() -> None:
    assert not roses.fork(BOSWORTH, at=145, change=MISSED, n=19, seats="page").less
    loyal = what_if("stanley-loyal-1485", n=20, seats="page")
    assert loyal.less and list(loyal.estimates("York", "lead")) == [DIFFERENCE]
    played = roses.game("lancaster", players=2, seed=3)
    while len(played) < 12:
        played.play(played.state.legal_actions()[0])
    other = str(played.state_after(11).legal_actions()[-1])
    court = roses.fork(played.record, at=11, change=other, n=20, seats="page")
    assert not court.less and list(court.estimates("Blue", "points")) == [DIFFERENCE]


def test_what_comes_first_halves_the_variance_of_all_five() -> None:
    table = what_if_results().set_index(["id", "bot"])
    for name in what_ifs(five=True)["id"]:
        one = table.loc[(name, "squire")]
        assert one["lead variance ratio"] <= 0.5, name
        assert one["lead low"] < one["lead counted"] < one["lead high"]
