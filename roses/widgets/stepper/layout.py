"""The layout of a Stepper on its page: one of four shapes, and the sizes of map and board in px."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

import msgspec

Shape = Literal["beside", "tall", "over", "below"]

HEAD: Final = 40
BAR: Final = 52
_ROWS: Final = 108  # px: the second rows that header and controls have where the panel is below a board
_WIDE: Final = 1060  # px: page width from which the layout for a projector is used
_NARROW: Final = 700
_STAGE: Final = (514, 640, 800)  # px: height of map and boards: least, most, and most in class mode
_PANEL: Final = 364  # px: width of the panel beside a map, and at least beside a board
_BOARD_PANEL: Final = {"field": 336}  # px by board, for the panel beside it
_LEAST_PANEL: Final = 300
_DEFAULT: Final = (1110, 606)
_PHONE: Final = 420  # px: the least height of a map over the panel; on a lower one, tabs and trays may find no room
_MAP: Final = 780  # px: the widest map


class Layout(msgspec.Struct, frozen=True):
    """The layout for a page: ``shape``, and the px of ``map`` and ``board`` (width, height).

    The shapes are: beside, map or board left, panel right; tall, the same with the map as high as header and stage;
    over, the board in the whole width, with the panel in its free corner; below, the panel below the controls.
    """

    shape: Shape
    map: tuple[int, int]
    board: tuple[int, int]


def layout_for(page: Sequence[int], frame: str, stage: str) -> Layout:
    """Return the layout for a page of (width, height) px, 0 where they are not known yet.

    In class mode a page has two numbers more: px by which the panel is wider than usual, and the percentage at which
    the page will show the map.

    >>> layout_for((1110, 606), "campaign", "map").map
    (746, 514)
    >>> layout_for((1110, 606, 0, 125), "campaign", "map").map
    (596, 411)
    >>> layout_for((850, 600), "campaign", "battle").shape
    'below'
    """
    width, height = page[0] or _DEFAULT[0], page[1] or _DEFAULT[1]
    more, percent = page[2:4] or (0, 0)
    high = max(_STAGE[0], min(_STAGE[2 if percent else 1], height - HEAD - BAR))
    if width < _NARROW:
        return Layout("below", (width, round(min(high, max(_PHONE, width * 0.85)))), (width, round(width * 0.85)))
    side = (width - _BOARD_PANEL.get(stage, _LEAST_PANEL) - more, high)
    beside = _shown((min(_MAP, width - _PANEL - more), high), percent)
    wide = width >= _WIDE
    if stage != "map" and not wide:
        return Layout("below", beside, (width, high - _ROWS))
    if stage == "count" and not more:
        return Layout("over", beside, (width, high))
    if stage == "map" and frame == "kingdom" and wide:
        return Layout("tall", (round((high + HEAD) * 556 / 636), high + HEAD), side)
    return Layout("beside", beside, side)


def _shown(size: tuple[int, int], percent: int) -> tuple[int, int]:
    """Return the size at which a picture is drawn that is shown in so many px, at a percentage of its own size."""
    return size if not percent else (size[0] * 100 // percent, size[1] * 100 // percent)
