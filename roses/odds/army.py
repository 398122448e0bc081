"""Both sides of a battle as tables of strengths: the vectors of steps that blocks may reach, and the effect of hits.

``Army`` is one side; ``Field`` is the battle, with letters, firepower and retreats as read from the engine. Blocks that
fight alike form a lump (as in lumped Markov chains): only the numbers of blocks of each strength are kept. That is
exact because each of the tied blocks is equally likely to be hit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import comb, prod
from typing import TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt
from scipy import sparse

from roses.richard.combat import early, firepower, in_letter
from roses.richard.phases.battle import LAST_ROUND, retreats, sea_room
from roses.richard.position import Phase, battle_in, front_at, present
from roses.richard.state import State
from roses.richard.tables import BORDER_OF, CAPACITIES, HEIRS, HEIRS_OF, LETTER, NEVILLES, OUT, ROSTER, TRAITORS, bits

Ints: TypeAlias = npt.NDArray[np.intp]
Floats: TypeAlias = npt.NDArray[np.float64]
Bools: TypeAlias = npt.NDArray[np.bool_]
Lumps: TypeAlias = tuple[tuple[int, ...], ...]
MOST_HITS = 4  # no block has more steps, so none throws more dice


class Lump(msgspec.Struct, frozen=True):
    """The strengths that a group of alike blocks may reach, one row each, the strongest block first.

    ``top`` is the strength of the strongest block in each row, ``tied`` how many blocks have it; ``fall[n]`` is the row
    after one of these has lost n steps.
    """

    sets: Ints
    top: Ints
    tied: Ints
    fall: Ints


@lru_cache(maxsize=64)
def _lump(steps: int, blocks: int) -> Lump:
    """Return the strengths that ``blocks`` equal blocks of ``steps`` steps may reach."""
    sets = list(combinations_with_replacement(range(steps, -1, -1), blocks))
    row = {each: number for number, each in enumerate(sets)}
    fall = [
        [row[tuple(sorted((max(each[0] - hits, 0), *each[1:]), reverse=True))] for each in sets]
        for hits in range(MOST_HITS + 1)
    ]
    return Lump(np.array(sets), *map(np.array, ([s[0] for s in sets], [s.count(s[0]) for s in sets], fall)))


def vectors(steps: Sequence[int], lumps: Lumps) -> int:
    """Return how many vectors of steps these blocks may reach.

    >>> vectors((3, 3), ((0, 1),)), vectors((3, 3), ((0,), (1,)))
    (10, 16)
    """
    return prod(comb(steps[lump[0]] + len(lump), len(lump)) for lump in lumps)


class Army:
    """All vectors of steps of one side: a row for each, a column for each block. ``army`` makes and caches them.

    ``lumps`` are the columns that fight alike; within a lump the strongest stand first. Row 0 is the full strength.
    ``lost`` are the rows in which the game is over because the house has no heir left (rule 9.0): no hits follow then.
    Vectors that no hits lead to are left out. ``parts`` are the columns that are in the line together or not at all:
    in each of them only the strongest is hit, so no block ends stronger than one that was hit was at the start.

    >>> two = army((3, 3), ((0, 1),), (), ((0, 1),))
    >>> len(two.steps), two.steps[0].tolist()
    (10, [3, 3])
    """

    def __init__(self, steps: Sequence[int], lumps: Lumps, heirs: Sequence[int], parts: Lumps) -> None:
        self.lumps = lumps
        self._kinds = [_lump(steps[lump[0]], len(lump)) for lump in lumps]
        sizes = [len(kind.sets) for kind in self._kinds]
        self._place = np.indices(sizes).reshape(len(sizes), -1)  # by lump, the index in its ``sets`` for each row
        self._stride = [prod(sizes[i + 1 :]) for i in range(len(sizes))]
        grid = np.empty((self._place.shape[1], len(steps)), dtype=np.intp)
        for lump, kind, place in zip(lumps, self._kinds, self._place, strict=True):
            grid[:, list(lump)] = kind.sets[place]
        reached = np.ones(len(grid), dtype=bool)
        for part in map(list, parts):
            first = np.array(steps)[part]
            hit = np.where(grid[:, part] < first, first, MOST_HITS).min(axis=1)
            reached &= grid[:, part].max(axis=1) <= hit
        self._row = np.cumsum(reached) - 1
        self._at, self._place, self.steps = np.flatnonzero(reached), self._place[:, reached], grid[reached]
        self.lost: Bools = np.full(len(self.steps), bool(heirs))
        for heir in heirs:
            self.lost &= self.steps[:, heir] == 0
        self._hits: dict[tuple[bool, ...], Hits] = {}

    def gone(self, line: Bools) -> Bools:
        """Return in which rows none of these columns has a step left."""
        rows: Bools = self.steps[:, line].sum(axis=1) == 0
        return rows

    def rows(self, steps: Ints) -> Ints:
        """Return the row of each of these vectors, whatever the order within its lumps."""
        places = np.zeros(len(steps), dtype=np.intp)
        for lump, kind, stride in zip(self.lumps, self._kinds, self._stride, strict=True):
            ordered = -np.sort(-steps[:, list(lump)], axis=1)
            number = {tuple(each): i for i, each in enumerate(kind.sets.tolist())}
            places += stride * np.array([number[tuple(each)] for each in ordered.tolist()])
        return np.asarray(self._row[places])

    def hits(self, line: Bools) -> Hits:
        """Return the effect of hits on these columns; a lump is in the line with all its blocks, or with none.

        Hits fall on the strongest, the surplus on the next one (rule 6.4).
        """
        key = tuple(line.tolist())
        if key in self._hits:
            return self._hits[key]
        inside = [i for i, lump in enumerate(self.lumps) if line[lump[0]]]
        tops = [np.where(self.lost, 0, self._kinds[i].top[self._place[i]]) for i in inside]
        top = np.max(tops, axis=0, initial=0)
        tied = [np.where(t == top, self._kinds[i].tied[self._place[i]], 0) for i, t in zip(inside, tops, strict=True)]
        share = 1.0 / np.maximum(sum(tied), 1)
        every, tables = np.arange(len(top)), [sparse.eye_array(len(top), format="csr")]

        def fall(hits: int, rows: Bools) -> sparse.csr_array:
            parts = []
            for i, count in zip(inside, tied, strict=True):
                hit = every[rows & (count > 0)]
                place = self._place[i][hit]
                to = self._at[hit] + (self._kinds[i].fall[hits][place] - place) * self._stride[i]
                parts.append((self._row[to], hit, (share * count)[hit]))
            to, hit, chance = map(np.concatenate, zip(*parts, strict=True))
            return sparse.csr_array((chance, (to, hit)), shape=tables[0].shape)

        idle = sparse.diags_array((top == 0).astype(float), format="csr")
        killed = [fall(steps, top == steps) for steps in range(1, MOST_HITS)]
        for hits in range(1, MOST_HITS + 1):
            table = idle + fall(hits, top >= hits)
            for steps in range(1, hits):
                table = table + tables[hits - steps] @ killed[steps - 1]
            tables.append(table)
        self._hits[key] = Hits(tables)
        return self._hits[key]


class Hits:
    """The effects of 0 to 4 hits on a line, as sparse matrices over rows, and of dice at a firepower."""

    def __init__(self, maps: Sequence[sparse.csr_array]) -> None:
        self.maps = maps
        self._fire: dict[tuple[int, int], sparse.csr_array] = {}

    def fire(self, dice: int, power: int) -> sparse.csr_array:
        """Return the effect of ``dice`` dice at this firepower: a matrix from rows before (columns) to rows after."""
        if (dice, power) not in self._fire:
            chances = [binomial(dice, n, power / 6) for n in range(dice + 1)]
            self._fire[dice, power] = sum(
                (chance * hits for chance, hits in zip(chances[1:], self.maps[1:], strict=False)),
                start=chances[0] * self.maps[0],
            )
        return self._fire[dice, power]


@lru_cache(maxsize=16)
def army(steps: tuple[int, ...], lumps: Lumps, heirs: tuple[int, ...], parts: Lumps) -> Army:
    """Return the army whose blocks have these steps; ``heirs`` are the columns of the last heirs of a house."""
    return Army(steps, lumps, heirs, parts)


def binomial(dice: int, hits: int, chance: float) -> float:
    """Return the probability of exactly ``hits`` hits with ``dice`` dice.

    >>> binomial(2, 1, 0.5)
    0.5
    """
    return comb(dice, hits) * chance**hits * (1 - chance) ** (dice - hits)


Turn: TypeAlias = tuple[int, Bools]  # a side, and which of its columns have the letter
MOST_CELLS = 120_000_000  # of the table of two armies: a gigabyte


def weighty(state: State) -> int:
    """Return the blocks on whose life the firepower of others may depend: heirs, and Nevilles with shared shields."""
    shared = state.rules.neville_shared_shields == "all_purposes"
    return HEIRS | (sum(1 << b for kin in NEVILLES for b in kin) if shared else 0)


def fresh(state: State) -> bool:
    """Return whether the battle in hand is at the first turn of its first round, where ``Stand`` begins."""
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
        decisive = set()
        for values in self._tables(side, heirs):
            for dead, heir in product(values, heirs):
                without = values[dead & ~(1 << heir)]
                lives = [c for c in range(len(without)) if not dead >> c & 1]
                if any(values[dead][c] != without[c] for c in lives):
                    decisive.add(heir)
        return sorted(decisive)

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
        """Return the firepower of a side's blocks by its dead heirs (as bits), ``others`` being dead too."""
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
        king_dead = state.king_dead or bool(gone >> state.king & 1)
        return msgspec.structs.replace(state, occ=tuple(occ), loc=bytes(loc), battle=battle, king_dead=king_dead)

    @property
    def entangled(self) -> bool:
        """Return whether firepower depends on the life of an enemy, a traitor whose kin would take his shield (2.2)."""
        for side in (0, 1):
            traitors = [b for b in self.blocks[side] if (TRAITORS | weighty(self.state) & ~HEIRS) >> b & 1]
            heirs = [c for c, b in enumerate(self.blocks[1 - side]) if weighty(self.state) >> b & 1]
            for attacker, waits in product(self._attackers, (False, True)) if traitors else ():
                powers = self._read(1 - side, attacker, waits, heirs, ())
                if any(self._read(1 - side, attacker, waits, heirs, [t]) != powers for t in traitors):
                    return True
        return False

    def _lumps(self, side: int) -> Lumps:
        """Return the columns that fight alike: by letter, firepower, strength, place, exits, and titles that count."""
        fighters, last = self.blocks[side], self._last_heirs(side)
        tables = list(self._tables(side, ()))
        titled = sum(1 << column for column in self._titled[side])
        alike: dict[tuple[object, ...], list[int]] = {}
        for column, block in enumerate(fighters):
            leaves = self._exits[side][block] if side in self._attackers else ()
            alone = column in self._titled[side] or bool(leaves and leaves[1] < len(fighters))
            powers = tuple(values[d][column] for values in tables for d in values if not d & ~titled)
            same = (LETTER[block], self.state.steps[block], bool(self.reserve[side][column]), powers, leaves)
            alike.setdefault((*same, column in last, column if alone else -1), []).append(column)
        return tuple(map(tuple, alike.values()))

    def _parts(self, side: int) -> Lumps:
        """Return the columns that are in the line together or not at all: by reserve, and by letter if they leave."""
        leaves = side in self._attackers
        parts: dict[tuple[object, ...], list[int]] = {}
        for column, block in enumerate(self.blocks[side]):
            trapped = leaves and self._exits[side][block][1] < len(self.blocks[side])
            same = (bool(self.reserve[side][column]), LETTER[block] if leaves else -1, column if trapped else -1)
            parts.setdefault(same, []).append(column)
        return tuple(map(tuple, parts.values()))

    def _last_heirs(self, side: int) -> tuple[int, ...]:
        """Return the columns of a house's heirs if it has none elsewhere: their death loses the game (rule 9.0)."""
        fighters = self.blocks[side]
        elsewhere = HEIRS_OF[side] & ~self.state.occ[OUT] & ~sum(1 << b for b in fighters)
        return () if elsewhere else tuple(c for c, b in enumerate(fighters) if HEIRS_OF[side] >> b & 1)

    # ---- turns, shots, exits

    def turns(self, number: int, attacker: int, fresh: int) -> list[Turn]:
        """Return the groups of a round in their order: by letter, defenders first (rule 6.2)."""
        reserve = self.battle.reserve if number == 1 else 0
        battle = msgspec.structs.replace(self.battle, round=number, attacker=attacker, fresh=fresh, reserve=reserve)
        state = msgspec.structs.replace(self.state, battle=battle)
        first, turns = early(state, battle), []
        for letter, side in product(range(4), (1 - attacker, attacker)):
            blocks = present(state, battle.area, side) & ~battle.reserve
            acting = in_letter(battle, blocks, letter, first)
            if acting:
                turns.append((side, np.array([bool(acting >> b & 1) for b in self.blocks[side]])))
        return turns

    def shots(self, side: int, attacker: int, waits: bool, group: Bools) -> Ints:
        """Return by row the shots of a group's blocks, in the order of ``stand``: 8 * dice + firepower, or 0.

        ``waits`` says that reserves are not up yet. Rules 2.2 to 2.6, 6.4.
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
        """Return the row that each row becomes when a group leaves; a block dies if all borders are full (rule 6.6)."""
        army, exits = self.armies[side], self._exits[side]
        kinds = np.array([exits[b][0] for b in self.blocks[side]])
        limits = np.array([exits[b][1] for b in self.blocks[side]])
        every = np.arange(len(army.steps))
        if (limits[group] >= len(limits)).all():
            return every
        # the strongest leave first, equals as in the roster
        order = np.argsort(np.where(group, -army.steps * 64, 64) + np.arange(len(group)), axis=1, kind="stable")
        steps = army.steps.copy()
        gone = np.where(left, steps > 0, False)
        for turn in range(int(group.sum())):
            column = order[:, turn]
            before = (gone & (kinds[None, :] == kinds[column][:, None])).sum(axis=1)
            open_ = before < limits[column]
            steps[every, column] = np.where(open_, steps[every, column], 0)
            gone[every, column] = steps[every, column] > 0
        return army.rows(steps)

    def _exit(self, side: int, block: int) -> tuple[str, int]:
        """Return how a block may leave, by land or as a pirate by its sea, and how many may leave so (rule 6.6)."""
        state = msgspec.structs.replace(self._with(side, 0, (), LAST_ROUND), phase=Phase.BATTLE_TURN)
        areas = retreats(state, battle_in(state), side, block)
        front = front_at(state, self.battle.area)
        for pirate, sea in front.pirates if front is not None else ():
            if pirate == block:
                return sea, sum(sea_room(state, self.battle.area, area) for area in areas)
        return "land", sum(CAPACITIES[BORDER_OF[self.battle.area, area]] for area in areas)
