"""The lesson of 1459 to 1461 in two parts: decision cards, sources, and answers of the engine."""

from __future__ import annotations

import json
import re

import pytest

import roses
from roses.lab import battles, ports, support
from roses.lessons.decisions import decisions
from roses.lessons.quiz.questions import questions
from tests.lessons.stored import NOTEBOOKS, sources, steps
from tests.test_history import DATA, SOURCES

TIMELINE = roses.timeline("1459-yorks-rising")
PARTS = {"04a_yorks_rising": "04a", "04b_towton": "04b"}
each_part = pytest.mark.parametrize("name", PARTS)
CITED = re.compile(r"\[([a-z0-9-]+(?:, [a-z0-9-]+)*)\](?!\()")


@each_part
def test_every_card_of_the_lesson_stands_in_it_once_and_before_the_step_it_belongs_to(name: str) -> None:
    shown = re.findall(r'DecisionCard\("([^"]+)"\)', "\n".join(sources(name, "code")))
    cards = decisions(PARTS[name])
    assert shown == [card.id for card in cards] and len(cards) >= 4
    titles = [moment.title for moment in TIMELINE.moments]
    assert all(titles.index(card.moment) + 1 in steps(name) for card in cards)
    assert [titles.index(card.moment) for card in cards] == sorted(titles.index(card.moment) for card in cards)


@each_part
def test_every_id_that_a_part_cites_is_among_the_works_that_it_lists(name: str) -> None:
    cited = {one for names in CITED.findall(" ".join(sources(name, "markdown"))) for one in names.split(", ")}
    known = {source["id"] for source in SOURCES}
    listed = {source.id for source in TIMELINE.replay.record.sources}
    code = "\n".join(sources(name, "code"))
    if "works(roses.timeline(" not in code:
        listed = set(re.findall(r"[a-z0-9]+(?:-[a-z0-9]+)+", code[code.index("ids = ") :]))
    assert len(cited) > 8 and cited <= known and cited - listed == set()


def test_the_answers_are_those_of_the_engine_and_of_the_data() -> None:
    cost = ports(TIMELINE.state(5), ["March", "Warwick/Y", "Salisbury/Y", "Kent/Y"]).set_index("coast")["points"]
    assert (cost["Kent"], cost["Rutland"]) == (2, 4) and "Middlesex" not in cost.index
    assert set(cost.drop("Rutland")) == {2}
    odds = TIMELINE[23].question
    assert odds and [round(100 * (answer.odds or 0)) for answer in odds.answers] == [59, 41]
    counts = [(t.tally.total("Lancaster"), t.tally.total("York")) for t in support(TIMELINE).turns]
    assert counts == [(10, 0), (11, 6), (9, 9), (9, 6), (9, 7), (7, 8), (9, 8), (5, 8)]
    enemy, king = "Somerset, Clifford, Northumberland/L", {"Lincoln": "Henry VI"}
    for strength, share in (("", 0.99), (":1", 1.0)):
        york = ", ".join(f"{name}{strength}" for name in ("York", "Rutland", "Salisbury/Y"))
        lost = roses.battle_odds(roses.battle("South Yorks", {"Derby": york}, enemy, **king)).win["Lancaster"]
        assert round(lost, 2) == share
    assert battles("1460-12", "1461")["men"].tolist()[0] == "60 to 9,000"
    towton = battles("1461-03", "1461-04").set_index(["battle", "side"])["lost"]
    assert (towton["Towton", "York"], towton["Towton", "both"]) == ("800 to 8,000", "9,000 to 28,000")


@pytest.mark.parametrize("lesson", PARTS.values())
def test_the_quiz_of_a_part_asks_five_to_eight_questions(lesson: str) -> None:
    assert 5 <= len(questions(lesson).questions) <= 8


def test_what_the_notebooks_show_is_what_the_data_say_today() -> None:
    """A card or a quiz that was changed after the notebook was run would show its old text."""
    for name, lesson in PARTS.items():
        held = json.dumps(json.loads((NOTEBOOKS / f"{name}.ipynb").read_text(encoding="utf-8")), ensure_ascii=False)
        assert all(card.title in held for card in decisions(lesson))
        data = json.loads((DATA / "quizzes" / f"{lesson}.json").read_text(encoding="utf-8"))
        assert all(question["text"].split(":")[0] in held for question in data["questions"])
