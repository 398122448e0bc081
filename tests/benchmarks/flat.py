"""Memory of kernel and page over 2,000 steps of the Stepper in a real Chromium, resizing included; prints JSON.

``python -m tests.benchmarks.flat [STEPS]``: forward through the lesson and from its first step again; the window
changes its size every 50 steps. A line each 250 steps: ``kernel_mb`` is the resident memory of the kernel, ``page_mb``
the heap of the page's scripts and ``nodes`` its elements and texts, both after a forced collection of garbage. The
caches fill during the first 500 steps; ``growth`` at the end compares the last line with the one after these.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from pathlib import Path

import psutil
from playwright.sync_api import CDPSession, Page

from tests.browser import agreement
from tests.browser.harness import Notebook, Stepper, chromium, lab, write_notebook

EVERY, RESIZE = 250, 50
_SIZES = ((1400, 1000), (1280, 720), (1024, 768), (820, 900), (390, 800))
_PID = "import os\nprint('kernel', os.getpid())"
_STEP = """async () => {
    const root = document.querySelector('.roses-stepper'), counter = root.querySelector('.roses-counter');
    const before = counter.textContent, forward = root.querySelector('.roses-forward');
    (forward.disabled ? root.querySelector('.roses-first') : forward).click();
    for (const end = performance.now() + 20000; counter.textContent === before;) {
        if (performance.now() > end) throw Error(`no step after ${before}`);
        await new Promise(done => setTimeout(done, 4));
    }
}"""


def main(steps: int) -> None:
    """Step so often and print the memory in use."""
    with tempfile.TemporaryDirectory() as name, chromium() as browser:
        folder = Path(name)
        write_notebook(folder / "kit" / "00_start.ipynb", *agreement.CELLS, _PID)
        with lab(folder, folder / "kit") as base, browser.new_context() as context:
            page = context.new_page()
            Notebook(page, base, "00_start.ipynb", "flat").run(len(agreement.CELLS) + 1)
            Stepper(page)
            page.wait_for_selector(".roses-still", state="hidden", timeout=60_000)
            printed = page.locator(".jp-OutputArea-output pre", has_text="kernel").inner_text()
            kernel = psutil.Process(int(printed.split()[-1]))
            lines = _steps(page, context.new_cdp_session(page), kernel, steps)
    begun = lines[min(2, len(lines) - 1)]
    print(json.dumps({"growth": {key: round(lines[-1][key] - begun[key], 1) for key in begun}}))


def _steps(page: Page, devtools: CDPSession, kernel: psutil.Process, steps: int) -> list[dict[str, float]]:
    lines = [_line(0, devtools, kernel)]
    for step in range(1, steps + 1):
        if step % RESIZE == 0:
            wide, high = _SIZES[step // RESIZE % len(_SIZES)]
            page.set_viewport_size({"width": wide, "height": high})
        page.evaluate(_STEP)
        if step % EVERY == 0:
            page.set_viewport_size({"width": _SIZES[0][0], "height": _SIZES[0][1]})
            time.sleep(2)  # for what comes late
            lines.append(_line(step, devtools, kernel))
    return lines


def _line(step: int, devtools: CDPSession, kernel: psutil.Process) -> dict[str, float]:
    """Return and print what is in use now."""
    devtools.send("HeapProfiler.collectGarbage")
    heap = devtools.send("Runtime.getHeapUsage")["usedSize"]
    nodes = devtools.send("Memory.getDOMCounters")["nodes"]
    results = {"step": step, "kernel_mb": kernel.memory_info().rss / 1e6, "page_mb": heap / 1e6, "nodes": nodes}
    results = {key: round(value, 1) for key, value in results.items()}
    print(json.dumps(results), flush=True)
    return results


if __name__ == "__main__":
    main(*map(int, sys.argv[1:] or ["2000"]))
