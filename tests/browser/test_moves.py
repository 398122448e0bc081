"""What moves from step to step: blocks march and end where the picture has them, and no reader ever waits for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.harness import Notebook, Server, Stepper

pytestmark = pytest.mark.browser
MARCH: Final = 5  # the step, counted from 0, in which Buckingham marches from Brecon to Hereford
WINDOW: Final = {"width": 1280, "height": 720}
# px: where a block stands in the page, and where the picture of the step has it
_SPOTS: Final = """block => {
    const token = document.querySelector(`.roses-still [data-block="${block}"]`);
    const box = token.ownerSVGElement.getBoundingClientRect(), now = token.getCTM();
    const [x, y] = token.getAttribute('transform').match(/[-\\d.]+/g).map(Number);
    return {now: [now.e, now.f], end: [x, y]};
}"""
# goes on, and stops all movements at a time in ms
_GO: Final = """async time => {
    document.querySelector('.roses-forward').click();
    await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
    const moves = window.moves = document.getAnimations();
    for (const move of moves) { move.pause(); move.currentTime = time; }
    return moves.length;
}"""
_FINISH: Final = """async look => {
    for (const move of window.moves) move.finish();
    const there = look?.();
    for (let i = 0; i < 9; i++) await null;  // what follows the last movement, but no frame
    return [document.getAnimations().length, document.querySelectorAll('.roses-ghosts > *').length, there];
}"""
_STANDS: Final = """() => document.getAnimations().every(move =>
    move.currentTime < move.effect.getComputedTiming().endTime)"""
# keys that come faster than frames; then what is seen in the first frame
_BURST: Final = """async count => {
    const root = document.querySelector('.roses-stepper');
    root.focus();
    for (let i = 0; i < count; i++) {
        root.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true, cancelable: true}));
        await null;
    }
    await new Promise(done => requestAnimationFrame(done));
    const placed = svg => [...svg.querySelectorAll('[data-at]')].map(token =>
        [token.dataset.block ?? token.dataset.at, token.getAttribute('transform')].join()).sort();
    const box = document.createElement('div');
    box.innerHTML = document.querySelector('.roses-player').rosesModel.get('map').svg;
    return [placed(document.querySelector('.roses-still')), placed(box)];
}"""


@pytest.fixture
def moving(browser: Browser) -> Iterator[Page]:
    with browser.new_context(viewport=WINDOW, reduced_motion="no-preference") as context:
        page = context.new_page()
        wrong: list[Any] = []
        page.on("pageerror", lambda error: wrong.append(error))
        yield page
        assert wrong == []


def marches(page: Page, begin: int) -> None:
    """Check that Buckingham is on his way after ``begin``, the ms of a pan, and stands where he should in the end."""
    assert page.evaluate(_GO, begin + 300) > 10
    on_the_way = page.evaluate(_SPOTS, "Buckingham")
    page.evaluate("time => { for (const move of window.moves) move.currentTime = time; }", begin + 5)
    start = page.evaluate(_SPOTS, "Buckingham")["now"]
    assert start[0] + 10 < on_the_way["now"][0] < on_the_way["end"][0] - 10
    assert page.locator(".roses-still .roses-ghosts > g").count() > 2
    *left, there = page.evaluate(f"block => ({_FINISH})(() => ({_SPOTS})(block))", "Buckingham")
    assert left == [0, 0]
    assert there["now"] == pytest.approx(there["end"], abs=0.1)


def test_in_a_file_a_block_marches_along_its_arrow_and_a_burst_of_keys_does_not_wait(
    moving: Page, replay_file: Callable[[str], Path]
) -> None:
    moving.goto(replay_file("1483-richard-iii").as_uri())
    stepper = Stepper(moving)
    for step in range(2, MARCH + 1):
        stepper.click("forward")
        stepper.wait_for_step(step)
    marches(moving, 500)
    stepper.press("Shift+ArrowRight")  # the next step, up to the end of its first event
    moving.wait_for_function("() => document.getAnimations().some(move => move.playState === 'paused')")
    assert moving.evaluate(_STANDS), "what has come to its end stands there; held, it would begin anew"
    assert stepper.step == MARCH + 2
    drawn, picture = moving.evaluate(_BURST, 10)
    assert drawn == picture
    stepper.wait_for_step(MARCH + 12)
    stepper.press("Home")
    stepper.press("a")
    expect(moving.locator(".roses-note")).to_contain_text("Nothing moves")
    assert moving.evaluate(_GO, 0) == 0
    stepper.press("a")
    assert moving.evaluate(_GO, 0) > 0
    moving.emulate_media(reduced_motion="reduce")
    assert moving.evaluate(_FINISH)[:2] == [0, 0]
    assert moving.evaluate(_GO, 0) == 0


def test_in_a_notebook_the_plot_waits_until_all_stand_and_a_card_tells_of_a_block(moving: Page, server: Server) -> None:
    cells = [f'from roses.widgets import Stepper\nStepper("1483-richard-iii", start={MARCH - 1})']
    with server.serving("moves", {"moves": cells}) as base:
        notebook = Notebook(moving, base, "moves.ipynb")
        notebook.run_all()
        stepper, still = notebook.stepper(), moving.locator(".roses-still")
        expect(still).to_be_hidden(timeout=60_000)
        moving.wait_for_timeout(500)  # the next step is sent ahead a moment after the map has come
        marches_in_sight(moving, still)
        stepper.press("ArrowLeft")
        stepper.wait_for_step_back(MARCH)
        expect(still).to_be_hidden()
        moving.wait_for_timeout(500)
        marches_in_sight(moving, still)
        moving.emulate_media(reduced_motion="reduce")


def marches_in_sight(page: Page, still: Any) -> None:
    marches(page, 0)  # the frame of a map of this size stays
    expect(still).to_be_hidden()
    badge = page.locator(".roses-badges [data-block^=Buckingham] rect").bounding_box()
    assert badge
    page.mouse.move(badge["x"] + badge["width"] / 2, badge["y"] + badge["height"] / 2)
    expect(page.locator(".roses-bearer")).to_contain_text("Buckingham")
