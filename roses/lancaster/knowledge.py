"""Knowledge: what all players know of a state in the state's own numbers, from which ``resample`` draws states."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

import msgspec

from roses.engine.protocol import Outcome
from roses.lancaster.position import Conflict, Fields, Knights, Owed, Stack
from roses.lancaster.ruleset import Ruleset
from roses.lancaster.tables import Components, Setup


class Known(msgspec.Struct, frozen=True):
    """The fields of ``State`` but for what may be hidden: gold, squires and votes; the rest lies open (rule 16.1).

    ``held`` are the gold and the squires in all hands together if the supply is limited: then the box shows what is
    left; else ().
    """

    parts: Components
    rules: Ruleset
    setup: Setup
    first: int
    mover: int
    waiting: tuple[int, ...]
    court: tuple[Knights, ...]
    reserve: tuple[Knights, ...]
    castle: tuple[Knights, ...]
    built: tuple[int, ...]
    turned: tuple[int, ...]
    nobles: tuple[int, ...]
    markers: tuple[int, ...]
    leftover: tuple[int, ...]
    score: tuple[int, ...]
    counties: tuple[Stack | None, ...]
    stacks: tuple[int, ...]
    removed: int
    conflicts: tuple[Conflict, ...]
    deck: int
    favours: int
    laws: tuple[int, ...]
    pile: int
    proposals: tuple[int, ...]
    passed: tuple[bool, ...]
    at: int
    items: int
    captured: tuple[tuple[int, Knights], ...]
    owed: tuple[Owed, ...]
    then: str
    result: Outcome | None
    held: tuple[int, ...] = ()


_open = attrgetter(*Known.__struct_fields__[:-1])


def known(state: Fields) -> Known:
    """Return what all players know of a state, by rule 16.1."""
    held = (sum(state.gold), sum(state.squires)) if state.rules.supply == "limited" else ()
    values: tuple[Any, ...] = (*_open(state), held)
    return Known(*values)
