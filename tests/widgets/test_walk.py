"""The walk through a timeline, without a browser: steps, ends, bookmarks, the clock, what is shown."""

from __future__ import annotations

import pytest

import roses
from roses.engine.protocol import Event
from roses.engine.replay import Timeline
from roses.widgets.richard.camera import campaign_frames, kingdom_frame
from roses.widgets.richard.dice_panel import told
from roses.widgets.stepper.layout import room_for
from roses.widgets.stepper.model import Walk


@pytest.fixture(scope="module")
def timeline() -> Timeline:
    return roses.timeline("1483-richard-iii")


@pytest.fixture
def walk(timeline: Timeline) -> Walk:
    return Walk(timeline)


def test_steps_stop_at_both_ends(walk: Walk) -> None:
    walk.back()
    assert walk.index == 0
    walk.go(10_000)
    assert walk.index == len(walk) - 1
    walk.forward()
    assert walk.at_end
    walk.back()
    assert walk.index == len(walk) - 2


def test_bookmarks_lead_to_their_steps_and_unknown_ones_are_named(walk: Walk) -> None:
    walk.go("The charge")
    assert walk.moment.mark == "The charge"
    with pytest.raises(ValueError, match=r"no bookmark 'Agincourt'; known are .*'Bosworth'"):
        walk.go("Agincourt")


def test_the_menu_names_every_bookmark_and_every_battle_in_order(walk: Walk) -> None:
    stops = walk.stops()
    assert [s.index for s in stops] == sorted({s.index for s in stops})
    assert {s.mark for s in stops if s.mark} == set(walk.timeline.bookmarks())
    begun = [i for i in range(len(walk)) if any(e.kind == "battle" for e in walk.timeline.events(i))]
    assert set(begun) <= {s.index for s in stops}


def test_the_clock_goes_on_to_the_end_and_stops_there(walk: Walk) -> None:
    walk.play()
    for index in range(len(walk) - 1):
        assert walk.playing
        walk.tick(index)
    assert walk.at_end
    assert not walk.playing


def test_a_late_tick_and_a_tick_while_stopped_do_nothing(walk: Walk) -> None:
    walk.play()
    walk.tick(0)
    walk.tick(0)
    assert walk.index == 1
    walk.play(False)
    walk.tick(1)
    assert walk.index == 1


def test_a_step_by_hand_stops_playing(walk: Walk) -> None:
    walk.play()
    walk.forward()
    assert not walk.playing


def test_play_at_the_end_begins_again(walk: Walk) -> None:
    walk.go(len(walk) - 1)
    walk.play()
    assert (walk.index, walk.playing) == (0, True)


def test_the_clock_waits_for_the_reader(walk: Walk) -> None:
    walk.go("Bosworth")
    words = len(f"{walk.moment.text} {walk.moment.departs}".split())
    assert walk.wait == 250 * words > 4000
    walk.speed = "fast"
    assert walk.wait == 125 * words
    walk.speed = "slow"
    assert walk.wait > 250 * words


def test_a_battle_shows_its_board_unless_the_reader_wants_the_map(walk: Walk) -> None:
    assert walk.stage == "map"
    walk.go("Bosworth")
    assert walk.stage == "battle"
    walk.map_chosen = True
    assert walk.stage == "map"
    assert walk.board == "battle"


def test_the_results_are_those_of_the_round_in_hand(walk: Walk) -> None:
    walk.go("The charge")
    assert walk.view.battle is not None
    assert walk.door.results(walk)["Gloucester"] == "2 hits on Richmond"
    assert "Bombard/Y" not in walk.door.results(walk)  # it fired in round 1


def test_after_the_end_the_lords_are_counted_for_who_sees_all(walk: Walk) -> None:
    walk.go(len(walk) - 1)
    assert walk.stage == "count"
    walk.seer = "York"
    assert walk.door.tally(walk) is None
    assert walk.stage != "count"


def test_the_frame_stays_while_it_holds_the_action() -> None:
    near, again, far = campaign_frames((("Leicester",), ("Warwick",), ("Cornwall",)), 748, 514)
    assert near == again != far
    assert far.holds(*_label("Cornwall"))


def test_a_voyage_too_long_for_the_frame_shows_where_it_ends() -> None:
    (frame,) = campaign_frames((("Pembroke", "France"),), 748, 514)
    assert frame.holds(*_label("Pembroke"))


def _label(area: str) -> tuple[float, float]:
    from roses.figures.map.geography import SHAPES

    return SHAPES[area].label


def test_every_step_of_the_replay_shows_where_it_happens(walk: Walk) -> None:
    for index in range(len(walk)):
        walk.go(index)
        frame = walk.door.frame(walk, 748, 514)
        if walk.view.battle is not None:
            assert frame.holds(*_label(walk.view.battle.area), margin=60)


def test_the_weightiest_deed_comes_first_then_rolls_and_what_only_keeps_the_game_going_is_left_out() -> None:
    march, fire = (
        Event("march", "5.2", block="Oxford", note="x"),
        Event("fire", "6.4", block="Welsh Mercenary", dice=(6,)),
    )
    charge = Event("charge", "6.5", block="Gloucester", target="Richmond", dice=(1,), n=1)
    found = told([Event("turn", "1.0", n=1), march, fire, charge, Event("hit", "6.4", block="Richmond", n=1)])
    assert [deed.event.kind for deed in found] == ["charge", "fire", "march"]
    assert [event.kind for event in found[0].after] == ["hit"]


@pytest.mark.parametrize(("width", "height"), [(1110, 606), (1066, 606), (848, 600), (1200, 700), (400, 800)])
@pytest.mark.parametrize("frame", ["campaign", "kingdom"])
@pytest.mark.parametrize("stage", ["map", "battle", "count"])
def test_the_layout_never_asks_for_more_than_the_page_has(width: int, height: int, frame: str, stage: str) -> None:
    room = room_for((width, height), frame, stage)
    assert max(room.map[0], room.board[0]) <= width
    if room.shape != "below":
        assert room.map[1] + (52 if room.shape == "tall" else 92) <= max(height, 606)
    shown = kingdom_frame(*room.map)
    assert shown.width <= room.map[0]
    assert shown.height <= room.map[1] + 1


def test_a_timeline_without_steps_is_refused(timeline: Timeline) -> None:
    class Empty:
        def __len__(self) -> int:
            return 0

    with pytest.raises(ValueError, match="no steps"):
        Walk(Empty())  # type: ignore[arg-type]
