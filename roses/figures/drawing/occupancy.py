"""Occupancy of a picture: which boxes are taken, and the free spot nearest to a point.

The picture is a grid of cells of 2 px, which are the bits of one int, row after row. Shifting that int by the size of a
box marks every spot where the box would hit something, so a search looks at all spots at once.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from roses.figures.drawing.geometry import Box, Line, Point

CELL: Final = 2


def _smear(bits: int, count: int, step: int) -> int:
    """Return the union of ``bits`` shifted down by 0, step, 2 step ... (count - 1) step."""
    width = 1
    while width < count:
        more = min(width, count - width)
        bits |= bits >> (more * step)
        width += more
    return bits


@lru_cache(maxsize=4096)
def _block(columns: int, rows: int, stride: int) -> int:
    """Return a block of cells in the first rows of a grid, from their beginning."""
    return ((1 << columns) - 1) * ((1 << (stride * rows)) // ((1 << stride) - 1))


class OccupancyGrid:
    """The taken cells of a picture of ``width`` x ``height`` px.

    >>> grid = OccupancyGrid(100, 40)
    >>> grid.take((0, 0, 50, 40))
    >>> grid.nearest([(-10, -10, 10, 10)], 20, 20)
    (60.0, 20.0)
    """

    def __init__(self, width: float, height: float) -> None:
        self.columns, self.rows = int(width // CELL), int(height // CELL)
        self._row_bytes = -(-self.columns // 8)
        self.stride = 8 * self._row_bytes  # cells from one row to the next
        self.taken = 0

    def span(self, box: Box) -> tuple[int, int, int, int]:
        """Return the first column and row of the cells that a box touches, and those after the last."""
        left, top = max(0, math.floor(box[0] / CELL)), max(0, math.floor(box[1] / CELL))
        return left, top, min(self.columns, math.ceil(box[2] / CELL)), min(self.rows, math.ceil(box[3] / CELL))

    def bits(self, box: Box) -> int:
        """Return the cells that a box touches."""
        left, top, right, bottom = self.span(box)
        if right <= left or bottom <= top:
            return 0
        return _block(right - left, bottom - top, self.stride) << (left + top * self.stride)

    def take(self, box: Box) -> None:
        """Mark a box as taken."""
        self.taken |= self.bits(box)

    def free(self, box: Box) -> bool:
        """Tell whether a box lies in the picture and overlaps no taken cell."""
        inside = box[0] >= 0 and box[1] >= 0 and box[2] <= self.columns * CELL and box[3] <= self.rows * CELL
        return inside and not self.taken & self.bits(box)

    def nearest(
        self,
        boxes: Sequence[Box],
        x: float,
        y: float,
        limit: float = math.inf,
        avoid: int = 0,
        within: int | None = None,
    ) -> Point | None:
        """Return the spot nearest to ``x``, ``y`` where all boxes are free, at most ``limit`` px away.

        The boxes are relative to the spot. They keep clear of the cells ``avoid`` too; with ``within`` the spot itself
        lies in one of these cells. None if there is no such spot.
        """
        here = round(x / CELL), round(y / CELL)
        blocked = 0 if within is None else ((1 << self.stride * self.rows) - 1) & ~within
        left, top, right, bottom = 0, 0, self.columns, self.rows
        for box in boxes:
            across, down = math.floor(box[0] / CELL), math.floor(box[1] / CELL)
            wide, high = math.ceil(box[2] / CELL) - across, math.ceil(box[3] / CELL) - down
            hit = _smear(_smear(self.taken | avoid, wide, 1), high, self.stride)
            offset = across + down * self.stride
            blocked |= hit >> offset if offset >= 0 else hit << -offset
            left, top = max(left, -across), max(top, -down)
            right, bottom = min(right, self.columns - across - wide), min(bottom, self.rows - down - high)
        if right < left or bottom < top:
            return None
        cell = self._search(blocked, here, (left, top, right, bottom), limit / CELL)
        return (cell[0] * float(CELL), cell[1] * float(CELL)) if cell else None

    def _search(
        self, blocked: int, here: tuple[int, int], span: tuple[int, int, int, int], limit: float
    ) -> tuple[int, int] | None:
        """Return the free cell of ``span`` nearest to ``here``, searched row by row outwards."""
        left, top, right, bottom = span
        if limit < math.inf:
            top, bottom = max(top, here[1] - int(limit)), min(bottom, here[1] + int(limit))
        if bottom < top:
            return None
        strip = (blocked >> (top * self.stride)) & ((1 << (self.stride * (bottom - top + 1))) - 1)
        cells = strip.to_bytes(self._row_bytes * (bottom - top + 1), "little")
        window, start = (1 << (right - left + 1)) - 1, min(max(here[0], left), right) - left
        best, cell = limit * limit, None  # the least square of a distance so far, and its cell
        for row in _outwards(here[1], top, bottom):
            vertical = (row - here[1]) ** 2
            if vertical > best:
                break
            at = (row - top) * self._row_bytes
            free = ~(int.from_bytes(cells[at : at + self._row_bytes], "little") >> left) & window
            if column := _beside(free, start):
                across = left + column - 1
                distance = vertical + (across - here[0]) ** 2
                if distance <= best and (cell is None or distance < best):
                    best, cell = distance, (across, row)
        return cell


class Mask:
    """A set of cells of a grid that can be looked up at single points.

    >>> grid = OccupancyGrid(100, 40)
    >>> mask = Mask(grid, grid.bits((0, 0, 50, 40)))
    >>> mask.at(10, 10), mask.at(60, 10), mask.at(-10, 10)
    (1, 0, 0)
    """

    def __init__(self, grid: OccupancyGrid, cells: int) -> None:
        self._columns, self._rows, self._stride = grid.columns, grid.rows, grid.stride
        self._cells = cells.to_bytes(grid.stride * grid.rows // 8, "little")

    def at(self, x: float, y: float) -> int:
        """Return 1 if the cell at a point (px) is in the set, 0 if it is not, or lies outside the picture."""
        column, row = int(x / CELL), int(y / CELL)
        if not (0 <= column < self._columns and 0 <= row < self._rows):
            return 0
        at = row * self._stride + column
        return self._cells[at >> 3] >> (at & 7) & 1


def stretches(line: Line, spacing: float) -> Iterator[tuple[float, Point]]:
    """Yield a line cut into stretches of at most ``spacing`` px: the length and the end of each.

    >>> list(stretches(((0, 0), (10, 0)), 6))
    [(5.0, (5.0, 0.0)), (5.0, (10.0, 0.0))]
    """
    for (x0, y0), (x1, y1) in itertools.pairwise(line):
        length = math.dist((x0, y0), (x1, y1))
        parts = int(length / spacing) + 1
        for i in range(1, parts + 1):
            yield length / parts, (x0 + (x1 - x0) * i / parts, y0 + (y1 - y0) * i / parts)


def _outwards(start: int, low: int, high: int) -> Iterator[int]:
    """Yield the numbers from ``low`` to ``high``, the nearest to ``start`` first.

    >>> list(_outwards(5, 4, 7))
    [5, 4, 6, 7]
    """
    for step in range(max(abs(high - start), abs(low - start)) + 1):
        if low <= start - step <= high:
            yield start - step
        if step and low <= start + step <= high:
            yield start + step


def _beside(free: int, start: int) -> int:
    """Return the number of the set bit nearest to ``start``, counted from 1; 0 if there is none."""
    below = (free & ((2 << start) - 1)).bit_length()
    above = free >> start
    up = start + (above & -above).bit_length() if above else 0
    if not below or not up:
        return below or up
    return below if start - (below - 1) <= (up - 1) - start else up


def along(grid: OccupancyGrid, start: Point, end: Point) -> int:
    """Return the cells within 3 px of a straight line.

    >>> grid = OccupancyGrid(100, 100)
    >>> grid.taken |= along(grid, (0, 50), (100, 50))
    >>> grid.free((40, 40, 60, 60)), grid.free((40, 54, 60, 60))
    (False, True)
    """
    steps = int(max(abs(end[0] - start[0]), abs(end[1] - start[1])) // 4) + 1
    rows: dict[int, int] = {}
    for i in range(steps + 1):
        x, y = start[0] + (end[0] - start[0]) * i / steps, start[1] + (end[1] - start[1]) * i / steps
        left, top, right, bottom = grid.span((x - 3, y - 3, x + 3, y + 3))
        if right > left:
            cells = ((1 << (right - left)) - 1) << left
            for row in range(top, bottom):
                rows[row] = rows.get(row, 0) | cells
    return _join(grid, rows)


def raster(grid: OccupancyGrid, shapes: Iterable[Line]) -> int:
    """Return the cells that lie inside closed outlines (px, even-odd rule)."""
    crossings: dict[int, list[float]] = {}
    for shape in shapes:
        for (x0, y0), (x1, y1) in itertools.pairwise(shape):
            low, high = (y0, y1) if y0 < y1 else (y1, y0)
            first, last = math.ceil(low / CELL - 0.5), math.ceil(high / CELL - 0.5)
            for row in range(max(0, first), min(grid.rows, last)):
                crossings.setdefault(row, []).append(x0 + ((row + 0.5) * CELL - y0) / (y1 - y0) * (x1 - x0))
    rows: dict[int, int] = {}
    for row, xs in crossings.items():
        xs.sort()
        for enter, leave in zip(xs[::2], xs[1::2], strict=False):
            left, right = max(0, math.floor(enter / CELL)), min(grid.columns, math.ceil(leave / CELL))
            if right > left:
                rows[row] = rows.get(row, 0) | ((1 << (right - left)) - 1) << left
    return _join(grid, rows)


def _join(grid: OccupancyGrid, rows: Mapping[int, int]) -> int:
    """Join rows of a grid, by number, into one int; the lowest bit of a row is its leftmost cell."""
    if not rows:
        return 0
    size, first = grid.stride // 8, min(rows)
    cells = b"".join([rows.get(row, 0).to_bytes(size, "little") for row in range(first, max(rows) + 1)])
    return int.from_bytes(cells, "little") << (first * grid.stride)
