"""Undo stops at revealed information: blocks that an enemy comes to see are announced by events."""

from __future__ import annotations

import random
from typing import Any

import pytest

import roses
from roses.engine.errors import RuleError
from roses.engine.protocol import CHANCE
from roses.richard.state import State
from roses.richard.tables import SIDES


def seen(state: State, side: str) -> set[Any]:
    """The enemy's blocks and card that a side knows by name."""
    view = state.view(side)
    blocks = {piece.block for piece in view.pieces if piece.side != side and piece.block}
    return blocks | {(other, card) for other, card in view.played.items() if other != side}


def test_6_1_what_comes_into_view_without_chance_is_revealed_by_an_event() -> None:
    needed: set[str] = set()
    for seed, scenario in enumerate(("1460", "1470", "1483") * 3):
        rng, state = random.Random(seed), roses.start("richard-iii", scenario)
        while state.active:
            chance = state.active == (CHANCE,)
            action = state.sample(rng) if chance else rng.choice(state.legal_actions(rng.choice(state.active)))
            after = state.apply(action)
            if not chance and any(seen(after, side) - seen(state, side) for side in SIDES):
                kinds = {event.kind for event in after.events if event.reveals}
                assert kinds, f"{action} at {state!r}"
                needed |= kinds if len(kinds) == 1 else set()
            state = after
    assert needed == {"reveal", "battle", "deploy"}


def test_1_1_a_card_is_taken_back_until_both_are_revealed() -> None:
    play = roses.game("richard-iii", "1483", seed=3)
    opening = play.state
    play.play(opening.legal_actions("York")[0])
    play.undo()
    assert play.state == opening
    for side in opening.active:
        play.play(opening.legal_actions(side)[0])
    with pytest.raises(RuleError, match="something hidden has been seen"):
        play.undo()
