"""The quiz of a lesson, with feedback on each answer, for a reader who clicks in a notebook and for Python.

``questions`` reads the questions, and has what the engine says to their moves.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterable
from functools import cached_property
from string import ascii_uppercase
from typing import Any, Final, NoReturn

import msgspec
from msgspec import structs

from roses.engine import display
from roses.engine.games import start
from roses.engine.i18n import N_, cached, ngettext
from roses.engine.i18n import gettext as _
from roses.figures.battle import describe, line_up
from roses.figures.drawing.svg import escape, tag
from roses.figures.map.geography import KINGDOM, SHAPES, campaign_frame, closeup
from roses.figures.map.svg import areas_svg, outlines_svg, position_svg, spot
from roses.history.battles import works
from roses.lessons.quiz import questions
from roses.lessons.quiz.questions import Choice, Legal, Order, Place, Question, actions, position, verdicts
from roses.richard.scenes import ratings
from roses.richard.state import State
from roses.richard.tables import AREAS
from roses.richard.view import View
from roses.widgets.html import table_html
from roses.widgets.interactive import Interactive

_SCORE: Final = N_("Solved {solved} of {count}, {first} at the first try.")
_MARGIN: Final = 36.0  # px from an area that is asked about to the edge of its picture


class Feedback(msgspec.Struct, frozen=True):
    """The feedback on an answer: whether it is ``right``, why or why not, and for a move the ``rule`` that decides.

    >>> print(Feedback(False, "He was killed."))
    ✗ Not right. He was killed.
    """

    right: bool
    text: str = ""
    rule: str = ""

    def __str__(self) -> str:
        return " ".join(filter(None, (verdict(self.right, bool(self.rule)), self.text)))


class Option(msgspec.Struct, frozen=True):
    """One answer: its ``letter`` (for an area, its name), its text, and the feedback on it."""

    letter: str
    text: str
    feedback: Feedback


def verdict(right: bool, of_a_move: bool = False) -> str:
    """Return the verdict on an answer, or on a move, as a sign and words.

    >>> verdict(True), verdict(False, of_a_move=True)
    ('✓ Right.', '✗ Not legal.')
    """
    if of_a_move:
        return f"✓ {_('Legal.')}" if right else f"✗ {_('Not legal.')}"
    return f"✓ {_('Right.')}" if right else f"✗ {_('Not right.')}"


class QuizQuestion:
    """A question as it is shown: its ``number`` from 1, and its answers in an order that depends on the question alone.

    ``key`` changes with the question, so that what a browser keeps of a former wording is not taken for this one.

    >>> question = QuizQuestion(1, questions.questions("01").questions[0])
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
        """Return the answers; of a ``Place`` those with feedback of their own, of an ``Order`` the things to order."""
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
                answers.append((verdict.move, Feedback(verdict.legal, text, verdict.rule)))
        return tuple(Option(letter, *answers[i]) for letter, i in zip(ascii_uppercase, self._order, strict=False))

    @cached_property
    def right(self) -> tuple[str, ...]:
        """Return the letters or areas that are right; for an ``Order`` all letters, in the right order."""
        if isinstance(self.question, Order):
            return tuple(ascii_uppercase[self._order.index(i)] for i in range(len(self._order)))
        return tuple(option.letter for option in self.options if option.feedback.right)

    @property
    def needed(self) -> int:
        """Return how many right answers must be given: one, or all of them if there may be several."""
        question = self.question
        several = isinstance(question, Legal) or (isinstance(question, Choice) and question.several)
        return len(self.right) if several else 1

    @cached_property
    def _order(self) -> list[int]:
        """Return the indices of the answers in the file in the order shown, which is never that of the file."""
        question = self.question
        count = len(question.items if isinstance(question, Order) else question.answers)
        indices = list(range(count))
        random.Random(self.key).shuffle(indices)
        return indices if indices != sorted(indices) else indices[1:] + indices[:1]

    def read(self, choice: str) -> str:
        """Return an answer as a letter, as an area, or as letters in order; its whole text stands for a letter.

        ValueError, which lists the possible answers, for anything else.
        """
        if isinstance(self.question, Order):
            letters = "".join(choice.replace(",", "").split()).upper()
            return letters if sorted(letters) == sorted(self.right) else self._refuse(choice, self._letters)
        if isinstance(self.question, Place):
            return choice if choice in AREAS else self._refuse(choice, AREAS)
        by_name = {name: option.letter for option in self.options for name in (option.letter, option.text)}
        return by_name[choice] if choice in by_name else self._refuse(choice, self._letters)

    def mark(self, choice: str) -> Feedback:
        """Return the feedback on an answer; ValueError, which lists the possible answers, for anything else."""
        question, answer = self.question, self.read(choice)
        if isinstance(question, Order):
            count = sum(letter == right for letter, right in zip(answer, self.right, strict=True))
            is_right = count == len(answer)
            return Feedback(is_right, question.feedback if is_right else in_place(count, len(answer)))
        feedback = {option.letter: option.feedback for option in self.options}
        return feedback[answer] if answer in feedback else Feedback(False, getattr(question, "other", ""))

    @property
    def _letters(self) -> list[str]:
        return [option.letter for option in self.options]

    def _refuse(self, choice: str, known: Iterable[str]) -> NoReturn:
        message = _("question {number} has no answer {choice}; choose from {known}")
        raise ValueError(message.format(number=self.number, choice=repr(choice), known=", ".join(known)))

    def __repr__(self) -> str:
        return f"<Question {self.number}: {self.text}>"


