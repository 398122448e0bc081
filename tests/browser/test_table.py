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
_GONE_ON = "before => Number(document.querySelector('.roses-table').dataset.at) !== before"
_TEXT = "() => document.querySelector('.roses-table').textContent"


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("table")
    for name, cells in {
        "00_start": ["1"],
        "mouse": [_TABLE % ("squire", str(folder / "mouse.json"))],
        "1460-mouse": [_TABLE.replace("1483", "1460") % ("squire", str(folder / "1460-mouse.json"))],
        "1460-keys": [_TABLE.replace("1483", "1460") % ("squire", str(folder / "1460-keys.json"))],
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


def test_an_army_marches_by_mouse_and_map(page: Page, base: str) -> None:
    sit(page, base, "mouse")
    page.locator(".roses-options button", has_text="Action 4").click()
    wait_for(page, "York: 4 action points")
    on_map(page, "East Anglia").click()
    page.locator(".roses-options button", has_text="march · East Anglia").click()
    expect(page.locator(".roses-blocks button[aria-pressed=true]")).to_have_count(2)
    page.locator(".roses-blocks button", has_text="Suffolk").click()
    expect(page.locator(".roses-blocks button[aria-pressed=true]")).to_have_text("Norfolk")
    page.locator(".roses-blocks button", has_text="Suffolk").click()
    expect(page.locator(".roses-options")).to_contain_text("1 action point")
    page.locator(".roses-board path[data-area='Essex']").click(position={"x": 30, "y": 12}, force=True)
    wait_for(page, "York: 3 action points")
    expect(page.locator(".roses-log .roses-new")).to_have_count(2)
    page.locator(".roses-tools button", has_text="Take back").click()
    wait_for(page, "York: 4 action points")
    page.locator(".roses-tools button", has_text="Hint").click()
    expect(page.locator(".roses-note")).to_contain_text("What can I do?")
    page.locator(".roses-ask").fill("Gloucester marches to Ireland")
    page.locator(".roses-why button").click()
    expect(page.locator(".roses-note")).to_contain_text("rule 5.2")
    page.locator(".roses-tools button", has_text="End").click()
    expect(page.locator(".roses-note")).to_contain_text("4 action points would be lost")


class Person:
    """Somebody who plays a turn at the table, by mouse or by keys alone."""

    def __init__(self, page: Page, *, keys: bool) -> None:
        self.page, self.keys, self.moves = page, keys, 0

    def turn(self) -> None:
        """Play until the second turn begins."""
        for _again in range(80):
            expect(self.page.locator(".roses-busy")).to_be_empty(timeout=15_000)
            if "Turn 2 begins" in self.page.locator(".roses-log").inner_text():
                return
            if "action point" in self.page.locator(".roses-prompt").inner_text() and self.moves == 2:
                self.end()
            else:
                self.choose()
        raise AssertionError("the turn does not end")

    def at(self) -> int:
        return int(self.page.locator(".roses-table").get_attribute("data-at") or 0)

    def choose(self) -> None:
        """Make one choice: where something on the board may be clicked, by mouse that, else the first of the list."""
        before, acts = self.at(), "action point" in self.page.locator(".roses-prompt").inner_text()
        for _step in range(8):
            self.page.wait_for_timeout(80)
            if self.at() != before:
                break
            self.step()
        assert self.at() != before, self.page.locator(".roses-seat").inner_text()
        self.moves += acts

    def step(self) -> None:
        blocks = self.page.locator(".roses-blocks button").count()
        if self.keys:
            self.page.locator(".roses-table").focus()
            expect(self.page.locator(".roses-options button").first).to_be_visible()
            return self.page.keyboard.press(str(blocks + 1))
        spots = self.page.locator(".roses-board rect.roses-open")
        listed = self.page.locator(".roses-options button:not([data-over])").first
        expect(listed).to_be_visible()
        if spots.count() and not self.page.locator(".roses-crumbs b").count():
            return spots.first.click(force=True)
        listed.click()

    def end(self) -> None:
        """End the part of the turn, though points are left: it is asked once more."""
        before = self.at()
        for _again in range(2):
            if self.keys:
                self.page.locator(".roses-table").focus()
                self.page.keyboard.press("Enter")
            else:
                self.page.locator(".roses-tools button", has_text="End").click()
            if _again == 0 and self.at() == before:
                expect(self.page.locator(".roses-note")).to_contain_text("would be lost")
        self.page.wait_for_function(_GONE_ON, arg=before)


@pytest.mark.parametrize("how", ["mouse", "keys"])
def test_a_whole_turn_of_1460_against_the_squire(page: Page, base: str, how: str) -> None:
    sit(page, base, f"1460-{how}")
    Person(page, keys=how == "keys").turn()
    expect(page.locator(".roses-log")).to_contain_text("Turn 2 begins")


def on_map(page: Page, area: str) -> Any:
    """The army in an area of the map."""
    return page.locator(f".roses-board rect[data-area='{area}']")


def test_the_curtain_takes_a_hand_out_of_the_page(page: Page, base: str) -> None:
    sit(page, base, "two")
    wait_for(page, "Lancaster must choose")
    assert "Your hand" not in page.evaluate(_TEXT)
    page.get_by_role("button", name="Lancaster sits down").click()
    wait_for(page, "Lancaster: turn 1")
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
    wait_for(page, "York: ")
