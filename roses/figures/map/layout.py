"""What stands where on a map, in px: tokens, names, plates; stacks of tokens in an area, and tabs at the edge."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Final

import msgspec

from roses.engine.data import read
from roses.engine.record import Place
from roses.figures.blocks.tokens import PX_PER_U, Size, breadth, foot, head, house_of
from roses.figures.drawing import Text, text_width
from roses.figures.drawing.geometry import Box, Line, Point, expand, shift
from roses.figures.drawing.occupancy import OccupancyGrid
from roses.figures.map.geography import SHAPES, Frame, cells_of, credit_box, land_of
from roses.richard.tables import BLOCKS
from roses.richard.view import Piece

Offset = tuple[float, float]
TAB_SCALE: Final = PX_PER_U["tab"]
TAB_HEIGHT: Final = 43.5
TAB_NAME: Final = 13.0
_SMALL: Final = {  # px: type size of the names that need smaller type on the lesson map
    **dict.fromkeys(("Gloucester", "Rutland", "Powys", "Dorset", "Oxford", "Isle of Man", "Calais"), 15.5),
    **dict.fromkeys(("Hereford", "South Yorks"), 14.5),
}
_SHORT: Final = {"South Yorks": "S. Yorks", "North Yorks": "N. Yorks", "East Yorks": "E. Yorks"}  # on the kingdom map
_BROKEN: Final = ("South Yorks", "North Yorks", "East Yorks", "East Anglia")  # names on two lines
_BROKEN_IN_LESSON: Final = ("North Yorks", "East Yorks", "East Anglia")  # the same on the lesson map


class FrameLabels(msgspec.Struct, frozen=True):
    """Offsets in px from the label points of areas, set by hand: of names, and of tokens."""

    names: dict[str, Offset] = {}
    tokens: dict[str, Offset] = {}


class LabelFile(msgspec.Struct, frozen=True):
    """The shape of ``data/look/labels.json``: offsets in px, with anchor and words where these differ."""

    names: dict[str, Offset]
    sites: dict[str, tuple[float, float, str]]
    battles: dict[str, tuple[float, float, str, str] | None]
    campaign: FrameLabels
    kingdom: FrameLabels


class Style(msgspec.Struct, frozen=True):
    """The sizes of a frame: token ``scale`` in px per u, type in px, ``lines`` and ``flag`` as factors of usual ones.

    ``plate`` is how many blocks of a contested area may stand in the area itself. Tokens shrink to ``least`` parts of
    their size where there is no room; with ``all_names`` they keep clear of the names of areas without blocks.
    """

    size: Size
    scale: float
    name: float
    sea: float
    lines: float
    plate: int
    flag: float = 1.0
    least: float = 0.7
    all_names: bool = False


LABELS: Final = read("look/labels.json", LabelFile)
RESERVES: Final = (394.0, 1.0, 551.0, 190.0)  # px of the frame of the table: the corner for blocks that wait
STYLES: Final = {
    "campaign": Style("campaign", PX_PER_U["campaign"], 13.5, 21, 1.0, 9),
    "kingdom": Style("kingdom", PX_PER_U["kingdom"], 11.5, 17, 0.72, 4),
    "table": Style("kingdom", 0.74, 12.2, 16, 0.72, 4, 0.84, 0.85, all_names=True),
    "lesson": Style("campaign", PX_PER_U["campaign"], 17.5, 29, 1.05, 9),
}


def corners(frame: Frame) -> tuple[Box, ...]:
    """Return the boxes of a frame that nothing may cover: its attribution, and on a table the blocks that wait."""
    return (RESERVES,) if frame.name == "table" else (credit_box(frame),)


class Token(msgspec.Struct, frozen=True):
    """A token on the map: its piece, its centre in px, ``scale`` in px per u."""

    piece: Piece
    area: str
    x: float
    y: float
    scale: float
    size: Size

    @property
    def box(self) -> Box:
        """Return the box that the token covers, crown and bar included."""
        half = HALF * (breadth(self.piece) if self.size == "tab" else 1) * self.scale
        low = foot(house_of(self.piece)) + (BAR if self.piece.moved else 0)
        return self.x - half, self.y - top(self.piece) * self.scale, self.x + half, self.y + low * self.scale


class Name(msgspec.Struct, frozen=True):
    """A line of text centred on ``x``, on baseline ``y``; ``quiet`` names belong to areas without blocks, and seas.

    Names of areas are in bold type, those of seas in italics.
    """

    text: str
    area: str
    x: float
    y: float
    size: float
    quiet: bool
    bold: bool = True

    @property
    def box(self) -> Box:
        """Return the box that the letters cover."""
        left, upper, right, lower = text_box(self.text, self.size, bold=self.bold)
        return self.x + left, self.y + upper, self.x + right, self.y + lower


class Plate(msgspec.Struct, frozen=True):
    """The ground under a contested area's tokens or a tray; ``parting`` is the y of the line between the sides.

    ``home`` is where a tray's leader ends; ``count`` is how many blocks stand on the plate.
    """

    area: str
    box: Box
    parting: float | None
    home: Point | None
    count: int


class Tab(msgspec.Struct, frozen=True):
    """A box at the edge for an area outside the frame, which lies ``towards`` up, down, left or right.

    ``pieces`` are its blocks, none where a march begins or ends. A ``compact`` tab counts them. A tab that is not
    ``framed`` stands in a margin of the picture.
    """

    area: str
    box: Box
    towards: str
    pieces: tuple[Piece, ...]
    compact: bool
    framed: bool


class Count(msgspec.Struct, frozen=True):
    """A disc at ``x``, ``y`` px that stands for the blocks of one house in an area, where tokens have no room."""

    area: str
    house: str
    x: float
    y: float
    pieces: tuple[Piece, ...]

    @property
    def words(self) -> str:
        """Return what the disc says: how many blocks, and the first letter of their house."""
        return f"{len(self.pieces)}{self.house[0]}"


class March(msgspec.Struct, frozen=True):
    """The line of a march, from its start to the tip of its arrow; ``from_empty``: no blocks stand at the start."""

    line: Line
    from_empty: bool


class Site(msgspec.Struct, frozen=True):
    """A place on a frame: the middle of its sign in px, the lines of its ``label`` in their ``box``, and a leader.

    ``here``: it is where the moment happens; ``small``: its sign stands beside another; ``covered``: blocks stand on
    it; ``halt``: the side on whose route it lies, for a place that is shown for that reason only; ``pointer``: the sign
    of a place outside the frame or under blocks, which points to it.
    """

    place: Place
    x: float
    y: float
    here: bool = False
    small: bool = False
    covered: bool = False
    halt: str = ""
    label: tuple[Text, ...] = ()
    box: Box | None = None
    leader: Line = ()
    pointer: Line = ()


class Layout(msgspec.Struct, frozen=True):
    """Everything placed on a frame, in px, y down; ``boxes`` are the clusters by area, for marches to end at.

    ``margins`` are parts of the picture that show tabs in place of the map, ``window`` is the part that shows the map.
    """

    frame: Frame
    tokens: tuple[Token, ...]
    names: tuple[Name, ...]
    seas: tuple[Name, ...]
    plates: tuple[Plate, ...]
    tabs: tuple[Tab, ...]
    counts: tuple[Count, ...]
    boxes: dict[str, Box]
    credit: tuple[str, ...]
    margins: tuple[Box, ...]
    window: Box
    marches: tuple[March | None, ...] = ()
    sites: tuple[Site, ...] = ()
    routes: tuple[tuple[str, Line], ...] = ()
    key: tuple[Text, ...] = ()
    ways: tuple[str, ...] = ()


@lru_cache(maxsize=512)
def text_box(words: str, size: float, *, bold: bool = True) -> Box:
    """Return the box of a line of serif text round the middle of its baseline, in the widest of the usual faces."""
    return Text(words, 0, 0, size, family="serif", bold=bold).box


def name_size(area: str, frame: Frame) -> float:
    """Return the type size of an area's name in px."""
    return _SMALL.get(area, STYLES["lesson"].name) if frame.name == "lesson" else STYLES[frame.name].name


