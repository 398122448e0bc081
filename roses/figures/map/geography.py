"""The map itself in km: areas, coasts and borders, frames of it in px, its attribution, and courses at sea."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import product
from typing import Any, Final, Literal

import msgspec

from roses.engine.data import read
from roses.figures.drawing import text_width, wrap
from roses.figures.drawing.geometry import Box, Line, Point
from roses.figures.drawing.occupancy import Mask, OccupancyGrid, raster, stretches
from roses.figures.drawing.palette import INK2, PANEL
from roses.figures.drawing.svg import Svg, document, number, rect, tag, text


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
def arc(n: int) -> Line:
    """Return arc ``n``, counted from 1; a negative number gives it backwards."""
    line = pairs(GROUND.arcs[abs(n) - 1].line)
    return line if n > 0 else line[::-1]


@cache
def rings(area: str) -> tuple[Line, ...]:
    """Return the closed outlines of an area, islands included; the last point is the first again."""
    outlines = []
    for numbers in SHAPES[area].rings:
        points: list[Point] = []
        for n in numbers:
            points += arc(n)[1 if points else 0 :]
        outlines.append(tuple(points))
    return tuple(outlines)


def chains(numbers: Iterable[int]) -> tuple[Line, ...]:
    """Join arcs end to end into the longest lines, so that dashes run on and corners are round.

    Lines end where three or more of the arcs meet.
    """
    rest = set(numbers)
    ends: dict[Point, list[int]] = {}
    for n in rest:
        for end in (n, -n):
            ends.setdefault(arc(end)[0], []).append(end)
    lines = []
    for n in sorted(rest):
        if n in rest:
            rest.discard(n)
            onward = _follow(n, ends, rest)
            lines.append(_follow(-n, ends, rest)[::-1] + onward[len(arc(n)) :])
    return tuple(lines)


def _follow(n: int, ends: dict[Point, list[int]], rest: set[int]) -> Line:
    """Return the line from the start of an arc on, through all ends at which exactly one unused arc goes on."""
    line = list(arc(n))
    while True:
        there = ends[line[-1]]
        onward = [end for end in there if abs(end) in rest]
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


def km_at(lon: float, lat: float) -> Point:
    """Return the point of the map, in km, that lies at a longitude and latitude in degrees."""
    return (lon + 7.5) * 67.5, (lat - 48.8) * 111.2


@cache
def bounds(area: str) -> tuple[float, float, float, float]:
    """Return west, south, east and north of an area in km."""
    xs, ys = zip(*(point for ring in rings(area) for point in ring), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def area_at(x: float, y: float) -> str | None:
    """Return the area at a point of the map (km), or None at sea and abroad.

    >>> area_at(*SHAPES["Kent"].label)
    'Kent'
    """
    for area in SHAPES:
        west, south, east, north = bounds(area)
        if not (west <= x <= east and south <= y <= north):
            continue
        crossings = (  # edges that a line from the point to the east meets
            (y0 > y) != (y1 > y) and x < x0 + (y - y0) / (y1 - y0) * (x1 - x0)
            for ring in rings(area)
            for (x0, y0), (x1, y1) in itertools.pairwise(ring)
        )
        if sum(crossings) % 2:
            return area
    return None


Preset = Literal["campaign", "kingdom", "table", "lesson"]
_EXTENT: Final = (708.75, 833.99)  # km: the part of the map that is drawn to its edges
_HEART: Final = (369.9, 420.3)  # km: middle of a campaign frame without action elsewhere: the Midlands
_MARGIN: Final = (95.0, 120.0)  # px between the action and the edge of its frame
_STEP: Final = 10.0  # km: frames move in steps of this size, so that actions near each other share a frame


class Frame(msgspec.Struct, frozen=True):
    """A window on the map: ``west`` and ``south`` km of its corner, size in px, ``k`` px per km.

    >>> KINGDOM.px(KINGDOM.west, KINGDOM.south)
    (0.0, 636.0)
    """

    name: str
    west: float
    south: float
    width: int
    height: int
    k: float

    @property
    def east(self) -> float:
        """Return the right edge in km."""
        return self.west + self.width / self.k

    @property
    def north(self) -> float:
        """Return the upper edge in km."""
        return self.south + self.height / self.k

    def px(self, x: float, y: float) -> Point:
        """Return a point on the ground (km) as px from the upper left corner, y down."""
        return (x - self.west) * self.k, self.height - (y - self.south) * self.k

    def line(self, points: Iterable[Point]) -> Line:
        """Return the points of a line on the ground (km) as px."""
        return tuple(self.px(x, y) for x, y in points)

    def km(self, x: float, y: float) -> Point:
        """Return a point of the picture (px) as km, to 10 m."""
        return round(self.west + x / self.k, 2), round(self.south + (self.height - y) / self.k, 2)

    def holds(self, x: float, y: float, margin: float = 0.0) -> bool:
        """Tell whether a place (km) is in the frame, at least ``margin`` px from its edges."""
        across, down = self.px(x, y)
        return margin <= across <= self.width - margin and margin <= down <= self.height - margin


KINGDOM: Final = Frame("kingdom", 50.6, 91.2, 556, 636, 0.879)
TABLE: Final = Frame("table", 0.0, 118.0, 552, 525, 0.78)  # to play on: as large as fits a page of 1280 x 720 px
LESSON: Final = Frame("lesson", 0.0, 0.0, 1000, 1176, 1000 / _EXTENT[0])
_CAMPAIGN: Final = (780, 526, 1.44)
_CLOSE: Final = (600, 360)  # px of a close-up


def campaign_frame(areas: Iterable[str] = ()) -> Frame:
    """Return the campaign frame: round the Midlands, moved only as far as needed to show these areas.

    It never leaves the map, so the map fills it. The same areas give the same frame, whatever their order.

    >>> campaign_frame(["Leicester", "Warwick"]) == campaign_frame([])
    True
    >>> campaign_frame(["Northumbria"]).south > campaign_frame(["Kent"]).south
    True
    """
    width, height, k = _CAMPAIGN
    spots = [SHAPES[area].label for area in areas if area in SHAPES] or [_HEART]
    middle = []
    for axis, size in enumerate((width, height)):
        values = [spot[axis] for spot in spots]
        low, high, heart = min(values), max(values), _HEART[axis]
        room = (size / 2 - _MARGIN[axis]) / k  # km from the middle to the places that it must show
        nearest = (low + high) / 2 if high - low > 2 * room else min(max(heart, high - room), low + room)
        middle.append(heart if nearest == heart else round(nearest / _STEP) * _STEP)
    return _round(middle[0], middle[1], width, height)


def closeup(area: str, *more: str) -> Frame:
    """Return a small frame centred on these areas, at the scale of the campaign frame.

    ValueError if there is no such area.

    >>> closeup("Kent", "Sussex").width
    600
    """
    if unknown := [name for name in (area, *more) if name not in SHAPES]:
        raise ValueError(f"there is no area {unknown[0]!r} on the map; write its name as on the map: 'East Anglia'")
    across, down = zip(*(SHAPES[name].label for name in (area, *more)), strict=True)
    return _round((min(across) + max(across)) / 2, (min(down) + max(down)) / 2, *_CLOSE)


def _round(x: float, y: float, width: int, height: int) -> Frame:
    """Return a frame of the campaign's scale round a place (km), moved so that it stays within the map."""
    k = _CAMPAIGN[2]
    west, south = (
        round(min(max(middle - size / k / 2, 0.0), extent - size / k), 2)
        for middle, size, extent in zip((x, y), (width, height), _EXTENT, strict=True)
    )
    return Frame("campaign", west, south, width, height, k)


