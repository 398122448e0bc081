"""The gazetteer: where the towns, ports, castles and fields of the wars lie, from ``data/history/places.json``."""

from __future__ import annotations

from functools import cache

from roses.engine.data import read
from roses.engine.record import Place
from roses.richard.naming import known


@cache
def gazetteer() -> dict[str, Place]:
    """Return all places by name.

    >>> gazetteer()["Milford Haven"].kind
    'port'
    """
    return {place.name: place for place in read("history/places.json", tuple[Place, ...])}


def place(named: str | Place) -> Place:
    """Return a place by its name; a Place as it is. ValueError, which names similar ones, if the name is not known.

    >>> place("Shrewsbury")
    Place(name='Shrewsbury', lon=-2.753, lat=52.708, kind='town', area='Hereford')
    >>> place("Tamwort")
    Traceback (most recent call last):
    ValueError: there is no place 'Tamwort'; there is 'Tamworth'
    """
    return named if isinstance(named, Place) else gazetteer()[known("place", named, gazetteer())]
