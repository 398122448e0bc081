"""Places of history and the routes of armies on a map: which are in the frame, their signs, where labels stand."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import Final

import msgspec

from roses.engine.i18n import N_
from roses.engine.i18n import gettext as _
from roses.engine.record import Place
from roses.figures.drawing.drawing import Dot, Drawing, Text
from roses.figures.drawing.glyphs import ANCHOR, CRENELS, CROSS, HILL, SALTIRE, at, bowed, smooth
from roses.figures.drawing.occupancy import Box, OccupancyGrid, along, moved, overlap, padded
from roses.figures.drawing.palette import AMBER, HOUSES, INK, INK2, PANEL, RIVER, SEA_NAME
from roses.figures.drawing.points import Line, Point
from roses.figures.map.frames import Frame
from roses.figures.map.geography import SHAPES
from roses.figures.map.layout import Site, credit_box
from roses.richard.gazetteer import place

Halts = Sequence[tuple[str | Place, str]]
Routes = Sequence[tuple[str, Halts]]
_KINDS: Final = {
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
_HALF: Final = {"port": 8.0, "landing": 8.0, "church": 7.5, "castle": 6.5, "battle": 6.5, "hill": 6.0, "town": 5.0}
_HALT: Final = 5.0  # px: half the disc of a halt
_RING: Final = 4.0  # px that the disc of the place of the moment is larger
_SIZES: Final = {
    "campaign": (13.0, 14.5),
    "kingdom": (12.0, 13.0),
    "lesson": (13.0, 15.0),
}  # px: labels, the place's own
_APART: Final = (0.0, 6.0, 14.0, 24.0, 36.0)  # px between sign and label that are tried
_TRIES: Final = (  # distance, whether with the date, whether clear of routes and marches
    *((far, dated, True) for far in _APART[:2] for dated in (True, False)),
    (_APART[2], True, True),
    *((far, False, True) for far in _APART[2:]),
    *((far, False, False) for far in _APART),
)
_LEADER: Final = 10.0  # px from which a line joins the two
_FAR: Final = 60.0  # px: no region's name farther from its point
_SIDES: Final = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1))
_SLANTED: Final = ("battle", "hill", "river", "region")  # kinds whose names are in italics


class Marks(msgspec.Struct, frozen=True):
    """What a map shows of history: ``places``, the names of those where it happens ``here``, and routes by side."""

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


def spot(where: Place, frame: Frame) -> Point:
    """Return where a place lies on a frame, in px."""
    return frame.px((where.lon + 7.5) * 67.5, (where.lat - 48.8) * 111.2)


class Sites:
    """Puts the places of a map and the halts of its routes where the picture is free.

    The signs take their room at once, before any block stands; ``name`` labels the places, and ``date`` the other
    halts of the routes, where there is room.
    """

    def __init__(self, marks: Marks, frame: Frame, grid: OccupancyGrid, window: Box) -> None:
        self.frame, self.grid, self.here, self.window = frame, grid, marks.here, window
        self.sizes = _SIZES[frame.name]
        self.blocks = 0
        self.found: list[Site] = []
        self.signs: list[Box] = []
        self.ways = [(side, tuple(spot(where, frame) for where, _date in halts)) for side, halts in marks.routes]
        self.lines = 0
        for line in [line for _side, line in self.ways] + [_march(areas, frame) for areas in marks.marches]:
            for (x0, y0), (x1, y1) in pairwise(line):
                for dx, dy in ((-4, -4), (4, 4), (-4, 4), (4, -4)):
                    self.lines |= along(grid, (x0 + dx, y0 + dy), (x1 + dx, y1 + dy))
        self.halts = {where.name: (side, where, date) for side, halts in marks.routes for where, date in halts}
        self.places = [where for where in marks.places if self._shown(where)]
        for where in self.places:
            self._reserve(where)

    def _shown(self, where: Place) -> bool:
        """Tell whether a place is on the map, clear of the credit line, and no area, whose name the map has."""
        x, y = spot(where, self.frame)
        left, upper, right, lower = padded((x, y, x, y), 11)
        window = self.window
        inside = left >= window[0] and upper >= window[1] and right <= window[2] and lower <= window[3]
        return (
            inside
            and not overlap((left, upper, right, lower), credit_box(self.frame))
            and not (where.kind == "region" and where.name in SHAPES)
        )

    def _reserve(self, where: Place) -> None:
        """Take the room of a place's sign; smaller beside another that it would touch."""
        x, y = spot(where, self.frame)
        half = _HALF.get(where.kind, 0.0)
        here = where.name in self.here and half > 0
        box = padded((x, y, x, y), half + (_RING if here else 0))
        small = half > 0 and any(overlap(box, other) for other in self.signs)
        if half:
            box = padded((x, y, x, y), 3) if small else box
            self.signs.append(box)
            self.grid.take(padded(box, 1))
        self.found.append(Site(where, round(x, 1), round(y, 1), here, small))

    def name(self) -> None:
        """Label the places, those where it happens first; every one of them gets its name."""
        self.blocks = self.grid.taken
        for _side, where, _date in self.halts.values():
            self.grid.take(padded(2 * spot(where, self.frame), _HALT))
        dates = {name: date for name, (_side, _where, date) in self.halts.items() if date}
        left = sorted(self.found, key=lambda site: (not site.here, not _HALF.get(site.place.kind)))
        for far, dated, avoid in _TRIES:
            for site in left[:]:
                words = (site.place.name, dates.get(site.place.name, ""))
                if dated <= bool(words[1]) and self._written(site, words[: 1 + dated], self.lines * avoid, far):
                    left.remove(site)
        for site in left:
            self._anywhere(site)
        self.grid.taken |= self.lines

    def date(self) -> None:
        """Add the halts that are none of the places, with name and date where both have room beside them."""
        named = {site.place.name for site in self.found}
        for side, where, date in self.halts.values():
            x, y = spot(where, self.frame)
            if (
                where.name in named
                or not self._shown(where)
                or self.blocks & self.grid.bits((x - 4, y - 4, x + 4, y + 4))
            ):
                continue
            self.found.append(site := Site(where, round(x, 1), round(y, 1), halt=side))
            any(date and self._written(site, (where.name, date), 0, far) for far in _APART[:3])

    def _written(self, site: Site, words: tuple[str, ...], avoid: int, far: float) -> bool:
        """Write a label ``far`` px from its sign if there is room; at some distance it has a leader."""
        size = self.sizes[site.here]
        wide, high = _extent(words, size, site)
        half = 0.0 if site.place.kind in ("river", "region") else self._half(site)
        if not half:
            box = (-wide / 2, -high / 2, wide / 2, high / 2)
            found = self.grid.nearest([box], site.x, site.y, _FAR, avoid)
            return bool(found) and self._write(site, words, moved(box, *(found or (0, 0))), (0, 0))
        for side in _SIDES:
            box = _beside(site, half + 3 + far, side, wide, high)
            if self.grid.free(box) and not avoid & self.grid.bits(box) and not (far and self._crossed(site, box)):
                return self._write(site, words, box, side, leader=far >= _LEADER)
        return False

    def _crossed(self, site: Site, box: Box) -> bool:
        """Tell whether a sign of another place lies between a sign and its label."""
        end = _nearest(site, box)
        between = along(self.grid, (site.x, site.y), end)
        others = (padded((o.x, o.y, o.x, o.y), 3) for o in self.found if o is not site and _HALF.get(o.place.kind))
        return any(between & self.grid.bits(other) for other in others)

    def _half(self, site: Site) -> float:
        if site.halt:
            return _HALT
        return 3.0 if site.small else _HALF[site.place.kind] + (_RING if site.here else 0)

    def _anywhere(self, site: Site) -> None:
        """Write a name at the nearest free spot of the picture, with a leader."""
        wide, high = _extent((site.place.name,), self.sizes[site.here], site)
        box = (-wide / 2, -high / 2, wide / 2, high / 2)
        if found := self.grid.nearest([box], site.x, site.y):
            self._write(site, (site.place.name,), moved(box, *found), (0, 0), leader=True)

    def _write(
        self, site: Site, words: tuple[str, ...], box: Box, side: tuple[int, int], *, leader: bool = False
    ) -> bool:
        size = self.sizes[site.here]
        anchor = {1: "start", -1: "end", 0: "middle"}[side[0]]
        x = {1: box[0], -1: box[2], 0: (box[0] + box[2]) / 2}[side[0]]
        lines = tuple(_line(word, i, site, x, box[1], size, anchor) for i, word in enumerate(words))
        end = _nearest(site, box)
        self.grid.take(box)
        if site in self.found:
            self.found[self.found.index(site)] = msgspec.structs.replace(
                site, label=lines, box=box, leader=((site.x, site.y), end) if leader else ()
            )
        return True


