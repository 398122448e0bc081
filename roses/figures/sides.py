"""Who left which side when: the sides at eleven moments as a network, and the names of those who changed."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from roses.engine.i18n import gettext as _
from roses.engine.i18n import ngettext
from roses.figures.drawing import Layer, wrap
from roses.figures.drawing import palette as p
from roses.figures.drawing.geometry import round_box
from roses.figures.drawing.picture import Chart, Picture, doors
from roses.figures.drawing.svg import PAGE
from roses.figures.family import KNOWN
from roses.history.people import Person, day, everybody, person

if TYPE_CHECKING:
    from networkx import DiGraph

MOMENTS: Final = (
    "1455-06-01", "1459-10-01", "1460-08-15", "1461-04-15", "1464-06-01", "1469-08-01", "1470-11-01", "1471-06-15",
    "1483-07-15", "1483-10-25", "1485-08-23",
)  # fmt: skip
LANES: Final = ("York", "apart", "held", "Lancaster")
_WIDTH: Final = PAGE
_LANE: Final = 82.0  # px from lane to lane
_LEFT: Final = 172.0  # px: the middle of the first lane
_NODE: Final = (46.0, 40.0)  # px: width and height
_TOP: Final = 94.0  # px: the upper edge of the nodes of the first moment
_GAP: Final = 30.0  # px between the nodes of two moments, at least
_NAMES: Final = _LEFT + 3 * _LANE + 40.0  # px: the left edge of the names of those who changed
_TYPE: Final = 13.5  # px: size of these names
_LINE: Final = 17.0  # px from one line of names to the next
_INDENT: Final = "  "  # marks a line that continues the one before
_STAY: Final = (1.5, 0.55)  # px: width of a pale line, and how much it grows with each person
_MOVE: Final = (1.2, 0.7)  # px: the same of a dark line
_MOST: Final = 29  # people: with more of them a dark line grows no wider
_LAYERS: Final = (
    Layer("rule", "line", edge=p.RULE, width=1.0),
    *(Layer(f"stay {n}", "line", edge="#CFC6B4", width=_STAY[0] + _STAY[1] * n) for n in range(1, 45)),
    *(Layer(f"move {n}", "line", edge=p.INK, width=_MOVE[0] + _MOVE[1] * n) for n in range(1, _MOST + 1)),
    Layer("head", "fill", p.INK),
    Layer("York", "fill", p.HOUSES["York"].fill, p.HOUSES["York"].edge, 2.0),
    Layer("Lancaster", "fill", p.HOUSES["Lancaster"].fill, p.HOUSES["Lancaster"].edge, 1.2),
    Layer("held", "fill", p.PANEL, p.INK, 1.2),
    Layer("bars", "line", edge=p.INK3, width=1.2),
    Layer("apart", "fill", p.PAPER, p.INK, 1.4, (4.0, 3.0)),
)


def lane(who: Person, date: str) -> str:
    """Return the lane of a person on an ISO date: a side (Tudor counts as Lancaster), "held" or "apart"; "" for none.

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
def moves() -> DiGraph[tuple[str, str]]:
    """Return the network: a node for each lane at each moment, an edge for all who go from one to the other.

    Nodes and edges hold the ids of the people as ``who``. A person who comes in or dies between two moments is
    in no edge between them.

    >>> sorted(moves().edges[("1460-08-15", "held"), ("1461-04-15", "Lancaster")]["who"])
    ['henry6', 'rivers1']
    """
    from networkx import DiGraph

    graph: DiGraph[tuple[str, str]] = DiGraph()
    for date in MOMENTS:
        for name in LANES:
            graph.add_node((date, name), who=[who.id for who in everybody().values() if lane(who, date) == name])
    for i, date in enumerate(MOMENTS[1:]):
        for who in everybody().values():
            if (before := lane(who, MOMENTS[i])) and (after := lane(who, date)):
                ends = (MOMENTS[i], before), (date, after)
                if not graph.has_edge(*ends):
                    graph.add_edge(*ends, who=[])
                graph.edges[ends]["who"].append(who.id)
    return graph


