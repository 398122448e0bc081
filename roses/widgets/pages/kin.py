"""Cards of people that a reader can search, and the family tree with the claims to the crown."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from typing import Any, Final

from roses.engine.data import text
from roses.engine.errors import brief, demand
from roses.engine.i18n import gettext as _
from roses.engine.i18n import ngettext
from roses.figures.drawing.svg import Svg, escape, tag
from roses.figures.family import family_svg, marks_svg
from roses.figures.timeline import LOOKS, days, stretches
from roses.history.battles import works
from roses.history.claims import Claim, claim, moments, reigns, rules
from roses.history.people import SCENARIOS, Person, When, children, day, ended, find, person, sided, spouses
from roses.widgets.html import scrolling, table_html
from roses.widgets.interactive import Interactive

_FIRST: Final = 1450
_LAST: Final = 1490
_EMPTY: Final = "\u200b"  # inside an empty element, which ``tag`` would otherwise write without an end tag
_HEIRS: Final = 6  # the most heirs that an answer names
_NUMBERED: Final = 9  # the most heirs with a number in the tree


class People(Interactive):
    """Cards of people, shown one at a time: the reader picks a name, searches, or goes from relative to relative.

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
        label = _("Search name, title, house or place")
        field = tag("label", escape(label), tag("input", type="search", **{"class": "roses-search"}))
        names = (tag("li", escape(p.short), data_to=p.id, title=_years(p)) for p in self.shown)
        status = tag("p", escape(_count(len(self.shown))), **{"class": "roses-count", "role": "status"})
        search = tag("div", field, status, tag("ul", *names), **{"class": "roses-names roses-unprinted"})
        return search + tag("div", *map(card_html, self.shown), **{"class": "roses-cards"})

    def data(self) -> Any:
        """Return the texts with which the script counts the matches."""
        return {"one": _count(1), "many": _count(2).replace("2", "{n}"), "none": _("Nobody found.")}

    def words(self) -> str:
        """Return the cards as plain text."""
        return "\n\n".join(map(card_words, self.shown)) or _("Nobody of that name is in the kit.")

    def __repr__(self) -> str:
        return f"<People: {len(self.shown)} cards>"


def people(words: str = "", scenario: int | str = "", alive: str = "") -> People:
    """Return the cards of the people whose name, title or house contains the words.

    ``scenario`` keeps only people who have a block in that scenario, ``alive`` only people who lived on that ISO date.
    ValueError for an unknown scenario, for a date that is not valid, and for words that are not text.

    >>> len(people("Edward").shown) >= 10, people("Norfolk", 1483).shown[-1].short
    (True, 'John Howard, Norfolk')
    >>> [p.short for p in people("Edward", alive="1471-05-01").shown][:3]
    ['Edward IV', 'Edward of Westminster', 'Edward V']
    """
    date = When(alive or "").date
    matches = tuple(p for p in find(words) if not date or p.lived(date))
    if scenario:
        if str(scenario) not in SCENARIOS:
            known = ", ".join(SCENARIOS)
            raise ValueError(
                _("there is no scenario {name}; choose from {known}").format(name=brief(scenario), known=known)
            )
        matches = tuple(p for p in matches if any(stand.scenario == str(scenario) for stand in p.blocks))
    return People(matches)


def _count(n: int) -> str:
    return ngettext("{n} person", "{n} people", n).format(n=n)


def _years(p: Person) -> str:
    return f"{p.born.short}-{p.died.short}"


def card_html(p: Person) -> str:
    """Return the card of a person as HTML; the script turns the names of relatives whose cards are there into buttons.

    >>> "captive of York" in card_html(person("henry6"))
    True
    """
    shield = ""
    if p.arms:
        arms = text(f"arms/{p.arms}").replace("<svg ", '<svg width="54" height="65" ', 1)
        for mark in (' id="', "url(#", 'href="#'):  # ids unlike those of any other card
            arms = arms.replace(mark, f"{mark}card-{p.id}-")
        shield = tag("div", arms, **{"class": "roses-arms", "aria-hidden": "true"})
    life = ""
    for statement in p.life:
        shorts = _shorts(statement.sources)
        mark = (tag("em", escape(_("Disputed."))) + " ") if statement.disputed else ""
        sources = f" {tag('small', escape(f'[{shorts}]'))}" if shorts else ""
        life += tag("p", mark, escape(statement.text), sources)
    head = tag("h3", escape(p.name), " ", tag("small", escape(_years(p))))
    rows = "".join(tag("dt", escape(label)) + tag("dd", inside) for label, inside in _rows(p) if inside)
    foot = _("Sources: {known}. How sure: {confidence}.").format(known=_shorts(p.sources), confidence=p.confidence)
    titles = " ".join(title.title for title in p.titles)
    searchable = " ".join((p.name, p.short, p.house, titles, p.death.place)).casefold()
    header = tag("header", shield, tag("div", head, life))
    inside = header + _band(p) + tag("dl", rows) + tag("p", tag("small", escape(foot)))
    return tag("article", inside, data_id=p.id, data_text=searchable)


