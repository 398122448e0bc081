"""Makes ground.json, the map as figures draw it, from the GeoJSON beside it. A tool: needs shapely, reads only here.

Run ``python make_ground.py`` in this folder after a change of the map. Lengths are km on a plain grid:
x = (lon + 7.5) * 67.5, y = (lat - 48.8) * 111.2. Borders are kept as arcs, so that neighbours share them to the
last digit and the outline of any set of areas can be put together without geometry libraries.
"""

from __future__ import annotations

import itertools
import json
from collections import defaultdict
from pathlib import Path
from typing import Any

from shapely import transform
from shapely.geometry import LineString, MultiPolygon, Polygon, box, shape
from shapely.geometry.polygon import orient
from shapely.ops import nearest_points, unary_union

HERE = Path(__file__).resolve().parent
ARC_KM, BAND_KM, ABROAD_KM = 0.33, 0.7, 0.4  # how far a simplified line may stray
SMALLEST_KM2 = 2.0  # islets below this are left out
WINDOW = box(-14, -14, 723, 848)  # a little more than the largest frame
GAP_KM = 5.0  # half the length of the strip of water drawn where two shores nearly touch
NEAR_MISSES = (
    ("East Yorks", "Lincoln"),
    ("Hereford", "Somerset"),
    ("Glamorgan", "Gloucester"),
    ("Essex", "Kent"),
    ("Glamorgan", "Somerset"),
)
SEA_NAMES = {  # open water, clear of the bands; the first that has room is taken
    "Irish Sea": ((-4.95, 53.72), (-5.15, 53.55), (-5.55, 52.9), (-5.6, 51.1), (-4.9, 54.45), (-5.3, 50.85)),
    "North Sea": ((1.28, 53.62), (0.95, 54.6), (0.55, 54.3), (1.0, 55.15), (0.2, 55.3), (1.75, 53.45)),
    "English Channel": ((-1.75, 50.14), (-2.4, 50.06), (-0.6, 50.3), (-2.9, 50.0), (-2.2, 49.85)),
}
TINTS = 4

Vertex = tuple[float, float]
Ring = list[Vertex]


def load(name: str) -> Any:
    return json.loads((HERE / name).read_text(encoding="utf-8"))


def km(lon: float, lat: float) -> Vertex:
    return (lon + 7.5) * 67.5, (lat - 48.8) * 111.2


def project(geometry: Any) -> Any:
    return transform(geometry, km, interleaved=False)


def flat(points: Any) -> list[float]:
    """Write points as x, y, x, y ... in tenths of a km precision."""
    return [round(value, 1) for x, y, *_ in points for value in (x, y)]


def polygons(geometry: Any) -> list[Polygon]:
    if geometry.is_empty:
        return []
    return [part for part in getattr(geometry, "geoms", [geometry]) if isinstance(part, Polygon)]


def outlines(geometry: Any, tolerance: float) -> list[list[float]]:
    """Rings of a shape: outer ones one way round, holes the other, so that the non-zero rule leaves the holes open."""
    rings = []
    for part in polygons(geometry.simplify(tolerance).intersection(WINDOW)):
        turned = orient(part)
        rings += [
            flat(ring.coords) for ring in (turned.exterior, *turned.interiors) if Polygon(ring).area > SMALLEST_KM2
        ]
    return rings


def rings_of(feature: dict[str, Any]) -> list[Ring]:
    coordinates = feature["geometry"]["coordinates"]
    shapes = coordinates if feature["geometry"]["type"] == "MultiPolygon" else [coordinates]
    rings = [[(lon, lat) for lon, lat in ring] for part in shapes for ring in part]
    return [ring for ring in rings if project(Polygon(ring)).area > SMALLEST_KM2]


class Topology:
    """Cuts rings into arcs wherever the pair of areas beside a line changes."""

    def __init__(self, rings: dict[str, list[Ring]]) -> None:
        beside: dict[frozenset[Vertex], set[str]] = defaultdict(set)
        at: dict[Vertex, set[frozenset[Vertex]]] = defaultdict(set)
        for name, area in rings.items():
            for ring in area:
                for edge in map(frozenset, itertools.pairwise(ring)):
                    beside[edge].add(name)
                    for vertex in edge:
                        at[vertex].add(edge)
        self.nodes = {v for v, edges in at.items() if len(edges) != 2 or len({frozenset(beside[e]) for e in edges}) > 1}
        self.beside = beside
        self.arcs: list[Ring] = []
        self.sides: list[list[str]] = []
        self._known: dict[frozenset[Vertex], int] = {}
        self.areas = {name: [self._cut(ring) for ring in area] for name, area in rings.items()}

    def _cut(self, ring: Ring) -> list[int]:
        """The ring as signed arc numbers, counted from 1; a minus means backwards."""
        points = ring[:-1]
        start = next((i for i, v in enumerate(points) if v in self.nodes), 0)
        points = points[start:] + points[:start] + [points[start]]
        signed, arc = [], [points[0]]
        for vertex in points[1:]:
            arc.append(vertex)
            if vertex in self.nodes or vertex == points[-1]:
                signed.append(self._number(arc))
                arc = [vertex]
        return signed

    def _number(self, arc: Ring) -> int:
        edge = frozenset(arc[:2])
        if edge in self._known:
            number = self._known[edge]
            return number if self.arcs[number - 1][:2] == arc[:2] else -number
        self.arcs.append(arc)
        self.sides.append(sorted(self.beside[edge]))
        self._known.update({frozenset(pair): len(self.arcs) for pair in (arc[:2], arc[-2:])})
        return len(self.arcs)


