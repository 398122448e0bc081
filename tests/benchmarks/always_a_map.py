"""Counts in how many sessions the Stepper shows all blocks, and Python's step after each click; prints JSON.

``python -m tests.benchmarks.always_a_map [SESSIONS]``: so many sessions of each kind, 50 by default; some 20 s each. A
session is a fresh page with a kernel of its own, under one of three difficulties: ``late``, plotly comes 10 s late;
``slow``, the processor is six times slower for the page; ``busy``, 8 processes compute beside. ``all_blocks``: the
first map has every block of Python's state. ``agreed``: after each of the clicks it was the map of Python's step, at
last. ``silent``: for longer than 1.5 s it was another map than the panel's, and no sentence said so. ``empty``: at some
moment it was a map without blocks.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
import urllib.request
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, TimeoutError

from tests.browser import agreement
from tests.browser.harness import TOKEN, Notebook, Stepper, chromium, lab, write_notebook
from tests.browser.test_late_plotly import DISTURB, PLOTLY

CLICKS = 6
KINDS = ("late", "slow", "busy")
_SILENT = 1_500  # ms: the time after which the SVG must be there, and one more look or two


def main(sessions: int) -> None:
    """Run so many sessions of each kind and print what they showed."""
    with tempfile.TemporaryDirectory() as name, chromium() as browser:
        folder = Path(name)
        write_notebook(folder / "kit" / "00_start.ipynb")  # the server opens it
        for kind in KINDS:
            for number in range(sessions):
                write_notebook(folder / "kit" / f"{kind}{number}.ipynb", *agreement.CELLS)
        with lab(folder, folder / "kit") as base:
            for kind in KINDS:
                with agreement.busy_machine() if kind == "busy" else nullcontext():
                    results = [_session(browser, base, kind, number) for number in range(sessions)]
                print(json.dumps({"kind": kind, "sessions": sessions} | _summary(results)), flush=True)


def _session(browser: Browser, base: str, kind: str, number: int) -> dict[str, Any]:
    """Return what one session showed."""
    results: dict[str, Any] = {"all_blocks": False, "agreed": False, "why": ""}
    with browser.new_context(viewport={"width": 1400, "height": 1000}) as context:
        page = context.new_page()
        agreement.watch(page)
        if kind == "late":
            page.add_init_script(f"({DISTURB})({json.dumps((10_000, False, PLOTLY))})")
        if kind == "slow":
            agreement.slow_processor(page)
        try:
            Notebook(page, base, f"{kind}{number}.ipynb", f"{kind}{number}").run(len(agreement.CELLS))
            stepper = Stepper(page)
            agreement.wait_until_agreed(page)
            results["all_blocks"] = True
            for step in range(2, CLICKS + 2):
                stepper.click("forward")
                stepper.wait_for_step(step, 30_000)
                agreement.wait_until_agreed(page)
            results["agreed"] = True
        except TimeoutError as error:
            results["why"] = f"{error}".splitlines()[0] + f" ({page.evaluate('agrees()')})"
            print(f"{kind} {number}: {results['why']}", file=sys.stderr)
        results |= agreement.watched(page)
    _end_kernels(base)
    return results


def _end_kernels(base: str) -> None:
    with urllib.request.urlopen(f"{base}/api/sessions?token={TOKEN}") as answer:
        names = [session["id"] for session in json.load(answer)]
    for name in names:
        urllib.request.urlopen(urllib.request.Request(f"{base}/api/sessions/{name}?token={TOKEN}", method="DELETE"))


def _summary(item: list[dict[str, Any]]) -> dict[str, Any]:
    counted = {name: sum(one[name] for one in item) for name in ("all_blocks", "agreed")}
    apart = [one["apart"] for one in item]
    return counted | {
        "silent": sum(ms > _SILENT for ms in apart),
        "empty": sum(one["empty"] > 0 for one in item),
        "longest_apart_ms": {"median": round(statistics.median(apart)), "most": round(max(apart))},
    }


if __name__ == "__main__":
    main(*map(int, sys.argv[1:] or ["50"]))
