"""Allegiance over time as a band: a letter and a pattern for each side, so that it reads without colour."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import msgspec

from roses.engine.i18n import gettext as _
from roses.figures.drawing import Layer, text_width
from roses.figures.drawing import palette as p
from roses.figures.drawing.geometry import outline
from roses.figures.drawing.picture import Chart
from roses.history.dates import When
from roses.history.people import Allegiance, Person, sided

# side: letter, fill, edge, ink
LOOKS: Final = {
    "York": ("Y", p.HOUSES["York"].fill, p.HOUSES["York"].edge, p.HOUSES["York"].ink),
    "Lancaster": ("L", p.HOUSES["Lancaster"].fill, p.HOUSES["Lancaster"].edge, p.WHITE),
    "Tudor": ("T", "#DDE9D4", p.INK, p.INK),
    "own": ("o", "#EFDFA8", p.INK, p.INK),
    "apart": ("-", p.PAPER, p.INK3, p.INK),
}
LAYERS: Final = (
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


def draw(
    chart: Chart, who: Person, across: Callable[[str], float], y: float, high: float, ends: tuple[str, str]
) -> None:
    """Draw the band of a person, ``high`` px, its upper edge at ``y``; ``across`` gives the px of an ISO date."""
    for stretch in stretches(who, *ends):
        left, right = across(stretch.since), across(stretch.until)
        top = y + high * 0.3 if stretch.entry.state == "exile" else y
        low = y + high * 0.7 if stretch.entry.state == "exile" else y + high
        chart.box(stretch.entry.side, (left, top, right, low))
        _pattern(chart, stretch.entry, left, top, right, low)
        letter, _fill, _edge, ink = LOOKS[stretch.entry.side]
        if right - left >= 13 and stretch.entry.state != "exile":
            if stretch.entry.state == "captive" or stretch.entry.side == "Tudor":
                chart.box("plate", (left + 2, y + high / 2 - 7.5, left + 14, y + high / 2 + 7.5))
                ink = p.INK
            chart.write(letter, left + 8, y + high / 2 + 4.4, 12.5, ink, bold=True)
        chart.hover((left, y, max(right, left + 3), y + high), f"{who.short}, {sided(stretch.entry)}")


def _pattern(chart: Chart, entry: Allegiance, left: float, top: float, right: float, low: float) -> None:
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


def key(chart: Chart, x: float, y: float) -> float:
    """Write the key of the bands in one line at baseline ``y``; return where it ends."""
    samples = (
        ("York", "", _("York")), ("Lancaster", "", _("Lancaster")), ("Tudor", "", _("Tudor")),
        ("own", "", _("own cause")), ("apart", "", _("neither")),
        ("York", "captive", _("captive, here of York")), ("York", "exile", _("abroad, exile")),
    )  # fmt: skip
    for side, state, words in samples:
        entry = Allegiance("1460", side, state)  # type: ignore[arg-type]
        top, low = (y - 9, y - 2) if state == "exile" else (y - 14, y + 4)
        chart.add(side, outline((x, top, x + 30, low)))
        _pattern(chart, entry, x, top, x + 30, low)
        if not state:
            if side == "Tudor":
                chart.box("plate", (x + 9, y - 12, x + 21, y + 2))
            chart.write(LOOKS[side][0], x + 15, y, 12.5, LOOKS[side][3], bold=True)
        chart.write(words, x + 36, y, 13.5, anchor="start")
        x += 54 + text_width(words, 13.5)
    return x
