"""The court game's board as one picture: counties, France, parliament, houses; as text, SVG and plotly.

``court_svg``, ``court_data`` and ``text_court`` give the whole board. ``board`` draws its parts, ``captions`` has the
words, and ``canvas`` is what all of it is drawn on.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from roses.figures.court.board import draw_england, draw_france, draw_houses, draw_parliament, ground
from roses.figures.court.canvas import CREDIT_TOP, HEIGHT, HOUSES_TOP, LAYERS, MAP, WIDTH, Canvas
from roses.figures.court.captions import description, text_court, title
from roses.figures.drawing import Text
from roses.figures.drawing.geometry import outline
from roses.figures.drawing.palette import INK2, INK3, SEA
from roses.figures.drawing.picture import Axes, Props, figure_json, join_lines, layout_json
from roses.figures.drawing.svg import Svg, document, hovers_svg, layer_svg, number, path_svg, tag
from roses.figures.map.geography import ATTRIBUTION, CREDIT, CREDIT_SIZE, add_credit
from roses.lancaster.position import Phase
from roses.lancaster.view import View

__all__ = ["HEIGHT", "WIDTH", "board_svg", "court_canvas", "court_data", "court_svg", "narrow_board", "text_court"]

_ENGLAND: Final = 378.0  # px: height of England on the narrow board, down to the coast
# the part of the narrow board that comes first while this is decided; for all else it is England
_FIRST: Final[dict[str, str]] = {
    Phase.VOTE: "parliament", Phase.TRADE: "parliament", Phase.BARTER: "parliament", Phase.UPKEEP: "parliament",
    Phase.FAVOUR: "France", Phase.PASSAGE: "France", Phase.COMMIT: "France", Phase.RANSOM: "France",
    Phase.EXTENSION: "houses", Phase.BUILDING: "houses", Phase.CASTLE: "houses", Phase.UPGRADE: "houses",
    Phase.OVER: "houses",
}  # fmt: skip
_AXES: Final = Axes(0, HEIGHT, digits=1)


def court_canvas(view: View) -> Canvas:
    """Return the board put together from what a view shows."""
    canvas = Canvas()
    canvas.drawing.add("panels", outline((MAP[2], 0, WIDTH, HEIGHT)), outline((0, MAP[3], WIDTH, HEIGHT)))
    canvas.line("rules", (MAP[2], 0), (MAP[2], MAP[3]))
    canvas.line("rules", (0, MAP[3]), (WIDTH, MAP[3]))
    draw_england(canvas, view)
    draw_parliament(canvas, view, draw_france(canvas, view) + 8)
    draw_houses(canvas, view, HOUSES_TOP)
    canvas.drawing.write("text", Text(CREDIT, 8, CREDIT_TOP + 14, CREDIT_SIZE, INK2, anchor="start"))
    canvas.hover((0, CREDIT_TOP, WIDTH, HEIGHT), ATTRIBUTION)
    return canvas


def narrow_board(view: View) -> tuple[Svg, Canvas]:
    """Return the board for a telephone, one part below the other, and a canvas with its hover texts and spots.

    What is decided now is in the part that comes first.

    >>> import roses
    >>> svg, canvas = narrow_board(roses.start("lancaster", players=3).view())
    >>> svg.width, len({name for name, _box in canvas.spots})
    (342.0, 14)
    """
    wide, ends = MAP[2] + 4, (8.0, MAP[2] - 4)
    england, france, parliament, houses = (Canvas() for _part in range(4))
    draw_england(england, view)
    parts = {
        "England": (england, _ENGLAND),
        "France": (france, draw_france(france, view, ends, 1) + 6),
        "parliament": (parliament, draw_parliament(parliament, view, 4, ends, 1)),
        "houses": (houses, draw_houses(houses, view, 0, wide, 2) + 6),
    }
    for canvas, high in list(parts.values())[1:]:
        canvas.drawing.add("panels", outline((0, 0, wide, high)))
    first = _FIRST.get(view.phase, "England")
    whole, groups, top = Canvas(), list[str](), 0.0
    for name in sorted(parts, key=lambda name: name != first):
        canvas, high = parts[name]
        groups.append(tag("g", *_layers(canvas), transform=f"translate(0 {number(top)})"))
        for (left, upper, right, low), words in canvas.hovers:
            whole.hover((left, upper + top, right, low + top), words)
        whole.spots += [(spot, (box[0], box[1] + top, box[2], box[3] + top)) for spot, box in canvas.spots]
        top += high
    sea = tag("rect", width=wide, height=top, fill=SEA)
    inside = [sea, *groups, hovers_svg(whole.hovers)]
    return document(wide, top, inside, title=title(view), description=description(view)), whole


def _layers(canvas: Canvas) -> list[str]:
    """Return the layers of a canvas; the ground is drawn once for all boards that have it."""
    lines = canvas.drawing.lines
    return [
        _ground(layer.name) if layer.ground and lines.get(layer.name) else layer_svg(canvas.drawing, layer)
        for layer in LAYERS
    ]


def court_svg(position: Any, *, width: float = WIDTH) -> Svg:
    """Return the board as an SVG document, ``width`` px wide; ``position`` is a View, or a state (then all is seen).

    >>> import roses
    >>> court_svg(roses.start("lancaster", players=3))
    <SVG 780 x 625 px: Lancaster, 1413: set-up, the start player is drawn>
    """
    view = _view_of(position)
    return board_svg(court_canvas(view), view, width=width)


def board_svg(canvas: Canvas, view: View, *, width: float = WIDTH) -> Svg:
    """Return the canvas of a view as an SVG document, ``width`` px wide."""
    sea = tag("rect", width=WIDTH, height=HEIGHT, fill=SEA)
    rim = tag("rect", x=0.5, y=0.5, width=WIDTH - 1, height=HEIGHT - 1, fill="none", stroke=INK3)
    inside = [sea, *_layers(canvas), rim, hovers_svg(canvas.hovers)]
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
