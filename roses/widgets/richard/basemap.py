"""The base map as one SVG picture under the plot, drawn once; steps redraw only what moves on it."""

from __future__ import annotations

from base64 import b64encode
from functools import lru_cache
from typing import Final

from msgspec import structs

from roses.figures.drawing import Layer
from roses.figures.drawing.palette import HATCH
from roses.figures.drawing.svg import document, paint, path_data, tag, text_svg
from roses.figures.map.geography import LESSON, Frame
from roses.figures.map.scene import LAYERS, Scene, land, lines_px

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
    frame = Frame(name, 0.0, 0.0, round(LESSON.east * k), round(LESSON.north * k), k)
    scale = k / LESSON.k
    hatch = tag("path", d="M-1 8L8-1", stroke=HATCH, stroke_width=1.4)
    alike = {"patternUnits": "userSpaceOnUse", "patternTransform": f"scale({1 / scale:.4f})"}
    pattern = tag("pattern", hatch, id="hatch", width=7, height=7, **alike)
    drawn = tag("g", *(_layer(layer, frame, scale) for layer in GROUND), transform=f"scale({scale:.4f})")
    svg = document(frame.width, frame.height, [tag("defs", pattern), drawn], title="", description="")
    return "data:image/svg+xml;base64," + b64encode(svg.encode()).decode()


def _layer(layer: Layer, frame: Frame, scale: float) -> str:
    """Return one layer in the px of ``LESSON``, its lines as wide as in ``frame`` when drawn at ``scale``."""
    outline = _outline(layer.name, layer.kind == "fill")
    drawn = tag("g", outline, **paint(layer, lines_px(layer.name, frame) / scale))
    return drawn + tag("g", outline, fill="url(#hatch)") if layer.hatch else drawn


@lru_cache(maxsize=len(GROUND))
def _outline(name: str, closed: bool) -> str:
    """Return the lines of a layer as one path, the same for pictures of every scale."""
    lines = (tuple(LESSON.px(*point) for point in line) for line in land().get(name, ()))
    return tag("path", d=path_data(tuple(lines), closed=closed))
