"""The cards of the blocks in an exported page: who is that, by mouse and by keyboard."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

pytestmark = pytest.mark.browser
_GO = """index => { const model = document.querySelector('.roses-player').rosesModel;
    model.set('index', index); model.save_changes(); }"""
_FOCUSED = "() => document.activeElement.textContent"


def test_a_card_tells_who_a_block_is_by_click_rest_and_key(
    browser: Browser, replay_file: Callable[[str], Path]
) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(replay_file("1483-richard-iii").as_uri())
    card, richard = page.locator(".roses-bearer"), page.locator(".roses-badges [data-block=Gloucester]")
    expect(richard.locator("text")).to_have_text("Gloucester")
    page.evaluate(_GO, 6)  # 21 October 1483
    expect(richard.locator("text")).to_have_text("Richard III")

    richard.locator("rect").click()
    expect(card).to_be_visible()
    for words in ("King Richard III", "31 years old", "Side: 14 March 1471: York", "killed in battle, Bosworth"):
        expect(card).to_contain_text(words)
    assert card.locator("p").last.inner_text().startswith("In the game: Gloucester of York, 3 steps; B3")
    assert page.evaluate("""() => document.querySelector('.roses-bearer use').getBBox().width > 0
        && document.querySelector(document.querySelector('.roses-bearer use').getAttribute('href')) !== null""")
    page.locator(".roses-story").click(position={"x": 5, "y": 5})  # elsewhere
    expect(card).to_be_hidden()

    richard.locator("rect").hover()
    expect(card).to_be_visible()
    page.mouse.move(2, 2)  # outside the Stepper
    expect(card).to_be_hidden()
    richard.locator("rect").hover()
    expect(card).to_be_visible()
    page.locator(".roses-forward").hover()
    expect(card).to_be_hidden()

    page.locator(".roses-who button[tabindex='0']").focus()
    while page.evaluate(_FOCUSED) != "Buckingham":
        page.keyboard.press("ArrowDown")
    expect(page.locator(".roses-badges .roses-lit")).to_have_attribute("data-block", "Buckingham/L")
    page.keyboard.press("Enter")
    expect(card).to_be_visible()
    expect(card).to_contain_text("Duke of Buckingham")
    expect(card).to_contain_text("Tudor (rises for Henry, by Vergil and parliament)")
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    assert page.evaluate(_FOCUSED) == "Buckingham"
    page.keyboard.press("ArrowRight")  # still a step
    expect(page.locator(".roses-counter")).to_have_text("8 / 37")
    assert not errors
    page.close()
