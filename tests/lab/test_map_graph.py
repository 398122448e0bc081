"""The map as a graph: what it says is possible in a turn is what the engine lets march, and no more."""

from __future__ import annotations

import random

import networkx as nx
import pytest

import roses
from roses.lab import gather, land, realm, traffic
from roses.richard.actions import March
from roses.richard.state import State
from roses.richard.tables import BLOCKS, BORDERS, CAPACITY

YORK = "March, Warwick/Y, Salisbury/Y, Kent/Y, Norfolk, Essex"
GOALS = ["Middlesex", "Leicester", "Gloucester", "South Yorks", "Derby"]


def marched(state: State, goal: str, rng: random.Random) -> tuple[State, int]:
    """March blocks to the goal, as they come, while any can; return how many came."""
    came = 0
    while ways := [a for a in state.legal_actions("York") if isinstance(a, March) and a.path[-1] == goal]:
        state, came = state.apply(rng.choice(ways)), came + 1
    return state, came


def placed(rng: random.Random) -> tuple[State, str]:
    """Return a position in which York's lords stand in three areas, and a goal."""
    names = [b.id for b in BLOCKS.values() if b.id in set(YORK.split(", "))]
    rng.shuffle(names)
    goal = rng.choice(GOALS)
    areas = rng.sample([n for n, kind in land().nodes(data="kind") if kind == "england" and n != goal], 4)
    stands = {areas[i].replace(" ", "_"): ", ".join(names[2 * i : 2 * i + 2]) for i in range(3)}
    return roses.scene("1460", side="York", **stands, **{areas[3].replace(" ", "_"): "Henry VI"}), goal


def test_2_0_the_graph_has_the_areas_borders_and_coasts_of_the_rules() -> None:
    graph = realm()
    seas = [node for node, kind in graph.nodes(data="kind") if kind == "sea"]
    assert graph.number_of_edges() == len(BORDERS) + sum(len(graph[sea]) for sea in seas)
    assert {(b.kind, land().edges[b.areas]["blocks"]) for b in BORDERS} == set(CAPACITY.items())
    assert nx.is_connected(graph)
    assert not nx.is_connected(land())


def test_5_21_w13_five_of_middlesex_reach_oxford_the_fifth_by_a_way_round() -> None:
    lords = "March, Warwick/Y, Salisbury/Y, Kent/Y, Norfolk"
    state = roses.scene("1460", side="York", Middlesex=lords, Scotland="Henry VI")
    result = gather(state, "York", "Oxford")
    assert result.blocks == 5
    assert sorted(result.marches["blocks"]) in ([1, 4], [2, 3], [1, 1, 3])


def test_5_21_w16_six_of_east_anglia_reach_rutland() -> None:
    state = roses.scene("1460", side="York", East_Anglia=YORK, Scotland="Henry VI")
    result = gather(state, "York", "Rutland")
    assert result.blocks == 6
    assert result.marches.set_index("by")["blocks"].to_dict() == {"": 3, "Essex": 3}


def test_5_2_an_enemy_on_the_way_stops_the_march() -> None:
    state = roses.scene("1460", side="York", East_Anglia=YORK, Essex="Henry VI")
    assert gather(state, "York", "Rutland").blocks == 3


@pytest.mark.parametrize("seed", range(40))
def test_the_engine_lets_so_many_come_by_these_marches_and_never_more(seed: int) -> None:
    rng = random.Random(seed)
    state, goal = placed(rng)
    result = gather(state, "York", goal)
    assert result.blocks == result.marches["blocks"].sum() == result.limits["blocks"].sum()
    now = state
    for start, by, number in result.marches.itertuples(index=False):
        path = (by, goal) if by else (goal,)
        standing = [a for a in now.legal_actions("York") if isinstance(a, March) and a.path == path]
        own = [a for a in standing if a.block in roses.stands(state, start)]
        assert len(own) >= number, (start, by, number)
        for action in own[:number]:
            now = now.apply(action)
    for _again in range(5):
        assert marched(state, goal, rng)[1] <= result.blocks


def test_a_closed_border_lets_nobody_through() -> None:
    state = roses.scene("1460", side="York", East_Anglia=YORK, Scotland="Henry VI")
    assert gather(state, "York", "Rutland", closed=[("East Anglia", "Rutland")]).blocks == 3
    with pytest.raises(ValueError, match="there is no border between Kent and Essex"):
        gather(state, "York", "Rutland", closed=[("Kent", "Essex")])
    with pytest.raises(ValueError, match="Narnia"):
        gather(state, "York", "Narnia")


def test_traffic_counts_the_blocks_that_marched_in() -> None:
    table = traffic([roses.timeline("1483-richard-iii").replay]).set_index("area")
    assert len(table) == 33
    assert table.loc["France", "marches"] == 0
    assert table.loc["Leicester", "rank by marches"] <= 3
