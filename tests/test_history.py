"""Checks the history data: dates in order, places on the map, losses, primary sources, and words of the game.

It reads ``data/history`` and the moments of every replay that rests on sources.
"""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import roses
from roses.engine.replay import Timeline, shipped_names
from roses.lab import battles, happened, works
from roses.richard.lords_count import tally
from roses.widgets.stepper.model import StepperModel
from roses.widgets.stepper.panel import panel_html
from roses.widgets.stepper.saved import picture

DATA = Path(__file__).resolve().parents[1] / "data"
MONTHS = "January February March April May June July August September October November December".split()
PART = {"early": (1, 10), "mid": (11, 20), "late": (21, 31), "": (1, 31)}  # the days of a part of a month
SEASONS = {"spring": [3, 5], "summer": [6, 8], "autumn": [9, 11]}
GAME_WORDS = re.compile(
    r"(?i)\b(guns?|hits?|steps?|dice|die roll|one die|blocks?|round [1-4]|rolls?|rolled|pool|loyalty|levy|levies"
    r"|action points?|retreats?|(?:in|by|of) the game|scenario|replay|card|rules?)\b"
)


def load(name: str) -> Any:
    return json.loads((DATA / name).read_text(encoding="utf-8"))


CAMPAIGNS = {path.stem: load(f"history/{path.name}") for path in sorted((DATA / "history").glob("1[0-9]*.json"))}
EVENTS = CAMPAIGNS["1483"]
PLACES = {place["name"]: place for place in load("history/places.json")}
SHAPES = {feature["properties"]["id"]: feature["geometry"] for feature in load("map/areas.geojson")["features"]}
BATTLES = load("history/battles.json")
SOURCES = load("history/sources.json")
TIMELINE = roses.timeline("1483-richard-iii")
MOMENTS = TIMELINE.moments
HISTORIES = {name: line for name in shipped_names() if (line := roses.timeline(name)).replay.record.sources}
each_campaign = pytest.mark.parametrize("events", CAMPAIGNS.values(), ids=CAMPAIGNS)
each_history = pytest.mark.parametrize("history", HISTORIES.values(), ids=HISTORIES)


def period(shown: str) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
    """Return the first and the last day, as year, month and day, of a date as it is shown.

    >>> period("13 to 18 August 1485")
    ((1485, 8, 13), (1485, 8, 18))
    >>> period("late October 1483")
    ((1483, 10, 21), (1483, 10, 31))
    >>> period("September to November 1484"), period("2012 to 2015")
    (((1484, 9, 1), (1484, 11, 31)), ((2012, 1, 1), (2015, 12, 31)))
    """
    year = int(shown[-4:])
    months = [MONTHS.index(word) + 1 for word in re.findall("|".join(MONTHS), shown)]
    if shown.split()[0] in SEASONS:
        months = SEASONS[shown.split()[0]]
    if not months:
        return (int(shown[:4]), 1, 1), (year, 12, 31)
    days = [int(day) for day in re.findall(r"\b\d\d?\b", shown)]
    first, last = next((PART[part] for part in PART if part and shown.startswith(part)), PART[""])
    return (year, months[0], days[0] if days else first), (year, months[-1], days[-1] if days else last)


def within(ring: list[list[float]], x: float, y: float) -> bool:
    """Say whether a point lies inside a ring of points."""
    crossed = [
        x < x0 + (y - y0) / (y1 - y0) * (x1 - x0) for (x0, y0), (x1, y1) in pairwise(ring) if (y0 > y) != (y1 > y)
    ]
    return sum(crossed) % 2 == 1


def area_of(lon: float, lat: float) -> str:
    """Return the area of the map whose polygon holds a point, or nothing if none does."""
    for area, shape in SHAPES.items():
        parts = [shape["coordinates"]] if shape["type"] == "Polygon" else shape["coordinates"]
        if sum(within(ring, lon, lat) for part in parts for ring in part) % 2:
            return area
    return ""


def first_place(words: str) -> dict[str, Any]:
    """Return the place that a text names first, of two with the same beginning the longer."""
    named = [(words.index(name), -len(name), name) for name in PLACES if name in words]
    assert named, f"no place of data/history/places.json is named in {words!r}"
    return PLACES[min(named)[2]]


# ---- dates


def out_of_order(dates: list[str]) -> list[tuple[str, str]]:
    """Return each date with its successor, where the second is over before the first begins."""
    return [(one, two) for one, two in pairwise(dates) if period(one)[0] > period(two)[1]]


@each_history
def test_moments_are_in_order_of_date_unless_marked(history: Timeline) -> None:
    dates = [moment.date for moment in history.moments if "looking back" not in moment.date]
    assert out_of_order(dates) == []


