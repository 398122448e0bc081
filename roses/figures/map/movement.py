"""Movement on a map: arrows of marches, and a flag for each area that chosen blocks may march to."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache, reduce
from itertools import pairwise, product
from operator import or_
from typing import Final

import msgspec

from roses.engine.i18n import gettext as _
from roses.engine.i18n import ngettext
from roses.figures.drawing import Dot, Drawing, Text, text_width
from roses.figures.drawing.geometry import Box, Line, Point, bow, expand, round_box, shift, smooth, swords
from roses.figures.drawing.occupancy import Mask, OccupancyGrid, along, raster, stretches
from roses.figures.drawing.palette import AMBER, INK, INK2, MAJOR, MINOR, PANEL, RIVER, WHITE
from roses.figures.map import geography
from roses.figures.map.geography import SHAPES, ashore, by_sea, course
from roses.figures.map.layout import STYLES, Layout, March, corners
from roses.richard.tables import BORDERS, CAPACITY

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


class Arrows:
    """Finds the lines of marches on a layout, clear of blocks and their names, places, and crossed swords."""

    def __init__(self, layout: Layout) -> None:
        self.layout, self.frame = layout, layout.frame
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
        self._taken = Mask(grid, grid.taken)

    def march(self, areas: Sequence[str]) -> March:
        """Return a march through two areas or more."""
        return March(self.line(areas), self.meeting(areas[0])[1] is None)

    def line(self, areas: Sequence[str]) -> Line:
        """Return the line of a march through two areas or more, from its start to the tip of its arrow."""
        first, last = areas[0], areas[-1]
        spots = [self.meeting(first)[0]]
        for area, after in pairwise(areas[1:]):
            (x, y), (left, upper, right, lower) = self.frame.px(*SHAPES[area].label), self.layout.window
            if left <= x <= right and upper <= y <= lower:
                spots.append(self._via(spots[-1], area, after))
        middle, box = self.meeting(first)
        starts, tips = [middle], self._tips(last)
        if box and not any(tab.area == first for tab in self.layout.tabs):  # at the sides of the blocks, too, or below
            left, _upper, right, lower = expand(box, -END)
            starts += [(left, middle[1]), (right, middle[1]), (middle[0], lower)]
        if by_sea(areas):
            return self._voyage(starts, tips, areas)
        if len(spots) > 1:
            lines = [smooth((begin, *spots[1:], tip)) for begin in starts for tip in tips]
        else:
            lines = [bow(begin, tip, bend) for begin in starts for tip in tips for bend in _BENDS]
        return min(lines, key=self._cost)

    def _voyage(self, starts: Sequence[Point], tips: Sequence[Point], areas: Sequence[str]) -> Line:
        """Return the line of a fleet: along its course, or straight on over open sea."""
        middle, box = self.meeting(areas[-1])
        left, upper, right, lower = expand(box or (*middle, *middle), _HEAD)
        lines: list[Line] = []
        for begin in starts:  # a fleet turns no nearer to the blocks of its goal than an arrow head is long
            far = [(x, y) for x, y in course(self.frame, begin, middle)
                   if not (left <= x <= right and upper <= y <= lower)]  # fmt: skip
            lines += [smooth(_soften((begin, *far, tip))) for tip in tips if far]
        lines += [bow(begin, tip, bend) for begin in starts for tip in tips for bend in _AT_SEA]
        return min(lines, key=lambda line: self._cost(line) + _ASHORE * ashore(self.frame, line, areas))

    def meeting(self, area: str) -> tuple[Point, Box | None]:
        """Return the point of an area where marches meet, and the box of its blocks, before which arrows end."""
        plate = next((p for p in self.layout.plates if p.area == area and p.home), None)
        if plate and plate.home:
            return plate.home, expand((*plate.home, *plate.home), _ROUND)
        box = self.layout.boxes.get(area)
        middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2) if box else self.frame.px(*SHAPES[area].label)
        return middle, expand(box, END) if box else None

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


_COLOURS: Final = {"major": MAJOR, "river": RIVER, "minor": MINOR}
_HALF: Final = (23.0, 12.0)  # px: half a flag
_ATTACK: Final = 10.0  # px more for swords, on each side
_SMALLER: Final = 0.86  # of a flag where there is no room; on most maps its figures are then 12 px high
_CAPACITY_PX: Final = 10.5
_PLATE_DISC: Final = 14.5  # px: half the width kept for a disc on a tray's leader or between two sides
_ANCHOR: Final = 4.0  # px: half the dot in which a leader ends
_LEADERS: Final = (36.0, 48.0, 60.0, 75.0, 90.0, 110.0)  # px: lengths tried
_TURNS: Final = 16  # directions tried
_ROW: Final = 24.0  # px: a line of the list
_NAME, _SMALL = 13.0, 11.0  # px of type, and of that of a price where there is little room
_GAP: Final = 7.0
_PARTS: Final = (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8)  # of a border: where the disc with its limit may stand
BY_GOAL: Final = -1  # as the cost of a ``Reach``: it depends on the goal


class Flag(msgspec.Struct, frozen=True):
    """One area in reach: length of the march in areas (``steps``), how many blocks may go, whether it is an attack.

    ``steps`` is 0 for a goal by sea.
    """

    steps: int
    blocks: int
    attack: bool = False


class Reach(msgspec.Struct, frozen=True):
    """Where ``count`` chosen blocks may march from ``origin``; ``refused`` is an area they may not march to.

    ``cost`` are the action points that they take together: 0 if blocks have left the area this turn (rule 5.2), None if
    they retreat from a battle (6.6), ``BY_GOAL`` if they sail, which costs less between major ports (5.31).

    >>> Reach("Hereford", 3, {"Powys": Flag(1, 2)}).flags["Powys"].blocks
    2
    """

    origin: str
    count: int
    flags: dict[str, Flag]
    refused: str | None = None
    cost: int | None = 1


def reach_regions(reach: Reach) -> dict[str, tuple[Line, ...]]:
    """Return the fills and outlines of a reach by layer, in km."""
    bright = frozenset({reach.origin, *reach.flags})
    dim = tuple(ring for area in SHAPES if area not in bright for ring in geography.rings(area))
    abroad = tuple(geography.pairs(line) for line in geography.GROUND.abroad)
    outline = geography.outline(bright)
    layers = {
        "veil": dim + abroad,
        "veil above": dim,
        "reach": tuple(ring for area in reach.flags for ring in geography.rings(area)),
        "here": geography.rings(reach.origin),
        "outline casing": outline,
        "outline": outline,
    }
    return layers | ({"refused": geography.rings(reach.refused)} if reach.refused in SHAPES else {})


def draw_reach(reach: Reach, layout: Layout, drawing: Drawing) -> None:
    """Add flags, border limits and the sign of refusal to a drawing, clear of tokens, names and each other."""
    flags = _Flags(reach, layout, drawing)
    if reach.refused in SHAPES:
        flags.refuse(reach.refused)
    for border in BORDERS:
        if reach.origin in border.areas:
            flags.capacity(border.areas, border.kind)
    tightest_first = sorted(reach.flags, key=lambda area: (SHAPES[area].radius, area))
    left = [area for area in tightest_first if not flags.on_area(area)]
    flags.list([area for area in left if not flags.beside(area)])
    flags.price()


def _half(flag: Flag, scale: float) -> Point:
    return (_HALF[0] + (_ATTACK if flag.attack else 0)) * scale, _HALF[1] * scale


def _box(flag: Flag, scale: float) -> Box:
    """Return the box that a flag covers round its middle."""
    wide, high = _half(flag, scale)
    return expand((-wide, -high, wide, high), 2)


@lru_cache(maxsize=256)
def _cells(area: str, frame: geography.Frame) -> int:
    """Return the cells of a picture with this frame that belong to an area."""
    return raster(OccupancyGrid(frame.width, frame.height), map(frame.line, geography.rings(area)))


class _Flags:
    """Places flags one after the other where the picture is free."""

    def __init__(self, reach: Reach, layout: Layout, drawing: Drawing) -> None:
        self.reach, self.frame, self.drawing = reach, layout.frame, drawing
        self.sizes = [STYLES[self.frame.name].flag * factor for factor in (1.0, _SMALLER)]
        self.grid = OccupancyGrid(layout.frame.width, layout.frame.height)
        self.inside = self.grid.bits((0, 0, layout.frame.width, layout.frame.height))
        self.bright = reduce(or_, (_cells(area, self.frame) for area in {reach.origin, *reach.flags}))
        names = (name.box for name in (*layout.names, *layout.seas))
        for box in (*corners(layout.frame), *layout.margins, *layout.boxes.values(), *names):
            self.grid.take(box)
        for plate in layout.plates:
            left, upper, right, lower = plate.box
            if plate.home:
                self.grid.take(expand((*plate.home, *plate.home), _PLATE_DISC))
                self.grid.taken |= along(self.grid, plate.home, ((left + right) / 2, (upper + lower) / 2))
            elif plate.parting is not None:
                self.grid.take(expand((left, plate.parting, left, plate.parting), _PLATE_DISC))

    def on_area(self, area: str) -> bool:
        """Place the flag of an area with its middle well inside the area; False if it does not fit."""
        flag, label = self.reach.flags[area], self.frame.px(*SHAPES[area].label)
        rest = self.inside & ~_cells(area, self.frame)
        for scale in self.sizes:
            own = _box(flag, scale)
            near = self.grid.nearest([own], *label, SHAPES[area].radius * self.frame.k)
            if spot := near or self.grid.nearest([own], *label, avoid=rest):
                self._flag(flag, spot, scale)
                return True
        return False

    def beside(self, area: str) -> bool:
        """Place the flag of an area near it with a leader line that crosses nothing; False if both do not fit."""
        rest, dot = self.inside & ~_cells(area, self.frame), (-_ANCHOR, -_ANCHOR, _ANCHOR, _ANCHOR)
        anchor = self.grid.nearest([dot], *self.frame.px(*SHAPES[area].label), avoid=rest)
        if anchor is None:
            return False
        own = _box(self.reach.flags[area], self.sizes[-1])
        angles = [2 * math.pi * turn / _TURNS for turn in range(_TURNS)]
        around = [
            (round(anchor[0] + far * math.cos(angle), 1), round(anchor[1] + far * math.sin(angle), 1))
            for far in _LEADERS
            for angle in angles
        ]
        for avoid, spot in product((self.bright, 0), around):
            box = shift(own, *spot)
            crosses = not self.grid.free(box) or self.grid.bits(box) & avoid
            if not crosses and not along(self.grid, anchor, spot) & self.grid.taken:
                break
        else:
            return False
        for layer in ("leader casing", "leader"):
            self.drawing.add(layer, (anchor, spot))
        self.drawing.dot("discs", Dot(*anchor, _ANCHOR, INK, PANEL, 1.4))
        self.grid.taken |= along(self.grid, anchor, spot)
        self.grid.take(shift(dot, *anchor))
        self._flag(self.reach.flags[area], spot, self.sizes[-1])
        return True

    def list(self, areas: Sequence[str]) -> None:
        """Write flags with the names of their areas into one box, or into a box each where it does not fit."""
        if not areas:
            return
        wide = max(map(self._width, areas))
        for columns in range(1, len(areas) + 1):
            rows = math.ceil(len(areas) / columns)
            across, high = columns * (wide + _GAP) + _GAP, (rows + 1) * _ROW
            if spot := self._nearest(across, high, self.frame.width, self.frame.height):
                left, top = self._plate(spot, across, high)
                title = Text(_("Also in reach"), left + 8, top + 17, _NAME, INK2, anchor="start")
                self.drawing.write("tab names", title)
                for i, area in enumerate(sorted(areas)):
                    column, row = divmod(i, rows)
                    self._line(area, left + _GAP + column * (wide + _GAP), top + (row + 1.5) * _ROW - 2)
                return
        for area in areas:
            self._alone(area)

    def _alone(self, area: str) -> None:
        """Place a flag and its name in a box: side by side, one above the other, or covering what is there."""
        x, y = self.frame.px(*SHAPES[area].label)
        x, y = min(max(x, 80.0), self.frame.width - 80.0), min(max(y, _ROW), self.frame.height - _ROW)
        half, _high = _half(self.reach.flags[area], self.sizes[-1])
        wide, name = self._width(area) + 2 * _GAP, self._width(area) - 2 * half - _GAP
        narrow = max(2 * half, name) + 2 * _GAP
        spot = self._nearest(wide, _ROW, x, y)
        if not spot and (over := self._nearest(narrow, 2 * _ROW - 6, x, y)):
            _left, top = self._plate(over, narrow, 2 * _ROW - 6)
            self._flag(self.reach.flags[area], (over[0], top + _ROW / 2 + 1), self.sizes[-1])
            self.drawing.write("tab names", Text(area, over[0], top + _ROW + 13, _NAME, INK, "serif", bold=True))
            return
        left, top = self._plate(spot or (x, y), wide, _ROW)
        self._line(area, left + _GAP, top + _ROW / 2)

    def price(self) -> None:
        """Write the cost of the march in the upper left corner or as near as it fits, if there is any goal."""
        if not self.reach.flags or self.reach.cost == BY_GOAL:
            return
        if self.reach.cost is None:
            words = _("Retreat from {area}").format(area=self.reach.origin)
        else:
            words = ngettext("From {area}: {n} action point", "From {area}: {n} action points", self.reach.cost)
            words = words.format(area=self.reach.origin, n=self.reach.cost)
        for size in (_NAME, _SMALL):
            wide = text_width(words, size, bold=True) + 2 * _GAP
            if spot := self._nearest(wide, _ROW, 0, 0):
                left, top = self._plate(spot, wide, _ROW)
                self.drawing.write(
                    "tab names", Text(words, left + wide / 2, top + _ROW / 2 + 4.6, size, INK, bold=True)
                )
                return

    def _nearest(self, wide: float, high: float, x: float, y: float) -> Point | None:
        return self.grid.nearest([expand((-wide / 2, -high / 2, wide / 2, high / 2), 3)], x, y)

    def _plate(self, spot: Point, wide: float, high: float) -> Point:
        """Draw the box of a list, and return its upper left corner."""
        left, top = spot[0] - wide / 2, spot[1] - high / 2
        box = (left, top, left + wide, top + high)
        self.grid.take(box)
        self.drawing.add("tabs", round_box(box, 4))
        return left, top

    def _width(self, area: str) -> float:
        """Return the width of a line of the list in px."""
        half, _high = _half(self.reach.flags[area], self.sizes[-1])
        return 2 * half + _GAP + text_width(area, _NAME, bold=True, family="serif")

    def _line(self, area: str, x: float, y: float) -> None:
        """Write a line of the list from ``x`` on, round height ``y``."""
        half, _high = _half(flag := self.reach.flags[area], self.sizes[-1])
        self._flag(flag, (x + half, y), self.sizes[-1])
        name = Text(area, x + 2 * half + _GAP, y + 4.6, _NAME, INK, "serif", bold=True, anchor="start")
        self.drawing.write("tab names", name)

    def _flag(self, flag: Flag, spot: Point, scale: float) -> None:
        """Draw a flag: a dot for each area of the march, a wave by sea, how many may go, swords for an attack."""
        (x, y), (wide, high), drawing = spot, _half(flag, scale), self.drawing
        self.grid.take((x - wide, y - high, x + wide, y + high))
        full = flag.blocks >= self.reach.count
        ink, left = WHITE if full else MINOR, x - wide
        outline = round_box((left, y - high, x + wide, y + high), 12 * scale)
        drawing.add("flags" if full else "narrow flags", outline)
        for i in range(flag.steps):
            drawing.dot("discs", Dot(left + (11 + 9 * i) * scale, y, 3.4 * scale, ink))
        if not flag.steps:
            drawing.write("figures", Text("≈", left + 14 * scale, y + 5 * scale, round(17 * scale, 1), ink, bold=True))
        figure, size = left + (36 if flag.steps > 1 else 31) * scale, round(14 * scale, 1)
        count = str(min(flag.blocks, self.reach.count))
        drawing.write("figures", Text(count, figure, y + 5 * scale, size, ink, bold=True))
        if flag.attack:
            drawing.dot("discs", Dot(x + wide - 13 * scale, y, 9.5 * scale, AMBER, INK, 1.6))
            drawing.add("signs", *swords(x + wide - 13 * scale, y, 9.5 * scale))

    def capacity(self, areas: tuple[str, str], kind: str) -> None:
        """Place a disc with the border limit on a border, as near to its middle as it fits."""
        line = max(geography.border(*areas), key=len)
        box = (-_CAPACITY_PX, -_CAPACITY_PX, _CAPACITY_PX, _CAPACITY_PX)
        places = (self.frame.px(*line[int(part * (len(line) - 1))]) for part in _PARTS)
        spots = (self.grid.nearest([box], *place, 26) for place in places)
        if spot := next(filter(None, spots), None):
            self.grid.take(expand((*spot, *spot), _CAPACITY_PX))
            self.drawing.dot("discs", Dot(*spot, _CAPACITY_PX, _COLOURS[kind], WHITE, 2))
            self.drawing.write("figures", Text(str(CAPACITY[kind]), spot[0], spot[1] + 5, 14, WHITE, bold=True))

    def refuse(self, area: str) -> None:
        """Place the sign of refusal on an area, or as near as it fits."""
        spot = self.grid.nearest([(-16, -16, 16, 16)], *self.frame.px(*SHAPES[area].label))
        if spot:
            x, y = spot
            self.grid.take((x - 15, y - 15, x + 15, y + 15))
            self.drawing.dot("discs", Dot(x, y, 13, PANEL, MINOR, 3.6))
            self.drawing.add("no", ((x - 7.6, y - 7.6), (x + 7.6, y + 7.6)))
