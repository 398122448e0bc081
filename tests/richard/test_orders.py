"""Marches of an army as one order: offered where each march is legal in its turn, played and taken back as one."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from msgspec import structs

import roses
from roses.engine.errors import RuleError
from roses.engine.options import Option, together
from roses.engine.protocol import CHANCE, Action, Done, Order
from roses.engine.record import dumps
from roses.engine.seat import Seat
from roses.engine.state import GameState
from roses.richard.actions import March, Sail
from tests.proof import sampled


def states(number: int, seed: int) -> Iterator[GameState]:
    """So many states of random games in which a side marches."""
    rng = random.Random(seed)
    while number:
        state = roses.start("richard-iii", rng.choice(("1460", "1470", "1483")))
        while state.active and number:
            if armies(state):
                number -= 1
                yield state
            chance = state.active == (CHANCE,)
            state = state.apply_unchecked(state.sample(rng) if chance else rng.choice(state.legal_actions()))


def armies(state: GameState) -> list[Option]:
    """The areas out of which blocks may march together."""
    if state.active == (CHANCE,):
        return []
    return [area for kind in state.option_tree() for area in kind.options if area.several]


def orders(options: tuple[Option, ...]) -> Iterator[Option]:
    """All options of a tree that end a choice, those without enough room too."""
    for option in options:
        if option.action is not None or option.room > 1:
            yield option
        yield from orders(option.options)


def actions(option: Option) -> tuple[Action, ...]:
    assert isinstance(option.action, Order)
    return option.action.actions


@pytest.mark.parametrize("number", sampled([20, 1000], 20))
def test_5_21_an_order_is_offered_exactly_where_each_march_is_legal_in_its_turn(number: int) -> None:
    rng = random.Random(3)
    tight = 0
    for state in states(number, seed=1):
        army = rng.choice(armies(state))
        chosen = rng.sample(army.options, rng.randint(1, len(army.options)))
        if len(chosen) < 2:
            continue
        items = list(orders(together(chosen)))
        for option in rng.sample(items, min(8, len(items))):
            if option.action is None:
                tight += 1
                first = [one for one in orders(together(chosen[: option.room])) if one.words == option.words]
                assert first or option.room == 1
                continue
            after = state
            for march in actions(option):
                after = after.apply(march)
                assert march.joins and after.active == state.active
                assert not any(event.reveals for event in after.events)
    assert tight or number < 100


@pytest.mark.parametrize("number", sampled([20, 500], 20))
def test_5_21_room_is_for_so_many_and_no_more(number: int) -> None:
    rng = random.Random(4)
    full = 0
    for state in states(number, seed=2):
        army = rng.choice(armies(state))
        ways = list(orders(army.options[0].options))
        way = rng.choice(ways)
        assert isinstance(way.action, March | Sail) and way.room >= 1
        marches = [structs.replace(way.action, block=a.block) for a in leaving(army)]
        after = state
        for march in marches[: way.room]:
            after = after.apply(march)
        for march in marches[way.room : way.room + 1]:
            full += 1
            with pytest.raises(RuleError):
                after.apply(march)
    assert full or number < 100


def leaving(army: Option) -> list[March | Sail]:
    """One action of each block of an army."""
    return [next(action for action in block.actions() if isinstance(action, March | Sail)) for block in army.options]


def acting() -> tuple[roses.Game, Seat]:
    """A game in which York acts."""
    game = roses.game("richard-iii", "1483", seed=11)
    for seat in (roses.sit(game, "Lancaster"), roses.sit(game, "York")):
        seat.play(next(card for card in seat.options if seat.detail(card).startswith("Action")))
    while game.state.active != ("York",):
        game.play(Done())
    return game, seat


def test_an_order_is_one_choice_with_one_undo_and_single_actions_in_the_record() -> None:
    game, seat = acting()
    before, entries, points = dumps(game.record), len(game), seat.view.ap
    army = max(armies(game.state), key=lambda area: len(area.options))
    two = together(army.options[:2])
    order = next(option.action for option in orders(two) if isinstance(option.action, Order))
    seat.play(order)
    assert len(game) == entries + 2 and seat.view.ap == points - 1
    assert [entry.action for entry in game.record.entries[entries:]] == [str(one) for one in order.actions]
    single = roses.game("richard-iii", "1483", seed=11)
    for entry in game.record.entries:
        if entry.by != CHANCE:
            single.play(entry.action)
    assert dumps(single.record) == dumps(game.record)
    assert seat.may_undo
    seat.undo()
    assert dumps(game.record) == before


def test_an_order_that_cannot_be_carried_out_changes_nothing() -> None:
    game, seat = acting()
    before, moves = dumps(game.record), [action for action in seat.options if action.joins]
    with pytest.raises(RuleError, match="not legal now"):
        seat.play(Order((moves[0], moves[0])))
    with pytest.raises(RuleError, match="done cannot be part of an order"):
        seat.play(Order((moves[0], Done())))
    with pytest.raises(RuleError, match="the order is empty"):
        seat.play(Order(()))
    assert dumps(game.record) == before and not [entry for entry in game.record.entries if entry.by == "Order"]


def test_an_order_of_the_other_side_is_refused() -> None:
    game, seat = acting()
    with pytest.raises(RuleError, match="has nothing to choose now"):
        roses.sit(game, "Lancaster").play(Order(tuple(seat.options[:2])))