def _march(areas: Sequence[str], frame: Frame) -> Line:
    """Return about the line on which a march from area to area is drawn."""
    spots = [frame.px(*SHAPES[area].label) for area in areas if area in SHAPES]
    return bowed(spots[0], spots[1]) if len(spots) == 2 else smooth(spots)


def _nearest(site: Site, box: Box) -> Point:
    """Return the point of a box that is nearest to a place."""
    return min(max(site.x, box[0]), box[2]), min(max(site.y, box[1]), box[3])


def _extent(words: Sequence[str], size: float, site: Site) -> Point:
    """Return width and height of a label in px."""
    lines = (_line(word, row, site, 0, 0, size, "start") for row, word in enumerate(words))
    wide = max(line.box[2] for line in lines)
    return wide, size * (1.04 + 1.1 * (len(words) - 1))


def _beside(site: Site, far: float, side: tuple[int, int], wide: float, high: float) -> Box:
    """Return the box of a label on one side of a sign, or off one of its corners."""
    part = 0.72 if all(side) else 1.0
    x, y = site.x + side[0] * far * part, site.y + side[1] * far * part
    left = {1: x, -1: x - wide, 0: x - wide / 2}[side[0]]
    upper = {1: y, -1: y - high, 0: y - high / 2}[side[1]]
    return left, upper, left + wide, upper + high


