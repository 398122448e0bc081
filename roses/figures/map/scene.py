"""The scene of a map, made from a view: outlines, dots and texts of every layer, for SVG and plotly alike."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from functools import cache
from typing import Any, Final, TypedDict, cast

import msgspec

from roses.engine.i18n import gettext as _
from roses.engine.record import Place
from roses.figures.drawing import Dot, Drawing, Text
from roses.figures.drawing.geometry import POINTER, Line, head, round_box, swords
from roses.figures.drawing.palette import AMBER, HALO, HOUSES, INK, INK2, PANEL, SEA_NAME
from roses.figures.map import flags, geography, landmarks, signs
from roses.figures.map.flags import Reach
from roses.figures.map.frames import KINGDOM, LESSON, Frame, Preset, campaign_frame
from roses.figures.map.geography import GROUND, SHAPES, pairs
from roses.figures.map.layers import BY_NAME
from roses.figures.map.layout import STYLES, TAB_HEIGHT, TAB_NAME, March, Token
from roses.figures.map.placement import place
from roses.figures.map.places import Marks, Routes, marks_of
from roses.richard.naming import place as known_place
from roses.richard.view import Piece, View

Paths = Sequence[tuple[str, Sequence[str]]]
VEILED: Final = "#CFC9BB"  # halo of names on areas out of reach
_SWORDS: Final = 12.5


class MapMarks(TypedDict, total=False):
    """What a map shows besides its view, as keyword arguments; ``map_figure`` explains them."""

    chosen: Collection[str]
    acting: Collection[str]
    paths: Paths
    reach: Reach | None
    places: Collection[str | Place]
    here: Collection[str]
    routes: Routes
    before: int | None  # of the battles on a lesson map, show those of years before this one only


class Scene:
    """The contents of a map: ``layout``, ``regions`` by layer in km, ``drawing`` in px, and who is chosen or acting."""

    def __init__(
        self, view: View, frame: Frame, chosen: Collection[str], acting: Collection[str], marks: Marks
    ) -> None:
        self.view, self.frame = view, frame
        self.layout = place(view, frame, marks)
        self.regions: dict[str, tuple[Line, ...]] = {}
        self.drawing = Drawing()
        self.bright = frozenset(SHAPES)
        self.chosen, self.acting = frozenset(chosen), frozenset(acting)

    def emphasis(self, token: Token) -> tuple[bool, bool]:
        """Tell whether a token is chosen, and whether it is acting."""
        return token.piece.block in self.chosen, token.piece.block in self.acting

    @staticmethod
    def plain(token: Token) -> Piece:
        """Return the piece of a token as the map shows it: without the mark of a reserve in battle."""
        return msgspec.structs.replace(token.piece, reserve=False) if token.piece.reserve else token.piece


def view_of(position: Any) -> View:
    """Return a view as it is; of a state, the umpire's view, which sees both sides."""
    return cast(View, position if hasattr(position, "pieces") else position.view(None))


def frame_of(
    frame: Preset | Frame,
    view: View,
    paths: Paths = (),
    reach: Reach | None = None,
    places: Collection[str | Place] = (),
) -> Frame:
    """Return the frame of that name; a campaign frame shows the battle, else marches, choices or places."""
    if isinstance(frame, Frame):
        return frame
    if frame == "campaign":
        on_the_way = [area for _, areas in paths for area in areas]
        chosen = [reach.origin, *reach.flags] if reach else []
        areas_of_places = [known_place(name).area for name in places]
        return campaign_frame([view.battle.area] if view.battle else on_the_way or chosen or areas_of_places)
    try:
        return {"kingdom": KINGDOM, "lesson": LESSON}[frame]
    except KeyError:
        raise ValueError(
            _("there is no frame {frame!r}; known are campaign, kingdom and lesson").format(frame=frame)
        ) from None


def scene(
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
    before: int | None = None,
) -> Scene:
    """Return the scene of a position; the arguments are those of ``map_figure``."""
    view = view_of(position)
    marks = marks_of(places, here, routes, [way for _side, way in paths])
    picture = Scene(view, frame_of(frame, view, paths, reach, places), chosen, acting, marks)
    if lit := [area for area in chosen if area in SHAPES]:
        picture.regions["here"] = tuple(ring for area in lit for ring in geography.rings(area))
    if reach:
        picture.regions |= flags.regions(reach)
        picture.bright = frozenset({reach.origin, *reach.flags})
        flags.draw(reach, picture.layout, picture.drawing)
    if picture.frame.name == "lesson":
        landmarks.draw(picture.layout, picture.drawing, before)
    signs.draw(picture.layout, picture.drawing)
    _names(picture)
    for (side, _areas), march in zip(paths, picture.layout.marches, strict=True):
        if march:
            _march(picture, side, march)
    _plates(picture)
    _tabs(picture)
    return picture


