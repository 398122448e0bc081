"""Arrows of marches on a map: where they start and end, the way that hides least, and the courses of fleets."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise, product
from typing import Any, Final

from roses.figures.drawing.geometry import Box, Line, Point, bow, expand, smooth
from roses.figures.drawing.occupancy import Mask, OccupancyGrid, raster, stretches
from roses.figures.map.frames import Frame
from roses.figures.map.geography import GROUND, SHAPES, border, pairs
from roses.figures.map.layout import Layout, March
from roses.figures.map.rim import cells_of, land_of

_STEP: Final = 10  # px between the points that are tried
_SAMPLING: Final = 6.0  # px between the points of a line that are looked at
_SHORE, _LAND = 3.0, 25.0  # cost of a px near the shore and on land, of one at sea 1
_WAYS: Final = tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y)
END: Final = 5.0  # px between an arrow's tip and the tokens it points at
_SIGN: Final = 8.0  # px round the middle of a place's sign
_DISC: Final = 20.0  # px round the middle of crossed swords
_ASIDE: Final = 8.0  # px between names and the middle of an arrow
_HEAD: Final = 22.0  # px
_TURN: Final = 30.0  # px before and after a turn of a fleet
_ROUND: Final = 15.0  # px round the end of a tray's leader
_BENDS: Final = (0.12, -0.12)
_AT_SEA: Final = (0.05, 0.12, -0.12)
_ASHORE: Final = 6.0  # px of detour that it is worth for a fleet to have one px less on land
_SPACING: Final = 7.0  # px between the points of a line that are looked at
_HIDDEN: Final = 20.0  # px of detour that it is worth to have one point of a line less on something


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
    return _pull(_chart(frame), (start, *points, end))[1:-1]


@lru_cache(maxsize=16)
def _waters(frame: Frame) -> Any:
    """Return the graph of the points that are tried, with what it costs to go from one to another."""
    import networkx as nx

    chart, graph = _chart(frame), nx.DiGraph()
    columns, rows = _node_ranges(frame)
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
    return sum(far * land.at(x, y) for far, (x, y) in stretches(line, _SAMPLING))


@lru_cache(maxsize=32)
def _land_between(frame: Frame, start: str, goal: str) -> Mask:
    """Return the cells of a frame that are land of other areas than these two."""
    grid = OccupancyGrid(frame.width, frame.height)
    return Mask(grid, land_of(frame) & ~cells_of(frame, start) & ~cells_of(frame, goal))


def _node(frame: Frame, spot: Point) -> tuple[int, int]:
    """Return the point that is tried nearest to a spot."""
    columns, rows = _node_ranges(frame)
    return min(columns, key=lambda x: abs(x * _STEP - spot[0])), min(rows, key=lambda y: abs(y * _STEP - spot[1]))


def _node_ranges(frame: Frame) -> tuple[range, range]:
    """Return the columns and rows of the points that are tried, in the frame and a little beyond."""
    return range(-2, frame.width // _STEP + 3), range(-2, frame.height // _STEP + 3)


def _pull(chart: _Chart, line: Line) -> Line:
    """Return a line without the points that it can pass by on a straight way off the land."""
    points, at = [line[0]], 0
    while at < len(line) - 1:
        onward = (i for i in range(len(line) - 1, at + 1, -1) if chart.open(line[at], line[i]))
        at = next(onward, at + 1)
        points.append(line[at])
    return tuple(points)


class Arrows:
    """Finds the lines of marches on a layout."""

    def __init__(self, layout: Layout) -> None:
        self.layout, self.frame = layout, layout.frame
        self._taken = _hiding(layout)

    def march(self, areas: Sequence[str]) -> March:
        """Return a march through two areas or more."""
        return March(self.line(areas), self.meeting(areas[0])[1] is None)

    def line(self, areas: Sequence[str]) -> Line:
        """Return the line of a march through two areas or more, from its start to the tip of its arrow."""
        first, last = areas[0], areas[-1]
        start = self.meeting(first)[0]
        spots = [start]
        for area, after in pairwise(areas[1:]):
            if self._is_visible(area):
                spots.append(self._via(spots[-1], area, after))
        starts, tips = self._starts(first), self._tips(last)
        if by_sea(areas):
            return self._voyage(starts, tips, areas)
        if len(spots) > 1:
            lines = [smooth((begin, *spots[1:], tip)) for begin in starts for tip in tips]
        else:
            lines = [bow(begin, tip, bend) for begin in starts for tip in tips for bend in _BENDS]
        return min(lines, key=self._cost)

    def _voyage(self, starts: Sequence[Point], tips: Sequence[Point], areas: Sequence[str]) -> Line:
        """Return the line of a fleet: along its course, or straight on over open sea."""
        courses = [(begin, self._course(begin, areas[-1])) for begin in starts]
        lines = [smooth(_soften((begin, *turns, tip))) for begin, turns in courses for tip in tips if turns]
        lines += [bow(begin, tip, bend) for begin in starts for tip in tips for bend in _AT_SEA]
        return min(lines, key=lambda line: self._cost(line) + _ASHORE * ashore(self.frame, line, areas))

    def _course(self, start: Point, goal: str) -> list[Point]:
        """Return where a fleet turns on its way to an area, not nearer to its blocks than an arrow head is long."""
        middle, box = self.meeting(goal)
        near = expand(box or (*middle, *middle), _HEAD)
        turns = course(self.frame, start, middle)
        return [(x, y) for x, y in turns if not (near[0] <= x <= near[2] and near[1] <= y <= near[3])]

    def meeting(self, area: str) -> tuple[Point, Box | None]:
        """Return the point of an area where marches meet, and the box of its blocks, before which arrows end."""
        plate = next((p for p in self.layout.plates if p.area == area and p.home), None)
        if plate and plate.home:
            return plate.home, expand((*plate.home, *plate.home), _ROUND)
        box = self.layout.boxes.get(area)
        middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2) if box else self.frame.px(*SHAPES[area].label)
        return middle, expand(box, END) if box else None

    def _is_visible(self, area: str) -> bool:
        """Tell whether the label point of an area lies on the map that the picture shows."""
        (x, y), (left, upper, right, lower) = self.frame.px(*SHAPES[area].label), self.layout.window
        return left <= x <= right and upper <= y <= lower

    def _starts(self, area: str) -> list[Point]:
        """Return where a march may begin: at the middle of the blocks, at their sides, or below."""
        middle, box = self.meeting(area)
        if box is None or any(tab.area == area for tab in self.layout.tabs):
            return [middle]
        left, _upper, right, lower = expand(box, -END)
        return [middle, (left, middle[1]), (right, middle[1]), (middle[0], lower)]

    def _tips(self, area: str) -> list[Point]:
        """Return where an arrow may end: round the goal's blocks."""
        middle, goal = self.meeting(area)
        if goal is None:
            return [middle]
        left, upper, right, lower = goal
        parts = (0.2, 0.5, 0.8)
        around = [(x, upper + t * (lower - upper)) for x in (left, right) for t in parts]
        return around + [(left + t * (right - left), y) for y in (upper, lower) for t in parts]

    def _via(self, before: Point, area: str, after: str) -> Point:
        """Return where a march passes through an area: its middle, or beside the blocks that stand there."""
        x, y = self.frame.px(*SHAPES[area].label)
        box = self.layout.boxes.get(area)
        if box is None:
            return x, y
        far = 0.8 * SHAPES[area].radius * self.frame.k
        turns = [i * math.pi / 4 for i in range(8)]
        around = [(x + r * far * math.cos(a), y + r * far * math.sin(a)) for r in (0.5, 1.0) for a in turns]
        apart = expand(box, END + 3)
        free = [s for s in around if not (apart[0] <= s[0] <= apart[2] and apart[1] - 16 <= s[1] <= apart[3])]
        goal = self.meeting(after)[0]
        return min([(x, y), *free], key=lambda spot: self._cost((before, spot, goal)) + math.dist((x, y), spot))

    def _cost(self, line: Line) -> float:
        """Return the length of a line in px, and 20 px more for each of its points that lies on something."""
        length = sum(math.hypot(x1 - x0, y1 - y0) for (x0, y0), (x1, y1) in pairwise(line))
        return length + _HIDDEN * sum(self._taken.at(x, y) for _far, (x, y) in stretches(line, _SPACING))


def _soften(line: Line) -> Line:
    """Return a line with two points more at each of its turns, so that a smooth line keeps close to it."""
    points = [line[0]]
    for before, turn, after in zip(line, line[1:], line[2:], strict=False):
        for other in (before, turn, after):
            far = math.dist(turn, other)
            part = min(_TURN, far / 2) / far if far else 0.0
            points.append((turn[0] + (other[0] - turn[0]) * part, turn[1] + (other[1] - turn[1]) * part))
    return (*points, line[-1])


def _hiding(layout: Layout) -> Mask:
    """Return the cells that arrows keep clear of: blocks and their names, places, and crossed swords."""
    grid = OccupancyGrid(layout.frame.width, layout.frame.height)
    signs = (expand((site.x, site.y, site.x, site.y), _SIGN) for site in layout.sites if not site.covered)
    for box in (*layout.boxes.values(), *signs):
        grid.take(box)
    for name in layout.names:
        if not name.quiet:
            grid.take(expand(name.box, _ASIDE))
    for plate in layout.plates:
        if plate.parting and not plate.home:
            grid.take(expand((plate.box[0], plate.parting, plate.box[0], plate.parting), _DISC))
    return Mask(grid, grid.taken)
