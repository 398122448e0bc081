"""The chance of a side below a Stepper, in JupyterLab: it follows the step, and keeps silent while a side looks on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import Page, expect

from tests.browser.harness import Notebook, lab

pytestmark = pytest.mark.browser
_CELL = """import roses
from roses.widgets import Stepper
Stepper(roses.timeline("1483-richard-iii"), start="Milford Haven", chances="York")"""


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("chances")
    (folder / "kit").mkdir()
    for name, cell in {"00_start": "1", "on": _CELL}.items():
        nb = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell)])
        nb.metadata.kernelspec = {"name": "python3", "display_name": "Python 3", "language": "python"}
        nbformat.write(nb, folder / "kit" / f"{name}.ipynb")
    with lab(folder, folder / "kit") as address:
        yield address


def test_the_strip_follows_the_step(page: Page, base: str, tmp_path: Path) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    notebook = Notebook(page, base, "on.ipynb", workspace="on")
    notebook.run(1)
    stepper = notebook.stepper()
    strip = page.locator(".roses-chances")
    expect(strip).to_contain_text("York wins from here", timeout=20_000)
    stepper.press("End")
    expect(strip).to_contain_text("York wins from here 0 times in 100", timeout=20_000)
    strip.scroll_into_view_if_needed()
    page.screenshot(path=tmp_path / "chances.png")
    box, whole = strip.locator("svg").bounding_box(), stepper.root.bounding_box()
    assert box and whole and box["height"] > 40 and abs(box["width"] - whole["width"]) < 40
    assert whole["y"] + whole["height"] - 120 < box["y"] < whole["y"] + whole["height"]
