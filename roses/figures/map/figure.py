"""The map of a view as a plotly figure, and updates of such a figure in place.

>>> fig = map_figure(View("York", "1483", 3, 1, "march", ("York",), "Gloucester", "Richmond", "York",
...                       (Piece("York", "Kent"),), {}, {}, {}), "kingdom")
>>> fig.data[INDEX["blocks"]].text
('<b>Kent</b><br>unseen block of York',)
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from importlib import import_module
from typing import Any, Final, NamedTuple, Unpack

import plotly.graph_objects as go
from plotly.basedatatypes import Undefined

from roses.engine.display import PLOTLY
from roses.engine.record import Place
from roses.figures.drawing.palette import HALO, INK, INK3, PANEL, SANS, SEA
from roses.figures.drawing.picture import CONFIG, Props, blank_hover, line_look
from roses.figures.drawing.svg import Svg
from roses.figures.map.flags import Flag, Reach
from roses.figures.map.frames import Frame, Preset
from roses.figures.map.geography import ATTRIBUTION, area_at
from roses.figures.map.layout import CREDIT_SIZE, credit_lines
from roses.figures.map.places import Routes
from roses.figures.map.scene import MapMarks, Paths, Scene, scene
from roses.figures.map.svg import map_svg
from roses.figures.map.text import description, title
from roses.figures.map.traces import (
    HITS,
    HOVER,
    INDEX,
    ORDER,
    SceneTraces,
    blank_hits,
    cut_ground,
    ground_data,
    look,
    scale_of,
)
from roses.richard.view import Piece, View

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
    moving, window = SceneTraces(picture).props(), picture.frame
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
    return MapPicture(picture, _moving_props(picture), partial(map_svg, picture.view, picture.frame, **marks))


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
    changes = {name: _changes(props, old.get(name, {})) for name, props in after.props.items()}
    return {name: props for name, props in changes.items() if props}


def clicked_area(trace: Any, points: Any) -> str | None:
    """Return the area of a click, for ``on_click`` of the traces named ``blocks`` and ``areas``.

    A click on a token gives the token's area, also where it stands on a tray or in a tab.
    """
    if not points.xs:
        return None
    if trace.name == HOVER:
        return str(trace.customdata[points.point_inds[0]])
    return area_at(points.xs[0], points.ys[0])


def _moving_props(picture: Scene) -> dict[str, Props]:
    """Return the properties of a figure that depend on the scene, by name of the trace or ``LAYOUT``."""
    scaled = {layer.name: {"line": line_look(layer, scale_of(layer, picture.frame))} for layer in ORDER if layer.scaled}
    moving = SceneTraces(picture).props()
    layout = {key: value for key, value in _layout(picture.frame).items() if not key.endswith("bgcolor")}
    return scaled | {name: scaled.get(name, {}) | props for name, props in moving.items()} | {LAYOUT: _flat(layout)}


def _changes(props: Props, before: Props) -> Props:
    return {key: value for key, value in props.items() if key not in before or before[key] != value}


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


def _credit(frame: Frame) -> Props:
    """Return the short attribution of the map data, in the lower left corner; the hover text has it whole."""
    rim = {"shadow": f"0 0 2px {HALO}, 0 0 2px {HALO}"}
    return _PAPER | {
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


def _layout(frame: Frame) -> Props:
    axis = {"visible": False, "fixedrange": True}
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
        "annotations": [_credit(frame)],
        "shapes": [_RIM | _PAPER | {"type": "rect"}],
        "meta": [frame.name, frame.west, frame.south, frame.width, frame.height],
        "template": {"layout": {}},
    }
