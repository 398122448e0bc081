"""An exercise in JupyterLab: by mouse, a wrong try with its answer, the right one, and progress that stays."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from roses.lessons.exercises.tasks import courses, task
from tests.browser.harness import Notebook, Server
from tests.browser.person import Person

pytestmark = pytest.mark.browser
_CELL = 'from roses.lessons import Exercise\nExercise("{course}")'


@pytest.fixture(scope="module")
def base(server: Server) -> Iterator[str]:
    names = ("learn", "keys", "course", "court", "window")
    cells = {name: [_CELL.format(course="court" if name == "court" else "war")] for name in names}
    with server.serving("exercises", cells) as address:
        yield address


@pytest.fixture
def page(lab_page: Page) -> Page:
    return lab_page


def march(page: Page, block: str, goal: str) -> None:
    """March by two clicks on the map."""
    page.locator(f".roses-board rect[data-area='block {block}']").click()
    expect(page.locator(".roses-prompt")).to_contain_text("1 block marches")
    page.locator(f".roses-board path[data-area='{goal}']").click(force=True)


def opened(page: Page, title: str) -> None:
    expect(page.locator(".roses-panel h3").first).to_have_text(title, timeout=30_000)
    expect(page.locator(".roses-coach")).to_contain_text("Your task:")


def test_a_wrong_try_the_right_one_and_progress_after_a_reload_and_a_new_kernel(page: Page, base: str) -> None:
    notebook = Notebook(page, base, "learn.ipynb")
    notebook.run(1)
    opened(page, "1. Blocks and their strength")
    march(page, "Norfolk", "Middlesex")
    expect(page.locator(".roses-coach .roses-wrong")).to_contain_text("only one square is filled")
    page.locator(".roses-coach button", has_text="Start again").click()
    expect(page.locator(".roses-coach .roses-wrong")).to_have_count(0)
    page.locator(".roses-tools button", has_text="Hint").click()
    expect(page.locator(".roses-note")).to_contain_text("Leicester")
    march(page, "Suffolk", "Middlesex")
    expect(page.locator(".roses-coach .roses-right")).to_contain_text("Solved.")
    expect(page.locator(".roses-panel [data-ask='war-01']")).to_have_text("1 ✓")
    page.locator(".roses-coach button", has_text="Next").click()
    opened(page, "2. The march")
    expect(page.locator(".roses-panel h3").first).to_be_in_viewport()
    march(page, "Warwick/Y", "Kent")  # a place out of reach answers too
    expect(page.locator(".roses-note")).to_contain_text("share no border by land")
    expect(page.locator(".roses-coach .roses-wrong")).to_contain_text("one or two areas")

    notebook.save_and_reload()
    Notebook.opened(page, notebook.path)
    opened(page, "2. The march")
    expect(page.locator(".roses-panel [data-ask='war-01']")).to_have_text("1 ✓")

    notebook.restart_kernel()
    page.wait_for_timeout(500)
    Notebook.opened(page, notebook.path)
    notebook.select(0)
    notebook.run(1)
    opened(page, "2. The march")
    expect(page.locator(".roses-panel")).to_contain_text("1 of 12 solved")


@pytest.mark.parametrize("name", ["war-02", "war-05", "war-11"])
def test_title_task_choices_and_the_whole_map_stand_in_one_window_with_the_begin_of_the_reading(
    page: Page, base: str, name: str
) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    Notebook(page, base, "window.ipynb").run(1)
    chip = page.locator(f".roses-panel [data-ask='{name}']")
    chip.wait_for()
    if chip.is_enabled():  # else it is open already
        chip.click()
    expect(page.locator(f".roses-panel [aria-current][data-ask='{name}']")).to_be_visible()
    page.locator(".roses-panel").evaluate("panel => panel.scrollIntoView({ block: 'start' })")
    for part in (".roses-panel h3", ".roses-coach b", ".roses-board > svg", ".roses-options button"):
        expect(page.locator(part).first).to_be_in_viewport(ratio=0.99)
    expect(page.locator(".roses-coach .roses-reads p").first).to_be_in_viewport(ratio=0.4)  # the rest is scrolled to


def test_every_goal_of_an_army_says_what_it_costs_or_how_many_may_go(page: Page, base: str) -> None:
    Notebook(page, base, "window.ipynb").run(1)
    chip = page.locator(".roses-panel [data-ask='war-03']")
    chip.wait_for()
    chip.click()
    opened(page, "3. Borders")
    page.locator(".roses-board rect[data-area='block March']").click(modifiers=["Shift"])
    expect(page.locator(".roses-blocks button[aria-pressed=true]")).to_have_count(4)
    rows = page.locator(".roses-options button:not(.roses-other)")
    expect(rows.filter(has_text="Oxford")).to_contain_text("at most 3")  # by each of several ways
    expect(rows.filter(has_text=re.compile("^Sussex"))).to_contain_text("1 action point")
    assert [row for row in rows.all_inner_texts() if not re.search("1 action point|at most 3", row)] == []


def test_a_refusal_is_in_sight_and_moves_no_button(page: Page, base: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    Notebook(page, base, "window.ipynb").run(1)
    page.locator(".roses-panel [data-ask='war-03']").click()
    opened(page, "3. Borders")
    page.locator(".roses-panel").evaluate("panel => panel.scrollIntoView({ block: 'start' })")
    end, board = page.locator(".roses-tools button", has_text="End"), page.locator(".roses-board > svg")
    top = "part => part.getBoundingClientRect().top"
    before = end.evaluate(top) - board.evaluate(top)
    end.click()
    expect(page.locator(".roses-note")).to_contain_text("4 action points would be lost")
    assert end.evaluate(top) - board.evaluate(top) == before
    page.locator(".roses-board rect[data-area='block March']").click(modifiers=["Shift"])
    expect(page.locator(".roses-blocks button[aria-pressed=true]")).to_have_count(4)
    page.locator(".roses-panel").evaluate("panel => panel.scrollIntoView({ block: 'start' })")
    page.locator(".roses-options button", has_text="Middlesex").first.click()
    expect(page.locator(".roses-note")).to_contain_text("Untick some")
    expect(page.locator(".roses-note")).to_be_in_viewport(ratio=0.99)
    expect(board).to_be_in_viewport(ratio=0.5)


def test_an_end_that_is_the_only_choice_is_marked(page: Page, base: str) -> None:
    Notebook(page, base, "window.ipynb").run(1)
    page.locator(".roses-panel [data-ask='war-06']").click()
    opened(page, "6. Calling up men")
    end = page.locator(".roses-tools button", has_text="End")
    expect(end).to_be_enabled()
    expect(end).not_to_have_attribute("data-only", "")
    for who, where in (("Hastings", "Leicester"), ("London (levy)", "Middlesex")):
        page.locator(".roses-ask").fill(f"recruit {who} in {where}")
        page.keyboard.press("Enter")
        page.locator(".roses-note", has_text="Play it:").locator("button[data-play]").click()
        expect(page.locator(".roses-log")).to_contain_text(f"{who} is recruited")
    expect(end).to_have_attribute("data-only", "")


def test_an_enemy_who_is_no_choice_is_called_by_his_name_in_a_battle(page: Page, base: str) -> None:
    Notebook(page, base, "window.ipynb").run(1)
    page.locator(".roses-panel [data-ask='war-07']").click()
    opened(page, "7. A battle, and a charge")
    page.locator(".roses-board rect[data-area='block Gloucester']").click()
    expect(page.locator(".roses-note")).to_contain_text("Gloucester cannot be chosen now")
    expect(page.locator(".roses-note")).to_contain_text("hits go to the strongest enemy")


def test_a_refused_move_is_answered_and_keys_alone_solve_an_exercise(page: Page, base: str) -> None:
    Notebook(page, base, "keys.ipynb").run(1)
    page.locator(".roses-panel [data-ask='war-07']").focus()
    page.keyboard.press("Enter")
    opened(page, "7. A battle, and a charge")
    expect(page.locator(".roses-panel h3").first).to_be_focused()
    page.locator(".roses-ask").fill("Richmond charges Gloucester")
    page.keyboard.press("Enter")
    expect(page.locator(".roses-note")).to_contain_text("rule 6.2")
    expect(page.locator(".roses-coach .roses-wrong")).to_contain_text("It is not Richmond's turn")
    for choice in ("Oxford", "charge · Richmond", "Gloucester"):
        page.locator(".roses-options button", has_text=choice).first.focus()
        page.keyboard.press("Enter")
        page.wait_for_timeout(500)
    expect(page.locator(".roses-coach .roses-right")).to_contain_text("Gloucester is dead")


def test_the_course_of_the_war_is_done_from_the_first_exercise_to_the_last(page: Page, base: str) -> None:
    """Each move is written into the box and played by the button that the answer offers."""
    Notebook(page, base, "course.ipynb").run(1)
    names, person = courses()["war"], Person(page, keys=False)
    first = page.locator(f".roses-panel [data-ask='{names[0]}']")
    first.wait_for()
    if first.is_enabled():  # else it is open already
        first.click()
    for number, name in enumerate(names, 1):
        opened(page, f"{number}. {task(name).title}")
        for move in task(name).right[0]:
            person.wait()
            page.locator(".roses-ask").fill(move)
            page.keyboard.press("Enter")
            page.locator(".roses-note", has_text="Play it:").locator("button[data-play]").click()
            expect(page.locator(".roses-note button[data-play]")).to_have_count(0)
        expect(page.locator(".roses-coach .roses-right")).to_contain_text("Solved.", timeout=60_000)
        expect(page.locator(f".roses-panel [data-ask='{name}']")).to_have_text(f"{number} ✓")
        if number < len(names):
            page.locator(f".roses-panel [data-ask='{names[number]}']").click()
    expect(page.locator(".roses-panel")).to_contain_text("12 of 12 solved")
    expect(page.locator(".roses-coach")).to_contain_text("all exercises of this course are solved")


def test_who_is_charged_is_clicked_on_the_battle_board_though_an_area_has_his_name(page: Page, base: str) -> None:
    Notebook(page, base, "course.ipynb").run(1)
    page.locator(".roses-panel [data-ask='war-07']").click()
    opened(page, "7. A battle, and a charge")
    page.locator(".roses-options button", has_text="fire").click()
    page.locator(".roses-options button", has_text="charge").click()
    expect(page.locator(".roses-prompt")).to_have_text("Lancaster: whom does Richmond charge? Click the enemy.")
    expect(page.locator(".roses-table")).to_have_attribute("data-shows", "battle")
    page.locator(".roses-board rect[data-area='block Gloucester'][data-near]").click()
    expect(page.locator(".roses-coach .roses-right")).to_contain_text("Gloucester is dead")


def test_an_exercise_of_the_court_by_mouse_with_a_wrong_try_and_the_right_one(page: Page, base: str) -> None:
    Notebook(page, base, "court.ipynb").run(1)
    opened(page, "1. A knight into a county")
    expect(page.locator(".roses-coach .roses-reads")).to_have_attribute("open", "")
    page.locator(".roses-board rect[data-area='Gloucester']").click()
    expect(page.locator(".roses-coach .roses-reads")).not_to_have_attribute("open", "")
    expect(page.locator(".roses-prompt")).to_contain_text("how many squires ride with the knight of 3 to Gloucester?")
    page.locator(".roses-options button", has_text="with 1 squire").click()
    expect(page.locator(".roses-coach .roses-wrong")).to_contain_text("5 against your 4")
    page.locator(".roses-coach button", has_text="Start again").click()
    expect(page.locator(".roses-coach .roses-wrong")).to_have_count(0)
    page.locator(".roses-board rect[data-area='Gloucester']").click()
    page.locator(".roses-options button", has_text="with 2 squires").click()
    expect(page.locator(".roses-coach .roses-right")).to_contain_text("he cannot come back")
    expect(page.locator(".roses-panel [data-ask='court-01']")).to_have_text("1 ✓")
