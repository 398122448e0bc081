"""The battlefield as a board of the Stepper: where it is offered, its rival views, and what the page is told."""

from __future__ import annotations

import gzip
import json
import re
from base64 import b64decode
from itertools import pairwise
from xml.etree import ElementTree

import pytest

import roses
from roses.engine.replay import Timeline
from roses.history.battlefields import battlefield, battlefields
from roses.history.battles import account
from roses.widgets import FieldView, Stepper
from roses.widgets.pages.field import FieldPage
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


# phases of battles that a campaign only passes, in as many moments as it has for them
LEFT_OUT = {
    "mortimers-cross-1461": {"fight"}, "northampton-1460": {"line"}, "st-albans-1461": {"north"},
    "wakefield-1460": {"north", "three"},
}  # fmt: skip


@pytest.mark.parametrize("name", ["1459-yorks-rising", "1470-kingmaker", "1483-richard-iii"])
def test_the_phases_of_a_field_follow_the_narration(name: str) -> None:
    moments = roses.timeline(name).moments
    shown = list(dict.fromkeys(moment.field for moment in moments if moment.field))
    results = {field: [one.split("/")[1] for one in shown if one.startswith(field)] for field in battlefields()}
    for field, told in results.items():
        phases = [phase.id for phase in battlefield(field).phases]
        assert not told or told == [phase for phase in phases if phase not in LEFT_OUT.get(field, ())], field
    assert any(results.values()) and {one.split("/")[0] for one in shown} <= set(battlefields())


@pytest.mark.parametrize("name", battlefields())
def test_the_page_of_a_battle_tells_the_phases_of_its_field_in_order(name: str) -> None:
    told = list(dict.fromkeys(phase.field for phase in account(name).phases if phase.field))
    assert told == ([] if name == "bosworth-1485" else [f"{name}/{phase.id}" for phase in battlefield(name).phases])


def test_the_field_comes_before_the_board_of_the_game_unless_that_was_chosen(timeline: Timeline) -> None:
    model = StepperModel(timeline)
    model.go("Bosworth")
    assert (model.stage, model.adapter.boards(model)) == ("field", ("field", "battle"))
    model.go(0)
    assert (model.stage, model.adapter.variants(model)) == ("map", {})
    model.chosen = "battle"
    model.go("Richard falls")
    assert model.stage == "battle"


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


def pictures(view: FieldView) -> dict[str, list[list[str]]]:
    """The pictures that a page of its own unpacks: by size, one for each phase of each view."""
    packed: dict[str, list[list[str]]] = json.loads(gzip.decompress(b64decode(view.data()["pictures"])))
    return packed


def test_a_page_of_its_own_holds_each_phase_of_each_view_for_projector_and_telephone() -> None:
    view = FieldPage("tewkesbury-1471", "gupshill", "attack")
    packed = pictures(view)
    assert {size: {len(phases) for phases in views} for size, views in packed.items()} == {"wide": {4}, "narrow": {4}}
    assert len({picture for views in packed.values() for phases in views for picture in phases}) == 2 * 2 * 4
    shown, html = packed["wide"][1][1], view.html()
    assert shown in html and html.count('aria-pressed="true"') == 1 and len(view.data()["sentences"]) == 4
    assert "Gupshill: a mile south of the town." in view.words()


@pytest.mark.parametrize("name", battlefields())
def test_formations_keep_their_keys_from_phase_to_phase_and_share_none_with_another_view(name: str) -> None:
    views = pictures(FieldView(name))["wide"]
    keys = [[set(re.findall('data-formation="([^"]+)"', picture)) for picture in phases] for phases in views]
    for phases in keys:
        assert all(one & other for one, other in pairwise(phases))
    assert not set.union(*keys[0]) & set.union(*keys[1])
    everybody = {
        f"{name}/{views_of.id}/{c.who}"
        for views_of in battlefield(name).reconstructions
        for stage in views_of.stages
        for c in stage.companies
    }
    assert {key for phases in keys for found in phases for key in found if not key.endswith("/name")} == everybody


def test_a_widget_of_an_unknown_field_names_the_known_ones() -> None:
    with pytest.raises(ValueError, match="choose from 'barnet-1471'"):
        FieldView("crecy-1346")
