"""What moves the odds of a battle: every change is the battle so changed, and no more than twenty are computed."""

from __future__ import annotations

from typing import Any

import pytest

import roses
from roses.lab import orders
from roses.lab.worth import sensitivity
from roses.lab.worth.sensitivity import MOST
from roses.odds import line_up
from roses.odds.methods import cheapest
from roses.richard.position import Phase
from roses.richard.tables import BLOCKS
from tests.odds.lineups import LINEUPS

HENRY = {"Warwick": "Richmond, Oxford:2"}
LARGE = {
    "area": "Leicester", "attackers": "Richmond:2, Oxford:2, Pembroke:2, Beaumont:2, Wiltshire:2, Stanley/L:2",
    "defenders": "Gloucester:2, Norfolk:2, Hastings:2, Arundel:2, Suffolk:2, Northumberland/Y:2",
}  # fmt: skip
LARGE_NAMES = [name.removesuffix(":2") for side in ("attackers", "defenders") for name in LARGE[side].split(", ")]


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Count the battles whose odds are computed."""
    calls: list[Any] = []
    odds = sensitivity.battle_odds
    monkeypatch.setattr(sensitivity, "battle_odds", lambda *given, **more: calls.append(given) or odds(*given, **more))
    return calls


@pytest.mark.parametrize("name", ["one against one", "Bosworth", "both have reserves", "Rebel"])
def test_no_more_than_twenty_battles_are_computed(name: str, counted: list[Any]) -> None:
    result = roses.sensitivity(line_up(**LINEUPS[name]))
    assert len(counted) == result.battles <= MOST == 20
    assert not result.left_out and len(result.table()) == result.battles - 1


def test_in_a_large_battle_what_is_left_out_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(sensitivity, "chance", lambda *given: asked.append(given) or 0.5)  # it would take minutes
    result = roses.sensitivity(line_up(**LARGE))
    assert len(asked) == result.battles == 20
    assert {c.what for c in result.changes if c.change == "one step fewer"} == set(LARGE_NAMES)
    more = {f"{name}, one step more" for name in LARGE_NAMES}
    done = {f"{c.what}, {c.change}" for c in result.changes if c.change == "one step more"}
    assert more - done == set(result.left_out)


def test_a_step_more_or_less_is_the_battle_with_those_steps() -> None:
    table = roses.sensitivity(roses.battle("Leicester", HENRY, "Gloucester, Norfolk:2", scenario="1483")).table()
    chances = table.set_index(["what", "change"])["chance"]
    for text, what, change in (
        ("Gloucester:2, Norfolk:2", "Gloucester", "one step fewer"),
        ("Gloucester, Norfolk:1", "Norfolk", "one step fewer"),
        ("Gloucester, Norfolk:3", "Norfolk", "one step more"),
    ):
        odds = roses.battle_odds(roses.battle("Leicester", HENRY, text, scenario="1483"))
        assert chances[what, change] == pytest.approx(odds.win["Lancaster"], abs=1e-12)
    assert ("Gloucester", "one step more") not in chances  # he has all his steps


def test_a_block_that_loses_its_only_step_is_not_there() -> None:
    battle = roses.battle("Leicester", HENRY, "Gloucester, Norfolk:1", scenario="1483")
    chances = roses.sensitivity(battle).table().set_index(["what", "change"])["chance"]
    without = roses.battle_odds(roses.battle("Leicester", HENRY, "Gloucester", scenario="1483"))
    assert chances["Norfolk", "one step fewer"] == pytest.approx(without.win["Lancaster"], abs=1e-12)


def test_6_9_dice_turn_a_lord_by_his_loyalty() -> None:
    lord = next(b.id for b in BLOCKS.values() if b.side == "York" and b.loyalty == 2 and f"{b.id[:-1]}L" in BLOCKS)
    result = roses.sensitivity(roses.battle("Leicester", HENRY, f"Gloucester, {lord}", scenario="1483"))
    row = result.table().set_index(["what", "change"]).loc[(lord, "turned at the start")]
    assert row["likely"] == 0.25
    assert row["asked"] == pytest.approx(0.25 * row["chance"] + 0.75 * result.chance)
    assert row["chance"] > result.chance


def test_5_1_turned_at_the_start_is_what_the_treason_card_does() -> None:
    battle = roses.battle("Leicester", HENRY, "Gloucester, Stanley/Y", scenario="1483", cards=("Treason", "2"))
    asked = battle.apply("Treason tries treachery on Stanley/Y")
    rolled = sum(p * roses.battle_odds(asked.apply(roll)).win["Lancaster"] for roll, p in asked.chance_outcomes())
    row = roses.sensitivity(battle).table().set_index(["what", "change"]).loc[("Stanley/Y", "turned at the start")]
    assert row["asked"] == pytest.approx(rolled, abs=1e-12)


def test_6_9_a_house_whose_only_lord_turns_has_lost() -> None:
    battle = roses.battle("Leicester", HENRY, "Stanley/Y", scenario="1483", Middlesex="Gloucester")
    chances = roses.sensitivity(battle, house="York").table().set_index(["what", "change"])["chance"]
    assert chances["Stanley/Y", "turned at the start"] == 0


def test_the_order_of_fire_is_that_of_the_orders() -> None:
    york = "Gloucester, Norfolk, Stanley/Y:2"
    battle = roses.battle("Leicester", {"Warwick": "Richmond"}, york, scenario="1483")
    result = roses.sensitivity(battle).table().set_index("what")
    weakest = roses.battle_odds(battle, policy=orders("Stanley/Y fires", "Gloucester fires", "Norfolk fires"))
    assert result.loc["order of fire", "chance"] == pytest.approx(weakest.win["Lancaster"], abs=1e-12)


def test_the_other_rulesets_are_tried() -> None:
    result = roses.sensitivity(line_up(**LINEUPS["bombard in reserve"], rules="classic"))
    chances = result.table().set_index(["what", "change"])["chance"]
    assert [change for what, change in chances.index if what == "ruleset"] == ["revised", "russian"]
    given = roses.battle_odds(**LINEUPS["bombard in reserve"], ruleset="revised")
    assert chances["ruleset", "revised"] == pytest.approx(given.win[result.house], abs=1e-12)


def test_the_two_houses_see_the_same_swings_from_either_side() -> None:
    battle = roses.battle("Leicester", HENRY, "Gloucester, Norfolk:2", scenario="1483")
    york, lancaster = (roses.sensitivity(battle, house=house) for house in ("York", "Lancaster"))
    assert york.chance + lancaster.chance == pytest.approx(1)
    assert york.table()["swing"].tolist() == pytest.approx((-lancaster.table()["swing"]).tolist())
    assert york.table()["swing"].abs().is_monotonic_decreasing or york.bars()[0][0].what == york.table()["what"][0]


def test_a_battle_that_has_begun_and_unseen_blocks_are_refused() -> None:
    battle = roses.battle("Leicester", {"Warwick": "Richmond", "Derby": "Stanley/L"}, "Gloucester", scenario="1483")
    with pytest.raises(roses.RuleError, match="has begun; ask before its first shot"):
        roses.sensitivity(battle.apply("Gloucester passes"))
    with pytest.raises(roses.RuleError, match="York does not see 1 enemy block"):
        roses.sensitivity(battle, side="York")


def test_orders_that_would_be_walked_position_by_position_are_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bosworth as it is recorded: Henry has no way out, and that one order of fire took twelve minutes."""
    costs: list[str] = []
    odds = sensitivity.battle_odds
    monkeypatch.setattr(
        sensitivity, "battle_odds", lambda state, **more: costs.append(_method(state, more)) or odds(state)
    )
    result = roses.sensitivity(roses.replay("1483-richard-iii")[114], "Leicester")
    assert set(costs) == {"tables"} and "order of fire" not in set(result.table()["what"])
    assert result.left_out == ("order of fire, of each letter the weakest first",)


def test_the_order_of_fire_is_changed_where_treason_may_be_tried_first() -> None:
    york = "Stanley/Y:2, Norfolk:1"
    battle = roses.battle("Leicester", {"Warwick": "Richmond:2"}, york, king="York", cards=("Treason", "3"))
    assert battle.phase is Phase.TREASON
    result = roses.sensitivity(battle)
    assert "order of fire" in set(result.table()["what"]) and not result.left_out


def _method(state: Any, more: dict[str, Any]) -> str:
    policy = more["policy"]
    return cheapest(state, None if policy == "stand" else policy).cost.method
