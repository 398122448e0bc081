"""What is handed out in each lesson, as data: parts, positions, forms to fill in, the words of the exit slip."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, Literal

from roses.engine.data import Data, read
from roses.engine.i18n import N_
from roses.engine.i18n import gettext as _
from roses.lessons.quiz.questions import questions, quizzes
from roses.table import Table

Part = Literal[
    "maps",
    "houses",
    "decisions",
    "battles",
    "sources",
    "weights",
    "roles",
    "count",
    "form",
    "people",
    "glossary",
    "quiz",
    "slip",
]
_NAMES: Final[dict[Part, str]] = {
    "maps": N_("two maps"),
    "houses": N_("cards of the houses"),
    "decisions": N_("decision cards"),
    "battles": N_("battle cards"),
    "sources": N_("source cards"),
    "weights": N_("table of weights"),
    "roles": N_("twelve roles"),
    "count": N_("count of the lords"),
    "form": N_("forms"),
    "people": N_("index of people"),
    "glossary": N_("words"),
    "quiz": N_("quiz"),
    "slip": N_("exit slips"),
}


class Position(Data, frozen=True):
    """A position: the set-up of a scenario, or a step, from 1, of a replay."""

    scenario: str = ""
    record: str = ""
    step: int = 1
    title: str = ""


class Form(Data, frozen=True):
    """A table to fill in: heads of its columns, the first cell of each row, and lines to write on below.

    ``answers`` are the other cells of the rows, for the teacher, and ``sources`` the works that they rest on.
    """

    id: str
    title: str
    intro: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    answers: tuple[tuple[str, ...], ...] = ()
    lines: int = 0
    sources: tuple[str, ...] = ()


class Set(Data, frozen=True):
    """The hand-outs of a lesson; ``age`` is for whom it is, ``slip`` the sentence that a pupil completes at its end."""

    title: str
    minutes: int
    age: str
    parts: tuple[Part, ...]
    slip: str
    maps: tuple[Position, ...] = ()
    counts: tuple[Position, ...] = ()
    forms: tuple[Form, ...] = ()


@lru_cache(maxsize=1)
def known_sets() -> dict[str, Set]:
    """Return lesson to its hand-outs.

    >>> list(known_sets())
    ['02', '03', '04a', '04b', '05a', '05b', '06', '07a', '07b', '08', '09', '10', '11', '12', '14', '15', '16', '18']
    """
    return read("lessons/handouts.json", dict[str, Set])


def overview() -> Table:
    """Return all lessons as a table: number, title, minutes, age, how many quiz questions, and what is handed out.

    >>> print(overview().set_index("lesson").loc["12", "handed out"])
    forms, words, quiz, exit slips
    """
    rows = []
    for lesson, sheets in known_sets().items():
        number = len(questions(lesson).questions) if lesson in quizzes() else 0
        parts = ", ".join(_(_NAMES[part]) for part in sheets.parts)
        rows.append((lesson, sheets.title, sheets.minutes, sheets.age, number, parts))
    return Table(rows, columns=["lesson", "title", "minutes", "age", "quiz", "handed out"])


def chosen(lesson: str) -> tuple[str, ...]:
    """Return the lessons that a name stands for: "5" and "05" are both parts, "05a" is one.

    ValueError, which lists them all, for a name that stands for none.

    >>> chosen("5"), chosen("11")
    (('05a', '05b'), ('11',))
    >>> chosen("99")
    Traceback (most recent call last):
    ValueError: there are no hand-outs for lesson '99'; there are for 02, 03, 04a, 04b, 05a, 05b, 06, 07a, 07b, 08, ...
    """
    wanted = lesson.lower()
    wanted = f"0{wanted}" if re.fullmatch("[0-9][a-z]?", wanted) else wanted
    lessons = tuple(name for name in known_sets() if wanted in (name, name[:2]))
    if not lessons:
        message = _("there are no hand-outs for lesson {lesson!r}; there are for {known}")
        raise ValueError(message.format(lesson=lesson[:40], known=", ".join(known_sets())))
    return lessons
