"""The map of a view as a plotly figure, and updates of such a figure in place.

>>> fig = map_figure(View("York", "1483", 3, 1, "march", ("York",), "Gloucester", "Richmond", "York",
...                       (Piece("York", "Kent"),), {}, {}, {}), "kingdom")
>>> fig.data[INDEX["blocks"]].text
('<b>Kent</b><br>unseen block of York',)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from functools import cache, lru_cache, partial
from importlib import import_module
from typing import Any, Final, Literal, NamedTuple, Unpack

import msgspec
import plotly.graph_objects as go
from plotly.basedatatypes import Undefined

from roses.engine.display import PLOTLY
from roses.engine.i18n import cached
from roses.engine.record import Place
from roses.figures.blocks import piece_lines
from roses.figures.blocks.tokens import Arms, Label, Shape, Size, parts
from roses.figures.drawing import Layer, Text, geometry
from roses.figures.drawing import palette as p
from roses.figures.drawing.geometry import Line
from roses.figures.drawing.palette import AMBER, HALO, HOUSES, INK, INK3, PANEL, SANS, SEA, WHITE
from roses.figures.drawing.picture import (
    CONFIG,
    Axes,
    Hover,
    Mark,
    Props,
    Traces,
    blank,
    blank_hover,
    join_lines,
    line_look,
    plotly_text,
)
from roses.figures.drawing.svg import Svg
from roses.figures.map.geography import ATTRIBUTION, CREDIT_SIZE, Frame, Preset, area_at, credit_lines
from roses.figures.map.layout import STYLES
from roses.figures.map.movement import Flag, Reach
from roses.figures.map.places import Routes
from roses.figures.map.scene import BY_NAME, LAYERS, MapMarks, Paths, Scene, land, scene
from roses.figures.map.svg import map_svg
from roses.figures.map.text import description, title
from roses.history.names import day_of_campaign, on
from roses.richard.view import Piece, View

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
def stamp(piece: Piece, scale: float, size: Size, chosen: bool, acting: bool, arms: Arms = "") -> Stamp:
    """Return the parts that a token adds to the traces of a map.

    >>> [trace for trace, line in stamp(Piece("York", "Kent"), 0.92, "campaign", False, False).outlines]
    ['halo', 'York', 'ink York']
    """
    outlines: list[tuple[str, Line]] = []
    marks: list[Mark] = []
    letters: list[Letters] = []
    for part in parts(piece, scale, size=size, chosen=chosen, acting=acting, arms=arms):
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


_OWN: Final = [layer for layer in LAYERS if layer.kind == "tokens" or (not layer.trace and layer.name not in _ABOVE)]
# the layers of all traces but the last two, from below; layers that share a trace come once
ORDER: Final = (*(own for layer in _OWN for own in (_TOKENS if layer.kind == "tokens" else (layer,))), *_LAST)
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


def scene_props(picture: Scene) -> dict[str, Props]:
    """Return the points and looks of every moving trace by name; empty ones too, so that old points vanish."""
    frame = picture.frame
    traces, spots = Traces(Axes(frame.west, frame.north, frame.k)), []
    day = picture.day or day_of_campaign(picture.view.campaign)
    traces.lines |= {name: list(lines) for name, lines in picture.regions.items()}  # in km as they are
    for layer in LAYERS:
        if layer.kind == "tokens":
            for token in sorted(picture.layout.tokens, key=picture.emphasis):
                piece = picture.plain(token)
                look = (token.scale, token.size, *picture.emphasis(token), picture.arms(token))
                _add_stamp(traces, stamp(piece, *look), token.x, token.y)
                words = _hover_words(msgspec.structs.replace(piece, place=token.area), day)
                spots.append(Hover(token.x, token.y, words, token.area))
            for count in picture.layout.counts:  # a disc that counts blocks names all of them
                names = "<br>".join(plotly_text(piece_lines(piece)[0]) for piece in count.pieces)
                spots.append(Hover(count.x, count.y, f"<b>{plotly_text(count.area)}</b><br>{names}", count.area))
        traces.add(picture.drawing, layer)
    return traces.props(MOVING) | {HOVER: traces.hover(spots), HITS: hits(frame)}


def _add_stamp(traces: Traces, token: Stamp, x: float, y: float) -> None:
    for trace, line in token.outlines:
        traces.line(trace, line, x, y)
    for mark in token.marks:
        shifted = Mark(x + mark.x, y + mark.y, mark.symbol, mark.size, mark.fill, mark.edge, mark.width, mark.angle)
        traces.mark("marks", shifted)
    for letter in token.letters:
        low, size = y + letter.y + 0.35 * letter.size, round(letter.size, 1)
        text = Text(letter.text, x + letter.x, low, size, letter.fill, bold=True, anchor=letter.anchor)
        traces.text("token text", text)


@cached(maxsize=512)
def _hover_words(piece: Piece, day: str) -> str:
    """Return the hover text of a token, with the name of the day."""
    with on(day):
        return "<br>".join([f"<b>{plotly_text(piece.place)}</b>", *map(plotly_text, piece_lines(piece))])


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


__all__ = [
    "CONFIG",
    "HITS",
    "HOVER",
    "INDEX",
    "LAYOUT",
    "Flag",
    "Piece",
    "Reach",
    "View",
    "area_at",
    "changes_of",
    "clicked_area",
    "figure_json",
    "map_figure",
    "prepare",
    "still_data",
    "update_map",
    "update_with",
]
_PICTURE: Final = "_roses_picture"  # attribute of a figure that holds its ``MapPicture``
LAYOUT: Final = ""  # stands for the layout among the names of the traces


class MapFigure(go.Figure):  # type: ignore[misc]
    """A map whose output holds an SVG version beside plotly's data, for pages without a kernel (nbconvert, GitHub)."""

    def _repr_mimebundle_(self, *args: Any, **kwargs: Any) -> Props:
        bundle: Props = super()._repr_mimebundle_(*args, **kwargs) or {}
        picture: MapPicture | None = getattr(self, _PICTURE, None)  # a copy of a figure has none
        if not picture:
            return bundle
        svg = picture.svg()
        if PLOTLY in bundle:  # for screen readers, as the figures of charts have it
            bundle[PLOTLY]["layout"]["meta"] = [svg.name, svg.description]
        return {**bundle, "image/svg+xml": svg, "text/plain": "<map figure>"}

    def _ipython_display_(self) -> None:
        display = import_module("IPython.display").display
        display(self._repr_mimebundle_(), raw=True)


