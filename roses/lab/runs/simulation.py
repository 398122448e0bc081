"""``simulate``: plays the games of a study, in one or several processes or on a cluster, and keeps them in a file."""

from __future__ import annotations

import os
import signal
import sys
import warnings
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from functools import cache
from importlib import import_module
from io import BytesIO
from multiprocessing import parent_process
from os import PathLike
from pathlib import Path
from threading import Event, Thread, current_thread, main_thread
from time import monotonic, sleep
from types import FrameType
from typing import Any, Final, Protocol, TypeAlias

import msgspec
import pandas as pd

from roses.engine import files
from roses.engine.errors import brief
from roses.engine.i18n import language, set_language
from roses.lab.reference import Row
from roses.lab.runs.study import Study, study
from roses.progress import ProgressBar
from roses.table import Table, from_rows

EXTRAS: Final = {"pyarrow": "studies", "distributed": "cluster"}  # the extra of the kit that brings a package


def import_package(name: str, purpose: str) -> Any:
    """Import and return a module whose package may be missing.

    ImportError says what the package is needed for, which extra of the kit brings it, and the line to type.

    >>> import_package("tudor.crown", "to play on")
    Traceback (most recent call last):
    ImportError: to play on, the package tudor is needed, which is not installed; type: ... -m pip install tudor
    """
    try:
        return import_module(name)
    except ImportError as error:
        package = name.partition(".")[0]
        reason = f"the extra {EXTRAS[package]} brings" if package in EXTRAS else "is not installed"
        line = f"{sys.executable} -m pip install {package}"
        raise ImportError(f"{purpose}, the package {package} is needed, which {reason}; type: {line}") from error


Rows: TypeAlias = Generator[list[Row], None, None]  # yields the rows of a batch at a time


class Plays(Protocol):
    """A study or a fork: it plays games by their numbers and makes rows of them."""

    def rows(self, kind: str, numbers: Iterable[int]) -> list[Row]:
        """Play the games with these numbers and return their rows of this kind."""


def results(plays: Plays, rows: str, batches: Sequence[range], jobs: int, cluster: Any = None) -> Rows:
    """Yield the rows of each batch of games, in order; closing the generator stops the batches that are left.

    ``rows`` is the kind of rows.

    >>> from roses.lab.runs.study import study
    >>> [len(rows) for rows in results(study("lancaster", players=2), "games", [range(2), range(2, 3)], jobs=1)]
    [2, 1]
    """
    if cluster is not None:
        yield from _on_cluster(cluster, plays, rows, batches)
    elif jobs == 1 or len(batches) < 2:
        yield from (plays.rows(rows, batch) for batch in batches)
    else:
        joblib = import_package("joblib", "to play on several processors")
        pool = joblib.Parallel(n_jobs=jobs, return_as="generator", batch_size=1)
        try:
            calls = (joblib.delayed(_in_process)(plays, rows, batch, language(), os.getpid()) for batch in batches)
            yield from pool(calls)
        except import_module("joblib.externals.loky.process_executor").TerminatedWorkerError as error:
            message = f"one of the {jobs} processes that play was killed, perhaps for want of memory; try fewer jobs"
            raise ChildProcessError(message) from error


