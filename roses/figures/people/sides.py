"""Who left which side when: the sides at eleven moments as a network, and the names of those who changed."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import networkx

from roses.engine.i18n import gettext as _
from roses.engine.i18n import ngettext
from roses.figures.drawing import palette as p
from roses.figures.drawing.chart import Chart
from roses.figures.drawing.glyphs import rounded
from roses.figures.drawing.layers import Layer
from roses.figures.drawing.picture import plotly_figure
from roses.figures.drawing.svg import Svg
from roses.figures.people.houses import WIDTH
from roses.figures.people.layout import KNOWN
from roses.history.dates import day
from roses.history.people import Person, everybody, person

MOMENTS: Final = (
    "1455-06-01", "1459-10-01", "1460-08-15", "1461-04-15", "1464-06-01", "1469-08-01", "1470-11-01", "1471-06-15",
    "1483-07-15", "1483-10-25", "1485-08-23",
)  # fmt: skip
LANES: Final = ("York", "apart", "held", "Lancaster")
_LEFT: Final = 132.0
_TOP: Final = 84.0
_LANE: Final = 76.0
_NODE: Final = (46.0, 48.0)
_NAMES: Final = _TOP + 4 * _LANE + 8
_PER: Final = 0.55  # px of a line for each person who moves along it
_LAYERS: Final = (
    Layer("rule", "line", edge=p.RULE, width=1.0),
    *(Layer(f"stay {n}", "line", edge="#CFC6B4", width=1.5 + _PER * n) for n in range(1, 45)),
    *(Layer(f"move {n}", "line", edge=p.INK, width=1.2 + 0.7 * n) for n in range(1, 30)),
    Layer("head", "fill", p.INK),
    Layer("York", "fill", p.HOUSES["York"].fill, p.HOUSES["York"].edge, 2.0),
    Layer("Lancaster", "fill", p.HOUSES["Lancaster"].fill, p.HOUSES["Lancaster"].edge, 1.2),
    Layer("held", "fill", p.PANEL, p.INK, 1.2),
    Layer("bars", "line", edge=p.INK3, width=1.2),
    Layer("apart", "fill", p.PAPER, p.INK, 1.4, (4.0, 3.0)),
)


def lane(who: Person, date: str) -> str:
    """Return the lane of somebody on an ISO date: a side (Tudor counts with Lancaster), "held", "apart"; "" for none.

    >>> lane(person("henry6"), "1469-08-01"), lane(person("warwick16"), "1469-08-01")
    ('held', 'apart')
    """
    entry = who.side(date)
    if entry is None:
        return ""
    if entry.state == "captive":
        return "held"
    return {"own": "apart", "Tudor": "Lancaster"}.get(entry.side, entry.side)


@cache
def moves() -> networkx.DiGraph[tuple[str, str]]:
    """Return the network: a node for each lane at each moment, an edge for all who go from one to the other.

    Nodes and edges hold the ids of the people as ``who``; those who die or come in between are in no edge.

    >>> sorted(moves().edges[("1460-08-15", "held"), ("1461-04-15", "Lancaster")]["who"])
    ['henry6', 'rivers1']
    """
    graph: networkx.DiGraph[tuple[str, str]] = networkx.DiGraph()
    for date in MOMENTS:
        for name in LANES:
            graph.add_node((date, name), who=[p.id for p in everybody().values() if lane(p, date) == name])
    for i, date in enumerate(MOMENTS[1:]):
        for who in everybody().values():
            if (one := lane(who, MOMENTS[i])) and (other := lane(who, date)):
                ends = (MOMENTS[i], one), (date, other)
                if not graph.has_edge(*ends):
                    graph.add_edge(*ends, who=[])
                graph.edges[ends]["who"].append(who.id)
    return graph


def changed(date: str) -> dict[tuple[str, str], list[str]]:
    """Return who has changed lanes since the moment before, by the lanes left and entered.

    >>> changed("1459-10-01")
    {('Lancaster', 'York'): ['kent-fauconberg', 'wenlock'], ('apart', 'Lancaster'): ['devon14']}
    """
    found = {
        (one[1], other[1]): data["who"]
        for one, other, data in moves().edges(data=True)
        if other[0] == date and one[1] != other[1]
    }
    return dict(sorted(found.items(), key=lambda item: (LANES.index(item[0][1]), item[0][0])))


def sides_svg() -> Svg:
    """Return the network as an SVG document.

    >>> sides_svg().name
    'Loyal and not: who left which side, 1455 to 1485'
    """
    return _chart().svg(_title(), text_sides())


def sides_figure() -> Any:
    """Return the same picture as a plotly figure.

    >>> type(sides_figure()).__name__
    'Figure'
    """
    return plotly_figure(_chart().figure(_title()))


def text_sides() -> str:
    """Return the network in words: how many stand where at each moment, and who has changed.

    >>> text_sides().splitlines()[0]
    '1 June 1455: York 6, neither side 4, held captive 0, Lancaster or Tudor 21'
    """
    names = {
        "York": _("York"),
        "apart": _("neither side"),
        "held": _("held captive"),
        "Lancaster": _("Lancaster or Tudor"),
    }
    lines: list[str] = []
    for date in MOMENTS:
        counts = ", ".join(f"{names[one]} {len(moves().nodes[date, one]['who'])}" for one in LANES)
        gone = [f"{names[a]} to {names[b]}: {', '.join(map(known_as, who))}" for (a, b), who in changed(date).items()]
        lines.append(f"{day(date)}: {counts}" + (f". {'. '.join(gone)}" if gone else ""))
    return "\n".join(lines)


def known_as(name: str) -> str:
    """Return the shortest name by which a person is known: for most lords the place of the title.

    >>> known_as("oxford13"), known_as("stanley2"), known_as("edward4")
    ('Oxford', 'Stanley', 'Edward IV')
    """
    who = person(name)
    if name in KNOWN:
        return KNOWN[name]
    last = who.titles[-1].title if who.titles and who.sex == "m" else ""
    if "King" in last or not last:
        return who.short
    return last.split(" of ")[-1].removeprefix("Lord ").removeprefix("Marquess ").removeprefix("Viscount ")


def _title() -> str:
    return _("Loyal and not: who left which side, 1455 to 1485")


def _at(date: str, name: str) -> tuple[float, float]:
    step = (WIDTH - 72 - _LEFT) / (len(MOMENTS) - 1)
    return _LEFT + 20 + MOMENTS.index(date) * step, _TOP + LANES.index(name) * _LANE + 30


def _chart() -> Chart:
    most = max(sum(len(who) + 1 for who in changed(date).values()) for date in MOMENTS)
    chart = Chart(WIDTH, _NAMES + 30 + 14 * most, _LAYERS)
    chart.write(_title(), 16, 31, 21, bold=True, family="serif", anchor="start")
    notes = _(
        "Figures: people of this kit. Dark arrows change sides; pale lines stay. Who dies or comes in is in no line."
    )
    chart.write(notes, 16, 53, 13.5, p.INK2, anchor="start")
    heads = {
        "York": _("York"),
        "apart": _("own cause,|or neither"),
        "held": _("held captive"),
        "Lancaster": _("Lancaster,|Tudor"),
    }
    for name, words in heads.items():
        y = _at(MOMENTS[0], name)[1]
        for i, part in enumerate(words.split("|")):
            chart.write(part, 16, y + 5 + 17 * i, 14, bold=True, anchor="start")
    for one, other, data in moves().edges(data=True):
        _edge(chart, one, other, len(data["who"]))
    for date, name in moves().nodes:
        _node(chart, date, name)
    for date in MOMENTS:
        _names(chart, date)
    return chart


def _edge(chart: Chart, one: tuple[str, str], other: tuple[str, str], people: int) -> None:
    """Draw a line from one lane to another; a move across lanes is dark, with a head."""
    (x0, y0), (x1, y1) = _at(*one), _at(*other)
    x0, x1 = x0 + _NODE[0] / 2, x1 - _NODE[0] / 2
    if one[1] == other[1]:
        chart.add(f"stay {people}", ((x0, y0), (x1, y1)))
        return
    down = 14 if y1 > y0 else -14
    y0, y1 = y0 + down, y1 - down
    length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    thick = 1.2 + 0.7 * min(people, 29)
    long, wide = 10 + thick, 4.5 + thick * 0.7
    x, y = x1 - long * ux, y1 - long * uy
    chart.add(f"move {min(people, 29)}", ((x0, y0), (x + 2 * ux, y + 2 * uy)))
    chart.add("head", ((x1, y1), (x - wide * uy, y + wide * ux), (x + wide * uy, y - wide * ux), (x1, y1)))


def _node(chart: Chart, date: str, name: str) -> None:
    """Draw a lane at a moment: its letter and how many stand there."""
    people = moves().nodes[date, name]["who"]
    if not people:
        return
    x, y = _at(date, name)
    wide, high = _NODE
    box = (x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
    chart.add(name, rounded(box, 4))
    if name == "held":
        for i in range(1, 8):
            chart.add("bars", ((box[0] + i * wide / 8, box[1] + 30), (box[0] + i * wide / 8, box[3])))
    letter = "T" if name == "Lancaster" and date > "1483-10" else {"York": "Y", "Lancaster": "L"}.get(name, "")
    ink = p.WHITE if name == "Lancaster" else p.INK
    chart.write(str(len(people)), x, y - 3, 19, ink, bold=True, family="serif")
    if letter:
        chart.write(letter, x, y + 18, 15, ink, bold=True)
    said = ngettext("{n} person", "{n} people", len(people)).format(n=len(people))
    chart.hover(box, f"{day(date)}: {said}: {', '.join(map(known_as, people))}")


def _names(chart: Chart, date: str) -> None:
    """Write the year of a moment above, and below who has changed since the moment before."""
    x, y = _at(date, LANES[0])[0], _NAMES + 10
    chart.write(day(date[:7]), x, _TOP - 8, 13, bold=True, within=100)
    chart.add("rule", ((x, _TOP - 2), (x, _NAMES - 12)))
    letters = {"York": "Y", "apart": _("neither"), "held": _("held"), "Lancaster": "T" if date > "1483-10" else "L"}
    for (one, other), who in changed(date).items():
        head = _("{a} to {b}").format(a="L" if one == "Lancaster" else letters[one], b=letters[other])
        chart.write(head, x, y, 13, bold=True)
        for i, name in enumerate(who, 1):
            words = known_as(name)
            chart.write(words, x, y + 14 * i, 12.5, within=98)
        y += 14 * (len(who) + 1) + 3
