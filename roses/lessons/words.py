"""Words and roles of the lessons: a glossary of thirty terms, and twelve lords of 1460 with their aims."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from roses.engine.data import Data, read
from roses.table import Table


class Term(Data, frozen=True):
    """A term with its meaning, the lessons that use it, its sources, and the rule of the game where it has one."""

    term: str
    meaning: str
    lessons: tuple[str, ...]
    sources: tuple[str, ...]
    rule: str = ""


class Role(Data, frozen=True):
    """A lord in October 1460, to be played: ``party`` is the side that he is on, or "open".

    ``aim`` is what he wants, ``fear`` what he must avoid, ``price`` what could win him. ``later`` tells what he did in
    history; it is for the teacher. ``note`` says what the block of the game hides.
    """

    block: str
    party: Literal["York", "Lancaster", "open"]
    name: str
    who: str
    aim: str
    fear: str
    price: str
    later: str
    sources: tuple[str, ...]
    note: str = ""


@lru_cache(maxsize=1)
def terms() -> tuple[Term, ...]:
    """Return the terms of the glossary, in order of the alphabet.

    >>> len(terms()), terms()[0].term
    (30, 'acclamation')
    """
    return read("lessons/glossary.json", tuple[Term, ...])


@lru_cache(maxsize=1)
def roles() -> tuple[Role, ...]:
    """Return the twelve lords: four for York, four with an open mind, four for Lancaster.

    >>> [sum(role.party == party for role in roles()) for party in ("York", "open", "Lancaster")]
    [4, 4, 4]
    """
    return read("lessons/roles.json", tuple[Role, ...])


def glossary(lesson: str = "") -> Table:
    """Return the terms of a lesson, or all, as a table: term, meaning, lessons, source ids.

    >>> glossary("12")["term"].tolist()
    ['Pretender', 'primary source']
    """
    rows = [
        (term.term, term.meaning, ", ".join(term.lessons), ", ".join(term.sources))
        for term in terms()
        if lesson in ("", *term.lessons)
    ]
    return Table(rows, columns=["term", "meaning", "lessons", "sources"])
