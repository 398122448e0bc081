"""Where the games of a study are played: in this process, in several, or on a Dask cluster; the rows are the same."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Generator, Iterable, Sequence
from functools import cache
from importlib import import_module
from multiprocessing import parent_process
from threading import Thread
from time import sleep
from typing import Any, Protocol, TypeAlias

from roses.engine.i18n import language, set_language
from roses.lab.extras import import_package
from roses.lab.runs.columns import Row

Rows: TypeAlias = Generator[list[Row], None, None]  # those of each batch


class Plays(Protocol):
    """What plays games by their numbers and makes rows of a kind of them: a study, or a fork."""

    def rows(self, kind: str, numbers: Iterable[int]) -> list[Row]:
        """Return the rows of the games with these numbers."""


def results(plays: Plays, rows: str, batches: Sequence[range], jobs: int, cluster: Any = None) -> Rows:
    """Yield the rows of each batch of games, in order; what is not finished is given up when the generator closes.

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
            calls = (joblib.delayed(_elsewhere)(plays, rows, batch, language(), os.getpid()) for batch in batches)
            yield from pool(calls)
        except import_module("joblib.externals.loky.process_executor").TerminatedWorkerError as error:
            message = f"one of the {jobs} processes that play was killed, perhaps for want of memory; try fewer jobs"
            raise ChildProcessError(message) from error


def _elsewhere(plays: Plays, rows: str, batch: range, code: str, parent: int) -> list[Row]:
    """Return the rows of a batch in a process of its own, which leaves Ctrl-C to its parent and ends with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if (begun_by := parent_process()) and begun_by.pid == parent:
        _end_with(parent)
    return _in_language(plays, rows, batch, code)


@cache
def _end_with(parent: int) -> None:
    """End this process within a second or so of its parent, which may be killed and then ends no other."""

    def watch() -> None:
        begun_by = parent_process()
        if sys.platform == "win32" and begun_by:
            begun_by.join()
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
    """Yield the rows of each batch from a cluster; ValueError if that is none."""
    distributed = import_package("distributed", "to play on a cluster")
    if not isinstance(cluster, distributed.Client):
        example = "Client('tcp://192.0.2.7:8786')"
        raise ValueError(f"cluster must be a distributed.Client, such as {example}, not {repr(cluster)[:80]}")
    futures = [cluster.submit(_in_language, plays, rows, batch, language(), pure=False) for batch in batches]
    try:
        while futures:
            yield futures[0].result()
            del futures[0]  # so that the cluster forgets what has arrived
    finally:
        cluster.cancel(futures)
