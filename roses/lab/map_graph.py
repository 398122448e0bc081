"""The map as a networkx graph, for questions about roads: areas, borders, and the border limits (rule 5.21)."""

from __future__ import annotations

import networkx as nx

from roses.richard.tables import AREAS, BORDERS, CAPACITY


def land() -> nx.Graph:
    """Return the areas joined by land: nodes carry ``kind``, edges ``kind`` (major, river, minor) and ``blocks``.

    >>> graph = land()
    >>> graph.number_of_nodes(), graph.number_of_edges()
    (33, 62)
    >>> graph.edges["Derby", "Lancaster"]["blocks"], nx.shortest_path_length(graph, "Pembroke", "Leicester")
    (2, 4)
    """
    graph = nx.Graph()
    graph.add_nodes_from((area.id, {"kind": area.kind}) for area in AREAS.values())
    graph.add_edges_from((*b.areas, {"kind": b.kind, "blocks": CAPACITY[b.kind]}) for b in BORDERS)
    return graph
