"""Names of the day: who bore a block when, what he was called then, and in which sentences that name stands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import roses
from roses.figures.blocks import piece_words, short_name
from roses.figures.blocks.cards import BEARERS, arms_of
from roses.history.names import bearers, called, iso, names, on
from roses.history.people import everybody
from roses.richard.events.army import Charged
from roses.richard.tables import BLOCKS
from roses.richard.view import Piece

ROOT = Path(__file__).resolve().parents[1]
PEOPLE = {"heir", "noble", "church"}
CAMPAIGNS = ("1459-yorks-rising", "1470-kingmaker", "1483-richard-iii")


def test_every_block_of_a_person_has_names_in_order_of_time_with_sources_and_arms() -> None:
    sources = {source["id"] for source in json.loads((ROOT / "data/history/sources.json").read_text(encoding="utf-8"))}
    assert {block for block in BLOCKS if bearers(block)} == {b for b, block in BLOCKS.items() if block.kind in PEOPLE}
    for block, entries in names().items():
        assert [entry.since for entry in entries] == sorted({entry.since for entry in entries}), block
        for entry in entries:
            assert entry.who in everybody() or (not entry.who and entry.sources), (block, entry)
            assert set(entry.sources) <= sources, (block, entry)
            assert not entry.arms or (ROOT / "data/arms" / entry.arms).exists(), (block, entry)


def test_no_name_is_given_to_the_dead_and_people_know_that_the_bearer_bore_the_block() -> None:
    """A bearer is alive at the end of the day, month or year from which a name is his."""
    for block, entries in names().items():
        for entry in entries:
            who = everybody().get(entry.who)
            first = {4: "-12-30", 7: "-28", 10: ""}[len(entry.since)]
            assert who is None or who.lived(entry.since + first), (block, entry)
            assert not who or entry.who in {*BEARER_IDS[block]}, (block, entry)


BEARER_IDS = {
    block.removesuffix("/L").removesuffix("/Y"): bearer["people"]
    for block, bearer in json.loads((ROOT / "data/arms/arms.json").read_text(encoding="utf-8"))["blocks"].items()
}


@pytest.mark.parametrize(("block", "date", "name"), [
    ("Gloucester", "1483-06-25", "Gloucester"),
    ("Gloucester", "1483-06-26", "Richard III"),
    ("Richmond", "1485-08-22", "Henry Tudor"),
    ("Richmond", "1485-10-30", "Henry VII"),
    ("March", "1461-02-03", "Edward of March"),
    ("March", "1461-03-29", "Edward IV"),
    ("Kent/Y", "1460-07-10", "Fauconberg"),
    ("Pembroke", "1461-02-03", "Jasper Tudor"),
    ("York (church)/Y", "1483-10", "Abp Rotherham"),
    ("London (levy)", "1483-10", "London"),
])  # fmt: skip
def test_a_block_is_called_by_the_name_of_the_day(block: str, date: str, name: str) -> None:
    with on(date):
        assert short_name(block) == name
    assert short_name(block) == BLOCKS[block].name.split(" (")[0]


def test_sentences_and_tooltips_say_the_name_of_the_day_and_the_rules_their_own() -> None:
    event, piece = Charged("York", "Gloucester", "B", 3, 1, (1,), "Richmond"), Piece("York", "Leicester", "Gloucester")
    assert str(event).startswith("Gloucester charges Richmond")
    with on("1485-08-22"):
        assert str(event).startswith("Richard III charges Henry Tudor")
        assert piece_words(piece).startswith("Richard III (Gloucester), heir 5, York: 3 of 3 steps")
    assert piece_words(piece).startswith("Gloucester, heir 5, York")


def test_kings_bear_the_arms_of_the_crown_and_a_howard_those_of_his_house() -> None:
    assert arms_of("Gloucester", "1471-04-14") == BEARERS["Gloucester"].file != arms_of("Gloucester", "1485-08-22")
    assert arms_of("Gloucester", "1485-08-22") == arms_of("March", "1471-04-14") == BEARERS["Henry VI"].file
    assert arms_of("Norfolk", "1483-10-10") == "norfolk-howard.svg"


@pytest.mark.parametrize("campaign", CAMPAIGNS)
def test_each_moment_of_a_campaign_has_a_day_in_order(campaign: str) -> None:
    days = [iso(moment.date) for moment in roses.timeline(campaign).moments]
    assert all(len(day) >= len("1483-10") for day in days)
    assert [day[:7] for day in days] == sorted(day[:7] for day in days)


def test_a_date_before_all_bearers_names_the_first() -> None:
    first = called("Hastings", "1400")
    assert first and first.name == "William Hastings"
