"""Badges on a map: the coats of arms and the names of the blocks that are seen, by the names of the day.

They are laid over the map, so that its SVG and its plot look alike, and each knows its block, for the cards of a page.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from roses.figures.blocks import short_name
from roses.figures.blocks.cards import SHAPE, arms_id, arms_of, arms_symbol
from roses.figures.blocks.tokens import Arms, arms_box, house_of
from roses.figures.drawing import Text
from roses.figures.drawing.geometry import Line, Point, at, box_around, expand, shift
from roses.figures.drawing.occupancy import OccupancyGrid, along, stretches
from roses.figures.drawing.palette import HALO, HOUSES, INK, SANS
from roses.figures.drawing.svg import escape, number, tag
from roses.figures.map.geography import credit_box
from roses.figures.map.layout import Layout, Token
from roses.history.names import on
from roses.richard.tables import BLOCKS

_LEAST: Final = 460  # px: narrower maps have letters only
_NAMED: Final = 0.6  # px per u: smaller tokens have letters only
_ARMED: Final = 0.85  # px per u: on smaller tokens there is no room for arms beside letters
_SIZE: Final = 12.0  # px of the type of names
_RIM: Final = 3.0  # px of the light rim of names
_LOOK: Final = {  # of the names; the symbols of arms inherit none of it
    "stroke": HALO, "stroke_width": _RIM, "stroke_linejoin": "round", "paint_order": "stroke",
    "text_anchor": "middle", "font_family": SANS, "font_size": _SIZE, "font_weight": 700,
}  # fmt: skip
_FAR: Final = (36.0, 48.0, 60.0, 72.0, 86.0, 102.0, 120.0)  # px: distances of names from the middles of their tokens
_TURNS: Final = 24  # directions in which names are tried
_KINDS: Final = ("heir", "noble", "church", "levy", "mercenary", "bombard", "rebel")  # who is named first


class Badge(msgspec.Struct, frozen=True):
    """The badge of a token: how its arms stand on it, and its name, None where there is no room.

    A ``leader`` goes from a name that stands farther off to the token.
    """

    token: Token
    arms: Arms
    name: Text | None
    leader: Line = ()


def badges(layout: Layout, lines: tuple[Line, ...], day: str) -> dict[Token, Badge]:
    """Return the badges of all tokens of blocks that are seen; names keep clear of all else and of the ``lines``."""
    tokens = [token for token in layout.tokens if token.piece.block]
    tokens.sort(key=lambda token: _KINDS.index(BLOCKS[token.piece.block or ""].kind))
    if layout.frame.width < _LEAST:
        return {token: Badge(token, "", None) for token in tokens}
    grid, blocks = _taken(layout, lines), OccupancyGrid(layout.frame.width, layout.frame.height)
    for token in layout.tokens:
        blocks.take(expand(token.box, -2))
    made = {}
    for token in tokens:
        name, leader = _name(token, grid, blocks, day) if token.scale >= _NAMED else (None, ())
        beside: Arms = "beside" if token.size == "campaign" and token.scale >= _ARMED else ""
        made[token] = Badge(token, "alone" if name else beside, name, leader)
    return made


def _taken(layout: Layout, lines: tuple[Line, ...]) -> OccupancyGrid:
    """Return what is taken on a map."""
    grid = OccupancyGrid(layout.frame.width, layout.frame.height)
    boxes = [credit_box(layout.frame), *layout.margins, *(tab.box for tab in layout.tabs)]
    boxes += [token.box for token in layout.tokens]
    boxes += [name.box for name in (*layout.names, *layout.seas)]
    boxes += [box_around(count.x, count.y, 12) for count in layout.counts]
    boxes += [box_around(*plate.home, 14) for plate in layout.plates if plate.home]
    boxes += [text.box for text in layout.key]
    for site in layout.sites:
        boxes += [box_around(site.x, site.y, 8), *([site.box] if site.box else [])]
    for box in boxes:
        grid.take(box)
    for line in lines:
        for _far, (x, y) in stretches(line, 4):
            grid.take(box_around(x, y, 4))
    return grid


def _name(token: Token, grid: OccupancyGrid, blocks: OccupancyGrid, day: str) -> tuple[Text | None, Line]:
    """Return the name of a token where there is room beside it; that of a lord also farther off, with its leader."""
    with on(day):
        words = short_name(token.piece.block or "")
    for place in _places(words, token):
        if grid.free(expand(place.box, 1)):
            grid.take(place.box)
            return place, ()
    far = _FAR if BLOCKS[token.piece.block or ""].kind in ("heir", "noble") else ()
    own = blocks.bits(token.box)
    for distance in far:
        for turn in range(_TURNS):
            angle = math.tau * turn / _TURNS
            x, y = token.x + distance * math.cos(angle) * 1.3, token.y + distance * math.sin(angle)
            place = Text(words, round(x, 1), round(y, 1), _SIZE, bold=True)
            if not grid.free(expand(place.box, 1)):
                continue
            left, upper, right, lower = place.box
            end = (min(max(token.x, left), right), min(max(token.y, upper), lower))
            start = _edge(token, end)
            if not (leader := along(grid, start, end)) & blocks.taken & ~own:
                grid.take(place.box)
                grid.taken |= leader
                return place, (start, end)
    return None, ()


def _edge(token: Token, end: Point) -> Point:
    """Return the point of a token's box that is nearest to the end of its leader."""
    left, upper, right, lower = expand(token.box, -1)
    return round(min(max(end[0], left), right), 1), round(min(max(end[1], upper), lower), 1)


