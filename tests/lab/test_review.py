"""Review: orders are done in their round where legal; changes of value add up, and the better choice is named."""

from __future__ import annotations

import re
from typing import Any

import pytest

import roses
from roses.lab import judged, ledgers, orders


@pytest.fixture
def knot() -> Any:
    return roses.battle(
        "Leicester", {"Warwick": "Richmond, French Mercenary"}, "Gloucester, Stanley/Y", scenario="1483"
    )


def test_the_first_order_that_is_legal_is_done(knot: Any) -> None:
    policy = orders("Stanley/Y passes", "Gloucester charges Richmond")
    assert str(policy(knot)) == "Stanley/Y passes"
    assert str(policy(knot.apply("Stanley/Y passes"))) == "Gloucester charges Richmond"


def test_an_order_for_a_round_waits_for_it(knot: Any) -> None:
    policy = orders("round 2: Gloucester charges Richmond")
    assert policy(knot) is None
    later = roses.battle("Leicester", {"Warwick": "Richmond"}, "Gloucester", scenario="1483", round=2)
    assert str(policy(later)) == "Gloucester charges Richmond"


def test_no_order_is_to_stand(knot: Any) -> None:
    by_walk, by_table = roses.battle_odds(knot, policy=orders()), roses.battle_odds(knot)
    assert by_walk.win == pytest.approx(by_table.win, abs=1e-12)


def test_orders_give_what_the_same_policy_written_out_gives(knot: Any) -> None:
    def asked(state: Any) -> str | None:
        legal = roses.choices(state)
        wanted = "Stanley/Y passes", "Richmond tries treachery on Stanley/Y"
        return next((text for text in wanted if text in legal), None)

    written = orders("Stanley/Y passes", "Richmond tries treachery on Stanley/Y")
    assert roses.battle_odds(knot, policy=written).win == pytest.approx(roses.battle_odds(knot, policy=asked).win)


WRONG = (
    "Gloster charges Richmond", "round 5: Gloucester fires", "passes", "", "Stanley/Y pases", "round 2:Norfolk fires",
    "Norfolk charges Richmond", "Norfolk retreats to Wales", "Norfolk tries treachery on Stanley/L",
    "Treason tries treachery on Stanley/L", "Norfolk marches to Kent", "roll 1 2 3",
)  # fmt: skip


@pytest.mark.parametrize("wrong", WRONG)
def test_an_order_that_no_block_could_obey_is_refused(wrong: str) -> None:
    with pytest.raises(ValueError, match=re.escape(f"{wrong!r} is not an order: ")):
        orders(wrong)


def test_changes_of_all_deeds_add_up_and_choices_cost_their_own_side(knot: Any) -> None:
    best = roses.odds.best_play(knot)
    deeds = ["Stanley/Y passes", "Gloucester charges Richmond", "roll 1 2 6", "roll 6", "Richmond fires", "roll 6"]
    course = judged(best.root, deeds)
    assert course["change"].sum() == pytest.approx(course["after"].iloc[-1] - best.value)
    assert (course.loc[course["by"] == "York", "change"] > -1e-12).all()
    assert (course.loc[course["by"] == "Lancaster", "change"] < 1e-12).all()
    assert course["deed"].tolist()[2:4] == ["Gloucester's dice 1 2 6", "Richmond's dice 6"]


def test_a_deed_that_is_not_legal_is_refused(knot: Any) -> None:
    with pytest.raises(roses.RuleError):
        judged(roses.odds.best_play(knot).root, ["Richmond charges Gloucester"])


def test_ledgers_add_up_and_dice_bring_nothing_on_average() -> None:
    state = roses.battle("Leicester", {"Warwick": "Richmond:2"}, "Gloucester, Stanley/Y:2", scenario="1483")
    tree = roses.odds.best_play(state).root
    plan = orders("Stanley/Y passes", "Richmond tries treachery on Stanley/Y")
    result = ledgers(tree, plan, n=1000, seed=7)
    rest = result["Lancaster"] + result["York"] + result["Chance"] - (result["last"] - tree.value)
    assert rest.abs().max() < 1e-9
    assert (result["York"] > -1e-12).all() and (result["Lancaster"] < 1e-12).all()
    assert abs(result["Chance"].mean()) < 3 * result["Chance"].std() / 1000**0.5
    won = roses.battle_odds(state, policy=plan).win["Lancaster"]
    assert abs(result["last"].mean() - won) < 3 * (won * (1 - won) / 1000) ** 0.5
    assert ledgers(tree, plan, n=5, seed=7).equals(result[:5])
