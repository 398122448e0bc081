"""Time from a click on *forward* in a notebook's Stepper to the painted screen, in a real Chromium; prints JSON.

``python -m tests.benchmarks.click_to_paint [NOTEBOOK]``, by default the road to Bosworth, in a window of 1280 x 720.
``live`` is the notebook, ``file`` the exported file of the same timeline, in turn with it and for the same steps.
``map`` is the end of the frame in which the new map was painted, as SVG or by plotly; ``plot`` that in which plotly had
followed; ``board`` the same for the boards, on the steps where one of these covers the map; ``either`` is whichever of
them a step shows.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import ViewportSize

import roses
from roses.widgets.export.page import page_html
from tests.browser.agreement import LESSON
from tests.browser.harness import ROOT, Notebook, Stepper, chromium, lab

RUNS = 30
PAUSE = 2600  # ms between two clicks: all marches of a step have come to their ends, and plotly has followed
WINDOW: ViewportSize = {"width": 1280, "height": 720}
_MEASURE = """async ([pause]) => {
    const root = document.querySelector('.roses-stepper');
    const plot = root.querySelector('.js-plotly-plot');
    const painted = () => new Promise(done => requestAnimationFrame(() => {
        const channel = new MessageChannel();  // its message comes as soon as the frame has been painted
        channel.port1.onmessage = () => done(performance.now());
        channel.port2.postMessage('');
    }));
    const changed = (node, deep) => new Promise(done => new MutationObserver((_, watch) => {
        watch.disconnect();
        done(painted());
    }).observe(node, {childList: true, subtree: deep}));
    const plotted = new Promise(done => plot && plot.once('plotly_afterplot', () => done(painted())));
    const drawn = Promise.race([plotted, changed(root.querySelector('.roses-still'), false)]);
    const board = root.querySelector('.roses-battle'), boarded = changed(board, true);
    const begin = performance.now();
    root.querySelector('.roses-forward').click();
    await new Promise(done => setTimeout(done, pause));
    const since = async (made) => ((at) => at && at - begin)(await Promise.race([made, null]));
    const [map, follows] = [await since(drawn), await since(plotted)];
    const shown = board.hidden ? null : await since(boarded);
    return {map, plot: follows, board: shown, either: map ?? shown};
}"""


def main(name: str) -> None:
    """Click forward ``RUNS`` times in each, and print medians in milliseconds."""
    with tempfile.TemporaryDirectory() as folder, lab(Path(folder), ROOT / "notebooks") as base, chromium() as browser:
        notebook = Notebook(browser.new_page(viewport=WINDOW, reduced_motion="no-preference"), base, name)
        notebook.run_all()
        stepper = notebook.stepper()
        notebook.page.wait_for_selector(".roses-still", state="hidden", timeout=60_000)
        file = Path(folder, "lesson.html")
        file.write_text(page_html(roses.timeline(LESSON)), encoding="utf-8")
        page = browser.new_page(viewport=WINDOW, reduced_motion="no-preference")
        page.goto(file.as_uri())
        both = {"live": stepper, "file": Stepper(page)}
        runs = [{kind: _run(one) for kind, one in both.items()} for _ in range(RUNS)]
    results = {kind: _summaries([run[kind] for run in runs]) for kind in both}
    print(json.dumps({"notebook": name, "runs": RUNS, **results}))
    of = {what: [results[kind][what].get("median_ms", 0) for kind in both] for what in ("map", "board", "either")}
    print(json.dumps({"live / file": {what: round(live / kept, 2) for what, (live, kept) in of.items()}}))


def _run(stepper: Stepper) -> dict[str, float | None]:
    if stepper.step == stepper.last:
        stepper.click("first")
        stepper.wait_for_step_back(1)
        stepper.page.wait_for_timeout(PAUSE)
    times: dict[str, float | None] = stepper.page.evaluate(_MEASURE, [PAUSE])
    return times


def _summaries(runs: list[dict[str, float | None]]) -> dict[str, dict[str, float]]:
    return {key: _summary([run[key] for run in runs]) for key in runs[0]}


def _summary(times: list[float | None]) -> dict[str, float]:
    results = [time for time in times if time is not None]
    if not results:
        return {"steps": 0}
    return {
        "steps": len(results),
        "median_ms": round(statistics.median(results), 1),
        "slowest_ms": round(max(results), 1),
    }


if __name__ == "__main__":
    main(*sys.argv[1:] or ["05a_rising_of_1483.ipynb"])