@each_campaign
def test_events_are_in_order_of_the_date_they_show(events: list[dict[str, Any]]) -> None:
    assert out_of_order([event["shown"] for event in events]) == []
    assert all(period(event["shown"])[0][0] <= int(event["date"][:4]) <= int(event["shown"][-4:]) for event in events)


@each_campaign
def test_every_event_names_sources_that_exist(events: list[dict[str, Any]]) -> None:
    known = {source["id"] for source in SOURCES}
    assert [event["shown"] for event in events if not event["sources"] or set(event["sources"]) - known] == []


@each_campaign
def test_the_loader_of_events_reads_them_all(events: list[dict[str, Any]]) -> None:
    campaign = next(name for name, item in CAMPAIGNS.items() if item is events)
    assert happened(campaign)["date"].tolist() == [event["shown"] for event in events]


def test_a_moment_out_of_order_is_found() -> None:
    assert out_of_order(["2 November 1483", "October 1483", "25 December 1483"]) == [
        ("2 November 1483", "October 1483")
    ]


# ---- places


@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES)
def test_the_area_of_a_place_is_the_polygon_that_holds_it(place: dict[str, Any]) -> None:
    assert area_of(place["lon"], place["lat"]) == place["area"]


@each_campaign
def test_the_area_of_an_event_is_that_of_its_place_or_it_says_that_it_departs(events: list[dict[str, Any]]) -> None:
    for event in events:
        if area := first_place(event["place"])["area"]:
            assert event["area"] == area, event["shown"]
        else:
            assert event["area"] == "France" and "not on the map" in event["departs"], event["shown"]


@each_history
def test_a_battle_away_from_its_place_says_where_the_place_lies(history: Timeline) -> None:
    for index, moment in enumerate(history.moments):
        state = history.state(index)
        battle = state.view().battle
        if battle and not state.outcome and not moment.place.startswith("the "):  # a border or a river is no place
            area = first_place(moment.place)["area"]
            assert battle.area == area or f"the map's {area}" in moment.departs, moment.title


def test_every_invented_fight_of_1483_says_so() -> None:
    fights = [m for i, m in enumerate(MOMENTS) if TIMELINE.state(i).view().battle and m.date.endswith("1483")]
    assert len(fights) == 4
    assert [m.title for m in fights if not re.search("invented|In the game", m.departs)] == []


# ---- battles


@pytest.mark.parametrize("battle", BATTLES, ids=lambda battle: battle["id"])
def test_the_area_of_a_battle_is_the_polygon_that_holds_its_site(battle: dict[str, Any]) -> None:
    assert area_of(battle["lon"], battle["lat"]) == battle["area"]


@pytest.mark.parametrize("battle", BATTLES, ids=lambda battle: battle["id"])
def test_a_battle_has_its_sign_on_the_map(battle: dict[str, Any]) -> None:
    sites = [s for s in load("map/sites.json")["battles"] if s["year"] == int(battle["date"][:4])]
    near = [s for s in sites if abs(s["lon"] - battle["lon"]) < 0.05 and abs(s["lat"] - battle["lat"]) < 0.05]
    assert len(near) == 1 and near[0]["area"] == battle["area"]


def test_a_loss_that_is_not_known_prints_not_known() -> None:
    losses = [figure for battle in BATTLES for figure in battle["losses"].values()]
    unknown = [figure for figure in losses if figure["low"] is None and figure["high"] is None]
    table = battles()
    assert len(unknown) > 5 and (table["lost"] == "not known").sum() == len(unknown)
    assert (table["lost"] == "0").sum() == sum(figure["high"] == 0 for figure in losses) == 2  # Ludford, where all fled
    assert "not known" in table.to_string() and not table["lost"].isin(["", "nan", "None"]).any()


def test_every_loss_and_every_force_with_a_number_names_its_sources() -> None:
    known = {source["id"] for source in SOURCES}
    for battle in BATTLES:
        for figure in (*battle["forces"].values(), *battle["losses"].values()):
            assert set(figure["sources"]) <= known
            assert figure["sources"] or (figure["low"], figure["high"]) == (None, None)


def test_battles_are_in_order_and_a_disputed_day_shows_both() -> None:
    assert [battle["date"] for battle in BATTLES] == sorted(battle["date"] for battle in BATTLES)
    shown = {battle["id"]: battle["shown"] for battle in BATTLES}
    assert shown["mortimers-cross-1461"] == "2 or 3 February 1461" and shown["edgcote-1469"] == "24 or 26 July 1469"


