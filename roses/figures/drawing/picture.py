"""A drawing with hover texts, or a chart, as SVG and as plotly JSON alike: layers of outlines, dots and words."""

from __future__ import annotations

import re
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple, ParamSpec

from roses.figures.drawing import palette as p
from roses.figures.drawing.drawing import FAMILIES, Dot, Drawing, Layer, Text
from roses.figures.drawing.geometry import Box, Line, outline
from roses.figures.drawing.measure import Family, text_width, wrap
from roses.figures.drawing.palette import INK, PANEL, SANS
from roses.figures.drawing.svg import Svg, document, escape, number, tag
from roses.figures.drawing.traces import CONFIG, Axes, Hover, Props, Traces, blank, blank_hover, plotly_text

_PATH: Final = re.compile(r'<path d="[^"]{200,}"/>')
HOVER: Final = "hover"
Hovers = Sequence[tuple[Box, str]]  # boxes in px with their hover texts
SMALL: Final = 12.0  # px of the smallest type
P = ParamSpec("P")


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


def share_paths(svg: str) -> str:
    """Return SVG in which a long path that occurs again, as a line over its casing, refers to its first occurrence.

    >>> path = f'<path d="{"M0 0l100 5" * 30}"/>'
    >>> share_paths(f'<g stroke="white">{path}</g><g stroke="red">{path}</g>').count("M0 0l100 5")
    30
    """
    repeats = {path for path, times in Counter(_PATH.findall(svg)).items() if times > 1}
    defined: set[str] = set()

    def refer(match: re.Match[str]) -> str:
        path, name = match[0], f"p{zlib.crc32(match[0].encode()):08x}"
        if path not in repeats:
            return path
        if path in defined:
            return tag("use", href=f"#{name}")
        defined.add(path)
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
        tag(
            "text", escape(text.text), x=number(text.x), y=number(text.y),
            **{name: value for name, value in look.items() if name not in alike},
        )
        for text, look in zip(texts, looks, strict=True)
    )  # fmt: skip
    return tag("g", *inside, **more, **alike)


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


def layer_svg(drawing: Drawing, layer: Layer) -> str:
    """Return all that a drawing holds of a layer as SVG; "" for nothing."""
    if layer.kind == "text":
        return "".join(_letters(drawing, layer, family) for family in FAMILIES)
    if layer.kind == "dots":
        dots = "".join(map(dot_svg, drawing.dots.get(layer.name, ())))
        return tag("g", dots, **{"class": layer.name}) if dots else ""
    return path_svg(layer, drawing.lines.get(layer.name, []))


def path_svg(layer: Layer, lines: Sequence[Line]) -> str:
    """Return lines or outlines in the style of a layer as one path; "" for none."""
    if not lines:
        return ""
    data = path_data(lines, closed=layer.kind == "fill")
    return tag("path", d=data, **{"class": layer.name}, **paint(layer, layer.width))


def _letters(drawing: Drawing, layer: Layer, family: str) -> str:
    """Return the texts of a font family as one group, which carries their common attributes."""
    texts = [text for text in drawing.texts.get(layer.name, ()) if text.family == family]
    lines = (text_svg(text, bare=True) for text in texts)
    return tag("g", *lines, **{"class": family}, font_family=FAMILIES[family])


def hovers_svg(hovers: Hovers) -> str:
    """Return invisible boxes whose titles are the hover texts."""
    boxes = (
        tag("path", tag("title", escape(words)), d=path_data([outline(box)], closed=True)) for box, words in hovers
    )
    return tag("g", *boxes, **{"class": HOVER}, fill="#fff", fill_opacity=0.0)


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
    data.append(blank_hover(HOVER) | traces.hover([_hover(box, words) for box, words in hovers]))
    return {"data": data, "layout": layout, "config": CONFIG}


def plotly_figure(data: Props) -> Any:
    """Return a plotly figure of the value of ``figure_json``."""
    from plotly.graph_objects import Figure

    return Figure({"data": data["data"], "layout": data["layout"]})


def _hover(box: Box, words: str) -> Hover:
    """Return a hover text at the middle of a box."""
    lines = "<br>".join(map(plotly_text, wrap(words, 13, 420)))
    return Hover((box[0] + box[2]) / 2, (box[1] + box[3]) / 2, lines)


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
