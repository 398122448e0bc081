"""The scene of a map, made from a view: outlines, dots and texts of every layer, for SVG and plotly alike."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from functools import cache
from typing import Any, Final, TypedDict, cast

import msgspec

from roses.engine.i18n import gettext as _
from roses.engine.record import Place
from roses.figures.drawing.drawing import Dot, Drawing, Text
from roses.figures.drawing.glyphs import POINTER, head, rounded, swords
from roses.figures.drawing.palette import AMBER, HALO, HOUSES, INK, INK2, PANEL, SEA_NAME
from roses.figures.drawing.points import Line
from roses.figures.map import flags, geography, landmarks, movement, signs
from roses.figures.map.frames import KINGDOM, LESSON, Frame, Preset, campaign_frame
from roses.figures.map.geography import GROUND, SHAPES, pairs
from roses.figures.map.layers import BY_NAME
from roses.figures.map.layout import STYLES, TAB_HEIGHT, TAB_NAME, March, Token
from roses.figures.map.movement import Reach
from roses.figures.map.placement import place
from roses.figures.map.places import Marks, Routes, marks_of
from roses.richard.naming import place as known_place
from roses.richard.view import Piece, View

Paths = Sequence[tuple[str, Sequence[str]]]
VEILED: Final = "#CFC9BB"  # halo of names on areas out of reach
_SWORDS: Final = 12.5


class Marked(TypedDict, total=False):
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
    """One picture: ``layout``, ``regions`` by layer in km, ``drawing`` in px, and which tokens are highlighted."""

    def __init__(
        self, view: View, frame: Frame, chosen: Collection[str], acting: Collection[str], marks: Marks
    ) -> None:
        self.view, self.frame = view, frame
        self.layout = place(view, frame, marks)
        self.regions: dict[str, tuple[Line, ...]] = {}
        self.drawing = Drawing()
        self.bright = frozenset(SHAPES)
        self.chosen, self.acting = frozenset(chosen), frozenset(acting)

    def lit(self, token: Token) -> tuple[bool, bool]:
        """Tell whether a token is chosen, and whether it is acting."""
        return token.piece.block in self.chosen, token.piece.block in self.acting

    @staticmethod
    def plain(token: Token) -> Piece:
        """Return the piece of a token as the map shows it: without the mark of a reserve in battle."""
        return msgspec.structs.replace(token.piece, reserve=False) if token.piece.reserve else token.piece


def view_of(shown: Any) -> View:
    """Return a view as it is; of a state, the umpire's view, which sees both sides."""
    return cast(View, shown if hasattr(shown, "pieces") else shown.view(None))


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
        marched = [area for _, areas in paths for area in areas]
        chosen = [reach.origin, *reach.flags] if reach else []
        named = [known_place(name).area for name in places]
        return campaign_frame([view.battle.area] if view.battle else marched or chosen or named)
    try:
        return {"kingdom": KINGDOM, "lesson": LESSON}[frame]
    except KeyError:
        raise ValueError(
            _("there is no frame {frame!r}; known are campaign, kingdom and lesson").format(frame=frame)
        ) from None


