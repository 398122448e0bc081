"""The scene of a map, made from a view: outlines, dots and texts of every layer, for SVG and plotly alike."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, Final, cast

import msgspec

from roses.engine.i18n import gettext as _
from roses.engine.record import Place
from roses.figures.drawing.drawing import Dot, Drawing, Text
from roses.figures.drawing.glyphs import POINTERS, at, bowed, head, rounded, smooth, swords
from roses.figures.drawing.occupancy import Box, padded
from roses.figures.drawing.palette import AMBER, HALO, HOUSES, INK, INK2, PANEL, SEA_NAME
from roses.figures.drawing.points import Line, Point
from roses.figures.map import flags, geography, landmarks, movement
from roses.figures.map.frames import KINGDOM, LESSON, Frame, Preset, campaign_frame
from roses.figures.map.geography import GROUND, SHAPES, pairs
from roses.figures.map.layers import BY_NAME
from roses.figures.map.layout import STYLES, TAB_HEIGHT, TAB_NAME, Token
from roses.figures.map.movement import Reach
from roses.figures.map.placement import place
from roses.figures.map.places import Marks, Routes, marks_of
from roses.figures.map.places import draw as draw_places
from roses.richard.gazetteer import place as known_place
from roses.richard.view import Piece, View

Paths = Sequence[tuple[str, Sequence[str]]]
VEILED: Final = "#CFC9BB"  # halo of names on areas out of reach
_SWORDS: Final = 12.5
_STEPS: Final = (0.4, 0.6, 0.75, 0.85, 0.92, 0.97)
_END: Final = 5.0  # px between an arrow's tip and the tokens it points at


class Scene:
    """One picture: ``layout``, ``regions`` by layer in km, ``drawing`` in px, and which tokens are highlighted."""

    def __init__(
        self, view: View, frame: Frame, chosen: Collection[str], acting: Collection[str], marks: Marks
    ) -> None:
        self.view, self.frame = view, frame
        self.layout = place(view, frame, tuple(area for way in marks.marches for area in way if area in SHAPES), marks)
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
    view: View,
    frame: Frame,
    *,
    chosen: Collection[str] = (),
    acting: Collection[str] = (),
    paths: Paths = (),
    reach: Reach | None = None,
    places: Collection[str | Place] = (),
    here: Collection[str] = (),
    routes: Routes = (),
) -> Scene:
    """Return the scene of a view; the arguments are those of ``map_figure``."""
    marks = marks_of(places, here, routes, [way for _side, way in paths])
    made = Scene(view, frame, chosen, acting, marks)
    if lit := [area for area in chosen if area in SHAPES]:
        made.regions["here"] = tuple(ring for area in lit for ring in geography.rings(area))
    if reach:
        made.regions |= movement.regions(reach)
        made.bright = frozenset({reach.origin, *reach.flags})
        flags.draw(reach, made.layout, made.drawing)
    if frame.name == "lesson":
        landmarks.draw(made.layout, made.drawing)
    draw_places(made.layout.sites, made.layout.routes, made.drawing)
    _names(made)
    for side, areas in paths:
        _march(made, side, areas)
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


def _meeting(made: Scene, area: str) -> tuple[Point, Box | None]:
    """Return the point of an area where marches meet, and the box of its blocks, before which arrows end."""
    plate = next((p for p in made.layout.plates if p.area == area and p.home), None)
    if plate and plate.home:
        return plate.home, padded((*plate.home, *plate.home), 15)
    box = made.layout.boxes.get(area)
    middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2) if box else made.frame.px(*SHAPES[area].label)
    return middle, padded(box, _END) if box else None


def _clearest(made: Scene, ends: Sequence[Point], spots: Sequence[Point], wish: Point, area: str) -> Point:
    """Return the spot near ``wish`` whose lines to ``ends`` cross the fewest blocks and names outside ``area``."""
    others = [box for other, box in made.layout.boxes.items() if other != area]
    others += [padded(name.box, 5) for name in made.layout.names if not name.quiet]
    lines = [(plate.box[0], plate.parting) for plate in made.layout.plates if plate.parting and not plate.home]
    others += [padded((x, y, x, y), _SWORDS + 8) for x, y in lines]

    def cost(spot: Point) -> float:
        steps = [(e[0] + t * (spot[0] - e[0]), e[1] + t * (spot[1] - e[1])) for e in ends for t in _STEPS]
        hidden = sum(any(b[0] <= x <= b[2] and b[1] <= y <= b[3] for b in others) for x, y in steps)
        return hidden * 40 + math.dist(ends[0], spot) + 0.3 * math.dist(wish, spot)

    return min(spots, key=cost)


def _tip(made: Scene, before: Point, area: str) -> Point:
    """Return where an arrow ends: on the near side of the goal's blocks, not behind other blocks."""
    middle, goal = _meeting(made, area)
    if goal is None:
        return middle
    left, upper, right, lower = goal
    parts = (0.2, 0.4, 0.5, 0.6, 0.8)
    around = [(x, upper + t * (lower - upper)) for x in (left, right) for t in parts]
    around += [(left + t * (right - left), y) for y in (upper, lower) for t in parts]
    return _clearest(made, (before,), around, middle, area)


def _via(made: Scene, before: Point, area: str, after: str) -> Point:
    """Return where a march passes through an area: its middle, or beside the blocks that stand there."""
    x, y = made.frame.px(*SHAPES[area].label)
    box = made.layout.boxes.get(area)
    if box is None:
        return x, y
    far = 0.8 * SHAPES[area].radius * made.frame.k
    turns = [i * math.pi / 4 for i in range(8)]
    around = [(x + r * far * math.cos(a), y + r * far * math.sin(a)) for r in (0.5, 1.0) for a in turns]
    apart = padded(box, _END + 3)
    free = [s for s in around if not (apart[0] <= s[0] <= apart[2] and apart[1] - 16 <= s[1] <= apart[3])]
    return _clearest(made, (before, _meeting(made, after)[0]), [(x, y), *free], (x, y), after) if free else (x, y)


def _march(made: Scene, side: str, areas: Sequence[str]) -> None:
    known = [area for area in areas if area in SHAPES]
    if len(known) < 2:
        return
    start, blocks = _meeting(made, known[0])
    spots = [start]
    for area, after in pairwise(known[1:]):
        spots.append(_via(made, spots[-1], area, after))
    spots.append(_tip(made, spots[-1], known[-1]))
    line = bowed(*spots) if len(spots) == 2 else smooth(spots)
    short, tip = head(line, lines_px("path casing", made.frame) / 10.5 * 6)
    house = "York" if side == "York" else "Lancaster"
    for layer in ("path casing", f"path {house}", *(["path York inner"] if house == "York" else [])):
        made.drawing.add(layer, short)
    for layer in ("head casing", f"head {house}"):
        made.drawing.add(layer, tip)
    if blocks is None:
        made.drawing.dot("halts", Dot(*start, 5.5, PANEL, HOUSES[house].edge, 2.6))


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
    for tab in made.layout.tabs:
        left, upper, _, lower = tab.box
        middle = upper + TAB_HEIGHT / 2 if lower - upper > TAB_HEIGHT else (upper + lower) / 2
        made.drawing.add("tabs", rounded(tab.box, 4))
        made.drawing.add("pointers", at(POINTERS[tab.towards], left + 12, middle))
        made.drawing.write(
            "tab names", Text(tab.area, left + 22, middle + 4.6, TAB_NAME, INK, "serif", bold=True, anchor="start")
        )
