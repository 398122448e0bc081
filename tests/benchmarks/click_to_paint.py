"""Time from a click on *forward* in a notebook's Stepper to the painted screen, in a real Chromium; prints JSON.

``python -m tests.benchmarks.click_to_paint [NOTEBOOK]``, by default the road to Bosworth, in a window of 1280 x 720.
``live`` is the notebook, ``file`` the exported file of the same timeline, for the same steps. ``map`` is the end of the
frame in which the new map was painted, by plotly or in the file as SVG; ``board`` the same for the boards, on the steps
where one of these covers the map; ``either`` is whichever of them a step shows.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import ViewportSize

import roses
from roses.widgets.export.page import page_html
from tests.browser.agreement import LESSON
from tests.browser.harness import ROOT, Notebook, Stepper, chromium, lab

RUNS = 30
PAUSE = 600  # ms between two clicks
WINDOW: ViewportSize = {"width": 1280, "height": 720}
_MEASURE = """async ([pause]) => {
    const root = document.querySelector('.roses-stepper');
    const plot = root.querySelector('.js-plotly-plot');
    const painted = () => new Promise(done => requestAnimationFrame(() => {
        const channel = new MessageChannel();  // its message comes as soon as the frame has been painted
        channel.port1.onmessage = () => done(performance.now());
        channel.port2.postMessage('');
    }));
    const drawn = new Promise(done => {
        if (plot) return plot.once('plotly_afterplot', () => done(painted()));
        new MutationObserver((_, watch) => {
            watch.disconnect();
            done(painted());
        }).observe(root.querySelector('.roses-still'), {childList: true});
    });
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
    """Click forward ``RUNS`` times, live and in the file, and print medians in milliseconds."""
    with tempfile.TemporaryDirectory() as folder, lab(Path(folder), ROOT / "notebooks") as base, chromium() as browser:
        notebook = Notebook(browser.new_page(viewport=WINDOW), base, name)
        notebook.run_all()
        stepper = notebook.stepper()
        notebook.page.wait_for_selector(".roses-still", state="hidden", timeout=60_000)
        live = _runs(stepper)
        file = Path(folder, "lesson.html")
        file.write_text(page_html(roses.timeline(LESSON)), encoding="utf-8")
        page = browser.new_page(viewport=WINDOW)
        page.goto(file.as_uri())
        kept = _runs(Stepper(page))
    print(json.dumps({"notebook": name, "runs": RUNS, "live": live, "file": kept}))
    print(json.dumps({"live / file": round(live["map"]["median_ms"] / kept["map"]["median_ms"], 2)}))


def _runs(stepper: Stepper) -> dict[str, Any]:
    runs = []
    for _ in range(RUNS):
        if stepper.step == stepper.last:
            stepper.click("first")
            stepper.wait_for_step_back(1)
        runs.append(stepper.page.evaluate(_MEASURE, [PAUSE]))
    return {key: _summary([run[key] for run in runs]) for key in runs[0]}


def _summary(times: list[float | None]) -> dict[str, float]:
    found = [time for time in times if time is not None]
    return {"steps": len(found), "median_ms": round(statistics.median(found), 1), "slowest_ms": round(max(found), 1)}


if __name__ == "__main__":
    main(*sys.argv[1:] or ["05a_rising_of_1483.ipynb"])