def changes(date: str) -> dict[tuple[str, str], list[str]]:
    """Return who has changed lanes since the moment before, by the lanes left and entered.

    >>> changes("1459-10-01")
    {('Lancaster', 'York'): ['kent-fauconberg', 'wenlock'], ('apart', 'Lancaster'): ['devon14']}
    """
    groups = {
        (start[1], end[1]): data["who"]
        for start, end, data in moves().edges(data=True)
        if end[0] == date and start[1] != end[1]
    }
    return dict(sorted(groups.items(), key=lambda item: (LANES.index(item[0][1]), item[0][0])))


def moments(first: int, last: int) -> tuple[str, ...]:
    """Return the moments from the first of these years to the last; ValueError if there are fewer than two.

    >>> moments(1464, 1470)
    ('1464-06-01', '1469-08-01', '1470-11-01')
    """
    dates = tuple(date for date in MOMENTS if first <= int(date[:4]) <= last)
    if len(dates) < 2:
        years = ", ".join(dict.fromkeys(date[:4] for date in MOMENTS))
        raise ValueError(f"there are fewer than two moments from {first} to {last}; the moments lie in {years}")
    return dates


def draw_sides(first: int = 1455, last: int = 1485) -> Picture:
    """Draw the network from one year to another, 780 px wide; 1455 to 1470 fits a screen.

    ValueError if there are fewer than two moments in these years.

    >>> sides_svg().name
    'Loyal and not: who left which side, 1455 to 1485'
    """
    dates, half = moments(first, last), _NODE[1] / 2
    y = _TOP + half
    rows = {dates[0]: y}  # the y of each moment: as far below the one before as the names between them need
    for date in dates[1:]:
        y += max(_GAP + _NODE[1], _LINE * len(_change_lines(date)) + 10)
        rows[date] = y
    chart = Chart(_WIDTH, y + half + 14, _LAYERS)
    title = _("Loyal and not: who left which side, {first} to {last}").format(first=dates[0][:4], last=dates[-1][:4])
    chart.write(title, 16, 29, 21, bold=True, family="serif", anchor="start")
    note = _(
        "Figures: people of this kit. Dark arrows change sides; pale lines stay. Who dies or comes in is in no line."
    )
    chart.write(note, 16, 50, 13.5, p.INK2, anchor="start", within=_WIDTH - 32)
    heads = {
        "York": _("York"),
        "apart": _("own cause,|or neither"),
        "held": _("held|captive"),
        "Lancaster": _("Lancaster,|Tudor"),
    }
    for name, words in heads.items():
        for i, part in enumerate(words.split("|")):
            chart.write(part, _across(name), 73 + 16 * i, 13.5, bold=True, within=_LANE - 2)
    chart.write(_("who changed"), _NAMES, 73, 13.5, bold=True, anchor="start")

    for (begin, left), (end, entered), data in moves().edges(data=True):
        if begin in rows and end in rows:
            ends = (_across(left), rows[begin] + half, _across(entered), rows[end] - half)
            _draw_edge(chart, ends, len(data["who"]))
    for date, name in moves().nodes:
        if date in rows:
            _draw_node(chart, date, name, rows[date])
    for before, date in pairwise((dates[0], *dates)):
        y = rows[date]
        chart.write(day(date[:7]), 16, y + 5, 13.5, bold=True, anchor="start", within=_LEFT - 46)
        chart.add("rule", ((_LEFT, y), (_across(LANES[-1]), y)))
        lines = _change_lines(date) if date != dates[0] else []
        top = (rows[before] + y - _LINE * len(lines)) / 2
        for n, line in enumerate(lines, 1):
            aside = 14 if line.startswith(_INDENT) else 0
            chart.write(line.removeprefix(_INDENT), _NAMES + aside, top + _LINE * n - 4, _TYPE, anchor="start")
    return Picture(chart, title, text_sides(first, last))


sides_svg, _sides_data, sides_figure = doors(draw_sides)


