"""The quiz of a lesson: its questions in a notebook, with feedback on each answer, and the same for Python.

Questions are data, in ``questions``; ``marking`` says what each answer is told, ``page`` makes the HTML, and ``faults``
lists what is wrong with a quiz.
"""

from __future__ import annotations

from typing import Any

import msgspec

from roses.engine.i18n import gettext as _
from roses.lessons.quiz import page, questions
from roses.lessons.quiz.marking import Feedback, QuizQuestion
from roses.widgets.interactive import Interactive


class Score(msgspec.Struct, frozen=True):
    """How many of ``count`` questions are ``solved``, and how many of these by the ``first`` answer.

    >>> print(Score(3, 2, 8))
    Solved 3 of 8, 2 at the first try.
    """

    solved: int
    first: int
    count: int

    def __str__(self) -> str:
        return page.score_words(self.solved, self.first, self.count)


class Quiz(Interactive):
    """The quiz of a lesson, by its number such as "01" or "05b"; in a notebook it shows itself and answers clicks.

    In Python ``questions`` are asked, ``answer`` gives an answer and returns the feedback, and ``score`` counts what
    was answered here. What a reader clicks is counted by the browser alone. ValueError for a lesson without a quiz.

    >>> quiz = Quiz("01")
    >>> quiz.questions[0]
    <Question 1: Lancaster holds the crown. Both sides turn up an action card worth 3. Who is first player?>
    >>> print(quiz.answer(1, "Whoever rolls higher"))
    ✗ Not right. No die is rolled for this. Dice belong to battles.
    >>> print(quiz.answer(1, quiz.questions[0].right[0]).right, quiz.score)
    True Solved 1 of 8, 0 at the first try.
    """

    name = "quiz"

    def __init__(self, lesson: str) -> None:
        quiz = questions.questions(lesson)
        self.lesson, self.title = lesson, quiz.title
        self.questions = tuple(QuizQuestion(n, question) for n, question in enumerate(quiz.questions, 1))
        self._answers: dict[int, list[tuple[str, bool]]] = {question.number: [] for question in self.questions}

    def answer(self, number: int, choice: str) -> Feedback:
        """Answer a question, by its number from 1, and return the feedback.

        ``choice`` is a letter or a whole text as shown, of a place its area, of an order all letters, earliest first.
        ValueError, which lists what is known, if there is no such question or answer.
        """
        if number not in self._answers:
            message = _("there is no question {number}; the last is {last}")
            raise ValueError(message.format(number=number, last=len(self.questions)))
        question = self.questions[number - 1]
        feedback = question.mark(choice)
        if not self._is_solved(question):
            self._answers[number].append((question.read(choice), feedback.right))
        return feedback

    @property
    def score(self) -> Score:
        """Return how many questions are solved by the answers given to ``answer``."""
        solved = [question.number for question in self.questions if self._is_solved(question)]
        first = [number for number in solved if all(right for _answer, right in self._answers[number])]
        return Score(len(solved), len(first), len(self.questions))

    def _is_solved(self, question: QuizQuestion) -> bool:
        return len({answer for answer, right in self._answers[question.number] if right}) >= question.needed

    def content(self) -> str:
        """Return title and questions, each with its answers, and folded with what is said to them."""
        return page.html(self.title, self.questions)

    def data(self) -> Any:
        """Return what the script needs: what is right, and its words."""
        return page.data(self.lesson, self.questions)

    def words(self) -> str:
        """Return title and questions with their answers by letters, as plain text, without saying what is right."""
        return page.words(self.title, self.questions)

    def __repr__(self) -> str:
        return f"<Quiz {self.lesson}: {len(self.questions)} questions>"
