"""The plotly traces of a map in their fixed order, and how scenes fill them. No widgets, no placing."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any, Final

import msgspec

from roses.engine.i18n import gettext as _
from roses.figures.blocks.captions import described
from roses.figures.drawing import clipping
from roses.figures.drawing import palette as p
from roses.figures.drawing.drawing import FAMILIES, Text
from roses.figures.drawing.points import Line
from roses.figures.map.frames import Frame
from roses.figures.map.layers import BY_NAME, LAYERS, Layer
from roses.figures.map.scene import Scene, land, lines_px
from roses.figures.map.token_traces import Mark, Stamp, stamp
from roses.richard.view import Piece

HOVER: Final = "blocks"  # points without marks, one per token: hover texts, clicks on tokens
HITS: Final = "areas"  # an invisible heatmap over the frame: clicks on the ground
_CELLS: Final = (120, 100)  # columns and rows of that heatmap
_HALO: Final = "0 0 2px {0}, 0 0 3px {0}, 1px 1px 1px {0}, -1px -1px 1px {0}, 1px -1px 1px {0}, -1px 1px 1px {0}"
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
Props = dict[str, Any]


def _joined(lines: Iterable[Line]) -> Props:
    """Lines in km as one trace, parted by None."""
    xs: list[float | None] = []
    ys: list[float | None] = []
    for line in lines:
        if xs:
            xs.append(None)
            ys.append(None)
        xs += [x for x, _ in line]
        ys += [y for _, y in line]
    return {"x": xs, "y": ys}


@cache
def ground_data(name: str) -> Props:
    """Return the points of a layer of the ground."""
    return _joined(land().get(name, ()))


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
    return _joined(tuple((round(x, 1), round(y, 1)) for x, y in line) for line in kept)


def width_px(layer: Layer, frame: Frame) -> float:
    """Return the width of a trace's line in a frame, in px."""
    return round(lines_px(layer.name, frame), 2) if layer.scaled else layer.width


def line_px(layer: Layer, frame: Frame) -> Props:
    """Return the line of a trace in a frame, as plotly wants it."""
    factor = width_px(layer, frame) / layer.width if layer.dash else 1.0
    dash = ",".join(f"{d * factor:.1f}px" for d in layer.dash) or "solid"
    return {"color": layer.edge or layer.fill, "width": width_px(layer, frame), "dash": dash}


def blank(layer: Layer, frame: Frame) -> Props:
    """Return a trace without points: its look only."""
    same: Props = {"type": "scatter", "name": layer.name, "hoverinfo": "skip"}
    if layer.kind == "text":
        return same | {"mode": "text"}
    if layer.kind == "dots":
        return same | {"mode": "markers"}
    same |= {"mode": "lines" if layer.edge else "none", "line": line_px(layer, frame), "opacity": layer.opacity}
    if layer.kind == "fill":
        same |= {"fill": "toself", "fillcolor": layer.fill}
    if layer.name == "exile":
        same["fillpattern"] = {"shape": "/", "fgcolor": p.HATCH, "bgcolor": p.EXILE, "size": 7, "solidity": 0.2}
    return same


