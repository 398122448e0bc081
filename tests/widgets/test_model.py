"""The Stepper's model over a timeline, without a browser: steps, ends, bookmarks, the clock, what is shown."""

from __future__ import annotations

import pytest

import roses
from roses.engine.replay import Timeline
from roses.richard.events.army import Charged, Fired, Marched, StepsLost
from roses.richard.events.campaign import TurnBegun
from roses.widgets.richard.map_view import campaign_frames, kingdom_frame
from roses.widgets.richard.panel import groups
from roses.widgets.stepper.model import StepperModel
from roses.widgets.stepper.screen import layout_for


@pytest.fixture(scope="module")
def timeline() -> Timeline:
    return roses.timeline("1483-richard-iii")


@pytest.fixture
def model(timeline: Timeline) -> StepperModel:
    return StepperModel(timeline)


def test_steps_stop_at_both_ends(model: StepperModel) -> None:
    model.back()
    assert model.index == 0
    model.go(10_000)
    assert model.index == len(model) - 1
    model.forward()
    assert model.at_end
    model.back()
    assert model.index == len(model) - 2


def test_bookmarks_and_titles_lead_to_their_steps_and_unknown_ones_are_named(model: StepperModel) -> None:
    model.go("The charge")
    assert model.moment.mark == "The charge"
    model.go("Milford Haven")
    assert model.moment.date == "7 August 1485"
    with pytest.raises(ValueError, match=r"no bookmark 'Agincourt'; choose from .*'Bosworth'.*, and the titles"):
        model.go("Agincourt")


def test_the_menu_names_every_bookmark_and_every_battle_in_order(model: StepperModel) -> None:
    stops = model.stops()
    assert [s.index for s in stops] == sorted({s.index for s in stops})
    assert {s.mark for s in stops if s.mark} == set(model.timeline.bookmarks())
    begun = [i for i in range(len(model)) if any(e.kind == "battle" for e in model.timeline.events(i))]
    assert set(begun) <= {s.index for s in stops}


def test_the_clock_goes_on_to_the_end_and_stops_there(model: StepperModel) -> None:
    model.play()
    for index in range(len(model) - 1):
        assert model.playing
        model.tick(index)
    assert model.at_end
    assert not model.playing


def test_a_late_tick_and_a_tick_while_stopped_do_nothing(model: StepperModel) -> None:
    model.play()
    model.tick(0)
    model.tick(0)
    assert model.index == 1
    model.play(False)
    model.tick(1)
    assert model.index == 1


def test_a_step_by_hand_stops_playing(model: StepperModel) -> None:
    model.play()
    model.forward()
    assert not model.playing


def test_play_at_the_end_begins_again(model: StepperModel) -> None:
    model.go(len(model) - 1)
    model.play()
    assert (model.index, model.playing) == (0, True)


def test_the_clock_waits_for_the_reader(model: StepperModel) -> None:
    model.go("Bosworth")
    words = len(f"{model.moment.text} {model.moment.departs}".split())
    assert model.wait == min(10_000, 6000 + 80 * words)
    model.speed = "fast"
    assert model.wait == min(5000, 3000 + 40 * words)


@pytest.mark.parametrize("name", ("1413-lancaster", "1459-yorks-rising", "1470-kingmaker", "1483-richard-iii"))
def test_no_step_is_played_longer_than_ten_seconds_or_shorter_than_six(name: str) -> None:
    model = StepperModel(roses.timeline(name))
    for index in range(len(model)):
        model.go(index)
        assert 6000 < model.wait <= 10_000


def test_a_battle_shows_its_field_unless_the_reader_wants_the_map(model: StepperModel) -> None:
    assert model.stage == "map"
    model.go("Bosworth")
    assert model.stage == "field"
    model.chosen = "map"
    assert model.stage == "map"
    assert "battle" in model.adapter.boards(model)


def test_a_choice_holds_from_step_to_step_wherever_it_can_be_shown(model: StepperModel) -> None:
    model.go("Bosworth")
    model.chosen = "battle"
    assert model.stage == "battle"
    model.go(0)
    assert model.stage == "map"
    model.go(len(model) - 1)
    assert model.stage == "count"
    model.go("Bosworth")
    assert model.stage == "battle"


