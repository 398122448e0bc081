"""The family tree from Edward III to Henry VII as a picture, and the line of descent of a claim in it.

People stand in rows by generation, and in columns so close that no boxes meet.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from math import cos, pi, sin
from typing import TYPE_CHECKING, Final

import msgspec

from roses.engine.data import read
from roses.engine.i18n import gettext as _
from roses.figures.drawing import Layer, text_width, wrap
from roses.figures.drawing import palette as p
from roses.figures.drawing.geometry import Box, Line, at, round_box, swords
from roses.figures.drawing.picture import Chart, Picture, doors
from roses.figures.drawing.svg import number, path_data, tag
from roses.history.claims import Claim, reigns
from roses.history.people import Person, day, ended, person, spouses

if TYPE_CHECKING:
    from networkx import DiGraph

# A house or a side: the letter that stands for it, its fill, and the ink on that.
HOUSES: Final = {
    "Plantagenet": ("P", "#EFE6D1", p.INK),
    "Lancaster": ("L", "#E9C9C9", p.INK),
    "Beaufort": ("B", "#F3DDBF", p.INK),
    "Tudor": ("T", "#CFE0CC", p.INK),
    "York": ("Y", "#DCE5F2", p.INK),
    "Mortimer": ("M", "#E2D9EE", p.INK),
    "Neville": ("N", "#D5E6E8", p.INK),
    "Stafford": ("S", "#E6E3D2", p.INK),
    "Holland": ("H", "#ECE4DC", p.INK),
    "Aviz": ("A", "#E8EBCF", p.INK),
    "de la Pole": ("D", "#E3E3E3", p.INK),
}
OTHER: Final = ("O", "#F4F1EA", p.INK)

# the tree, in px
TOP: Final = 60.0
LEFT: Final = 14.0
FOOT: Final = 46.0
BOX: Final = (96.0, 54.0)  # width and height
GAP: Final = (5.0, 24.0)  # across and down
_OVER: Final = {"york3": "richard3"}  # who stands over one child and not over the middle of all
_CROWN: Final = ((-9, 5), (-10, -4), (-5, 0), (0, -6), (5, 0), (10, -4), (9, 5), (-9, 5))
_DIAMOND: Final = ((0, -6.5), (5.5, 0), (0, 6.5), (-5.5, 0), (0, -6.5))
_NAME: Final = 14.0
_RING: Final = 7.5
_VIOLENT: Final = ("executed", "murdered", "killed")
_LAYERS: Final = (
    Layer("edge", "line", edge=p.INK2, width=1.5),
    Layer("line", "line", edge=p.INK, width=5.0),
    *(Layer(f"house {house}", "fill", fill, p.INK2, 1.0) for house, (_letter, fill, _ink) in HOUSES.items()),
    Layer("chip", "fill", p.INK),
    Layer("frame", "line", edge=p.INK, width=3.6),
    Layer("crown", "fill", p.GOLD, p.GOLD_EDGE, 1.2),
    Layer("ring", "fill", p.PANEL, p.INK, 1.2),
    Layer("badge", "fill", p.INK),
    Layer("sign", "line", edge=p.INK, width=1.7),
)


class _Look(msgspec.Struct, frozen=True):
    """The file ``data/look/people.json``: the ids of the people in the tree, and their names on it.

    ``tree`` has parents before children and each branch from the left; ``labels`` are names on two lines, parted by
    "|"; ``known`` are the names of those who are known by another than their title.
    """

    tree: tuple[str, ...]
    labels: dict[str, str]
    known: dict[str, str]


_LOOK: Final = read("look/people.json", _Look)
TREE: Final = _LOOK.tree
LABELS: Final = _LOOK.labels
KNOWN: Final = _LOOK.known


# ---- where people stand


class Layout(msgspec.Struct, frozen=True):
    """The boxes of people in px by id, the lines from parents to children, and the size of the whole."""

    boxes: dict[str, Box]
    edges: dict[tuple[str, str], Line]
    width: float
    height: float


@cache
def family() -> DiGraph[str]:
    """Return the people of the tree as a graph, an edge from each parent to each child.

    >>> from networkx import ancestors
    >>> ancestors(family(), "henry7") == {"edward3", "gaunt", "beaufort1", "beaufort-d1", "margaret-beaufort"}
    True
    """
    from networkx import DiGraph

    graph: DiGraph[str] = DiGraph()
    graph.add_nodes_from(TREE)
    graph.add_edges_from((parent, name) for name in TREE for parent in person(name).parents if parent in TREE)
    return graph


@cache
def layout() -> Layout:
    """Return the layout of the tree; nobody stands in a higher row than a parent.

    >>> 1100 < layout().width <= 1280 and layout().height <= 720
    True
    """
    from networkx import topological_generations

    graph = family()
    rows = {name: row for row, names in enumerate(topological_generations(graph)) for name in names}
    columns = _columns(rows)
    (wide, high), (across, down) = BOX, GAP
    boxes = {
        name: (x := LEFT + columns[name] * (wide + across), y := TOP + rows[name] * (high + down), x + wide, y + high)
        for name in TREE
    }
    edges: dict[tuple[str, str], Line] = {}
    for above, below in graph.edges:
        if above == main_parent(below) or below == "york3":  # both parents of York gave him a claim
            one, other = boxes[above], boxes[below]
            x0, x1, turn = (one[0] + one[2]) / 2, (other[0] + other[2]) / 2, other[1] - down / 2
            edges[above, below] = ((x0, one[3]), (x0, turn), (x1, turn), (x1, other[1]))
    size = max(box[2] for box in boxes.values()) + LEFT, max(box[3] for box in boxes.values()) + FOOT
    return Layout(boxes, edges, *size)


def main_parent(name: str) -> str:
    """Return the id of the parent below whom a person stands, "" for none: the first one, for York his mother."""
    parents = [parent for parent in person(name).parents if parent in TREE]
    return (parents[-1] if name == "york3" else parents[0]) if parents else ""


def _columns(rows: dict[str, int]) -> dict[str, float]:
    """Return everybody's column: parents stand over the middle of their children, branches as far left as they can.

    Places below the father of York stay empty, since York stands below his mother, some rows further down.
    """
    rows = dict(rows)
    children: dict[str, list[str]] = {name: [] for name in TREE}
    for name in TREE:
        if above := main_parent(name):
            children[above].append(name)
    last = "cambridge"
    for row in range(rows["cambridge"] + 1, rows["york3"]):
        empty = f"below cambridge {row}"
        rows[empty], children[empty] = row, []
        children[last].append(empty)
        last = empty
    columns: dict[str, float] = {}

    def branch(name: str) -> list[str]:
        return [name, *(below for child in children[name] for below in branch(child))]

    def place(name: str) -> dict[int, tuple[float, float]]:
        """Place a branch from column 0; return the first and last column that it takes in each row."""
        ends_by_row: dict[int, tuple[float, float]] = {}
        for child in children[name]:
            mine = place(child)
            shift = max((ends_by_row[row][1] + 1 - mine[row][0] for row in mine if row in ends_by_row), default=0.0)
            for below in branch(child):
                columns[below] += shift
            for row, (first, last) in mine.items():
                ends_by_row[row] = (min(ends_by_row.get(row, (first + shift, 0))[0], first + shift), last + shift)
        ends = [columns[child] for child in children[name]]
        columns[name] = columns[_OVER[name]] if name in _OVER else (ends[0] + ends[-1]) / 2 if ends else 0.0
        ends_by_row[rows[name]] = (columns[name], columns[name])
        return ends_by_row

    place(TREE[0])
    least = min(columns.values())
    return {name: column - least for name, column in columns.items()}


# ---- the picture


def draw_family(claim: Claim | None = None) -> Picture:
    """Draw the family tree, with a claim's line of descent thick and its heirs numbered.

    >>> from roses.history.claims import claim
    >>> family_svg(claim("primogeniture", 1460)).name
    'The family of Edward III. 25 October 1460: Richard, 3rd Duke of York by: Eldest line first; a daughter ...'
    """
    tree = layout()
    chart = Chart(tree.width, tree.height, _LAYERS)
    title = _("The family of Edward III")
    chart.write(title, 14, 30, 22, bold=True, family="serif", anchor="start")
    _draw_key(chart)
    for path in tree.edges.values():
        chart.add("edge", path)
    for name, box in tree.boxes.items():
        _draw_person(chart, person(name), box)
    if claim:
        best = claim.best.short if claim.best else _("nobody")
        rule = claim.rule.title if len(claim.rule.title) < 40 else f"{claim.rule.title.split(' where')[0]} ..."
        template = _("{words}. {day}: {best} by: {rule}")
        title = template.format(words=title, day=day(claim.date), best=best, rule=rule)
    heirs = claim.heirs if claim else ()
    line = heirs[0].descent if heirs else ()
    for edge in pairwise(line):
        if edge in tree.edges:
            chart.add("line", tree.edges[edge])
    for name in line:
        if name in tree.boxes:
            chart.add("frame", *_frame(name, tree.boxes[name]))
    for place, heir in enumerate(heirs[:9], 1):
        if heir.person in tree.boxes:
            _left, y, right, _low = tree.boxes[heir.person]
            chart.add("badge", _disc(right - 8, y, 9.5))
            chart.write(str(place), right - 8, y + 4.6, 13, p.WHITE, bold=True)
    return Picture(chart, title, text_family(claim))


family_svg, _family_data, family_figure = doors(draw_family)


def text_family(claim: Claim | None = None) -> str:
    """Return the tree in words, a line for each person in it under the parent; with a claim, its heirs and reasons.

    >>> print(text_family()[:150].splitlines()[1])
      John of Gaunt (Lancaster), 1340-1399, died
    """
    lines: list[str] = []
    for name in TREE:
        who, depth, above = person(name), 0, main_parent(name)
        while above:
            depth, above = depth + 1, main_parent(above)
        how = ended(who).split(",")[0]
        years = f"{who.born.short}-{who.died.short}"
        lines.append(f"{'  ' * depth}{who.short} ({who.house}), {years}, {how}")
    head = [str(claim)] if claim else []
    if claim and claim.heirs:
        head += [f"{person(branch.person).short}: {branch.why}" for branch in claim.heirs[0].line]
    return "\n".join([*head, *lines])


def _draw_person(chart: Chart, who: Person, box: Box) -> None:
    """Draw one person: name, letter of the house, years, how he died, crown, and rings of marriage."""
    left, top, right, low = box
    chart.add(f"house {who.house if who.house in HOUSES else 'Plantagenet'}", round_box(box, 4))
    words = LABELS[who.id].split("|") if who.id in LABELS else wrap(who.short, _NAME, right - left - 6, bold=True)
    down = top + (19 if len(words) > 1 else 26)
    for i, part in enumerate(words[:2]):
        chart.write(part, (left + right) / 2, down + 15 * i, _NAME, bold=True, within=right - left - 5)
    chart.box("chip", (left + 1.5, low - 16, left + 14.5, low - 2))
    chart.write(HOUSES.get(who.house, OTHER)[0], left + 8, low - 5, 12.5, p.WHITE, bold=True)
    end = "?" if who.death.how == "vanished" else str(who.died.year or "?")
    chart.write(f"{who.born.year or '?'}-{end}", left + 16.5, low - 5, 12.5, p.INK, anchor="start")

    x, y = right - 9, low - 10
    if who.death.how == "battle":
        chart.add("sign", *swords(x, y, 9))
    elif who.death.how in _VIOLENT:
        chart.add("chip", at(_DIAMOND, x, y))
    elif who.death.how == "vanished":
        chart.write("?", x, y + 5, 14, bold=True)

    if who.id in kings():
        chart.add("crown", at(_CROWN, (left + right) / 2, top, 0.95))
    for i, mark in enumerate(rings().get(who.id, "")):
        x = left + 9 + 17 * i
        chart.add("ring", _disc(x, top, _RING))
        chart.write(mark, x, top + 4, 12.5, bold=True)
    chart.hover(box, f"{who.name}, {who.born} - {ended(who)}")


def _frame(name: str, box: Box) -> list[Line]:
    """Return the frame of a person, open where crown and rings stand on its upper edge."""
    left, top, right, low = box
    many = len(rings().get(name, ""))
    begin = left + (1 + 17 * many if many else 0)
    middle = (left + right) / 2
    down: Line = ((right, top), (right, low), (left, low), (left, top + (9 if many else 0)))
    if name not in kings():
        return [((begin, top), *down)]
    return [((begin, top), (middle - 11, top)), ((middle + 11, top), *down)]


def _draw_key(chart: Chart) -> None:
    """Write what the letters and signs mean: at the head the houses, at the foot the signs."""
    x, y = 326.0, 26.0
    for house, (letter, _fill, _ink) in HOUSES.items():
        if house not in {person(name).house for name in TREE}:
            continue
        chart.box(f"house {house}", (x, y - 14, x + 17, y + 4))
        chart.write(letter, x + 8.5, y, 12.5, bold=True)
        chart.write(house, x + 22, y, 13.5, anchor="start")
        x += 30 + 0.9 * text_width(house, 13.5)

    def write(words: str, x: float) -> float:
        chart.write(words, x, y, 13, p.INK2, anchor="start")
        return x + text_width(words, 13) + 14

    x, y = 24.0, chart.height - 17
    chart.add("crown", at(_CROWN, x, y - 4, 0.95))
    x = write(_("was King"), x + 16)
    chart.add("sign", *swords(x + 8, y - 5, 9))
    x = write(_("killed in battle"), x + 22)
    chart.add("chip", at(_DIAMOND, x + 6, y - 5))
    x = write(_("executed or murdered"), x + 18)
    chart.write("?", x + 6, y, 14, bold=True)
    x = write(_("vanished"), x + 16)
    chart.add("ring", _disc(x + 8, y - 4, _RING))
    chart.write("a", x + 8, y, 12.5, bold=True)
    x = write(_("same letter: married"), x + 22)
    write(_("Sons of Edward III by age: Edward, Lionel, John, Edmund, Thomas"), x + 2)


@cache
def kings() -> frozenset[str]:
    """Return the ids of those in the tree who held the crown of England."""
    return frozenset({reign.person for reign in reigns()} | {"edward3"})


@cache
def rings() -> dict[str, str]:
    """Return for each of a couple in the tree the letters of the marriages.

    >>> rings()["york3"] == rings()["cecily"], len(rings()["anne-neville"])
    (True, 2)
    """
    letters: dict[str, str] = {}
    pairs = [
        (one, other) for one in TREE for other in spouses(one) if other in TREE and TREE.index(one) < TREE.index(other)
    ]
    for letter, pair in zip("abcdefghij", pairs, strict=False):
        for name in pair:
            letters[name] = letters.get(name, "") + letter
    return letters


def _disc(x: float, y: float, radius: float) -> Line:
    return at(tuple((radius * cos(a * pi / 8), radius * sin(a * pi / 8)) for a in range(17)), x, y)


# ---- marks that a script shows and hides


def marks_svg(claim: Claim, among: Iterable[Claim] = ()) -> str:
    """Return marks of lines of descent, each edge, frame and number an element; those of a claim are visible.

    There are marks for this claim and for those in ``among``, between which a reader may choose. Lines have
    ``data-edge`` (two ids), frames ``data-frame`` and numbers ``data-badge``; a script shows others. It lies over the
    tree.

    >>> from roses.history.claims import claim
    >>> marks_svg(claim("primogeniture", 1460)).count('display="inline"')
    18
    """
    line = claim.heirs[0].descent if claim.heirs else ()
    heirs = {heir.person: str(n) for n, heir in enumerate(claim.heirs[:9], 1)}
    every = (claim, *among)
    lines = {name for one in every if one.heirs for name in one.heirs[0].descent}
    heirs_of_all = {heir.person for one in every for heir in one.heirs[:9]}
    edges, frames, badges = [], [], []

    def display(visible: bool) -> dict[str, str]:
        return {"display": "inline" if visible else "none"}

    for (above, below), path in layout().edges.items():
        if {above, below} <= lines:
            look = display((above, below) in pairwise(line))
            edges.append(tag("path", d=path_data([path], closed=False), data_edge=f"{above} {below}", **look))
    for name, box in layout().boxes.items():
        if name in lines:
            d = path_data(_frame(name, box), closed=False)
            frames.append(tag("path", d=d, data_frame=name, **display(name in line)))
        if name in heirs_of_all:
            x, y = number(box[2] - 8), number(box[1])
            disc = tag("circle", cx=x, cy=y, r=9.5)
            digit = tag("text", heirs.get(name, ""), x=x, y=number(box[1] + 4.6), fill=p.WHITE)
            badges.append(tag("g", disc, digit, data_badge=name, **display(name in heirs)))
    style = {"font_family": p.SANS, "font_size": 13.0, "font_weight": 700, "text_anchor": "middle"}
    return "".join(
        (
            tag("g", *edges, fill="none", stroke=p.INK, stroke_width=5.0),
            tag("g", *frames, fill="none", stroke=p.INK, stroke_width=3.6),
            tag("g", *badges, fill=p.INK, **style),
        )
    )
