"""The drawn map in km: coasts, areas, borders, outlines, and the area at a point."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final

import msgspec

from roses.engine.data import read
from roses.figures.drawing.geometry import Line, Point


class AreaShape(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One area: ``label`` the point farthest from its edge, ``radius`` that distance (km), ``rings`` signed arcs."""

    label: Point
    radius: float
    exile: bool
    tint: int
    rings: tuple[tuple[int, ...], ...]


class Arc(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A stretch of line with the same one or two areas beside it; ``border`` is its kind, empty for a coast."""

    line: tuple[float, ...]
    sides: tuple[str, ...]
    border: str


class GroundFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The shape of ``data/map/ground.json``; every line is x, y, x, y ... in km."""

    attribution: str
    areas: dict[str, AreaShape]
    arcs: tuple[Arc, ...]
    far: tuple[tuple[float, ...], ...]
    near: tuple[tuple[float, ...], ...]
    abroad: tuple[tuple[float, ...], ...]
    inland: tuple[tuple[float, ...], ...]
    gaps: tuple[tuple[float, ...], ...]
    seas: dict[str, tuple[Point, ...]]


GROUND: Final = read("map/ground.json", GroundFile)
SHAPES: Final = GROUND.areas
ATTRIBUTION: Final = GROUND.attribution
SEA_SPOTS: Final = GROUND.seas


def pairs(flat: tuple[float, ...]) -> Line:
    """Return x, y, x, y ... as points.

    >>> pairs((1.0, 2.0, 3.0, 4.0))
    ((1.0, 2.0), (3.0, 4.0))
    """
    return tuple(zip(flat[::2], flat[1::2], strict=True))


@cache
def arc(number: int) -> Line:
    """Return arc ``number`` (counted from 1); a negative number gives it backwards."""
    line = pairs(GROUND.arcs[abs(number) - 1].line)
    return line if number > 0 else line[::-1]


@cache
def rings(area: str) -> tuple[Line, ...]:
    """Return the closed outlines of an area, islands included; the last point is the first again."""
    outlines = []
    for numbers in SHAPES[area].rings:
        points: list[Point] = []
        for number in numbers:
            points += arc(number)[1 if points else 0 :]
        outlines.append(tuple(points))
    return tuple(outlines)


def chains(numbers: Iterable[int]) -> tuple[Line, ...]:
    """Join arcs end to end into the longest lines, so that dashes run on and corners are round.

    Lines end where three or more of the arcs meet.
    """
    rest = set(numbers)
    ends: dict[Point, list[int]] = {}
    for number in rest:
        for end in (number, -number):
            ends.setdefault(arc(end)[0], []).append(end)
    lines = []
    for number in sorted(rest):
        if number in rest:
            rest.discard(number)
            onward = _follow(number, ends, rest)
            lines.append(_follow(-number, ends, rest)[::-1] + onward[len(arc(number)) :])
    return tuple(lines)


def _follow(number: int, ends: dict[Point, list[int]], rest: set[int]) -> Line:
    """Return the line from the start of an arc on, through all ends at which exactly one unused arc goes on."""
    line = list(arc(number))
    while True:
        there = ends[line[-1]]
        onward = [n for n in there if abs(n) in rest]
        if len(there) != 2 or len(onward) != 1:
            return tuple(line)
        rest.discard(abs(onward[0]))
        line += arc(onward[0])[1:]


@cache
def borders(kind: str) -> tuple[Line, ...]:
    """Return all borders of a kind: major, river or minor."""
    return chains(i for i, a in enumerate(GROUND.arcs, 1) if a.border == kind)


def border(one: str, other: str) -> tuple[Line, ...]:
    """Return the border two areas share; empty if they do not touch."""
    sides = {one, other}
    return chains(i for i, a in enumerate(GROUND.arcs, 1) if a.border and set(a.sides) == sides)


@cache
def outline(areas: frozenset[str]) -> tuple[Line, ...]:
    """Return the outline round a set of areas, without the borders between them.

    >>> both = outline(frozenset({"Kent", "Sussex"}))
    >>> sum(map(len, both)) < sum(map(len, rings("Kent") + rings("Sussex")))
    True
    """
    return chains(i for i, a in enumerate(GROUND.arcs, 1) if len(areas.intersection(a.sides)) == 1)


@cache
def bounds(area: str) -> tuple[float, float, float, float]:
    """Return west, south, east and north of an area in km."""
    xs, ys = zip(*(point for ring in rings(area) for point in ring), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _crossings(ring: Line, x: float, y: float) -> Iterator[bool]:
    for (x0, y0), (x1, y1) in itertools.pairwise(ring):
        yield (y0 > y) != (y1 > y) and x < x0 + (y - y0) / (y1 - y0) * (x1 - x0)


def area_at(x: float, y: float) -> str | None:
    """Return the area at a point of the map (km), or None at sea and abroad.

    >>> area_at(*SHAPES["Kent"].label)
    'Kent'
    """
    for area in SHAPES:
        west, south, east, north = bounds(area)
        inside = west <= x <= east and south <= y <= north
        if inside and sum(sum(_crossings(ring, x, y)) for ring in rings(area)) % 2:
            return area
    return None
