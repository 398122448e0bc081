"""Class mode in JupyterLab."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.classroom import FLOOD, FULL, OUTSIDE, SIZES, UNLIKE, in_class, turn_to
from tests.browser.harness import Notebook, Server, Stepper

pytestmark = pytest.mark.browser
CELLS = ("import roses", "from roses.widgets import Stepper", "Stepper(roses.timeline('1483-richard-iii'))")
_UNSEEN = """root => {
    const view = root.closest('.jp-WindowedPanel-outer, .jp-Notebook').getBoundingClientRect();
    const cut = ({left, top, right, bottom}) =>
        left < view.left || top < view.top - 1 || right > view.right || bottom > view.bottom;
    const parts = root.querySelectorAll('.roses-head button, .roses-bar button, .roses-bar select, .roses-counter,'
        + '.roses-still, .js-plotly-plot, .roses-battle > svg');
    return [...parts].filter(part => part.checkVisibility({visibilityProperty: true}))
        .filter(part => cut(part.getBoundingClientRect())).map(part => part.outerHTML.slice(0, 60));
}"""


@pytest.fixture(scope="module")
def base(server: Server) -> Iterator[str]:
    with server.serving("class", {"class": CELLS, "sizes": CELLS}) as address:
        yield address


@pytest.fixture
def page(lab_page: Page) -> Page:
    return lab_page


def test_a_lesson_in_jupyterlab(page: Page, base: str) -> None:
    notebook = Notebook(page, base, "class.ipynb")
    notebook.run(len(CELLS))
    stepper = Stepper(page)
    page.wait_for_function("() => document.querySelector('.roses-stepper .js-plotly-plot .trace')", timeout=30_000)
    card = in_class(stepper, FLOOD - 1)
    page.wait_for_timeout(500)
    assert (
        page.evaluate(
            "[[5, 5], [700, 500], [1390, 990]].map(at => !!document.elementFromPoint(...at).closest('.roses-full'))"
        )
        == [True] * 3
    )
    assert stepper.root.evaluate(OUTSIDE) == []
    assert stepper.root.evaluate(UNLIKE) < 1
    stepper.root.locator(".roses-speed").select_option("fast")
    stepper.press(" ")
    expect(card).to_be_visible(timeout=40_000)  # the play halts before the flood
    assert (stepper.step, stepper.root.locator(".roses-play").get_attribute("aria-pressed")) == (FLOOD, "false")
    card.get_by_label("Hands for C").fill("21")
    card.get_by_label("Hands for A").fill("7")
    stepper.root.get_by_role("button", name="Show what happened").click()
    stepper.wait_for_step(FLOOD + 1)
    expect(stepper.root.locator(".roses-told .roses-so")).to_contain_text("75 %")
    expect(stepper.root.locator(".roses-play")).to_have_attribute("aria-pressed", "true")  # and goes on
    stepper.press(" ")
    stepper.press("f")
    expect(stepper.root).not_to_have_class(FULL)
    notebook.save_and_reload()
    stepper = Stepper(page)
    state: Any = json.loads(
        page.evaluate("JSON.stringify([document.querySelectorAll('.roses-told .roses-so').length])")
    )
    assert state == [1] and stepper.step >= FLOOD + 1  # hands and what was revealed are still there
    in_class(stepper, FLOOD + 1)
    page.wait_for_function("() => document.fullscreenElement")
    warned: list[str] = []
    page.on("console", lambda message: warned.append(message.text))
    page.evaluate("() => window.jupyterapp.commands.execute('notebook:clear-all-cell-outputs')")
    page.wait_for_function("() => !document.fullscreenElement")
    assert not [text for text in warned if "error" in text]


def test_a_beamer_has_controls_and_the_whole_picture_in_sight_in_the_notebook(page: Page, base: str) -> None:
    Notebook(page, base, "sizes.ipynb").run(len(CELLS))
    stepper = Stepper(page)
    for bar in ("open", "closed"):
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            for step in (1, 31):
                turn_to(stepper, step)
                page.wait_for_timeout(1500)
                stepper.root.evaluate("root => root.scrollIntoView()")
                assert stepper.root.evaluate(_UNSEEN) == [], f"step {step} at {width} x {height}, side bar {bar}"
        page.evaluate("window.jupyterapp.commands.execute('application:toggle-left-area')")
