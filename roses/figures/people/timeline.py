"""Reigns, captivities and battles from 1454 to 1490 on one line of time."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import msgspec

from roses.engine.data import read
from roses.engine.i18n import gettext as _
from roses.figures.drawing import Layer, text_width
from roses.figures.drawing import palette as p
from roses.figures.drawing.geometry import at
from roses.figures.drawing.picture import Chart, plotly_figure
from roses.figures.drawing.svg import Svg
from roses.figures.people import band
from roses.figures.people.layout import WIDTH
from roses.history.claims import reigns
from roses.history.dates import day
from roses.history.people import person, sided

ENDS: Final = ("1454-01-01", "1490-12-31")
PEOPLE: Final = (
    "henry6", "margaret-anjou", "york3", "warwick16", "edward4",
    "clarence", "oxford13", "jasper", "henry7", "warwick17",
)  # fmt: skip
_LEFT: Final = 172.0
_ROW: Final = 32.0
_KINGS: Final = 52.0
_BATTLES: Final = 124.0
_BANDS: Final = 303.0
_LAYERS: Final = (
    Layer("grid", "line", edge=p.RULE, width=1.0),
    Layer("reign Y", "fill", p.HOUSES["York"].fill, p.HOUSES["York"].edge, 1.6),
    Layer("reign L", "fill", p.HOUSES["Lancaster"].fill, p.HOUSES["Lancaster"].edge, 1.4),
    Layer("reign T", "fill", "#DDE9D4", p.INK, 1.4),
    *band.LAYERS,
    Layer("stem", "line", edge=p.INK2, width=1.2),
    Layer("won York", "fill", p.HOUSES["York"].fill, p.HOUSES["York"].edge, 1.6),
    Layer("won Lancaster", "fill", p.HOUSES["Lancaster"].fill, p.HOUSES["Lancaster"].edge, 1.2),
    Layer("won rebels", "fill", "#EFDFA8", p.INK, 1.4),
)
_SQUARE: Final = ((-9, -9), (9, -9), (9, 9), (-9, 9), (-9, -9))
_SHIELD: Final = ((-9, -9), (9, -9), (9, 3), (0, 11), (-9, 3), (-9, -9))
_DIAMOND: Final = ((0, -12), (10, 0), (0, 12), (-10, 0), (0, -12))
_SHAPES: Final = {"York": _SQUARE, "Lancaster": _SHIELD, "rebels": _DIAMOND}
_LEFTWARD: Final = (2, 3)  # numbers of battles whose names stand left of their signs
_NAMES: Final = {
    "york3": "Richard of York", "warwick16": "Warwick", "clarence": "Clarence",
    "oxford13": "Oxford", "warwick17": "Young Warwick",
}  # fmt: skip
_SIDES: Final = {"Lancaster": "L", "York": "Y", "Tudor": "T"}


class Battle(msgspec.Struct, frozen=True):
    """A battle: name, date and who won it."""

    id: str
    name: str
    date: str
    shown: str
    winner: str


@cache
def battles() -> tuple[Battle, ...]:
    """Return the eighteen battles, in order of time.

    >>> len(battles()), battles()[8].name
    (18, 'Towton')
    """
    return tuple(sorted(read("history/battles.json", tuple[Battle, ...]), key=lambda battle: battle.date))


def timeline_svg() -> Svg:
    """Return reigns, battles and the bands of ten people as an SVG document.

    >>> timeline_svg().name
    'Reigns, captivities and battles, 1454 to 1490'
    """
    return _chart().svg(_title(), text_timeline())


def timeline_figure() -> Any:
    """Return the same picture as a plotly figure.

    >>> type(timeline_figure()).__name__
    'Figure'
    """
    return plotly_figure(_chart().figure(_title(), text_timeline()))


def text_timeline() -> str:
    """Return the timeline in words: kings, battles, and what became of each of the ten.

    >>> print(text_timeline().splitlines()[1])
    4 March 1461 to 3 October 1470: Edward IV
    """
    kings = [f"{day(r.since)} to {day(r.until)}: {person(r.person).short}" for r in reigns() if r.until > ENDS[0]]
    fights = [f"{battle.shown}: {battle.name}, won by {winner_sign(battle)}" for battle in battles()]
    bands = [
        f"{person(name).short}: " + "; ".join(sided(s.entry) for s in band.stretches(person(name), *ENDS))
        for name in PEOPLE
    ]
    return "\n".join([*kings, *fights, *bands])


def _title() -> str:
    return _("Reigns, captivities and battles, 1454 to 1490")


def _across(date: str) -> float:
    first, last = map(band.days, ENDS)
    return _LEFT + (band.days(date) - first) / (last - first) * (WIDTH - 20 - _LEFT)


def _chart() -> Chart:
    names = _BANDS + len(PEOPLE) * _ROW + 22
    chart = Chart(WIDTH, names + 52, _LAYERS)
    chart.write(_title(), 16, 31, 21, bold=True, family="serif", anchor="start")
    for year in range(1455, 1491, 5):
        x = _across(f"{year}-01-01")
        chart.add("grid", ((x, _KINGS), (x, names - 8)))
        chart.write(str(year), x, _KINGS - 3, 13, p.INK2)
    _kings(chart)
    _battles(chart)
    for i, name in enumerate(PEOPLE):
        y = _BANDS + i * _ROW
        chart.write(_NAMES.get(name, person(name).short), 16, y + 17, 14, bold=True, anchor="start", within=_LEFT - 22)
        band.draw(chart, person(name), _across, y, 24, ENDS)
    band.key(chart, 16, chart.height - 20)
    return chart


def _kings(chart: Chart) -> None:
    """Draw the reigns; a name that does not fit into its reign stands above a short stem."""
    chart.write(_("King"), 16, _KINGS + 27, 14, bold=True, anchor="start")
    for reign in reigns():
        if reign.until <= ENDS[0]:
            continue
        left, right = _across(max(reign.since, ENDS[0])), _across(min(reign.until, ENDS[1]))
        house = person(reign.person).house
        letter, name = _SIDES[house], person(reign.person).short
        chart.box(f"reign {letter}", (left, _KINGS + 8, right, _KINGS + 36))
        ink = p.WHITE if letter == "L" else p.INK
        if right - left > text_width(name, 14, bold=True) + 26:
            chart.write(f"{letter}  {name}", (left + right) / 2, _KINGS + 27, 14, ink, bold=True)
        else:
            early, x = reign.person == "edward5", (left + right) / 2  # his name stands lower, left of his reign
            low = _KINGS + (66 if early else 52)
            chart.add("stem", ((x, _KINGS + 36), (x, low - 11)))
            chart.write(f"{letter}  {name}", x + 6 * early, low, 13, bold=True, anchor="end" if early else "middle")
        chart.hover(
            (left, _KINGS + 8, right, _KINGS + 36), f"{name}, {day(reign.since)} - {day(reign.until)}: {reign.how}"
        )


def _battles(chart: Chart) -> None:
    """Draw a sign for each battle, stacked where they are close, with a number; the list of names stands below."""
    chart.write(_("Battles"), 16, _BATTLES + 14, 14, bold=True, anchor="start")
    for i, words in enumerate(
        (_("square: York won"), _("shield: Lancaster won,"), _("with or for Tudor"), _("diamond: rebels won"))
    ):
        chart.write(words, 16, _BATTLES + 32 + 16 * i, 12.5, p.INK2, anchor="start")
    for number, (battle, row) in enumerate(zip(battles(), _rows(), strict=True), 1):
        x, y = _across(battle.date), _BATTLES + 10 + row * 19
        chart.add("stem", ((x, _BATTLES - 6), (x, y)))
        side = winner_sign(battle)
        chart.add(f"won {side}", at(_SHAPES[side], x, y, 0.68))
        left = number in _LEFTWARD
        chart.write(_label(number, battle), x + (-11 if left else 11), y + 4.5, 12.5, anchor="end" if left else "start")
        chart.hover((x - 8, y - 8, x + 8, y + 8), f"{battle.name}, {battle.shown}: {_(side)}")


def winner_sign(battle: Battle) -> str:
    """Return whose sign a battle has: York, Lancaster with Tudor, or rebels of neither house."""
    side = "Lancaster" if "Tudor" in battle.winner or "Henry" in battle.winner else battle.winner
    return side if side in ("York", "Lancaster") else "rebels"


def _label(number: int, battle: Battle) -> str:
    return f"{number} {battle.name.removesuffix(', the second battle')}" + (" II" if "second" in battle.name else "")


def _rows() -> list[int]:
    """Return the row of each battle: below those later ones whose stems would cut its name, or leftward of its sign."""
    rows: list[int] = []
    fights = battles()
    for i in reversed(range(len(fights))):
        if i + 1 in _LEFTWARD:
            rows.insert(0, _LEFTWARD.index(i + 1) + 1)
            continue
        end = _across(fights[i].date) + 20 + text_width(_label(i + 1, fights[i]), 12.5)
        near = [row for later, row in zip(fights[i + 1 :], rows, strict=True) if _across(later.date) < end]
        rows.insert(0, max(near, default=-1) + 1)
    return rows
