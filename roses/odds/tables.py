"""The odds under ``stand``: tables of probabilities over both armies, updated letter by letter in numpy.

A table holds the probability of each pair of strengths of the two armies. Letters, firepower and open borders
are read from the engine; who is hit and who becomes the attacker is restated here, and a test compares it with the
engine.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise, permutations, product
from math import prod

import msgspec
import numpy as np

from roses.odds.army import Army, Bools, Field, Floats, Hits, Ints
from roses.odds.endings import Fate, Fates, Part, coded
from roses.richard.phases.battle import LAST_ROUND, stays
from roses.richard.tables import BOMBARDS, NAMES, SIDES

CELLS = 1 << 16  # cells of a table worked on at a time: they fit a processor's cache


class Piece(msgspec.Struct, frozen=True):
    """Battles that ended alike: their probability by row of ``side``'s army (``rows``) and of the other's.

    ``left`` are the columns of the side ``leaver`` that went away in round 4.
    """

    round: int
    winner: int
    side: int
    rows: Ints
    mass: Floats
    leaver: int
    left: Bools


class Course:
    """The table of probabilities of battles with the same attacker and the same reserve up in round 1 (-1: none).

    The rows of ``mass`` are those of the army of the side ``lies``, its columns those of the other. The fire of that
    side moves half as much memory, so it should be the one that fires most: the defender, who fires in round 4 too.
    """

    def __init__(self, attacker: int, early_side: int, lies: int, mass: Floats) -> None:
        self.attacker, self.early_side, self.lies, self.mass = attacker, early_side, lies, mass

    def of(self, side: int) -> Floats:
        """Return the table with the army of this side in its rows; what is written there is written to the table."""
        return self.mass if side == self.lies else self.mass.T

    def columns(self, side: int, rows: Ints) -> Floats:
        """Return these rows of a side's army, copied and turned into columns."""
        return np.ascontiguousarray(self.mass[rows].T if side == self.lies else self.mass[:, rows])

    def put(self, side: int, rows: Ints, columns: Floats) -> None:
        """Put back the columns that ``columns`` returned."""
        if side == self.lies:
            self.mass[rows] = columns.T
        else:
            self.mass[:, rows] = columns

    def take(self, side: int, rows: Ints) -> Floats:
        """Take the probabilities of these rows of a side's army out of the table."""
        mass = self.of(side)
        if len(rows) == len(mass):  # nothing is left, and nothing need be copied
            self.mass = np.zeros_like(self.mass)
            return mass
        part = mass[rows]
        mass[rows] = 0.0
        return part


