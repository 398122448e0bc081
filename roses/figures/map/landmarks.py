"""Cities, cathedrals, ports and battles on the lesson map, and cities on others, from ``data/map/sites.json``."""

from __future__ import annotations

from functools import cache
from typing import Final

import msgspec

from roses.engine.data import read
from roses.figures.drawing import Dot, Drawing, Text
from roses.figures.drawing.geometry import ANCHOR, CRENELS, CROSS, SALTIRE, Box, at, expand, overlap
from roses.figures.drawing.occupancy import OccupancyGrid
from roses.figures.drawing.palette import HOUSES, INK, INK2, INK3, PANEL, SEA_NAME
from roses.figures.map.frames import Frame
from roses.figures.map.layout import LABELS, Layout
from roses.figures.map.rim import cells_of
from roses.richard.tables import AREAS

_HALO: Final = 2.8
_DISC: Final = 13.5  # px: half the width of the disc at the end of a leader
_SIGN: Final = 6.5  # px: half the width that is kept free for a small sign


class Site(msgspec.Struct, frozen=True):
    """A place in degrees; ``rank`` tells major ports from minor ones, ``year`` when a battle was fought."""

    name: str
    lon: float
    lat: float
    rank: str = ""
    year: int = 0

    def px(self, frame: Frame) -> tuple[float, float]:
        """Return where it lies on a frame."""
        return frame.px((self.lon + 7.5) * 67.5, (self.lat - 48.8) * 111.2)


class SiteFile(msgspec.Struct, frozen=True):
    """The part of ``data/map/sites.json`` that is drawn."""

    cities: tuple[Site, ...]
    cathedrals: tuple[Site, ...]
    ports: tuple[Site, ...]
    battles: tuple[Site, ...]


@cache
def _sites() -> SiteFile:
    return read("map/sites.json", SiteFile)


def draw(layout: Layout, drawing: Drawing, before: int | None = None) -> None:
    """Add all sites to the drawing of a lesson map; names that blocks would cover are left out.

    Of the battles those of years ``before`` one are drawn, all if it is None.
    """
    boxes = [*layout.boxes.values(), *layout.margins, *(name.box for name in layout.names if not name.quiet)]
    boxes += [box for site in layout.sites for box in (site.box, expand((site.x, site.y, site.x, site.y), 5)) if box]
    covered = tuple(boxes)  # by blocks; labels keep off other names and each other too
    boxes += [expand(name.box, -1) for name in layout.names if name.quiet]
    boxes += [expand(2 * plate.home, _DISC) for plate in layout.plates if plate.home]
    cities = {site.name for site in _sites().cities}
    for site in _clear(_sites().ports, layout.frame, covered):
        _port(site, layout.frame, drawing, boxes, beside=site.name in cities)
    for site in _clear(_sites().cathedrals, layout.frame, covered):
        x, y = site.px(layout.frame)
        x += 13 if site.name in cities else 0
        drawing.add("site casing", *(at(line, x, y, 1.15) for line in CROSS))
        drawing.add("site lines", *(at(line, x, y) for line in CROSS))
        if site.name not in cities:
            _label(site.name, x, y, Text(site.name, 0, 0, 12, INK2, halo=_HALO), drawing, boxes)
    for site in _clear(_sites().cities, layout.frame, covered):
        _city(site, layout.frame, drawing, boxes)
    battles = tuple(site for site in _sites().battles if before is None or site.year < before)
    for site in _clear(battles, layout.frame, covered):
        _battle(site, layout.frame, drawing, boxes)


def mark_cities(layout: Layout, drawing: Drawing) -> None:
    """Add a small sign for each city and each cathedral, in its area, clear of blocks and names, if there is room."""
    grid, frame = OccupancyGrid(layout.frame.width, layout.frame.height), layout.frame
    everywhere = grid.bits((0, 0, frame.width, frame.height))
    names = (name.box for name in (*layout.names, *layout.seas))
    for box in (*layout.margins, *layout.boxes.values(), *names):
        grid.take(expand(box, 1))
    for plate in layout.plates:
        grid.take(expand(plate.box, _DISC))
    for site, area, house in _towns():
        box, own = (-_SIGN, -_SIGN, _SIGN, _SIGN), cells_of(frame, area)
        whole = grid.nearest([box], *site.px(frame), avoid=everywhere & ~own)
        if spot := whole or grid.nearest([box], *site.px(frame), within=own):
            grid.take(expand(2 * spot, _SIGN))
            if not house:
                drawing.add("site casing", *(at(line, *spot, 0.8) for line in CROSS))
                drawing.add("site lines", *(at(line, *spot, 0.8) for line in CROSS))
            else:
                drawing.add("site casing", at(CRENELS, *spot, 0.7))
                drawing.add(f"city {house}", at(CRENELS, *spot, 0.7))


