"""Drafts: mutable copies of a state. An action is applied to a draft, which is then frozen into the next state."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple, TypeVar, get_origin

import msgspec
from msgspec.structs import astuple

from roses.engine.state import GameState

D = TypeVar("D", bound="Draft")
S = TypeVar("S", bound=GameState)
_FROZEN: dict[Any, Callable[[Any], Any]] = {list: tuple, bytearray: bytes}


class Draft(msgspec.Struct):
    """A mutable copy of a state.

    Each game derives its own class, with the fields of its State in the same order, then ``stage: str = ""``. A tuple
    or bytes of the state may be a list or bytearray here. ``events`` begin empty. ``stage`` names the automatic stage
    of the sequence of play that comes next, "" for none.
    """


def thaw(state: GameState, kind: type[D]) -> D:
    """Return a draft of class ``kind`` with the values of ``state``, without its events."""
    values = list(astuple(state))
    for at, mutable in _plan(kind).thaw:
        values[at] = mutable(values[at])
    return kind(*values)


def freeze(draft: Draft, kind: type[S]) -> S:
    """Return a state of class ``kind`` with the values of ``draft``."""
    values = list(astuple(draft))
    for at, frozen in _plan(type(draft)).freeze:
        values[at] = frozen(values[at])
    values.pop()  # the stage
    return kind(*values)


class _Plan(NamedTuple):
    """The fields whose type differs between state and draft: (index of the field, conversion), for both directions."""

    thaw: tuple[tuple[int, Callable[[Any], Any]], ...]
    freeze: tuple[tuple[int, Callable[[Any], Any]], ...]


@cache
def _plan(kind: type[Draft]) -> _Plan:
    fields = msgspec.structs.fields(kind)
    types = [get_origin(field.type) or field.type for field in fields]
    changing = [(at, mutable) for at, mutable in enumerate(types) if mutable in _FROZEN]
    thawed = ((at, _none if fields[at].name == "events" else mutable) for at, mutable in changing)
    return _Plan(tuple(thawed), tuple((at, _FROZEN[mutable]) for at, mutable in changing))


def _none(_: Any) -> list[Any]:
    return []
