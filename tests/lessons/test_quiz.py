"""A quiz in Python: letters that stay, feedback on each kind of answer, the score, and what its HTML says and hides."""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec
import pytest

from roses.lessons import quiz as package
from roses.lessons.quiz import Quiz, QuizQuestion
from roses.lessons.quiz.questions import Question, quizzes
from roses.richard.tables import AREAS
from tests.lessons.test_quizzes import CHOICE, KINDS, LEGAL, ORDER, PLACE

SEVERAL = CHOICE | {"several": True, "answers": [*CHOICE["answers"], {"text": "Stanley", "right": True}]}  # type: ignore[misc]


def asked(given: dict[str, Any]) -> QuizQuestion:
    return QuizQuestion(1, msgspec.convert(given, Question))


@pytest.fixture
def quiz(monkeypatch: pytest.MonkeyPatch) -> Quiz:
    """A quiz with a question of each kind: choice, order, place, legal, and a choice of several."""
    given = {"title": "Bosworth", "questions": [CHOICE, ORDER, PLACE, LEGAL, SEVERAL]}
    read = msgspec.convert(given, package.questions.Questions)
    monkeypatch.setattr("roses.lessons.quiz.questions.questions", lambda _lesson: read)
    return Quiz("xx")


def html(quiz: Quiz) -> str:
    return quiz.html().split("<script", 1)[0]


def test_each_kind_of_answer_has_its_feedback(quiz: Quiz) -> None:
    assert str(quiz.answer(1, "Richard")) == "✗ Not right. He was killed."
    assert quiz.answer(1, "Henry").right
    assert str(quiz.answer(3, "Derby")) == "✗ Not right. Next door."
    assert str(quiz.answer(3, "Kent")) == "✗ Not right. Look at the middle of the map."
    assert quiz.answer(3, "Leicester").right
    illegal = quiz.answer(4, "Northumberland/Y retreats to Warwick")
    assert illegal.rule == "6.6"
    assert str(illegal) == "✗ Not legal. The enemy came over the border Leicester/Warwick (rule 6.6)."
    assert str(quiz.answer(4, "Northumberland/Y passes")) == "✓ Legal. Rule 6.2."


def test_an_order_says_how_many_stand_where_they_belong(quiz: Quiz) -> None:
    right = quiz.questions[1].right
    first, second, third = right
    assert str(quiz.answer(2, f"{second} {first} {third}")).startswith("✗ Not right. 1 of 3 stands where it belongs.")
    assert str(quiz.answer(2, f"{second} {third} {first}")).startswith("✗ Not right. 0 of 3 stand where they belong.")
    assert str(quiz.answer(2, ", ".join(right).lower())) == "✓ Right. So it was."


def test_the_score_counts_first_tries_and_all_of_several(quiz: Quiz) -> None:
    assert str(quiz.score) == "Solved 0 of 5, 0 at the first try."
    quiz.answer(1, "Henry")
    quiz.answer(3, "Kent")
    quiz.answer(3, "Leicester")
    quiz.answer(5, "Henry")
    assert (quiz.score.solved, quiz.score.first) == (2, 1)
    quiz.answer(5, "Henry")
    assert quiz.score.solved == 2
    quiz.answer(5, "Stanley")
    quiz.answer(1, "Richard")  # after it is solved an answer is told, and counts no more
    assert (quiz.score.solved, quiz.score.first) == (3, 2)


