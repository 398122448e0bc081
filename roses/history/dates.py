"""Dates of the Julian calendar that may be known in part, and in words; they never become dates of Python."""

from __future__ import annotations

import re
from typing import Final, Literal

import msgspec

from roses.engine.errors import brief
from roses.engine.i18n import gettext as _

_ISO: Final = re.compile("[0-9]{4}(-[0-9]{2}){0,2}")
Certainty = Literal["", "about", "before", "after", "disputed"]


class When(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A date in ISO form, whole or without its day, or without day and month; "" where it is not known.

    ``certainty`` is "" for a date that the books agree on; ``note`` says what else is found, or why it is in doubt.

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
        """Return the first day that may be meant, in ISO form."""
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
    """Return year, month and day of an ISO date as far as they are given; ValueError if it is none."""
    iso = isinstance(date, str) and (not date or _ISO.fullmatch(date))
    parts = [int(part) for part in date.split("-")] if iso and date else []
    low_high = ((1000, 1999), (1, 12), (1, 31))
    if not iso or any(not a <= part <= b for part, (a, b) in zip(parts, low_high, strict=False)):
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
