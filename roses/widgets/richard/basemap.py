"""The base map as one SVG picture under the plot, drawn once; steps redraw only what moves on it."""

from __future__ import annotations

from base64 import b64encode
from functools import lru_cache
from typing import Final

from msgspec import structs

from roses.figures.drawing.layers import Layer
from roses.figures.drawing.painting import paint, text_svg
from roses.figures.drawing.palette import HATCH
from roses.figures.drawing.points import Line
from roses.figures.drawing.svg import document, number, tag
from roses.figures.map.frames import LESSON, Frame
from roses.figures.map.layers import LAYERS
from roses.figures.map.scene import Scene, land, lines_px

GROUND: Final = tuple(layer for layer in LAYERS if layer.ground)
NAMES: Final = ("seas", "names")


def ground_source(frame: Frame) -> str:
    """Return the whole base map as a data URL of SVG, in the scale of ``frame``."""
    return _source(frame.name, frame.k)


def ground_at(frame: Frame) -> list[float]:
    """Return the px of the base map left of the frame and above it."""
    return [round(frame.west * frame.k, 2), round((LESSON.north - frame.north) * frame.k, 2)]


def names_svg(made: Scene) -> str:
    """Return the names of areas and seas as SVG for the whole base map, to lay over it."""
    left, above = ground_at(made.frame)
    texts = [text for name in NAMES for text in made.drawing.texts.get(name, ())]
    moved = (structs.replace(t, x=round(t.x + left, 1), y=round(t.y + above, 1)) for t in texts)
    return tag("svg", *map(text_svg, moved), overflow="visible")


@lru_cache(maxsize=8)
def _source(name: str, k: float) -> str:
    whole = Frame(name, 0.0, 0.0, round(LESSON.east * k), round(LESSON.north * k), k)
    hatch = tag("path", d="M-1 8L8-1", stroke=HATCH, stroke_width=1.4)
    pattern = tag("pattern", hatch, id="hatch", width=7, height=7, patternUnits="userSpaceOnUse")
    drawn = [tag("defs", pattern), *(_layer(layer, whole) for layer in GROUND)]
    svg = document(whole.width, whole.height, drawn, title="", description="")
    return "data:image/svg+xml;base64," + b64encode(svg.encode()).decode()


def _layer(layer: Layer, frame: Frame) -> str:
    """Return one layer as a path; places of exile with their hatching."""
    lines = "".join(_d(line, frame, closed=layer.kind == "fill") for line in land().get(layer.name, ()))
    drawn = tag("path", d=lines, **paint(layer, lines_px(layer.name, frame)))
    return drawn + tag("path", d=lines, fill="url(#hatch)") if layer.hatch else drawn


def _d(line: Line, frame: Frame, *, closed: bool) -> str:
    points = "L".join(f"{number(x)} {number(y)}" for x, y in (frame.px(*point) for point in line))
    return f"M{points}" + ("z" if closed else "")
