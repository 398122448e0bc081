"""The canvas of the court board: outlines, signs, words and hover boxes, in px."""

from __future__ import annotations

from math import floor
from typing import Any, Final, Literal

from roses.figures.court.icons import SHIELD, SIGNS, amounts
from roses.figures.court.style import COLOURS
from roses.figures.drawing.drawing import Drawing, Text
from roses.figures.drawing.glyphs import at, rounded
from roses.figures.drawing.measure import Family, text_width
from roses.figures.drawing.occupancy import Box, padded
from roses.figures.drawing.palette import INK, INK2
from roses.figures.drawing.points import Line
from roses.lancaster.tables import Reward

SIGN: Final = 13.0  # px of a sign with the gap after it
REBUILT: Final = "°"  # after a value that is reconstructed
_LEAST: Final = 12.0  # px of the smallest type


class Canvas:
    """A drawing with methods for the parts of the board, and ``hovers``: boxes with their hover texts.

    ``spots`` are what may be chosen on the board, by the names of ``Option.place``, and their boxes.

    >>> canvas = Canvas()
    >>> canvas.token("Blue", "2", 20, 20)
    >>> [text.text for text in canvas.drawing.texts["text"]]
    ['B2']
    """

    def __init__(self) -> None:
        self.drawing = Drawing()
        self.hovers: list[tuple[Box, str]] = []
        self.spots: list[tuple[str, Box]] = []

    def box(self, layer: str, box: Box, radius: float = 3.0) -> None:
        """Draw a box with round corners."""
        self.drawing.add(layer, rounded(box, radius))

    def line(self, layer: str, *points: tuple[float, float]) -> None:
        """Draw a line."""
        self.drawing.add(layer, points)

    def hover(self, box: Box, words: str, spot: str = "") -> None:
        """Add a hover text to a box; ``spot`` is the name by which it may be chosen."""
        self.hovers.append((box, words))
        if spot:
            self.spots.append((spot, box))

    def ring(self, box: Box) -> None:
        """Mark a box as the one in which a decision is due."""
        for layer in ("ring", "ring now"):
            self.drawing.add(layer, rounded(padded(box, 0.5), 3.5))

    def write(
        self,
        x: float,
        y: float,
        words: str,
        size: float = 13.0,
        fill: str = INK,
        *,
        bold: bool = False,
        italic: bool = False,
        anchor: Literal["start", "middle", "end"] = "start",
        family: Family = "sans",
        within: float = 0.0,
        least: float = _LEAST,
        halo: float = 0.0,
    ) -> float:
        """Write a line on baseline ``y`` and return its width.

        With ``within`` px it shrinks to type of the size ``least``, then it loses serifs and weight, then it is cut.
        """
        if within:
            if text_width(words, least, bold=bold, family=family) > within:
                bold, family = False, "sans"
            wide = text_width(words, size, bold=bold, family=family)
            size = max(least, min(size, floor(100 * size * within / max(1.0, wide)) / 100))
            words = cut(words, size, within, bold=bold, family=family)
        text = Text(words, x, y, round(size, 2), fill, family, bold=bold, italic=italic, anchor=anchor, halo=halo)
        self.drawing.write("text", text)
        return text_width(words, size, bold=bold, family=family)

    def label(self, x: float, y: float, words: str, size: float, within: float, halo: float = 0.0) -> float:
        """Write a label in bold serif type and return where it ends at most, whatever font there is."""
        self.write(x, y, words, size, bold=True, family="serif", within=within, halo=halo)
        return x + min(within, text_width(words, size, bold=True, family="serif"))

    def heading(self, left: float, right: float, y: float, words: str, note: str = "", size: float = 14.0) -> None:
        """Write the heading of a part of the board, and at its right end what is to be known about it."""
        end = self.label(left, y, words, size, right - left)
        if note and end + 24 < right:
            self.write(right, y, note, 12.5, INK2, anchor="end", within=right - end - 12)

    def sign(self, kind: str, x: float, y: float, scale: float = 1.0) -> None:
        """Draw a sign round ``x``, ``y``."""
        for layer, outline in SIGNS[kind]:
            self.drawing.add(layer, at(outline, x, y, scale))

    def reward(self, given: Reward, x: float, y: float, mark: str = "") -> float:
        """Draw a reward as signs with figures round height ``y`` from ``x`` on; return where it ends.

        A figure of 1 is left out.
        """
        for kind, n in amounts(given):
            self.sign(kind, x + 6, y)
            x += SIGN
            if n > 1:
                x += self.write(x + 0.5, y + 4.8, str(n), SIGN, bold=True) + 2
        return x + self.write(x - 2, y + 4.8, mark, bold=True) if mark else x

    def token(self, colour: str, words: str, x: float, y: float, scale: float = 2.2) -> None:
        """Draw a knight: a shield in the colour of his house, with its letter and his strength."""
        self.drawing.add(colour, at(SHIELD, x, y, scale))
        label = colour[0] + words
        size = min(14.0, 14.0 * 9.4 * scale / text_width(label, 14, bold=True))
        self.write(x, y - 0.6 * scale + 5, label, max(_LEAST, size), COLOURS[colour].ink, bold=True, anchor="middle")

    def knight(self, colour: str, strength: int, x: float, y: float, scale: float) -> None:
        """Draw a knight as a small shield with his strength, next to the letter of his house."""
        self.drawing.add(colour, at(SHIELD, x, y, scale))
        self.write(x, y + 3.8, str(strength), 12.5, COLOURS[colour].ink, bold=True, anchor="middle")

    def chip(self, colour: str, x: float, y: float, size: float = 18.0) -> None:
        """Draw the square of a house with its letter; ``x``, ``y`` is its upper left corner."""
        self.box(colour, (x, y, x + size, y + size))
        ink = COLOURS[colour].ink
        self.write(x + size / 2, y + size / 2 + 4.7, colour[0], 13.5, ink, bold=True, anchor="middle")


def cut(words: str, size: float, room: float, *, bold: bool = False, family: Family = "sans") -> str:
    """Return a line cut to ``room`` px, with an ellipsis where something is left out.

    >>> cut("Northumberland", 13, 60)
    'Northu…'
    """
    if text_width(words, size, bold=bold, family=family) <= room:
        return words
    while words and text_width(words + "…", size, bold=bold, family=family) > room:
        words = words[:-1]
    return words.rstrip() + "…"


def reward_width(given: Reward) -> float:
    """Return how wide a reward is as signs, in px."""
    figures = (text_width(str(n), SIGN, bold=True) + 2 for _, n in amounts(given) if n > 1)
    return SIGN * len(amounts(given)) + sum(figures)


def shield(x: float, y: float, scale: float) -> Line:
    """Return the outline of a knight's shield."""
    return at(SHIELD, x, y, scale)


def marked(confidence: dict[str, Any], value: str) -> str:
    """Return the sign of a reconstructed value, or nothing where the value is known.

    >>> marked({"minimum": "low"}, "minimum"), marked({"minimum": "certain"}, "minimum")
    ('°', '')
    """
    return REBUILT if confidence.get(value) in ("low", "medium") else ""
