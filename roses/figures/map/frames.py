"""Map frames: the part of the map that a figure shows, and its scale. Lengths are km on the map, px in figures."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

import msgspec

from roses.engine.i18n import gettext as _
from roses.figures.drawing.geometry import Point
from roses.figures.map.geography import SHAPES

Preset = Literal["campaign", "kingdom", "lesson"]
_EXTENT: Final = (708.75, 833.99)  # km: the part of the map that is drawn to its edges
_HEART: Final = (369.9, 420.3)  # km: middle of a campaign frame without action elsewhere: the Midlands
_MARGIN: Final = (95.0, 120.0)  # px between the action and the edge of its frame
_STEP: Final = 10.0  # km: frames move in steps of this size, so that actions near each other share a frame


class Frame(msgspec.Struct, frozen=True):
    """A window on the map: ``west`` and ``south`` km of its corner, size in px, ``k`` px per km.

    >>> KINGDOM.px(KINGDOM.west, KINGDOM.south)
    (0.0, 636.0)
    """

    name: str
    west: float
    south: float
    width: int
    height: int
    k: float

    @property
    def east(self) -> float:
        """Return the right edge in km."""
        return self.west + self.width / self.k

    @property
    def north(self) -> float:
        """Return the upper edge in km."""
        return self.south + self.height / self.k

    def px(self, x: float, y: float) -> Point:
        """Return a point on the ground (km) as px from the upper left corner, y down."""
        return (x - self.west) * self.k, self.height - (y - self.south) * self.k

    def km(self, x: float, y: float) -> Point:
        """Return a point of the picture (px) as km, to 10 m."""
        return round(self.west + x / self.k, 2), round(self.south + (self.height - y) / self.k, 2)

    def holds(self, x: float, y: float, margin: float = 0.0) -> bool:
        """Tell whether a place (km) is in the frame, at least ``margin`` px from its edges."""
        across, down = self.px(x, y)
        return margin <= across <= self.width - margin and margin <= down <= self.height - margin


KINGDOM: Final = Frame("kingdom", 50.6, 91.2, 556, 636, 0.879)
LESSON: Final = Frame("lesson", 0.0, 0.0, 1000, 1176, 1000 / _EXTENT[0])
_CAMPAIGN: Final = (780, 526, 1.44)
_CLOSE: Final = (600, 360)  # px of a close-up


def _middle(low: float, high: float, heart: float, room: float) -> float:
    """Return the frame's middle on one axis such that low..high is within ``room`` km of it, near ``heart``."""
    middle = (low + high) / 2 if high - low > 2 * room else min(max(heart, high - room), low + room)
    return heart if middle == heart else round(middle / _STEP) * _STEP


def campaign_frame(areas: Iterable[str] = ()) -> Frame:
    """Return the campaign frame: round the Midlands, moved only as far as needed to show these areas.

    It never leaves the map, so the map fills it. The same areas give the same frame, whatever their order.

    >>> campaign_frame(["Leicester", "Warwick"]) == campaign_frame([])
    True
    >>> campaign_frame(["Northumbria"]).south > campaign_frame(["Kent"]).south
    True
    """
    width, height, k = _CAMPAIGN
    spots = [SHAPES[area].label for area in areas if area in SHAPES] or [_HEART]
    middle = []
    for axis, size in enumerate((width, height)):
        values = [spot[axis] for spot in spots]
        room = (size / 2 - _MARGIN[axis]) / k
        middle.append(_middle(min(values), max(values), _HEART[axis], room))
    return _round(middle[0], middle[1], width, height)


def closeup(area: str, *more: str) -> Frame:
    """Return a small frame centred on these areas, at the scale of the campaign frame.

    ValueError if there is no such area.

    >>> closeup("Kent", "Sussex").width
    600
    """
    if unknown := [name for name in (area, *more) if name not in SHAPES]:
        raise ValueError(
            _("there is no area {unknown!r} on the map; names are those on it, such as 'East Anglia'").format(
                unknown=unknown[0]
            )
        )
    across, down = zip(*(SHAPES[name].label for name in (area, *more)), strict=True)
    return _round((min(across) + max(across)) / 2, (min(down) + max(down)) / 2, *_CLOSE)


def _round(x: float, y: float, width: int, height: int) -> Frame:
    """Return a frame of the campaign's scale round a place (km), moved so that it stays within the map."""
    k = _CAMPAIGN[2]
    west, south = (
        round(min(max(middle - size / k / 2, 0.0), extent - size / k), 2)
        for middle, size, extent in zip((x, y), (width, height), _EXTENT, strict=True)
    )
    return Frame("campaign", west, south, width, height, k)
