"""The map of a battlefield: the ground, the armies on it with their movements, and the names of both.

Names are placed so that none covers another, a company or an arrow.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import Final, NamedTuple

from roses.engine.i18n import N_
from roses.engine.i18n import gettext as _
from roses.figures.drawing import Dot, Family, text_width
from roses.figures.drawing.geometry import Box, Line, Point, at, expand, hatch, head, smooth
from roses.figures.drawing.occupancy import along, raster
from roses.figures.drawing.palette import INK, INK2, INK3, PANEL
from roses.figures.field.canvas import CIRCLE, INKS, LEAF, SMALL, TREE, Canvas, close_curve, inside, middle, rotate
from roses.history.battlefields import Commander, Company, Feature, Sketch
from roses.history.battles import works

# the ground, in px
_REED: Final[tuple[Line, ...]] = (
    ((-6, 0), (6, 0)), ((-3, 0), (-4.5, -4)), ((0, 0), (0, -5)), ((3, 0), (4.5, -4)),
)  # fmt: skip
_VILLAGE: Final[tuple[Point, ...]] = ((-6, -4), (1, -6), (4, 1), (-4, 4))
_TOWN: Final = (*_VILLAGE, (9, -7), (-11, -1), (10, 5), (-9, -9), (2, 9), (-12, 6))
_CROSS: Final[tuple[Line, ...]] = (((0, -6), (0, 6)), ((-3.8, -2.2), (3.8, -2.2)))
_BRIDGE: Final[tuple[Line, ...]] = (((-7, -6), (-4, -3), (4, -3), (7, -6)), ((-7, 6), (-4, 3), (4, 3), (7, 6)))
_HEDGE: Final = 9  # from bush to bush
_LINES: Final = {  # kinds of ground that are lines, with their layers
    "brook": ("brook",),
    "river": ("bank", "river"),
    "road": ("road", "road inner"),
    "lane": ("lane",),
    "ditch": ("ditch",),
}
SURE: Final = {"high": N_("high"), "medium": N_("medium"), "low": N_("low")}
KINDS: Final = {
    "rise": N_("rising ground"),
    "marsh": N_("marsh"),
    "wood": N_("wood"),
    "park": N_("meadow"),
    "brook": N_("brook"),
    "river": N_("river"),
    "road": N_("road"),
    "lane": N_("lane"),
    "hedge": N_("hedge"),
    "ditch": N_("ditch"),
    "village": N_("village"),
    "town": N_("town"),
    "church": N_("church"),
    "bridge": N_("bridge"),
    "site": N_("place"),
    "finds": N_("finds"),
    "name": N_("name of the ground"),
}

# the armies, in px
_DEEP: Final = 9.0  # half of the depth of a company
_LEAST: Final = 24.0  # the least front
_KILLED: Final[tuple[Line, ...]] = (((-6, -6), (6, 6)), ((6, -6), (-6, 6)))
_PIECES: Final = ((-0.36, 3.0, -14.0), (0.0, -3.0, 9.0), (0.36, 2.0, 24.0))  # of a broken company: place, turn

# the names, in px
_NEAR: Final = 16.0  # a name further from the end of its company has a leader
_EDGE: Final = 7.0  # a leader ends so far from the middle of its company
_BEHIND: Final = 18.0  # names stand behind their companies where they can
_FAR: Final = 90.0  # the most distance of a name from its place
_WATER_INK: Final = "#1C4F6E"


def draw_map(canvas: Canvas, sketch: Sketch) -> None:
    """Draw the ground, the fields of all reconstructions, the armies and the names, with their hover texts."""
    for feature in sketch.terrain:
        draw_ground(canvas, feature.kind, tuple(map(canvas.window.px, feature.points)), feature.levels)
        if feature.name:
            x, y = canvas.window.px(feature.label or middle(feature.points))
            canvas.hovers.append(((x - 24, y - 10, x + 24, y + 10), ground_words(feature)))
    for rival in sketch.field.reconstructions:
        layer = "field" if rival.id == sketch.reconstruction.id else "rival"
        canvas.add(layer, close_curve(tuple(map(canvas.window.px, rival.site))))
    for move in sketch.moves:
        draw_arrow(canvas, move.side, smooth(list(map(canvas.window.px, move.path))), disputed=move.disputed)
    for company in sketch.companies:
        commander = sketch.commanders[company.who]
        x, y = canvas.window.px(company.at)
        part = canvas.form(f"{_key(sketch)}/{company.who}", (x, y), company.faces)
        draw_company(part, commander.side, company, (x, y), company.front / 1000 * canvas.window.k)
        canvas.hovers.append(((x - 16, y - 16, x + 16, y + 16), company_words(commander, company, sketch)))
    _write_names(canvas, sketch)


# ---- the ground


def draw_ground(canvas: Canvas, kind: str, line: Line, levels: int = 1) -> None:
    """Draw a piece of a kind of ground, a line or an outline in px; a rise has ``levels``."""
    x, y = line[0]
    if kind == "rise":
        peak = middle(line)
        for level in range(levels):
            part = 1 - level / (levels + 0.6)
            ring = tuple((peak[0] + (x - peak[0]) * part, peak[1] + (y - peak[1]) * part) for x, y in line)
            canvas.add(f"rise {min(level, 2)}", close_curve(ring))
    elif kind in ("marsh", "wood", "park"):
        ring = close_curve(line)
        canvas.add(kind, ring)
        for x, y in _spots(ring, 21, 11) if kind == "marsh" else ():
            canvas.add("reeds", *(at(stroke, x, y) for stroke in _REED))
        for x, y in _spots(ring, 15, 11) if kind == "wood" else ():
            canvas.add("trees", at(CIRCLE, x, y, 4.2))
    elif kind in _LINES:
        curve = smooth(line)
        for layer in _LINES[kind]:
            canvas.add(layer, curve)
        for start, end in itertools.pairwise(curve):
            if canvas.window.holds(start, -200) or canvas.window.holds(end, -200):
                canvas.lines |= along(canvas.grid, start, end)
    elif kind == "hedge":
        for start, end in itertools.pairwise(smooth(line)):
            steps = max(1, round(math.dist(start, end) / _HEDGE))
            for i in range(steps):
                x, y = (start[0] + (end[0] - start[0]) * i / steps, start[1] + (end[1] - start[1]) * i / steps)
                canvas.drawing.dot(canvas.prefix + "hedge", Dot(x, y, 3.6, LEAF, TREE, 0.9))
    elif kind in ("village", "town"):
        for dx, dy in _TOWN if kind == "town" else _VILLAGE:
            left, top, right, low = x + dx - 2.6, y + dy - 2, x + dx + 2.6, y + dy + 2
            canvas.add("houses", ((left, top), (right, top), (right, low), (left, low), (left, top)))
        room = 15 if kind == "town" else 9
        canvas.grid.take((x - room, y - room, x + room, y + room))
    elif kind in ("church", "bridge"):
        layer, strokes = ("cross", _CROSS) if kind == "church" else ("bridge", _BRIDGE)
        canvas.add(layer, *(at(stroke, x, y) for stroke in strokes))
        canvas.grid.take((x - 7, y - 7, x + 7, y + 7))
    elif kind == "site":
        canvas.drawing.dot(canvas.prefix + "place", Dot(x, y, 3.6, PANEL, INK, 1.8))
        canvas.grid.take((x - 5, y - 5, x + 5, y + 5))
    elif kind == "finds":
        ring = close_curve(line)
        canvas.add("finds", ring)
        for i, (x, y) in enumerate(_spots(ring, 27, 17)):
            shift = (i * 7) % 11 - 5  # finds lie in no rows
            canvas.drawing.dot(canvas.prefix + "shot", Dot(x + shift, y + (i * 5) % 7 - 3, 1.9, INK2))


def ground_words(feature: Feature) -> str:
    """Return what is known of a part of the ground, in words.

    >>> from roses.history.battlefields import battlefield
    >>> ground_words(battlefield("bosworth-1485").terrain[0])
    "Ambion Hill: rising ground. Confidence: medium. Sources: today's map."
    """
    sources = ", ".join(works()[source].short for source in feature.sources)
    return _("{name}: {kind}. Confidence: {confidence}. Sources: {sources}.").format(
        name=feature.name, kind=_(KINDS[feature.kind]), confidence=_(SURE[feature.confidence]), sources=sources
    )


def _spots(ring: Line, across: float, down: float) -> Iterator[Point]:
    """Yield the points of a staggered pattern that lie well inside an outline."""
    xs, ys = [x for x, _y in ring], [y for _x, y in ring]
    for row in range(int((max(ys) - min(ys)) / down) + 1):
        for column in range(int((max(xs) - min(xs)) / across) + 2):
            x, y = min(xs) + (column + (row % 2) / 2) * across, min(ys) + (row + 0.5) * down
            if all(inside((x + dx, y + dy), ring) for dx, dy in ((-7, 1), (7, 1), (0, -6), (0, 4))):
                yield x, y


# ---- the armies


def company_words(commander: Commander, company: Company, sketch: Sketch) -> str:
    """Return who a company is, and whether its place is agreed on.

    >>> from roses.history.battlefields import battlefield
    >>> sketch = battlefield("bosworth-1485").sketch()
    >>> company_words(sketch.field.commanders[-1], sketch.companies[-1], sketch)
    'Thomas, Lord Stanley (the Stanleys). The place is disputed.'
    """
    more = {"broken": _("In flight."), "killed": _("Killed about here.")}.get(company.state, "")
    doubt = _("The place is disputed.") if company.disputed else ""
    who = _("{name} ({side}).").format(name=commander.full, side=sketch.field.sides[commander.side])
    return " ".join(filter(None, (who, more, doubt)))


def draw_company(canvas: Canvas, side: str, company: Company, at_px: Point, front: float) -> None:
    """Draw a company round a point, ``front`` px broad."""
    wide = max(_LEAST, front) / 2
    if company.state == "killed":
        strokes = [at(stroke, *at_px) for stroke in _KILLED]
        canvas.add("killed casing", *strokes)
        canvas.add(f"{side} killed", *strokes)
        canvas.grid.take((at_px[0] - 9, at_px[1] - 9, at_px[0] + 9, at_px[1] + 9))
    elif company.state == "broken":
        for part, down, turn in _PIECES:
            (place,) = rotate(((part * 2 * wide, down),), at_px, company.faces)
            ring = rotate(_outline(side, max(6.5, wide / 4.2), _DEEP * 0.7), place, company.faces + turn)
            canvas.add(f"{side} broken", ring)
            canvas.grid.taken |= raster(canvas.grid, [_wider(ring)])
    else:
        ring = rotate(_outline(side, wide, _DEEP), at_px, company.faces)
        canvas.grid.taken |= raster(canvas.grid, [_wider(ring)])
        if company.disputed:
            canvas.add(f"{side} doubt", ring)
            canvas.add(f"{side} doubt lines", *hatch([ring], 8.5))
        else:
            canvas.add(f"{side} company", ring)
            if side == "York":
                canvas.add("York front", rotate(((-wide, -_DEEP + 1), (wide, -_DEEP + 1)), at_px, company.faces))


def _outline(side: str, wide: float, deep: float) -> Line:
    """Return the shape of a company that faces up: York's is square, Lancaster's pointed, of others the ends are."""
    if side == "York":
        ring: Line = ((-wide, -deep), (wide, -deep), (wide, deep), (-wide, deep))
    elif side == "Lancaster":
        ring = ((-wide, -deep * 0.65), (0, -deep * 1.65), (wide, -deep * 0.65), (wide, deep), (-wide, deep))
    else:
        tip = wide - min(wide * 0.5, deep + 2)
        ring = ((-tip, -deep), (tip, -deep), (wide, 0), (tip, deep), (-tip, deep), (-wide, 0))
    return (*ring, ring[0])


def _wider(ring: Line) -> Line:
    """Return an outline a little larger, so that names keep a distance."""
    x, y = sum(a for a, _b in ring[:-1]) / (len(ring) - 1), sum(b for _a, b in ring[:-1]) / (len(ring) - 1)
    return tuple((a + (3 if a > x else -3), b + (3 if b > y else -3)) for a, b in ring)


def draw_arrow(canvas: Canvas, side: str, line: Line, *, disputed: bool = False) -> None:
    """Draw an arrow along a line in px."""
    short, tip = head(line, 5.0)
    canvas.add("casing", short)
    canvas.add(f"{side} move doubt" if disputed else f"{side} move", short)
    if side == "York" and not disputed:
        canvas.add("York move inner", short)
    canvas.add(f"{side} head", tip)
    for start, end in itertools.pairwise(line):
        canvas.grid.taken |= along(canvas.grid, start, end)


# ---- the names


class _Name(NamedTuple):
    """A name to write: where, in what type, and how far from its company it needs a leader."""

    words: str
    at: Point
    size: float
    fill: str
    bold: bool = False
    italic: bool = False
    family: Family = "sans"
    reach: float = 0.0  # px: further from ``leads_to`` than this it has a leader; a name with 0 may be left out
    leads_to: Point = (0.0, 0.0)
    key: str = ""  # of the formation that it is


def _key(sketch: Sketch) -> str:
    """Return what the keys of formations begin with: they move within a reconstruction, and never to another one."""
    return f"{sketch.field.id}/{sketch.reconstruction.id}"


def _write_names(canvas: Canvas, sketch: Sketch) -> None:
    """Write the names: commanders first, then the ground, then the fields of the rival views."""
    for company in sketch.companies:
        commander = sketch.commanders[company.who]
        words = f"{commander.name}?" if company.disputed and not company.state else commander.name
        centre = canvas.window.px(company.at)
        (here,) = rotate(((0.0, 0.0 if company.state else _BEHIND),), centre, company.faces)
        reach = _NEAR + (0.0 if company.state else company.front / 2000 * canvas.window.k)
        key, ink = f"{_key(sketch)}/{company.who}/name", INKS[commander.side]
        _write(canvas, _Name(words, here, 13.5, ink, bold=True, reach=reach, leads_to=centre, key=key))
    for feature in sketch.terrain:
        if not feature.name:
            continue
        here = canvas.window.px(feature.label or middle(feature.points))
        if feature.kind in ("brook", "river", "marsh"):
            name = _Name(feature.name, here, SMALL, _WATER_INK, italic=True, family="serif")
        elif feature.kind in ("village", "town"):
            name = _Name(feature.name, here, 14.0, INK, bold=True, family="serif")
        else:
            italic = feature.kind in ("rise", "wood", "park")
            name = _Name(feature.name, here, SMALL, INK2, italic=italic, family="serif")
        _write(canvas, name)
    for rival in sketch.field.reconstructions:
        if rival.id != sketch.reconstruction.id:
            edge = canvas.window.px(max(rival.site, key=lambda point: point[1]))
            _write(canvas, _Name(_("view: {name}").format(name=rival.name), edge, SMALL, INK3, italic=True))


def _write(canvas: Canvas, name: _Name) -> None:
    """Write a name as near to its place as there is room, with a leader to its company if they are apart.

    A name without a company that finds no room within reach is left out.
    """
    if not canvas.window.holds(name.at):
        return
    half = text_width(name.words, name.size, bold=name.bold, family=name.family) / 2 + 2
    box: Box = (-half, -0.5 * name.size - 1, half, 0.5 * name.size + 2)
    far = canvas.window.width if name.reach else _FAR
    avoid = 0 if name.reach else canvas.lines
    spot = canvas.grid.nearest([box], *name.at, limit=far / 3, avoid=avoid) or canvas.grid.nearest([box], *name.at, far)
    if spot is None:
        return
    left, top, right, low = spot[0] + box[0], spot[1] + box[1], spot[0] + box[2], spot[1] + box[3]
    canvas.grid.take(expand((left, top, right, low), 1))
    on = canvas.form(name.key, spot) if name.key else canvas
    x, y = name.leads_to
    start = min(max(x, left), right), min(max(y, top), low)
    distance = math.dist(start, (x, y))
    if name.reach and distance > name.reach:
        part = 1 - _EDGE / distance
        end = start[0] + (x - start[0]) * part, start[1] + (y - start[1]) * part
        on.drawing.add("leader casing", (start, end))
        on.drawing.add("leader", (start, end))
        canvas.grid.taken |= along(canvas.grid, start, end)
    on.write(
        name.words, spot[0], spot[1] + 0.36 * name.size, name.size, name.fill,
        bold=name.bold, italic=name.italic, family=name.family, anchor="middle", halo=3.2,
    )  # fmt: skip
