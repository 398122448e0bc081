"""People: who they were, how they died, whom they followed when, and which block stands for them in which scenario.

The data are in ``data/history/people.json``. A claim without sources of its own rests on the sources of its person.
Dates are of the Julian calendar and may be known only in part, so they are texts, never ``datetime.date``.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Annotated, Final, Literal

import msgspec

from roses.engine.data import Data, read
from roses.engine.errors import brief, no_text
from roses.engine.i18n import gettext as _
from roses.history.battlefields import Confidence

Side = Literal["York", "Lancaster", "Tudor", "own", "apart"]
How = Literal[
    "battle", "executed", "murdered", "killed", "wounds", "illness", "childbirth", "natural", "drowned", "accident",
    "vanished", "unknown",
]  # fmt: skip
Sources = tuple[str, ...]
SCENARIOS = ("1460", "1470", "1483")
Certainty = Literal["", "about", "before", "after", "disputed"]
_ISO: Final = re.compile("[0-9]{4}(-[0-9]{2}){0,2}")


class When(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A date in ISO form, which may lack the day, or the day and the month; "" where it is not known.

    ``certainty`` is "" for a date that the books agree on; ``note`` gives other dates that they have,
    or says why the date is in doubt.

    >>> str(When("1442-04-28")), str(When("1437", "about")), str(When())
    ('28 April 1442', 'about 1437', 'not known')
    """

    date: str = ""
    certainty: Certainty = ""
    note: str = ""

    def __post_init__(self) -> None:
        """Raise ValueError for a date that is not in ISO form."""
        _parts(self.date)

    @property
    def year(self) -> int | None:
        """Return the year; None where it is not known."""
        return int(self.date[:4]) if self.date else None

    @property
    def first(self) -> str:
        """Return the first day that may be meant, in ISO form; "" where nothing is known."""
        return self.date + {4: "-01-01", 7: "-01", 10: "", 0: ""}[len(self.date)]

    @property
    def last(self) -> str:
        """Return the last day that may be meant, in ISO form; "9999-12-31" where nothing is known.

        >>> When("1483").last, When("1471-05").last
        ('1483-12-31', '1471-05-31')
        """
        if not self.date:
            return "9999-12-31"
        return self.date + {4: "-12-31", 7: "-31", 10: ""}[len(self.date)]

    @property
    def short(self) -> str:
        """Return the year in brief: with c. where it is uncertain, "?" where it is not known.

        >>> When("1437", "about").short, When("1483", "disputed").short, When().short
        ('c. 1437', '1483?', '?')
        """
        if not self.date:
            return "?"
        mark = {
            "about": _("c. {year}"),
            "before": _("before {year}"),
            "after": _("after {year}"),
            "disputed": "{year}?",
        }
        exact = self.certainty == "disputed" and len(self.date) > 4
        return mark.get("" if exact else self.certainty, "{year}").format(year=self.date[:4])

    def __str__(self) -> str:
        words = {
            "": "{date}",
            "about": _("about {date}"),
            "before": _("before {date}"),
            "after": _("after {date}"),
            "disputed": _("{date} (disputed: {note})") if self.note else _("{date} (disputed)"),
        }
        return words[self.certainty].format(date=day(self.date), note=self.note)


def _parts(date: str) -> list[int]:
    """Return year, month and day of an ISO date, as far as they are given; ValueError if it is not one."""
    iso = isinstance(date, str) and (not date or _ISO.fullmatch(date))
    parts = [int(part) for part in date.split("-")] if iso and date else []
    limits = ((1000, 1999), (1, 12), (1, 31))
    if not iso or any(not low <= part <= high for part, (low, high) in zip(parts, limits, strict=False)):
        raise ValueError(_("{date} is not a date such as 1471, 1471-05 or 1471-05-04").format(date=repr(brief(date))))
    return parts


def day(date: str) -> str:
    """Return an ISO date in words.

    >>> day("1471-05-04"), day("1471-05"), day("1471"), day("")
    ('4 May 1471', 'May 1471', '1471', 'not known')
    """
    months = (
        _("January"), _("February"), _("March"), _("April"), _("May"), _("June"),
        _("July"), _("August"), _("September"), _("October"), _("November"), _("December"),
    )  # fmt: skip
    if not date:
        return _("not known")
    year, *rest = _parts(date)
    if not rest:
        return str(year)
    month = months[rest[0] - 1]
    return f"{rest[1]} {month} {year}" if len(rest) > 1 else f"{month} {year}"


class Death(Data, frozen=True):
    """How and where somebody died; ``battle`` is the id of the battle in which or after which it happened."""

    how: How = "unknown"
    place: str = ""
    battle: str = ""


