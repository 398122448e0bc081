"""Play on from here, in JupyterLab: the button of the Stepper, who sits where, the table below, and F5."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.harness import Notebook, Server

pytestmark = pytest.mark.browser
_CELL = """import roses
from roses.widgets import Stepper
Stepper(roses.timeline("1483-richard-iii"), start="Milford Haven")"""

_BACK = """import roses
from roses.widgets import LookingBack
LookingBack(roses.replay("1483-richard-iii").record)"""
_LIST = """from pathlib import Path
from roses.widgets import SavedGames, Table
Table("richard-iii", "1483", seed=1, save="roses-games/mine.json")
Path("roses-games/torn.json").write_text("{")
SavedGames()"""


@pytest.fixture(scope="module")
def base(server: Server) -> Iterator[str]:
    with server.serving("play_on", {"on": [_CELL], "back": [_BACK], "list": [_LIST]}) as address:
        yield address


@pytest.fixture
def page(lab_page: Page) -> Page:
    return lab_page


def test_a_step_is_played_on_at_a_table_below(page: Page, base: str, tmp_path: Path) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    notebook = Notebook(page, base, "on.ipynb")
    notebook.run(1)
    stepper = notebook.stepper()
    expect(page.locator(".roses-fork")).to_be_enabled()
    stepper.press("p")
    panel = page.locator(".roses-playing-on")
    expect(panel).to_contain_text("Play on from step 20")
    page.screenshot(path=tmp_path / "panel.png")
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    before = stepper.root.bounding_box()
    page.locator(".roses-fork").click()
    panel.locator("select[data-side=Lancaster]").select_option("me")
    panel.locator("select[data-side=York]").select_option("squire")
    panel.locator(".roses-sit").click()
    table = page.locator(".roses-below .roses-table")
    expect(table.locator(".roses-prompt")).to_contain_text("Lancaster: ", timeout=60_000)
    expect(page.locator(".roses-below-title")).to_contain_text("richard-iii-and-henry-tudor-step-20-1.json")
    table.locator(".roses-options button").first.click()
    expect(page.locator(".roses-below .roses-table:not([data-thinks], [aria-busy])")).to_be_visible()
    expect(table.locator(".roses-options button").first).to_be_visible()
    assert stepper.step == 20, "the table's keys and clicks are its own"
    after = stepper.root.bounding_box()
    assert before and after and (before["width"], before["height"]) == (after["width"], after["height"])
    page.screenshot(path=tmp_path / "table.png")
    notebook.save_and_reload()
    expect(page.locator(".roses-below .roses-table .roses-prompt")).to_contain_text("Lancaster: ", timeout=60_000)


def test_the_bar_keeps_its_line_and_class_mode_its_tools(page: Page, base: str, tmp_path: Path) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    notebook = Notebook(page, base, "on.ipynb")
    notebook.run(1)
    stepper = notebook.stepper()
    bar = stepper.root.locator(".roses-bar")
    assert bar.evaluate("bar => bar.scrollWidth <= bar.clientWidth && bar.clientHeight <= 52")
    page.screenshot(path=tmp_path / "bar.png")
    stepper.press("f")
    expect(stepper.root.locator(".roses-tool-blank")).to_be_visible()
    expect(stepper.root.locator(".roses-fork")).to_be_hidden()
    assert bar.evaluate("bar => bar.scrollWidth <= bar.clientWidth && bar.clientHeight <= 52")


def test_a_game_that_is_over_is_tried_again_from_a_step(page: Page, base: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    notebook = Notebook(page, base, "back.ipynb")
    notebook.run(1)
    page.wait_for_selector(".roses-looking h2")
    assert page.locator(".roses-looking svg").first.evaluate("svg => svg.getBoundingClientRect().right <= innerWidth")
    stepper = notebook.stepper()
    stepper.press("ArrowRight")
    stepper.wait_for_step(2)
    stepper.press("p")
    page.locator(".roses-playing-on .roses-sit").click()
    expect(page.locator(".roses-below .roses-table .roses-prompt")).to_be_visible(timeout=60_000)
    expect(page.locator(".roses-below-title")).to_contain_text("step-2-1.json")
    expect(page.locator(".roses-below-title")).to_be_in_viewport()


def test_one_sits_down_at_a_game_of_the_list(page: Page, base: str) -> None:
    notebook = Notebook(page, base, "list.ipynb")
    notebook.run(1)
    expect(page.locator(".roses-saves .roses-saves-fault")).to_contain_text("torn.json cannot go on")
    page.get_by_role("button", name="Sit down at mine").click()
    expect(page.locator(".roses-saves .roses-table .roses-prompt")).to_be_visible(timeout=60_000)
