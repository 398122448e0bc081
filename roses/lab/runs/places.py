"""Where the games of a study are played: in this process, in several, or on a Dask cluster; the rows are the same."""

from __future__ import annotations

import signal
from collections.abc import Generator, Iterable, Sequence
from importlib import import_module
from typing import Any, Protocol, TypeAlias

from roses.engine.i18n import gettext as _
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
    >>> [len(found) for found in results(study("lancaster", players=2), "games", [range(2), range(2, 3)], jobs=1)]
    [2, 1]
    """
    if cluster is not None:
        yield from _on_cluster(cluster, plays, rows, batches)
    elif jobs == 1 or len(batches) < 2:
        yield from (plays.rows(rows, batch) for batch in batches)
    else:
        joblib = import_package("joblib", _("to play on several processors"))
        pool = joblib.Parallel(n_jobs=jobs, return_as="generator", batch_size=1)
        try:
            yield from pool(joblib.delayed(_elsewhere)(plays, rows, batch, language()) for batch in batches)
        except import_module("joblib.externals.loky.process_executor").TerminatedWorkerError as error:
            said = _(
                "one of the {jobs} processes that play was killed, perhaps for want of memory; try with fewer jobs"
            )
            raise ChildProcessError(said.format(jobs=jobs)) from error


def _elsewhere(plays: Plays, rows: str, batch: range, code: str) -> list[Row]:
    """Return the rows of a batch in a process of its own, which leaves Ctrl-C to the one that began it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    return _in_language(plays, rows, batch, code)


def _in_language(plays: Plays, rows: str, batch: range, code: str) -> list[Row]:
    """Return the rows of a batch in the language of the process that asked for them."""
    if language() != code:
        set_language(code)
    return plays.rows(rows, batch)


def _on_cluster(cluster: Any, plays: Plays, rows: str, batches: Sequence[range]) -> Rows:
    """Yield the rows of each batch from a cluster; ValueError if that is none."""
    distributed = import_package("distributed", _("to play on a cluster"))
    if not isinstance(cluster, distributed.Client):
        said = _("the cluster is given as a distributed.Client, cluster=Client('tcp://192.0.2.7:8786'), not {cluster}")
        raise ValueError(said.format(cluster=repr(cluster)[:80]))
    futures = [cluster.submit(_in_language, plays, rows, batch, language(), pure=False) for batch in batches]
    try:
        while futures:
            yield futures[0].result()
            del futures[0]  # so that the cluster forgets what has arrived
    finally:
        cluster.cancel(futures)
