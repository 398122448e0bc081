"""The map of the block war game in a Stepper: frame, base map, and blocks and marches over it."""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeAlias

import plotly.graph_objects as go
from msgspec import structs

from roses.engine.i18n import gettext as _
from roses.engine.i18n import language
from roses.figures.drawing.geometry import Point
from roses.figures.drawing.palette import HATCH
from roses.figures.drawing.svg import document, paint, path_data, tag, text_svg
from roses.figures.map.badges import badges_svg
from roses.figures.map.figure import CONFIG, HITS, LAYOUT, MapPicture, changes_of, figure_json, prepare
from roses.figures.map.geography import KINGDOM, LESSON, Frame, campaign_frame
from roses.figures.map.places import places_words
from roses.figures.map.scene import CITIES, LAYERS, REACH, Scene, land, lines_px
from roses.figures.map.svg import overlay_svg
from roses.figures.map.text import standing, title
from roses.widgets.stepper.adapter import Layout, LiveView, Message, Step

_MARGINS: Final = (0.13, 0.3)  # parts of a frame's width and height between the action and the edge, for tabs
_SMALL: Final = 460  # px: narrower maps, on telephones, have the scale of the kingdom
GROUND: Final = tuple(layer for layer in LAYERS if layer.ground)
NAMES: Final = ("seas", "names")
_CLEAR: Final = "rgba(0,0,0,0)"  # the ground shows through the plot
# traces that a replay does not need, or has under the plot (ground and names): fewer traces make a step faster
_SPARED: Final = frozenset({HITS, *(layer.name for layer in GROUND), *NAMES, *CITIES, *REACH})
Spots: TypeAlias = tuple[Point, ...]
FrameOf: TypeAlias = Callable[[Step, int, int], Frame]
MarksOf: TypeAlias = Callable[[Step], dict[str, Any]]


class _Drawing(NamedTuple):
    """The map of a step: a key of all it depends on, its picture, and its names and badges as SVG."""

    key: Hashable
    picture: MapPicture
    names: str
    badges: str