CREDIT: Final = f"{ATTRIBUTION.split('. ')[0]} (OGL v3.0)"  # the attribution as far as it stands on a map
CREDIT_SIZE: Final = 11.0
_LEADING: Final = 14.0
_PAD: Final = 8.0


@lru_cache(maxsize=64)
def credit_lines(frame: Frame) -> tuple[str, ...]:
    """Return the short attribution of the map data, broken to fit the foot of a frame."""
    return tuple(wrap(CREDIT, CREDIT_SIZE, frame.width - 12))


def credit_box(frame: Frame) -> Box:
    """Return the box of the attribution, in the lower left corner."""
    lines = credit_lines(frame)
    wide = max(text_width(line, CREDIT_SIZE) for line in lines) + 12
    return 0, frame.height - len(lines) * CREDIT_SIZE * 1.3 - 5, wide, frame.height


def add_credit(picture: Svg) -> Svg:
    """Return a picture with the attribution of the map data in a strip below it.

    >>> from roses.figures.drawing.svg import document
    >>> add_credit(document(780, 500, [], title="Kent", description="")).height
    553.0
    """
    wide, high = picture.width, picture.height
    left, top, right, bottom = picture.box
    box = left, top, right - left, bottom - top
    lines = wrap(ATTRIBUTION, CREDIT_SIZE, wide - 2 * _PAD)
    strip = _LEADING * len(lines) + 11
    lines_svg = [
        text(_PAD, high + 16 + _LEADING * i, line, CREDIT_SIZE, INK2, anchor="start") for i, line in enumerate(lines)
    ]
    inner = tag("svg", picture.inside, width=number(wide), height=number(high), viewBox=" ".join(map(number, box)))
    inside = [inner, rect(0, high, wide, strip, PANEL), *lines_svg]
    return document(wide, high + strip, inside, title=picture.name, description=picture.description)


