"""Every click is answered by the map of Python's step or by a sentence: kernel busy or gone, messages lost, plot slow
or broken, processor slow, machine busy."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext

import pytest
from playwright.sync_api import Page, expect

from tests.browser import agreement
from tests.browser.harness import Notebook, Server, Stepper

pytestmark = pytest.mark.browser
# A cell that only computes is no example: JupyterLab's messages of widgets are handled beside it.
SILENT = (
    "import os, signal, subprocess\n"
    "subprocess.Popen(f'sleep 7; kill -CONT {os.getpid()}', shell=True)\n"
    "os.kill(os.getpid(), signal.SIGSTOP)"
)
OLD = "old = stepper.screen.get_state(set(stepper.screen.keys) - {'library'})"
STALE = "stepper.screen.comm.send({'method': 'update', 'state': old})"
DEAF = "stepper.screen.send = lambda *content: None"  # what is sent beside the values is lost
KERNELS = ("slow", "hard", "never", "broken", "stopped", "lost", "ahead")  # a notebook each
DROP = """() => {
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (data) {
        const text = data.byteLength ? new TextDecoder().decode(data) : String(data);
        if (!text.includes('"click"')) return send.call(this, data);  // the page may ask for other things meanwhile
        WebSocket.prototype.send = send;  // the next click is lost
        window.lost = text;
    };
}"""
COUNT = """() => {
    const send = WebSocket.prototype.send;
    window.asked = 0;
    WebSocket.prototype.send = function (data) {
        window.asked += (data.byteLength ? new TextDecoder().decode(data) : String(data)).includes('"again"');
        return send.call(this, data);
    };
}"""
# The number of the step that was sent ahead last
HEAR = """(() => {
    const Socket = WebSocket;
    window.ahead = 0;
    window.WebSocket = class extends Socket {
        constructor(...all) {
            super(...all);
            this.addEventListener('message', ({data}) => {
                const text = data.byteLength ? new TextDecoder().decode(data) : String(data);
                const found = text.match(/"ahead": *{"values": *{"shown": *(\\d+)/);
                if (found) window.ahead = Number(found[1]) + 1;
            });
        }
    };
})()"""
# plotly's update, replaced for all plots of the page
NEVER = """async () => {
    for (const plotly of await Promise.all(rosesPlotly.values())) plotly.update = () => new Promise(() => 0);
}"""
BROKEN = NEVER.replace("new Promise(() => 0)", "{ throw new Error('no more'); }")


@pytest.fixture(scope="module")
def base(server: Server) -> Iterator[str]:
    more = {"silent": [SILENT], "deaf": [DEAF], "stale": [OLD, STALE]}
    notebooks = {name: [*agreement.CELLS, *more.get(name, ())] for name in (*KERNELS, *more)}
    with server.serving("answers", notebooks) as address:
        yield address


def opened(page: Page, base: str, name: str) -> tuple[Notebook, Stepper]:
    """A notebook with its Stepper, which shows the plot of step 1, and a watch over it."""
    agreement.watch(page)
    page.add_init_script(HEAR)
    notebook = Notebook(page, base, f"{name}.ipynb", workspace=name)
    if name == "slow":  # from when JupyterLab has been loaded
        agreement.slow_processor(page)
    notebook.run(len(agreement.CELLS))
    stepper = Stepper(page)
    page.wait_for_selector(".roses-still", state="hidden", timeout=60_000)
    agreement.wait_until_agreed(page)
    return notebook, stepper


def step_to(stepper: Stepper, step: int) -> None:
    stepper.click("forward")
    stepper.wait_for_step(step, 30_000)
    agreement.wait_until_agreed(stepper.page)


def sent_ahead(page: Page, step: int) -> None:
    """Wait until the page has got a step before it is asked for."""
    page.wait_for_function(f"() => ahead === {step}")
    page.wait_for_timeout(100)


def followed(stepper: Stepper) -> None:
    """Wait until plotly shows the step, which may have been sent ahead; then Python has answered."""
    expect(stepper.root.locator(".roses-still")).to_be_hidden(timeout=15_000)


@pytest.mark.parametrize("kind", ["slow", "hard"])
def test_slow_pages_and_busy_machines_show_all_blocks_of_each_step(page: Page, base: str, kind: str) -> None:
    with agreement.busy_machine() if kind == "hard" else nullcontext():
        _, stepper = opened(page, base, kind)
        for step in range(2, 5):
            step_to(stepper, step)
        result = agreement.watched(page)
    assert result["looked"] and not result["empty"]
    assert result["apart"] < 2_000


@pytest.mark.parametrize(("name", "spoil"), [("never", NEVER), ("broken", BROKEN)])
def test_a_plot_that_does_not_follow_gives_way_to_the_svg_of_the_step(
    page: Page, base: str, name: str, spoil: str
) -> None:
    _, stepper = opened(page, base, name)
    page.evaluate(spoil)
    for step in range(2, 5):
        step_to(stepper, step)
        expect(stepper.root.locator(".roses-still")).to_be_visible()
    note = stepper.root.locator(".roses-note")
    if name == "broken":
        expect(note).to_contain_text("plotly could not draw the map (no more)")
    else:
        expect(note).to_be_hidden()
    assert agreement.watched(page)["apart"] < 2_000


def test_a_message_that_is_lost_brings_the_svg_of_the_step(page: Page, base: str) -> None:
    notebook, stepper = opened(page, base, "deaf")
    notebook.run(1)
    for step in range(2, 4):
        step_to(stepper, step)
    assert agreement.watched(page)["apart"] < 2_000


def test_values_that_come_too_late_do_not_hold_the_page_at_their_step(page: Page, base: str) -> None:
    notebook, stepper = opened(page, base, "stale")
    notebook.run(1)
    step_to(stepper, 2)
    followed(stepper)
    page.evaluate(COUNT)
    for times in (1, 2):
        notebook.select(len(agreement.CELLS) + 1)
        notebook.run(1)  # all values of step 1, while Python is at step 2
        page.wait_for_function(f"() => asked === {times}", timeout=5_000)  # without a click
        page.wait_for_timeout(300)
        assert (stepper.step, page.evaluate("asked")) == (2, times)
        agreement.wait_until_agreed(page)
        followed(stepper)
    step_to(stepper, 3)


def test_a_click_that_is_lost_is_made_good(page: Page, base: str) -> None:
    _, stepper = opened(page, base, "lost")
    step_to(stepper, 2)
    followed(stepper)
    page.evaluate(DROP)
    stepper.click("first")  # which was not sent ahead
    page.wait_for_function("""() => window.lost?.includes('"index":0')""")  # else the case tests nothing
    stepper.wait_for_step_back(1)
    expect(stepper.root.locator(".roses-note")).to_be_hidden()
    agreement.wait_until_agreed(page)
    step_to(stepper, 2)


def test_a_step_that_was_sent_ahead_is_shown_at_once_and_a_lost_click_on_it_made_good(page: Page, base: str) -> None:
    _, stepper = opened(page, base, "ahead")
    sent_ahead(page, 2)
    page.evaluate(DROP)
    stepper.click("forward")
    stepper.wait_for_step(2, 1_000)
    agreement.wait_until_agreed(page)
    expect(stepper.root.locator(".roses-still")).to_be_visible()
    followed(stepper)
    expect(stepper.root.locator(".roses-note")).to_be_hidden()
    step_to(stepper, 3)
    assert agreement.watched(page)["apart"] < 2_000


def test_a_silent_kernel_is_told_and_the_sentence_goes_when_it_answers(page: Page, base: str) -> None:
    notebook, stepper = opened(page, base, "silent")
    step_to(stepper, 2)
    followed(stepper)
    sent_ahead(page, 3)
    notebook.select(len(agreement.CELLS))
    page.evaluate("() => void window.jupyterapp.commands.execute('notebook:run-cell-and-select-next')")
    page.wait_for_timeout(500)
    note = stepper.root.locator(".roses-note")
    stepper.click("forward")
    stepper.wait_for_step(3, 1_000)  # it was sent ahead, but the step after it was not
    stepper.click("forward")
    expect(note).to_contain_text("The kernel does not answer.", timeout=3_000)
    assert stepper.step == 3
    assert page.evaluate("agrees()") is True
    stepper.wait_for_step(4)
    expect(note).to_be_hidden()
    agreement.wait_until_agreed(page)
    step_to(stepper, 5)


def test_a_kernel_that_was_restarted_is_told_at_once_and_the_controls_stay_at_the_step(page: Page, base: str) -> None:
    notebook, stepper = opened(page, base, "stopped")
    step_to(stepper, 2)
    notebook.restart_kernel()
    note = stepper.root.locator(".roses-note")
    expect(note).to_contain_text("The kernel that showed these steps was stopped or restarted.", timeout=10_000)
    stepper.click("forward")
    page.wait_for_timeout(500)
    assert (stepper.step, stepper.root.locator("input[type=range]").input_value()) == (2, "1")
    expect(note).to_be_visible()
    assert page.evaluate("agrees()") is True
