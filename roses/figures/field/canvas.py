"""The canvas of a battlefield: its layers, its drawing, the window from km to px, the cells in use, and hover texts."""

from __future__ import annotations

import itertools
import math
from typing import Final, Literal, NamedTuple

from msgspec import structs

from roses.figures.drawing import Drawing, Family, Layer, Text
from roses.figures.drawing import palette as p
from roses.figures.drawing.geometry import Box, Line, Point, smooth
from roses.figures.drawing.occupancy import OccupancyGrid
from roses.figures.drawing.palette import INK, House

PAPER: Final = "#F3EDDD"
_MARSH: Final = "#C9D9D6"
_WATER: Final = "#3D7394"
_WOOD: Final = "#CFD6B4"
TREE: Final = "#5F7143"
LEAF: Final = "#A9B783"
_HILL: Final = ("#EADFC4", "#E0D1AE", "#D5C297")
_CONTOUR: Final = "#A98F5C"
_ROAD: Final = "#7A6E58"

SIDES: Final = {
    "York": p.HOUSES["York"],
    "Lancaster": p.HOUSES["Lancaster"],
    "apart": House("#8C8779", p.INK, p.INK, p.PAPER, 1.4),
}
INKS: Final = {"York": p.HOUSES["York"].dark, "Lancaster": p.HOUSES["Lancaster"].dark, "apart": p.INK}
_GROUND: Final = (
    *(Layer(f"rise {n}", "fill", tint, _CONTOUR, 0.9) for n, tint in enumerate(_HILL)),
    Layer("park", "fill", "#E3E6CC", TREE, 1.0, (2.0, 3.0)),
    Layer("wood", "fill", _WOOD, TREE, 0.9),
    Layer("trees", "fill", LEAF, TREE, 0.9),
    Layer("marsh", "fill", _MARSH, _WATER, 1.1, (5.0, 3.0)),
    Layer("reeds", "line", edge=_WATER, width=1.2),
    Layer("brook", "line", edge=_WATER, width=2.2),
    Layer("bank", "line", edge=_WATER, width=13.0),
    Layer("river", "line", edge="#B9D0DA", width=10.6),
    Layer("lane", "line", edge=_ROAD, width=1.7, dash=(6.0, 3.5)),
    Layer("road", "line", edge=_ROAD, width=5.4),
    Layer("road inner", "line", edge=p.PANEL, width=3.0),
    Layer("ditch", "line", edge="#6B5636", width=3.6, dash=(2.0, 2.6)),
    Layer("hedge", "dots"),
    Layer("rival", "line", edge=p.INK3, width=1.4, dash=(2.0, 4.0)),
    Layer("field", "line", edge=p.INK, width=1.6, dash=(9.0, 4.0)),
    Layer("finds", "line", edge=p.INK2, width=1.0, dash=(3.0, 3.0)),
    Layer("shot", "dots"),
    Layer("houses", "fill", p.INK2),
    Layer("cross", "line", edge=p.INK, width=2.2),
    Layer("bridge", "line", edge=p.INK, width=2.0),
    Layer("place", "dots"),
)
KEY: Final = "key "  # the layers of the key's samples are those of the map, above its panel
SMALL: Final = 13.0  # px of the smallest type
CIRCLE: Final[Line] = tuple((math.cos(a * math.pi / 6), math.sin(a * math.pi / 6)) for a in range(13))

