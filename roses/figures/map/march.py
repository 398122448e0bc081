"""Maps of marches: where blocks may march now, and the marches of history in a campaign by date."""

from __future__ import annotations

from typing import Final

from msgspec import structs

from roses.engine.i18n import gettext as _
from roses.engine.record import Place, Route
from roses.engine.replay import Timeline
from roses.figures.map.figure import MapFigure, map_figure
from roses.figures.map.geography import LESSON, Frame, Preset, closeup
from roses.figures.map.movement import Flag, Reach
from roses.figures.map.places import km
from roses.richard.actions import March
from roses.richard.phases.moves import march_cost
from roses.richard.state import State
from roses.richard.tables import AREAS, PLACE

_WIDE: Final = 780  # px
_HIGHEST: Final = 880  # px
_MARGINS: Final = (110.0, 70.0)  # px between the halts and the edges, for their labels
_CLOSEST: Final = 2.6  # px per km


def march_map(state: State, *blocks: str, side: str | None = None, frame: Preset | Frame | None = None) -> MapFigure:
    """Return a map with every area these blocks may march to now, with a flag on it.

    A flag has a dot for each area of the march, how many of the blocks may go (in brick red if not all), and swords
    for an attack. The discs on the borders are their limits (rule 5.21); the plate in the corner shows the cost of the
    march.

    With a ``side`` the map shows what that side may know; without it, everything. ValueError if the blocks do not stand
    together, or if there is no such side.

    >>> import roses
    >>> state = roses.scene(Derby="Norfolk, Suffolk, Arundel")
    >>> goals = reach(state, "Norfolk", "Suffolk", "Arundel")
    >>> goals.flags["Lancaster"], goals.cost
    (Flag(steps=1, blocks=3, attack=False), 1)
    """
    goals = reach(state, *blocks, side=side)
    return map_figure(state.view(side), frame or closeup(goals.origin), chosen=blocks, reach=goals)


def reach(state: State, *blocks: str, side: str | None = None) -> Reach:
    """Return where these blocks of one area may march now: all of them one after the other, within border limits.

    With a ``side`` the answer rests on what that side may know: its own blocks march, if it is to act; without it, the
    blocks of the side that acts. ValueError if the blocks do not stand in one area, or the side does not see them.
    """
    pieces = state.view(side).pieces
    origins = {p.place for p in pieces if p.block in blocks and p.place in AREAS}
    if not blocks:
        raise ValueError(_("a march begins in one area; name the blocks that march from there"))
    if len(origins) != 1:
        words = _("a march begins in one area, but these blocks are not all in one: {names}")
        raise ValueError(words.format(names=", ".join(blocks)))
    mover = side or (state.active[0] if state.active else "")
    enemies = {p.place for p in pieces if p.side != mover and not (p.face_down or p.prisoner)}
    goals = {a.path[-1] for block in blocks for a in _marches(state, block, side)}
    flags = {}
    for goal in sorted(goals):  # the blocks march there one after the other, each by the shortest way still open
        after, steps, count = state, 0, 0
        for block in blocks:
            if ways := [a for a in _marches(after, block, side) if a.path[-1] == goal]:
                way = min(ways, key=lambda a: len(a.path))
                steps, count, after = steps or len(way.path), count + 1, after.apply(way)
        flags[goal] = Flag(steps, count, goal in enemies)
    origin = origins.pop()
    return Reach(origin, len(blocks), flags, cost=march_cost(state, PLACE[origin]))


def _marches(state: State, block: str, side: str | None) -> list[March]:
    return [a for a in state.legal_actions(side) if isinstance(a, March) and a.block == block]


def campaign_map(
    timeline: Timeline, first: int | str = 0, last: int | str | None = None, frame: Preset | Frame | None = None
) -> MapFigure:
    """Return a map of the marches of history in a campaign, dashed, with the dates of their halts.

    ``first`` and ``last`` are steps, by number from 0 or by bookmark, both inclusive; without them it is the whole
    campaign. ``frame`` is as in ``map_figure``, by default one that holds the halts, 780 px wide. The SVG carries every
    march in words. The game's own marches are left out. ValueError if these steps hold no march of history, or if
    there is no such bookmark.

    >>> import roses
    >>> campaign_map(roses.timeline("1459-yorks-rising"), 0, 6).layout.width
    780
    """
    routes = _routes(timeline, first, last)
    position = structs.replace(timeline.replay[0].view(), pieces=())
    halts = [(route.side, timeline.halts(route)) for route in routes]
    places = [place for _side, way in halts for place, _date in way]
    return map_figure(position, frame or _round(places), places=dict.fromkeys(places), routes=halts)


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
    """Return the marches of history as text, one a line: side, places, dates.

    >>> import roses
    >>> print(campaign_words(roses.timeline("1459-yorks-rising"), 0, 6))
    York: Middleham, Blore Heath (23 Sep), Ludford (12 Oct)
    York: Calais, Sandwich (26 Jun), London (2 Jul)
    """
    lines = []
    for route in _routes(timeline, first, last):
        halts = (_("{place} ({date})").format(place=place, date=date) if date else place for place, date in route.halts)
        lines.append(_("{side}: {way}").format(side=route.side, way=", ".join(halts)))
    return "\n".join(lines)


def _routes(timeline: Timeline, first: int | str, last: int | str | None) -> list[Route]:
    """Return the routes of these steps, without those that are the beginning of another."""
    begin, end = timeline.find(first), len(timeline) - 1 if last is None else timeline.find(last)
    every = dict.fromkeys(route for moment in timeline.moments[begin : end + 1] for route in moment.routes)
    whole = [
        route
        for route in every
        if not any(
            route != other and route.block == other.block and other.halts[: len(route.halts)] == route.halts
            for other in every
        )
    ]
    if not whole:
        raise ValueError(_("there is no march of history in these steps; choose others"))
    return whole
