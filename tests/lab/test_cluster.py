"""``roses.simulate`` on a Dask cluster: the same table as in one process, and nothing that is finished is lost."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from pandas.testing import assert_frame_equal

import roses
from tests.proof import sampled

ROOT = Path(__file__).resolve().parents[2]
WAR: dict[str, Any] = {"game": "richard-iii", "scenario": "1483", "seats": {"York": "squire", "Lancaster": "page"}}
COURT: dict[str, Any] = {"game": "lancaster", "players": 3}


@contextmanager
def local(processes: bool) -> Iterator[Any]:
    """A client of a real cluster of two workers on this machine, in threads or in processes of their own."""
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=processes, dashboard_address=None, silence_logs="ERROR"
        ) as cluster,
        distributed.Client(cluster, set_as_default=False) as client,
    ):
        yield client


CASES = [(False, WAR, "games"), (True, WAR, "blocks"), (True, WAR, "games"), (True, COURT, "turns")]


@pytest.mark.parametrize(("processes", "call", "rows"), sampled(CASES, CASES[0]))
def test_the_table_of_a_cluster_is_byte_for_byte_that_of_one_process(
    processes: bool, call: dict[str, Any], rows: str, tmp_path: Path
) -> None:
    pytest.importorskip("pyarrow")
    one = roses.simulate(**call, n=9, rows=rows, keep=tmp_path / "one.parquet")
    with local(processes) as client:
        there = roses.simulate(**call, n=9, rows=rows, cluster=client, keep=tmp_path / "there.parquet")
        assert len(client.scheduler_info()["workers"]) == 2
        assert not client.futures  # what has arrived is forgotten, on the cluster too
    assert_frame_equal(one, there)
    assert one.to_csv() == there.to_csv()
    assert (tmp_path / "one.parquet").read_bytes() == (tmp_path / "there.parquet").read_bytes()


@pytest.mark.parametrize("wrong", [2, "", "tcp://127.0.0.1:9"])
def test_what_is_no_client_is_refused_in_a_sentence(wrong: Any) -> None:
    pytest.importorskip("distributed")
    with pytest.raises(ValueError, match=r"cluster must be a distributed.Client, .*, not "):
        roses.simulate(**COURT, n=1, cluster=wrong)


# Ctrl-C is heard also where the tests were begun in the background of a shell
_RUN = """\
import signal, sys
from distributed import Client, LocalCluster
import roses
from roses.lab.runs import simulation
simulation._PAUSE = 0.0
if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    where = {"n_workers": 2, "threads_per_worker": 1, "processes": sys.argv[2] == "True", "dashboard_address": None}
    with LocalCluster(**where) as cluster, Client(cluster) as client:
        try:
            roses.simulate("richard-iii", "1483", seats="page", n=4000, cluster=client, keep=sys.argv[1])
        except KeyboardInterrupt:
            print("interrupted")
"""


INTERRUPTS = [(False, False), (True, False), (True, True)]


@pytest.mark.parametrize(("processes", "whole_group"), sampled(INTERRUPTS, INTERRUPTS[0]))
def test_an_interrupt_keeps_what_the_cluster_has_finished(processes: bool, whole_group: bool, tmp_path: Path) -> None:
    """With ``whole_group`` the workers get the signal too, as they do from a terminal."""
    pytest.importorskip("distributed"), pytest.importorskip("pyarrow")
    path, script = tmp_path / "games.parquet", tmp_path / "run.py"
    script.write_text(_RUN, encoding="utf-8")
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, str(script), str(path), str(processes)]
    with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
                          text=True) as run:  # fmt: skip
        while run.poll() is None and not path.exists():
            time.sleep(0.05)
        (os.killpg if whole_group else os.kill)(run.pid, signal.SIGINT)
        try:
            result = run.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            os.killpg(run.pid, signal.SIGKILL)  # else the test would wait for ever
            result = run.communicate()
    assert run.returncode == 0, result
    assert "interrupted" in result[0], result
    done = roses.simulate("richard-iii", "1483", seats="page", n=8, keep=path)
    assert_frame_equal(done, roses.simulate("richard-iii", "1483", seats="page", n=8))


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_an_interrupt_that_comes_in_a_callback_of_the_collector_ends_a_run_on_a_cluster() -> None:
    """Python ignores what such a callback raises, and Dask has one."""
    sent: list[str] = []
    usual = signal.signal(signal.SIGINT, signal.default_int_handler)

    def interrupt(phase: str, info: dict[str, int]) -> None:
        handled = signal.getsignal(signal.SIGINT) is not signal.default_int_handler
        if handled and not sent and threading.current_thread() is threading.main_thread():
            sent.append(phase)
            signal.raise_signal(signal.SIGINT)

    threshold = gc.get_threshold()
    gc.set_threshold(700)
    gc.callbacks.append(interrupt)
    try:
        with local(processes=False) as cluster, pytest.raises(KeyboardInterrupt):
            roses.simulate("richard-iii", "1483", seats="page", n=4000, cluster=cluster)
        assert sent and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        gc.callbacks.remove(interrupt)
        gc.set_threshold(*threshold)
        signal.signal(signal.SIGINT, usual)
