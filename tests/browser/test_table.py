"""The table in JupyterLab: a turn by mouse and map, another by keys, a curtain, and a kernel that is killed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import nbformat
import pytest
from playwright.sync_api import Page, expect

from tests.browser.harness import Notebook, lab

pytestmark = pytest.mark.browser
_TABLE = """from roses.widgets import Table
table = Table("richard-iii", "1483", {"York": "me", "Lancaster": %r}, seed=4, save=%r)
table"""
_KILL = "import os; os.kill(os.getpid(), 9)"
_TEXT = "() => document.querySelector('.roses-table').textContent"


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("table")
    for name, cells in {
        "00_start": ["1"],
        "mouse": [_TABLE % ("squire", str(folder / "mouse.json"))],
        "keys": [_TABLE % ("squire", str(folder / "keys.json"))],
        "two": [_TABLE % ("me", str(folder / "two.json"))],
        "killed": [_TABLE % ("squire", str(folder / "killed.json")), _KILL],
        "resumed": [f"from roses.widgets import Table\nTable.resume({str(folder / 'killed.json')!r})"],
    }.items():
        nb = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
        nb.metadata.kernelspec = {"name": "python3", "display_name": "Python 3", "language": "python"}
        (folder / "kit").mkdir(exist_ok=True)
        nbformat.write(nb, folder / "kit" / f"{name}.ipynb")
    with lab(folder, folder / "kit") as address:
        yield address


def sit(page: Page, base: str, name: str) -> Notebook:
    notebook = Notebook(page, base, f"{name}.ipynb", workspace=name)
    notebook.run(1)
    page.wait_for_selector(".roses-table .roses-prompt:not(:empty)")
    return notebook


def wait_for(page: Page, words: str) -> None:
    expect(page.locator(".roses-table .roses-prompt")).to_contain_text(words, timeout=15_000)


def options(page: Page) -> list[str]:
    return page.locator(".roses-table .roses-options button").all_inner_texts()


def test_a_turn_by_mouse_and_map(page: Page, base: str, tmp_path_factory: Any) -> None:
    sit(page, base, "mouse")
    page.locator(".roses-options button", has_text="Action 4").click()
    wait_for(page, "York acts, with 4 action points left")
    page.locator(".roses-board [data-area='East Anglia']").click(position={"x": 60, "y": 20}, force=True)
    page.locator(".roses-options button", has_text="march · East Anglia").click()
    page.locator(".roses-options button", has_text="Norfolk").click()
    assert page.locator(".roses-board [data-near]").count() > 1
    page.keyboard.press("Escape")
    page.locator(".roses-options button", has_text="march").click()
    page.locator(".roses-options button", has_text="East Anglia").click()
    page.locator(".roses-options button", has_text="Norfolk").click()
    page.locator(".roses-options button", has_text="Essex").first.click()
    own = page.locator(".roses-options button", has_text="Norfolk marches to Essex")
    if own.count():
        own.first.click()
    wait_for(page, "3 action points left")
    page.locator(".roses-tools button", has_text="Take back").click()
    wait_for(page, "4 action points left")
    page.locator(".roses-tools button", has_text="Hint").click()
    expect(page.locator(".roses-note")).to_contain_text(":")
    page.locator(".roses-ask").fill("Gloucester marches to Ireland")
    page.locator(".roses-why button").click()
    expect(page.locator(".roses-note")).to_contain_text("rule 5.2")


def test_a_turn_by_keys(page: Page, base: str) -> None:
    sit(page, base, "keys")
    page.locator(".roses-table").focus()
    page.keyboard.press("1")
    expect(page.locator(".roses-log")).to_contain_text("York acts on")
    page.locator(".roses-table").focus()
    page.keyboard.press("Enter")
    for _again in range(40):
        wait_for(page, "You are York")
        if "Turn 2 begins" in page.locator(".roses-log").inner_text():
            break
        before = page.locator(".roses-table").inner_text()
        page.locator(".roses-table").focus()
        page.keyboard.press("1")
        page.wait_for_function("before => document.querySelector('.roses-table').innerText !== before", arg=before)
    expect(page.locator(".roses-log")).to_contain_text("Turn 2 begins")
    page.keyboard.press("u")
    expect(page.locator(".roses-note")).not_to_be_empty()


def test_the_curtain_takes_a_hand_out_of_the_page(page: Page, base: str) -> None:
    sit(page, base, "two")
    wait_for(page, "Lancaster must choose")
    assert "Your hand" not in page.evaluate(_TEXT)
    page.get_by_role("button", name="Lancaster sits down").click()
    wait_for(page, "You are Lancaster")
    page.locator(".roses-options button").first.click()
    wait_for(page, "York must choose")
    assert not options(page) and page.locator(".roses-board svg").count() == 0
    assert "Richmond" not in page.evaluate(_TEXT) and "Buckingham" not in page.evaluate(_TEXT)


def test_a_killed_kernel_loses_nothing(page: Page, base: str) -> None:
    notebook = sit(page, base, "killed")
    page.locator(".roses-options button").first.click()
    expect(page.locator(".roses-log")).to_contain_text("York acts on")
    notebook.run(1)
    page.wait_for_timeout(1500)
    sit(page, base, "resumed")
    expect(page.locator(".roses-log")).to_contain_text("York acts on")
    wait_for(page, "You are York")
