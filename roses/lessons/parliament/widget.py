"""A parliament for up to five groups: sealed votes on one screen, opened together, and what the laws then bring."""

from __future__ import annotations

from typing import ClassVar, Final

import msgspec

from roses.engine.i18n import gettext as _
from roses.engine.i18n import ngettext
from roses.figures.drawing.svg import escape, tag
from roses.lancaster.phases.parliament import passes
from roses.lessons.parliament.model import Group, LawText, Session, paid, session
from roses.widgets.html import scrolling, table_html
from roses.widgets.interactive import Interactive

_UNPRINTED: Final = {"class": "roses-unprinted"}


class Parliament(Interactive):
    """A parliament of the court game in class: each group is a house, votes in secret, and lives with the laws.

    ``groups`` is 2 to 5, ``round`` 1 to 5; ValueError for other numbers. The position is always the same for the same
    numbers: squires have played up to it. It needs no kernel. Sealed votes are kept by the script alone, in no element
    of the page, until all are opened; what was opened survives a reload. On paper it is a card for each house, with
    what each law would bring it.

    >>> parliament = Parliament(4)
    >>> [law.name for law in parliament.session.proposals]
    ['Open house', 'No captain afield', 'Built on booty']
    >>> print(parliament.words().splitlines()[0])
    Parliament of the court game, round 2, 4 houses
    """

    name: ClassVar[str] = "parliament"

    def __init__(self, groups: int = 4, round: int = 2) -> None:
        self.session: Session = session(groups, round)

    def content(self) -> str:
        """Return the laws, a card for each house, and, folded, what each way of voting brings."""
        held = self.session
        laws = tag("section", _laws_html(held), **{"class": "parliament-laws"})
        cards = tag("section", *map(self._card, held.houses), **{"class": "parliament-houses"})
        folded = tag("summary", escape(_("For the teacher: what each way of voting brings"))) + outcomes_html(held)
        told = tag("p", escape(_("Three votes. On paper: sealed slips, opened together; the cards are below.")))
        stage = tag("div", told, **{"class": "parliament-stage roses-unprinted"})
        return tag("h3", escape(_title(held))) + stage + laws + cards + tag("details", folded, **_UNPRINTED)

    def _card(self, house: Group) -> str:
        return tag("article", house_html(self.session, house), **{"data-house": house.name})

    def words(self) -> str:
        """Return houses, laws in force and proposals."""
        held = self.session
        houses = (_goods(house) for house in held.houses)
        laws = (f"{law.name}: {law.effect}" for law in (*held.in_force, *held.proposals))
        return "\n".join((_title(held), *houses, *laws))

    def data(self) -> dict[str, object]:
        """Return the session, the numbers of votes that pass, and the words of the stage."""
        most = sum(1 + house.markers for house in self.session.houses)
        carried = ["".join("01"[passes(yes, no)] for no in range(most + 1)) for yes in range(most + 1)]
        return {"session": msgspec.to_builtins(self.session), "carried": carried, "words": _words()}


def _title(held: Session) -> str:
    said = _("Parliament of the court game, round {round}, {n} houses")
    return said.format(round=held.round, n=len(held.houses))


def _laws_html(held: Session) -> str:
    columns = ((_("In force, from left to right"), held.in_force), (_("Proposed, one after the other"), held.proposals))
    return "".join(tag("div", tag("h4", escape(said)), tag("ol", *map(_law, laws))) for said, laws in columns)


def _law(law: LawText) -> str:
    return tag("li", tag("b", escape(law.name)), "<br>", escape(law.effect))


def _goods(house: Group) -> str:
    said = _("{house}: {points}, {gold} gold, {squires}, {markers}")
    n, squires, markers = house.points, house.squires, house.markers
    return said.format(
        house=house.name,
        points=ngettext("{n} point", "{n} points", n).format(n=n),
        gold=house.gold,
        squires=ngettext("{n} squire", "{n} squires", squires).format(n=squires),
        markers=ngettext("{n} voting marker", "{n} voting markers", markers).format(n=markers),
    )


def house_html(held: Session, house: Group) -> str:
    """Return what a house alone may know: its goods, and what each law would bring it.

    >>> "For this house alone" in house_html(session(4, 2), session(4, 2).houses[0])
    True
    """
    rows = []
    for law in (*held.in_force, *held.proposals):
        state = _("proposed") if law in held.proposals else _("in force")
        rows.append((law.name, state, law.effect, paid(held, house.name, law.id) or _("nothing")))
    secret = tag("p", escape(_("For this house alone.")), **{"class": "parliament-secret"})
    table = table_html("", (_("law"), "", _("what it says"), _("it would bring you")), rows)
    wide = scrolling("parliament-wide", _("What each law would bring {house}").format(house=house.name), table)
    return tag("h4", escape(_goods(house))) + secret + wide


def outcomes_html(held: Session) -> str:
    """Return a row for each way of voting: the laws that then work, and the points of each house.

    >>> outcomes_html(session(4, 2)).count("<tr>")
    9
    """
    names = {law.id: law.name for law in (*held.in_force, *held.proposals)}
    said = {"1": _("yes"), "0": _("no")}
    rows = [
        (*(said[vote] for vote in way), ", ".join(names[law] for law in found.laws), *map(str, found.points))
        for way, found in held.outcomes.items()
    ]
    columns = (*(law.name for law in held.proposals), _("laws that work"), *(house.name for house in held.houses))
    note = _("The figures are points by the laws of this round; where a law leaves a choice, squires chose. A knight, "
             "a squire or an upgrade is worth points later, and is not counted here.")  # fmt: skip
    wide = scrolling("parliament-wide", _("What each way of voting would bring"), table_html("", columns, rows))
    return wide + tag("p", tag("small", escape(note)))


def _words() -> dict[str, str]:
    """Return the words of the stage, by the names that its script uses."""
    return {
        "proposal": _("Proposal {n} of {all}: {law}"),
        "leaves": _("If it is accepted, {law} leaves. A tie accepts."),
        "way": _("How you vote"),
        "pass": _("Buttons: the screen is passed round"),
        "blind": _("Keys: all look on, and the screen shows nothing"),
        "votes": _("{house} votes"),
        "sealed": _("{house} has voted"),
        "markers": _("voting markers left: {n}"),
        "open": _("Open the votes"),
        "waits": _("The votes are opened when all houses have voted."),
        "ballot": _("The ballot of {house}"),
        "alone": _("{house} alone looks at the screen now."),
        "yes": _("Yes"),
        "no": _("No"),
        "add": _("Voting markers added"),
        "seal": _("Seal the vote"),
        "back": _("Not now"),
        "type": _("{house} types three keys: Y or N, a figure from 0 to {most} for the markers, and Enter."),
        "typed": _("keys typed: {n}"),
        "wrong": _("That was no vote: Y or N, then a figure from 0 to {most}, then Enter. Type it again."),
        "yes_votes": _("Yes: {n}"),
        "no_votes": _("No: {n}"),
        "with": _("{house} ({n})"),
        "yes_mark": _("✓ accepted"),
        "no_mark": _("✗ rejected"),
        "accepted": _("{law} is accepted, {yes} to {no}. {gone} leaves."),
        "rejected": _("{law} is rejected, {yes} to {no}."),
        "next": _("Next proposal"),
        "work": _("Let the laws work"),
        "worked": _("What the laws brought"),
        "nothing": _("nothing"),
        "house": _("house"),
        "before": _("points before"),
        "after": _("points after"),
        "choice": _("Where a law leaves a choice, squires chose."),
        "anew": _("Begin anew"),
    }
