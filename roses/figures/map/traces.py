"""The plotly traces of a map in their fixed order, how scenes fill them, and the tokens as parts of traces."""

from __future__ import annotations

import math
from functools import cache, lru_cache
from typing import Final, Literal

import msgspec

from roses.engine.i18n import cached
from roses.figures.blocks.captions import piece_name, piece_words
from roses.figures.blocks.tokens import Label, Shape, Size, parts
from roses.figures.drawing import Layer, Text, geometry
from roses.figures.drawing import palette as p
from roses.figures.drawing.geometry import Line
from roses.figures.drawing.palette import AMBER, HOUSES, PANEL, WHITE
from roses.figures.drawing.picture import Axes, Hover, Mark, Props, Traces, blank, join_lines, plotly_text
from roses.figures.map.frames import Frame
from roses.figures.map.layers import BY_NAME, LAYERS
from roses.figures.map.layout import STYLES, Count
from roses.figures.map.scene import Scene, land
from roses.richard.view import Piece

_LINE: Final = 1.4  # plotly draws a line marker of size s as long as 1.4 s
_EVERY: Final = {"rose": 2}  # roses are small: every other corner is enough
_ROUND: Final = 12  # outlines with more corners are discs
_INK: Final = {WHITE: "ink Lancaster", HOUSES["York"].ink: "ink York"}
HOVER: Final = "blocks"  # points without marks, one per token: hover texts, clicks on tokens
HITS: Final = "areas"  # an invisible heatmap over the frame: clicks on the ground
_CELLS: Final = (120, 100)  # columns and rows of that heatmap
_TOKENS: Final = (
    Layer("ring", "line", edge=p.INK, width=8.0),
    Layer("ring now", "line", edge=p.AMBER, width=5.4),
    Layer("halo", "line", edge=p.PANEL, width=3.4, opacity=0.85),
    Layer("pointer", "fill", p.AMBER, p.INK, 1.8),
    *(Layer(name, "fill", h.fill, h.edge, h.edge_px) for name, h in p.HOUSES.items()),
    Layer("down", "fill", p.PANEL, p.INK3, 1.4),
    Layer("crown", "fill", p.GOLD, p.GOLD_EDGE, 1.1),
    Layer("ink Lancaster", "fill", p.WHITE),
    Layer("ink York", "fill", p.HOUSES["York"].ink),
    *(Layer(f"turned {name}", "fill", h.fill, h.edge, 1.3) for name, h in list(p.HOUSES.items())[:2]),
)
_ABOVE: Final = ("signs", "no")  # lines that belong over the marks
_LAST: Final = (Layer("marks", "dots"), *(BY_NAME[name] for name in _ABOVE), Layer("token text", "text"))


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


def _order() -> tuple[Layer, ...]:
    """Return the layers of all traces but the last two, from below; layers that share a trace come once."""
    layers: list[Layer] = []
    for layer in LAYERS:
        if layer.kind == "tokens":
            layers += _TOKENS
        elif not layer.trace and layer.name not in _ABOVE:
            layers.append(layer)
    return (*layers, *_LAST)


ORDER: Final = _order()
INDEX: Final = {layer.name: i for i, layer in enumerate(ORDER)} | {HOVER: len(ORDER), HITS: len(ORDER) + 1}
MOVING: Final = tuple(layer for layer in ORDER if not layer.ground)


@cache
def ground_data(name: str) -> Props:
    """Return the points of a layer of the ground."""
    return join_lines(land().get(name, ()))


@lru_cache(maxsize=128)
def cut_ground(name: str, frame: Frame) -> Props:
    """Return the points of a layer of the ground that a frame shows, without those too close to be seen apart."""
    pad = 12 / frame.k
    box = (frame.west - pad, frame.south - pad, frame.east + pad, frame.north + pad)
    if BY_NAME[name].kind == "fill":
        parts = [geometry.clip_outline(line, box) for line in land().get(name, ())]
    else:
        parts = [part for line in land().get(name, ()) for part in geometry.clip_line(line, box)]
    thin = [geometry.thin(line, 0.9 / frame.k) for line in parts if len(line) > 1]
    return join_lines(tuple((round(x, 1), round(y, 1)) for x, y in line) for line in thin)


