"""The step that the Stepper sends ahead: what a page shows of it equals what it is then sent."""

from __future__ import annotations

import asyncio
import re
from itertools import product
from typing import Any

import pytest

import roses
from roses.widgets import Stepper
from roses.widgets.stepper import widget
from tests.proof import sampled

RECORDS = {"1483-richard-iii": ("all", "York", "Lancaster"), "1413-lancaster": ("all",)}
CASES = [
    (name, viewer, chosen) for name, viewers in RECORDS.items() for viewer, chosen in product(viewers, ("", "map"))
]


@pytest.fixture
def stepper() -> Stepper:
    return Stepper(roses.timeline("1483-richard-iii"))


def shown(stepper: Stepper) -> dict[str, Any]:
    """All values of the screen that a step can change, but those that say what the reader has clicked."""
    screen = stepper.screen
    state: dict[str, Any] = screen.get_state(set(screen.keys) - {"index", "click", "answered", "library"})
    return state


def check(stepper: Stepper, index: int) -> None:
    """Go to a step and from there to the next, which must bring what was sent ahead and nothing else."""
    stepper.screen.index = index
    ahead = stepper.ahead()
    before = shown(stepper)
    assert ahead["values"]["shown"] == index + 1
    assert ahead["after"] == before["map"]["number"]
    assert {name: before[name] for name in ahead["choices"]} == ahead["choices"]
    stepper.screen.index = index + 1
    assert before | ahead["values"] == shown(stepper), f"step {index + 2}"


@pytest.mark.parametrize(
    ("name", "viewer", "chosen", "every"),
    sampled(
        ((*case, every) for case in CASES for every in (1, 7)),
        ("1483-richard-iii", "all", "", 7),
        ("1483-richard-iii", "York", "map", 7),
        ("1413-lancaster", "all", "", 7),
    ),
)
def test_the_step_that_is_sent_ahead_is_the_next(name: str, viewer: str, chosen: str, every: int) -> None:
    stepper = Stepper(roses.timeline(name))
    stepper.screen.viewer, stepper.screen.chosen = viewer, chosen
    for index in range(0, len(stepper.model) - 1, every):
        check(stepper, index)


def test_a_step_is_sent_ahead_for_the_size_and_the_part_of_the_map_that_are_shown(stepper: Stepper) -> None:
    stepper.screen.space, stepper.screen.frame = [820, 700], "kingdom"
    for index in (3, 9):
        check(stepper, index)


def test_to_send_a_step_ahead_changes_nothing_that_is_shown(stepper: Stepper) -> None:
    stepper.screen.index = 2
    before = shown(stepper), stepper.live.map.to_json()
    stepper.ahead()
    assert (shown(stepper), stepper.live.map.to_json()) == before


def test_a_page_with_plotly_gets_the_svg_of_the_next_step_too(stepper: Stepper) -> None:
    stepper._on_message(stepper.screen, {"map": "plot"}, [])
    stepper.screen.index = 1
    assert stepper.screen.map["svg"] == ""
    sent = stepper.ahead()["values"]["map"]
    assert (sent["number"], sent["svg"][:4]) == (stepper.screen.map["number"] + 1, "<svg")


def test_the_map_before_is_sent_with_the_step_ahead_only_to_pages_that_lack_its_svg(stepper: Stepper) -> None:
    assert "before" not in stepper.ahead()["values"]["map"]
    stepper.screen.index = 5
    stepper.live.answer("plotted")  # from now on pages have plotly, and get SVG with the step ahead only
    stepper.screen.index = 4
    assert stepper.ahead()["values"]["map"]["before"][:4] == "<svg"
    stepper.screen.index = 5
    assert "before" not in stepper.ahead()["values"]["map"]


def test_the_map_names_no_block_that_the_viewer_does_not_see(stepper: Stepper) -> None:
    stepper.screen.viewer = "York"
    for index in range(0, 24, 4):
        stepper.screen.index = index
        seen = {str(piece.block).partition("/")[0] for piece in stepper.model.view.pieces if piece.block}
        tokens = re.findall(r'<(?:g|use)[^>]* data-at="[^"]*"[^>]*>', stepper.screen.map["svg"])
        named = {name for token in tokens for name in re.findall(r'data-block="([^"]*)"', token)}
        assert tokens
        assert named <= seen
        assert any("data-block" not in token for token in tokens)


def test_nothing_is_ahead_of_the_last_step(stepper: Stepper) -> None:
    stepper.screen.index = len(stepper.model) - 1
    assert stepper.ahead() == {}


def test_a_reader_who_goes_fast_gets_the_step_ahead_of_the_last_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(widget, "_PAUSE", 0.01)
    sent: list[int] = []

    async def go() -> None:
        stepper = Stepper(roses.timeline("1413-lancaster"))
        monkeypatch.setattr(
            stepper.screen, "send", lambda message: sent.append(message.get("ahead", {})["values"]["shown"])
        )
        for index in (1, 2, 3):
            stepper.screen.index = index
        await asyncio.sleep(0.1)
        stepper.screen.index = 4
        stepper.close()
        await asyncio.sleep(0.1)

    asyncio.run(go())
    assert sent == [4]


def test_a_fault_brings_the_page_back_from_the_step_that_was_sent_ahead(
    stepper: Stepper, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[set[str]] = []
    monkeypatch.setattr(stepper.screen, "send_state", lambda key=None: sent.append(set(key or ())))
    monkeypatch.setattr(stepper.live, "show", lambda model, layout: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        stepper.screen.set_state({"index": 1, "click": 301})
    assert stepper.screen.shown == 0
    assert {"shown", "panel", "map", "error"} <= set().union(*sent)
