"""A drawing with hover texts as SVG and as plotly JSON: all figures whose parts are layers of outlines and words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from roses.figures.drawing.drawing import FAMILIES, Drawing
from roses.figures.drawing.layers import Layer
from roses.figures.drawing.measure import wrap
from roses.figures.drawing.occupancy import Box
from roses.figures.drawing.painting import dot_svg, paint, path_data, text_svg
from roses.figures.drawing.palette import INK, PANEL, SANS
from roses.figures.drawing.points import Line
from roses.figures.drawing.svg import escape, tag
from roses.figures.drawing.traces import CONFIG, Axes, Hover, Props, Traces, blank, blank_hover, plotly_text

HOVER: Final = "hover"
Hovers = Sequence[tuple[Box, str]]  # boxes in px, and what is said of them


def outline(box: Box) -> Line:
    """Return the closed outline of a box.

    >>> outline((0, 0, 2, 1))
    ((0, 0), (2, 0), (2, 1), (0, 1), (0, 0))
    """
    left, top, right, low = box
    return ((left, top), (right, top), (right, low), (left, low), (left, top))


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
    drawn = (text_svg(text, bare=True) for text in texts)
    return tag("g", *drawn, **{"class": family}, font_family=FAMILIES[family])


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

    ``layout`` is the value of ``layout_json``; ``ground`` holds the points of layers that are known already.
    """
    high = layout["yaxis"]["range"][1]
    scale, axes = layout["width"] / layout["xaxis"]["range"][1], Axes(0, high, digits=1)
    traces, layers = Traces(axes, scale), list(layers)
    for layer in layers:
        traces.add(drawing, layer)
    points = {**traces.props(layers), **ground}
    found = [blank(layer, scale) | points[layer.name] for layer in layers if points[layer.name]["x"]]
    found.append(blank_hover(HOVER) | traces.hover([_hover(box, words) for box, words in hovers]))
    return {"data": found, "layout": layout, "config": CONFIG}


def plotly_figure(data: Props) -> Any:
    """Return a plotly figure of the value of ``figure_json``."""
    from plotly.graph_objects import Figure

    return Figure({"data": data["data"], "layout": data["layout"]})


def _hover(box: Box, words: str) -> Hover:
    """Return a hover text at the middle of a box."""
    said = "<br>".join(map(plotly_text, wrap(words, 13, 420)))
    return Hover((box[0] + box[2]) / 2, (box[1] + box[3]) / 2, said)


def layout_json(wide: float, high: float, width: float, paper: str, title: str, description: str) -> Props:
    """Return the layout of a drawing of ``wide`` x ``high`` px that is shown ``width`` px wide on ``paper``.

    Its ``meta`` is what a screen reader says of the figure: title and description.
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
