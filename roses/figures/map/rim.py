"""Tabs for the areas outside a map frame: on open water towards the area, or in a margin above or below the map."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

import msgspec

from roses.figures.blocks.tokens import house_of
from roses.figures.drawing import text_width
from roses.figures.drawing.geometry import Box, Point, expand, shift
from roses.figures.drawing.occupancy import OccupancyGrid, raster
from roses.figures.map.frames import Frame
from roses.figures.map.geography import SHAPES, rings
from roses.figures.map.layout import TAB_HEIGHT, TAB_NAME, TAB_SCALE, Tab, credit_box
from roses.figures.map.stacks import HALF
from roses.richard.view import Piece

PER_ROW: Final = 6  # tokens of a tab
POINTER: Final = 24.0  # px kept for the pointer of a tab
COUNT: Final = 25.0  # px kept for a count
_COMPACT: Final = 26.0  # px: height of a tab that counts its blocks
_GAP: Final = 6.0  # px between tabs, and to the sides
_FAR: Final = 60.0  # px: a tab on water farther than this from its edge goes into a margin
_OFF: Final = 30.0  # degrees by which a tab on water may be off the direction of its area
_LEVEL: Final = 15.0  # degrees: an area so near to the height of the frame's middle may have its tab above or below
_LARGE: Final = 450  # px: frames of this height have room for two rows of tokens in a margin

Outside = Mapping[str, tuple[Piece, ...]]


class Rim(msgspec.Struct, frozen=True):
    """Tabs, the margins in which some of them stand, and the ``window`` of the frame that shows the map."""

    tabs: tuple[Tab, ...]
    margins: tuple[Box, ...]
    window: Box


@lru_cache(maxsize=1024)
def cells_of(frame: Frame, area: str) -> int:
    """Return the cells of a frame that belong to an area."""
    grid = OccupancyGrid(frame.width, frame.height)
    return raster(grid, (tuple(frame.px(*point) for point in ring) for ring in rings(area)))


@lru_cache(maxsize=32)
def land_of(frame: Frame) -> int:
    """Return the cells of a frame that are land of any area."""
    cells = 0
    for area in SHAPES:
        cells |= cells_of(frame, area)
    return cells


def tab_size(area: str, pieces: Sequence[Piece], *, compact: bool) -> Point:
    """Return width and height of a tab in px; a compact one counts the blocks of each side."""
    words = POINTER + text_width(area, TAB_NAME, bold=True, family="serif")
    if compact or not pieces:
        return words + 5 + COUNT * len({house_of(piece) for piece in pieces}), _COMPACT
    return words + 13 + min(len(pieces), PER_ROW) * token_step(), TAB_HEIGHT * -(-len(pieces) // PER_ROW)


def token_step() -> float:
    """Return the px from one token of a tab to the next."""
    return 2 * HALF * TAB_SCALE + 3


def bearing(frame: Frame, area: str) -> float:
    """Return the direction of an area from the middle of a frame, in degrees clockwise from the north."""
    x, y = frame.px(*SHAPES[area].label)
    return _degrees(frame, x, y)


def off_side(frame: Frame, tab: Tab) -> float:
    """Return by how many degrees a tab stands off the direction of its area, from the middle of the frame."""
    left, upper, right, lower = tab.box
    turn = abs(_degrees(frame, (left + right) / 2, (upper + lower) / 2) - bearing(frame, tab.area)) % 360
    return min(turn, 360 - turn)


def _degrees(frame: Frame, x: float, y: float) -> float:
    return math.degrees(math.atan2(x - frame.width / 2, frame.height / 2 - y))


@lru_cache(maxsize=256)
def arrange(frame: Frame, tabs_of: tuple[tuple[str, tuple[Piece, ...]], ...], busy: tuple[Box, ...]) -> Rim:
    """Return the tabs of areas with their blocks; those on water keep clear of the boxes in ``busy``."""
    foot, outside = credit_box(frame)[1], dict(tabs_of)
    rim, rest = Rim((), (), (0.0, 0.0, float(frame.width), float(frame.height))), dict[str, tuple[Piece, ...]]()
    while True:
        grid = OccupancyGrid(frame.width, frame.height)
        for box in (credit_box(frame), *busy, *rim.margins):
            grid.take(box)
        water = {area: pieces for area, pieces in outside.items() if area not in rest}
        tabs = [tab for area in water if (tab := _on_water(frame, grid, area, water[area], foot))]
        if len(tabs) == len(water):
            return msgspec.structs.replace(rim, tabs=(*tabs, *rim.tabs))
        on_water = {tab.area for tab in tabs}
        rest = {area: pieces for area, pieces in outside.items() if area not in on_water}
        rim = _margins(frame, rest, foot)


def _margins(frame: Frame, outside: Outside, foot: float) -> Rim:
    """Return the margins with the tabs of these areas."""
    upper, lower = _sides(frame, outside)
    above, top = _margin(frame, upper, 0.0, 1)
    below, low = _margin(frame, lower, foot, -1)
    strips = ((above, -2.0, top), (below, low, frame.height + 2.0))
    margins = tuple((-2.0, start, frame.width + 2.0, end) for tabs, start, end in strips if tabs)
    return Rim((*above, *below), margins, (0.0, top, float(frame.width), low if below else float(frame.height)))


def _sides(frame: Frame, outside: Outside) -> tuple[Outside, Outside]:
    """Return the areas whose tabs stand above and below; those nearly beside the frame go where fewer others are."""
    up = {area for area in outside if abs(bearing(frame, area)) <= 90}
    level = [area for area in outside if abs(abs(bearing(frame, area)) - 90) < _LEVEL]
    if 0 < len(up - {*level}) < len(outside) - len(level):
        for area in level:
            more = 2 * len(up - {area}) - (len(outside) - 1)
            up = up | {area} if more < 0 else up - {area} if more > 0 else up
    upper = {area: pieces for area, pieces in outside.items() if area in up}
    return upper, {area: pieces for area, pieces in outside.items() if area not in up}


def _edge(frame: Frame, area: str, foot: float) -> tuple[float, float, str]:
    """Return where the line from the frame's middle to an area leaves the frame, and on which side."""
    x, y = frame.px(*SHAPES[area].label)
    middle_x, middle_y = frame.width / 2, frame.height / 2
    right, down = (x - middle_x) / middle_x, (y - middle_y) / middle_y
    ratio = max(abs(right), abs(down), 1e-9)
    towards = ("down" if down > 0 else "up") if abs(down) >= abs(right) else "right" if right > 0 else "left"
    return middle_x * (1 + right / ratio), min(middle_y * (1 + down / ratio), foot), towards


