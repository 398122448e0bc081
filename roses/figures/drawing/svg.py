"""SVG text: escaped tags, lines and boxes, words with a halo, and documents that can be cropped and nested."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from html import escape as _escape
from typing import Final

from roses.figures.drawing import geometry
from roses.figures.drawing.geometry import Box, Point
from roses.figures.drawing.measure import Family, text_width
from roses.figures.drawing.palette import HALO, INK, SANS, SERIF

PAGE: Final = 780.0  # px: width of a cell's output in JupyterLab on a screen of 1280 px with the side bar open
_LONG: Final = 100  # letters
DRAWN: Final = '<g aria-hidden="true">'  # round what is drawn: the title and the description are read instead
_ENDS: Final = "</g></svg>"


def escape(text: object) -> str:
    """Make any text safe inside SVG and HTML, as content and as a quoted attribute.

    >>> escape('Lord "Stanley" & <sons>')
    'Lord &quot;Stanley&quot; &amp; &lt;sons&gt;'
    """
    words = str(text)
    return _escape_short(words) if len(words) < _LONG else _escape(printable(words))


@lru_cache(maxsize=4096)
def _escape_short(words: str) -> str:
    """Return the escaped text, cached: for colours, fonts, numbers and names, which repeat."""
    return _escape(printable(words))


def printable(text: str) -> str:
    """Return the text with U+FFFD in place of each character that XML cannot hold: control characters, surrogates.

    >>> printable("Kent\\x00, Essex")
    'Kent�, Essex'
    """
    if text.isprintable():
        return text
    allowed = (  # by XML 1.0
        0x20 <= code < 0xD800 or code in (0x9, 0xA, 0xD) or 0xE000 <= code < 0xFFFE or code > 0xFFFF
        for code in map(ord, text)
    )
    return "".join(letter if ok else "\ufffd" for letter, ok in zip(text, allowed, strict=True))


def number(value: float) -> str:
    """Write a length in px as short as a picture needs: one decimal, no trailing zero.

    >>> number(12.04), number(-0.01), number(3.25)
    ('12', '0', '3.2')
    """
    return _short(value, 1)


def _short(value: float, digits: int) -> str:
    short = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if short in ("-0", "") else short


def tag(name: str, *inside: str, **attributes: object) -> str:
    """Write one element: ``inside`` is SVG, attributes are escaped, None leaves one out, ``_`` stands for ``-``.

    >>> tag("rect", width=40.0, fill_opacity=0.55, stroke=None)
    '<rect width="40" fill-opacity="0.55"/>'
    """
    pairs = "".join(
        f' {key.replace("_", "-")}="{_value(value)}"' for key, value in attributes.items() if value is not None
    )
    body = "".join(inside)
    return f"<{name}{pairs}>{body}</{name}>" if body else f"<{name}{pairs}/>"


def _value(value: object) -> str:
    return _short(value, 2) if isinstance(value, float) else escape(value)


def points(outline: Iterable[Point]) -> str:
    """Write an outline for ``points="..."``.

    >>> points([(0, 1.26), (-4.5, 2)])
    '0,1.3 -4.5,2'
    """
    return " ".join(f"{number(x)},{number(y)}" for x, y in outline)


def polygon(
    outline: Iterable[Point], fill: str = "none", stroke: str | None = None, width: float = 1, **more: object
) -> str:
    """Write a closed shape with round joins; ``width`` of the stroke in px."""
    edge: dict[str, object] = {"stroke": stroke, "stroke_width": float(width), "stroke_linejoin": "round"}
    return tag("polygon", points=points(outline), fill=fill, **{**(edge if stroke else {}), **more})


def line(outline: Iterable[Point], stroke: str, width: float = 1, **more: object) -> str:
    """Write an open line through the points; ``width`` in px."""
    return tag("polyline", points=points(outline), fill="none", stroke=stroke, stroke_width=float(width), **more)


def rect(x: float, y: float, width: float, height: float, fill: str, **more: object) -> str:
    """Write a box; lengths in px."""
    return tag("rect", x=number(x), y=number(y), width=number(width), height=number(height), fill=fill, **more)


def text(
    x: float,
    y: float,
    words: str,
    size: float,
    fill: str = INK,
    *,
    weight: int = 400,
    anchor: str = "middle",
    family: str | None = SANS,
    italic: bool = False,
    halo: float = 0,
    within: float = 0,
) -> str:
    """Write one line of text on baseline ``y``; ``halo`` is the width in px of a light rim under the letters.

    ``within`` is the most width in px: a longer line shrinks to 12 px, then it is squeezed. No ``family``: the group's.

    >>> 'paint-order="stroke"' in text(0, 0, "Kent", 13.5, halo=3.2)
    True
    """
    face: Family = "serif" if family == SERIF else "sans"
    room = within / text_width(words, 1, bold=weight >= 600, family=face) if within and words else size
    style: dict[str, object] = {"font_family": family, "font_size": max(min(size, room), min(size, 12.0)), "fill": fill}
    style |= {"textLength": number(within), "lengthAdjust": "spacingAndGlyphs"} if room < min(size, 12.0) else {}
    style |= {"font_weight": weight} if weight != 400 else {}
    style |= {"font_style": "italic"} if italic else {}
    style |= {"text_anchor": anchor} if anchor != "start" else {}
    if halo:
        style |= {"stroke": HALO, "stroke_width": float(halo), "stroke_linejoin": "round", "paint_order": "stroke"}
    return tag("text", escape(words), x=number(x), y=number(y), **style)


def hatch(x: float, y: float, width: float, height: float, step: float, stroke: str, thickness: float = 1.6) -> str:
    """Fill a box with rising lines, ``step`` px apart from left to right: one path and no ids, which might collide."""
    ring = ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height), (0.0, 0.0))
    ways = ("L".join(f"{number(x + a)} {number(y + b)}" for a, b in line) for line in geometry.hatch([ring], step))
    return tag("path", d="".join(f"M{way}" for way in ways), fill="none", stroke=stroke, stroke_width=float(thickness))


class Svg(str):
    """An SVG document: text that shows itself in notebooks, knows its size, and can be cropped and nested.

    ``width`` and ``height`` are px. ``inside`` is what is drawn, in the px of ``box`` (left, top, right, bottom);
    ``name`` and ``description`` are for screen readers. With ``align``, a value of ``preserveAspectRatio``, the text
    has no size, and the picture becomes as large as its place on a page.

    >>> picture = Svg(20, 10, rect(0, 0, 20, 10, "red"), name="Kent")
    >>> picture.cropped((0, 4, 20, 10))
    <SVG 20 x 6 px: Kent>
    """

    width: float
    height: float
    name: str
    description: str
    box: Box
    align: str
    _begin: int  # of that which is drawn

    def __new__(
        cls,
        width: float,
        height: float,
        inside: str,
        *,
        name: str = "",
        description: str = "",
        box: Box | None = None,
        align: str = "",
    ) -> Svg:
        """Write the document."""
        box = box or (0, 0, width, height)
        size = {} if align else {"width": number(width), "height": number(height)}
        fit = {"preserveAspectRatio": align} if align else {"style": "max-width:100%;height:auto"}
        head = tag("svg", xmlns="http://www.w3.org/2000/svg", **size, viewBox=_view_box(box), **fit, role="img")
        head = f"{head[:-2]}>{_head_tags(name, description)}"
        svg = super().__new__(cls, f"{head}{DRAWN}{inside}{_ENDS}")
        svg.width, svg.height, svg.box, svg.align = width, height, box, align
        svg.name, svg.description, svg._begin = name, description, len(head) + len(DRAWN)
        return svg

    def __getnewargs_ex__(self) -> tuple[tuple[object, ...], dict[str, object]]:
        """Return what a copy is made of."""
        return (self.width, self.height, self.inside), {
            "name": self.name, "description": self.description, "box": self.box, "align": self.align,
        }  # fmt: skip

    @property
    def inside(self) -> str:
        """Return the elements of the picture: the text without root element, title and description."""
        return self[self._begin : -len(_ENDS)]

    def cropped(self, box: Box) -> Svg:
        """Return the part inside a box, given in px of the picture, as a document of that size."""
        width, height = box[2] - box[0], box[3] - box[1]
        across, down = (self.box[2] - self.box[0]) / self.width, (self.box[3] - self.box[1]) / self.height
        left, top = self.box[0] + box[0] * across, self.box[1] + box[1] * down
        window = _view_box((left, top, left + width * across, top + height * down))
        part = tag("svg", self.inside, width=number(width), height=number(height), viewBox=window)
        return Svg(width, height, part, name=self.name, description=self.description)

    def filling(self, align: str = "xMidYMid meet") -> Svg:
        """Return the same picture without width and height, to fill the element around it in a page."""
        texts = {"name": self.name, "description": self.description}
        return Svg(self.width, self.height, self.inside, box=self.box, align=align, **texts)

    def nested(self, x: float, y: float, width: float, height: float) -> str:
        """Return the picture as a nested ``<svg>`` for another one, scaled to fit a box in px."""
        place = {"x": number(x), "y": number(y), "width": number(width), "height": number(height)}
        return tag(
            "svg",
            _head_tags(self.name, self.description),
            self.inside,
            **place,
            viewBox=_view_box(self.box),
        )

    def _repr_svg_(self) -> str:
        return str(self)

    def __repr__(self) -> str:
        return f"<SVG {number(self.width)} x {number(self.height)} px{self.name and ': '}{self.name}>"


def _view_box(box: Box) -> str:
    return " ".join(map(number, (box[0], box[1], box[2] - box[0], box[3] - box[1])))


def _head_tags(name: str, description: str) -> str:
    title = tag("title", escape(name)) if name else ""
    return title + (tag("desc", escape(description)) if description else "")


def document(
    width: float, height: float, inside: Sequence[str], *, title: str, description: str, box: Box | None = None
) -> Svg:
    """Return a picture made of SVG elements; ``box`` is the part of their px that it shows, by default all.

    >>> document(10, 10, [], title="Barnet", description="fog").startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    True
    """
    return Svg(width, height, "".join(inside), name=title, description=description, box=box)
