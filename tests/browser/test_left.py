"""A notebook that is left and loaded anew: with its kernel it shows the Stepper at its step, without one the picture of
that step, the words, and how to go on; in JupyterLab and in Notebook 7."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser import agreement
from tests.browser.harness import Notebook, Server, Stepper

pytestmark = pytest.mark.browser
APPS = ("lab", "notebook")
PICTURE = ".jp-RenderedSVG img"
GO_ON = "To go through the steps, run the cells"
_TITLE = "image => decodeURIComponent(image.src).match(/<title>(.*?)<.title>/)[1]"


@pytest.fixture(scope="module")
def base(server: Server) -> Iterator[str]:
    with server.serving("left", dict.fromkeys(APPS, agreement.CELLS)) as address:
        yield address


def step_to(stepper: Stepper, step: int) -> None:
    stepper.click("forward")
    stepper.wait_for_step(step)
    agreement.wait_until_agreed(stepper.page)


def kept(page: Page, step: int) -> None:
    """Wait until the notebook keeps the picture of this step."""
    title = f"({_TITLE})(document.querySelector('{PICTURE}'))"
    page.wait_for_function(f"() => {title}.startsWith('Step {step} ')")


@pytest.mark.parametrize("app", APPS)
def test_a_page_that_is_loaded_anew_shows_the_stepper_or_the_picture_of_its_step(
    page: Page, base: str, app: str
) -> None:
    agreement.watch(page)
    notebook = Notebook(page, base, f"{app}.ipynb", workspace=app, app=app)
    notebook.run(len(agreement.CELLS))
    stepper, picture, go_on = Stepper(page), page.locator(PICTURE), page.get_by_text(GO_ON)
    agreement.wait_until_agreed(page)
    for step in (2, 3):
        step_to(stepper, step)
    kept(page, 3)
    expect(picture).to_be_hidden()
    expect(go_on).to_be_hidden()

    notebook.save_and_reload()
    stepper = Stepper(page)
    assert stepper.step == 3
    agreement.wait_until_agreed(page)
    expect(picture).to_be_hidden()
    step_to(stepper, 4)
    page.evaluate("() => window.jupyterapp.commands.execute('docmanager:save')")  # before the reader has rested there
    kept(page, 4)
    page.wait_for_function("() => !window.jupyterapp.shell.currentWidget.model.dirty", timeout=10_000)

    notebook.restart_kernel()
    expect(stepper.root.locator(".roses-note")).to_be_visible()
    notebook.save_and_reload()
    expect(picture).to_be_visible(timeout=60_000)
    assert picture.evaluate(_TITLE) == "Step 4 of 37: September 1483, London and Brecon"
    expect(go_on).to_be_visible()
    expect(page.get_by_text("Error displaying widget")).to_be_hidden()
    page.wait_for_timeout(3_000)
    expect(page.get_by_text("Error displaying widget")).to_have_count(1)
    expect(page.get_by_text("Error displaying widget")).to_be_hidden()
    expect(page.get_by_text("Loading widget")).to_be_hidden()
