"""The chance of a side below a Stepper, in JupyterLab: it follows the step, and keeps silent while a side looks on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from playwright.sync_api import Browser, Page, expect

import roses
from roses.engine.replay import Replay, Timeline
from roses.widgets.export.page import Players, document
from tests.browser.harness import Notebook, Server

pytestmark = pytest.mark.browser
_CELL = """import roses
from roses.widgets import Stepper
Stepper(roses.timeline("1483-richard-iii"), start="Milford Haven", chances="York")"""


@pytest.fixture(scope="module")
def base(server: Server) -> Iterator[str]:
    with server.serving("chances", {"on": [_CELL]}) as address:
        yield address


def test_the_strip_follows_the_step(lab_page: Page, base: str, tmp_path: Path) -> None:
    lab_page.set_viewport_size({"width": 1280, "height": 720})
    notebook = Notebook(lab_page, base, "on.ipynb")
    notebook.run(1)
    stepper = notebook.stepper()
    strip = lab_page.locator(".roses-chances")
    expect(strip).to_contain_text("York wins from here", timeout=20_000)
    stepper.press("End")
    expect(strip).to_contain_text("York wins from here 0 times in 100", timeout=20_000)
    strip.scroll_into_view_if_needed()
    lab_page.screenshot(path=tmp_path / "chances.png")
    box, whole = strip.locator("svg").bounding_box(), stepper.root.bounding_box()
    assert box and whole and box["height"] > 40 and abs(box["width"] - whole["width"]) < 40
    bar = stepper.root.locator(".roses-bar").bounding_box()
    assert bar and 0 <= box["y"] - bar["y"] - bar["height"] < 20


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
def test_an_exported_page_draws_the_strip_below_the_slider(browser: Browser, tmp_path: Path, size: Any) -> None:
    record = roses.replay("1483-richard-iii").record
    few = Timeline(Replay(structs.replace(record, moments=record.moments[:: len(record.moments) // 2]), roses.start))
    file = tmp_path / "chances.html"
    file.write_text(document("Chances", f"<main>{Players().html(few, chances='York')}</main>", kind="alone"))
    page = browser.new_page(viewport={"width": size[0], "height": size[1]})
    page.goto(file.as_uri())
    strip = page.locator(".roses-chances")
    expect(strip).to_contain_text("York wins from here 76 times in 100", timeout=20_000)
    page.locator(".roses-slider input, input.roses-slider").first.focus()
    page.keyboard.press("End")
    expect(strip).to_contain_text("York wins from here 0 times in 100")
    expect(strip.locator("svg desc")).to_have_text("Chance of York, step by step: 76 %, 98 %, 0 %")
    page.screenshot(path=tmp_path / "page.png", full_page=True)
    box, bar, whole = (page.locator(f".roses-{part}").bounding_box() for part in ("chances svg", "bar", "stepper"))
    assert box and bar and whole and box["y"] >= bar["y"] + bar["height"] - 1
    assert box["height"] > 30 and abs(box["width"] - whole["width"]) < 8
    page.close()
