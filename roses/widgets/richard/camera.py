"""Frames for the map of a Stepper: of any size, and moved as little as possible from step to step."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from roses.figures.drawing.geometry import Point
from roses.figures.map.geography import KINGDOM, LESSON, Frame, campaign_frame

_MARGINS: Final = (0.13, 0.3)  # parts of a frame's width and height between the action and the edge, for tabs
_SMALL: Final = 460  # px: narrower maps, on telephones, have the scale of the kingdom
Spots = tuple[Point, ...]


@lru_cache(maxsize=16)
def campaign_frames(steps: tuple[Spots, ...], width: int, height: int) -> tuple[Frame, ...]:
    """Return a campaign frame of this size for each step, given the points of its action in km.

    A step keeps the frame of the step before if that holds all of its action.
    """
    frames = [_window(steps[0] if steps else (), width, height)]
    for spots in steps[1:]:
        frames.append(frames[-1] if _holds(frames[-1], spots) else _window(spots, width, height))
    return tuple(frames[: len(steps)])


def kingdom_frame(width: int, height: int) -> Frame:
    """Return the frame of all England and Wales that fits into a box of px.

    >>> kingdom_frame(556, 636) == KINGDOM
    True
    """
    part = min(width / KINGDOM.width, height / KINGDOM.height)
    wide, high = round(KINGDOM.width * part), round(KINGDOM.height * part)
    return Frame("kingdom", KINGDOM.west, KINGDOM.south, wide, high, round(KINGDOM.k * part, 4))


def _rooms(width: int, height: int) -> tuple[float, float]:
    """Return how far from the middle of a frame of this size its action may be, in px."""
    return width * (0.5 - _MARGINS[0]), height * (0.5 - _MARGINS[1])


def _holds(frame: Frame, spots: Spots) -> bool:
    across, down = _rooms(frame.width, frame.height)
    middle_x, middle_y = frame.width / 2, frame.height / 2
    return all(abs(x - middle_x) <= across and abs(y - middle_y) <= down for x, y in (frame.px(*s) for s in spots))


def _window(action: Spots, width: int, height: int) -> Frame:
    """Return a campaign frame of this size that holds as many of the points as fit, the first ones first.

    It lies near the Midlands, and near the points that do not fit. A small one has the scale of the kingdom.
    """
    spots = list(action)
    name, k = ("campaign", campaign_frame().k) if width >= _SMALL else ("kingdom", KINGDOM.k)
    rooms = [room / k for room in _rooms(width, height)]
    left_out = []
    while any(max(s[axis] for s in spots) - min(s[axis] for s in spots) > 2 * rooms[axis] for axis in (0, 1) if spots):
        left_out.append(spots.pop())
    heart = campaign_frame()
    centre = ((heart.west + heart.east) / 2, (heart.south + heart.north) / 2)
    corner = []
    for axis, (size, extent) in enumerate(((width, LESSON.east), (height, LESSON.north))):
        middle = centre[axis]
        for values in ([spot[axis] for spot in left_out], [spot[axis] for spot in spots]):
            middle = min(max(middle, max(values) - rooms[axis]), min(values) + rooms[axis]) if values else middle
        corner.append(round(min(max(middle - size / k / 2, 0.0), extent - size / k), 2))
    return Frame(name, corner[0], corner[1], width, height, k)