def _in_process(plays: Plays, rows: str, batch: range, code: str, parent: int) -> list[Row]:
    """Return the rows of a batch; run in a worker process, which leaves Ctrl-C to its parent and ends with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if (starter := parent_process()) and starter.pid == parent:
        _end_with(parent)
    return _in_language(plays, rows, batch, code)


@cache
def _end_with(parent: int) -> None:
    """Let this process end about a second after its parent, which may be killed and then cannot end it."""

    def watch() -> None:
        starter = parent_process()
        if sys.platform == "win32" and starter:
            starter.join()
        while os.getppid() == parent and sys.platform != "win32":
            sleep(1)
        os._exit(1)

    Thread(target=watch, daemon=True).start()


def _in_language(plays: Plays, rows: str, batch: range, code: str) -> list[Row]:
    """Return the rows of a batch in the language of the process that asked for them."""
    if language() != code:
        set_language(code)
    return plays.rows(rows, batch)


def _on_cluster(cluster: Any, plays: Plays, rows: str, batches: Sequence[range]) -> Rows:
    """Yield the rows of each batch from a cluster; ValueError if ``cluster`` is not a client of one."""
    distributed = import_package("distributed", "to play on a cluster")
    if not isinstance(cluster, distributed.Client):
        example = "Client('tcp://192.0.2.7:8786')"
        raise ValueError(f"cluster must be a distributed.Client, such as {example}, not {repr(cluster)[:80]}")
    with _remember_interrupt() as interrupted:
        futures = [cluster.submit(_in_language, plays, rows, batch, language(), pure=False) for batch in batches]
        try:
            while futures:
                with suppress(distributed.TimeoutError):
                    batch_rows = futures[0].result(timeout=1)
                    futures.pop(0).release()  # so that the cluster forgets what has arrived
                    yield batch_rows
                if interrupted.is_set():
                    raise KeyboardInterrupt
        finally:
            cluster.cancel(futures)


@contextmanager
def _remember_interrupt() -> Iterator[Event]:
    """Set the event at Ctrl-C, whose KeyboardInterrupt Python ignores if it comes in a callback of the collector.

    Dask has such a callback, and workers in the same group of processes end at Ctrl-C: their results never come.
    """
    interrupted, usual = Event(), signal.getsignal(signal.SIGINT)
    if current_thread() is not main_thread() or not callable(usual):
        yield interrupted
        return

    def remember(number: int, frame: FrameType | None) -> None:
        interrupted.set()
        usual(number, frame)

    signal.signal(signal.SIGINT, remember)
    try:
        yield interrupted
    finally:
        signal.signal(signal.SIGINT, usual)


SCHEMA: Final = 1  # one more whenever a column changes its name, dtype or meaning
_KEY: Final = b"roses.study"


class Label(msgspec.Struct, frozen=True):
    """The description in a file: version of the schema, kind of rows, number of games, and the study."""

    schema: int
    rows: str
    games: int
    study: Study


class GameFile:
    """A Parquet file of simulated games, which ``read`` returns and ``write`` replaces.

    ImportError if the package pyarrow is not installed, OSError if the folder of the file does not exist or the path
    is that of a folder, ValueError for anything but a path.
    """

    def __init__(self, path: str | Path, study: Study, rows: str) -> None:
        if not isinstance(path, str | PathLike):
            raise ValueError(f"keep must be the path of a file, such as 'games.parquet', not {repr(path)[:80]}")
        self.path, self.study, self.rows = Path(path), study, rows
        if len(self.path.name) > 250:
            raise ValueError(f"games cannot be kept in {brief(path)!r}: this name is too long")
        if not self.path.parent.is_dir():
            raise FileNotFoundError(f"there is no folder {self.path.parent} to keep games in")
        if self.path.is_dir():
            raise IsADirectoryError(f"{self.path} is a folder; name a file in it to keep the games")
        self._arrow = import_package("pyarrow", "to keep games in a Parquet file")
        self._parquet = import_module("pyarrow.parquet")

    def read(self) -> tuple[int, pd.DataFrame | None]:
        """Return how many games are kept, and their rows; 0 and None if there is no file.

        ValueError if the file holds something else, or games of another study.
        """
        if not self.path.exists():
            return 0, None
        games = self._games()
        try:
            return (games, self._parquet.read_table(self.path).to_pandas()) if games else (0, None)
        except (self._arrow.ArrowException, OSError, UnicodeDecodeError) as error:
            raise ValueError(f"{self.path} is damaged, and is left as it is; name another file") from error

    def write(self, games: int, frame: pd.DataFrame) -> None:
        """Replace the file by ``frame``, the rows of ``games`` games, unless another call has saved more games in it.

        OSError if that fails, and the old file stays; ValueError if the file holds something else by now.
        """
        label = msgspec.json.encode(Label(SCHEMA, self.rows, games, self.study))
        table = self._arrow.Table.from_pandas(frame, preserve_index=False)
        table = table.replace_schema_metadata({**(table.schema.metadata or {}), _KEY: label})
        buffer = BytesIO()
        self._parquet.write_table(table, buffer, compression="zstd")
        try:
            with files.lock(self.path):
                if not self.path.exists() or self._games() <= games:
                    files.write(self.path, buffer.getvalue())
        except OSError as error:
            raise OSError(f"games cannot be kept in {self.path}: {error.strerror or error}") from error

    def _games(self) -> int:
        """Return how many games are in the file; ValueError if it holds something else."""
        try:
            label = msgspec.json.decode(self._parquet.read_schema(self.path).metadata[_KEY], type=Label)
        except OSError as error:
            damage = "is damaged, and is left as it is; name another file"
            reason = f"cannot be read: {error.strerror}" if error.strerror else damage
            raise ValueError(f"{self.path} {reason}") from error
        except (self._arrow.ArrowException, KeyError, TypeError, UnicodeDecodeError, msgspec.MsgspecError) as error:
            message = f"{self.path} holds no simulated games of this version, and is left as it is; name another file"
            raise ValueError(message) from error
        own = {"schema": SCHEMA, "rows": self.rows, **msgspec.structs.asdict(self.study)}
        other = {"schema": label.schema, "rows": label.rows, **msgspec.structs.asdict(label.study)}
        if name := next((name for name in own if own[name] != other[name]), ""):
            difference = f"{name}={other[name]!r}, not {own[name]!r}"
            raise ValueError(f"{self.path} keeps games of another study, with {difference}; name another file")
        return label.games


_BATCH: Final = 8  # games that a worker of a cluster plays before it reports; a process reports after each
_PART: Final = 10_000  # rows that are collected before a part of the table is made of them
_PAUSE: Final = 20.0  # the least time between two savings, s


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
    """Play ``n`` games between bots; return a table with a row for each game, turn, battle or block (``rows``).

    * ``game``, ``scenario``, ``ruleset`` and further options, as ``players=4``, are those of ``roses.start``.
    * ``seats`` names a bot for each side, or one for all: page, squire, knight, or ``"duke:50"`` with its iterations.
    * ``seed``: the table depends on it, never on ``jobs`` or ``cluster``. Game number k has a seed of its own, so that
      a larger ``n`` adds rows and changes none. ``roses.lab.study`` takes the same arguments and plays any game again.
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
    table = Table(_Run(plan, rows, n, keep).play_all(jobs, cluster))
    table.attrs = {"rows": rows, **msgspec.structs.asdict(plan)}
    return table


