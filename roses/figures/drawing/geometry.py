"""Points, lines and boxes of pictures, in px or in km on a map: clipping, hatching, curves, and the shapes of signs."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from typing import Final

Point = tuple[float, float]
Line = tuple[Point, ...]
Box = tuple[float, float, float, float]  # left, top, right, bottom in px


def shift(box: Box, x: float, y: float) -> Box:
    """Return a box shifted by ``x``, ``y``."""
    return box[0] + x, box[1] + y, box[2] + x, box[3] + y


def expand(box: Box, pad: float) -> Box:
    """Return a box that is larger by ``pad`` on every side."""
    return box[0] - pad, box[1] - pad, box[2] + pad, box[3] + pad


def box_around(x: float, y: float, half: float) -> Box:
    """Return the square box round a point, with sides of twice ``half``."""
    return x - half, y - half, x + half, y + half


def overlap(one: Box, other: Box) -> bool:
    """Tell whether two boxes share more than an edge.

    >>> overlap((0, 0, 2, 2), (1, 1, 3, 3)), overlap((0, 0, 2, 2), (2, 0, 4, 2))
    (True, False)
    """
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def outline(box: Box) -> Line:
    """Return the closed outline of a box.

    >>> outline((0, 0, 2, 1))
    ((0, 0), (2, 0), (2, 1), (0, 1), (0, 0))
    """
    left, top, right, low = box
    return ((left, top), (right, top), (right, low), (left, low), (left, top))


def thin(line: Line, near: float) -> Line:
    """Leave out points nearer than ``near`` to the one kept before; first and last always stay.

    >>> thin(((0, 0), (0.1, 0), (5, 0), (5.1, 0)), 1)
    ((0, 0), (5, 0), (5.1, 0))
    """
    points = [line[0]]
    for x, y in line[1:-1]:
        if abs(x - points[-1][0]) + abs(y - points[-1][1]) >= near:
            points.append((x, y))
    return (*points, line[-1])


def simplify(line: Line, off: float) -> Line:
    """Leave out points that lie less than ``off`` from the line without them (Douglas and Peucker); ends stay.

    >>> simplify(((0, 0), (5, 0.1), (10, 0), (10, 5)), 1)
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
    return simplify(line[: at + 1], off)[:-1] + simplify(line[at:], off)


def clip_outline(ring: Line, box: Box) -> Line:
    """Return a closed outline cut to a box (Sutherland and Hodgman); parts may be joined along the box's edge.

    >>> clip_outline(((0, 0), (10, 0), (10, 10), (0, 10), (0, 0)), (5, -5, 20, 5))
    ((5.0, 5), (5, 0.0), (10, 0), (10.0, 5), (5.0, 5))
    """
    points: Sequence[Point] = ring[:-1]
    for axis, limit, sign in ((0, box[0], 1), (1, box[1], 1), (0, box[2], -1), (1, box[3], -1)):
        if all((point[axis] - limit) * sign >= 0 for point in points):
            continue
        inside: list[Point] = []
        for before, point in zip((points[-1], *points[:-1]), points, strict=True):
            was, now = (before[axis] - limit) * sign, (point[axis] - limit) * sign
            if (was < 0) != (now < 0):
                part = was / (was - now)
                other = before[1 - axis] + part * (point[1 - axis] - before[1 - axis])
                inside.append((limit, other) if axis == 0 else (other, limit))
            if now >= 0:
                inside.append(point)
        if not inside:
            return ()
        points = inside
    return (*points, points[0])


def clip_line(line: Line, box: Box) -> tuple[Line, ...]:
    """Return the stretches of a line that come near a box; whole segments, so they may stick out a little.

    >>> clip_line(((0, 0), (1, 0), (2, 0), (9, 0)), (1.5, -1, 3, 1))
    (((1, 0), (2, 0), (9, 0)),)
    """
    parts: list[list[Point]] = []
    inside = False
    for a, b in itertools.pairwise(line):
        low, high = (min(a[0], b[0]), min(a[1], b[1])), (max(a[0], b[0]), max(a[1], b[1]))
        near = high[0] >= box[0] and low[0] <= box[2] and high[1] >= box[1] and low[1] <= box[3]
        if near and not inside:
            parts.append([a])
        if near:
            parts[-1].append(b)
        inside = near
    return tuple(tuple(part) for part in parts)


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
    lines = []
    for i, xs in crossings.items():
        xs.sort()
        pairs = zip(xs[::2], xs[1::2], strict=False)
        lines += [((a, i * step - a), (b, i * step - b)) for a, b in pairs if a != b]  # equal where a corner is touched
    return tuple(lines)


_SMOOTH: Final = 6  # points per bend
CRENELS: Final[Line] = ((-7, 7), (-7, -7), (-3.6, -7), (-3.6, -3.6), (-1.6, -3.6), (-1.6, -7), (1.6, -7), (1.6, -3.6),
                        (3.6, -3.6), (3.6, -7), (7, -7), (7, 7), (-7, 7))  # fmt: skip
