"""Knowledge: what all players know of a state in the state's own numbers, from which ``resample`` draws states."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

from roses.engine.protocol import Number
from roses.lancaster.position import Open, Position


class Known(Open, frozen=True):  # type: ignore[misc]  # msgspec lets a frozen class have a base that is not
    """What lies open in a state: all fields but those that may be hidden (rule 16.1).

    ``held`` are the gold and the squires in all hands together if the supply is limited: then the box shows what is
    left; else ().
    """

    held: tuple[Number, ...] = ()


_open = attrgetter(*Open.__struct_fields__)


def known(state: Position) -> Known:
    """Return what all players know of a state, by rule 16.1."""
    held = (sum(state.gold), sum(state.squires)) if state.rules.supply == "limited" else ()
    values: tuple[Any, ...] = (*_open(state), held)
    return Known(*values)
