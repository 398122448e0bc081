"""The duke: fair, legal, within its time, stopped when told; its guesses follow what was seen."""

from __future__ import annotations

import random
from itertools import islice
from threading import Timer
from time import perf_counter

import pytest

import roses
from roses.bots.duke import Duke
from roses.bots.richard.guess import Guess, world
from roses.bots.search import Node, search
from roses.bots.squire import Squire
from roses.engine.protocol import Action, Done
from roses.engine.seat import Seat
from roses.engine.state import GameState
from roses.richard.ruleset import Ruleset
from roses.richard.tables import INDEX, OUT, PLACE, POOL, SCENARIOS, SIDES, bits
from tests.bots.test_knight import Sitting
from tests.proof import Sample, sampled
from tests.richard.test_fog import cases

FEW, MANY = ([Sample(scenario, number) for scenario in SCENARIOS] for number in (6, 60))


def chosen(state: GameState) -> str:
    return str(Duke(5, iterations=12).choose(Sitting(state, state.active[0])).action)  # type: ignore[arg-type]


@pytest.mark.parametrize("case", sampled([*FEW, *MANY], *FEW), ids=str)
def test_what_is_hidden_from_a_side_changes_no_choice(case: Sample) -> None:
    met = 0
    for found in islice(cases(case.scenario, Ruleset(), random.Random(23)), case.number):
        sitting = (Sitting(state, SIDES[found.side]) for state in found.states)
        one, other = (Duke(5, iterations=3).advise(place) for place in sitting)  # type: ignore[arg-type]
        assert one == other, found
        met += bool(one)
    assert met > case.number / 13


@pytest.mark.parametrize("game", [("richard-iii", {"scenario": "1483"}), ("lancaster", {"players": 3})], ids=str)
def test_all_choices_of_whole_games_are_legal(game: tuple[str, dict[str, object]]) -> None:
    play = roses.game(game[0], **game[1], seed=3)
    bots = {side: Duke(seed, iterations=2) for seed, side in enumerate(play.state.sides)}
    while play.state.active:
        seat = roses.sit(play, play.state.active[0])
        found = bots[seat.side].advise(seat)
        assert {one.action for one in found} == set(seat.options) and len(found) == len(seat.options)
        assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)
        seat.play(found[0].action)


def thoughtful(seed: int = 7) -> Seat:
    """The seat of York in its first action phase."""
    game = roses.game("richard-iii", "1470", seed=seed)
    while str(game.state.phase) != "actions" or game.state.active != ("York",):
        side = game.state.active[0]
        done = [action for action in game.state.legal_actions() if isinstance(action, Done)]
        roses.sit(game, side).play((done or game.state.legal_actions())[0])
    return roses.sit(game, "York")


def test_it_keeps_its_budget() -> None:
    seat, duke = thoughtful(), Duke(1, budget=0.4)
    begin = perf_counter()
    duke.advise(seat)
    assert 0.4 <= perf_counter() - begin < 1.5  # 0.48 on an idle machine


def test_it_stops_when_told_and_has_a_choice() -> None:
    seat, duke = thoughtful(), Duke(1, budget=60)
    timer, begin = Timer(0.2, duke.stop), perf_counter()
    timer.start()
    assert duke.choose(seat).action in seat.options
    assert perf_counter() - begin < 5


def test_the_same_seed_and_iterations_give_the_same_advice_with_shares_and_reasons() -> None:
    one, other = (Duke(4, iterations=8).advise(thoughtful()) for _again in range(2))
    assert one == other
    assert 0.3 < sum(advice.score for advice in one if advice.score > 0) <= 1
    assert "of the games played ahead" in one[0].reason


def test_an_attack_that_kills_the_last_heir_is_found() -> None:
    """Richmond, alone, is the last of his house."""
    state = roses.scene(Middlesex="Gloucester, Norfolk, Suffolk", Kent="Richmond:1", side="York", scenario="1483")
    assert chosen(state).endswith("marches to Kent")


def test_a_lost_battle_is_left() -> None:
    state = roses.battle("Kent", {"Middlesex": "Gloucester, Hastings, Norfolk"}, "Richmond:1", scenario="1483")
    while state.active != ("Lancaster",) or state.battle.round < 2:
        assert state.outcome is None
        state = next(state.apply(action) for action in state.legal_actions() if "passes" in str(action))
    assert chosen(state).startswith("Richmond retreats to")


# ---- the search, and the guesses


class Coins:
    """A game of one choice whose third order is the best: its estimate is certain, that of others by chance."""

    side = "York"

    def __init__(self) -> None:
        self.rng = random.Random(2)
        self.state = roses.scene(Kent="Gloucester", side="York")

    def draw(self, _number: int) -> GameState:
        return self.state

    def first(self) -> list[tuple[Action, ...]]:
        return [(action,) for action in self.state.legal_actions()[:4]]

    def orders(self, state: GameState) -> list[tuple[Action, ...]]:
        raise AssertionError(state)

    def over(self, _state: GameState) -> bool:
        return True

    def estimate(self, state: GameState) -> dict[str, float]:
        third = state == self.state.apply_unchecked(self.first()[2][0])
        return {"York": 0.0 if state == self.state else 1.0 if third else self.rng.uniform(-1.0, 1.0)}


def test_the_search_tries_the_best_order_most() -> None:
    mind = Coins()
    root = search(mind, random.Random(1), lambda number: number < 200)
    assert root.visits == 200 == sum(node.visits for node in root.children.values())
    assert root.ranked[0][0] == mind.first()[2] and root.ranked[0][1].mean == 1.0


def test_a_node_widens_as_it_is_visited() -> None:
    node, orders = Node(), [(Done(),), (), (Done(), Done())]
    for _again in range(2):
        node.children.setdefault(node.pick(orders), Node()).visits += 1
        node.visits += 1
    assert (Done(), Done()) in node.children or node.pick(orders) == (Done(), Done())


@pytest.mark.parametrize("scenario", sampled(SCENARIOS, "1483"))
def test_guesses_agree_with_the_view_and_tell_more_than_it(scenario: str) -> None:
    game = roses.game("richard-iii", scenario, seed=4)
    seats = {side: roses.sit(game, side) for side in SIDES}
    guesses = {side: Guess(scenario, 1 - SIDES.index(side), random.Random(1)) for side in SIDES}
    known, right, drawn, number = 0, 0, 0, 0
    while game.state.active:
        if len(game) - known > 6:
            for side, seat in seats.items():
                guesses[side].follow(seat.events(known))
                view, hidden = seat.view, seat.view.known.unseen
                found = world(view, guesses[side], random.Random(2))
                other = roses.resample(view, random.Random(2))
                assert found.view(side) == view
                number += hidden.bit_count()
                right += sum(found.loc[b] == game.state.loc[b] for b in bits(hidden))
                drawn += sum(other.loc[b] == game.state.loc[b] for b in bits(hidden))
            known = len(game)
        side = game.state.active[0]
        seats[side].play(Squire(len(game)).choose(seats[side]).action)
    assert right / number > drawn / number + 0.1


def test_a_guess_begins_with_the_set_up_and_learns_who_fights() -> None:
    guess = Guess("1483", 1, random.Random(1))
    assert guess.loc[INDEX["Gloucester"]] == PLACE["Middlesex"]
    assert {guess.loc[b] for b in bits(guess.own)} <= {*range(POOL + 1), OUT}
