"""Every ending of a battle in arrays: a row each, a byte each block; objects and frames are made of them when asked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from operator import eq
from typing import Final, NamedTuple, overload

import numpy as np
import numpy.typing as npt

from roses.odds.endings import Ending
from roses.richard.tables import SIDES
from roses.table import Table

AWAY: Final = 8  # added to the steps of a block that is away
ABSENT: Final = 16  # a block that has turned, or the name under which it would
_AT_ONCE: Final = 4096  # rows that are read together; so few endings are kept
_SHOWN: Final = 2  # endings in the repr of many
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
    """Every end state of a battle with its probability, the likeliest first; each is made when it is asked for.

    They are read like a tuple, and equal one that holds the same; a slice is such a sequence too. Each is a row of
    ``codes``, whose columns are winner, last round, and the fate of each of ``names``; ``chance`` is its probability.
    Those of a small battle are kept once they have all been read.

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
        return iter(self._few) if len(self) <= _AT_ONCE else self._all()

    @cached_property
    def _few(self) -> tuple[Ending, ...]:
        return tuple(self._all())

    def _all(self) -> Iterator[Ending]:
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
        texts = ", ".join(map(repr, self[:_SHOWN]))
        return f"<{len(self):,}: {texts}, ...>" if len(self) > _SHOWN else f"<{len(self)}: {texts}>"

    def _ending(self, row: Sequence[int], chance: float) -> Ending:
        winner, number, *codes = row
        fates = [(name, code) for name, code in zip(self.names, codes, strict=True) if code != ABSENT]
        there = tuple((name, code) for name, code in fates if 0 < code < AWAY)
        away = tuple((name, code - AWAY) for name, code in fates if code > AWAY)
        lost = tuple(name for name, code in fates if not code)
        return Ending(chance, SIDES[winner], number, there, away, lost)

    def frame(self) -> Table:
        """Return a row for each ending; ``BattleOdds.frame`` explains the columns."""
        fates = self.codes[:, 2:]
        frame = Table(
            {"winner": _named(self.codes[:, 0], SIDES), "round": self.codes[:, 1], "probability": self.chance}
        )
        frame["away"] = _joined((fates > AWAY) & (fates < ABSENT), self.names)
        frame["turned"] = _joined(fates == ABSENT, self.names)
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
    _n, first, back = np.unique(packed, return_index=True, return_inverse=True)
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
        named = [*end.stands, *((name, left + AWAY) for name, left in end.away), *((n, 0) for n in end.eliminated)]
        names, codes = tuple(name for name, _n in named), [code for _n, code in named]
        yield Part(end.winner, end.round, names, np.array([codes], dtype=np.uint8), np.array([end.probability]))


def _named(values: Codes, names: Sequence[str]) -> object:
    """Return names as a categorical column."""
    import pandas as pd

    return pd.Categorical.from_codes(values.astype(np.int8), list(names))


def _joined(where: Bools, names: tuple[str, ...]) -> object:
    """Return in each row the names marked in it, as one text, in a categorical column."""
    import pandas as pd

    bits = where @ (1 << np.arange(len(names), dtype=np.int64))
    sets, back = np.unique(bits, return_inverse=True)
    texts = [", ".join(name for i, name in enumerate(names) if int(bit) >> i & 1) for bit in sets]
    return pd.Categorical.from_codes(back, texts)
