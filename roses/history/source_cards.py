"""Source cards: who wrote of Bosworth, when, where, from whom and for whom, and what each is worth for which question.

The data are ``data/history/source_cards.json``. A card stands for one or more entries of ``data/history/sources.json``.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from roses.engine.data import Data, read
from roses.engine.i18n import gettext as _

Grade = Literal["good", "some", "none"]


class Question(Data, frozen=True):
    """A question that sources are weighed for."""

    id: str
    text: str


class Quotation(Data, frozen=True):
    """Words of a source, and ``of`` which text they are; ``ours`` marks a translation made for this kit."""

    text: str
    of: str
    ours: bool = False


class Worth(Data, frozen=True):
    """What a source is worth for one question, and ``why``, in a few words."""

    grade: Grade
    why: str


class SourceCard(Data, frozen=True):
    """One source of a battle.

    * ``short``: its name in one word; ``kind``: "text" for what somebody wrote, "find" for what was dug up;
    * ``written`` and ``after``: its date, and how long after the battle that is;
    * ``place``, ``writer``, ``informant``, ``audience``: where, by whom, after whom and for whom;
    * ``says``: its account in our words; ``quotes``: its own words, where they are in the public domain;
    * ``check``: what else is known that bears on it; ``asks``: questions for a class;
    * ``worth``: question id to what it is worth for that question;
    * ``keys``: the ids of the works cited that stand for this source; ``sources``: those that this card rests on.
    """

    id: str
    short: str
    kind: Literal["text", "find"]
    title: str
    written: str
    after: str
    place: str
    writer: str
    informant: str
    audience: str
    says: tuple[str, ...]
    quotes: tuple[Quotation, ...]
    check: str
    asks: tuple[str, ...]
    worth: dict[str, Worth]
    keys: tuple[str, ...]
    sources: tuple[str, ...]


class SourceCards(Data, frozen=True):
    """The cards of one battle, and the questions that they are weighed for."""

    questions: tuple[Question, ...]
    cards: tuple[SourceCard, ...]


@lru_cache(maxsize=1)
def source_cards() -> SourceCards:
    """Return the source cards on Bosworth: six texts, the oldest first, then three finds.

    >>> [card.id for card in source_cards().cards]
    ['proclamation', 'york', 'valera', 'crowland', 'molinet', 'vergil', 'bones', 'grave', 'shot']
    """
    return read("history/source_cards.json", SourceCards)


def source_card(name: str) -> SourceCard:
    """Return one card by id; ValueError, which lists the known ones, for an unknown id.

    >>> source_card("york").written
    '23 August 1485'
    >>> source_card("shakespeare")
    Traceback (most recent call last):
    ValueError: there is no source card 'shakespeare'; known are proclamation, york, valera, crowland, molinet, vergil, bones, grave, shot
    """  # noqa: E501
    known = {card.id: card for card in source_cards().cards}
    if name not in known:
        said = _("there is no source card {name!r}; known are {known}")
        raise ValueError(said.format(name=name[:60], known=", ".join(known)))
    return known[name]
