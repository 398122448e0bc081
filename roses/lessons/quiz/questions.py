"""Questions of quizzes as data: the four kinds, and the files of ``data/quizzes``, one for each lesson."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Literal, TypeAlias

import msgspec

from roses.engine.data import Data, read
from roses.engine.folders import folder
from roses.engine.i18n import gettext as _

Words = Annotated[str, msgspec.Meta(min_length=1)]
Day = Annotated[str, msgspec.Meta(pattern=r"^[0-9]{4}(-[01][0-9](-[0-3][0-9])?)?$")]  # a year, a month or a day


class Answer(Data, frozen=True):
    """One answer of a choice. ``feedback`` tells whoever gives it why it is right, or what leads to this mistake."""

    text: Words
    feedback: str = ""
    right: bool = False


class _Question(Data, frozen=True, kw_only=True):
    """What all questions have: words, keys of ``data/history/sources.json``, and numbers of rules for a rule's sake."""

    text: Words
    sources: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()


class Choice(_Question, frozen=True, kw_only=True, tag_field="kind", tag="choice"):
    """A question with one right answer; with ``several`` there are two or more, and all must be found.

    >>> both = (Answer("a castle"), Answer("a lord", right=True))
    >>> kept = msgspec.json.encode(Choice(text="What is Stanley?", answers=both))
    >>> msgspec.json.decode(kept, type=Question).answers[1].right
    True
    """

    answers: tuple[Answer, ...]
    several: bool = False


class Item(Data, frozen=True):
    """Something that happened on a ``date``: "1461", "1461-03" or "1461-03-29"; ``shown`` is the date in words.

    Without ``shown`` the date is written out. It is for dates that are disputed: "2 or 3 February 1461".
    """

    text: Words
    date: Day
    shown: str = ""


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
    """An action in its notation. Whether it is legal, by which rule and why, the engine says; ``feedback`` adds."""

    action: Words
    feedback: str = ""


class Legal(_Question, frozen=True, kw_only=True, tag_field="kind", tag="legal"):
    """Which of these moves is legal for ``side`` in a shipped record after ``at`` actions? There may be several.

    The position is shown, on a map or as the line-up of a battle, unless ``picture`` is false: then the text tells it.
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


def questions(lesson: str) -> Questions:
    """Return the questions of a lesson. ValueError, which lists the known ones, for a lesson without a quiz.

    DataError if the file is damaged. What the file says is checked by ``faults``.

    >>> questions("99")
    Traceback (most recent call last):
    ValueError: there is no quiz '99'; known are ...
    """
    if lesson not in quizzes():
        known = ", ".join(map(repr, quizzes()))
        raise ValueError(_("there is no quiz {lesson!r}; known are {known}").format(lesson=lesson, known=known))
    return _read(lesson)


@lru_cache(maxsize=32)
def _read(lesson: str) -> Questions:
    return read(f"quizzes/{lesson}.json", Questions)
