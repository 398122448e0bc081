"""The canvas of the court board: sizes, layers and colours, the signs, and what is drawn with them, in px."""

from __future__ import annotations

from math import floor
from typing import Any, Final, Literal

from roses.engine.i18n import gettext as _
from roses.figures.blocks.tokens import circle
from roses.figures.drawing import Drawing, Family, Layer, Text, text_width
from roses.figures.drawing import palette as p
from roses.figures.drawing.geometry import CRENELS, Box, Line, at, expand, round_box
from roses.figures.drawing.palette import INK, INK2, House
from roses.lancaster.tables import Reward

WIDTH: Final = 780.0
HEIGHT: Final = 572.0
MAP: Final = (0.0, 0.0, 338.0, 424.0)  # left, top, right, bottom in px
HOUSES_TOP: Final = 424.0
CREDIT_TOP: Final = 551.0

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


Sign = tuple[tuple[str, Line], ...]  # (layer, closed outline)
_OF: Final = {
    "gold": "gold", "squires": "squire", "markers": "marker", "points": "point", "knights": "knight",
    "upgrades": "upgrade", "extensions": "extension", "nobles": "noble", "passages": "passage",
}  # fmt: skip
SIGN: Final = 13.0  # px of a sign with the gap after it
REBUILT: Final = "°"  # after a value that is reconstructed
_LEAST: Final = 12.0  # px of the smallest type


def _close(*points: tuple[float, float]) -> Line:
    return (*points, points[0])


_STAR: Final[Line] = _close(
    *((x, y) if i % 2 == 0 else (x * 0.42, y * 0.42) for i, (x, y) in enumerate(circle(0, 0, 6.4, 10)))
)
SHIELD: Final[Line] = _close((-5, -6), (5, -6), (5, 1), (3.6, 4), (0, 6.6), (-3.6, 4), (-5, 1))
SIGNS: Final[dict[str, Sign]] = {
    "gold": tuple(("gold", _close(*circle(0, 0, radius, 20))) for radius in (6, 3.7)),  # a coin with its rim
    "squire": (("ink", _close((-4.6, -2), (-2.7, -2.9), (-2.4, -4.8), (0, -6.6), (2.4, -4.8), (2.7, -2.9), (4.6, -2),
                (4.6, -1.2), (2.5, -1.2), (1.7, 1), (4, 1.7), (5.6, 3.6), (5.8, 6.4), (-5.8, 6.4), (-5.6, 3.6),
                (-4, 1.7), (-1.7, 1), (-2.5, -1.2), (-4.6, -1.2))),),  # a man in a kettle hat
    "marker": (("ink", _close((-6, -6), (6, -6), (6, 6), (-6, 6))),
               ("pale", _close((-4.4, 0.2), (-2.6, -1.6), (-1, 0), (2.8, -4), (4.6, -2.2), (-1, 3.6)))),
    "knight": (("ink", at(SHIELD, 0, 0, 1.1)), ("pale", _close((-1.1, -4.6), (1.1, -4.6), (1.1, -1.7), (4, -1.7),
                (4, 0.5), (1.1, 0.5), (1.1, 3.4), (-1.1, 3.4), (-1.1, 0.5), (-4, 0.5), (-4, -1.7), (-1.1, -1.7)))),
    "upgrade": (("ink", _close((0, -6.5), (5.8, -0.5), (2.2, -0.5), (2.2, 6), (-2.2, 6), (-2.2, -0.5), (-5.8, -0.5))),),
    "extension": (("ink", at(CRENELS, 0, 0, 0.9)),
                  ("pale", _close((-2, 6.4), (-2, 1.8), (-1.2, 0.4), (0, -0.2), (1.2, 0.4), (2, 1.8), (2, 6.4)))),
    "noble": (("gold", _close((-5, 2), (-6.4, -4.6), (-3, -1.6), (0, -6.4), (3, -1.6), (6.4, -4.6), (5, 2))),
              ("gold", _close((-5, 3), (5, 3), (5, 5.4), (-5, 5.4)))),  # points and rim of a crown
    "point": (("ink", _STAR),),
    "start": (("ink", _close((-5, -6.6), (-3.4, -6.6), (-3.4, -6), (6, -6), (3.6, -2.6), (6, 0.8), (-3.4, 0.8),
               (-3.4, 6.6), (-5, 6.6))),),  # a banner
    "passage": (("ink", _close((-6.8, 1.8), (6.8, 1.8), (4.2, 6.2), (-4.2, 6.2))),
                ("ink", _close((0.4, -6.8), (5.8, 0.6), (0.4, 0.6))),
                ("ink", _close((-1, -4.8), (-1, 0.6), (-5, 0.6)))),
}  # fmt: skip


def legend() -> tuple[tuple[str, str], ...]:
    """Return what each sign means, in the order of a legend."""
    return (
        ("gold", _("gold")),
        ("squire", _("squire")),
        ("marker", _("voting marker")),
        ("knight", _("new knight")),
        ("upgrade", _("upgrade")),
        ("extension", _("extension")),
        ("noble", _("noble")),
        ("point", _("points")),
        ("passage", _("to France")),
        ("start", _("starts")),
    )


def amounts(reward: Reward) -> tuple[tuple[str, int], ...]:
    """Return the signs of a reward, each with how many.

    >>> amounts(Reward(upgrades=1, markers=2)), amounts(Reward())
    ((('marker', 2), ('upgrade', 1)), ())
    """
    return tuple((sign, n) for name, sign in _OF.items() if (n := getattr(reward, name)))


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
        self.drawing.add(layer, round_box(box, radius))

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
            self.drawing.add(layer, round_box(expand(box, 0.5), 3.5))

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

    def reward(self, reward: Reward, x: float, y: float, mark: str = "") -> float:
        """Draw a reward as signs with figures round height ``y`` from ``x`` on; return where it ends.

        A figure of 1 is left out.
        """
        for kind, n in amounts(reward):
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


def reward_width(reward: Reward) -> float:
    """Return how wide a reward is as signs, in px."""
    figures = (text_width(str(n), SIGN, bold=True) + 2 for _, n in amounts(reward) if n > 1)
    return SIGN * len(amounts(reward)) + sum(figures)


def shield(x: float, y: float, scale: float) -> Line:
    """Return the outline of a knight's shield."""
    return at(SHIELD, x, y, scale)


def doubt_mark(confidence: dict[str, Any], value: str) -> str:
    """Return the sign of a reconstructed value, or nothing where the value is known.

    >>> doubt_mark({"minimum": "low"}, "minimum"), doubt_mark({"minimum": "certain"}, "minimum")
    ('°', '')
    """
    return REBUILT if confidence.get(value) in ("low", "medium") else ""
