"""Texts that are no move: the three nearest legal moves hold the one that was meant, and no wrong rule is named.

``data/wrong_inputs.jsonl`` has one input a line: a position (``record``, ``step``), the ``side`` that types ``text``,
and either ``right``, legal moves that may be meant, or none; ``rule`` is the rule that must be named, by default that
of the decision due. Those ``held_out`` were written when the reader was done, and nothing was fitted to them.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec
import pytest

import roses
from roses.engine.errors import RuleError
from roses.engine.game import Game
from roses.engine.games import start
from roses.engine.record import Record, prefix
from roses.engine.replay import Replay
from roses.engine.seat import Seat
from roses.engine.state import GameState

FILE = Path(__file__).parent / "data" / "wrong_inputs.jsonl"


class Input(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of the file."""

    record: str
    step: int
    side: str
    text: str
    right: tuple[str, ...]
    rule: str = ""
    held_out: bool = False


INPUTS = msgspec.json.Decoder(Input).decode_lines(FILE.read_bytes())


@cache
def replayed(record: str) -> Replay:
    return roses.replay(record)


def position(given: Input) -> GameState:
    return replayed(given.record)[given.step]


def answered(given: Input) -> RuleError:
    """What ``play`` raises: any other exception fails the test."""
    state = position(given)
    try:
        refused = state.refusal(state.read(given.text, given.side), given.side)
    except RuleError as error:
        return error
    assert refused, f"{given.text!r} is a legal move"
    return refused


def is_right(given: Input) -> bool:
    return bool(set(map(str, answered(given).nearest[:3])) & set(given.right))


def share(of: list[Input]) -> float:
    asked = [given for given in of if given.right]
    return sum(map(is_right, asked)) / len(asked)


def test_the_inputs_are_many_and_of_both_games_and_their_moves_are_legal() -> None:
    assert len(INPUTS) >= 120 and sum(given.held_out for given in INPUTS) >= 30
    assert len({(given.record, given.step, given.text) for given in INPUTS}) == len(INPUTS)
    assert {str(position(given).header["game"]) for given in INPUTS} == {"richard-iii", "lancaster"}
    for given in INPUTS:
        assert given.side in position(given).active
        assert set(given.right) <= set(map(str, position(given).legal_actions(given.side))), given


@pytest.mark.parametrize("held_out", [False, True])
def test_of_a_hundred_wrong_texts_ninety_five_find_the_right_move_among_three(held_out: bool) -> None:
    some = [given for given in INPUTS if given.held_out is held_out]
    missed = [(given.text, [str(near) for near in answered(given).nearest]) for given in some if given.right
              if not is_right(given)]  # fmt: skip
    assert share(some) >= 0.95, missed


@pytest.mark.parametrize("given", INPUTS, ids=lambda given: f"{given.record}-{given.step}-{given.text}")
def test_no_wrong_rule_is_named(given: Input) -> None:
    error = answered(given)
    assert error.rule == (given.rule or position(given).rule), str(error)
    assert set(error.nearest) <= set(position(given).legal_actions(given.side))


@pytest.mark.parametrize("given", INPUTS[::17], ids=lambda given: given.text)
def test_a_seat_gives_the_same_answer_and_nothing_is_played(given: Input, tmp_path: Path) -> None:
    record: Record = replayed(given.record).record
    game = Game(start, record.game, record.scenario, ruleset=record.ruleset, chance=False, **record.options)
    for entry in prefix(record, given.step).entries:
        game.play(entry.action)
    seat = Seat(game, given.side)
    with pytest.raises(RuleError) as caught:
        seat.play(given.text)
    assert str(caught.value) == str(answered(given)) and len(seat) == given.step
