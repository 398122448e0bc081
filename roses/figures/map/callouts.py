"""A map of few points with lists at both sides: a line leads from the sign in an area to what is listed of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Final

import msgspec

from roses.engine.games import start
from roses.figures.blocks.outlines import CROWN, body, moved
from roses.figures.drawing.palette import GOLD, GOLD_EDGE, HALO, HOUSES, INK, INK2, PAPER, SANS, SERIF
from roses.figures.drawing.points import Point
from roses.figures.drawing.svg import PAGE, Svg, document, number, points, polygon, rect, tag
from roses.figures.map.credit import credited
from roses.figures.map.frames import Frame
from roses.figures.map.plain import ground_svg, outlines_svg
from roses.figures.map.scene import Scene, scene
from roses.figures.map.svg import overlay_svg

_FRAME: Final = Frame("kingdom", 103.0, 118.0, 470, 604, 0.879)
_MAP: Final = (PAGE - _FRAME.width) / 2  # px left of the map, and right of it
_HEAD, _LINE, _GAP = 16.0, 19.0, 7.0  # px: the name of an area, a line, between lists
_SIZE: Final = 14.0  # px of the type
_SIGN: Final = 0.29  # px per u of a sign
_ID: Final = "roses-sign-"


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
    given = [_List(area, tuple(entries), _spots()[area]) for area, entries in lists.items()]
    western, eastern = _halves(given)
    columns = [(western, False, _tops(western)), (eastern, True, _tops(eastern))]
    leaders = "".join(_leaders(*column) for column in columns)
    words = "".join(_words(*column) for column in columns)
    names = overlay_svg(_empty(), without=("attribution",)).inside
    sides = (rect(x, 0, _MAP, _FRAME.height, PAPER) for x in (0, PAGE - _MAP))
    signs = (sign for one in given for sign in _signs(one))
    inside = [outlines_svg(), _stamps(), _shifted(ground_svg(_FRAME)), *sides, leaders, _shifted(names), words, *signs]
    return credited(document(PAGE, _FRAME.height, inside, title=title, description=says))


@cache
def _empty() -> Scene:
    view = start("richard-iii", "1483").view("York")
    return scene(msgspec.structs.replace(view, pieces=()), _FRAME)


@cache
def _spots() -> dict[str, Point]:
    """Return where the sign of each area stands: below its name."""
    names = _empty().layout.names
    return {name.area: (_MAP + name.x, max(one.box[3] for one in names if one.area == name.area) + 7) for name in names}


def _halves(given: Sequence[_List]) -> tuple[list[_List], list[_List]]:
    """Return the western and the eastern areas, about as many lines of each, from north to south."""
    across = sorted(given, key=lambda one: one.at)
    half = sum(one.height for one in given) / 2
    cut = min(range(len(across) + 1), key=lambda n: abs(sum(one.height for one in across[:n]) - half))
    western, eastern = across[:cut], across[cut:]
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
    drawn = [
        polygon(moved(body("noble", side), 0, 0, _SIGN), HOUSES[side].fill, HOUSES[side].edge, 1.4, id=_ID + side)
        for side in ("Lancaster", "York")
    ]
    crown = polygon(moved(CROWN, 0, 3, 0.4), GOLD, GOLD_EDGE, 0.8, id=f"{_ID}crown")
    return tag("defs", *drawn, crown)


def _sign(entry: Entry, x: float, y: float) -> list[str]:
    names = [entry.side, "crown"] if entry.crown else [entry.side]
    return [tag("use", href=f"#{_ID}{name}", x=number(x), y=number(y)) for name in names]


def _shifted(ground: str) -> str:
    return tag("g", ground, transform=f"translate({number(_MAP)} 0)")
