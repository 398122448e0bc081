"""Executes notebooks in place and writes them in a normal form: a second run gives the same bytes.

``python -m tests.tools.run_notebooks [NOTEBOOK ...]``, by default all; with ``--check`` it compares them with their
files instead, with ``--run`` it only runs them. It needs no package but those that the kit itself needs. What a
notebook shows without a kernel stays (text, tables, SVG, plotly's figures); what only a live kernel can show goes:
views and state of widgets, warnings and progress bars on stderr (printed here instead), and times of execution. A
failing cell leaves its file as it was.
"""

from __future__ import annotations

import argparse
import difflib
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbformat import NotebookNode

from roses.widgets import live

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = ROOT / "notebooks"
_PLOTLY = "application/vnd.plotly.v1+json"
_KEPT_METADATA = ("tags", "jupyter", "slideshow")  # of a cell: what its writer set
_METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def executed(path: Path) -> str:
    """Run the notebook with this Python and this checkout and return the text of the file to keep."""
    os.environ["JUPYTER_PREFER_ENV_PATH"] = "1"
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(
        notebook,
        kernel_name="python3",
        timeout=300,
        resources={"metadata": {"path": str(path.parent)}},
        store_widget_state=False,
        record_timing=False,
        coalesce_streams=True,
    ).execute()
    clean(notebook)
    return nbformat.writes(notebook) + "\n"


def clean(notebook: NotebookNode) -> None:
    """Take everything from an executed notebook that a second run would write differently."""
    own = {"roses": notebook.metadata.roses} if "roses" in notebook.metadata else {}  # how it opens
    notebook.metadata = nbformat.from_dict(_METADATA | own)
    for cell in notebook.cells:
        cell.metadata = nbformat.from_dict({key: cell.metadata[key] for key in _KEPT_METADATA if key in cell.metadata})
        if cell.cell_type == "code":
            volatile = "volatile" in cell.metadata.get("tags", ())  # what it shows differs from machine to machine
            cell.outputs = [] if volatile else [output for output in cell.outputs if _is_kept(output)]


def _is_kept(output: NotebookNode) -> bool:
    if output.get("name") == "stderr":
        print(output.text, file=sys.stderr)
        return False
    data = output.get("data", {})
    if "image/svg+xml" in data:
        data.pop(_PLOTLY, None)  # the SVG says the same in a tenth of the lines
    if data == {"text/plain": ""}:  # a progress bar was here, if the machine was slow enough
        return False
    if live.is_box(data):
        data.pop("text/plain", None)  # names the file of a game
    if data.pop(live.VIEW, None) is None:
        return True
    return not set(data) <= {"text/plain"}  # alone, this is the widget's name, with ids that differ in each run


def main(arguments: list[str]) -> int:
    """Execute the notebooks with these paths, or all, two at a time; return how many failed.

    They are written, unless ``--check`` asks that they be equal to their files, or ``--run`` only that no cell fails.
    """
    parser = argparse.ArgumentParser(prog="run_notebooks", description=__doc__.splitlines()[0])
    parser.add_argument("paths", nargs="*", type=Path, default=sorted(NOTEBOOKS.glob("*.ipynb")))
    parser.add_argument("--check", action="store_true", help="compare what they give with the files; write nothing")
    parser.add_argument("--run", action="store_true", help="only run them; write nothing")
    options = parser.parse_args(arguments)

    def treat(path: Path) -> str:
        begin = time.monotonic()
        try:
            text = executed(path)
        except CellExecutionError as error:
            return f"{path.name} FAILED: {error}"
        kept = path.read_text(encoding="utf-8")
        if options.check and text != kept:
            lines = difflib.unified_diff(kept.splitlines(), text.splitlines(), "file", "new run", n=1, lineterm="")
            change = "\n".join(line[:240] for line in islice(lines, 24))
            return f"{path.name} FAILED: a new run gives something else\n{change}"
        if not (options.check or options.run):
            path.write_text(text, encoding="utf-8", newline="\n")
        return f"{path.name}: {time.monotonic() - begin:.0f} s"

    failed = 0
    with ThreadPoolExecutor(2) as pool:
        for report in pool.map(treat, options.paths):
            print(report, flush=True)
            failed += " FAILED: " in report
    print(f"{len(options.paths) - failed} passed, {failed} failed")
    return min(failed, 1)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
