"""What opens has run: a lesson with its map on the first screen, and nothing of a notebook from elsewhere."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser import agreement
from tests.browser.harness import Notebook, Server, url, write_notebook

LESSON = "05a_rising_of_1483.ipynb"
pytestmark = pytest.mark.browser
_COUNTS = (
    """() => window.jupyterapp.shell.currentWidget.model.toJSON().cells.flatMap(cell => cell.execution_count ?? [])"""
)
_DIRTY = "() => window.jupyterapp.shell.currentWidget.model.dirty"


@pytest.fixture(scope="module")
def base(server: Server) -> Iterator[str]:
    with server.serving("", {}) as address:
        yield address


# the kernel has answered what stands behind all that the page may have asked of it by itself
_AFTER_OTHERS = """async () => {
    const { kernel } = window.jupyterapp.shell.currentWidget.sessionContext.session;
    await kernel.info;
    await kernel.requestCommInfo({ target_name: 'jupyter.widget' });
    await new Promise(done => setTimeout(done));
    await kernel.requestExecute({ code: '', silent: true }).done;
}"""


def wait_until_run(page: Page) -> None:
    """Wait until the bar above a notebook says that no cell is left to run."""
    page.wait_for_function("() => document.querySelector('.roses-notebook-tools [role=status]')?.textContent === ''")


def test_a_lesson_opens_with_a_live_map_on_the_first_screen_and_runs_once(page: Page, base: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    agreement.watch(page)
    page.goto(url(base, LESSON, "opening"))
    agreement.wait_until_agreed(page, 90_000)
    notebook = Notebook.opened(page, LESSON)
    wait_until_run(page)
    top = page.evaluate("() => document.querySelector('.roses-stepper').getBoundingClientRect().top")
    assert 0 < top < 360
    assert notebook.errors() == [] and not page.evaluate(_DIRTY)
    expect(page.locator(".jp-CodeCell .cm-editor:visible")).to_have_count(0)

    page.keyboard.press("Escape")
    stepper = notebook.stepper()
    stepper.press("ArrowRight")
    stepper.wait_for_step(2)
    before = page.evaluate(_COUNTS)
    notebook.save_and_reload()
    Notebook.opened(page, LESSON).stepper().wait_for_step(2)
    wait_until_run(page)
    page.evaluate(_AFTER_OTHERS)
    assert page.evaluate(_COUNTS) == before


def test_only_a_notebook_that_is_trusted_runs_by_itself_and_a_cell_that_fails_is_shown(
    page: Page, server: Server, base: str
) -> None:
    def put(stem: str) -> Path:
        path = server.notebooks / f"{stem}.ipynb"
        write_notebook(path, f"open('{stem}.txt', 'w').close()", *["1"] * 30, "1 / 0", "open('end.txt', 'w').close()")
        content = json.loads(path.read_text(encoding="utf-8"))
        content["metadata"]["roses"] = {"opens": "run"}
        path.write_text(json.dumps(content), encoding="utf-8")
        return path

    put("theirs")
    server.sign(put("ours"))
    page.goto(url(base, "theirs.ipynb", "trust"))
    Notebook.opened(page, "theirs.ipynb")
    expect(page.get_by_role("button", name="Show the code")).to_be_visible()
    page.evaluate(_AFTER_OTHERS)
    assert page.evaluate(_COUNTS) == [] and not (server.notebooks / "theirs.txt").exists()
    page.goto(url(base, "ours.ipynb", "trust-ours"))
    look = page.get_by_role("button", name="Show it")
    look.press("Enter")
    expect(page.get_by_text("ZeroDivisionError: division by zero")).to_be_in_viewport()
    assert {path.stem for path in server.notebooks.glob("*.txt")} == {"ours", "end"}


def test_one_click_on_the_cover_and_the_stepper_of_the_lesson_fills_the_screen(page: Page, server: Server) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(url(server.address, "00_start.ipynb", "cover"))
    expect(page.locator(".roses-cover .check")).to_have_text("✓ All is there.", timeout=60_000)
    assert page.locator(".roses-cover .tiles >> nth=0").bounding_box()["y"] < 360  # type: ignore[index]
    page.get_by_role("link", name="Bosworth 1485").press("Enter")
    expect(page.get_by_role("dialog", name="Bosworth")).to_be_visible()
    stepper = page.locator(".roses-stepper.roses-full")
    expect(stepper.locator(".roses-counter")).to_have_text("20 / 37", timeout=60_000)
    box = stepper.bounding_box()
    assert box and box["width"] >= 1279 and box["height"] >= 719
    expect(page.locator(".roses-wait")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(stepper.locator(".roses-counter")).to_have_text("21 / 37")
    page.keyboard.press("Escape")
    expect(stepper).to_have_count(0)
    wait_until_run(page)
    assert Notebook.opened(page, "05b_bosworth_1485.ipynb").errors() == []
