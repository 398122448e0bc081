"""What a block is worth in a battle: the axioms of the Shapley value, cases counted by hand, and who is left out."""

from __future__ import annotations

import time
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import roses
from roses.lab import orders
from roses.lab.worth.sensitivity import turn_lord, without
from roses.lab.worth.shapley import interactions, values
from roses.odds import line_up, opening
from roses.richard.state import State
from tests.odds.lineups import LINEUPS

HENRY = {"Warwick": "Richmond, Oxford, French Mercenary, Welsh Mercenary"}
KING = "Gloucester, Norfolk, Bombard/Y, Northumberland/Y, Stanley/Y"
SMALL = [name for name, given in LINEUPS.items() if len(given["attackers"]) + len(given["defenders"]) <= 5]
few = settings(max_examples=25)  # values are linear in the worth of each coalition
NUMBER = st.integers(-50, 50).map(lambda n: n / 7)


def games(players: int) -> st.SearchStrategy[list[float]]:
    """Draw the values of all coalitions of so many players; the empty one has 0."""
    more = 2**players - 1
    return st.lists(NUMBER, min_size=more, max_size=more).map(lambda rest: [0.0, *rest])


def bosworth() -> State:
    return roses.battle("Leicester", HENRY, KING, scenario="1483")


@few
@given(st.integers(1, 5).flatmap(games))
def test_values_add_up_to_the_worth_of_all(worth: list[float]) -> None:
    assert sum(values(worth)) == pytest.approx(worth[-1], abs=1e-12)


@few
@given(st.integers(2, 5).flatmap(games))
def test_values_less_half_of_the_interactions_and_these_add_up_to_the_worth_of_all(worth: list[float]) -> None:
    pairs = interactions(worth)
    own = [value - sum(of / 2 for pair, of in pairs.items() if i in pair) for i, value in enumerate(values(worth))]
    assert sum(own) + sum(pairs.values()) == pytest.approx(worth[-1], abs=1e-12)


@few
@given(games(4))
def test_players_who_may_be_exchanged_have_equal_values(worth: list[float]) -> None:
    even = [worth[(s & ~3) | 1] if s & 3 in (1, 2) else worth[s] for s in range(16)]
    one, two, *_rest = values(even)
    assert one == pytest.approx(two, abs=1e-12)


@few
@given(games(3), NUMBER)
def test_a_player_who_only_brings_his_own_has_that_value_and_no_interaction(worth: list[float], own: float) -> None:
    dummy = [worth[s & 7] + (own if s & 8 else 0) for s in range(16)]
    assert values(dummy)[3] == pytest.approx(own, abs=1e-12)
    assert [of for pair, of in interactions(dummy).items() if 3 in pair] == pytest.approx([0, 0, 0], abs=1e-12)


@few
@given(games(3), games(3))
def test_the_values_of_two_games_together_are_the_sums_of_their_values(one: list[float], two: list[float]) -> None:
    both = values([a + b for a, b in zip(one, two, strict=True)])
    assert both == pytest.approx([a + b for a, b in zip(values(one), values(two), strict=True)], abs=1e-12)


def test_the_game_of_gloves_is_as_in_the_textbook() -> None:
    """Player 0 has a left glove, 1 and 2 a right one each, and only a pair has a price."""
    worth = [float(s & 1 and s & 6 != 0) for s in range(8)]
    assert values(worth) == pytest.approx([2 / 3, 1 / 6, 1 / 6])
    assert interactions(worth) == pytest.approx({(0, 1): 0.5, (0, 2): 0.5, (1, 2): -0.5})


def lost(defenders: int, rounds: int) -> Fraction:
    """Return the chance that one attacker of a step kills so many defenders of a step, all B2, who fire first."""
    if not defenders:
        return Fraction(1)
    if not rounds:
        return Fraction(0)
    spared = Fraction(4, 6) ** defenders
    return spared * (Fraction(2, 6) * lost(defenders - 1, rounds - 1) + Fraction(4, 6) * lost(defenders, rounds - 1))


def test_6_2_two_lords_of_a_step_against_one_as_counted_by_hand() -> None:
    given = line_up(area="Hereford", attackers="Beaumont:1", defenders="Hastings:1, Arundel:1")
    begun = opening(given, "Hereford")
    one, two = 1 - lost(1, 3), 1 - lost(2, 3)
    assert roses.ratings(begun) == {"Hastings": "B2", "Arundel": "B2", "Beaumont": "B2"}
    result = roses.shapley(begun, house="York")
    assert result.coalitions()["chance"].tolist() == pytest.approx([0, one, one, two], abs=1e-12)
    assert list(result.values.values()) == pytest.approx([two / 2, two / 2], abs=1e-12)
    assert result.interactions["Hastings", "Arundel"] == pytest.approx(float(two - 2 * one), abs=1e-12)


