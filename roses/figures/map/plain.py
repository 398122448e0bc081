"""A map of few points, for pages that must stay small: its outlines stand once on a page, and pictures refer to them.

``outlines_svg`` goes into the page before the pictures. Outlines are in px of the frame ``LESSON``, whole numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from itertools import pairwise
from typing import Any, Final

from roses.figures.drawing.clipping import simple
from roses.figures.drawing.painting import paint
from roses.figures.drawing.palette import COAST, SEA
from roses.figures.drawing.points import Line
from roses.figures.drawing.svg import Svg, document, tag
from roses.figures.map.frames import KINGDOM, LESSON, Frame
from roses.figures.map.geography import GROUND, SHAPES, arc, pairs
from roses.figures.map.layers import BY_NAME
from roses.figures.map.scene import lines_px, scene
from roses.figures.map.svg import overlay_svg
from roses.richard.view import View

_OFF: Final = 1.2  # km: points nearer than this to the line without them are left out
_LINES: Final = (("casing", "river"), ("casing", "minor"), ("casing major", "major"))
_OVER: Final = (("river", "river"), ("minor", "minor"), ("minor inner", "minor"), ("major", "major"))
ID: Final = "roses-map-"


@cache
def outlines_svg() -> str:
    """Return areas, land abroad and borders as definitions, about 15 kB, for a page with such maps."""
    areas = (tag("path", id=_id(area), d=_rings(area)) for area in SHAPES)
    kinds = (
        tag("path", id=_id(kind), d="".join(_path(arc(n)) for n, a in enumerate(GROUND.arcs, 1) if a.border == kind))
        for kind in ("major", "river", "minor")
    )
    abroad = tag("path", id=_id("abroad"), d="".join(_path(pairs(line)) + "z" for line in GROUND.abroad))
    return tag(
        "svg", tag("defs", *areas, *kinds, abroad), width=0, height=0, style="position:absolute", aria_hidden="true"
    )


def position_svg(view: View, frame: Frame) -> Svg:
    """Return a position over the plain ground: what ``map_svg`` shows, in a quarter of its letters."""
    shown = overlay_svg(scene(view, frame))
    inside = [ground_svg(frame), shown.inside]
    return document(shown.width, shown.height, inside, title=shown.name, description=shown.description)


def areas_svg(title: str, says: str, area: Callable[[str], dict[str, Any]], view: View) -> Svg:
    """Return the map of the kingdom with the names of its areas.

    ``area`` gives the attributes of the outline of each area, by its name; ``says`` describes the picture. ``view`` is
    one without any piece.
    """
    shown = overlay_svg(scene(view, KINGDOM))
    over = tag("g", shown.inside, pointer_events="none", aria_hidden="true")
    return document(shown.width, shown.height, [ground_svg(KINGDOM, area), over], title=title, description=says)


def spot(area: str, frame: Frame = KINGDOM) -> tuple[int, int]:
    """Return the middle of an area in px of a frame.

    >>> spot("Leicester")
    (339, 337)
    """
    x, y = frame.px(*SHAPES[area].label)
    return round(x), round(y)


def ground_svg(frame: Frame, area: Callable[[str], dict[str, Any]] = lambda _name: {}) -> str:
    """Return the sea, the areas and their borders in a frame, as references to the outlines."""
    scale = frame.k / LESSON.k
    left, above = -frame.west * frame.k, frame.height + frame.south * frame.k - LESSON.height * scale
    by_layer: dict[str, list[str]] = {}
    for name, shape in SHAPES.items():
        layer = "exile" if shape.exile else f"land {shape.tint}"
        by_layer.setdefault(layer, []).append(tag("use", href=f"#{_id(name)}", **area(name)))
    lands = (
        tag("g", *uses, fill=BY_NAME[layer].fill, stroke=COAST, stroke_width=0.9 / scale, stroke_linejoin="round")
        for layer, uses in by_layer.items()
    )
    abroad = tag("use", href=f"#{_id('abroad')}", fill=BY_NAME["abroad"].fill)
    borders = (_border(layer, kind, frame, scale) for layer, kind in (*_LINES, *_OVER))
    over = tag("g", *borders, pointer_events="none")
    drawn = tag("g", abroad, *lands, over, transform=f"translate({left:.1f} {above:.1f}) scale({scale:.4f})")
    return tag("rect", width=frame.width, height=frame.height, fill=SEA) + drawn


def _border(layer: str, kind: str, frame: Frame, scale: float) -> str:
    return tag("use", href=f"#{_id(kind)}", **paint(BY_NAME[layer], lines_px(layer, frame) / scale))


def _id(name: str) -> str:
    return ID + name.lower().replace(" ", "-")


def _rings(area: str) -> str:
    """Return the outlines of an area; borders are thinned one by one, so that neighbours fit."""
    parts = []
    for numbers in SHAPES[area].rings:
        line: list[tuple[float, float]] = []
        for n in numbers:
            thinned = simple(arc(abs(n)), _OFF)
            line += (thinned if n > 0 else thinned[::-1])[1 if line else 0 :]
        parts.append(_whole(line) + "z")
    return "".join(parts)


def _path(line: Line) -> str:
    return _whole(simple(line, _OFF))


def _whole(line: Iterable[tuple[float, float]]) -> str:
    """Return path data in whole px, relative from point to point."""
    points = [tuple(map(round, LESSON.px(*point))) for point in line]
    steps = [f"M{points[0][0]} {points[0][1]}l"]
    for (x0, y0), (x1, y1) in pairwise(points):
        if (x1, y1) != (x0, y0):
            steps.append(f"{x1 - x0}{'' if y1 < y0 else ' '}{y1 - y0} ")
    return "".join(steps).replace(" -", "-").rstrip()
