"""Placement of every token, name, tray and tab on a map frame, without overlaps.

A tray is a plate outside its area, for blocks that find no room in it, with a leader line to the area.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Final

from msgspec import structs

from roses.engine.i18n import cached
from roses.figures.blocks.tokens import foot, house_of
from roses.figures.drawing.geometry import Box, Line, Point, box_around, expand, shift
from roses.figures.drawing.occupancy import OccupancyGrid, along, raster, stretches
from roses.figures.map.geography import (
    GROUND,
    SEA_SPOTS,
    SHAPES,
    Frame,
    bounds,
    cells_of,
    credit_lines,
    pairs,
)
from roses.figures.map.layout import (
    BAR,
    COUNT,
    HALF,
    LABELS,
    PER_ROW,
    STYLES,
    TAB_HEIGHT,
    TAB_SCALE,
    Cluster,
    Count,
    FrameLabels,
    Layout,
    Name,
    Plate,
    Rim,
    Tab,
    Token,
    arrange,
    corners,
    gather,
    name_lines,
    name_size,
    order,
    row_width,
    text_box,
    token_step,
    top,
)
from roses.figures.map.movement import Arrows
from roses.figures.map.places import NO_MARKS, Marks, Sites, routes_in_words, spot
from roses.richard.view import Piece, View

EDGE: Final = 24.0  # px: no area name nearer to the edge of the map
_INSIDE: Final = 30.0  # px: a label point nearer to the edge of the map counts as outside it
_PAD: Final = 6.0  # u between tokens and the rim of their plate
_SMALLER: Final = (1.0, 0.85, 0.7, 0.55)  # token sizes that are tried, as parts of the frame's own
LEADER: Final = 110.0  # px: the longest leader from a tray on the sea to its area
BESIDE: Final = 30.0  # px: the longest leader from a tray on land, at least
_SIGN: Final = 14.0  # px: half the width kept free of tabs for the sign of a place
_MIDDLE: Final = 43.0  # u: no more than this is kept free on each side of the middle of an area
_LINE, _HEAD = 5.0, 9.0  # px round the line of an arrow, and round its head, that names keep free
_DISC: Final = 14.5  # px: half the width kept free for a disc
SHAPES_ORDER: Final = {area: i for i, area in enumerate(SHAPES)}
_TIGHT_FIRST: Final = sorted(SHAPES, key=lambda area: SHAPES[area].radius)

Groups = dict[str, tuple[tuple[Piece, ...], tuple[Piece, ...]]]  # by area: what ``_group`` returns


def place(view: View, frame: Frame, marks: Marks = NO_MARKS) -> Layout:
    """Return the layout of a view on a frame. It does not depend on the order of the pieces.

    ``marks`` are places and routes, whose signs and labels nothing covers, and marches. Where a march begins or ends
    outside the map there is a tab, and names of areas without blocks keep clear of the middles of the areas on its way.
    """
    battle = view.battle.area if view.battle else ""
    pieces = tuple(piece for piece in view.pieces if piece.place in SHAPES)
    pretender_side = "Lancaster" if view.king_side == "York" else "York"
    return _layout(tuple(sorted(pieces, key=_key)), frame, battle, pretender_side, marks)


@cached(maxsize=64)
def _layout(pieces: tuple[Piece, ...], frame: Frame, battle: str, pretender_side: str, marks: Marks) -> Layout:
    """Place tabs and blocks first, then marches, the names of places, those of areas without blocks, those of seas."""
    groups = _group(pieces, battle, pretender_side)
    ways = [[area for area in way if area in SHAPES] for way in marks.marches]
    rim = _rim(frame, groups, {area for way in ways if len(way) > 1 for area in (way[0], way[-1])}, marks)
    placement, sites = _place_blocks(frame, rim, groups, battle, marks, clear=True)
    if placement.cramped and marks.places:
        other = _place_blocks(frame, rim, groups, battle, marks, clear=False)
        placement, sites = min((placement, sites), other, key=lambda pair: pair[0].cramped)
    placement.grid.taken |= placement.leaders
    for area in dict.fromkeys(area for way in ways for area in way):
        placement.grid.take(box_around(*frame.px(*SHAPES[area].label), 8))
    arrows = Arrows(structs.replace(placement.layout(), sites=(*sites.sites,)))
    marches = tuple(arrows.march(way) if len(way) > 1 else None for way in ways)
    lines = [march.line for march in marches if march]
    placement.clear_names(lines)
    sites.name(lines)
    for area in SHAPES:
        if area not in placement.boxes:
            placement.quiet_name(area)
    for sea in SEA_SPOTS:
        placement.sea_name(sea)
    sites.date()
    return structs.replace(
        placement.layout(),
        marches=marches,
        sites=(*sites.sites,),
        routes=(*sites.ways,),
        key=(*sites.key,),
        ways=routes_in_words(marks),
    )


def _place_blocks(
    frame: Frame, rim: Rim, groups: Groups, battle: str, marks: Marks, *, clear: bool
) -> tuple[_Placement, Sites]:
    """Return a placement of all blocks, and the places; with ``clear`` no block covers the sign of a place."""
    placement, off = _Placement(frame, rim), {tab.area for tab in rim.tabs}
    sites = Sites(marks, frame, placement.grid, rim.window, clear=clear)
    first = sorted(groups, key=lambda area: (area != battle, not groups[area][1], _TIGHT_FIRST.index(area)))
    clusters = {area: gather(*groups[area], _aspect(area)) for area in first if area not in off}
    crowded = placement.all_stand(clusters)
    for area in crowded:
        if not placement.tray(area, clusters[area], sites.lines):
            placement.counts(area, clusters[area].pieces)
    return placement, sites


def _key(piece: Piece) -> tuple[object, ...]:
    """Return the sort key of a piece on the map: by area, side and kind."""
    return SHAPES_ORDER[piece.place], piece.side, order(piece)


def _group(pieces: tuple[Piece, ...], battle: str, pretender_side: str) -> Groups:
    """Return by area York's and Lancaster's blocks if both fight there, else all blocks and none.

    A rebel serves the Pretender.
    """
    groups: Groups = {}
    for area in dict.fromkeys(piece.place for piece in pieces):
        here = tuple(piece for piece in pieces if piece.place == area)
        york = tuple(p for p in here if (pretender_side if p.side == "Rebel" else p.side) == "York")
        others = tuple(p for p in here if p not in york)
        fights = area == battle or all(any(not p.prisoner for p in line) for line in (york, others))
        groups[area] = (york, others) if fights and york and others else (here, ())
    return groups


def _rim(frame: Frame, groups: Groups, ends: Iterable[str], marks: Marks) -> Rim:
    """Return the tabs of all areas that have blocks or an end of a march, and lie outside the part that shows the map.

    Margins with tabs make this part smaller, so this is repeated until no area is added.
    """
    areas = sorted({*groups, *ends}, key=SHAPES_ORDER.__getitem__)
    window = (0.0, 0.0, float(frame.width), float(frame.height))
    outside: list[str] = []
    signs = [box_around(*spot(where, frame), _SIGN) for where in marks.places]
    room = 2 * HALF * STYLES[frame.name].scale
    while True:
        more = [area for area in areas if area not in outside and not _shows(frame, window, area)]
        outside += more
        blocks = [box_around(*frame.px(*SHAPES[area].label), room) for area in areas if area not in outside]
        tabs = tuple((area, sum(groups.get(area, ()), ())) for area in outside)
        rim = arrange(frame, tabs, (*signs, *blocks))
        if not more:
            return rim
        window = rim.window


def _shows(frame: Frame, window: Box, area: str) -> bool:
    """Tell whether an area's blocks stand on the map, which the frame shows in ``window``, not in a tab."""
    x, y = _wish(frame, area)
    left, upper, right, lower = expand(window, -_INSIDE)
    return left <= x <= right and upper <= y <= lower


