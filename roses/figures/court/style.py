"""Style of the court board: its layers from the lowest up, the colours of the houses, its sizes."""

from __future__ import annotations

from typing import Final

from roses.figures.drawing import palette as p
from roses.figures.drawing.layers import Layer
from roses.figures.drawing.palette import House

WIDTH: Final = 780.0
HEIGHT: Final = 526.0
MAP: Final = (0.0, 0.0, 338.0, 378.0)  # left, top, right, bottom in px
HOUSES_TOP: Final = 378.0
CREDIT_TOP: Final = 505.0

# everything of a colour also bears the letter of the colour
COLOURS: Final = {
    "Blue": House("#1D4F86", "#0B2747", p.WHITE, p.PAPER, 1.2),
    "Green": House("#2C6A3C", "#10331A", p.WHITE, p.PAPER, 1.2),
    "Yellow": House("#F6E58D", "#4A3D00", "#332A00", p.PAPER, 1.4),
    "Red": House("#A3242F", "#4A0A10", p.WHITE, p.PAPER, 1.2),
    "Purple": House("#5E3A87", "#2A1547", p.WHITE, p.PAPER, 1.2),
}
_COUNTY: Final = "#DDCFA9"  # land whose county is in the game
_ELSEWHERE: Final = "#F3EDE0"

LAYERS: Final = (
    Layer("far", "fill", p.SEA_FAR, ground=True),
    Layer("near", "fill", p.SEA_NEAR, ground=True),
    Layer("abroad", "fill", p.NOT_IN_PLAY, p.COAST, 0.6, ground=True),
    Layer("elsewhere", "fill", _ELSEWHERE, p.INLAND_RIVER, 0.5, ground=True),
    Layer("county", "fill", _COUNTY, p.COAST, 0.9, ground=True),
    Layer("here", "fill", p.AMBER, opacity=0.5),
    Layer("leader casing", "line", edge=p.PANEL, width=4.0),
    Layer("leader", "line", edge=p.INK, width=1.4),
    Layer("seats", "fill", p.INK, p.PANEL, 1.0),
    Layer("panels", "fill", p.PAPER),
    Layer("rules", "line", edge=p.RULE, width=1.2),
    Layer("ring", "line", edge=p.INK, width=7.0),
    Layer("ring now", "line", edge=p.AMBER, width=4.6),
    Layer("plates", "fill", p.PANEL, p.INK3, 1.0),
    Layer("down", "fill", p.RESERVE_GROUND, p.INK3, 1.0, (3.0, 3.0)),
    Layer("now", "fill", p.AMBER, p.INK, 1.4),
    Layer("pips", "fill", p.PANEL, p.INK3, 1.0),
    Layer("past", "fill", p.INK2, p.INK2, 1.0),
    Layer("track", "line", edge=p.INK2, width=1.2),
    Layer("empty", "line", edge=p.INK3, width=1.1, dash=(2.5, 2.5)),
    Layer("built", "fill", p.INK2, p.INK, 1.0),
    *(Layer(name, "fill", house.fill, house.edge, house.edge_px) for name, house in COLOURS.items()),
    Layer("disc", "fill", p.PANEL),
    Layer("hollow", "fill", p.PANEL, p.INK3, 1.1),
    Layer("ink", "fill", p.INK),
    Layer("pale", "fill", p.PANEL),
    Layer("gold", "fill", p.GOLD, p.GOLD_EDGE, 1.0),
    Layer("text", "text"),
)
