"""The map of a march: where some blocks of one area may go now, as the legal actions have it. Knows no rules."""

from __future__ import annotations

from roses.figures.map.figure import MapFigure, map_figure
from roses.figures.map.frames import Frame, Preset, closeup
from roses.figures.map.movement import Flag, Reach
from roses.richard.actions import March
from roses.richard.state import State
from roses.richard.tables import AREAS


def march_map(state: State, *blocks: str, frame: Preset | Frame | None = None) -> MapFigure:
    """Return a map with every area these blocks may march to now, with a flag on it.

    A flag has a dot for each area walked, how many of the blocks may go (in brick red if not all), and swords for an
    attack. The discs on the borders are their limits (rule 5.21). ValueError if the blocks do not stand together.

    >>> import roses
    >>> state = roses.scene(Derby="Norfolk, Suffolk, Arundel")
    >>> reach(state, "Norfolk", "Suffolk", "Arundel").flags["Lancaster"]
    Flag(steps=1, blocks=3, attack=False)
    """
    found = reach(state, *blocks)
    return map_figure(state, frame or closeup(found.origin), chosen=blocks, reach=found)


def reach(state: State, *blocks: str) -> Reach:
    """Return where these blocks of one area may march now: all of them one after the other, as far as borders let."""
    origins = {p.place for p in state.view().pieces if p.block in blocks and p.place in AREAS}
    if len(origins) != 1:
        raise ValueError(f"{', '.join(blocks) or 'nobody'}: a march begins in one area, and these are not all in one")
    goals = {a.path[-1] for block in blocks for a in _marches(state, block)}
    return Reach(origins.pop(), len(blocks), {goal: _flag(state, blocks, goal) for goal in sorted(goals)})


def _flag(state: State, blocks: tuple[str, ...], goal: str) -> Flag:
    """March the blocks to the goal, one after the other, each the shortest way that is left to it."""
    steps, gone = 0, 0
    enemies = {p.place for p in state.view().pieces if p.side != state.active[0] and not (p.face_down or p.prisoner)}
    for block in blocks:
        if ways := [a for a in _marches(state, block) if a.path[-1] == goal]:
            way = min(ways, key=lambda a: len(a.path))
            steps, gone = steps or len(way.path), gone + 1
            state = state.apply(way)
    return Flag(steps, gone, goal in enemies)


def _marches(state: State, block: str) -> list[March]:
    return [a for a in state.legal_actions() if isinstance(a, March) and a.block == block]
