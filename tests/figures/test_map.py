"""The map in plotly and in SVG: hit tests, fog, borders, attribution, sizes, updates in place."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import msgspec
import plotly.graph_objects as go
import pytest
from plotly.basedatatypes import Undefined

from roses.engine.data import read
from roses.figures.drawing.palette import SEA, contrast
from roses.figures.map import geography
from roses.figures.map.figure import (
    HITS,
    HOVER,
    INDEX,
    Flag,
    Reach,
    area_at,
    clicked_area,
    map_figure,
    still_data,
    update_map,
)
from roses.figures.map.geography import ATTRIBUTION, SHAPES
from roses.figures.map.scene import land
from roses.figures.map.svg import map_svg
from roses.richard.tables import BLOCKS, BORDERS
from roses.richard.view import Piece, View
from tests.figures.positions import FOGGED, bosworth, piece, scattered, setup, view

FRAMES = ("campaign", "kingdom", "lesson")
MARCH = [("Lancaster", ["Pembroke", "Hereford", "Warwick", "Leicester"])]
REACH = Reach(
    "Hereford", 3, {"Chester": Flag(1, 3), "Powys": Flag(1, 2), "Leicester": Flag(2, 3, attack=True)}, "Middlesex"
)
SVG = "{http://www.w3.org/2000/svg}"


def words(svg: str) -> str:
    return " ".join(" ".join(part.itertext()) for part in ElementTree.fromstring(svg).iter(f"{SVG}text"))


def test_every_label_point_lies_in_its_area() -> None:
    assert len(SHAPES) == 33
    assert {area: area_at(*shape.label) for area, shape in SHAPES.items()} == {area: area for area in SHAPES}


def test_the_sea_is_no_area() -> None:
    for spots in geography.SEA_SPOTS.values():
        assert [area_at(*spot) for spot in spots] == [None] * len(spots)


def test_hit_test_agrees_with_the_cities() -> None:
    for city in read("map/sites.json", dict[str, Any])["cities"]:
        assert area_at((city["lon"] + 7.5) * 67.5, (city["lat"] - 48.8) * 111.2) == city["area"]


@pytest.mark.parametrize("kind", ["major", "river", "minor"])
def test_every_border_of_the_game_is_on_the_map_in_its_colour(kind: str) -> None:
    drawn = {point for line in land()[kind] for point in line}
    for border in BORDERS:
        line = geography.border(*border.areas)
        assert line, border
        inner = [point for part in line for point in part[1:-1]]
        assert (border.kind == kind) == (set(inner) <= drawn), border
    joined = sum(len(line) - 1 for line in land()[kind])
    single = sum(len(part) - 1 for b in BORDERS if b.kind == kind for part in geography.border(*b.areas))
    assert joined == single


def test_the_outline_of_neighbours_leaves_out_the_border_between_them() -> None:
    (outer,) = geography.outline(frozenset({"Leicester", "Rutland"}))
    assert outer[0] == outer[-1]
    inner = geography.border("Leicester", "Rutland")[0][1:-1]
    assert not set(inner) & set(outer)


def as_json(shown: View, **lit: Any) -> str:
    return str(map_figure(shown, "kingdom", **lit).to_json())


def test_fog_holds_views_that_differ_in_what_is_unseen_look_alike() -> None:
    shown = bosworth()
    shuffled = msgspec.structs.replace(shown, pieces=shown.pieces[::-1])
    for make in (as_json, map_svg, lambda v: json.dumps(v._repr_mimebundle_())):
        assert make(shown) == make(shuffled)


def test_fog_holds_no_name_of_an_unseen_block_is_in_any_output() -> None:
    bundle = bosworth()._repr_mimebundle_()
    hover = map_figure(bosworth()).data[INDEX[HOVER]].text
    assert sum("unseen block of York" in text for text in hover) == len(FOGGED)
    tokens = [BLOCKS[block].abbreviation for block in FOGGED.values()]
    result = words(bundle["image/svg+xml"]).split() + bundle["text/plain"].split()
    for letters in tokens:
        assert letters not in result
        assert f'"{letters}"' not in json.dumps(bundle["application/vnd.plotly.v1+json"])


def test_an_unseen_block_shows_its_side_only() -> None:
    assert as_json(view(Piece("York", "Kent"))) != as_json(view(Piece("Lancaster", "Kent")))
    assert as_json(view(Piece("York", "Kent"))) != as_json(view(piece("Norfolk", area="Kent")))


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("shown", [setup(), bosworth(), scattered(1), view()], ids=["1483", "bosworth", "all", "none"])
def test_svg_is_well_formed_and_describes_itself(frame: Any, shown: View) -> None:
    root = ElementTree.fromstring(map_svg(shown, frame, paths=MARCH, reach=REACH, chosen=["Kent"]))
    assert root[0].tag == f"{SVG}title"
    assert root[1].tag == f"{SVG}desc"
    assert "href" not in "".join(part.get("href", "") for part in root.iter())
    assert "http" not in map_svg(shown, frame).replace("http://www.w3.org/2000/svg", "")


def test_the_description_says_what_stands_where() -> None:
    text = ElementTree.fromstring(map_svg(bosworth()))[1].text or ""
    assert "Gloucester of York, 3 steps" in text
    assert "Kent: 1 unseen of York." in text
    assert "Arundel" not in text


@pytest.mark.parametrize("frame", FRAMES)
def test_the_attribution_stands_on_both_twins(frame: Any) -> None:
    assert read("map/areas.geojson", dict[str, Any])["attribution"] == ATTRIBUTION
    assert ATTRIBUTION in words(map_svg(setup(), frame))
    credit = map_figure(setup(), frame).layout.annotations[0]
    assert ATTRIBUTION.startswith(credit.text.replace("<br>", " ").partition(" (OGL")[0])
    assert credit.hovertext == ATTRIBUTION
    assert credit.font.size >= 11 and contrast(credit.font.color, SEA) > 4.5
    assert "Crown copyright" in json.dumps(still_data(setup(), frame), ensure_ascii=False)


def test_names_on_the_map_are_the_same_in_both_twins() -> None:
    figure = map_figure(setup(), "kingdom")
    names = set(figure.data[INDEX["names"]].text)
    root = ElementTree.fromstring(map_svg(setup(), "kingdom"))
    written = {part.text for g in root.iter(f"{SVG}g") if g.get("class") in ("names", "seas") for part in g}
    assert names == written
    assert len(names) >= 33


@pytest.mark.parametrize("shown", [setup("1460"), setup("1470"), setup(), bosworth()])
def test_svg_and_json_stay_small(shown: View) -> None:
    assert len(map_svg(shown, "campaign").encode()) < 120_000
    assert len(map_svg(shown, "kingdom").encode()) < 140_000
    assert sum(len(json.dumps(part)) for part in shown._repr_mimebundle_().values()) < 320_000
    assert len(json.dumps(map_figure(shown).to_plotly_json(), default=list)) < 330_000


def test_updating_in_place_gives_the_same_figure_as_a_new_one() -> None:
    figure = map_figure(setup(), "campaign", paths=MARCH, chosen=["Kent"])
    for shown, frame, lit in ((bosworth(), "kingdom", {"acting": ["Gloucester"]}), (setup("1460"), "campaign", {})):
        update_map(figure, shown, frame, **lit)
        fresh = map_figure(shown, frame, **lit)
        for old, new in zip(figure.data, fresh.data, strict=True):
            assert (old.x, old.y) == (new.x, new.y), new.name
            assert "text" not in new or old.text == new.text
        assert figure.layout == fresh.layout


def test_an_update_sends_no_ground(monkeypatch: pytest.MonkeyPatch) -> None:
    figure = map_figure(setup(), "kingdom")
    sent: list[tuple[int, ...]] = []

    def keep(**message: Any) -> None:
        sent.append(tuple(message["trace_indexes"]))

    monkeypatch.setattr(figure, "_send_update_msg", keep, raising=False)
    update_map(figure, bosworth(), "kingdom")
    assert len(sent) == 1
    assert not {figure.data[i].name for i in sent[0]} & {*land(), HITS}


def test_a_click_on_ground_or_token_names_the_area() -> None:
    figure = map_figure(bosworth(), "kingdom")
    x, y = SHAPES["Derby"].label
    assert clicked_area(figure.data[INDEX[HITS]], SimpleNamespace(xs=[x], ys=[y], point_inds=[[0, 0]])) == "Derby"
    blocks = figure.data[INDEX[HOVER]]
    battle = blocks.customdata.index("Leicester")
    tray = SimpleNamespace(xs=[blocks.x[battle]], ys=[blocks.y[battle]], point_inds=[battle])
    assert area_at(blocks.x[battle], blocks.y[battle]) != "Leicester"
    assert clicked_area(blocks, tray) == "Leicester"
    assert clicked_area(blocks, SimpleNamespace(xs=[], ys=[], point_inds=[])) is None


def test_the_click_layer_is_last_and_covers_the_frame() -> None:
    figure = map_figure(setup())
    hits = figure.data[-1]
    assert (hits.name, hits.type) == (HITS, "heatmap")
    west, east = figure.layout.xaxis.range
    assert hits.x0 - hits.dx / 2 == pytest.approx(west, abs=0.1)
    assert hits.x0 + hits.dx * (len(hits.z[0]) - 0.5) == pytest.approx(east, abs=0.1)


def test_a_march_of_york_differs_from_lancasters_not_by_colour_alone() -> None:
    york = map_figure(setup(), "kingdom", paths=[("York", ["Kent", "Sussex"])])
    red = map_figure(setup(), "kingdom", paths=[("Lancaster", ["Kent", "Sussex"])])
    assert york.data[INDEX["path York inner"]].x
    assert not red.data[INDEX["path York inner"]].x


def test_states_are_shown_by_the_view_of_both_sides() -> None:
    asked = []
    state = SimpleNamespace(view=lambda side: asked.append(side) or setup())
    assert map_figure(state, "kingdom").to_json() == as_json(setup())
    assert asked == [None]


def test_an_unknown_frame_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="no frame 'county'; choose campaign"):
        map_figure(setup(), "county")  # type: ignore[arg-type]


def test_a_map_figure_leaves_an_svg_for_readers_without_a_kernel() -> None:
    figure = map_figure(bosworth())
    before = figure._repr_mimebundle_()["image/svg+xml"]
    assert before.startswith("<svg") and "Gloucester" in before
    update_map(figure, bosworth(), "kingdom")
    assert figure._repr_mimebundle_()["image/svg+xml"] != before


def test_an_update_of_a_widget_marks_nothing_as_undefined(monkeypatch: pytest.MonkeyPatch) -> None:
    widget = go.FigureWidget(map_figure(setup(), "kingdom"))
    sent: list[dict[str, Any]] = []
    monkeypatch.setattr(widget, "_send_update_msg", lambda **message: sent.append(message))
    update_map(widget, bosworth(), "campaign", paths=MARCH)
    assert sum(len(message["restyle_data"]) for message in sent) > 5
    assert not [key for message in sent for key, values in message["restyle_data"].items() if Undefined in values]
    fresh = map_figure(bosworth(), "campaign", paths=MARCH)
    for old, new in zip(widget.data, fresh.data, strict=True):
        assert (old.x, old.y, old.visible) == (new.x, new.y, new.visible), new.name
