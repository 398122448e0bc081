"""What may be reached in a march, as values for the map: cost flags, capacities, a refusal. Shown, not computed."""

from __future__ import annotations

from typing import Final

import msgspec

from roses.figures.drawing.drawing import Dot, Drawing, Text
from roses.figures.drawing.glyphs import rounded, swords
from roses.figures.drawing.occupancy import OccupancyGrid, padded
from roses.figures.drawing.palette import AMBER, INK, MAJOR, MINOR, PANEL, RIVER, WHITE
from roses.figures.drawing.points import Line, Point
from roses.figures.map import geography
from roses.figures.map.geography import SHAPES
from roses.figures.map.layout import Layout
from roses.richard.tables import BORDERS, CAPACITY

_COLOURS: Final = {"major": MAJOR, "river": RIVER, "minor": MINOR}
_HALF: Final = (23.0, 12.0)  # px: half a flag
_ATTACK: Final = 10.0  # px more for swords, on each side
_CAPACITY_PX: Final = 10.5


class Flag(msgspec.Struct, frozen=True):
    """One area in reach: areas walked (``steps``), chosen that may go (``blocks``), whether it means battle."""

    steps: int
    blocks: int
    attack: bool = False


class Reach(msgspec.Struct, frozen=True):
    """Where ``count`` chosen blocks may march from ``origin``; ``refused`` is an area that was tried in vain.

    >>> Reach("Hereford", 3, {"Powys": Flag(1, 2)}).flags["Powys"].blocks
    2
    """

    origin: str
    count: int
    flags: dict[str, Flag]
    refused: str | None = None


def regions(reach: Reach) -> dict[str, tuple[Line, ...]]:
    """Return the fills and outlines of a reach by layer, in km."""
    bright = frozenset({reach.origin, *reach.flags})
    dim = tuple(ring for area in SHAPES if area not in bright for ring in geography.rings(area))
    abroad = tuple(geography.pairs(line) for line in geography.GROUND.abroad)
    outline = geography.outline(bright)
    found = {
        "veil": dim + abroad,
        "veil above": dim,
        "reach": tuple(ring for area in reach.flags for ring in geography.rings(area)),
        "here": geography.rings(reach.origin),
        "outline casing": outline,
        "outline": outline,
    }
    return found | ({"refused": geography.rings(reach.refused)} if reach.refused in SHAPES else {})


def draw(reach: Reach, layout: Layout, drawing: Drawing) -> None:
    """Add cost flags, border capacities and the sign of refusal to a drawing, clear of tokens and names."""
    grid = OccupancyGrid(layout.frame.width, layout.frame.height)
    for box in (*layout.boxes.values(), *(name.box for name in layout.names)):
        grid.take(box)
    if reach.refused in SHAPES:
        _refuse(reach.refused, grid, layout, drawing)
    for border in BORDERS:
        if reach.origin in border.areas:
            _capacity(border.areas, border.kind, grid, layout, drawing)
    for area, flag in reach.flags.items():
        wide = _HALF[0] + (_ATTACK if flag.attack else 0)
        own = (-wide, -_HALF[1], wide, _HALF[1])
        label = SHAPES[area].label
        spot = grid.nearest([padded(own, 2)], *layout.frame.px(*label), 1.2 * SHAPES[area].radius * layout.frame.k + 30)
        if layout.frame.holds(*label) and spot:
            grid.take((spot[0] - wide, spot[1] - _HALF[1], spot[0] + wide, spot[1] + _HALF[1]))
            _flag(flag, spot, wide, reach.count, drawing)


def _flag(flag: Flag, spot: Point, wide: float, count: int, drawing: Drawing) -> None:
    x, y = spot
    full = flag.blocks >= count
    ink = WHITE if full else MINOR
    drawing.add("flags" if full else "narrow flags", rounded((x - wide, y - _HALF[1], x + wide, y + _HALF[1]), 12))
    for i in range(flag.steps):
        drawing.dot("discs", Dot(x - wide + 11 + 9 * i, y, 3.4, ink))
    figure = x - wide + (36 if flag.steps > 1 else 31)
    drawing.write("figures", Text(str(min(flag.blocks, count)), figure, y + 5, 14, ink, bold=True))
    if flag.attack:
        drawing.dot("discs", Dot(x + wide - 13, y, 9.5, AMBER, INK, 1.6))
        drawing.add("signs", *swords(x + wide - 13, y, 9.5))


def _capacity(areas: tuple[str, str], kind: str, grid: OccupancyGrid, layout: Layout, drawing: Drawing) -> None:
    line = max(geography.border(*areas), key=len)
    middle = layout.frame.px(*line[len(line) // 2])
    box = (-_CAPACITY_PX, -_CAPACITY_PX, _CAPACITY_PX, _CAPACITY_PX)
    if spot := grid.nearest([box], *middle, 26):
        grid.take(padded((*spot, *spot), _CAPACITY_PX))
        drawing.dot("discs", Dot(*spot, _CAPACITY_PX, _COLOURS[kind], WHITE, 2))
        drawing.write("figures", Text(str(CAPACITY[kind]), spot[0], spot[1] + 5, 14, WHITE, bold=True))


def _refuse(area: str, grid: OccupancyGrid, layout: Layout, drawing: Drawing) -> None:
    spot = grid.nearest([(-16, -16, 16, 16)], *layout.frame.px(*SHAPES[area].label), 80)
    if spot:
        x, y = spot
        grid.take((x - 15, y - 15, x + 15, y + 15))
        drawing.dot("discs", Dot(x, y, 13, PANEL, MINOR, 3.6))
        drawing.add("no", ((x - 7.6, y - 7.6), (x + 7.6, y + 7.6)))
