"""Every notebook in JupyterLab: all cells run, every control of every widget moves, nothing fails, nothing is fetched.

The notebooks are those that stand in the folder. They are opened one after the other in one page of one server, with
one kernel, which forgets each of them, since a start of a kernel costs as much as a notebook. ``moving.js`` moves the
controls.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from roses.widgets.export.notebook import lesson_html
from roses.widgets.export.page import Players
from tests.browser.harness import ROOT, STILL, TOKEN, Notebook, Requests, Server, close_notebooks, open_notebook
from tests.browser.test_export import Opened
from tests.export.test_every_notebook import boxes

pytestmark = pytest.mark.browser
NAMES = sorted(path.name for path in (ROOT / "notebooks").glob("*.ipynb"))
# the cells of the notebook that show something to click, and what: each is looked for where its cell stands
_SHOWN = """() => window.jupyterapp.shell.currentWidget.model.toJSON().cells.flatMap((cell, at) => {
    const said = (cell.outputs || []).map(output => output.data || {});
    const html = said.map(data => [data['text/html'] || ''].flat().join('')).join('');
    const kinds = html.includes('roses-interactive') ? ['.roses-interactive'] : [];
    const widget = said.some(data => 'application/vnd.jupyter.widget-view+json' in data);
    if (widget) kinds.push('.jp-OutputArea-output.lm-Panel');
    return kinds.map(kind => [at, kind]);
})"""
_SCROLL = "index => window.jupyterapp.shell.currentWidget.content.scrollToItem(index, 'start')"
_DIRTY = "() => window.jupyterapp.shell.currentWidget.model.dirty"
_MOVE = f"given => ({(Path(__file__).parent / 'moving.js').read_text(encoding='utf-8')})(given)"
# What anywidget throws if a script takes longer than two seconds, as on a busy machine: from then on its model drops
# messages. The kit sends none by it (tests/widgets/test_values.py), and a widget that hears nothing does not move.
_SLOW = "[anywidget] Failed to initialize model."
_PATIENCE = 20_000  # ms until a control counts as one that nothing answers
_LEAST = {"04a_yorks_rising.ipynb": 90, "08_eighteen_battles.ipynb": 110, "09_who_makes_a_king.ipynb": 120}  # controls
_ENOUGH = 2  # notebooks in which controls of one name are moved in two widgets; in the others in one
# Other tests run every cell of every notebook; here all stands as it is kept, and the cells that show widgets are run.
_SHOW = re.compile(r"roses\.(?:lessons|widgets)|ipywidgets|interact")
_ABOVE = "# Run the cells above first"
# Tags that are shown as text, in any cell of the notebook that is open, code aside.
_MARKUP = """async () => {
    const book = window.jupyterapp.shell.currentWidget.content, found = [];
    for (const [at, { node }] of book.widgets.entries()) {
        await book.scrollToItem(at, 'start');
        for (let i = 0; i < 4; i++) await new Promise(requestAnimationFrame);
        const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) {
            const { data, parentElement: place } = texts.currentNode;
            if (/<\\/?(table|details|svg|div|t[dhr])\\b/.test(data) && place.checkVisibility()
                && !place.closest('.cm-editor, .jp-InputPlaceholder, style, script')) found.push([at, data]);
        }
    }
    return found;
}"""
_SOURCES = """() => window.jupyterapp.shell.currentWidget.model.toJSON().cells
    .map(cell => cell.cell_type === 'code' ? [cell.source].flat().join('') : '')"""


class Session:
    """One page of JupyterLab in which notebooks are opened one after the other; ``wrong`` is what its scripts threw."""

    def __init__(self, page: Page, base: str, requests: Requests) -> None:
        self.page, self.requests = page, requests
        page.context.add_init_script(STILL)
        page.context.add_init_script("delete Element.prototype.requestFullscreen")  # class mode fills the page alone
        self.wrong: list[str] = []
        self.times: Counter[str] = Counter()  # notebooks in which controls of a name were moved
        page.on("pageerror", lambda error: str(error) == _SLOW or self.wrong.append(str(error)))
        page.goto(f"{base}/lab/workspaces/every?token={TOKEN}")
        page.wait_for_function("() => window.jupyterapp && window.jupyterapp.restored.then(() => true)", timeout=60_000)

    def open(self, name: str) -> Notebook:
        """Open a notebook and wait for the kernel."""
        open_notebook(self.page, name)
        return Notebook.opened(self.page, name)

    def shown(self) -> Iterator[Locator]:
        """Return the widgets of the notebook, each when its cell has been brought to the window."""
        for index, kind in self.page.evaluate(_SHOWN):
            self.page.evaluate(_SCROLL, index)
            elements = self.page.locator(
                f".jp-NotebookPanel:not(.lm-mod-hidden) [data-windowed-list-index='{index}'] {kind}"
            )
            expect(elements.first).to_have_text(
                re.compile(r"\S"), timeout=30_000
            )  # a widget comes after its cell has run
            yield from elements.all()


@pytest.fixture(scope="module")
def session(browser: Browser, server: Server) -> Iterator[Session]:
    with server.serving("", {}) as base:
        context = browser.new_context(viewport={"width": 1280, "height": 1000})
        requests = Requests(context)
        yield Session(context.new_page(), base, requests)
        context.close()


class Moved(NamedTuple):
    """The controls of a widget by what came of moving them; ``spoke`` if anything but their own values has changed."""

    moved: list[str]
    dead: list[str]  # nothing answered
    left: list[str]  # seen, and out of reach
    broken: list[str]  # answered by the report of a defect
    spoke: bool

    @property
    def wrong(self) -> list[str]:
        """What is wrong in words."""
        kinds = {"dead": self.dead, "out of reach": self.left, "a defect": self.broken}
        kinds["without an answer"] = [one for one in self.moved if not self.spoke and one not in self.dead]
        return [f"{kind}: {control}" for kind, controls in kinds.items() for control in controls]


def move(widget: Locator, patience: int = _PATIENCE, skipped: Sequence[str] = ()) -> Moved:
    """Move every control of a widget once, but those with one of the names that are ``skipped``."""
    return Moved(**widget.page.evaluate(_MOVE, [widget.element_handle(), patience, skipped]))


def move_all(widgets: Iterable[Locator], times: Counter[str]) -> list[Moved]:
    """Move the controls of the widgets of a notebook: each name, such as those of many Steppers, at least once.

    ``times`` counts the notebooks in which controls of a name were moved; where it is known well, one widget will do.
    """
    moved, here = list[Moved](), Counter[str]()
    for widget in widgets:
        skipped = [name for name, number in here.items() if number >= (1 if times[name] >= _ENOUGH else 2)]
        moved.append(move(widget, skipped=skipped))
        here.update(set(moved[-1].moved))
    times.update(set(here))
    return moved


def run_what_shows(notebook: Notebook) -> None:
    """Run the cells that show widgets, which need none of those before them."""
    sources = notebook.page.evaluate(_SOURCES)
    for at in [at for at, source in enumerate(sources) if _SHOW.search(source) and _ABOVE not in source]:
        notebook.select(at)
        notebook.run(1)


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_opens_unchanged_and_without_markup_and_its_widgets_move(session: Session, name: str) -> None:
    session.wrong.clear()
    notebook = session.open(name)
    try:
        assert session.page.evaluate(_MARKUP) == []
        assert not session.page.evaluate(_DIRTY), "JupyterLab calls it unsaved, and nobody has changed it"
        run_what_shows(notebook)
        moved = move_all(session.shown(), session.times)
        assert [text for one in moved for text in one.wrong] == []
        assert (number := sum(len(one.moved) for one in moved)) >= _LEAST.get(name, 0), number
        assert notebook.errors() == []
        assert session.wrong == []
        assert session.requests.seen and session.requests.foreign == []
    finally:
        close_notebooks(session.page)


@pytest.mark.parametrize("name", [name for name in NAMES if boxes(name.removesuffix(".ipynb"))])
def test_what_answers_clicks_does_so_in_the_file_to_hand_out(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """The players of Steppers, which take long to make, are left out: other tests open them."""
    monkeypatch.setattr(Players, "html", lambda *_given, **_choices: "")
    path = tmp_path / "page.html"
    path.write_text(lesson_html(ROOT / "notebooks" / name), encoding="utf-8")
    with Opened(browser, path) as opened:
        elements = opened.page.locator(".roses-interactive[data-started]")
        expect(elements).to_have_count(len(boxes(name.removesuffix(".ipynb"))))
        assert [text for box in elements.all() for text in move(box).wrong] == []


WIDGETS = {
    "dead": ("<button>Go</button>", ["dead: button: Go"]),
    "alive": ("<details><summary>Go</summary></details>", []),
    "one of two": ("<button>No</button><details><summary>Go</summary></details>", ["dead: button: No"]),
    "its own value": ("<input type=checkbox title=Tick>", ["without an answer: input: Tick"]),
    "covered": (
        "<details><summary>Go</summary></details><button onclick='this.textContent += 1'>On</button>"
        "<p style='position:fixed;inset:30px 0 0;margin:0;background:white'>Towton</p>",
        ["out of reach: button: On"],
    ),
    "folded": ("<details><summary>Go</summary><button onclick='this.title = 1'>On</button></details>", []),
    "disabled": ("<details><summary>Go</summary></details><button disabled>Off</button>", []),
    "drawn anew": (
        "<div><button onclick='this.parentNode.innerHTML = &quot;<p>1</p><button>On</button>&quot;'>Go</button>"
        "<button>On</button></div>",
        ["dead: button: On"],
    ),
    "broken": (
        "<button onclick='this.outerHTML = &quot;<details><summary>Details for a report</summary></details>&quot;'>Go"
        "</button>",
        ["a defect: button: Go: Details for a report"],
    ),
}


@pytest.mark.parametrize("name", WIDGETS)
def test_a_control_that_does_not_answer_is_seen(browser: Browser, name: str) -> None:
    page = browser.new_page(viewport={"width": 400, "height": 300})
    html, wrong = WIDGETS[name]
    page.set_content(f"<div id=box>{html}</div>")
    try:
        assert move(page.locator("#box"), 200).wrong == wrong
    finally:
        page.close()


def test_the_notebooks_of_the_kit_are_opened() -> None:
    assert len(NAMES) >= 6 and "00_start.ipynb" in NAMES
