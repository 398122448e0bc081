"""A chart: layers of shapes and words in px, shown as SVG and as plotly JSON alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from roses.figures.drawing import palette as p
from roses.figures.drawing.drawing import Drawing, Text
from roses.figures.drawing.layers import Layer
from roses.figures.drawing.measure import Family, text_width, wrap
from roses.figures.drawing.occupancy import Box
from roses.figures.drawing.picture import figure_json, hovers_svg, layer_svg, layout_json, outline
from roses.figures.drawing.points import Line
from roses.figures.drawing.svg import Svg, document, tag
from roses.figures.drawing.traces import Props

SMALL: Final = 12.0  # px of the smallest type


class Chart:
    """A drawing of a size in px with its layers, from the lowest up; words come last.

    >>> chart = Chart(100, 50, (Layer("ink", "fill", p.INK),))
    >>> chart.box("ink", (0, 0, 10, 10))
    >>> chart.svg("A box", "One box.").name
    'A box'
    """

    def __init__(self, width: float, height: float, layers: Sequence[Layer], paper: str = p.PAPER) -> None:
        self.width, self.height, self.paper = width, height, paper
        self.layers = (*layers, Layer("text", "text"))
        self.drawing = Drawing()
        self.hovers: list[tuple[Box, str]] = []

    def add(self, layer: str, *lines: Line) -> None:
        """Draw lines or closed outlines."""
        self.drawing.add(layer, *lines)

    def box(self, layer: str, box: Box) -> None:
        """Draw a box: left, top, right, bottom."""
        self.drawing.add(layer, outline(box))

    def hover(self, box: Box, words: str) -> None:
        """Say something of a part of the chart."""
        self.hovers.append((box, words))

    def write(
        self,
        words: str,
        x: float,
        y: float,
        size: float = SMALL,
        fill: str = p.INK,
        *,
        bold: bool = False,
        italic: bool = False,
        family: Family = "sans",
        anchor: Literal["start", "middle", "end"] = "middle",
        within: float = 0.0,
        halo: float = 0.0,
    ) -> None:
        """Write a line on baseline ``y``; a line wider than ``within`` shrinks, to 12 px at least."""
        wide = text_width(words, size, bold=bold, family=family)
        if within and wide > within:
            size = max(12.0, size * within / wide)
        text = Text(words, round(x, 1), round(y, 1), round(size, 1), fill, family, bold, italic, anchor, halo)
        self.drawing.write("text", text)

    def paragraph(self, words: str, x: float, y: float, width: float) -> float:
        """Write lines of at most ``width`` px from the baseline ``y`` down; return the baseline below the last."""
        for line in wrap(words, 14.0, width):
            self.write(line, x, y, 14.0, p.INK2, anchor="start")
            y += 18
        return y

    def svg(self, title: str, description: str) -> Svg:
        """Return the chart as an SVG document with title and description."""
        paper = tag("rect", width=self.width, height=self.height, fill=self.paper)
        drawn = [paper, *(layer_svg(self.drawing, layer) for layer in self.layers), hovers_svg(self.hovers)]
        return document(self.width, self.height, drawn, title=title, description=description)

    def figure(self, title: str, description: str) -> Props:
        """Return the same chart as plain plotly JSON, with title and description in the ``meta`` of its layout."""
        layout = layout_json(self.width, self.height, self.width, self.paper, title, description)
        return figure_json(self.drawing, self.layers, self.hovers, layout)
