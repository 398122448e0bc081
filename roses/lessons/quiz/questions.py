"""Questions of quizzes, in one file of ``data/quizzes`` for each lesson, and what the engine says to their moves."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from roses.engine.data import Data, read
from roses.engine.games import start
from roses.engine.i18n import cached
from roses.engine.i18n import gettext as _
from roses.engine.loading import folder
from roses.engine.replay import Replay, find
from roses.history.people import When

Words = Annotated[str, msgspec.Meta(min_length=1)]
Day = Annotated[str, msgspec.Meta(pattern=r"^[0-9]{4}(-[01][0-9](-[0-3][0-9])?)?$")]  # a year, a month or a day


class Answer(Data, frozen=True):
    """One answer of a choice. ``feedback`` tells whoever gives it why it is right, or what leads to this mistake."""

    text: Words
    feedback: str = ""
    right: bool = False


class _Question(Data, frozen=True, kw_only=True):
    """The base of all questions: ``sources`` are keys of ``data/history/sources.json``, ``rules`` numbers of rules."""

    text: Words
    sources: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()


class Choice(_Question, frozen=True, kw_only=True, tag_field="kind", tag="choice"):
    """A question with one right answer; with ``several`` there are two or more, and a reader must give them all.

    >>> both = (Answer("a castle"), Answer("a lord", right=True))
    >>> text = msgspec.json.encode(Choice(text="What is Stanley?", answers=both))
    >>> msgspec.json.decode(text, type=Question).answers[1].right
    True
    """

    answers: tuple[Answer, ...]
    several: bool = False


class Item(Data, frozen=True):
    """An event with its ``date``: "1461", "1461-03" or "1461-03-29".

    ``shown`` is for dates that are disputed: "2 or 3 February 1461".
    """

    text: Words
    date: Day
    shown: str = ""

    @property
    def date_text(self) -> str:
        """The date in words.

        >>> Item("Towton", "1461-03-29").date_text, Item("Towton", "1461-03").date_text, Item("?", "1461").date_text
        ('29 March 1461', 'March 1461', '1461')
        """
        return self.shown or str(When(self.date))


class Order(_Question, frozen=True, kw_only=True, tag_field="kind", tag="order"):
    """Things to be put in order of time; the file holds them in that order. ``feedback`` closes the question."""

    items: tuple[Item, ...]
    feedback: Words


class Spot(Data, frozen=True):
    """An area of the map as an answer."""

    area: str
    feedback: str = ""
    right: bool = False


class Place(_Question, frozen=True, kw_only=True, tag_field="kind", tag="place"):
    """A place to be found on the map; ``other`` is the feedback for areas that are not among the answers."""

    answers: tuple[Spot, ...]
    other: Words


class Move(Data, frozen=True):
    """An action in its notation. The engine says whether it is legal, by which rule and why; ``feedback`` is added."""

    action: Words
    feedback: str = ""


class Legal(_Question, frozen=True, kw_only=True, tag_field="kind", tag="legal"):
    """A question: which of these moves are legal for ``side`` in a shipped record after ``at`` actions?

    A map or a line-up of a battle shows the position, unless ``picture`` is false: then the text describes it.
    """

    record: str
    at: int
    side: str
    answers: tuple[Move, ...]
    picture: bool = True


Question: TypeAlias = Choice | Order | Place | Legal


class Questions(Data, frozen=True):
    """The quiz of a lesson, as its file holds it; the numbers of its rules are those of ``game``."""

    title: Words
    questions: tuple[Question, ...]
    game: Literal["richard-iii", "lancaster"] = "richard-iii"


def quizzes() -> tuple[str, ...]:
    """Return the numbers of the lessons that have a quiz.

    >>> "01" in quizzes()
    True
    """
    return tuple(sorted(path.stem for path in (folder("data") / "quizzes").glob("*.json")))


@lru_cache(maxsize=32)
def questions(lesson: str) -> Questions:
    """Return the questions of a lesson. ValueError, which lists the known ones, for a lesson without a quiz.

    DataError if the file is damaged.

    >>> questions("99")
    Traceback (most recent call last):
    ValueError: there is no quiz '99'; choose from ...
    """
    if lesson not in quizzes():
        known = ", ".join(map(repr, quizzes()))
        raise ValueError(_("there is no quiz {lesson!r}; choose from {known}").format(lesson=lesson, known=known))
    return read(f"quizzes/{lesson}.json", Questions)


def position(question: Legal) -> Any:
    """Return the state in which the moves of a question are judged.

    RecordError if the record cannot be read or played, ValueError if it has no such position.
    """
    replay = _load_replay(question.record)
    if not 0 <= question.at < len(replay):
        message = _("there is no position {at} in {record}; its last is {last}")
        raise ValueError(message.format(at=question.at, record=question.record, last=len(replay) - 1))
    return replay[question.at]


def actions(question: Legal) -> tuple[Any, ...]:
    """Return the moves of a question; RuleError if a notation names no action."""
    state = position(question)
    return tuple(state.read(move.action, question.side) for move in question.answers)


class Verdict(msgspec.Struct, frozen=True):
    """What the engine says to a ``move``: whether it is ``legal``, by which ``rule``, and the ``reason``."""

    move: str
    legal: bool
    rule: str
    reason: str


@cached(maxsize=128)
def verdicts(question: Legal) -> tuple[Verdict, ...]:
    """Return what the engine says to each move, in words for the side of the question.

    RuleError if a notation names no action, ValueError if there is no such side or position.

    >>> moves = tuple(Move(f"Oxford marches to {area}") for area in ("Glamorgan", "Ireland"))
    >>> question = Legal(text="Whither?", record="1483-richard-iii", at=91, side="Lancaster", answers=moves)
    >>> [(verdict.legal, verdict.rule) for verdict in verdicts(question)]
    [(True, '1.2'), (False, '2.7')]
    """
    state, result = position(question), []
    for action in actions(question):
        if legal := action in state.legal_actions(question.side):
            rule, detail = state.rule, state.detail(action)
            reason = (_("Rule {rule}: {detail}.") if detail else _("Rule {rule}.")).format(rule=rule, detail=detail)
        else:
            rule, why = state.reason(action, question.side) or (state.rule, state.question)
            reason = _("{reason} (rule {rule}).").format(reason=why[:1].upper() + why[1:], rule=rule)
        result.append(Verdict(str(action), legal, rule, reason))
    return tuple(result)


@lru_cache(maxsize=8)
def _load_replay(name: str) -> Replay:
    return Replay(find(name), start)
