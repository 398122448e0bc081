"""The Stepper's page for keyboards and screen readers: names, order and sight of the focus, contrast, tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from playwright.sync_api import Browser, Page

import roses
from roses.engine.replay import Replay, Timeline
from roses.figures.drawing.palette import contrast
from roses.widgets.export.page import page_html
from tests.vocabulary import RECORDS

pytestmark = pytest.mark.browser
_CONTROLS: Final = {"button", "combobox", "slider", "link", "DisclosureTriangle", "textbox", "spinbutton", "checkbox"}
_FOCUSED: Final = """() => {
  const node = document.activeElement, style = getComputedStyle(node);
  const { left, top } = node.getBoundingClientRect();
  const ring = node.matches(":focus-visible") && style.outlineStyle !== "none" ? parseFloat(style.outlineWidth) : 0;
  const label = node.ariaLabel ?? node.textContent, away = !node.closest(".roses-stepper *");
  return { label, away, left, top, ring, scrolls: node.matches("div, section") };
}"""
# texts that are seen, with their colour, size and weight and the colour behind them
_TEXTS: Final = """root => {
  const found = [], walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const two = part => Math.round(part).toString(16).padStart(2, "0");
  const hex = colour => "#" + colour.match(/[\\d.]+/g).slice(0, 3).map(two).join("");
  const clear = node => /rgba\\(.*, 0\\)|transparent/.test(getComputedStyle(node).backgroundColor);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const node = text.parentElement;
    if (!text.textContent.trim() || node.closest("svg, :disabled")) continue;
    if (!node.checkVisibility({ visibilityProperty: true })) continue;
    let behind = node;
    while (clear(behind)) behind = behind.parentElement;
    const { color, fontSize } = getComputedStyle(node), ground = getComputedStyle(behind).backgroundColor;
    found.push([text.textContent.trim(), hex(color), hex(ground), parseFloat(fontSize)]);
  }
  return found;
}"""


def shortened(name: str, steps: slice) -> Timeline:
    """Some steps of a recorded game, so that its file is made quickly."""
    replay = roses.replay(name)
    record = msgspec.structs.replace(replay.record, moments=replay.record.moments[steps])
    return Timeline(Replay(record, roses.start))


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Files of a battle and of a game at court."""
    folder, item = tmp_path_factory.mktemp("pages"), {}
    for name, steps in ((RECORDS[0], slice(22, 26)), (RECORDS[1], slice(8, 11))):
        item[name] = folder / f"{name}.html"
        item[name].write_text(page_html(shortened(name, steps)), encoding="utf-8")
    return item


@pytest.fixture(params=[(RECORDS[0], 1280), (RECORDS[0], 390), (RECORDS[1], 1280)], ids=["wide", "phone", "court"])
def page(browser: Browser, pages: dict[str, Path], request: pytest.FixtureRequest) -> Iterator[Page]:
    name, width = request.param
    page = browser.new_page(viewport={"width": width, "height": 800})
    page.goto(pages[name].as_uri())
    page.wait_for_selector(".roses-counter:not(:empty)")
    page.wait_for_timeout(300)
    yield page
    page.close()


def tree(page: Page) -> list[dict[str, Any]]:
    """What a screen reader finds: role, name, description and properties of each node."""
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    return [
        {
            "role": node["role"]["value"],
            "name": node.get("name", {}).get("value", ""),
            "description": node.get("description", {}).get("value", ""),
        }
        for node in nodes
        if not node["ignored"]
    ]


def test_every_control_has_a_name_of_its_own(page: Page) -> None:
    controls = [node["name"] for node in tree(page) if node["role"] in _CONTROLS]
    assert len(controls) >= 9 and all(controls)
    assert [name for name, times in Counter(controls).items() if times > 1] == []


def test_regions_and_pictures_have_names(page: Page) -> None:
    named = [node for node in tree(page) if node["role"] in ("toolbar", "dialog", "image")]
    assert named and [node for node in named if not node["name"]] == []
    groups = page.locator(".roses-stepper :is([role=group], [role=dialog]:not([aria-labelledby]))")
    assert all(groups.evaluate_all("nodes => nodes.map(node => node.ariaLabel)"))


def test_the_map_has_a_name_and_a_description_that_follow_the_step(page: Page) -> None:
    if not page.locator("button:text-is('Map')").count():
        pytest.skip("this game has no map of its own")
    if page.locator("button:text-is('Map'):visible").count():
        page.locator("button:text-is('Map')").click()
    maps = []
    for _step in range(2):
        maps += [node for node in tree(page) if node["name"].startswith("Map of England")]
        page.locator(".roses-forward").click()
        page.wait_for_timeout(200)
    assert len(maps) == 2
    assert maps[0]["role"] == "image" and maps[0]["description"] != maps[1]["description"] != ""


def test_tab_goes_through_all_controls_in_their_order_and_shows_where_it_is(page: Page) -> None:
    page.locator(".roses-stepper").evaluate("root => root.focus()")
    visited: list[dict[str, Any]] = []
    for _ in range(40):
        page.keyboard.press("Tab")
        at = page.evaluate(_FOCUSED)
        if at["away"] or at in visited:
            break
        visited.append(at)
    one_stop = ":not(.roses-who [tabindex='-1'])"  # the list of who is who is one stop; up and down go through it
    controls = f".roses-stepper :is(button:enabled{one_stop}, select:enabled, input:enabled, summary):visible"
    visited = [at for at in visited if not at["scrolls"]]
    assert len(visited) == page.locator(controls).count()
    assert [at["label"] for at in visited if at["ring"] < 2.5] == []
    rows = [(one, after) for one, after in pairwise(visited) if abs(one["top"] - after["top"]) < 12]
    assert rows and all(one["left"] < after["left"] for one, after in rows)


def test_texts_stand_out_from_what_is_behind_them(page: Page) -> None:
    page.locator(".roses-lists").click()
    texts = page.locator(".roses-stepper").evaluate(_TEXTS)
    assert len(texts) > 40
    assert [text for text in texts if contrast(text[1], text[2]) < (3 if text[3] >= 24 else 4.5)] == []
    assert [text for text in texts if text[3] < 13] == []


def test_the_table_opens_by_button_and_key_follows_the_steps_and_gives_the_focus_back(page: Page) -> None:
    panel, button = page.locator(".roses-standings"), page.locator(".roses-lists")
    button.click()
    assert panel.is_visible() and button.get_attribute("aria-expanded") == "true"
    before = panel.inner_text()
    page.keyboard.press("ArrowRight")
    page.wait_for_timeout(300)
    assert panel.inner_text() != before
    page.keyboard.press("Escape")
    assert not panel.is_visible() and button.evaluate("node => node === document.activeElement")
    page.keyboard.press("t")
    assert panel.is_visible() and panel.locator("caption").count()
    panel.locator(".roses-close").click()
    assert not panel.is_visible()
    roles = Counter(node["role"] for node in tree(page))
    assert not roles["table"]


def test_the_slider_says_the_step(page: Page) -> None:
    page.locator(".roses-forward").click()
    page.wait_for_timeout(200)
    text = page.locator(".roses-slider input").get_attribute("aria-valuetext")
    assert text and text.startswith("Step 2 of")
