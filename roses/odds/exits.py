"""Retreats from a battle: the areas open to each side, and those that an enemy's retreat has closed (rule 6.6).

The engine says at the start where each side may retreat. What changes during the battle is a tuple (``Used``), which is
part of a config.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from roses.richard.phases.battle import KING, PRETENDER, WARWICK, retreats
from roses.richard.position import Phase, battle_in, present
from roses.richard.state import State
from roses.richard.tables import BORDER_OF, CAPACITIES, HEIRS, RATED, WARWICKS, bits

Used: TypeAlias = tuple[tuple[int, int], ...]  # by area: who holds it (-1 nobody), retreats this round


class Exit(msgspec.Struct, frozen=True, order=True):
    """An area to retreat to: the sides it is open to (bits), how many blocks may cross in a round (0: no limit)."""

    open: int
    width: int
    area: int


class Exits:
    """The areas to retreat to from the battle in hand; ``all`` is empty if no block can lose its last retreat.

    That is so if each side still has borders enough for all blocks it may have, once the enemy has retreated into every
    area that it can.

    With ``favoured`` the battle is simplified in favour of that side, so that borders need not be tracked: its blocks
    may always leave where a block may leave at all; an enemy who may find all borders closed leaves only when he must;
    and when a block of either side must leave, the favoured side chooses whether a border is open. The value is then
    at least the true one for that side.
    """

    def __init__(self, state: State, favoured: int | None = None) -> None:
        battle = battle_in(state)
        self.area = battle.area
        most = []  # blocks that each side may come to have: its own, and those that treachery may turn
        for side in (0, 1):
            mine, enemies = (present(state, battle.area, who) for who in (side, 1 - side))
            title, heirs = (KING, 1 << state.king) if side == state.king_side else (PRETENDER, HEIRS)
            rolls = int(mine & heirs > 0 and not battle.used & title)
            rolls += int((mine | enemies) & WARWICKS > 0 and not battle.used & WARWICK)
            most.append(mine.bit_count() + min(rolls, (enemies & RATED & ~battle.turned).bit_count()))
        open_ = [exits(state, side) for side in (0, 1)]
        ways = []
        for area in sorted({*open_[0], *open_[1]}):
            width = max(side.get(area, 0) for side in open_)
            open_to = sum(1 << side for side in (0, 1) if area in open_[side])
            ways.append(Exit(open_to, width if width < max(most) else 0, area))
        self.favoured = favoured
        self.roomy = []  # whether each side has borders enough, even if each enemy but one closes the widest shared one
        for side in (0, 1):
            shared = sorted((width for area, width in open_[side].items() if area in open_[1 - side]), reverse=True)
            self.roomy.append(sum(open_[side].values()) - sum(shared[: most[1 - side] - 1]) >= most[side])
        self.all = () if all(self.roomy) or favoured is not None else tuple(sorted(ways))

    def doubted(self, side: int) -> bool:
        """Return whether the favoured side chooses if a block of ``side`` that must leave finds an open border."""
        return self.favoured is not None and not self.roomy[side]

    def used(self, state: State) -> Used:
        """Return which borders have been used in a position."""
        battle = battle_in(state)
        borders = []
        for way in self.all:
            sides = [side for side in (0, 1) if present(state, way.area, side)]
            holder = sides[0] if sides and way.open == 3 else -1
            count = sum(border == BORDER_OF[self.area, way.area] for _side, border in battle.crossings)
            borders.append((holder, count if way.width else 0))
        return self._sorted(borders)

    def after(self, used: Used, side: int) -> list[Used]:
        """Return the borders after each retreat open to a block of this side; an empty list if there is none."""
        if not self.all:
            return [used] if self.roomy[side] or side == self.favoured else []
        ways = []
        for i, (way, (holder, count)) in enumerate(zip(self.all, used, strict=True)):
            if way.open >> side & 1 and holder != 1 - side and (count < way.width or not way.width):
                now = (side if way.open == 3 else -1, count + 1 if way.width else 0)
                ways.append(self._sorted([*used[:i], now, *used[i + 1 :]]))
        return list(dict.fromkeys(ways))

    def next_round(self, used: Used) -> Used:
        """Return the borders at the start of a round: nobody has crossed them yet, areas stay held (rule 6.6)."""
        return self._sorted([(holder, 0) for holder, _count in used])

    def _sorted(self, used: list[tuple[int, int]]) -> Used:
        """Return the borders in an order that is the same for positions with equal odds."""
        order = sorted((way.open, way.width, now) for way, now in zip(self.all, used, strict=True))
        return tuple(now for _open, _width, now in order)


def exits(state: State, side: int) -> dict[int, int]:
    """Return the areas a side may retreat to before any retreat, and how many blocks may cross in a round."""
    battle = battle_in(state)
    fresh = msgspec.structs.replace(battle, crossings=(), round=2)
    turn = msgspec.structs.replace(state, phase=Phase.BATTLE_TURN)
    block = next(iter(bits(present(state, battle.area, side))), -1)
    return {area: CAPACITIES[BORDER_OF[battle.area, area]] for area in retreats(turn, fresh, side, block)}
