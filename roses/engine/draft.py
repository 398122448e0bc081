"""The draft on which one action is worked out: the fields of a state, open to change, then frozen into the next one."""

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
    """A state in the making. A game derives its own: the fields of its State in order, then ``stage: str = ""``.

    What a state holds as a tuple or as bytes may be a list or a bytearray here, to change in place; ``events`` begin
    empty. ``stage`` names the automatic part of the sequence of play that comes next.
    """


def thaw(state: GameState, kind: type[D]) -> D:
    """Return the draft, of this kind, on which the next state is worked out."""
    values = list(astuple(state))
    for at, mutable in _plan(kind).thaw:
        values[at] = mutable(values[at])
    return kind(*values)


def freeze(draft: Draft, kind: type[S]) -> S:
    """Return the state, of this kind, that a draft has become."""
    values = list(astuple(draft))
    for at, frozen in _plan(type(draft)).freeze:
        values[at] = frozen(values[at])
    values.pop()  # the stage
    return kind(*values)


class _Plan(NamedTuple):
    """What changes its type, by place among the fields of a draft and of a state."""

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
