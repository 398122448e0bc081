"""Helpers for tests of the court game on ``roses.lancaster.scene``: fixed values, short names and questions.

Values of components that are reconstructed are fixed here, so that tests hold whatever the shipped ones are.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from roses.engine.errors import RuleError
from roses.engine.state import freeze, thaw
from roses.lancaster import phases
from roses.lancaster.gains import Gain, PointsScored, Source
from roses.lancaster.position import Draft
from roses.lancaster.scene import play as go
from roses.lancaster.scene import scene as set_up
from roses.lancaster.state import State
from roses.lancaster.tables import COUNTIES

__all__ = ["FIXED", "at", "county", "gained", "go", "house", "kinds", "points", "refused", "scene", "slots", "texts",
           "votes"]  # fmt: skip

FIXED = {  # the reconstructed values, as the examples take them
    "counties": {
        **{name: {"minimum": n} for name, n in zip(COUNTIES, (2, 1, 3, 3, 2, 2, 4, 1, 1), strict=True)},
        "Somerset": {"minimum": 4, "reward": {"points": 6}},
    },
    "castle": {"gold": {"reward": {"gold": 2}}, "markers": {"reward": {"markers": 2}}},
    "favours": {
        "purse": {"reward": {"gold": 3}},
        "gold": {"reward": {"gold": 2}},
        "squires": {"reward": {"squires": 2}},
    },
}


def scene(players: int = 4, **given: Any) -> State:
    """Return a scene of ``roses.lancaster.scene`` at the placing of knights, with the fixed components."""
    return set_up(players, **{"components": FIXED, **given})


def at(state: State, stage: str, **fields: Any) -> State:
    """Return the state when the sequence of play goes on with ``stage``."""
    d = thaw(state, Draft)
    for name, value in {"at": 0, **fields, "stage": stage}.items():
        setattr(d, name, value)
    phases.run(d)
    return freeze(d, State)


def votes(state: State, **by: str) -> State:
    """Let everybody vote, ``Blue="yes 1"``; who is not named votes no with none."""
    for side in state.active:
        choice, _, markers = by.get(side, "no").partition(" ")
        state = state.apply(f"{side} votes {choice} with {markers or 0}")
    return state


def texts(state: State, side: str | None = None) -> list[str]:
    return [str(a) for a in state.legal_actions(side)]


def refused(state: State, action: str, rule: str, *words: str) -> None:
    """Assert that an action is refused by this rule with a reason that has these words."""
    with pytest.raises(RuleError) as caught:
        state.apply(action)
    assert caught.value.rule == rule, caught.value
    assert [word for word in words if word not in str(caught.value)] == [], str(caught.value)
    assert set(caught.value.nearest) <= {a for side in state.active for a in state.legal_actions(side)}


def house(state: State, colour: str) -> Any:
    """Return what an umpire sees of a house."""
    return state.view().house(colour)


def county(state: State, name: str) -> tuple[str, int]:
    """Return who holds a county and with how much."""
    seen = state.view().land(name)
    return seen.holder, seen.knight + seen.squires


def slots(state: State, card: str) -> list[tuple[str, tuple[int, ...]]]:
    seen = state.view().war(card)
    return [(s.colour, s.knights) for s in seen.slots]


def points(state: State) -> dict[str, int]:
    """Return the points that the events gave, by colour."""
    counts: Counter[str] = Counter()
    for event in state.events:
        if isinstance(event, PointsScored):
            counts[event.side] += event.amount
    return dict(counts)


def kinds(state: State) -> list[str]:
    return [e.kind for e in state.events]


def _named(source: Source) -> str:
    return f"{source.kind} {source.name}" if source.kind in ("law", "castle") else str(source)


def gained(state: State, colour: str, source: str) -> dict[str, int]:
    """Return what a colour took from one source, such as "law L08" or "York", as the events tell it."""
    counts: Counter[str] = Counter()
    for event in state.events:
        if isinstance(event, Gain) and _named(event.source) == source and event.side == colour:
            counts[event.kind] += event.amount
    return dict(counts)
