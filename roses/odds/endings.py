"""Endings of a battle: who won in which round, and the fate of each block.

A battle may have millions of endings. ``Endings`` holds them in arrays, a row for each ending and a byte for each
block, and makes objects and frames of them on demand. An ``Objective`` measures them for best play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import eq
from typing import Final, Literal, NamedTuple, TypeAlias, overload

import msgspec
import numpy as np
import numpy.typing as npt

from roses.engine.errors import RuleError, brief
from roses.richard.actions import Fight
from roses.richard.position import Phase, battle_in, present
from roses.richard.state import State, demand_war
from roses.richard.tables import BLOCKS, HEIRS, INDEX, NAMES, OUT, PAIR, PLACES, SIDES, bits
from roses.table import Table

Fate: TypeAlias = Literal["stands", "away", "eliminated", "turned"]
FATES: Final[tuple[Fate, ...]] = ("stands", "away", "eliminated", "turned")
Fates: TypeAlias = "dict[tuple[str, Fate, int], float]"  # (block, fate, steps left) to probability


class Entrant(msgspec.Struct, frozen=True):
    """A block as it enters the battle: ``role`` attacker or defender, ``steps``, and whether it waits in reserve.

    >>> Entrant("Richmond", "Lancaster", "attacker", 4, reserve=False).steps
    4
    """

    block: str
    house: str
    role: str
    steps: int
    reserve: bool


class Ending(msgspec.Struct, frozen=True):
    """One end state of a battle. Blocks go by the version they ended as, so a turned lord changes his name.

    ``winner`` holds the area, or has won the whole game with it; ``round`` is the last one fought (0: turned before
    round 1 began). ``stands`` and ``away`` are (block, steps left) in the area and safely away; ``eliminated`` are
    names.

    >>> end = Ending(0.25, "York", 3, stands=(("Gloucester", 2),), away=(), eliminated=("Richmond",))
    >>> end.strength
    {'Gloucester': 2}
    """

    probability: float
    winner: str
    round: int
    stands: tuple[tuple[str, int], ...]
    away: tuple[tuple[str, int], ...]
    eliminated: tuple[str, ...]

    @property
    def strength(self) -> dict[str, int]:
        """Return the steps of every block that lives, in the area or away."""
        return dict(self.stands + self.away)


Measure: TypeAlias = Callable[[Ending], float]


class Objective(msgspec.Struct, frozen=True):
    """A measure of endings. ``house`` maximises it, the other house minimises it; it lies within ``low`` and ``high``.

    ``kind`` is win, steps, heir (then ``heir`` is his block, as an index) or function.
    """

    name: str
    kind: str
    house: str
    measure: Measure
    low: float
    high: float
    heir: int = -1
    rebel: str = ""  # the house that the Rebel serves, if he is there

    def serves(self, name: str) -> bool:
        """Return whether a block fights for the house."""
        return _serves(name, self.house, self.rebel)


def objective(goal: str | Measure, house: str, blocks: Sequence[Entrant]) -> Objective:
    """Return an objective; ``house`` attacks, and ``blocks`` are in the battle. ValueError for an unknown one.

    ``"win"`` is the probability that the attacking house wins, ``"steps"`` the steps it expects to have left less those
    of the other, ``"heir:Richmond"`` the probability that he lives and serves his house, which maximises it. A
    function of an ``Ending`` is maximised by the attacking house.

    >>> objective("heir:Richmond", "York", [Entrant("Richmond", "Lancaster", "defender", 3, False)]).house
    'Lancaster'
    """
    names = [e.block for e in blocks]
    if callable(goal):
        return Objective(getattr(goal, "__name__", "function"), "function", house, goal, -float("inf"), float("inf"))
    if goal == "win":
        return Objective("win", "win", house, lambda end: float(end.winner == house), 0.0, 1.0)
    if goal == "steps":
        most = float(sum(BLOCKS[name].steps for name in names))
        rebel = next((e.house for e in blocks if e.block == "Rebel"), "")

        def balance(end: Ending) -> float:
            return float(sum(left if _serves(name, house, rebel) else -left for name, left in end.strength.items()))

        return Objective("steps", "steps", house, balance, -most, most, rebel=rebel)
    kind, _colon, name = str(goal).partition(":")
    if kind == "heir" and name in names and HEIRS >> INDEX[name] & 1:
        return Objective(
            f"heir:{name}", "heir", BLOCKS[name].side, lambda end: float(name in end.strength), 0.0, 1.0, INDEX[name]
        )
    names = ["win", "steps", *(f"heir:{name}" for name in names if HEIRS >> INDEX[name] & 1)]
    choices = ", ".join(map(repr, names))
    raise ValueError(f"there is no objective {brief(goal)!r}; choose {choices} or a function of an Ending")


def _serves(name: str, house: str, rebel: str) -> bool:
    """Return whether a block fights for a house, if the Rebel serves the house ``rebel``."""
    return (rebel if name == "Rebel" else BLOCKS[name].side) == house


def opening(state: State, area: str | None = None) -> State:
    """Return the state in which the battle in ``area`` is in hand; it is picked first if battles are still to choose.

    Without ``area`` it is the battle in hand, or the only one to choose. RuleError if ``area`` is not about to be
    fought for (rule 6.1), or is needed to tell which of several battles is meant.

    >>> import roses
    >>> battle = roses.battle("Leicester", {"Warwick": "Richmond"}, "Gloucester", scenario="1483")
    >>> opening(battle, "Leicester").battle.round
    1
    """
    demand_war(state)
    choices = state.legal_actions() if state.phase is Phase.BATTLES else ()
    due = [action.area for action in choices if isinstance(action, Fight)]
    if due and (area is not None or len(due) == 1):
        return state.apply(Fight(area or due[0]))
    battle = state.battle
    if battle is not None and not over(state) and area in (None, PLACES[battle.area]):
        return state
    if due:
        raise RuleError(f"several battles are about to be fought; name the area of one: {', '.join(due)}", rule="6.1")
    if battle is None:
        reason = "no battle is in hand"
    elif over(state):
        reason = f"the battle is over in {PLACES[battle.area]}"
    else:
        reason = f"the battle in hand is that of {PLACES[battle.area]}"
    where = brief(area or "this state")
    raise RuleError(f"{where} has no battle about to be fought: {reason} ({state.phase})", rule="6.1")


def over(state: State) -> bool:
    """Return whether the battle is over: its victor may regroup, or the game has ended (rules 6.7, 9.0)."""
    return state.phase is Phase.REGROUP or state.phase is Phase.OVER


def entrants(state: State) -> tuple[Entrant, ...]:
    """Return the blocks of the battle in hand, attackers first."""
    battle = battle_in(state)
    return tuple(
        Entrant(NAMES[b], SIDES[side], role, state.steps[b], bool(battle.reserve >> b & 1))
        for role, side in (("attacker", battle.attacker), ("defender", 1 - battle.attacker))
        for b in bits(present(state, battle.area, side))
    )


def ending(state: State, blocks: Iterable[Entrant], number: int) -> Ending:
    """Return how the battle ended in this state; its probability is left at 1."""
    battle = battle_in(state)
    entered = [INDEX[e.block] for e in blocks]
    # a block that has turned is out of play, and its other version in
    in_play = [b if b in battle.fallen or state.loc[b] != OUT else PAIR[b] for b in entered]
    lost = [b for b in in_play if b in battle.fallen]
    lives = [b for b in in_play if b not in battle.fallen]
    there = tuple((NAMES[b], state.steps[b]) for b in lives if state.loc[b] == battle.area)
    away = tuple((NAMES[b], state.steps[b]) for b in lives if state.loc[b] != battle.area)
    winner = state.outcome.winner if state.outcome else state.active[0]
    return Ending(1.0, winner, number, there, away, tuple(NAMES[b] for b in lost))


def fates(endings: Iterable[Ending], blocks: Iterable[Entrant]) -> Fates:
    """Return the probability of each fate of each block; a turned block has rows under both its names."""
    chances: Fates = {}
    names = {e.block for e in blocks}
    for end in endings:
        keys: list[tuple[str, Fate, int]] = [
            *((block, "stands", steps) for block, steps in end.stands),
            *((block, "away", steps) for block, steps in end.away),
            *((block, "eliminated", 0) for block in end.eliminated),
        ]
        present = {block for block, _fate, _steps in keys}
        keys += [(block, "turned", 0) for block in names - present]
        for key in keys:
            chances[key] = chances.get(key, 0.0) + end.probability
    return chances


AWAY: Final = 8  # added to the steps of a block that is away
ABSENT: Final = 16  # the code of a name that a turned block no longer has, or that no block has turned to
_AT_ONCE: Final = 4096  # rows that are made into objects at a time
_LISTED: Final = 2  # the most endings that the repr shows
Codes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]


class Part(NamedTuple):
    """Endings with the same winner, last round and blocks: ``codes`` has a row each and a column for each name."""

    winner: str
    round: int
    names: tuple[str, ...]
    codes: Codes
    chance: Floats


class Endings(Sequence[Ending]):
    """Every end state of a battle with its probability, the likeliest first; each is made when it is read.

    They are read like a tuple, and equal one that holds the same; a slice is such a sequence too. Each is a row of
    ``codes``, whose columns are winner, last round, and the fate of each of ``names``; ``chance`` is its probability.

    >>> import roses
    >>> ends = roses.battle_odds(attackers="Richmond", defenders="Gloucester", area="Leicester").outcomes
    >>> len(ends), ends[0].stands, ends[-2:] == tuple(ends)[-2:]
    (25, (('Gloucester', 3),), True)
    """

    def __init__(self, names: tuple[str, ...], codes: Codes, chance: Floats) -> None:
        self.names, self.codes, self.chance = names, codes, chance

    def __len__(self) -> int:
        return len(self.chance)

    @overload
    def __getitem__(self, index: int) -> Ending: ...

    @overload
    def __getitem__(self, index: slice) -> Endings: ...

    def __getitem__(self, index: int | slice) -> Ending | Endings:
        if isinstance(index, slice):
            return Endings(self.names, self.codes[index], self.chance[index])
        return self._ending(self.codes[index].tolist(), float(self.chance[index]))

    def __iter__(self) -> Iterator[Ending]:
        for at in range(0, len(self), _AT_ONCE):
            part = slice(at, at + _AT_ONCE)
            yield from map(self._ending, self.codes[part].tolist(), self.chance[part].tolist())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, tuple | Endings):
            return NotImplemented
        return len(self) == len(other) and all(map(eq, self, other))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        texts = ", ".join(map(repr, self[:_LISTED]))
        return f"<{len(self):,}: {texts}, ...>" if len(self) > _LISTED else f"<{len(self)}: {texts}>"

    def _ending(self, row: Sequence[int], chance: float) -> Ending:
        """Return the ending of a row of ``codes``."""
        winner, number, *codes = row
        fates = [(name, code) for name, code in zip(self.names, codes, strict=True) if code != ABSENT]
        there = tuple((name, code) for name, code in fates if 0 < code < AWAY)
        away = tuple((name, code - AWAY) for name, code in fates if code > AWAY)
        lost = tuple(name for name, code in fates if not code)
        return Ending(chance, SIDES[winner], number, there, away, lost)

    def frame(self) -> Table:
        """Return a row for each ending; ``BattleOdds.frame`` explains the columns."""
        from pandas import Categorical

        fates = self.codes[:, 2:]
        winner = Categorical.from_codes(self.codes[:, 0].astype(np.int8), list(SIDES))
        frame = Table({"winner": winner, "round": self.codes[:, 1], "probability": self.chance})
        for title, where in (("away", (fates > AWAY) & (fates < ABSENT)), ("turned", fates == ABSENT)):
            sets, back = np.unique(where @ (1 << np.arange(len(self.names), dtype=np.int64)), return_inverse=True)
            texts = [", ".join(name for i, name in enumerate(self.names) if int(bit) >> i & 1) for bit in sets]
            frame[title] = Categorical.from_codes(back, texts)
        for column, name in enumerate(self.names):
            frame[name] = np.where(fates[:, column] == ABSENT, 0, fates[:, column] % AWAY)
        return frame


def listing(names: tuple[str, ...], parts: Iterable[Part]) -> Endings:
    """Return all endings of these parts, equal ones summed, the likeliest first."""
    rows, chances = [np.zeros((0, 2 + len(names)), dtype=np.uint8)], [np.zeros(0)]
    for part in parts:
        row = np.full((len(part.codes), 2 + len(names)), ABSENT, dtype=np.uint8)
        row[:, 0], row[:, 1] = SIDES.index(part.winner), part.round
        row[:, [2 + names.index(name) for name in part.names]] = part.codes
        rows.append(row)
        chances.append(part.chance)
    every = np.concatenate(rows)
    packed = every.view(np.dtype((np.void, every.shape[1]))).ravel()
    _rows, first, back = np.unique(packed, return_index=True, return_inverse=True)
    chance: Floats = np.zeros(len(first))
    np.add.at(chance, back, np.concatenate(chances))
    order = np.argsort(-chance, kind="stable")
    return Endings(names, every[first[order]], chance[order])


def coded(steps: npt.NDArray[np.integer], away: Sequence[bool] | Bools) -> Codes:
    """Return the codes of blocks with these steps left, of which some are away.

    >>> coded(np.array([[3, 2, 0]]), [False, True, True]).tolist()
    [[3, 10, 0]]
    """
    codes: Codes = (steps + AWAY * ((steps > 0) & np.asarray(away))).astype(np.uint8)
    return codes


def parts(endings: Iterable[Ending]) -> Iterator[Part]:
    """Yield endings as parts of one row each."""
    for end in endings:
        pairs = [*end.stands, *((name, left + AWAY) for name, left in end.away), *((n, 0) for n in end.eliminated)]
        names, codes = tuple(name for name, _code in pairs), [code for _name, code in pairs]
        yield Part(end.winner, end.round, names, np.array([codes], dtype=np.uint8), np.array([end.probability]))
