"""Arrows of marches on a map: where they start and end, and the way between that hides least."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from roses.figures.drawing.glyphs import bowed, smooth
from roses.figures.drawing.occupancy import Box, Mask, OccupancyGrid, padded, stretches
from roses.figures.drawing.points import Line, Point
from roses.figures.map.geography import SHAPES
from roses.figures.map.layout import Layout, March
from roses.figures.map.voyage import ashore, by_sea, course

END: Final = 5.0  # px between an arrow's tip and the tokens it points at
_SIGN: Final = 8.0  # px round the middle of a place's sign
_DISC: Final = 20.0  # px round the middle of crossed swords
_ASIDE: Final = 8.0  # px between names and the middle of an arrow
_HEAD: Final = 22.0  # px
_TURN: Final = 30.0  # px before and after a turn of a fleet
_ROUND: Final = 15.0  # px round the end of a tray's leader
_BENDS: Final = (0.12, -0.12)
_AT_SEA: Final = (0.05, 0.12, -0.12)
_ASHORE: Final = 6.0  # px of detour that a px on land is worth, for a fleet
_SPACING: Final = 7.0  # px between the points of a line that are looked at
_HIDDEN: Final = 20.0  # px of detour that a hidden point of a line is worth


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
            if self._seen(area):
                spots.append(self._via(spots[-1], area, after))
        starts, tips = self._starts(first), self._tips(last)
        if by_sea(areas):
            return self._voyage(starts, tips, areas)
        if len(spots) > 1:
            lines = [smooth((begin, *spots[1:], tip)) for begin in starts for tip in tips]
        else:
            lines = [bowed(begin, tip, bend) for begin in starts for tip in tips for bend in _BENDS]
        return min(lines, key=self._cost)

    def _voyage(self, starts: Sequence[Point], tips: Sequence[Point], areas: Sequence[str]) -> Line:
        """Return the line of a fleet: along its course, or straight on over open sea."""
        courses = [(begin, self._course(begin, areas[-1])) for begin in starts]
        lines = [smooth(_rounded((begin, *turns, tip))) for begin, turns in courses for tip in tips if turns]
        lines += [bowed(begin, tip, bend) for begin in starts for tip in tips for bend in _AT_SEA]
        return min(lines, key=lambda line: self._cost(line) + _ASHORE * ashore(self.frame, line, areas))

    def _course(self, start: Point, goal: str) -> list[Point]:
        """Return where a fleet turns on its way to an area, not nearer to its blocks than an arrow head is long."""
        middle, box = self.meeting(goal)
        near = padded(box or (*middle, *middle), _HEAD)
        turns = course(self.frame, start, middle)
        return [(x, y) for x, y in turns if not (near[0] <= x <= near[2] and near[1] <= y <= near[3])]

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

    def _starts(self, area: str) -> list[Point]:
        """Return where a march may begin: at the middle of the blocks, at their sides, or below."""
        middle, box = self.meeting(area)
        if box is None or any(tab.area == area for tab in self.layout.tabs):
            return [middle]
        left, _upper, right, lower = padded(box, -END)
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
        apart = padded(box, END + 3)
        free = [s for s in around if not (apart[0] <= s[0] <= apart[2] and apart[1] - 16 <= s[1] <= apart[3])]
        goal = self.meeting(after)[0]
        return min([(x, y), *free], key=lambda spot: self._cost((before, spot, goal)) + math.dist((x, y), spot))

    def _cost(self, line: Line) -> float:
        """Return the length of a line in px, and what it hides or what hides it, in px."""
        length = sum(math.hypot(x1 - x0, y1 - y0) for (x0, y0), (x1, y1) in pairwise(line))
        return length + _HIDDEN * sum(self._taken.at(x, y) for _far, (x, y) in stretches(line, _SPACING))


def _rounded(line: Line) -> Line:
    """Return a line with two points more at each of its turns, so that a smooth line keeps close to it."""
    found = [line[0]]
    for before, turn, after in zip(line, line[1:], line[2:], strict=False):
        for other in (before, turn, after):
            far = math.dist(turn, other)
            part = min(_TURN, far / 2) / far if far else 0.0
            found.append((turn[0] + (other[0] - turn[0]) * part, turn[1] + (other[1] - turn[1]) * part))
    return (*found, line[-1])


def _hiding(layout: Layout) -> Mask:
    """Return the cells of blocks, of their names, of places and of swords."""
    grid = OccupancyGrid(layout.frame.width, layout.frame.height)
    signs = (padded((site.x, site.y, site.x, site.y), _SIGN) for site in layout.sites if not site.covered)
    for box in (*layout.boxes.values(), *signs):
        grid.take(box)
    for name in layout.names:
        if not name.quiet:
            grid.take(padded(name.box, _ASIDE))
    for plate in layout.plates:
        if plate.parting and not plate.home:
            grid.take(padded((plate.box[0], plate.parting, plate.box[0], plate.parting), _DISC))
    return Mask(grid, grid.taken)
