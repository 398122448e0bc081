"""Source cards, weights and the table of what rests on what, in an exported file: by mouse and keyboard, on paper."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import roses
from roses.history.battles import source_cards
from roses.lessons.sources import RestsOn, Weighing, Witnesses, lost_without
from roses.widgets.export.page import document
from tests.browser.test_export import Opened

pytestmark = pytest.mark.browser
TIMELINE = roses.timeline("1483-richard-iii")
CARDS = source_cards().cards


@pytest.fixture
def shown(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """The three on one page, under the policy of exported files."""
    body = Witnesses().html() + Weighing("where").html() + RestsOn(TIMELINE).html()
    path = tmp_path / "sources.html"
    path.write_text(document("Sources", body, kind="lesson"), encoding="utf-8")
    with Opened(browser, path) as opened:
        yield opened.page


def test_one_card_is_shown_at_a_time_and_all_of_them_on_paper(shown: Page) -> None:
    cards, tabs = shown.locator(".roses-witnesses article"), shown.locator(".roses-witnesses .tabs button")
    expect(cards.locator("visible=true")).to_have_count(1)
    tabs.nth(3).click()
    expect(cards.locator("visible=true").locator("h3")).to_have_text(CARDS[3].title)
    shown.keyboard.press("ArrowRight")
    expect(tabs.nth(4)).to_be_focused()
    expect(cards.nth(4)).to_be_visible()
    expect(cards.nth(4).get_by_text(CARDS[4].check)).to_be_hidden()
    cards.nth(4).locator("summary").click()
    expect(cards.nth(4).get_by_text(CARDS[4].check)).to_be_visible()
    shown.emulate_media(media="print")
    expect(cards.locator("visible=true")).to_have_count(len(CARDS))
    expect(tabs.first).to_be_hidden()


def test_weights_are_compared_when_all_are_given(shown: Page) -> None:
    box = shown.locator(".roses-weighing")
    choices, button, text = box.locator("select"), box.get_by_role("button"), box.get_by_role("status")
    button.click()
    expect(text).to_contain_text(f"{len(CARDS)} are missing")
    expect(box.locator("details")).to_be_hidden()
    for number, card in enumerate(CARDS):
        choices.nth(number).select_option("none" if card.id == "york" else card.worth["where"].grade)
    button.click()
    expect(text).to_contain_text(f"agree on {len(CARDS) - 1} of {len(CARDS)}")
    expect(box.get_by_text("the oldest name of the field")).to_be_visible()


@pytest.mark.parametrize("gone", [("vergil",), ("york", "shot"), ("crowland", "vergil")])
def test_the_page_loses_the_moments_that_python_loses(shown: Page, gone: tuple[str, ...]) -> None:
    table = shown.locator(".roses-rests-on")
    for card in gone:
        table.locator(f"th[data-card={card}] button").click()
    lost = lost_without(TIMELINE, *gone)["moment"].tolist()
    assert table.locator("tr.bare th").all_inner_texts() == lost
    expect(table.get_by_role("status")).to_contain_text(f"{len(lost)} of {len(TIMELINE)} moments")
    for card in gone:
        table.locator(f"th[data-card={card}] button").click()
    expect(table.locator("tr.bare")).to_have_count(0)
