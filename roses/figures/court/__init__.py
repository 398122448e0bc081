"""The court game's board as one picture: counties, France, parliament, houses; as text, SVG and plotly.

``court_svg``, ``court_data`` and ``text_court`` give the whole board. ``board`` draws its parts, ``captions`` has the
words, and ``canvas`` is what all of it is drawn on.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from roses.figures.court.board import draw_england, draw_france, draw_houses, draw_parliament, ground
from roses.figures.court.canvas import CREDIT_TOP, HEIGHT, LAYERS, MAP, WIDTH, Canvas
from roses.figures.court.captions import description, text_court, title
from roses.figures.drawing import Text
from roses.figures.drawing.geometry import outline
from roses.figures.drawing.palette import INK2, INK3, SEA
from roses.figures.drawing.picture import Axes, Props, figure_json, join_lines, layout_json
from roses.figures.drawing.svg import Svg, document, hovers_svg, layer_svg, path_svg, tag
from roses.figures.map.geography import ATTRIBUTION, CREDIT, CREDIT_SIZE, add_credit
from roses.lancaster.view import View

__all__ = ["HEIGHT", "WIDTH", "board_svg", "court_canvas", "court_data", "court_svg", "text_court"]

_AXES: Final = Axes(0, HEIGHT, digits=1)


def court_canvas(view: View) -> Canvas:
    """Return the board put together from what a view shows."""
    canvas = Canvas()
    canvas.drawing.add("panels", outline((MAP[2], 0, WIDTH, HEIGHT)), outline((0, MAP[3], WIDTH, HEIGHT)))
    canvas.line("rules", (MAP[2], 0), (MAP[2], MAP[3]))
    canvas.line("rules", (0, MAP[3]), (WIDTH, MAP[3]))
    draw_england(canvas, view)
    draw_france(canvas, view)
    draw_parliament(canvas, view)
    draw_houses(canvas, view)
    canvas.drawing.write("text", Text(CREDIT, 8, CREDIT_TOP + 14, CREDIT_SIZE, INK2, anchor="start"))
    canvas.hover((0, CREDIT_TOP, WIDTH, HEIGHT), ATTRIBUTION)
    return canvas


def court_svg(position: Any, *, width: float = WIDTH) -> Svg:
    """Return the board as an SVG document, ``width`` px wide; ``position`` is a View, or a state (then all is seen).

    >>> import roses
    >>> court_svg(roses.start("lancaster", players=3))
    <SVG 780 x 609 px: Lancaster, 1413: set-up, the start player is drawn>
    """
    view = _view_of(position)
    return board_svg(court_canvas(view), view, width=width)


def board_svg(canvas: Canvas, view: View, *, width: float = WIDTH) -> Svg:
    """Return the canvas of a view as an SVG document, ``width`` px wide."""
    sea = tag("rect", width=WIDTH, height=HEIGHT, fill=SEA)
    rim = tag("rect", x=0.5, y=0.5, width=WIDTH - 1, height=HEIGHT - 1, fill="none", stroke=INK3)
    layers = [_ground(layer.name) if layer.ground else layer_svg(canvas.drawing, layer) for layer in LAYERS]
    inside = [sea, *layers, rim, hovers_svg(canvas.hovers)]
    texts = {"title": title(view), "description": description(view)}
    return add_credit(document(width, width * HEIGHT / WIDTH, inside, **texts, box=(0, 0, WIDTH, HEIGHT)))


def _view_of(position: Any) -> View:
    """Return a view as it is; of a state, the umpire's view, which sees all that is hidden behind screens."""
    return position if isinstance(position, View) else position.view(None)


@cache
def _ground(name: str) -> str:
    layer = next(layer for layer in LAYERS if layer.name == name)
    return path_svg(layer, ground()[name])


def court_data(position: Any, *, width: float = WIDTH) -> Props:
    """Return the board as plain plotly JSON: a trace for each layer, and one without marks for the hover texts."""
    view = _view_of(position)
    canvas = court_canvas(view)
    points = {layer.name: _ground_points(layer.name) for layer in LAYERS if layer.ground}
    layout = layout_json(WIDTH, HEIGHT, width, SEA, title(view), description(view))
    return figure_json(canvas.drawing, LAYERS, canvas.hovers, layout, points)


@cache
def _ground_points(name: str) -> Props:
    return join_lines(_AXES.line(line) for line in ground()[name])
