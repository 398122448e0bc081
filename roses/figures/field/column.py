"""The words beside a battlefield: phase, reconstruction, what is disputed, sources."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from roses.engine.i18n import gettext as _
from roses.figures.drawing.geometry import Box
from roses.figures.drawing.measure import Family, wrap
from roses.figures.drawing.palette import INK, INK2
from roses.figures.field.canvas import SMALL, Canvas
from roses.figures.field.ground import SURE
from roses.history.battlefields import Sketch, works

PAD: Final = 14.0


class Words(NamedTuple):
    """A paragraph of the column, and the px above it."""

    words: str
    size: float
    fill: str = INK
    bold: bool = False
    family: Family = "sans"
    gap: float = 0.0

    def lines(self, room: float) -> list[str]:
        """Return the paragraph in lines of at most ``room`` px."""
        return wrap(self.words, self.size, room, bold=self.bold, family=self.family)

    def high(self, room: float) -> float:
        """Return the height in px."""
        return self.gap + len(self.lines(room)) * round(self.size * 1.3)


def words(sketch: Sketch, *, story: bool) -> list[Words]:
    """Return the paragraphs; with ``story`` those that name the battle and tell the phase."""
    rival, phase = sketch.reconstruction, sketch.phase
    number = _("{n} of {all}: {title}").format(n=sketch.number, all=len(sketch.field.phases), title=phase.title)
    opening = [
        Words(f"{sketch.field.name}, {sketch.field.shown}", 18, bold=True, family="serif"),
        Words(number, 15, bold=True, gap=7),
        Words(phase.text, 15, family="serif", gap=3),
        Words(_sure(phase.confidence, phase.sources), SMALL, INK2, gap=4),
    ]
    disputed = _("Disputed: {words}").format(words=rival.disputed)
    return [
        *(opening if story else [Words(number, 15, bold=True)]),
        Words(rival.title, 15.5, bold=True, family="serif", gap=13 if story else 9),
        Words(rival.text, SMALL + 0.5, gap=3),
        Words(disputed, SMALL + 0.5, gap=6),
        Words(_sure(rival.confidence, rival.sources), SMALL, INK2, gap=6),
        Words(sketch.field.accuracy, SMALL, INK2, gap=4),
    ]


def _sure(confidence: str, sources: tuple[str, ...]) -> str:
    names = " · ".join(works()[source].short for source in sources)
    return _("Confidence: {confidence}. Sources: {sources}").format(confidence=_(SURE[confidence]), sources=names)


def high(sketch: Sketch, room: float, *, story: bool) -> float:
    """Return the height in px that the words need in a column of ``room`` px."""
    return sum(paragraph.high(room) for paragraph in words(sketch, story=story)) + 2 * PAD


def draw(canvas: Canvas, sketch: Sketch, box: Box, *, story: bool) -> None:
    """Write the column into a box."""
    room = box[2] - box[0] - 2 * PAD
    x, y = box[0] + PAD, box[1] + PAD
    for paragraph in words(sketch, story=story):
        y += paragraph.gap
        for line in paragraph.lines(room):
            y += round(paragraph.size * 1.3)
            up = 0.3 * paragraph.size
            canvas.write(line, x, y - up, paragraph.size, paragraph.fill, bold=paragraph.bold, family=paragraph.family)


def in_words(sketch: Sketch) -> Iterable[str]:
    """Return all words of the column, for readers who do not see the picture."""
    return (paragraph.words for paragraph in words(sketch, story=True))
