"""Arrows of marches on a map: where they start and end, and the way between that hides least."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from roses.figures.drawing.glyphs import bowed, smooth
from roses.figures.drawing.occupancy import CELL, Box, OccupancyGrid, padded
from roses.figures.drawing.points import Line, Point
from roses.figures.map.frames import Frame
from roses.figures.map.geography import SHAPES, border
from roses.figures.map.layout import Layout, March
from roses.figures.map.rim import land_of

END: Final = 5.0  # px between an arrow's tip and the tokens it points at
_SIGN: Final = 8.0  # px round the middle of a place's sign
_DISC: Final = 20.0  # px round the middle of crossed swords
_ROUND: Final = 15.0  # px round the end of a tray's leader
_BENDS: Final = (0.12, -0.12)
_AT_SEA: Final = (0.12, -0.12, 0.3, -0.3, 0.5, -0.5)
_SPACING: Final = 7.0  # px between the points of a line that are looked at
_HIDDEN: Final = 20.0  # px of detour that a hidden point of a line is worth
_ASHORE: Final = 4.0  # px of detour that a point on land is worth, for a fleet


class Arrows:
    """Finds the lines of marches on a layout."""

    def __init__(self, layout: Layout) -> None:
        self.layout, self.frame = layout, layout.frame
        self.grid = OccupancyGrid(self.frame.width, self.frame.height)
        self._taken = _hiding(layout, self.grid)

    def march(self, areas: Sequence[str]) -> March:
        """Return a march through two areas or more."""
        return March(self.line(areas), self.meeting(areas[0])[1] is None)

    def line(self, areas: Sequence[str]) -> Line:
        """Return the line of a march through two areas or more, from its start to the tip of its arrow."""
        first, last = areas[0], areas[-1]
        start = self.meeting(first)[0]
        spots = [start]
        for area, after in pairwise(areas[1:]):
            if self._seen(area):
                spots.append(self._via(spots[-1], area, after))
        tips = self._tips(last)
        by_sea = len(areas) == 2 and not border(first, last)
        if len(spots) > 1:
            lines = [smooth((*spots, tip)) for tip in tips]
        else:
            lines = [bowed(start, tip, bend) for tip in tips for bend in (_AT_SEA if by_sea else _BENDS)]
        return min(lines, key=lambda line: self._cost(line, at_sea=by_sea))

    def meeting(self, area: str) -> tuple[Point, Box | None]:
        """Return the point of an area where marches meet, and the box of its blocks, before which arrows end."""
        plate = next((p for p in self.layout.plates if p.area == area and p.home), None)
        if plate and plate.home:
            return plate.home, padded((*plate.home, *plate.home), _ROUND)
        box = self.layout.boxes.get(area)
        middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2) if box else self.frame.px(*SHAPES[area].label)
        return middle, padded(box, END) if box else None

    def _seen(self, area: str) -> bool:
        """Tell whether the label point of an area lies on the map that the picture shows."""
        (x, y), (left, upper, right, lower) = self.frame.px(*SHAPES[area].label), self.layout.window
        return left <= x <= right and upper <= y <= lower

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
        apart = padded(box, END + 3)
        free = [s for s in around if not (apart[0] <= s[0] <= apart[2] and apart[1] - 16 <= s[1] <= apart[3])]
        goal = self.meeting(after)[0]
        return min([(x, y), *free], key=lambda spot: self._cost((before, spot, goal)) + math.dist((x, y), spot))

    def _cost(self, line: Line, *, at_sea: bool = False) -> float:
        """Return the length of a line in px, and what it hides or what hides it, in px."""
        shore = _shore(self.frame) if at_sea else b""
        length, cost, grid = 0.0, 0.0, self.grid
        for (x0, y0), (x1, y1) in pairwise(line):
            far = math.hypot(x1 - x0, y1 - y0)
            length += far
            steps = int(far / _SPACING) + 1
            for i in range(1, steps + 1):
                column, down = int((x0 + (x1 - x0) * i / steps) / CELL), int((y0 + (y1 - y0) * i / steps) / CELL)
                if 0 <= column < grid.columns and 0 <= down < grid.rows:
                    at = down * grid.stride + column
                    cost += _HIDDEN * (self._taken[at >> 3] >> (at & 7) & 1)
                    cost += _ASHORE * (shore[at >> 3] >> (at & 7) & 1) if shore else 0.0
        return length + cost


def _hiding(layout: Layout, grid: OccupancyGrid) -> bytes:
    """Return the cells of blocks, of their names, of places and of swords, as bits."""
    signs = (padded((site.x, site.y, site.x, site.y), _SIGN) for site in layout.sites if not site.covered)
    for box in (*layout.boxes.values(), *signs):
        grid.take(box)
    for name in layout.names:
        if not name.quiet:
            grid.take(padded(name.box, 4))
    for plate in layout.plates:
        if plate.parting and not plate.home:
            grid.take(padded((plate.box[0], plate.parting, plate.box[0], plate.parting), _DISC))
    return _bytes(grid, grid.taken)


@lru_cache(maxsize=16)
def _shore(frame: Frame) -> bytes:
    """Return the cells of land in a frame, as bits."""
    return _bytes(OccupancyGrid(frame.width, frame.height), land_of(frame))


def _bytes(grid: OccupancyGrid, cells: int) -> bytes:
    return cells.to_bytes(grid.stride * grid.rows // 8, "little")