def _line(words: str, row: int, site: Site, x: float, upper: float, size: float, anchor: str) -> Text:
    """Return a line of a label, the first its name, the second its date."""
    slanted = site.place.kind in _SLANTED and not row
    ink = INK2 if row else RIVER if site.place.kind == "river" else INK
    family = "serif" if slanted else "sans"
    y = upper + size * (0.82 + 1.1 * row)
    bold = site.here and not row
    return Text(words, round(x, 1), round(y, 1), size, ink, family, bold, slanted, anchor, halo=3)  # type: ignore[arg-type]


def draw(sites: Sequence[Site], routes: Sequence[tuple[str, Line]], drawing: Drawing) -> None:
    """Add routes, signs, labels and leaders to a drawing."""
    for side, line in routes:
        if len(line) > 1:
            drawing.add("route casing", line)
            drawing.add(f"route {_house(side)}", line)
    for site in sites:
        if site.leader:
            drawing.add("site leaders", site.leader)
        drawing.write("site names", *site.label)
        _sign(site, drawing)


def _house(side: str) -> str:
    return "York" if side == "York" else "Lancaster"


def _sign(site: Site, drawing: Drawing) -> None:
    x, y, kind = site.x, site.y, site.place.kind
    if site.halt:
        drawing.dot("site dots", Dot(x, y, 4.0, PANEL, HOUSES[_house(site.halt)].edge, 2.2))
        return
    if site.small:
        drawing.dot("site dots", Dot(x, y, 2.6, INK, PANEL, 1.0))
        return
    if site.here:
        drawing.dot("site dots", Dot(x, y, _HALF[kind] + _RING - 1, AMBER, INK, 1.8))
    for line in _strokes(kind):
        if not site.here:
            drawing.add("site casing", at(line, x, y))
        drawing.add("site lines", at(line, x, y))
    if kind == "town":
        drawing.dot("site dots", Dot(x, y, 3.6, PANEL, INK, 2.0))
    elif kind in ("port", "landing"):
        drawing.dot("site dots", Dot(x, y, 7, SEA_NAME, PANEL, 1.4))
        drawing.add("anchors", *(at(line, x, y) for line in ANCHOR))


def _strokes(kind: str) -> Iterator[Line]:
    """Yield the lines of a sign round (0, 0)."""
    if kind == "castle":
        yield tuple((0.78 * x, 0.78 * y) for x, y in CRENELS)
    elif kind == "church":
        yield from CROSS
    elif kind == "battle":
        yield from SALTIRE
    elif kind == "hill":
        yield HILL


def said(sites: Sequence[Site]) -> str:
    """Return the places in words, for ``<desc>`` and screen readers; "" if there are none."""
    names = [f"{site.place.name} ({_(_KINDS[site.place.kind])})" for site in sites if not site.halt]
    return _("Places: {names}.").format(names=", ".join(names)) if names else ""
