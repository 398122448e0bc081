"""A drawing as plotly traces: one trace for each layer, or for several that share one, in the units of the axes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any, Final, NamedTuple

import msgspec

from roses.figures.drawing.drawing import FAMILIES, Drawing, Layer, Text
from roses.figures.drawing.geometry import Line, Point
from roses.figures.drawing.palette import WHITE
from roses.figures.drawing.svg import printable

Props = dict[str, Any]
CONFIG: Final = {"displayModeBar": False, "scrollZoom": False, "doubleClick": False}  # for fig.show and to_html
_HALO: Final = "0 0 2px {0}, 0 0 3px {0}, 1px 1px 1px {0}, -1px -1px 1px {0}, 1px -1px 1px {0}, -1px 1px 1px {0}"
_WHERE: Final = {"start": "middle right", "middle": "middle center", "end": "middle left"}
_FONT: Final = ("size", "color", "family", "weight", "style", "shadow")


class Mark(msgspec.Struct, frozen=True):
    """A marker: ``symbol`` as in plotly, ``size`` and edge ``width`` in px, ``angle`` in degrees from north."""

    x: float
    y: float
    symbol: str
    size: float
    fill: str
    edge: str = WHITE
    width: float = 0.0
    angle: float = 0.0


class Hover(NamedTuple):
    """A hover text at a point (px): its ``words``, and the ``value`` that a click there gives."""

    x: float
    y: float
    words: str
    value: str = ""


class Axes(NamedTuple):
    """The axes of a figure for a drawing in px: the values at its upper left corner, ``k`` px per unit, decimals."""

    left: float
    top: float
    k: float = 1.0
    digits: int = 2

    def line(self, line: Line, x: float = 0.0, y: float = 0.0) -> Line:
        """Return a line, drawn round ``x``, ``y`` px, in the units of the axes."""
        left, top, k, digits = self
        return tuple((round(left + (x + a) / k, digits), round(top - (y + b) / k, digits)) for a, b in line)

    def point(self, x: float, y: float) -> Point:
        """Return a point in the units of the axes."""
        return round(self.left + x / self.k, self.digits), round(self.top - y / self.k, self.digits)


def plotly_text(words: str) -> str:
    """Return words that plotly shows as they are: no tags, no entities, no formulas.

    >>> plotly_text("<b>Poll</b> tax & $2$")
    '&lt;b&gt;Poll&lt;/b&gt; tax &amp; &#36;2&#36;'
    """
    return escape(printable(words), quote=False).replace("$", "&#36;")


def join_lines(lines: Iterable[Line]) -> Props:
    """Return lines as the points of one trace, with None between them.

    >>> join_lines([((0, 0), (1, 1)), ((5, 5), (6, 6))])
    {'x': [0, 1, None, 5, 6], 'y': [0, 1, None, 5, 6]}
    """
    xs: list[float | None] = []
    ys: list[float | None] = []
    for line in lines:
        if xs:
            xs.append(None)
            ys.append(None)
        xs += [x for x, _ in line]
        ys += [y for _, y in line]
    return {"x": xs, "y": ys}


def line_look(layer: Layer, scale: float = 1.0) -> Props:
    """Return the line style of a layer's trace in a picture ``scale`` times as large."""
    width = round(layer.width * scale, 2)
    factor = width / layer.width if layer.dash else 1.0
    dash = ",".join(f"{d * factor:.1f}px" for d in layer.dash) or "solid"
    return {"color": layer.edge or layer.fill, "width": width, "dash": dash}


def blank(layer: Layer, scale: float = 1.0) -> Props:
    """Return the trace of a layer without points: its style only."""
    same: Props = {"type": "scatter", "name": layer.name, "hoverinfo": "skip"}
    if layer.kind == "text":
        return same | {"mode": "text"}
    if layer.kind == "dots":
        return same | {"mode": "markers"}
    same |= {"mode": "lines" if layer.edge else "none", "line": line_look(layer, scale), "opacity": layer.opacity}
    if layer.kind == "fill":
        same |= {"fill": "toself", "fillcolor": layer.fill}
    if layer.hatch:
        lines = {"shape": "/", "fgcolor": layer.hatch, "bgcolor": layer.fill, "size": 7, "solidity": 0.2}
        same["fillpattern"] = lines
    return same


def blank_hover(name: str) -> Props:
    """Return the trace without marks that carries the hover texts."""
    return {"type": "scatter", "name": name, "mode": "none", "hoveron": "points", "hoverinfo": "text"}


