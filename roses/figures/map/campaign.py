"""The routes of a campaign by date: the marches of history that a record tells, on one map without blocks."""

from __future__ import annotations

from typing import Final

from msgspec import structs

from roses.engine.i18n import gettext as _
from roses.engine.record import Place, Route
from roses.engine.replay import Timeline
from roses.figures.map.figure import MapFigure, map_figure
from roses.figures.map.frames import LESSON, Frame, Preset
from roses.figures.map.places import km

_WIDE: Final = 780  # px
_HIGHEST: Final = 880  # px
_MARGINS: Final = (110.0, 70.0)  # px between the halts and the edges, for their labels
_CLOSEST: Final = 2.6  # px per km


def campaign_map(
    timeline: Timeline, first: int | str = 0, last: int | str | None = None, frame: Preset | Frame | None = None
) -> MapFigure:
    """Return a map of the marches of history in a campaign, dashed, with the dates of their halts.

    ``first`` and ``last`` are steps, by number from 0 or by bookmark, both inclusive; without them it is the whole
    campaign. ``frame`` is as in ``map_figure``, by default one that holds the halts, 780 px wide. The SVG carries every
    march in words. The game's own marches are not drawn. ValueError if no march is told in these steps, or if there is
    no such bookmark.

    >>> import roses
    >>> print(campaign_words(roses.timeline("1459-yorks-rising"), 0, 6))
    York: Middleham, Blore Heath (23 Sep), Ludford (12 Oct)
    York: Calais, Sandwich (26 Jun), London (2 Jul)
    """
    routes = _routes(timeline, first, last)
    shown = structs.replace(timeline.replay[0].view(), pieces=())
    halts = [(route.side, timeline.halts(route)) for route in routes]
    places = [place for _side, way in halts for place, _date in way]
    return map_figure(shown, frame or _round(places), places=dict.fromkeys(places), routes=halts)


def _round(places: list[Place]) -> Frame:
    """Return a frame that holds these places, with room for their labels, and never leaves the map."""
    across, down = zip(*map(km, places), strict=True)
    extents = max(across) - min(across), max(down) - min(down)
    rooms = _WIDE - 2 * _MARGINS[0], _HIGHEST - 2 * _MARGINS[1]
    k = min(_CLOSEST, *(room / max(extent, 1.0) for room, extent in zip(rooms, extents, strict=True)))
    high = round(min(_HIGHEST, extents[1] * k + 2 * _MARGINS[1]))
    west, south = (
        round(min(max((min(values) + max(values)) / 2 - size / k / 2, 0.0), edge - size / k), 2)
        for values, size, edge in ((across, _WIDE, LESSON.east), (down, high, LESSON.north))
    )
    return Frame("campaign", west, south, _WIDE, high, round(k, 3))


def campaign_words(timeline: Timeline, first: int | str = 0, last: int | str | None = None) -> str:
    """Return the same marches as text, one a line: side, places, dates.

    >>> import roses
    >>> campaign_words(roses.timeline("1459-yorks-rising"), "Agincourt")
    Traceback (most recent call last):
    ValueError: there is no bookmark 'Agincourt' in this record
    """
    ways = ((route.side, ", ".join(map(_halt, route.halts))) for route in _routes(timeline, first, last))
    return "\n".join(_("{side}: {way}").format(side=side, way=way) for side, way in ways)


def _halt(halt: tuple[str, str]) -> str:
    place, date = halt
    return _("{place} ({date})").format(place=place, date=date) if date else place


def _routes(timeline: Timeline, first: int | str, last: int | str | None) -> list[Route]:
    """Return the routes of these steps, each as far as it leads."""
    begin, end = _step(timeline, first), len(timeline) - 1 if last is None else _step(timeline, last)
    every = dict.fromkeys(route for moment in timeline.moments[begin : end + 1] for route in moment.routes)
    whole = [route for route in every if not any(_begins(route, other) for other in every)]
    if not whole:
        raise ValueError(_("no march of history is told in these steps"))
    return whole


def _begins(one: Route, other: Route) -> bool:
    """Tell whether a route is the beginning of another."""
    return one != other and one.block == other.block and other.halts[: len(one.halts)] == one.halts


def _step(timeline: Timeline, where: int | str) -> int:
    marks = timeline.bookmarks()
    if isinstance(where, str) and where not in marks:
        raise ValueError(_("there is no bookmark {name} in this record").format(name=repr(where)))
    return marks[where] if isinstance(where, str) else where