def map_figure(
    position: Any,
    frame: Preset | Frame = "campaign",
    *,
    chosen: Collection[str] = (),
    acting: Collection[str] = (),
    paths: Paths = (),
    reach: Reach | None = None,
    places: Collection[str | Place] = (),
    here: Collection[str] = (),
    routes: Routes = (),
) -> MapFigure:
    """Return a position on the map of England and Wales.

    ``position`` is a View, or a state (then both sides are seen). ``frame`` is "campaign" (780 x 526 px, round the
    action), "kingdom" (556 x 636), "lesson" (1000 x 1176, with cities, ports and battles) or a Frame. ``chosen`` and
    ``acting`` are block ids; ``chosen`` may also hold areas. ``paths`` are marches: (side, [area, area ...]). ``reach``
    shows where the chosen blocks may go. An unseen block shows its side and nothing else.

    ``places`` are names of ``data/history/places.json``, or ``Place`` values of one's own; those whose names are in
    ``here`` are emphasised. ``routes`` are marches of history: (side, [(place, date), ...]), with "" for no date. They
    are drawn dashed through the places themselves, while ``paths`` lead from area to area as the game marches. Labels
    and dates are moved aside, and dates left out, rather than written over blocks, names or each other.

    >>> import roses
    >>> map_figure(roses.scene(Kent="York"), "kingdom").layout.height
    636
    >>> fig = map_figure(roses.scene(Hereford="Richmond"), places=["Shrewsbury"], here=["Shrewsbury"],
    ...                  routes=[("Lancaster", [("Milford Haven", "7 Aug"), ("Shrewsbury", "17 Aug")])])
    >>> fig.data[INDEX["site names"]].text
    ("Lancaster's way in history", 'Shrewsbury', '17 Aug', 'Milford Haven', '7 Aug')
    """
    picture = prepare(
        position, frame, chosen=chosen, acting=acting, paths=paths, reach=reach, places=places, here=here, routes=routes
    )
    figure = MapFigure(figure_json(picture), skip_invalid=False)
    setattr(figure, _PICTURE, picture)
    return figure


