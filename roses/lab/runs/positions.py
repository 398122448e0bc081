"""Positions of simulated games as texts, to learn from: the state without its events, packed into one column."""

from __future__ import annotations

import base64
import random
from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec
from msgspec.structs import fields

from roses.richard.position import Phase
from roses.richard.rules import ruleset
from roses.richard.state import State
from roses.richard.tables import PLACES, scenario

_LEFT_OUT: Final = frozenset({"occ", "events", "setup", "rules", "line_up", "result"})  # follow from others, or none
_KEPT: Final = tuple(field for field in fields(State) if field.name not in _LEFT_OUT)
_TYPES: Final = tuple((field.name, field.type) for field in _KEPT)
_EACH_TURN: Final = 2  # states of a turn, beside its first one


def packed(state: State) -> str:
    """Return a state that is not over as a text without its events; ``unpacked`` makes the state of it again.

    >>> import roses
    >>> state = roses.replay("1483-richard-iii")[100]
    >>> unpacked(packed(state)) == msgspec.structs.replace(state, events=())
    True
    """
    values = [getattr(state, name) for name, _type in _TYPES]
    named = (state.setup.id, state.header["options"].get("campaigns"))
    return base64.b85encode(msgspec.msgpack.encode((named, state.rules.name, values))).decode()


def unpacked(text: str) -> State:
    """Return the state of a text that ``packed`` made; msgspec.DecodeError for another text."""
    named, rules, values = msgspec.msgpack.decode(base64.b85decode(text))
    held = {name: msgspec.convert(value, kind) for (name, kind), value in zip(_TYPES, values, strict=True)}
    occ = [0] * len(PLACES)
    for block, place in enumerate(held["loc"]):
        occ[place] |= 1 << block
    setup = scenario(*([named] if isinstance(named, str) else named))  # earlier versions packed the name alone
    fixed: dict[str, Any] = {"setup": setup, "rules": ruleset(rules), "occ": tuple(occ)}
    return State(**held, **fixed, events=(), line_up=None, result=None)


def sampled(states: Sequence[State], rng: random.Random) -> Iterator[int]:
    """Yield, in order, the numbers of the first state of each turn and of two others of it, none of which is over.

    >>> import roses
    >>> numbers = list(sampled(roses.replay("1483-richard-iii").states, random.Random(1)))
    >>> len(numbers), numbers == sorted(set(numbers))
    (21, True)
    """
    begun = [at for at in range(1, len(states)) if _begins(states, at)]
    ends = [*begun[1:], len(states) - 1]
    for first, end in zip(begun, ends, strict=True):
        later = range(first + 1, end)
        yield from (first, *sorted(rng.sample(later, min(_EACH_TURN, len(later)))))


def _begins(states: Sequence[State], at: int) -> bool:
    """Whether a turn begins with this state: the cards are asked for."""
    return states[at].phase is Phase.CARDS and states[at - 1].phase is not Phase.CARDS
