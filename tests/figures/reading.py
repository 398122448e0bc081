"""Reads an SVG for tests of figures: its texts, their words, and their boxes."""

from __future__ import annotations

from xml.etree import ElementTree

from roses.figures.drawing.svg import text_width

SVG = "{http://www.w3.org/2000/svg}"


def texts(svg: str) -> list[ElementTree.Element]:
    """The text elements."""
    return list(ElementTree.fromstring(svg).iter(f"{SVG}text"))


def words(svg: str) -> list[str]:
    """What the text elements say."""
    return ["".join(t.itertext()) for t in texts(svg)]


def span(element: ElementTree.Element) -> tuple[float, float]:
    """Left and right end of a line of text in px, as Helvetica sets it."""
    x, size = float(element.get("x", 0)), float(element.get("font-size", 0))
    bold = element.get("font-weight", "400") != "400"
    wide = text_width("".join(element.itertext()), size, bold=bold, slack=1)
    wide = min(wide, float(element.get("textLength", wide)))
    share = {"middle": 0.5, "end": 1.0}.get(element.get("text-anchor", "start"), 0.0)
    return x - share * wide, x + (1 - share) * wide