def text_sides(first: int = 1455, last: int = 1485) -> str:
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
    for date in (dates := moments(first, last)):
        counts = ", ".join(f"{names[name]} {len(moves().nodes[date, name]['who'])}" for name in LANES)
        groups = changes(date).items() if date != dates[0] else ()
        sentences = [f"{names[a]} to {names[b]}: {', '.join(map(common_name, who))}" for (a, b), who in groups]
        lines.append(f"{day(date)}: {counts}" + (f". {'. '.join(sentences)}" if sentences else ""))
    return "\n".join(lines)


def common_name(name: str) -> str:
    """Return the shortest name by which a person is known: for most lords the place of the title.

    >>> common_name("oxford13"), common_name("stanley2"), common_name("edward4")
    ('Oxford', 'Stanley', 'Edward IV')
    """
    who = person(name)
    if name in KNOWN:
        return KNOWN[name]
    last = who.titles[-1].title if who.titles and who.sex == "m" else ""
    if "King" in last or not last:
        return who.short
    return last.split(" of ")[-1].removeprefix("Lord ").removeprefix("Marquess ").removeprefix("Viscount ")


@cache
def _change_lines(date: str) -> list[str]:
    """Return the lines that say who has changed since the moment before; continued lines are indented."""
    tudor = date > "1483-10"  # the claimant of Lancaster is Henry Tudor
    names = {"York": _("York"), "apart": _("neither side"), "held": _("captivity"), "Lancaster": _("Lancaster")}
    lines = []
    for (left, entered), who in changes(date).items():
        end = _("Tudor") if entered == "Lancaster" and tudor else names[entered]
        template = _("{a} to {b}, {n}: {names}")
        words = template.format(a=names[left], b=end, n=len(who), names=", ".join(map(common_name, who)))
        first, *more = wrap(words, _TYPE, _WIDTH - _NAMES - 20)
        lines += [first, *(_INDENT + line for line in more)]
    return lines


def _across(name: str) -> float:
    """Return the x of the middle of a lane, in px."""
    return _LEFT + LANES.index(name) * _LANE


def _draw_edge(chart: Chart, ends: tuple[float, float, float, float], people: int) -> None:
    """Draw a line between two ``ends``, x and y of each in px; a change of lanes is dark, with an arrowhead."""
    x0, y0, x1, y1 = ends
    if x0 == x1:
        chart.add(f"stay {people}", ((x0, y0), (x1, y1)))
        return
    aside = 14 if x1 > x0 else -14
    x0, x1 = x0 + aside, x1 - aside
    length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    people = min(people, _MOST)
    thick = _MOVE[0] + _MOVE[1] * people
    long, wide = 10 + thick, 4.5 + thick * 0.7
    x, y = x1 - long * ux, y1 - long * uy
    chart.add(f"move {people}", ((x0, y0), (x + 2 * ux, y + 2 * uy)))
    chart.add("head", ((x1, y1), (x - wide * uy, y + wide * ux), (x + wide * uy, y - wide * ux), (x1, y1)))


def _draw_node(chart: Chart, date: str, name: str, y: float) -> None:
    """Draw a lane at a moment: its letter and how many people stand there; nothing where nobody does."""
    people = moves().nodes[date, name]["who"]
    if not people:
        return
    x = _across(name)
    wide, high = _NODE
    box = (x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
    chart.add(name, round_box(box, 4))
    if name == "held":
        for i in range(1, 8):
            chart.add("bars", ((box[0] + i * wide / 8, box[1] + 28), (box[0] + i * wide / 8, box[3])))
    letter = "T" if name == "Lancaster" and date > "1483-10" else {"York": "Y", "Lancaster": "L"}.get(name, "")
    ink = p.WHITE if name == "Lancaster" else p.INK
    chart.write(str(len(people)), x, y - 1, 19, ink, bold=True, family="serif")
    if letter:
        chart.write(letter, x, y + 16, 14, ink, bold=True)
    count = ngettext("{n} person", "{n} people", len(people)).format(n=len(people))
    chart.hover(box, f"{day(date)}: {count}: {', '.join(map(common_name, people))}")
