"""What the table plays back: the other side's moves on the map, and the card of a lord who is killed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.harness import Server
from tests.browser.person import sit

pytestmark = pytest.mark.browser
# a game in which Lancaster moves first and marches, and one in which Oxford falls at the first blow
_MOVES = """import roses
from roses.richard.events.army import Marched
from roses.widgets import Table
from roses.widgets.play.model import TableModel
seats = {"York": "me", "Lancaster": "squire"}
for seed in range(60):
    model = TableModel(roses.game("richard-iii", "1483", seed=seed), seats)
    model.play(model.seat.options[-1])
    if any(isinstance(event, Marched) for event in model.seat.events()):
        break
else:
    raise ValueError("nobody marches")
Table.at(roses.game("richard-iii", "1483", seed=seed), seats)"""
_FALLS = """import roses
from roses.engine.game import Game
from roses.widgets import Table
from roses.widgets.play.model import TableModel
state = roses.battle("Leicester", {"Warwick": "Gloucester"}, "Oxford:1", Scotland="Richmond", scenario="1483")
seats = {"York": "me", "Lancaster": "squire"}
for seed in range(60):
    model = TableModel(Game(lambda *_game, **_options: state, "richard-iii", seed=seed), seats)
    model.play(model.seat.options[0])
    if "Oxford is eliminated" in " ".join(map(str, model.seat.events())):
        break
else:
    raise ValueError("Oxford lives")
Table.at(Game(lambda *_game, **_options: state, "richard-iii", seed=seed), seats)"""
_WATCH = """() => {
    window.marches = 0;
    new MutationObserver(changes => {
        for (const { addedNodes } of changes) for (const node of addedNodes)
            if (node.classList?.contains('roses-ghosts')) window.marches += 1;
    }).observe(document.querySelector('.roses-board'), { childList: true, subtree: true });
}"""
_CLEAR = "() => !document.querySelector('.roses-ghosts > g') && !document.getAnimations().length"


@pytest.fixture
def moving(browser: Browser, server: Server) -> Iterator[tuple[Page, str]]:
    with browser.new_context(viewport={"width": 1280, "height": 720}, reduced_motion="no-preference") as context:
        page = context.new_page()
        wrong: list[Any] = []
        page.on("pageerror", lambda error: wrong.append(error))
        with server.serving("playback", {"moves": [_MOVES], "falls": [_FALLS]}) as base:
            yield page, base
        assert wrong == []


def test_the_enemy_marches_before_the_reader_is_asked_again_and_a_killed_lord_is_told_of(
    moving: tuple[Page, str],
) -> None:
    page, base = moving
    sit(page, base, "moves")
    table, arrows = page.locator(".roses-table"), page.locator(".roses-board g[class='path Lancaster']")
    page.evaluate(_WATCH)
    page.locator(".roses-options button").last.click()
    page.wait_for_function("() => window.marches > 0")
    expect(page.locator(".roses-cards")).to_contain_text("Lancaster")
    expect(arrows).to_be_visible()
    table.focus()
    page.keyboard.press("ArrowDown")
    page.wait_for_function(_CLEAR)
    expect(arrows).to_be_visible()
    page.keyboard.press("r")
    page.wait_for_function("() => window.marches > 1")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(table).to_have_attribute("data-quiet", "")
    expect(arrows).to_be_hidden()
    sit(page, base, "falls")
    table = page.locator(".roses-table:visible")
    table.locator(".roses-options button").first.click()
    told = table.locator(".roses-told")
    expect(told.locator(".roses-life")).to_contain_text("In history:")
    expect(told).to_contain_text("Oxford")
    expect(told).to_contain_text("York wins the field.")
    expect(table.locator(".roses-options")).to_be_hidden()
    expect(table.locator(".roses-thrown > g")).not_to_have_count(0)
    table.focus()
    page.keyboard.press("Enter")
    expect(told).to_be_hidden()
    expect(table.locator(".roses-prompt")).to_be_visible()
