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
from roses.figures.drawing import Layer, Text, geometry
from roses.figures.drawing.geometry import Line
from roses.figures.drawing.palette import INK, INK3, SEA
from roses.figures.drawing.svg import (
    Svg,
    document,
    dot_svg,
    number,
    paint,
    path_data,
    share_paths,
    tag,
    text_svg,
    texts_svg,
)
from roses.figures.map.frames import Frame, Preset
from roses.figures.map.landmarks import mark_cities
from roses.figures.map.layers import BY_NAME, LAYERS
from roses.figures.map.layout import CREDIT_SIZE, add_credit
from roses.figures.map.scene import MapMarks, Scene, land, lines_px, scene
from roses.figures.map.signs import places_words
from roses.figures.map.text import description, title
from roses.richard.view import Piece

_OVER: Final = 12.0  # px of ground kept beyond the frame, so that cut edges stay out of sight
_OFF: Final = 0.6  # px: points of the ground nearer than this to the line without them are left out
_HATCH: Final = (9.9, 1.6)  # px: distance and width of the lines over places of exile


def map_svg(
    position: Any, frame: Preset | Frame = "campaign", *, cities: bool = False, **marks: Unpack[MapMarks]
) -> Svg:
    """Return a position on the map as an SVG document; the arguments are those of ``map_figure``.

    With ``cities`` a small sign stands for each city and each cathedral, which the lesson map shows anyway. The
    attribution of the map data stands in a strip below the frame.

    >>> import roses
    >>> map_svg(roses.scene(Kent="York"), "kingdom")
    <SVG 556 x 703 px: Map of England and Wales: campaign 1, turn 1>
    """
    picture = scene(position, frame, **marks)
    if cities and picture.frame.name != "lesson":
        mark_cities(picture.layout, picture.drawing)
    sea = tag("rect", width=picture.frame.width, height=picture.frame.height, fill=SEA)
    return add_credit(_document(picture, [sea, *(_layer(layer, picture) for layer in LAYERS)]))


def overlay_svg(picture: Scene, without: Collection[str] = ()) -> Svg:
    """Return a scene without sea, land and the layers in ``without``, as an SVG to lay over a picture of the ground."""
    layers = [_layer(layer, picture) for layer in LAYERS if not layer.ground and layer.name not in without]
    return _document(picture, layers if "attribution" in without else [*layers, _credit(picture)])


def _document(picture: Scene, layers: list[str]) -> Svg:
    wide, high = picture.frame.width, picture.frame.height
    rim = tag("rect", x=0.5, y=0.5, width=wide - 1, height=high - 1, fill="none", stroke=INK3)
    return document(
        wide,
        high,
        [share_paths("".join(layers)), rim],
        title=title(picture.view),
        description=" ".join(filter(None, (description(picture.view), places_words(picture.layout)))),
    )


def _layer(layer: Layer, picture: Scene) -> str:
    """Return one ``<g>`` with all of a layer, "" for an empty one."""
    if layer.kind == "tokens":
        inside = _tokens(picture)
    elif layer.kind == "text":
        return texts_svg(picture.drawing.texts.get(layer.name, []), **{"class": layer.name})
    elif layer.kind == "dots":
        inside = "".join(map(dot_svg, picture.drawing.dots.get(layer.name, ())))
    elif layer.ground:
        return _ground(layer.name, picture.frame)
    else:
        own = _clip(layer, picture.frame, picture.regions.get(layer.name, ()))
        return _path(layer, picture.frame, [*own, *picture.drawing.lines.get(layer.name, ())])
    common = SHARED if layer.kind == "tokens" else {}
    return tag("g", inside, **{"class": layer.name, **common}) if inside else ""


@lru_cache(maxsize=256)
def _ground(name: str, frame: Frame) -> str:
    shapes = _clip(BY_NAME[name], frame, land().get(name, ()))
    path = _path(BY_NAME[name], frame, shapes)
    hatch = BY_NAME[name].hatch
    if not hatch or not path:
        return path
    stroke = {"stroke": hatch, "stroke_width": _HATCH[1], "fill": "none"}
    return path + tag(
        "g", tag("path", d=path_data(geometry.hatch(shapes, _HATCH[0]), closed=False)), **{"class": "hatch"}, **stroke
    )


def _clip(layer: Layer, frame: Frame, lines: Iterable[Line]) -> list[Line]:
    """Return what is seen in a frame of lines in km, in px."""
    return [part for line in lines for part in _clip_line(line, frame, layer.kind == "fill")]


@lru_cache(maxsize=1024)
def _clip_line(line: Line, frame: Frame, fill: bool) -> tuple[Line, ...]:
    box = (-_OVER, -_OVER, frame.width + _OVER, frame.height + _OVER)
    points = tuple(frame.px(*point) for point in line)
    parts = [geometry.clip_outline(points, box)] if fill else geometry.clip_line(points, box)
    return tuple(geometry.simplify(part, _OFF) for part in parts if len(part) > 1)


def _path(layer: Layer, frame: Frame, lines: list[Line]) -> str:
    if not lines:
        return ""
    is_round = layer.kind == "line" and not layer.dash and layer.name[:5] != "minor"
    look = paint(layer, 10 * lines_px(layer.name, frame)) | {"stroke_linecap": "round" if is_round else None}
    path = tag("path", d=path_data(lines, closed=layer.kind == "fill", tenths=True))
    return tag("g", path, **{"class": layer.name}, transform="scale(.1)", **look)


def _tokens(picture: Scene) -> str:
    """Return all tokens, highlighted ones last; equal tokens are defined once and referenced."""
    stamps = []
    for token in sorted(picture.layout.tokens, key=picture.emphasis):
        plain = msgspec.structs.replace(picture.plain(token), place="")
        stamps.append((token, _stamp(plain, token.scale, token.size, *picture.emphasis(token))))
    often = {stamp: f"t{zlib.crc32(stamp.encode()):08x}" for stamp, n in Counter(s for _, s in stamps).items() if n > 1}
    elements = [tag("defs", *(tag("g", stamp, id=name) for stamp, name in often.items()))] if often else []
    for token, stamp in stamps:
        at = f"translate({number(token.x)} {number(token.y)})"
        element = tag("use", href=f"#{often[stamp]}", transform=at) if stamp in often else tag("g", stamp, transform=at)
        elements.append(element)
    return "".join(elements)


@cached(maxsize=1024)
def _stamp(piece: Piece, scale: float, size: Size, chosen: bool, acting: bool) -> str:
    """Return a token round (0, 0), without the attributes that its layer carries for all tokens."""
    return token_svg(piece, 0, 0, scale, size=size, chosen=chosen, acting=acting, bare=True)


def _credit(picture: Scene) -> str:
    """Return the short attribution, in the lower left corner."""
    bottom, lines = picture.frame.height - 5.0, picture.layout.credit[::-1]
    rows = (bottom - i * CREDIT_SIZE * 1.2 for i in range(len(lines)))
    texts = (Text(line, 6, y, CREDIT_SIZE, INK, anchor="start", halo=2.5) for line, y in zip(lines, rows, strict=True))
    return tag("g", *map(text_svg, texts), **{"class": "attribution"})
