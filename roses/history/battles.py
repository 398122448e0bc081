"""The eighteen battles: figures and dates of each, its account in phases, how the game can show it, and the sources.

Figures are in ``data/history/battles.json``, accounts in ``data/history/battles/``, one file for each battle. Every
statement has the ids of its sources, from ``data/history/sources.json``. Source cards, in
``data/history/source_cards.json``, say who wrote about Bosworth, when, where, on whose word and for whom, and how much
each source is worth for each question.
"""

from __future__ import annotations

from difflib import get_close_matches
from functools import lru_cache
from typing import Literal

import msgspec

from roses.engine.data import Data, read
from roses.engine.errors import no_text
from roses.engine.i18n import gettext as _

Grade = Literal["good", "some", "none"]


class Work(msgspec.Struct, frozen=True):
    """A work: its ``short`` name, full ``title``, and when it was ``written`` if it is a primary source, else ""."""

    id: str
    short: str
    title: str
    written: str = ""

    @property
    def cited(self) -> str:
        """The short name and, for a primary source, when it was written.

        >>> works()["ch-mancini"].cited
        'Mancini, ed. 1969 (written December 1483)'
        """
        return _("{short} (written {when})").format(short=self.short, when=self.written) if self.written else self.short


class Figure(Data, frozen=True):
    """A number of men as sources give it: lowest and highest figure, None where it is not known."""

    low: int | None
    high: int | None
    sources: tuple[str, ...]
    note: str = ""

    def __str__(self) -> str:
        """Return the figure in words; "not known" where both ends are None.

        >>> print(Figure(None, None, ()), "|", Figure(None, 200, ()), "|", Figure(0, 0, ()), "|", Figure(700, 2500, ()))
        not known | at most 200 | 0 | 700 to 2,500
        """
        if self.high is None:
            return _("not known") if self.low is None else _("at least {number:,}").format(number=self.low)
        if self.low is None:
            return _("at most {number:,}").format(number=self.high)
        if self.low == self.high:
            return f"{self.high:,}"
        return _("{low:,} to {high:,}").format(low=self.low, high=self.high)

    @property
    def disputed(self) -> bool:
        """Whether the note begins by saying that the number is disputed."""
        return self.note.startswith("disputed")


class Battle(Data, frozen=True):
    """One entry of ``data/history/battles.json``: ``forces`` and ``losses`` by side, ``area`` on the map of the game.

    ``date`` is in ISO form; ``shown`` is the date as readers see it, with both days where the day is disputed.
    """

    id: str
    name: str
    date: str
    shown: str
    place: str
    lon: float
    lat: float
    area: str
    winner: str
    forces: dict[str, Figure]
    losses: dict[str, Figure]
    confidence: str
    note: str = ""

    @property
    def sides(self) -> tuple[str, ...]:
        """Return the sides for which there are figures; "both" is not one."""
        return tuple(name for name in dict.fromkeys((*self.forces, *self.losses)) if name != "both")


class Claim(Data, frozen=True):
    """A statement about a battle, its sources, and how sure it is."""

    text: str
    sources: tuple[str, ...]
    confidence: str


class Phase(Data, frozen=True):
    """A part of the course of a battle, and what is played for it on the board.

    ``text`` tells what history knows, and never mentions the game. ``plays`` are lines of notation, such as a roll with
    its chosen dice and the blocks that take the hits: ``"York fires 6 1 > Somerset"``. ``departs`` says where the game
    differs from history. ``date`` is shown instead of the date of the battle; ``field`` names a phase of a battlefield.
    """

    id: str
    title: str
    text: str
    confidence: str
    sources: tuple[str, ...]
    plays: tuple[str, ...] = ()
    departs: str = ""
    date: str = ""
    field: str = ""


class Variant(Data, frozen=True):
    """Another line-up to compare: ``changes`` are the fields of the line-up that differ; "" removes a field."""

    title: str
    changes: dict[str, str]


class Model(Data, frozen=True):
    """A battle in the game: ``line_up`` holds the fields of a ``LineUp``, ``parts`` says whom each block stands for.

    ``stand_ins`` are blocks of lords who were not there. ``note`` is shown with the line-up.
    """

    line_up: dict[str, str]
    parts: dict[str, str]
    note: str
    variants: tuple[Variant, ...]
    stand_ins: tuple[str, ...] = ()

    def line_ups(self) -> dict[str, dict[str, str]]:
        """Return the line-up, under "", and those to compare it with, under their titles.

        >>> line_ups = account("towton-1461").model.line_ups()
        >>> line_ups[""]["reserve"], "reserve" in line_ups["Norfolk does not come"]
        ('Norfolk:4', False)
        """
        changed = {variant.title: self.line_up | variant.changes for variant in self.variants}
        return {
            title: {k: v for k, v in fields.items() if v} for title, fields in ({"": self.line_up} | changed).items()
        }


