"""The battlefield in a page: buttons with names of their own, views switched by list and by key, legible type."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import structs
from playwright.sync_api import Browser, Page

import roses
from roses.engine.replay import Replay, Timeline
from roses.widgets.export.page import battle_html, page_html

pytestmark = pytest.mark.browser
_TITLES = """() => [...document.querySelectorAll('.roses-battle text')].map(text => text.textContent).join(' ')"""
_LEAST = """() => Math.min(...[...document.querySelectorAll('.roses-battle text')].map(text =>
    parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a))"""

# where Oxford's company stands in the page, before a step, in its first moment and after it
_GLIDE = """async () => {
    const at = () => {
        const box = document.querySelector('.roses-field [data-formation$="/oxford"]').getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const forward = document.querySelector('.roses-field .forward');
    forward.click();
    for (const move of document.getAnimations()) move.finish();
    const before = at();
    forward.click();
    for (const move of document.getAnimations()) { move.pause(); move.currentTime = 0; }
    const first = at();
    for (const move of document.getAnimations()) move.finish();
    return [before, first, at()];
}"""

# how many companies and names move at once after a step of the Stepper, at most, while a second passes
_GLIDE_ON = """async () => {
    document.querySelector('.roses-stepper .roses-forward').click();
    const inside = ({effect}) => effect.target.closest('.roses-stepper [data-formation]');
    let most = 0;
    for (const begin = performance.now(); performance.now() < begin + 1000;) {
        await new Promise(done => requestAnimationFrame(done));
        most = Math.max(most, document.getAnimations().filter(inside).length);
    }
    return most;
}"""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of two steps: the charge, and the map before the battle."""
    record = roses.replay("1483-richard-iii").record
    results = [moment for moment in record.moments if moment.title in ("The night before", "The charge")]
    timeline = Timeline(Replay(structs.replace(record, moments=tuple(results)), roses.start))
    path = tmp_path_factory.mktemp("fields") / "fields.html"
    path.write_text(page_html(timeline), encoding="utf-8")
    return path


@pytest.fixture(params=[(1280, 720), (390, 844)], ids=["projector", "telephone"])
def page(request: pytest.FixtureRequest, browser: Browser, file: Path) -> Iterator[Page]:
    page = browser.new_page(viewport=dict(zip(("width", "height"), request.param, strict=True)))
    page.goto(file.as_uri())
    page.wait_for_function("() => document.querySelector('.roses-counter')?.innerText.includes('/')")
    yield page
    page.close()


def test_map_board_and_field_have_names_and_labels_of_their_own(page: Page) -> None:
    page.locator(".roses-forward").click()
    buttons = page.locator(".roses-which button")
    buttons.nth(2).wait_for()
    labels = [button.get_attribute("aria-label") or "" for button in buttons.all()]
    assert buttons.all_inner_texts() == ["Map", "Battlefield", "Battle board"]
    assert all(name in label for name, label in zip(buttons.all_inner_texts(), labels, strict=True))
    assert len(set(labels)) == 3


def test_the_views_are_switched_by_list_and_by_key_and_hold_from_step_to_step(page: Page) -> None:
    page.locator(".roses-forward").click()
    page.get_by_role("button", name="Battlefield").click()
    views = page.locator(".roses-variant")
    views.wait_for(state="visible")
    assert "Fenn Lanes: the" in page.evaluate(_TITLES)
    page.keyboard.press("v")
    page.wait_for_function("() => document.querySelector('.roses-variant').value === 'dadlington'")
    assert "Dadlington: Richmond" in page.evaluate(_TITLES)
    views.select_option("ambion-hill")
    page.wait_for_function("() => document.querySelector('.roses-battle').textContent.includes('Ambion Hill: Hutton')")
    page.locator(".roses-back").click()
    views.wait_for(state="hidden")
    page.locator(".roses-forward").click()
    views.wait_for(state="visible")
    assert views.input_value() == "ambion-hill"
    assert "Ambion Hill: Hutton" in page.evaluate(_TITLES)


def test_the_field_is_legible_and_no_wider_than_the_page(page: Page) -> None:
    page.locator(".roses-forward").click()
    page.locator(".roses-variant").wait_for(state="visible")
    assert page.evaluate(_LEAST) > 12.9  # 13 px, on a page that may be a px or two narrower than the picture
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_page_of_its_own_steps_through_its_phases_by_button_and_key(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "towton.html"
    path.write_text(battle_html("towton-1461"), encoding="utf-8")
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    try:
        page.goto(path.as_uri())
        box = page.locator(".roses-field")
        box.get_by_role("button", name="Next phase").click()
        assert "Stung, the Lancastrians" in box.locator(".sentence").inner_text()
        assert "2 of 4: Down into the dale" in box.inner_html()
        page.keyboard.press("ArrowRight")
        assert box.locator("[aria-pressed=true]").inner_text() == "3 Norfolk's men come"
        box.locator("select").select_option("wide")
        assert "Wide lines: the numbers of the chronicles" in box.locator("svg").inner_html()
        assert box.bounding_box()["height"] < 720  # type: ignore[index]
        assert page.evaluate("innerHeight > document.querySelector('.roses-field').getBoundingClientRect().top")
        page.set_viewport_size({"width": 390, "height": 844})
        page.wait_for_function("() => document.querySelector('.roses-field svg').viewBox.baseVal.width < 400")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    finally:
        page.close()


def test_companies_glide_from_where_they_stood_in_the_phase_before(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "barnet.html"
    path.write_text(battle_html("barnet-1471"), encoding="utf-8")
    with browser.new_context(viewport={"width": 1280, "height": 720}, reduced_motion="no-preference") as context:
        page = context.new_page()
        page.goto(path.as_uri())
        forward = page.locator(".roses-field").get_by_role("button", name="Next phase")
        forward.wait_for()
        before, first, last = page.evaluate(_GLIDE)
        assert before == pytest.approx(first, abs=2) and before != pytest.approx(last, abs=2)
        assert page.evaluate(_GLIDE_ON) > 5, "companies and names glide in the Stepper, too"
