"""The map as an SVG document: the same places and layers as ``map_figure``, without scripts or linked files."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import Any, Final, Unpack

import msgspec

from roses.engine.i18n import cached
from roses.figures.blocks.tokens import SHARED, Size, token_svg
from roses.figures.drawing import clipping
from roses.figures.drawing.drawing import Text
from roses.figures.drawing.layers import Layer
from roses.figures.drawing.painting import dot_svg, paint, path_data, shared, text_svg, texts_svg
from roses.figures.drawing.palette import INK, INK3, SEA
from roses.figures.drawing.points import Line
from roses.figures.drawing.svg import Svg, document, number, tag
from roses.figures.map.credit import credited
from roses.figures.map.frames import Frame, Preset
from roses.figures.map.landmarks import mark_cities
from roses.figures.map.layers import BY_NAME, LAYERS
from roses.figures.map.layout import CREDIT_SIZE
from roses.figures.map.scene import Marked, Scene, land, lines_px, scene
from roses.figures.map.signs import in_words
from roses.figures.map.text import description, title
from roses.richard.view import Piece

_OVER: Final = 12.0  # px of ground kept beyond the frame, so that cut edges stay out of sight
_OFF: Final = 0.6  # px: points of the ground nearer than this to the line without them are left out
_HATCH: Final = (9.9, 1.6)  # px: distance and width of the lines over places of exile


def map_svg(
    shown: Any, frame: Preset | Frame = "campaign", *, cities: bool = False, **marked: Unpack[Marked]
) -> Svg:
    """Return a position on the map as an SVG document; the arguments are those of ``map_figure``.

    With ``cities`` a small sign stands for each city and each cathedral, which the lesson map shows anyway. The
    attribution of the map data stands in a strip below the frame.

    >>> import roses
    >>> map_svg(roses.scene(Kent="York"), "kingdom")
    <SVG 556 x 703 px: Map of England and Wales: campaign 1, turn 1>
    """
    made = scene(shown, frame, **marked)
    if cities and made.frame.name != "lesson":
        mark_cities(made.layout, made.drawing)
    sea = tag("rect", width=made.frame.width, height=made.frame.height, fill=SEA)
    return credited(_document(made, [sea, *(_layer(layer, made) for layer in LAYERS)]))


def overlay_svg(made: Scene, without: Collection[str] = ()) -> Svg:
    """Return a scene without sea, land and the layers in ``without``, as an SVG to lay over a picture of the ground."""
    shown = [_layer(layer, made) for layer in LAYERS if not layer.ground and layer.name not in without]
    return _document(made, shown if "attribution" in without else [*shown, _credit(made)])


def _document(made: Scene, layers: list[str]) -> Svg:
    wide, high = made.frame.width, made.frame.height
    rim = tag("rect", x=0.5, y=0.5, width=wide - 1, height=high - 1, fill="none", stroke=INK3)
    return document(
        wide,
        high,
        [shared("".join(layers)), rim],
        title=title(made.view),
        description=" ".join(filter(None, (description(made.view), in_words(made.layout)))),
    )


def _layer(layer: Layer, made: Scene) -> str:
    """Return one ``<g>`` with all of a layer, "" for an empty one."""
    if layer.kind == "tokens":
        inside = _tokens(made)
    elif layer.kind == "text":
        return texts_svg(made.drawing.texts.get(layer.name, []), **{"class": layer.name})
    elif layer.kind == "dots":
        inside = "".join(map(dot_svg, made.drawing.dots.get(layer.name, ())))
    elif layer.ground:
        return _ground(layer.name, made.frame)
    else:
        own = _clipped(layer, made.frame, made.regions.get(layer.name, ()))
        return _path(layer, made.frame, [*own, *made.drawing.lines.get(layer.name, ())])
    shared = SHARED if layer.kind == "tokens" else {}
    return tag("g", inside, **{"class": layer.name, **shared}) if inside else ""


@lru_cache(maxsize=256)
def _ground(name: str, frame: Frame) -> str:
    shapes = _clipped(BY_NAME[name], frame, land().get(name, ()))
    drawn = _path(BY_NAME[name], frame, shapes)
    hatch = BY_NAME[name].hatch
    if not hatch or not drawn:
        return drawn
    stroke = {"stroke": hatch, "stroke_width": _HATCH[1], "fill": "none"}
    return drawn + tag(
        "g", tag("path", d=path_data(clipping.hatch(shapes, _HATCH[0]), closed=False)), **{"class": "hatch"}, **stroke
    )


def _clipped(layer: Layer, frame: Frame, lines: Iterable[Line]) -> list[Line]:
    """Return what is seen in a frame of lines in km, in px."""
    return [part for line in lines for part in _cut(line, frame, layer.kind == "fill")]


@lru_cache(maxsize=1024)
def _cut(line: Line, frame: Frame, fill: bool) -> tuple[Line, ...]:
    box = (-_OVER, -_OVER, frame.width + _OVER, frame.height + _OVER)
    drawn = tuple(frame.px(*point) for point in line)
    cut = [clipping.polygon(drawn, box)] if fill else clipping.polyline(drawn, box)
    return tuple(clipping.simple(part, _OFF) for part in cut if len(part) > 1)


def _path(layer: Layer, frame: Frame, lines: list[Line]) -> str:
    if not lines:
        return ""
    bent = layer.kind == "line" and not layer.dash and layer.name[:5] != "minor"
    look = paint(layer, 10 * lines_px(layer.name, frame)) | {"stroke_linecap": "round" if bent else None}
    drawn = tag("path", d=path_data(lines, closed=layer.kind == "fill", tenths=True))
    return tag("g", drawn, **{"class": layer.name}, transform="scale(.1)", **look)


def _tokens(made: Scene) -> str:
    """Return all tokens, highlighted ones last; equal tokens are defined once and referenced."""
    stamps = []
    for token in sorted(made.layout.tokens, key=made.lit):
        plain = msgspec.structs.replace(made.plain(token), place="")
        stamps.append((token, _stamp(plain, token.scale, token.size, *made.lit(token))))
    often = {stamp: f"t{zlib.crc32(stamp.encode()):08x}" for stamp, n in Counter(s for _, s in stamps).items() if n > 1}
    drawn = [tag("defs", *(tag("g", stamp, id=name) for stamp, name in often.items()))] if often else []
    for token, stamp in stamps:
        at = f"translate({number(token.x)} {number(token.y)})"
        again = tag("use", href=f"#{often[stamp]}", transform=at) if stamp in often else tag("g", stamp, transform=at)
        drawn.append(again)
    return "".join(drawn)


@cached(maxsize=1024)
def _stamp(piece: Piece, scale: float, size: Size, chosen: bool, acting: bool) -> str:
    """Return a token round (0, 0), without the attributes that its layer carries for all tokens."""
    return token_svg(piece, 0, 0, scale, size=size, chosen=chosen, acting=acting, bare=True)


def _credit(made: Scene) -> str:
    """Return the short attribution, in the lower left corner."""
    bottom, lines = made.frame.height - 5.0, made.layout.credit[::-1]
    rows = (bottom - i * CREDIT_SIZE * 1.2 for i in range(len(lines)))
    texts = (Text(line, 6, y, CREDIT_SIZE, INK, anchor="start", halo=2.5) for line, y in zip(lines, rows, strict=True))
    return tag("g", *map(text_svg, texts), **{"class": "attribution"})
