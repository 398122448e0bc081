"""Tabs, trays and arrows of every step: on their true side, near their areas, and nothing over anything else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, groupby

import pytest

import roses
from roses.figures.drawing.geometry import Box, expand, overlap
from roses.figures.drawing.occupancy import OccupancyGrid
from roses.figures.map.geography import SHAPES, area_at, ashore, by_sea, cells_of, credit_box
from roses.figures.map.layout import Layout, Tab, bearing, crossing, off_side, tab_size
from roses.figures.map.movement import Arrows
from roses.figures.map.placement import leader_length
from roses.figures.map.scene import Scene, scene
from roses.widgets.stepper.model import StepperModel
from roses.widgets.stepper.screen import layout_for
from tests.proof import sampled

TIMELINE = roses.timeline("1483-richard-iii")
PAGES: dict[str, tuple[int, ...]] = {
    "notebook": (1110, 606),
    "beamer": (1280, 720),
    "column": (850, 600),
    "telephone": (388, 800),
    "class": (1110, 606, 0, 125),  # the map is shown larger than it is drawn
    "class at 150 %": (1110, 606, 0, 151),
}
MAPS = [(page, frame) for page in PAGES for frame in ("campaign", "kingdom")]
SEEN = (("notebook", "campaign"), ("notebook", "kingdom"), ("telephone", "campaign"))
VIEWERS = ("all", "York", "Lancaster")
ON_WATER, OFF = 30.0, 60.0  # degrees: a tab is never farther off the direction of its area, in a margin
ASHORE = 24.0  # px of a fleet's line on a cape that it rounds
WIDE = 700  # px: in narrower frames the tabs of a margin may fill it, and stand in the order of their directions
LEADER = 110.0  # px: the longest leader of a tray
REACH = 12.0  # px between the tip of an arrow and the blocks it points at
BESIDE = 12.0  # px between blocks and a small area in which something else has its place
every_map = pytest.mark.parametrize(("page", "frame"), sampled(MAPS, *SEEN))
# Samples: test_replays.py has every check look at every map.
each_map = pytest.mark.parametrize(("page", "frame"), SEEN)
each_step = pytest.mark.parametrize(("step", "viewer"), [(7, "all"), (15, "York"), (21, "Lancaster"), (23, "all")])


@cache
def at(step: int, viewer: str, page: str, frame: str) -> Scene:
    """The map of a step."""
    model = StepperModel(TIMELINE)
    model.index, model.viewer, model.frame = step, viewer, frame
    size = layout_for(PAGES[page], frame, "map").map
    return scene(model.view, model.adapter.frame(model, *size), **model.adapter.marks(model))


def texts(made: Scene) -> Iterator[tuple[str, Box]]:
    """The names and labels of a map with the boxes that they take."""
    layout = made.layout
    yield from ((name.text, name.box) for name in (*layout.names, *layout.seas))
    yield from ((site.place.name, site.box) for site in layout.sites if site.box)
    for tab in layout.tabs:
        left, upper, right, lower = tab.box
        width, _high = tab_size(tab.area, (), compact=True)
        yield f"tab {tab.area}", (left, upper, min(right, left + width), lower)


def middle(tab: Tab) -> tuple[float, float]:
    left, upper, right, lower = tab.box
    return (left + right) / 2, round((upper + lower) / 2)


def land_under(layout: Layout, tab: Tab) -> set[str]:
    """The areas of other names that a tab covers."""
    grid = OccupancyGrid(layout.frame.width, layout.frame.height)
    cells = grid.bits(expand(tab.box, -3))
    return {area for area in SHAPES if area != tab.area and cells & cells_of(layout.frame, area)}


def covered(made: Scene) -> list[str]:
    """What stands on what, of tokens, names, tabs, counts and trays."""
    layout = made.layout
    tokens = [(f"token {t.area} {t.piece.block}", t.box) for t in layout.tokens]
    discs = [(f"count {c.area}", expand((c.x, c.y, c.x, c.y), 10)) for c in layout.counts]
    results = [f"{a} on {b}" for (a, one), (b, other) in combinations(tokens + discs, 2) if overlap(one, other)]
    for box in (tab for tab in layout.tabs if tab.framed):
        strange = [t.box for t in layout.tokens if t.area != box.area] + [n.box for n in layout.names]
        results += [f"something on tab {box.area}" for other in strange if overlap(box.box, other)]
    for plate in layout.plates:
        strange = [t.box for t in layout.tokens if t.area != plate.area] + [n.box for n in layout.names]
        results += [f"something on plate {plate.area}" for other in strange if overlap(plate.box, other)]
    boxes = [(plate.area, plate.box) for plate in layout.plates] + [(tab.area, tab.box) for tab in layout.tabs]
    for (a, one), (b, other) in combinations(boxes, 2):
        results += [f"{a} on {b}"] if overlap(one, other) else []
    return results


@each_step
@each_map
def test_a_tab_stands_where_its_area_lies(step: int, viewer: str, page: str, frame: str) -> None:
    layout = at(step, viewer, page, frame).layout
    frame_of = layout.frame
    wide = frame_of.width >= WIDE
    most = {tab.area: ON_WATER if tab.framed else OFF if wide else 180.0 for tab in layout.tabs}
    assert {tab.area: off_side(frame_of, tab) for tab in layout.tabs if off_side(frame_of, tab) > most[tab.area]} == {}
    in_margins = sorted((tab for tab in layout.tabs if not tab.framed), key=lambda tab: (middle(tab)[1], tab.box[0]))
    for tab in in_margins:
        above = middle(tab)[1] < frame_of.height / 2
        assert abs(bearing(frame_of, tab.area)) <= 105 if above else abs(bearing(frame_of, tab.area)) >= 75, tab.area
    for _y, row in groupby(in_margins, key=lambda tab: middle(tab)[1]):
        across = [crossing(frame_of, tab.area) for tab in row]
        assert across == sorted(across)


@each_step
@each_map
def test_a_tab_on_the_map_covers_no_land_of_another_name(step: int, viewer: str, page: str, frame: str) -> None:
    layout = at(step, viewer, page, frame).layout
    assert {tab.area: land_under(layout, tab) for tab in layout.tabs if tab.framed and land_under(layout, tab)} == {}
    for tab in layout.tabs:
        inside = [box for box in layout.margins if box[1] <= tab.box[1] and tab.box[3] <= box[3]]
        assert tab.framed or inside, tab.area


@each_step
@each_map
def test_blocks_names_tabs_and_trays_cover_nothing(step: int, viewer: str, page: str, frame: str) -> None:
    assert covered(at(step, viewer, page, frame)) == []


@each_step
@each_map
def test_a_tray_is_near_its_area(step: int, viewer: str, page: str, frame: str) -> None:
    for plate in at(step, viewer, page, frame).layout.plates:
        if plate.home:
            assert leader_length(plate.home, plate.box) <= LEADER, plate.area


@each_step
@each_map
def test_blocks_on_the_map_stand_on_their_area(step: int, viewer: str, page: str, frame: str) -> None:
    layout = at(step, viewer, page, frame).layout
    off = {tab.area for tab in layout.tabs} | {plate.area for plate in layout.plates if plate.home}
    grid = OccupancyGrid(layout.frame.width, layout.frame.height)
    for area, box in layout.boxes.items():
        stands = area in off or bool(grid.bits(expand(box, BESIDE)) & cells_of(layout.frame, area))
        assert stands, area


@each_step
@each_map
def test_an_arrow_starts_and_ends_at_its_areas(step: int, viewer: str, page: str, frame: str) -> None:
    made = at(step, viewer, page, frame)
    arrows, km = Arrows(made.layout), made.frame.km
    for _side, way in TIMELINE[step].paths:
        line = arrows.line([area for area in way if area in SHAPES])
        for area, end in ((way[0], line[0]), (way[-1], line[-1])):
            point = expand((*end, *end), REACH)
            meeting, box = arrows.meeting(area)
            held = area_at(*km(*end)) == area or overlap(point, box or expand(2 * meeting, 1))
            assert held, (area, end)


@every_map
def test_a_fleet_sails_round_the_coast(page: str, frame: str) -> None:
    voyages = [(step, way) for step in range(len(TIMELINE)) for _side, way in TIMELINE[step].paths if by_sea(way)]
    assert voyages
    for step, way in voyages:
        made = at(step, "all", page, frame)
        line, at_sea = Arrows(made.layout).line(way), made.layout.window[3] == made.frame.height
        assert not at_sea or ashore(made.frame, line, way) <= ASHORE, (step, way)


@each_step
@each_map
def test_no_name_is_written_twice_and_no_text_on_another(step: int, viewer: str, page: str, frame: str) -> None:
    made = at(step, viewer, page, frame)
    written = list(texts(made))
    areas = Counter(name.area for name in made.layout.names if " ".join(name.area.split()) == name.text)
    areas.update(tab.area for tab in made.layout.tabs)
    assert [area for area, times in areas.items() if times > 1] == []
    foot = [("credit", credit_box(made.frame))]
    pairs = combinations([(words, expand(box, -1)) for words, box in written + foot], 2)
    assert [f"{a} on {b}" for (a, one), (b, other) in pairs if overlap(one, other)] == []