def tints(names: list[str], neighbours: dict[str, set[str]]) -> dict[str, int]:
    """Greedy colouring, most bordered first: neighbours differ, the numbers mean nothing."""
    given: dict[str, int] = {}
    for name in sorted(names, key=lambda n: (-len(neighbours[n]), n)):
        used = [given[m] for m in neighbours[name] if m in given]
        given[name] = min(range(TINTS), key=lambda tint: (used.count(tint), tint))
    return given


def gap(one: Any, other: Any) -> list[float]:
    """A short strip along the water between two shores that nearly touch."""
    p, q = nearest_points(one, other)
    x, y, dx, dy = (p.x + q.x) / 2, (p.y + q.y) / 2, q.x - p.x, q.y - p.y
    length = (dx * dx + dy * dy) ** 0.5 or 1.0
    dx, dy = dx / length * GAP_KM, dy / length * GAP_KM
    return flat([(x - dy, y + dx), (x + dy, y - dx)])


def simple(arc: Ring) -> list[float]:
    return flat(LineString([km(*v) for v in arc]).simplify(ARC_KM).coords)


def area_table(features: list[dict[str, Any]], topology: Topology, borders: list[dict[str, Any]]) -> dict[str, Any]:
    neighbours: dict[str, set[str]] = defaultdict(set)
    for border in borders:
        neighbours[border["a"]].add(border["b"])
        neighbours[border["b"]].add(border["a"])
    tint = tints([f["properties"]["id"] for f in features], neighbours)
    table = {}
    for feature in features:
        facts = feature["properties"]
        table[facts["id"]] = {
            "label": flat([km(*facts["label"])]),
            "radius": facts["label_radius_km"],
            "exile": facts["exile_home"],
            "tint": tint[facts["id"]],
            "rings": topology.areas[facts["id"]],
        }
    return table


def water_and_shores(shapes: dict[str, Any], context: list[dict[str, Any]]) -> dict[str, Any]:
    """All that lies round the areas: bands of shallow sea, land that is not in play, rivers inside areas, estuaries."""
    abroad = [project(shape(f["geometry"])).buffer(0) for f in context if f["properties"]["kind"] == "land"]
    rivers = [f for f in context if f["properties"]["kind"] == "river" and not f["properties"]["on_border"]]
    inland = [project(shape(f["geometry"])) for f in rivers]
    land = unary_union([*shapes.values(), *abroad])
    return {
        "far": outlines(land.buffer(14), BAND_KM),
        "near": outlines(land.buffer(6), BAND_KM),
        "abroad": outlines(MultiPolygon([p for shore in abroad for p in polygons(shore)]).buffer(0), ABROAD_KM),
        "inland": [flat(part.simplify(ABROAD_KM).coords) for line in inland for part in getattr(line, "geoms", [line])],
        "gaps": [gap(shapes[one], shapes[other]) for one, other in NEAR_MISSES],
        "seas": {name: [flat([km(*spot)]) for spot in spots] for name, spots in SEA_NAMES.items()},
    }


def main() -> None:
    areas, borders = load("areas.geojson"), load("borders.json")["borders"]
    shapes = {f["properties"]["id"]: project(shape(f["geometry"])).buffer(0) for f in areas["features"]}
    topology = Topology({f["properties"]["id"]: rings_of(f) for f in areas["features"]})
    kinds = {frozenset((b["a"], b["b"])): b["type"] for b in borders}
    ground = {
        "attribution": areas["attribution"],
        "areas": area_table(areas["features"], topology, borders),
        "arcs": [
            {"line": simple(arc), "sides": sides, "border": kinds.get(frozenset(sides), "")}
            for arc, sides in zip(topology.arcs, topology.sides, strict=True)
        ],
        **water_and_shores(shapes, load("context.geojson")["features"]),
    }
    written = json.dumps(ground, ensure_ascii=False, separators=(",", ":"))
    (HERE / "ground.json").write_text(written + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
