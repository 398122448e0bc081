"""Odds under orders: the forward computation on the grid equals the enumeration on the engine for any orders."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

import roses
from roses.engine.protocol import CHANCE
from roses.figures.odds.bars import odds_svg
from roses.odds import BattleOdds, battle_odds, line_up, opening, orders
from roses.odds.army import Field
from roses.odds.endings import over
from roses.odds.forward import Forward, ordered
from roses.odds.policy import Orders, stand
from roses.odds.tables import Stand
from roses.richard.phases.battle import LAST_ROUND
from roses.richard.position import Phase
from roses.richard.state import State
from tests.odds.lineups import LINEUPS
from tests.odds.test_odds import agree
from tests.proof import sampled

ROOMY: dict[str, Any] = {"area": "Leicester", "attacker": "Lancaster", "entry": "Warwick", "king": "Gloucester"}
BATTLES: dict[str, dict[str, Any]] = {
    "the heirs and Stanley": {
        **ROOMY, "attackers": [("Richmond", 2), ("Oxford", 1)], "defenders": [("Gloucester", 2), ("Stanley/Y", 2)]},
    "reserves": {
        **ROOMY, "attackers": [("Richmond", 1), ("Oxford", 2)], "defenders": [("Gloucester", 1), ("Norfolk", 1)],
        "reserves": {"attacker": [("Stanley/L", 1)], "defender": [("Bombard/Y", 1)]}},
    "titles pass on": {
        **ROOMY, "attackers": [("Henry VI", 1), ("Somerset", 2), ("Clifford", 1)],
        "defenders": [("March", 2), ("Hastings", 1), ("Buckingham/Y", 1)], "king": "Henry VI"},
    "Warwick asks his cousins": {
        **ROOMY, "attackers": [("Warwick/L", 2), ("Prince Edward", 1)],
        "defenders": [("March", 1), ("Kent/Y", 2), ("Salisbury/Y", 1)], "king": "March"},
    "heirs on their shield": {
        "area": "South Yorks", "attacker": "Lancaster", "entry": "Lincoln", "king": "York",
        "attackers": [("Somerset", 2), ("Clifford", 2)], "defenders": [("York", 1), ("Rutland", 2)]},
    "traitors on both sides": {
        **ROOMY, "attackers": [("Richmond", 2), ("Clarence/L", 1)],
        "defenders": [("Gloucester", 2), ("Exeter/Y", 1)]},
}  # fmt: skip
KINDS = {"passes", "charges", "retreats", "takes"}
RULES = ("revised", "revised+defector_strength=full", "revised+bombard_reserve_gets_a3=True")


def first(battle: dict[str, Any], rules: str = "revised") -> State:
    return opening(line_up(**battle, rules=rules), battle["area"])


def some_orders(state: State, rng: random.Random) -> Orders:
    """A few of the things that may be chosen on a random way through the battle, some for one round only."""
    heard: list[str] = []
    while not over(state):
        if state.active == (CHANCE,):
            state = state.apply_unchecked(state.sample(rng))
            continue
        assert state.battle is not None
        chosen = rng.choice(state.legal_actions())
        heard.append(rng.choice(["", f"round {max(state.battle.round, 1)}: "]) + str(chosen))
        state = state.apply_unchecked(chosen)
    rare = [next((t for t in heard if verb in t), "") for verb in ("retreats", "tries", "charges")]
    heard = rng.sample(heard, min(len(heard), rng.randrange(5))) + [t for t in rare if t and rng.random() < 0.6]
    return orders(*rng.sample(heard, len(heard)))


@pytest.mark.parametrize(
    ("name", "rules"),
    sampled(product(BATTLES, RULES), ("heirs on their shield", RULES[0])),
)
def test_whatever_is_ordered_the_grid_agrees_with_a_walk_on_the_engine(name: str, rules: str) -> None:
    state, rng, kinds = first(BATTLES[name], rules), random.Random(f"{name} {rules}"), set[str]()
    held = 0
    while held < 15:
        plan = some_orders(state, rng)
        if ordered(state, plan):
            odds = battle_odds(state, policy=plan)
            assert isinstance(odds, BattleOdds)
            agree(odds, state, plan)
            held += 1
            kinds |= {verb for verb in KINDS for _, text in plan.written if verb in text}
    assert kinds >= KINDS


@pytest.mark.parametrize("name", BATTLES)
def test_a_battle_in_hand_goes_on_under_orders(name: str) -> None:
    rng, held = random.Random(name), 0
    while held < 6:
        state = first(BATTLES[name])
        for _ in range(rng.randrange(4, 20)):
            if not over(state):
                state = state.apply_unchecked(
                    state.sample(rng) if state.active == (CHANCE,) else rng.choice(state.legal_actions())
                )
        if state.phase is Phase.BATTLE_TURN and ordered(state, plan := some_orders(state, rng)):
            odds = battle_odds(state, policy=plan)
            assert isinstance(odds, BattleOdds)
            agree(odds, state, plan)
            held += 1


@pytest.mark.parametrize("name", LINEUPS)
def test_without_orders_the_grid_agrees_with_the_tables(name: str) -> None:
    state = first(LINEUPS[name])
    assert ordered(state, orders())
    tables, grid = Stand(Field(state)), Forward(state, orders()).run()
    assert grid.wins == pytest.approx(tables.wins(), abs=1e-12)
    assert grid.fates == pytest.approx(tables.fates(), abs=1e-12)


CLIFFS: dict[str, dict[str, Any]] = {  # each took more than a minute, walked position by position
    "too few ways out": {
        "area": "South Yorks", "attacker": "York", "entry": "Derby",
        "attackers": "March, Hastings, Burgundian Mercenary, Bombard/Y",
        "defenders": "York (levy), York (church)/L, Clifford"},
    "a traitor": {
        "area": "Leicester", "attacker": "Lancaster", "defenders": "Salisbury/Y, Exeter/Y, Warwick/Y, Suffolk",
        "attackers": "Pembroke, Wiltshire, Kent/L, Westmoreland/L"},
}  # fmt: skip


@pytest.mark.parametrize("name", CLIFFS)
def test_orders_that_change_nothing_leave_the_odds_of_the_tables(name: str) -> None:
    state = first(CLIFFS[name])
    assert ordered(state, orders("Clifford passes"))
    text, stands = odds_of(state, "Oxford passes"), battle_odds(state)
    assert isinstance(stands, BattleOdds)
    assert text.wins == pytest.approx(stands.wins, abs=1e-12)
    assert text.fates == pytest.approx(stands.fates, abs=1e-12)


@pytest.mark.parametrize("name", ["one is trapped", "own shield and crown"])
def test_6_6_who_finds_every_border_full_is_lost_on_the_grid_too(name: str) -> None:
    state, rng = first(LINEUPS[name]), random.Random(name)
    agree(odds_of(state, "Essex passes", "Exeter/L passes"), state, orders("Essex passes", "Exeter/L passes"))
    for _ in range(3):
        now = state
        while not over(now) and (now.battle is None or now.battle.round < LAST_ROUND or now.phase != Phase.BATTLE_TURN):
            now = now.apply_unchecked(now.sample(rng) if now.active == (CHANCE,) else rng.choice(stand(now)))
        if not over(now):
            agree(odds_of(now), now, orders())


def test_6_6_retreats_that_others_may_bar_are_walked() -> None:
    state = roses.battle("Derby", {"Leicester": "Richmond:1"}, "Gloucester:1, Norfolk:1, Suffolk:1", king="York")
    over_red = [f"round 2: {name} retreats to Lancaster" for name in ("Gloucester", "Norfolk", "Suffolk")]
    assert ordered(state, orders(*over_red[:2])) and not ordered(state, orders(*over_red))  # two may cross in a round
    agree(odds_of(state, *over_red), state, orders(*over_red))
    state = first(BATTLES["the heirs and Stanley"])
    both = "round 2: Gloucester retreats to Rutland", "round 2: Oxford retreats to Rutland"
    assert ordered(state, orders(both[0])) and not ordered(state, orders(*both))
    late = "Gloucester retreats to Derby"  # where Lancaster's men go in round 4
    assert not ordered(state, orders(late)) and ordered(state, orders(f"round 3: {late}"))


def odds_of(state: State, *sentences: str) -> BattleOdds:
    odds = battle_odds(state, policy=orders(*sentences))
    assert isinstance(odds, BattleOdds)
    return odds


def test_what_is_too_large_for_the_grid_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("roses.odds.methods.MOST_CELLS", 20)
    result = odds_of(first(BATTLES["the heirs and Stanley"]), "Stanley/Y passes")
    assert result.sampled == 40_000 and "54 strengths are too many for exact odds" in capsys.readouterr().err


@pytest.mark.parametrize("reading", ["line_lost", "line_killed"])
def test_6_3_who_attacks_after_treason_is_the_same_by_tables_grid_and_engine(reading: str) -> None:
    state = roses.battle("Oxford", {"Wilts": "Hastings:2"}, "Rivers/L, Coventry (levy):1", cards=("2", "Treason"),
                         help={"Leicester": "Devon:2"}, rules=f"revised+control_change={reading}", France="Henry VI",
                         Ireland="York")  # fmt: skip
    state = roses.play(state, "Treason tries treachery on Rivers/L", "roll 2")
    walked = battle_odds(state, policy=lambda state: None)
    assert isinstance(walked, BattleOdds)
    assert walked.wins == pytest.approx(Stand(Field(state)).wins(), abs=1e-12)
    assert walked.wins == pytest.approx(Forward(state, orders()).run().wins, abs=1e-12)


def test_treason_is_kept_and_the_battle_fought_under_orders() -> None:
    state = roses.battle("Leicester", {"Warwick": "Richmond:2"}, "Gloucester:1, Stanley/Y:1", scenario="1483",
                         cards=("Treason", "2"))  # fmt: skip
    assert state.phase is Phase.TREASON
    odds = battle_odds(state, policy=orders("Stanley/Y passes"))
    assert isinstance(odds, BattleOdds)
    agree(odds, state, orders("Stanley/Y passes"))


FIELDS = [
    ("Richmond:1, Oxford:1", "Gloucester:2, Northumberland/Y:1, Stanley/Y:2", 0.2),
    ("Richmond, Oxford, French Mercenary, Welsh Mercenary",
     "Gloucester, Norfolk, Bombard/Y, Northumberland/Y, Stanley/Y", 0.4),
]  # fmt: skip


@pytest.mark.parametrize(("attackers", "defenders", "turned"), sampled(FIELDS, FIELDS[0]), ids=["part", "whole"])
def test_bosworth_by_the_book(attackers: str, defenders: str, turned: float) -> None:
    field = roses.battle("Leicester", {"Warwick": attackers}, defenders, scenario="1483")
    result = orders("Northumberland/Y passes", "Stanley/Y passes", "Richmond tries treachery on Stanley/Y",
                  "round 2: Gloucester charges Richmond")  # fmt: skip
    odds, loyal = battle_odds(field, policy=result), battle_odds(field)
    assert isinstance(odds, BattleOdds) and isinstance(loyal, BattleOdds)
    assert odds.policy == "orders" and "What is ordered is done" in odds_svg(odds)
    assert sum(odds.win.values()) == pytest.approx(1, abs=1e-12)
    assert odds.turned["Stanley/Y"] > turned and odds.win["Lancaster"] > 10 * loyal.win["Lancaster"]