def test_the_results_are_those_of_the_round_in_hand(model: StepperModel) -> None:
    model.go("The charge")
    assert model.view.battle is not None
    assert model.adapter.results(model)["Gloucester"] == "2 hits on Richmond"
    assert "Bombard/Y" not in model.adapter.results(model)  # it fired in round 1


def test_after_the_end_the_lords_are_counted_for_who_sees_all(model: StepperModel) -> None:
    model.go(len(model) - 1)
    assert model.stage == "count"
    model.viewer = "York"
    assert model.adapter.tally(model) is None
    assert model.stage != "count"


def test_the_frame_stays_while_it_holds_the_action() -> None:
    near, again, far = campaign_frames(tuple((_label(a),) for a in ("Leicester", "Warwick", "Cornwall")), 748, 514)
    assert near == again != far
    assert far.holds(*_label("Cornwall"))


def test_a_voyage_too_long_for_the_frame_shows_where_it_ends() -> None:
    (frame,) = campaign_frames(((_label("Pembroke"), _label("France")),), 748, 514)
    assert frame.holds(*_label("Pembroke"))


def _label(area: str) -> tuple[float, float]:
    from roses.figures.map.geography import SHAPES

    return SHAPES[area].label


def test_every_step_of_the_replay_shows_where_it_happens(model: StepperModel) -> None:
    for index in range(len(model)):
        model.go(index)
        frame = model.adapter.frame(model, 748, 514)
        if model.view.battle is not None:
            assert frame.holds(*_label(model.view.battle.area), margin=60)


def test_the_weightiest_deed_comes_first_then_rolls_and_what_only_keeps_the_game_going_is_left_out() -> None:
    march, fire = (
        Marched("Lancaster", "Oxford", ("Essex", "Kent")),
        Fired("York", "Welsh Mercenary", "A", 2, 0, (6,)),
    )
    charge = Charged("York", "Gloucester", "A", 3, 1, (1,), "Richmond")
    result = groups([TurnBegun(1), march, fire, charge, StepsLost("Lancaster", "Richmond", 1)])
    assert [group.event.kind for group in result] == ["charge", "fire", "march"]
    assert [event.kind for event in result[0].after] == ["hit"]


@pytest.mark.parametrize(("width", "height"), [(1110, 606), (1066, 606), (848, 600), (1200, 700), (400, 800)])
@pytest.mark.parametrize("frame", ["campaign", "kingdom"])
@pytest.mark.parametrize("stage", ["map", "battle", "count"])
def test_the_layout_never_asks_for_more_than_the_page_has(width: int, height: int, frame: str, stage: str) -> None:
    layout = layout_for((width, height), frame, stage)
    assert max(layout.map[0], layout.board[0]) <= width
    if layout.shape != "below":
        assert layout.map[1] + (52 if layout.shape == "tall" else 92) <= max(height, 606)
    shown = kingdom_frame(*layout.map)
    assert shown.width <= layout.map[0]
    assert shown.height <= layout.map[1] + 1


@pytest.mark.parametrize("page", [(1110, 624), (1110, 832), (1438, 606)])  # 16:9, 4:3 and a wide beamer
@pytest.mark.parametrize("more", [0, 63, 254])
@pytest.mark.parametrize(("frame", "stage"), [("campaign", "map"), ("kingdom", "map"), ("campaign", "battle")])
def test_in_class_mode_the_panel_takes_its_room_from_the_picture(
    page: tuple[int, int], more: int, frame: str, stage: str
) -> None:
    before, after = (layout_for((*page, wider, 100), frame, stage) for wider in (0, more))
    picture, usual = (x.map if stage == "map" else x.board for x in (after, before))
    assert after.shape in ("beside", "tall")
    if frame == "campaign":
        assert min(780, page[0] - 364) - more <= picture[0] <= page[0] - 300 - more
        assert picture[1] == usual[1] == page[1] - 92 or page[1] > 900


def test_a_map_that_is_shown_larger_is_drawn_smaller() -> None:
    layout = layout_for((1110, 624, 0, 125), "campaign", "map")
    assert (layout.map[0] * 1.25, layout.map[1] * 1.25) == pytest.approx((746, 532), abs=2)


def test_a_timeline_without_steps_is_refused(timeline: Timeline) -> None:
    class Empty:
        def __len__(self) -> int:
            return 0

    with pytest.raises(ValueError, match="no steps"):
        StepperModel(Empty())  # type: ignore[arg-type]
