"""Reads an SVG for tests of figures: its texts, their words, and their boxes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple
from xml.etree import ElementTree

from roses.figures.drawing import text_width
from roses.figures.drawing.geometry import Box, overlap
from roses.figures.drawing.palette import SERIF

SVG = "{http://www.w3.org/2000/svg}"
_LOOK = ("font-family", "font-size", "font-weight", "text-anchor")


def texts(svg: str) -> list[ElementTree.Element]:
    """The text elements."""
    return list(ElementTree.fromstring(svg).iter(f"{SVG}text"))


def words(svg: str) -> list[str]:
    """What the text elements say."""
    return ["".join(t.itertext()) for t in texts(svg)]


def span(element: ElementTree.Element) -> tuple[float, float]:
    """Left and right end of a line of text in px, in the widest face."""
    left, _top, right, _bottom = room(element)
    return left, right


def full_width(element: ElementTree.Element, look: dict[str, str]) -> float:
    """The width of a line in px in the widest face, not squeezed; ``look`` holds its attributes and inherited ones."""
    words, size = "".join(element.itertext()), float(look.get("font-size", 0))
    family = "serif" if look.get("font-family") == SERIF else "sans"
    return text_width(words, size, bold=look.get("font-weight", "400") != "400", family=family)  # type: ignore[arg-type]


class Line(NamedTuple):
    """A line of text of a picture, and the room it takes: left, top, right, bottom in px of the picture."""

    words: str
    box: Box


class _At(NamedTuple):
    """Where things are drawn: scale and shift to the px of the picture, the part that is seen, inherited attributes."""

    scale: float
    dx: float
    dy: float
    seen: Box
    look: dict[str, str]

    def box(self, box: Box) -> Box:
        left, top, right, bottom = box
        return (left * self.scale + self.dx, top * self.scale + self.dy,
                right * self.scale + self.dx, bottom * self.scale + self.dy)  # fmt: skip


def lines(svg: str) -> list[Line]:
    """All lines of text that are seen at least in part, nested pictures and shifted groups included."""
    root = ElementTree.fromstring(svg)
    left, top, wide, high = map(float, root.get("viewBox", "").split())
    return list(_lines(root, _At(1.0, 0.0, 0.0, (left, top, left + wide, top + high), {})))


def _lines(element: ElementTree.Element, at: _At) -> Iterator[Line]:
    look = at.look | {name: element.attrib[name] for name in _LOOK if name in element.attrib}
    at = at._replace(look=look)
    if match := re.match(r"translate\(([-\d.]+)[ ,]([-\d.]+)\)$", element.get("transform", "")):
        x, y = map(float, match.groups())
        at = at._replace(dx=at.dx + x * at.scale, dy=at.dy + y * at.scale)
    for child in element:
        if child.tag == f"{SVG}text":
            line = Line("".join(child.itertext()), at.box(room(child, look)))
            if overlap(line.box, at.seen):
                yield line
        elif child.tag == f"{SVG}svg":
            yield from _lines(child, _inside(child, at))
        elif child.tag != f"{SVG}defs":
            yield from _lines(child, at)


def _inside(nested: ElementTree.Element, at: _At) -> _At:
    """Where the things of a nested picture are drawn: as large as its place allows, in its middle."""
    x, y, wide, high = (float(nested.get(name, 0)) for name in ("x", "y", "width", "height"))
    if not wide:
        return at
    left, top, across, down = map(float, nested.get("viewBox", f"0 0 {wide} {high}").split())
    scale = min(wide / across, high / down)
    shift = x + (wide - across * scale) / 2 - left * scale, y + (high - down * scale) / 2 - top * scale
    here = at._replace(dx=at.dx + shift[0] * at.scale, dy=at.dy + shift[1] * at.scale, scale=at.scale * scale)
    part = here.box((left, top, left + across, top + down))
    seen = (max(part[0], at.seen[0]), max(part[1], at.seen[1]), min(part[2], at.seen[2]), min(part[3], at.seen[3]))
    return here._replace(seen=seen)


def room(element: ElementTree.Element, look: dict[str, str] | None = None) -> Box:
    """The room of a line round its baseline, from the height of capitals to the depth of descenders."""
    look = (look or {}) | element.attrib
    wide = full_width(element, look)
    wide = min(wide, float(look.get("textLength", wide)))
    x, y, size = float(look.get("x", 0)), float(look.get("y", 0)), float(look.get("font-size", 0))
    left = x - {"middle": 0.5, "end": 1.0}.get(look.get("text-anchor", "start"), 0.0) * wide
    return left, y - 0.72 * size, left + wide, y + 0.2 * size


def beyond(svg: str, spare: float = 1.0) -> list[str]:
    """The lines that reach beyond the picture by more than ``spare`` px."""
    left, top, wide, high = map(float, ElementTree.fromstring(svg).get("viewBox", "").split())
    return [
        words
        for words, box in lines(svg)
        if min(box[0] - left, box[1] - top, left + wide - box[2], top + high - box[3]) < -spare
    ]


def collisions(svg: str, spare: float = 1.5) -> list[tuple[str, str]]:
    """The pairs of lines that cover each other by more than ``spare`` px both ways."""
    result = lines(svg)
    return [
        (one.words, other.words)
        for i, one in enumerate(result)
        for other in result[i + 1 :]
        if min(one.box[2], other.box[2]) - max(one.box[0], other.box[0]) > spare
        and min(one.box[3], other.box[3]) - max(one.box[1], other.box[1]) > spare
    ]


def squeezed(svg: str, least: float = 0.6) -> list[str]:
    """The lines whose letters are squeezed to less than this part of their width in the widest face."""
    return [
        "".join(element.itertext())
        for element in texts(svg)
        if float(element.get("textLength", "inf")) < least * full_width(element, element.attrib)
    ]