def _shorts(sources: Iterable[str]) -> str:
    return ", ".join(works()[source].short for source in sources)


def _rows(p: Person) -> list[tuple[str, str]]:
    """Return the facts of a card, below the account of the life, as pairs of label and HTML."""
    houses = {"legitimated": _(" (legitimated)"), "outside": _(" (born outside marriage)")}
    blocks = (f"{stand.block} {stand.scenario}" + (f": {stand.note}" if stand.note else "") for stand in p.blocks)
    return [
        (_("House"), escape(p.house + houses.get(p.birth, ""))),
        (_("Titles"), escape("; ".join(map(str, p.titles)))),
        (_("Born"), escape(str(p.born))),
        (_("Died"), escape(ended(p))),
        (_("Parents"), _kin(p.parents)),
        (_("Married"), _kin(spouses(p.id))),
        (_("Children"), _kin(children(p.id))),
        (_("Block"), escape("; ".join(blocks))),
    ]


def _kin(ids: Iterable[str]) -> str:
    return ", ".join(tag("span", escape(person(one).short), data_to=one) for one in ids)


def _band(p: Person) -> str:
    """Return the allegiance over time as a band of letters and patterns, and as a list.

    The list is folded under the number of times that the person changed sides; captivity is not a change.
    """
    if not p.allegiance:
        return ""
    years = _LAST - _FIRST
    parts = []
    for stretch in stretches(p, f"{_FIRST}-01-01", f"{_LAST}-01-01"):
        side, state = stretch.entry.side, stretch.entry.state
        left, right = (100 * (days(date) - _FIRST) / years for date in (stretch.since, stretch.until))
        style = f"left:{left:.1f}%;width:{right - left:.1f}%"
        classes = f"roses-{side.lower()} roses-{state}" if state else f"roses-{side.lower()}"
        letter = tag("b", LOOKS[side][0]) if right - left > 2.6 else _EMPTY  # a narrower part has no room for a letter
        parts.append(tag("i", letter, style=style, title=sided(stretch.entry), **{"class": classes}))
    ticks = (
        tag("span", str(year), style=f"left:{100 * (year - _FIRST) / years:.0f}%") for year in range(_FIRST, _LAST, 10)
    )
    band = tag("div", *parts, *ticks, **{"class": "roses-band", "aria-hidden": "true"})
    sides = [entry.side for entry in p.allegiance if entry.state != "captive"]
    n = sum(before != after for before, after in pairwise(sides))
    changes = ngettext("changed {n} time", "changed {n} times", n).format(n=n) if n else _("never changed")
    entries = (tag("li", escape(sided(entry))) for entry in p.allegiance)
    return band + tag("details", tag("summary", escape(_("Sides: {last}").format(last=changes))) + tag("ul", *entries))


def card_words(p: Person) -> str:
    """Return the card of a person as plain text.

    >>> print(card_words(person("trollope")).splitlines()[0])
    Sir Andrew Trollope: ?-1461
    """
    lines = [f"{p.name}: {_years(p)}", *(statement.text for statement in p.life), *map(sided, p.allegiance), ended(p)]
    return "\n".join(lines)


