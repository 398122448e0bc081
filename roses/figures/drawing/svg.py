"""SVG: escaped tags, lines, boxes and words, the layers of a drawing, and documents that can be cropped and nested."""

from __future__ import annotations

import html
import re
import zlib
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from roses.figures.drawing import FAMILIES, Dot, Drawing, Family, Layer, Text, geometry, text_width
from roses.figures.drawing.geometry import Box, Line, Point, outline
from roses.figures.drawing.palette import HALO, INK, SANS, SERIF

PAGE: Final = 780.0  # px: width of a cell's output in JupyterLab on a screen of 1280 px with the side bar open
_LONG: Final = 100  # letters: the escaped forms of shorter texts are cached
DRAWN: Final = '<g aria-hidden="true">'  # screen readers skip the drawing, and read title and description instead
_ENDS: Final = "</g></svg>"


def escape(text: object) -> str:
    """Make any text safe inside SVG and HTML, as content and as a quoted attribute.

    >>> escape('Lord "Stanley" & <sons>')
    'Lord &quot;Stanley&quot; &amp; &lt;sons&gt;'
    """
    words = str(text)
    return _escape_short(words) if len(words) < _LONG else html.escape(printable(words))


@lru_cache(maxsize=4096)
def _escape_short(words: str) -> str:
    """Return the escaped text, cached: for colours, fonts, numbers and names, which repeat."""
    return html.escape(printable(words))


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
    """Return a number with at most so many decimal ``digits``, without trailing zeros and without a minus before 0."""
    short = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if short in ("-0", "") else short