class Stand:
    """A battle under ``stand``; ``pieces`` are its ends, in the order of rounds and letters.

    With ``shuffled`` the blocks of a letter fire in random order; nobody may then wait in reserve. ``undecided`` is the
    probability of battles that had not ended when it was interrupted.

    Each letter reads and writes all pairs of strengths, so most of the time goes into moving memory; numbers of 32 bits
    would halve it, and are not exact enough.
    """

    def __init__(self, field: Field, shuffled: bool = False) -> None:
        self.field, self.armies, self.shuffled = field, field.armies, shuffled
        self.pieces: list[Piece] = []
        self._nobody = [np.zeros(len(blocks), dtype=bool) for blocks in self.field.blocks]
        self.undecided = 0.0
        attacker = field.battle.attacker
        mass = np.zeros((len(self.armies[1 - attacker].steps), len(self.armies[attacker].steps)))
        mass[0, 0] = 1.0
        try:
            courses = self._first_round(Course(attacker, -1, 1 - attacker, mass))
            for course in courses:
                self._round(course, 2, self._fresh(course))
            for course in _merge(courses, lambda c: c.attacker):
                self._round(course, 3, 0)
                self._last_round(course)
        except KeyboardInterrupt:
            self.undecided = 1.0 - sum(float(piece.mass.sum()) for piece in self.pieces)

    def _first_round(self, main: Course) -> list[Course]:
        """Round 1: reserves wait, and come up at once where their line is gone (rule 6.3)."""
        courses = [main]
        for side, group in self.field.turns(1, main.attacker, 0):
            size, at_once = int(group.sum()), not self.field.reserve[1 - side].any()
            for turns in [slice(0, size)] if at_once else [slice(turn, turn + 1) for turn in range(size)]:
                for course in courses:
                    if course.early_side != side:
                        self._fire(course, 1, side, group, turns)
                self._deploy(courses, 1 - side)
        for course in courses:
            self._close(course, 1)
        return _merge(courses, lambda c: (c.attacker, self._fresh(c)))

    def _fresh(self, course: Course) -> int:
        """Return the bombards that come up from the reserve in round 2: they may act at another letter."""
        came = sum(1 << b for b in self.field.blocks[course.early_side]) if course.early_side >= 0 else 0
        return self.field.battle.reserve & BOMBARDS & ~came

    def _deploy(self, courses: list[Course], side: int) -> None:
        """Bring up a side's reserve where its line is gone; if it defended, it attacks from now on (rule 6.3)."""
        main, waits, army = courses[0], self.field.reserve[side], self.armies[side]
        if not waits.any():
            return
        bare = np.flatnonzero(army.gone(~waits) & army.steps[:, waits].any(axis=1))
        mass = main.take(side, bare)
        if mass.any():
            attacker = main.attacker if stays(self.field.state, self.field.battle, main.attacker) else side
            courses.append(Course(attacker, side, main.lies, np.zeros_like(main.mass)))
            courses[-1].of(side)[bare] = mass
            courses[1:] = _merge(courses[1:], lambda c: c.early_side)

    def _round(self, course: Course, number: int, fresh: int) -> None:
        """Fight round 2 or 3, in which everybody is in the line and fires."""
        for side, group in self.field.turns(number, course.attacker, fresh):
            self._fire(course, number, side, group, slice(None))
        self._close(course, number)

    def _last_round(self, course: Course) -> None:
        """Round 4: the attackers leave in their turns, and are fired at until then (rule 6.2)."""
        attacker, left = course.attacker, self._nobody[course.attacker]
        for side, group in self.field.turns(LAST_ROUND, attacker, 0):
            if side == attacker:  # who finds every border closed is lost (rule 6.6)
                to = self.field.leave(attacker, group, left)
                lost = np.flatnonzero(to != np.arange(len(to)))
                if len(lost):
                    mass = course.take(attacker, lost)
                    np.add.at(course.of(attacker), to[lost], mass)
                left = left | group
            else:
                self._fire(course, LAST_ROUND, side, group, slice(None), left)
            self._over(course, LAST_ROUND, attacker, left)
            if left.all():
                return

    def _fire(
        self, course: Course, number: int, side: int, group: Bools, turns: slice, left: Bools | None = None
    ) -> None:
        """Let the blocks of a group fire in these of its turns, in each row the strongest first."""
        enemy, waits = 1 - side, number == 1
        line = np.ones_like(self._nobody[enemy]) if left is None else ~left
        if waits and course.early_side != enemy:
            line &= ~self.field.reserve[enemy]
        if not line.any():
            return
        shots = self.field.shots(side, course.attacker, waits and course.early_side != side, group)[:, turns]
        fires = (shots > 0).any(axis=1)
        if waits:  # later on nearly every strength is possible
            fires &= course.of(side).sum(axis=1) > 0
        rows = np.flatnonzero(fires)
        if self.shuffled:
            shots = -np.sort(-shots, axis=1)
        rows = rows[np.lexsort(shots[rows].T[::-1])]
        hits, width = self.armies[enemy].hits(line), max(32, CELLS // len(self.armies[enemy].steps))
        parts = [rows[start : start + width] for start in range(0, len(rows), width)]

        def strike(part: Ints) -> None:
            fire = _fire_at_random if self.shuffled else _fire_in_order
            course.put(side, part, fire(course.columns(side, part), shots[part], hits))

        list(map(strike, parts) if len(parts) < 3 else _threads().map(strike, parts))

    def _close(self, course: Course, number: int) -> None:
        """Move battles that are over after a round to ``pieces``."""
        for side in (0, 1):
            self._over(course, number, side, self._nobody[side])

    def _over(self, course: Course, number: int, side: int, left: Bools) -> None:
        """Move battles to ``pieces`` in which nobody of this side is left, or its house has no heir left."""
        army = self.armies[side]
        done = np.flatnonzero(army.gone(~left) | army.lost)
        mass = course.take(side, done)
        if mass.any():
            self.pieces.append(Piece(number, 1 - side, side, done, mass, side, left))

    # ---- the odds

    def wins(self) -> dict[tuple[str, int], float]:
        """Return (winner, last round) to probability."""
        chances: dict[tuple[str, int], float] = {}
        for piece in self.pieces:
            key = (SIDES[piece.winner], piece.round)
            chances[key] = chances.get(key, 0.0) + float(piece.mass.sum())
        return chances

    def fates(self) -> Fates:
        """Return (block, fate, steps left) to probability; blocks of a lump have equal shares in it."""
        chances: Fates = {}
        for side, army in enumerate(self.armies):
            top = int(army.steps.max()) + 1
            weights: dict[tuple[bool, ...], Floats] = {}  # of each row, for each set of columns that left
            for piece in self.pieces:
                left = piece.left if piece.leaver == side else self._nobody[side]
                weight = weights.setdefault(tuple(left.tolist()), np.zeros(len(army.steps)))
                if piece.side == side:
                    weight[piece.rows] += piece.mass.sum(axis=1)
                else:
                    weight += piece.mass.sum(axis=0)
            for gone, weight in weights.items():
                for column, block in enumerate(self.field.blocks[side]):
                    lives: Fate = "away" if gone[column] else "stands"
                    lump = next(lump for lump in army.lumps if column in lump)
                    total = sum((np.bincount(army.steps[:, c], weight, top) for c in lump), start=np.zeros(top))
                    for steps, chance in enumerate(total / len(lump)):
                        key = (NAMES[block], lives if steps else "eliminated", steps)
                        chances[key] = chances.get(key, 0.0) + float(chance)
        return {key: chance for key, chance in chances.items() if chance}

    def parts(self) -> Iterator[Part]:
        """Yield every ending; all orders of the steps within a lump are equally likely."""
        vectors = [_Vectors(army) for army in self.armies]
        names = tuple(NAMES[block] for blocks in self.field.blocks for block in blocks)
        for piece in self.pieces:
            rows, columns = np.nonzero(piece.mass)
            pair = (piece.rows[rows], columns) if piece.side == 0 else (columns, piece.rows[rows])
            ways = [one.count[of] for one, of in zip(vectors, pair, strict=True)]
            number = ways[0] * ways[1]
            back = np.repeat(np.arange(len(number)), number)
            place = np.arange(len(back)) - np.repeat(np.cumsum(number) - number, number)
            which = (place // ways[1][back], place % ways[1][back])
            steps = [v.steps[v.first[of[back]] + n] for v, of, n in zip(vectors, pair, which, strict=True)]
            chance = (piece.mass[rows, columns] / number)[back]
            left = [piece.left if side == piece.leaver else self._nobody[side] for side in (0, 1)]
            codes = coded(np.concatenate(steps, axis=1), np.concatenate(left))
            yield Part(SIDES[piece.winner], piece.round, names, codes, chance)


class _Vectors:
    """The vectors of steps that each row of an army stands for: ``count`` of them, from ``first`` on in ``steps``."""

    def __init__(self, army: Army) -> None:
        vectors, self.count = [], np.empty(len(army.steps), dtype=np.intp)
        for row, steps in enumerate(army.steps):
            orders = [sorted(set(permutations(steps[list(lump)].tolist()))) for lump in army.lumps]
            codes = np.empty((prod(map(len, orders)), len(steps)), dtype=np.uint8)
            for number, parts in enumerate(product(*orders)):
                for lump, part in zip(army.lumps, parts, strict=True):
                    codes[number, list(lump)] = part
            vectors.append(codes)
            self.count[row] = len(codes)
        self.first = np.cumsum(self.count) - self.count
        self.steps = np.concatenate(vectors)


def _fire_in_order(mass: Floats, shots: Ints, hits: Hits) -> Floats:
    """Return the rows of ``mass`` after these shots, one row of shots for each of its columns.

    The shots are in order, so that columns with the same lie side by side.
    """
    for turn in shots.T:
        bounds = [0, *(np.flatnonzero(np.diff(turn)) + 1).tolist(), len(turn)]
        for begin, end in pairwise(bounds):
            if turn[begin]:
                mass[:, begin:end] = hits.fire(*divmod(int(turn[begin]), 8)) @ mass[:, begin:end]
    return mass


def _fire_at_random(mass: Floats, shots: Ints, hits: Hits) -> Floats:
    """Return the rows of ``mass`` after these shots in random order: each of those left is as likely to be the next."""
    bounds = [0, *(np.flatnonzero((np.diff(shots, axis=0) != 0).any(axis=1)) + 1).tolist(), len(shots)]
    for begin, end in pairwise(bounds):
        every = tuple(sorted(Counter(shots[begin, shots[begin] > 0].tolist()).items()))
        left = {every: mass[:, begin:end]}
        for waiting in range(sum(n for _shot, n in every), 0, -1):
            after: dict[tuple[tuple[int, int], ...], Floats] = {}
            for shooters, before in left.items():
                for shot, n in shooters:
                    rest = tuple((s, m - (s == shot)) for s, m in shooters if m > (s == shot))
                    part = n / waiting * (hits.fire(*divmod(shot, 8)) @ before)
                    after[rest] = after[rest] + part if rest in after else part
            left = after
        (mass[:, begin:end],) = left.values()
    return mass


@cache
def _threads() -> ThreadPoolExecutor:
    """Return the threads that share the work on a large table."""
    np.empty(30 << 17)  # freed at once: from then on glibc keeps freed memory for reuse, which halves the time
    return ThreadPoolExecutor(os.cpu_count(), thread_name_prefix="odds")


def _merge(courses: Sequence[Course], alike: Callable[[Course], object]) -> list[Course]:
    """Return the courses, after merging those for which ``alike`` is equal."""
    merged: dict[object, Course] = {}
    for course in courses:
        if alike(course) in merged:
            merged[alike(course)].mass += course.mass
        else:
            merged[alike(course)] = course
    return list(merged.values())
