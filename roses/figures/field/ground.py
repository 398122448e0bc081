"""The ground of a battlefield: rises, marshes, woods, waters, roads, villages, finds."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator
from typing import Final

from roses.engine.i18n import N_
from roses.engine.i18n import gettext as _
from roses.figures.drawing.drawing import Dot
from roses.figures.drawing.geometry import Line, Point
from roses.figures.drawing.glyphs import at, smooth
from roses.figures.drawing.occupancy import along
from roses.figures.drawing.palette import INK, INK2, PANEL
from roses.figures.field.canvas import CIRCLE, LEAF, TREE, Canvas, close_curve, inside, middle
from roses.history.battlefields import Feature, works

_REED: Final[tuple[Line, ...]] = (
    ((-6, 0), (6, 0)), ((-3, 0), (-4.5, -4)), ((0, 0), (0, -5)), ((3, 0), (4.5, -4)),
)  # fmt: skip
_HOUSES: Final[tuple[tuple[float, float], ...]] = ((-6, -4), (1, -6), (4, 1), (-4, 4))
_TOWN: Final = (*_HOUSES, (9, -7), (-11, -1), (10, 5), (-9, -9), (2, 9), (-12, 6))
_CROSS: Final[tuple[Line, ...]] = (((0, -6), (0, 6)), ((-3.8, -2.2), (3.8, -2.2)))
_BRIDGE: Final[tuple[Line, ...]] = (((-7, -6), (-4, -3), (4, -3), (7, -6)), ((-7, 6), (-4, 3), (4, 3), (7, 6)))
_HEIGHT: Final = 9  # px from tree to tree
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
    "village": N_("village"),
    "town": N_("town"),
    "church": N_("church"),
    "bridge": N_("bridge"),
    "site": N_("place"),
    "finds": N_("finds"),
    "name": N_("name of the ground"),
}


def draw(canvas: Canvas, terrain: tuple[Feature, ...]) -> None:
    """Draw the ground, and a hover text on each part that has a name."""
    for feature in terrain:
        line = tuple(canvas.window.px(point) for point in feature.points)
        _DRAW[feature.kind](canvas, line, feature.levels)
        if feature.name:
            x, y = canvas.window.px(feature.label or middle(feature.points))
            canvas.hovers.append(((x - 24, y - 10, x + 24, y + 10), about(feature)))


def patch(canvas: Canvas, kind: str, line: Line) -> None:
    """Draw a piece of a kind of ground, given in px, for a key."""
    _DRAW[kind](canvas, line, 1)


def about(feature: Feature) -> str:
    """Return what is known of a part of the ground, in words.

    >>> from roses.history.battlefields import battlefield
    >>> about(battlefield("bosworth-1485").terrain[0])
    "Ambion Hill: rising ground. Confidence: medium. Sources: today's map."
    """
    sources = ", ".join(works()[source].short for source in feature.sources)
    return _("{name}: {kind}. Confidence: {confidence}. Sources: {sources}.").format(
        name=feature.name, kind=_(KINDS[feature.kind]), confidence=_(SURE[feature.confidence]), sources=sources
    )


def _rise(canvas: Canvas, line: Line, levels: int) -> None:
    peak = middle(line)
    for level in range(levels):
        part = 1 - level / (levels + 0.6)
        ring = tuple((peak[0] + (x - peak[0]) * part, peak[1] + (y - peak[1]) * part) for x, y in line)
        canvas.add(f"rise {min(level, 2)}", close_curve(ring))


def _area(layer: str, signs: Callable[[Canvas, Line], None]) -> Callable[[Canvas, Line, int], None]:
    def draw_area(canvas: Canvas, line: Line, _levels: int) -> None:
        ring = close_curve(line)
        canvas.add(layer, ring)
        signs(canvas, ring)

    return draw_area


def _reeds(canvas: Canvas, ring: Line) -> None:
    for x, y in _spots(ring, 21, 11):
        canvas.add("reeds", *(at(stroke, x, y) for stroke in _REED))


def _trees(canvas: Canvas, ring: Line) -> None:
    for x, y in _spots(ring, 15, 11):
        canvas.add("trees", _disc(x, y, 4.2))


def _disc(x: float, y: float, radius: float) -> Line:
    return at(CIRCLE, x, y, radius)


def _spots(ring: Line, across: float, down: float) -> Iterator[Point]:
    """Yield the points of a staggered pattern that lie well inside an outline."""
    xs, ys = [x for x, _y in ring], [y for _x, y in ring]
    for row in range(int((max(ys) - min(ys)) / down) + 1):
        for column in range(int((max(xs) - min(xs)) / across) + 2):
            x, y = min(xs) + (column + (row % 2) / 2) * across, min(ys) + (row + 0.5) * down
            if all(inside((x + dx, y + dy), ring) for dx, dy in ((-7, 1), (7, 1), (0, -6), (0, 4))):
                yield x, y


def _line(*layers: str) -> Callable[[Canvas, Line, int], None]:
    def draw_line(canvas: Canvas, line: Line, _levels: int) -> None:
        curve = smooth(line)
        for layer in layers:
            canvas.add(layer, curve)
        for start, end in itertools.pairwise(curve):
            if canvas.window.holds(start, -200) or canvas.window.holds(end, -200):
                canvas.lines |= along(canvas.grid, start, end)

    return draw_line


def _hedge(canvas: Canvas, line: Line, _levels: int) -> None:
    for start, end in itertools.pairwise(smooth(line)):
        steps = max(1, round(math.dist(start, end) / _HEIGHT))
        for i in range(steps):
            x, y = (start[0] + (end[0] - start[0]) * i / steps, start[1] + (end[1] - start[1]) * i / steps)
            canvas.drawing.dot(canvas.prefix + "hedge", Dot(x, y, 3.6, LEAF, TREE, 0.9))


def _buildings(spots: tuple[tuple[float, float], ...], room: float) -> Callable[[Canvas, Line, int], None]:
    def draw_village(canvas: Canvas, line: Line, _levels: int) -> None:
        x, y = line[0]
        canvas.add("houses", *(_box(x + dx, y + dy) for dx, dy in spots))
        canvas.grid.take((x - room, y - room, x + room, y + room))

    return draw_village


def _box(x: float, y: float) -> Line:
    return ((x - 2.6, y - 2), (x + 2.6, y - 2), (x + 2.6, y + 2), (x - 2.6, y + 2), (x - 2.6, y - 2))


def _sign(layer: str, strokes: tuple[Line, ...]) -> Callable[[Canvas, Line, int], None]:
    def draw_sign(canvas: Canvas, line: Line, _levels: int) -> None:
        x, y = line[0]
        canvas.add(layer, *(at(stroke, x, y) for stroke in strokes))
        canvas.grid.take((x - 7, y - 7, x + 7, y + 7))

    return draw_sign


def _site(canvas: Canvas, line: Line, _levels: int) -> None:
    x, y = line[0]
    canvas.drawing.dot(canvas.prefix + "place", Dot(x, y, 3.6, PANEL, INK, 1.8))
    canvas.grid.take((x - 5, y - 5, x + 5, y + 5))


def _finds(canvas: Canvas, line: Line, _levels: int) -> None:
    ring = close_curve(line)
    canvas.add("finds", ring)
    for i, (x, y) in enumerate(_spots(ring, 27, 17)):
        shift = (i * 7) % 11 - 5  # finds lie in no rows
        canvas.drawing.dot(canvas.prefix + "shot", Dot(x + shift, y + (i * 5) % 7 - 3, 1.9, INK2))


_DRAW: Final[dict[str, Callable[[Canvas, Line, int], None]]] = {
    "rise": _rise,
    "marsh": _area("marsh", _reeds),
    "wood": _area("wood", _trees),
    "park": _area("park", lambda _canvas, _ring: None),
    "brook": _line("brook"),
    "river": _line("bank", "river"),
    "road": _line("road", "road inner"),
    "lane": _line("lane"),
    "hedge": _hedge,
    "village": _buildings(_HOUSES, 9),
    "town": _buildings(_TOWN, 15),
    "church": _sign("cross", _CROSS),
    "bridge": _sign("bridge", _BRIDGE),
    "site": _site,
    "finds": _finds,
    "name": lambda _canvas, _line, _levels: None,
}