def tag(name: str, *inside: str, **attributes: object) -> str:
    """Write one element: ``inside`` is SVG; attributes are escaped, those of None are left out, ``_`` becomes ``-``.

    >>> tag("rect", width=40.0, fill_opacity=0.55, stroke=None)
    '<rect width="40" fill-opacity="0.55"/>'
    """
    pairs = "".join(
        f' {key.replace("_", "-")}="{_short(value, 2) if isinstance(value, float) else escape(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    body = "".join(inside)
    return f"<{name}{pairs}>{body}</{name}>" if body else f"<{name}{pairs}/>"


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

    A line wider than ``within`` px is set in smaller type, down to 12 px, and then squeezed. Without ``family`` it has
    the font of the group around it.

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
    lines = ("L".join(f"{number(x + a)} {number(y + b)}" for a, b in ends) for ends in geometry.hatch([ring], step))
    return tag("path", d="".join(f"M{d}" for d in lines), fill="none", stroke=stroke, stroke_width=float(thickness))


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
    _begin: int  # the index at which ``inside`` begins

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
        """Return the arguments of ``__new__`` from which ``copy`` and ``pickle`` make the document again."""
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
        """Return the picture as an ``<svg>`` element for use inside another picture, scaled to fit a box in px."""
        place = {"x": number(x), "y": number(y), "width": number(width), "height": number(height)}
        head = _head_tags(self.name, self.description)
        return tag("svg", head, self.inside, **place, viewBox=_view_box(self.box))

    def _repr_svg_(self) -> str:
        return str(self)

    def __repr__(self) -> str:
        return f"<SVG {number(self.width)} x {number(self.height)} px{self.name and ': '}{self.name}>"


def _view_box(box: Box) -> str:
    """Return the value of ``viewBox``: left, top, width and height."""
    return " ".join(map(number, (box[0], box[1], box[2] - box[0], box[3] - box[1])))


def _head_tags(name: str, description: str) -> str:
    """Return the ``<title>`` and ``<desc>`` of a document, each only if it has words."""
    title = tag("title", escape(name)) if name else ""
    return title + (tag("desc", escape(description)) if description else "")


def document(
    width: float, height: float, inside: Sequence[str], *, title: str, description: str, box: Box | None = None
) -> Svg:
    """Return a picture made of SVG elements; it shows the part of them inside ``box`` (px), by default all.

    >>> document(10, 10, [], title="Barnet", description="fog").startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    True
    """
    return Svg(width, height, "".join(inside), name=title, description=description, box=box)


_PATH: Final = re.compile(r'<path d="[^"]{200,}"/>')  # a long path that has no attribute but its data
HOVER: Final = "hover"  # class of the boxes with hover texts
Hovers = Sequence[tuple[Box, str]]  # boxes in px with their hover texts


def paint(layer: Layer, width: float) -> dict[str, object]:
    """Return the attributes of a layer's paths whose lines are ``width`` px wide; their dashes grow with them."""
    return {
        "fill": layer.fill or "none",
        "stroke": layer.edge or None,
        "stroke_width": float(width) if layer.edge else None,
        "stroke_linejoin": "round" if layer.edge else None,
        "stroke_dasharray": " ".join(number(d * width / layer.width) for d in layer.dash) or None,
        "opacity": layer.opacity if layer.opacity < 1 else None,
    }


def path_data(lines: Sequence[Line], *, closed: bool, tenths: bool = False) -> str:
    """Return path data, relative from point to point and rounded to tenths of a px; it is shorter than absolute data.

    With ``tenths`` the unit is a tenth of a px, which is shorter still: for a group with ``scale(.1)``.

    >>> path_data([((0, 0), (10, 0), (10, 5.5), (0, 0))], closed=True)
    'M0 0l10 0 0 5.5z'
    >>> path_data([((0, 0), (10, 0), (10, 5.5), (0, 0))], closed=True, tenths=True)
    'M0 0l100 0 0 55z'
    """
    return "".join(_line_data(line, closed, tenths) for line in lines)


@lru_cache(maxsize=2048)
def _line_data(line: Line, closed: bool, tenths: bool) -> str:
    """Return the data of one line, cached, since the pictures of a game have most lines in common."""
    write = str if tenths else _in_px
    x, y = round(line[0][0] * 10), round(line[0][1] * 10)
    steps = [f"M{write(x)} {write(y)}l"]
    for a, b in line[1:-1] if closed else line[1:]:
        dx, dy = round(a * 10) - x, round(b * 10) - y
        if dx or dy:
            steps.append(f"{write(dx)}{'' if dy < 0 else ' '}{write(dy)} ")
        x, y = x + dx, y + dy
    if len(steps) == 1:  # all points fall into one tenth of a px
        return ""
    return "".join(steps).replace(" -", "-").rstrip() + ("z" if closed else "")


@lru_cache(maxsize=2048)
def _in_px(tenths: int) -> str:
    """Write tenths of a px in px, without needless zeros: 5 as ".5"."""
    whole, part = divmod(abs(tenths), 10)
    return f"{'-' if tenths < 0 else ''}{whole if whole or not part else ''}{f'.{part}' if part else ''}"


def share_paths(svg: str) -> str:
    """Return SVG in which a repeated long path, such as a line over its casing, refers to its first occurrence.

    >>> path = f'<path d="{"M0 0l100 5" * 30}"/>'
    >>> share_paths(f'<g stroke="white">{path}</g><g stroke="red">{path}</g>').count("M0 0l100 5")
    30
    """
    repeats = {path for path, times in Counter(_PATH.findall(svg)).items() if times > 1}
    defined: set[str] = set()

    def refer(match: re.Match[str]) -> str:
        path, name = match[0], f"p{zlib.crc32(match[0].encode()):08x}"
        if path not in repeats:
            return path
        if path in defined:
            return tag("use", href=f"#{name}")
        defined.add(path)
        return path.replace("<path ", f'<path id="{name}" ', 1)

    return _PATH.sub(refer, svg)


def dot_svg(dot: Dot) -> str:
    """Return a dot as a filled circle."""
    edge = {"stroke": dot.edge, "stroke_width": float(dot.width)} if dot.edge else {}
    return tag("circle", cx=number(dot.x), cy=number(dot.y), r=float(dot.radius), fill=dot.fill, **edge)


@lru_cache(maxsize=2048)
def text_svg(text: Text, *, bare: bool = False) -> str:
    """Return one line of text; its halo is a stroke under the letters. ``bare`` leaves out the font, for a group."""
    look = _look(text)
    if bare:
        del look["font_family"]
    return tag("text", escape(text.text), x=number(text.x), y=number(text.y), **look)


def texts_svg(texts: Sequence[Text], **more: object) -> str:
    """Return lines of text as a group that carries the attributes they have in common; "" for no lines.

    >>> texts_svg([Text("Kent", 1, 2, 12, "#000"), Text("Essex", 3, 4, 12, "#333")]).count("font-size")
    1
    """
    looks = [_look(text) for text in texts]
    if not looks:
        return ""
    alike = {name: value for name, value in looks[0].items() if all(look.get(name) == value for look in looks)}
    inside = (
        tag(
            "text", escape(text.text), x=number(text.x), y=number(text.y),
            **{name: value for name, value in look.items() if name not in alike},
        )
        for text, look in zip(texts, looks, strict=True)
    )  # fmt: skip
    return tag("g", *inside, **more, **alike)


def _look(text: Text) -> dict[str, object]:
    """Return the attributes of a line of text, without its place."""
    halo = {"stroke": text.rim, "stroke_width": text.halo, "stroke_linejoin": "round", "paint_order": "stroke"}
    return {
        "font_family": FAMILIES[text.family],
        "font_size": float(text.size),
        "font_weight": text.weight if text.bold else None,
        "font_style": "italic" if text.italic else None,
        "text_anchor": text.anchor if text.anchor != "start" else None,
        "fill": text.fill,
        **(halo if text.halo else {}),
    }


def layer_svg(drawing: Drawing, layer: Layer) -> str:
    """Return everything that a drawing holds in a layer as SVG; "" for nothing."""
    if layer.kind == "text":
        groups = []  # one for each font family, which carries the attributes that its texts have in common
        for family, face in FAMILIES.items():
            texts = [text for text in drawing.texts.get(layer.name, ()) if text.family == family]
            lines = (text_svg(text, bare=True) for text in texts)
            groups.append(tag("g", *lines, **{"class": family}, font_family=face))
        return "".join(groups)
    if layer.kind == "dots":
        dots = "".join(map(dot_svg, drawing.dots.get(layer.name, ())))
        return tag("g", dots, **{"class": layer.name}) if dots else ""
    return path_svg(layer, drawing.lines.get(layer.name, []))


def path_svg(layer: Layer, lines: Sequence[Line]) -> str:
    """Return lines or outlines in the style of a layer as one path; "" for none."""
    if not lines:
        return ""
    data = path_data(lines, closed=layer.kind == "fill")
    return tag("path", d=data, **{"class": layer.name}, **paint(layer, layer.width))


def hovers_svg(hovers: Hovers) -> str:
    """Return invisible boxes whose titles are the hover texts."""
    boxes = (
        tag("path", tag("title", escape(words)), d=path_data([outline(box)], closed=True)) for box, words in hovers
    )
    return tag("g", *boxes, **{"class": HOVER}, fill="#fff", fill_opacity=0.0)
