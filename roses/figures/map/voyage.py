"""The course of a fleet on a map frame: round the coasts from one area to another."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import Any, Final

from roses.figures.drawing.occupancy import Mask, OccupancyGrid, raster, stretches
from roses.figures.drawing.points import Line, Point
from roses.figures.map.frames import Frame
from roses.figures.map.geography import GROUND, SHAPES, border, pairs
from roses.figures.map.rim import cells_of, land_of

_STEP: Final = 10  # px between the points that are tried
_SPACING: Final = 6.0  # px between the points of a line that are looked at
_SHORE, _LAND = 3.0, 25.0  # cost of a px near the shore and on land, of one at sea 1
_WAYS: Final = tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y)


class _Chart:
    """What a px of a frame costs a fleet."""

    def __init__(self, frame: Frame) -> None:
        grid = OccupancyGrid(frame.width, frame.height)
        near, abroad = (
            raster(grid, (tuple(frame.px(*p) for p in pairs(line)) for line in lines))
            for lines in (GROUND.near, GROUND.abroad)
        )
        self._near, self._land = Mask(grid, near), Mask(grid, land_of(frame) | abroad)

    def cost(self, x: float, y: float) -> float:
        """Return the cost of a px at a place; at the edges that of the sea."""
        return _LAND if self._land.at(x, y) else _SHORE if self._near.at(x, y) else 1.0

    def open(self, start: Point, end: Point) -> bool:
        """Tell whether a straight line stays off the land."""
        far = int(math.dist(start, end) / 5) + 1
        spots = (
            (start[0] + (end[0] - start[0]) * i / far, start[1] + (end[1] - start[1]) * i / far) for i in range(far + 1)
        )
        return all(self.cost(x, y) < _LAND for x, y in spots)


@lru_cache(maxsize=16)
def _chart(frame: Frame) -> _Chart:
    return _Chart(frame)


@lru_cache(maxsize=64)
def course(frame: Frame, start: Point, end: Point) -> Line:
    """Return the points at which a fleet turns between two places on a frame (px), in order; none on open sea."""
    import networkx as nx  # it takes a while to load, and few steps need it

    nodes = nx.dijkstra_path(_waters(frame), _node(frame, start), _node(frame, end))[1:-1]
    points = [(float(x * _STEP), float(y * _STEP)) for x, y in nodes]
    return _pulled(_chart(frame), (start, *points, end))[1:-1]


@lru_cache(maxsize=16)
def _waters(frame: Frame) -> Any:
    """Return the graph of the points that are tried, with what it costs to go from one to another."""
    import networkx as nx

    chart, graph = _chart(frame), nx.DiGraph()
    columns, rows = _tried(frame)
    for x, y in product(columns, rows):
        cost = chart.cost(x * _STEP, y * _STEP)
        beside = ((x + dx, y + dy) for dx, dy in _WAYS if x + dx in columns and y + dy in rows)
        graph.add_weighted_edges_from((node, (x, y), math.dist(node, (x, y)) * cost) for node in beside)
    return graph


def by_sea(areas: Sequence[str]) -> bool:
    """Tell whether a way of two areas without a common border is a voyage.

    >>> by_sea(("France", "Cornwall")), by_sea(("Kent", "Sussex"))
    (True, False)
    """
    return len(areas) == 2 and SHAPES.keys() >= {*areas} and not border(areas[0], areas[1])


def ashore(frame: Frame, line: Line, ends: Sequence[str]) -> float:
    """Return how many px of a line lie on land, but for that of the areas where it begins and ends."""
    land = _land_between(frame, ends[0], ends[-1])
    return sum(far * land.at(x, y) for far, (x, y) in stretches(line, _SPACING))


@lru_cache(maxsize=32)
def _land_between(frame: Frame, start: str, goal: str) -> Mask:
    """Return the cells of a frame that are land of other areas than these two."""
    grid = OccupancyGrid(frame.width, frame.height)
    return Mask(grid, land_of(frame) & ~cells_of(frame, start) & ~cells_of(frame, goal))


def _node(frame: Frame, spot: Point) -> tuple[int, int]:
    """Return the point that is tried nearest to a spot."""
    columns, rows = _tried(frame)
    return min(columns, key=lambda x: abs(x * _STEP - spot[0])), min(rows, key=lambda y: abs(y * _STEP - spot[1]))


def _tried(frame: Frame) -> tuple[range, range]:
    """Return the columns and rows of the points that are tried, in the frame and a little beyond."""
    return range(-2, frame.width // _STEP + 3), range(-2, frame.height // _STEP + 3)


def _pulled(chart: _Chart, line: Line) -> Line:
    """Return a line without the points that it can pass by on a straight way off the land."""
    found, at = [line[0]], 0
    while at < len(line) - 1:
        onward = (i for i in range(len(line) - 1, at + 1, -1) if chart.open(line[at], line[i]))
        at = next(onward, at + 1)
        found.append(line[at])
    return tuple(found)
