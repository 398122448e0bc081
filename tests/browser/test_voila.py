"""The Stepper in Voila beside other widgets: the map follows each step, and is there after the page is loaded anew."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import agreement
from tests.browser.harness import Stepper, voila, write_notebook

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not find_spec("voila"), reason="Voila is not installed; the test extra has it"),
]
BESIDE = "import plotly.graph_objects as go\ngo.FigureWidget(go.Scatter(y=[14, 55]))"
SLIDER = "import ipywidgets\nipywidgets.IntSlider(1485)"


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("voila")
    notebook = folder / "kit" / "lesson.ipynb"
    write_notebook(notebook, BESIDE, *agreement.CELLS, SLIDER)
    with voila(folder, notebook) as address:
        yield address


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page whose requests elsewhere stay unanswered: Voila's own template has some, the Stepper needs none."""
    with browser.new_context(viewport={"width": 1400, "height": 1000}) as context:
        yield context.new_page()


def test_the_map_follows_the_steps_beside_another_extension_and_is_there_after_f5(page: Page, base: str) -> None:
    agreement.watch(page)
    for _ in range(2):  # a page that is loaded anew has a new kernel
        page.goto(base)
        page.wait_for_selector(".roses-stepper", timeout=60_000)
        stepper = Stepper(page)
        agreement.wait_until_agreed(page)
        for step in range(2, 8):
            stepper.click("forward")
            stepper.wait_for_step(step)
            agreement.wait_until_agreed(page)
        page.wait_for_selector(".roses-stepper .js-plotly-plot:visible", timeout=30_000)
        result = agreement.watched(page)
        assert result["looked"] and not result["empty"] and result["apart"] < 2_000
        expect(stepper.root.locator(".roses-note")).to_be_hidden()
        expect(page.locator(".roses-kept")).to_be_hidden()
        expect(page.locator(".widget-slider")).to_be_visible()
