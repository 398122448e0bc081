"""Saved notebooks: small, free of errors and widget state, in short cells, and equal to a new run."""

from __future__ import annotations

import json
import linecache
import re
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import nbformat
import pytest
from IPython.core.ultratb import FormattedTB
from IPython.display import display
from nbclient import NotebookClient

from tests.tools.run_notebooks import NOTEBOOKS, ROOT, clean, executed

ALL = sorted(NOTEBOOKS.glob("*.ipynb"))
each = pytest.mark.parametrize("path", ALL, ids=[path.stem for path in ALL])
TAG = re.compile(r"</?([a-z][a-z0-9]*)\b[^<>]*>")
GOES_ON = "# Run the cells above first: this one goes on from them."
CODE = """\
import ipywidgets, sys, time
print("one"); print("progress", file=sys.stderr); time.sleep(.1); print("two")
ipywidgets.IntSlider()"""
BUNDLE = """\
class Board(ipywidgets.VBox):
    def _repr_mimebundle_(self, **kwargs):
        return super()._repr_mimebundle_(**kwargs) | {"image/svg+xml": "<svg/>", "text/plain": "Bosworth"}
Board([ipywidgets.IntSlider()])"""


def cells(path: Path, kind: str = "code") -> list[dict[str, Any]]:
    data = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return [cell for cell in data if cell["cell_type"] == kind]


@each
def test_a_notebook_is_under_400_kilobytes(path: Path) -> None:
    assert path.stat().st_size < 400_000


@each
def test_a_notebook_holds_no_widgets(path: Path) -> None:
    assert "application/vnd.jupyter.widget-" not in path.read_text(encoding="utf-8")
    assert "widgets" not in json.loads(path.read_text(encoding="utf-8"))["metadata"]


@each
def test_a_notebook_holds_no_error(path: Path) -> None:
    outputs = [output for cell in cells(path) for output in cell["outputs"]]
    assert [output["ename"] for output in outputs if output["output_type"] == "error"] == []


@each
def test_what_a_notebook_shows_without_a_kernel_holds_no_markup_as_text(path: Path) -> None:
    """Text without a richer form, prose, and what stands for a folded output: pictures.js names that by its heads."""
    for cell in cells(path):
        forms = [output.get("data", {"text/plain": output.get("text", "")}) for output in cell["outputs"]]
        plain = [form["text/plain"] for form in forms if not {"text/html", "image/svg+xml"} & form.keys()]
        assert [text for text in map("".join, plain) if TAG.search(text)] == []
        if cell["metadata"].get("jupyter", {}).get("outputs_hidden") and forms:
            first = "".join(forms[0].get("text/html", forms[0].get("image/svg+xml", "")))
            assert not first.startswith("<") or re.search(r"<th\b|<title>", first)
    for cell in cells(path, "markdown"):
        prose = re.sub(r"`[^`]*`", "", "".join(cell["source"]))
        assert set(TAG.findall(prose)) <= {"details", "summary", "span", "a"}


@each
def test_no_cell_is_longer_than_eight_lines(path: Path) -> None:
    sources = ["".join(cell["source"]) for cell in cells(path)]
    assert [source for source in sources if len([line for line in source.splitlines() if line.strip()]) > 8] == []


@each
def test_every_cell_runs_by_itself_and_one_that_goes_on_says_so(
    path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As after a restart of the kernel. With the NameError of a cell tagged "needs-above", in notebooks of analysts,
    IPython prints the lines around the one that failed; one of them says what to do."""
    monkeypatch.chdir(tmp_path)
    for cell in cells(path):
        source = re.sub(r"\bn=(?:40|100|250)\b", "n=20", "".join(cell["source"]))  # games
        goes_on = "needs-above" in cell["metadata"].get("tags", ())
        assert (GOES_ON in source) == goes_on, source
        with pytest.raises(NameError) if goes_on else nullcontext() as failed:
            exec(compile(source, path.name, "exec"), {"__name__": "__main__", "display": display})
        if failed:
            monkeypatch.setitem(linecache.cache, path.name, (len(source), None, source.splitlines(True), path.name))
            assert GOES_ON in FormattedTB(mode="Context").text(failed.type, failed.value, failed.tb), source


def test_cells_go_on_from_those_above_only_in_notebooks_of_analysts() -> None:
    names = {path.stem for path in ALL for cell in cells(path) if "needs-above" in cell["metadata"].get("tags", ())}
    assert {name[:2] for name in names} == {"07", "12", "14", "15", "16", "17", "18"}


@each
def test_a_notebook_is_written_as_the_tool_writes_it(path: Path) -> None:
    """With the outputs that it has; ``tests.tools.run_notebooks --check`` compares these with a new run."""
    text = path.read_text(encoding="utf-8")
    notebook = nbformat.reads(text, as_version=4)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
    clean(notebook)
    assert nbformat.writes(notebook) + "\n" == text


@each
@pytest.mark.notebooks
def test_a_new_run_gives_the_very_file(path: Path) -> None:
    assert executed(path) == path.read_text(encoding="utf-8"), "python -m tests.tools.run_notebooks writes it anew"


BARS = """\
import time
from roses import progress
for delay in (10, 0):
    progress.DELAY = delay
    for _ in progress.counted(range(3), "counting", "number"): time.sleep(.01)"""


@pytest.mark.notebooks
def test_progress_bars_leave_nothing_behind_in_a_notebook() -> None:
    """A bar before its time makes no widget; later it is one, and closed its output is empty, so that a notebook that
    is saved and loaded anew (F5) asks for no widget that is gone. On stderr red strips would stay."""
    users = [path for path in (ROOT / "roses").rglob("*.py") if "tqdm(" in path.read_text(encoding="utf-8")]
    assert {path.name for path in users} == {"progress.py"}
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(BARS)])
    NotebookClient(notebook, kernel_name="python3", timeout=60, resources={"metadata": {"path": str(ROOT)}}).execute()
    assert [output.get("name") or dict(output.data) for output in notebook.cells[0].outputs] == [{"text/plain": ""}]
    clean(notebook)
    assert notebook.cells[0].outputs == []


@pytest.mark.notebooks
def test_the_tool_keeps_what_reads_without_a_kernel(tmp_path: Path) -> None:
    path = tmp_path / "small.ipynb"
    table = "import pandas\npandas.DataFrame({'house': ['York']})"
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code) for code in (CODE, table, BUNDLE)])
    nbformat.write(notebook, path)

    path.write_text(executed(path), encoding="utf-8")
    first = path.read_bytes()
    path.write_text(executed(path), encoding="utf-8")
    assert path.read_bytes() == first

    streams, tables, boards = (cell["outputs"] for cell in cells(path))
    assert [(output["name"], "".join(output["text"])) for output in streams] == [("stdout", "one\ntwo\n")]
    assert set(tables[0]["data"]) == {"text/html", "text/plain"}
    assert set(boards[0]["data"]) == {"image/svg+xml", "text/plain"}
    assert str(ROOT) not in path.read_text(encoding="utf-8")