_ARMIES: Final = (
    Layer("casing", "line", edge=p.WHITE, width=9.0),
    *(
        layer
        for name, ink in INKS.items()
        for layer in (
            Layer(f"{name} move", "line", edge=ink, width=5.0),
            Layer(f"{name} move doubt", "line", edge=ink, width=5.0, dash=(9.0, 5.0)),
            Layer(f"{name} head", "fill", ink, p.WHITE, 1.0),
        )
    ),
    Layer("York move inner", "line", edge=p.WHITE, width=1.8),
    *(
        layer
        for name, house in SIDES.items()
        for layer in (
            Layer(f"{name} doubt", "fill", p.PANEL, INKS[name], 1.6, (4.5, 3.0)),
            Layer(f"{name} doubt lines", "line", edge=INKS[name], width=1.1),
            Layer(f"{name} broken", "fill", house.fill, house.edge, max(1.0, house.edge_px * 0.8)),
            Layer(f"{name} company", "fill", house.fill, house.edge, house.edge_px),
            Layer(f"{name} front", "line", edge=house.edge, width=3.4),
        )
    ),
    Layer("killed casing", "line", edge=p.WHITE, width=7.0),
    *(Layer(f"{name} killed", "line", edge=ink, width=3.4) for name, ink in INKS.items()),
)
_MAP: Final = (*_GROUND, *_ARMIES)
MOVES: Final = tuple(
    layer for layer in _ARMIES if layer.name == "casing" or " move" in layer.name or " head" in layer.name
)

LAYERS: Final = (
    *_MAP,
    Layer("leader casing", "line", edge=p.PANEL, width=3.4),
    Layer("leader", "line", edge=p.INK2, width=1.1),
    Layer("panel", "fill", p.PANEL),
    Layer("rule", "line", edge=p.RULE, width=1.2),
    *(structs.replace(layer, name=KEY + layer.name) for layer in _MAP),
    Layer("ink", "fill", p.INK),
    Layer("pale", "fill", p.PANEL, p.INK, 1.0),
    Layer("rim", "line", edge=p.INK3, width=1.0),
    Layer("text", "text"),
)


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


class Formation(NamedTuple):
    """What moves from phase to phase, a company or its name: its ``key``, where it is in px, where it faces."""

    key: str
    at: Point
    faces: float
    drawing: Drawing


class Canvas:
    """A drawing in px with the ``window`` of its map; ``prefix`` begins the names of the layers that are drawn on."""

    def __init__(self, window: Window, prefix: str = "", drawing: Drawing | None = None) -> None:
        self.window, self.prefix = window, prefix
        self.drawing = drawing or Drawing()
        self.grid = OccupancyGrid(window.width, window.height)
        self.lines = 0  # cells of roads and waters, which names keep clear of where they can
        self.hovers: list[tuple[Box, str]] = []
        self.formations: list[Formation] = []

    def add(self, layer: str, *lines: Line) -> None:
        """Draw outlines or lines on a layer of the map or, with the prefix, of the key."""
        self.drawing.add(self.prefix + layer, *lines)

    def form(self, key: str, at: Point, faces: float = 0.0) -> Canvas:
        """Return a canvas for what is drawn of a formation; it shares window and cells with this one."""
        part = Canvas(self.window)
        part.grid = self.grid
        self.formations.append(Formation(key, at, faces, part.drawing))
        return part

    @property
    def whole(self) -> Drawing:
        """Return the drawing with all formations on it."""
        whole = Drawing()
        for part in (self.drawing, *(formation.drawing for formation in self.formations)):
            for name, lines in part.lines.items():
                whole.add(name, *lines)
            for name, dots in part.dots.items():
                whole.dots.setdefault(name, []).extend(dots)
            for name, texts in part.texts.items():
                whole.texts.setdefault(name, []).extend(texts)
        return whole

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


def close_curve(points: Line) -> Line:
    """Return a smooth closed outline, bent towards these points.

    >>> line = close_curve(((0, 0), (4, 0), (4, 4), (0, 4)))
    >>> line[0] == line[-1] == (0, 2)
    True
    """
    first, last = points[0], points[-1]
    begin = ((first[0] + last[0]) / 2, (first[1] + last[1]) / 2)
    return smooth((begin, *points, begin))


def middle(points: Line) -> Point:
    """Return the mean of points."""
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def rotate(shape: Line, at: Point, degrees: float) -> Line:
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
