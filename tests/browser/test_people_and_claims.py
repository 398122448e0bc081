"""Cards of people and claims in a browser: search, pick, go from kin to kin, see the line of descent change."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from roses.widgets import Claims, people

pytestmark = pytest.mark.browser
CSP = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"


@pytest.fixture
def page(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    file = tmp_path / "kin.html"
    head = f'<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="{CSP}">'
    file.write_text(head + people("Edward").html() + Claims().html(), encoding="utf-8")
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(file.as_uri())
    yield page
    page.close()
    assert errors == []


def test_one_card_at_a_time_found_by_words_and_by_kin(page: Page) -> None:
    cards = page.locator(".roses-people article:visible")
    expect(cards).to_have_count(1)
    page.locator(".roses-search").fill("portugal")
    expect(page.locator(".roses-count")).to_have_text("1 person")
    expect(cards.locator("h3")).to_contain_text("King of Portugal")
    page.locator(".roses-search").fill("bismarck")
    expect(page.locator(".roses-count")).to_have_text("Nobody found.")
    page.locator(".roses-search").fill("")
    page.get_by_role("button", name="Edward IV", exact=True).first.click()
    cards.get_by_role("button", name="Edward V", exact=True).click()
    expect(cards.locator("h3")).to_contain_text("Edward V")


def test_picking_a_rule_and_a_moment_moves_the_line(page: Page) -> None:
    page.locator(".roses-rule").select_option("titulus-1484")
    page.locator(".roses-moment").select_option("1483-06-26")
    expect(page.locator(".roses-answer h3")).to_contain_text("Richard III")
    assert page.locator('[data-frame="richard3"]').get_attribute("display") == "inline"
    assert page.locator('[data-frame="gaunt"]').get_attribute("display") == "none"
    assert page.locator('[data-badge="richard3"] text').text_content() == "1"
    expect(page.locator("p[data-rule]:visible")).to_contain_text("called bastards")


def test_the_words_of_a_card_are_not_squeezed_by_the_styles_of_jupyterlab(page: Page) -> None:
    page.add_style_tag(content=".jp-RenderedHTMLCommon dl dt { float: left; width: 20%; }")
    page.evaluate("document.body.className = 'jp-RenderedHTMLCommon'")
    box = page.locator(".roses-people article:visible dt", has_text="House").bounding_box()
    assert box and box["width"] > 80 and box["height"] < 40
