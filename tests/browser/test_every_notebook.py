"""Every notebook in JupyterLab: all cells run, every widget moves, nothing fails, no request leaves the machine.

The notebooks are those that stand in the folder. They are opened one after the other in one page of one server, each
with a kernel of its own, which ends with its test.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from roses.widgets.export.notebook import lesson_html
from roses.widgets.export.player import Players
from tests.browser.harness import ROOT, TOKEN, Notebook, Requests, lab
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
_OPEN = """async name => {
    await window.jupyterapp.commands.execute('docmanager:open', { path: name });
}"""
_CLOSE = """async () => {
    const shown = window.jupyterapp.shell.currentWidget;
    await shown.sessionContext.shutdown();
    shown.model.dirty = false;
    shown.close();
}"""
_STATE = """box => box.outerHTML + [...box.querySelectorAll('select, input, details')]
    .map(one => `${one.value}|${one.checked}|${one.open}`).join()"""
_CONTROLS = "button, summary, select, input[type=radio], input[type=checkbox], [role=button], [role=tab]"


class Session:
    """One page of JupyterLab in which notebooks are opened one after the other; ``wrong`` is what its scripts threw."""

    def __init__(self, page: Page, base: str, requests: Requests) -> None:
        self.page, self.requests = page, requests
        self.wrong: list[str] = []
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.goto(f"{base}/lab/workspaces/every?token={TOKEN}")
        page.wait_for_function("() => window.jupyterapp && window.jupyterapp.restored.then(() => true)", timeout=60_000)

    def open(self, name: str) -> Notebook:
        """Open a notebook and wait for its kernel."""
        self.page.evaluate(_OPEN, name)
        return Notebook.opened(self.page, name)

    def shown(self) -> Iterator[Locator]:
        """Return the widgets of the notebook, each when its cell has been brought to the window."""
        for index, kind in self.page.evaluate(_SHOWN):
            self.page.evaluate(_SCROLL, index)
            found = self.page.locator(
                f".jp-NotebookPanel:not(.lm-mod-hidden) [data-windowed-list-index='{index}'] {kind}"
            )
            expect(found.first).to_have_text(re.compile(r"\S"), timeout=30_000)  # a widget comes after its cell has run
            yield from found.all()


@pytest.fixture(scope="module")
def session(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    with lab(tmp_path_factory.mktemp("every"), ROOT / "notebooks") as base:
        context = browser.new_context(viewport={"width": 1280, "height": 1000})
        requests = Requests(context)
        yield Session(context.new_page(), base, requests)
        context.close()


def move(widget: Locator) -> str:
    """Move a widget once; return what is wrong, "" if it answered."""
    stepper = widget.locator(".roses-counter")
    if stepper.count():
        expect(stepper.first).to_have_text(re.compile(r"\d+ / \d+"), timeout=30_000)
        before = stepper.first.text_content() or ""
        step, last = map(int, before.split("/"))
        widget.locator(".roses-forward" if step < last else ".roses-back").first.click()
        expect(stepper.first).not_to_have_text(before, timeout=30_000)
        return ""
    controls = widget.locator(_CONTROLS)
    before = widget.evaluate(_STATE)
    for control in controls.all()[:12]:
        if not control.is_visible() or not control.is_enabled() or control.get_attribute("aria-disabled") == "true":
            continue
        if control.evaluate("one => one.tagName") == "SELECT":
            control.select_option(index=control.locator("option").count() - 1)
        else:
            control.click()
        widget.page.wait_for_timeout(150)
        if widget.evaluate(_STATE) != before:
            return ""
    return f"nothing happens in {before[:200]}" if controls.count() else ""


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_runs_and_its_widgets_move(session: Session, name: str) -> None:
    session.wrong.clear()
    notebook = session.open(name)
    try:
        notebook.run_all()
        assert [said for widget in session.shown() if (said := move(widget))] == []
        assert notebook.errors() == []
        assert session.wrong == []
        assert session.requests.seen and session.requests.foreign == []
    finally:
        session.page.evaluate(_CLOSE)


@pytest.mark.parametrize("name", [name for name in NAMES if boxes(name.removesuffix(".ipynb"))])
def test_what_answers_clicks_does_so_in_the_file_to_hand_out(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """The players of Steppers, which take long to make, are left out: other tests open them."""
    monkeypatch.setattr(Players, "html", lambda *_given, **_choices: "")
    path = tmp_path / "page.html"
    path.write_text(lesson_html(ROOT / "notebooks" / name), encoding="utf-8")
    with Opened(browser, path) as opened:
        found = opened.page.locator(".roses-interactive[data-started]")
        expect(found).to_have_count(len(boxes(name.removesuffix(".ipynb"))))
        assert [said for box in found.all() if (said := move(box))] == []


def test_a_widget_that_does_not_answer_is_seen(browser: Browser) -> None:
    page = browser.new_page()
    dead, alive = (
        "<div id='dead'><button>Go</button></div>",
        "<div id='alive'><details><summary>Go</summary></details></div>",
    )
    page.set_content(dead + alive + "<div id='still'>Towton</div>")
    assert [bool(move(page.locator(f"#{name}"))) for name in ("dead", "alive", "still")] == [True, False, False]
    page.close()


def test_the_notebooks_of_the_kit_are_opened() -> None:
    assert len(NAMES) >= 6 and "00_start.ipynb" in NAMES