def name_lines(area: str, frame: Frame) -> tuple[str, ...]:
    """Return the name of an area as a frame writes it where no blocks stand: short, or on two lines.

    >>> from roses.figures.map.geography import KINGDOM, LESSON
    >>> name_lines("North Yorks", LESSON), name_lines("North Yorks", KINGDOM)
    (('North', 'Yorks'), ('N. Yorks',))
    """
    if frame.name in ("kingdom", "table"):
        return (_SHORT.get(area, area),)
    if frame.name == "lesson" and area == "Isle of Man":
        return "Isle of", "Man"
    broken = _BROKEN_IN_LESSON if frame.name == "lesson" else _BROKEN
    return tuple(area.split()) if area in broken else (area,)


HALF: Final = 20.0  # half a token's width in u
_ACROSS, _DOWN, _BATTLE_DOWN, _PARTING = 3.0, 6.5, 9.0, 13.0  # gaps in u: beside, below, in a battle, between the sides
BAR: Final = 6.0  # u below a token that the bar of a moved block needs
_WIDEST: Final = (3, 4, 5)  # the most tokens in a row of a contested area: numbers that are tried
_KINDS: Final = ("heir", "noble", "church", "levy", "mercenary", "bombard", "rebel")
# how many tokens stand in each row, by their number: usually, in narrow areas, and in wide ones
_ROWS: Final = {1: (1,), 2: (2,), 3: (2, 1), 4: (2, 2), 5: (3, 2), 6: (3, 3), 7: (3, 2, 2), 8: (3, 3, 2), 9: (3, 3, 3),
                10: (4, 3, 3), 11: (4, 4, 3), 12: (4, 4, 4)}  # fmt: skip
