"""Knowledge: what all players know of a state in the state's own numbers, from which ``resample`` draws states."""

from __future__ import annotations

from operator import attrgetter

import msgspec

from roses.engine.protocol import Outcome
from roses.lancaster.position import Conflict, Fields, Knights, Owed, Stack
from roses.lancaster.ruleset import Ruleset
from roses.lancaster.tables import Components, Setup


class Known(msgspec.Struct, frozen=True):
    """The fields of ``State`` but for what may be hidden: gold, squires and votes; the rest lies open (rule 16.1)."""

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


_open = attrgetter(*Known.__struct_fields__)


def known(state: Fields) -> Known:
    """Return what all players know of a state, by rule 16.1."""
    return Known(*_open(state))
