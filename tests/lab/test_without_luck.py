"""A fork less luck: it estimates the same, varies less, and its intervals cover a known answer."""

from __future__ import annotations

from typing import Any

import pytest

import roses
from roses.engine.protocol import CHANCE
from roses.lab import what_if, what_if_results, what_ifs, without_luck
from roses.lab.fork.adjusted import WITHOUT_LUCK, Games, Pair, differences
from roses.lab.fork.result import DIFFERENCE, mean
from roses.lab.fork.study import ARMS, fork_of
from roses.lab.fork.war import lead
from tests.lab.known_fork import exact, forks, york_won
from tests.proof import sampled

BOSWORTH = "1483-richard-iii"
MISSED = "roll 3 1 6"  # one hit less
EACH, FORKS, PAIRS = 40, 250, 2_000
FEW = 4 * EACH


@pytest.mark.parametrize("n", sampled((FEW, PAIRS), FEW))
def test_intervals_without_luck_cover_known_answers_93_to_97_times_in_100(n: int) -> None:
    """The end of Bosworth is followed exactly in both arms, for the wins and for the lead; forks have 40 pairs each."""
    told = fork_of(BOSWORTH, 145, MISSED)
    pairs: list[Any] = Games(told).rows("luck", range(n))
    for at, worth in ((1, york_won), (3, lambda state: float(lead(state)[1]))):
        before, after = (exact(told.arms[arm].state, worth) for arm in ARMS)
        parts = [pairs[i : i + EACH] for i in range(0, n, EACH)]
        drawn = parts if n == FEW else forks(pairs, EACH, FORKS)
        found = [mean(differences(fork, at)) for fork in drawn]
        cover = sum(low <= after - before <= high for _gain, low, high in found) / len(found)
        assert n == FEW or 0.93 <= cover <= 0.97, (at, cover)
        _gain, low, high = mean([gain for part in parts for gain in differences(part, at)])
        assert low <= after - before <= high
        lucky = [mean(_lucky(fork, at)) for fork in drawn]
        assert sum(high - low for _gain, low, high in found) < 0.9 * sum(high - low for _gain, low, high in lucky)


def _lucky(pairs: list[Pair], at: int) -> list[float]:
    return [float(after.end[at] - before.end[at]) for before, after in pairs]


@pytest.mark.parametrize(("at", "change"), [(145, MISSED), (114, {"loyalty": {"Stanley/Y": 3}})])
def test_what_a_position_is_worth_before_dice_is_the_mean_after_them(at: int, change: Any) -> None:
    """By the engine's own list of all rolls; so luck is 0 on average, whatever the numbers of a position weigh."""
    told = fork_of(BOSWORTH, at, change)
    games, seen = Games(told), 0
    for number in range(3):
        game = told.play(number, ARMS[0])
        for state in (game.state_after(i) for i in range(at, len(game))):
            if state.active == (CHANCE,) and state.due and state.due.dice <= 3:
                means = sum(p * games.worth(state.apply(roll), ARMS[0]) for roll, p in state.chance_outcomes())
                assert games.worth(state, ARMS[0]) == pytest.approx(means, abs=1e-9)
                seen += 1
    assert seen >= 3


def test_a_difference_without_luck_stands_beside_the_difference() -> None:
    found = roses.fork(BOSWORTH, at=145, change=MISSED, n=20)
    york, lancaster = (without_luck(found, side).set_index(["measure", "what"]) for side in ("York", "Lancaster"))
    for measure in ("wins", "lead"):
        assert york.loc[(measure, DIFFERENCE), "value"] == found.difference("York", measure)[0]
        one, two = (table.loc[(measure, WITHOUT_LUCK)] for table in (york, lancaster))
        assert one["value"] == pytest.approx(-two["value"]) and one["low"] == pytest.approx(-two["high"])
        assert one["low"] < one["value"] < one["high"]
    assert set(york["n"]) == {20}


def test_it_is_the_same_for_any_number_of_jobs() -> None:
    pytest.importorskip("joblib")
    found = roses.fork(BOSWORTH, at=145, change=MISSED, n=20)
    assert without_luck(found).to_csv() == without_luck(found, jobs=2).to_csv()


def test_what_changes_nothing_makes_a_difference_of_exactly_zero() -> None:
    table = without_luck(roses.fork(BOSWORTH, at=131, change="roll 4", n=20, seats="page"))
    assert set(table["value"]) == {0.0}


def test_where_all_games_came_to_the_same_there_is_no_luck_to_take_away() -> None:
    table = without_luck(what_if("warwick-true-1470", n=20))
    assert table[["measure", "what"]].to_numpy().tolist() == [
        ["wins", DIFFERENCE], ["lead", DIFFERENCE], ["lead", WITHOUT_LUCK],
    ]  # fmt: skip


def test_nonsense_is_refused_in_a_sentence() -> None:
    found = roses.fork(BOSWORTH, at=145, change=MISSED, n=20)
    with pytest.raises(ValueError, match="a fork knows no 'Tudor'"):
        without_luck(found, "Tudor")
    with pytest.raises(ValueError, match="n must be a whole number"):
        roses.fork(BOSWORTH, at=145, change=MISSED, n=0)
    few = roses.fork(BOSWORTH, at=145, change=MISSED, n=3)
    with pytest.raises(ValueError, match="from 20 pairs or more of richard-iii, not from 3 of richard-iii"):
        without_luck(few)


def test_less_luck_common_random_numbers_halve_the_variance_of_all_five() -> None:
    table = what_if_results().set_index(["id", "bot"])
    for name in what_ifs(five=True)["id"]:
        assert table.loc[(name, "squire"), "lead without luck variance ratio"] <= 0.5, name
        one = table.loc[(name, "squire")]
        assert one["lead low"] < one["lead without luck more"] < one["lead high"]
