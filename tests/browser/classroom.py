"""Class mode for tests: how they turn to a step and go into it, and what lies wrongly on its screen."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.browser.harness import Stepper

FULL = re.compile(r"\broses-full\b")
FLOOD = 7  # the step, as the counter has it, after which the first question is asked
SIZES = ((1280, 720), (1024, 768), (853, 480))  # px of a page; the last is 1280x720 at a zoom of 150 %
OUTSIDE = """root => {
    const {clientWidth: w, clientHeight: h} = document.documentElement;
    const outside = box => box.width && (box.left < -1 || box.top < -1 || box.right > w + 1 || box.bottom > h + 1);
    const parts = root.querySelectorAll('.roses-head button, .roses-bar button, .roses-bar select, .roses-counter,'
        + '.roses-still:not([hidden]) > svg, .roses-battle:not([hidden]) > svg, .roses-side');
    return [...parts].filter(part => part.checkVisibility({visibilityProperty: true}))
        .filter(part => outside(part.getBoundingClientRect())).map(part => part.outerHTML.slice(0, 60));
}"""
UNLIKE = """root => {  // px by which the base map does not lie under the map
    const box = name => root.querySelector(name).getBoundingClientRect();
    const ground = box('.roses-ground');
    const map = box(root.querySelector('.main-svg') ? '.main-svg' : '.roses-still > svg');
    return Math.max(...['left', 'top', 'right', 'bottom'].map(side => Math.abs(ground[side] - map[side])));
}"""


def in_class(stepper: Stepper, step: int = 1) -> Locator:
    """Turn to a step, then go into class mode; return the question's card."""
    turn_to(stepper, step)
    stepper.press("f")
    expect(stepper.root).to_have_class(FULL)
    stepper.page.wait_for_timeout(200)  # the panel is drawn after the map
    return stepper.root.locator(".roses-card")


def turn_to(stepper: Stepper, step: int) -> None:
    slider = stepper.root.locator(".roses-slider input")
    slider.evaluate("(slider, to) => { slider.value = to; slider.dispatchEvent(new Event('input')); }", step - 1)
