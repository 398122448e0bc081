"""Placement of every token, name, tray and tab on a map frame, without overlaps."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from msgspec import structs

from roses.engine.i18n import gettext as _
from roses.figures.blocks.tokens import foot, house_of
from roses.figures.drawing.measure import text_width
from roses.figures.drawing.occupancy import Box, OccupancyGrid, along, moved, padded, raster
from roses.figures.drawing.points import Point
from roses.figures.map.frames import Frame
from roses.figures.map.geography import GROUND, SEA_SPOTS, SHAPES, bounds, pairs
from roses.figures.map.layout import (
    LABELS,
    STYLES,
    TAB_HEIGHT,
    TAB_NAME,
    TAB_SCALE,
    FrameLabels,
    Layout,
    Name,
    Plate,
    Tab,
    Token,
    credit_box,
    credit_lines,
    name_lines,
    name_size,
    text_box,
)
from roses.figures.map.places import NO_MARKS, Marks, Sites
from roses.figures.map.stacks import BAR, HALF, Cluster, gather, order, top
from roses.richard.view import Piece, View

EDGE: Final = 24.0  # px: no area name nearer to the frame
_INSIDE: Final = 30.0  # px: a label point nearer to the frame counts as outside it
_PAD: Final = 6.0  # u between tokens and the rim of their plate
_SMALLER: Final = (1.0, 0.85, 0.7, 0.55)  # token sizes tried, as parts of the frame's
_FAR_TRAY: Final = 300.0  # px: no tray in the sea farther than this; then anywhere
_DISC: Final = 14.5  # px: half the width kept for a disc
_PER_TAB_ROW: Final = 6
SHAPES_ORDER: Final = {area: i for i, area in enumerate(SHAPES)}
_TIGHT_FIRST: Final = sorted(SHAPES, key=lambda area: SHAPES[area].radius)

Groups = dict[str, tuple[tuple[Piece, ...], tuple[Piece, ...]]]


def place(view: View, frame: Frame, keep_clear: tuple[str, ...] = (), marks: Marks = NO_MARKS) -> Layout:
    """Return the layout of a view on a frame. It does not depend on the order of the pieces.

    Names of areas without blocks leave the middles of the areas in ``keep_clear`` free, for marches. ``marks`` are
    places and routes, whose signs and labels nothing covers.
    """
    battle = view.battle.area if view.battle else ""
    pieces = tuple(piece for piece in view.pieces if piece.place in SHAPES)
    pretender_side = "Lancaster" if view.king_side == "York" else "York"
    return _placed(tuple(sorted(pieces, key=_key)), frame, battle, pretender_side, keep_clear, marks)


@lru_cache(maxsize=64)
def _placed(
    pieces: tuple[Piece, ...], frame: Frame, battle: str, pretender_side: str, keep_clear: tuple[str, ...], marks: Marks
) -> Layout:
    placement, groups = _Placement(frame), _grouped(pieces, battle, pretender_side)
    sites = Sites(marks, frame, placement.grid)
    first = sorted(groups, key=lambda area: (area != battle, not groups[area][1], _TIGHT_FIRST.index(area)))
    inside = [area for area in first if placement.shows(area)]
    clusters = {area: gather(*groups[area], _aspect(area)) for area in inside}
    crowded = [area for area in inside if not placement.stand(area, clusters[area])]
    for area in first:
        if area not in clusters:
            placement.tab(area, groups[area][0] + groups[area][1])
    for area in crowded:
        if not placement.tray(area, clusters[area]):
            placement.tab(area, clusters[area].pieces)
    placement.grid.taken |= placement.leaders
    for area in keep_clear:
        placement.grid.take(padded(2 * frame.px(*SHAPES[area].label), 8))
    sites.name()
    for area in SHAPES:
        if area not in placement.boxes or area in crowded:
            placement.quiet_name(area)
    for sea in SEA_SPOTS:
        placement.sea_name(sea)
    sites.date()
    return structs.replace(placement.layout(), sites=tuple(sites.found), routes=tuple(sites.ways))


def _key(piece: Piece) -> tuple[object, ...]:
    return SHAPES_ORDER[piece.place], piece.side, order(piece)


def _grouped(pieces: tuple[Piece, ...], battle: str, pretender_side: str) -> Groups:
    """Return by area York's and Lancaster's blocks where both fight, or all and none. A rebel serves the Pretender."""
    groups: Groups = {}
    for area in {piece.place: None for piece in pieces}:
        here = tuple(piece for piece in pieces if piece.place == area)
        york = tuple(p for p in here if (pretender_side if p.side == "Rebel" else p.side) == "York")
        others = tuple(p for p in here if p not in york)
        fights = area == battle or all(any(not p.prisoner for p in line) for line in (york, others))
        groups[area] = (york, others) if fights and york and others else (here, ())
    return groups


def _aspect(area: str) -> float:
    west, south, east, north = bounds(area)
    return (east - west) / (north - south)


@lru_cache(maxsize=16)
def _shore(frame: Frame) -> int:
    """Return the cells of a frame that are land or within 6 km of it."""
    near = (tuple(frame.px(*point) for point in pairs(line)) for line in GROUND.near)
    return raster(OccupancyGrid(frame.width, frame.height), near)


class _Placement:
    """Builds a layout: places one thing after another where the frame is free."""

    def __init__(self, frame: Frame) -> None:
        self.frame, self.style = frame, STYLES[frame.name]
        self.grid = OccupancyGrid(frame.width, frame.height)
        own = {"campaign": LABELS.campaign, "kingdom": LABELS.kingdom}
        self.labels = own.get(frame.name, FrameLabels(LABELS.names))
        self.tokens: list[Token] = []
        self.names: list[Name] = []
        self.seas: list[Name] = []
        self.plates: list[Plate] = []
        self.tabs: list[Tab] = []
        self.boxes: dict[str, Box] = {}
        self.leaders = 0
        self.credit = credit_lines(frame)
        credit = credit_box(frame)
        self.foot = credit[1]
        self.grid.take(credit)

    def layout(self) -> Layout:
        """Return the layout of all that has been placed."""
        return Layout(
            self.frame,
            tuple(self.tokens),
            tuple(self.names),
            tuple(self.seas),
            tuple(self.plates),
            tuple(self.tabs),
            self.boxes,
            self.credit,
        )

    def shows(self, area: str) -> bool:
        """Tell whether an area's blocks stand on the map here, not in a tab."""
        x, y = self._wish(area)
        return _INSIDE <= x <= self.frame.width - _INSIDE and _INSIDE <= y <= self.frame.height - _INSIDE

    def _wish(self, area: str) -> Point:
        x, y = self.frame.px(*SHAPES[area].label)
        dx, dy = self.labels.tokens.get(area, (0.0, 0.0)) if self.frame.name != "lesson" else (0.0, 0.0)
        return x + dx, y + dy

    def _needs(self, area: str, cluster: Cluster, scale: float, plate: bool) -> tuple[list[Box], Box, float]:
        """Return boxes that must be free, the cluster's own box, and the baseline of its name, round its middle."""
        left, upper, right, lower = (value * scale for value in cluster.box)
        own = padded((left, upper, right, lower), _PAD * scale) if plate else (left, upper, right, lower + BAR * scale)
        size = name_size(area, self.frame)
        baseline = own[1] - 2.5 - 0.25 * size
        name = moved(text_box(self._words(area), size), 0, baseline)
        boxes = [padded(own, 2), name]
        if plate and cluster.parting is not None:
            y = cluster.parting * scale
            boxes.append((own[0] - _DISC, y - _DISC, own[0] + _DISC, y + _DISC))
        return boxes, own, baseline

    def _words(self, area: str) -> str:
        return " ".join(name_lines(area, self.frame))

    def stand(self, area: str, cluster: Cluster) -> bool:
        """Place a cluster in its area, a little smaller if needed; False if it does not fit there."""
        plate, count = cluster.parting is not None, len(cluster.pieces)
        if plate and count > self.style.plate:
            return False
        reach = SHAPES[area].radius * self.frame.k
        x, y = self._wish(area)
        for scale in (self.style.scale, self.style.scale * 0.85):
            boxes, own, baseline = self._needs(area, cluster, scale, plate)
            large = max(own[2] - own[0], own[3] - own[1]) / 2 > 1.5 * reach
            if count > 2 and large and not plate:
                continue
            limit = max(16.0, (1.3 if plate else 0.85) * reach)
            if spot := self.grid.nearest(boxes, x, y + self.style.name / 2, limit):
                self._settle(area, cluster, spot, scale, own, baseline)
                if plate:
                    self._plate(area, cluster, spot[1], scale, None)
                return True
        return False

    def _settle(self, area: str, cluster: Cluster, spot: Point, scale: float, own: Box, baseline: float) -> None:
        x, y = spot
        for piece, (dx, dy) in zip(cluster.pieces, cluster.spots, strict=True):
            at = round(x + dx * scale, 1), round(y + dy * scale, 1)
            self.tokens.append(Token(piece, area, *at, scale, self.style.size))
        self.boxes[area] = moved(own, x, y)
        self.grid.take(padded(self.boxes[area], 2))
        self._write(self._words(area), area, x, y + baseline, quiet=False)

    def _write(self, words: str, area: str, x: float, y: float, *, quiet: bool) -> None:
        name = Name(words, area, round(x, 2), round(y, 2), name_size(area, self.frame), quiet)
        self.names.append(name)
        self.grid.take(name.box)

    def _plate(self, area: str, cluster: Cluster, y: float, scale: float, home: Point | None) -> None:
        box = self.boxes[area]
        parting = None if cluster.parting is None else round(y + cluster.parting * scale, 1)
        self.plates.append(Plate(area, box, parting, home, len(cluster.pieces)))
        if parting is not None and home is None:
            self.grid.take(padded((box[0], parting, box[0], parting), _DISC))
        if home is not None:
            self.leaders |= along(self.grid, home, ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2))

    def tray(self, area: str, cluster: Cluster) -> bool:
        """Place a cluster on a plate in the sea, or anywhere it fits, with a leader line to its area."""
        at = self.frame.px(*SHAPES[area].label)
        disc = (-_DISC, -_DISC, _DISC, _DISC)
        home = self.grid.nearest([disc], *at, SHAPES[area].radius * self.frame.k) or at
        for factor in _SMALLER:
            scale = self.style.scale * factor
            boxes, own, baseline = self._needs(area, cluster, scale, plate=True)
            self.grid.taken, before = self.grid.taken | self.grid.bits(moved(disc, *home)), self.grid.taken
            near = self.grid.nearest(boxes[:2], *home, _FAR_TRAY, _shore(self.frame))
            if spot := near or self.grid.nearest(boxes[:2], *home):
                self._settle(area, cluster, spot, scale, own, baseline)
                self._plate(area, cluster, spot[1], scale, home)
                return True
            self.grid.taken = before
        return False

    def tab(self, area: str, pieces: tuple[Piece, ...]) -> None:
        """Place the blocks of an area outside the frame in a box at the edge nearest to it."""
        pieces = gather(pieces).pieces
        rows = -(-len(pieces) // _PER_TAB_ROW)
        words, columns = text_width(area, TAB_NAME, bold=True, family="serif"), min(len(pieces), _PER_TAB_ROW)
        half_w, half_h = (34 + words + columns * (2 * HALF * TAB_SCALE + 3)) / 2, TAB_HEIGHT * rows / 2
        x, y, towards = self._edge(area)
        own = (-half_w, -half_h, half_w, half_h)
        tried = (self.grid.nearest([padded(own, 5)], x, y, avoid=rest) for rest in self._edges(towards, half_h))
        spot = next(filter(None, tried), None)
        if spot is None:
            raise ValueError(
                _("no room on the map for the {n} blocks in {area}; take a larger frame").format(
                    n=len(pieces), area=area
                )
            )
        box = moved(own, *spot)
        self.grid.take(padded(box, 2))
        self.tabs.append(Tab(area, box, towards))
        self.boxes[area] = box
        for i, piece in enumerate(pieces):
            row, column = divmod(i, _PER_TAB_ROW)
            x = box[0] + 30 + words + HALF * TAB_SCALE + column * (2 * HALF * TAB_SCALE + 3)
            y = box[1] + TAB_HEIGHT * (row + 0.5) + (top(piece) - foot(house_of(piece))) / 2 * TAB_SCALE
            self.tokens.append(Token(piece, area, round(x, 1), round(y, 1), TAB_SCALE, "kingdom"))

    def _edges(self, towards: str, half: float) -> Iterator[int]:
        """Yield the cells that a tab avoids, in three attempts: all but its own edge, all but the edges, none."""
        wide, high, deep = self.frame.width, self.foot, 4 * half + 24
        rest: dict[str, Box] = {"up": (0, deep, wide, self.frame.height), "down": (0, 0, wide, high - deep)}
        rest |= {
            "left": (2.2 * deep, 0, wide, self.frame.height),
            "right": (0, 0, wide - 2.2 * deep, self.frame.height),
        }
        yield self.grid.bits(rest[towards])
        yield self.grid.bits(padded((0, 0, wide, high), -(2 * half + 14)))
        yield 0

    def _edge(self, area: str) -> tuple[float, float, str]:
        """Return where the line from the frame's middle to an area leaves the frame, and on which side."""
        x, y = self.frame.px(*SHAPES[area].label)
        middle_x, middle_y = self.frame.width / 2, self.frame.height / 2
        right, down = (x - middle_x) / middle_x, (y - middle_y) / middle_y
        ratio = max(abs(right), abs(down), 1e-9)
        towards = ("down" if down > 0 else "up") if abs(down) >= abs(right) else "right" if right > 0 else "left"
        return middle_x * (1 + right / ratio), middle_y * (1 + down / ratio), towards

    def quiet_name(self, area: str) -> None:
        """Write the name of an area without blocks if it fits in the area."""
        x, y = self.frame.px(*SHAPES[area].label)
        if not self.frame.holds(*SHAPES[area].label, margin=EDGE):
            return
        dx, dy = self.labels.names.get(area, (0.0, 4.0))
        size, lines = name_size(area, self.frame), name_lines(area, self.frame)
        rise = size * 1.02
        offsets = [(i - (len(lines) - 1) / 2) * rise for i in range(len(lines))]
        boxes = [moved(text_box(line, size), 0, offset) for line, offset in zip(lines, offsets, strict=True)]
        limit = 0.7 * SHAPES[area].radius * self.frame.k + 8
        exact = all(self.grid.free(moved(box, x + dx, y + dy)) for box in boxes)
        spot = (x + dx, y + dy) if exact else self.grid.nearest(boxes, x + dx, y + dy, limit)
        if spot:
            for line, offset in zip(lines, offsets, strict=True):
                self._write(line, area, spot[0], spot[1] + offset, quiet=True)

    def sea_name(self, sea: str) -> None:
        """Write the name of a sea on open water, if any of its spots is free."""
        box = padded(text_box(sea, self.style.sea, bold=False), 3)
        for spot in SEA_SPOTS[sea]:
            x, y = self.frame.px(*spot)
            if not self.frame.holds(*spot, margin=12):
                continue
            if at := self.grid.nearest([box], x, y, 26.0, _shore(self.frame)):
                name = Name(sea, sea, round(at[0], 1), round(at[1], 1), self.style.sea, quiet=True, bold=False)
                self.seas.append(name)
                self.grid.take(name.box)
                return
