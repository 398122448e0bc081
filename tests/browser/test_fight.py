"""A battle that moves in an exported page: dice, hits, falls, a change of side, the banner; and nothing by request."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import structs
from playwright.sync_api import Browser, Page, expect

import roses
from roses.engine.replay import Replay, Timeline
from roses.widgets.export.page import page_html

pytestmark = pytest.mark.browser
_STEPS = ("Northumberland stands", "The Stanleys wait", "Alone", "Richard falls")
# when each kind of thing begins to move, and when it has come to rest, in ms; and the copies that are shown meanwhile
_MOVING = """() => {
    const kinds = {};
    for (const one of document.getAnimations()) {
        const kind = ['.roses-die', '.roses-came', '.roses-verdict', '[data-block]']
            .find(kind => one.effect.target.closest(kind));
        const { delay, endTime } = one.effect.getComputedTiming(), known = kinds[kind] ?? [Infinity, 0];
        if (kind) kinds[kind] = [Math.min(known[0], delay), Math.max(known[1], endTime)];
    }
    const copies = [...document.querySelectorAll('[data-block] > [aria-hidden]')];
    return { kinds, copies: copies.map(copy => copy.parentElement.dataset.block) };
}"""
# what three steps show a few frames later, when nothing that moves could have come to rest
_THREE_STEPS = """async () => {
    for (let i = 0; i < 3; i++) document.querySelector('.roses-forward').click();
    for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
    return [document.querySelectorAll('.roses-verdict').length, document.querySelector('.roses-counter').innerText];
}"""
_FORWARD = f"""() => {{
    document.querySelector('.roses-forward').click();
    return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(({_MOVING})()))));
}}"""
_AT_REST = """() => !document.getAnimations().length
    && !document.querySelector('[data-block] > [aria-hidden]')"""


@pytest.fixture(scope="module")
def page(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    record = roses.replay("1483-richard-iii").record
    moments = tuple(moment for moment in record.moments if moment.title in _STEPS)
    path = tmp_path_factory.mktemp("fight") / "fight.html"
    path.write_text(
        page_html(Timeline(Replay(structs.replace(record, moments=moments), roses.start))), encoding="utf-8"
    )
    page = browser.new_page(viewport={"width": 1280, "height": 720}, reduced_motion="no-preference")
    page.goto(path.as_uri())
    page.get_by_role("button", name="Battle board").click()
    page.wait_for_selector(".roses-battle .roses-blow")
    yield page
    page.close()


def forward(page: Page) -> dict[str, Any]:
    """What moves at once after a step forward; then it is waited for until all has come to rest."""
    moving: dict[str, Any] = page.evaluate(_FORWARD)
    page.wait_for_function(_AT_REST, timeout=20_000)
    return moving


def test_dice_hits_falls_and_a_change_of_side_are_seen_in_order_and_nothing_is_left_of_them(page: Page) -> None:
    turning = forward(page)
    assert turning["copies"] == ["Stanley/Y"]  # his old coat, on its way
    assert turning["kinds"]["[data-block]"][1] > turning["kinds"][".roses-die"][1]

    forward(page)
    falling = forward(page)
    assert falling["copies"].count("Gloucester") == 4  # three squares that come off, and he
    kinds = falling["kinds"]
    assert kinds[".roses-came"][0] >= kinds[".roses-die"][1] - 200  # hits are counted once the dice lie still
    assert kinds[".roses-verdict"][0] >= kinds["[data-block]"][1] - 200  # the banner comes last
    assert "wins the field" in (page.locator(".roses-verdict").text_content() or "")


def test_a_held_key_waits_for_no_movement_and_who_wants_none_sees_none(page: Page) -> None:
    page.locator(".roses-first").click()
    page.wait_for_selector(".roses-verdict", state="detached")
    assert page.evaluate(_THREE_STEPS) == [1, "4 / 4"]
    page.wait_for_function(_AT_REST, timeout=20_000)

    page.emulate_media(reduced_motion="reduce")
    page.locator(".roses-back").click()
    page.wait_for_selector(".roses-verdict", state="detached")
    page.locator(".roses-forward").click()
    expect(page.locator(".roses-verdict")).to_have_count(1)
    assert page.evaluate(_MOVING) == {"kinds": {}, "copies": []}
