"""Options as a tree: it holds every legal action exactly once, and each of its places is on the board."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import cycle

import pytest

import roses
from roses.engine import games
from roses.engine.options import Option
from roses.engine.protocol import CHANCE
from roses.engine.state import GameState
from roses.lancaster.actions import CASTLE
from roses.lancaster.tables import CONFLICT_NAMES, COUNTIES, FAVOURS
from roses.richard.tables import AREAS, BLOCKS
from tests.proof import sampled
from tests.protocol.conftest import KNOWN, Step, cases, walk
from tests.testing.fuzz import Case

PLACES = {
    "richard-iii": {*AREAS, *(f"block {name}" for name in BLOCKS)},
    "lancaster": {*COUNTIES, *CASTLE, *CONFLICT_NAMES.values(), *FAVOURS},
    "pennies": {"heads", "tails"},
}


def nodes(options: tuple[Option, ...]) -> Iterator[Option]:
    for option in options:
        yield option
        yield from nodes(option.options)


@pytest.mark.parametrize("number", sampled([30, 1000], 30))
@pytest.mark.parametrize("name", ["richard-iii", "lancaster"])
def test_every_legal_action_of_random_states_is_reached_once(name: str, number: int) -> None:
    for state in wandering(name, number):
        for side in set(state.active) - {CHANCE}:
            counts = Counter(action for option in state.option_tree(side) for action in option.actions())
            assert counts == Counter(state.legal_actions(side)), state


def wandering(name: str, number: int) -> Iterator[GameState]:
    """So many states of random games, of all scenarios in turn."""
    due = [case for known in KNOWN if known.name == name for case in cases(known)]
    for at, one in enumerate(cycle(due)):
        steps = walk(games.start(one.game, one.scenario, **one.options), random.Random(at))[at % 7 :: 7]
        yield from (state for state, _action in steps[:number])
        number -= len(steps)
        if number <= 0:
            return


def test_every_legal_action_is_reached_once(some: Callable[[int], list[Step]]) -> None:
    for state, _action in some(40):
        for side in set(state.active) - {CHANCE}:
            counts = Counter(action for option in state.option_tree(side) for action in option.actions())
            assert counts == Counter(state.legal_actions(side)), state


def test_a_node_leads_on_or_is_an_action_and_its_sisters_differ(some: Callable[[int], list[Step]]) -> None:
    for state, _action in some(20):
        for side in set(state.active) - {CHANCE}:
            tree = state.option_tree(side)
            for group in (tree, *(node.options for node in nodes(tree))):
                assert len({(node.words, node.place) for node in group}) == len(group), group
            assert all(node.words and (node.options or node.action) for node in nodes(tree))


def test_every_place_is_on_the_board(case: Case, some: Callable[[int], list[Step]]) -> None:
    board = PLACES[case.game]
    for state, _action in some(20):
        for side in set(state.active) - {CHANCE}:
            places = {node.place for node in nodes(state.option_tree(side))} - {""}
            assert places <= board, places - board


def test_a_side_that_waits_has_no_options() -> None:
    game = roses.game("richard-iii", "1483", seed=7)
    seat = roses.sit(game, "York")
    assert [option.words for option in seat.tree] == ["play a card"]
    seat.play(seat.options[0])
    assert seat.tree == ()


def test_a_move_says_what_it_costs_where_it_comes_from_and_whether_it_attacks() -> None:
    state = roses.scene(Kent="Gloucester, Norfolk", Sussex="Rivers/L", side="York")
    names = {
        (node.words, node.cost, node.origin, node.attacks)
        for march in state.option_tree("York")
        if march.words == "march"
        for army in march.options
        for block in army.options
        for node in block.options
        if block.words == "Norfolk"
    }
    assert ("Sussex", "1 action point", "Kent", True) in names
    assert ("Middlesex", "1 action point", "Kent", False) in names