def scale_of(layer: Layer, frame: Frame) -> float:
    """Return the factor by which the lines of a layer are wider in a frame than on the campaign map."""
    return STYLES[frame.name].lines if layer.scaled else 1.0


def look(layer: Layer, frame: Frame) -> Props:
    """Return a trace without points in a frame: its look only."""
    return blank(layer, scale_of(layer, frame))


class SceneTraces:
    """The traces of one scene that change with it."""

    def __init__(self, picture: Scene) -> None:
        self.scene, self.frame = picture, picture.frame
        self.traces = Traces(Axes(self.frame.west, self.frame.north, self.frame.k))
        self.traces.lines |= {name: list(lines) for name, lines in picture.regions.items()}  # in km as they are
        self.spots: list[Hover] = []
        for layer in LAYERS:
            if layer.kind == "tokens":
                self._tokens()
            self.traces.add(picture.drawing, layer)

    def _tokens(self) -> None:
        for token in sorted(self.scene.layout.tokens, key=self.scene.emphasis):
            piece = self.scene.plain(token)
            self._stamp(stamp(piece, token.scale, token.size, *self.scene.emphasis(token)), token.x, token.y)
            words = _hover_words(msgspec.structs.replace(piece, place=token.area))
            self.spots.append(Hover(token.x, token.y, words, token.area))
        for count in self.scene.layout.counts:
            self.spots.append(Hover(count.x, count.y, _count_words(count), count.area))

    def _stamp(self, token: Stamp, x: float, y: float) -> None:
        for trace, line in token.outlines:
            self.traces.line(trace, line, x, y)
        for mark in token.marks:
            shifted = Mark(x + mark.x, y + mark.y, mark.symbol, mark.size, mark.fill, mark.edge, mark.width, mark.angle)
            self.traces.mark("marks", shifted)
        for letter in token.letters:
            low, size = y + letter.y + 0.35 * letter.size, round(letter.size, 1)
            text = Text(letter.text, x + letter.x, low, size, letter.fill, bold=True, anchor=letter.anchor)
            self.traces.text("token text", text)

    def props(self) -> dict[str, Props]:
        """Return the points and looks of every moving trace by name; empty ones too, so that old points vanish."""
        props = self.traces.props(MOVING)
        return props | {HOVER: self.traces.hover(self.spots), HITS: hits(self.frame)}


@cached(maxsize=512)
def _hover_words(piece: Piece) -> str:
    """Return the hover text of a token."""
    return f"<b>{plotly_text(piece.place)}</b><br>" + plotly_text(piece_words(piece)).replace("; ", "<br>")


def _count_words(count: Count) -> str:
    """Return the hover text of a disc that counts blocks: all of them by name."""
    names = "<br>".join(plotly_text(piece_name(piece)) for piece in count.pieces)
    return f"<b>{plotly_text(count.area)}</b><br>{names}"


def hits(frame: Frame) -> Props:
    """Return where the cells of the click layer lie in a frame."""
    (columns, rows), (wide, high) = _CELLS, (frame.width / frame.k, frame.height / frame.k)
    dx, dy = wide / columns, high / rows
    return {
        "x0": round(frame.west + dx / 2, 3),
        "dx": round(dx, 4),
        "y0": round(frame.south + dy / 2, 3),
        "dy": round(dy, 4),
    }


def blank_hits() -> Props:
    """Return the click layer: all zeros, never seen."""
    columns, rows = _CELLS
    zeros = [[0] * columns for _ in range(rows)]
    return {"type": "heatmap", "name": HITS, "z": zeros, "opacity": 0, "hoverinfo": "none", "showscale": False}
