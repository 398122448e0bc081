"""Time from a click on *forward* in a notebook's Stepper to the painted screen, in a real Chromium; prints JSON.

``python -m tests.benchmarks.click_to_paint [NOTEBOOK]``, by default the road to Bosworth, in a window of 1280 x 720.
``map`` is the end of the frame in which plotly's new map was painted; ``board`` the same for the battle board or the
count, on the steps where one of these covers the map; ``either`` is whichever of them a step shows.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
from pathlib import Path

from tests.browser.harness import ROOT, Notebook, chromium, lab

RUNS = 30
PAUSE = 600  # ms between two clicks
_MEASURE = """async ([pause]) => {
    const root = document.querySelector('.roses-stepper');
    const plot = root.querySelector('.js-plotly-plot');
    const painted = () => new Promise(done => requestAnimationFrame(() => {
        const channel = new MessageChannel();  // its message comes as soon as the frame has been painted
        channel.port1.onmessage = () => done(performance.now());
        channel.port2.postMessage('');
    }));
    const drawn = new Promise(done => plot.once('plotly_afterplot', () => done(painted())));
    const board = root.querySelector('.roses-battle');
    const boarded = new Promise(done => new MutationObserver((_, watch) => {
        watch.disconnect();
        done(painted());
    }).observe(board, {childList: true, subtree: true}));
    const begin = performance.now();
    root.querySelector('.roses-forward').click();
    await new Promise(done => setTimeout(done, pause));
    const [map, shown] = [await Promise.race([drawn, null]), await Promise.race([boarded, null])];
    const times = {map: map && map - begin, board: board.hidden ? null : shown && shown - begin};
    return {...times, either: times.map ?? times.board};
}"""


def main(name: str) -> None:
    """Click forward ``RUNS`` times, from the first step again after the last, and print medians in milliseconds."""
    with tempfile.TemporaryDirectory() as folder, lab(Path(folder), ROOT / "notebooks") as base, chromium() as browser:
        notebook = Notebook(browser.new_page(viewport={"width": 1280, "height": 720}), base, name)
        notebook.run_all()
        stepper = notebook.stepper()
        runs = []
        for _ in range(RUNS):
            if stepper.step == stepper.last:
                stepper.click("first")
                stepper.wait_for_step_back(1)
            runs.append(notebook.page.evaluate(_MEASURE, [PAUSE]))
    print(json.dumps({"notebook": name, "runs": RUNS} | {key: _summary([r[key] for r in runs]) for key in runs[0]}))


def _summary(times: list[float | None]) -> dict[str, float]:
    found = [time for time in times if time is not None]
    return {"steps": len(found), "median_ms": round(statistics.median(found), 1), "slowest_ms": round(max(found), 1)}


if __name__ == "__main__":
    main(*sys.argv[1:] or ["05a_rising_of_1483.ipynb"])
