"""Where people stand in the family tree: rows by generation, columns so close that no boxes meet; and their looks."""

from __future__ import annotations

from functools import cache
from typing import Final

import msgspec
import networkx

from roses.engine.data import read
from roses.figures.drawing import palette as p
from roses.figures.drawing.geometry import Box, Line
from roses.history.people import person

WIDTH: Final = 1240.0

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
TOP: Final = 60.0
LEFT: Final = 14.0
FOOT: Final = 46.0
BOX: Final = (96.0, 54.0)
GAP: Final = (5.0, 24.0)
_OVER: Final = {"york3": "richard3"}  # who stands over one child and not over the middle of all


def house_look(house: str) -> tuple[str, str, str]:
    """Return letter, fill and ink of a house.

    >>> house_look("York")[0], house_look("Luxembourg")[0]
    ('Y', 'O')
    """
    return HOUSES.get(house, OTHER)


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


class Layout(msgspec.Struct, frozen=True):
    """The boxes of people in px by id, the lines from parents to children, and the size of the whole."""

    boxes: dict[str, Box]
    edges: dict[tuple[str, str], Line]
    width: float
    height: float


@cache
def family() -> networkx.DiGraph[str]:
    """Return the people of the tree as a graph, an edge from each parent to each child.

    >>> networkx.ancestors(family(), "henry7") == {"edward3", "gaunt", "beaufort1", "beaufort-d1", "margaret-beaufort"}
    True
    """
    graph: networkx.DiGraph[str] = networkx.DiGraph()
    graph.add_nodes_from(TREE)
    graph.add_edges_from((parent, name) for name in TREE for parent in person(name).parents if parent in TREE)
    return graph


@cache
def layout() -> Layout:
    """Return the layout of the tree; nobody stands in a higher row than a parent.

    >>> 1100 < layout().width <= 1280 and layout().height <= 720
    True
    """
    graph = family()
    rows = {name: row for row, names in enumerate(networkx.topological_generations(graph)) for name in names}
    columns = _columns(_branches(graph, rows), rows)
    (wide, high), (across, down) = BOX, GAP
    boxes = {
        name: (x := LEFT + columns[name] * (wide + across), y := TOP + rows[name] * (high + down), x + wide, y + high)
        for name in TREE
    }
    edges = {
        (above, below): _line(boxes[above], boxes[below]) for above, below in graph.edges if _has_line(above, below)
    }
    size = max(box[2] for box in boxes.values()) + LEFT, max(box[3] for box in boxes.values()) + FOOT
    return Layout(boxes, edges, *size)


def main_parent(name: str) -> str:
    """Return the id of the parent below whom a person stands, "" for none: the first one, for York his mother."""
    there = [parent for parent in person(name).parents if parent in TREE]
    return (there[-1] if name == "york3" else there[0]) if there else ""


def _has_line(above: str, below: str) -> bool:
    """Tell whether a line is drawn: to the main parent, and from York to both, since both gave him a claim."""
    return above == main_parent(below) or below == "york3"


def _branches(graph: networkx.DiGraph[str], rows: dict[str, int]) -> dict[str, list[str]]:
    """Return the children under each person, in the order of the tree, with empty places under the father of York."""
    under: dict[str, list[str]] = {name: [] for name in graph}
    for name in TREE:
        if above := main_parent(name):
            under[above].append(name)
    last = "cambridge"
    for row in range(rows["cambridge"] + 1, rows["york3"]):
        empty = f"below cambridge {row}"
        rows[empty], under[empty] = row, []
        under[last].append(empty)
        last = empty
    return under


def _columns(under: dict[str, list[str]], rows: dict[str, int]) -> dict[str, float]:
    """Return everybody's column: parents stand over the middle of their children, branches as far left as they can."""
    columns: dict[str, float] = {}

    def place(name: str) -> dict[int, tuple[float, float]]:
        """Place a branch from column 0; return the first and last column that it takes in each row."""
        ends_by_row: dict[int, tuple[float, float]] = {}
        for child in under[name]:
            mine = place(child)
            shift = max((ends_by_row[row][1] + 1 - mine[row][0] for row in mine if row in ends_by_row), default=0.0)
            for below in _all_below(under, child):
                columns[below] += shift
            for row, (first, last) in mine.items():
                ends_by_row[row] = (min(ends_by_row.get(row, (first + shift, 0))[0], first + shift), last + shift)
        ends = [columns[child] for child in under[name]]
        columns[name] = columns[_OVER[name]] if name in _OVER else (ends[0] + ends[-1]) / 2 if ends else 0.0
        ends_by_row[rows[name]] = (columns[name], columns[name])
        return ends_by_row

    place(TREE[0])
    least = min(columns.values())
    return {name: column - least for name, column in columns.items()}


def _all_below(under: dict[str, list[str]], name: str) -> list[str]:
    return [name, *(one for child in under[name] for one in _all_below(under, child))]


def _line(above: Box, below: Box) -> Line:
    """Return the line from the foot of a box to the head of another, with a step just above that."""
    x0, x1 = (above[0] + above[2]) / 2, (below[0] + below[2]) / 2
    turn = below[1] - GAP[1] / 2
    return ((x0, above[3]), (x0, turn), (x1, turn), (x1, below[1]))
