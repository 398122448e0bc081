"""Reigns, captivities and battles from 1454 to 1490 on one line of time.

Allegiance over time is a band: a letter and a pattern for each side, so that it reads without colour.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import msgspec

from roses.engine.i18n import gettext as _
from roses.figures.drawing import Layer, text_width
from roses.figures.drawing import palette as p
from roses.figures.drawing.geometry import at, outline
from roses.figures.drawing.picture import Chart, Picture, doors
from roses.history.battles import Battle, known_battles
from roses.history.claims import reigns
from roses.history.people import Allegiance, Person, When, day, person, sided

# side: letter, fill, edge, ink
LOOKS: Final = {
    "York": ("Y", p.HOUSES["York"].fill, p.HOUSES["York"].edge, p.HOUSES["York"].ink),
    "Lancaster": ("L", p.HOUSES["Lancaster"].fill, p.HOUSES["Lancaster"].edge, p.WHITE),
    "Tudor": ("T", "#DDE9D4", p.INK, p.INK),
    "own": ("o", "#EFDFA8", p.INK, p.INK),
    "apart": ("-", p.PAPER, p.INK3, p.INK),
}
BAND_LAYERS: Final = (
    *(
        Layer(side, "fill", fill, edge, 1.4, (3.0, 3.0) if side == "apart" else ())
        for side, (_l, fill, edge, _i) in LOOKS.items()
    ),
    Layer("hatch", "line", edge="#5E7F55", width=1.1),
    Layer("dots", "line", edge=p.INK2, width=1.2, dash=(1.5, 3.5)),
    Layer("bars", "line", edge=p.INK, width=1.3),
    Layer("white bars", "line", edge=p.WHITE, width=1.3),
    Layer("plate", "fill", p.PANEL, p.INK, 0.8),
)

WIDTH: Final = 1240.0
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
    *BAND_LAYERS,
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


def draw_timeline() -> Picture:
    """Draw reigns, battles and the bands of ten people.

    >>> timeline_svg().name
    'Reigns, captivities and battles, 1454 to 1490'
    """
    low = _BANDS + len(PEOPLE) * _ROW + 22
    chart = Chart(WIDTH, low + 52, _LAYERS)
    title = _("Reigns, captivities and battles, 1454 to 1490")
    chart.write(title, 16, 31, 21, bold=True, family="serif", anchor="start")
    for year in range(1455, 1491, 5):
        x = _across(f"{year}-01-01")
        chart.add("grid", ((x, _KINGS), (x, low - 8)))
        chart.write(str(year), x, _KINGS - 3, 13, p.INK2)
    _draw_reigns(chart)
    _draw_battles(chart)
    for i, name in enumerate(PEOPLE):
        y = _BANDS + i * _ROW
        chart.write(_NAMES.get(name, person(name).short), 16, y + 17, 14, bold=True, anchor="start", within=_LEFT - 22)
        draw_band(chart, person(name), _across, y, 24, ENDS)
    _draw_key(chart, 16, chart.height - 20)
    return Picture(chart, title, text_timeline())


timeline_svg, _timeline_data, timeline_figure = doors(draw_timeline)


def text_timeline() -> str:
    """Return the timeline in words: kings, battles, and what became of each of the ten.

    >>> print(text_timeline().splitlines()[1])
    4 March 1461 to 3 October 1470: Edward IV
    """
    kings = [f"{day(r.since)} to {day(r.until)}: {person(r.person).short}" for r in reigns() if r.until > ENDS[0]]
    fights = [f"{battle.shown}: {battle.name}, won by {winner_sign(battle)}" for battle in known_battles().values()]
    bands = [
        f"{person(name).short}: " + "; ".join(sided(s.entry) for s in stretches(person(name), *ENDS)) for name in PEOPLE
    ]
    return "\n".join([*kings, *fights, *bands])


def winner_sign(battle: Battle) -> str:
    """Return whose sign a battle has: York, Lancaster with Tudor, or rebels of neither house."""
    side = "Lancaster" if "Tudor" in battle.winner or "Henry" in battle.winner else battle.winner
    return side if side in ("York", "Lancaster") else "rebels"


def _across(date: str) -> float:
    """Return the px at which an ISO date stands."""
    first, last = map(days, ENDS)
    return _LEFT + (days(date) - first) / (last - first) * (WIDTH - 20 - _LEFT)


def _draw_reigns(chart: Chart) -> None:
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


def _draw_battles(chart: Chart) -> None:
    """Draw a sign for each battle, stacked where they are close, with a number and its name."""
    chart.write(_("Battles"), 16, _BATTLES + 14, 14, bold=True, anchor="start")
    for i, words in enumerate(
        (_("square: York won"), _("shield: Lancaster won,"), _("with or for Tudor"), _("diamond: rebels won"))
    ):
        chart.write(words, 16, _BATTLES + 32 + 16 * i, 12.5, p.INK2, anchor="start")
    for number, (battle, row) in enumerate(zip(known_battles().values(), _rows(), strict=True), 1):
        x, y = _across(battle.date), _BATTLES + 10 + row * 19
        chart.add("stem", ((x, _BATTLES - 6), (x, y)))
        side = winner_sign(battle)
        chart.add(f"won {side}", at(_SHAPES[side], x, y, 0.68))
        left = number in _LEFTWARD
        chart.write(_label(number, battle), x + (-11 if left else 11), y + 4.5, 12.5, anchor="end" if left else "start")
        chart.hover((x - 8, y - 8, x + 8, y + 8), f"{battle.name}, {battle.shown}: {_(side)}")


def _label(number: int, battle: Battle) -> str:
    return f"{number} {battle.name.removesuffix(', the second battle')}" + (" II" if "second" in battle.name else "")


def _rows() -> list[int]:
    """Return the row of each battle: below those later ones whose stems would cut its name, or leftward of its sign."""
    rows: list[int] = []
    fights = list(known_battles().values())
    for i in reversed(range(len(fights))):
        if i + 1 in _LEFTWARD:
            rows.insert(0, _LEFTWARD.index(i + 1) + 1)
            continue
        end = _across(fights[i].date) + 20 + text_width(_label(i + 1, fights[i]), 12.5)
        near = [row for later, row in zip(fights[i + 1 :], rows, strict=True) if _across(later.date) < end]
        rows.insert(0, max(near, default=-1) + 1)
    return rows


# ---- bands


class Stretch(msgspec.Struct, frozen=True):
    """A stretch of a band: from one ISO date to another, and the allegiance in it."""

    since: str
    until: str
    entry: Allegiance


def stretches(who: Person, first: str, last: str) -> Iterator[Stretch]:
    """Yield the stretches of a life between two ISO dates; the last ends with death.

    >>> from roses.history.people import person
    >>> [(s.entry.side, s.until) for s in stretches(person("somerset3"), "1450-01-01", "1490-01-01")][-1]
    ('Lancaster', '1464-05-15')
    """
    begins = [*(When(entry.since).first for entry in who.allegiance), min(who.died.last, "9999")]
    for i, entry in enumerate(who.allegiance):
        since, until = max(begins[i], first), min(begins[i + 1], last)
        if since < until:
            yield Stretch(since, until, entry)


def days(date: str) -> float:
    """Return an ISO date as years with a fraction.

    >>> days("1461-07-01"), round(days("1461-03-29"), 2)
    (1461.5, 1461.24)
    """
    year, month, day = (int(part) for part in date.split("-"))
    return year + (month - 1) / 12 + (day - 1) / 365


def draw_band(
    chart: Chart, who: Person, across: Callable[[str], float], y: float, high: float, ends: tuple[str, str]
) -> None:
    """Draw the band of a person, ``high`` px, its upper edge at ``y``; ``across`` gives the px of an ISO date."""
    for stretch in stretches(who, *ends):
        left, right = across(stretch.since), across(stretch.until)
        top = y + high * 0.3 if stretch.entry.state == "exile" else y
        low = y + high * 0.7 if stretch.entry.state == "exile" else y + high
        chart.box(stretch.entry.side, (left, top, right, low))
        _draw_pattern(chart, stretch.entry, left, top, right, low)
        letter, _fill, _edge, ink = LOOKS[stretch.entry.side]
        if right - left >= 13 and stretch.entry.state != "exile":
            if stretch.entry.state == "captive" or stretch.entry.side == "Tudor":
                chart.box("plate", (left + 2, y + high / 2 - 7.5, left + 14, y + high / 2 + 7.5))
                ink = p.INK
            chart.write(letter, left + 8, y + high / 2 + 4.4, 12.5, ink, bold=True)
        chart.hover((left, y, max(right, left + 3), y + high), f"{who.short}, {sided(stretch.entry)}")


def _draw_pattern(chart: Chart, entry: Allegiance, left: float, top: float, right: float, low: float) -> None:
    """Draw bars for a captive, rising lines for Tudor, dots for a cause of one's own."""
    if entry.state == "captive":
        layer, x = "white bars" if entry.side == "Lancaster" else "bars", left + 4
        while x < right - 1:
            chart.add(layer, ((x, top), (x, low)))
            x += 5
    elif entry.side == "Tudor":
        x = left
        while x < right:
            run = min(low - top, right - x)
            chart.add("hatch", ((x, low), (x + run, low - run)))
            x += 6
    elif entry.side == "own":
        chart.add("dots", ((left + 1, (top + low) / 2), (right - 1, (top + low) / 2)))


def _draw_key(chart: Chart, x: float, y: float) -> None:
    """Write the key of the bands in one line at baseline ``y``."""
    samples = (
        ("York", "", _("York")), ("Lancaster", "", _("Lancaster")), ("Tudor", "", _("Tudor")),
        ("own", "", _("own cause")), ("apart", "", _("neither")),
        ("York", "captive", _("captive, here of York")), ("York", "exile", _("abroad, exile")),
    )  # fmt: skip
    for side, state, words in samples:
        entry = Allegiance("1460", side, state)  # type: ignore[arg-type]
        top, low = (y - 9, y - 2) if state == "exile" else (y - 14, y + 4)
        chart.add(side, outline((x, top, x + 30, low)))
        _draw_pattern(chart, entry, x, top, x + 30, low)
        if not state:
            if side == "Tudor":
                chart.box("plate", (x + 9, y - 12, x + 21, y + 2))
            chart.write(LOOKS[side][0], x + 15, y, 12.5, LOOKS[side][3], bold=True)
        chart.write(words, x + 36, y, 13.5, anchor="start")
        x += 54 + text_width(words, 13.5)
