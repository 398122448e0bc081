"""Files to hand out, opened in Chromium from the disk: the Stepper in them without a kernel, lessons, slides, paper."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat
import pytest
from playwright.sync_api import Browser, Page, expect

import roses
from roses.cli.export import to_pdf
from roses.engine.replay import Timeline
from roses.figures import key_svg
from roses.lessons.handouts import handouts, pack
from roses.lessons.quiz import Quiz
from roses.widgets.export.notebook import lesson_html, printed_lesson_html
from roses.widgets.export.page import battle_html
from roses.widgets.export.printed import printed_html
from roses.widgets.stepper import saved
from roses.widgets.stepper.model import StepperModel
from tests.browser.harness import Stepper
from tests.browser.test_access import shortened
from tests.export.test_player import state, unpacked

pytestmark = pytest.mark.browser
ROOT = Path(__file__).resolve().parents[2]
EXPORT = ROOT / "roses" / "widgets" / "export"
LESSON, COURT = "1483-richard-iii", "1413-lancaster"
_SET = """([model, values]) => {
    for (const [name, value] of Object.entries(values)) model.set(name, value);
    model.save_changes();
    return Object.fromEntries(Object.keys(model.data.at).map(name => [name, model.get(name)]));
}"""
_ROOM = """() => [...document.querySelectorAll('.roses-on-paper article')].map(step => [
    step.getBoundingClientRect().height, step.querySelector('figure > svg').getBoundingClientRect().height])"""
_SWIPE = """([from, to]) => {
    const target = document.querySelector('.roses-story');
    const touch = clientX => new Touch({ identifier: 1, target, clientX, clientY: 600 });
    target.dispatchEvent(new TouchEvent('touchstart', { bubbles: true, touches: [touch(from)] }));
    target.dispatchEvent(new TouchEvent('touchend', { bubbles: true, changedTouches: [touch(to)] }));
}"""
_SEEN = """() => [
    ".roses-ground", ".roses-battle:not([hidden])", ".roses-forward", ".roses-date", ".roses-narration"].map(part => {
    const box = document.querySelector(part)?.getBoundingClientRect();
    return box && [box.top, part === ".roses-narration" ? box.top + 50 : box.bottom]; }).filter(box => box)"""
_HALF = 128 / 25.4 * 96  # px


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory, replay_file: Callable[[str], Path]) -> Path:
    folder = tmp_path_factory.mktemp("files")
    for name in (LESSON, COURT):
        (folder / f"{name}.html").symlink_to(replay_file(name))
    model = StepperModel(some())
    model.go("Bosworth")
    output = nbformat.v4.new_output("display_data", {"text/plain": "words", saved.MIME: saved.entry(model)})
    cells = [
        nbformat.v4.new_markdown_cell("# Bosworth\n\nOne."),
        nbformat.v4.new_code_cell("Stepper(timeline)", outputs=[output]),
        nbformat.v4.new_markdown_cell("## After\n\nTwo."),
        nbformat.v4.new_code_cell("Stepper(timeline)", outputs=[output]),
    ]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), folder / "lesson.ipynb")
    (folder / "page.html").write_text(lesson_html(folder / "lesson.ipynb"), encoding="utf-8")
    return folder


def some() -> Timeline:
    """The steps round Bosworth."""
    mark = roses.timeline(LESSON).bookmarks()["Bosworth"]
    return shortened(LESSON, slice(mark - 2, mark + 3))


class Opened:
    """A file in a page of its own, which fails at the end if anything was asked for or went wrong in it."""

    def __init__(self, browser: Browser, path: Path, size: tuple[int, int] = (1280, 720)) -> None:
        self.own = path.as_uri()
        self.page: Page = browser.new_page(viewport={"width": size[0], "height": size[1]})
        self.wrong: list[str] = []
        self.page.on("console", lambda message: self.wrong.append(message.text))
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("request", lambda request: self._ask(request.url))
        self.page.goto(path.as_uri())

    def _ask(self, url: str) -> None:
        if url.partition("#")[0] != self.own and not url.startswith("data:"):
            self.wrong.append(url)

    def __enter__(self) -> Opened:
        return self

    def __exit__(self, kind: Any, *_rest: Any) -> None:
        self.page.close()
        if kind is None:
            assert self.wrong == []

    def stepper(self) -> Stepper:
        return Stepper(self.page)

    def model(self) -> Any:
        self.page.wait_for_function("() => document.querySelector('.roses-player').rosesModel")
        return self.page.evaluate_handle("() => document.querySelector('.roses-player').rosesModel")


def test_a_file_steps_jumps_and_plays_by_mouse_and_keys(browser: Browser, files: Path) -> None:
    with Opened(browser, files / f"{LESSON}.html") as opened:
        stepper = opened.stepper()
        assert (stepper.step, stepper.last) == (1, len(roses.timeline(LESSON)))
        stepper.click("forward")
        stepper.wait_for_step(2)
        stepper.press("ArrowRight")
        stepper.wait_for_step(3)
        stepper.press("Home")
        stepper.wait_for_step_back(1)
        mark = roses.timeline(LESSON).bookmarks()["Bosworth"]
        stepper.root.locator(".roses-jump").select_option(str(mark))
        stepper.wait_for_step(mark + 1)
        assert "Bosworth" in stepper.root.locator(".roses-place").inner_text()
        stepper.root.locator(".roses-speed").select_option("fast")
        stepper.press(" ")
        assert opened.page.evaluate("m => m.get('playing') && m.get('wait') >= 2000", opened.model())
        stepper.wait_for_step(mark + 2, timeout=30_000)
        stepper.press(" ")
        stepper.press("End")
        stepper.wait_for_step(stepper.last)


def test_a_file_shows_viewers_boards_and_parts_of_the_map(browser: Browser, files: Path) -> None:
    mark = roses.timeline(LESSON).bookmarks()["Bosworth"]
    with Opened(browser, files / f"{LESSON}.html") as opened:
        stepper = opened.stepper()
        map_of = "() => document.querySelector('.roses-still').innerHTML"
        before = opened.page.evaluate(map_of)
        stepper.root.locator(".roses-viewer button").first.click()
        opened.page.wait_for_function(f"before => ({map_of})() !== before", arg=before)
        stepper.root.locator(".roses-frame button").last.click()
        opened.page.wait_for_function("() => document.querySelector('.roses-stepper').dataset.shape === 'tall'")
        stepper.root.locator(".roses-jump").select_option(str(mark))
        opened.page.wait_for_selector(".roses-battle:not([hidden]) svg")
        for button in range(stepper.root.locator(".roses-which button").count()):
            stepper.root.locator(".roses-which button").nth(button).click()
            opened.page.wait_for_function(
                "n => document.querySelectorAll('.roses-which button')[n].getAttribute('aria-pressed') === 'true'",
                arg=button,
            )


def test_a_file_opens_its_rules_and_closes_them_with_escape(browser: Browser, files: Path) -> None:
    with Opened(browser, files / f"{LESSON}.html") as opened:
        stepper = opened.stepper()
        stepper.root.locator(".roses-jump").select_option(str(roses.timeline(LESSON).bookmarks()["The charge"]))
        stepper.root.locator(".roses-rule").first.click()
        opened.page.wait_for_selector(".roses-rule-text:not([hidden]) h3")
        assert "Heir charge" in stepper.root.locator(".roses-rule-text").inner_text()
        opened.page.keyboard.press("Escape")
        opened.page.wait_for_selector(".roses-rule-text", state="hidden")


@pytest.mark.parametrize("name", [LESSON, COURT])
def test_the_browser_reads_every_state_as_it_was_written(browser: Browser, files: Path, name: str) -> None:
    """What the script unpacks is what ``tests/export`` compares with the Stepper."""
    held = unpacked((files / f"{name}.html").read_text(encoding="utf-8"))
    with Opened(browser, files / f"{name}.html") as opened:
        model = opened.model()
        for at, space in enumerate(held["spaces"]):
            for viewer, steps in zip(held["fixed"]["viewers"], held["ways"][at], strict=True):
                for index in {0, len(steps) // 2, len(steps) - 3, len(steps) - 1}:
                    for stage, part, number in steps[index]:
                        wanted = {"space": space, "viewer": viewer, "index": index, "chosen": stage}
                        wanted |= {"frame" if stage == "map" else "variant": part}
                        values = opened.page.evaluate(_SET, [model, wanted])
                        here = state(held, number)
                        assert {key: values[key] for key in here} == here, wanted


@pytest.mark.parametrize("size", [(390, 844), (768, 1024), (1024, 768), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("name", [LESSON, COURT])
def test_a_file_fits_telephones_and_beamers(browser: Browser, files: Path, name: str, size: tuple[int, int]) -> None:
    with Opened(browser, files / f"{name}.html", size) as opened:
        model = opened.model()
        for index in (0, 19, 30, len(roses.timeline(name)) - 1):
            opened.page.evaluate(_SET, [model, {"index": index}])
            opened.page.wait_for_timeout(150)
            wide = opened.page.evaluate("() => document.documentElement.scrollWidth")
            assert wide <= size[0]
            for part in (".roses-head", ".roses-bar", ".roses-narration", ".roses-still:not([hidden]) > svg"):
                box = opened.page.locator(part).first.bounding_box() if opened.page.locator(part).count() else None
                assert box is None or (box["x"] >= -1 and box["x"] + box["width"] <= size[0] + 1), part
            if size[0] >= 1024:  # on a beamer all is in sight
                bar = opened.page.locator(".roses-bar").bounding_box()
                assert bar and bar["y"] + bar["height"] <= size[1]


@pytest.mark.parametrize("kind", ["record", "lesson"])
def test_on_a_telephone_picture_words_and_next_are_on_the_screen_after_each_tap(
    browser: Browser, files: Path, kind: str
) -> None:
    path = files / {"record": f"{LESSON}.html", "lesson": "page.html"}[kind]
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(path.as_uri())
    page.wait_for_function("() => document.querySelector('.roses-player').rosesModel")
    page.evaluate("() => document.querySelector('.roses-player').scrollIntoView()")
    at, following = page.evaluate("() => scrollY"), page.locator(".roses-forward").first
    assert following.inner_text().strip() == following.get_attribute("aria-label") == "Next"
    last, step = page.evaluate("() => { const m = document.querySelector('.roses-player').rosesModel;"
                               " return [m.get('count'), m.get('index') + 1]; }")  # fmt: skip
    while step < last:
        following.tap()
        step += 1
        page.wait_for_function("n => document.querySelector('.roses-counter').textContent.startsWith(`${n} /`)"
                               " && document.querySelector('.roses-story').ariaBusy === 'false'", arg=step)  # fmt: skip
        parts = page.evaluate(_SEEN)
        assert len(parts) == 5 - (page.locator(".roses-battle:visible").count() == 0), step
        assert min(top for top, _bottom in parts if top or _bottom) > -1, step
        assert max(bottom for _top, bottom in parts) <= 844, step
        assert page.evaluate("() => scrollY") == at, step
    for start, end, there in ((60, 300, last - 1), (300, 60, last)):  # a swipe to the right goes a step back
        page.evaluate(_SWIPE, [start, end])
        page.wait_for_function("n => parseInt(document.querySelector('.roses-counter').textContent) === n", arg=there)
    context.close()


def test_on_a_telephone_what_is_cut_off_says_so_and_is_reached_by_keys(browser: Browser, tmp_path: Path) -> None:
    """The key of the blocks, and the figures and odds of a battle."""
    output = nbformat.v4.new_output("display_data", {"image/svg+xml": str(key_svg())})
    cells = [nbformat.v4.new_code_cell("key", outputs=[output])]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), tmp_path / "key")
    texts = {"key": lesson_html(tmp_path / "key"), "battle": battle_html("ludford-1459")}
    for name, text in texts.items():
        (tmp_path / f"{name}.html").write_text(text, encoding="utf-8")
        with Opened(browser, tmp_path / f"{name}.html", (390, 844)) as opened:
            figures = opened.page.locator("figure:has(> svg)")
            assert figures.count() >= 1
            for figure in figures.all():
                assert figure.evaluate("box => box.scrollWidth > box.clientWidth")
                assert figure.get_attribute("tabindex") == "0"
                sign = "box => getComputedStyle(box, '::after').content"
                assert "›" in figure.evaluate(sign)
                figure.evaluate("box => { box.scrollLeft = 9999; }")
                opened.page.wait_for_function(f"box => !({sign})(box).includes('›')", arg=figure.element_handle())
            opened.page.set_viewport_size({"width": 1280, "height": 800})  # nothing is cut off here
            opened.page.wait_for_function("() => !document.querySelector('figure[tabindex], figure[data-more=right]')")


def test_on_a_telephone_a_wide_figure_scrolls_in_its_own_box_and_paper_stays_as_it_was(
    browser: Browser, tmp_path: Path
) -> None:
    head = '<svg xmlns="http://www.w3.org/2000/svg" style="max-width:100%;height:auto"'
    drawn = [f'{head} width="{wide}" height="300" viewBox="0 0 {wide} 300"></svg>' for wide in (780, 1240)]
    outputs = [nbformat.v4.new_output("display_data", {"image/svg+xml": svg}) for svg in drawn]
    cells = [nbformat.v4.new_code_cell("figures()", outputs=outputs)]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), tmp_path / "wide.ipynb")
    (tmp_path / "wide.html").write_text(lesson_html(tmp_path / "wide.ipynb"), encoding="utf-8")
    with Opened(browser, tmp_path / "wide.html", (390, 844)) as opened:
        widths = "() => [...document.querySelectorAll('figure > svg')].map(svg => svg.getBoundingClientRect().width)"
        assert opened.page.evaluate(widths) == [800, 1100]
        assert opened.page.evaluate("() => document.documentElement.scrollWidth") == 390
        figure = opened.page.locator("figure").first
        assert figure.evaluate("box => { box.scrollLeft = 999; return box.scrollLeft; }") > 300
        opened.page.emulate_media(media="print")
        assert max(opened.page.evaluate(widths)) <= 390


@pytest.mark.parametrize("width", [390, 1280])
def test_code_and_rules_of_a_lesson_break_their_lines_in_the_column(
    browser: Browser, tmp_path: Path, width: int
) -> None:
    path = tmp_path / "page.html"
    path.write_text(lesson_html(ROOT / "notebooks" / "12_game_as_a_source.ipynb"), encoding="utf-8")
    with Opened(browser, path, (width, 844)) as opened:
        opened.page.evaluate("() => document.querySelectorAll('details').forEach(one => { one.open = true; })")
        cut = "() => [...document.querySelectorAll('pre')].filter(one => one.scrollWidth > one.clientWidth + 1).length"
        column = "() => [...document.querySelectorAll('blockquote, .roses-code')].map(one => one.clientWidth)"
        assert opened.page.evaluate("() => document.querySelectorAll('pre').length") > 5
        assert opened.page.evaluate(cut) == 0
        assert 0 < max(opened.page.evaluate(column)) <= 720
        assert opened.page.evaluate("() => document.documentElement.scrollWidth") == width


def test_a_lesson_has_its_players_where_its_steppers_were(browser: Browser, files: Path) -> None:
    with Opened(browser, files / "page.html") as opened:
        opened.page.wait_for_function("() => document.querySelectorAll('.roses-counter').length === 2")
        stepper = opened.stepper()
        begins = stepper.step
        assert begins == some().bookmarks()["Bosworth"] + 1
        stepper.click("forward")
        stepper.wait_for_step(begins + 1)
        assert opened.page.locator(".roses-counter").last.inner_text().startswith(f"{begins} /")
        tops = opened.page.evaluate(
            "() => [...document.querySelectorAll('main > *')].map(e => e.getBoundingClientRect().top)"
        )
        bars = opened.page.evaluate("() => document.querySelector('.roses-bar').getBoundingClientRect().bottom")
        assert bars <= min(top for top in tops if top > tops[1]), "the player covers the text below it"


_STOLEN = """
<script>window.stolen = ["script"];</script><script type="module">window.stolen = ["module"];</script>
<script async src="data:text/javascript,window.stolen=['data']"></script><base href="https://example.org/">
<svg xmlns="http://www.w3.org/2000/svg" onload="window.stolen = ['svg']">
<script>window.stolen = ["in svg"];</script></svg>
<iframe srcdoc="&lt;script&gt;parent.stolen = ['frame']&lt;/script&gt;"></iframe>
<img src="data:," onerror="window.stolen = ['image']"><details open ontoggle="window.stolen = ['details']"></details>
<a class="stolen" href="javascript:window.stolen = ['link']">a link</a>"""


def test_a_script_in_the_notebook_of_a_stranger_does_not_run_and_stepper_and_quiz_do(
    browser: Browser, files: Path, tmp_path: Path
) -> None:
    nb, quiz = nbformat.read(files / "lesson.ipynb", 4), Quiz("01")
    for data in (quiz._repr_mimebundle_(), {"text/html": _STOLEN}):
        nb.cells.append(nbformat.v4.new_code_cell("shown", outputs=[nbformat.v4.new_output("display_data", data)]))
    nb.cells.append(nbformat.v4.new_markdown_cell(_STOLEN))
    nbformat.write(nb, tmp_path / "lesson.ipynb")
    path = tmp_path / "page.html"
    path.write_text(lesson_html(tmp_path / "lesson.ipynb"), encoding="utf-8")
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    refused: list[str] = []
    page.on("console", lambda message: refused.append(message.text))
    page.goto(path.as_uri())
    stepper = Stepper(page)
    begins = stepper.step
    stepper.click("forward")
    stepper.wait_for_step(begins + 1)
    page.locator(".roses-quiz .quiz-bar button").nth(2).click()
    expect(page.locator(".roses-quiz.quiz-live .quiz-question:visible")).to_have_count(1)
    page.locator("a.stolen").first.click()
    page.wait_for_timeout(500)
    assert page.evaluate("() => window.stolen") is None
    assert page.evaluate("() => document.baseURI") == path.as_uri()
    assert sum("Content Security Policy" in text for text in refused) >= 6, refused
    page.close()


@pytest.fixture(scope="module")
def converted(files: Path) -> Path:
    """What plain nbconvert makes of the lesson, with the configuration and the templates that the wheel lays down."""
    data_path = files / "jupyter" / "nbconvert"
    data_path.mkdir(parents=True)
    (data_path / "templates").symlink_to(EXPORT / "templates")
    environment = os.environ | {
        "JUPYTER_CONFIG_PATH": str(EXPORT / "jupyter"),
        "JUPYTER_PATH": str(data_path.parent),
        "PYTHONPATH": str(ROOT),
    }
    for kind in ("html", "slides"):
        command = [sys.executable, "-m", "nbconvert", "--to", kind, str(files / "lesson.ipynb")]
        subprocess.run(command, env=environment, check=True, capture_output=True)
    return files


def test_plain_nbconvert_makes_a_page_with_players(browser: Browser, converted: Path) -> None:
    with Opened(browser, converted / "lesson.html") as opened:
        stepper = opened.stepper()
        begins = stepper.step
        stepper.click("forward")
        stepper.wait_for_step(begins + 1)
        assert opened.page.evaluate(
            "() => { const i = document.querySelector('.roses-ground img'); return i.width === i.naturalWidth; }"
        )


def test_slides_turn_by_keys_and_the_stepper_in_them_steps(browser: Browser, converted: Path) -> None:
    with Opened(browser, converted / "lesson.slides.html") as opened:
        shown = "() => [...document.querySelectorAll('article')].findIndex(slide => !slide.hidden)"
        opened.page.wait_for_function(f"() => ({shown})() === 0")
        opened.page.keyboard.press("ArrowRight")
        opened.page.wait_for_function(f"() => ({shown})() === 1")
        stepper = opened.stepper()
        begins = stepper.step
        stepper.press("ArrowRight")
        stepper.wait_for_step(begins + 1)
        assert opened.page.evaluate(shown) == 1
        opened.page.keyboard.press("PageDown")
        opened.page.wait_for_function(f"() => ({shown})() === 2")
        opened.page.keyboard.press("ArrowLeft")
        opened.page.wait_for_function(f"() => ({shown})() === 1")
        wide = opened.page.locator(".roses-stepper").first.bounding_box()
        assert wide and wide["width"] > 1000


@pytest.mark.parametrize("name", [LESSON, COURT])
def test_on_paper_no_step_needs_more_than_half_a_page_with_all_its_text(
    browser: Browser, tmp_path: Path, name: str
) -> None:
    path = tmp_path / "print.html"
    path.write_text(printed_html(roses.timeline(name)), encoding="utf-8")
    with Opened(browser, path, (760, 1000)) as opened:
        opened.page.emulate_media(media="print")
        sizes = opened.page.evaluate(_ROOM)
    assert len(sizes) == len(roses.timeline(name))
    assert [i for i, (high, picture) in enumerate(sizes) if high > _HALF + 1 or picture < 235] == []
    low = sum(picture < 250 for _high, picture in sizes)  # wide battle boards
    assert low <= (3 if name == LESSON else 0)


def test_nothing_of_a_printed_lesson_is_wider_than_the_paper(browser: Browser, tmp_path: Path) -> None:
    """Else Chromium would print the whole of it smaller."""
    path = tmp_path / "print.html"
    path.write_text(printed_lesson_html(ROOT / "notebooks" / "05b_bosworth_1485.ipynb"), encoding="utf-8")
    with Opened(browser, path, (690, 1000)) as opened:  # 182 mm
        opened.page.emulate_media(media="print")
        assert opened.page.evaluate("() => document.documentElement.scrollWidth") <= 690


def pages(pdf: bytes) -> int:
    return len(re.findall(rb"/Type /Page\b(?!s)", pdf))


def test_a_pdf_has_three_steps_on_most_pages_and_a_lesson_takes_at_most_twelve_pages(files: Path) -> None:
    count = len(roses.timeline(LESSON))
    assert count / 3 < pages(to_pdf(printed_html(roses.timeline(LESSON)))) <= count / 2.8
    for name in ("05a_rising_of_1483", "05b_bosworth_1485"):
        whole = to_pdf(printed_lesson_html(ROOT / "notebooks" / f"{name}.ipynb"))
        assert pages(whole) <= 12 and len(whole) < 3_000_000, name
    lesson = to_pdf(printed_lesson_html(files / "lesson.ipynb"))
    assert lesson.startswith(b"%PDF")


@pytest.mark.parametrize(("lesson", "name", "count"), [
    ("03", "quiz", 1), ("09", "quiz", 1), ("11", "quiz", 1), ("09", "roles", 2), ("09", "exit_slip", 1),
    ("05a", "map_for_York", 2), ("05a", "pack", 6),
])  # fmt: skip
def test_a_hand_out_has_no_sheet_for_what_spills_over(lesson: str, name: str, count: int) -> None:
    made = {page.name: page.html for page in (*handouts(lesson), pack(lesson))}
    assert pages(to_pdf(made[f"{lesson}_{name}"])) == count
