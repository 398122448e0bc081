"""Values of a map layout in px: tokens, names, plates, tabs, the sizes of each frame, and the attribution."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

from roses.engine.data import read
from roses.engine.record import Place
from roses.figures.blocks.outlines import foot
from roses.figures.blocks.tokens import PX_PER_U, Size, house_of
from roses.figures.drawing import Text, text_width, wrap
from roses.figures.drawing.geometry import Box, Line, Point
from roses.figures.drawing.palette import INK2, PANEL
from roses.figures.drawing.svg import Svg, document, number, rect, tag, text
from roses.figures.map.frames import Frame
from roses.figures.map.geography import ATTRIBUTION
from roses.figures.map.stacks import BAR, HALF, top
from roses.richard.view import Piece

Offset = tuple[float, float]
CREDIT: Final = f"{ATTRIBUTION.split('. ')[0]} (OGL v3.0)"  # the attribution as far as it stands on a map
CREDIT_SIZE: Final = 11.0
TAB_SCALE: Final = PX_PER_U["tab"]
TAB_HEIGHT: Final = 38.0
TAB_NAME: Final = 13.0
_SMALL: Final = {
    **dict.fromkeys(("Gloucester", "Rutland", "Powys", "Dorset", "Oxford", "Isle of Man", "Calais"), 15.5),
    **dict.fromkeys(("Hereford", "South Yorks"), 14.5),
}
_SHORT: Final = {"South Yorks": "S. Yorks", "North Yorks": "N. Yorks", "East Yorks": "E. Yorks"}
_BROKEN: Final = ("South Yorks", "North Yorks", "East Yorks", "East Anglia")
_BROKEN_IN_LESSON: Final = ("North Yorks", "East Yorks", "East Anglia")
_LEADING: Final = 14.0
_PAD: Final = 8.0


class FrameLabels(msgspec.Struct, frozen=True):
    """Hand-set offsets in px from the label points: of names, and of tokens."""

    names: dict[str, Offset] = {}
    tokens: dict[str, Offset] = {}


class LabelFile(msgspec.Struct, frozen=True):
    """The shape of ``data/look/labels.json``: offsets in px, with anchor and words where they differ."""

    names: dict[str, Offset]
    sites: dict[str, tuple[float, float, str]]
    battles: dict[str, tuple[float, float, str, str] | None]
    campaign: FrameLabels
    kingdom: FrameLabels


class Style(msgspec.Struct, frozen=True):
    """The sizes of a frame: token ``scale`` in px per u, type in px, ``lines`` as a factor of the line widths.

    ``plate`` is how many blocks of a contested area may stand in the area itself.
    """

    size: Size
    scale: float
    name: float
    sea: float
    lines: float
    plate: int


LABELS: Final = read("look/labels.json", LabelFile)
STYLES: Final = {
    "campaign": Style("campaign", PX_PER_U["campaign"], 13.5, 21, 1.0, 9),
    "kingdom": Style("kingdom", PX_PER_U["kingdom"], 11.5, 17, 0.72, 4),
    "lesson": Style("campaign", PX_PER_U["campaign"], 17.5, 29, 1.05, 9),
}


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
        half, low = HALF * self.scale, foot(house_of(self.piece)) + (BAR if self.piece.moved else 0)
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

    >>> from roses.figures.map.frames import KINGDOM, LESSON
    >>> name_lines("North Yorks", LESSON), name_lines("North Yorks", KINGDOM)
    (('North', 'Yorks'), ('N. Yorks',))
    """
    if frame.name == "kingdom":
        return (_SHORT.get(area, area),)
    if frame.name == "lesson" and area == "Isle of Man":
        return "Isle of", "Man"
    broken = _BROKEN_IN_LESSON if frame.name == "lesson" else _BROKEN
    return tuple(area.split()) if area in broken else (area,)


@lru_cache(maxsize=64)
def credit_lines(frame: Frame) -> tuple[str, ...]:
    """Return the short attribution of the map data, broken to fit the foot of a frame."""
    return tuple(wrap(CREDIT, CREDIT_SIZE, frame.width - 12))


def credit_box(frame: Frame) -> Box:
    """Return the box of the attribution, in the lower left corner."""
    lines = credit_lines(frame)
    wide = max(text_width(line, CREDIT_SIZE) for line in lines) + 12
    return 0, frame.height - len(lines) * CREDIT_SIZE * 1.3 - 5, wide, frame.height


def add_credit(picture: Svg) -> Svg:
    """Return a picture with the attribution of the map data in a strip below it.

    >>> from roses.figures.drawing.svg import document
    >>> add_credit(document(780, 500, [], title="Kent", description="")).height
    553.0
    """
    wide, high = picture.width, picture.height
    left, top, right, bottom = picture.box
    box = left, top, right - left, bottom - top
    lines = wrap(ATTRIBUTION, CREDIT_SIZE, wide - 2 * _PAD)
    strip = _LEADING * len(lines) + 11
    lines_svg = [
        text(_PAD, high + 16 + _LEADING * i, line, CREDIT_SIZE, INK2, anchor="start") for i, line in enumerate(lines)
    ]
    inner = tag("svg", picture.inside, width=number(wide), height=number(high), viewBox=" ".join(map(number, box)))
    inside = [inner, rect(0, high, wide, strip, PANEL), *lines_svg]
    return document(wide, high + strip, inside, title=picture.name, description=picture.description)
