"""Charts as SVG and as plotly JSON alike, and drawings as plotly traces in the units of the axes."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple, ParamSpec

import msgspec

from roses.figures.drawing import FAMILIES, Drawing, Family, Layer, Text, text_width, wrap
from roses.figures.drawing import palette as p
from roses.figures.drawing.geometry import Box, Line, Point, outline
from roses.figures.drawing.palette import INK, PANEL, SANS, WHITE
from roses.figures.drawing.svg import HOVER, Hovers, Svg, document, hovers_svg, layer_svg, printable, tag

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
    return html.escape(printable(words), quote=False).replace("$", "&#36;")


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
        """Return points and styles of traces by name, empty traces included, so that old points are removed.

        A font that all texts of a trace share is sent once."""
        traces = {}
        for layer in layers:
            if layer.kind == "text":
                texts = self.texts.get(layer.name, [])
                font = {key: [text[key] for text in texts] for key in _FONT}
                font = {key: values[0] if len(set(values)) == 1 else values for key, values in font.items()}
                props: Props = {key: [text[key] for text in texts] for key in ("x", "y", "text")}
                if texts:
                    props |= {"textfont": font, "textposition": [text["position"] for text in texts]}
                traces[layer.name] = props
            elif layer.kind == "dots":
                marks = self.marks.get(layer.name, [])
                spots = [self.axes.point(mark.x, mark.y) for mark in marks]
                line = {"color": [m.edge for m in marks], "width": [round(m.width, 2) for m in marks]}
                look = {"symbol": [m.symbol for m in marks], "size": [round(m.size, 2) for m in marks], "opacity": 1.0,
                        "color": [m.fill for m in marks], "angle": [m.angle for m in marks]}  # fmt: skip
                traces[layer.name] = {
                    "x": [x for x, _ in spots],
                    "y": [y for _, y in spots],
                    "marker": look | {"angleref": "up", "line": line},
                }
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


SMALL: Final = 12.0  # px of the smallest type
P = ParamSpec("P")


def figure_json(
    drawing: Drawing, layers: Iterable[Layer], hovers: Hovers, layout: Props, ground: Mapping[str, Props] = {}
) -> Props:
    """Return a drawing as plain plotly JSON: a trace for each layer, and one without marks for the hover texts.

    ``layout`` is the value of ``layout_json``; ``ground`` holds the points of layers that were computed before.
    """
    high = layout["yaxis"]["range"][1]
    scale, axes = layout["width"] / layout["xaxis"]["range"][1], Axes(0, high, digits=1)
    traces, layers = Traces(axes, scale), list(layers)
    for layer in layers:
        traces.add(drawing, layer)
    points = {**traces.props(layers), **ground}
    data = [blank(layer, scale) | points[layer.name] for layer in layers if points[layer.name]["x"]]
    spots = [
        Hover((left + right) / 2, (top + low) / 2, "<br>".join(map(plotly_text, wrap(words, 13, 420))))
        for (left, top, right, low), words in hovers
    ]
    data.append(blank_hover(HOVER) | traces.hover(spots))
    return {"data": data, "layout": layout, "config": CONFIG}


def plotly_figure(data: Props) -> Any:
    """Return a plotly figure of the value of ``figure_json``."""
    from plotly.graph_objects import Figure

    return Figure({"data": data["data"], "layout": data["layout"]})


def layout_json(wide: float, high: float, width: float, paper: str, title: str, description: str) -> Props:
    """Return the layout of a drawing of ``wide`` x ``high`` px that is shown ``width`` px wide on ``paper``.

    Its ``meta`` holds title and description, which screen readers read out.
    """
    axis = {"visible": False, "fixedrange": True}
    return {
        "width": round(width),
        "height": round(width * high / wide),
        "margin": {"l": 0, "r": 0, "t": 0, "b": 0, "pad": 0},
        "plot_bgcolor": paper,
        "paper_bgcolor": paper,
        "showlegend": False,
        "dragmode": False,
        "hovermode": "closest",
        "hoverdistance": 34,
        "hoverlabel": {
            "bgcolor": PANEL,
            "bordercolor": INK,
            "align": "left",
            "font": {"family": SANS, "size": 13, "color": INK},
        },
        "xaxis": axis | {"range": [0, wide]},
        "yaxis": axis | {"range": [0, high]},
        "meta": [title, description],
        "template": {"layout": {}},
    }


class Chart:
    """A drawing of a size in px with its layers, from the lowest up; words lie on top.

    >>> chart = Chart(100, 50, (Layer("ink", "fill", p.INK),))
    >>> chart.box("ink", (0, 0, 10, 10))
    >>> chart.svg("A box", "One box.").name
    'A box'
    """

    def __init__(self, width: float, height: float, layers: Sequence[Layer], paper: str = p.PAPER) -> None:
        self.width, self.height, self.paper = width, height, paper
        self.layers = (*layers, Layer("text", "text"))
        self.drawing = Drawing()
        self.hovers: list[tuple[Box, str]] = []

    def add(self, layer: str, *lines: Line) -> None:
        """Draw lines or closed outlines."""
        self.drawing.add(layer, *lines)

    def box(self, layer: str, box: Box) -> None:
        """Draw a box: left, top, right, bottom."""
        self.drawing.add(layer, outline(box))

    def hover(self, box: Box, words: str) -> None:
        """Add a hover text to a part of the chart."""
        self.hovers.append((box, words))

    def write(
        self,
        words: str,
        x: float,
        y: float,
        size: float = SMALL,
        fill: str = p.INK,
        *,
        bold: bool = False,
        italic: bool = False,
        family: Family = "sans",
        anchor: Literal["start", "middle", "end"] = "middle",
        within: float = 0.0,
        halo: float = 0.0,
    ) -> None:
        """Write a line on baseline ``y``; a line wider than ``within`` shrinks, to 12 px at least."""
        wide = text_width(words, size, bold=bold, family=family)
        if within and wide > within:
            size = max(12.0, size * within / wide)
        text = Text(words, round(x, 1), round(y, 1), round(size, 1), fill, family, bold, italic, anchor, halo)
        self.drawing.write("text", text)

    def paragraph(self, words: str, x: float, y: float, width: float) -> float:
        """Write lines of at most ``width`` px from the baseline ``y`` down; return the baseline below the last."""
        for line in wrap(words, 14.0, width):
            self.write(line, x, y, 14.0, p.INK2, anchor="start")
            y += 18
        return y

    def svg(self, title: str, description: str) -> Svg:
        """Return the chart as an SVG document with title and description."""
        paper = tag("rect", width=self.width, height=self.height, fill=self.paper)
        elements = [paper, *(layer_svg(self.drawing, layer) for layer in self.layers), hovers_svg(self.hovers)]
        return document(self.width, self.height, elements, title=title, description=description)

    def figure(self, title: str, description: str) -> Props:
        """Return the same chart as plain plotly JSON, with title and description in the ``meta`` of its layout."""
        layout = layout_json(self.width, self.height, self.width, self.paper, title, description)
        return figure_json(self.drawing, self.layers, self.hovers, layout)


class Picture(NamedTuple):
    """A chart with its title and its description, which screen readers read out."""

    chart: Chart
    title: str
    description: str


def doors(
    draw: Callable[P, Picture],
) -> tuple[Callable[P, Svg], Callable[P, Props], Callable[P, Any]]:
    """Return three functions that take the arguments of ``draw``, and give its picture in three forms.

    The forms are an SVG document, plain plotly JSON, and a plotly figure.

    >>> def draw_box(words: str) -> Picture:
    ...     chart = Chart(100, 50, (Layer("ink", "fill", p.INK),))
    ...     chart.box("ink", (0, 0, 10, 10))
    ...     return Picture(chart, "A box", words)
    >>> box_svg, box_data, box_figure = doors(draw_box)
    >>> box_svg("It is small.").description, box_data("It is small.")["layout"]["meta"]
    ('It is small.', ['A box', 'It is small.'])
    """

    def svg(*args: P.args, **kwargs: P.kwargs) -> Svg:
        chart, title, description = draw(*args, **kwargs)
        return chart.svg(title, description)

    def data(*args: P.args, **kwargs: P.kwargs) -> Props:
        chart, title, description = draw(*args, **kwargs)
        return chart.figure(title, description)

    def figure(*args: P.args, **kwargs: P.kwargs) -> Any:
        return plotly_figure(data(*args, **kwargs))

    for door, form in ((svg, "an SVG document"), (data, "plain plotly JSON"), (figure, "a plotly figure")):
        door.__doc__ = f"Return what ``{draw.__name__}`` draws as {form}.\n\n    {draw.__doc__}"
    return svg, data, figure
