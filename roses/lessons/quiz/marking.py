"""Marking: a question as it is shown, its answers by letters, and what is said to each answer."""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterable
from functools import cached_property
from string import ascii_uppercase
from typing import Final, NoReturn

import msgspec

from roses.engine.i18n import gettext as _
from roses.engine.i18n import ngettext
from roses.lessons.quiz.questions import Choice, Legal, Order, Place, Question, verdicts
from roses.richard.tables import AREAS

RIGHT: Final = "✓"
WRONG: Final = "✗"


class Feedback(msgspec.Struct, frozen=True):
    """What an answer is told: whether it is ``right``, why or why not, and of a move the ``rule`` that decides it.

    >>> print(Feedback(False, "He was killed."))
    ✗ Not right. He was killed.
    """

    right: bool
    text: str = ""
    rule: str = ""

    def __str__(self) -> str:
        return " ".join(filter(None, (verdict(self.right, bool(self.rule)), self.text)))


class Option(msgspec.Struct, frozen=True):
    """One answer: its ``letter`` (of an area its name), its text, and what is said to whoever gives it."""

    letter: str
    text: str
    feedback: Feedback


def verdict(right: bool, of_a_move: bool = False) -> str:
    """Return the verdict on an answer, or on a move, as a sign and words.

    >>> verdict(True), verdict(False, of_a_move=True)
    ('✓ Right.', '✗ Not legal.')
    """
    if of_a_move:
        return f"{RIGHT} {_('Legal.')}" if right else f"{WRONG} {_('Not legal.')}"
    return f"{RIGHT} {_('Right.')}" if right else f"{WRONG} {_('Not right.')}"


class QuizQuestion:
    """A question as it is shown: its ``number`` from 1, and its answers in an order that depends on the question alone.

    ``key`` changes with the question, so that what a browser keeps of a former wording is not taken for this one.

    >>> from roses.lessons.quiz.questions import questions
    >>> question = QuizQuestion(1, questions("01").questions[0])
    >>> sorted(option.letter for option in question.options), len(question.right)
    (['A', 'B', 'C', 'D'], 1)
    """

    def __init__(self, number: int, question: Question) -> None:
        self.number, self.question = number, question
        self.key = f"{zlib.crc32(msgspec.json.encode(question)):08x}"

    @property
    def text(self) -> str:
        """Return the words of the question."""
        return self.question.text

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """Return the answers; of a place those that have feedback of their own, of an order the things to be put."""
        if isinstance(self.question, Place):
            return tuple(Option(s.area, s.area, Feedback(s.right, s.feedback)) for s in self.question.answers)
        question, answers = self.question, list[tuple[str, Feedback]]()  # in the order of the file
        if isinstance(question, Choice):
            answers = [(answer.text, Feedback(answer.right, answer.feedback)) for answer in question.answers]
        elif isinstance(question, Order):
            answers = [(item.text, Feedback(True, question.feedback)) for item in question.items]
        elif isinstance(question, Legal):
            for move, verdict in zip(question.answers, verdicts(question), strict=True):
                text = " ".join(filter(None, (verdict.reason, move.feedback)))
                answers.append((verdict.asked, Feedback(verdict.legal, text, verdict.rule)))
        return tuple(Option(letter, *answers[i]) for letter, i in zip(ascii_uppercase, self._shuffled, strict=False))

    @cached_property
    def right(self) -> tuple[str, ...]:
        """Return the letters or areas that are right; of an order all letters, in that order."""
        if isinstance(self.question, Order):
            return tuple(ascii_uppercase[self._shuffled.index(i)] for i in range(len(self._shuffled)))
        return tuple(option.letter for option in self.options if option.feedback.right)

    @property
    def needed(self) -> int:
        """Return how many right answers must be given: one, or all of them if there may be several."""
        question = self.question
        several = isinstance(question, Legal) or (isinstance(question, Choice) and question.several)
        return len(self.right) if several else 1

    @cached_property
    def _shuffled(self) -> list[int]:
        """Return the places in the file in the order shown, which is never that of the file."""
        question = self.question
        count = len(question.items if isinstance(question, Order) else question.answers)
        places = list(range(count))
        random.Random(self.key).shuffle(places)
        return places if places != sorted(places) else places[1:] + places[:1]

    def read(self, choice: str) -> str:
        """Return an answer as a letter, as an area, or as letters in order; a letter may be given by its whole text.

        ValueError, which lists what may be answered, for anything else.
        """
        if isinstance(self.question, Order):
            letters = "".join(choice.replace(",", "").split()).upper()
            return letters if sorted(letters) == sorted(self.right) else self._refuse(choice, self._letters)
        if isinstance(self.question, Place):
            return choice if choice in AREAS else self._refuse(choice, AREAS)
        by_name = {name: option.letter for option in self.options for name in (option.letter, option.text)}
        return by_name[choice] if choice in by_name else self._refuse(choice, self._letters)

    def mark(self, choice: str) -> Feedback:
        """Return what is said to an answer; ValueError, which lists what may be answered, if it is none."""
        question, answer = self.question, self.read(choice)
        if isinstance(question, Order):
            there = sum(letter == right for letter, right in zip(answer, self.right, strict=True))
            right = there == len(answer)
            return Feedback(right, question.feedback if right else in_place(there, len(answer)))
        feedback = {option.letter: option.feedback for option in self.options}
        return feedback[answer] if answer in feedback else Feedback(False, getattr(question, "other", ""))

    @property
    def _letters(self) -> list[str]:
        return [option.letter for option in self.options]

    def _refuse(self, choice: str, known: Iterable[str]) -> NoReturn:
        message = _("question {number} has no answer {choice}; known are {known}")
        raise ValueError(message.format(number=self.number, choice=repr(choice), known=", ".join(known)))

    def __repr__(self) -> str:
        return f"<Question {self.number}: {self.text}>"


def in_place(there: int, count: int) -> str:
    """Return how many things of an order stand where they belong.

    >>> in_place(1, 5)
    '1 of 5 stands where it belongs. Move the others and check again.'
    """
    message = ngettext(
        "{there} of {count} stands where it belongs. Move the others and check again.",
        "{there} of {count} stand where they belong. Move the others and check again.",
        there,
    )
    return message.format(there=there, count=count)
