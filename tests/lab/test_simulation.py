"""Trials by policies: a Plan gives orders, and any policy can be tried."""

from __future__ import annotations

import random

import pytest

import roses
from roses.lab import Plan, orders, trials
from roses.lab.battle import fight
from roses.odds.policy import stand
from roses.richard.state import State


@pytest.fixture(scope="module")
def bosworth() -> State:
    timeline = roses.timeline("1483-richard-iii")
    state = timeline.state(timeline.bookmarks()["Bosworth"])
    assert isinstance(state, State)
    return state


def test_a_plan_and_the_same_orders_give_the_same_battles(bosworth: State) -> None:
    plan = Plan("late", charge_round=3)
    result = orders(
        "Richmond tries treachery on Stanley/Y", "Gloucester tries treachery on Stanley/Y",
        "round 3: Gloucester charges Richmond", "Northumberland/Y passes", "Stanley/Y passes",
    )  # fmt: skip
    assert plan.orders == result
    assert [fight(bosworth, plan.orders, random.Random(n)) for n in range(20)] == [
        fight(bosworth, result, random.Random(n)) for n in range(20)
    ]


def test_trials_come_near_the_exact_odds() -> None:
    """6.5: the King charges in round 2; with 400 battles a share is within 0.1 of what it is, 4 standard errors."""
    state = roses.battle("Leicester", {"Warwick": "Richmond"}, "Gloucester", scenario="1483")
    plan = Plan("second", charge_round=2, asks="", passes=())
    odds = roses.battle_odds(state, policy=plan.orders)
    table = trials(state, [plan], n=400)
    assert odds.eliminated["Richmond"] > 0.2
    assert table["Richmond dies"][0] == pytest.approx(odds.eliminated["Richmond"], abs=0.1)
    assert table["Gloucester dies"][0] == pytest.approx(odds.eliminated["Gloucester"], abs=0.1)


def test_policies_are_tried_by_name(bosworth: State) -> None:
    table = trials(bosworth, {"stand": lambda state: stand(state)[0], "wait": orders("Stanley/Y passes")}, n=10)
    assert table["plan"].tolist() == ["stand", "wait"]
    assert table.columns.tolist() == ["plan", "Lancaster wins the game", "York wins the game", "it goes on"]
    assert (table.drop(columns="plan").sum(axis=1) == 1).all()