_NARROW: Final = _ROWS | {2: (1, 1), 3: (1, 1, 1), 6: (2, 2, 2), 7: (2, 2, 2, 1), 8: (2, 2, 2, 2)}
_WIDE: Final = _ROWS | {3: (3,), 7: (4, 3), 8: (4, 4)}


class Cluster(msgspec.Struct, frozen=True):
    """Tokens round (0, 0) in u, y down: ``spots`` are their centres, ``box`` their outline.

    ``parting`` is the y of the line between the two sides of a contested area, None elsewhere.
    """

    pieces: tuple[Piece, ...]
    spots: tuple[tuple[float, float], ...]
    box: Box
    parting: float | None = None


def order(piece: Piece) -> tuple[object, ...]:
    """Return the sort key of a token: heirs by rank, nobles by strength, churches, levies, mercenaries, bombard, rebel.

    Unseen blocks come last, ordered by visible features alone, so that the order reveals nothing hidden.
    """
    if piece.block is None:
        return len(_KINDS), piece.side, piece.moved, piece.prisoner, piece.face_down, piece.reserve, piece.acted
    block = BLOCKS[piece.block]
    return _KINDS.index(block.kind), block.rank, -block.steps, -block.firepower, block.initiative, block.id


def row_lengths(count: int, aspect: float = 1.0) -> tuple[int, ...]:
    """Return how many tokens stand in each row in an area whose width is ``aspect`` times its height.

    >>> row_lengths(8), row_lengths(8, 2.0), row_lengths(14)
    ((3, 3, 2), (4, 4), (4, 4, 4, 2))
    """
    if count > 12:
        return (4,) * (count // 4) + ((count % 4,) if count % 4 else ())
    return (_NARROW if aspect < 0.75 else _WIDE if aspect > 1.4 else _ROWS)[count]


def _split(count: int, most: int) -> tuple[int, ...]:
    """Split a number of tokens into the fewest rows of at most ``most``, fuller rows first."""
    rows = -(-count // most)
    return tuple(count // rows + (i < count % rows) for i in range(rows))


def top(piece: Piece) -> float:
    """Return how far a token reaches above its centre, in u; it is the same for all unseen tokens."""
    return head(BLOCKS[piece.block].kind) if piece.block else head("noble")


@lru_cache(maxsize=512)
def gather(upper: tuple[Piece, ...], lower: tuple[Piece, ...] = (), aspect: float = 1.0) -> Cluster:
    """Arrange tokens in rows; with ``lower`` they are the two lines of a contested area, ``upper`` above.

    >>> gather((Piece("York", "Kent"), Piece("York", "Kent"))).spots
    ((-21.5, 0.0), (21.5, 0.0))
    """
    above, below = sorted(upper, key=order), sorted(lower, key=order)
    if not below:
        return _cluster(above, row_lengths(len(above), aspect))
    choices = (
        _cluster(above + below, [*_split(len(above), most), *_split(len(below), most)], len(above)) for most in _WIDEST
    )
    return min(choices, key=lambda cluster: max(cluster.box[2] - cluster.box[0], cluster.box[3] - cluster.box[1]))


def _cluster(pieces: list[Piece], lengths: Sequence[int], above: int = 0) -> Cluster:
    """Arrange tokens in rows of these lengths; the first ``above``, if any, are the upper line of a contested area."""
    ends = list(accumulate(lengths))
    rows = [pieces[end - length : end] for end, length in zip(ends, lengths, strict=True)]
    first = ends.index(above) + 1 if above else 0  # the first row of the lower line
    feet, heads = [max(foot(house_of(p)) for p in row) for row in rows], [max(map(top, row)) for row in rows]
    ys = [0.0]  # of the middle of each row
    for i in range(1, len(rows)):
        gap = _PARTING if i == first else _BATTLE_DOWN if above else _DOWN
        ys.append(ys[-1] + feet[i - 1] + gap + heads[i])
    upper, lower = ys[0] - heads[0], ys[-1] + feet[-1]
    middle, longest = (upper + lower) / 2, max(map(len, rows))
    spots = tuple((((i - (len(row) - 1) / 2) * (2 * HALF + _ACROSS)), y - middle)
                  for row, y in zip(rows, ys, strict=True) for i in range(len(row)))  # fmt: skip
    half = (longest * 2 * HALF + (longest - 1) * _ACROSS) / 2
    parting = (ys[first - 1] + feet[first - 1] + ys[first] - heads[first]) / 2 - middle + 1 if first else None
    return Cluster(tuple(pieces), spots, (-half, upper - middle, half, lower - middle), parting)


PER_ROW: Final = 6  # the most tokens in a row of a tab
POINTER: Final = 24.0  # px kept for the pointer of a tab
COUNT: Final = 25.0  # px kept for the disc of a count
_COMPACT: Final = 26.0  # px: height of a tab that counts its blocks
_GAP: Final = 6.0  # px between tabs, and to the sides
_FAR: Final = 60.0  # px: a tab on water farther than this from its edge goes into a margin
_OFF: Final = 30.0  # degrees by which a tab on water may stand off the direction of its area
_LEVEL: Final = 15.0  # degrees from due east or west: an area within them may have its tab above or below
_LARGE: Final = 450  # px: frames of this height have room for two rows of tokens in a margin

Outside = Mapping[str, tuple[Piece, ...]]  # areas outside the map, with their blocks


class Rim(msgspec.Struct, frozen=True):
    """Tabs, the margins in which some of them stand, and the ``window`` of the frame that shows the map."""

    tabs: tuple[Tab, ...]
    margins: tuple[Box, ...]
    window: Box


def tab_size(area: str, pieces: Sequence[Piece], *, compact: bool) -> Point:
    """Return width and height of a tab in px; a compact one counts the blocks of each side."""
    words = POINTER + text_width(area, TAB_NAME, bold=True, family="serif")
    if compact or not pieces:
        return words + 5 + COUNT * len({house_of(piece) for piece in pieces}), _COMPACT
    return words + 10 + row_width(pieces), TAB_HEIGHT * -(-len(pieces) // PER_ROW)


def token_step(piece: Piece) -> float:
    """Return the px that a token takes in a row of a tab."""
    return 2 * HALF * breadth(piece) * TAB_SCALE + 3


def row_width(pieces: Sequence[Piece]) -> float:
    """Return the most px that a row of tokens takes in a tab, in whatever order they stand."""
    return sum(sorted(map(token_step, pieces))[-PER_ROW:])


def bearing(frame: Frame, area: str) -> float:
    """Return the direction of an area from the middle of a frame, in degrees clockwise from the north."""
    return _degrees(frame, *frame.px(*SHAPES[area].label))


def off_side(frame: Frame, tab: Tab) -> float:
    """Return by how many degrees a tab stands off the direction of its area, from the middle of the frame."""
    left, upper, right, lower = tab.box
    turn = abs(_degrees(frame, (left + right) / 2, (upper + lower) / 2) - bearing(frame, tab.area)) % 360
    return min(turn, 360 - turn)


def _degrees(frame: Frame, x: float, y: float) -> float:
    """Return the direction of a point from the middle of a frame, in degrees clockwise from the north."""
    return math.degrees(math.atan2(x - frame.width / 2, frame.height / 2 - y))


@lru_cache(maxsize=256)
def arrange(frame: Frame, tabs_of: tuple[tuple[str, tuple[Piece, ...]], ...], busy: tuple[Box, ...]) -> Rim:
    """Return the tabs of areas with their blocks; those on water keep clear of the boxes in ``busy``.

    Tabs that find no room on water go into margins. These take room from others, so this is repeated until all stand.
    """
    bottom, outside = credit_box(frame)[1] if frame.name != "table" else float(frame.height), dict(tabs_of)
    rim = Rim((), (), (0.0, 0.0, float(frame.width), float(frame.height)))
    in_margins: Outside = {}
    while True:
        grid = OccupancyGrid(frame.width, frame.height)
        for box in (*corners(frame), *busy, *rim.margins):
            grid.take(box)
        others = {area: pieces for area, pieces in outside.items() if area not in in_margins}
        tabs = [tab for area in others if (tab := _on_water(frame, grid, area, others[area], bottom))]
        if len(tabs) == len(others):
            return msgspec.structs.replace(rim, tabs=(*tabs, *rim.tabs))
        on_water = {tab.area for tab in tabs}
        in_margins = {area: pieces for area, pieces in outside.items() if area not in on_water}
        upper, lower = _sides(frame, in_margins)
        above, top = _margin(frame, upper, 0.0, 1)
        below, low = _margin(frame, lower, bottom, -1)
        strips = ((above, -2.0, top), (below, low, frame.height + 2.0))
        margins = tuple((-2.0, start, frame.width + 2.0, end) for tabs, start, end in strips if tabs)
        window = (0.0, top, float(frame.width), low if below else float(frame.height))
        rim = Rim((*above, *below), margins, window)


def _sides(frame: Frame, outside: Outside) -> tuple[Outside, Outside]:
    """Return the areas whose tabs stand above, and below; those nearly due east or west go where fewer others are."""
    up = {area for area in outside if abs(bearing(frame, area)) <= 90}
    level = [area for area in outside if abs(abs(bearing(frame, area)) - 90) < _LEVEL]
    if 0 < len(up - {*level}) < len(outside) - len(level):
        for area in level:
            more = 2 * len(up - {area}) - (len(outside) - 1)  # by how many more of the others stand above than below
            up = up | {area} if more < 0 else up - {area} if more > 0 else up
    upper = {area: pieces for area, pieces in outside.items() if area in up}
    return upper, {area: pieces for area, pieces in outside.items() if area not in up}


def _on_water(frame: Frame, grid: OccupancyGrid, area: str, pieces: tuple[Piece, ...], bottom: float) -> Tab | None:
    """Return a tab at the edge towards its area, on open water or on land of this area; None if there is no room."""
    x, y = frame.px(*SHAPES[area].label)
    middle_x, middle_y = frame.width / 2, frame.height / 2
    right, down = (x - middle_x) / middle_x, (y - middle_y) / middle_y
    ratio = max(abs(right), abs(down), 1e-9)
    # the point at which the line from the middle to the area leaves the frame
    x, y = middle_x * (1 + right / ratio), min(middle_y * (1 + down / ratio), bottom)
    towards = ("down" if down > 0 else "up") if abs(down) >= abs(right) else "right" if right > 0 else "left"
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
    """Return the tabs of a margin, the farthest areas next to its ``edge``, and the y of its other end.

    ``way`` is 1 for a margin from the edge down, -1 for one from the edge up.
    """
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
    """Return the areas of each row of a margin, the farthest first, as many in a row as there is room for."""
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
    """Return the x of the middle of each tab of a row: in the direction of its area, but without overlaps."""
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
    """Return the x, in px, at which the line from the frame's middle to an area crosses its upper or lower edge."""
    x, y = frame.px(*SHAPES[area].label)
    across, down = x - frame.width / 2, y - frame.height / 2
    return frame.width / 2 + across * frame.height / 2 / max(abs(down), 1.0)
