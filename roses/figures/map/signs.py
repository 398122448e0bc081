"""The signs of places on a map by their kind, the lines of routes, and the places in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from roses.engine.i18n import N_
from roses.engine.i18n import gettext as _
from roses.figures.drawing import Dot, Drawing
from roses.figures.drawing.geometry import ANCHOR, CRENELS, CROSS, HILL, SALTIRE, Line, at
from roses.figures.drawing.palette import AMBER, HOUSES, INK, PANEL, SEA_NAME
from roses.figures.map.layout import Layout, Site

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
HALF: Final = {"port": 8.0, "landing": 8.0, "church": 7.5, "castle": 6.5, "battle": 6.5, "hill": 6.0, "town": 5.0}
RING: Final = 4.0  # px that the disc of the place of the moment is larger


def draw(layout: Layout, drawing: Drawing) -> None:
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
    return "York" if side == "York" else "Lancaster"


def _sign(site: Site, drawing: Drawing) -> None:
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
        drawing.dot("site dots", Dot(x, y, HALF[kind] + RING - 1, AMBER, INK, 1.8))
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


def places_words(layout: Layout) -> str:
    """Return places and routes in words, for ``<desc>`` and screen readers; "" if there are none."""
    names = [f"{site.place.name} ({_(_KINDS[site.place.kind])})" for site in layout.sites if not site.halt]
    sentences = [_("Places: {names}.").format(names=", ".join(names))] if names else []
    return " ".join([*sentences, *layout.ways])
