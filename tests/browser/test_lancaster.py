"""Notebook of the court game in a browser: keys step through the game, board and narration follow."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.harness import ROOT, Notebook, lab

NAME = "02_lancaster_first_look.ipynb"
pytestmark = pytest.mark.browser


def test_the_keys_lead_to_the_sealed_votes_which_stay_sealed(page: Page, tmp_path: Path) -> None:
    with lab(tmp_path, ROOT / "notebooks") as base:
        notebook = Notebook(page, base, NAME)
        notebook.run_all()
        stepper = notebook.stepper()
        board, story = stepper.battle, stepper.narration
        stepper.press("ArrowRight")
        stepper.wait_for_step(2)
        assert stepper.battle != board
        assert stepper.narration != story

        stepper.forward_to(r"All vote in secret")
        assert "no +1" in stepper.battle
        stepper.root.get_by_role("button", name="Yellow").click()
        page.wait_for_function("!document.querySelector('.roses-battle').innerHTML.includes('no +1')")
        assert stepper.battle.count(">sealed<") == 2

        chip = stepper.root.locator(".roses-deed .roses-rule")
        chip.click()
        page.wait_for_function("!document.querySelector('.roses-rule-text').hidden")
        assert chip.get_attribute("data-rule") in stepper.root.locator(".roses-rule-text").inner_text()