def figure_json(picture: MapPicture, without: Collection[str] = ()) -> Props:
    """Return a map as plotly JSON with ``data`` and ``layout``; ``without`` names traces to leave out."""
    frame = picture.scene.frame
    layers = [layer for layer in ORDER if layer.name not in without]
    traces = [look(layer, frame) | (ground_data(layer.name) if layer.ground else {}) for layer in layers]
    traces += [trace for trace in (blank_hover(HOVER), blank_hits()) if trace["name"] not in without]
    return {"data": [trace | picture.props.get(trace["name"], {}) for trace in traces], "layout": _layout(frame)}


def still_data(position: Any, frame: Preset | Frame = "campaign") -> Props:
    """Return a position as plain plotly JSON for saved notebooks: only the ground in the frame, no click layer."""
    picture = scene(position, frame)
    moving, window = scene_props(picture), picture.frame
    traces = [
        look(layer, window) | (cut_ground(layer.name, window) if layer.ground else moving[layer.name])
        for layer in ORDER
    ]
    traces = [trace for trace in traces if trace.get("x")] + [blank_hover(HOVER) | moving[HOVER]]
    layout = _layout(window) | {"meta": [title(picture.view), description(picture.view)]}
    return {"data": traces, "layout": layout, "config": CONFIG}


def update_map(fig: go.Figure, position: Any, frame: Preset | Frame = "campaign", **marks: Unpack[MapMarks]) -> None:
    """Update a figure (or FigureWidget) made by ``map_figure`` in one message; the ground is not sent again.

    Traces that were removed from the figure stay removed.

    >>> import roses
    >>> fig = map_figure(roses.scene(Kent="York"), "kingdom")
    >>> update_map(fig, roses.scene(Kent="Norfolk"), "kingdom")
    >>> fig.data[INDEX["blocks"]].text[0].startswith("<b>Kent</b><br>Norfolk, York: 4 of 4 steps")
    True
    """
    update_with(fig, prepare(position, frame, **marks))


class MapPicture(NamedTuple):
    """A map ready to be shown: its scene, the properties of its traces by name, and a function that draws its SVG."""

    scene: Scene
    props: dict[str, Props]
    svg: Callable[[], Svg]


def prepare(position: Any, frame: Preset | Frame = "campaign", **marks: Unpack[MapMarks]) -> MapPicture:
    """Return the map that ``update_map`` would show, for ``update_with``; it may be computed ahead of time."""
    picture = scene(position, frame, **marks)
    scaled = {layer.name: {"line": line_look(layer, scale_of(layer, picture.frame))} for layer in ORDER if layer.scaled}
    moving = {name: scaled.get(name, {}) | props for name, props in scene_props(picture).items()}
    layout = {key: value for key, value in _layout(picture.frame).items() if not key.endswith("bgcolor")}
    props = scaled | moving | {LAYOUT: _flat(layout)}
    return MapPicture(picture, props, partial(map_svg, picture.view, picture.frame, **marks))


