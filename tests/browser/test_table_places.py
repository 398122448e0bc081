"""The table in Notebook 7, in Voila, in Firefox, on a small screen and on a telephone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.harness import Server, url, voila, write_notebook
from tests.browser.marionette import find_firefox, firefox
from tests.browser.person import Person, prompt, sit

pytestmark = pytest.mark.browser
_WAR = """from roses.widgets import Table
Table("richard-iii", "1483", seed=4)"""
_COURT = """from roses.widgets import Table
Table("lancaster", players=4, seed=4)"""
_PENNIES = f"""import sys
sys.path.insert(0, {str(Path(__file__).parents[2])!r})
from roses.widgets import Table
from tests.protocol.pennies import register
register()
Table("pennies", seats={{"Even": "me", "Odd": "page"}}, seed=3)"""
_KERNEL = "jupyterapp.shell.currentWidget.sessionContext.session.kernel.status === 'idle'"
_LISTED = "[...document.querySelectorAll('.roses-options button')].find(one => /%s/.test(one.textContent)).click()"
_INSIDE = """() => ['.roses-prompt', '.roses-board > svg', '.roses-options button', '.roses-tools button'].map(name => {
    const box = document.querySelector('.roses-table ' + name).getBoundingClientRect();
    const middle = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return name + ' ' + (box.top >= 0 && box.bottom <= innerHeight && box.right <= innerWidth && !!middle);
})"""


@pytest.fixture(scope="module")
def base(server: Server) -> Iterator[str]:
    notebooks = {name: [_WAR] for name in ("seven", "small", "keyed", "fox")}
    notebooks |= {"court": [_COURT], "pennies": [_PENNIES]}
    with server.serving("places", notebooks) as address:
        yield address


def test_a_turn_begins_in_notebook_7(page: Page, base: str) -> None:
    sit(page, base, "seven", app="notebook")
    Person(page, keys=False).choose()
    expect(prompt(page)).to_contain_text("action point", timeout=60_000)


def test_a_third_game_is_played_to_its_end_by_clicks_on_its_board(lab_page: Page, base: str) -> None:
    sit(lab_page, base, "pennies")
    for number in (1, 2, 3):
        lab_page.locator("rect[data-area=heads]").click()
        expect(lab_page.locator(".roses-log .roses-roll")).to_have_count(number, timeout=60_000)
    expect(prompt(lab_page)).to_contain_text("has won")
    expect(lab_page.locator(".roses-strip")).to_contain_text("Score")
    assert lab_page.locator(".roses-place").inner_text().startswith("The king's head.")


@pytest.mark.parametrize("name", ["small", "court"])
def test_map_prompt_and_choices_are_in_sight_at_1280_by_720(
    lab_page: Page, base: str, name: str, tmp_path: Path
) -> None:
    lab_page.set_viewport_size({"width": 1280, "height": 720})
    sit(lab_page, base, name)
    person = Person(lab_page, keys=False)
    person.choose()
    person.wait()
    lab_page.locator(".roses-table").evaluate("table => table.scrollIntoView()")
    lab_page.wait_for_timeout(300)
    lab_page.screenshot(path=tmp_path / "small.png")
    assert [line for line in lab_page.evaluate(_INSIDE) if line.endswith("false")] == []


def test_the_log_and_a_board_that_was_brought_closer_have_a_name_and_are_moved_by_keys(
    lab_page: Page, base: str
) -> None:
    lab_page.set_viewport_size({"width": 1280, "height": 720})
    sit(lab_page, base, "keyed")
    person = Person(lab_page, keys=False)
    board, log = lab_page.locator(".roses-board"), lab_page.locator(".roses-log")
    lab_page.add_style_tag(content=".roses-table .roses-log { max-height: 60px; }")  # less than what happens in a turn
    person.choose()
    person.wait()
    for box in (board, log):
        expect(box).to_have_attribute("tabindex", "0")
        expect(box).to_have_attribute("aria-label", re.compile("."))
    left = "board => board.querySelector('svg').viewBox.baseVal.x"
    board.focus()
    lab_page.keyboard.press("z")
    before = board.evaluate(left)
    assert before > 0, "the board does not begin in the west any more"
    for _area in range(5):
        lab_page.keyboard.press("ArrowLeft")
    assert board.evaluate(left) < before
    log.evaluate("log => { log.scrollTop = 0; }")
    log.focus()
    lab_page.keyboard.press("ArrowDown")
    lab_page.wait_for_function("() => document.querySelector('.roses-log').scrollTop > 0")


@pytest.mark.skipif(not find_spec("voila"), reason="Voila is not installed; the test extra has it")
def test_a_turn_begins_in_voila_and_on_a_telephone_nothing_is_cut_off(browser: Browser, tmp_path: Path) -> None:
    notebook = tmp_path / "kit" / "app.ipynb"
    write_notebook(notebook, _WAR)
    with voila(tmp_path, notebook) as address, browser.new_context() as context:
        page = context.new_page()
        page.set_viewport_size({"width": 390, "height": 800})
        page.goto(address)
        page.wait_for_selector(".roses-table .roses-options button", timeout=60_000)
        Person(page, keys=False).choose()
        expect(prompt(page)).to_contain_text("action point", timeout=60_000)
        page.screenshot(path=tmp_path / "telephone.png")
        names = ".roses-prompt, .roses-strip, .roses-choices, .roses-tools, .roses-options"
        parts = page.locator(f".roses-table :is({names})")
        assert parts.count() == 5
        for box in (part.bounding_box() for part in parts.all()):
            assert box and box["x"] >= 0 and box["x"] + box["width"] <= 390


@pytest.mark.skipif(not find_firefox(), reason="there is no Firefox on this machine")
def test_firefox_plays_a_card_and_marches_on_the_map(base: str, tmp_path: Path) -> None:
    with firefox(tmp_path) as page:
        page.open(url(base, "fox.ipynb", "fox"))
        page.wait_for(_KERNEL)
        page.run("jupyterapp.commands.execute('notebook:run-all-cells');")
        page.wait_for("document.querySelector('.roses-options button')")
        page.run(_LISTED % "Action 4")
        page.wait_for("/York: 4 action points/.test(document.querySelector('.roses-prompt').textContent)")
        page.run("const army = document.querySelector('.roses-board rect[data-area=\"East Anglia\"].roses-open');"
                 "army.dispatchEvent(new MouseEvent('click', { bubbles: true }));")  # fmt: skip
        page.wait_for("document.querySelectorAll('.roses-blocks [aria-pressed=true]').length === 2")
        page.wait_for("document.querySelector('.roses-board path[data-area=Essex].roses-open')")
        page.run("document.querySelector('.roses-board path[data-area=Essex].roses-open')"
                 ".dispatchEvent(new MouseEvent('click', { bubbles: true }));")  # fmt: skip
        page.wait_for("/York: 3 action points/.test(document.querySelector('.roses-prompt').textContent)")
