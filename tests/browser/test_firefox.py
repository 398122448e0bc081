"""The Stepper in Firefox: all blocks, each step, and the step again after F5."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.browser import agreement
from tests.browser.harness import TOKEN, lab, write_notebook
from tests.browser.marionette import find_firefox, firefox

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not find_firefox(), reason="there is no Firefox on this machine"),
]
_KERNEL = "jupyterapp.shell.currentWidget.sessionContext.session.kernel.status === 'idle'"
_COUNTER = "document.querySelector('.roses-counter').textContent"
_SAVED = "!jupyterapp.shell.currentWidget.model.dirty"


def test_firefox_shows_each_step_and_comes_back_to_it(tmp_path: Path) -> None:
    write_notebook(tmp_path / "kit" / "00_start.ipynb", *agreement.CELLS)
    watch = f"({agreement.WATCH})({json.dumps(agreement.expected())})"
    with lab(tmp_path, tmp_path / "kit") as base, firefox(tmp_path) as page:
        page.open(f"{base}/lab/workspaces/x/tree/00_start.ipynb?token={TOKEN}")
        page.wait_for(_KERNEL)
        page.run(f"const made = document.createElement('script'); made.textContent = {json.dumps(watch)};"
                 "document.head.append(made); jupyterapp.commands.execute('notebook:run-all-cells');")  # fmt: skip
        page.wait_for("agrees() === true && document.querySelector('.roses-still').hidden")
        for step in range(2, 8):
            page.run("document.querySelector('.roses-forward').click()")
            page.wait_for(f"{_COUNTER}.startsWith('{step} ') && agrees() === true")
        assert page.run("return watched.empty") == 0
        assert page.run("return watched.apart") < 2_000
        page.run("jupyterapp.commands.execute('docmanager:save')")
        page.wait_for(_SAVED)
        page.reload()
        page.wait_for(f"{_COUNTER} === '7 / 37'")