def check_numbers(**numbers: object) -> None:
    """Raise ValueError for the first of the arguments that is not a whole number of at least 1.

    >>> check_numbers(n=0)
    Traceback (most recent call last):
    ValueError: n must be a whole number from 1 on, not 0
    """
    for name, number in numbers.items():
        if not isinstance(number, int) or isinstance(number, bool) or number < 1:
            raise ValueError(f"{name} must be a whole number from 1 on, not {brief(number)!r}")


class _Run:
    """Games of a study that are being played; those that are finished are saved if there is a file for them."""

    def __init__(self, study: Study, rows: str, n: int, keep: str | Path | None) -> None:
        self.study, self.rows, self.n = study, rows, n
        self.file = GameFile(keep, study, rows) if keep else None
        self.done, frame = self.file.read() if self.file else (0, None)
        self.parts = [] if frame is None else [frame]
        self.rest: list[Row] = []  # rows that are in none of the parts yet
        self._saved, self._saved_at = self.done, monotonic()

    def play_all(self, jobs: int, cluster: Any = None) -> pd.DataFrame:
        """Play what is missing and return the rows of all ``n`` games."""
        size = 1 if cluster is None else _BATCH
        batches = [range(i, min(i + size, self.n)) for i in range(self.done, self.n, size)]
        if self.file and batches:  # fail before anything is played if it cannot be written
            self.file.write(self.done, self._whole())
        play = closing(results(self.study, self.rows, batches, jobs, cluster))
        try:
            with play as rows_of_batches, ProgressBar("games", "game", self.n) as bar:
                bar.update(min(self.done, self.n))
                for batch, rows in zip(batches, rows_of_batches, strict=True):
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
        """Make a part of the rows that are in none, if they are at least ``least``: pandas is slow with many parts."""
        if len(self.rest) >= least:
            dtypes = {column.name: column.dtype for column in self.study.columns(self.rows)}
            self.parts.append(pd.DataFrame(from_rows(self.rest, dtypes)))
            self.rest = []

    def _whole(self) -> pd.DataFrame:
        """Return all rows so far as one frame, which replaces the parts."""
        self._gather()
        self.parts = [pd.concat(self.parts, ignore_index=True)]
        return self.parts[0]

    def _save(self, pause: float = 0.0) -> None:
        """Save the games if there are new ones and the last attempt was at least ``pause`` seconds ago."""
        if not self.file or self.done <= self._saved or monotonic() - self._saved_at < pause:
            return
        self._saved_at = monotonic()
        try:
            self.file.write(self.done, self._whole())
            self._saved = self.done
        except (OSError, ValueError) as error:
            number = self.done - self._saved
            warnings.warn(f"{error}; the work goes on; games that are not kept so far: {number}", stacklevel=4)
