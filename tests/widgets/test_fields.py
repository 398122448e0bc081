"""The battlefield as a board of the Stepper: where it is offered, its rival views, and what the page is told."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

import roses
from roses.engine.replay import Timeline
from roses.history.battlefields import battlefield
from roses.widgets import FieldView, Stepper
from roses.widgets.stepper.model import StepperModel

RIVALS = ["fenn-lanes", "dadlington", "ambion-hill"]


@pytest.fixture(scope="module")
def timeline() -> Timeline:
    return roses.timeline("1483-richard-iii")


@pytest.fixture
def stepper(timeline: Timeline) -> Stepper:
    result = Stepper(timeline)
    result.screen.chosen = "field"
    result.screen.index = timeline.bookmarks()["The charge"]
    return result


def test_every_step_of_the_battle_of_bosworth_offers_its_field(timeline: Timeline) -> None:
    model = StepperModel(timeline)
    offered = []
    for index in range(len(model)):
        model.go(index)
        if "field" in model.adapter.boards(model):
            offered.append(index)
    marks = timeline.bookmarks()
    assert offered == list(range(marks["Bosworth"], marks["Richard falls"] + 2))


def test_the_phases_of_a_field_follow_the_narration(timeline: Timeline) -> None:
    named = [moment.field for moment in timeline.moments if moment.field]
    assert {name.partition("/")[0] for name in named} == {"bosworth-1485"}
    phases = [phase.id for phase in battlefield("bosworth-1485").phases]
    results = [name.partition("/")[2] for name in named]
    assert results == sorted(results, key=phases.index) and set(results) == set(phases)


def test_the_field_comes_after_the_board_of_the_game_and_stays_once_chosen(timeline: Timeline) -> None:
    model = StepperModel(timeline)
    model.go("Bosworth")
    assert (model.stage, model.adapter.boards(model)) == ("battle", ("battle", "field"))
    model.chosen = "field"
    model.go(0)
    assert (model.stage, model.adapter.variants(model)) == ("map", {})
    model.go("Richard falls")
    assert model.stage == "field"


def test_a_reader_switches_the_reconstruction_and_the_picture_follows(stepper: Stepper) -> None:
    assert [variant["name"] for variant in stepper.screen.variants] == RIVALS
    boards = []
    for name in RIVALS:
        stepper.screen.variant = name
        assert stepper.screen.stage == "field"
        boards.append(stepper.screen.board)
    assert len(set(boards)) == 3
    assert "Williams 1973" in boards[2] and "4 of 5: The charge" in boards[2]
    stepper.screen.index += 3
    assert (stepper.screen.variant, "Williams 1973" in stepper.screen.board) == ("ambion-hill", True)
    stepper.screen.variant = "a view nobody holds"
    assert "Fenn Lanes" in stepper.screen.board


def test_other_boards_have_no_variants(stepper: Stepper) -> None:
    stepper.screen.chosen = "battle"
    assert stepper.screen.variants == []


@pytest.mark.parametrize("viewer", ["York", "Lancaster"])
def test_a_field_tells_history_and_is_the_same_for_both_sides(stepper: Stepper, viewer: str) -> None:
    seen = stepper.screen.board
    stepper.screen.viewer = viewer
    assert stepper.screen.board == seen


@pytest.mark.parametrize(("page", "shape"), [([1110, 620], "beside"), ([1022, 764], "below"), ([388, 760], "below")])
def test_the_field_fills_its_place_on_every_page(stepper: Stepper, page: list[int], shape: str) -> None:
    stepper.screen.space = page
    wide, high, _free = stepper.screen.size
    left, top, across, down = map(
        float, re.findall(r"[-\d.]+", ElementTree.fromstring(stepper.screen.board).get("viewBox", ""))
    )
    assert (stepper.screen.shape, left, top, across) == (shape, 0, 0, wide)
    assert down == high, "the stage is as high as the picture, so that its type is not scaled"


def test_a_reader_without_a_kernel_gets_the_field_that_was_chosen(stepper: Stepper) -> None:
    picture = stepper._repr_mimebundle_()["image/svg+xml"]
    assert "view: Ambion Hill" in picture


def test_a_widget_of_its_own_shows_each_phase_of_each_view() -> None:
    view = FieldView("tewkesbury-1471")
    shown = set()
    for _title, rival in view.rivals.options:
        view.rivals.value = rival
        for _words, phase in view.phases.options:
            view.phases.value = phase
            assert (view.sketch.reconstruction.id, view.sketch.phase.id) == (rival, phase)
            shown.add(view.children[2].value)
    assert len(shown) == len(view.rivals.options) * len(view.phases.options)
    bundle = view._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in bundle
    picture = bundle["image/svg+xml"]
    assert picture.startswith("<svg ") and view.children[2].value.endswith(picture)
    assert "Gupshill: a mile south of the town." in bundle["text/plain"]


def test_a_widget_of_an_unknown_field_names_the_known_ones() -> None:
    with pytest.raises(ValueError, match="choose from 'bosworth-1485'"):
        FieldView("crecy-1346")
