"""Places and routes on the map: all that the narration names, clear of everything else, and nothing that is hidden."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Any

import msgspec
import pytest

import roses
from roses.engine.errors import RecordError
from roses.engine.record import Place, Route
from roses.engine.replay import check
from roses.figures.drawing import Drawing
from roses.figures.drawing.geometry import Box, expand, overlap
from roses.figures.drawing.occupancy import OccupancyGrid
from roses.figures.drawing.svg import escape
from roses.figures.map.figure import INDEX, map_figure, update_map
from roses.figures.map.geography import KINGDOM, cells_of, credit_box
from roses.figures.map.layout import Layout, Site
from roses.figures.map.placement import place
from roses.figures.map.places import km, spot
from roses.figures.map.scene import BY_NAME, frame_of, mark_cities, scene
from roses.figures.map.svg import map_svg
from roses.figures.map.text import area_facts
from roses.richard.naming import gazetteer
from roses.richard.tables import AREAS, BLOCKS
from roses.richard.view import View
from roses.widgets.stepper.model import StepperModel
from tests.figures.positions import scattered, setup
from tests.proof import sampled

TIMELINE = roses.timeline("1483-richard-iii")
SIZES = {"campaign": (780, 526), "kingdom": (556, 636)}
PERSONS = re.compile(
    r"(?:Duke|Earl|Elizabeth|Lady|Lord|Queen|Prince|Bishop) (?:of )?[A-Z]\w+|Lincoln,|Gloucester takes"
)
WAY = [("Lancaster", [("Milford Haven", "7 Aug"), ("Cardigan", ""), ("Shrewsbury", "17 Aug")])]
each_step = pytest.mark.parametrize("step", sampled(range(len(TIMELINE)), 0, 5, 21, 22, 23))


@cache
def shown(step: int, frame: str, viewer: str = "all") -> Layout:
    """The layout of the map at a step."""
    model = at(step, frame, viewer)
    marks = model.adapter.marks(model)
    return scene(model.view, model.adapter.frame(model, *SIZES[frame]), **marks).layout


def at(step: int, frame: str = "campaign", viewer: str = "all") -> StepperModel:
    model = StepperModel(TIMELINE)
    model.index, model.frame, model.viewer = step, frame, viewer
    return model


def named(text: str) -> list[str]:
    """The places of the gazetteer that a text names, persons left out."""
    plain = PERSONS.sub("", text)
    results = [name for name in gazetteer() if re.search(rf"\b{re.escape(name)}\b", plain)]
    return [name for name in results if not any(name != other and name in other for other in results)]


def boxes(layout: Layout) -> Iterator[tuple[str, Box]]:
    """Everything on a map that a label must leave free, by name."""
    yield from ((f"token in {token.area}", token.box) for token in layout.tokens)
    yield from ((f"name {name.text}", name.box) for name in (*layout.names, *layout.seas))
    yield from ((f"tab {tab.area}", tab.box) for tab in layout.tabs)
    yield from ((f"plate {plate.area}", plate.box) for plate in layout.plates)
    yield "credit", credit_box(layout.frame)


def key_boxes(layout: Layout) -> list[tuple[str, Box]]:
    return [(t.text, (t.box[0] - 36, *t.box[1:])) for t in layout.key]


def sign(site: Site) -> Box:
    return expand((site.x, site.y, site.x, site.y), 3)


@pytest.mark.parametrize("step", range(len(TIMELINE)))
def test_every_place_that_a_moment_names_is_among_its_places(step: int) -> None:
    moment = TIMELINE[step]
    assert set(named(f"{moment.place}. {moment.text}")) <= set(moment.places)


@pytest.mark.parametrize("step", range(len(TIMELINE)))
def test_every_line_of_place_names_a_place_of_the_gazetteer(step: int) -> None:
    assert named(TIMELINE[step].place)


@each_step
@pytest.mark.parametrize("frame", SIZES)
def test_the_map_labels_every_place_of_a_step_that_lies_in_its_frame(step: int, frame: str) -> None:
    layout = shown(step, frame)
    left, upper, right, lower = expand((*layout.window[:3], min(layout.window[3], credit_box(layout.frame)[1])), -12)
    spots = {p: spot(p, layout.frame) for p in TIMELINE.places(step)}
    inside = [p for p, (x, y) in spots.items() if left < x < right and upper < y < lower]
    labelled = {site.place.name for site in layout.sites if site.label}
    assert {p.name for p in inside if not (p.kind == "region" and p.name in AREAS)} <= labelled


@each_step
@pytest.mark.parametrize("frame", SIZES)
def test_labels_and_signs_of_places_cover_nothing_and_nothing_covers_them(step: int, frame: str) -> None:
    layout = shown(step, frame)
    labels = [(site.place.name, site.box) for site in layout.sites if site.box]
    seen = [s for s in layout.sites if s.place.kind not in ("river", "region") and not s.covered]
    signs = [(f"sign of {site.place.name}", sign(site)) for site in seen]
    results = [f"{a} on {b}" for (a, one), (b, other) in combinations([*labels, *signs], 2) if overlap(one, other)]
    labels += key_boxes(layout)
    places = [*labels, *(pair for site, pair in zip(seen, signs, strict=True) if not site.halt)]
    results += [f"{a} on {b}" for a, one in places for b, other in boxes(layout) if overlap(one, other)]
    small = {f"sign of {site.place.name}" for site in layout.sites if site.small}
    assert [words for words in results if not small & {*words.split(" on ")}] == []


def test_a_sign_gives_way_where_blocks_would_have_to_stand_on_a_tray() -> None:
    step = next(i for i in range(len(TIMELINE)) if TIMELINE[i].title == "The grave")
    layout = shown(step, "kingdom")
    assert not [plate.area for plate in layout.plates if plate.home]
    dadlington, leicester = sorted(layout.sites, key=lambda site: site.place.name)
    assert dadlington.covered and dadlington.label and dadlington.leader
    assert leicester.here and leicester.label and leicester.pointer


@each_step
def test_the_frame_of_a_step_holds_its_place_unless_it_shows_a_battle(step: int) -> None:
    layout = shown(step, "campaign")
    if at(step).view.battle is None:
        here = [p for p in TIMELINE.places(step) if p.name in at(step).adapter.marks(at(step))["here"] and p.area]
        assert not here or any(layout.frame.holds(*km(p)) for p in here)


def test_the_place_of_the_moment_differs_by_more_than_colour() -> None:
    names = ("Shrewsbury", "Stafford")
    layout = scene(setup(), KINGDOM, places=names, here=["Shrewsbury"]).layout
    here, other = layout.sites
    assert here.label[0].bold and not other.label[0].bold
    assert here.label[0].size > other.label[0].size
    drawn = scene(setup(), KINGDOM, places=names, here=["Shrewsbury"]).drawing.dots["site dots"]
    assert max(dot.radius for dot in drawn[:2]) > 7


def test_nearby_in_the_line_of_place_is_not_where_it_happens() -> None:
    step = next(i for i in range(len(TIMELINE)) if TIMELINE[i].place == "west of Leicester")
    assert at(step).adapter.marks(at(step))["here"] == []


def test_both_pictures_write_the_same_places() -> None:
    lit: Any = {"places": ["Shrewsbury", "Ludlow", "Severn"], "here": ["Ludlow"], "routes": WAY}
    figure, svg = map_figure(setup(), "kingdom", **lit), map_svg(setup(), "kingdom", **lit)
    written = figure.data[INDEX["site names"]].text
    assert {"Shrewsbury", "Ludlow", "Severn", "Milford Haven", "7 Aug", "17 Aug"} <= {*written}
    assert all(f">{escape(words)}</text>" in svg for words in written)
    assert figure.data[INDEX["route Lancaster"]].x and figure.data[INDEX["route York"]].visible is False
    assert "Places: Shrewsbury (town), Ludlow (castle), Severn (river)." in svg
    assert "Lancaster&#x27;s way in history: Milford Haven (7 Aug), Cardigan, Shrewsbury (17 Aug)." in svg


def test_the_place_of_the_moment_beyond_the_frame_has_a_sign_that_points_to_it() -> None:
    layout = scene(setup(), KINGDOM, places=["Rennes", "Vannes"], here=["Rennes"]).layout
    (site,) = layout.sites
    assert site.place.name == "Rennes" and site.label[0].text == "Rennes"
    assert KINGDOM.height - 90 < site.y < KINGDOM.height
    tip = max(site.pointer, key=lambda corner: abs(corner[0] - site.x) + abs(corner[1] - site.y))
    assert tip[1] > site.y + 4  # Rennes lies to the south of the map


def test_the_dashes_of_each_side_are_explained_and_differ() -> None:
    ways = [*WAY, ("York", [("Nottingham", "11 Aug"), ("Leicester", "20 Aug")])]
    made = scene(setup(), KINGDOM, routes=ways)
    assert [words.text for words in made.layout.key] == ["Lancaster's way in history", "York's way in history"]
    assert BY_NAME["route York"].dash != BY_NAME["route Lancaster"].dash
    assert not scene(setup(), KINGDOM, routes=[("York", [("Nottingham", "11 Aug")])]).layout.key


def test_a_date_without_room_is_left_out() -> None:
    crowded = [(where.name, "17 August 1485") for where in gazetteer().values()]
    layout = scene(setup(), frame_of("kingdom", setup()), routes=[("York", crowded)]).layout
    dated = [site for site in layout.sites if site.label]
    assert 0 < len(dated) < len(layout.sites)
    assert not [1 for a, b in combinations([s.box for s in dated if s.box], 2) if overlap(a, b)]


def test_a_route_and_a_place_go_when_the_next_step_has_none() -> None:
    figure = map_figure(setup(), "kingdom", places=["Ludlow"], routes=WAY)
    update_map(figure, setup(), "kingdom")
    names = ("route Lancaster", "site names", "site dots", "site lines")
    assert [figure.data[INDEX[name]].visible for name in names] == [False] * len(names)


def test_the_frame_goes_where_the_places_are() -> None:
    assert frame_of("campaign", setup(), places=["Middleham"]).south > frame_of("campaign", setup()).south


def test_a_place_of_ones_own_needs_no_gazetteer_and_an_unknown_name_is_refused() -> None:
    own = Place("Sutton Cheney", -1.39, 52.6, "church")
    assert "Sutton Cheney" in map_svg(setup(), "kingdom", places=[own])
    with pytest.raises(ValueError, match="no place 'Sutton Cheney'; there is"):
        map_svg(setup(), "kingdom", places=["Sutton Cheney"])


# ---- fog


def routed(block: str) -> list[int]:
    """The steps with a route of a block."""
    return [i for i, moment in enumerate(TIMELINE.moments) if any(route.block == block for route in moment.routes)]


def sees(step: int, viewer: str, block: str) -> bool:
    return block in {piece.block for piece in at(step, viewer=viewer).view.pieces}


@pytest.mark.parametrize(
    ("block", "side", "other"), [("Richmond", "Lancaster", "York"), ("Gloucester", "York", "Lancaster")]
)
def test_the_route_of_an_army_is_hidden_from_a_side_that_does_not_see_its_block(
    block: str, side: str, other: str
) -> None:
    unseen = [i for i in routed(block) if not sees(i, other, block)]
    revealed = [i for i in routed(block) if sees(i, other, block)]
    assert unseen and revealed
    for steps, viewer, drawn in ((unseen, other, False), (revealed, other, True), (unseen, side, True)):
        for step in steps:
            model = at(step, viewer=viewer)
            assert (side in [way for way, _halts in model.adapter.marks(model)["routes"]]) is drawn


def test_a_hidden_route_leaves_no_trace_in_the_picture() -> None:
    step = next(i for i in routed("Richmond") if not sees(i, "York", "Richmond"))
    model = at(step, viewer="York")
    marks = model.adapter.marks(model)
    svg = map_svg(model.view, "kingdom", **marks)
    without = map_svg(model.view, "kingdom", **{**marks, "routes": []})
    assert svg == without and "7 Aug" not in svg and "route Lancaster" not in svg


# ---- records


def test_a_record_whose_moment_shows_an_unknown_place_is_refused_with_its_valid_part() -> None:
    record = TIMELINE.replay.record
    wrong = msgspec.structs.replace(record.moments[3], places=("Atlantis",))
    moments = (*record.moments[:3], wrong)
    with pytest.raises(RecordError, match="moment 4 shows 'Atlantis'") as caught:
        check(msgspec.structs.replace(record, moments=moments), roses.start)
    assert len(caught.value.valid.moments) == 3
    astray = msgspec.structs.replace(record.moments[3], places=(), routes=(Route("Tudor", "Richmond", ()),))
    with pytest.raises(RecordError, match="moment 4 shows 'Tudor'"):
        check(msgspec.structs.replace(record, moments=(*record.moments[:3], astray)), roses.start)


def test_the_record_describes_its_places_as_the_gazetteer_does() -> None:
    assert all(gazetteer()[place.name] == place for place in TIMELINE.replay.record.places)


@pytest.mark.parametrize("shown", [*map(setup, ("1460", "1470", "1483")), *map(scattered, range(9))])
def test_cities_and_cathedrals_have_a_sign_in_their_area_clear_of_blocks_and_names(shown: View) -> None:
    layout, drawing = place(shown, KINGDOM), Drawing()
    mark_cities(layout, drawing)
    towers = [line for house in ("York", "Lancaster") for line in drawing.lines.get(f"city {house}", ())]
    crosses = drawing.lines.get("site lines", [])
    extents = [tuple(zip(*line, strict=True)) for line in towers + crosses[::2]]  # a cross by its upright
    middles = [tuple((min(ends) + max(ends)) / 2 for ends in one) for one in extents]
    if len(shown.pieces) < 60:  # not all 63 scattered over the map
        assert (len(towers), len(crosses)) == (7, 4)
    land = 0
    for area, one in AREAS.items():
        land |= cells_of(KINGDOM, area) if one.city or one.cathedral else 0
    grid = OccupancyGrid(KINGDOM.width, KINGDOM.height)
    signs = [expand(2 * middle, 5) for middle in middles]
    assert signs and all(grid.bits(expand(2 * middle, 1)) & land for middle in middles)
    taken = [*layout.boxes.values(), *(name.box for name in layout.names)]
    assert not [(one, box) for one in signs for box in taken if overlap(one, box)]
    assert not [pair for pair in combinations(signs, 2) if overlap(*pair)]


def test_an_area_is_told_in_words_with_all_that_the_rules_make_of_it() -> None:
    assert area_facts("Middlesex") == (
        "feeds 5 blocks (rule 7.1); city of London, York's levy; a crown, which the King defends better (rule 2.3); "
        "major port; on the North Sea; borders on Oxford 4, Leicester 4, Essex 4, Sussex 3, Kent 3 (so many blocks may "
        "cross, rule 5.21)"
    )
    assert "exile of York; " in area_facts("Calais") and "cathedral of Canterbury" in area_facts("Kent")
    results = {area: area_facts(area) for area in AREAS}
    for block in BLOCKS.values():
        assert all(block.name in results[area].partition("a home of ")[2] for area in block.shields)