def update_with(fig: go.Figure, picture: MapPicture) -> None:
    """Set the properties that differ from those sent before, in one message, and in another those of the click layer.

    Where one trace of a message changes a property and another keeps it, a widget is sent its present value for the
    other: plotly's mark for "as it is" would stand in the data of a widget that is not displayed yet, and break it.
    """
    is_widget = hasattr(fig, "comm")
    changes = changes_of(getattr(fig, _PICTURE, None), picture)
    layout = changes.pop(LAYOUT, {})
    numbers = {trace.name: i for i, trace in enumerate(fig.data) if trace.name in changes}
    clicks = [numbers.pop(HITS)] if HITS in numbers else []
    for at in filter(None, (list(numbers.values()), clicks)):
        edits = [(changes[fig.data[i].name], fig.data[i].to_plotly_json() if is_widget else {}) for i in at]
        keys = sorted({key for edit, _present in edits for key in edit})
        as_it_is = None if is_widget else Undefined
        restyle = {key: [edit.get(key, present.get(key, as_it_is)) for edit, present in edits] for key in keys}
        fig.plotly_update(restyle, layout, at)
        layout = {}
    if layout:
        fig.plotly_relayout(layout)
    setattr(fig, _PICTURE, picture)


def changes_of(before: MapPicture | None, after: MapPicture) -> dict[str, Props]:
    """Return the properties that differ, by name of the trace, those of the layout under ``LAYOUT``."""
    old = before.props if before else {}
    changes = {}
    for name, props in after.props.items():
        known = old.get(name, {})
        if new := {key: value for key, value in props.items() if key not in known or known[key] != value}:
            changes[name] = new
    return changes


def clicked_area(trace: Any, points: Any) -> str | None:
    """Return the area of a click, for ``on_click`` of the traces named ``blocks`` and ``areas``.

    A click on a token gives the token's area, also where it stands on a tray or in a tab.
    """
    if not points.xs:
        return None
    if trace.name == HOVER:
        return str(trace.customdata[points.point_inds[0]])
    return area_at(points.xs[0], points.ys[0])


def _flat(props: Props, path: str = "") -> Props:
    """Return nested properties by path: ``{"marker.line.color": ...}``."""
    flat: Props = {}
    for key, value in props.items():
        flat |= _flat(value, f"{path}{key}.") if isinstance(value, dict) else {f"{path}{key}": value}
    return flat


_RIM: Final = {"x0": 0, "y0": 0, "x1": 1, "y1": 1, "line": {"color": INK3, "width": 1}}
_PAPER: Final = {"xref": "paper", "yref": "paper"}


def _font(size: float, colour: str) -> Props:
    return {"family": SANS, "size": size, "color": colour}


def _layout(frame: Frame) -> Props:
    axis, rim = {"visible": False, "fixedrange": True}, {"shadow": f"0 0 2px {HALO}, 0 0 2px {HALO}"}
    credit = _PAPER | {  # the short attribution of the map data, in the lower left corner; the hover text has it whole
        "text": "<br>".join(credit_lines(frame)),
        "hovertext": ATTRIBUTION,
        "font": _font(CREDIT_SIZE, INK) | rim,
        "x": 0,
        "y": 0,
        "xanchor": "left",
        "yanchor": "bottom",
        "align": "left",
        "showarrow": False,
        "xshift": 4,
        "borderpad": 1,
    }
    return {
        "width": frame.width,
        "height": frame.height,
        "margin": {"l": 0, "r": 0, "t": 0, "b": 0, "pad": 0},
        "plot_bgcolor": SEA,
        "paper_bgcolor": SEA,
        "showlegend": False,
        "dragmode": False,
        "hovermode": "closest",
        "hoverdistance": 17,  # px round the middle of a token
        "hoverlabel": {"bgcolor": PANEL, "bordercolor": INK, "align": "left", "font": _font(13, INK)},
        "xaxis": axis | {"range": [frame.west, round(frame.east, 3)]},
        "yaxis": axis | {"range": [frame.south, round(frame.north, 3)]},
        "annotations": [credit],
        "shapes": [_RIM | _PAPER | {"type": "rect"}],
        "meta": [frame.name, frame.west, frame.south, frame.width, frame.height],
        "template": {"layout": {}},
    }
