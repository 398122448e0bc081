"""Layers and marks that the figures of the battles share, and the finished picture as SVG and as plotly JSON."""

from __future__ import annotations

from typing import Final, NamedTuple

from roses.figures.drawing import palette as p
from roses.figures.drawing.drawing import Layer
from roses.figures.drawing.geometry import Line
from roses.figures.drawing.picture import Chart
from roses.figures.drawing.svg import Svg
from roses.figures.drawing.traces import Props

HOUSE: Final = {  # the house whose colours a side has
    "the King's party": "York", "Warwick's party": "Lancaster", "the Lincolnshire rebels": "Rebel",
    "Richard III": "York", "Henry Tudor": "Lancaster", "Lincoln": "York", "Henry VII": "Lancaster",
    "York": "York", "Lancaster": "Lancaster",
}  # fmt: skip
MARKS: Final = (
    Layer("open", "line", edge=p.INK2, width=1.8, dash=(2.0, 3.5)),
    *(Layer(name, "fill", house.fill, house.edge, 1.6) for name, house in p.HOUSES.items()),
    Layer("apart", "fill", p.CHIP, p.INK2, 1.6),
    Layer("doubt", "line", edge=p.INK, width=1.3),
)


class Picture(NamedTuple):
    """A finished chart with its title and what it says in words."""

    chart: Chart
    title: str
    description: str

    def svg(self) -> Svg:
        """Return the picture as an SVG document."""
        return self.chart.svg(self.title, self.description)

    def figure(self) -> Props:
        """Return the picture as plain plotly JSON."""
        return self.chart.figure(self.title, self.description)


def house_of(side: str) -> str:
    """Return the name of the layer in whose colours a side is drawn.

    >>> house_of("Henry Tudor"), house_of("the Stanleys")
    ('Lancaster', 'apart')
    """
    return HOUSE.get(side, "apart")


def square(x: float, y: float, half: float) -> Line:
    """Return a closed square round a point."""
    return (
        (x - half, y - half),
        (x + half, y - half),
        (x + half, y + half),
        (x - half, y + half),
        (x - half, y - half),
    )


def diamond(x: float, y: float, half: float) -> Line:
    """Return a closed square on its corner round a point."""
    return ((x, y - half), (x + half, y), (x, y + half), (x - half, y), (x, y - half))


def shield(x: float, y: float, half: float) -> Line:
    """Return a closed outline like the token of Lancaster: flat above, pointed below."""
    return (
        (x - half, y - half), (x + half, y - half), (x + half, y + half * 0.35), (x + half * 0.55, y + half),
        (x, y + half * 1.35), (x - half * 0.55, y + half), (x - half, y + half * 0.35), (x - half, y - half),
    )  # fmt: skip


def pointing_left(x: float, y: float, half: float) -> Line:
    """Return a closed triangle whose flat side is at ``x`` and which points left: a figure that is the most."""
    return ((x, y - half), (x, y + half), (x - 1.5 * half, y), (x, y - half))
