"""The gazetteer: where the towns, ports, castles and fields of the wars lie, from ``data/history/places.json``."""

from __future__ import annotations

from functools import cache

from roses.engine.data import read
from roses.engine.record import Place


@cache
def gazetteer() -> dict[str, Place]:
    """Return all places by name.

    >>> gazetteer()["Milford Haven"].kind
    'port'
    """
    return {place.name: place for place in read("history/places.json", tuple[Place, ...])}
