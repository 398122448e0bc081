"""Maps of few points, for pages that must stay small, and lists beside such a map.

The outlines stand once on a page, and pictures refer to them: ``outlines_svg`` goes into the page before the pictures.
Outlines are in px of the frame ``LESSON``, whole numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, Final

import msgspec

from roses.engine.games import start
from roses.figures.blocks.outlines import CROWN, body, shift
from roses.figures.drawing.geometry import Line, Point, simplify
from roses.figures.drawing.palette import COAST, GOLD, GOLD_EDGE, HALO, HOUSES, INK, INK2, PAPER, SANS, SEA, SERIF
from roses.figures.drawing.svg import PAGE, Svg, document, number, paint, points, polygon, rect, tag
from roses.figures.map.frames import KINGDOM, LESSON, Frame
from roses.figures.map.geography import GROUND, SHAPES, arc, pairs
from roses.figures.map.layers import BY_NAME
from roses.figures.map.layout import add_credit
from roses.figures.map.scene import Scene, lines_px, scene
from roses.figures.map.svg import overlay_svg
from roses.richard.view import View

_OFF: Final = 1.2  # km: points nearer than this to the line without them are left out
_LINES: Final = (("casing", "river"), ("casing", "minor"), ("casing major", "major"))
_OVER: Final = (("river", "river"), ("minor", "minor"), ("minor inner", "minor"), ("major", "major"))
ID: Final = "roses-map-"
_FRAME: Final = Frame("kingdom", 103.0, 118.0, 470, 604, 0.879)
_MAP: Final = (PAGE - _FRAME.width) / 2  # px left of the map, and right of it
_HEAD, _LINE, _GAP = 16.0, 19.0, 7.0  # px: the name of an area, a line, between lists
_SIZE: Final = 14.0  # px of the type
_SIGN: Final = 0.29  # px per u of a sign
_ID: Final = "roses-sign-"


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
    picture = overlay_svg(scene(view, frame))
    inside = [ground_svg(frame), picture.inside]
    return document(picture.width, picture.height, inside, title=picture.name, description=picture.description)


def areas_svg(title: str, says: str, area: Callable[[str], dict[str, Any]], view: View) -> Svg:
    """Return the map of the kingdom with the names of its areas.

    ``area`` gives the attributes of the outline of each area, by its name; ``says`` describes the picture. ``view`` is
    one without any piece.
    """
    picture = overlay_svg(scene(view, KINGDOM))
    over = tag("g", picture.inside, pointer_events="none", aria_hidden="true")
    return document(picture.width, picture.height, [ground_svg(KINGDOM, area), over], title=title, description=says)


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
    ground = tag("g", abroad, *lands, over, transform=f"translate({left:.1f} {above:.1f}) scale({scale:.4f})")
    return tag("rect", width=frame.width, height=frame.height, fill=SEA) + ground


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
            stretch = simplify(arc(abs(n)), _OFF)
            line += (stretch if n > 0 else stretch[::-1])[1 if line else 0 :]
        parts.append(_whole(line) + "z")
    return "".join(parts)


def _path(line: Line) -> str:
    return _whole(simplify(line, _OFF))


def _whole(line: Iterable[tuple[float, float]]) -> str:
    """Return path data in whole px, relative from point to point."""
    points = [tuple(map(round, LESSON.px(*point))) for point in line]
    steps = [f"M{points[0][0]} {points[0][1]}l"]
    for (x0, y0), (x1, y1) in pairwise(points):
        if (x1, y1) != (x0, y0):
            steps.append(f"{x1 - x0}{'' if y1 < y0 else ' '}{y1 - y0} ")
    return "".join(steps).replace(" -", "-").rstrip()


class Entry(msgspec.Struct, frozen=True):
    """A line of a list: whose house, the words, and whether a crown stands on the sign."""

    side: str
    words: str
    crown: bool = False


class _List(msgspec.Struct, frozen=True):
    """What is listed of an area, and where its sign stands, in px of the picture."""

    area: str
    entries: tuple[Entry, ...]
    at: Point

    @property
    def height(self) -> float:
        return _HEAD + _LINE * len(self.entries)


def callouts_svg(title: str, says: str, lists: Mapping[str, Sequence[Entry]]) -> Svg:
    """Return the kingdom with these lists beside it, 780 px wide; ``says`` describes the picture.

    >>> callouts_svg("Homes", "Kent: York.", {"Kent": [Entry("York", "York")]}).name
    'Homes'
    """
    boxes = [_List(area, tuple(entries), _spots()[area]) for area, entries in lists.items()]
    western, eastern = _halves(boxes)
    columns = [(western, False, _tops(western)), (eastern, True, _tops(eastern))]
    leaders = "".join(_leaders(*column) for column in columns)
    words = "".join(_words(*column) for column in columns)
    names = overlay_svg(_empty(), without=("attribution",)).inside
    sides = (rect(x, 0, _MAP, _FRAME.height, PAPER) for x in (0, PAGE - _MAP))
    signs = (sign for one in boxes for sign in _signs(one))
    inside = [outlines_svg(), _stamps(), _at_map(ground_svg(_FRAME)), *sides, leaders, _at_map(names), words, *signs]
    return add_credit(document(PAGE, _FRAME.height, inside, title=title, description=says))


@cache
def _empty() -> Scene:
    view = start("richard-iii", "1483").view("York")
    return scene(msgspec.structs.replace(view, pieces=()), _FRAME)


@cache
def _spots() -> dict[str, Point]:
    """Return where the sign of each area stands: below its name."""
    names = _empty().layout.names
    return {name.area: (_MAP + name.x, max(one.box[3] for one in names if one.area == name.area) + 7) for name in names}


def _halves(lists: Sequence[_List]) -> tuple[list[_List], list[_List]]:
    """Return the western and the eastern areas, about as many lines of each, from north to south."""
    across = sorted(lists, key=lambda one: one.at)
    half = sum(one.height for one in lists) / 2
    split = min(range(len(across) + 1), key=lambda n: abs(sum(one.height for one in across[:n]) - half))
    western, eastern = across[:split], across[split:]
    return sorted(western, key=_south), sorted(eastern, key=_south)


def _south(one: _List) -> float:
    return one.at[1]


def _tops(column: Sequence[_List]) -> list[float]:
    """Return the upper ends of the lists: each as near to its area as its neighbours let it be, in one order."""
    tops = [one.at[1] - one.height / 2 for one in column]
    for n, (one, _below) in enumerate(pairwise(column), 1):
        tops[n] = max(tops[n], tops[n - 1] + one.height + _GAP)
    room = _FRAME.height - _GAP
    for n in reversed(range(len(column))):
        tops[n] = max(_GAP, min(tops[n], room - column[n].height))
        room = tops[n] - _GAP
    return tops


def _leaders(column: Sequence[_List], is_right: bool, tops: Sequence[float]) -> str:
    """Draw a bar beside each list, and the line from it to the area."""
    edge, turn = (PAGE - _MAP + 6, PAGE - _MAP - 4) if is_right else (_MAP - 6, _MAP + 4)
    ways = [
        [(edge, top + one.height / 2), (turn, top + one.height / 2), one.at]
        for one, top in zip(column, tops, strict=True)
    ]
    bars = [[(edge, top), (edge, top + one.height)] for one, top in zip(column, tops, strict=True)]
    under = tag("g", *(tag("polyline", points=points(way)) for way in ways), stroke=HALO, stroke_width=3.6)
    over = tag("g", *(tag("polyline", points=points(way)) for way in (*ways, *bars)), stroke=INK2, stroke_width=1.2)
    return tag("g", under, over, fill="none")


def _words(column: Sequence[_List], is_right: bool, tops: Sequence[float]) -> str:
    """Write the lists of one side."""
    x = PAGE - _MAP + 14 if is_right else 8.0
    heads, lines, signs = [], [], []
    for one, top in zip(column, tops, strict=True):
        heads.append(tag("text", one.area, x=number(x), y=number(top + 12)))
        for n, entry in enumerate(one.entries, 1):
            y = top + _HEAD + _LINE * n - 5
            lines.append(tag("text", entry.words, x=number(x + 20), y=number(y)))
            signs += _sign(entry, x + 7, y - 4)
    bold = tag("g", *heads, font_family=SERIF, font_weight=600)
    return tag("g", bold, tag("g", *lines, font_family=SANS), font_size=_SIZE, fill=INK) + "".join(signs)


def _signs(one: _List) -> Iterator[str]:
    """Yield the sign of each house that is at home in an area, side by side."""
    sides = sorted({entry.side for entry in one.entries})
    x, y = one.at
    for n, side in enumerate(sides):
        yield from _sign(Entry(side, ""), x - 7 * (len(sides) - 1) + 14 * n, y)


def _stamps() -> str:
    """Return the signs of both houses and the crown as definitions round (0, 0)."""
    signs = [
        polygon(shift(body("noble", side), 0, 0, _SIGN), HOUSES[side].fill, HOUSES[side].edge, 1.4, id=_ID + side)
        for side in ("Lancaster", "York")
    ]
    crown = polygon(shift(CROWN, 0, 3, 0.4), GOLD, GOLD_EDGE, 0.8, id=f"{_ID}crown")
    return tag("defs", *signs, crown)


def _sign(entry: Entry, x: float, y: float) -> list[str]:
    names = [entry.side, "crown"] if entry.crown else [entry.side]
    return [tag("use", href=f"#{_ID}{name}", x=number(x), y=number(y)) for name in names]


def _at_map(ground: str) -> str:
    return tag("g", ground, transform=f"translate({number(_MAP)} 0)")
