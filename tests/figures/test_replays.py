"""The checks of true places, run over whole replays: nothing over anything else, and tabs on their true side."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import cache

import pytest

import roses
from roses.figures.map.scene import Scene, scene
from roses.widgets.stepper.model import StepperModel
from roses.widgets.stepper.screen import layout_for
from tests.figures import test_true_places
from tests.figures.test_true_places import MAPS, PAGES, SEEN, TIMELINE, VIEWERS
from tests.proof import sampled

RECORD = "1459-yorks-rising"
ARGUMENTS = ["step", "viewer", "page", "frame"]
CHECKS: list[Callable[..., None]] = [
    check
    for name, check in inspect.getmembers(test_true_places, inspect.isfunction)
    if name.startswith("test_") and list(inspect.signature(check).parameters) == ARGUMENTS
]
FEW = ("notebook", "campaign", "York", 12)
EVERY = [(page, frame, viewer, 1) for page, frame in MAPS for viewer in VIEWERS]
CASES = [(page, frame, every) for page, frame in SEEN for every in (1, 7)]


@cache
def at(step: int, viewer: str, page: str, frame: str) -> Scene:
    """The map of a step of the other replay."""
    model = StepperModel(roses.timeline(RECORD))
    model.index, model.viewer, model.frame = step, viewer, frame
    size = layout_for(PAGES[page], frame, "map").map
    return scene(model.view, model.adapter.frame(model, *size), **model.adapter.marks(model))


@pytest.mark.parametrize(("page", "frame", "viewer", "every"), sampled([FEW, *EVERY], FEW))
def test_the_steps_of_1483_to_1485_keep_clear_for_every_viewer(page: str, frame: str, viewer: str, every: int) -> None:
    assert len(CHECKS) == 7
    for step in range(0, len(TIMELINE), every):
        for check in CHECKS:
            check(step, viewer, page, frame)


@pytest.mark.parametrize(("page", "frame", "every"), sampled(CASES, ("notebook", "campaign", 7)))
def test_the_steps_of_1459_to_1461_keep_clear(
    page: str, frame: str, every: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    timeline = roses.timeline(RECORD)
    monkeypatch.setattr(test_true_places, "at", at)
    monkeypatch.setattr(test_true_places, "TIMELINE", timeline)
    assert len(CHECKS) == 7
    for step in range(0 if every == 1 else 5, len(timeline), every):
        for check in CHECKS:
            check(step, "all", page, frame)
