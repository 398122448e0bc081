"""Notebook of the court game in a browser: keys step through the game, board and narration follow."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from roses.lessons.parliament import Parliament
from tests.browser.harness import Notebook, Server

NAME = "02_kings_peace.ipynb"
pytestmark = pytest.mark.browser


def test_the_keys_lead_to_the_sealed_votes_which_stay_sealed(lab_page: Page, server: Server) -> None:
    with server.serving("", {}) as base:
        notebook = Notebook(lab_page, base, NAME)
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
        lab_page.wait_for_function("() => !document.querySelector('.roses-battle').innerHTML.includes('no +1')")
        assert stepper.battle.count(">sealed<") == 2

        chip = stepper.root.locator(".roses-deed .roses-rule")
        chip.click()
        lab_page.wait_for_function("() => !document.querySelector('.roses-rule-text').hidden")
        assert chip.get_attribute("data-rule") in stepper.root.locator(".roses-rule-text").inner_text()


def test_a_class_votes_in_secret_by_buttons_and_by_keys(browser: Browser, tmp_path: Path) -> None:
    parliament = Parliament(4)
    file = tmp_path / "parliament.html"
    file.write_text(f"<!doctype html><meta charset=utf-8>{parliament.html()}", encoding="utf-8")
    page = browser.new_page()
    page.goto(file.as_uri())
    box, stage = page.locator(".roses-parliament"), page.locator(".parliament-stage")
    expect(box.locator(".parliament-houses")).to_be_hidden()

    stage.get_by_role("button", name="Blue votes").click()
    assert [card.get_attribute("data-house") for card in box.locator("[data-house]:visible").all()] == ["Blue"]
    stage.get_by_role("button", name="Yes").click()
    stage.get_by_role("combobox").select_option("2")
    stage.get_by_role("button", name="Seal the vote").click()
    expect(stage).to_contain_text("✓ Blue has voted")
    assert "aria-pressed" not in stage.inner_html()
    assert page.evaluate("sessionStorage.length") == 0

    stage.get_by_label("Keys").check()
    for house, keys in (("Green", "n9\n" + "n3\n"), ("Yellow", "y1\n"), ("Red", "y0\n")):
        stage.get_by_role("button", name=f"{house} votes").click()
        before = stage.inner_text()
        for key in keys:
            page.keyboard.press("Enter" if key == "\n" else key)
            if key in "yn":
                assert stage.inner_text().replace("keys typed: 1", "").split() == before.split()
    stage.get_by_role("button", name="Open the votes").click()
    expect(stage).to_contain_text("Open house is accepted, 6 to 4. The longest train leaves.")

    page.reload()
    expect(stage).to_contain_text("accepted, 6 to 4")
    for _ in range(2):
        stage.get_by_role("button", name="Next proposal").click()
        for house in parliament.session.houses:
            stage.get_by_role("button", name=f"{house.name} votes").click()
            stage.get_by_role("button", name="No", exact=True).click()
            stage.get_by_role("button", name="Seal the vote").click()
        stage.get_by_role("button", name="Open the votes").click()
    stage.get_by_role("button", name="Let the laws work").click()
    shown = [row.locator("td").last.inner_text() for row in stage.locator("tr").all()[1:]]
    gained = parliament.session.outcomes["100"].points
    houses = zip(parliament.session.houses, gained, strict=True)
    assert shown == [str(house.points + more) for house, more in houses]
    page.close()
