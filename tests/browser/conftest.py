"""Fixtures of the browser tests: one Chromium for all, and a fresh page whose requests must stay on this machine."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser import harness


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if not harness.find_chromium():
        if os.environ.get("CI"):
            pytest.fail("there is no Chromium; .ci/run installs it")
        pytest.skip("there is no Chromium on this machine")
    with harness.chromium() as chromium:
        yield chromium


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1400, "height": 1000})
    requests = harness.Requests(context)
    yield context.new_page()
    context.close()
    assert requests.seen, "the page asked for nothing: it was not watched"
    assert not requests.foreign, "the page asked for addresses outside this machine"
