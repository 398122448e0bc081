"""Whether the map that a page shows is that of Python's step: what Python has, and a watch in the page."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from playwright.sync_api import Page

import roses
from roses.figures.map.text import description
from roses.richard.tables import BLOCKS

LESSON: Final = "1483-richard-iii"
SHOW: Final = f"stepper = Stepper(roses.timeline('{LESSON}'))\nstepper"
CELLS: Final = ("import roses", "from roses.widgets import Stepper", SHOW)
# Looks ten times a second which blocks are in sight, and counts: "looked"; "empty", a map without any block; "apart",
# the longest time in ms in which the map was not the panel's and no sentence said so. ``agrees()``: true or a reason.
WATCH: Final = """expected => {
    const inSight = () => {
        const root = document.querySelector('.roses-stepper:has(.roses-ground img)');
        if (!root || !root.clientWidth) return null;
        const step = parseInt(root.querySelector('.roses-counter').textContent) - 1;
        const said = !root.querySelector('.roses-note').hidden;
        const still = root.querySelector('.roses-still:not([hidden]) svg');
        const plot = root.querySelector('.js-plotly-plot');
        if (!still && !(plot && plot.data && !plot.style.clipPath)) return {step, said, heads: []};
        // "Henry Tudor (Richmond), heir 5, ...: ..." is told of the block "Richmond", "York (church)" of itself
        const head = text => text.split(':')[0].replace(/, heir \\d+/, '').replace(/^.* \\(([A-Z][^()]*)\\)/, '$1');
        if (still) return {step, said, told: still.querySelector('desc').textContent,
            heads: [...still.querySelectorAll('.tokens title')].map(title => head(title.textContent))};
        const [blocks, texts] = ['blocks', 'token text'].map(name => plot.data.find(trace => trace.name === name));
        const lines = blocks.text.map(text => text.replace(/<\\/?b>/g, '').split('<br>'));
        const painted = new Set([...plot.querySelectorAll('.textpoint text')].map(node => node.textContent));
        const missing = [...texts.text].filter(text => text && !painted.has(text));
        return {step, said, missing, places: lines.map(([place, text]) => [place, head(text)].join()),
            heads: lines.map(([, text]) => head(text))};
    };
    const same = (a, b) => [...a].sort().join('; ') === [...b].sort().join('; ');
    window.agrees = () => {
        const found = inSight();
        if (!found) return 'no stepper';
        const {step, heads, told, places, missing = []} = found, wanted = expected[step];
        if (!wanted) return `step ${step + 1}?`;
        if (!same(heads, wanted.heads)) return `step ${step + 1}: ${heads.length} blocks, not ${wanted.heads.length}`;
        if (told !== undefined && !told.startsWith(wanted.told)) return `the SVG is not that of step ${step + 1}`;
        if (places && !same(places, wanted.places)) return `the plot is not that of step ${step + 1}`;
        return missing.length ? `not painted at step ${step + 1}: ${missing}` : true;
    };
    window.watched = {looked: 0, empty: 0, apart: 0};
    let since = 0;
    setInterval(() => {
        const found = inSight(), now = performance.now();
        if (!found) return;
        watched.looked++;
        watched.empty += !found.heads.length;
        if (found.said || agrees() === true) since = 0;
        else watched.apart = Math.max(watched.apart, now - (since ||= now));
    }, 100);
}"""
_SPIN: Final = "while True: pass"


def expected() -> list[dict[str, Any]]:
    """Return for each step the blocks on the map by Python's state, with their places, and in the words of the SVG."""
    timeline, item = roses.timeline(LESSON), []
    for index in range(len(timeline)):
        view = timeline.state(index).view(None)
        there = [piece for piece in view.pieces if piece.place not in ("Pool", "Minor")]
        heads = [f"{BLOCKS[piece.block].name}, {piece.side}" for piece in there]
        places = [f"{piece.place},{head}" for piece, head in zip(there, heads, strict=True)]
        item.append({"heads": heads, "places": places, "told": description(view)})
    return item


def watch(page: Page) -> None:
    """Watch the steppers of all documents that ``page`` will load; their lesson must show its map."""
    page.add_init_script(f"({WATCH})({json.dumps(expected())})")


def watched(page: Page) -> dict[str, float]:
    """Return what the watch has counted."""
    values: dict[str, float] = page.evaluate("watched")
    return values


def wait_until_agreed(page: Page, timeout: float = 30_000) -> None:
    """Wait until the map shows Python's step; say what is wrong if it does not in time."""
    page.wait_for_function("() => agrees() === true", timeout=timeout)


@contextmanager
def busy_machine(processes: int = 8) -> Iterator[None]:
    """Let so many processes compute all the time."""
    spinning = [subprocess.Popen([sys.executable, "-c", _SPIN]) for _ in range(processes)]
    try:
        yield
    finally:
        for process in spinning:
            process.kill()
            process.wait()


def slow_processor(page: Page, times: int = 6) -> None:
    """Let the page's processor be so many times slower."""
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": times})
