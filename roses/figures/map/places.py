"""Places of history and routes of armies on a map: which of them a frame shows, with their signs and labels."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

import msgspec

from roses.engine.i18n import N_
from roses.engine.i18n import gettext as _
from roses.engine.record import Place
from roses.figures.drawing import Dot, Drawing, Text, text_width
from roses.figures.drawing.geometry import (
    ANCHOR,
    CRENELS,
    CROSS,
    HILL,
    SALTIRE,
    Box,
    Line,
    Point,
    at,
    bow,
    box_around,
    expand,
    overlap,
    shift,
    smooth,
)
from roses.figures.drawing.occupancy import OccupancyGrid, along
from roses.figures.drawing.palette import AMBER, HOUSES, INK, INK2, PANEL, RIVER, SEA_NAME
from roses.figures.map.geography import SHAPES, Frame, by_sea, course, credit_box, km_at
from roses.figures.map.layout import Layout, Site
from roses.richard.naming import place

Halts = Sequence[tuple[str | Place, str]]  # each a place and its date, "" for none
Routes = Sequence[tuple[str, Halts]]  # each a side and its halts
_HALT: Final = 5.0  # px: half the disc of a halt
_SIZES: Final = {  # px: type of the labels, and of those of emphasised places
    "campaign": (13.0, 14.5),
    "kingdom": (12.0, 13.0),
    "table": (12.0, 13.0),
    "lesson": (13.0, 15.0),
}
_APART: Final = (0.0, 6.0, 14.0, 24.0, 36.0)  # px between sign and label that are tried
_TRIES: Final = (  # distance, whether with the date, whether clear of routes and marches
    *((far, dated, True) for far in _APART[:2] for dated in (True, False)),
    (_APART[2], True, True),
    *((far, False, True) for far in _APART[2:]),
)
_LEADER: Final = 10.0  # px between sign and label from which a leader joins them
_SAMPLE: Final = 30.0  # px: length of the sample line in the key
_POINTER: Final = ((7.0, 0.0), (-5.0, 3.4), (-5.0, -3.4), (7.0, 0.0))  # an arrow head to the east round (0, 0)
_CORNER: Final = 320.0  # px: how far the key may stand from the corner
_FAR: Final = 60.0  # px: how far the name of a region or river may stand from its point
# sides of a sign, and its corners, in the order in which a label tries them: x and y
_SIDES: Final = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1))
_SLANTED: Final = ("battle", "hill", "river", "region")  # kinds whose names are in italics


class Marks(msgspec.Struct, frozen=True):
    """What a map shows besides the position: places and routes of history, and the marches of the game.

    ``here`` are the names of the places that are emphasised. A route is a side with its halts, each a place and its
    date, "" for none. A march is a sequence of areas.
    """

    places: tuple[Place, ...] = ()
    here: frozenset[str] = frozenset()
    routes: tuple[tuple[str, tuple[tuple[Place, str], ...]], ...] = ()
    marches: tuple[tuple[str, ...], ...] = ()


NO_MARKS: Final = Marks()


def marks_of(
    places: Collection[str | Place], here: Collection[str], routes: Routes, marches: Sequence[Sequence[str]]
) -> Marks:
    """Return marks with places looked up in the gazetteer; ValueError for a place that is not in it."""
    ways = tuple((side, tuple((place(name), date) for name, date in halts)) for side, halts in routes)
    return Marks(tuple(map(place, places)), frozenset(here), ways, tuple(map(tuple, marches)))


def routes_in_words(marks: Marks) -> tuple[str, ...]:
    """Return each route in words: its side, its halts and their dates."""
    template = _("{side}'s way in history: {halts}.")
    return tuple(
        template.format(side=side, halts=", ".join(f"{p.name} ({date})" if date else p.name for p, date in halts))
        for side, halts in marks.routes
    )


def km(where: Place) -> Point:
    """Return where a place lies on the map, in km."""
    return km_at(where.lon, where.lat)


def spot(where: Place, frame: Frame) -> Point:
    """Return where a place lies on a frame, in px."""
    return frame.px(*km(where))


class Sites:
    """Places of a map and halts of its routes, which get their labels where the picture is free.

    If ``clear``, their signs take their room before any block is placed; else blocks may cover them. ``name`` labels
    the places, and ``date`` the other halts of the routes, where there is room.
    """

    def __init__(self, marks: Marks, frame: Frame, grid: OccupancyGrid, window: Box, *, clear: bool) -> None:
        self.frame, self.grid, self.here, self.window = frame, grid, marks.here, window
        self.clear = clear
        self.sizes = _SIZES[frame.name]
        self.blocks = 0
        self.key: list[Text] = []
        self.rooms: dict[str, Box] = {}
        self.ways = [(side, tuple(spot(where, frame) for where, _date in halts)) for side, halts in marks.routes]
        marches = []  # roughly the lines on which marches from area to area are drawn
        for areas in marks.marches:
            spots = [frame.px(*SHAPES[area].label) for area in areas if area in SHAPES]
            if by_sea(areas):
                marches.append((spots[0], *course(frame, spots[0], spots[1]), spots[1]))
            else:
                marches.append(bow(spots[0], spots[1]) if len(spots) == 2 else smooth(spots))
        self.lines = self._cells(marches)
        self.halts = {where.name: (side, where, date) for side, halts in marks.routes for where, date in halts}
        self.visible_halts = {name for name, (_side, where, _date) in self.halts.items() if self._is_visible(where)}
        places = [where for where in marks.places if self._is_visible(where)]
        self.out_of_sight = [w for w in marks.places if w.name in marks.here and w not in places and not _is_area(w)]
        self.sites = []
        for where in places:  # the sign of a place is smaller beside another that it would touch
            x, y = spot(where, self.frame)
            half = SIGN_HALF.get(where.kind, 0.0)
            here = where.name in self.here and half > 0
            box = box_around(x, y, half + (RING if here else 0))
            small = half > 0 and any(overlap(box, other) for other in self.rooms.values())
            if half:
                self.rooms[where.name] = expand(box_around(x, y, 3) if small else box, 1)
            self.sites.append(Site(where, round(x, 1), round(y, 1), here, small))
        if clear:
            for box in self.rooms.values():
                grid.take(box)

    def _cells(self, marches: Sequence[Line]) -> int:
        """Return the cells that all routes and these marches cover."""
        cells = 0
        for line in [*(way for _side, way in self.ways), *marches]:
            cells |= _cells_below(line, self.frame)
        return cells

    def _is_visible(self, where: Place) -> bool:
        """Tell whether a place lies on the visible part of the map and is no area; areas have their names anyway."""
        x, y = spot(where, self.frame)
        left, upper, right, lower = expand(self.window, -11)
        on_map = left <= x <= right and upper <= y <= lower
        return on_map and not overlap(box_around(x, y, 11), credit_box(self.frame)) and not _is_area(where)

    def name(self, marches: Sequence[Line]) -> None:
        """Label all places, the emphasised ones first, if possible clear of routes and of these marches."""
        self.lines = self._cells(marches)
        self.blocks = self.grid.taken
        if not self.clear:
            for i, site in enumerate(self.sites):
                room = self.rooms.get(site.place.name)
                if room and not self.grid.free(room):
                    self.sites[i] = msgspec.structs.replace(site, covered=True)
                elif room:
                    self.grid.take(room)
            self.out_of_sight += [site.place for site in self.sites if site.here and site.covered]
            self.sites = [site for site in self.sites if not (site.here and site.covered)]
        for name in self.visible_halts:
            self.grid.take(box_around(*spot(self.halts[name][1], self.frame), _HALT))
        dates = {name: date for name, (_side, _where, date) in self.halts.items() if date}
        unlabelled = sorted(self.sites, key=lambda site: (not site.here, not SIGN_HALF.get(site.place.kind)))
        for far, dated, avoid in _TRIES:
            for site in unlabelled[:]:
                words = (site.place.name, dates.get(site.place.name, ""))
                if dated <= bool(words[1]) and self._try(site, words[: 1 + dated], self.lines * avoid, far):
                    unlabelled.remove(site)
        for site in unlabelled:  # at the nearest free spot of the picture, with a leader
            wide, high = _extent((site.place.name,), self.sizes[site.here], site)
            box = (-wide / 2, -high / 2, wide / 2, high / 2)
            clear_of_lines = self.grid.nearest([box], site.x, site.y, avoid=self.lines)
            if middle := clear_of_lines or self.grid.nearest([box], site.x, site.y):
                self._write(site, (site.place.name,), shift(box, *middle), (0, 0), leader=True)
        for where in self.out_of_sight:
            self._point(where)
        self.grid.taken |= self.lines

    def date(self) -> None:
        """Add the halts that are not among the places, with name and date where both have room beside them.

        The key of the routes stands near the lower right corner, if there is room.
        """
        others = self.visible_halts - {site.place.name for site in self.sites}
        for side, where, date in (halt for name, halt in self.halts.items() if name in others):
            x, y = spot(where, self.frame)
            if not self.blocks & self.grid.bits(box_around(x, y, 3)):
                self.sites.append(site := Site(where, round(x, 1), round(y, 1), halt=side))
                for far in _APART[:3] if date else ():
                    if self._try(site, (where.name, date), 0, far):
                        break
        for side in dict.fromkeys(side for side, way in self.ways if len(way) > 1 and self.visible_halts):
            words, size = _("{side}'s way in history").format(side=side), self.sizes[0]
            box = (0.0, 0.0, _SAMPLE + 12 + text_width(words, size), size + 4)
            corner = self.frame.width - box[2] - 6, self.frame.height - 6
            if place := self.grid.nearest([box], *corner, _CORNER, self.lines):
                x, y = place
                self.grid.take(shift(box, x, y))
                self.ways.append((side, ((x + 4, y + box[3] / 2), (x + 4 + _SAMPLE, y + box[3] / 2))))
                self.key.append(Text(words, x + _SAMPLE + 10, y + size, size, INK, anchor="start", halo=3))

    def _point(self, where: Place) -> None:
        """Write the name of a place that is outside the map or under blocks, beside a sign that points towards it."""
        x, y = spot(where, self.frame)
        site = Site(where, x, y, here=True)
        wide, high = _extent((where.name,), self.sizes[1], site)
        box = (-wide / 2 - 22, -max(high / 2, 10), wide / 2, max(high / 2, 10))
        near = min(max(x, 0), self.frame.width), min(max(y, 0), self.frame.height)
        if place := self.grid.nearest([box], *near, avoid=self.lines):
            at = place[0] + box[0] + 10, place[1]
            words = shift((box[0] + 22, -high / 2, wide / 2, high / 2), *place)
            self.grid.take(shift(box, *place))
            turn = math.atan2(y - at[1], x - at[0])
            pointer = tuple(
                (at[0] + a * math.cos(turn) - b * math.sin(turn), at[1] + a * math.sin(turn) + b * math.cos(turn))
                for a, b in _POINTER
            )
            self.sites.append(msgspec.structs.replace(site, x=round(at[0], 1), y=at[1], pointer=pointer))
            self._write(self.sites[-1], (where.name,), words, (1, 0))

    def _try(self, site: Site, words: tuple[str, ...], avoid: int, far: float) -> bool:
        """Write a label ``far`` px from its sign, from 10 px on with a leader; return False if there is no room.

        The sign of another place must not lie between them.
        """
        size = self.sizes[site.here]
        wide, high = _extent(words, size, site)
        if site.place.kind in ("river", "region"):
            box = (-wide / 2, -high / 2, wide / 2, high / 2)
            middle = self.grid.nearest([box], site.x, site.y, _FAR, avoid)
            if middle:
                self._write(site, words, shift(box, *middle), (0, 0))
            return bool(middle)
        sign = _HALT if site.halt else 3.0 if site.small else SIGN_HALF[site.place.kind] + (RING if site.here else 0)
        for side in _SIDES:  # of the sign, or off one of its corners
            off = (sign + 3 + far) * (0.72 if all(side) else 1.0)
            x, y = site.x + side[0] * off, site.y + side[1] * off
            left = {1: x, -1: x - wide, 0: x - wide / 2}[side[0]]
            upper = {1: y, -1: y - high, 0: y - high / 2}[side[1]]
            box = left, upper, left + wide, upper + high
            if not self.grid.free(box) or avoid & self.grid.bits(box):
                continue
            between = along(self.grid, (site.x, site.y), _nearest(site, box)) if far else 0
            others = (o for o in self.sites if o is not site and SIGN_HALF.get(o.place.kind))
            if not any(between & self.grid.bits(box_around(o.x, o.y, 3)) for o in others):
                self._write(site, words, box, side, leader=site.covered or far >= _LEADER)
                return True
        return False

    def _write(
        self, site: Site, words: tuple[str, ...], box: Box, side: tuple[int, int], *, leader: bool = False
    ) -> None:
        """Write a label into its box on a side of its sign, one of ``_SIDES``; on (0, 0) it is centred."""
        size = self.sizes[site.here]
        anchor = {1: "start", -1: "end", 0: "middle"}[side[0]]
        x = {1: box[0], -1: box[2], 0: (box[0] + box[2]) / 2}[side[0]]
        lines = tuple(_line(word, i, site, x, box[1], size, anchor) for i, word in enumerate(words))
        self.grid.take(box)
        if site in self.sites:
            ends = ((site.x, site.y), _nearest(site, box)) if leader else ()
            self.sites[self.sites.index(site)] = msgspec.structs.replace(site, label=lines, box=box, leader=ends)


@lru_cache(maxsize=256)
def _cells_below(line: Line, frame: Frame) -> int:
    """Return the cells of a frame that a route or a march covers."""
    grid, cells = OccupancyGrid(frame.width, frame.height), 0
    for (x0, y0), (x1, y1) in pairwise(line):
        for dx, dy in ((-4, -4), (4, 4), (-4, 4), (4, -4)):
            cells |= along(grid, (x0 + dx, y0 + dy), (x1 + dx, y1 + dy))
    return cells


def _is_area(where: Place) -> bool:
    """Tell whether a place is an area of the map, which writes its name anyway."""
    return where.kind == "region" and where.name in SHAPES


def _nearest(site: Site, box: Box) -> Point:
    """Return the point of a box that is nearest to a place."""
    return min(max(site.x, box[0]), box[2]), min(max(site.y, box[1]), box[3])


def _extent(words: Sequence[str], size: float, site: Site) -> Point:
    """Return width and height of a label in px, a line for each of its ``words``."""
    lines = (_line(word, row, site, 0, 0, size, "start") for row, word in enumerate(words))
    wide = max(line.box[2] for line in lines)
    return wide + 2, size * (1.1 + 1.1 * (len(words) - 1))


def _line(words: str, row: int, site: Site, x: float, upper: float, size: float, anchor: str) -> Text:
    """Return a line of a label: row 0 is the name, row 1 the date."""
    slanted = site.place.kind in _SLANTED and not row
    ink = INK2 if row else RIVER if site.place.kind == "river" else INK
    family = "serif" if slanted else "sans"
    y = upper + size * (0.82 + 1.1 * row)
    bold = site.here and not row
    return Text(words, round(x, 1), round(y, 1), size, ink, family, bold, slanted, anchor, halo=3)  # type: ignore[arg-type]


_KIND_NAMES: Final = {
    "town": N_("town"),
    "port": N_("port"),
    "castle": N_("castle"),
    "church": N_("church"),
    "battle": N_("field of battle"),
    "landing": N_("landing"),
    "hill": N_("hill"),
    "river": N_("river"),
    "region": N_("region"),
}
# px: half the width of each sign; rivers and regions have none
SIGN_HALF: Final = {"port": 8.0, "landing": 8.0, "church": 7.5, "castle": 6.5, "battle": 6.5, "hill": 6.0, "town": 5.0}
_STROKES: Final[dict[str, tuple[Line, ...]]] = {  # the lines of the signs, round (0, 0)
    "castle": (tuple((0.78 * x, 0.78 * y) for x, y in CRENELS),),
    "church": CROSS,
    "battle": SALTIRE,
    "hill": (HILL,),
}
RING: Final = 4.0  # px by which the disc of an emphasised place is larger than its sign


def draw_places(layout: Layout, drawing: Drawing) -> None:
    """Add routes, their key, signs, labels and leaders to a drawing."""
    for side, line in layout.routes:
        if len(line) > 1:
            drawing.add("route casing", line)
            drawing.add(f"route {_house(side)}", line)
    drawing.write("site names", *layout.key)
    for site in layout.sites:
        if site.leader:
            drawing.add("site leaders", site.leader)
        drawing.write("site names", *site.label)
        _sign(site, drawing)


def _house(side: str) -> str:
    """Return the house in whose colours the route of a side is drawn."""
    return "York" if side == "York" else "Lancaster"


def _sign(site: Site, drawing: Drawing) -> None:
    """Add the sign of a place to a drawing."""
    x, y, kind = site.x, site.y, site.place.kind
    if site.halt:
        drawing.dot("site dots", Dot(x, y, 4.0, PANEL, HOUSES[_house(site.halt)].edge, 2.2))
        return
    if site.pointer:
        drawing.dot("site dots", Dot(x, y, 8, AMBER, INK, 1.8))
        drawing.add("pointers", site.pointer)
        return
    if site.covered:
        return
    if site.small:
        drawing.dot("site dots", Dot(x, y, 2.6, INK, PANEL, 1.0))
        return
    if site.here:
        drawing.dot("site dots", Dot(x, y, SIGN_HALF[kind] + RING - 1, AMBER, INK, 1.8))
    for line in _STROKES.get(kind, ()):
        if not site.here:
            drawing.add("site casing", at(line, x, y))
        drawing.add("site lines", at(line, x, y))
    if kind == "town":
        drawing.dot("site dots", Dot(x, y, 3.6, PANEL, INK, 2.0))
    elif kind in ("port", "landing"):
        drawing.dot("site dots", Dot(x, y, 7, SEA_NAME, PANEL, 1.4))
        drawing.add("anchors", *(at(line, x, y) for line in ANCHOR))


def places_words(layout: Layout) -> str:
    """Return places and routes in words, for ``<desc>`` and screen readers; "" if there are none."""
    names = [f"{site.place.name} ({_(_KIND_NAMES[site.place.kind])})" for site in layout.sites if not site.halt]
    sentences = [_("Places: {names}.").format(names=", ".join(names))] if names else []
    return " ".join([*sentences, *layout.ways])