CROSS: Final[tuple[Line, ...]] = (((0, -7), (0, 7)), ((-4.6, -2.5), (4.6, -2.5)))
SALTIRE: Final[tuple[Line, ...]] = (((-4.6, -4.6), (4.6, 4.6)), ((4.6, -4.6), (-4.6, 4.6)))
HILL: Final[Line] = ((-5.5, 4), (0, -5), (5.5, 4), (-5.5, 4))
ANCHOR: Final[tuple[Line, ...]] = (
    ((0, -4), (0, 4)), ((-2.4, -2), (2.4, -2)), ((-4, 1), (-2.6, 3.6), (0, 4.4), (2.6, 3.6), (4, 1)),
)  # fmt: skip
POINTER: Final[Line] = ((0, -7), (4.6, 5.5), (0, 2.6), (-4.6, 5.5), (0, -7))  # to the north


def at(shape: Line, x: float, y: float, scale: float = 1.0) -> Line:
    """Return a shape drawn round ``x``, ``y``."""
    return tuple((x + a * scale, y + b * scale) for a, b in shape)


def round_box(box: Box, radius: float) -> Line:
    """Return the closed outline of a box with round corners.

    >>> len(round_box((0, 0, 20, 10), 5))
    17
    """
    left, upper, right, lower = box
    corners = ((right - radius, upper + radius, -90), (right - radius, lower - radius, 0),
               (left + radius, lower - radius, 90), (left + radius, upper + radius, 180))  # fmt: skip
    points = [(x + radius * math.cos(math.radians(start + turn)), y + radius * math.sin(math.radians(start + turn)))
              for x, y, start in corners for turn in (0, 30, 60, 90)]  # fmt: skip
    return (*points, points[0])


def diamond(x: float, y: float, half: float) -> Line:
    """Return a diamond as a closed outline: its middle, and half its width in px."""
    return ((x, y - half), (x + half, y), (x, y + half), (x - half, y), (x, y - half))


def swords(x: float, y: float, radius: float) -> tuple[Line, ...]:
    """Return two crossed swords for a disc of ``radius``: blades and guards."""
    k, lines = radius * 0.55, []
    for way in (1, -1):
        lines.append(((x - way * k, y + k), (x + way * k, y - k)))
        across, up = way * 0.7071, -0.7071
        gx, gy = x - way * k + across * k * 0.62, y + k + up * k * 0.62
        lines.append(((gx - up * k * 0.42, gy + across * k * 0.42), (gx + up * k * 0.42, gy - across * k * 0.42)))
    return tuple(lines)


def smooth(points: Sequence[Point]) -> Line:
    """Return a smooth line (quadratic curves) from the first to the last point, bent towards those between."""
    if len(points) < 3:
        return tuple(points)
    line, start = [points[0]], points[0]
    for i in range(1, len(points) - 1):
        bend, after = points[i], points[i + 1]
        end = after if i == len(points) - 2 else ((bend[0] + after[0]) / 2, (bend[1] + after[1]) / 2)
        for step in range(1, _SMOOTH + 1):
            t = step / _SMOOTH
            a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
            line.append((a * start[0] + b * bend[0] + c * end[0], a * start[1] + b * bend[1] + c * end[1]))
        start = end
    return tuple(line)


def bow(start: Point, end: Point, bend: float = 0.12) -> Line:
    """Return a march between two points as a slight curve, so that it is not taken for a border.

    ``bend`` is how far it bends to the left of its direction, as a part of its length.
    """
    dx, dy = end[0] - start[0], end[1] - start[1]
    return smooth((start, ((start[0] + end[0]) / 2 + dy * bend, (start[1] + end[1]) / 2 - dx * bend), end))


def _inside(point: Point, box: Box) -> bool:
    return box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]


def cut(line: Line, box: Box) -> Line:
    """Return a line without its end inside a box; the line itself if that would leave nothing.

    >>> cut(((0, 0), (10, 0)), (8, -1, 12, 1))
    ((0, 0), (8.0, 0.0))
    """
    for i in range(len(line) - 1, 0, -1):
        if not _inside(line[i - 1], box):
            outside, inner = line[i - 1], line[i]
            if not _inside(inner, box):
                return line
            for _ in range(16):
                middle = ((outside[0] + inner[0]) / 2, (outside[1] + inner[1]) / 2)
                outside, inner = (outside, middle) if _inside(middle, box) else (middle, inner)
            return (*line[:i], (round(outside[0], 2), round(outside[1], 2)))
    return line


def head(line: Line, width: float) -> tuple[Line, Line]:
    """Return the line shortened for an arrow head, and the head, whose tip is where the line ended."""
    a, tip = width * 2.1, line[-1]
    short = cut(line, (tip[0] - a * 0.8, tip[1] - a * 0.8, tip[0] + a * 0.8, tip[1] + a * 0.8))
    base = short[-1]
    length = math.hypot(tip[0] - base[0], tip[1] - base[1]) or 1.0
    ux, uy = (tip[0] - base[0]) / length, (tip[1] - base[1]) / length
    wings = [(base[0] - ux * 2 + side * uy * a * 0.8, base[1] - uy * 2 - side * ux * a * 0.8) for side in (1, -1)]
    return short, (tip, wings[0], wings[1], tip)