class Traces:
    """Lines, markers and texts by trace; ``scale`` is the factor of the text sizes.

    >>> traces = Traces(Axes(0, 100))
    >>> traces.line("track", ((0, 10), (50, 10)))
    >>> traces.props([Layer("track", "line", edge="#000")])
    {'track': {'x': [0.0, 50.0], 'y': [90.0, 90.0], 'visible': True}}
    """

    def __init__(self, axes: Axes, scale: float = 1.0) -> None:
        self.axes, self.scale = axes, scale
        self.lines: dict[str, list[Line]] = {}
        self.marks: dict[str, list[Mark]] = {}
        self.texts: dict[str, list[Props]] = {}

    def add(self, drawing: Drawing, layer: Layer) -> None:
        """Add all that a drawing holds of a layer."""
        trace = layer.trace or layer.name
        for line in drawing.lines.get(layer.name, ()):
            self.line(trace, line)
        for dot in drawing.dots.get(layer.name, ()):
            self.mark(trace, Mark(dot.x, dot.y, "circle", 2 * dot.radius, dot.fill, dot.edge or dot.fill, dot.width))
        for text in drawing.texts.get(layer.name, ()):
            self.text(trace, text)

    def line(self, trace: str, line: Line, x: float = 0.0, y: float = 0.0) -> None:
        """Add an outline or a line that is drawn round ``x``, ``y`` px."""
        self.lines.setdefault(trace, []).append(self.axes.line(line, x, y))

    def mark(self, trace: str, mark: Mark) -> None:
        """Add a marker."""
        self.marks.setdefault(trace, []).append(mark)

    def text(self, trace: str, text: Text) -> None:
        """Add a line of text."""
        x, y = self.axes.point(text.x, text.y - 0.35 * text.size)
        look = {
            "x": x,
            "y": y,
            "text": plotly_text(text.text),
            "size": round(text.size * self.scale, 2),
            "color": text.fill,
            "family": FAMILIES[text.family],
            "weight": text.weight if text.bold else 400,
            "style": "italic" if text.italic else "normal",
            "shadow": _HALO.format(text.rim) if text.halo else "none",
            "position": _WHERE[text.anchor],
        }
        self.texts.setdefault(trace, []).append(look)

    def props(self, layers: Iterable[Layer]) -> dict[str, Props]:
        """Return points and styles of traces by name, empty traces included, so that old points are removed."""
        traces = {}
        for layer in layers:
            if layer.kind == "text":
                traces[layer.name] = _text_props(self.texts.get(layer.name, []))
            elif layer.kind == "dots":
                traces[layer.name] = self._mark_props(self.marks.get(layer.name, []))
            else:
                traces[layer.name] = join_lines(self.lines.get(layer.name, ()))
        for props in traces.values():  # plotly skips invisible traces, and most traces are empty most of the time
            props["visible"] = bool(props["x"])
        return traces

    def hover(self, spots: Sequence[Hover]) -> Props:
        """Return the points of the hover texts."""
        points = [self.axes.point(spot.x, spot.y) for spot in spots]
        return {
            "x": [x for x, _ in points],
            "y": [y for _, y in points],
            "text": [spot.words for spot in spots],
            "customdata": [spot.value for spot in spots],
        }

    def _mark_props(self, marks: list[Mark]) -> Props:
        spots = [self.axes.point(mark.x, mark.y) for mark in marks]
        line = {"color": [m.edge for m in marks], "width": [round(m.width, 2) for m in marks]}
        look = {"symbol": [m.symbol for m in marks], "size": [round(m.size, 2) for m in marks], "opacity": 1.0,
                "color": [m.fill for m in marks], "angle": [m.angle for m in marks]}  # fmt: skip
        return {
            "x": [x for x, _ in spots],
            "y": [y for _, y in spots],
            "marker": look | {"angleref": "up", "line": line},
        }


def _text_props(texts: list[Props]) -> Props:
    """Return a trace of texts; a style that all of them share is sent once."""
    font = {key: [text[key] for text in texts] for key in _FONT}
    font = {key: values[0] if len(set(values)) == 1 else values for key, values in font.items()}
    props: Props = {key: [text[key] for text in texts] for key in ("x", "y", "text")}
    return props | {"textfont": font, "textposition": [text["position"] for text in texts]} if texts else props