class Account(Data, frozen=True):
    """The account of a battle; ``account`` returns one by id.

    * ``commanders``: by side; ``phases``: three to six, in order;
    * ``deaths``, ``treachery``, ``dates`` (where the day is disputed), ``sites`` (where the field is), ``meaning``;
    * ``model``: the battle in the game, None where it is ``outside`` the game, for the reason given there;
    * ``replay``: a replay of the kit that has this battle, and the step at which it begins;
    * ``shows`` and ``cannot``: what the game shows of this battle, and what it cannot show.
    """

    id: str
    commanders: dict[str, tuple[str, ...]]
    phases: tuple[Phase, ...]
    meaning: Claim
    shows: tuple[str, ...]
    cannot: tuple[str, ...]
    deaths: tuple[Claim, ...] = ()
    treachery: tuple[Claim, ...] = ()
    dates: tuple[Claim, ...] = ()
    sites: tuple[Claim, ...] = ()
    model: Model | None = None
    outside: str = ""
    replay: tuple[str, str] | None = None

    @property
    def sources(self) -> tuple[str, ...]:
        """Return the ids of all works cited, each once, in order of appearance."""
        claims = (*self.deaths, *self.treachery, *self.dates, *self.sites, self.meaning)
        statements: tuple[Phase | Claim, ...] = (*self.phases, *claims)
        return tuple(dict.fromkeys(source for statement in statements for source in statement.sources))


@lru_cache(maxsize=1)
def known_battles() -> dict[str, Battle]:
    """Return the battles by id, in order of date.

    >>> list(known_battles())[:2], len(known_battles())
    (['st-albans-1455', 'blore-heath-1459'], 18)
    """
    return {battle.id: battle for battle in read("history/battles.json", tuple[Battle, ...])}


def known_battle(name: str) -> Battle:
    """Return a battle by id; ValueError, which names similar ids, if there is none.

    >>> known_battle("towton-1461").shown
    '29 March 1461'
    >>> known_battle("touton-1461")
    Traceback (most recent call last):
    ValueError: there is no battle 'touton-1461'; choose from 'towton-1461'
    """
    battles = known_battles()
    if not isinstance(name, str):
        raise no_text(name, "towton-1461")
    if name not in battles:
        close = get_close_matches(name, battles, 3) or [id_ for id_ in battles if name.lower() in id_] or list(battles)
        message = _("there is no battle {name!r}; choose from {names}")
        raise ValueError(message.format(name=name[:60], names=", ".join(map(repr, close))))
    return battles[name]


@lru_cache(maxsize=32)
def account(name: str) -> Account:
    """Return the account of a battle by id; ValueError, which names similar ids, if there is none.

    >>> [phase.title for phase in account("ludford-1459").phases]
    ['A camp by the Teme', 'Trollope goes over', 'Gone to supper', 'An army without lords']
    """
    return read(f"history/battles/{known_battle(name).id}.json", Account)


@lru_cache(maxsize=1)
def works() -> dict[str, Work]:
    """Return the works that are cited, by id."""
    return {work.id: work for work in read("history/sources.json", tuple[Work, ...])}


class Question(Data, frozen=True):
    """A question that sources are weighed for."""

    id: str
    text: str


class Quotation(Data, frozen=True):
    """Words of a source: ``of`` names the text that they are from, ``ours`` marks a translation made for this kit."""

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
    * ``place``, ``writer``, ``informant``, ``audience``: where, by whom, on whose word and for whom it was written;
    * ``says``: its account in our words; ``quotes``: its own words, where they are in the public domain;
    * ``check``: what else is known that bears on it; ``asks``: questions for a class;
    * ``worth``: by question id, what it is worth for that question;
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
    ValueError: there is no source card 'shakespeare'; choose from proclamation, york, valera, crowland, molinet, vergil, bones, grave, shot
    """  # noqa: E501
    known = {card.id: card for card in source_cards().cards}
    if name not in known:
        message = _("there is no source card {name!r}; choose from {known}")
        raise ValueError(message.format(name=name[:60], known=", ".join(known)))
    return known[name]
