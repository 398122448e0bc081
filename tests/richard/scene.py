"""Helpers for tests of the block war game on ``roses.scene`` and ``roses.battle``: short names and questions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
import pytest

import roses
from roses.engine.errors import RuleError
from roses.engine.protocol import Action
from roses.richard.actions import March, Sail
from roses.richard.events.campaign import LordsCounted
from roses.richard.rules import Ruleset
from roses.richard.scenes import finish, until
from roses.richard.scenes import play as go
from roses.richard.state import State

__all__ = ["battle", "event", "finish", "fired", "front", "go", "kinds", "legal", "reach", "refused", "round_is",
           "ruling", "scene", "stands", "texts", "turn_of", "until"]  # fmt: skip


def ruling(**fields: Any) -> Ruleset:
    """Return the revised rules with these fields changed."""
    return msgspec.structs.replace(Ruleset(), **fields)


def scene(lancaster: str = "2", york: str = "3", **given: Any) -> State:
    """Return a scene in which these cards lie open; Lancaster has the crown unless told otherwise."""
    return roses.scene(cards=(lancaster, york), **{"king": "Lancaster", **given})


def battle(area: str, attacker: str, attackers: Mapping[str, str], defenders: str, *,
           card: str = "4", answer: str = "3", **given: Any) -> State:  # fmt: skip
    """Return a battle that the attacker begins with ``card``, while the defender plays ``answer``."""
    cards = (card, answer) if attacker == "Lancaster" else (answer, card)
    return roses.battle(area, attackers, defenders, cards=cards, **{"king": "Lancaster", **given})


def round_is(number: int) -> Callable[[State], bool]:
    """Return a condition for ``until``: the battle in hand is in this round."""
    return lambda s: s.battle is not None and s.battle.round == number


def turn_of(state: State, action: str) -> State:
    """Let all others pass until ``action`` is legal, then choose it."""
    return until(state, lambda s: action in texts(s)).apply(action)


def fired(state: State, block: str, *dice: int) -> Any:
    """Let a block fire in its turn and return the event, with its ``rating`` and ``hits``."""
    state = turn_of(state, f"{block} fires")
    return event(state.apply("roll " + " ".join(map(str, dice or [6] * state.due.dice))), "fire")  # type: ignore[union-attr]


def event(state: State, kind: str) -> Any:
    """Return the first event of this kind."""
    return next(e for e in state.events if e.kind == kind)


def votes(state: State) -> tuple[int, int]:
    """Return how many lords were counted for Lancaster and for York."""
    counted = next(e for e in state.events if isinstance(e, LordsCounted))
    return counted.lancaster, counted.york


def kinds(state: State) -> list[str]:
    return [e.kind for e in state.events]


def texts(state: State) -> list[str]:
    return [str(a) for a in state.legal_actions()]


def legal(state: State, *wanted: type[Action]) -> list[Any]:
    """Return the legal actions of these kinds."""
    return [a for a in state.legal_actions() if isinstance(a, wanted)]


def reach(state: State, block: str, kind: type[March] | type[Sail] = March) -> set[str]:
    """Return the areas where a block may end a march, or land from the sea."""
    return {a.path[-1] if isinstance(a, March) else a.area for a in legal(state, kind) if a.block == block}


def refused(state: State, *actions: str) -> None:
    """Assert that each of these actions is refused by a rule."""
    for action in actions:
        with pytest.raises(RuleError):
            state.apply(action)


def front(state: State, side: str) -> set[str]:
    """Return the blocks of a side's front line, as the other side sees them."""
    view = state.view("York" if side == "Lancaster" else "Lancaster")
    assert view.battle is not None
    return {p.block for p in view.pieces if p.place == view.battle.area and p.side == side and p.block}


def stands(state: State, area: str) -> dict[str, int]:
    """Return who stands in an area (or Pool) and how strong."""
    return {p.block: p.steps for p in state.view().pieces if p.place == area and p.block and p.steps is not None}