@lru_cache(maxsize=8)
def _labels(frame: str) -> FrameLabels:
    """Return the offsets of names and tokens on a frame; the lesson map has none of tokens."""
    return {"campaign": LABELS.campaign, "kingdom": LABELS.kingdom, "table": LABELS.kingdom}.get(
        frame, FrameLabels(LABELS.names)
    )


def _wish(frame: Frame, area: str) -> Point:
    """Return the px round which the tokens of an area should stand."""
    x, y = frame.px(*SHAPES[area].label)
    dx, dy = _labels(frame.name).tokens.get(area, (0.0, 0.0))
    return x + dx, y + dy


def _aspect(area: str) -> float:
    """Return the width of an area as a multiple of its height."""
    west, south, east, north = bounds(area)
    return (east - west) / (north - south)


@lru_cache(maxsize=32)
def _shore(frame: Frame) -> int:
    """Return the cells of a frame that are land or within 6 km of it."""
    near = (tuple(frame.px(*point) for point in pairs(line)) for line in GROUND.near)
    return raster(OccupancyGrid(frame.width, frame.height), near)


def leader_length(home: Point, box: Box) -> float:
    """Return the visible length of a tray's leader, from its end in the area to the rim of the plate, in px."""
    (x, y), (left, upper, right, lower) = home, box
    return math.hypot(max(left - x, 0.0, x - right), max(upper - y, 0.0, y - lower))


