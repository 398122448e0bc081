"""Where people stand in the family tree: rows by generation, columns so close that no boxes meet."""

from __future__ import annotations

from functools import cache
from typing import Final

import msgspec
import networkx

from roses.engine.data import read
from roses.figures.drawing.occupancy import Box
from roses.figures.drawing.points import Line
from roses.history.people import person


class _Look(msgspec.Struct, frozen=True):
    """The people of the tree, each branch from the left, parents before children; names in two lines; short names."""

    tree: tuple[str, ...]
    labels: dict[str, str]
    known: dict[str, str]


_LOOK: Final = read("look/people.json", _Look)
TREE: Final = _LOOK.tree
LABELS: Final = _LOOK.labels
KNOWN: Final = _LOOK.known
TOP: Final = 60.0
LEFT: Final = 14.0
FOOT: Final = 46.0
BOX: Final = (96.0, 54.0)
GAP: Final = (5.0, 24.0)
_OVER: Final = {"york3": "richard3"}  # who stands over one child and not over the middle of all


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
    edges = {(above, below): _line(boxes[above], boxes[below]) for above, below in graph.edges if _drawn(above, below)}
    size = max(box[2] for box in boxes.values()) + LEFT, max(box[3] for box in boxes.values()) + FOOT
    return Layout(boxes, edges, *size)


def main_parent(name: str) -> str:
    """Return the parent below whom somebody stands: the one in the tree, the mother of York, else the father."""
    there = [parent for parent in person(name).parents if parent in TREE]
    return (there[-1] if name == "york3" else there[0]) if there else ""


def _drawn(above: str, below: str) -> bool:
    """Tell whether a line is drawn: to the main parent, and from York to both, since both gave him a claim."""
    return above == main_parent(below) or below == "york3"


def _branches(graph: networkx.DiGraph[str], rows: dict[str, int]) -> dict[str, list[str]]:
    """Return the children under each, in the order of the tree, with empty places under the father of York."""
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
    """Return the column of each: a parent stands over the middle of the children, a branch as far left as it can."""
    columns: dict[str, float] = {}

    def place(name: str) -> dict[int, tuple[float, float]]:
        """Place a branch from column 0; return the first and last column that it takes in each row."""
        taken: dict[int, tuple[float, float]] = {}
        for child in under[name]:
            mine = place(child)
            shift = max((taken[row][1] + 1 - mine[row][0] for row in mine if row in taken), default=0.0)
            for below in _all_below(under, child):
                columns[below] += shift
            for row, (first, last) in mine.items():
                taken[row] = (min(taken.get(row, (first + shift, 0))[0], first + shift), last + shift)
        ends = [columns[child] for child in under[name]]
        columns[name] = columns[_OVER[name]] if name in _OVER else (ends[0] + ends[-1]) / 2 if ends else 0.0
        taken[rows[name]] = (columns[name], columns[name])
        return taken

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
