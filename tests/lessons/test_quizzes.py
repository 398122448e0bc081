"""The quizzes of the lessons: every file of ``data/quizzes`` is whole, and every fault that can be made is found."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from roses.engine.loading import DataError, folder
from roses.lessons.quiz.questions import Legal, Questions, questions, quizzes, verdicts
from tests.lessons.faults import faults

ALL = quizzes()
RIGHT = {"text": "Henry", "right": True}
CHOICE = {
    "kind": "choice",
    "text": "Who won at Bosworth?",
    "answers": [RIGHT, {"text": "Richard", "feedback": "He was killed."}],
    "sources": ["ch-vergil"],
}
ORDER = {
    "kind": "order",
    "text": "In order of time?",
    "items": [{"text": name, "date": date} for name, date in (("a", "1459"), ("b", "1460-07"), ("c", "1460-12-30"))],
    "feedback": "So it was.",
    "sources": ["ch-vergil"],
}
PLACE = {
    "kind": "place",
    "text": "Where is Bosworth?",
    "answers": [{"area": "Leicester", "right": True}, {"area": "Derby", "feedback": "Next door."}],
    "other": "Look at the middle of the map.",
    "sources": ["ch-vergil"],
}
LEGAL = {
    "kind": "legal",
    "text": "Which is legal?",
    "record": "1483-richard-iii",
    "at": 143,
    "side": "York",
    "answers": [{"action": "Northumberland/Y passes"}, {"action": "Northumberland/Y retreats to Warwick"}],
}
KINDS = {question["kind"]: question for question in (CHOICE, ORDER, PLACE, LEGAL)}
A, B = LEGAL["answers"]  # type: ignore[misc]


def quiz(*given: dict[str, Any]) -> Questions:
    return msgspec.convert({"title": "Bosworth", "questions": list(given)}, Questions)


def items(*dates: str) -> list[dict[str, str]]:
    return [{"text": f"thing {n}", "date": date} for n, date in enumerate(dates)]


@pytest.mark.parametrize("lesson", ALL)
def test_a_quiz_of_the_kit_has_no_fault(lesson: str) -> None:
    result = questions(lesson)
    assert faults(result) == []
    assert 5 <= len(result.questions) <= 8


@pytest.mark.parametrize("lesson", ALL)
def test_the_quiz_of_a_lesson_is_asked_in_its_notebook(lesson: str) -> None:
    """A lesson of two parts, 04a and 04b, may have one quiz."""
    parts = [path for path in folder("notebooks").glob("*.ipynb") if re.match(rf"{lesson}[ab]?_", path.name)]
    asked = f'Quiz(\\"{lesson}\\")'
    assert not parts or sum(path.read_text(encoding="utf-8").count(asked) for path in parts) == 1


def test_no_file_lies_beside_the_quizzes() -> None:
    assert {path.name for path in (folder("data") / "quizzes").iterdir()} == {f"{name}.json" for name in ALL}


def test_a_whole_quiz_of_all_kinds_has_no_fault() -> None:
    assert faults(quiz(CHOICE, ORDER, PLACE, LEGAL)) == []


@pytest.mark.parametrize(
    ("kind", "changed", "fault"),
    [
        ("choice", {"answers": [RIGHT, {"text": "Richard"}]}, "has no feedback for 'Richard'"),
        ("choice", {"answers": [RIGHT, {"text": "Tudor", "right": True}]}, "has 2 right answers"),
        ("choice", {"several": True}, "has 1 right answers"),
        ("choice", {"answers": [RIGHT]}, "has fewer than two answers"),
        ("choice", {"answers": [RIGHT, {"text": "Henry", "feedback": "?"}]}, "has 'Henry' 2 times"),
        ("choice", {"sources": []}, "cites no source and no rule"),
        ("choice", {"sources": ["ch-nobody"]}, "cites 'ch-nobody', which is not in data/history/sources.json"),
        ("choice", {"rules": ["6.99"]}, "cites rule 6.99, which there is not"),
        ("order", {"items": items("1460", "1460", "1461")}, "does not have 'thing 0' before 'thing 1' by their dates"),
        ("order", {"items": items("1461-03", "1461-03-29", "1462")}, "does not have 'thing 0' before 'thing 1' by"),
        ("order", {"items": items("1462", "1461", "1463")}, "does not have 'thing 0' before 'thing 1' by their dates"),
        ("order", {"items": items("1460", "1461")}, "has fewer than three items"),
        ("place", {"answers": [{"area": "York", "right": True}]}, "names 'York', which is no area of the map"),
        ("place", {"answers": [{"area": name, "feedback": "?"} for name in ("Kent", "Essex")]}, "no right area"),
        ("legal", {"answers": [A]}, "does not have both a legal and an illegal move"),
        ("legal", {"answers": [B]}, "does not have both a legal and an illegal move"),
        ("legal", {"answers": [A, B, B]}, "has 'Northumberland/Y retreats to Warwick' 2 times"),
        ("legal", {"answers": [A, {"action": "Northumberland sulks"}]}, "cannot be read as a move"),
        ("legal", {"side": "Lancaster"}, "asks Lancaster, but the choice is with York"),
        ("legal", {"at": 9999}, "there is no position 9999 in 1483-richard-iii"),
        ("legal", {"record": "1066"}, "cannot be put"),
    ],
)
def test_a_fault_is_found(kind: str, changed: dict[str, Any], fault: str) -> None:
    result = faults(quiz(KINDS[kind] | changed))
    assert [text for text in result if fault in text], result
    assert all(text.startswith("question 1 ") for text in result)


def test_a_quiz_without_questions_is_a_fault() -> None:
    assert faults(quiz()) == ["there is no question"]


@pytest.mark.parametrize("changed", [{"texts": "?"}, {"text": ""}, {"kind": "riddle"}, {"answers": [{"text": ""}]}])
def test_a_file_of_another_form_is_refused(changed: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        quiz(CHOICE | changed)


@pytest.mark.parametrize("date", ["22 August 1485", "1485-8-22", "1485-08-22T12", ""])
def test_a_date_of_another_form_is_refused(date: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        quiz(ORDER | {"items": items(date)})


def test_a_damaged_file_is_named(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "quizzes").mkdir()
    (tmp_path / "quizzes" / "x.json").write_text('{"title": "Bosworth", "questions": 5}')
    for module in ("roses.lessons.quiz.questions", "roses.engine.data"):
        monkeypatch.setattr(f"{module}.folder", lambda _name: tmp_path)
    with pytest.raises(DataError, match=r"data/quizzes/x\.json: .*questions"):
        questions("x")


def test_a_move_keeps_its_reason_and_the_number_of_its_rule() -> None:
    """The engine's words for the retreat by which the enemy came; a quiz never says by itself what is legal."""
    asked = quiz(LEGAL).questions[0]
    assert isinstance(asked, Legal)
    passes, retreats = verdicts(asked)
    assert passes.legal and not retreats.legal
    assert retreats.rule == "6.6" and retreats.reason == "The enemy came over the border Leicester/Warwick (rule 6.6)."
