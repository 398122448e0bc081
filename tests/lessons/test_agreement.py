"""What one page of the kit says, another does not deny: exit slips, minutes, counts, places of death, witnesses."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from roses.engine.loading import folder
from roses.history.people import find
from roses.lessons.decisions import decisions
from roses.lessons.handouts.sheets import known_sets, roles_html
from roses.lessons.quiz.questions import Order, questions, quizzes
from roses.lessons.sources import source_cards
from roses.lessons.words import roles
from tests.lessons.stored import NOTEBOOKS, sources

NUMBERS = "one two three four five six seven eight nine ten".split()
SLIP = re.compile(r'\*\*Exit slip\.?:?\*\*\.? *(?:"([^"]+)")?')
PROSE = {path.stem: "\n".join(sources(path.stem, "markdown")) for path in sorted(NOTEBOOKS.glob("*.ipynb"))}
DATA = folder("data")
CAMPAIGNS = [event for name in ("1459", "1470", "1483")
             for event in json.loads((DATA / "history" / f"{name}.json").read_text(encoding="utf-8"))]  # fmt: skip


def prose(lesson: str) -> str:
    return next(text for name, text in PROSE.items() if name.split("_")[0] == lesson)


@pytest.mark.parametrize("lesson", known_sets())
def test_the_exit_slip_on_paper_is_that_of_the_notebook(lesson: str) -> None:
    """08, 12 and those for analysts have a slip on paper only."""
    matches = SLIP.findall(prose(lesson))
    assert matches in ([known_sets()[lesson].slip], []) and "exit slip**" not in prose(lesson)
    assert bool(matches) == (lesson not in ("08", "12", "14", "15", "16", "18"))


@pytest.mark.parametrize("lesson", quizzes())
def test_a_question_of_order_that_counts_its_items_counts_them_right(lesson: str) -> None:
    for question in questions(lesson).questions:
        words = re.findall("[a-z]+", question.text.casefold())
        count = sum(NUMBERS.index(word) + 1 for word in words if word in NUMBERS)
        assert not isinstance(question, Order) or count in (0, len(question.items))


def test_each_witness_of_bosworth_whom_a_question_calls_is_among_its_sources() -> None:
    called = 0
    for question in questions("11").questions:
        parts = getattr(question, "answers", getattr(question, "items", ()))
        text = " ".join([question.text, *(f"{part.text} {getattr(part, 'feedback', '')}" for part in parts)])
        for card in source_cards().cards:
            if re.search(rf"\b{card.short}\b", text, re.IGNORECASE):
                called += 1
                assert set(question.sources) & {*card.keys, *card.sources}, (question.text, card.short)
    assert called > 12


def test_who_died_by_violence_died_where_the_campaigns_say() -> None:
    """Apart from two: Owen Tudor was beheaded after the battle, and Clifford was killed on the way from it."""
    places: dict[str, str] = {}
    for event in CAMPAIGNS:
        places[event["date"]] = places.get(event["date"], "") + " " + event["place"]
    violent = [one for one in find("") if one.death.how in ("battle", "executed", "killed", "murdered")]
    compared = [one for one in violent if one.died.date in places]
    apart = {one.id for one in compared
             if not {*re.findall(r"[A-Z]\w+", one.death.place)} & {*places[one.died.date].split()}}  # fmt: skip
    assert len(compared) > 30 and apart == {"owen-tudor", "clifford9"}


def texts(value: Any, sources: tuple[str, ...] = ()) -> list[tuple[str, tuple[str, ...]]]:
    """All texts in a value of JSON, each with the sources that stand beside it or around it."""
    if isinstance(value, dict):
        sources = tuple(one if isinstance(one, str) else "" for one in value.get("sources", sources))
        return [item for inner in value.values() for item in texts(inner, sources)]
    if isinstance(value, list):
        return [item for inner in value for item in texts(inner, sources)]
    return [(value, sources)] if isinstance(value, str) else []


def test_the_dead_of_towton_are_accepted_by_many_and_not_on_goodwins_word() -> None:
    """Goodwin holds that nearly one in a hundred of all people died there, so he cannot stand for the low figure."""
    files = [path for part in ("history", "replays", "quizzes", "battlefields", "lessons")
             for path in (DATA / part).rglob("*.json")]  # fmt: skip
    results = [
        one for path in files for one in texts(json.loads(path.read_text(encoding="utf-8"))) if "13,000" in one[0]
    ]
    assert len(results) >= 5
    assert all("pr-goodwin" not in sources for _text, sources in results)
    result = [text for text, _sources in results if text != "9,000 to 13,000"] + [
        line for text in PROSE.values() for line in re.findall(r"[^.;]*13,000[^.;]*", text)
    ]
    assert all("many" in text.casefold() and "most now" not in text for text in result)


def test_no_battle_was_fought_where_the_lesson_says_that_none_was() -> None:
    assert "None in Kent, in East Anglia or in the south-west" in PROSE["08_eighteen_battles"]
    fought = {battle["area"] for battle in json.loads((DATA / "history" / "battles.json").read_text(encoding="utf-8"))}
    assert not fought & {"Kent", "East Anglia", "Cornwall", "Dorset", "Somerset", "Wilts"}


def test_the_start_page_gives_each_lesson_the_time_that_it_takes() -> None:
    rows = re.findall(r"^\|.*?\((\w+)\.ipynb\).*\|(?: \d x)? (\d+)[^|]*\|$", PROSE["00_start"], re.MULTILINE)
    times = {name: re.search(r"\*\*Time\*\* (\d+)", PROSE[name]) for name, _minutes in rows}
    compared = [(name, minutes, time[1]) for name, minutes in rows if (time := times[name]) and "07" not in name]
    assert len(compared) > 10 and all(minutes == time for _name, minutes, time in compared)


def test_the_guide_divides_fifty_minutes_and_sends_nobody_to_a_second_part_alone() -> None:
    guide = PROSE["teachers_guide"]
    day = next(line for line in guide.splitlines() if line.startswith("**2 (04).**"))
    spans = [(int(begin), int(end)) for begin, end in re.findall(r"(\d+) to (\d+)", day)]
    assert [end for _begin, end in spans[:-1]] == [begin for begin, _end in spans[1:]]
    assert (spans[0][0], spans[-1][1]) == (0, 50)
    cards = len(decisions("04a")) + len(decisions("04b")) - 1  # one card is left out
    assert spans[1][1] - spans[1][0] == 5 * cards and f"{NUMBERS[cards - 1]} of the nine cards, without" in day
    three = re.search(r"\*\*Three lessons only\?\*\* ([^.]+)\.", guide)
    assert three and all(f"{part[:2]}a" in three[1] for part in re.findall(r"\d\db", three[1]))
    assert "04b does not stand alone" in guide


def test_the_lords_of_lancaster_who_stayed_away_are_those_on_the_cards() -> None:
    away = re.search(r"In history ([^.]*) did not come", PROSE["teachers_guide"])
    lords = [role.block.split("/")[0] for role in roles() if role.party == "Lancaster"]
    assert away and re.split(", | and ", away[1]) == lords
    assert f"the {NUMBERS[len(lords) - 1]} of Lancaster stayed away" in roles_html("09", known_sets()["09"])
