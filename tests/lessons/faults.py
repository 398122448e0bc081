"""What is wrong with the questions of a quiz: answers without feedback, dates out of order, names nobody knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import singledispatch
from itertools import pairwise

from roses.engine.errors import RecordError, RuleError
from roses.engine.games import describe
from roses.history.battles import works
from roses.lessons.quiz.questions import Choice, Legal, Order, Place, Question, Questions, position, verdicts
from roses.richard.tables import AREAS


def faults(quiz: Questions) -> list[str]:
    """Return what is wrong with a quiz, one sentence each, as those read it who write quizzes; [] if nothing is.

    >>> from roses.lessons.quiz.questions import Answer, questions
    >>> faults(questions("01"))
    []
    >>> answers = Answer("York"), Answer("Lancaster", "At St Albans.")
    >>> faults(Questions("Towton", (Choice(text="Who won?", answers=answers, sources=("ch-vergil",)),)))
    ['question 1 has 0 right answers', "question 1 has no feedback for 'York'"]
    """
    numbered = list(enumerate(quiz.questions, 1))
    rules = describe(quiz.game).book.numbers()
    faults = [f"question {n} {f}" for n, question in numbered for f in (*_all(question, rules), *_faults(question))]
    return faults if numbered else ["there is no question", *faults]


def _all(question: Question, rules: tuple[str, ...]) -> Iterator[str]:
    """Yield what is wrong with what all kinds of questions have."""
    for source in question.sources:
        if source not in works():
            yield f"cites {source!r}, which is not in data/history/sources.json"
    for number in question.rules:
        if number not in rules:
            yield f"cites rule {number}, which there is not"
    if not question.sources and not question.rules and not isinstance(question, Legal):
        yield "cites no source and no rule"


@singledispatch
def _faults(question: Question) -> Iterator[str]:
    """Yield what is wrong with a question of one kind."""
    raise TypeError(question)


@_faults.register
def _(question: Choice) -> Iterator[str]:
    right = sum(answer.right for answer in question.answers)
    if right < 2 if question.several else right != 1:
        yield f"has {right} right answers"
    yield from _mute((answer.text, answer.feedback, answer.right) for answer in question.answers)


@_faults.register
def _(question: Order) -> Iterator[str]:
    if len(question.items) < 3:
        yield "has fewer than three items"
    for one, other in pairwise(question.items):
        if other.date.startswith(one.date) or not one.date < other.date:
            yield f"does not have {one.text!r} before {other.text!r} by their dates"
    yield from _twice(item.text for item in question.items)


@_faults.register
def _(question: Place) -> Iterator[str]:
    if not any(spot.right for spot in question.answers):
        yield "has no right area"
    for spot in question.answers:
        if spot.area not in AREAS:
            yield f"names {spot.area!r}, which is no area of the map"
    yield from _mute((spot.area, spot.feedback, spot.right) for spot in question.answers)


@_faults.register
def _(question: Legal) -> Iterator[str]:
    try:
        state = position(question)
        answers = verdicts(question)
    except (RecordError, RuleError, ValueError) as error:
        yield f"cannot be put: {error}"
        return
    if question.side not in state.active:
        yield f"asks {question.side}, but the choice is with {' and '.join(state.active) or 'nobody'}"
    if {answer.legal for answer in answers} != {True, False}:
        yield "does not have both a legal and an illegal move"
    if nameless := [answer.move for answer in answers if not answer.rule]:
        yield f"has moves without a rule: {nameless}"
    yield from _twice(move.action for move in question.answers)


def _mute(answers: Iterable[tuple[str, str, bool]]) -> Iterator[str]:
    """Yield the wrong answers without feedback, and answers given twice."""
    listed = list(answers)
    if len(listed) < 2:
        yield "has fewer than two answers"
    for text, feedback, right in listed:
        if not right and not feedback:
            yield f"has no feedback for {text!r}"
    yield from _twice(text for text, _feedback, _right in listed)


def _twice(texts: Iterable[str]) -> Iterator[str]:
    for text, n in Counter(texts).items():
        if n > 1:
            yield f"has {text!r} {n} times"
