"""``simulate``: plays the games of a study, on several processors if asked to, and returns them as a table."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from time import monotonic
from typing import Any, Final

import msgspec
import pandas as pd

from roses.engine.errors import brief
from roses.lab.runs.columns import Row
from roses.lab.runs.kept import Kept
from roses.lab.runs.places import results
from roses.lab.runs.study import Study, study
from roses.progress import ProgressBar
from roses.table import Table, from_rows

_BATCH: Final = 8  # games that a worker of a cluster plays before it reports; a process reports each
_PART: Final = 10_000  # rows of which a table is made at once
_PAUSE: Final = 20.0  # s between two savings


def simulate(
    game: str,
    scenario: str | None = None,
    *,
    n: int = 100,
    seats: Mapping[str, str] | str = "squire",
    ruleset: str | None = None,
    seed: int = 1,
    jobs: int = 1,
    cluster: Any = None,
    rows: str = "games",
    keep: str | Path | None = None,
    **options: Any,
) -> Table:
    """Return ``n`` games between bots as a table: one row a game, turn, battle or block (``rows``).

    * ``game``, ``scenario``, ``ruleset`` and further options, as ``players=4``, are those of ``roses.start``.
    * ``seats`` names a bot for each side, or one for all: page, squire, knight, or ``"duke:50"`` with its iterations.
    * ``seed``: the table depends on it, never on ``jobs`` or ``cluster``. Game number k has a seed of its own, so that
      more games begin with the same rows. ``roses.lab.study`` takes the same arguments and plays any of them again.
    * ``jobs`` is the number of processes.
    * ``cluster``, a ``distributed.Client``, plays on a Dask cluster instead, whose workers have the same version of the
      kit. It needs the package distributed (extra ``cluster``).
    * ``keep`` is a Parquet file: it is saved every 20 s, at the end, and when the work is interrupted or fails; the
      same call, also with another ``n``, ``jobs`` or ``cluster``, goes on from there. It needs the package pyarrow
      (extra ``studies``). If it can no longer be saved, as on a disk that has become full, a warning says so, and the
      games are played on and returned. Of two calls that keep one file, the one that is ahead keeps it.

    Every row has ``game``, the number from 0. Games have also seed, winner, reason, ``share_`` of each side (0..1) and
    actions; *Richard III* campaign, turn, crown, usurpations, battles, ``fell_`` and ``lords_`` of each side;
    *Lancaster* round, laws, england, france, ``points_`` and ``nobles_`` of each house. ``columns`` of a study lists
    the columns of each kind of rows with dtype and meaning, and ``attrs`` of the table holds the study.

    ValueError for what cannot be played, and for a file of another study; OSError, before anything is played, if it
    cannot be written; ChildProcessError if one of the processes was killed.

    >>> table = simulate("richard-iii", "1483", n=2, seats={"York": "squire", "Lancaster": "page"})
    >>> table[["game", "turn", "share_York"]].shape, table["game"].tolist()
    ((2, 3), [0, 1])
    """
    plan = study(game, scenario, seats, ruleset=ruleset, seed=seed, **options)
    check_numbers(n=n, jobs=jobs)
    plan.columns(rows)
    table = Table(_Run(plan, rows, n, keep).through(jobs, cluster))
    table.attrs = {"rows": rows, **msgspec.structs.asdict(plan)}
    return table


def check_numbers(**numbers: object) -> None:
    """Raise ValueError for the first of the arguments that is no whole number from 1 on.

    >>> check_numbers(n=0)
    Traceback (most recent call last):
    ValueError: n must be a whole number from 1 on, not 0
    """
    for name, number in numbers.items():
        if not isinstance(number, int) or isinstance(number, bool) or number < 1:
            raise ValueError(f"{name} must be a whole number from 1 on, not {brief(number)!r}")


class _Run:
    """Games of a study that are being played; what is finished is saved if there is a file to keep it."""

    def __init__(self, study: Study, rows: str, n: int, keep: str | Path | None) -> None:
        self.study, self.rows, self.n = study, rows, n
        self.kept = Kept(keep, study, rows) if keep else None
        self.done, begun = self.kept.read() if self.kept else (0, None)
        self.parts = [] if begun is None else [begun]
        self.rest: list[Row] = []  # which are in none of the parts yet
        self._saved, self._since = self.done, monotonic()

    def through(self, jobs: int, cluster: Any = None) -> pd.DataFrame:
        """Play what is missing and return the rows of all ``n`` games."""
        size = 1 if cluster is None else _BATCH
        batches = [range(i, min(i + size, self.n)) for i in range(self.done, self.n, size)]
        if self.kept and batches:  # a place that cannot be written to is found before anything is played
            self.kept.write(self.done, self._whole())
        play = closing(results(self.study, self.rows, batches, jobs, cluster))
        try:
            with play as batch_rows, ProgressBar("games", "game", self.n) as bar:
                bar.update(min(self.done, self.n))
                for batch, rows in zip(batches, batch_rows, strict=True):
                    self.rest += rows
                    self.done = batch.stop
                    self._gather(_PART)
                    bar.update(len(batch))
                    self._save(_PAUSE)
        finally:
            self._save()
        frame = self._whole()
        return frame[frame["game"] < self.n]

    def _gather(self, least: int = 0) -> None:
        """Make one part of the rows that are in none, if there are so many: pandas takes long for many short tables."""
        if len(self.rest) >= least:
            dtypes = {column.name: column.dtype for column in self.study.columns(self.rows)}
            self.parts.append(pd.DataFrame(from_rows(self.rest, dtypes)))
            self.rest = []

    def _whole(self) -> pd.DataFrame:
        """Return all rows so far as one frame, which takes the place of its parts."""
        self._gather()
        self.parts = [pd.concat(self.parts, ignore_index=True)]
        return self.parts[0]

    def _save(self, pause: float = 0.0) -> None:
        """Save what is new, unless that was done less than ``pause`` seconds ago."""
        if not self.kept or self.done <= self._saved or monotonic() - self._since < pause:
            return
        self._since = monotonic()
        try:
            self.kept.write(self.done, self._whole())
            self._saved = self.done
        except (OSError, ValueError) as error:
            number = self.done - self._saved
            warnings.warn(f"{error}; the work goes on; games that are not kept so far: {number}", stacklevel=4)
