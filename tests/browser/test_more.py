"""The list of a step's other events in a browser: where it is folded it opens, scrolls and says what it holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

pytestmark = pytest.mark.browser
BUSY = 23  # the step, counted from 0, in which two armies meet


@pytest.fixture
def replay(browser: Browser, replay_file: Callable[[str], Path]) -> Iterator[Page]:
    with browser.new_context(viewport={"width": 1280, "height": 720}) as context:
        page = context.new_page()
        page.goto(replay_file("1483-richard-iii").as_uri())
        page.wait_for_function("() => document.querySelector('.roses-player').rosesModel")
        slider = page.locator(".roses-slider input")
        slider.evaluate("(slider, to) => { slider.value = to; slider.dispatchEvent(new Event('input')); }", BUSY)
        expect(page.locator(".roses-counter")).to_contain_text(f"{BUSY + 1} / ")
        yield page


def test_the_folded_list_says_how_much_it_holds_and_what(replay: Page) -> None:
    summary = replay.locator(".roses-more summary")
    items = replay.locator(".roses-more li").count()
    expect(summary.locator("b")).to_contain_text(str(items))
    assert len(summary.locator("span").inner_text().split(" · ")) == items


def test_the_list_opens_scrolls_and_closes_by_key(replay: Page) -> None:
    summary, last = replay.locator(".roses-more summary"), replay.locator(".roses-more li").last
    summary.focus()
    replay.keyboard.press("Enter")
    expect(replay.locator(".roses-more li").first).to_be_in_viewport(ratio=0.9)
    replay.keyboard.press("PageDown")
    expect(last).to_be_in_viewport(ratio=0.9)
    step = replay.locator(".roses-counter").inner_text()
    replay.keyboard.press("Escape")
    expect(replay.locator(".roses-more[open]")).to_have_count(0)
    expect(summary).to_be_focused()
    assert replay.locator(".roses-counter").inner_text() == step


def test_on_a_telephone_nothing_is_folded(replay: Page) -> None:
    replay.set_viewport_size({"width": 388, "height": 800})
    expect(replay.locator(".roses-more")).to_be_hidden()
    assert replay.locator(".roses-events li").count() >= 9