class Claims(Interactive):
    """The claims to the crown by every rule of succession, with the family tree.

    The claim by ``rule`` in ``year`` is shown first. ``years`` are those that a reader can pick, by default all in
    which the crown was in question. ValueError for an unknown rule or year.

    >>> Claims("primogeniture", 1460).words().splitlines()[0]
    '25 October 1460, Eldest line first; a daughter where there is no son: Richard, 3rd Duke of York'
    """

    name = "claims"

    def __init__(self, rule: str = "primogeniture", year: int | str = 1460, years: Iterable[int] = ()) -> None:
        demand(Iterable, years=years or ())
        years_to_pick = {str(one) for one in years} | {str(year)[:4]} if years else set()
        self.moments = tuple(moment for moment in moments() if not years_to_pick or moment.date[:4] in years_to_pick)
        self.first = claim(rule, year)
        if self.first.date not in [moment.date for moment in self.moments]:
            known = ", ".join(moment.date[:4] for moment in moments())
            raise ValueError(_("there is no question of {year}; choose from {known}").format(year=year, known=known))
        self.claims = tuple(claim(rule, moment.date) for moment in self.moments for rule in rules())

    def content(self) -> str:
        """Return two menus, the tree, the answer, the reasons, a table, and all answers folded."""
        first_date, first_rule = self.first.date, self.first.rule.id
        titles = ((m.date, f"{m.date[:4]}: {m.title}") for m in self.moments)
        pick = tag(
            "div",
            _choice("rule", _("By which rule?"), ((r.id, r.title) for r in rules().values()), first_rule),
            _choice("moment", _("When?"), titles, first_date),
            **{"class": "roses-pick roses-unprinted"},
        )
        questions = (_paragraph("moment", m.date, m.asks, m.date == first_date) for m in self.moments)
        family = family_svg()
        caption = _(
            "The tree from Edward III to Henry VII; the line of the best claim is thick. The reasons stand below."
        )
        inside = family.inside + marks_svg(self.first, self.claims)
        svg = Svg(family.width, family.height, inside, name=family.name, description=caption)
        tree = scrolling("roses-tree", _("Family tree"), str(svg))
        answer = tag("div", _answer(self.first), **{"class": "roses-answer", "aria-live": "polite"})
        kings = []
        for m in self.moments:  # who held the crown on that day, and how
            reign = [reign for reign in reigns() if reign.since <= m.date][-1]
            words = _("In fact the crown was with {name}: {how} [{sources}].").format(
                name=person(reign.person).short, how=reign.how, sources=_shorts(reign.sources)
            )
            kings.append(_paragraph("moment", m.date, words, m.date == first_date))
        explanations = (
            _paragraph("rule", r.id, f"{r.says} [{_shorts(r.sources)}]", r.id == first_rule) for r in rules().values()
        )
        table = tag("details", tag("summary", escape(_("Rules and moments in one table"))), _table())
        answers = "".join(tag("section", _answer(one), data_key=_key(one)) for one in self.claims)
        folded = tag(
            "details", tag("summary", escape(_("All answers"))), answers, **{"class": "roses-all roses-unprinted"}
        )
        parts = (pick, *questions, tree, answer, *kings, *explanations, table, folded)
        return tag("div", *parts, data_first=_key(self.first))

    def data(self) -> Any:
        """Return the line of descent of the best heir, and the heirs in order, for each rule and moment."""
        return {
            _key(one): [one.heirs[0].descent if one.heirs else (), [heir.person for heir in one.heirs[:_NUMBERED]]]
            for one in self.claims
        }

    def words(self) -> str:
        """Return the answer that is shown first, with its reasons, and the best claim by every rule at every moment."""
        line = self.first.heirs[0].line if self.first.heirs else ()
        reasons = [f"{person(branch.person).short}: {branch.why}" for branch in line]
        return "\n".join([_best(self.first), *reasons, "", *map(_best, self.claims)])


def _key(one: Claim) -> str:
    return f"{one.rule.id} {one.date}"


def _best(one: Claim) -> str:
    """Return one line that says who has the best claim."""
    return f"{day(one.date)}, {one.rule.title}: {one.best.short if one.best else one.note}"


def _choice(name: str, label: str, choices: Iterable[tuple[str, str]], first: str) -> str:
    options = (
        tag("option", escape(words), value=value, selected="" if value == first else None) for value, words in choices
    )
    return tag("label", escape(label), tag("select", *options, **{"class": f"roses-{name}"}))


def _paragraph(kind: str, value: str, words: str, is_first: bool) -> str:
    """Return a paragraph on one rule or one moment, hidden unless it is the first that is shown."""
    return tag("p", escape(words), hidden=None if is_first else "", **{f"data_{kind}": value})


@cache
def _answer(one: Claim) -> str:
    """Return an answer: who has the best claim, by which line and why, and who comes next."""
    title = one.best.short if one.best else _("Nobody")
    head = tag("h3", escape(title), " ", tag("small", escape(f"{day(one.date)}: {one.rule.short}")))
    if not one.heirs:
        return head + tag("p", escape(one.note))
    steps = (tag("li", tag("b", escape(person(b.person).short)), f": {escape(b.why)}") for b in one.heirs[0].line)
    following = ", ".join(f"{n} {person(heir.person).short}" for n, heir in enumerate(one.heirs[1:_HEIRS], 2))
    then = tag("p", tag("b", escape(_("Then:"))), " ", escape(following)) if following else ""
    return head + tag("ol", *steps) + then


def _table() -> str:
    """Return the best claim by every rule at every moment as a table."""
    years = [moment.date[:4] for moment in moments()]
    rows = [
        (rule.title, *(best.short if (best := claim(rule.id, moment.date).best) else "-" for moment in moments()))
        for rule in rules().values()
    ]
    return table_html(_("Who has the best claim"), [_("Rule"), *years], rows)