class Moving:
    """The traces of one scene that change with it: collects outlines, marks and letters by trace."""

    def __init__(self, made: Scene) -> None:
        self.made, self.frame = made, made.frame
        self.lines: dict[str, list[Line]] = {name: list(lines) for name, lines in made.regions.items()}
        self.marks: dict[str, list[Mark]] = {}
        self.texts: dict[str, list[Props]] = {}
        self.hover: list[tuple[float, float, str, str]] = []
        for layer in LAYERS:
            self._layer(layer)

    def _km(self, line: Line, x: float = 0.0, y: float = 0.0) -> Line:
        west, north, k = self.frame.west, self.frame.north, self.frame.k
        return tuple((round(west + (x + a) / k, 2), round(north - (y + b) / k, 2)) for a, b in line)

    def _layer(self, layer: Layer) -> None:
        drawing, trace = self.made.drawing, layer.trace or layer.name
        if layer.kind == "tokens":
            self._tokens()
        for line in drawing.lines.get(layer.name, ()):
            self.lines.setdefault(trace, []).append(self._km(line))
        for dot in drawing.dots.get(layer.name, ()):
            mark = Mark(dot.x, dot.y, "circle", 2 * dot.radius, dot.fill, dot.edge or dot.fill, dot.width)
            self.marks.setdefault(trace, []).append(mark)
        for text in drawing.texts.get(layer.name, ()):
            self.texts.setdefault(trace, []).append(self._text(text))

    def _text(self, text: Text) -> Props:
        spot = self._km(((text.x, text.y - 0.35 * text.size),))[0]
        return {
            "x": spot[0],
            "y": spot[1],
            "text": text.text,
            "size": text.size,
            "color": text.fill,
            "family": FAMILIES[text.family],
            "weight": (600 if text.family == "serif" else 700) if text.bold else 400,
            "style": "italic" if text.italic else "normal",
            "shadow": _HALO.format(text.rim) if text.halo else "none",
            "position": {"start": "middle right", "middle": "middle center", "end": "middle left"}[text.anchor],
        }

    def _tokens(self) -> None:
        for token in sorted(self.made.layout.tokens, key=self.made.lit):
            piece = self.made.plain(token)
            self._stamp(stamp(piece, token.scale, token.size, *self.made.lit(token)), token.x, token.y)
            words = _hover_words(msgspec.structs.replace(piece, place=token.area), _("moved"))
            self.hover.append((*self._km(((token.x, token.y),))[0], words, token.area))

    def _stamp(self, drawn: Stamp, x: float, y: float) -> None:
        for trace, line in drawn.outlines:
            self.lines.setdefault(trace, []).append(self._km(line, x, y))
        for mark in drawn.marks:
            moved = Mark(x + mark.x, y + mark.y, mark.symbol, mark.size, mark.fill, mark.edge, mark.width, mark.angle)
            self.marks.setdefault("marks", []).append(moved)
        for letter in drawn.letters:
            low, size = y + letter.y + 0.35 * letter.size, round(letter.size, 1)
            text = Text(letter.text, x + letter.x, low, size, letter.fill, bold=True, anchor=letter.anchor)
            self.texts.setdefault("token text", []).append(self._text(text))

    def props(self) -> dict[str, Props]:
        """Return the points and looks of every moving trace by name; empty ones too, so that old points vanish."""
        found = {}
        for layer in MOVING:
            if layer.kind == "text":
                found[layer.name] = _text_props(self.texts.get(layer.name, []))
            elif layer.kind == "dots":
                found[layer.name] = self._mark_props(self.marks.get(layer.name, []))
            else:
                found[layer.name] = _joined(self.lines.get(layer.name, ()))
        for props in found.values():  # plotly passes over what is not visible, and most traces are empty most times
            props["visible"] = bool(props["x"])
        return found | {HOVER: self._hover_props(), HITS: hits(self.frame)}

    def _mark_props(self, marks: list[Mark]) -> Props:
        spots = [self._km(((mark.x, mark.y),))[0] for mark in marks]
        line = {"color": [m.edge for m in marks], "width": [round(m.width, 2) for m in marks]}
        look = {"symbol": [m.symbol for m in marks], "size": [round(m.size, 2) for m in marks], "opacity": 1.0,
                "color": [m.fill for m in marks], "angle": [m.angle for m in marks]}  # fmt: skip
        return {
            "x": [x for x, _ in spots],
            "y": [y for _, y in spots],
            "marker": look | {"angleref": "up", "line": line},
        }

    def _hover_props(self) -> Props:
        return {
            "x": [x for x, _, _, _ in self.hover],
            "y": [y for _, y, _, _ in self.hover],
            "text": [words for _, _, words, _ in self.hover],
            "customdata": [area for _, _, _, area in self.hover],
        }


@lru_cache(maxsize=512)
def _hover_words(piece: Piece, language: str) -> str:
    """The hover text of a token; ``language`` is any translated word, so that no other language is remembered."""
    return f"<b>{piece.place}</b><br>" + described(piece).replace("; ", "<br>")


def _text_props(texts: list[Props]) -> Props:
    """A trace of words; a look that all of them share is sent once."""
    keys = ("size", "color", "family", "weight", "style", "shadow")
    font = {key: [text[key] for text in texts] for key in keys}
    font = {key: values[0] if len(set(values)) == 1 else values for key, values in font.items()}
    found: Props = {key: [text[key] for text in texts] for key in ("x", "y", "text")}
    return found | {"textfont": font, "textposition": [text["position"] for text in texts]} if texts else found


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


def blank_hover() -> Props:
    """Return the trace without marks that carries the hover texts."""
    return {"type": "scatter", "name": HOVER, "mode": "none", "hoveron": "points", "hoverinfo": "text"}


def blank_hits() -> Props:
    """Return the click layer: all zeros, never seen."""
    columns, rows = _CELLS
    zeros = [[0] * columns for _ in range(rows)]
    return {"type": "heatmap", "name": HITS, "z": zeros, "opacity": 0, "hoverinfo": "none", "showscale": False}
