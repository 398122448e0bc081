"""Tests of the harness on a small notebook with the Stepper's CSS classes: it reports what happens and what not."""

from __future__ import annotations

import urllib.request
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import Browser, Page, expect

from roses.cli import jupyter
from tests.browser.harness import TOKEN, Notebook, Requests, lab

pytestmark = pytest.mark.browser

_STEPPER = """\
import ipywidgets as w, plotly.graph_objects as go
fig = go.FigureWidget(go.Scatter(x=[0, 1], y=[0, 0]))
slider = w.IntSlider(min=0, max=9)
buttons = {n: w.Button(description=n) for n in ("first", "back", "play", "forward", "last")}
counter, story, battle = w.HTML("0 / 9"), w.HTML("march"), w.HTML("no battle")
for n, b in {**buttons, "counter": counter, "narration": story, "battle": battle}.items(): b.add_class("roses-" + n)
root = w.VBox([slider, w.HBox(list(buttons.values())), counter, story, battle, fig]).add_class("roses-stepper")
"""
_MOVES = """\
def show(change):
    fig.data[0].y = [0, change.new]
    if change.new == 4: story.value, battle.value = "Gloucester charges Richmond", "round 1"
    counter.value = f"{change.new} / 9"
slider.observe(show, "value")
buttons["forward"].on_click(lambda _: setattr(slider, "value", slider.value + 1))
buttons["back"].on_click(lambda _: setattr(slider, "value", slider.value - 1))
root
"""


def _notebook(folder: Path, name: str, *cells: str) -> None:
    folder.mkdir(exist_ok=True)
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    notebook.metadata.kernelspec = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(notebook, folder / name)


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("harness")
    kit = folder / "kit"
    _notebook(kit, "00_start.ipynb", _STEPPER, _MOVES)
    _notebook(kit, "01_broken.ipynb", "1 / 0")
    with lab(folder, kit) as address:
        yield address


def test_the_harness_drives_widgets_by_click_and_key(page: Page, base: str) -> None:
    notebook = Notebook(page, base, "00_start.ipynb")
    notebook.run_all()
    stepper = notebook.stepper()
    board, story, battle = stepper.map, stepper.narration, stepper.battle
    assert (stepper.step, stepper.last) == (0, 9)

    stepper.click("forward")
    stepper.wait_for_step(1)
    stepper.click("back")
    stepper.wait_for_step_back(0)
    assert (stepper.narration, stepper.battle) == (story, battle)

    stepper.forward_to("charges")
    assert stepper.step == 4
    assert "round 1" in stepper.battle != battle
    assert stepper.map != board
    with pytest.raises(AssertionError, match="no step tells of 'Agincourt'"):
        stepper.forward_to("Agincourt")


def test_no_news_pop_up_and_no_question_covers_the_lesson(page: Page, base: str) -> None:
    Notebook(page, base, "00_start.ipynb")
    expect(page.locator(".jp-Dialog, .Toastify__toast")).to_have_count(0)


def test_a_failing_cell_fails_the_run(page: Page, base: str) -> None:
    notebook = Notebook(page, base, "01_broken.ipynb")
    with pytest.raises(AssertionError, match="ZeroDivisionError"):
        notebook.run_all()


def test_a_request_that_leaves_the_machine_is_seen(browser: Browser) -> None:
    with browser.new_context() as context:
        requests = Requests(context)
        context.new_page().set_content("<img src='http://far-away.invalid/rose.png'>")
    assert requests.foreign == ["http://far-away.invalid/rose.png"]


def test_it_serves_and_a_signal_ends_it_without_a_trace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _notebook(tmp_path / "kit", "00_start.ipynb", "1")
    (tmp_path / "tmp").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "tmp"))
    with lab(tmp_path, tmp_path / "kit") as base:
        page = urllib.request.urlopen(f"{base}/lab/tree/00_start.ipynb?token={TOKEN}").read().decode()
        assert list((tmp_path / "tmp").glob("roses-*"))
    assert "<title>JupyterLab</title>" in page and "fetchNews" not in page
    assert list((tmp_path / "tmp").glob("roses-*")) == []
    assert jupyter.is_free(int(base.rpartition(":")[2]))
