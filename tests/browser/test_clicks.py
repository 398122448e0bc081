"""All that answers clicks: legible, in contrast, within the page, reached by Tab, named, and whole on paper."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser

import roses
from roses.history.people import find
from roses.lessons.decisions import DecisionCard
from roses.lessons.quiz import Quiz
from roses.lessons.sources import RestsOn, Weighing, Witnesses
from roses.widgets.export.page import document
from roses.widgets.pages.kin import Claims, People
from roses.widgets.pages.politics import PoliticalTurn
from tests.browser.test_export import Opened

pytestmark = pytest.mark.browser
SHOWN: Final = {
    "quiz": lambda: Quiz("01"),
    "decision": lambda: DecisionCard("ludford-1459"),
    "witnesses": Witnesses,
    "weighing": lambda: Weighing("felt"),
    "rests-on": lambda: RestsOn(roses.timeline("1483-richard-iii"), 25, 37),
    "people": lambda: People(find("Edward")),
    "claims": Claims,
    "political": lambda: PoliticalTurn("1483-richard-iii", at="Bosworth"),
}
# a page's own way to look at itself: texts that are seen, contrast, controls
_TOOLS: Final = """
const seen = what => [...document.querySelectorAll(`.roses-interactive ${what}`)].filter(one => one.checkVisibility());
const texts = seen('*').filter(one => [...one.childNodes].some(node => node.nodeType === 3 && node.textContent.trim()));
const controls = seen(':is(button, summary, select, input, a[href], [role=button], [role=tab])');
const numbers = colour => colour.match(/[\\d.]+/g).map(Number);
const even = v => v / 255 <= .03928 ? v / 255 / 12.92 : ((v / 255 + .055) / 1.055) ** 2.4;
const light = ([r, g, b]) => even(r) * .2126 + even(g) * .7152 + even(b) * .0722;
const ratio = (a, b) => (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
function ground(one) {
    for (; one; one = one.parentElement) {
        const found = numbers(getComputedStyle(one).backgroundColor);
        if (found.length < 4 || found[3] > .99) return found;
    }
    return [255, 255, 255];
}
"""
LOOKS: Final = {
    # texts of HTML below 15 px, of pictures below 11 px as they are shown
    "small": """texts.map(one => [one, one.closest('svg')]).filter(([one, svg]) =>
        parseFloat(getComputedStyle(one).fontSize) * (svg ? one.getScreenCTM().a : 1) < (svg ? 10.9 : 14.9))
        .map(([one]) => one.textContent.slice(0, 60))""",
    "pale": """texts.filter(one => !one.closest('svg')).map(one =>
        [ratio(light(numbers(getComputedStyle(one).color)), light(ground(one))), one.textContent.slice(0, 60)])
        .filter(([found]) => found < 4.5)""",
    "nameless": """controls.filter(one => ![one.ariaLabel, one.textContent, one.labels?.[0]?.textContent]
        .some(name => name?.trim())).map(one => one.outerHTML)""",
    "out of reach": """controls.filter(one => !one.disabled && one.tabIndex < 0 && !one.closest('svg'))
        .map(one => one.outerHTML)""",
    "framed": "seen('button').filter(one => getComputedStyle(one).borderTopWidth !== '0px').map(one => one.outerHTML)",
    "cut": """seen('*').filter(one => !one.closest('svg, .roses-band') && one.scrollWidth > one.clientWidth + 1
        && one.clientWidth && getComputedStyle(one).display !== 'inline' && getComputedStyle(one).clipPath === 'none')
        .map(one => one.outerHTML.slice(0, 90))""",
    "wide": "Math.max(0, document.documentElement.scrollWidth - innerWidth)",
    # what has the focus, and whether that is seen; null outside
    "focus": """[document.activeElement].map(one => [one, getComputedStyle(one)]).map(([one, style]) =>
        one.closest('.roses-interactive') && [one.outerHTML.slice(0, 120), parseFloat(style.strokeWidth) >= 2
        || (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2)])[0]""",
}


def looked(opened: Opened, what: str) -> Any:
    return opened.page.evaluate(f"() => {{ {_TOOLS} return {LOOKS[what]}; }}")


@pytest.fixture(params=SHOWN)
def opened(request: pytest.FixtureRequest, browser: Browser, tmp_path: Path) -> Iterator[Opened]:
    shown = SHOWN[request.param]()
    path = tmp_path / "page.html"
    path.write_text(document(request.param, f"<main>{shown.html()}</main>", kind="lesson"), encoding="utf-8")
    with Opened(browser, path) as page:
        page.page.wait_for_selector(".roses-interactive[data-started]")
        yield page


def test_it_can_be_read_at_the_beamer_and_on_a_telephone(opened: Opened) -> None:
    assert looked(opened, "small") == []
    assert looked(opened, "pale") == []
    opened.page.set_viewport_size({"width": 390, "height": 800})
    assert looked(opened, "wide") == 0
    assert looked(opened, "pale") == []


def test_all_controls_are_named_reached_by_tab_and_show_the_focus(opened: Opened) -> None:
    assert looked(opened, "nameless") == []
    assert looked(opened, "out of reach") == []
    results = []
    for _ in range(30):
        opened.page.keyboard.press("Tab")
        if (focus := looked(opened, "focus")) is None:
            break
        results.append(focus)
    assert results and [control for control, is_seen in results if not is_seen] == []


def test_on_paper_a_button_is_a_text_and_nothing_is_cut(opened: Opened) -> None:
    """Boxes to tick and fields to fill in stay, for a pencil; what is folded is not printed."""
    opened.page.set_viewport_size({"width": 710, "height": 1000})  # a page of A4 within its margins
    opened.page.emulate_media(media="print")
    assert opened.page.locator(".roses-interactive :is(.roses-unprinted, summary):visible").count() == 0
    assert looked(opened, "framed") == looked(opened, "cut") == []
    assert opened.page.locator(".roses-interactive").inner_text().strip()


def test_what_is_wrong_is_seen(browser: Browser, tmp_path: Path) -> None:
    wrong = {
        "small": "<p style='font-size:9px'>York</p>",
        "pale": "<p style='color:#999'>York</p>",
        "nameless": "<button></button>",
        "out of reach": "<button tabindex='-1'>York</button>",
        "framed": "<button>York</button>",
        "cut": "<div style='width:90px;overflow:hidden'><p style='width:200px'>York</p></div>",
    }
    path = tmp_path / "page.html"
    for what, html in wrong.items():
        path.write_text(f"<div class='roses-interactive'>{html}</div>", encoding="utf-8")
        with Opened(browser, path) as page:
            assert len(looked(page, what)) == 1, what
