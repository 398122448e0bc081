"""Fixtures of the browser tests: one Chromium and one JupyterLab for all, a fresh page or one that is kept, whose
requests must stay on this machine, and files of whole replays."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import roses
from roses.widgets.export.page import page_html
from tests.browser import harness

expect.set_options(timeout=20_000)  # ms: a busy machine answers late


@pytest.fixture(autouse=True, scope="session")
def _states(shared_states: None) -> None:
    """Make the states of a replay once for all processes."""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if not harness.find_chromium():
        if os.environ.get("CI"):
            pytest.fail("there is no Chromium; .ci/run installs it")
        pytest.skip("there is no Chromium on this machine")
    with harness.chromium() as chromium:
        yield chromium


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[harness.Server]:
    with harness.server(tmp_path_factory.mktemp("lab")) as result:
        yield result


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport=harness.SIZE)
    requests = harness.Requests(context)
    yield context.new_page()
    context.close()
    assert_local(requests)


@pytest.fixture(scope="session")
def kept(browser: Browser, server: harness.Server) -> Iterator[harness.KeptPage]:
    result = harness.KeptPage(browser, server.address)
    yield result
    result.leave(spoilt=True)


@pytest.fixture
def lab_page(kept: harness.KeptPage, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page of JupyterLab that was loaded for a test before, for tests that do not ask how it loads."""
    failed = request.session.testsfailed
    yield kept.enter()
    kept.leave(spoilt=request.session.testsfailed > failed)
    assert_local(kept.requests)


def assert_local(requests: harness.Requests) -> None:
    assert requests.seen, "the page asked for nothing: it was not watched"
    assert not requests.foreign, "the page asked for addresses outside this machine"


@pytest.fixture(scope="session")
def replay_file(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Files of replays by name."""
    folder = tmp_path_factory.mktemp("replays")

    def file(name: str) -> Path:
        path = folder / f"{name}.html"
        if not path.exists():
            path.write_text(page_html(roses.timeline(name)), encoding="utf-8")
        return path

    return file