class _Placement:
    """Builds a layout: places one thing after another where the frame is free."""

    def __init__(self, frame: Frame, rim: Rim) -> None:
        self.frame, self.style, self.rim = frame, STYLES[frame.name], rim
        self.grid = OccupancyGrid(frame.width, frame.height)
        self.labels = _labels(frame.name)
        self.tokens: list[Token] = []
        self.names: list[Name] = []
        self.seas: list[Name] = []
        self.plates: list[Plate] = []
        self.discs: list[Count] = []
        self.boxes: dict[str, Box] = {}
        self.leaders = 0
        for box in (*corners(frame), *rim.margins):
            self.grid.take(box)
        for tab in rim.tabs:
            self.tab(tab)

    @property
    def cramped(self) -> int:
        """Return how many areas have their blocks on a tray, as counts, or much smaller than usual."""
        least = 0.8 * self.style.scale
        small = {token.area for token in self.tokens if TAB_SCALE != token.scale < least}
        return len(small | {plate.area for plate in self.plates if plate.home}) + len(self.discs)

    def layout(self) -> Layout:
        """Return the layout of all that has been placed."""
        return Layout(
            self.frame,
            tuple(self.tokens),
            tuple(self.names),
            tuple(self.seas),
            tuple(self.plates),
            self.rim.tabs,
            tuple(self.discs),
            self.boxes,
            credit_lines(self.frame),
            self.rim.margins,
            self.rim.window,
        )

    def _needs(self, area: str, cluster: Cluster, scale: float, plate: bool) -> tuple[list[Box], Box, float]:
        """Return boxes that must be free, the cluster's own box and its name's baseline, relative to its middle."""
        left, upper, right, lower = (value * scale for value in cluster.box)
        own = expand((left, upper, right, lower), _PAD * scale) if plate else (left, upper, right, lower + BAR * scale)
        size = name_size(area, self.frame)
        baseline = own[1] - 2.5 - 0.25 * size
        name = shift(text_box(self._words(area), size), 0, baseline)
        boxes = [expand(own, 2), name]
        if plate and cluster.parting is not None:
            y = cluster.parting * scale
            boxes.append((own[0] - _DISC, y - _DISC, own[0] + _DISC, y + _DISC))
        return boxes, own, baseline

    def _words(self, area: str) -> str:
        """Return the name of an area as it is written over its blocks, on one line."""
        return " ".join(name_lines(area, self.frame))

    def all_stand(self, clusters: dict[str, Cluster]) -> list[str]:
        """Place clusters in their areas, each clear of the middles of the later ones; return the areas without room."""
        middles = {area: self._middle(area, cluster) for area, cluster in clusters.items()}
        crowded = []
        for area, cluster in clusters.items():
            del middles[area]
            rest = self._empty_names(clusters)
            for box in middles.values():
                rest |= self.grid.bits(box)
            if not self.stand(area, cluster, rest):
                crowded.append(area)
        return [area for area in crowded if not self.stand(area, clusters[area])]

    def _empty_names(self, clusters: Iterable[str]) -> int:
        """Return the cells of the names of areas without blocks, where the frame shows all names."""
        cells = 0
        for area in SHAPES if self.style.all_names else ():
            if area not in clusters and area not in self.boxes:
                x, y = self._name_spot(area)
                cells |= self.grid.bits(shift(text_box(self._words(area), name_size(area, self.frame)), x, y))
        return cells

    def _name_spot(self, area: str) -> Point:
        """Return the middle of the baseline of an area's name, where no blocks stand there."""
        x, y = self.frame.px(*SHAPES[area].label)
        dx, dy = self.labels.names.get(area, (0.0, 4.0))
        return x + dx, y + dy

    def _middle(self, area: str, cluster: Cluster) -> Box:
        """Return the least box that the tokens of an area need, round the point where they should stand."""
        x, y = _wish(self.frame, area)
        scale = self.style.scale * _SMALLER[1]
        wide, high = min(_MIDDLE, cluster.box[2]) * scale, min(_MIDDLE, cluster.box[3]) * scale
        return x - wide, y - high - self.style.name, x + wide, y + high

    def stand(self, area: str, cluster: Cluster, avoid: int = 0) -> bool:
        """Place a cluster in its area, on a plate if it is large for it; return False if there is no room for it.

        It keeps clear of the cells of ``avoid``.
        """
        contested = cluster.parting is not None
        if contested and len(cluster.pieces) > self.style.plate:
            return False
        reach = SHAPES[area].radius * self.frame.k
        x, y = _wish(self.frame, area)
        for scale, limit, within in self._attempts(area, contested):
            cluster = cluster if contested or within is None else gather(cluster.pieces)
            wide, high = (cluster.box[2] - cluster.box[0]) * scale, (cluster.box[3] - cluster.box[1]) * scale
            large = contested or (len(cluster.pieces) > 2 and max(wide, high) / 2 > 1.5 * reach)
            if large and not contested and within is None:
                continue
            boxes, own, baseline = self._needs(area, cluster, scale, large)
            if spot := self.grid.nearest(boxes, x, y + self.style.name / 2, limit, avoid, within):
                self._settle(area, cluster, spot, scale, own, baseline)
                if large:
                    self._plate(area, cluster, spot[1], scale, None)
                return True
        return False

    def _attempts(self, area: str, contested: bool) -> Iterator[tuple[float, float, int | None]]:
        """Yield px per u, the limit of the distance from the label point, and cells for the middle of a cluster."""
        sizes = [self.style.scale * max(factor, self.style.least) for factor in _SMALLER[:3]]
        limit = max(16.0, (1.3 if contested else 0.85) * SHAPES[area].radius * self.frame.k)
        yield from ((scale, limit, None) for scale in sizes[:2])
        yield from ((scale, 2 * limit, cells_of(self.frame, area)) for scale in sizes)
        yield sizes[1], 1.5 * limit, None

    def _settle(self, area: str, cluster: Cluster, spot: Point, scale: float, own: Box, baseline: float) -> None:
        """Add the tokens and the name of a cluster whose middle is at ``spot``."""
        x, y = spot
        for piece, (dx, dy) in zip(cluster.pieces, cluster.spots, strict=True):
            at = round(x + dx * scale, 1), round(y + dy * scale, 1)
            self.tokens.append(Token(piece, area, *at, scale, self.style.size))
        self.boxes[area] = shift(own, x, y)
        self.grid.take(expand(self.boxes[area], 2))
        self._write(self._words(area), area, x, y + baseline, quiet=False)

    def _write(self, words: str, area: str, x: float, y: float, *, quiet: bool) -> None:
        """Add a line of a name, centred on ``x``, on baseline ``y``."""
        name = Name(words, area, round(x, 2), round(y, 2), name_size(area, self.frame), quiet)
        self.names.append(name)
        self.grid.take(name.box)

    def clear_names(self, lines: Sequence[Line]) -> None:
        """Move names of blocks from under the arrows of marches to other sides of their blocks, where there is room."""
        under = 0
        for line in lines:
            for _far, (x, y) in stretches(line, 4):
                pad = _HEAD if math.dist((x, y), line[-1]) < 2 * _HEAD else _LINE
                under |= self.grid.bits(box_around(x, y, pad))
        for i, name in enumerate(self.names):
            if not self.grid.bits(expand(name.box, -1)) & under:
                continue
            own, box = self.boxes[name.area], text_box(name.text, name.size)
            left, upper, right, lower = expand(own, 4)
            near = left + box[0], upper - name.size / 4, right + box[2], lower - box[1]
            before = self.grid.taken
            self.grid.taken = before & ~self.grid.bits(name.box) | self.grid.bits(expand(own, 2))
            spot = self.grid.nearest([box], name.x, name.y, math.inf, under, self.grid.bits(near))
            self.grid.taken = before
            if spot:
                self.names[i] = structs.replace(name, x=spot[0], y=spot[1])
                self.grid.take(self.names[i].box)

    def _plate(self, area: str, cluster: Cluster, y: float, scale: float, home: Point | None) -> None:
        """Add the plate under a cluster whose middle is at height ``y``; with ``home`` it is a tray with a leader."""
        box = self.boxes[area]
        parting = None if cluster.parting is None else round(y + cluster.parting * scale, 1)
        self.plates.append(Plate(area, box, parting, home, len(cluster.pieces)))
        if parting is not None and home is None:
            self.grid.take(box_around(box[0], parting, _DISC))
        if home is not None:
            self.leaders |= along(self.grid, home, ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2))

    def tray(self, area: str, cluster: Cluster, lines: int) -> bool:
        """Place a cluster on a plate near its area, on the sea rather than on land, with a leader line to the area.

        If it can, it keeps clear of the cells of ``lines``, those of marches and routes. False if there is no room.
        """
        at = self.frame.px(*SHAPES[area].label)
        cluster = cluster if cluster.parting is not None else gather(cluster.pieces)
        disc = (-_DISC, -_DISC, _DISC, _DISC)
        home = self.grid.nearest([disc], *at, within=cells_of(self.frame, area)) or at
        before = self.grid.taken
        self.grid.taken |= self.grid.bits(shift(disc, *home))
        beside, shore = max(BESIDE, SHAPES[area].radius * self.frame.k), _shore(self.frame)
        choices = ((shore | lines, LEADER), (lines, beside), (shore, LEADER), (0, beside))
        tries = [(factor, *choice) for choice in choices for factor in _SMALLER[:3]]
        for factor, avoid, limit in [*tries, (_SMALLER[-1], 0, LEADER), (_SMALLER[-1], 0, math.inf)]:
            scale = self.style.scale * max(factor, self.style.least)
            boxes, own, baseline = self._needs(area, cluster, scale, plate=True)
            spot = self.grid.nearest(boxes[:2], *home, limit + math.hypot(own[2], own[3]), avoid)
            if spot and leader_length(home, shift(own, *spot)) <= limit:
                self._settle(area, cluster, spot, scale, own, baseline)
                self._plate(area, cluster, spot[1], scale, home)
                return True
        self.grid.taken = before
        return False

    def tab(self, tab: Tab) -> None:
        """Place the blocks of a tab, as tokens or counted."""
        self.grid.take(expand(tab.box, 2))
        self.boxes[tab.area] = tab.box
        if tab.compact:
            self._count(tab.area, tab.pieces, tab.box[2] - 5, (tab.box[1] + tab.box[3]) / 2)
            return
        pieces = gather(tab.pieces).pieces if tab.pieces else ()
        for i, piece in enumerate(pieces):
            row, column = divmod(i, PER_ROW)
            before = sum(map(token_step, pieces[i - column : i]))
            x = tab.box[2] - 7.5 - row_width(pieces) + before + token_step(piece) / 2
            y = tab.box[1] + TAB_HEIGHT * (row + 0.5) + (top(piece) - foot(house_of(piece))) / 2 * TAB_SCALE
            self.tokens.append(Token(piece, tab.area, round(x, 1), round(y, 1), TAB_SCALE, "tab"))

    def counts(self, area: str, pieces: tuple[Piece, ...]) -> None:
        """Count the blocks of an area on discs at its label point, over whatever is there."""
        x, y = self.frame.px(*SHAPES[area].label)
        houses = len({house_of(piece) for piece in pieces})
        self._count(area, pieces, x + COUNT * houses / 2, y)
        self.boxes[area] = (x - COUNT * houses / 2, y - COUNT / 2, x + COUNT * houses / 2, y + COUNT / 2)
        self.grid.take(self.boxes[area])

    def _count(self, area: str, pieces: tuple[Piece, ...], right: float, y: float) -> None:
        """Place a disc for each house, the last one ending at ``right`` px."""
        sides = [(house, tuple(own)) for house, own in groupby(sorted(pieces, key=house_of), house_of)]
        for i, (house, own) in enumerate(reversed(sides)):
            self.discs.append(Count(area, house, round(right - COUNT * (i + 0.5), 1), round(y, 1), own))

    def quiet_name(self, area: str) -> None:
        """Write the name of an area without blocks if it fits in the area."""
        x, y = self.frame.px(*SHAPES[area].label)
        left, upper, right, lower = expand(self.rim.window, -EDGE)
        if not (self.style.all_names or (left <= x <= right and upper <= y <= lower)):
            return
        x, y = min(max(x, left), right), min(max(y, upper), lower)
        size, lines = name_size(area, self.frame), name_lines(area, self.frame)
        rise = size * 1.02
        offsets = [(i - (len(lines) - 1) / 2) * rise for i in range(len(lines))]
        boxes = [shift(text_box(line, size), 0, offset) for line, offset in zip(lines, offsets, strict=True)]
        limit = 0.7 * SHAPES[area].radius * self.frame.k + 8
        wish = self._name_spot(area)
        exact = all(self.grid.free(shift(box, *wish)) for box in boxes)
        spot = wish if exact else self.grid.nearest(boxes, *wish, limit)
        spot = spot or self.grid.nearest(boxes, x, y, 2 * limit, within=cells_of(self.frame, area))
        if not spot and self.style.all_names:
            spot = self.grid.nearest(boxes, x, y)
        if spot:
            for line, offset in zip(lines, offsets, strict=True):
                self._write(line, area, spot[0], spot[1] + offset, quiet=True)

    def sea_name(self, sea: str) -> None:
        """Write the name of a sea on open water, if any of its spots is free."""
        box = expand(text_box(sea, self.style.sea), 3)
        for where in SEA_SPOTS[sea]:
            x, y = self.frame.px(*where)
            if not self.frame.holds(*where, margin=12):
                continue
            if at := self.grid.nearest([box], x, y, 26.0, _shore(self.frame)):
                name = Name(sea, sea, round(at[0], 1), round(at[1], 1), self.style.sea, quiet=True)
                self.seas.append(name)
                self.grid.take(name.box)
                return
