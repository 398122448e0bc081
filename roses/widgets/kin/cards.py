"""Cards of people: life, kin, allegiance over time, blocks and sources; ``people`` finds them by name."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any, Final

from roses.engine.data import text
from roses.engine.errors import brief, demand
from roses.engine.i18n import gettext as _
from roses.engine.i18n import ngettext
from roses.figures.drawing.svg import escape, tag
from roses.figures.timeline import LOOKS, days, stretches
from roses.history.battlefields import works
from roses.history.dates import When
from roses.history.people import SCENARIOS, Person, children, ended, everybody, find, holder, person, sided, spouses
from roses.widgets.interactive import Interactive

_FIRST: Final = 1450
_LAST: Final = 1490
_EMPTY: Final = "\u200b"  # an element of HTML with nothing in it would not be closed


class People(Interactive):
    """Cards of people, one at a time: pick a name, search, go from kin to kin.

    >>> cards = People(find("Edward IV"))
    >>> print(cards.words().splitlines()[0])
    Edward IV, before 1461 Earl of March: 1442-1483
    """

    name = "people"

    def __init__(self, shown: Iterable[Person]) -> None:
        demand(Iterable, shown=shown)
        self.shown = tuple(shown)

    def content(self) -> str:
        """Return a search field, the names, and all the cards."""
        if not self.shown:
            return tag("p", escape(_("Nobody of that name is in the kit.")))
        said = _("Search name, title, house or place")
        field = tag("label", escape(said), tag("input", type="search", **{"class": "roses-search"}))
        names = (tag("li", escape(p.short), data_to=p.id, title=_years(p)) for p in self.shown)
        status = tag("p", escape(_count(len(self.shown))), **{"class": "roses-count", "role": "status"})
        find_box = tag("div", field, status, tag("ul", *names), **{"class": "roses-names roses-unprinted"})
        return find_box + tag("div", *(card_html(p) for p in self.shown), **{"class": "roses-cards"})

    def data(self) -> Any:
        """Return the words of the count."""
        return {"one": _count(1), "many": _count(2).replace("2", "{n}"), "none": _("Nobody found.")}

    def words(self) -> str:
        """Return the cards as plain text."""
        return "\n\n".join(map(card_words, self.shown)) or _("Nobody of that name is in the kit.")

    def __repr__(self) -> str:
        return f"<People: {len(self.shown)} cards>"


def people(words: str = "", scenario: int | str = "", alive: str = "") -> People:
    """Return the cards of those whose name, title or house holds the words.

    ``scenario`` leaves those for whom blocks stand in it, ``alive`` those who lived on an ISO date. ValueError for
    a scenario that there is not, and for what is no date or no text.

    >>> len(people("Edward").shown) >= 10, people("Norfolk", 1483).shown[-1].short
    (True, 'John Howard, Norfolk')
    >>> [p.short for p in people("Edward", alive="1471-05-01").shown][:3]
    ['Edward IV', 'Edward of Westminster', 'Edward V']
    """
    day = When(alive or "").date
    found = tuple(p for p in find(words) if not day or p.lived(day))
    if scenario:
        if str(scenario) not in SCENARIOS:
            known = ", ".join(SCENARIOS)
            raise ValueError(
                _("there is no scenario {name}; there are: {known}").format(name=brief(scenario), known=known)
            )
        found = tuple(p for p in found if any(stand.scenario == str(scenario) for stand in p.blocks))
    return People(found)


def _count(n: int) -> str:
    return ngettext("{n} person", "{n} people", n).format(n=n)


def _years(p: Person) -> str:
    return f"{p.born.short}-{p.died.short}"


def card_html(p: Person) -> str:
    """Return the card of a person; names of kin are marked for the script, which makes buttons of those shown.

    >>> "captive of York" in card_html(person("henry6"))
    True
    """
    shown = text(f"arms/{p.arms}").replace("<svg ", '<svg width="54" height="65" ', 1) if p.arms else ""
    shield = tag("div", _own_ids(shown, p.id), **{"class": "roses-arms", "aria-hidden": "true"}) if shown else ""
    head = tag("h3", escape(p.name), " ", tag("small", escape(_years(p))))
    rows = "".join(tag("dt", escape(label)) + tag("dd", inside) for label, inside in _rows(p) if inside)
    life = "".join(_statement(p, i) for i in range(len(p.life)))
    known = ", ".join(works()[source].short for source in p.sources)
    foot = _("Sources: {known}. How sure: {confidence}.").format(known=known, confidence=p.confidence)
    inside = (
        tag("header", shield, tag("div", head, life))
        + _band(p)
        + tag("dl", rows)
        + tag("p", tag("small", escape(foot)))
    )
    return tag("article", inside, data_id=p.id, data_text=_searched(p))


def _own_ids(svg: str, name: str) -> str:
    """Return arms whose inner names are unlike those of any other card."""
    for mark in (' id="', "url(#", 'href="#'):
        svg = svg.replace(mark, f"{mark}card-{name}-")
    return svg


def _statement(p: Person, i: int) -> str:
    """Return a statement of a life, with the mark "disputed" and its own sources."""
    said = p.life[i]
    shorts = ", ".join(works()[source].short for source in said.sources)
    mark = (tag("em", escape(_("Disputed."))) + " ") if said.disputed else ""
    return tag("p", mark, escape(said.text), f" {tag('small', escape(f'[{shorts}]'))}" if shorts else "")


def _rows(p: Person) -> list[tuple[str, str]]:
    """Return what the card tells beside the life: label and HTML."""
    houses = {"legitimated": _(" (legitimated)"), "outside": _(" (born outside marriage)")}
    stands = (f"{stand.block} {stand.scenario}" + (f": {stand.note}" if stand.note else "") for stand in p.blocks)
    return [
        (_("House"), escape(p.house + houses.get(p.birth, ""))),
        (_("Titles"), escape("; ".join(map(str, p.titles)))),
        (_("Born"), escape(str(p.born))),
        (_("Died"), escape(ended(p))),
        (_("Parents"), _kin(p.parents)),
        (_("Married"), _kin(spouses(p.id))),
        (_("Children"), _kin(children(p.id))),
        (_("Block"), escape("; ".join(stands))),
    ]


def _kin(names: Iterable[str]) -> str:
    return ", ".join(tag("span", escape(person(name).short), data_to=name) for name in names)


def _band(p: Person) -> str:
    """Return the allegiance over time as a band of letters and patterns, and as a list."""
    if not p.allegiance:
        return ""
    wide = _LAST - _FIRST
    parts = []
    for one in stretches(p, f"{_FIRST}-01-01", f"{_LAST}-01-01"):
        left, right = (100 * (days(date) - _FIRST) / wide for date in (one.since, one.until))
        style = f"left:{left:.1f}%;width:{right - left:.1f}%"
        kinds = f"roses-{one.entry.side.lower()} {f'roses-{one.entry.state}' if one.entry.state else ''}".strip()
        letter = tag("b", LOOKS[one.entry.side][0]) if right - left > 2.6 else _EMPTY
        parts.append(tag("i", letter, style=style, title=sided(one.entry), **{"class": kinds}))
    ticks = (
        tag("span", str(year), style=f"left:{100 * (year - _FIRST) / wide:.0f}%") for year in range(_FIRST, _LAST, 10)
    )
    drawn = tag("div", *parts, *ticks, **{"class": "roses-band", "aria-hidden": "true"})
    entries = (tag("li", escape(sided(entry))) for entry in p.allegiance)
    told = tag("summary", escape(_("Sides: {last}").format(last=_last(p)))) + tag("ul", *entries)
    return drawn + tag("details", told)


def _last(p: Person) -> str:
    """Return in brief how many times somebody changed sides; to be held captive is no change."""
    sides = [entry.side for entry in p.allegiance if entry.state != "captive"]
    n = sum(one != other for one, other in pairwise(sides))
    return ngettext("changed {n} time", "changed {n} times", n).format(n=n) if n else _("never changed")


def _searched(p: Person) -> str:
    titles = " ".join(title.title for title in p.titles)
    return " ".join((p.name, p.short, p.house, titles, p.death.place)).casefold()


def card_words(p: Person) -> str:
    """Return the card of a person as plain text.

    >>> print(card_words(person("trollope")).splitlines()[0])
    Sir Andrew Trollope: ?-1461
    """
    lines = [f"{p.name}: {_years(p)}", *(statement.text for statement in p.life), *map(sided, p.allegiance), ended(p)]
    return "\n".join(lines)


def stands(scenario: int | str) -> dict[str, str]:
    """Return for each block that stands for a person in a scenario the person's name, for tables.

    >>> stands(1483)["Norfolk"]
    'John Howard, 1st Duke of Norfolk'
    """
    blocks = {stand.block for p in everybody().values() for stand in p.blocks if stand.scenario == str(scenario)}
    return {block: holder(block, scenario).name for block in sorted(blocks)}