def in_place(there: int, count: int) -> str:
    """Return in words how many things of an order stand where they belong.

    >>> in_place(1, 5)
    '1 of 5 stands where it belongs. Move the others and check again.'
    """
    message = ngettext(
        "{there} of {count} stands where it belongs. Move the others and check again.",
        "{there} of {count} stand where they belong. Move the others and check again.",
        there,
    )
    return message.format(there=there, count=count)


class Score(msgspec.Struct, frozen=True):
    """The numbers of questions: ``count`` in all, ``solved``, and solved by the ``first`` answer.

    >>> print(Score(3, 2, 8))
    Solved 3 of 8, 2 at the first try.
    """

    solved: int
    first: int
    count: int

    def __str__(self) -> str:
        return _(_SCORE).format(solved=self.solved, first=self.first, count=self.count)


class Quiz(Interactive):
    """The quiz of a lesson, by its number such as "01" or "05b"; in a notebook it shows itself and answers clicks.

    In Python ``questions`` holds the questions, ``answer`` answers one and returns the feedback, and ``score`` counts
    these answers. What a reader clicks is counted by the browser alone. ValueError for a lesson without a quiz.

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

        ``choice`` is a letter or a whole text as shown; for a ``Place`` an area, for an ``Order`` all letters, the
        earliest first. ValueError, which lists what is known, if there is no such question or answer.
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
        """Return title and questions as HTML that is complete without a script; answers and feedback are folded."""
        outlines = outlines_svg() if any(has_map(one.question) for one in self.questions) else ""
        note = _("Your answers stay in this browser, so that a reload does not lose them; nothing is sent anywhere.")
        head = tag("h3", escape(_("Quiz: {title}").format(title=self.title)))
        foot = tag("p", tag("small", escape(note)), **{"class": "quiz-kept roses-unprinted", "hidden": ""})
        sections = (question_html(one, len(self.questions)) for one in self.questions)
        return "".join((head, outlines, *sections, foot))

    def data(self) -> dict[str, Any]:
        """Return what the script needs: keys and right answers of the questions, and texts."""
        facts = []
        for one in self.questions:
            fact: dict[str, Any] = {"key": one.key, "right": one.right, "needed": one.needed}
            if isinstance(one.question, Order):
                count = len(one.options)
                fact["there"] = [f"{verdict(False)} {in_place(there, count)}" for there in range(count)]
            if isinstance(one.question, Place):
                fact |= {"other": f"{verdict(False)} {one.question.other}", "areas": sorted(SHAPES)}
            facts.append(fact)
        words = {
            "score": _(_SCORE),
            "next": _("Next question"),
            "anew": _("Begin anew"),
            "check": _("Check the order"),
            "up": _("Earlier: {thing}"),
            "down": _("Later: {thing}"),
            "moved": _("{thing} is now {n} of {count}."),
            "area": _("Or choose an area by its name"),
            "answer": _("Answer"),
            "go": _("Question {n}"),
            "gone": _("Question {n}, solved"),
            "lost": _("This browser keeps nothing here: a reload begins the quiz anew."),
            "right": verdict(True),
            "wrong": verdict(False),
        }
        return {"lesson": self.lesson, "words": words, "questions": facts}

    def words(self) -> str:
        """Return title and questions with their answers by letters, as plain text, without saying what is right."""
        lines = [_("Quiz: {title}").format(title=self.title)]
        for one in self.questions:
            lines += ["", f"{one.number}. {one.text}"]
            if not isinstance(one.question, Place):
                lines += [f"   {option.letter}  {option.text}" for option in one.options]
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<Quiz {self.lesson}: {len(self.questions)} questions>"


# ---- as HTML


def question_html(entry: QuizQuestion, count: int) -> str:
    """Return a question as HTML: its words, its picture, its answers by letters, folded feedback, and its sources."""
    question = entry.question
    number = _("Question {n} of {count}").format(n=entry.number, count=count)
    figure, answers = picture(question), ""
    if not isinstance(question, Place):
        labels = ((o.letter, tag("b", o.letter) + " " + escape(o.text)) for o in entry.options)
        items = (tag("li", tag("span", b, **{"class": "quiz-answer"}), **{"data-answer": a}) for a, b in labels)
        answers = tag("ul", *items, **{"class": "quiz-answers"})
    names = [works()[source].cited for source in question.sources]
    names += [_("rule {number}").format(number=number) for number in question.rules]
    if isinstance(question, Legal):
        names.append(_("the rules of the game, by the engine"))
    sources = tag("small", escape(_("Rests on: {names}").format(names=" · ".join(names))))
    inside = (
        tag("h4", escape(number), tabindex="-1"),
        tag("p", escape(entry.text), **{"class": "quiz-text"}),
        tag(
            "div",
            tag("figure", figure, tabindex="0", aria_label=_("Picture of the question")) if figure else "",
            tag("div", answers, _key(entry), tag("p", sources, **{"class": "quiz-sources"}), **{"class": "quiz-side"}),
            **{"class": "quiz-body"},
        ),
    )
    kind = question.__struct_config__.tag
    return tag("section", *inside, **{"class": "quiz-question", "data-kind": kind})


def _key(entry: QuizQuestion) -> str:
    """Return the feedback on every answer, folded: without a script this is where the answers are."""
    question = entry.question
    if isinstance(question, Order):
        lines = []
        for letter, item in zip(entry.right, question.items, strict=True):
            date = tag("small", escape(item.date_text), **{"class": "quiz-when"})
            lines.append(tag("li", escape(item.text), " ", date, **{"data-for": letter}))
        inside = tag("ol", *lines) + tag("p", escape(f"{verdict(True)} {question.feedback}"), **{"class": "quiz-close"})
    else:
        lines = []
        for option in entry.options:
            feedback = tag("span", escape(str(option.feedback)), **{"class": "quiz-words"})
            lines.append(tag("li", tag("b", escape(option.letter)), " ", feedback, **{"data-for": option.letter}))
        inside = tag("ul", *lines)
    if isinstance(question, Place):
        inside += tag("p", escape(_("Any other area: {feedback}").format(feedback=question.other)))
    return tag("details", tag("summary", escape(_("Answers"))), inside, **{"class": "quiz-key roses-unprinted"})


def has_map(question: Question) -> bool:
    """Tell whether the picture of a question needs the outlines of the plain map."""
    if isinstance(question, Legal):
        if not question.picture:
            return False
        view = position(question).view(question.side)
        return isinstance(view, View) and not _in_battle(view)
    return isinstance(question, Place)


def picture(question: Question) -> str:
    """Return a map as SVG or the line-up of a battle as a table, "" for questions that show nothing."""
    if isinstance(question, Place):
        return _areas()
    return _position(question) if isinstance(question, Legal) and question.picture else ""


@cached(maxsize=1)
def _areas() -> str:
    def place(area: str) -> dict[str, Any]:  # the script makes a button of it
        x, y = spot(area)
        return {"data_area": area, "data_x": x, "data_y": y}

    text = _("Map of England and Wales with the names of its areas.")
    empty = structs.replace(start("richard-iii", "1483").view("York"), pieces=())
    return areas_svg(_("Map of the areas"), text, place, empty)


@cached(maxsize=32)
def _position(question: Legal) -> str:
    """Return what the side that chooses sees: the line-up, the map round the moves, or the board of another game."""
    state = position(question)
    view = state.view(question.side)
    if not isinstance(view, View):
        return str(display.render(view, display.SVG))
    if _in_battle(view):
        return _lines(state, view)
    names: set[str] = set()  # of areas and blocks that the moves name
    for action in actions(question):
        for field in action.__struct_fields__:
            value = getattr(action, field)
            names.update(value if isinstance(value, tuple) else (value,))
    areas = names | {piece.place for piece in view.pieces if piece.block in names}
    near = sorted(areas & SHAPES.keys()) or ["Leicester"]
    spots = [SHAPES[area].label for area in near]
    frames = (closeup(*near), campaign_frame(near))  # the smaller first
    frame = next((frame for frame in frames if all(frame.holds(x, y, _MARGIN) for x, y in spots)), KINGDOM)
    return position_svg(view, frame)


def _in_battle(view: View) -> bool:
    return bool(view.battle and view.battle.round)


def _lines(state: State, view: View) -> str:
    """Return the blocks of a battle as a table: house, name, rating, steps, and what they do now."""
    rating = ratings(state)
    rows = []
    for standing in sorted(line_up(view), key=lambda standing: standing.side):
        if standing.fate == "turned":
            continue
        piece = standing.piece
        steps = "" if standing.fate else str(piece.steps or "?")
        if standing.fate:
            now = _("lost")
        elif piece.reserve:
            now = _("in reserve")
        else:
            now = _("acts now") if standing.acts else _("has acted") if piece.acted else _("still to act")
        rows.append((standing.side, piece.block or _("unseen block"), rating.get(piece.block or "", ""), steps, now))
    columns = (_("House"), _("Block"), _("Rating"), _("Steps"), _("Now"))
    return table_html(f"{view.battle.area if view.battle else ''}: {describe(view)}", columns, rows)
