"""Time of ``import roses`` and of a first game in a fresh Python, and the large packages that are loaded then.

``python -m tests.benchmarks.import_time`` prints JSON.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RUNS = 20
HEAVY = ("pandas", "plotly", "ipywidgets")
CODE = f"""\
import json, sys, time
begin = time.perf_counter()
import roses
imported = time.perf_counter()
roses.start("richard-iii")
started = time.perf_counter()
loaded = [name for name in {HEAVY} if name in sys.modules]
print(json.dumps([1000 * (imported - begin), 1000 * (started - begin), loaded]))
"""


def main() -> None:
    """Run ``RUNS`` processes and print medians in milliseconds, from before the import on."""
    command = [sys.executable, "-c", CODE]
    runs = [json.loads(subprocess.check_output(command, cwd=ROOT)) for _ in range(RUNS)]
    imported, started, loaded = zip(*runs, strict=True)
    medians = {"import_ms": statistics.median(imported), "first_game_ms": statistics.median(started)}
    print(json.dumps({name: round(ms, 1) for name, ms in medians.items()} | {"runs": RUNS, "heavy_loaded": loaded[0]}))


if __name__ == "__main__":
    main()