class MapView(LiveView):
    """The map under the boards. Each map has a ``number``, by which a page knows whether it shows the current one.

    ``frame(step, width, height)`` returns the part of the map to show, ``marks(step)`` the blocks that act and the
    marches to draw.
    """

    plots = True

    def __init__(self, model: Step, layout: Layout, frame: FrameOf, marks: MarksOf) -> None:
        self._frame, self._marks = frame, marks
        self._ahead: _Drawing | None = None
        self._viewer = model.viewer
        self._layout = layout
        self._current = self._drawing(model, layout)
        self.number = 1
        self._svg: tuple[int, str] | None = (0, "")  # the number of the map that was drawn last, and its SVG
        self._sent: tuple[int, Hashable] = (0, "")  # the number and the key of the map that was sent ahead

    @property
    def map(self) -> go.Figure:
        """Return the current map as a plotly figure."""
        return go.Figure({key: value for key, value in self._figure().items() if key != "config"})

    def _figure(self) -> dict[str, Any]:
        figure = figure_json(self._current.picture, without=_SPARED)
        figure["layout"] |= {"plot_bgcolor": _CLEAR, "paper_bgcolor": _CLEAR}
        return figure | {"config": CONFIG}

    def show(self, model: Step, layout: Layout) -> Message:
        """Return the changes of a step; under a board they wait until the map is seen, unless the viewer changed."""
        self._layout = layout
        if model.stage != "map" and model.viewer == self._viewer:
            return {}
        before, self._current = self._current, self._drawing(model, layout)
        self._ahead, self._viewer = self._current, model.viewer
        if before.key == self._current.key:
            return {}
        self.number += 1
        changes = changes_of(before.picture, self._current.picture)
        layout_changes = changes.pop(LAYOUT, {})
        traces = {name: props for name, props in changes.items() if name not in _SPARED}
        return {"after": self.number - 1, "number": self.number, "traces": traces, "layout": layout_changes}

    def answer(self, request: str) -> Message:
        """Return the whole figure to a page that has plotly; for one without, ``texts`` has the map as SVG.

        ``request`` is "plot" for the figure, "plotted" if the page shows it by now, anything else for SVG.
        """
        self._svg = None if request in ("plot", "plotted") else self._svg or (0, "")
        return {"figure": self._figure(), "number": self.number} if request == "plot" else {}

    def ahead(self, model: Step, layout: Layout) -> dict[str, Any]:
        """Return what ``texts`` will return for the next step, with the blocks as SVG if it shows the map.

        Those of the present map go along as "before" for pages that lack them.
        """
        values = self._ground(model, layout)
        if model.stage == "map":
            self._ahead = self._drawing(model, layout)
            here = {"number": self.number + 1, "svg": _blocks_svg(self._ahead)}
            if (self.number, self._current.key) != self._sent and not (self._svg and self._svg[0] == self.number):
                here["before"] = _blocks_svg(self._current)
            self._sent = (self.number + 1, self._ahead.key)
            values |= _labels(self._ahead) | {"map": here}
        return values

    def texts(self, model: Step) -> dict[str, Any]:
        """Return values of the screen's traits: base map, names if the map is shown, blocks as SVG where needed."""
        if self._svg is not None and self._svg[0] != self.number:
            self._svg = (self.number, _blocks_svg(self._current))
        values = self._ground(model, self._layout)
        values["map"] = {"number": self.number, "svg": self._svg[1] if self._svg else ""}
        return values | _labels(self._current) if model.stage == "map" else values

    def _ground(self, model: Step, layout: Layout) -> dict[str, Any]:
        frame = self._frame(model, *layout.map)
        return {"ground": ground_source(frame), "ground_at": ground_at(frame)}

    def _drawing(self, model: Step, layout: Layout) -> _Drawing:
        """Return the map of a step, which ``ahead`` may have computed already."""
        key = (language(), model.index, model.viewer, model.frame, layout)
        if self._ahead and self._ahead.key == key:
            return self._ahead
        picture = prepare(model.view, self._frame(model, *layout.map), **self._marks(model))
        badges = badges_svg(picture.scene.badges.values(), picture.scene.day)
        wide, high = picture.scene.frame.width, picture.scene.frame.height
        return _Drawing(key, picture, names_svg(picture.scene), tag("svg", badges, width=wide, height=high))


def _blocks_svg(drawing: _Drawing) -> str:
    return overlay_svg(drawing.picture.scene, without=_SPARED, keys=True)


def _labels(drawing: _Drawing) -> dict[str, Any]:
    """Return the names on a map, its badges, its title, and what it shows in a few words."""
    scene = drawing.picture.scene
    counts = Counter(piece.side for pieces in standing(scene.view).values() for piece in pieces)
    blocks = ", ".join(_("{n} of {side}").format(n=n, side=side) for side, n in counts.items())
    summary = _("Blocks: {counts}. T lists them.").format(counts=blocks) if blocks else _("No blocks on the map.")
    description = " ".join(filter(None, (places_words(scene.layout), summary)))
    picture = {"name": title(scene.view), "description": description}
    return {"names": drawing.names, "badges": drawing.badges, "picture": picture}


@lru_cache(maxsize=16)
def campaign_frames(steps: tuple[Spots, ...], width: int, height: int) -> tuple[Frame, ...]:
    """Return a campaign frame of this size for each step, given the points of its action in km.

    A step keeps the frame of the step before if that holds all of its action.
    """
    across, down = _rooms(width, height)
    frames: list[Frame] = []
    for spots in steps:
        points = frames[-1].line(spots) if frames else ()
        if frames and all(abs(x - width / 2) <= across and abs(y - height / 2) <= down for x, y in points):
            frames.append(frames[-1])
        else:
            frames.append(_window(spots, width, height))
    return tuple(frames)


