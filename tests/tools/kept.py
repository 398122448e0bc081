"""A plugin for nbval: what a cell gives must be what its notebook keeps, so that one run of all notebooks proves both.

``python -m pytest -p nbval -p tests.tools.kept --nbval-lax --nbval-current-env notebooks``
"""

from __future__ import annotations

from collections.abc import Generator
from copy import deepcopy

import nbformat
import pytest
from nbval.plugin import IPyNbCell

from tests.tools.run_notebooks import clean


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, None, None]:
    yield
    if isinstance(item, IPyNbCell):
        cell = deepcopy(item.cell)
        cell.outputs = item.test_outputs
        run = nbformat.v4.new_notebook(cells=[cell])
        clean(run)
        for output in run.cells[0].outputs:
            if "execution_count" in output:
                output.execution_count = cell.execution_count  # nbval's runs are not counted
        words = "python -m tests.tools.run_notebooks writes what a new run gives"
        assert run.cells[0].outputs == item.cell.outputs, words
