"""Style of the battlefields: their layers from the lowest up, and the marks of the sides."""

from __future__ import annotations

from typing import Final

from msgspec import structs

from roses.figures.drawing import palette as p
from roses.figures.drawing.layers import Layer
from roses.figures.drawing.palette import House

PAPER: Final = "#F3EDDD"
_MARSH: Final = "#C9D9D6"
_WATER: Final = "#3D7394"
_WOOD: Final = "#CFD6B4"
TREE: Final = "#5F7143"
LEAF: Final = "#A9B783"
_HILL: Final = ("#EADFC4", "#E0D1AE", "#D5C297")
_CONTOUR: Final = "#A98F5C"
_ROAD: Final = "#7A6E58"

SIDES: Final = {
    "York": p.HOUSES["York"],
    "Lancaster": p.HOUSES["Lancaster"],
    "apart": House("#8C8779", p.INK, p.INK, p.PAPER, 1.4),
}
INKS: Final = {"York": p.HOUSES["York"].ink, "Lancaster": p.HOUSES["Lancaster"].fill, "apart": p.INK}


def _side(name: str, house: House) -> tuple[Layer, ...]:
    ink = INKS[name]
    return (
        Layer(f"{name} doubt", "fill", p.PANEL, ink, 1.6, (4.5, 3.0)),
        Layer(f"{name} doubt lines", "line", edge=ink, width=1.1),
        Layer(f"{name} broken", "fill", house.fill, house.edge, max(1.0, house.edge_px * 0.8)),
        Layer(f"{name} company", "fill", house.fill, house.edge, house.edge_px),
        Layer(f"{name} front", "line", edge=house.edge, width=3.4),
    )


def _moves(name: str) -> tuple[Layer, ...]:
    ink = INKS[name]
    return (
        Layer(f"{name} move", "line", edge=ink, width=5.0),
        Layer(f"{name} move doubt", "line", edge=ink, width=5.0, dash=(9.0, 5.0)),
        Layer(f"{name} head", "fill", ink, p.WHITE, 1.0),
    )


_GROUND: Final = (
    *(Layer(f"rise {n}", "fill", tint, _CONTOUR, 0.9) for n, tint in enumerate(_HILL)),
    Layer("park", "fill", "#E3E6CC", TREE, 1.0, (2.0, 3.0)),
    Layer("wood", "fill", _WOOD, TREE, 0.9),
    Layer("trees", "fill", LEAF, TREE, 0.9),
    Layer("marsh", "fill", _MARSH, _WATER, 1.1, (5.0, 3.0)),
    Layer("reeds", "line", edge=_WATER, width=1.2),
    Layer("brook", "line", edge=_WATER, width=2.2),
    Layer("bank", "line", edge=_WATER, width=13.0),
    Layer("river", "line", edge="#B9D0DA", width=10.6),
    Layer("lane", "line", edge=_ROAD, width=1.7, dash=(6.0, 3.5)),
    Layer("road", "line", edge=_ROAD, width=5.4),
    Layer("road inner", "line", edge=p.PANEL, width=3.0),
    Layer("hedge", "dots"),
    Layer("rival", "line", edge=p.INK3, width=1.4, dash=(2.0, 4.0)),
    Layer("field", "line", edge=p.INK, width=1.6, dash=(9.0, 4.0)),
    Layer("finds", "line", edge=p.INK2, width=1.0, dash=(3.0, 3.0)),
    Layer("shot", "dots"),
    Layer("houses", "fill", p.INK2),
    Layer("cross", "line", edge=p.INK, width=2.2),
    Layer("bridge", "line", edge=p.INK, width=2.0),
    Layer("place", "dots"),
)
_ARMIES: Final = (
    Layer("casing", "line", edge=p.WHITE, width=9.0),
    *(layer for name in SIDES for layer in _moves(name)),
    Layer("York move inner", "line", edge=p.WHITE, width=1.8),
    *(layer for name, house in SIDES.items() for layer in _side(name, house)),
    Layer("killed casing", "line", edge=p.WHITE, width=7.0),
    *(Layer(f"{name} killed", "line", edge=INKS[name], width=3.4) for name in SIDES),
)
_MAP: Final = (*_GROUND, *_ARMIES)
KEY: Final = "key "  # the layers of the key's samples are those of the map, above its panel

LAYERS: Final = (
    *_MAP,
    Layer("leader casing", "line", edge=p.PANEL, width=3.4),
    Layer("leader", "line", edge=p.INK2, width=1.1),
    Layer("panel", "fill", p.PANEL),
    Layer("rule", "line", edge=p.RULE, width=1.2),
    *(structs.replace(layer, name=KEY + layer.name) for layer in _MAP),
    Layer("ink", "fill", p.INK),
    Layer("pale", "fill", p.PANEL, p.INK, 1.0),
    Layer("rim", "line", edge=p.INK3, width=1.0),
    Layer("text", "text"),
)
