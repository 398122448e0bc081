"""The map as an SVG document: the same places and layers as ``map_figure``, no script, no outside files."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Collection
from functools import lru_cache
from typing import Any, Final

import msgspec

from roses.figures.blocks.tokens import SHARED, Size, token_svg
from roses.figures.drawing import clipping
from roses.figures.drawing.drawing import FAMILIES, Dot, Text
from roses.figures.drawing.palette import HATCH, INK2, INK3, SEA
from roses.figures.drawing.points import Line
from roses.figures.drawing.svg import Svg, document, escape, number, tag
from roses.figures.map.frames import Frame, Preset
from roses.figures.map.layers import BY_NAME, LAYERS, Layer
from roses.figures.map.layout import STYLES
from roses.figures.map.movement import Reach
from roses.figures.map.scene import Paths, Scene, frame_of, land, lines_px, scene, view_of
from roses.figures.map.text import description, title
from roses.richard.view import Piece

_OVER: Final = 12.0  # px of ground kept beyond the frame, so that cut edges stay out of sight
_NEAR: Final = 0.9  # px: points of the ground nearer than this to the last are left out
_HATCH: Final = (7.0, 1.6)  # px: distance and width of the lines over places of exile


def map_svg(
    shown: Any,
    frame: Preset | Frame = "campaign",
    *,
    chosen: Collection[str] = (),
    acting: Collection[str] = (),
    paths: Paths = (),
    reach: Reach | None = None,
) -> Svg:
    """Return a position on the map as an SVG document; the arguments are those of ``map_figure``."""
    view = view_of(shown)
    sheet = frame_of(frame, view, paths, reach)
    made = scene(view, sheet, chosen=chosen, acting=acting, paths=paths, reach=reach)
    sea = tag("rect", width=sheet.width, height=sheet.height, fill=SEA)
    rim = tag("rect", x=0.5, y=0.5, width=sheet.width - 1, height=sheet.height - 1, fill="none", stroke=INK3)
    layers = [_layer(layer, made) for layer in LAYERS]
    return document(
        sheet.width,
        sheet.height,
        [sea, *layers, _credit(made), rim],
        title=title(view),
        description=description(view),
    )


def _layer(layer: Layer, made: Scene) -> str:
    """One ``<g>`` with all of a layer; nothing for an empty one."""
    if layer.kind == "tokens":
        inside = _tokens(made)
    elif layer.kind == "text":
        inside = "".join(text_svg(text) for text in made.drawing.texts.get(layer.name, ()))
    elif layer.kind == "dots":
        inside = "".join(map(_dot, made.drawing.dots.get(layer.name, ())))
    elif layer.ground:
        return _ground(layer.name, made.frame)
    else:
        own = [tuple(made.frame.px(*point) for point in line) for line in made.regions.get(layer.name, ())]
        return _path(layer, made.frame, [*_clipped(layer, made.frame, own), *made.drawing.lines.get(layer.name, ())])
    shared = SHARED if layer.kind == "tokens" else {}
    return tag("g", inside, **{"class": layer.name, **shared}) if inside else ""


@lru_cache(maxsize=256)
def _ground(name: str, frame: Frame) -> str:
    lines = [tuple(frame.px(*point) for point in line) for line in land().get(name, ())]
    shapes = _clipped(BY_NAME[name], frame, lines)
    drawn = _path(BY_NAME[name], frame, shapes)
    if name != "exile" or not drawn:
        return drawn
    stroke = {"stroke": HATCH, "stroke_width": _HATCH[1], "fill": "none"}
    return drawn + tag(
        "g", tag("path", d=path_data(clipping.hatch(shapes, _HATCH[0]), closed=False)), **{"class": "hatch"}, **stroke
    )


def _clipped(layer: Layer, frame: Frame, lines: list[Line]) -> list[Line]:
    box = (-_OVER, -_OVER, frame.width + _OVER, frame.height + _OVER)
    if layer.kind == "fill":
        cut = [clipping.polygon(line, box) for line in lines]
    else:
        cut = [part for line in lines for part in clipping.polyline(line, box)]
    return [clipping.thin(line, _NEAR) for line in cut if len(line) > 1]


def path_data(lines: list[Line] | tuple[Line, ...], *, closed: bool) -> str:
    """Return path data, relative from point to point in tenths of a px, which is shorter than absolute."""
    parts = []
    for line in lines:
        x, y = round(line[0][0] * 10), round(line[0][1] * 10)
        steps = [f"M{number(x / 10)} {number(y / 10)}l"]
        for a, b in line[1:-1] if closed else line[1:]:
            dx, dy = round(a * 10) - x, round(b * 10) - y
            if dx or dy:
                steps.append(f"{_short(dx)}{'' if dy < 0 else ' '}{_short(dy)} ")
            x, y = x + dx, y + dy
        if len(steps) == 1:  # all points fall into one tenth of a px
            continue
        parts.append("".join(steps).replace(" -", "-").rstrip() + ("z" if closed else ""))
    return "".join(parts)


def _short(tenths: int) -> str:
    whole, part = divmod(abs(tenths), 10)
    return f"{'-' if tenths < 0 else ''}{whole if whole or not part else ''}{f'.{part}' if part else ''}"


def _path(layer: Layer, frame: Frame, lines: list[Line]) -> str:
    if not lines:
        return ""
    width = lines_px(layer.name, frame)
    dash = " ".join(number(d * width / layer.width) for d in layer.dash) if layer.dash else None
    paint = {
        "fill": layer.fill or "none",
        "stroke": layer.edge or None,
        "stroke_width": float(width) if layer.edge else None,
        "stroke_linejoin": "round" if layer.edge else None,
        "stroke_linecap": "round" if layer.kind == "line" and not dash and layer.name[:5] != "minor" else None,
        "stroke_dasharray": dash,
        "opacity": layer.opacity if layer.opacity < 1 else None,
    }
    return tag("g", tag("path", d=path_data(lines, closed=layer.kind == "fill")), **{"class": layer.name}, **paint)


def _dot(dot: Dot) -> str:
    edge = {"stroke": dot.edge, "stroke_width": float(dot.width)} if dot.edge else {}
    return tag("circle", cx=number(dot.x), cy=number(dot.y), r=float(dot.radius), fill=dot.fill, **edge)


def text_svg(text: Text, *, bare: bool = False) -> str:
    """Return one line of text; its halo is a stroke under the letters. A ``bare`` one takes the font of its group."""
    halo = {"stroke": text.rim, "stroke_width": text.halo, "stroke_linejoin": "round", "paint_order": "stroke"}
    return tag(
        "text",
        escape(text.text),
        x=number(text.x),
        y=number(text.y),
        font_family=None if bare else FAMILIES[text.family],
        font_size=float(text.size),
        font_weight=600 if text.bold and text.family == "serif" else 700 if text.bold else None,
        font_style="italic" if text.italic else None,
        text_anchor=text.anchor if text.anchor != "start" else None,
        fill=text.fill,
        **(halo if text.halo else {}),
    )


def _tokens(made: Scene) -> str:
    """All tokens, those lit up last; one that comes again is written once and used again."""
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


@lru_cache(maxsize=1024)
def _stamp(piece: Piece, scale: float, size: Size, chosen: bool, acting: bool) -> str:
    """A token round (0, 0); what all tokens share is written on their layer instead."""
    return token_svg(piece, 0, 0, scale, size=size, chosen=chosen, acting=acting, bare=True)


def _credit(made: Scene) -> str:
    size = STYLES[made.frame.name].credit
    bottom = made.frame.height - 5.0
    lines = [
        text_svg(
            Text(line, 6, bottom - (len(made.layout.credit) - 1 - i) * size * 1.2, size, INK2, anchor="start", halo=2)
        )
        for i, line in enumerate(made.layout.credit)
    ]
    return tag("g", *lines, **{"class": "attribution"})
