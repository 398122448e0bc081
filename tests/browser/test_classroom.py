"""Class mode in the exported file, whose pages need no kernel."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.classroom import FLOOD, FULL, OUTSIDE, SIZES, UNLIKE, in_class, turn_to
from tests.browser.harness import Stepper

pytestmark = pytest.mark.browser
_MAP_IS_SEEN = """root => ['.roses-ground', '.roses-still', '.roses-still > svg'].some(
    name => root.querySelector(name).checkVisibility({visibilityProperty: true}))"""
_RATINGS = """root => {
    const written = [...root.querySelectorAll('.roses-still:not([hidden]) text')];
    const texts = written.filter(text => /^[A-D]\\d$/.test(text.textContent));
    const scale = text => text.getBoundingClientRect().height / text.getBBox().height;
    return texts.map(text => parseFloat(getComputedStyle(text).fontSize) * scale(text));
}"""


@pytest.fixture(scope="module")
def file(replay_file: Callable[[str], Path]) -> str:
    return replay_file("1483-richard-iii").as_uri()


@pytest.fixture
def stepper(browser: Browser, file: str) -> Iterator[Stepper]:
    with browser.new_context(viewport={"width": 1400, "height": 1000}) as context:
        yield opened(context.new_page(), file)


def opened(page: Page, file: str) -> Stepper:
    page.goto(file)
    page.wait_for_function("() => document.querySelector('.roses-player').rosesModel")
    return Stepper(page)


def test_f_fills_the_screen_and_f_or_escape_leaves_it_at_the_step_and_with_the_focus(stepper: Stepper) -> None:
    page = stepper.page
    page.evaluate(
        "document.body.insertAdjacentHTML('beforeend', '<div id=menu style=\"position:fixed;inset:0;z-index:99999\">')"
    )
    for leave in ("f", "Escape"):
        in_class(stepper, 3)
        box = stepper.root.evaluate("root => root.getBoundingClientRect().toJSON()")
        assert (box["left"], box["top"]) == (0, 0)
        assert abs(box["width"] - 1400) < 4 and abs(box["height"] - 1000) < 4
        top = page.evaluate(
            "[[9, 9], [700, 500], [1390, 990]].map(at => !!document.elementFromPoint(...at).closest('.roses-full'))"
        )
        assert top == [True] * 3
        stepper.press("ArrowRight")
        stepper.wait_for_step(4)
        stepper.press(leave)
        expect(stepper.root).not_to_have_class(FULL)
        assert page.evaluate("document.activeElement.matches('.roses-stepper')") and stepper.step == 4


def test_plus_and_minus_change_the_type_and_the_panel_has_more_room(stepper: Stepper) -> None:
    in_class(stepper, 8)
    words, side = stepper.root.locator(".roses-narration"), stepper.root.locator(".roses-side")
    before, room = words.evaluate(_SIZE), side.bounding_box()
    for _ in range(6):
        stepper.press("+")
    after, wider = words.evaluate(_SIZE), side.bounding_box()
    assert room and wider and after > 1.7 * before and wider["width"] > 1.5 * room["width"]
    story = stepper.root.locator(".roses-story")
    assert story.evaluate("story => story.scrollHeight > story.clientHeight")
    stepper.press("ArrowDown")
    assert story.evaluate("story => story.scrollTop") > 0
    for _ in range(6):
        stepper.press("-")
    assert words.evaluate(_SIZE) == pytest.approx(before, rel=0.02)


_SIZE = (
    "words => parseFloat(getComputedStyle(words).fontSize) * words.getBoundingClientRect().width / words.offsetWidth"
)


def test_b_blanks_the_screen_and_any_key_brings_it_back_without_doing_its_work(stepper: Stepper) -> None:
    in_class(stepper, 3)
    blank = stepper.root.get_by_role("alert").filter(has_text="The screen is blank.")
    for key in ("ArrowRight", "Escape", "Tab", "b"):
        stepper.press("b")
        expect(blank).to_be_visible()
        assert stepper.page.evaluate("document.elementFromPoint(700, 990).matches('.roses-blank')")
        stepper.press(key)
        expect(blank).to_be_hidden()
    assert stepper.step == 3
    expect(stepper.root).to_have_class(FULL)


def test_a_blank_screen_stops_the_play(stepper: Stepper) -> None:
    in_class(stepper)
    play = stepper.root.locator(".roses-play")
    stepper.press(" ")
    expect(play).to_have_attribute("aria-pressed", "true")
    stepper.press("b")
    expect(play).to_have_attribute("aria-pressed", "false")
    stepper.press("x")
    expect(play).to_have_attribute("aria-pressed", "false")
    assert stepper.step == 1


@pytest.mark.parametrize("key", ["Tab", "Shift+Tab"])
def test_tab_goes_round_in_class_mode_and_never_to_the_page_under_it(stepper: Stepper, key: str) -> None:
    stepper.page.evaluate("document.body.insertAdjacentHTML('beforeend', '<button>under</button>')")
    in_class(stepper, FLOOD)
    visited = []
    for _ in range(40):
        stepper.page.keyboard.press(key)
        visited.append(stepper.page.evaluate(_FOCUSED))
    assert None not in visited and len(set(visited)) < 25 and max(map(visited.count, visited)) > 1
    assert {"Leave class mode (F or Esc)", "Play or pause (space)"} <= set(visited)
    stepper.press("m")  # the picture alone has no controls
    stepper.page.keyboard.press(key)
    assert stepper.page.evaluate("document.activeElement.matches('.roses-stepper')")


_FOCUSED = """() => {
    const node = document.activeElement;
    return node.closest('.roses-stepper') && (node.ariaLabel || node.textContent || node.className);
}"""


def test_the_marks_of_steps_after_an_open_question_have_no_names(stepper: Stepper) -> None:
    names, listed = stepper.root.locator(".roses-marks span"), stepper.root.locator(".roses-jump option")
    turn_to(stepper, FLOOD)
    before, all_listed = names.all_inner_texts(), listed.all_inner_texts()
    in_class(stepper, FLOOD)
    expect(names).not_to_have_count(len(before))
    assert len(before) > 1 and set(names.all_inner_texts()) < set(before)
    assert "Richard falls" in " ".join(all_listed) and "Richard falls" not in " ".join(listed.all_inner_texts())
    stepper.press("f")
    expect(names).to_have_count(len(before))
    assert listed.all_inner_texts() == all_listed


def test_a_question_that_goes_on_below_says_so_as_the_panel_does(stepper: Stepper) -> None:
    card = in_class(stepper, FLOOD)
    stepper.press("ArrowRight")
    for _ in range(4):
        stepper.press("+")
    assert card.evaluate("card => card.scrollHeight > card.clientHeight")
    shadows = [
        stepper.root.locator(name).evaluate("node => getComputedStyle(node).backgroundImage")
        for name in (".roses-card", ".roses-story")
    ]
    assert shadows[0] == shadows[1] != "none"
    stepper.press("ArrowDown")
    assert card.evaluate("card => card.scrollTop") > 0


def test_a_step_forward_asks_first_and_the_next_reveals(stepper: Stepper) -> None:
    card = in_class(stepper, FLOOD)
    stepper.press("ArrowRight")
    expect(card).to_contain_text("What becomes of his march?")
    assert stepper.step == FLOOD and "flood" not in stepper.root.inner_text().lower()
    stepper.press("ArrowRight")
    stepper.wait_for_step(FLOOD + 1)
    expect(card).to_be_hidden()
    expect(stepper.root.locator(".roses-told .roses-so")).to_contain_text("never gets across")
    stepper.press("ArrowLeft")
    stepper.wait_for_step_back(FLOOD)
    stepper.press("ArrowRight")  # it is known by now
    stepper.wait_for_step(FLOOD + 1)


def test_neither_a_jump_nor_a_step_back_comes_to_an_answer_that_was_not_asked_for(stepper: Stepper) -> None:
    card = in_class(stepper)
    turn_to(stepper, FLOOD + 1)
    stepper.wait_for_step(FLOOD)
    expect(card).to_be_visible()
    stepper.press("Escape")  # closes the question, not class mode
    expect(card).to_be_hidden()
    expect(stepper.root).to_have_class(FULL)
    stepper.page.keyboard.press("ArrowLeft")  # the stepper has the focus again
    stepper.wait_for_step_back(FLOOD - 1)
    turn_to(stepper, FLOOD + 2)
    stepper.wait_for_step(FLOOD + 2)
    stepper.press("ArrowLeft")
    expect(card).to_be_visible()
    stepper.wait_for_step_back(FLOOD)
    turn_to(stepper, 34)  # the answer to the question of step 25, which comes nine steps later
    stepper.wait_for_step(25)
    expect(card).to_contain_text("Who holds the field tonight?")
    stepper.press("Enter")
    stepper.wait_for_step(26)


def test_out_of_class_mode_a_question_is_a_line_that_can_be_opened(stepper: Stepper) -> None:
    card = stepper.root.locator(".roses-card")
    turn_to(stepper, FLOOD)
    stepper.press("ArrowRight")
    stepper.wait_for_step(FLOOD + 1)
    assert stepper.root.locator(".roses-told").is_hidden()
    stepper.press("ArrowLeft")
    stepper.wait_for_step_back(FLOOD)
    stepper.root.get_by_role("button", name="A question for the class").click()
    expect(card).to_be_visible()
    stepper.root.get_by_role("button", name="Back to the step").click()
    expect(card).to_be_hidden()
    stepper.root.get_by_role("button", name="Stop for questions").click()  # stops can be had here too
    stepper.press("ArrowRight")
    expect(card).to_be_visible()


def test_a_question_mark_lists_the_keys(stepper: Stepper) -> None:
    keys = stepper.root.get_by_role("dialog", name="Keys (?)")
    for _ in range(2):
        stepper.press("?")
        expect(keys.get_by_role("row", name="right arrow One step on")).to_be_visible()
        stepper.press("Escape")
        expect(keys).to_be_hidden()
    stepper.root.get_by_role("button", name="Keys (?)").click()
    expect(keys.get_by_role("row")).to_have_count(15)


def test_hands_are_compared_with_the_odds_and_with_history(stepper: Stepper) -> None:
    card = in_class(stepper, 12)
    stepper.press("ArrowRight")
    for name, hands in (("Hands for A", "6"), ("Hands for B", "18")):
        card.get_by_label(name).focus()
        stepper.page.keyboard.type(hands)
        stepper.page.keyboard.press("Enter")
    stepper.page.keyboard.press("Enter")  # in the last box
    stepper.wait_for_step(13)
    texts = stepper.root.locator(".roses-told tr").all_inner_texts()
    assert [" ".join(line.split()) for line in texts[1:]] == [
        "A He gets away and lives. 25 % 40 %", "✓ He is caught, and dies. 75 % 60 %", "C The King forgives him. 0 % –",
    ]  # fmt: skip
    stepper.press("c")
    results = stepper.root.get_by_role("dialog", name="The class, the odds and history")
    expect(results).to_contain_text("Most hands were for what came true: 1 of 1 questions.")
    expect(results).to_contain_text("7 of 8 questions have not been asked yet.")
    assert results.locator("table").count() == 1
    stepper.press("Escape")
    expect(results).to_be_hidden()


def test_hands_are_cleared_for_another_class_which_is_asked_again(stepper: Stepper) -> None:
    card = in_class(stepper, FLOOD)
    stepper.press("ArrowRight")
    card.get_by_label("Hands for A").fill("9")
    stepper.press("ArrowRight")
    stepper.wait_for_step(FLOOD + 1)
    stepper.press("c")
    results = stepper.root.get_by_role("dialog", name="The class, the odds and history")
    results.get_by_role("button", name="Clear all hands, for another class").click()
    expect(results).to_contain_text("8 of 8 questions have not been asked yet.")
    stepper.press("Escape")
    expect(stepper.root.locator(".roses-told")).to_be_hidden()
    stepper.press("ArrowLeft")
    stepper.wait_for_step_back(FLOOD)
    stepper.press("ArrowRight")
    expect(card.get_by_label("Hands for A")).to_have_value("")
    card.get_by_label("Hands for A").fill("4")
    stepper.press("Escape")
    expect(card).to_be_hidden()
    stepper.press("ArrowRight")
    expect(card.get_by_label("Hands for A")).to_have_value("4")
    stepper.press(" ")  # goes on, and plays
    stepper.wait_for_step(FLOOD + 1)
    expect(stepper.root.locator(".roses-play")).to_have_attribute("aria-pressed", "true")


def test_out_of_class_mode_no_step_stops_any_more(stepper: Stepper) -> None:
    card = in_class(stepper, FLOOD)
    stepper.press("ArrowRight")
    expect(card).to_be_visible()
    stepper.press("f")
    expect(card).to_be_hidden()
    stepper.press("ArrowRight")
    stepper.wait_for_step(FLOOD + 1)
    expect(card).to_be_hidden()


def soon(stepper: Stepper, script: str) -> Any:
    """What a script gives at last: the first value that does not change within 0.3 s."""
    item, before = stepper.root.evaluate(script), None
    for _ in range(20):
        if item == before:
            break
        stepper.page.wait_for_timeout(300)
        item, before = stepper.root.evaluate(script), item
    return item


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_beamer_has_controls_and_the_whole_picture_in_sight(
    browser: Browser, file: str, size: tuple[int, int]
) -> None:
    with browser.new_context(viewport={"width": size[0], "height": size[1]}) as context:
        stepper = opened(context.new_page(), file)
        for step in (1, 8, 25, 31, 35):
            in_class(stepper, step)
            assert soon(stepper, OUTSIDE) == [], step
            assert step > 8 or soon(stepper, UNLIKE) < 1, step
            assert soon(stepper, _MAP_IS_SEEN) == (step <= 8), "under a board nothing of the map shows"
            stepper.press("f")
        in_class(stepper, 8)
        stepper.press("m")
        assert soon(stepper, OUTSIDE) == []
        ratings = soon(stepper, _RATINGS)
        assert len(ratings) > 5 and (size != SIZES[0] or min(ratings) >= 13)
