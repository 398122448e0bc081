"""Questions for a class in the records of the kit: answers, the step that tells them, and odds as the kit has them."""

from __future__ import annotations

import msgspec
import pytest

import roses
from roses.engine.errors import RecordError
from roses.engine.record import Answer, Moment, Question, Record, dumps, loads
from roses.engine.replay import shipped, shipped_names
from roses.odds import answer_odds
from tests.tools.records import renew

RECORD = shipped("1483-richard-iii")
ASKED = [(n, m, m.question) for n, m in enumerate(RECORD.moments) if m.question]
WORDS = 30


def test_the_campaign_of_1483_has_questions_in_both_halves_of_its_lesson() -> None:
    assert 5 <= len(ASKED) <= 8
    rising = next(n for n, m in enumerate(RECORD.moments) if m.date.endswith("1484"))
    assert {n < rising for n, _m, _q in ASKED} == {True, False}


def test_the_odds_of_the_record_are_those_that_the_kit_computes() -> None:
    bare = msgspec.structs.replace(RECORD, moments=tuple(_without_odds(m) for m in RECORD.moments))
    assert bare != RECORD
    assert renew(bare) == RECORD


@pytest.mark.parametrize("name", shipped_names())
def test_what_is_computed_in_a_record_follows_from_its_actions_and_moments(name: str) -> None:
    assert renew(shipped(name)) == shipped(name)


def _without_odds(moment: Moment) -> Moment:
    if moment.question is None:
        return moment
    answers = tuple(msgspec.structs.replace(a, odds=None) for a in moment.question.answers)
    return msgspec.structs.replace(moment, question=msgspec.structs.replace(moment.question, answers=answers))


@pytest.mark.parametrize(("number", "moment", "asked"), ASKED, ids=[m.title for _n, m, _q in ASKED])
def test_a_question_is_short_and_its_odds_are_those_before_its_answer_is_told(
    number: int, moment: Moment, asked: Question
) -> None:
    value = RECORD.moments[number + asked.after]
    assert len(asked.text.split()) <= WORDS and all(len(a.text.split()) <= WORDS / 2 for a in asked.answers)
    odds = [a.odds for a in asked.answers if a.odds is not None]
    assert (asked.odds_at is None) == (not odds) == (not asked.odds_from)
    assert not odds or (moment.at <= (asked.odds_at or 0) <= value.at and sum(odds) == pytest.approx(1))


def test_answers_without_an_outcome_have_no_odds() -> None:
    state = roses.replay("1483-richard-iii")[115]
    answers = [Answer("York.", ("wins", "York")), Answer("It rains."), Answer("Oxford lives.", ("lives", "Oxford"))]
    york, rain, oxford = answer_odds(answers, roses.battle_odds(state))
    assert rain is None and york is not None and oxford is not None
    assert york > oxford > 0.5


def test_a_roll_decides_no_battle() -> None:
    with pytest.raises(ValueError, match="wins York' needs the odds of a battle"):
        answer_odds([Answer("York.", ("wins", "York"))], roses.replay("1483-richard-iii")[131])


def test_a_record_with_a_question_is_written_and_read_and_one_without_has_no_word_of_it() -> None:
    asked = Question("Who?", (Answer("York.", ("wins", "York"), 0.25), Answer("Nobody.")), 1, odds_at=0)
    record = Record("richard-iii", "1483", (), moments=(Moment(0, "1483", "York", "Rain.", question=asked),))
    assert loads(dumps(record)) == record
    assert "question" not in dumps(msgspec.structs.replace(record, moments=(Moment(0, "1483", "York", "Rain."),)))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ('"history": 2', "has 2 answers; history= names number 3"),
        ('"history": 0, "after": 0', ">= 1"),
        ('"history": 0, "mood": "grim"', "mood"),
    ],
)
def test_a_question_that_cannot_be_is_refused(wrong: str, said: str) -> None:
    answers = '"answers": [{"text": "York."}, {"text": "Nobody.", "odds": 0.5}]'
    moment = f'{{"at": 0, "date": "", "place": "", "text": "", "question": {{"text": "Who?", {answers}, {wrong}}}}}'
    text = f'{{"game": "richard-iii", "scenario": "1483", "entries": [], "moments": [{moment}]}}'
    with pytest.raises(RecordError, match=said):
        loads(text)
