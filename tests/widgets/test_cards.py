"""The cards of the blocks in a Stepper: what a page is sent once, and what with each step."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

import roses
from roses.widgets.stepper.widget import Stepper


@pytest.fixture
def stepper() -> Iterator[Stepper]:
    made = Stepper(roses.timeline("1483-richard-iii"))
    yield made
    made.close()


def test_the_texts_of_the_cards_are_sent_once_and_the_day_with_each_step(stepper: Stepper) -> None:
    cards = stepper.screen.cards
    richard = cards["blocks"]["Gloucester"]
    assert [row[:2] for row in richard["called"]] == [
        ["1461-11", "Richard, Duke of Gloucester"], ["1483-06-26", "King Richard III"],
    ]  # fmt: skip
    assert cards["people"]["richard3"]["ended"] == "killed in battle, Bosworth, 22 August 1485"
    assert cards["people"]["stanley2"]["sides"][-1][0] <= "1485-08-22" and "Gloucester of York" in richard["game"]
    stepper.screen.index = stepper.model.timeline.find("Bosworth")
    assert stepper.screen.cards is cards and stepper.screen.day == "1485-08-22"


def test_every_block_in_sight_has_a_card_and_every_shield_its_symbol(stepper: Stepper) -> None:
    cards = stepper.screen.cards
    symbols = set(re.findall(r'<symbol id="([^"]+)"', cards["arms"]))
    for index in range(0, len(stepper.model), 5):
        stepper.screen.index = index
        seen = stepper.screen.badges + stepper.screen.board
        assert set(re.findall(r'data-block="([^"]+)"', seen)) <= set(cards["blocks"])
        assert set(re.findall(r'href="#(roses-arms-[^"]+)"', seen)) <= symbols


def test_the_panel_calls_people_by_the_names_of_the_day(stepper: Stepper) -> None:
    stepper.screen.chosen, stepper.screen.index = "battle", stepper.model.timeline.find("The charge")
    assert "Richard III charges Henry Tudor" in stepper.screen.panel
    assert ">Henry Tudor</text>" in stepper.screen.board and ">Richmond</text>" not in stepper.screen.board


def test_a_side_may_click_only_what_it_sees(stepper: Stepper) -> None:
    stepper.screen.index = 6
    assert 'data-block="Buckingham/L"' in stepper.screen.badges
    stepper.screen.viewer = "York"
    assert 'data-block="Gloucester"' in stepper.screen.badges and "Buckingham" not in stepper.screen.badges
