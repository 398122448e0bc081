"""Whole games of the block war game, played again by clicks on the board: how many an order takes, and none is left."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import roses
from roses.bots.play import BOTS, play_out
from roses.engine.game import Game
from roses.engine.protocol import Action, Decline, Done, Order
from roses.engine.replay import Replay
from roses.engine.seat import Seat
from roses.figures.map.geography import KINGDOM
from roses.figures.map.placement import place
from roses.richard.actions import Keep, March, Mulligan, Play, Redeal, Sail
from roses.richard.state import State
from roses.widgets.play.adapter import Chosen, adapter_of
from roses.widgets.richard.clicks import BLOCK, NOBODY, actor, click, doer, goals, moves_of, preview, ways
from tests.proof import sampled

OFF_THE_BOARD = (Play, Mulligan, Redeal, Keep, Done, Decline)  # for these there are cards in the hand and buttons
MOST = 2.0  # clicks an order on average


def at(state: State, side: str) -> Seat:
    return Seat(Game(lambda *_game, **_options: state, "richard-iii", seed=1), side)


def orders(record: Any) -> Iterator[tuple[State, str, tuple[Action, ...]]]:
    """The choices of a game; blocks that go the same way one after the other are one order."""
    replay, number = Replay(record, roses.start), 0
    while number < len(replay.actions):
        state, act = replay[number], replay.actions[number]
        same, road = [act], way(state, act)
        for later, other in zip(replay.states[number + 1 :], replay.actions[number + 1 :], strict=False):
            if road is None or way(later, other) != road:
                break
            same.append(other)
        side = next((one for one in state.active if act in state.legal_actions(one)), "")
        if side in state.sides and not isinstance(act, OFF_THE_BOARD):
            yield state, side, tuple(same)
        number += len(same)


def way(state: State, act: Action) -> tuple[Any, ...] | None:
    """From where and by which way an action leads; None for one that is an order by itself."""
    if not isinstance(act, March | Sail):
        return None
    origin = next(one.place for one in state.view().pieces if one.block == act.block)
    return type(act), origin, *(act.path if isinstance(act, March) else (act.sea, act.area))


def count(state: State, side: str, acts: tuple[Action, ...]) -> int:
    """How many clicks on the board, or presses of a switch beside it, make an order; 99 if it cannot be made so."""
    seat = at(state, side)
    if isinstance(acts[0], March | Sail):
        return march(seat, state, acts)
    adapter, tree = adapter_of(seat.game), seat.tree
    area = getattr(acts[0], "area", "")
    for first in filter(None, (f"{BLOCK}{doer(acts[0])}", area, seat.view.battle and seat.view.battle.area)):
        result = click(seat, tree, NOBODY, first)
        if result == acts[0]:
            return 1
        if not isinstance(result, Chosen) or not result.place:
            continue
        chips = adapter.reach(seat, tree, result).get("chips", ())
        if [seat.options.index(acts[0])] in [chip.get("play") for chip in chips]:
            return 2
        if result.place.startswith(BLOCK) and click(seat, tree, result, area) == acts[0]:
            return 2
    return 99


def march(seat: Seat, state: State, acts: tuple[Action, ...]) -> int:
    tree, move = seat.tree, acts[0] if len(acts) == 1 else Order(acts)
    names, origin = {doer(act) for act in acts}, way(state, acts[0])[1]  # type: ignore[index]
    shown = {token.piece.block for token in place(seat.view, KINGDOM).tokens}
    chosen = click(seat, tree, NOBODY, origin, whole=True)
    assert isinstance(chosen, Chosen)
    clicks = 1
    army = [actor(one) for one in tree[chosen.army[0]].options[chosen.army[1]].options]
    if isinstance(acts[0], Sail) and not names <= set(army):  # some cannot march
        return 99
    by_one, but_some = len(names), 1 + len(set(army) - names)
    if but_some <= by_one:
        clicks, others = but_some, [name for name in army if name not in names]
    else:
        clicks, others, chosen = by_one, sorted(names), NOBODY
    for name in others:
        if name not in shown:
            return 99
        chosen = click(seat, tree, chosen, f"{BLOCK}{name}")
        assert isinstance(chosen, Chosen)
    for turned in (False, True):
        if turned:  # the switch that says by sea
            chosen = adapter_of(seat.game).click(seat, tree, chosen, {"click": "", "sea": True})
            assert isinstance(chosen, Chosen)
        options = [(0, chosen)] + [(1, chosen._replace(by=(border,))) for border in ways(tree, chosen)]
        for more, one in options:
            goal = goals(tree, one).get(way(state, acts[0])[-1])  # type: ignore[index]
            if goal and set(str(goal.move).split("; ")) == set(str(move).split("; ")):
                return clicks + turned + more + 1
    return 99


@pytest.mark.parametrize("number", sampled([1, 2], 1))
def test_a_game_is_played_again_by_clicks_on_the_board_with_few_for_each_order(number: int) -> None:
    counts: list[int] = []
    for seed in range(number):
        game = roses.game("richard-iii", ("1483", "1470", "1460")[seed % 3], seed=seed)
        bot = BOTS["squire" if number == 1 else "knight"]
        play_out(game, {side: bot(seed) for side in game.state.sides})
        for state, side, acts in orders(game.record):
            counts.append(count(state, side, acts))
            assert counts[-1] < 99, (seed, side, [*map(str, acts)])
    assert sum(counts) / len(counts) <= MOST


def test_5_3_who_cannot_sail_stays_behind_and_is_not_named_in_what_a_click_does() -> None:
    state = roses.scene(Kent="Gloucester, Rebel", Calais="Norfolk", king="Lancaster", side="York")
    seat = at(state, "York")
    chosen = click(seat, seat.tree, NOBODY, "Kent")
    assert isinstance(chosen, Chosen) and len(chosen.numbers) == 2
    goal = goals(seat.tree, chosen)["Calais"]
    assert [doer(act) for act in moves_of(goal.move)] == ["Gloucester"]  # type: ignore[arg-type]
    assert preview(seat, seat.tree, chosen, goal).startswith("Gloucester sails to Calais for ")
