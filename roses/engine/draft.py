"""Drafts: copies of a state that can be changed. An action is applied to a draft, which then becomes the next state."""

from __future__ import annotations

from typing import TypeVar

import msgspec
from msgspec.structs import astuple

from roses.engine.state import GameState

D = TypeVar("D", bound="Draft")
S = TypeVar("S", bound=GameState)
V = TypeVar("V")


class Draft(msgspec.Struct, gc=False):
    """A copy of a state whose fields can be set; their values are those of the state, which nothing can change.

    Each game derives its own class, with the fields of its State in the same order, then ``stage: str = ""``.
    ``events`` begin empty. ``stage`` names the automatic stage of the sequence of play that comes next, "" for none.
    Nothing in it refers back to it, so that the garbage collector need not visit it (``gc=False``).
    """


def thaw(state: GameState, kind: type[D]) -> D:
    """Return a draft of class ``kind`` with the values of ``state``, without its events."""
    draft = kind(*astuple(state))
    draft.events = ()  # type: ignore[attr-defined]  # a field of each game's own class
    return draft


def freeze(draft: Draft, kind: type[S]) -> S:
    """Return a state of class ``kind`` with the values of ``draft``, but for the stage."""
    return kind(*astuple(draft)[:-1])


def put(values: tuple[V, ...], at: int, value: V) -> tuple[V, ...]:
    """Return ``values`` with another value at one place.

    >>> put((1, 2, 3), 1, 9)
    (1, 9, 3)
    """
    changed = list(values)
    changed[at] = value
    return tuple(changed)
