"""Time from a click at a table to the painted answer, in JupyterLab in a real Chromium; prints JSON.

``python -m tests.benchmarks.click_at_table [CLICKS]``, in a window of 1280 x 720, against squires, whose own thinking
is left out: the clock stops when the page shows the choice of the player. ``list`` are clicks that the page answers by
itself, ``army`` those that ask where an army may go, ``move`` those that are played.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

from playwright.sync_api import Page, ViewportSize

from tests.browser.harness import chromium, lab
from tests.browser.person import Person, sit, write

WINDOW: ViewportSize = {"width": 1280, "height": 720}
PAUSE = 250  # ms between two clicks
_TABLE = """from roses.widgets import Table
Table(%r, seed=4%s)"""
_GAMES = {"war": ("richard-iii", ', scenario="1483"'), "court": ("lancaster", ", players=4")}
_MEASURE = """async () => {
    const root = document.querySelector('.roses-table'), list = root.querySelector('.roses-options');
    const painted = () => new Promise(done => requestAnimationFrame(() => {
        const channel = new MessageChannel();  // its message comes as soon as the frame has been painted
        channel.port1.onmessage = () => done(performance.now());
        channel.port2.postMessage('');
    }));
    const buttons = [...list.querySelectorAll('button:not(.roses-other):not([data-over])')];
    const within = root.querySelector('.roses-crumbs b') !== null;
    const spots = within ? [] : [...root.querySelectorAll('.roses-board rect.roses-open')];
    const all = [...buttons, ...spots], chosen = all[Math.floor(Math.random() * all.length)];
    if (!all.length) return null;
    const at = root.dataset.at, begin = performance.now();
    chosen.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    const asks = () => root.hasAttribute('aria-busy');
    if (!asks()) return ['list', await painted() - begin];
    await new Promise(done => {
        const observer = new MutationObserver(() => asks() || (observer.disconnect(), done()));
        observer.observe(root, { attributes: true });
    });
    return [root.dataset.at === at ? 'army' : 'move', await painted() - begin];
}"""


def main(clicks: int) -> None:
    """Click so many times in each game, and print medians and 95th percentiles in milliseconds."""
    with tempfile.TemporaryDirectory() as name, chromium() as browser:
        folder = Path(name)
        notebooks = {"00_start": ["1"], **{game: [_TABLE % about] for game, about in _GAMES.items()}}
        with lab(folder, write(folder, notebooks)) as base:
            for game in _GAMES:
                page = browser.new_page(viewport=WINDOW)
                sit(page, base, game)
                print(json.dumps({"game": game, **_times(page, clicks)}))
                page.close()


def _times(page: Page, clicks: int) -> dict[str, dict[str, float]]:
    """Return the times of the clicks, by what answered them and of all."""
    person, times = Person(page, keys=False), defaultdict[str, list[float]](list)
    for _again in range(clicks):
        page.wait_for_timeout(PAUSE)
        person.wait()
        if (again := page.locator(".roses-tools button:visible", has_text="Play again")).count():
            again.click()
            continue
        values = page.evaluate(_MEASURE)
        if not values:
            person.end()
            continue
        kind, took = values
        times[kind].append(took)
        times["all"].append(took)
    return {kind: _summary(values) for kind, values in sorted(times.items())}


def _summary(times: list[float]) -> dict[str, float]:
    last = sorted(times)[min(len(times) - 1, int(0.95 * len(times)))]
    return {"clicks": len(times), "median_ms": round(statistics.median(times), 1), "p95_ms": round(last, 1)}


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 150)
