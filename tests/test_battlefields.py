"""Battlefields as data: sources, commanders, phases, places, and what is said of an unknown name."""

from __future__ import annotations

import math
from collections.abc import Iterator

import msgspec
import pytest

import roses
from roses.engine.data import read
from roses.engine.loading import DataError
from roses.history.battlefields import Battlefield, Sketch, battlefield, battlefields
from roses.history.battles import Battle, works
from roses.richard.tables import BLOCKS

NAMES = battlefields()
LONGEST = 45  # words that are read in a step


def sketches(name: str) -> Iterator[Sketch]:
    """Every phase of every reconstruction."""
    field = battlefield(name)
    for reconstruction in field.reconstructions:
        for phase in field.phases:
            yield field.sketch(reconstruction.id, phase.id)


def ids(values: tuple[object, ...]) -> list[str]:
    return [value.id for value in values]  # type: ignore[attr-defined]


def test_the_battles_of_the_lessons_have_their_fields() -> None:
    assert {"bosworth-1485", "towton-1461", "tewkesbury-1471"} <= set(NAMES)
    known = {battle.id: battle for battle in read("history/battles.json", tuple[Battle, ...])}
    for name in NAMES:
        field, battle = battlefield(name), known[name]
        lon, lat = field.origin
        north, east = (lat - battle.lat) * 111.2, (lon - battle.lon) * 111.3 * math.cos(math.radians(lat))
        assert (field.id, field.shown) == (name, battle.shown)
        assert math.hypot(north, east) < 2, "the origin is the field that the table of battles names"


@pytest.mark.parametrize("name", NAMES)
def test_every_statement_names_works_that_the_kit_knows(name: str) -> None:
    field = battlefield(name)
    texts = (field, *field.terrain, *field.phases, *field.reconstructions)
    assert [entry for entry in texts if not entry.sources or not set(entry.sources) <= works().keys()] == []


@pytest.mark.parametrize("name", NAMES)
def test_all_commanders_are_known_and_all_stand_somewhere(name: str) -> None:
    field = battlefield(name)
    named = {c.who for r in field.reconstructions for s in r.stages for c in s.companies}
    assert named == set(ids(field.commanders))
    assert {commander.side for commander in field.commanders} == field.sides.keys()
    assert {commander.block for commander in field.commanders} - {""} <= BLOCKS.keys()
    moved = {move.side for r in field.reconstructions for s in r.stages for move in s.moves}
    assert moved <= field.sides.keys()


@pytest.mark.parametrize("name", NAMES)
def test_a_view_has_its_rivals_and_tells_every_phase_in_order(name: str) -> None:
    field = battlefield(name)
    rivals, phases = ids(field.reconstructions), ids(field.phases)
    assert len(rivals) >= 2 and len(set(rivals)) == len(rivals)
    assert [ids_ for r in field.reconstructions if (ids_ := [s.phase for s in r.stages]) != phases] == []
    assert {one for feature in field.terrain for one in feature.only} <= set(rivals)
    for words in (*(phase.text for phase in field.phases), *(r.text for r in field.reconstructions)):
        assert len(words.split()) <= LONGEST, words
    assert all(r.disputed.endswith(".") and r.text.endswith(".") for r in field.reconstructions)


@pytest.mark.parametrize("name", NAMES)
def test_armies_stand_within_the_frame_and_on_the_field_of_their_view(name: str) -> None:
    for sketch in sketches(name):
        west, south, east, north = sketch.field.frame
        for company in sketch.companies:
            assert west < company.at[0] < east and south < company.at[1] < north, (sketch, company)
        x, y = [sum(axis) / len(axis) for axis in zip(*sketch.reconstruction.site, strict=True)]
        near = [math.dist((x, y), company.at) for company in sketch.companies if company.state != "gone"]
        assert min(near) < 1.2, f"{sketch}: nobody fights on the field of this view"


def test_a_company_stays_where_it_stood_until_it_is_named_again() -> None:
    lines, charge = (roses.battlefield("bosworth-1485").sketch(phase=phase) for phase in ("lines", "charge"))
    places = [{c.who: c.at for c in sketch.companies} for sketch in (lines, charge)]
    assert places[0]["northumberland"] == places[1]["northumberland"]
    assert places[0]["richard"] != places[1]["richard"]
    assert {c.who for c in charge.companies if c.state == "killed"} == {"norfolk"}


def test_who_has_left_the_field_is_not_on_it() -> None:
    field = roses.battlefield("towton-1461")
    there = {phase: {c.who for c in field.sketch("wide", phase).companies} for phase in ("press", "norfolk")}
    assert "ambush" in there["press"] - there["norfolk"]


def test_each_view_has_its_own_marsh() -> None:
    field = roses.battlefield("bosworth-1485")
    marshes = {r.id: [f.points for f in field.sketch(r.id).terrain if f.kind == "marsh"] for r in field.reconstructions}
    assert [len(item) for item in marshes.values()] == [1, 1, 1]
    assert len({item[0] for item in marshes.values()}) == 3


def test_unknown_names_are_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match=r"no battlefield 'agincourt'; choose from 'barnet-1471', 'bosworth-1485'"):
        roses.battlefield("agincourt")
    field = roses.battlefield("bosworth-1485")
    with pytest.raises(ValueError, match=r"no reconstruction 'atherstone'; choose from 'fenn-lanes', 'dadlington'"):
        field.sketch("atherstone")
    with pytest.raises(ValueError, match=r"no phase 'tea'; choose from 'lines', 'advance'"):
        field.sketch(phase="tea")


def test_a_file_with_an_unknown_kind_of_ground_is_refused_with_its_place() -> None:
    raw = msgspec.to_builtins(battlefield("towton-1461"))
    raw["terrain"][2]["kind"] = "volcano"
    with pytest.raises(msgspec.ValidationError, match=r"'volcano' - at .*terrain\[2\]\.kind"):
        msgspec.convert(raw, Battlefield)
    with pytest.raises(DataError, match=r"battlefields/nowhere\.json"):
        read("battlefields/nowhere.json", Battlefield)
