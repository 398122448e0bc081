"""Bots: they know no more than their side, give a reason for what they do, and play better than chance."""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice
from typing import Any

import pytest

import roses
from roses.bots.bot import Advice, Page
from roses.bots.squire import Squire
from roses.engine.state import GameState
from roses.richard.rules import Ruleset
from roses.richard.tables import SCENARIOS, SIDES
from tests.proof import Sample, sampled
from tests.richard.test_fog import cases

FEW, MANY = ([Sample(scenario, number) for scenario in SCENARIOS] for number in (40, 400))


class Place:
    """What a squire asks of a seat, at any state."""

    def __init__(self, state: GameState, side: str) -> None:
        self.game, self.side, self.prompt = str(state.header["game"]), side, state.prompt(side)
        self.view, self.options = state.view(side), state.legal_actions(side)


def advice(state: GameState, side: str) -> list[Advice]:
    return Squire(seed=5).advise(Place(state, side))  # type: ignore[arg-type]


@pytest.mark.parametrize("case", sampled([*FEW, *MANY], *FEW), ids=str)
def test_what_is_hidden_from_a_side_changes_no_advice(case: Sample) -> None:
    met = 0
    for item in islice(cases(case.scenario, Ruleset(), random.Random(31)), case.number):
        one, other = (advice(state, SIDES[item.side]) for state in item.states)
        assert one == other, item
        met += bool(one)
    assert met > case.number / 13


@pytest.mark.parametrize(
    "game", [("richard-iii", {"scenario": name}) for name in SCENARIOS] + [("lancaster", {"players": 4})], ids=str
)
def test_the_best_option_comes_first_and_has_a_reason(game: tuple[str, dict[str, object]]) -> None:
    play = roses.game(game[0], **game[1], seed=3)
    counts: Counter[str] = Counter()
    while play.state.active:
        seat = roses.sit(play, play.state.active[0])
        result = Squire(seed=len(seat)).advise(seat)
        assert {one.action for one in result} == set(seat.options) and len(result) == len(seat.options)
        assert [one.score for one in result] == sorted((one.score for one in result), reverse=True)
        counts[result[0].reason] += len(result) > 1
        seat.play(result[0].action)
    assert counts[""] < 0.1 * counts.total() and len(counts) > 12


def test_a_bot_repeats_itself_from_a_seed() -> None:
    seat = roses.sit(roses.game("richard-iii", "1460", seed=3), "York")
    for kind in (Page, Squire):
        assert kind(8).advise(seat) == kind(8).advise(seat)
    assert {Page(seed).choose(seat).action for seed in range(30)} == set(seat.options)


def test_a_bot_that_has_nothing_to_choose_says_so() -> None:
    game = roses.game("richard-iii", "1483", seed=7)
    seat = roses.sit(game, "York")
    seat.play(seat.options[0])
    with pytest.raises(ValueError, match="York has nothing to choose now: Lancaster chooses a card"):
        Squire().choose(seat)


@pytest.mark.parametrize(
    ("scenario", "side"),
    sampled([("1460", "York"), ("1470", "Lancaster"), ("1483", "Lancaster")], ("1483", "Lancaster")),
)
def test_the_squire_beats_chance_by_forty_points_as_the_pretender(scenario: str, side: str) -> None:
    """And on no side it does worse than a page, against a page."""

    def shares(**seats: str) -> Any:
        table = roses.simulate("richard-iii", scenario, n=12, seats=dict.fromkeys(SIDES, "page") | seats)
        return table[[f"share_{side}" for side in SIDES]].mean()

    pages = shares()
    gains = {one: (shares(**{one: "squire"}) - pages)[f"share_{one}"] for one in SIDES}
    assert gains[side] >= 0.4 and min(gains.values()) >= 0


# ---- rules of thumb of the block war game


def best(state: GameState) -> Advice:
    return advice(state, state.active[0])[0]


def test_an_army_strong_enough_attacks() -> None:
    strong = roses.scene(Middlesex="Norfolk, Suffolk, Arundel", Kent="Rivers/L:1", side="York")
    assert str(best(strong).action).endswith("marches to Kent")
    assert "times as strong" in best(strong).reason


def test_a_weak_army_does_not() -> None:
    weak = roses.scene(Middlesex="Suffolk:1", Kent="Somerset, Exeter/L, Buckingham/L", side="York")
    attacks = [item for item in advice(weak, "York") if str(item.action).endswith("marches to Kent")]
    assert attacks and all(item.score < 0 for item in attacks)


def test_the_only_heir_stays_out_of_a_fight() -> None:
    state = roses.scene(Middlesex="Gloucester", Kent="Rivers/L:1", side="York")
    results = {str(item.action): item.reason for item in advice(state, "York")}
    assert results["Gloucester marches to Kent"] == "an heir stays out of a fight that may be lost"


def test_hits_fall_on_the_block_that_is_missed_least() -> None:
    state = roses.battle("Kent", {"Middlesex": "Gloucester:3, Hastings:3"}, "Rivers/L, Buckingham/L")
    while str(state.phase) != "hits":
        state = state.apply(state.sample(random.Random(1)) if state.active == ("Chance",) else state.legal_actions()[0])
        assert state.active
    if state.active == ("York",):
        assert str(best(state).action) == "Hastings takes the hits"
