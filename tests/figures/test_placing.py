"""Placement on the map: no overlaps in any position, and stable places from step to step."""

from __future__ import annotations

from itertools import combinations

import msgspec
import pytest

from roses.figures.drawing.geometry import overlap
from roses.figures.drawing.occupancy import OccupancyGrid
from roses.figures.map.geography import KINGDOM, LESSON, SHAPES, campaign_frame
from roses.figures.map.layout import Layout
from roses.figures.map.placement import place
from roses.richard.view import Piece, View
from tests.figures.positions import bosworth, crowd, piece, scattered, setup, view
from tests.proof import sampled

FRAMES = {"campaign": campaign_frame(), "north": campaign_frame(["Northumbria"]), "kingdom": KINGDOM, "lesson": LESSON}


def collisions(layout: Layout) -> list[str]:
    """What covers what: tokens, names and tabs; a tab's own tokens lie in it. Also what leaves the frame."""
    things = [(f"token {t.area} {t.piece.block}", t.box) for t in layout.tokens]
    things += [(f"name {n.text}", n.box) for n in layout.names + layout.seas]
    tabs = [(f"tab {t.area}", t.box) for t in layout.tabs]
    outside = [
        name
        for name, box in things + tabs
        if box[0] < 0 or box[1] < 0 or box[2] > layout.frame.width or box[3] > layout.frame.height
    ]
    results = [f"{a} on {b}" for (a, one), (b, other) in combinations(things, 2) if overlap(one, other)]
    for tab in layout.tabs:
        strange = [(f"token {t.area}", t.box) for t in layout.tokens if t.area != tab.area]
        words = [(f"name {n.text}", n.box) for n in layout.names + layout.seas]
        results += [f"{name} on tab {tab.area}" for name, box in strange + words if overlap(tab.box, box)]
    results += [f"{a} on {b}" for (a, one), (b, other) in combinations(tabs, 2) if overlap(one, other)]
    return results + outside


def shown_on(layout: Layout) -> int:
    """How many blocks a layout shows, as tokens or counted."""
    return len(layout.tokens) + sum(len(count.pieces) for count in layout.counts)


def on_map(shown: View) -> int:
    return sum(piece.place in SHAPES for piece in shown.pieces)


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("count", sampled(range(1, 13), 5, 12))
def test_one_to_twelve_blocks_find_room_in_every_area(frame: str, count: int) -> None:
    for area in SHAPES:
        layout = place(crowd(area, count), FRAMES[frame])
        assert shown_on(layout) == count
        assert collisions(layout) == []


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("seed", sampled(range(25), *range(5)))
def test_all_63_blocks_scattered_over_the_map_cover_nothing(frame: str, seed: int) -> None:
    layout = place(scattered(seed), FRAMES[frame])
    assert shown_on(layout) == 63
    assert collisions(layout) == []


@pytest.mark.parametrize("name", ["1460", "1470", "1483"])
@pytest.mark.parametrize("frame", FRAMES)
def test_every_scenario_is_placed_without_trays_in_the_large_frames(name: str, frame: str) -> None:
    layout = place(setup(name), FRAMES[frame])
    assert shown_on(layout) == on_map(setup(name))
    assert collisions(layout) == []


def test_collisions_are_found_when_there_are_some() -> None:
    layout = place(setup(), KINGDOM)
    twice = msgspec.structs.replace(layout, tokens=(*layout.tokens, layout.tokens[0]))
    assert len(collisions(twice)) == 1


def test_york_stands_above_the_line_and_lancaster_below() -> None:
    layout = place(bosworth(), campaign_frame(["Leicester"]))
    plate = next(p for p in layout.plates if p.area == "Leicester")
    assert plate.parting is not None
    assert plate.home is None  # nine blocks stay in their area on the large frame
    for token in layout.tokens:
        if token.area == "Leicester":
            assert (token.box[3] < plate.parting) if token.piece.side == "York" else (token.box[1] > plate.parting)


def test_a_battle_of_five_or_more_goes_on_a_tray_in_the_kingdom_frame() -> None:
    plate = next(p for p in place(bosworth(), KINGDOM).plates if p.area == "Leicester")
    assert plate.home is not None


def test_areas_outside_the_frame_are_tabs_at_its_edge() -> None:
    layout = place(bosworth(), campaign_frame(["Leicester"]))
    assert {tab.area: tab.towards for tab in layout.tabs}["Cornwall"] == "down"
    assert {tab.area: tab.towards for tab in layout.tabs}["Scotland"] == "up"
    for tab in layout.tabs:
        left, upper, right, lower = tab.box
        assert min(left, upper, 780 - right, 526 - lower) < 60


def test_the_order_of_pieces_does_not_matter() -> None:
    shown = scattered(4)
    back = msgspec.structs.replace(shown, pieces=shown.pieces[::-1])
    assert place(shown, KINGDOM) == place(back, KINGDOM)


def test_a_block_that_loses_a_step_or_moves_keeps_its_place() -> None:
    before = view(*(piece(block, area="Kent") for block in ("Norfolk", "Arundel", "Bombard/Y")))
    hurt = [msgspec.structs.replace(piece, steps=1, moved=True) for piece in before.pieces]
    spots = [{t.piece.block: (t.x, t.y) for t in place(shown, KINGDOM).tokens} for shown in (before, view(*hurt))]
    assert spots[0] == spots[1]


def test_prisoners_do_not_make_an_area_contested() -> None:
    held = Piece("Lancaster", "Middlesex", "Henry VI", 4, prisoner=True)
    assert not place(view(held, piece("March", area="Middlesex")), KINGDOM).plates
    assert place(view(piece("Henry VI", area="Middlesex"), piece("March", area="Middlesex")), KINGDOM).plates


def test_frames_move_only_as_far_as_needed_and_stay_on_the_sheet() -> None:
    assert campaign_frame(["Warwick"]) == campaign_frame(["Leicester", "Oxford"])
    for area, shape in SHAPES.items():
        frame = campaign_frame([area])
        assert frame.holds(*shape.label), area
        assert 0 <= frame.west <= 708.75 - 780 / 1.44 + 0.01
        assert 0 <= frame.south <= 834 - 526 / 1.44 + 0.01


def test_a_full_sheet_has_no_room() -> None:
    grid = OccupancyGrid(100, 100)
    grid.take((0, 0, 100, 100))
    assert grid.nearest([(0, 0, 2, 2)], 50, 50) is None


def test_the_nearest_free_spot_is_the_nearest() -> None:
    grid = OccupancyGrid(200, 100)
    grid.take((60, 0, 140, 100))
    assert grid.nearest([(-10, -10, 10, 10)], 90, 50) == (50, 50)
    assert grid.nearest([(-10, -10, 10, 10)], 112, 50) == (150, 50)
    assert grid.nearest([(-10, -10, 10, 10)], 100, 50, limit=40) is None