@cache
def _towns() -> tuple[tuple[Site, str, str], ...]:
    """Return each city and each cathedral with its area, and the house whose levy a city sends."""
    cities = {site.name: site for site in _sites().cities}
    churches = {site.name: site for site in _sites().cathedrals}
    towns = [(cities[area.city], name, area.city_of) for name, area in AREAS.items() if area.city]
    return *towns, *((churches[area.cathedral], name, "") for name, area in AREAS.items() if area.cathedral)


def _clear(places: tuple[Site, ...], frame: Frame, boxes: tuple[Box, ...]) -> list[Site]:
    """Return the sites whose signs the boxes of blocks and their names do not cover by half."""
    signs = [(site, expand(2 * site.px(frame), 7)) for site in places]
    return [site for site, sign in signs if not any(overlap(sign, box) for box in boxes)]


def _city(site: Site, frame: Frame, drawing: Drawing, boxes: list[Box]) -> None:
    x, y = site.px(frame)
    house = next(area.city_of for area in AREAS.values() if area.city == site.name)
    outline = at(CRENELS, x, y, 1.05)
    drawing.add("site casing", outline)
    drawing.add(f"city {house}", outline)
    drawing.write("site names", Text(house[0], x, y + 6, 8.6, HOUSES[house].ink, bold=True))
    _label(site.name, x, y, Text(site.name, 0, 0, 13.5, INK, bold=True, halo=3), drawing, boxes)


def _port(site: Site, frame: Frame, drawing: Drawing, boxes: list[Box], *, beside: bool) -> None:
    x, y = site.px(frame)
    x += 15 if beside else 0
    if site.rank == "major":
        drawing.dot("site dots", Dot(x, y, 7, SEA_NAME, PANEL, 1.4))
        drawing.add("anchors", *(at(line, x, y) for line in ANCHOR))
    else:
        drawing.dot("site dots", Dot(x, y, 3.2, PANEL, INK2, 1.4))
    if site.name in LABELS.sites and site.name not in AREAS and not beside:
        size, ink = (12, INK2) if site.rank == "major" else (11.5, INK3)
        _label(site.name, x, y, Text(site.name, 0, 0, size, ink, halo=_HALO), drawing, boxes)


def _battle(site: Site, frame: Frame, drawing: Drawing, boxes: list[Box]) -> None:
    x, y = site.px(frame)
    drawing.add("site casing", *(at(line, x, y) for line in SALTIRE))
    drawing.add("site lines", *(at(line, x, y) for line in SALTIRE))
    offset = LABELS.battles.get(site.name)
    if offset:
        dx, dy, anchor, words = offset
        lines = words.split("|")
        rows = [y + dy + (i - (len(lines) - 1) / 2) * 11.7 for i in range(len(lines))]
        look = Text("", x + dx, 0, 11.5, INK, "serif", italic=True, anchor=anchor, halo=_HALO)  # type: ignore[arg-type]
        label = [msgspec.structs.replace(look, text=line, y=row) for line, row in zip(lines, rows, strict=True)]
        _write(label, drawing, boxes)


def _label(name: str, x: float, y: float, text: Text, drawing: Drawing, boxes: list[Box]) -> None:
    dx, dy, anchor = LABELS.sites[name]
    _write([msgspec.structs.replace(text, x=x + dx, y=y + dy, anchor=anchor)], drawing, boxes)


def _write(label: list[Text], drawing: Drawing, boxes: list[Box]) -> None:
    """Write the lines of a label and add their boxes to the others, unless one of these is in the way of a line."""
    lines = [expand(text.box, -1) for text in label]
    if not any(overlap(line, box) for line in lines for box in boxes):
        drawing.write("site names", *label)
        boxes += lines
