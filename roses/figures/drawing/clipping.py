"""Geometry in px: clipping outlines and lines to a box, leaving out points, hatching."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence

from roses.figures.drawing.occupancy import Box
from roses.figures.drawing.points import Line, Point


def thin(line: Line, near: float) -> Line:
    """Leave out points nearer than ``near`` to the one kept before; first and last always stay.

    >>> thin(((0, 0), (0.1, 0), (5, 0), (5.1, 0)), 1)
    ((0, 0), (5, 0), (5.1, 0))
    """
    kept = [line[0]]
    for x, y in line[1:-1]:
        if abs(x - kept[-1][0]) + abs(y - kept[-1][1]) >= near:
            kept.append((x, y))
    return (*kept, line[-1])


def simple(line: Line, off: float) -> Line:
    """Leave out points that lie less than ``off`` from the line without them (Douglas and Peucker); ends stay.

    >>> simple(((0, 0), (5, 0.1), (10, 0), (10, 5)), 1)
    ((0, 0), (10, 0), (10, 5))
    """
    if len(line) < 3:
        return line
    (x0, y0), (x1, y1) = line[0], line[-1]
    across, down, length = x1 - x0, y1 - y0, math.dist(line[0], line[-1])
    away = [
        abs(across * (y0 - y) - (x0 - x) * down) / length if length else math.dist(line[0], (x, y))
        for x, y in line[1:-1]
    ]
    farthest = max(away)
    if farthest < off:
        return (line[0], line[-1])
    at = away.index(farthest) + 1
    return simple(line[: at + 1], off)[:-1] + simple(line[at:], off)


def polygon(ring: Line, box: Box) -> Line:
    """Return a closed outline cut to a box (Sutherland and Hodgman); parts may be joined along the box's edge.

    >>> polygon(((0, 0), (10, 0), (10, 10), (0, 10), (0, 0)), (5, -5, 20, 5))
    ((5.0, 5), (5, 0.0), (10, 0), (10.0, 5), (5.0, 5))
    """
    points: Sequence[Point] = ring[:-1]
    for axis, limit, sign in ((0, box[0], 1), (1, box[1], 1), (0, box[2], -1), (1, box[3], -1)):
        if all((point[axis] - limit) * sign >= 0 for point in points):
            continue
        points = _half(points, axis, limit, sign)
        if not points:
            return ()
    return (*points, points[0])


def _half(points: Sequence[Point], axis: int, limit: float, sign: int) -> list[Point]:
    """Return the part of an outline on one side of a line along an axis."""
    kept: list[Point] = []
    for before, point in zip((points[-1], *points[:-1]), points, strict=True):
        was, now = (before[axis] - limit) * sign, (point[axis] - limit) * sign
        if (was < 0) != (now < 0):
            part = was / (was - now)
            other = before[1 - axis] + part * (point[1 - axis] - before[1 - axis])
            kept.append((limit, other) if axis == 0 else (other, limit))
        if now >= 0:
            kept.append(point)
    return kept


def polyline(line: Line, box: Box) -> tuple[Line, ...]:
    """Return the stretches of a line that come near a box; whole segments, so they may stick out a little.

    >>> polyline(((0, 0), (1, 0), (2, 0), (9, 0)), (1.5, -1, 3, 1))
    (((1, 0), (2, 0), (9, 0)),)
    """
    found: list[list[Point]] = []
    joined = False
    for a, b in itertools.pairwise(line):
        low, high = (min(a[0], b[0]), min(a[1], b[1])), (max(a[0], b[0]), max(a[1], b[1]))
        seen = high[0] >= box[0] and low[0] <= box[2] and high[1] >= box[1] and low[1] <= box[3]
        if seen and not joined:
            found.append([a])
        if seen:
            found[-1].append(b)
        joined = seen
    return tuple(tuple(part) for part in found)


def hatch(rings: Iterable[Line], step: float) -> tuple[Line, ...]:
    """Return lines that rise at 45 degrees, ``step`` px apart from left to right, in closed outlines (even-odd rule).

    >>> hatch([((0, 0), (20, 0), (20, 10), (0, 10), (0, 0))], 12)
    (((2.0, 10.0), (12.0, 0.0)), ((14.0, 10.0), (20.0, 4.0)))
    """
    crossings: dict[int, list[float]] = {}
    for ring in rings:
        for (x0, y0), (x1, y1) in itertools.pairwise(ring):
            s0, s1 = x0 + y0, x1 + y1
            for i in range(math.ceil(min(s0, s1) / step), math.ceil(max(s0, s1) / step)):
                part = (i * step - s0) / (s1 - s0)
                crossings.setdefault(i, []).append(x0 + part * (x1 - x0))
    found = []
    for i, xs in crossings.items():
        xs.sort()
        pairs = zip(xs[::2], xs[1::2], strict=False)
        found += [((a, i * step - a), (b, i * step - b)) for a, b in pairs if a != b]  # equal where a corner is touched
    return tuple(found)
