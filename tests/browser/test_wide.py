"""Figures and tables wider than their cell in JupyterLab: as wide as it where that is legible, and else a sign."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.harness import Notebook, Server

pytestmark = pytest.mark.browser
CELLS = (
    "from roses.figures import timeline_svg\ntimeline_svg()",
    "from roses.widgets import Claims\nClaims(years=(1460,))",
    "from roses.lab import Table\nTable({f'column {n} of the table': ['a text of many letters'] for n in range(20)})",
)
NAMES = "^Reigns, captivities", "^Family tree$", "^column 0 of the table · "
OUTPUT = ".jp-OutputArea-output"
_OVER = "node => node.scrollWidth - node.clientWidth"
_SCROLL = "index => window.jupyterapp.shell.currentWidget.content.scrollToItem(index, 'start')"


@pytest.fixture
def page(lab_page: Page, server: Server) -> Iterator[Page]:
    with server.serving("wide", {"wide": CELLS}) as base:
        Notebook(lab_page, base, "wide.ipynb").run_all()
        yield lab_page


def shown(page: Page, width: int, cell: int, part: str) -> Locator:
    """Make the page so wide, and return a part of the output of a cell; the side bar takes 250 px of it."""
    page.set_viewport_size({"width": width, "height": 900})
    page.evaluate(_SCROLL, cell)
    elements = page.locator(f".jp-Notebook [data-windowed-list-index='{cell}'] {part}")
    expect(elements).to_be_visible()
    page.wait_for_timeout(300)
    return elements


def test_figures_fit_the_cell_of_a_beamer_and_on_less_they_scroll_with_a_sign_and_by_keys(page: Page) -> None:
    for cell, part in ((0, OUTPUT), (1, ".roses-tree")):
        assert shown(page, 1530, cell, part).evaluate(_OVER) <= 1
    sides = ["right", "left right", "left"]
    for cell, part, sign in ((0, OUTPUT, "data-roses-goes-on"), (1, ".roses-tree", "data-goes-on"),
                             (2, OUTPUT, "data-roses-goes-on")):  # fmt: skip
        result = shown(page, 1024, cell, part)
        assert result.evaluate(_OVER) > 100
        expect(result).to_have_role("region")
        expect(result).to_have_accessible_name(re.compile(NAMES[cell]))
        result.evaluate("node => { node.focus(); node.scrollLeft = 0; }")
        expect(result).to_be_focused()
        expect(result).to_have_attribute(sign, sides[0])
        assert result.evaluate("node => getComputedStyle(node).maskImage") != "none"
        page.keyboard.press("ArrowRight")
        expect(result).to_have_attribute(sign, sides[1])
        result.evaluate("node => { node.scrollLeft = node.scrollWidth; }")
        expect(result).to_have_attribute(sign, sides[2])
