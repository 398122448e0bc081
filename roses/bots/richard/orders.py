"""Whole orders of an action phase: the march of a group, sea moves, a recruit, an attack from several areas."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise
from typing import Final, NamedTuple, TypeAlias

from roses.engine.protocol import Action
from roses.richard.actions import March, Recruit, Sail
from roses.richard.phases.moves import NO_PAIR, sea_pair
from roses.richard.position import present
from roses.richard.state import State
from roses.richard.tables import BORDER_OF, CAPACITIES, HEIRS, INDEX, NAMES, PLACE, ROSTER

Order: TypeAlias = tuple[Action, ...]  # legal one after the other
_ROADS: Final = 3  # areas from which an attack may begin: by more borders nobody may enter (rule 6.3)
_ARMIES: Final = 4  # armies, the strongest ones, of which an attack is made up
_PAIRS: Final = 3  # pairs of blocks, the strongest ones, that sail from port to port for one point


class _Way(NamedTuple):
    """A way by land: the blocks that may march along it, the strongest first, and how many of them at most."""

    path: tuple[str, ...]
    blocks: list[int]
    room: int

    def march(self, blocks: Iterable[int]) -> Order:
        return tuple([March(NAMES[block], self.path) for block in blocks])


def orders(s: State, side: int, options: Sequence[Action]) -> list[Order]:
    """Return orders made of the options of a side in its action phase, or in a muster; each begins with an option.

    >>> import roses
    >>> state = roses.scene(Kent="Gloucester, Norfolk", side="York")
    >>> found = orders(state, 1, state.legal_actions("York"))
    >>> [str(action) for action in next(order for order in found if len(order) == 2)]
    ['Gloucester marches to Middlesex', 'Norfolk marches to Middlesex']
    """
    found: dict[Order, None] = dict.fromkeys((option,) for option in options if isinstance(option, Recruit))
    attacks: dict[int, list[_Way]] = defaultdict(list)
    for (_start, goal), way in _ways(s, options).items():
        hostile = present(s, goal, 1 - side) > 0
        found |= dict.fromkeys(way.march(group) for group in _groups(way, hostile))
        if hostile:
            attacks[goal].append(way)
    for ways in attacks.values():
        found |= dict.fromkeys(_joint(s, ways))
    found |= dict.fromkeys(_voyages(s, side, options))
    found.pop((), None)
    return list(found)


def _strength(s: State, block: int) -> float:
    return s.steps[block] * ROSTER[block].firepower / 6


def _ways(s: State, options: Sequence[Action]) -> dict[tuple[int, int], _Way]:
    """Return the widest way from each area to each goal, of equals the shortest."""
    walkers: dict[tuple[int, tuple[str, ...]], list[int]] = defaultdict(list)
    for option in options:
        if isinstance(option, March):
            walkers[s.loc[INDEX[option.block]], option.path].append(INDEX[option.block])
    found: dict[tuple[int, int], _Way] = {}
    for (start, path), blocks in walkers.items():
        key, room = (start, PLACE[path[-1]]), min(_room(s, start, path), len(blocks))
        known = found.get(key)
        if known is None or (room, -len(path)) > (known.room, -len(known.path)):
            found[key] = _Way(path, sorted(blocks, key=lambda b: -_strength(s, b)), room)
    return found


def _room(s: State, start: int, path: tuple[str, ...]) -> int:
    """Return how many blocks may still march along a path (rules 5.1, 5.21)."""
    at = [start, *(PLACE[area] for area in path)]
    borders = [BORDER_OF[step] for step in pairwise(at)]
    return min(CAPACITIES[b] + (s.event == "surprise") - s.crossed[b] for b in borders)


def _groups(way: _Way, hostile: bool) -> Iterator[list[int]]:
    """Yield groups that march: all, all but heirs, an heir alone, and where no enemy is, a few."""
    common = [block for block in way.blocks if not HEIRS >> block & 1]
    yield way.blocks[: way.room]
    yield common[: way.room]
    yield from ([block] for block in way.blocks if HEIRS >> block & 1)
    if not hostile:
        yield from (common[:1], common[-1:], common[:2], way.blocks[: max(1, way.room - 1)])


def _joint(s: State, ways: list[_Way]) -> Iterator[Order]:
    """Yield attacks from several areas on one, the strongest army first: with heirs, and without."""
    ways = sorted(ways, key=lambda way: -sum(_strength(s, b) for b in way.blocks[: way.room]))[:_ARMIES]
    for number in range(2, min(max(1, s.ap) + 1, _ROADS) + 1):
        for chosen in combinations(ways, number):
            for barred in (0, HEIRS):
                armies = [[b for b in way.blocks if not barred >> b & 1][: way.room] for way in chosen]
                marches = [way.march(army) for way, army in zip(chosen, armies, strict=True)]
                yield tuple([march for part in marches for march in part])


def _voyages(s: State, side: int, options: Sequence[Action]) -> Iterator[Order]:
    """Yield single sea moves, by one sea zone for each goal, and pairs from port to port (rules 5.3, 5.31)."""
    sails: dict[tuple[int, int], dict[str, Sail]] = defaultdict(dict)
    for option in options:
        if isinstance(option, Sail):
            sails[s.loc[INDEX[option.block]], PLACE[option.area]].setdefault(option.block, option)
    for (start, goal), by_block in sails.items():
        crew = sorted(by_block.values(), key=lambda sail: -_strength(s, INDEX[sail.block]))
        yield from ((sail,) for sail in crew)
        if s.ap and sea_pair(s, side, start, goal) != NO_PAIR:
            yield from list(combinations(crew, 2))[:_PAIRS]
