"""From a click on *forward* in a notebook's stepper to the next painted frame, in a real Chromium. Prints JSON.

``python -m tests.benchmarks.click_to_paint [NOTEBOOK]``, by default the road to Bosworth. ``first`` is the frame after
the counter changed; ``settled`` the frame after the last change of the stepper, map and battle board included.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
from pathlib import Path

from tests.browser.harness import ROOT, Notebook, chromium, lab

RUNS = 30
QUIET = 400  # ms without a change of the stepper: the step is over
_MEASURE = """async ([quiet]) => {
    const root = document.querySelector('.roses-stepper'), counter = root.querySelector('.roses-counter');
    const before = counter.textContent, begin = performance.now();
    const painted = () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
    let first = null, settled = null, last = begin;
    const watch = new MutationObserver(async () => {
        const counts = first === null && counter.textContent !== before;
        if (counts) first = 0;
        last = performance.now();
        await painted();
        settled = performance.now() - begin;
        if (counts) first = settled;
    });
    watch.observe(root, {subtree: true, childList: true, attributes: true, characterData: true});
    root.querySelector('.roses-forward').click();
    while (!first || performance.now() - last < quiet) await new Promise(done => setTimeout(done, 20));
    watch.disconnect();
    return {first, settled};
}"""


def main(name: str) -> None:
    """Click forward ``RUNS`` times, from the first step again after the last, and print medians in milliseconds."""
    with tempfile.TemporaryDirectory() as folder, lab(Path(folder), ROOT / "notebooks") as base, chromium() as browser:
        notebook = Notebook(browser.new_page(viewport={"width": 1400, "height": 1000}), base, name)
        notebook.run_all()
        stepper = notebook.stepper()
        runs = []
        for _ in range(RUNS):
            if stepper.step == stepper.last:
                stepper.click("first")
                stepper.wait_for_step_back(1)
            runs.append(notebook.page.evaluate(_MEASURE, [QUIET]))
    print(json.dumps({"notebook": name, "runs": RUNS} | {key: _summary([r[key] for r in runs]) for key in runs[0]}))


def _summary(times: list[float]) -> dict[str, float]:
    return {"median_ms": round(statistics.median(times), 1), "slowest_ms": round(max(times), 1)}


if __name__ == "__main__":
    main(*sys.argv[1:] or ["05_road_to_bosworth.ipynb"])
