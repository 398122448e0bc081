"""Every ending of a battle in arrays: a row each, a byte each block; objects and frames are made of them when asked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from roses.odds.endings import Ending
from roses.richard.tables import SIDES
from roses.table import Table

AWAY: Final = 8  # added to the steps of a block that is away
ABSENT: Final = 16  # a block that has turned, or the name under which it would
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


class Listing(NamedTuple):
    """All endings, each once: a row each of ``codes``, whose columns are winner, last round, and each name's fate."""

    names: tuple[str, ...]
    codes: Codes
    chance: Floats

    def endings(self, wanted: Iterable[int] | None = None) -> Iterator[Ending]:
        """Yield the endings one by one, those of the rows ``wanted`` if given."""
        for row in range(len(self.chance)) if wanted is None else wanted:
            winner, number, *codes = self.codes[row].tolist()
            told = [(name, code) for name, code in zip(self.names, codes, strict=True) if code != ABSENT]
            there = tuple((name, code) for name, code in told if 0 < code < AWAY)
            away = tuple((name, code - AWAY) for name, code in told if code > AWAY)
            lost = tuple(name for name, code in told if not code)
            yield Ending(float(self.chance[row]), SIDES[winner], number, there, away, lost)

    def frame(self) -> Table:
        """Return a row for each ending, the likeliest first; ``BattleOdds.frame`` explains the columns."""
        order = np.argsort(-self.chance, kind="stable")
        codes, fates = self.codes[order], self.codes[order, 2:]
        frame = Table({"winner": _named(codes[:, 0], SIDES), "round": codes[:, 1], "probability": self.chance[order]})
        frame["away"] = _joined((fates > AWAY) & (fates < ABSENT), self.names)
        frame["turned"] = _joined(fates == ABSENT, self.names)
        for column, name in enumerate(self.names):
            frame[name] = np.where(fates[:, column] == ABSENT, 0, fates[:, column] % AWAY)
        return frame


def listing(names: tuple[str, ...], parts: Iterable[Part]) -> Listing:
    """Return all endings of these parts, equal ones summed."""
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
    return Listing(names, every[first], chance)


def coded(steps: npt.NDArray[np.integer], away: Sequence[bool] | Bools) -> Codes:
    """Return the codes of blocks with these steps left, of which some are away.

    >>> coded(np.array([[3, 2, 0]]), [False, True, True]).tolist()
    [[3, 10, 0]]
    """
    found: Codes = (steps + AWAY * ((steps > 0) & np.asarray(away))).astype(np.uint8)
    return found


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