class Title(Data, frozen=True):
    """A title, and from which year until which it was held; ``until`` is 0 where it is not known."""

    title: str
    since: int
    until: int = 0

    def __str__(self) -> str:
        return f"{self.title} {self.since}" + (f"-{self.until}" if self.until not in (0, self.since) else "")


class Statement(Data, frozen=True):
    """A sentence or two about a life; ``disputed`` where the sources or the historians do not agree."""

    text: str
    sources: Sources = ()
    disputed: bool = False


class Allegiance(Data, frozen=True):
    """Whom somebody followed ``since`` a date: a side, "own" for a cause of his own, "apart" for none.

    ``state`` is "captive" if the side held him prisoner, "exile" if he was abroad with it or because of it.
    """

    since: str
    side: Side
    state: Literal["", "captive", "exile"] = ""
    note: str = ""
    sources: Sources = ()


class Stand(Data, frozen=True):
    """A block (without /L or /Y) that stands for a person in a scenario; ``note`` says where it does not fit well."""

    block: str
    scenario: Literal["1460", "1470", "1483"]
    note: str = ""


class Person(Data, frozen=True):
    """A person: names, life in dates, kin, titles, allegiance over time, blocks, and where all this comes from.

    ``short`` is the name used in figures; ``father`` and ``mother`` are ids, "" if they are not in the kit; ``birth``
    is "outside" for a child born outside marriage, "legitimated" for one later made legitimate by law; ``arms`` is the
    file of the coat of arms in ``data/arms``.

    >>> person("edward4").born.note, str(person("edward4").born)
    ('', '28 April 1442')
    """

    id: str
    name: str
    short: str
    sex: Literal["m", "f"]
    house: str
    born: When
    died: When
    death: Death
    life: Annotated[tuple[Statement, ...], msgspec.Meta(min_length=1)]
    sources: Annotated[Sources, msgspec.Meta(min_length=1)]
    confidence: Confidence
    titles: tuple[Title, ...] = ()
    father: str = ""
    mother: str = ""
    birth: Literal["wedlock", "legitimated", "outside"] = "wedlock"
    allegiance: tuple[Allegiance, ...] = ()
    blocks: tuple[Stand, ...] = ()
    arms: str = ""

    @property
    def parents(self) -> tuple[str, ...]:
        """Return the ids of the parents who are in the kit."""
        return tuple(filter(None, (self.father, self.mother)))

    @property
    def cited(self) -> tuple[str, ...]:
        """Return every source of the person and of each claim, each once."""
        claims: tuple[Statement | Allegiance, ...] = (*self.life, *self.allegiance)
        return tuple(dict.fromkeys((*self.sources, *(source for claim in claims for source in claim.sources))))

    def lived(self, date: str) -> bool:
        """Return whether the person was alive on an ISO date; a death known in part counts from its last possible day.

        >>> person("edward5").lived("1483-06-26"), person("edward5").lived("1485-08-22")
        (True, False)
        """
        return (not self.born.date or self.born.first <= date) and (
            self.died.certainty == "after" or date < self.died.last
        )

    def side(self, date: str) -> Allegiance | None:
        """Return the allegiance on an ISO date; None before the first that is known, and after death.

        >>> allegiance = person("warwick16").side("1469-08-01")
        >>> allegiance.side, allegiance.note
        ('own', 'behind the rising that won at Edgcote')
        """
        entries = [entry for entry in self.allegiance if When(entry.since).first <= date]
        return entries[-1] if entries and self.lived(date) else None


class Marriage(Data, frozen=True):
    """Two people who married, or lived as if they had, and the year."""

    of: tuple[str, str]
    year: When


class _PeopleFile(Data, frozen=True):
    people: tuple[Person, ...]
    marriages: tuple[Marriage, ...]


@cache
def _file() -> _PeopleFile:
    return read("history/people.json", _PeopleFile)


@cache
def everybody() -> dict[str, Person]:
    """Return all people by id.

    >>> sum(person.name.startswith("Edward") for person in everybody().values()) >= 10
    True
    """
    return {person.id: person for person in _file().people}


def marriages() -> tuple[Marriage, ...]:
    """Return all marriages."""
    return _file().marriages


def person(name: str) -> Person:
    """Return a person by id; ValueError, which names similar ids, for an unknown one.

    >>> person("warwick16").short
    'Richard Neville, Warwick'
    >>> person("montague")
    Traceback (most recent call last):
    ValueError: nobody is called 'montague'; similar names: 'montagu', 'alice-montagu'
    """
    if name in everybody():
        return everybody()[name]
    from difflib import get_close_matches

    near = ", ".join(map(repr, get_close_matches(name, everybody(), 3))) or _("none")
    raise ValueError(_("nobody is called {name}; similar names: {near}").format(name=repr(name), near=near))


