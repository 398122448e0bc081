"""How many games a second ``roses.simulate`` plays with 1 and 2 jobs, in CPU and wall time, and in how much memory.

    python -m tests.benchmarks.simulate [GAMES]

Each number of jobs is measured in a process of its own, cold: the imports count.
"""

from __future__ import annotations

import json
import subprocess
import sys
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from time import monotonic

import roses

SEATS = {"York": "squire", "Lancaster": "squire"}


def measured(games: int, jobs: int) -> dict[str, float]:
    """The figures of one run, in this process and those that it starts; MB are those of the largest process."""
    begin = monotonic()
    roses.simulate("richard-iii", "1483", n=games, seats=SEATS, jobs=jobs)
    wall = monotonic() - begin
    if jobs > 1:  # what they used is known when they have ended
        from joblib.externals.loky import get_reusable_executor

        get_reusable_executor().shutdown(wait=True)
    used = [getrusage(who) for who in (RUSAGE_SELF, RUSAGE_CHILDREN)]
    cpu = sum(one.ru_utime + one.ru_stime for one in used)
    return {
        "jobs": jobs, "games": games, "cpu_s": round(cpu, 1), "wall_s": round(wall, 1),
        "games_per_cpu_s": round(games / cpu, 1), "games_per_wall_s": round(games / wall, 1),
        "mb": max(one.ru_maxrss for one in used) // 1024,
    }  # fmt: skip


if __name__ == "__main__":
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    if len(sys.argv) > 2:
        print(json.dumps(measured(number, int(sys.argv[2]))))
    else:
        for processes in (1, 2):
            subprocess.run([sys.executable, "-m", __spec__.name, str(number), str(processes)], check=True)
