"""Claims to the crown: who has the best claim by which rule, and why, branch by branch of the family of Edward III.

The rules, the moments at which the crown was in question, and those who held it are in ``data/history/claims.json``.
A rule knows only the people of the kit, which leaves out some children of families without a part in the story.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final, Literal

import msgspec

from roses.engine.data import Data, read
from roses.engine.errors import brief
from roses.engine.i18n import gettext as _
from roses.history.people import Person, Sources, children, day, person

MOST: Final = 12  # an answer names at most this many heirs


class Bar(Data, frozen=True):
    """A bar in a rule: the children ``of`` this person may not inherit, and why."""

    of: str
    why: str
    sources: Sources


class First(Data, frozen=True):
    """The ``person`` who comes before all heirs ``until`` a date, and ``why``; ``after`` says why not from then on."""

    person: str
    until: str
    why: str
    after: str


class Rule(Data, frozen=True):
    """A rule of succession: it names the heirs of the body of ``root`` (of whoever reigns if "") from ``since`` on.

    ``women`` "reign", "pass" a claim on to their sons without reigning, or do neither ("none"). With ``legitimated``,
    children whose parents married after their birth count too.
    """

    id: str
    title: str
    short: str
    says: str
    root: str
    women: Literal["reign", "pass", "none"]
    sources: Sources
    since: str = ""
    legitimated: bool = False
    first: First | None = None
    barred: tuple[Bar, ...] = ()


class Moment(Data, frozen=True):
    """A day on which the crown was in question."""

    date: str
    title: str
    asks: str


class Reign(Data, frozen=True):
    """The ``person`` who held the crown ``since`` a day and ``until`` another, and ``how`` they got it."""

    person: str
    since: str
    until: str
    how: str
    sources: Sources


class Abdication(Data, frozen=True):
    """Somebody who gave up the crown: from this day on every rule passes over them."""

    person: str
    since: str
    why: str
    sources: Sources


class _ClaimsFile(Data, frozen=True):
    rules: tuple[Rule, ...]
    moments: tuple[Moment, ...]
    kings: tuple[Reign, ...]
    aside: tuple[Abdication, ...]


class Branch(msgspec.Struct, frozen=True):
    """One step of a line of descent: a person, and why the line goes on with this child of the person before."""

    person: str
    why: str


class Heir(msgspec.Struct, frozen=True):
    """An heir: the person, and the line of descent from the root of the rule down to them."""

    person: str
    line: tuple[Branch, ...]

    @property
    def descent(self) -> tuple[str, ...]:
        """Return the ids of the line, the root first."""
        return tuple(branch.person for branch in self.line)


class Claim(msgspec.Struct, frozen=True):
    """The answer of a rule on a date: ``heirs`` in order, the best claim first; ``note`` says why there are none."""

    rule: Rule
    date: str
    heirs: tuple[Heir, ...]
    note: str = ""

    @property
    def best(self) -> Person | None:
        """Return the person with the best claim; None if the rule names nobody."""
        return person(self.heirs[0].person) if self.heirs else None

    def __str__(self) -> str:
        if not self.heirs:
            return f"{day(self.date)}, {self.rule.title}: {self.note}"
        names = ", ".join(person(heir.person).short for heir in self.heirs)
        return f"{day(self.date)}, {self.rule.title}: {names}"


@cache
def _file() -> _ClaimsFile:
    return read("history/claims.json", _ClaimsFile)


def rules() -> dict[str, Rule]:
    """Return the rules of succession by id.

    >>> list(rules())[:3]
    ['male-line', 'women-pass', 'primogeniture']
    """
    return {rule.id: rule for rule in _file().rules}


def moments() -> tuple[Moment, ...]:
    """Return the days on which the crown was in question, in order."""
    return _file().moments


def reigns() -> tuple[Reign, ...]:
    """Return the reigns from 1377 to 1509, in order."""
    return _file().kings


def claim(rule: str, year: int | str) -> Claim:
    """Return the heirs by a rule, in order, with the reason at each branch.

    ``year`` is a day in ISO form, or a year; a year stands for the day in it on which the crown was in question, or for
    midsummer if there is none. ValueError for an unknown rule, and for a day outside 22 June 1377 to 21 April 1509.

    >>> claim("primogeniture", 1460).best.short, claim("male-line", 1460).best.short
    ('Richard, 3rd Duke of York', 'Henry VI')
    >>> for branch in claim("primogeniture", 1399).heirs[0].line[1:3]: print(branch.why)
    son; before him: Edward the Black Prince (Richard II resigned on 29 September 1399, and was deposed)
    daughter, as there is no son
    """
    if not isinstance(rule, str) or rule not in rules():
        known = ", ".join(rules())
        raise ValueError(_("there is no rule {rule}; choose from {known}").format(rule=repr(brief(rule)), known=known))
    day_of = {moment.date[:4]: moment.date for moment in moments()}
    date = str(year) if len(str(year)) == 10 else day_of.get(str(year), f"{year}-06-24")
    by = rules()[rule]
    if not "1377-06-22" <= date <= "1509-04-21":
        raise ValueError(_("the kit knows claims from 1377 to 1509, not at {date}").format(date=brief(date)))
    if date < by.since:
        return Claim(by, date, (), _("nobody: the rule was made only on {day}").format(day=day(by.since)))
    heirs: list[Heir] = []
    if not by.root:  # the rule names whoever holds the crown; on the day of a change that is the new King
        reign = [reign for reign in reigns() if reign.since <= date][-1]
        heirs.append(Heir(reign.person, (Branch(reign.person, reign.how),)))
    else:
        first, why = by.first, _("the rule begins with {name}")
        if first and date >= first.until:
            why = first.after
        elif first and person(first.person).lived(date):  # by the rule they keep the crown for life
            heirs.append(Heir(first.person, (Branch(first.person, first.why),)))
        heirs += _heirs_from(by, date, (Branch(by.root, why.format(name=person(by.root).short)),))
    unique = dict[str, Heir]()
    for heir in heirs:
        unique.setdefault(heir.person, heir)
    note = "" if heirs else _("nobody: the line of {root} has ended").format(root=person(by.root).short)
    return Claim(by, date, tuple(unique.values())[:MOST], note)


def _heirs_from(rule: Rule, date: str, line: tuple[Branch, ...]) -> Iterator[Heir]:
    """Yield the last person of a line of descent if they may reign, then the heirs from each child in order."""
    here = person(line[-1].person)
    abdicated = any(entry.person == here.id and entry.since <= date for entry in _file().aside)
    if here.lived(date) and not abdicated and (here.sex == "m" or rule.women == "reign"):
        yield Heir(here.id, line)
    if any(bar.of == here.id for bar in rule.barred):
        return
    # the children who count: sons by age, then daughters by age, none born outside marriage
    born = ("wedlock", "legitimated") if rule.legitimated else ("wedlock",)
    count = [person(child) for child in children(here.id) if person(child).birth in born]
    daughters = [child for child in count if child.sex == "f"] if rule.women != "none" else []
    order = [child for child in count if child.sex == "m"] + daughters
    for i, child in enumerate(order):
        yield from _heirs_from(rule, date, (*line, Branch(child.id, _why(rule, date, order[:i], child))))


def _why(rule: Rule, date: str, elder: list[Person], child: Person) -> str:
    """Return why a line goes on with a child: as son or daughter, and what became of the ``elder`` ones before it."""
    words = _("son") if child.sex == "m" else _("daughter")
    if child.sex == "f" and all(other.sex == "f" for other in elder):
        words = _("daughter, as there is no son")
    states = [f"{other.short} ({_state(rule, date, other)})" for other in elder]
    before = _("before him") if child.sex == "m" else _("before her")
    return f"{words}; {before}: {', '.join(states)}" if states else words


def _state(rule: Rule, date: str, elder: Person) -> str:
    """Return what became of the line of an elder brother or sister."""
    if next(_heirs_from(rule, date, (Branch(elder.id, ""),)), None):
        return _("first, with all heirs")
    for bar in rule.barred:
        if elder.id == bar.of:
            return bar.why
    left = _alive(elder.id, date)
    for abdication in _file().aside:
        if abdication.person in left:
            return _("{name} {why}").format(name=person(abdication.person).short, why=abdication.why)
    return _("only women, or heirs through women") if left else _("left no heir")


def _alive(name: str, date: str) -> set[str]:
    """Return the ids of a person and all descendants born in marriage, as far as they are alive on a date."""
    alive = {name} if person(name).lived(date) else set()
    return alive.union(*(_alive(child, date) for child in children(name) if person(child).birth == "wedlock"))