def kingdom_frame(width: int, height: int) -> Frame:
    """Return the frame of all England and Wales that fits into a box of px.

    >>> kingdom_frame(556, 636) == KINGDOM
    True
    """
    part = min(width / KINGDOM.width, height / KINGDOM.height)
    wide, high = round(KINGDOM.width * part), round(KINGDOM.height * part)
    return Frame("kingdom", KINGDOM.west, KINGDOM.south, wide, high, round(KINGDOM.k * part, 4))


def _rooms(width: int, height: int) -> tuple[float, float]:
    """Return how far from the middle of a frame of this size its action may be, in px."""
    return width * (0.5 - _MARGINS[0]), height * (0.5 - _MARGINS[1])


def _window(action: Spots, width: int, height: int) -> Frame:
    """Return a campaign frame of this size that holds as many of the points as fit, the first ones first.

    It lies near the Midlands, and near the points that do not fit. A small one has the scale of the kingdom.
    """
    spots = list(action)
    name, k = ("campaign", campaign_frame().k) if width >= _SMALL else ("kingdom", KINGDOM.k)
    rooms = [room / k for room in _rooms(width, height)]
    left_out = []
    while any(max(s[axis] for s in spots) - min(s[axis] for s in spots) > 2 * rooms[axis] for axis in (0, 1) if spots):
        left_out.append(spots.pop())
    heart = campaign_frame()
    centre = ((heart.west + heart.east) / 2, (heart.south + heart.north) / 2)
    corner = []
    for axis, (size, extent) in enumerate(((width, LESSON.east), (height, LESSON.north))):
        middle = centre[axis]
        for values in ([spot[axis] for spot in left_out], [spot[axis] for spot in spots]):
            middle = min(max(middle, max(values) - rooms[axis]), min(values) + rooms[axis]) if values else middle
        corner.append(round(min(max(middle - size / k / 2, 0.0), extent - size / k), 2))
    return Frame(name, corner[0], corner[1], width, height, k)


def ground_at(frame: Frame) -> list[float]:
    """Return the px of the base map left of the frame and above it, and its px per km."""
    return [round(frame.west * frame.k, 2), round((LESSON.north - frame.north) * frame.k, 2), frame.k]


def names_svg(scene: Scene) -> str:
    """Return the names of areas and seas as SVG for the whole base map, to lay over it."""
    left, above, _k = ground_at(scene.frame)
    texts = [text for name in NAMES for text in scene.drawing.texts.get(name, ())]
    labels = (structs.replace(t, x=round(t.x + left, 1), y=round(t.y + above, 1)) for t in texts)
    return tag("svg", *map(text_svg, labels), overflow="visible")


def ground_source(frame: Frame) -> str:
    """Return the whole base map as a data URL of SVG, in the scale of ``frame``."""
    return _ground_source(frame.name, frame.k)


@lru_cache(maxsize=8)
def _ground_source(name: str, k: float) -> str:
    frame = Frame(name, 0.0, 0.0, round(LESSON.east * k), round(LESSON.north * k), k)
    scale = k / LESSON.k
    hatch = tag("path", d="M-1 8L8-1", stroke=HATCH, stroke_width=1.4)
    same = {"patternUnits": "userSpaceOnUse", "patternTransform": f"scale({1 / scale:.4f})"}
    pattern = tag("pattern", hatch, id="hatch", width=7, height=7, **same)
    layers = []
    for layer in GROUND:  # in the px of LESSON, with lines as wide as in the frame
        outline = _outline(layer.name, layer.kind == "fill")
        layers.append(tag("g", outline, **paint(layer, lines_px(layer.name, frame) / scale)))
        if layer.hatch:
            layers.append(tag("g", outline, fill="url(#hatch)"))
    ground = tag("g", *layers, transform=f"scale({scale:.4f})")
    svg = document(frame.width, frame.height, [tag("defs", pattern), ground], title="", description="")
    return "data:image/svg+xml;base64," + b64encode(svg.encode()).decode()


@lru_cache(maxsize=len(GROUND))
def _outline(name: str, closed: bool) -> str:
    """Return the lines of a layer as one path, the same for pictures of every scale."""
    lines = map(LESSON.line, land().get(name, ()))
    return tag("path", d=path_data(tuple(lines), closed=closed))
