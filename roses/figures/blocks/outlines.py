"""Outlines of tokens in u: profiles of kinds, feet of sides, and the signs on them; a body is 40 x 44 u, y down."""

from __future__ import annotations

import math
from typing import Final

from roses.figures.drawing.geometry import Point

Outline = tuple[Point, ...]

_TOPS: Final[dict[str, Outline]] = {
    "noble": ((-20, -22), (20, -22)),
    "levy": (
        (-20, -30),
        (-11.5, -30),
        (-11.5, -24),
        (-4.3, -24),
        (-4.3, -30),
        (4.3, -30),
        (4.3, -24),
        (11.5, -24),
        (11.5, -30),
        (20, -30),
    ),
    "church": ((-20, -22), (0, -35), (20, -22)),
    "mercenary": ((-20, -32), (0, -22), (20, -32)),
    "bombard": tuple((-20 * math.cos(i * math.pi / 14), -20 - 14 * math.sin(i * math.pi / 14)) for i in range(15)),
    "rebel": ((-20, -20), (-16, -31), (-10, -22), (-3, -33), (3, -22), (11, -31), (15, -22), (20, -27)),
}
_TORN: Final[Outline] = ((20, 18), (14, 23), (8, 18), (2, 24), (-5, 18), (-11, 24), (-16, 18), (-20, 22))
_FLAT: Final[Outline] = ((20, 22), (-20, 22))
CROWN: Final[Outline] = ((-17, -22), (-20, -32), (-10, -27.5), (0, -36), (10, -27.5), (20, -32), (17, -22))
AWAY: Final[Outline] = ((-14, 4), (6, 4), (6, -2), (20, 8), (6, 18), (6, 12), (-14, 12))
SHIELD: Final[Outline] = ((-5, -5), (5, -5), (5, 1), (0, 6), (-5, 1))


def _heater() -> Outline:
    """Return the bottom of a shield: straight to y 5, then two quadratic curves to the point at y 31."""
    right = [
        ((1 - t) ** 2 * 20 + 2 * t * (1 - t) * 20, (1 - t) ** 2 * 5 + 2 * t * (1 - t) * 22 + t * t * 31)
        for t in (i / 8 for i in range(9))
    ]
    return tuple(right) + tuple((-x, y) for x, y in right[-2::-1])


_BOTTOMS: Final = {"York": _FLAT, "Lancaster": _heater(), "Rebel": _TORN}
FLATTENED: Final[dict[str, Outline]] = {
    "York": ((-20, 8), (20, 8), (20, 22), (-20, 22)),
    "Lancaster": ((-20, 8), (20, 8), (20, 14), (0, 28), (-20, 14)),
}


def body(kind: str, side: str) -> Outline:
    """Return the outline of a token in u: the profile of ``kind`` above, the foot of ``side`` below.

    An heir's is a noble's (the crown stands on it); a rebel's is torn whoever commands it.

    >>> body("noble", "York")
    ((-20, -22), (20, -22), (20, 22), (-20, 22))
    """
    house = "Rebel" if kind == "rebel" else side
    return _TOPS.get(kind, _TOPS["noble"]) + _BOTTOMS[house]


def circle(x: float, y: float, radius: float, corners: int = 24) -> Outline:
    """Return a disc as a polygon; plotly fills no other discs."""
    turns = (2 * math.pi * i / corners for i in range(corners))
    return tuple((x + radius * math.sin(a), y - radius * math.cos(a)) for a in turns)


def rose(radius: float) -> Outline:
    """Return a five-petal rose round (0, 0), one petal to the north; its core has 0.3 of the radius.

    >>> rose(10)[0]
    (0.0, -10.0)
    """
    outline = []
    for i in range(60):
        a = 2 * math.pi * i / 60
        r = radius * (0.66 + 0.34 * abs(math.cos(2.5 * a)) ** 0.75)
        outline.append((r * math.sin(a), -r * math.cos(a)))
    return tuple(outline)


def foot(side: str) -> float:
    """Return how far below its centre a token reaches, in u."""
    return {"York": 22.0, "Lancaster": 31.0, "Rebel": 24.0}[side]


def head(kind: str) -> float:
    """Return how far above its centre a token reaches, in u (crowns count).

    >>> head("heir"), head("noble")
    (36.0, 22)
    """
    return 36.0 if kind == "heir" else -min(y for _, y in _TOPS.get(kind, _TOPS["noble"]))


def shift(shapes: Outline, x: float, y: float, scale: float = 1.0) -> Outline:
    """Return an outline scaled and then shifted by ``x``, ``y``."""
    return tuple((x + a * scale, y + b * scale) for a, b in shapes)