def _places(words: str, token: Token) -> Iterator[Text]:
    """Yield the places for a name beside a token, the best first."""
    left, upper, right, lower = token.box
    middle = token.y + 0.3 * _SIZE
    text = Text(words, token.x, lower + 0.76 * _SIZE + 2, _SIZE, bold=True)
    yield text
    yield msgspec.structs.replace(text, x=right + 3, y=middle, anchor="start")
    yield msgspec.structs.replace(text, x=left - 3, y=middle, anchor="end")
    yield msgspec.structs.replace(text, y=upper - 0.25 * _SIZE - 2)


def badges_svg(made: Iterable[Badge], day: str, *, own: bool = False) -> str:
    """Return badges as SVG, each a ``<g>`` with its block round the middle of its token.

    Arms refer to the symbol of ``arms_symbol``, and a rectangle covers the token, so that it can be clicked. With
    ``own`` the symbols come first and there are no rectangles, for a picture that stands alone.
    """
    groups, files = [], []
    for badge in made:
        token, block = badge.token, badge.token.piece.block or ""
        left, upper, right, lower = shift(token.box, -token.x, -token.y)
        size = {"width": round(right - left), "height": round(lower - upper)}
        parts = [] if own else [tag("rect", x=round(left), y=round(upper), **size)]
        if badge.arms:
            files.append(arms_of(block, day))
            x, y, high = (token.scale * u for u in arms_box(token.piece, token.size, badge.arms))
            spot = {"x": number(x), "y": number(y), "width": number(high * SHAPE), "height": number(high)}
            parts.append(tag("use", href=f"#{arms_id(files[-1])}", **spot))
        if badge.leader:
            (x0, y0), (x1, y1) = at(badge.leader, -token.x, -token.y)
            line = f"M{x0:.0f} {y0:.0f}L{x1:.0f} {y1:.0f}"
            parts.append(tag("path", d=line, stroke=INK, stroke_width=1.2, fill="none"))
        if name := badge.name:
            look = HOUSES[house_of(token.piece)]
            ink = look.fill if token.piece.side == "Lancaster" else look.edge
            anchor = name.anchor if name.anchor != "middle" else None
            x, y = round(name.x - token.x), round(name.y - token.y)
            parts.append(tag("text", escape(name.text), x=x, y=y, text_anchor=anchor, fill=ink))
        place = f"translate({token.x:.0f} {token.y:.0f})"
        groups.append(tag("g", *parts, data_block=block, transform=place))
    symbols = [tag("g", arms_symbol(file)) for file in dict.fromkeys(files)] if own else []
    return "".join(symbols) + (tag("g", *groups, **{"class": "badges"}, **_LOOK) if groups else "")
