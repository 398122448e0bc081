"""The battle in hand as two tables of strengths, with letters, firepower and retreats as read from the engine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import TypeAlias

import msgspec
import numpy as np

from roses.odds.tables.army import Army, Bools, Ints, Lumps, army, vectors
from roses.richard.combat import early, firepower, in_letter
from roses.richard.phases.battle import LAST_ROUND, retreats, sea_room
from roses.richard.position import Battle, Phase, battle_in, front_at, present
from roses.richard.state import State
from roses.richard.tables import BORDER_OF, CAPACITIES, HEIRS, HEIRS_OF, LETTER, NEVILLES, OUT, ROSTER, TRAITORS, bits

Turn: TypeAlias = tuple[int, Bools]  # side, and its columns of one letter
MOST_CELLS = 120_000_000  # of the table of both armies: a gigabyte


def weighty(state: State) -> int:
    """Return the blocks on whose life the firepower of others may depend: heirs, and Nevilles with shared shields."""
    shared = state.rules.neville_shared_shields == "all_purposes"
    return HEIRS | (sum(1 << b for kin in NEVILLES for b in kin) if shared else 0)


def fresh(state: State) -> bool:
    """Whether the battle in hand is at the first turn of its first round, where ``Stand`` begins."""
    battle = state.battle
    return battle is not None and state.phase is Phase.BATTLE_TURN and battle.round == 1 and not battle.acted


class TooLarge(Exception):
    """Two armies have too many strengths for a table."""


class Field:
    """The battle in hand; ``blocks`` and ``reserve`` of each side are by column of its army.

    TooLarge if the two armies have too many strengths for a table.
    """

    def __init__(self, state: State) -> None:
        battle = battle_in(state)
        self.state, self.battle = state, battle
        self.blocks = [tuple(bits(present(state, battle.area, side))) for side in (0, 1)]
        self.reserve = [np.array([bool(battle.reserve >> b & 1) for b in blocks]) for blocks in self.blocks]
        self._attackers = [s for s in (0, 1) if s == battle.attacker or self.reserve[s].any()]
        self._exits = [{b: self._exit(side, b) for b in self.blocks[side]} for side in (0, 1)]
        self._values: dict[tuple[int, int, bool], dict[int, list[int]]] = {}
        self._shots: dict[tuple[int, int, bool, bytes], Ints] = {}
        self._titled = [self._titles(side) for side in (0, 1)]
        lumps = [self._lumps(side) for side in (0, 1)]
        strengths = [tuple(state.steps[b] for b in blocks) for blocks in self.blocks]
        sizes = [vectors(s, one) for s, one in zip(strengths, lumps, strict=True)]
        if sizes[0] * sizes[1] > MOST_CELLS:
            raise TooLarge
        self.armies = [army(strengths[side], lumps[side], self._last_heirs(side), self._parts(side)) for side in (0, 1)]

    # ---- who is who

    def _titles(self, side: int) -> list[int]:
        """Return the columns of the heirs on whose life the firepower of others depends (rules 2.3, 3.21)."""
        heirs = [column for column, block in enumerate(self.blocks[side]) if weighty(self.state) >> block & 1]
        heirs_that_matter = set()
        for values in self._tables(side, heirs):
            for dead, heir in product(values, heirs):
                without = values[dead & ~(1 << heir)]
                lives = [c for c in range(len(without)) if not dead >> c & 1]
                if any(values[dead][c] != without[c] for c in lives):
                    heirs_that_matter.add(heir)
        return sorted(heirs_that_matter)

    def _tables(self, side: int, heirs: Sequence[int]) -> Iterator[dict[int, list[int]]]:
        """Yield the firepower of the blocks by dead heirs, for each role of the side, with and without reserves."""
        for attacker, waits in product(self._attackers, (False, True) if self.battle.reserve else (False,)):
            key = (side, attacker, waits)
            if key not in self._values:
                self._values[key] = self._read(*key, heirs, ())
            yield self._values[key]

    def _read(
        self, side: int, attacker: int, waits: bool, heirs: Sequence[int], others: Sequence[int]
    ) -> dict[int, list[int]]:
        """Return the firepower of a side's blocks by its heirs who are dead, ``others`` being dead too."""
        blocks, powers = self.blocks[side], {}
        for lives in product((0, 1), repeat=len(heirs)):
            dead = sum(1 << c for c, alive in zip(heirs, lives, strict=True) if not alive)
            state = self._with(
                attacker, self.battle.reserve if waits else 0, [*others, *(blocks[c] for c in bits(dead))]
            )
            battle = battle_in(state)
            powers[dead] = [0 if dead >> c & 1 else firepower(state, battle, b) for c, b in enumerate(blocks)]
        return powers

    def _with(self, attacker: int, reserve: int, dead: Iterable[int], number: int = 1) -> State:
        """Return the position in which these blocks are dead and the others have full steps."""
        gone = sum(1 << b for b in dead)
        state = self.state
        occ = list(state.occ)
        occ[self.battle.area] &= ~gone
        occ[OUT] |= gone
        loc = bytearray(state.loc)
        for block in bits(gone):
            loc[block] = OUT
        battle = msgspec.structs.replace(
            self.battle, attacker=attacker, reserve=reserve, round=number, acted=0, crossings=(), sailed=()
        )
        crownless = state.king_dead or bool(gone >> state.king & 1)
        return msgspec.structs.replace(state, occ=tuple(occ), loc=bytes(loc), battle=battle, king_dead=crownless)

    @property
    def entangled(self) -> bool:
        """Whether firepower depends on the life of an enemy: a traitor whose shield his kin would take over (2.2)."""
        for side in (0, 1):
            traitors = [b for b in self.blocks[side] if (TRAITORS | weighty(self.state) & ~HEIRS) >> b & 1]
            heirs = [c for c, b in enumerate(self.blocks[1 - side]) if weighty(self.state) >> b & 1]
            for attacker, waits in product(self._attackers, (False, True)) if traitors else ():
                known = self._read(1 - side, attacker, waits, heirs, ())
                if any(self._read(1 - side, attacker, waits, heirs, [t]) != known for t in traitors):
                    return True
        return False

    def _lumps(self, side: int) -> Lumps:
        """Return the columns that fight alike: by letter, firepower, strength, place, exits, and titles that count."""
        fighters, last = self.blocks[side], self._last_heirs(side)
        tables = list(self._tables(side, ()))
        alike: dict[tuple[object, ...], list[int]] = {}
        for column, block in enumerate(fighters):
            alone = column in self._titled[side]
            leaves: tuple[object, ...] = ()
            if side in self._attackers:
                leaves = self._exits[side][block]
                alone = alone or self._exits[side][block][1] < len(fighters)
            powers = tuple(values[d][column] for values in tables for d in values if not d & ~self._weight(side))
            same = (LETTER[block], self.state.steps[block], bool(self.reserve[side][column]), powers, leaves)
            alike.setdefault((*same, column in last, column if alone else -1), []).append(column)
        return tuple(map(tuple, alike.values()))

    def _parts(self, side: int) -> Lumps:
        """Return the columns that are in the line together or not at all: reserves apart, letters as they leave."""
        leaves = side in self._attackers
        parts: dict[tuple[object, ...], list[int]] = {}
        for column, block in enumerate(self.blocks[side]):
            trapped = leaves and self._exits[side][block][1] < len(self.blocks[side])
            same = (bool(self.reserve[side][column]), LETTER[block] if leaves else -1, column if trapped else -1)
            parts.setdefault(same, []).append(column)
        return tuple(map(tuple, parts.values()))

    def _weight(self, side: int) -> int:
        return sum(1 << column for column in self._titled[side])

    def _last_heirs(self, side: int) -> tuple[int, ...]:
        """Return the columns of a house's heirs, if it has none elsewhere: it is lost when they are (rule 9.0)."""
        fighters = self.blocks[side]
        elsewhere = HEIRS_OF[side] & ~self.state.occ[OUT] & ~sum(1 << b for b in fighters)
        return () if elsewhere else tuple(c for c, b in enumerate(fighters) if HEIRS_OF[side] >> b & 1)

    # ---- turns, shots, exits

    def turns(self, number: int, attacker: int, fresh: int) -> list[Turn]:
        """Return the groups of a round in their order: by letter, defenders first (rule 6.2)."""
        state = msgspec.structs.replace(self.state, battle=self._round(number, attacker, fresh))
        battle = battle_in(state)
        first, turns = early(state, battle), []
        for letter, side in product(range(4), (1 - attacker, attacker)):
            blocks = present(state, battle.area, side) & ~battle.reserve
            acting = in_letter(battle, blocks, letter, first)
            if acting:
                turns.append((side, np.array([bool(acting >> b & 1) for b in self.blocks[side]])))
        return turns

    def _round(self, number: int, attacker: int, fresh: int) -> Battle:
        reserve = self.battle.reserve if number == 1 else 0
        return msgspec.structs.replace(self.battle, round=number, attacker=attacker, fresh=fresh, reserve=reserve)

    def shots(self, side: int, attacker: int, waits: bool, group: Bools) -> Ints:
        """Return what the blocks of a group fire in each row, in the order of ``stand``: 8 times dice and firepower.

        0 where nobody fires. ``waits`` says that reserves are not up yet. Rules 2.2 to 2.6, 6.4.
        """
        waits = waits and bool(self.battle.reserve)
        key = (side, attacker, waits, group.tobytes())
        if key not in self._shots:
            steps, printed = self.armies[side].steps, np.array([ROSTER[b].firepower for b in self.blocks[side]])
            defends = self._powers(side, 1 - side, waits) if 1 - side in self._attackers else 0
            rank = np.where(group, steps * 64 + printed * 8 + defends, -1)
            order = np.argsort(-rank, axis=1, kind="stable")[:, : int(group.sum())]
            dice = np.where(self.armies[side].lost[:, None], 0, steps)
            fired = np.where(dice > 0, dice * 8 + self._powers(side, attacker, waits), 0)
            self._shots[key] = np.take_along_axis(fired, order, axis=1)
        return self._shots[key]

    def _powers(self, side: int, attacker: int, waits: bool) -> Ints:
        """Return the firepower of each block (column) in each row."""
        titled, steps = self._titled[side], self.armies[side].steps
        dead = (steps[:, titled] == 0) @ np.array([1 << column for column in titled], dtype=np.intp)
        powers = np.empty_like(steps)
        for each in np.unique(dead):
            powers[dead == each] = self._values[side, attacker, waits][int(each)]
        return powers

    def leave(self, side: int, group: Bools, left: Bools) -> Ints:
        """Return the row that each row becomes when a group leaves; who finds all borders full is lost (rule 6.6)."""
        army, exits = self.armies[side], self._exits[side]
        kinds = np.array([exits[b][0] for b in self.blocks[side]])
        limits = np.array([exits[b][1] for b in self.blocks[side]])
        every = np.arange(len(army.steps))
        if (limits[group] >= len(limits)).all():
            return every
        steps, order = army.steps.copy(), _order(army, group)
        gone = np.where(left, steps > 0, False)
        for turn in range(int(group.sum())):
            column = order[:, turn]
            before = (gone & (kinds[None, :] == kinds[column][:, None])).sum(axis=1)
            open_ = before < limits[column]
            steps[every, column] = np.where(open_, steps[every, column], 0)
            gone[every, column] = steps[every, column] > 0
        return army.rows(steps)

    def _exit(self, side: int, block: int) -> tuple[str, int]:
        """Return how a block may leave, by land or as a pirate by its sea, and for how many that does (rule 6.6)."""
        state = msgspec.structs.replace(self._with(side, 0, (), LAST_ROUND), phase=Phase.BATTLE_TURN)
        areas = retreats(state, battle_in(state), side, block)
        front = front_at(state, self.battle.area)
        for pirate, sea in front.pirates if front is not None else ():
            if pirate == block:
                return sea, sum(sea_room(state, self.battle.area, area) for area in areas)
        return "land", sum(CAPACITIES[BORDER_OF[self.battle.area, area]] for area in areas)


def _order(army: Army, group: Bools) -> Ints:
    """Return the columns of a group in the order in which they leave: the strongest first, equals as in the roster."""
    rank = np.where(group, -army.steps * 64, 64) + np.arange(len(group))
    order: Ints = np.argsort(rank, axis=1, kind="stable")
    return order
