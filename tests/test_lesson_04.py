"""The lesson of 1459 to 1461 in two parts: plans, steps, decision cards, sources, and answers of the engine."""

from __future__ import annotations

import json
import re

import pytest

import roses
from roses.lab import battles, ports, support
from roses.lessons.decisions import decisions
from roses.lessons.quiz.questions import questions
from roses.widgets.export.notebook import printed_lesson_html
from roses.widgets.stepper.model import StepperModel
from tests.test_history import DATA, SOURCES
from tests.test_lesson import NOTEBOOKS, cells, plan, sources

TIMELINE = roses.timeline("1459-yorks-rising")
PARTS = {"04a_yorks_rising": "04a", "04b_towton": "04b"}
each_part = pytest.mark.parametrize("name", PARTS)
CITED = re.compile(r"\[([a-z0-9-]+(?:, [a-z0-9-]+)*)\](?!\()")


def test_the_two_parts_tell_every_step_once_and_in_order() -> None:
    told = [step for name in PARTS for _minutes, _title, steps in plan(name) for step in steps]
    assert told == list(range(1, len(TIMELINE) + 1))


@each_part
def test_the_clock_leaves_more_than_half_of_a_part_for_talk(name: str) -> None:
    model = StepperModel(TIMELINE)
    for minutes, title, steps in plan(name):
        waited = 0
        for step in steps:
            model.go(step - 1)
            waited += model.wait
        assert waited < minutes * 60_000 / 2, title


@each_part
def test_a_part_tells_after_which_steps_class_mode_asks(name: str) -> None:
    steps = [step for _minutes, _title, steps in plan(name) for step in steps]
    asked = [str(step) for step in steps if TIMELINE[step - 1].question]
    told = f"stops after steps {', '.join(asked[:-1])} and {asked[-1]} and asks"
    assert any(told in text for text in sources(name, "markdown"))


@each_part
def test_steppers_print_the_steps_of_their_part_and_open_at_the_first_of_them(name: str) -> None:
    model, covered = StepperModel(TIMELINE), []
    for cell in cells(name, "code"):
        opened = re.search(r"Stepper\(timeline(?:, start=\"([^\"]+)\")?\)", "".join(cell["source"]))  # type: ignore[arg-type]
        if opened:
            model.go(opened[1] or 0)
            tag = next(tag for tag in cell["metadata"]["tags"] if tag.startswith("steps-"))  # type: ignore[index]
            first, last = map(int, tag.split("-")[1:])
            assert first == model.index + 1
            covered += range(first, last + 1)
    assert covered == [step for _minutes, _title, steps in plan(name) for step in steps]


@each_part
def test_every_card_of_the_lesson_stands_in_it_once_and_before_the_step_it_belongs_to(name: str) -> None:
    shown = re.findall(r'DecisionCard\("([^"]+)"\)', "\n".join(sources(name, "code")))
    cards = decisions(PARTS[name])
    assert shown == [card.id for card in cards] and len(cards) >= 4
    titles = [moment.title for moment in TIMELINE.moments]
    steps = [step for _minutes, _title, steps in plan(name) for step in steps]
    assert all(titles.index(card.moment) + 1 in steps for card in cards)
    assert [titles.index(card.moment) for card in cards] == sorted(titles.index(card.moment) for card in cards)


@each_part
def test_a_cell_that_only_shows_something_is_folded(name: str) -> None:
    tables = ("works(", "battles(", "ports(", "support(", "{")
    for cell in cells(name, "code"):
        last = "".join(cell["source"]).splitlines()[-1]  # type: ignore[arg-type]
        shows = not last.startswith(tables)
        assert len(cell["source"]) <= 5, last  # type: ignore[arg-type]
        jupyter = cell["metadata"]["jupyter"]  # type: ignore[index]
        assert ("source_hidden" in jupyter) == (shows or last.startswith(("works(", "support("))), last
        assert ("outputs_hidden" in jupyter) == (not shows), last


@each_part
def test_what_the_class_is_asked_has_its_answer_folded_away_after_it(name: str) -> None:
    asked = re.compile(r"\*\*(?:Predict|Explain|Check|Task|Try it|Decide)")
    for text in sources(name, "markdown"):
        assert text.count("<details") == text.count("</details>") <= 1
        if asked.search(text):
            assert text.endswith("</details>"), text[:80]


@each_part
def test_every_id_that_a_part_cites_is_among_the_works_that_it_lists(name: str) -> None:
    cited = {one for names in CITED.findall(" ".join(sources(name, "markdown"))) for one in names.split(", ")}
    known = {source["id"] for source in SOURCES}
    listed = {source.id for source in TIMELINE.replay.record.sources}
    code = "\n".join(sources(name, "code"))
    if "works(timeline)" not in code:
        listed = set(re.findall(r"[a-z0-9]+(?:-[a-z0-9]+)+", code[code.index("ids = ") :]))
    assert len(cited) > 8 and cited <= known and cited - listed == set()


@each_part
def test_on_paper_a_part_has_its_own_steps_and_no_others(name: str) -> None:
    printed = re.findall(r"<b>(\d+) / 40</b>", printed_lesson_html(NOTEBOOKS / f"{name}.ipynb"))
    assert [int(number) for number in printed] == [step for _, _, steps in plan(name) for step in steps]


def test_the_answers_are_those_of_the_engine_and_of_the_data() -> None:
    cost = ports(TIMELINE.state(5), ["March", "Warwick/Y", "Salisbury/Y", "Kent/Y"]).set_index("coast")["points"]
    assert (cost["Kent"], cost["Rutland"]) == (2, 4) and "Middlesex" not in cost.index
    assert set(cost.drop("Rutland")) == {2}
    odds = TIMELINE[23].question
    assert odds and [round(100 * (answer.odds or 0)) for answer in odds.answers] == [59, 41]
    counts = [(t.tally.total("Lancaster"), t.tally.total("York")) for t in support(TIMELINE).turns]
    assert counts == [(10, 0), (11, 6), (9, 9), (9, 6), (9, 7), (7, 8), (9, 8), (5, 8)]
    enemy, king = "Somerset, Clifford, Northumberland/L", {"Lincoln": "Henry VI"}
    for steps, share in (("", 0.99), (":1", 1.0)):
        york = ", ".join(f"{name}{steps}" for name in ("York", "Rutland", "Salisbury/Y"))
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
        told = json.loads((DATA / "quizzes" / f"{lesson}.json").read_text(encoding="utf-8"))
        assert all(question["text"].split(":")[0] in held for question in told["questions"])
