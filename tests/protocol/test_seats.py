"""Seats: a side does what it may, sees what it may know, and no public attribute leads to the game behind."""

from __future__ import annotations

import gc
import random

import pytest

import roses
from roses.engine.errors import RuleError
from roses.engine.game import Game
from roses.engine.protocol import Done
from roses.engine.record import Record
from roses.engine.seat import Seat
from roses.engine.state import GameState
from roses.richard.actions import Hit
from tests.protocol.test_plays import begun
from tests.testing.fuzz import Case


def seats(game: Game) -> dict[str, Seat]:
    """A seat for each side of a game."""
    return {side: roses.sit(game, side) for side in game.state.sides}


def choosing(at: dict[str, Seat]) -> list[Seat]:
    """The seats that have something to choose."""
    return [seat for seat in at.values() if seat.to_choose]


def reachable(value: object) -> list[object]:
    """All that can be reached from a value by its attributes and contents, classes and modules apart."""
    results: dict[int, object] = {}
    left = [value]
    while left:
        one = left.pop()
        if id(one) not in results and not isinstance(one, type):
            results[id(one)] = one
            left.extend(gc.get_referents(one))
    return list(results.values())


def test_a_whole_game_is_played_from_its_seats_alone(case: Case) -> None:
    game, rng = begun(case), random.Random(case.seed)
    at = seats(game)
    while due := choosing(at):
        seat = rng.choice(due)
        before = len(seat)
        seat.play(rng.choice(seat.options))
        assert len(seat) > before
        assert seat.events(before) == game.events(before, seat.side)
    assert {seat.outcome for seat in at.values()} == {game.state.outcome} != {None}


def test_a_seat_sees_what_its_side_may_know(case: Case) -> None:
    game = begun(case)
    for side, seat in seats(game).items():
        assert seat.view == game.state.view(side)
        assert seat.prompt == game.prompt(side)
        assert seat.options == game.state.legal_actions(side)


def test_nothing_behind_a_seat_leads_to_the_game(case: Case) -> None:
    seat = choosing(seats(begun(case)))[0]
    seat.play(seat.options[0])
    secret = [one for one in reachable(seat) if isinstance(one, Game | GameState | Record | random.Random)]
    assert not secret
    assert not [name for name in dir(seat) if name in {"state", "record", "seed", "apply", "__dict__"}]


def test_a_seat_plays_for_its_own_side_only(case: Case) -> None:
    game = begun(case)
    at = seats(game)
    for seat in choosing(at):
        for other in choosing(at):
            if other is not seat:
                mine = set(seat.options)
                for action in [item for item in other.options if item not in mine][:3]:
                    with pytest.raises(RuleError):
                        seat.play(action)
    assert len(game) == len(begun(case)), "a refused move was played"


def test_a_seat_that_has_nothing_to_choose_says_so() -> None:
    game = roses.game("richard-iii", "1483", seed=7)
    at = seats(game)
    first = at["York"].options[0]
    at["York"].play(first)
    with pytest.raises(RuleError, match=r"York was to play York plays card \d+, but has nothing to choose now: Lanc"):
        at["York"].play(first)


def test_a_seat_takes_back_its_own_choice_only() -> None:
    at = seats(roses.game("richard-iii", "1483", seed=7))
    at["York"].play(at["York"].options[0])
    with pytest.raises(RuleError, match="Lancaster takes back its own choices only"):
        at["Lancaster"].undo()
    at["York"].undo()
    assert at["York"].to_choose


def test_forced_is_a_lone_option_and_never_an_end_that_takes_the_undo_away(case: Case) -> None:
    game, rng = begun(case), random.Random(case.seed)
    at, met = seats(game), 0
    while due := choosing(at):
        seat = rng.choice(due)
        if seat.forced is not None:
            assert seat.options == (seat.forced,)
            met += 1
        elif len(seat.options) == 1:
            assert isinstance(seat.options[0], Done) and seat.may_undo
            seat.undo()
            assert seat.to_choose and len(seat.options) > 1
            seat.play(seat.options[0])
        if seat.to_choose:
            seat.play(seat.forced or rng.choice(seat.options))
    assert met or case.game not in ("richard-iii", "lancaster")


def test_6_4_nearly_all_hits_leave_no_choice() -> None:
    hits = forced = 0
    for seed in range(12):
        game, rng = roses.game("richard-iii", "1483", seed=seed), random.Random(seed)
        at = seats(game)
        while due := choosing(at):
            seat = due[0]
            if isinstance(seat.options[0], Hit):
                hits, forced = hits + 1, forced + (seat.forced is not None)
            seat.play(rng.choice(seat.options))
    assert forced > 0.9 * hits > 40, (forced, hits)


def test_a_seat_says_why_not_for_its_own_reader() -> None:
    at = seats(roses.game("richard-iii", "1483", seed=7))
    assert at["York"].why_not("Gloucester marches to Kent").rule == "1.1"
    assert at["York"].why_not(at["York"].options[0]).legal


def test_there_is_no_seat_for_a_side_that_does_not_play() -> None:
    with pytest.raises(ValueError, match="there is no side 'Tudor'"):
        roses.sit(roses.game("richard-iii", "1483", seed=7), "Tudor")
    with pytest.raises(ValueError, match="there is no side 'None'"):  # an umpire has no seat
        roses.sit(roses.game("richard-iii", "1483", seed=7), None)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"sit\(\) needs a game in progress, .* not State"):
        roses.sit(roses.start("richard-iii"), "York")  # type: ignore[arg-type]
