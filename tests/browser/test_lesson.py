"""The lesson in JupyterLab: its Steppers open at their steps, answers and code lie folded, and tables open when run."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.harness import ROOT, Notebook, Server

NAME = "05a_rising_of_1483.ipynb"
CELLS = json.loads((ROOT / "notebooks" / NAME).read_text(encoding="utf-8"))["cells"]
SOURCES = ["".join(cell["source"]) for cell in CELLS]
pytestmark = pytest.mark.browser
_SCROLL = "index => window.jupyterapp.shell.currentWidget.content.scrollToItem(index, 'start')"


@pytest.fixture(scope="module")
def base(server: Server) -> Iterator[str]:
    with server.serving("", {}) as address:
        yield address


@pytest.fixture
def page(lab_page: Page) -> Page:
    return lab_page


def cell(page: Page, words: str) -> str:
    """Scroll to the first cell that holds the words, and return its selector."""
    index = next(index for index, source in enumerate(SOURCES) if words in source)
    page.evaluate(_SCROLL, index)
    selector = f".jp-Notebook [data-windowed-list-index='{index}']"
    page.wait_for_selector(selector)
    return selector


def test_a_table_is_folded_until_its_cell_is_run(page: Page, base: str) -> None:
    notebook = Notebook(page, base, NAME)
    expect(page.locator(f"{cell(page, 'happened(')} table")).to_have_count(0)
    notebook.run(1 + next(index for index, source in enumerate(SOURCES) if "happened(" in source))
    expect(page.locator(f"{cell(page, 'happened(')} table")).to_be_visible()


def test_a_source_in_prose_is_the_number_of_a_work_and_leads_to_the_list(page: Page, base: str) -> None:
    Notebook(page, base, NAME)
    prose = page.locator(f"{cell(page, '## The question')} .jp-RenderedMarkdown")
    cited = prose.locator("sup a")
    expect(cited).to_have_count(1)
    assert "[" not in prose.inner_text()
    number, title = int(cited.inner_text()), cited.get_attribute("title") or ""
    cited.click()
    row = page.locator(".jp-OutputArea-output .roses-works tbody tr").nth(number - 1)
    expect(row).to_contain_text("dnb-h7")
    expect(row).to_contain_text(title[:40])


def test_answers_and_code_are_folded(page: Page, base: str) -> None:
    Notebook(page, base, NAME)
    placeholder = page.locator(f"{cell(page, 'Stepper(')} .jp-InputPlaceholder")
    expect(placeholder).to_be_hidden()
    page.get_by_role("button", name="Show the code").press("Enter")
    expect(placeholder).to_be_visible()
    block = page.locator(f"{cell(page, 'How to read a block')} .jp-RenderedMarkdown")
    answer = block.get_by_text("the 3 hits and the 5 does not")
    expect(block.get_by_text("How many hits?")).to_be_visible()
    expect(answer).to_be_hidden()
    block.locator("summary").click()
    expect(answer).to_be_visible()


def test_each_stepper_opens_where_its_part_begins(page: Page, base: str) -> None:
    Notebook(page, base, NAME).run_all()
    for words, step in (('Stepper("1483-richard-iii")', "1 / 37"), ('start="Risings"', "5 / 37")):
        counter = page.locator(f"{cell(page, words)} .roses-counter")
        expect(counter).to_have_text(step, timeout=30_000)