@lru_cache(maxsize=1024)
def cells_of(frame: Frame, area: str) -> int:
    """Return the cells of a frame that belong to an area."""
    grid = OccupancyGrid(frame.width, frame.height)
    return raster(grid, map(frame.line, rings(area)))


@lru_cache(maxsize=32)
def land_of(frame: Frame) -> int:
    """Return the cells of a frame that are land of any area."""
    cells = 0
    for area in SHAPES:
        cells |= cells_of(frame, area)
    return cells


_MESH: Final = 10  # px between the points that are tried
_SAMPLING: Final = 6.0  # px between the points of a line that are looked at
_SHORE, _LAND = 3.0, 25.0  # cost of a px near the shore and on land, of one at sea 1
_WAYS: Final = tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y)


class _Chart:
    """What a px of a frame costs a fleet."""

    def __init__(self, frame: Frame) -> None:
        grid = OccupancyGrid(frame.width, frame.height)
        near, abroad = (
            raster(grid, (frame.line(pairs(line)) for line in lines)) for lines in (GROUND.near, GROUND.abroad)
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
    points = [start, *((float(x * _MESH), float(y * _MESH)) for x, y in nodes), end]
    turns, at = [], 0  # without the points that a straight way off the land passes by
    while at < len(points) - 1:
        onward = (i for i in range(len(points) - 1, at + 1, -1) if _chart(frame).open(points[at], points[i]))
        at = next(onward, at + 1)
        turns.append(points[at])
    return tuple(turns[:-1])


@lru_cache(maxsize=16)
def _waters(frame: Frame) -> Any:
    """Return the graph of the points that are tried, with what it costs to go from one to another."""
    import networkx as nx

    chart, graph = _chart(frame), nx.DiGraph()
    columns, rows = _node_ranges(frame)
    for x, y in product(columns, rows):
        cost = chart.cost(x * _MESH, y * _MESH)
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
    return min(columns, key=lambda x: abs(x * _MESH - spot[0])), min(rows, key=lambda y: abs(y * _MESH - spot[1]))


def _node_ranges(frame: Frame) -> tuple[range, range]:
    """Return the columns and rows of the points that are tried, in the frame and a little beyond."""
    return range(-2, frame.width // _MESH + 3), range(-2, frame.height // _MESH + 3)
