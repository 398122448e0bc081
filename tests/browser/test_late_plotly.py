"""The map of a stepper is never empty: however late plotly is, however busy the page, and after F5. A table waits too.

Each session has a kernel and a page of its own; what it shows at steps 1 and 7 must equal an undisturbed session's.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import nbformat
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.harness import SIZE, Notebook, Server, Stepper
from tests.browser.person import Person, sit

pytestmark = pytest.mark.browser
CELLS = ("import roses", "from roses.widgets import Stepper", "Stepper(roses.timeline('1483-richard-iii'))")
FIGURES = (  # one that is displayed as it is made, one that is brought up to date before it is displayed in a box
    "import roses, ipywidgets, plotly.graph_objects as go\nfrom roses.figures import map_figure, update_map",
    "s = roses.timeline('1483-richard-iii')\ngo.FigureWidget(map_figure(s.state(0)))",
    "widget = go.FigureWidget(map_figure(s.state(0)))\nupdate_map(widget, s.state(8))\nipywidgets.VBox([widget])",
)
TABLE = """from roses.widgets import Table
Table("richard-iii", "1483", seed=4)"""
PLOTLY, ALL = 1_000_000, 5_000  # characters: the scripts of this length or more
LATER = 7
CASES = {  # ms, whether the page is busy for so long or only the script late, which scripts
    "plotly is late by 10 s": (10_000, False, PLOTLY),
    "every script is late by 2.5 s": (2_500, False, ALL),
    "the page is busy for 3 s with every script": (3_000, True, ALL),
}
# Scripts of widgets come as blobs. This makes one late, and looks at each frame whether a stepper's map has blocks.
DISTURB = """([ms, busy, least]) => {
    const make = URL.createObjectURL.bind(URL);
    Object.assign(window, {disturbed: 0, seen: 0, empty: 0});
    URL.createObjectURL = blob => {
        if (blob.type !== 'text/javascript' || blob.size < least) return make(blob);
        window.disturbed++;
        for (const end = performance.now() + ms; busy && performance.now() < end;);
        return make(busy ? blob : new Blob([`await new Promise(done => setTimeout(done, ${ms}));\\n`, blob], blob));
    };
    const look = () => {
        const root = document.querySelector('.roses-stepper:has(.roses-ground img)');
        if (root && root.clientWidth) {
            const still = root.querySelectorAll('.roses-still:not([hidden]) .tokens > *').length > 3;
            const plot = root.querySelector('.js-plotly-plot');
            const drawn = plot && !plot.style.clipPath && plot.querySelectorAll('.trace').length > 3;
            window.seen++;
            window.empty += !still && !drawn;
        }
        requestAnimationFrame(look);
    };
    look();
}"""
_PLOT = """() => {
    const plot = document.querySelector('.roses-stepper .js-plotly-plot');
    if (!plot || !plot._fullLayout || !plot.data.length || plot.style.clipPath) return '';
    const {width, height, xaxis, yaxis} = plot.layout;
    const plain = (key, value) => ArrayBuffer.isView(value) ? Array.from(value) : value;
    return JSON.stringify([plot.data, width, height, xaxis.range, yaxis.range], plain);
}"""


@pytest.fixture(scope="module")
def base(server: Server) -> Iterator[str]:
    saved = nbformat.v4.new_output("display_data", {"text/html": "<b>saved</b>", "text/plain": "not trusted"})
    cells = [*CELLS, nbformat.v4.new_code_cell("'not run'", outputs=[saved])]
    notebooks = {_file(name): cells for name in ("good", *CASES, "no plotly", "f5")}
    with server.serving("late", {**notebooks, "figures": FIGURES, "table": [TABLE]}) as address:
        yield address


@pytest.fixture(scope="module")
def good(browser: Browser, base: str) -> tuple[Any, Any]:
    """What an undisturbed session shows at steps 1 and 7."""
    with browser.new_context(viewport=SIZE) as context:
        first, last = _steps(_open(context.new_page(), base, "good"))
    assert first != last, "the two steps must differ"
    return first, last


@pytest.mark.parametrize("case", CASES)
def test_the_map_is_never_empty_and_comes_right(page: Page, base: str, good: tuple[Any, Any], case: str) -> None:
    page.add_init_script(f"({DISTURB})({json.dumps(CASES[case])})")
    stepper = _open(page, base, case)
    if CASES[case][0] >= 10_000:
        expect(stepper.root.locator(".roses-note")).to_contain_text("plotly has not loaded yet", timeout=10_000)
    assert _steps(stepper) == good
    values: dict[str, Any] = page.evaluate("({disturbed, seen, empty})")
    assert values["disturbed"], "no script was disturbed: the case tests nothing"
    assert values["seen"] > 1
    assert values["empty"] == 0


def test_without_plotly_the_map_follows_every_step_and_the_reader_is_told(page: Page, base: str) -> None:
    page.add_init_script(
        f"({DISTURB})({json.dumps((0, False, PLOTLY))})".replace("await new", "throw Error('gone'); new")
    )
    stepper = _open(page, base, "no plotly")
    note, still = stepper.root.locator(".roses-note"), stepper.root.locator(".roses-still")
    expect(note).to_contain_text("plotly could not draw the map (gone)")
    before = still.inner_html()
    for step in range(2, LATER + 1):
        stepper.press("ArrowRight")
        stepper.wait_for_step(step)
    expect(still.locator("g.path.York path").first).to_be_visible()  # the marches of that step
    assert still.inner_html() != before
    assert page.evaluate("[window.disturbed, window.empty]") == [1, 0]


def test_a_page_that_is_loaded_anew_shows_the_present_step(page: Page, base: str, good: tuple[Any, Any]) -> None:
    page.add_init_script(f"({DISTURB})({json.dumps((2_500, False, PLOTLY))})")
    notebook = Notebook(page, base, "f5.ipynb", workspace="f5")
    notebook.run(len(CELLS))
    assert _steps(Stepper(page)) == good
    notebook.save_and_reload()
    stepper = Stepper(page)
    page.get_by_text("saved", exact=True).wait_for()
    assert (stepper.step, _plot(page)) == (LATER, good[1])
    stepper.press("Home")
    stepper.wait_for_step_back(1)
    assert _plot(page) == good[0]
    values: dict[str, Any] = page.evaluate("({disturbed, seen, empty})")
    assert values["disturbed"] and values["seen"] > 1 and values["empty"] == 0


def test_a_map_figure_paints_as_a_widget_also_when_it_is_updated_before_it_is_displayed(page: Page, base: str) -> None:
    Notebook(page, base, "figures.ipynb", workspace="figures").run_all()
    plots = page.locator(".js-plotly-plot:has(.trace)")
    expect(plots).to_have_count(2, timeout=20_000)
    assert min(plots.evaluate_all("plots => plots.map(plot => plot.querySelectorAll('.trace').length)")) > 20


def test_a_table_is_played_at_however_late_its_script_is_and_says_when_its_kernel_is_gone(
    page: Page, base: str
) -> None:
    page.add_init_script(f"({DISTURB})({json.dumps((2_500, False, ALL))})")
    notebook = sit(page, base, "table")
    person = Person(page, keys=False)
    person.choose()
    assert person.at() and page.evaluate("disturbed")
    notebook.restart_kernel()
    person.step()
    expect(page.locator(".roses-note")).to_contain_text("The kernel was stopped.")


def _open(page: Page, base: str, name: str) -> Stepper:
    Notebook(page, base, f"{_file(name)}.ipynb", workspace=_file(name)).run(len(CELLS))
    return Stepper(page)


def _steps(stepper: Stepper) -> tuple[Any, Any]:
    """Return the plots at steps 1 and 7, and see to it that the reader is told of no failure."""
    first = _plot(stepper.page)
    for step in range(2, LATER + 1):
        stepper.press("ArrowRight")
        stepper.wait_for_step(step)
    last = _plot(stepper.page)
    assert stepper.root.locator(".roses-note").is_hidden()
    return first, last


def _plot(page: Page) -> Any:
    page.wait_for_function(_PLOT, timeout=30_000)
    page.wait_for_timeout(500)  # for the rest of the step
    return json.loads(page.evaluate(_PLOT))


def _file(name: str) -> str:
    return name.replace(" ", "_").replace("'", "").replace(".", "_")