def spouses(name: str) -> tuple[str, ...]:
    """Return the ids of those whom somebody married, in order of time.

    >>> spouses("margaret-beaufort")
    ('edmund-tudor', 'henry-stafford', 'stanley2')
    """
    own = sorted((m for m in marriages() if name in m.of), key=lambda m: m.year.date)
    return tuple(other for marriage in own for other in marriage.of if other != name)


@cache
def children(name: str) -> tuple[str, ...]:
    """Return the ids of the children who are in the kit, the eldest first.

    >>> children("elizabeth-woodville")[:3]
    ('dorset', 'elizabeth-york', 'cecily-york')
    """
    own = (p for p in everybody().values() if name in p.parents)
    return tuple(p.id for p in sorted(own, key=lambda p: p.born.first))


def find(words: str) -> tuple[Person, ...]:
    """Return the people whose name, short name, house and titles together hold all the words, in order of birth.

    ValueError if ``words`` is not a text.

    >>> [p.short for p in find("Edward") if p.name.startswith("Edward") and p.house == "York"][:3]
    ['Edward, 2nd Duke of York', 'Edward IV', 'Edward V']
    >>> find("Bismarck")
    ()
    """
    if not isinstance(words, str):
        raise no_text(words, "Edward")
    wanted = words.casefold().split()

    def text(p: Person) -> str:
        return " ".join((p.name, p.short, p.house, *(title.title for title in p.titles))).casefold()

    people = [p for p in everybody().values() if all(word in text(p) for word in wanted)]
    return tuple(sorted(people, key=lambda p: p.born.first or p.died.first))


def holder(block: str, scenario: int | str) -> Person:
    """Return the person for whom a block stands in a scenario: a block is a title, whose holders change.

    The two versions of a block, /L and /Y, are one person. ValueError if the block stands for nobody.

    >>> [holder("Northumberland/L", year).short for year in (1460, 1470)]
    ['Henry Percy, 3rd earl', 'Henry Percy, 4th earl']
    >>> holder("London (levy)", 1460)
    Traceback (most recent call last):
    ValueError: the block London (levy) stands for nobody in 1460
    """
    title = block.removesuffix("/L").removesuffix("/Y")
    for p in everybody().values():
        if any(stand.block == title and stand.scenario == str(scenario) for stand in p.blocks):
            return p
    message = _("the block {block} stands for nobody in {scenario}")
    raise ValueError(message.format(block=block, scenario=scenario))


class Entry(msgspec.Struct, frozen=True):
    """A row of the index of people: name, years of life, titles, the blocks that stand for them, and how they died."""

    name: str
    years: str
    known_as: str
    blocks: str
    end: str


def index() -> tuple[Entry, ...]:
    """Return the index of people for handouts, by name.

    >>> [entry.years for entry in index() if entry.name == "Edward V"]
    ['1470-1483?']
    """
    entries = []
    for p in sorted(everybody().values(), key=lambda p: p.name):
        blocks = ", ".join(f"{stand.block} {stand.scenario}" for stand in p.blocks)
        entries.append(Entry(p.name, f"{p.born.short}-{p.died.short}", "; ".join(map(str, p.titles)), blocks, ended(p)))
    return tuple(entries)


def ended(p: Person) -> str:
    """Return how, where and when somebody died, in words.

    >>> ended(person("rutland"))
    'killed, Wakefield, 30 December 1460'
    >>> ended(person("edward5"))
    'vanished, Tower of London, 1483 (disputed: not known; last seen in summer 1483)'
    """
    how = {
        "battle": _("killed in battle"),
        "executed": _("executed"),
        "murdered": _("murdered"),
        "killed": _("killed"),
        "wounds": _("died of wounds"),
        "illness": _("died of illness"),
        "childbirth": _("died after childbirth"),
        "drowned": _("drowned"),
        "accident": _("died in an accident"),
        "vanished": _("vanished"),
        "natural": _("died"),
        "unknown": _("died"),
    }[p.death.how]
    return ", ".join(filter(None, (how, p.death.place, str(p.died))))


def sided(entry: Allegiance) -> str:
    """Return an allegiance in words.

    >>> sided(person("henry6").allegiance[1])
    '10 July 1460: captive of York (taken at Northampton)'
    """
    sides = {"own": _("a cause of their own"), "apart": _("neither side")}
    side = sides.get(entry.side, entry.side)
    states = {"": "{side}", "captive": _("captive of {side}"), "exile": _("{side}, in exile")}
    words = states[entry.state].format(side=side)
    return f"{day(entry.since)}: {words}" + (f" ({entry.note})" if entry.note else "")
