"""People of the kit: dates that can be, kin that agree, sources and battles that exist, blocks held by the living."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from roses.history.people import SCENARIOS, children, everybody, find, holder, index, marriages, person, spouses
from roses.richard.tables import BLOCKS

DATA = Path(__file__).resolve().parents[1] / "data"
PEOPLE = everybody()
SOURCES = {source["id"] for source in json.loads((DATA / "history" / "sources.json").read_text(encoding="utf-8"))}
PLACED = {
    scenario["id"]: {block for blocks in scenario["placements"].values() for block in blocks}
    for scenario in json.loads((DATA / "richard" / "scenarios.json").read_text(encoding="utf-8"))
}
STARTS = {"1460": "1460-06-26", "1470": "1470-09-13", "1483": "1483-10-10"}
EIGHTEEN = """st-albans-1455 blore-heath-1459 ludford-1459 northampton-1460 wakefield-1460 mortimers-cross-1461
st-albans-1461 ferrybridge-1461 towton-1461 twt-hill-1461 hedgeley-moor-1464 hexham-1464 edgcote-1469 losecote-1470
barnet-1471 tewkesbury-1471 bosworth-1485 stoke-1487""".split()


def everybody_who(holds: object) -> list[str]:
    """The ids of all people for whom a test holds."""
    return [p.id for p in PEOPLE.values() if holds(p)]  # type: ignore[operator]


def test_ids_are_not_given_twice_and_kin_exist() -> None:
    people = json.loads((DATA / "history" / "people.json").read_text(encoding="utf-8"))["people"]
    assert len(people) == len(PEOPLE)
    assert {parent for p in PEOPLE.values() for parent in p.parents} <= set(PEOPLE)
    assert {one for marriage in marriages() for one in marriage.of} <= set(PEOPLE)


def test_nobody_dies_before_birth_or_does_anything_outside_his_life() -> None:
    assert not everybody_who(lambda p: p.born.first > p.died.last)
    early = everybody_who(
        lambda p: any(entry.since < (p.born.date or "")[: len(entry.since)] for entry in p.allegiance)
    )
    late = everybody_who(lambda p: p.died.certainty != "after" and any(e.since > p.died.last for e in p.allegiance))
    assert (early, late) == ([], [])
    assert not everybody_who(lambda p: any(t.until and t.until < t.since for t in p.titles))
    assert not everybody_who(
        lambda p: p.died.year and any(t.until > p.died.year for t in p.titles if p.died.certainty == "")
    )


def test_parents_are_older_than_their_children_and_of_the_right_sex() -> None:
    for p in PEOPLE.values():
        for parent, sex in ((p.father, "m"), (p.mother, "f")):
            if not parent:
                continue
            assert PEOPLE[parent].sex == sex, (p.id, parent)
            if p.born.year and (born := PEOPLE[parent].born.year):
                assert 13 <= p.born.year - born <= 65, (p.id, parent)
            if p.born.date and (died := PEOPLE[parent].died).date:
                assert p.born.first[:4] <= str(int(died.last[:4]) + (sex == "m")), (p.id, parent)


def test_marriages_agree_both_ways_and_fall_in_both_lives() -> None:
    for marriage in marriages():
        one, other = marriage.of
        assert other in spouses(one) and one in spouses(other)
        for p in map(person, marriage.of):
            assert p.born.first[:4] <= marriage.year.date[:4] <= p.died.last[:4], marriage


def test_children_of_one_father_and_mother_are_of_a_marriage() -> None:
    married = {frozenset(marriage.of) for marriage in marriages()}
    apart = everybody_who(lambda p: len(p.parents) == 2 and frozenset(p.parents) not in married)
    assert apart == []


def test_every_source_and_battle_exists() -> None:
    assert {source for p in PEOPLE.values() for source in p.cited} <= SOURCES
    assert {p.death.battle for p in PEOPLE.values()} - {""} <= set(EIGHTEEN)
    years = everybody_who(lambda p: p.death.battle and p.death.battle[-4:] != str(p.died.year))
    assert sorted(years) == [], "who dies in another year than his battle"


def test_allegiances_are_in_order_of_time() -> None:
    assert not everybody_who(lambda p: [e.since for e in p.allegiance] != sorted(e.since for e in p.allegiance))


def test_every_noble_heir_and_church_of_a_scenario_is_held_by_one_who_lives_then() -> None:
    for scenario, blocks in PLACED.items():
        for block in blocks:
            if BLOCKS[block].kind in ("heir", "noble", "church"):
                assert holder(block, scenario).lived(STARTS[scenario]), (block, scenario)


def test_a_block_stands_for_one_person_in_a_scenario() -> None:
    stands = [(stand.block, stand.scenario) for p in PEOPLE.values() for stand in p.blocks]
    assert len(stands) == len(set(stands))
    titles = {block.removesuffix("/L").removesuffix("/Y") for block in BLOCKS}
    assert {block for block, _scenario in stands} <= titles
    assert {scenario for _block, scenario in stands} <= set(SCENARIOS)


@pytest.mark.parametrize(
    ("block", "holders"),
    [
        ("Northumberland/Y", ["percy3", "percy4", "percy4"]),
        ("Rivers/L", ["rivers1", "rivers2", "rivers3"]),
        ("Norfolk", ["norfolk3", "norfolk4", "howard1"]),
        ("York (church)/L", ["booth", "george-neville", "rotherham"]),
    ],
)
def test_one_block_is_several_men(block: str, holders: list[str]) -> None:
    assert [holder(block, scenario).id for scenario in SCENARIOS] == holders


def test_a_levy_and_a_dead_man_are_nobody() -> None:
    for block, scenario in (("London (levy)", 1460), ("Kent/Y", 1470)):
        with pytest.raises(ValueError, match=re.escape(block)):
            holder(block, scenario)


def test_which_edward_was_that() -> None:
    results = [p.id for p in find("Edward") if p.name.startswith("Edward")]
    assert {
        "edward3",
        "black-prince",
        "edward-york2",
        "edward4",
        "prince-edward",
        "edward5",
        "middleham",
        "warwick17",
    } <= set(results)
    assert results == sorted(results, key=lambda name: PEOPLE[name].born.first)


def test_the_people_named_missing_are_there() -> None:
    wanted = """william-stanley rhys lovell morton catesby brackenbury brandon gilbert-talbot grey-ruthin trollope
    wenlock audley redesdale simnel margaret-anjou cecily elizabeth-woodville margaret-beaufort jacquetta anne-neville
    elizabeth-york margaret-paston""".split()
    assert set(wanted) <= set(PEOPLE)
    assert sum(p.sex == "f" for p in PEOPLE.values()) >= 50


def test_corrections_to_the_dossier_hold() -> None:
    middleham, jasper, stanley = person("middleham"), person("jasper"), person("william-stanley")
    assert "in marriage" in middleham.life[0].text and {"john-gloucester", "katherine-plantagenet"} <= set(
        children("richard3")
    )
    assert jasper.side("1485-08-22").side == "Tudor" and "He landed with him" in jasper.life[1].text  # type: ignore[union-attr]
    assert (stanley.death.how, stanley.died.date) == ("executed", "1495-02-16")
    assert person("st-leger").died.date == "1483-11-13"
    assert person("henry7").life[1].disputed  # Rennes or Vannes


def test_the_index_has_a_row_for_everybody() -> None:
    rows = index()
    assert len(rows) == len(PEOPLE) and [row.name for row in rows] == sorted(row.name for row in rows)
    assert all(row.name and row.end for row in rows)