def scene(
    shown: Any,
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
    view = view_of(shown)
    marks = marks_of(places, here, routes, [way for _side, way in paths])
    made = Scene(view, frame_of(frame, view, paths, reach, places), chosen, acting, marks)
    if lit := [area for area in chosen if area in SHAPES]:
        made.regions["here"] = tuple(ring for area in lit for ring in geography.rings(area))
    if reach:
        made.regions |= movement.regions(reach)
        made.bright = frozenset({reach.origin, *reach.flags})
        flags.draw(reach, made.layout, made.drawing)
    if made.frame.name == "lesson":
        landmarks.draw(made.layout, made.drawing, before)
    signs.draw(made.layout, made.drawing)
    _names(made)
    for (side, _areas), march in zip(paths, made.layout.marches, strict=True):
        if march:
            _march(made, side, march)
    _plates(made)
    _tabs(made)
    return made


@cache
def land() -> dict[str, tuple[Line, ...]]:
    """Return the outlines of all layers of the ground, in km."""
    found = {name: tuple(map(pairs, getattr(GROUND, name))) for name in ("far", "near", "abroad", "inland", "gaps")}
    for kind in ("major", "river", "minor"):
        found[kind] = geography.borders(kind)
    found["casing major"], found["minor inner"] = found["major"], found["minor"]
    found["casing"] = found["river"] + found["minor"]
    for area, shape in SHAPES.items():
        layer = "exile" if shape.exile else f"land {shape.tint}"
        found[layer] = found.get(layer, ()) + geography.rings(area)
    return found


def lines_px(layer: str, frame: Frame) -> float:
    """Return the line width of a layer in a frame, in px."""
    paint = BY_NAME[layer]
    return paint.width * (STYLES[frame.name].lines if paint.scaled else 1.0)


def _names(made: Scene) -> None:
    plain = "veil" not in made.regions and made.frame.name != "lesson"
    for name in made.layout.names:
        ink = INK2 if name.quiet and plain else INK
        rim = HALO if plain or name.area in made.bright else VEILED
        text = Text(name.text, name.x, name.y, name.size, ink, "serif", bold=True, halo=3.2, rim=rim)
        made.drawing.write("names", text)
    for sea in made.layout.seas:
        made.drawing.write("seas", Text(sea.text, sea.x, sea.y, sea.size, SEA_NAME, "serif", italic=True))


def _march(made: Scene, side: str, march: March) -> None:
    short, tip = head(march.line, lines_px("path casing", made.frame) / 10.5 * 6)
    house = "York" if side == "York" else "Lancaster"
    for layer in ("path casing", f"path {house}", *(["path York inner"] if house == "York" else [])):
        made.drawing.add(layer, short)
    for layer in ("head casing", f"head {house}"):
        made.drawing.add(layer, tip)
    if march.left:
        made.drawing.dot("halts", Dot(*march.line[0], 5.5, PANEL, HOUSES[house].edge, 2.6))


def _plates(made: Scene) -> None:
    for plate in made.layout.plates:
        left, upper, right, lower = plate.box
        made.drawing.add("plates", rounded(plate.box, 5))
        if plate.parting is not None:
            made.drawing.add("parting", ((left, plate.parting), (right, plate.parting)))
        if plate.home:
            leader = (plate.home, ((left + right) / 2, (upper + lower) / 2))
            made.drawing.add("leader casing", leader)
            made.drawing.add("leader", leader)
        if plate.parting is not None:
            x, y = plate.home or (left, plate.parting)
            radius = _SWORDS * max(STYLES[made.frame.name].scale, 0.8)
            made.drawing.dot("discs", Dot(x, y, radius + 2, PANEL), Dot(x, y, radius, AMBER, INK, 2))
            made.drawing.add("signs", *swords(x, y, radius))
        elif plate.home:
            x, y = plate.home
            made.drawing.dot("discs", Dot(x, y, 11, PANEL, INK, 1.6))
            made.drawing.write("figures", Text(str(plate.count), x, y + 4.6, 13, INK, bold=True))


def _tabs(made: Scene) -> None:
    for left, upper, right, lower in made.layout.margins:
        rim = ((left, upper), (right, upper), (right, lower), (left, lower), (left, upper))
        made.drawing.add("tabs", rim)
    for tab in made.layout.tabs:
        left, upper, _, lower = tab.box
        middle = upper + TAB_HEIGHT / 2 if lower - upper > TAB_HEIGHT else (upper + lower) / 2
        if tab.framed:
            made.drawing.add("tabs", rounded(tab.box, 4))
        made.drawing.add("pointers", _pointer(made, tab.area, left + 12, middle))
        name = Text(tab.area, left + 22, middle + 4.6, TAB_NAME, INK, "serif", bold=True, anchor="start")
        made.drawing.write("tab names", name)
    for count in made.layout.counts:
        look = HOUSES[count.house]
        made.drawing.dot("discs", Dot(count.x, count.y, 11, look.fill, look.edge, 2))
        made.drawing.write("figures", Text(count.words, count.x, count.y + 4.2, 12, look.ink, bold=True))


def _pointer(made: Scene, area: str, x: float, y: float) -> Line:
    """Return a triangle round ``x``, ``y`` that points to an area outside the frame."""
    goal = made.frame.px(*SHAPES[area].label)
    turn = math.atan2(goal[0] - x, y - goal[1])
    sine, cosine = math.sin(turn), math.cos(turn)
    return tuple((x + a * cosine - b * sine, y + a * sine + b * cosine) for a, b in POINTER)
