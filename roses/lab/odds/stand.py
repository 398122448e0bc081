"""The odds when everybody stands and fires: whole tables of probabilities go from turn to turn in numpy.

A table holds the probability of each pair of rows (Lancaster's army, York's army). Letters, firepower and open borders
are asked of the engine; what is restated here, who is hit and who takes over, is held to it by a test.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product

import msgspec
import numpy as np

from roses.lab.odds.army import Army, Bools, Floats, Ints, army
from roses.richard.combat import early, firepower, in_letter
from roses.richard.phases.battle import LAST_ROUND, PIRATES, retreats
from roses.richard.position import Battle, Phase, front_at, present
from roses.richard.roster import BOMBARDS, BORDER_OF, CAPACITIES, HEIRS, HEIRS_OF, LETTER, OUT, bits
from roses.richard.state import State

Turn = tuple[int, Bools]  # side, and its columns of one letter


class Piece(msgspec.Struct, frozen=True):
    """Part of the battles that are over: their probability by row of ``side``'s army (``rows``) and of the other's.

    ``left`` are the columns of the side ``leaver`` that went away in round 4.
    """

    round: int
    winner: int
    side: int
    rows: Ints
    mass: Floats
    leaver: int
    left: Bools


class Field:
    """The battle in hand as tables: both armies, and what the engine says about letters, firepower and exits."""

    def __init__(self, state: State) -> None:
        battle = state.battle
        assert battle is not None
        self.state, self.battle = state, battle
        self.blocks = [tuple(bits(present(state, battle.area, side))) for side in (0, 1)]
        self.reserve = [np.array([bool(battle.reserve >> b & 1) for b in blocks]) for blocks in self.blocks]
        self.exits = [{b: self._exit(side, b) for b in self.blocks[side]} for side in (0, 1)]
        self._powers: dict[tuple[int, int, bool], Ints] = {}
        self.armies = [self._army(side) for side in (0, 1)]

    def _army(self, side: int) -> Army:
        alike: dict[tuple[object, ...], list[int]] = {}
        fighters = self.blocks[side]
        for column, block in enumerate(fighters):
            alone = block if HEIRS >> block & 1 or self.exits[side][block][1] < len(fighters) else -1
            same = (alone, self.state.steps[block], bool(self.reserve[side][column]), *self._kind(side, block))
            alike.setdefault(same, []).append(column)
        elsewhere = HEIRS_OF[side] & ~self.state.occ[OUT] & ~sum(1 << b for b in fighters)
        heirs = [] if elsewhere else [c for c, b in enumerate(fighters) if HEIRS_OF[side] >> b & 1]
        steps = tuple(self.state.steps[b] for b in fighters)
        return army(steps, tuple(map(tuple, alike.values())), tuple(heirs))

    def _kind(self, side: int, block: int) -> tuple[object, ...]:
        """Return all by which blocks differ in a fight."""
        powers = [firepower(self._with(attacker, 0, ()), block) for attacker in (0, 1)]
        return (LETTER[block], *powers, self.exits[side][block])

    def _with(self, attacker: int, reserve: int, dead: Sequence[int], number: int = 1) -> State:
        """Return the position in which these blocks are dead and the others have lost nothing."""
        gone = sum(1 << b for b in dead)
        state = self.state
        occ = list(state.occ)
        occ[self.battle.area] &= ~gone
        occ[OUT] |= gone
        loc = bytearray(state.loc)
        for block in dead:
            loc[block] = OUT
        battle = msgspec.structs.replace(
            self.battle, attacker=attacker, reserve=reserve, round=number, acted=0, crossings=(), sailed=(0, 0)
        )
        crownless = state.king_dead or bool(gone >> state.king & 1)
        return msgspec.structs.replace(state, occ=tuple(occ), loc=bytes(loc), battle=battle, king_dead=crownless)

    def powers(self, side: int, attacker: int, waits: bool) -> Ints:
        """Return the firepower of each block (column) in each row, as an attacker or a defender (rules 2.2 to 2.6)."""
        key = (side, attacker, waits)
        if key not in self._powers:
            self._powers[key] = self._read_powers(side, attacker, self.battle.reserve if waits else 0)
        return self._powers[key]

    def _read_powers(self, side: int, attacker: int, reserve: int) -> Ints:
        steps, blocks = self.armies[side].steps, self.blocks[side]
        found = np.zeros_like(steps)
        heirs = [column for column, block in enumerate(blocks) if HEIRS >> block & 1]
        for lives in product((True, False), repeat=len(heirs)):
            rows = (steps[:, heirs] > 0) == np.array(lives)
            dead = [blocks[c] for c, alive in zip(heirs, lives, strict=True) if not alive]
            state = self._with(attacker, reserve, dead)
            values = [firepower(state, b) if b not in dead else 0 for b in blocks]
            found[rows.all(axis=1)] = values
        return found

    def turns(self, number: int, attacker: int, fresh: int) -> list[Turn]:
        """Return the groups of a round in their order: by letter, defenders first (rule 6.2)."""
        state = msgspec.structs.replace(self.state, battle=self._round(number, attacker, fresh))
        battle = state.battle
        assert battle is not None
        first, found = early(state, battle), []
        for letter, side in product(range(4), (1 - attacker, attacker)):
            blocks = present(state, battle.area, side) & ~battle.reserve
            acting = in_letter(battle, blocks, letter, first)
            if acting:
                found.append((side, np.array([bool(acting >> b & 1) for b in self.blocks[side]])))
        return found

    def _round(self, number: int, attacker: int, fresh: int) -> Battle:
        reserve = self.battle.reserve if number == 1 else 0
        return msgspec.structs.replace(self.battle, round=number, attacker=attacker, fresh=fresh, reserve=reserve)

    def _exit(self, side: int, block: int) -> tuple[str, int]:
        """Return how a block may leave, by land or as a pirate by sea, and for how many that does (rule 6.6)."""
        state = msgspec.structs.replace(self._with(side, 0, (), LAST_ROUND), phase=Phase.BATTLE_TURN)
        areas = retreats(state, side, block)
        front = front_at(state, self.battle.area)
        if front is not None and any(pirate == block for pirate, _ in front.pirates):
            limit = PIRATES if state.rules.piracy_retreat_capacity == "sea_move_limits" else len(state.loc)
            return "sea" if areas else "no sea", limit if areas else 0
        return "land", sum(CAPACITIES[BORDER_OF[self.battle.area, area]] for area in areas)


class Course:
    """One way a battle goes: who attacks, whose reserve came up in round 1 (-1: nobody's), the table of probabilities.

    The rows of ``mass`` are those of the army of ``facing``, its columns those of the other.
    """

    def __init__(self, attacker: int, early_side: int, facing: int, mass: Floats) -> None:
        self.attacker, self.early_side, self.facing, self.mass = attacker, early_side, facing, mass

    def face(self, side: int) -> None:
        """Turn the table so that its rows are those of this side."""
        if side != self.facing:
            self.facing, self.mass = side, np.ascontiguousarray(self.mass.T)

    def join(self, other: Course) -> None:
        """Take over the probabilities of another course."""
        other.face(self.facing)
        self.mass = self.mass + other.mass


class Stand:
    """A battle fought out by ``stand``; ``pieces`` are its ends, in the order in which they come about."""

    def __init__(self, state: State) -> None:
        self.field = Field(state)
        self.armies = self.field.armies
        self.pieces: list[Piece] = []
        mass = np.zeros((len(self.armies[0].steps), len(self.armies[1].steps)))
        mass[0, 0] = 1.0
        courses = self._first(Course(self.field.battle.attacker, -1, 0, mass))
        for course in courses:
            self._middle(course, 2, self._fresh(course))
        for course in _joined(courses, lambda c: c.attacker):
            self._middle(course, 3, 0)
            self._last(course)

    def _first(self, main: Course) -> list[Course]:
        """Round 1: reserves wait, and come up at once where their line is gone (rule 6.3)."""
        courses = [main]
        for side, group in self.field.turns(1, main.attacker, 0):
            for turn in range(int(group.sum())):
                for course in courses:
                    if course.early_side != side:
                        self._fire(course, 1, side, group, turn)
                self._deploy(courses, 1 - side)
        return _joined(courses, lambda c: (c.attacker, self._fresh(c)))

    def _fresh(self, course: Course) -> int:
        """Return the bombards that come up from the reserve in round 2: they may act at another letter."""
        came = sum(1 << b for b in self.field.blocks[course.early_side]) if course.early_side >= 0 else 0
        return self.field.battle.reserve & BOMBARDS & ~came

    def _deploy(self, courses: list[Course], side: int) -> None:
        """Bring up a side's reserve where its line is gone; if it defended, it attacks from now on (rule 6.3)."""
        main, waits, army = courses[0], self.field.reserve[side], self.armies[side]
        main.face(side)
        bare = np.flatnonzero(army.gone(~waits) & army.steps[:, waits].any(axis=1))
        if main.mass[bare].any():
            moved = np.zeros_like(main.mass)
            moved[bare] = main.mass[bare]
            main.mass[bare] = 0.0
            courses.append(Course(side, side, side, moved))
            courses[1:] = _joined(courses[1:], lambda c: c.early_side)

    def _middle(self, course: Course, number: int, fresh: int) -> None:
        """Fight round 2 or 3, in which everybody is in the line and fires."""
        for side, group in self.field.turns(number, course.attacker, fresh):
            for turn in range(int(group.sum())):
                self._fire(course, number, side, group, turn)

    def _last(self, course: Course) -> None:
        """Round 4: the attackers leave in their turns, and are fired at until then (rule 6.2)."""
        attacker = course.attacker
        left = np.zeros(len(self.field.blocks[attacker]), dtype=bool)
        for side, group in self.field.turns(LAST_ROUND, attacker, 0):
            if side == attacker:
                course.face(attacker)
                course.mass = self._leave(attacker, group, left, course.mass)
                left = left | group
                self._close(course, LAST_ROUND, attacker, left)
                continue
            for turn in range(int(group.sum())):
                self._fire(course, LAST_ROUND, side, group, turn, left)

    def _fire(self, course: Course, number: int, side: int, group: Bools, turn: int, left: Bools | None = None) -> None:
        """Let the block of the group whose turn it is fire, in each row the next strongest."""
        enemy = 1 - side
        course.face(enemy)
        army, waits = self.armies[side], number == 1
        line = np.ones(len(self.field.blocks[enemy]), dtype=bool) if left is None else ~left
        if waits and course.early_side != enemy:
            line &= ~self.field.reserve[enemy]
        acting = _order(army, group)[:, turn]
        every = np.arange(len(army.steps))
        dice = np.where(group[acting], army.steps[every, acting], 0)
        power = self.field.powers(side, course.attacker, waits and course.early_side != side)[every, acting]
        alike = np.where(course.mass.any(axis=0), dice * 7 + power, 0)
        for kind in np.unique(alike[alike >= 7]):
            columns = np.flatnonzero(alike == kind)
            spread = self.armies[enemy].fire(line, *divmod(int(kind), 7))
            course.mass[:, columns] = spread(course.mass[:, columns])
        self._close(course, number, enemy, np.zeros_like(line) if left is None else left)

    def _close(self, course: Course, number: int, side: int, left: Bools) -> None:
        """Put aside what is over: nobody of this side is there any more, or its house has no heir left."""
        army = self.armies[side]
        done = np.flatnonzero(army.gone(~left) | army.lost)
        mass = course.mass[done]
        if mass.any():
            self.pieces.append(Piece(number, 1 - side, side, done, mass, side, left))
            course.mass[done] = 0.0

    def _leave(self, side: int, group: Bools, left: Bools, mass: Floats) -> Floats:
        """Return the table after a group has left; who finds every border closed is lost (rule 6.6)."""
        army, exits = self.armies[side], self.field.exits[side]
        kinds = np.array([exits[b][0] for b in self.field.blocks[side]])
        limits = np.array([exits[b][1] for b in self.field.blocks[side]])
        steps, order, every = army.steps.copy(), _order(army, group), np.arange(len(army.steps))
        gone = np.where(left, steps > 0, False)
        for turn in range(int(group.sum())):
            column = order[:, turn]
            before = (gone & (kinds[None, :] == kinds[column][:, None])).sum(axis=1)
            open_ = before < limits[column]
            steps[every, column] = np.where(open_, steps[every, column], 0)
            gone[every, column] = steps[every, column] > 0
        to = army.rows(steps)
        if (to == every).all():
            return mass
        found = np.zeros_like(mass)
        np.add.at(found, to, mass)
        return found


def _order(army: Army, group: Bools) -> Ints:
    """Return the columns of a group in the order in which they act: the strongest first, equals as in the roster."""
    rank = np.where(group, -army.steps * 64, 64) + np.arange(len(group))
    found: Ints = np.argsort(rank, axis=1, kind="stable")
    return found


def _joined(courses: Sequence[Course], alike: Callable[[Course], object]) -> list[Course]:
    """Return the courses with those that go on alike made one."""
    found: dict[object, Course] = {}
    for course in courses:
        if alike(course) in found:
            found[alike(course)].join(course)
        else:
            found[alike(course)] = course
    return list(found.values())
