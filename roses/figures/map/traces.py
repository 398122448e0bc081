"""The plotly traces of a map in their fixed order, and how scenes fill them."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

import msgspec

from roses.engine.i18n import cached
from roses.figures.blocks.captions import described, named
from roses.figures.drawing import clipping
from roses.figures.drawing import palette as p
from roses.figures.drawing.drawing import Text
from roses.figures.drawing.layers import Layer
from roses.figures.drawing.traces import Axes, Hover, Mark, Props, Traces, blank, joined, plotly_text
from roses.figures.map.frames import Frame
from roses.figures.map.layers import BY_NAME, LAYERS
from roses.figures.map.layout import STYLES, Count
from roses.figures.map.scene import Scene, land
from roses.figures.map.token_traces import Stamp, stamp
from roses.richard.view import Piece

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


def _order() -> tuple[Layer, ...]:
    """All traces but the last two, from below. Layers that share a trace come once."""
    found: list[Layer] = []
    for layer in LAYERS:
        if layer.kind == "tokens":
            found += _TOKENS
        elif not layer.trace and layer.name not in _ABOVE:
            found.append(layer)
    return (*found, *_LAST)


ORDER: Final = _order()
INDEX: Final = {layer.name: i for i, layer in enumerate(ORDER)} | {HOVER: len(ORDER), HITS: len(ORDER) + 1}
MOVING: Final = tuple(layer for layer in ORDER if not layer.ground)


@cache
def ground_data(name: str) -> Props:
    """Return the points of a layer of the ground."""
    return joined(land().get(name, ()))


@lru_cache(maxsize=128)
def cut_ground(name: str, frame: Frame) -> Props:
    """Return the points of a layer of the ground that a frame shows, thinned to what can be told apart there."""
    pad = 12 / frame.k
    box = (frame.west - pad, frame.south - pad, frame.east + pad, frame.north + pad)
    if BY_NAME[name].kind == "fill":
        cut = [clipping.polygon(line, box) for line in land().get(name, ())]
    else:
        cut = [part for line in land().get(name, ()) for part in clipping.polyline(line, box)]
    kept = [clipping.thin(line, 0.9 / frame.k) for line in cut if len(line) > 1]
    return joined(tuple((round(x, 1), round(y, 1)) for x, y in line) for line in kept)


def scale_of(layer: Layer, frame: Frame) -> float:
    """Return how much wider than on the campaign map the lines of a layer are in a frame."""
    return STYLES[frame.name].lines if layer.scaled else 1.0


def look(layer: Layer, frame: Frame) -> Props:
    """Return a trace without points in a frame: its look only."""
    return blank(layer, scale_of(layer, frame))


class Moving:
    """The traces of one scene that change with it."""

    def __init__(self, made: Scene) -> None:
        self.made, self.frame = made, made.frame
        self.traces = Traces(Axes(self.frame.west, self.frame.north, self.frame.k))
        self.traces.lines |= {name: list(lines) for name, lines in made.regions.items()}  # in km as they are
        self.spots: list[Hover] = []
        for layer in LAYERS:
            if layer.kind == "tokens":
                self._tokens()
            self.traces.add(made.drawing, layer)

    def _tokens(self) -> None:
        for token in sorted(self.made.layout.tokens, key=self.made.lit):
            piece = self.made.plain(token)
            self._stamp(stamp(piece, token.scale, token.size, *self.made.lit(token)), token.x, token.y)
            words = _hover_words(msgspec.structs.replace(piece, place=token.area))
            self.spots.append(Hover(token.x, token.y, words, token.area))
        for count in self.made.layout.counts:
            self.spots.append(Hover(count.x, count.y, _counted(count), count.area))

    def _stamp(self, drawn: Stamp, x: float, y: float) -> None:
        for trace, line in drawn.outlines:
            self.traces.line(trace, line, x, y)
        for mark in drawn.marks:
            moved = Mark(x + mark.x, y + mark.y, mark.symbol, mark.size, mark.fill, mark.edge, mark.width, mark.angle)
            self.traces.mark("marks", moved)
        for letter in drawn.letters:
            low, size = y + letter.y + 0.35 * letter.size, round(letter.size, 1)
            text = Text(letter.text, x + letter.x, low, size, letter.fill, bold=True, anchor=letter.anchor)
            self.traces.text("token text", text)

    def props(self) -> dict[str, Props]:
        """Return the points and looks of every moving trace by name; empty ones too, so that old points vanish."""
        found = self.traces.props(MOVING)
        return found | {HOVER: self.traces.hover(self.spots), HITS: hits(self.frame)}


@cached(maxsize=512)
def _hover_words(piece: Piece) -> str:
    """The hover text of a token."""
    return f"<b>{plotly_text(piece.place)}</b><br>" + plotly_text(described(piece)).replace("; ", "<br>")


def _counted(count: Count) -> str:
    """The hover text of a disc that counts blocks: all of them by name."""
    return f"<b>{plotly_text(count.area)}</b><br>" + "<br>".join(plotly_text(named(piece)) for piece in count.pieces)


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
