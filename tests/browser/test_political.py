"""The political turn in Chromium, from a file: buttons, keys, the panel of changes, and no request."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from roses.lab.crown import changes
from roses.widgets import PoliticalTurn

pytestmark = pytest.mark.browser


def test_one_walks_by_buttons_and_keys_and_reads_the_count_after_a_tick(browser: Browser, tmp_path: Path) -> None:
    turn = PoliticalTurn("1483-richard-iii", at="Bosworth")
    file = tmp_path / "turn.html"
    policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"
    head = f'<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="{policy}">'
    file.write_text(head + turn.html(), encoding="utf-8")
    page = browser.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(file.as_uri())
    stops = turn.course.stops
    expect(page.locator(".stops li:visible")).to_contain_text(stops[0].text)
    panel = page.locator(".panel")
    expect(panel).to_contain_text("Step to the end of the count (8.2) first.")
    expect(page.get_by_text("As things stand")).to_be_hidden()
    expect(page.get_by_label("Gloucester is killed")).to_be_hidden()
    page.get_by_role("button", name="Next").click()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".stops li:visible")).to_contain_text(stops[2].text)
    page.get_by_role("button", name="8.2 Usurpation").click()
    first = next(stop for stop in stops if stop.rule == "8.2")
    expect(page.locator("[data-side=York] .total")).to_have_text(str(first.york))
    for _step in range(turn.data()["crown"] - stops.index(first)):
        expect(page.get_by_text("As things stand")).to_be_hidden()
        page.keyboard.press("ArrowRight")
    expect(page.get_by_text("As things stand")).to_be_visible()
    expect(page.locator(".wait")).to_be_hidden()
    page.keyboard.press("Home")
    expect(page.get_by_text("As things stand")).to_be_visible()
    page.keyboard.press("End")
    expect(page.locator("[data-side=York] .total")).to_have_text("8")
    text, there = turn.data(), [str(change) for change in changes(turn.state)]
    page.get_by_label("Gloucester is killed").click()
    expect(page.locator(".result")).to_contain_text(text["said"][text["single"][there.index("Gloucester is killed")]])
    page.get_by_label("Pembroke comes in").click()
    expect(page.locator(".result")).to_contain_text("Pembroke comes in for Lancaster")
    expect(page.locator(".result")).to_contain_text("But one change alone can do it.")
    # on a beamer board and panel each fit the screen, and F fills it
    page.set_viewport_size({"width": 1280, "height": 720})
    page.get_by_role("button", name="8.0 Begin").click()
    heights = page.evaluate("""() => {
        const top = document.querySelector('.roses-political').offsetTop;
        const board = document.querySelector('.board'), panel = document.querySelector('.panel');
        return [board.offsetTop + board.offsetHeight - top, panel.offsetHeight];
    }""")
    assert max(heights) <= 660, heights
    page.keyboard.press("f")
    page.wait_for_function("() => document.fullscreenElement?.matches('.roses-political')")
    page.keyboard.press("f")
    page.wait_for_function("() => !document.fullscreenElement")
    # one click counts all; whoever is counted is in sight in his list and has a ring on the map
    counted = """() => { const row = document.querySelector('tr[data-when=now]').getBoundingClientRect();
        const list = document.querySelector('tr[data-when=now]').closest('.list').getBoundingClientRect();
        return row.top >= list.top - 1 && row.bottom <= list.bottom + 1; }"""
    page.get_by_role("button", name="8.2 Usurpation").click()
    for _step in range(turn.data()["crown"] - stops.index(first)):
        assert page.evaluate(counted)
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Home")
    page.emulate_media(reduced_motion="no-preference")
    page.get_by_role("button", name="Count all").click()
    expect(page.locator("[data-all]")).to_have_attribute("aria-pressed", "true")
    page.wait_for_selector("figure circle", state="attached")
    page.get_by_role("button", name="Count all").click()
    expect(page.locator(".stops li:visible")).to_contain_text("The result")
    assert asked == [file.as_uri()]
    page.close()
