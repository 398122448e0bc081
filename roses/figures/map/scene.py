"""The scene of a map, made from a view: outlines, dots and texts of every layer, for SVG and plotly alike."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from functools import cache, lru_cache
from typing import Any, Final, TypedDict, cast

import msgspec

from roses.engine.data import read
from roses.engine.record import Place
from roses.figures.blocks.tokens import SHIELD, Arms
from roses.figures.drawing import Dot, Drawing, Layer, Text
from roses.figures.drawing import palette as p
from roses.figures.drawing.geometry import (
    ANCHOR,
    CRENELS,
    CROSS,
    POINTER,
    SALTIRE,
    Box,
    Line,
    at,
    box_around,
    expand,
    head,
    overlap,
    round_box,
    shift,
    swords,
)
from roses.figures.drawing.occupancy import OccupancyGrid
from roses.figures.drawing.palette import AMBER, HALO, HOUSES, INK, INK2, INK3, PANEL, SEA_NAME
from roses.figures.map import geography
from roses.figures.map.badges import Badge, badges
from roses.figures.map.geography import (
    GROUND,
    KINGDOM,
    LESSON,
    SHAPES,
    TABLE,
    Frame,
    Preset,
    campaign_frame,
    cells_of,
    km_at,
    pairs,
)
from roses.figures.map.layout import LABELS, STYLES, TAB_HEIGHT, TAB_NAME, Layout, March, Token
from roses.figures.map.movement import Reach, draw_reach, reach_regions
from roses.figures.map.placement import place
from roses.figures.map.places import Marks, Routes, draw_places, marks_of
from roses.richard.naming import place as known_place
from roses.richard.tables import AREAS, BLOCKS
from roses.richard.view import Piece, View


def _ground(name: str, fill: str, width: float = 0.0, hatch: str = "") -> Layer:
    return Layer(name, "fill", fill, p.COAST if width else "", width, ground=True, hatch=hatch)


def _border(name: str, edge: str, width: float, dash: tuple[float, ...] = ()) -> Layer:
    return Layer(name, "line", "", edge, width, dash, ground=True, scaled=True)


LAYERS: Final = (
    _ground("far", p.SEA_FAR),
    _ground("near", p.SEA_NEAR),
    _ground("abroad", p.NOT_IN_PLAY, 0.7),
    *(_ground(f"land {i}", colour, 0.9) for i, colour in enumerate(p.LAND)),
    _ground("exile", p.EXILE, 0.9, p.HATCH),
    Layer("veil", "fill", p.VEIL, opacity=0.55),
    Layer("reach", "fill", p.WHITE, opacity=0.6),
    Layer("here", "fill", p.AMBER, opacity=0.38),
    _border("inland", p.INLAND_RIVER, 1.3),
    _border("casing major", p.HALO, 4.4),
    _border("casing", p.HALO, 6.2),
    _border("major", p.MAJOR, 2.0, (7.0, 4.2)),
    _border("river", p.RIVER, 3.2),
    _border("minor", p.MINOR, 5.6),
    _border("minor inner", p.MINOR_INNER, 1.9),
    _border("gaps", p.SEA_NEAR, 3.0),
    Layer("veil above", "fill", p.VEIL, opacity=0.25),
    Layer("outline casing", "line", edge=p.PANEL, width=7.0),
    Layer("outline", "line", edge=p.GO, width=3.6),
    Layer("refused", "line", edge=p.INK, width=3.4, dash=(2.0, 5.0)),
    Layer("route casing", "line", edge=p.PANEL, width=5.4),
    Layer("route Lancaster", "line", edge=p.HOUSES["Lancaster"].fill, width=3.0, dash=(7.0, 5.0), scaled=True),
    Layer("route York", "line", edge=p.HOUSES["York"].edge, width=3.0, dash=(2.5, 4.0), scaled=True),
    Layer("seas", "text", trace="names"),
    Layer("names", "text"),
    Layer("site leaders", "line", edge=p.INK2, width=1.0),
    Layer("site dots", "dots"),
    Layer("site casing", "line", edge=p.PANEL, width=5.4, trace="route casing"),
    Layer("site lines", "line", edge=p.INK, width=2.3),
    Layer("city Lancaster", "fill", p.HOUSES["Lancaster"].fill, p.HOUSES["Lancaster"].edge, 1.0),
    Layer("city York", "fill", p.HOUSES["York"].fill, p.HOUSES["York"].edge, 1.8),
    Layer("anchors", "line", edge=p.WHITE, width=1.3),
    Layer("site names", "text"),
    Layer("path casing", "line", edge=p.PANEL, width=10.5, scaled=True),
    Layer("head casing", "fill", p.PANEL, p.PANEL, 4.5, scaled=True),
    Layer("path Lancaster", "line", edge=p.HOUSES["Lancaster"].fill, width=6.0, scaled=True),
    Layer("path York", "line", edge=p.HOUSES["York"].edge, width=6.0, scaled=True),
    Layer("path York inner", "line", edge=p.WHITE, width=2.0, scaled=True),
    Layer("head Lancaster", "fill", p.HOUSES["Lancaster"].fill),
    Layer("head York", "fill", p.HOUSES["York"].edge),
    Layer("halts", "dots"),
    Layer("leader casing", "line", edge=p.PANEL, width=5.0),
    Layer("leader", "line", edge=p.INK, width=1.8),
    Layer("plates", "fill", p.PANEL, p.INK, 1.6),
    Layer("tabs", "fill", p.PANEL, p.INK3, 1.0),
    Layer("pointers", "fill", p.INK2),
    Layer("parting", "line", edge=p.INK, width=1.0, dash=(3.0, 3.0)),
    Layer("tab names", "text", trace="token text"),
    Layer("tokens", "tokens"),
    Layer("flags", "fill", p.GO, p.PANEL, 1.6),
    Layer("narrow flags", "fill", p.PANEL, p.MINOR, 2.4),
    Layer("discs", "dots", trace="marks"),
    Layer("signs", "line", edge=p.INK, width=2.1),
    Layer("no", "line", edge=p.MINOR, width=3.6),
    Layer("figures", "text", trace="token text"),
)
CITIES: Final = ("city Lancaster", "city York")
REACH: Final = (
    "veil", "reach", "here", "veil above", "outline casing", "outline", "refused", "flags", "narrow flags", "no",
)  # fmt: skip
BY_NAME: Final = {layer.name: layer for layer in LAYERS}


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
    day: str  # ISO date: the blocks that are seen have badges, with the arms and names of that day
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
        self.turns: dict[str, list[int]] = {}  # by layer of arrows: the places of its arrows among all marches
        self.bright = frozenset(SHAPES)
        self.chosen, self.acting = frozenset(chosen), frozenset(acting)
        self.day = ""
        self.badges: dict[Token, Badge] = {}

    def arms(self, token: Token) -> Arms:
        """Return how arms stand on a token; "" where there are none."""
        return self.badges[token].arms if token in self.badges else ""

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
        return {"kingdom": KINGDOM, "table": TABLE, "lesson": LESSON}[frame]
    except KeyError:
        raise ValueError(f"there is no frame {frame!r}; choose campaign, kingdom, table or lesson") from None


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
    day: str = "",
    before: int | None = None,
) -> Scene:
    """Return the scene of a position; the arguments are those of ``map_figure`` and ``MapMarks``."""
    view = view_of(position)
    marks = marks_of(places, here, routes, [way for _side, way in paths])
    picture = Scene(view, frame_of(frame, view, paths, reach, places), chosen, acting, marks)
    if lit := [area for area in chosen if area in SHAPES]:
        picture.regions["here"] = tuple(ring for area in lit for ring in geography.rings(area))
    if reach:
        picture.regions |= reach_regions(reach)
        picture.bright = frozenset({reach.origin, *reach.flags})
        draw_reach(reach, picture.layout, picture.drawing)
    if picture.frame.name == "lesson":
        draw_landmarks(picture.layout, picture.drawing, before)
    draw_places(picture.layout, picture.drawing)
    _names(picture)
    for turn, ((side, _areas), march) in enumerate(zip(paths, picture.layout.marches, strict=True)):
        if march:
            _march(picture, side, march, turn)
    _plates(picture)
    _tabs(picture)
    if day:
        marches = tuple(march.line for march in picture.layout.marches if march)
        picture.day, picture.badges = day, badges(picture.layout, marches, day)
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


def _march(picture: Scene, side: str, march: March, turn: int) -> None:
    short, tip = head(march.line, lines_px("path casing", picture.frame) / 10.5 * 6)
    house = "York" if side == "York" else "Lancaster"
    for layer in ("path casing", f"path {house}", *(["path York inner"] if house == "York" else [])):
        picture.drawing.add(layer, short)
    picture.turns.setdefault(f"path {house}", []).append(turn)
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
        x, goal = left + 12, picture.frame.px(*SHAPES[tab.area].label)
        turn = math.atan2(goal[0] - x, middle - goal[1])
        sine, cosine = math.sin(turn), math.cos(turn)
        pointer = tuple((x + a * cosine - b * sine, middle + a * sine + b * cosine) for a, b in POINTER)
        picture.drawing.add("pointers", pointer)
        name = Text(tab.area, left + 22, middle + 4.6, TAB_NAME, INK, "serif", bold=True, anchor="start")
        picture.drawing.write("tab names", name)
    for count in picture.layout.counts:
        look = HOUSES[count.house]
        picture.drawing.dot("discs", Dot(count.x, count.y, 11, look.fill, look.edge, 2))
        picture.drawing.write("figures", Text(count.words, count.x, count.y + 4.2, 12, look.ink, bold=True))


_HALO: Final = 2.8
_DISC: Final = 13.5  # px: half the width of the disc at the end of a leader
_SIGN: Final = 6.5  # px: half the width that is kept free for a small sign
_SHORE: Final = 22.0  # px: how far the sign of a port may stand from it
_HOME, _UNDER = 12.0, 15.0  # px: the width of a shield, and how far below the middle of its area it stands best


class Landmark(msgspec.Struct, frozen=True):
    """A place in degrees; ``rank`` tells major ports from minor ones, ``year`` when a battle was fought."""

    name: str
    lon: float
    lat: float
    rank: str = ""
    year: int = 0

    def px(self, frame: Frame) -> tuple[float, float]:
        """Return where it lies on a frame."""
        return frame.px(*km_at(self.lon, self.lat))


class LandmarkFile(msgspec.Struct, frozen=True):
    """The part of ``data/map/sites.json`` that is drawn."""

    cities: tuple[Landmark, ...]
    cathedrals: tuple[Landmark, ...]
    ports: tuple[Landmark, ...]
    battles: tuple[Landmark, ...]


@cache
def landmarks() -> LandmarkFile:
    """Return the places of ``data/map/sites.json`` by kind."""
    return read("map/sites.json", LandmarkFile)


def draw_landmarks(layout: Layout, drawing: Drawing, before: int | None = None) -> None:
    """Add all sites to the drawing of a lesson map; names that blocks would cover are left out.

    Of the battles those of years ``before`` one are drawn, all if it is None.
    """
    boxes = [*layout.boxes.values(), *layout.margins, *(name.box for name in layout.names if not name.quiet)]
    boxes += [box for site in layout.sites for box in (site.box, box_around(site.x, site.y, 5)) if box]
    covered = tuple(boxes)  # by blocks; labels keep off other names and each other too
    boxes += [expand(name.box, -1) for name in layout.names if name.quiet]
    boxes += [box_around(*plate.home, _DISC) for plate in layout.plates if plate.home]
    cities = {site.name for site in landmarks().cities}
    for site in _clear(landmarks().ports, layout.frame, covered):
        x, y = site.px(layout.frame)
        x += 15 if site.name in cities else 0
        if site.rank == "major":
            drawing.dot("site dots", Dot(x, y, 7, SEA_NAME, PANEL, 1.4))
            drawing.add("anchors", *(at(line, x, y) for line in ANCHOR))
        else:
            drawing.dot("site dots", Dot(x, y, 3.2, PANEL, INK2, 1.4))
        if site.name in LABELS.sites and site.name not in AREAS and site.name not in cities:
            size, ink = (12, INK2) if site.rank == "major" else (11.5, INK3)
            _label(site.name, x, y, Text(site.name, 0, 0, size, ink, halo=_HALO), drawing, boxes)
    for site in _clear(landmarks().cathedrals, layout.frame, covered):
        x, y = site.px(layout.frame)
        x += 13 if site.name in cities else 0
        drawing.add("site casing", *(at(line, x, y, 1.15) for line in CROSS))
        drawing.add("site lines", *(at(line, x, y) for line in CROSS))
        if site.name not in cities:
            _label(site.name, x, y, Text(site.name, 0, 0, 12, INK2, halo=_HALO), drawing, boxes)
    for site in _clear(landmarks().cities, layout.frame, covered):
        x, y = site.px(layout.frame)
        house = next(area.city_of for area in AREAS.values() if area.city == site.name)
        outline = at(CRENELS, x, y, 1.05)
        drawing.add("site casing", outline)
        drawing.add(f"city {house}", outline)
        drawing.write("site names", Text(house[0], x, y + 6, 8.6, HOUSES[house].ink, bold=True))
        _label(site.name, x, y, Text(site.name, 0, 0, 13.5, INK, bold=True, halo=3), drawing, boxes)
    battles = tuple(site for site in landmarks().battles if before is None or site.year < before)
    for site in _clear(battles, layout.frame, covered):
        x, y = site.px(layout.frame)
        drawing.add("site casing", *(at(line, x, y) for line in SALTIRE))
        drawing.add("site lines", *(at(line, x, y) for line in SALTIRE))
        if offset := LABELS.battles.get(site.name):
            dx, dy, anchor, words = offset
            lines = words.split("|")
            rows = [y + dy + (i - (len(lines) - 1) / 2) * 11.7 for i in range(len(lines))]
            look = Text("", x + dx, 0, 11.5, INK, "serif", italic=True, anchor=anchor, halo=_HALO)  # type: ignore[arg-type]
            label = [msgspec.structs.replace(look, text=line, y=row) for line, row in zip(lines, rows, strict=True)]
            _write(label, drawing, boxes)


def mark_cities(layout: Layout, drawing: Drawing) -> None:
    """Add a small sign for each city and each cathedral, in its area, clear of blocks and names, if there is room.

    On the map of a table also one for each major port, and a shield for each house whose nobles have a home there.
    """
    names = (name.box for name in (*layout.names, *layout.seas))
    boxes = [expand(box, 1) for box in (*layout.margins, *layout.boxes.values(), *names)]
    for plate in layout.plates:
        boxes += [expand(plate.box, _DISC), box_around(*(plate.home or plate.box[:2]), _DISC)]
    signs = _signs(layout.frame, tuple(boxes))
    for name, lines in signs.lines.items():
        drawing.add(name, *lines)
    for name, dots in signs.dots.items():
        drawing.dot(name, *dots)


@lru_cache(maxsize=64)
def _signs(frame: Frame, boxes: tuple[Box, ...]) -> Drawing:
    """Return the signs of ``mark_cities`` clear of these boxes."""
    grid, drawing = OccupancyGrid(frame.width, frame.height), Drawing()
    everywhere = grid.bits((0, 0, frame.width, frame.height))
    for taken in boxes:
        grid.take(taken)
    cities = {site.name: site for site in landmarks().cities}
    churches = {site.name: site for site in landmarks().cathedrals}
    towns = [(cities[area.city], name, area.city_of) for name, area in AREAS.items() if area.city]
    towns += [(churches[area.cathedral], name, "") for name, area in AREAS.items() if area.cathedral]
    for site, area, house in towns:
        box, own = (-_SIGN, -_SIGN, _SIGN, _SIGN), cells_of(frame, area)
        whole = grid.nearest([box], *site.px(frame), avoid=everywhere & ~own)
        if spot := whole or grid.nearest([box], *site.px(frame), within=own):
            grid.take(box_around(*spot, _SIGN))
            if not house:
                drawing.add("site casing", *(at(line, *spot, 0.8) for line in CROSS))
                drawing.add("site lines", *(at(line, *spot, 0.8) for line in CROSS))
            else:
                drawing.add("site casing", at(CRENELS, *spot, 0.7))
                drawing.add(f"city {house}", at(CRENELS, *spot, 0.7))
    if frame.name == "table":
        _mark_ports_and_homes(frame, grid, drawing)
    return drawing


def _mark_ports_and_homes(frame: Frame, grid: OccupancyGrid, drawing: Drawing) -> None:
    for port in landmarks().ports:
        box = (-_SIGN, -_SIGN, _SIGN, _SIGN)
        if port.rank == "major" and (spot := grid.nearest([box], *port.px(frame), _SHORE)):
            grid.take(box_around(*spot, _SIGN))
            drawing.dot("site dots", Dot(*spot, 5.6, SEA_NAME, PANEL, 1.2))
            drawing.add("anchors", *(at(line, *spot, 0.8) for line in ANCHOR))
    for area in SHAPES:
        houses = sorted({block.side for block in BLOCKS.values() if area in block.shields})
        x, y = frame.px(*SHAPES[area].label)
        box = (-_HOME / 2 * len(houses), -_SIGN, _HOME / 2 * len(houses), _SIGN)
        under = (x, y + _UNDER) if grid.free(shift(box, x, y + _UNDER)) else None
        if houses and (spot := under or grid.nearest([box], x, y, within=cells_of(frame, area))):
            grid.take(shift(box, *spot))
            for i, house in enumerate(houses):
                drawing.add(f"city {house}", at(SHIELD, spot[0] + box[0] + (i + 0.5) * _HOME, spot[1]))


def _clear(places: tuple[Landmark, ...], frame: Frame, boxes: tuple[Box, ...]) -> list[Landmark]:
    """Return the sites whose signs the boxes of blocks and their names do not cover by half."""
    signs = [(site, box_around(*site.px(frame), 7)) for site in places]
    return [site for site, sign in signs if not any(overlap(sign, box) for box in boxes)]


def _label(name: str, x: float, y: float, text: Text, drawing: Drawing, boxes: list[Box]) -> None:
    dx, dy, anchor = LABELS.sites[name]
    _write([msgspec.structs.replace(text, x=x + dx, y=y + dy, anchor=anchor)], drawing, boxes)


def _write(label: list[Text], drawing: Drawing, boxes: list[Box]) -> None:
    """Write the lines of a label and add their boxes to the others, unless one of these is in the way of a line."""
    lines = [expand(text.box, -1) for text in label]
    if not any(overlap(line, box) for line in lines for box in boxes):
        drawing.write("site names", *label)
        boxes += lines
