"""The tables of what answers clicks, in JupyterLab: not to the right, striped, or lit under the pointer as its own."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.harness import Notebook, Server

pytestmark = pytest.mark.browser
CELL = """\
import roses
from roses.lessons.sources import RestsOn, Weighing
from roses.widgets import Battle, Claims, PoliticalTurn
for shown in (PoliticalTurn("1459-yorks-rising", at="1460"), Weighing("death"), Claims(years=(1485,)),
              RestsOn(roses.timeline("1483-richard-iii"), 25, 34), Battle("towton-1461", brief=False)):
    display(shown)"""
_THEME = "theme => window.jupyterapp.commands.execute('apputils:change-theme', { theme })"
_ROWS = """() => [...document.querySelectorAll(':is(.roses-interactive, .roses-account) tr')].map(row => {
    const said = [...row.cells].filter(cell => /[a-z]{3}/.test(cell.textContent)
        && !cell.matches('.point, .house td:first-child'));
    return [getComputedStyle(row).backgroundColor, ...new Set(said.map(cell => getComputedStyle(cell).textAlign))];
})"""


@pytest.mark.parametrize("theme", ["JupyterLab Light", "JupyterLab Dark"])
def test_texts_begin_at_the_left_on_the_colour_of_the_page(lab_page: Page, server: Server, theme: str) -> None:
    with server.serving("tables", {"tables": [CELL]}) as base:
        Notebook(lab_page, base, "tables.ipynb").run_all()
        lab_page.evaluate(_THEME, theme)
        try:
            lab_page.wait_for_function("() => document.querySelectorAll('.roses-interactive').length === 5")
            lab_page.wait_for_function("theme => document.body.dataset.jpThemeName === theme", arg=theme)
            rows = lab_page.evaluate(_ROWS)
            assert len(rows) > 40
            assert {part for row in rows for part in row} == {"rgba(0, 0, 0, 0)", "left"}
            row = lab_page.locator(".roses-political tbody tr").first
            row.hover()
            assert row.evaluate("row => getComputedStyle(row).backgroundColor") == "rgba(0, 0, 0, 0)"
        finally:
            lab_page.evaluate(_THEME, "JupyterLab Light")
