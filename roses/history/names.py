"""Names of the day: who a block of the game was on a date, and what he was called then.

The data are in ``data/history/names.json``; an entry without sources of its own rests on those of its person. The rules
call a block by one name for thirty years, a story by the name that its bearer had on the day that it tells of.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import Annotated, Final

import msgspec

from roses.engine.data import Data, read
from roses.history.people import Sources

_DAY: Final = ContextVar("_DAY", default="")
_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_SEASONS: Final = {"spring": "-04", "summer": "-08", "autumn": "-10", "winter": "-12"}
_DATE: Final = re.compile(r"(?:(\d{1,2})\s+)?(?:([A-Za-z]+)\s+)?(1[3-5]\d\d)\b")
_CAMPAIGNS: Final = {1: "1460-07", 2: "1470-11", 3: "1483-07"}


class Called(Data, frozen=True):
    """What the bearer of a block was called ``since`` an ISO date: in full, and ``short`` for sentences and small room.

    ``who`` is the id of the person, "" for one who is not in the kit; ``arms`` the file of arms that he bore now, ""
    for those of the block.
    """

    since: str
    name: Annotated[str, msgspec.Meta(min_length=1)]
    short: Annotated[str, msgspec.Meta(min_length=1)]
    who: str = ""
    arms: str = ""
    sources: Sources = ()


@cache
def names() -> dict[str, tuple[Called, ...]]:
    """Return the names of all blocks that stand for people, by block without /L and /Y, the earliest first."""
    return read("history/names.json", dict[str, tuple[Called, ...]])


def bearers(block: str) -> tuple[Called, ...]:
    """Return all names of a block, the earliest first; () for a block that stands for nobody.

    >>> [called.short for called in bearers("Gloucester")]
    ['young Richard', 'Gloucester', 'Richard III']
    """
    return names().get(block.removesuffix("/L").removesuffix("/Y"), ())


def called(block: str, date: str) -> Called | None:
    """Return who bore a block on an ISO date, the first known for a date before him; None if it stands for nobody.

    >>> called("Gloucester", "1483-06-25").name, called("Gloucester", "1483-06-26").name
    ('Richard, Duke of Gloucester', 'King Richard III')
    >>> called("London (levy)", "1483") is None
    True
    """
    entries = bearers(block)
    return next((entry for entry in reversed(entries) if entry.since <= date), entries[0] if entries else None)


def today() -> str:
    """Return the ISO date of ``on``; "" outside it."""
    return _DAY.get()


def short_of(block: str) -> str:
    """Return what the bearer of a block is called in brief on the day of ``on``; "" outside it, and for nobody.

    >>> with on("1485-08-22"):
    ...     short_of("Richmond")
    'Henry Tudor'
    """
    entry = called(block, today()) if today() else None
    return entry.short if entry else ""


@contextmanager
def on(date: str) -> Iterator[None]:
    """Call blocks by their names of this day inside, in sentences and on boards; "" for the names of the rules."""
    token = _DAY.set(date)
    try:
        yield
    finally:
        _DAY.reset(token)


def iso(words: str) -> str:
    """Return the last date in words, as moments have it, in ISO form as far as it is given; "" if there is none.

    >>> iso("19 to 20 August 1485"), iso("late October 1483"), iso("summer 1483"), iso("in spring")
    ('1485-08-20', '1483-10-28', '1483-08', '')
    """
    if not (dates := _DATE.findall(words)):
        return ""
    day, month, year = dates[-1]
    if month.lower() in _SEASONS:
        return f"{year}{_SEASONS[month.lower()]}"
    if month[:3].lower() not in _MONTHS:
        return str(year)
    day = day or {"early": "5", "late": "28"}.get(words.split()[0].lower(), "")
    return f"{year}-{_MONTHS.index(month[:3].lower()) + 1:02}" + (f"-{int(day):02}" if day else "")


def day_of_campaign(campaign: int) -> str:
    """Return a day of a campaign of the game, in ISO form, for positions that tell of no day of their own.

    >>> day_of_campaign(3)
    '1483-07'
    """
    return _CAMPAIGNS.get(campaign, "")
