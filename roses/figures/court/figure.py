"""The court board as an SVG document and as a plotly figure, from the same outlines and words."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from roses.figures.court import england, france, houses, parliament
from roses.figures.court.canvas import Canvas
from roses.figures.court.captions import description, title
from roses.figures.court.style import CREDIT_TOP, HEIGHT, LAYERS, MAP, WIDTH
from roses.figures.drawing.drawing import FAMILIES, Text
from roses.figures.drawing.layers import Layer
from roses.figures.drawing.measure import wrap
from roses.figures.drawing.occupancy import Box
from roses.figures.drawing.painting import paint, path_data, text_svg
from roses.figures.drawing.palette import INK, INK2, INK3, PANEL, SANS, SEA
from roses.figures.drawing.points import Line
from roses.figures.drawing.svg import Svg, document, escape, tag
from roses.figures.drawing.traces import CONFIG, Axes, Hover, Props, Traces, blank, blank_hover, joined, plotly_text
from roses.figures.map.geography import ATTRIBUTION
from roses.lancaster.view import View

HOVER: Final = "hover"
_CREDIT: Final = 8.5
_AXES: Final = Axes(0, HEIGHT, digits=1)


def court_canvas(view: View) -> Canvas:
    """Return the board put together from what a view shows."""
    canvas = Canvas()
    canvas.drawing.add("panels", _box(MAP[2], 0, WIDTH, HEIGHT), _box(0, MAP[3], WIDTH, HEIGHT))
    canvas.line("rules", (MAP[2], 0), (MAP[2], MAP[3]))
    canvas.line("rules", (0, MAP[3]), (WIDTH, MAP[3]))
    for part in (england, france, parliament, houses):
        part.draw(canvas, view)
    for i, line in enumerate(wrap(ATTRIBUTION, _CREDIT, WIDTH - 16)):
        canvas.drawing.write("text", Text(line, 8, CREDIT_TOP + 9 + 10 * i, _CREDIT, INK2, anchor="start"))
    return canvas


def _box(left: float, top: float, right: float, low: float) -> Line:
    return ((left, top), (right, top), (right, low), (left, low), (left, top))


def court_svg(shown: Any, *, width: float = WIDTH) -> Svg:
    """Return the board as an SVG document, ``width`` px wide; ``shown`` is a View, or a state (then all is seen).

    >>> import roses
    >>> court_svg(roses.start("lancaster", players=3))
    <SVG 780 x 526 px: Lancaster, 1413: set-up, the start player is drawn>
    """
    view = view_of(shown)
    canvas = court_canvas(view)
    sea = tag("rect", width=WIDTH, height=HEIGHT, fill=SEA)
    rim = tag("rect", x=0.5, y=0.5, width=WIDTH - 1, height=HEIGHT - 1, fill="none", stroke=INK3)
    layers = [_ground(layer.name) if layer.ground else _layer(layer, canvas) for layer in LAYERS]
    drawn = [sea, *layers, rim, _hovers(canvas)]
    named = {"title": title(view), "description": description(view)}
    return document(width, width * HEIGHT / WIDTH, drawn, **named, box=(0, 0, WIDTH, HEIGHT))


def view_of(shown: Any) -> View:
    """Return a view as it is; of a state, the umpire's view, which sees all that is hidden behind screens."""
    return shown if isinstance(shown, View) else shown.view(None)


@cache
def _ground(name: str) -> str:
    layer = next(layer for layer in LAYERS if layer.name == name)
    return _path(layer, list(england.ground()[name]))


def _layer(layer: Layer, canvas: Canvas) -> str:
    if layer.kind == "text":
        return "".join(_letters(canvas, family) for family in FAMILIES)
    return _path(layer, canvas.drawing.lines.get(layer.name, []))


def _letters(canvas: Canvas, family: str) -> str:
    """Return the texts of a font family as one group, which carries their common attributes."""
    drawn = (text_svg(text, bare=True) for text in canvas.drawing.texts.get("text", ()) if text.family == family)
    return tag("g", *drawn, **{"class": family}, font_family=FAMILIES[family])


def _path(layer: Layer, lines: list[Line]) -> str:
    if not lines:
        return ""
    data = path_data(lines, closed=layer.kind == "fill")
    return tag("path", d=data, **{"class": layer.name}, **paint(layer, layer.width))


def _hovers(canvas: Canvas) -> str:
    """Return invisible boxes whose titles are the hover texts."""
    boxes = (
        tag("path", tag("title", escape(words)), d=path_data([_box(*box)], closed=True)) for box, words in canvas.hovers
    )
    return tag("g", *boxes, **{"class": HOVER}, fill="#fff", fill_opacity=0.0)


def court_figure(shown: Any, *, width: float = WIDTH) -> Props:
    """Return the board as plain plotly JSON: a trace for each layer, and one without marks for the hover texts."""
    view, scale = view_of(shown), width / WIDTH
    canvas, traces = court_canvas(view), Traces(_AXES, scale)
    moving = [layer for layer in LAYERS if not layer.ground]
    for layer in moving:
        traces.add(canvas.drawing, layer)
    points = {layer.name: _ground_points(layer.name) for layer in LAYERS if layer.ground} | traces.props(moving)
    found = [blank(layer, scale) | points[layer.name] for layer in LAYERS if points[layer.name]["x"]]
    found.append(blank_hover(HOVER) | traces.hover([_hover(box, words) for box, words in canvas.hovers]))
    return {"data": found, "layout": _layout(view, width), "config": CONFIG}


@cache
def _ground_points(name: str) -> Props:
    return joined(_AXES.line(line) for line in england.ground()[name])


def _hover(box: Box, words: str) -> Hover:
    """Return a hover text at the middle of a box."""
    said = "<br>".join(map(plotly_text, wrap(words, 13, 420)))
    return Hover((box[0] + box[2]) / 2, (box[1] + box[3]) / 2, said)


def _layout(view: View, width: float) -> Props:
    axis = {"visible": False, "fixedrange": True}
    return {
        "width": round(width),
        "height": round(width * HEIGHT / WIDTH),
        "margin": {"l": 0, "r": 0, "t": 0, "b": 0, "pad": 0},
        "plot_bgcolor": SEA,
        "paper_bgcolor": SEA,
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
        "xaxis": axis | {"range": [0, WIDTH]},
        "yaxis": axis | {"range": [0, HEIGHT]},
        "meta": [title(view)],
        "template": {"layout": {}},
    }
