"""Tokens of blocks in token units u (body x -20..20, y -22..22, y down): one geometry for SVG and plotly.

The outline of the top edge shows the kind of a block, that of the bottom edge its side.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import groupby
from typing import Final, Literal

import msgspec

from roses.figures.blocks import Fate, is_kin, other_side, piece_words, rating_here
from roses.figures.drawing import Kind, Layer, text_width
from roses.figures.drawing.geometry import Line, at, hatch
from roses.figures.drawing.palette import (
    AMBER,
    GOLD,
    GOLD_EDGE,
    HOUSES,
    INK,
    INK2,
    INK3,
    PANEL,
    RESERVE_GROUND,
    RESERVE_HATCH,
    SANS,
)
from roses.figures.drawing.picture import Chart
from roses.figures.drawing.svg import escape, path_data, tag, text
from roses.richard.tables import BLOCKS, Block
from roses.richard.view import Piece

_TOPS: Final[dict[str, Line]] = {
    "noble": ((-20, -22), (20, -22)),
    "levy": (
        (-20, -30),
        (-11.5, -30),
        (-11.5, -24),
        (-4.3, -24),
        (-4.3, -30),
        (4.3, -30),
        (4.3, -24),
        (11.5, -24),
        (11.5, -30),
        (20, -30),
    ),
    "church": ((-20, -22), (0, -35), (20, -22)),
    "mercenary": ((-20, -32), (0, -22), (20, -32)),
    "bombard": tuple((-20 * math.cos(i * math.pi / 14), -20 - 14 * math.sin(i * math.pi / 14)) for i in range(15)),
    "rebel": ((-20, -20), (-16, -31), (-10, -22), (-3, -33), (3, -22), (11, -31), (15, -22), (20, -27)),
}
_TORN: Final[Line] = ((20, 18), (14, 23), (8, 18), (2, 24), (-5, 18), (-11, 24), (-16, 18), (-20, 22))
_FLAT: Final[Line] = ((20, 22), (-20, 22))
CROWN: Final[Line] = ((-17, -22), (-20, -32), (-10, -27.5), (0, -36), (10, -27.5), (20, -32), (17, -22))
AWAY: Final[Line] = ((-14, 4), (6, 4), (6, -2), (20, 8), (6, 18), (6, 12), (-14, 12))
SHIELD: Final[Line] = ((-5, -5), (5, -5), (5, 1), (0, 6), (-5, 1))


_CURVE: Final[Line] = tuple(  # the right half of the bottom of a shield: quadratic, to the point at y 31
    ((1 - t) ** 2 * 20 + 2 * t * (1 - t) * 20, (1 - t) ** 2 * 5 + 2 * t * (1 - t) * 22 + t * t * 31)
    for t in (i / 8 for i in range(9))
)
_HEATER: Final[Line] = (*_CURVE, *((-x, y) for x, y in _CURVE[-2::-1]))
_BOTTOMS: Final = {"York": _FLAT, "Lancaster": _HEATER, "Rebel": _TORN}
FLATTENED: Final[dict[str, Line]] = {
    "York": ((-20, 8), (20, 8), (20, 22), (-20, 22)),
    "Lancaster": ((-20, 8), (20, 8), (20, 14), (0, 28), (-20, 14)),
}


def body(kind: str, side: str) -> Line:
    """Return the outline of a token in u: the profile of ``kind`` above, the foot of ``side`` below.

    An heir's is a noble's (the crown stands on it); a rebel's is torn whoever commands it.

    >>> body("noble", "York")
    ((-20, -22), (20, -22), (20, 22), (-20, 22))
    """
    house = "Rebel" if kind == "rebel" else side
    return _TOPS.get(kind, _TOPS["noble"]) + _BOTTOMS[house]


def circle(x: float, y: float, radius: float, corners: int = 24) -> Line:
    """Return a disc as a polygon; plotly fills no other discs."""
    turns = (2 * math.pi * i / corners for i in range(corners))
    return tuple((x + radius * math.sin(a), y - radius * math.cos(a)) for a in turns)


def rose(radius: float) -> Line:
    """Return a five-petal rose round (0, 0), one petal to the north; its core has 0.3 of the radius.

    >>> rose(10)[0]
    (0.0, -10.0)
    """
    outline = []
    for i in range(60):
        a = 2 * math.pi * i / 60
        r = radius * (0.66 + 0.34 * abs(math.cos(2.5 * a)) ** 0.75)
        outline.append((r * math.sin(a), -r * math.cos(a)))
    return tuple(outline)


def foot(side: str) -> float:
    """Return how far below its centre a token reaches, in u."""
    return {"York": 22.0, "Lancaster": 31.0, "Rebel": 24.0}[side]


def head(kind: str) -> float:
    """Return how far above its centre a token reaches, in u (crowns count).

    >>> head("heir"), head("noble")
    (36.0, 22)
    """
    return 36.0 if kind == "heir" else -min(y for _, y in _TOPS.get(kind, _TOPS["noble"]))


Size = Literal["board", "campaign", "kingdom", "tab"]
Arms = Literal["", "alone", "beside"]

MINOR: Final = "Minor"
STEP: Final = 6.2
STEP_GAP: Final = 2.1
SHARED: Final = {"font-family": SANS, "font-weight": "700", "stroke-linejoin": "round"}  # by all tokens
PX_PER_U: Final = {"board": 2.08, "campaign": 0.92, "kingdom": 0.70, "tab": 0.59}
_BROAD: Final = ("ground", "casing", "ring", "body", "crown", "absent", "face down")  # the parts that grow in a tab
_TAB_LETTERS: Final = 17.7  # u
_ORDER: Final = (
    "ground", "hatch", "pointer", "casing", "ring", "body", "crown", "rose", "petal", "core", "mark", "grille",
    "step", "moved", "turned", "absent", "cross", "left", "face down",
)  # fmt: skip


class Shape(msgspec.Struct, frozen=True, kw_only=True):
    """A filled outline or a line of a token, in u. ``width`` of the edge and ``dash`` are px; None means no paint."""

    role: str
    outline: Line
    fill: str | None = None
    edge: str | None = None
    width: float = 0.0
    dash: str | None = None
    opacity: float = 1.0
    closed: bool = True


class Label(msgspec.Struct, frozen=True, kw_only=True):
    """Bold text of a token: ``size`` and place in u, ``y`` is the baseline. Its middle is 0.36 size higher."""

    role: str
    x: float
    y: float
    text: str
    size: float
    fill: str
    anchor: Literal["middle", "end"] = "middle"


def house_of(piece: Piece) -> str:
    """Return the house whose colours a piece shows: its side, or black for a revealed rebel."""
    return "Rebel" if piece.block == "Rebel" else piece.side


def kind_of(piece: Piece) -> str:
    """Return the kind whose profile a piece shows; every unseen block looks like a noble.

    >>> kind_of(Piece("York", "Kent"))
    'noble'
    """
    return "noble" if piece.block is None else BLOCKS[piece.block].kind


def _rose_mark(x: float, y: float, radius: float, petal: str, core: str) -> list[Shape | Label]:
    parts: list[Shape | Label] = [Shape(role="rose", outline=at(rose(radius), x, y), fill=petal)]
    if radius > 8:
        for i in range(5):
            a = math.pi / 5 * (2 * i + 1)
            stroke = tuple((x + math.sin(a) * radius * r, y - math.cos(a) * radius * r) for r in (0.34, 0.66))
            parts.append(Shape(role="petal", outline=stroke, edge=core, width=radius * 0.09, closed=False))
    return [*parts, Shape(role="core", outline=circle(x, y, radius * 0.3), fill=core)]


def _mark(block: Block, fill: str, ink: str) -> list[Shape | Label]:
    """Return the sign at top left: whether the block may be turned, and by how many dice."""
    x, y = -13.0, -14.0
    if block.rose:
        return _rose_mark(x, y, 5.8, ink, fill)
    if is_kin(block):
        shield = Shape(role="mark", outline=at(SHIELD, x, y), fill=ink)
        return [shield, Label(role="mark", x=x, y=y + 2, text="W", size=6.6, fill=fill)]
    if block.loyalty:
        disc = Shape(role="mark", outline=circle(x, y, 5), fill=ink)
        return [disc, Label(role="mark", x=x, y=y + 3, text=str(block.loyalty), size=8.2, fill=fill)]
    return []


def _steps(piece: Piece, block: Block, ink: str, size: Size, scale: float) -> list[Shape | Label]:
    """Return the step squares, or the grille of a prisoner, who cannot fight."""
    if piece.prisoner:
        down = [((x, 7.0), (x, 18.0)) for x in (-12.0, -6.0, 0.0, 6.0, 12.0)]
        across = [((-15.0, y), (15.0, y)) for y in (9.5, 15.5)]
        return [Shape(role="grille", outline=bar, edge=ink, width=1.7 * scale, closed=False) for bar in down + across]
    steps = block.steps if piece.steps is None else piece.steps
    edge, low = 1.4 if scale >= 1.4 else 1.0, house_of(piece) == "York"
    y = (12.5 if low else 11.5) if size == "kingdom" else (14.5 if low else 13.0)
    square = ((-STEP / 2, -STEP / 2), (STEP / 2, -STEP / 2), (STEP / 2, STEP / 2), (-STEP / 2, STEP / 2))
    return [
        Shape(
            role="step",
            outline=at(square, (i - (block.steps - 1) / 2) * (STEP + STEP_GAP), y),
            fill=ink if i < steps else None,
            edge=ink,
            width=edge,
            opacity=1.0 if i < steps else 0.8,
        )
        for i in range(block.steps)
    ]


def _under(outline: Line, piece: Piece, scale: float, ringed: bool, acting: bool) -> list[Shape | Label]:
    """Return what lies under the body: hatching of a reserve, ring, pointer, casing."""
    parts: list[Shape | Label] = []
    if piece.reserve:
        low = foot(house_of(piece)) + 4
        box = ((-26.0, -26.0), (26.0, -26.0), (26.0, low), (-26.0, low))
        parts.append(Shape(role="ground", outline=box, fill=RESERVE_GROUND))
        lines = hatch([(*box, box[0])], 6.0)
        parts += [Shape(role="hatch", outline=one, edge=RESERVE_HATCH, width=1.6, closed=False) for one in lines]
    if acting:
        y = foot(house_of(piece)) + (3 if house_of(piece) == "York" else 0.5)
        tip = ((0.0, y), (7.5, y + 8), (-7.5, y + 8))
        parts.append(Shape(role="pointer", outline=tip, fill=AMBER, edge=INK, width=1.8))
    if not ringed:
        return [*parts, Shape(role="casing", outline=outline, edge=PANEL, width=max(3.4, 2.6 * scale), opacity=0.85)]
    return [
        *parts,
        Shape(role="ring", outline=outline, edge=INK, width=8.0),
        Shape(role="ring", outline=outline, edge=AMBER, width=5.4),
    ]


def _over(piece: Piece, scale: float) -> list[Shape | Label]:
    """Return what lies over the body: the bar of a block that has moved, the sign of one that changed sides."""
    parts: list[Shape | Label] = []
    side = house_of(piece)
    if piece.moved:
        bar = ((-11.0, foot(side) + 4), (11.0, foot(side) + 4))
        parts += [
            Shape(role="moved", outline=bar, edge=edge, width=px, closed=False)
            for edge, px in ((PANEL, 5.0), (INK, 3.0))
        ]
    if piece.turned and piece.block is not None:
        old = other_side(piece.side)
        x, y = (18.0, 24.0) if piece.side == "York" else (16.0, 25.0)
        look = HOUSES[old]
        small = at(body("noble", old), x, y, 0.36)
        parts.append(Shape(role="turned", outline=small, fill=look.fill, edge=look.edge, width=1.3))
        bar = ((x - 3.4, y + 3.4), (x + 3.4, y - 3.4))
        parts.append(Shape(role="turned", outline=bar, edge=look.ink, width=1.8 * scale, closed=False))
    return parts


def _absent(outline: Line, piece: Piece, edge: str, scale: float, fate: Fate) -> tuple[Shape | Label, ...]:
    """Return a block that is not here: crossed out if fallen, an arrow if it left, the other house's shield if turned.

    A minor shows its letters only.
    """
    dashed = Shape(role="absent", outline=outline, edge=edge, width=1.4, dash="4 3")
    if fate == "fallen":
        strokes = (((-11.0, -11.0), (11.0, 11.0)), ((11.0, -11.0), (-11.0, 11.0)))
        width = max(2, 2.6 * scale)
        return dashed, *(Shape(role="cross", outline=bar, edge=edge, width=width, closed=False) for bar in strokes)
    letters: list[Shape | Label] = []
    if piece.block is not None:
        high, size, short = -6.5 if fate else 5.0, 13.0 if fate else 14.5, BLOCKS[piece.block].abbreviation
        letters = [Label(role="abbreviation", x=0, y=high, text=short, size=size, fill=INK2)]
    if fate == "left":
        return dashed, *letters, Shape(role="left", outline=AWAY, fill=PANEL, edge=INK2, width=1.6)
    if fate == "turned":
        new = HOUSES[other_side(piece.side)]
        small = at(body("noble", other_side(piece.side)), 0, 7, 0.5)
        return dashed, *letters, Shape(role="turned", outline=small, fill=new.fill, edge=new.edge, width=1.6)
    return dashed, *letters


def parts(
    piece: Piece,
    scale: float = 1.0,
    *,
    size: Size = "campaign",
    chosen: bool = False,
    acting: bool = False,
    fate: Fate = "",
    rating: str = "",
    arms: Arms = "",
) -> tuple[Shape | Label, ...]:
    """Return all shapes and labels of a token in drawing order, in u round (0, 0); ``scale`` is px per u.

    Only line widths depend on ``scale``. With a ``fate`` it is the token of a block that is no longer there: dead, gone
    or on the other side. An unseen block gives the same parts whatever block it is. ``rating`` is that which counts in
    a battle, by default the printed one. ``arms`` leaves room for a coat of arms, as ``arms_box`` has it.

    >>> [part.role for part in parts(Piece("York", "Kent"))][:3]
    ['casing', 'body', 'rose']
    """
    if size == "tab":
        every = parts(piece, scale, size="kingdom", chosen=chosen, acting=acting)
        return tuple(_in_tab(part, breadth(piece)) for part in every)
    outline = body(kind_of(piece), house_of(piece))
    if fate or piece.place == MINOR:
        return _absent(outline, piece, INK3 if fate else HOUSES[house_of(piece)].edge, scale, fate)
    if piece.face_down:
        flat = FLATTENED.get(piece.side, FLATTENED["York"])
        return (
            Shape(role="face down", outline=flat, fill=PANEL, edge=INK3, width=1.4),
            Shape(role="face down", outline=((-13, 14), (13, 14)), edge=INK3, width=1.6, closed=False),
        )
    under = _under(outline, piece, scale, chosen or acting, acting)
    return (*under, *_inside(outline, piece, size, scale, rating, arms), *_over(piece, scale))


def breadth(piece: Piece) -> float:
    """Return how many times as broad as others a token is in a tab, where all letters are of one size."""
    short = BLOCKS[piece.block].abbreviation if piece.block else ""
    return max(1.0, text_width(short, _TAB_LETTERS, bold=True) / 39)


def _in_tab(part: Shape | Label, times: float) -> Shape | Label:
    if isinstance(part, Label):
        return msgspec.structs.replace(part, size=_TAB_LETTERS)
    outline = tuple((times * x, y) for x, y in part.outline) if part.role in _BROAD else part.outline
    return msgspec.structs.replace(part, outline=outline)


def arms_box(piece: Piece, size: Size, arms: Arms) -> tuple[float, float, float]:
    """Return left and upper edge and height in u of the arms on a token: alone, or beside smaller letters.

    >>> arms_box(Piece("York", "Kent", "Norfolk"), "campaign", "alone")
    (-8.25, -9.4, 19.8)
    """
    if arms == "beside":
        return -18.0, -8.6, 15.6
    low = 1.4 if house_of(piece) == "York" else 0.0
    return (-11.0, -18.2, 26.4) if size == "kingdom" else (-8.25, low - 10.8, 19.8)


def _inside(outline: Line, piece: Piece, size: Size, scale: float, rating: str, arms: Arms) -> list[Shape | Label]:
    """Return the body and what is printed on it; an unseen block shows only a rose."""
    look = HOUSES[house_of(piece)]
    inside: list[Shape | Label] = [
        Shape(role="body", outline=outline, fill=look.fill, edge=look.edge, width=look.edge_px)
    ]
    if piece.block is None:
        return inside + _rose_mark(0, 1 if piece.side == "Lancaster" else 0, 13.5, look.ink, look.fill)
    block = BLOCKS[piece.block]
    if block.kind == "heir":
        inside.append(Shape(role="crown", outline=CROWN, fill=GOLD, edge=GOLD_EDGE, width=1.1))
        if size != "kingdom":
            inside.append(Label(role="rank", x=0, y=-23.4, text=str(block.rank), size=8.8, fill=GOLD_EDGE))
    short, u = block.abbreviation, {"board": 15.0, "campaign": 16.0, "kingdom": 17.6}[size]
    u *= 0.86 if len(short) == 4 or short.isupper() else 1
    u = min(u, u * 39 / text_width(short, u, bold=True))
    x, y = 0.0, 2.0 if size == "kingdom" else 5.0
    if arms == "beside":
        x, u = 7.6, min(u, u * 23 / text_width(short, u, bold=True))
    if arms != "alone":
        inside.append(Label(role="abbreviation", x=x, y=y, text=short, fill=look.ink, size=u))
    if size != "kingdom":
        counts, px = rating or f"{block.initiative}{block.firepower}", 9.8 if size == "board" else 10.4
        inside.append(Label(role="rating", x=17.5, y=-10.6, text=counts, fill=look.ink, size=px, anchor="end"))
        inside += _mark(block, look.fill, look.ink)
    return inside + _steps(piece, block, look.ink, size, scale)


def token_svg(
    piece: Piece,
    x: float,
    y: float,
    scale: float,
    *,
    size: Size = "campaign",
    chosen: bool = False,
    acting: bool = False,
    fate: Fate = "",
    bare: bool = False,
    cased: bool = True,
    rating: str = "",
    bonus: str = "",
    arms: Arms = "",
) -> str:
    """Return a token as an SVG ``<g>`` centred on ``x``, ``y`` px, with ``<title>``; ``scale`` is px per u.

    With ``bare`` the attributes that all tokens share, ``SHARED``, are left to the group around; without ``cased`` it
    has no light rim, which nobody sees on a light panel. ``rating`` and ``arms`` are as for ``parts``, and ``bonus``
    says why the rating is another than the printed one.

    >>> "unseen block of York" in token_svg(Piece("York", "Kent"), 0, 0, 0.92)
    True
    """
    every = parts(piece, scale, size=size, chosen=chosen, acting=acting, fate=fate, rating=rating, arms=arms)
    visible = [part for part in every if cased or part.role != "casing"]
    elements = []
    for part, group in groupby(visible, key=_look):  # shapes that are drawn alike become one path
        if isinstance(part, Label):
            place, px = (x + part.x * scale, y + part.y * scale), round(part.size * scale, 2)
            weight, family = (400, None) if bare else (700, SANS)
            elements.append(text(*place, part.text, px, part.fill, weight=weight, anchor=part.anchor, family=family))
            continue
        outlines = [at(one.outline, x, y, scale) for one in group if isinstance(one, Shape)]
        lines = [(*outline, outline[0]) if part.closed else outline for outline in outlines]
        look: dict[str, object] = {"fill": part.fill or "none", "stroke": part.edge or (None if part.closed else INK)}
        look |= {"stroke_width": float(part.width)} if look["stroke"] else {}
        look |= {"stroke_linejoin": "round"} if part.closed and part.edge and not bare else {}
        look |= {"stroke_dasharray": part.dash, "opacity": part.opacity if part.opacity < 1 else None}
        look |= {"class": "roses-steps"} if size == "board" and part.role == "step" and part.fill else {}
        elements.append(tag("path", d=path_data(lines, closed=part.closed), **look))
    here = f"; {rating_here(rating, bonus)}" if bonus and not fate else ""
    return tag("g", tag("title", escape(piece_words(piece, fate=fate) + here)), *elements)


def _look(part: Shape | Label) -> Shape | Label:
    """Return what a part has in common with others that are drawn like it: all but its outline; of a label, all."""
    return part if isinstance(part, Label) else msgspec.structs.replace(part, outline=())


def token_layers(pieces: Iterable[Piece], scale: float) -> tuple[Layer, ...]:
    """Return the layers on which ``draw_token`` draws these pieces, from the lowest up.

    >>> [layer.kind for layer in token_layers([Piece("York", "", "Norfolk", 3)], 1.4)]
    ['line', 'fill', 'fill', 'fill', 'fill', 'line']
    """
    shapes = [part for piece in pieces for part in parts(piece, scale) if isinstance(part, Shape)]
    layers = {}
    for shape in sorted(shapes, key=lambda shape: _ORDER.index(shape.role)):
        kind: Kind = "fill" if shape.fill else "line"
        dash = tuple(map(float, (shape.dash or "").split()))
        look = shape.fill or "", shape.edge or "", shape.width, dash, shape.opacity
        layers[_name(shape)] = Layer(_name(shape), kind, *look)
    return tuple(layers.values())


def draw_token(chart: Chart, piece: Piece, x: float, y: float, scale: float) -> None:
    """Draw a token with its centre at ``x``, ``y`` px; ``scale`` is px per u. The chart has its ``token_layers``.

    Tokens of one chart lie apart: a layer holds the shapes of all of them.
    """
    for part in parts(piece, scale):
        if isinstance(part, Label):
            place = x + part.x * scale, y + part.y * scale
            chart.write(part.text, *place, part.size * scale, part.fill, bold=True, anchor=part.anchor)
        else:
            outline = at(part.outline, x, y, scale)
            chart.add(_name(part), (*outline, outline[0]) if part.closed else outline)


def _name(shape: Shape) -> str:
    return "-".join(filter(None, (shape.role, shape.fill, shape.edge))).replace(" ", "-").replace("#", "")