@pytest.mark.parametrize("name", SMALL)
def test_values_add_up_to_the_chance_of_each_house(name: str) -> None:
    state = line_up(**LINEUPS[name])
    table, pairs = (result := roses.shapley(state)).table(), result.pairs()
    for house, won in roses.battle_odds(state, area=result.area).win.items():
        own = table[table["house"] == house]
        assert own["value"].sum() == pytest.approx(won, abs=1e-12)
        between = pairs[pairs["house"] == house]["interaction"].sum()
        assert own["own"].sum() + between == pytest.approx(won, abs=1e-12)


def test_lords_of_one_rating_are_worth_the_same() -> None:
    value = roses.shapley(line_up(**LINEUPS["all equal"])).values
    assert value["Beaumont"] == pytest.approx(value["Pembroke"], abs=1e-12)
    assert value["Beaumont"] == pytest.approx(value["Wiltshire"], abs=1e-12)


def test_bosworth_takes_less_than_a_minute() -> None:
    begin = time.process_time()
    result = roses.shapley(bosworth())
    assert time.process_time() - begin < 60
    assert len(result.coalitions()) == 2**4 + 2**5
    assert result.values["Norfolk"] == pytest.approx(
        result.values["Stanley/Y"], abs=1e-12
    )  # both are B2 with four steps


@pytest.mark.parametrize("gone", ["Stanley/Y", "Northumberland/Y", "Gloucester"])
def test_a_battle_without_a_block_is_that_in_which_it_was_never_named(gone: str) -> None:
    rest = ", ".join(name for name in KING.split(", ") if name != gone)
    never = {"Pool": gone} if gone == "Gloucester" else {}
    named = roses.battle("Leicester", HENRY, rest, scenario="1483", **never)
    assert roses.battle_odds(without(bosworth(), [gone])).win == pytest.approx(roses.battle_odds(named).win, abs=1e-12)


def test_6_3_a_house_with_its_reserve_alone_makes_its_main_attack_with_it() -> None:
    loyal = "Gloucester, Norfolk"
    both = roses.battle("Leicester", {"Warwick": "Richmond", "Derby": "Stanley/L"}, loyal, scenario="1483")
    alone = roses.battle("Leicester", {"Derby": "Stanley/L"}, loyal, scenario="1483")
    table = roses.shapley(both, house="Lancaster").coalitions().set_index("blocks")
    assert table.loc["Stanley/L", "chance"] == pytest.approx(roses.battle_odds(alone).win["Lancaster"], abs=1e-12)
    assert 0 < table.loc["Stanley/L", "chance"] < table.loc["Richmond, Stanley/L", "chance"]
    assert table.loc["", "chance"] == 0


def test_6_9_a_lord_turned_before_the_first_shot_comes_from_the_reserve_of_the_other_house() -> None:
    derby = HENRY | {"Derby": "Stanley/L"}
    named = roses.battle("Leicester", derby, KING.removesuffix(", Stanley/Y"), scenario="1483")
    assert roses.battle_odds(turn_lord(bosworth(), "Stanley/Y")).win == pytest.approx(roses.battle_odds(named).win)


@pytest.mark.parametrize("policy", ["best", orders("Oxford passes", "Richmond tries treachery on Stanley/Y")])
def test_values_add_up_under_orders_and_under_best_play(policy: object) -> None:
    state = roses.battle("Leicester", {"Warwick": "Richmond, Oxford:2"}, "Gloucester, Stanley/Y:2", scenario="1483")
    result = roses.shapley(state, house="York", policy=policy)
    if policy == "best":
        won = 1 - roses.odds.best_play(state).value
    else:
        won = roses.battle_odds(state, policy=policy).win["York"]
    assert sum(result.values.values()) == pytest.approx(won, abs=1e-12)


def test_a_battle_that_has_begun_is_refused() -> None:
    begun = bosworth().apply("Bombard/Y passes")
    with pytest.raises(roses.RuleError, match="the battle in Leicester has begun; ask before its first shot"):
        roses.shapley(begun)
    with pytest.raises(ValueError, match="'Bosworth' is not a battle; make one"):
        roses.shapley("Bosworth")
    with pytest.raises(ValueError, match="there is no house 'Tudor'"):
        roses.shapley(bosworth(), house="Tudor")


def test_6_1_what_rests_on_enemy_reserves_is_hidden_from_a_side() -> None:
    both = roses.battle("Leicester", {"Warwick": "Richmond", "Derby": "Stanley/L"}, "Gloucester", scenario="1483")
    assert roses.shapley(both, side="Lancaster").values == roses.shapley(both).values
    with pytest.raises(roses.RuleError, match="York does not see 1 enemy block in Leicester"):
        roses.shapley(both, side="York")
