"""Notebook of Bosworth in a browser: cells run, keys step to the charge, and every part of the screen follows."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from tests.browser.harness import ROOT, Notebook, Server

NAME = "05b_bosworth_1485.ipynb"
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not (ROOT / "notebooks" / NAME).exists(), reason=f"notebooks/{NAME} is missing"),
]


@pytest.fixture(scope="module")
def base(server: Server) -> Iterator[str]:
    with server.serving("", {}) as address:
        yield address


def test_the_keys_lead_to_the_charge_and_space_plays_and_stops(lab_page: Page, base: str) -> None:
    notebook = Notebook(lab_page, base, NAME)
    notebook.run_all()
    stepper = notebook.stepper()
    begin = stepper.step
    stepper.press("ArrowRight")
    stepper.wait_for_step(begin + 1)
    stepper.press("ArrowLeft")
    stepper.wait_for_step_back(begin)
    board, story, battle = stepper.map, stepper.narration, stepper.battle

    stepper.forward_to(r"(?i)\bcharge")
    assert stepper.map != board
    assert stepper.narration != story
    assert stepper.battle != battle

    stepper.press("Home")
    stepper.wait_for_step_back(1)
    begin = stepper.step
    stepper.press(" ")
    stepper.wait_for_step(begin + 1, timeout=30_000)  # it waits for the reader: 250 ms a word, 4 s at least
    stepper.press(" ")
    stopped = stepper.step
    lab_page.wait_for_timeout(6_000)
    assert stepper.step <= stopped + 1  # one step may have been on its way
