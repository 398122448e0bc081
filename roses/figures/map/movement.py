"""The reach of a march as values for the map: its cost, how many blocks may go where, a refusal."""

from __future__ import annotations

import msgspec

from roses.figures.drawing.points import Line
from roses.figures.map import geography
from roses.figures.map.geography import SHAPES


class Flag(msgspec.Struct, frozen=True):
    """One area in reach: length of the march in areas (``steps``), how many blocks may go, whether it is an attack."""

    steps: int
    blocks: int
    attack: bool = False


class Reach(msgspec.Struct, frozen=True):
    """Where ``count`` chosen blocks may march from ``origin``; ``refused`` is an area they may not march to.

    ``cost`` are the action points that they take together: 0 if blocks have left the area this turn (rule 5.2), None if
    they retreat from a battle (6.6).

    >>> Reach("Hereford", 3, {"Powys": Flag(1, 2)}).flags["Powys"].blocks
    2
    """

    origin: str
    count: int
    flags: dict[str, Flag]
    refused: str | None = None
    cost: int | None = 1


def regions(reach: Reach) -> dict[str, tuple[Line, ...]]:
    """Return the fills and outlines of a reach by layer, in km."""
    bright = frozenset({reach.origin, *reach.flags})
    dim = tuple(ring for area in SHAPES if area not in bright for ring in geography.rings(area))
    abroad = tuple(geography.pairs(line) for line in geography.GROUND.abroad)
    outline = geography.outline(bright)
    found = {
        "veil": dim + abroad,
        "veil above": dim,
        "reach": tuple(ring for area in reach.flags for ring in geography.rings(area)),
        "here": geography.rings(reach.origin),
        "outline casing": outline,
        "outline": outline,
    }
    return found | ({"refused": geography.rings(reach.refused)} if reach.refused in SHAPES else {})
