"""Pages of battles, opened in Chromium from the disk: each part is seen, and the Stepper plays without a network."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from roses.history.battles import account
from roses.widgets.export.page import battle_html
from tests.browser.test_export import Opened

pytestmark = pytest.mark.browser
_HIDDEN = """() => [...document.querySelectorAll('.roses-account, main figure')]
    .filter(part => part.getBoundingClientRect().height < 30).length"""


def test_a_page_shows_all_its_parts_and_walks_the_battle(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "towton.html"
    path.write_text(battle_html("towton-1461"), encoding="utf-8")
    with Opened(browser, path) as opened:
        stepper = opened.stepper()
        phases = account("towton-1461").phases
        assert (stepper.step, stepper.last) == (1, len(phases))
        assert opened.page.evaluate(_HIDDEN) == 0
        for number, phase in enumerate(phases[1:], 2):
            stepper.click("forward")
            stepper.wait_for_step(number)
            assert stepper.narration == phase.text
        assert opened.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_a_page_of_a_battle_outside_the_game_fits_a_telephone(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "ludford.html"
    path.write_text(battle_html("ludford-1459"), encoding="utf-8")
    with Opened(browser, path, (390, 800)) as opened:
        assert opened.page.locator(".roses-account-outside").is_visible()
        assert opened.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
