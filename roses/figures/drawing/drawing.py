"""A drawing in px by layer: outlines, dots and texts, from which both SVG and plotly traces are made."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from roses.figures.drawing.geometry import Box, Line
from roses.figures.drawing.measure import Family, text_width
from roses.figures.drawing.palette import HALO, INK, SANS, SERIF

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
