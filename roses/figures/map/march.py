"""The map of a march: where some blocks of one area may go now, by the legal actions."""

from __future__ import annotations

from roses.engine.i18n import gettext as _
from roses.figures.map.figure import MapFigure, map_figure
from roses.figures.map.frames import Frame, Preset, closeup
from roses.figures.map.movement import Flag, Reach
from roses.richard.actions import March
from roses.richard.phases.moves import march_cost
from roses.richard.state import State
from roses.richard.tables import AREAS, PLACE


def march_map(state: State, *blocks: str, side: str | None = None, frame: Preset | Frame | None = None) -> MapFigure:
    """Return a map with every area these blocks may march to now, with a flag on it.

    A flag has a dot for each area of the march, how many of the blocks may go (in brick red if not all), and swords
    for an attack. The discs on the borders are their limits (rule 5.21); the plate in the corner shows the cost of the
    march.
    With a ``side`` the map shows what that side may know; without it, everything. ValueError if the blocks do not stand
    together, or if there is no such side.

    >>> import roses
    >>> state = roses.scene(Derby="Norfolk, Suffolk, Arundel")
    >>> found = reach(state, "Norfolk", "Suffolk", "Arundel")
    >>> found.flags["Lancaster"], found.cost
    (Flag(steps=1, blocks=3, attack=False), 1)
    """
    found = reach(state, *blocks, side=side)
    return map_figure(state.view(side), frame or closeup(found.origin), chosen=blocks, reach=found)


def reach(state: State, *blocks: str, side: str | None = None) -> Reach:
    """Return where these blocks of one area may march now: all of them one after the other, within border limits.

    With a ``side`` the answer rests on what that side may know: its own blocks march, if it is to act; without it, the
    blocks of the side that acts. ValueError if the blocks do not stand in one area, or the side does not see them.
    """
    seen = state.view(side).pieces
    origins = {p.place for p in seen if p.block in blocks and p.place in AREAS}
    if len(origins) != 1:
        who = ", ".join(blocks) or _("nobody")
        raise ValueError(_("{who}: a march begins in one area, and these are not all in one").format(who=who))
    mover = side or (state.active[0] if state.active else "")
    enemies = {p.place for p in seen if p.side != mover and not (p.face_down or p.prisoner)}
    goals = {a.path[-1] for block in blocks for a in _marches(state, block, side)}
    flags = {goal: _flag(state, blocks, goal, side, goal in enemies) for goal in sorted(goals)}
    origin = origins.pop()
    return Reach(origin, len(blocks), flags, cost=march_cost(state, PLACE[origin]))


def _flag(state: State, blocks: tuple[str, ...], goal: str, side: str | None, attack: bool) -> Flag:
    """March the blocks to the goal, one after the other, each by the shortest way still open, and return the flag."""
    steps, gone = 0, 0
    for block in blocks:
        if ways := [a for a in _marches(state, block, side) if a.path[-1] == goal]:
            way = min(ways, key=lambda a: len(a.path))
            steps, gone = steps or len(way.path), gone + 1
            state = state.apply(way)
    return Flag(steps, gone, attack)


def _marches(state: State, block: str, side: str | None) -> list[March]:
    return [a for a in state.legal_actions(side) if isinstance(a, March) and a.block == block]
