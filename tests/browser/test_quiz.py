"""A quiz in JupyterLab, in Voila and in a file, without a kernel: by mouse and keyboard, after F5, on paper."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from roses.lessons.quiz import Quiz
from roses.lessons.quiz.questions import Choice, Legal, Order, Place
from roses.widgets.export.notebook import lesson_html
from tests.browser.harness import Notebook, Server, voila
from tests.browser.spoken import read
from tests.browser.test_export import Opened

pytestmark = pytest.mark.browser
QUIZ = Quiz("01")
CODE = 'from roses.lessons import Quiz\n\nQuiz("01")'
COUNT = len(QUIZ.questions)
KINDS = (Choice, Legal, Order, Place)
SMALL = """() => [...document.querySelectorAll('.roses-quiz *')].filter(one => one.checkVisibility()
    && !one.closest('svg') && [...one.childNodes].some(node => node.nodeType === 3 && node.textContent.trim()))
    .filter(one => parseFloat(getComputedStyle(one).fontSize) < (one.closest('small, table, .quiz-bar') ? 15 : 17))
    .map(one => one.outerHTML)"""
WIDE = "() => document.documentElement.scrollWidth - innerWidth"


def notebook(path: Path) -> Path:
    """A notebook that was saved with a quiz, as its reader gets it."""
    made = nbformat.v4.new_output("execute_result", QUIZ._repr_mimebundle_(), execution_count=1)
    cells = [nbformat.v4.new_code_cell(CODE, outputs=[made], execution_count=1)]
    path.parent.mkdir(exist_ok=True)
    kernel = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=kernel), path)
    return path


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = notebook(tmp_path_factory.mktemp("files") / "quiz.ipynb")
    page = path.with_suffix(".html")
    page.write_text(lesson_html(path), encoding="utf-8")
    return page


def number(kind: type) -> int:
    return next(asked.number for asked in QUIZ.questions if isinstance(asked.question, kind))


class Shown:
    """A quiz as its reader sees it."""

    def __init__(self, page: Page) -> None:
        self.page, self.root = page, page.locator(".roses-quiz.quiz-live")
        self.score = self.root.locator(".quiz-score")
        self.question = self.root.locator(".quiz-question:visible")

    def go(self, kind: type) -> Locator:
        """Go to the first question of a kind."""
        self.root.locator(".quiz-bar button").nth(number(kind) - 1).click()
        expect(self.question).to_have_count(1)
        return self.question

    def said(self) -> Locator:
        return self.question.locator(".quiz-said:not(.quiz-moved):visible")

    def has(self, solved: int, first: int) -> None:
        expect(self.score).to_have_text(f"Solved {solved} of {COUNT}, {first} at the first try.")

    def tab_to(self, target: Locator) -> None:
        """Press Tab until the focus is there, from where it is now."""
        for _ in range(40):
            if target.evaluate("one => one === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError("Tab does not come there")


def by_mouse(page: Page) -> None:
    """Solve a question of each kind, a choice after one mistake, and a move that is not legal."""
    quiz = Shown(page)
    choice = QUIZ.questions[number(Choice) - 1]
    wrong = next(option for option in choice.options if not option.feedback.right)
    shown = quiz.go(Choice)
    shown.locator("button.quiz-answer", has_text=wrong.text).click()
    expect(quiz.said()).to_have_text(str(wrong.feedback))
    quiz.has(0, 0)
    shown.locator(f"[data-answer={choice.right[0]}] button").click()
    quiz.has(1, 0)

    legal = QUIZ.questions[number(Legal) - 1]
    shown = quiz.go(Legal)
    for letter in legal.right:
        quiz.has(1, 0)
        shown.locator(f"[data-answer={letter}] button").click()
    quiz.has(2, 1)

    shown = quiz.go(Place)
    shown.locator("[data-area=Kent]").click()
    expect(quiz.said()).to_contain_text("Kent: ✗ Not right. ")
    shown.locator("[data-area=Pembroke]").click()
    expect(quiz.said()).to_contain_text("Pembroke: ✓ Right. ")
    expect(shown.locator(".quiz-spot")).to_have_text(["✗", "✓"])
    quiz.has(3, 1)


def by_keyboard(page: Page) -> None:
    """Solve the same kinds, and an order, without a mouse; keys are not heard outside of the quiz."""
    quiz = Shown(page)
    quiz.root.locator(".quiz-bar button").first.focus()
    for kind in (Choice, Legal):
        page.keyboard.press("Enter")
        asked = QUIZ.questions[number(kind) - 1]
        quiz.tab_to(quiz.root.locator(".quiz-bar button").nth(asked.number - 1))
        page.keyboard.press("Enter")
        expect(quiz.question.locator("h4")).to_be_focused()
        for letter in asked.right:
            page.keyboard.press(letter.lower())
        expect(quiz.question.locator("[data-verdict=right]")).to_have_count(len(asked.right))
    order = QUIZ.questions[number(Order) - 1]
    shown = quiz.go(Order)
    for letter in order.right:  # each to the end, in order of time
        line = shown.locator(f"[data-answer={letter}]")
        line.get_by_role("button").last.focus()
        for _ in order.right:
            page.keyboard.press("ArrowDown")
    expect(shown.locator(".quiz-moved")).to_contain_text(f"is now {len(order.right)} of {len(order.right)}.")
    quiz.tab_to(shown.locator(".quiz-check"))
    page.keyboard.press("Enter")
    expect(shown.locator(".quiz-mark")).to_have_text(["✓"] * len(order.right))
    quiz.has(3, 3)
    shown = quiz.go(Place)
    shown.locator(".quiz-areas").select_option("Glamorgan")
    quiz.tab_to(shown.locator(".quiz-give"))
    page.keyboard.press("Space")
    expect(quiz.said()).to_contain_text("Glamorgan: ✗ Not right. ")
    shown.locator("[data-area=Glamorgan]").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(quiz.said()).to_contain_text("Pembroke: ✓ Right. ")
    quiz.has(4, 3)


def test_by_mouse_in_a_file_and_f5_keeps_the_score(browser: Browser, file: Path) -> None:
    with Opened(browser, file) as opened:
        by_mouse(opened.page)
        opened.page.reload()
        quiz = Shown(opened.page)
        quiz.has(3, 1)
        shown = quiz.go(Place)
        expect(shown.locator(".quiz-spot")).to_have_text(["✗", "✓"])
        expect(shown.locator("summary")).to_be_visible()  # solved: what is said to the other answers may be read
        shown.locator(".quiz-anew").click()
        quiz.has(0, 0)
        opened.page.reload()
        quiz.has(0, 0)


def test_by_keyboard_in_a_file(browser: Browser, file: Path) -> None:
    with Opened(browser, file) as opened:
        by_keyboard(opened.page)


def test_the_areas_of_a_map_are_buttons_for_a_screen_reader(browser: Browser, file: Path) -> None:
    with Opened(browser, file) as opened:
        Shown(opened.page).go(Place)
        said = read(opened.page, "figure:has([data-area][role=button])")
    areas = [one.name for one in said if one.role == "button"]
    assert len(areas) > 30 and len(areas) == len(set(areas)) and "Kent" in areas
    assert not [one for one in said if one.role == "StaticText"]


def test_things_are_dragged_into_order(browser: Browser, file: Path) -> None:
    order = QUIZ.questions[number(Order) - 1]
    with Opened(browser, file, (1280, 1000)) as opened:
        quiz = Shown(opened.page)
        shown = quiz.go(Order)
        for letter in order.right:
            last = shown.locator(".quiz-item").last
            shown.locator(f"[data-answer={letter}]").drag_to(last, target_position={"x": 60, "y": 40})
        shown.locator(".quiz-check").click()
        expect(quiz.said()).to_contain_text("✓ Right.")
        expect(shown.locator(".quiz-items, .quiz-answers").locator(".quiz-when").first).to_have_text("9 April 1483")


def test_a_wrong_order_says_how_many_are_in_place(browser: Browser, file: Path) -> None:
    with Opened(browser, file) as opened:
        quiz = Shown(opened.page)
        shown = quiz.go(Order)
        shown.locator(".quiz-check").click()
        expect(quiz.said()).to_contain_text("of 5 stand")
        assert "✗" in shown.locator(".quiz-mark").all_inner_texts()
        quiz.has(0, 0)


def test_what_is_kept_is_of_this_wording_and_may_be_rubbish(browser: Browser, file: Path) -> None:
    with Opened(browser, file) as opened:
        for kept in ("[3", '{"nobody": ["A"]}', f'{{"{QUIZ.questions[0].key}": ["Z", 7, null]}}'):
            opened.page.evaluate("kept => localStorage.setItem('roses-quiz-01', kept)", kept)
            opened.page.reload()
            Shown(opened.page).has(0, 0)


def test_a_browser_that_keeps_nothing_says_so(browser: Browser, file: Path) -> None:
    with Opened(browser, file) as opened:
        opened.page.add_init_script("Storage.prototype.setItem = () => { throw new Error('full'); }")
        opened.page.reload()
        by_mouse(opened.page)
        expect(opened.page.locator(".quiz-kept")).to_contain_text("keeps nothing here")


def test_it_is_read_from_the_last_row_and_on_a_telephone(browser: Browser, file: Path) -> None:
    with Opened(browser, file) as opened:
        quiz = Shown(opened.page)
        for kind in KINDS:
            quiz.go(kind)
            opened.page.set_viewport_size({"width": 1280, "height": 720})
            assert opened.page.evaluate(SMALL) == []
            opened.page.set_viewport_size({"width": 390, "height": 800})
            assert opened.page.evaluate(WIDE) <= 0


def test_paper_has_all_questions_and_no_answers(browser: Browser, file: Path) -> None:
    with Opened(browser, file) as opened:
        by_mouse(opened.page)
        opened.page.emulate_media(media="print")
        expect(opened.page.locator(".quiz-question:visible")).to_have_count(COUNT)
        for hidden in (".quiz-said", ".quiz-key", ".quiz-bar", ".quiz-foot", ".quiz-spot", ".quiz-item button"):
            expect(opened.page.locator(f"{hidden}:visible")).to_have_count(0)
        assert "✓" not in opened.page.locator(".roses-quiz").inner_text()


def test_without_a_script_all_questions_stand_there_and_answers_are_folded(browser: Browser, file: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(file.as_uri())
    expect(page.locator(".quiz-question")).to_have_count(COUNT)
    text = str(QUIZ.questions[0].options[0].feedback)
    answer = page.get_by_text(text)
    expect(answer).to_be_hidden()
    page.locator(".quiz-key summary").first.click()
    expect(answer).to_be_visible()
    context.close()


@pytest.fixture(scope="module")
def base(server: Server) -> Iterator[str]:
    with server.serving("quiz", {}) as address:
        server.sign(notebook(server.notebooks / "quiz" / "saved.ipynb"))
        yield address


def test_in_jupyterlab_keys_are_the_quiz_s_own_and_f5_keeps_the_score(page: Page, base: str) -> None:
    opened = Notebook(page, base, "saved.ipynb")
    opened.run_all()  # the saved output of a stranger is not trusted; one's own is
    by_keyboard(page)
    cells = "() => window.jupyterapp.shell.currentWidget.content.widgets.length"
    mode = "() => window.jupyterapp.shell.currentWidget.content.mode"
    assert (page.evaluate(cells), page.evaluate(mode)) == (1, "command")  # "a" and "b" have inserted no cell
    opened.save_and_reload()
    Shown(page).has(4, 3)


def test_in_jupyterlab_it_needs_no_kernel(page: Page, base: str) -> None:
    opened = Notebook(page, base, "saved.ipynb", workspace="still")
    opened.run_all()
    page.evaluate("() => window.jupyterapp.shell.currentWidget.sessionContext.shutdown()")
    by_mouse(page)


@pytest.mark.skipif(not find_spec("voila"), reason="Voila is not installed; the test extra has it")
def test_in_voila(browser: Browser, tmp_path: Path) -> None:
    made = notebook(tmp_path / "kit" / "quiz.ipynb")
    with voila(tmp_path, made) as address, browser.new_context(viewport={"width": 1280, "height": 720}) as context:
        page = context.new_page()
        page.goto(address)
        page.wait_for_selector(".roses-quiz.quiz-live", timeout=60_000)
        by_mouse(page)
        page.reload()
        page.wait_for_selector(".roses-quiz.quiz-live", timeout=60_000)
        Shown(page).has(3, 1)
