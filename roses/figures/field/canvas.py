"""The canvas of a battlefield: its drawing, the window from km to px, the taken room, and hover texts."""

from __future__ import annotations

import itertools
import math
from typing import Final, Literal, NamedTuple

from roses.figures.drawing.drawing import Drawing, Text
from roses.figures.drawing.glyphs import smooth
from roses.figures.drawing.measure import Family
from roses.figures.drawing.occupancy import Box, OccupancyGrid
from roses.figures.drawing.palette import INK
from roses.figures.drawing.points import Line, Point

SMALL: Final = 13.0  # px of the smallest type
CIRCLE: Final[Line] = tuple((math.cos(a * math.pi / 6), math.sin(a * math.pi / 6)) for a in range(13))


class Window(NamedTuple):
    """The part of the ground that is shown: km of its north-west corner, px to the km, and its size in px."""

    west: float
    north: float
    k: float
    width: float
    height: float

    def px(self, place: Point) -> Point:
        """Return a place in px.

        >>> Window(-1.0, 2.0, 100.0, 400.0, 300.0).px((0, 0))
        (100.0, 200.0)
        """
        return (place[0] - self.west) * self.k, (self.north - place[1]) * self.k

    def holds(self, at: Point, margin: float = 0.0) -> bool:
        """Tell whether a point in px lies inside, ``margin`` px from the edge."""
        return margin <= at[0] <= self.width - margin and margin <= at[1] <= self.height - margin


class Canvas:
    """A drawing in px with the ``window`` of its map; ``prefix`` begins the names of the layers that are drawn on."""

    def __init__(self, window: Window, prefix: str = "", drawing: Drawing | None = None) -> None:
        self.window, self.prefix = window, prefix
        self.drawing = drawing or Drawing()
        self.grid = OccupancyGrid(window.width, window.height)
        self.lines = 0  # cells of roads and waters, which names keep clear of where they can
        self.hovers: list[tuple[Box, str]] = []

    def add(self, layer: str, *lines: Line) -> None:
        """Draw outlines or lines on a layer of the map or, with the prefix, of the key."""
        self.drawing.add(self.prefix + layer, *lines)

    def write(
        self,
        words: str,
        x: float,
        y: float,
        size: float = SMALL,
        fill: str = INK,
        *,
        bold: bool = False,
        italic: bool = False,
        family: Family = "sans",
        anchor: Literal["start", "middle", "end"] = "start",
        halo: float = 0.0,
    ) -> None:
        """Write a line on baseline ``y``."""
        text = Text(words, round(x, 1), round(y, 1), size, fill, family, bold, italic, anchor, halo)
        self.drawing.write("text", text)


def closed(points: Line) -> Line:
    """Return a smooth closed outline, bent towards these points.

    >>> line = closed(((0, 0), (4, 0), (4, 4), (0, 4)))
    >>> line[0] == line[-1] == (0, 2)
    True
    """
    first, last = points[0], points[-1]
    begin = ((first[0] + last[0]) / 2, (first[1] + last[1]) / 2)
    return smooth((begin, *points, begin))


def middle(points: Line) -> Point:
    """Return the mean of points."""
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def turned(shape: Line, at: Point, degrees: float) -> Line:
    """Return a shape that points up, turned clockwise to face ``degrees`` from north, round a point."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return tuple((at[0] + x * c - y * s, at[1] + x * s + y * c) for x, y in shape)


def inside(point: Point, ring: Line) -> bool:
    """Tell whether a point lies in an outline.

    >>> square = ((0, 0), (2, 0), (2, 2), (0, 2), (0, 0))
    >>> inside((1, 1), square), inside((3, 1), square)
    (True, False)
    """
    x, y = point
    hits = 0
    for (x0, y0), (x1, y1) in itertools.pairwise(ring):
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) / (y1 - y0) * (x1 - x0):
            hits += 1
    return hits % 2 == 1
