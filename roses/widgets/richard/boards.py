"""Boards of the block war game in a Stepper: battle board and count of the lords, cropped and scaled to the stage."""

from __future__ import annotations

from typing import Final

from roses.figures.battle.board import battle_svg, narrow_svg
from roses.figures.battle.layout import STRIP, TOP, plan
from roses.figures.politics import TOP as POLITICAL_TOP
from roses.figures.politics import political_svg, verdict_width
from roses.richard.lords_count import Tally
from roses.richard.view import View
from roses.widgets.stepper.adapter import Board

_WIDTHS: Final = (780, 860, 940, 1020, 1120, 1240)  # px: the width of a board before it is scaled to the stage
_NARROW: Final = 520  # px: on stages narrower than this boards are as high as they need to be


def battle_board(view: View, results: dict[str, str], left: list[str], width: int, height: int) -> Board:
    """Return the board of a battle without its own header and strips, which the stepper's header replaces.

    ``results`` are the captions of the blocks, ``left`` those that have left the field.
    """
    if width < _NARROW:
        narrow = narrow_svg(view, width=width, results=results, left=left)
        return Board(narrow.filling(), width, height=round(narrow.height))
    drawn = max(_WIDTHS, key=lambda w: _scale(view, left, w, width, height))
    svg = battle_svg(view, width=drawn, results=results, left=left)
    line = svg.cropped((0, TOP + STRIP, svg.width, svg.height - STRIP))
    return Board(line.filling(), round(drawn * _scale(view, left, drawn, width, height)))


def _scale(view: View, left: list[str], drawn: int, width: int, height: int) -> float:
    """Return the scale, at most 1, at which a board of that width fits the stage."""
    high = plan(view, drawn, left).height - TOP - 2 * STRIP
    return min(1.0, width / drawn, height / high)


def count_board(view: View, tally: Tally, width: int, height: int) -> Board:
    """Return the count without its own header, in the proportions of the stage; on a narrow one, as high as it is."""
    if width < _NARROW:
        narrow = political_svg(view, tally, width=width)
        cut = narrow.cropped((0, POLITICAL_TOP, narrow.width, narrow.height))
        return Board(cut.filling(), width, height=round(cut.height))
    drawn = 1100.0 if width > height else 900.0
    for _again in range(2):
        svg = political_svg(view, tally, width=drawn)
        high = svg.height - POLITICAL_TOP
        shown, drawn = min(width / drawn, height / high), max(drawn, float(round(width * high / height)))
    lists = svg.cropped((0, POLITICAL_TOP, svg.width, svg.height))
    return Board(lists.filling("xMaxYMin meet"), width, round(verdict_width(tally) * shown))
