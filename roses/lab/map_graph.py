"""The map as a networkx graph, for questions about roads: areas, seas, borders and their limits (rules 2.0, 5.21)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from typing import Final, NamedTuple

import networkx as nx
import pandas as pd

from roses.engine.errors import demand
from roses.lab.replays import Played, replay_of
from roses.richard.events.army import Marched
from roses.richard.naming import check_name
from roses.richard.position import present
from roses.richard.state import State, demand_war
from roses.richard.tables import AREAS, BORDER_OF, BORDERS, CAPACITY, EXILES, LAND, PLACE, PLACES, SEAS, SIDES
from roses.table import Table

_SOURCE: Final = "blocks"


def realm() -> nx.Graph:
    """Return the map: areas joined by borders, and seas joined to their coasts.

    A node is an area or a sea; it carries ``kind``: that of the area, or "sea". An edge between areas carries ``kind``
    (major, river, minor) and ``blocks``, how many of a side may cross it in a turn (rule 5.21); an edge between a sea
    and a coast has the kind "sea", no limit in the rules, and ``port``, whether the coast has a major port (rule 5.31).

    >>> import networkx as nx
    >>> graph = realm()
    >>> nx.shortest_path(graph, "Glamorgan", "Somerset")
    ['Glamorgan', 'Irish Sea', 'Somerset']
    >>> graph.edges["Gloucester", "Hereford"]["blocks"], graph.degree["Middlesex"]
    (3, 6)
    """
    graph = nx.Graph()
    graph.add_nodes_from((area.id, {"kind": area.kind}) for area in AREAS.values())
    graph.add_nodes_from((sea, {"kind": "sea"}) for sea in SEAS)
    graph.add_edges_from((*b.areas, {"kind": b.kind, "blocks": CAPACITY[b.kind]}) for b in BORDERS)
    coasts = ((sea, area) for area in AREAS.values() for sea in area.seas)
    graph.add_edges_from((sea, area.id, {"kind": "sea", "port": area.major_port}) for sea, area in coasts)
    return graph


def land() -> nx.Graph:
    """Return the areas joined by land: ``realm`` without the seas.

    >>> graph = land()
    >>> graph.number_of_nodes(), graph.number_of_edges()
    (33, 62)
    >>> graph.edges["Derby", "Lancaster"]["blocks"], nx.shortest_path_length(graph, "Pembroke", "Leicester")
    (2, 4)
    """
    graph = realm()
    graph.remove_nodes_from([node for node, kind in graph.nodes(data="kind") if kind == "sea"])
    return graph


class Gathering(NamedTuple):
    """How many ``blocks`` can come together, by which ``marches``, and what keeps others away: ``limits``.

    ``marches`` has the columns from, by (the area on the way, "" for a march of one area) and blocks; one of the best
    ways, there may be others. ``limits`` has the columns what and blocks: the borders, and the areas with their blocks,
    which together let no more through. Their blocks add up to ``blocks`` (max-flow, min-cut).
    """

    blocks: int
    marches: Table
    limits: Table


def gather(state: State, side: str, goal: str, *, closed: Collection[tuple[str, str]] = ()) -> Gathering:
    """Return how many blocks of a side can march to an area in one turn, if it has points enough (rules 5.2, 5.21).

    A march is one or two areas; a minor border stops it, and so does an area with enemies; each border lets so many
    blocks of a side through in a turn. Blocks that are at the goal already, ships, and Force March are not counted, and
    nothing is pinned. ``closed`` are borders that nobody may cross, as pairs of areas. ValueError for a name that is
    not on the map, or two areas without a border.

    >>> import roses
    >>> muster = gather(roses.start("richard-iii", "1483"), "York", "Middlesex")
    >>> muster.blocks, int(muster.marches["blocks"].sum()) == int(muster.limits["blocks"].sum()) == muster.blocks
    (4, True)
    """
    demand_war(state)
    demand(Iterable, closed=closed)
    check_name("area", goal, [PLACES[i] for i in LAND])
    check_name("side", side, SIDES)
    barred = set()
    for pair in closed:
        if tuple(PLACE.get(name, -1) for name in pair) not in BORDER_OF:
            raise ValueError(f"there is no border between {pair[0]} and {pair[1]}")
        barred.add(frozenset(pair))
    graph = _network(state, SIDES.index(side), goal, barred)
    blocks, flow = nx.maximum_flow(graph, _SOURCE, goal)
    _size, (inside, _outside) = nx.minimum_cut(graph, _SOURCE, goal)
    marches = []  # a node is an area and the number of areas marched: 0 where a block stands, 1 on the way
    for node, ways in flow.items():
        if isinstance(node, tuple) and node[1] == 0:
            area = node[0]
            marches += [(area, "" if to[0] == area else to[0], number) for to, number in ways.items() if number]
    limits = []  # what a least cut consists of: borders, and areas whose blocks can all come
    for start, end, number in graph.edges(data="capacity"):
        if start in inside and end not in inside:
            here = end[0] if start == _SOURCE else start[0]
            there = end if isinstance(end, str) else end[0]
            limits.append((here if here == there else f"{here}/{there}", number))
    return Gathering(
        int(blocks),
        Table(sorted(marches), columns=["from", "by", "blocks"]),
        Table(sorted(limits), columns=["what", "blocks"]),
    )


def traffic(replays: Iterable[Played]) -> Table:
    """Return how the armies of replays, or of their records, and the map itself rate each area, as a road to somewhere.

    Columns: area; marches, how many blocks marched into it or through it in these replays; between, the share of the
    shortest ways between all pairs of areas and seas that lead through it (0 to 1); and its rank in both, from 1.
    RecordError for a record that cannot be played, ValueError for anything else.

    >>> import roses
    >>> table = traffic(["1483-richard-iii"]).set_index("area")
    >>> int(table.loc["Leicester", "marches"]) > 0
    True
    """
    demand(Iterable, replays=replays)
    events = (event for replay in map(replay_of, replays) for i in range(1, len(replay)) for event in replay[i].events)
    entered = Counter(area for event in events if isinstance(event, Marched) for area in event.way[1:])
    between = nx.betweenness_centrality(realm())
    table = pd.DataFrame(
        [(name, entered[name], round(between[name], 3)) for name in AREAS], columns=["area", "marches", "between"]
    )
    for column in ("marches", "between"):
        table[f"rank by {column}"] = table[column].rank(ascending=False, method="min").astype(int)
    return Table(table.sort_values(["marches", "between"], ascending=False, ignore_index=True))


def _network(state: State, side: int, goal: str, closed: Collection[frozenset[str]]) -> nx.DiGraph:
    """Return a network whose flow is blocks: from where they stand, over the area on the way, to the goal.

    A node is an area and the number of areas marched, 0 or 1; who stands beside the goal may stay there at first.
    """
    graph = nx.DiGraph()
    graph.add_node(goal)
    barred = {PLACES[i] for i in EXILES[1 - side]} | {PLACES[i] for i in LAND if present(state, i, 1 - side)}
    for name in (PLACES[i] for i in LAND if PLACES[i] != goal):
        if number := present(state, PLACE[name], side).bit_count():
            graph.add_edge(_SOURCE, (name, 0), capacity=number)
            graph.add_edge((name, 0), (name, 1), capacity=number)
    for border in BORDERS:
        for start, end in (border.areas, border.areas[::-1]):
            if frozenset(border.areas) in closed or start == goal:
                continue
            if end == goal:
                graph.add_edge((start, 1), goal, capacity=CAPACITY[border.kind])
            elif border.kind != "minor" and end not in barred:
                graph.add_edge((start, 0), (end, 1), capacity=CAPACITY[border.kind])
    return graph
