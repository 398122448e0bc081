"""What figures are made of: layers of outlines, dots and texts in px, and the widths of texts.

``geometry`` holds points, lines and signs, ``palette`` the colours, ``occupancy`` finds free spots, ``svg`` writes SVG,
and ``picture`` makes charts and plotly traces of a drawing.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final, Literal

import msgspec

from roses.engine.data import read
from roses.figures.drawing.geometry import Box, Line
from roses.figures.drawing.palette import HALO, INK, SANS, SERIF

Family = Literal["serif", "sans"]
_EM: Final = 1000  # thousandths of the type size, also the width of letters that the table lacks


@cache
def _table(family: Family, bold: bool) -> dict[str, int]:
    """Return the width of each letter in thousandths of the type size; italics are counted in."""
    faces = read("look/widths.json", dict[str, dict[str, dict[int, str]]])
    letters = faces[family]["bold" if bold else "regular"]
    return {letter: width for width, alike in letters.items() for letter in alike}


@lru_cache(maxsize=8192)
def _thousandths(words: str, family: Family, bold: bool) -> int:
    widths = _table(family, bold)
    return sum(widths.get(letter, _EM) for letter in words)


def text_width(words: str, size: float, *, bold: bool = False, family: Family = "sans") -> float:
    """Return the px that a line of type ``size`` takes at most, whichever of the usual faces a reader's machine has.

    The faces are DejaVu and Liberation, of which DejaVu is the wider, and 3 % are added. In Helvetica a line takes
    about 0.85 of this, in bold type 0.8.

    >>> 100 < text_width("Northumberland", 13) < text_width("Northumberland", 13, bold=True) < 130
    True
    """
    return _thousandths(words, family, bold) * size / _EM


def wrap(words: str, size: float, width: float, *, bold: bool = False, family: Family = "sans") -> list[str]:
    """Break a sentence into lines of at most ``width`` px, at spaces only.

    >>> wrap("held by a levy only", 14, 90)
    ['held by a', 'levy only']
    """
    lines: list[str] = []
    for word in words.split():
        if lines and text_width(f"{lines[-1]} {word}", size, bold=bold, family=family) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


Kind = Literal["fill", "line", "dots", "text", "tokens"]
FAMILIES: Final = {"serif": SERIF, "sans": SANS}


class Layer(msgspec.Struct, frozen=True):
    """A layer: ``fill`` and ``edge`` colours, ``width`` and ``dash`` of the edge in px.

    ``hatch`` is the colour of lines over the fill. ``ground`` layers never change with the position. ``scaled`` line
    widths follow the frame. ``trace`` names the plotly trace of the layer if it shares one with others.
    """

    name: str
    kind: Kind
    fill: str = ""
    edge: str = ""
    width: float = 0.0
    dash: tuple[float, ...] = ()
    opacity: float = 1.0
    ground: bool = False
    scaled: bool = False
    trace: str = ""
    hatch: str = ""


class Dot(msgspec.Struct, frozen=True):
    """A disc: centre, radius and width of its edge in px."""

    x: float
    y: float
    radius: float
    fill: str
    edge: str = ""
    width: float = 0.0


class Text(msgspec.Struct, frozen=True):
    """A line of text on baseline ``y``; ``halo`` is the px of the light rim, 0 for none."""

    text: str
    x: float
    y: float
    size: float
    fill: str = INK
    family: Family = "sans"
    bold: bool = False
    italic: bool = False
    anchor: Literal["start", "middle", "end"] = "middle"
    halo: float = 0.0
    rim: str = HALO

    @property
    def weight(self) -> int:
        """Return the font weight."""
        return 600 if self.family == "serif" else 700

    @property
    def box(self) -> Box:
        """Return the box that the letters cover at most, from the height of capitals to the depth of descenders."""
        wide = text_width(self.text, self.size, bold=self.bold, family=self.family)
        left = self.x - {"start": 0.0, "middle": wide / 2, "end": wide}[self.anchor]
        return left, self.y - 0.76 * self.size, left + wide, self.y + 0.25 * self.size


class Drawing:
    """Outlines, dots and texts by the names of their layers.

    >>> drawing = Drawing()
    >>> drawing.add("signs", ((0, 0), (1, 1)))
    >>> drawing.lines
    {'signs': [((0, 0), (1, 1))]}
    """

    def __init__(self) -> None:
        self.lines: dict[str, list[Line]] = {}
        self.dots: dict[str, list[Dot]] = {}
        self.texts: dict[str, list[Text]] = {}

    def add(self, layer: str, *lines: Line) -> None:
        """Add outlines or lines; the last point of a filled outline is its first."""
        self.lines.setdefault(layer, []).extend(lines)

    def dot(self, layer: str, *dots: Dot) -> None:
        """Add discs."""
        self.dots.setdefault(layer, []).extend(dots)

    def write(self, layer: str, *texts: Text) -> None:
        """Add words."""
        self.texts.setdefault(layer, []).extend(texts)