def _on_water(frame: Frame, grid: OccupancyGrid, area: str, pieces: tuple[Piece, ...], foot: float) -> Tab | None:
    """Return a tab on open water, or on land of its own area, where its area lies; None if there is no room."""
    x, y, towards = _edge(frame, area, foot)
    wide, high = tab_size(area, pieces, compact=False)
    own = (-wide / 2, -high / 2, wide / 2, high / 2)
    far = _FAR + (wide if towards in ("left", "right") else high) / 2
    spot = grid.nearest([expand(own, 3)], x, y, far, land_of(frame) & ~cells_of(frame, area))
    if spot is None:
        return None
    tab = Tab(area, shift(own, *spot), towards, pieces, compact=False, framed=True)
    if off_side(frame, tab) > _OFF:
        return None
    grid.take(expand(tab.box, 2))
    return tab


def _margin(frame: Frame, outside: Outside, edge: float, way: int) -> tuple[list[Tab], float]:
    """Return the tabs of a margin from an edge inwards, the farthest areas next to the edge, and where it ends."""
    sizes = {area: tab_size(area, pieces, compact=False) for area, pieces in outside.items()}
    rows = _rows(frame, sizes)
    compact = len(rows) > (2 if frame.height >= _LARGE else 1)
    if compact:
        sizes = {area: tab_size(area, pieces, compact=True) for area, pieces in outside.items()}
        rows = _rows(frame, sizes)
    tabs, at = [], edge + 2 * way
    for row in rows:
        high = max(sizes[area][1] for area in row)
        y, at = at + way * high / 2, at + way * (high + 2)
        for area, x in _spread(frame, {area: sizes[area][0] for area in row}).items():
            wide, own = sizes[area][0] / 2, sizes[area][1] / 2
            towards = "up" if way > 0 else "down"
            box = (x - wide, y - own, x + wide, y + own)
            tabs.append(Tab(area, box, towards, outside[area], compact=compact, framed=False))
    return tabs, at if rows else edge


def _rows(frame: Frame, sizes: Mapping[str, Point]) -> list[list[str]]:
    """Return the areas of each row of a margin, the farthest first, as many in a row as fit."""
    middle = (frame.width / 2, frame.height / 2)
    far = sorted(sizes, key=lambda area: (-math.dist(middle, frame.px(*SHAPES[area].label)), area))
    rows: list[list[str]] = []
    room = 0.0
    for area in far:
        wide = sizes[area][0] + _GAP
        if not rows or wide > room:
            rows.append([])
            room = frame.width - _GAP
        rows[-1].append(area)
        room -= wide
    return rows


def _spread(frame: Frame, wide: Mapping[str, float]) -> dict[str, float]:
    """Return the middle of each tab of a row: in the direction of its area, pushed apart."""
    wish = {area: crossing(frame, area) for area in wide}
    areas = sorted(wide, key=lambda area: (wish[area], area))
    places, end = {}, 0.0
    for area in areas:
        places[area] = max(wish[area], end + _GAP + wide[area] / 2)
        end = places[area] + wide[area] / 2
    end = frame.width
    for area in reversed(areas):
        places[area] = round(min(places[area], end - _GAP - wide[area] / 2), 1)
        end = places[area] - wide[area] / 2
    return places


def crossing(frame: Frame, area: str) -> float:
    """Return the x at which the line from the frame's middle to an area crosses the height of its edge, in px."""
    x, y = frame.px(*SHAPES[area].label)
    across, down = x - frame.width / 2, y - frame.height / 2
    return frame.width / 2 + across * frame.height / 2 / max(abs(down), 1.0)
