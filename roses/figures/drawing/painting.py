"""Parts of a drawing as SVG: style attributes of a layer, path data, discs and texts."""

from __future__ import annotations

import re
import zlib
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from roses.figures.drawing.drawing import FAMILIES, Dot, Text
from roses.figures.drawing.layers import Layer
from roses.figures.drawing.points import Line
from roses.figures.drawing.svg import escape, number, tag

_PATH: Final = re.compile(r'<path d="[^"]{200,}"/>')


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
    """Return path data, relative from point to point in tenths of a px, which is shorter than absolute.

    With ``tenths`` these are the unit, in whole numbers, which is shorter still: for a group with ``scale(.1)``.

    >>> path_data([((0, 0), (10, 0), (10, 5.5), (0, 0))], closed=True)
    'M0 0l10 0 0 5.5z'
    >>> path_data([((0, 0), (10, 0), (10, 5.5), (0, 0))], closed=True, tenths=True)
    'M0 0l100 0 0 55z'
    """
    return "".join(_line_data(line, closed, tenths) for line in lines)


@lru_cache(maxsize=2048)
def _line_data(line: Line, closed: bool, tenths: bool) -> str:
    """Return the data of one line, cached, since the pictures of a game have most lines in common."""
    short = str if tenths else _short
    x, y = round(line[0][0] * 10), round(line[0][1] * 10)
    steps = [f"M{short(x)} {short(y)}l"]
    for a, b in line[1:-1] if closed else line[1:]:
        dx, dy = round(a * 10) - x, round(b * 10) - y
        if dx or dy:
            steps.append(f"{short(dx)}{'' if dy < 0 else ' '}{short(dy)} ")
        x, y = x + dx, y + dy
    if len(steps) == 1:  # all points fall into one tenth of a px
        return ""
    return "".join(steps).replace(" -", "-").rstrip() + ("z" if closed else "")


@lru_cache(maxsize=2048)
def _short(tenths: int) -> str:
    whole, part = divmod(abs(tenths), 10)
    return f"{'-' if tenths < 0 else ''}{whole if whole or not part else ''}{f'.{part}' if part else ''}"


def shared(svg: str) -> str:
    """Return SVG in which a long path that is drawn again, as a line over its casing, refers to the first of its kind.

    >>> path = f'<path d="{"M0 0l100 5" * 30}"/>'
    >>> shared(f'<g stroke="white">{path}</g><g stroke="red">{path}</g>').count("M0 0l100 5")
    30
    """
    again = {path for path, times in Counter(_PATH.findall(svg)).items() if times > 1}
    met: set[str] = set()

    def refer(found: re.Match[str]) -> str:
        path, name = found[0], f"p{zlib.crc32(found[0].encode()):08x}"
        if path not in again:
            return path
        if path in met:
            return tag("use", href=f"#{name}")
        met.add(path)
        return path.replace("<path ", f'<path id="{name}" ', 1)

    return _PATH.sub(refer, svg)


def dot_svg(dot: Dot) -> str:
    """Return a disc."""
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
    """Return lines of text as a group, which has what all of them have in common; "" for none.

    >>> texts_svg([Text("Kent", 1, 2, 12, "#000"), Text("Essex", 3, 4, 12, "#333")]).count("font-size")
    1
    """
    looks = [_look(text) for text in texts]
    if not looks:
        return ""
    alike = {name: value for name, value in looks[0].items() if all(look.get(name) == value for look in looks)}
    inside = (
        tag("text", escape(text.text), x=number(text.x), y=number(text.y), **_without(look, alike))
        for text, look in zip(texts, looks, strict=True)
    )
    return tag("g", *inside, **more, **alike)


def _without(look: dict[str, object], alike: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in look.items() if name not in alike}


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
