"""A scripted person at a table: makes choices by mouse or by keys alone, as the page offers them."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.browser.harness import Notebook, write_notebook

_TOLD_MORE = """words => !document.querySelector('.roses-table[data-holds]')
    || document.querySelector('.roses-told').innerText !== words"""
_GONE_ON = "before => Number(document.querySelector('.roses-table').dataset.at) !== before"


def write(folder: Path, notebooks: dict[str, list[str]]) -> Path:
    """Write notebooks with these cells below a folder, and return where they are."""
    for name, cells in notebooks.items():
        write_notebook(folder / "kit" / f"{name}.ipynb", *cells)
    return folder / "kit"


def sit(page: Page, base: str, name: str, app: str = "lab") -> Notebook:
    """Open a notebook, run its first cell, and wait for the table."""
    notebook = Notebook(page, base, f"{name}.ipynb", workspace=name if app == "lab" else "", app=app)
    notebook.run(1)
    page.wait_for_selector(".roses-table .roses-prompt:not(:empty)")
    return notebook


def prompt(page: Page) -> Locator:
    return page.locator(".roses-table .roses-prompt")


def go_on(page: Page, *, keys: bool = False) -> None:
    """Go on from all that the table holds of what was played back."""
    held = page.locator(".roses-table[data-holds]")
    while held.count():
        words = page.locator(".roses-told").inner_text()
        if keys:
            page.locator(".roses-table").focus()
            page.keyboard.press("Enter")
        else:
            page.locator(".roses-onward").click()
        page.wait_for_function(_TOLD_MORE, arg=words)


class Person:
    """Somebody who plays a turn at the table, by mouse or by keys alone."""

    def __init__(self, page: Page, *, keys: bool) -> None:
        self.page, self.keys, self.moves = page, keys, 0

    def until(self, words: str) -> None:
        """Play until the log says this."""
        for _again in range(200):
            self.wait()
            self.sit_down()
            if words in self.page.locator(".roses-log").inner_text():
                return
            if "action point" in self.page.locator(".roses-prompt").inner_text() and self.moves == 2:
                self.end()
            else:
                self.choose()
        raise AssertionError(f"it does not come to this: {words}")

    def wait(self) -> None:
        """Wait until the page has its answer and no bot thinks."""
        expect(self.page.locator(".roses-table:not([data-thinks], [aria-busy])")).to_be_visible(timeout=60_000)
        go_on(self.page, keys=self.keys)

    def sit_down(self) -> None:
        """Open the curtain, if it is closed."""
        opens = self.page.locator(".roses-opens")
        if not opens.count():
            return
        if self.keys:
            self.page.locator(".roses-table").focus()
            self.page.keyboard.press("ArrowDown")
            self.page.keyboard.press("Enter")
        else:
            opens.click()
        expect(opens).to_have_count(0)

    def at(self) -> int:
        return int(self.page.locator(".roses-table").get_attribute("data-at") or 0)

    def is_closed(self) -> bool:
        return self.page.locator(".roses-table[data-closed]").count() == 1

    def choose(self) -> None:
        """Make one choice: where something on the board may be clicked, by mouse that, else the first of the list."""
        before, acts = self.at(), "action point" in self.page.locator(".roses-prompt").inner_text()
        for _step in range(8):
            self.page.wait_for_timeout(50)
            expect(self.page.locator(".roses-table:not([aria-busy])")).to_be_visible()
            if self.at() != before or self.is_closed():
                break
            go_on(self.page, keys=self.keys)
            self.step()
        assert self.at() != before or self.is_closed(), self.page.locator(".roses-seat").inner_text()
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
        self.press_end()
        expect(self.page.locator(".roses-table:not([aria-busy])")).to_be_visible()
        if self.at() == before:
            expect(self.page.locator(".roses-note")).to_contain_text("would be lost")
            self.press_end()
        self.page.wait_for_function(_GONE_ON, arg=before)

    def press_end(self) -> None:
        if not self.keys:
            return self.page.locator(".roses-tools button", has_text="End").click()
        self.page.locator(".roses-table").focus()
        self.page.keyboard.press("Enter")
