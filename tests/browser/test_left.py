"""A notebook that is left and loaded anew: with its kernel it shows the Stepper at its step, without one the picture of
that step and a button that brings the Stepper back there; in JupyterLab and in Notebook 7."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser import agreement
from tests.browser.harness import Notebook, Server, Stepper

pytestmark = pytest.mark.browser
APPS = ("lab", "notebook")
PICTURE = ".jp-RenderedSVG img"
SENTENCE = "run this cell: Shift and Enter run a cell."
GO_ON = "button.roses-go-on:visible"
OTHER = "from roses.widgets import Stepper\nStepper('1413-lancaster', start=3)"  # a second Stepper, which stays
TABLE = "from roses.widgets import Table\nTable('richard-iii', '1470', {'York': 'me', 'Lancaster': 'squire'})"
_TITLE = "image => decodeURIComponent(image.src).match(/<title>(.*?)<.title>/)[1]"


@pytest.fixture(scope="module")
def base(server: Server) -> Iterator[str]:
    notebooks = {app: agreement.CELLS for app in APPS} | {"resume": [*agreement.CELLS, OTHER, TABLE]}
    with server.serving("left", notebooks) as address:
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
    stepper, picture, go_on = Stepper(page), page.locator(PICTURE), page.locator(GO_ON)
    agreement.wait_until_agreed(page)
    for step in (2, 3):
        step_to(stepper, step)
    kept(page, 3)
    expect(picture).to_be_hidden()
    expect(page.get_by_text(SENTENCE)).to_be_hidden()
    expect(go_on).to_have_count(0)

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
    expect(go_on).to_have_text("Go on at step 4")
    expect(page.get_by_text(SENTENCE)).to_be_hidden()
    expect(page.get_by_text("Error displaying widget")).to_be_hidden()
    page.wait_for_timeout(3_000)
    expect(page.get_by_text("Error displaying widget")).to_have_count(1)
    expect(page.get_by_text("Error displaying widget")).to_be_hidden()
    expect(page.get_by_text("Loading widget")).to_be_hidden()
    go_on.click()
    stepper = Stepper(page)
    stepper.wait_for_step(4, 30_000)
    expect(stepper.root.locator(".roses-note")).to_be_hidden()
    assert not notebook.errors()


def test_one_click_on_the_stepper_brings_it_back_to_its_step_with_a_new_kernel_and_in_a_new_page(
    page: Page, base: str
) -> None:
    """The cell goes on from those above it, so these run too. The viewer comes back as well, and the other Stepper
    stays where it was."""
    notebook = Notebook(page, base, "resume.ipynb", workspace="resume")
    notebook.run(len(agreement.CELLS) + 2)
    stepper = Stepper(page)
    stepper.root.get_by_role("button", name="Lancaster").click()
    for step in range(2, 6):
        stepper.click("forward")
        stepper.wait_for_step(step)
    kept(page, 5)
    page.evaluate("() => window.jupyterapp.commands.execute('docmanager:save')")
    notebook.restart_kernel()
    go_on = page.locator(GO_ON)
    expect(stepper.root.locator(GO_ON)).to_have_text("Go on at step 5", timeout=10_000)
    stepper.root.locator(GO_ON).click()
    expect(stepper.root.locator(".roses-note")).to_be_hidden(timeout=30_000)
    stepper = Stepper(page)
    stepper.wait_for_step(5, 30_000)
    expect(stepper.root.get_by_role("button", name="Lancaster")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(GO_ON)).to_have_text(["Go on at step 4"])
    assert not notebook.errors()

    stepper.click("forward")
    stepper.wait_for_step(6)
    page.evaluate("() => { window.jupyterapp.shell.currentWidget.model.dirty = false; }")  # no question
    page.reload()
    go_on.filter(has_text="step 6").click(timeout=60_000)
    stepper = Stepper(page)
    stepper.wait_for_step(6, 30_000)
    assert not notebook.errors()
