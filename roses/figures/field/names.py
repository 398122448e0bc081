"""Names on a battlefield, placed so that none covers another, a company or an arrow."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from roses.engine.i18n import gettext as _
from roses.figures.drawing.geometry import Box, Point, expand
from roses.figures.drawing.measure import Family, text_width
from roses.figures.drawing.occupancy import along
from roses.figures.drawing.palette import INK, INK2, INK3
from roses.figures.field.canvas import INKS, SMALL, Canvas, middle, rotate
from roses.history.battlefields import Feature, Reconstruction, Sketch

_NEAR: Final = 16.0  # px: a name further from the end of its company has a leader
_EDGE: Final = 7.0  # px: a leader ends so far from the middle of its company
_BEHIND: Final = 18.0  # px: names stand behind their companies where they can
_FAR: Final = 90.0  # px: the most distance of a name from its place
_WATER_INK: Final = "#1C4F6E"


class _Name(NamedTuple):
    """A name to place: where, in what type, and whether it may be left out where there is no room."""

    words: str
    at: Point
    size: float
    fill: str
    bold: bool = False
    italic: bool = False
    family: Family = "sans"
    reach: float = 0.0  # px: further from ``leads_to`` than this the name has a leader; 0 for names without
    leads_to: Point = (0.0, 0.0)


def write(canvas: Canvas, sketch: Sketch) -> None:
    """Write the names: commanders first, then the ground, then the fields of the rival views."""
    for company in sketch.companies:
        commander = sketch.commanders[company.who]
        words = f"{commander.name}?" if company.disputed and not company.state else commander.name
        middle_px = canvas.window.px(company.at)
        (here,) = rotate(((0.0, 0.0 if company.state else _BEHIND),), middle_px, company.faces)
        reach = 0.0 if company.state else company.front / 2000 * canvas.window.k
        name = _Name(words, here, 13.5, INKS[commander.side], bold=True, reach=reach + _NEAR, leads_to=middle_px)
        _place(canvas, name)
    for feature in sketch.terrain:
        if feature.name:
            _place(canvas, _ground_name(canvas, feature))
    for rival in sketch.field.reconstructions:
        if rival.id != sketch.reconstruction.id:
            _place(canvas, _rival_name(canvas, rival))


def _ground_name(canvas: Canvas, feature: Feature) -> _Name:
    here = canvas.window.px(feature.label or middle(feature.points))
    if feature.kind in ("brook", "river", "marsh"):
        return _Name(feature.name, here, SMALL, _WATER_INK, italic=True, family="serif")
    if feature.kind in ("village", "town"):
        return _Name(feature.name, here, 14.0, INK, bold=True, family="serif")
    return _Name(feature.name, here, SMALL, INK2, italic=feature.kind in ("rise", "wood", "park"), family="serif")


def _rival_name(canvas: Canvas, rival: Reconstruction) -> _Name:
    edge = max(rival.site, key=lambda point: point[1])
    return _Name(_("view: {name}").format(name=rival.name), canvas.window.px(edge), SMALL, INK3, italic=True)


def _place(canvas: Canvas, name: _Name) -> None:
    """Write a name as near to its place as there is room; one that finds none within reach is left out."""
    if not canvas.window.holds(name.at):
        return
    half = text_width(name.words, name.size, bold=name.bold, family=name.family) / 2 + 2
    box: Box = (-half, -0.5 * name.size - 1, half, 0.5 * name.size + 2)
    far = canvas.window.width if name.reach else _FAR
    avoid = 0 if name.reach else canvas.lines
    spot = canvas.grid.nearest([box], *name.at, limit=far / 3, avoid=avoid) or canvas.grid.nearest([box], *name.at, far)
    if spot is None:
        return
    place = (spot[0] + box[0], spot[1] + box[1], spot[0] + box[2], spot[1] + box[3])
    canvas.grid.take(expand(place, 1))
    if name.reach:
        _lead(canvas, place, name)
    canvas.write(
        name.words, spot[0], spot[1] + 0.36 * name.size, name.size, name.fill,
        bold=name.bold, italic=name.italic, family=name.family, anchor="middle", halo=3.2,
    )  # fmt: skip


def _lead(canvas: Canvas, box: Box, name: _Name) -> None:
    """Draw a leader from a name to its company, if they are apart."""
    at = name.leads_to
    start = min(max(at[0], box[0]), box[2]), min(max(at[1], box[1]), box[3])
    apart = math.dist(start, at)
    if apart > name.reach:
        part = 1 - _EDGE / apart
        end = start[0] + (at[0] - start[0]) * part, start[1] + (at[1] - start[1]) * part
        canvas.drawing.add("leader casing", (start, end))
        canvas.drawing.add("leader", (start, end))
        canvas.grid.taken |= along(canvas.grid, start, end)
