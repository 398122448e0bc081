"""The layers of a map from the lowest up, with their styles: one order for SVG and plotly."""

from __future__ import annotations

from typing import Final

from roses.figures.drawing import Layer
from roses.figures.drawing import palette as p


def _ground(name: str, fill: str, width: float = 0.0, hatch: str = "") -> Layer:
    return Layer(name, "fill", fill, p.COAST if width else "", width, ground=True, hatch=hatch)


def _border(name: str, edge: str, width: float, dash: tuple[float, ...] = ()) -> Layer:
    return Layer(name, "line", "", edge, width, dash, ground=True, scaled=True)


LAYERS: Final = (
    _ground("far", p.SEA_FAR),
    _ground("near", p.SEA_NEAR),
    _ground("abroad", p.NOT_IN_PLAY, 0.7),
    *(_ground(f"land {i}", colour, 0.9) for i, colour in enumerate(p.LAND)),
    _ground("exile", p.EXILE, 0.9, p.HATCH),
    Layer("veil", "fill", p.VEIL, opacity=0.55),
    Layer("reach", "fill", p.WHITE, opacity=0.6),
    Layer("here", "fill", p.AMBER, opacity=0.38),
    _border("inland", p.INLAND_RIVER, 1.3),
    _border("casing major", p.HALO, 4.4),
    _border("casing", p.HALO, 6.2),
    _border("major", p.MAJOR, 2.0, (7.0, 4.2)),
    _border("river", p.RIVER, 3.2),
    _border("minor", p.MINOR, 5.6),
    _border("minor inner", p.MINOR_INNER, 1.9),
    _border("gaps", p.SEA_NEAR, 3.0),
    Layer("veil above", "fill", p.VEIL, opacity=0.25),
    Layer("outline casing", "line", edge=p.PANEL, width=7.0),
    Layer("outline", "line", edge=p.GO, width=3.6),
    Layer("refused", "line", edge=p.INK, width=3.4, dash=(2.0, 5.0)),
    Layer("route casing", "line", edge=p.PANEL, width=5.4),
    Layer("route Lancaster", "line", edge=p.HOUSES["Lancaster"].fill, width=3.0, dash=(7.0, 5.0), scaled=True),
    Layer("route York", "line", edge=p.HOUSES["York"].edge, width=3.0, dash=(2.5, 4.0), scaled=True),
    Layer("seas", "text", trace="names"),
    Layer("names", "text"),
    Layer("site leaders", "line", edge=p.INK2, width=1.0),
    Layer("site dots", "dots"),
    Layer("site casing", "line", edge=p.PANEL, width=5.4, trace="route casing"),
    Layer("site lines", "line", edge=p.INK, width=2.3),
    Layer("city Lancaster", "fill", p.HOUSES["Lancaster"].fill, p.HOUSES["Lancaster"].edge, 1.0),
    Layer("city York", "fill", p.HOUSES["York"].fill, p.HOUSES["York"].edge, 1.8),
    Layer("anchors", "line", edge=p.WHITE, width=1.3),
    Layer("site names", "text"),
    Layer("path casing", "line", edge=p.PANEL, width=10.5, scaled=True),
    Layer("head casing", "fill", p.PANEL, p.PANEL, 4.5, scaled=True),
    Layer("path Lancaster", "line", edge=p.HOUSES["Lancaster"].fill, width=6.0, scaled=True),
    Layer("path York", "line", edge=p.HOUSES["York"].edge, width=6.0, scaled=True),
    Layer("path York inner", "line", edge=p.WHITE, width=2.0, scaled=True),
    Layer("head Lancaster", "fill", p.HOUSES["Lancaster"].fill),
    Layer("head York", "fill", p.HOUSES["York"].edge),
    Layer("halts", "dots"),
    Layer("leader casing", "line", edge=p.PANEL, width=5.0),
    Layer("leader", "line", edge=p.INK, width=1.8),
    Layer("plates", "fill", p.PANEL, p.INK, 1.6),
    Layer("tabs", "fill", p.PANEL, p.INK3, 1.0),
    Layer("pointers", "fill", p.INK2),
    Layer("parting", "line", edge=p.INK, width=1.0, dash=(3.0, 3.0)),
    Layer("tab names", "text", trace="token text"),
    Layer("tokens", "tokens"),
    Layer("flags", "fill", p.GO, p.PANEL, 1.6),
    Layer("narrow flags", "fill", p.PANEL, p.MINOR, 2.4),
    Layer("discs", "dots", trace="marks"),
    Layer("signs", "line", edge=p.INK, width=2.1),
    Layer("no", "line", edge=p.MINOR, width=3.6),
    Layer("figures", "text", trace="token text"),
)
CITIES: Final = ("city Lancaster", "city York")
REACH: Final = (
    "veil", "reach", "here", "veil above", "outline casing", "outline", "refused", "flags", "narrow flags", "no",
)  # fmt: skip
BY_NAME: Final = {layer.name: layer for layer in LAYERS}