@pytest.mark.parametrize(
    ("number", "choice", "said"),
    [
        (1, "E", "question 1 has no answer 'E'; choose from A, B"),
        (2, "AAB", "question 2 has no answer 'AAB'; choose from A, B, C"),
        (3, "York", "question 3 has no answer 'York'; choose from Caernarvon,"),
        (9, "A", "there is no question 9; the last is 5"),
    ],
)
def test_an_answer_that_there_is_not_is_refused(quiz: Quiz, number: int, choice: str, said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        quiz.answer(number, choice)


@pytest.mark.parametrize("kind", KINDS)
def test_answers_stand_in_an_order_that_depends_on_the_question_alone(kind: str) -> None:
    one, again, other = asked(KINDS[kind]), asked(KINDS[kind]), asked(KINDS[kind] | {"text": "What else?"})
    assert [option.text for option in one.options] == [option.text for option in again.options]
    assert one.key == again.key != other.key


def test_the_right_answer_is_not_always_the_first() -> None:
    choices = [one for name in quizzes() for one in Quiz(name).questions if one.question.__class__.__name__ == "Choice"]
    first = sum(one.right[0] == "A" for one in choices)
    assert len(choices) > 15 and 0 < first < len(choices) / 2


def test_an_order_never_stands_right_at_first() -> None:
    for n in range(50):
        one = asked(ORDER | {"text": f"In order {n}?"})
        assert "".join(one.right) != "ABC"


def test_words_ask_and_do_not_tell(quiz: Quiz) -> None:
    text = quiz.words()
    assert "1. Who won at Bosworth?" in text and "Richard" in text
    assert "killed" not in text and "✓" not in text and "Leicester" not in text


def test_without_a_script_answers_are_folded_and_not_printed(quiz: Quiz) -> None:
    shown = html(quiz)
    folded = re.findall(r'<details class="quiz-key roses-unprinted">.*?</details>', shown)
    assert len(folded) == 5
    rest = re.sub(r"<details.*?</details>", "", shown)
    assert "He was killed." in "".join(folded) and "He was killed." not in rest
    assert "✓" not in rest and "rule 6.6" not in rest
    assert "<button" not in rest  # a button without a script does nothing


def test_every_area_can_be_clicked_and_named(quiz: Quiz) -> None:
    assert sorted(re.findall(r'data-area="([^"]+)"', html(quiz))) == sorted(AREAS)
    facts = json.loads(re.findall(r'class="roses-data">(.*?)</script>', quiz.html())[0])["questions"][2]
    assert facts["areas"] == sorted(AREAS) and facts["right"] == ["Leicester"]


def test_every_outline_that_a_map_refers_to_is_there(quiz: Quiz) -> None:
    shown = html(quiz)
    asked_for, there = set(re.findall(r'href="#([^"]+)"', shown)), set(re.findall(r' id="([^"]+)"', shown))
    assert asked_for and asked_for <= there


def test_a_position_holds_what_its_side_may_know() -> None:
    """Henry's blocks in Pembroke are unseen by York, who is asked."""
    at = LEGAL | {"at": 85, "answers": [{"action": f"Gloucester marches to {a}"} for a in ("Derby", "Pembroke")]}
    shown = "".join(package.picture(msgspec.convert(at, Question)))
    assert "unseen block of Lancaster" in shown
    assert "Oxford, Lancaster" not in shown and "Richmond" not in shown


def test_a_position_that_the_text_tells_is_not_shown() -> None:
    at = LEGAL | {"at": 85, "picture": False, "answers": [{"action": "Gloucester marches to Derby"}]}
    question = msgspec.convert(at, Question)
    assert package.picture(question) == "" and not package.has_map(question)


def test_a_battle_is_shown_as_its_line_up(quiz: Quiz) -> None:
    table = re.search(r"<table>.*?</table>", html(quiz))
    assert table and "Leicester: Round 2 of 4. York defends" in table[0]
    assert re.findall(r"<td>Northumberland/Y</td><td>(.*?)</td><td>(.*?)</td><td>(.*?)</td>", table[0]) == [
        ("B3", "3", "acts now")
    ]


def test_dates_are_written_out_or_as_their_file_says(quiz: Quiz) -> None:
    assert re.findall(r'"quiz-when">(.*?)<', html(quiz)) == ["1459", "July 1460", "30 December 1460"]


def test_the_html_asks_the_network_for_nothing(quiz: Quiz) -> None:
    assert not re.search(r'(src|href)="(?!#)|https?://(?!www\.w3\.org)|url\(', quiz.html())


def test_sources_and_rules_stand_below_a_question(quiz: Quiz) -> None:
    assert html(quiz).count("Rests on: Vergil, ed. 1844") == 4


@pytest.mark.parametrize("given", [PLACE, LEGAL | {"at": 85, "answers": [{"action": "Gloucester marches to Derby"}]}])
def test_a_map_keeps_its_attribution(given: dict[str, Any]) -> None:
    assert "Contains OS data" in package.picture(msgspec.convert(given, Question))
