"""Tokens as pieces of plotly traces: outlines, markers and letters round (0, 0) in px."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final, Literal

import msgspec

from roses.figures.blocks.tokens import Label, Shape, Size, parts
from roses.figures.drawing.palette import AMBER, HOUSES, PANEL, WHITE
from roses.figures.drawing.points import Line
from roses.figures.drawing.traces import Mark
from roses.richard.view import Piece

_LINE: Final = 1.4  # plotly draws a line marker of size s as long as 1.4 s
_EVERY: Final = {"rose": 2}  # roses are small: every other corner is enough
_ROUND: Final = 12  # outlines with more corners are discs
_INK: Final = {WHITE: "ink Lancaster", HOUSES["York"].ink: "ink York"}


class Letters(msgspec.Struct, frozen=True):
    """Text whose middle is at ``y``; ``size`` in px."""

    x: float
    y: float
    text: str
    size: float
    fill: str
    anchor: Literal["middle", "end"]


class Stamp(msgspec.Struct, frozen=True):
    """The parts of plotly traces for one token: outlines by trace, markers and letters in drawing order."""

    outlines: tuple[tuple[str, Line], ...]
    marks: tuple[Mark, ...]
    letters: tuple[Letters, ...]


@lru_cache(maxsize=1024)
def stamp(piece: Piece, scale: float, size: Size, chosen: bool, acting: bool) -> Stamp:
    """Return the parts that a token adds to the traces of a map.

    >>> [trace for trace, line in stamp(Piece("York", "Kent"), 0.92, "campaign", False, False).outlines]
    ['halo', 'York', 'ink York']
    """
    outlines: list[tuple[str, Line]] = []
    marks: list[Mark] = []
    letters: list[Letters] = []
    for part in parts(piece, scale, size=size, chosen=chosen, acting=acting):
        if isinstance(part, Label):
            middle = (part.y - 0.36 * part.size) * scale
            letters.append(Letters(part.x * scale, middle, part.text, part.size * scale, part.fill, part.anchor))
        elif part.role == "step":
            outlines.append((_INK[part.edge or WHITE], _step(part, scale)))
        elif trace := _trace(part):
            corners = part.outline[:: _EVERY.get(part.role, 1)]
            line = tuple((x * scale, y * scale) for x, y in corners)
            outlines.append((trace, (*line, line[0])))
        else:
            marks.append(_mark(part, scale))
    return Stamp(tuple(outlines), tuple(marks), tuple(letters))


def _trace(part: Shape) -> str:
    """Return the trace of an outline; empty for a shape that becomes a marker."""
    disc = part.role == "mark" and len(part.outline) > _ROUND
    if not part.closed or disc or part.role == "core":
        return ""
    if part.role == "ring":
        return "ring" if part.edge != AMBER else "ring now"
    if part.role in ("body", "turned"):
        house = next(name for name, house in HOUSES.items() if house.fill == part.fill)
        return house if part.role == "body" else f"turned {house}"
    if part.role in ("rose", "mark"):
        return _INK[part.fill or WHITE]
    return {"casing": "halo", "face down": "down"}.get(part.role, part.role)


def _step(part: Shape, scale: float) -> Line:
    """Return the outline of a step square, edge included; of a lost step, a square with a hole."""
    (left, top), _, (right, bottom), _ = part.outline
    x, y = (left + right) / 2 * scale, (top + bottom) / 2 * scale
    outer, inner = ((right - left + sign * part.width) / 2 * scale for sign in (1, -1))
    rim = ((x - outer, y - outer), (x + outer, y - outer), (x + outer, y + outer), (x - outer, y + outer))
    if part.fill:
        return (*rim, rim[0])
    hole = ((x - inner, y - inner), (x - inner, y + inner), (x + inner, y + inner), (x + inner, y - inner))
    return (*rim, rim[0], *hole, hole[0], rim[0])


def _mark(part: Shape, scale: float) -> Mark:
    """Return the core of a rose, a disc, or a straight stroke as a marker."""
    (x0, y0), (x1, y1) = part.outline[0], part.outline[1]
    if not part.closed:
        length, angle = math.hypot(x1 - x0, y1 - y0) * scale, math.degrees(math.atan2(x1 - x0, y0 - y1))
        edge, middle = part.edge or PANEL, ((x0 + x1) / 2 * scale, (y0 + y1) / 2 * scale)
        return Mark(*middle, "line-ns", length / _LINE, edge, edge, part.width, round(angle, 1))
    xs, ys = zip(*part.outline, strict=True)
    middle = ((min(xs) + max(xs)) / 2 * scale, (min(ys) + max(ys)) / 2 * scale)
    return Mark(*middle, "circle", (max(xs) - min(xs)) * scale, part.fill or WHITE)
