"""The map as SVG documents: the layers of ``map_figure``, and small maps that share one set of outlines on a page.

The small maps are for pages that hold many: ``outlines_svg`` goes into the page before them. Its outlines have few
points, in px of the frame ``LESSON``, whole numbers.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any, Final, Unpack

import msgspec

from roses.engine.games import start
from roses.engine.i18n import cached
from roses.figures.blocks.tokens import CROWN, SHARED, Arms, Size, body, token_svg
from roses.figures.drawing import Layer, Text, geometry
from roses.figures.drawing.geometry import Line, Point, at, simplify
from roses.figures.drawing.palette import COAST, GOLD, GOLD_EDGE, HALO, HOUSES, INK, INK2, INK3, PAPER, SANS, SEA, SERIF
from roses.figures.drawing.svg import (
    PAGE,
    Svg,
    document,
    dot_svg,
    number,
    paint,
    path_data,
    points,
    polygon,
    rect,
    share_paths,
    tag,
    text_svg,
    texts_svg,
)
from roses.figures.map.badges import badges_svg
from roses.figures.map.geography import (
    CREDIT_SIZE,
    GROUND,
    KINGDOM,
    LESSON,
    SHAPES,
    Frame,
    Preset,
    add_credit,
    arc,
    chains,
    outline,
    pairs,
)
from roses.figures.map.places import places_words
from roses.figures.map.scene import BY_NAME, LAYERS, MapMarks, Scene, land, lines_px, mark_cities, scene
from roses.figures.map.text import description, title
from roses.history.names import on
from roses.richard.view import Piece, View

_OVER: Final = 12.0  # px of ground kept beyond the frame, so that cut edges stay out of sight
_OFF: Final = 0.6  # px: points of the ground nearer than this to the line without them are left out
_HATCH: Final = (9.9, 1.6)  # px: distance and width of the lines over places of exile


def map_svg(
    position: Any,
    frame: Preset | Frame = "campaign",
    *,
    cities: bool = False,
    keys: bool = False,
    **marks: Unpack[MapMarks],
) -> Svg:
    """Return a position on the map as an SVG document; the arguments are those of ``map_figure``.

    With ``cities`` a small sign stands for each city and each cathedral, which the lesson map shows anyway. With
    ``day``, an ISO date, the blocks that are seen bear the arms of that day, and its names where there is room. With
    ``keys`` a page can move the tokens, as those of ``overlay_svg``. The attribution of the map data stands in a strip
    below the frame.

    >>> import roses
    >>> map_svg(roses.scene(Kent="York"), "kingdom")
    <SVG 556 x 703 px: Map of England and Wales: campaign 1, turn 1>
    """
    picture = scene(position, frame, **marks)
    if cities and picture.frame.name != "lesson":
        mark_cities(picture.layout, picture.drawing)
    sea = tag("rect", width=picture.frame.width, height=picture.frame.height, fill=SEA)
    layers = [sea, *(_layer(layer, picture, keys) for layer in LAYERS)]
    if keys:  # what moves, in a layer of its own
        over = next(i for i, layer in enumerate(LAYERS, 1) if layer.name == "names")
        layers = [*layers[:over], tag("g", *layers[over:], **{"class": "over"})]
    return add_credit(_document(picture, [*layers, badges_svg(picture.badges.values(), picture.day, own=True)]))


def overlay_svg(picture: Scene, without: Collection[str] = (), keys: bool = False) -> Svg:
    """Return a scene without sea, land and the layers in ``without``, as an SVG to lay over a picture of the ground.

    With ``keys`` each token says what it stands for, and arrows in which order they go, so that a page can move them:
    see ``marches.js``. A block that the viewer does not see gives its side and area only.
    """
    layers = [_layer(layer, picture, keys) for layer in LAYERS if not layer.ground and layer.name not in without]
    if "attribution" not in without:  # the short one, in the lower left corner
        lines = picture.layout.credit[::-1]
        heights = (picture.frame.height - 5.0 - i * CREDIT_SIZE * 1.2 for i in range(len(lines)))
        rows = zip(lines, heights, strict=True)
        texts = (Text(line, 6, y, CREDIT_SIZE, INK, anchor="start", halo=2.5) for line, y in rows)
        layers.append(tag("g", *map(text_svg, texts), **{"class": "attribution"}))
    return _document(picture, layers)


def _document(picture: Scene, layers: list[str]) -> Svg:
    wide, high = picture.frame.width, picture.frame.height
    rim = tag("rect", x=0.5, y=0.5, width=wide - 1, height=high - 1, fill="none", stroke=INK3)
    return document(
        wide,
        high,
        [share_paths("".join(layers)), rim],
        title=title(picture.view),
        description=" ".join(filter(None, (description(picture.view), places_words(picture.layout)))),
    )


def _layer(layer: Layer, picture: Scene, keys: bool = False) -> str:
    """Return one ``<g>`` with all of a layer, "" for an empty one."""
    if layer.kind == "tokens":
        inside = _tokens(picture, keys)
    elif layer.kind == "text":
        return texts_svg(picture.drawing.texts.get(layer.name, []), **{"class": layer.name})
    elif layer.kind == "dots":
        inside = "".join(map(dot_svg, picture.drawing.dots.get(layer.name, ())))
    elif layer.ground:
        return _ground(layer.name, picture.frame)
    else:
        own = _clip(layer, picture.frame, picture.regions.get(layer.name, ()))
        turns = picture.turns.get(layer.name, ()) if keys and len(picture.turns) > 1 else ()
        order = " ".join(map(str, turns)) or None
        return _path(layer, picture.frame, [*own, *picture.drawing.lines.get(layer.name, ())], data_turns=order)
    common = SHARED if layer.kind == "tokens" else {}
    return tag("g", inside, **{"class": layer.name, **common}) if inside else ""


@lru_cache(maxsize=256)
def _ground(name: str, frame: Frame) -> str:
    shapes = _clip(BY_NAME[name], frame, land().get(name, ()))
    path = _path(BY_NAME[name], frame, shapes)
    hatch = BY_NAME[name].hatch
    if not hatch or not path:
        return path
    stroke = {"stroke": hatch, "stroke_width": _HATCH[1], "fill": "none"}
    return path + tag(
        "g", tag("path", d=path_data(geometry.hatch(shapes, _HATCH[0]), closed=False)), **{"class": "hatch"}, **stroke
    )


def _clip(layer: Layer, frame: Frame, lines: Iterable[Line]) -> list[Line]:
    """Return what is seen in a frame of lines in km, in px."""
    return [part for line in lines for part in _clip_line(line, frame, layer.kind == "fill")]


@lru_cache(maxsize=1024)
def _clip_line(line: Line, frame: Frame, fill: bool) -> tuple[Line, ...]:
    box = (-_OVER, -_OVER, frame.width + _OVER, frame.height + _OVER)
    points = frame.line(line)
    parts = [geometry.clip_outline(points, box)] if fill else geometry.clip_line(points, box)
    return tuple(geometry.simplify(part, _OFF) for part in parts if len(part) > 1)


def _path(layer: Layer, frame: Frame, lines: list[Line], **more: object) -> str:
    if not lines:
        return ""
    is_round = layer.kind == "line" and not layer.dash and layer.name[:5] != "minor"
    look = paint(layer, 10 * lines_px(layer.name, frame)) | {"stroke_linecap": "round" if is_round else None}
    path = tag("path", d=path_data(lines, closed=layer.kind == "fill", tenths=True))
    return tag("g", path, **more, **{"class": layer.name}, transform="scale(.1)", **look)


def _tokens(picture: Scene, keys: bool) -> str:
    """Return all tokens, highlighted ones last; equal tokens are defined once and referenced."""
    stamps = []
    for token in sorted(picture.layout.tokens, key=picture.emphasis):
        plain = msgspec.structs.replace(picture.plain(token), place="")
        look = (token.scale, token.size, *picture.emphasis(token), picture.arms(token), picture.day)
        stamps.append((token, _stamp(plain, *look)))
    often = {stamp: f"t{zlib.crc32(stamp.encode()):08x}" for stamp, n in Counter(s for _, s in stamps).items() if n > 1}
    elements = [tag("defs", *(tag("g", stamp, id=name) for stamp, name in often.items()))] if often else []
    apart = {tab.area for tab in picture.layout.tabs}
    for token, stamp in stamps:
        own: dict[str, object] = {"transform": f"translate({number(token.x)} {number(token.y)})"}
        if keys:
            own["data-block"] = (token.piece.block or "").partition("/")[0] or None  # who changes sides is the same
            own["data-at"] = f"{token.piece.side} {token.area}"
            own["data-tab"] = "" if token.area in apart else None
        elements.append(tag("use", href=f"#{often[stamp]}", **own) if stamp in often else tag("g", stamp, **own))
    return "".join(elements)


@cached(maxsize=1024)
def _stamp(piece: Piece, scale: float, size: Size, chosen: bool, acting: bool, arms: Arms, day: str) -> str:
    """Return a token round (0, 0), without the attributes that its layer carries for all tokens."""
    with on(day):
        return token_svg(piece, 0, 0, scale, size=size, chosen=chosen, acting=acting, bare=True, arms=arms)


_PLAIN_OFF: Final = 1.2  # km: points nearer than this to the line without them are left out
_SKETCH_OFF: Final = 5.0  # km: the same for a sketch
_BORDERS: Final = (  # layers from the lowest up, and the kind of border on each
    ("casing", "river"),
    ("casing", "minor"),
    ("casing major", "major"),
    ("river", "river"),
    ("minor", "minor"),
    ("minor inner", "minor"),
    ("major", "major"),
)
ID: Final = "roses-map-"
_FRAME: Final = Frame("kingdom", 103.0, 118.0, 470, 604, 0.879)
_MAP: Final = (PAGE - _FRAME.width) / 2  # px left of the map, and right of it
_HEAD, _LINE, _GAP = 16.0, 19.0, 7.0  # px: the name of an area, a line, between lists
_SIZE: Final = 14.0  # px of the type
_SIGN: Final = 0.29  # px per u of a sign
_SIGN_ID: Final = "roses-sign-"


@cache
def outlines_svg() -> str:
    """Return areas, land abroad and borders as definitions, about 15 kB, for a page with such maps."""
    areas = []
    for area, shape in SHAPES.items():
        parts = []
        for numbers in shape.rings:
            line: list[Point] = []
            for n in numbers:  # borders are thinned one by one, so that neighbours fit
                stretch = simplify(arc(abs(n)), _PLAIN_OFF)
                line += (stretch if n > 0 else stretch[::-1])[1 if line else 0 :]
            parts.append(_whole(line) + "z")
        areas.append(tag("path", id=_id(area), d="".join(parts)))
    kinds = (
        tag(
            "path",
            id=_id(kind),
            d="".join(_plain_path(arc(n)) for n, a in enumerate(GROUND.arcs, 1) if a.border == kind),
        )
        for kind in ("major", "river", "minor")
    )
    abroad = tag("path", id=_id("abroad"), d="".join(_plain_path(pairs(line)) + "z" for line in GROUND.abroad))
    return tag(
        "svg", tag("defs", *areas, *kinds, abroad), width=0, height=0, style="position:absolute", aria_hidden="true"
    )


def position_svg(view: View, frame: Frame) -> Svg:
    """Return a position over the plain ground: what ``map_svg`` shows, in a quarter of its letters."""
    picture = overlay_svg(scene(view, frame))
    inside = [ground_svg(frame), picture.inside]
    return document(picture.width, picture.height, inside, title=picture.name, description=picture.description)


def sketch_svg(picture: Scene) -> str:
    """Return the inside of an SVG of about 4 kB: a scene without tokens and texts over a ground of few points."""
    frame = picture.frame
    borders = chains(n for n, a in enumerate(GROUND.arcs, 1) if a.border)

    def path(lines: Iterable[Line], **look: object) -> str:
        paths = (_whole(simplify(line, _SKETCH_OFF), frame) for line in lines)
        return tag("path", d="".join(path for path in paths if path[-1] != "l"), **look)  # islets are but a point

    return (
        tag("rect", width=frame.width, height=frame.height, fill=SEA)
        + path(map(pairs, GROUND.abroad), fill=BY_NAME["abroad"].fill)
        + path(outline(frozenset(SHAPES)), fill=BY_NAME["land 0"].fill, stroke=COAST)
        + path(borders, fill="none", stroke=INK3, stroke_dasharray="3 2.5")
        + overlay_svg(picture, without=("tokens", "names", "seas", "attribution")).inside
    )


def areas_svg(title: str, about: str, area: Callable[[str], dict[str, Any]], view: View) -> Svg:
    """Return the map of the kingdom with the names of its areas.

    ``area`` gives the attributes of the outline of each area, by its name; ``about`` describes the picture. ``view`` is
    one without any piece.
    """
    picture = overlay_svg(scene(view, KINGDOM))
    over = tag("g", picture.inside, pointer_events="none", aria_hidden="true")
    return document(picture.width, picture.height, [ground_svg(KINGDOM, area), over], title=title, description=about)


def spot(area: str, frame: Frame = KINGDOM) -> tuple[int, int]:
    """Return the middle of an area in px of a frame.

    >>> spot("Leicester")
    (339, 337)
    """
    x, y = frame.px(*SHAPES[area].label)
    return round(x), round(y)


def ground_svg(frame: Frame, area: Callable[[str], dict[str, Any]] = lambda _name: {}) -> str:
    """Return the sea, the areas and their borders in a frame, as references to the outlines."""
    scale = frame.k / LESSON.k
    left, above = -frame.west * frame.k, frame.height + frame.south * frame.k - LESSON.height * scale
    by_layer: dict[str, list[str]] = {}
    for name, shape in SHAPES.items():
        layer = "exile" if shape.exile else f"land {shape.tint}"
        by_layer.setdefault(layer, []).append(tag("use", href=f"#{_id(name)}", **area(name)))
    lands = (
        tag("g", *uses, fill=BY_NAME[layer].fill, stroke=COAST, stroke_width=0.9 / scale, stroke_linejoin="round")
        for layer, uses in by_layer.items()
    )
    abroad = tag("use", href=f"#{_id('abroad')}", fill=BY_NAME["abroad"].fill)
    borders = (
        tag("use", href=f"#{_id(kind)}", **paint(BY_NAME[layer], lines_px(layer, frame) / scale))
        for layer, kind in _BORDERS
    )
    over = tag("g", *borders, pointer_events="none")
    ground = tag("g", abroad, *lands, over, transform=f"translate({left:.1f} {above:.1f}) scale({scale:.4f})")
    return tag("rect", width=frame.width, height=frame.height, fill=SEA) + ground


def _id(name: str) -> str:
    return ID + name.lower().replace(" ", "-")


def _plain_path(line: Line) -> str:
    return _whole(simplify(line, _PLAIN_OFF))


def _whole(line: Iterable[tuple[float, float]], frame: Frame = LESSON) -> str:
    """Return path data in whole px of a frame, relative from point to point."""
    points = [(round(x), round(y)) for x, y in frame.line(line)]
    steps = [f"M{points[0][0]} {points[0][1]}l"]
    for (x0, y0), (x1, y1) in pairwise(points):
        if (x1, y1) != (x0, y0):
            steps.append(f"{x1 - x0}{'' if y1 < y0 else ' '}{y1 - y0} ")
    return "".join(steps).replace(" -", "-").rstrip()


class Entry(msgspec.Struct, frozen=True):
    """A line of a list: whose house, the words, and whether a crown stands on the sign."""

    side: str
    words: str
    crown: bool = False


class _List(msgspec.Struct, frozen=True):
    """What is listed of an area, and where its sign stands, in px of the picture."""

    area: str
    entries: tuple[Entry, ...]
    at: Point

    @property
    def height(self) -> float:
        return _HEAD + _LINE * len(self.entries)


def callouts_svg(title: str, about: str, lists: Mapping[str, Sequence[Entry]]) -> Svg:
    """Return the kingdom with these lists beside it, 780 px wide; ``about`` describes the picture.

    >>> callouts_svg("Homes", "Kent: York.", {"Kent": [Entry("York", "York")]}).name
    'Homes'
    """
    names = _empty().layout.names
    low = {one.area: max(name.box[3] for name in names if name.area == one.area) for one in names}
    spots = {name.area: (_MAP + name.x, low[name.area] + 7) for name in names}  # the sign of an area: below its name
    boxes = [_List(area, tuple(entries), spots[area]) for area, entries in lists.items()]
    across, half = sorted(boxes, key=lambda one: one.at), sum(one.height for one in boxes) / 2
    split = min(range(len(across) + 1), key=lambda n: abs(sum(one.height for one in across[:n]) - half))
    western, eastern = (sorted(part, key=lambda one: one.at[1]) for part in (across[:split], across[split:]))
    columns = [(western, False, _tops(western)), (eastern, True, _tops(eastern))]
    leaders = "".join(_leaders(*column) for column in columns)
    words = "".join(_words(*column) for column in columns)
    names_svg = overlay_svg(_empty(), without=("attribution",)).inside
    sides = (rect(x, 0, _MAP, _FRAME.height, PAPER) for x in (0, PAGE - _MAP))
    stamps = [  # the signs of both houses and the crown as definitions round (0, 0)
        polygon(at(body("noble", side), 0, 0, _SIGN), HOUSES[side].fill, HOUSES[side].edge, 1.4, id=_SIGN_ID + side)
        for side in ("Lancaster", "York")
    ]
    stamps.append(polygon(at(CROWN, 0, 3, 0.4), GOLD, GOLD_EDGE, 0.8, id=f"{_SIGN_ID}crown"))
    signs = []
    for one in boxes:  # the sign of each house that is at home in the area, side by side
        houses = sorted({entry.side for entry in one.entries})
        for n, side in enumerate(houses):
            signs += _sign(Entry(side, ""), one.at[0] - 7 * (len(houses) - 1) + 14 * n, one.at[1])
    inside = [
        outlines_svg(),
        tag("defs", *stamps),
        _at_map(ground_svg(_FRAME)),
        *sides,
        leaders,
        _at_map(names_svg),
        words,
        *signs,
    ]
    return add_credit(document(PAGE, _FRAME.height, inside, title=title, description=about))


@cache
def _empty() -> Scene:
    view = start("richard-iii", "1483").view("York")
    return scene(msgspec.structs.replace(view, pieces=()), _FRAME)


def _tops(column: Sequence[_List]) -> list[float]:
    """Return the upper ends of the lists: each as near to its area as its neighbours let it be, in one order."""
    tops = [one.at[1] - one.height / 2 for one in column]
    for n, (one, _below) in enumerate(pairwise(column), 1):
        tops[n] = max(tops[n], tops[n - 1] + one.height + _GAP)
    room = _FRAME.height - _GAP
    for n in reversed(range(len(column))):
        tops[n] = max(_GAP, min(tops[n], room - column[n].height))
        room = tops[n] - _GAP
    return tops


def _leaders(column: Sequence[_List], is_right: bool, tops: Sequence[float]) -> str:
    """Draw a bar beside each list, and the line from it to the area."""
    edge, turn = (PAGE - _MAP + 6, PAGE - _MAP - 4) if is_right else (_MAP - 6, _MAP + 4)
    ways = [
        [(edge, top + one.height / 2), (turn, top + one.height / 2), one.at]
        for one, top in zip(column, tops, strict=True)
    ]
    bars = [[(edge, top), (edge, top + one.height)] for one, top in zip(column, tops, strict=True)]
    under = tag("g", *(tag("polyline", points=points(way)) for way in ways), stroke=HALO, stroke_width=3.6)
    over = tag("g", *(tag("polyline", points=points(way)) for way in (*ways, *bars)), stroke=INK2, stroke_width=1.2)
    return tag("g", under, over, fill="none")


def _words(column: Sequence[_List], is_right: bool, tops: Sequence[float]) -> str:
    """Write the lists of one side."""
    x = PAGE - _MAP + 14 if is_right else 8.0
    heads, lines, signs = [], [], []
    for one, top in zip(column, tops, strict=True):
        heads.append(tag("text", one.area, x=number(x), y=number(top + 12)))
        for n, entry in enumerate(one.entries, 1):
            y = top + _HEAD + _LINE * n - 5
            lines.append(tag("text", entry.words, x=number(x + 20), y=number(y)))
            signs += _sign(entry, x + 7, y - 4)
    bold = tag("g", *heads, font_family=SERIF, font_weight=600)
    return tag("g", bold, tag("g", *lines, font_family=SANS), font_size=_SIZE, fill=INK) + "".join(signs)


def _sign(entry: Entry, x: float, y: float) -> list[str]:
    names = [entry.side, "crown"] if entry.crown else [entry.side]
    return [tag("use", href=f"#{_SIGN_ID}{name}", x=number(x), y=number(y)) for name in names]


def _at_map(ground: str) -> str:
    return tag("g", ground, transform=f"translate({number(_MAP)} 0)")