# ---- sources


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source["id"])
def test_a_primary_source_says_when_it_was_written_and_no_other_does(source: dict[str, str]) -> None:
    written = source.get("written", "")
    assert bool(re.search(r"\b1[45]\d\d\b", written)) == (source["kind"] in {"chronicle", "record"}), written


def test_a_primary_source_shows_when_it_was_written() -> None:
    table = works(TIMELINE).set_index("id")
    cited = [source for source in SOURCES if source["id"] in table.index and "written" in source]
    assert {"ch-mancini", "ch-crowland", "ch-vergil", "ch-molinet", "ch-parl"} <= {source["id"] for source in cited}
    for source in cited:
        assert table.loc[source["id"], "written"] == source["written"]


def test_the_panel_and_the_picture_of_a_step_show_when_a_primary_source_was_written() -> None:
    model = StepperModel(TIMELINE)
    model.go(next(i for i, moment in enumerate(MOMENTS) if "ch-mancini" in moment.sources))
    assert "Mancini, ed. 1969 (written December 1483)" in panel_html(model)
    assert "December" in picture(model).partition("Mancini")[2]


# ---- words


def of_the_game(told: str) -> list[str]:
    """Return the words of the game in a piece of history; "royal guns" and "nets, spikes and guns" were there."""
    return GAME_WORDS.findall(re.sub(r"(royal|stakes and|spikes and) guns", "", told))


@each_history
def test_words_of_the_game_do_not_stand_in_the_history_of_a_moment(history: Timeline) -> None:
    words = {m.title: of_the_game(f"{m.place}. {m.title}. {m.text}") for m in history.moments}
    assert {title: item for title, item in words.items() if item} == {}


@each_campaign
def test_words_of_the_game_do_not_stand_in_the_history_of_an_event(events: list[dict[str, Any]]) -> None:
    words = {event["shown"]: of_the_game(f"{event['place']}. {event['text']}") for event in events}
    assert {shown: item for shown, item in words.items() if item} == {}


def test_a_word_of_the_game_is_found() -> None:
    assert of_the_game("The royal guns are drowned; his block retreats in round 2.") == ["block", "retreats", "round 2"]


# ---- facts that were wrong


def told() -> str:
    moments = " ".join(f"{m.date} {m.title} {m.text} {m.departs}" for m in MOMENTS)
    return moments + " ".join(f"{event['text']} {event.get('departs', '')}" for event in EVENTS)


@pytest.mark.parametrize("wrong", [
    "too soon", "the same storms", "no source puts him", "the King's only son", "during an eclipse",
    "From three sides",
    "The guns are lost.", "how we know where the armies stood", "Some tallies", "passes Titulus Regius",
])  # fmt: skip
def test_what_was_told_wrongly_is_told_no_more(wrong: str) -> None:
    assert wrong not in told()


MISSING = """Mancini, Stillington, Titulus Regius, Bannister, Vaughans, Margaret Beaufort, Elizabeth Woodville,
Haverfordwest, Cardigan, Long Mountain, Gilbert Talbot, Savage, Brandon, Chandée, Molinet, Dadlington, Surrey"""


@pytest.mark.parametrize("name", re.split(r",\s", MISSING))
def test_who_and_what_was_missing_is_told(name: str) -> None:
    moments = " ".join(moment.text for moment in MOMENTS)
    assert name in moments


@pytest.mark.parametrize(("title", "confidence"), [("The oath of Rennes", "medium"), ("The armies gather", "medium"),
                                                   ("Milford Haven", "numbers: estimated")])  # fmt: skip
def test_what_is_not_certain_says_so(title: str, confidence: str) -> None:
    assert confidence in next(moment.confidence for moment in MOMENTS if moment.title == title)


def test_the_count_that_was_never_taken_is_the_engines() -> None:
    counted = tally(TIMELINE.state(len(TIMELINE) - 1))
    moment = next(moment for moment in MOMENTS if moment.title == "No vote")
    assert (counted.total("York"), counted.total("Lancaster")) == (5, 3)
    assert "York has five lords" in moment.departs and "Lancaster's three" in moment.departs
    assert all(lord.block.split("/")[0] in moment.departs for lord in counted.sides["York"].counted)


# ---- notebooks


@pytest.mark.parametrize("name", ["05a_rising_of_1483", "05b_bosworth_1485", "07a_bosworth_in_numbers"])
def test_every_id_that_a_notebook_cites_is_among_the_works_it_lists(name: str) -> None:
    cells = json.loads((DATA.parent / "notebooks" / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]
    prose = " ".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    cited = {
        name for names in re.findall(r"\[([a-z0-9-]+(?:, [a-z0-9-]+)*)\](?!\()", prose) for name in names.split(", ")
    }
    assert len(cited) > 5 and cited - set(works(TIMELINE)["id"]) == set()