@cache
def land() -> dict[str, tuple[Line, ...]]:
    """Return the outlines of all layers of the ground, in km."""
    layers = {name: tuple(map(pairs, getattr(GROUND, name))) for name in ("far", "near", "abroad", "inland", "gaps")}
    for kind in ("major", "river", "minor"):
        layers[kind] = geography.borders(kind)
    layers["casing major"], layers["minor inner"] = layers["major"], layers["minor"]
    layers["casing"] = layers["river"] + layers["minor"]
    for area, shape in SHAPES.items():
        layer = "exile" if shape.exile else f"land {shape.tint}"
        layers[layer] = layers.get(layer, ()) + geography.rings(area)
    return layers


def lines_px(layer: str, frame: Frame) -> float:
    """Return the line width of a layer in a frame, in px."""
    paint = BY_NAME[layer]
    return paint.width * (STYLES[frame.name].lines if paint.scaled else 1.0)


def _names(picture: Scene) -> None:
    plain = "veil" not in picture.regions and picture.frame.name != "lesson"
    for name in picture.layout.names:
        ink = INK2 if name.quiet and plain else INK
        rim = HALO if plain or name.area in picture.bright else VEILED
        text = Text(name.text, name.x, name.y, name.size, ink, "serif", bold=True, halo=3.2, rim=rim)
        picture.drawing.write("names", text)
    for sea in picture.layout.seas:
        picture.drawing.write("seas", Text(sea.text, sea.x, sea.y, sea.size, SEA_NAME, "serif", italic=True))


def _march(picture: Scene, side: str, march: March) -> None:
    short, tip = head(march.line, lines_px("path casing", picture.frame) / 10.5 * 6)
    house = "York" if side == "York" else "Lancaster"
    for layer in ("path casing", f"path {house}", *(["path York inner"] if house == "York" else [])):
        picture.drawing.add(layer, short)
    for layer in ("head casing", f"head {house}"):
        picture.drawing.add(layer, tip)
    if march.from_empty:
        picture.drawing.dot("halts", Dot(*march.line[0], 5.5, PANEL, HOUSES[house].edge, 2.6))


def _plates(picture: Scene) -> None:
    for plate in picture.layout.plates:
        left, upper, right, lower = plate.box
        picture.drawing.add("plates", round_box(plate.box, 5))
        if plate.parting is not None:
            picture.drawing.add("parting", ((left, plate.parting), (right, plate.parting)))
        if plate.home:
            leader = (plate.home, ((left + right) / 2, (upper + lower) / 2))
            picture.drawing.add("leader casing", leader)
            picture.drawing.add("leader", leader)
        if plate.parting is not None:
            x, y = plate.home or (left, plate.parting)
            radius = _SWORDS * max(STYLES[picture.frame.name].scale, 0.8)
            picture.drawing.dot("discs", Dot(x, y, radius + 2, PANEL), Dot(x, y, radius, AMBER, INK, 2))
            picture.drawing.add("signs", *swords(x, y, radius))
        elif plate.home:
            x, y = plate.home
            picture.drawing.dot("discs", Dot(x, y, 11, PANEL, INK, 1.6))
            picture.drawing.write("figures", Text(str(plate.count), x, y + 4.6, 13, INK, bold=True))


def _tabs(picture: Scene) -> None:
    for left, upper, right, lower in picture.layout.margins:
        rim = ((left, upper), (right, upper), (right, lower), (left, lower), (left, upper))
        picture.drawing.add("tabs", rim)
    for tab in picture.layout.tabs:
        left, upper, _, lower = tab.box
        middle = upper + TAB_HEIGHT / 2 if lower - upper > TAB_HEIGHT else (upper + lower) / 2
        if tab.framed:
            picture.drawing.add("tabs", round_box(tab.box, 4))
        picture.drawing.add("pointers", _pointer(picture, tab.area, left + 12, middle))
        name = Text(tab.area, left + 22, middle + 4.6, TAB_NAME, INK, "serif", bold=True, anchor="start")
        picture.drawing.write("tab names", name)
    for count in picture.layout.counts:
        look = HOUSES[count.house]
        picture.drawing.dot("discs", Dot(count.x, count.y, 11, look.fill, look.edge, 2))
        picture.drawing.write("figures", Text(count.words, count.x, count.y + 4.2, 12, look.ink, bold=True))


def _pointer(picture: Scene, area: str, x: float, y: float) -> Line:
    """Return a triangle round ``x``, ``y`` that points to an area outside the frame."""
    goal = picture.frame.px(*SHAPES[area].label)
    turn = math.atan2(goal[0] - x, y - goal[1])
    sine, cosine = math.sin(turn), math.cos(turn)
    return tuple((x + a * cosine - b * sine, y + a * sine + b * cosine) for a, b in POINTER)
