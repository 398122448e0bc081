"""Shapes of the map's signs in px, y down: arrows, swords, flags, pointers, site marks, as outlines."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from roses.figures.drawing.geometry import Box, Line, Point

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
