"""The map of the eighteen battles: a number at each site, square where York won, pointed where its enemies did."""

from __future__ import annotations

from typing import Any, Final

from roses.engine.i18n import gettext as _
from roses.figures.battles.picture import MARKS, Picture, diamond, house_of, shield, square
from roses.figures.drawing import geometry
from roses.figures.drawing import palette as p
from roses.figures.drawing.drawing import Dot, Drawing, Layer, Text
from roses.figures.drawing.geometry import Box, Point, outline
from roses.figures.drawing.measure import text_width
from roses.figures.drawing.palette import HOUSES, INK, INK2, PANEL
from roses.figures.drawing.picture import Chart, plotly_figure
from roses.figures.drawing.svg import PAGE, Svg
from roses.figures.map.frames import Frame
from roses.figures.map.geography import SHAPES
from roses.figures.map.geography import outline as coast
from roses.figures.map.layout import add_credit
from roses.figures.map.scene import land
from roses.history.battles import Battle, known_battles

WIDTH: Final = PAGE
_FRAME: Final = Frame("battles", 175.0, 240.0, 470, 660, 1.165)
_TOP: Final = 48.0
_LIST: Final = 496.0  # px: the left edge of the list
_ROW: Final = 32.6
_REBELS: Final = {"Warwick's party"}  # who won in the name of no claimant
_HALF: Final = 9.5  # px of a mark
_NEAR: Final = 2.2  # px between the points of a coast
_PUSHED: Final[dict[str, Point]] = {  # px from the site to its mark, where two would cover each other
    "st-albans-1455": (-22, -14), "st-albans-1461": (-26, 12), "barnet-1471": (26, -12), "wakefield-1460": (-24, 8),
    "ferrybridge-1461": (24, 14), "towton-1461": (-24, -10), "ludford-1459": (22, -10),
    "mortimers-cross-1461": (-24, 4),
    "northampton-1460": (22, -4), "edgcote-1469": (-20, 14),
}  # fmt: skip
_TOWNS: Final = (("London", -0.09, 51.513), ("York", -1.08, 53.96))
_LAYERS: Final = (
    Layer("sea", "fill", p.SEA),
    Layer("near", "fill", p.SEA_NEAR),
    Layer("abroad", "fill", p.NOT_IN_PLAY, p.COAST, 0.7),
    Layer("land", "fill", p.LAND[0], p.COAST, 0.8),
    Layer("rim", "line", edge=p.INK3, width=1.0),
    Layer("leader", "line", edge=p.INK2, width=1.2),
    Layer("dot", "dots"),
    *MARKS,
)


def sites_svg() -> Svg:
    """Return the map with the list of the battles as an SVG.

    >>> sites_svg().name
    'Eighteen battles, 1455 to 1487'
    """
    return add_credit(_picture().svg())


def sites_figure() -> Any:
    """Return the same picture as a plotly figure.

    >>> type(sites_figure()).__name__
    'Figure'
    """
    return plotly_figure(_picture().figure())


def _picture() -> Picture:
    chart = Chart(WIDTH, _TOP + _FRAME.height + 8, _LAYERS, PANEL)
    drawing = chart.drawing
    battles = list(known_battles().values())
    title = _("Eighteen battles, 1455 to 1487")
    drawing.write("text", Text(title, 15, 31, 20, INK, "serif", bold=True, anchor="start"))
    _ground(drawing)
    for number, battle in enumerate(battles, 1):
        chart.hovers.append(_site(drawing, battle, number))
        _entry(drawing, battle, number)
    _key(drawing)
    words = ". ".join(f"{n} {b.name}, {b.shown}: {b.winner}" for n, b in enumerate(battles, 1))
    return Picture(chart, title, words)


def _ground(drawing: Drawing) -> None:
    box: Box = (0.0, 0.0, float(_FRAME.width), float(_FRAME.height))
    drawing.add("sea", outline(_down(box)))
    coasts = {name: land()[name] for name in ("near", "abroad")} | {"land": coast(frozenset(SHAPES))}
    for layer, lines in coasts.items():
        for line in lines:
            shape = geometry.clip_outline(tuple(_FRAME.px(*point) for point in line), box)
            if len(shape) > 3:
                points = geometry.thin(shape, _NEAR)
                drawing.add(layer, tuple((x + 8, y + _TOP) for x, y in points))
    drawing.add("rim", outline(_down(box)))
    for name, lon, lat in _TOWNS:
        x, y = _FRAME.px((lon + 7.5) * 67.5, (lat - 48.8) * 111.2)
        drawing.dot("dot", Dot(x + 8, y + _TOP, 2.6, INK2))
        drawing.write(
            "text", Text(name, x + 14, y + _TOP + 4, 12, INK2, "serif", italic=True, anchor="start", halo=2.5)
        )


def _down(box: Box) -> Box:
    return box[0] + 8, box[1] + _TOP, box[2] + 8, box[3] + _TOP


def _site(drawing: Drawing, battle: Battle, number: int) -> tuple[Box, str]:
    """Draw the mark of a battle, and a leader where it stands beside its site; return its hover text."""
    x, y = _FRAME.px((battle.lon + 7.5) * 67.5, (battle.lat - 48.8) * 111.2)
    x, y = x + 8, y + _TOP
    dx, dy = _PUSHED.get(battle.id, (0.0, 0.0))
    if dx or dy:
        drawing.add("leader", ((x, y), (x + dx, y + dy)))
        drawing.add("apart", square(x, y, 2.4))
    _mark(drawing, battle, number, x + dx, y + dy)
    box = (x + dx - _HALF, y + dy - _HALF, x + dx + _HALF, y + dy + _HALF)
    return box, f"{number} {battle.name}, {battle.shown}"


def _mark(drawing: Drawing, battle: Battle, number: int, x: float, y: float) -> None:
    house = house_of(battle.winner)
    if battle.winner in _REBELS:
        drawing.add("apart", diamond(x, y, _HALF * 1.35))
    else:
        drawing.add(house, (square if house == "York" else shield)(x, y, _HALF))
    ink = INK if battle.winner in _REBELS else HOUSES[house].ink
    drawing.write("text", Text(str(number), x, y + 4.4, 12.5, ink, bold=True))


def _entry(drawing: Drawing, battle: Battle, number: int) -> None:
    """Write a battle into the list: number and name, below them its date and who won."""
    y = _TOP + 18 + (number - 1) * _ROW
    _mark(drawing, battle, number, _LIST + 12, y + 2)
    name = battle.name.replace("the second battle", "second")
    drawing.write("text", Text(name, _LIST + 32, y, 14.5, INK, bold=True, anchor="start"))
    below = f"{battle.shown}: {battle.winner}"
    size = min(12.5, 12.5 * 244 / text_width(below, 12.5))
    drawing.write("text", Text(below, _LIST + 32, y + 15, size, INK2, anchor="start"))


def _key(drawing: Drawing) -> None:
    y = _TOP + 18 + 18 * _ROW + 4
    drawing.add("York", square(_LIST + 12, y - 4, _HALF))
    drawing.write("text", Text(_("York won, or its King's party"), _LIST + 32, y, 12.5, INK2, anchor="start"))
    drawing.add("Lancaster", shield(_LIST + 12, y + 18, _HALF))
    drawing.write("text", Text(_("Lancaster or Henry Tudor won"), _LIST + 32, y + 22, 12.5, INK2, anchor="start"))
    drawing.add("apart", diamond(_LIST + 12, y + 41, _HALF * 1.2))
    drawing.write("text", Text(_("rebels of neither house won"), _LIST + 32, y + 45, 12.5, INK2, anchor="start"))
