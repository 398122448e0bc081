"""Opens a lesson as a stranger does and waits for the first map, with all of its blocks.

``python -m tests.tools.first_map LOG PICTURE``: LOG is what ``roses 05 --no-browser`` prints, in whatever environment
it runs; its address is opened in Chromium, nobody presses Run, and a screenshot of the page becomes PICTURE.
"""

from __future__ import annotations

import re
import sys
import time
from pathlib import Path

from playwright.sync_api import ViewportSize

from tests.browser import agreement
from tests.browser.harness import Notebook, Requests, chromium

BEAMER: ViewportSize = {"width": 1280, "height": 720}
_ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/lab/tree/(\S+?\.ipynb)\S*")
# the words above a notebook, while cells are left to run
_AT_REST = "() => document.querySelector('.roses-notebook-tools [role=status]').textContent === ''"
_PATIENCE = 120  # seconds for a server to start


def main(log: Path, picture: Path) -> None:
    """Open the address in ``log``; raises an error unless the map comes, no cell fails and nothing is fetched."""
    begin = time.monotonic()
    while not (address := _ADDRESS.search(log.read_text(encoding="utf-8"))):
        if time.monotonic() - begin > _PATIENCE:
            raise SystemExit(f"no address was printed:\n{log.read_text(encoding='utf-8')}")
        time.sleep(0.2)
    with chromium() as browser, browser.new_context(viewport=BEAMER) as context:
        requests, page = Requests(context), context.new_page()
        agreement.watch(page)
        opened = time.monotonic()
        page.goto(address[0])
        try:
            agreement.wait_until_agreed(page, _PATIENCE * 1000)
            seconds = time.monotonic() - opened
            notebook = Notebook.opened(page, address[1])
            page.wait_for_function(_AT_REST)
            if wrong := notebook.errors():
                raise SystemExit(f"a cell failed: {wrong[0]}")
            top = page.evaluate("() => document.querySelector('.roses-stepper').getBoundingClientRect().top")
            if not 0 < top < BEAMER["height"] / 2:
                raise SystemExit(f"the map is not on the first screen: it begins at {top:.0f} px")
        finally:
            page.screenshot(path=picture)
        print(f"all blocks of {address[1]} are on its map {seconds:.1f} s after its address, and nobody pressed Run")
        if requests.foreign or not requests.seen:
            raise SystemExit(f"asked for outside this machine: {requests.foreign}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
