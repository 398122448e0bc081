"""The family tree that one can question: pick a rule and a moment, and the line of the best claim stands out."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, Final

from roses.engine.errors import demand
from roses.engine.i18n import gettext as _
from roses.figures.drawing.svg import Svg, escape, tag
from roses.figures.family import family_svg, marks_svg
from roses.history.battlefields import works
from roses.history.claims import Claim, Moment, Rule, claim, moments, reigns, rules
from roses.history.dates import day
from roses.history.people import person
from roses.widgets.html import scrolling, table_html
from roses.widgets.interactive import Interactive

_SHOWN: Final = 6  # heirs in a list
_NUMBERED: Final = 9  # heirs with a number in the tree


class Claims(Interactive):
    """The claims to the crown by every rule, with the tree; ``rule`` and ``year`` are shown first.

    ``years`` are those that can be picked, by default all in which the crown was in question. ValueError for an unknown
    rule or year.

    >>> Claims("primogeniture", 1460).words().splitlines()[0]
    '25 October 1460, Eldest line first; a daughter where there is no son: Richard, 3rd Duke of York'
    """

    name = "claims"

    def __init__(self, rule: str = "primogeniture", year: int | str = 1460, years: Iterable[int] = ()) -> None:
        demand(Iterable, years=years or ())
        wanted = {str(one) for one in years} | {str(year)[:4]} if years else set()
        self.moments = tuple(moment for moment in moments() if not wanted or moment.date[:4] in wanted)
        self.first = claim(rule, year)
        if self.first.date not in [moment.date for moment in self.moments]:
            known = ", ".join(moment.date[:4] for moment in moments())
            raise ValueError(_("there is no question of {year}; there are: {known}").format(year=year, known=known))

    def _every(self) -> tuple[Claim, ...]:
        return tuple(claim(rule, moment.date) for moment in self.moments for rule in rules())

    def content(self) -> str:
        """Return two lists to pick from, the answer, the tree, the reasons, all answers folded, and a table."""
        key = _key(self.first)
        pick = tag(
            "div",
            _choice("rule", _("By which rule?"), ((r.id, r.title) for r in rules().values()), self.first.rule.id),
            _choice("moment", _("When?"), ((m.date, _when(m)) for m in self.moments), self.first.date),
            **{"class": "roses-pick roses-unprinted"},
        )
        asked = (_asked("moment", m.date, m.asks, m.date == self.first.date) for m in self.moments)
        said = (_asked("rule", r.id, _rule_words(r), r.id == self.first.rule.id) for r in rules().values())
        held = (_asked("moment", m.date, _held(m.date), m.date == self.first.date) for m in self.moments)
        tree = scrolling("roses-tree", _("Family tree"), _tree(self.first, self._every()))
        picked = tag("div", _answer(self.first), **{"class": "roses-answer", "aria-live": "polite"})
        every = "".join(tag("section", _answer(one), data_key=_key(one)) for one in self._every())
        folded = tag(
            "details", tag("summary", escape(_("All answers"))), every, **{"class": "roses-all roses-unprinted"}
        )
        best = tag("details", tag("summary", escape(_("Rules and moments in one table"))), _table())
        return tag("div", pick, *asked, tree, picked, *held, *said, best, folded, data_first=key)

    def data(self) -> Any:
        """Return for each question the line of descent, and the heirs in order."""
        return {
            _key(one): [one.heirs[0].descent if one.heirs else (), [heir.person for heir in one.heirs[:_NUMBERED]]]
            for one in self._every()
        }

    def words(self) -> str:
        """Return the answer picked, with its reasons, and the best claim by every rule at every moment."""
        said = [_first_line(self.first), *_reasons(self.first), ""]
        return "\n".join([*said, *map(_first_line, self._every())])


def _key(one: Claim) -> str:
    return f"{one.rule.id} {one.date}"


def _when(moment: Moment) -> str:
    return f"{moment.date[:4]}: {moment.title}"


def _first_line(one: Claim) -> str:
    best = one.best.short if one.best else one.note
    return f"{day(one.date)}, {one.rule.title}: {best}"


def _reasons(one: Claim) -> list[str]:
    return [f"{person(branch.person).short}: {branch.why}" for branch in one.heirs[0].line] if one.heirs else []


def _choice(name: str, label: str, choices: Iterable[tuple[str, str]], first: str) -> str:
    options = (
        tag("option", escape(words), value=value, selected="" if value == first else None) for value, words in choices
    )
    return tag("label", escape(label), tag("select", *options, **{"class": f"roses-{name}"}))


def _tree(first: Claim, among: tuple[Claim, ...]) -> str:
    """Return the tree with the line of a claim, and those of all others hidden."""
    bare = family_svg()
    said = _("The tree from Edward III to Henry VII; the line of the best claim is thick. The reasons stand below.")
    return str(Svg(bare.width, bare.height, bare.inside + marks_svg(first, among), name=bare.name, description=said))


def _asked(kind: str, value: str, words: str, shown: bool) -> str:
    """Return a paragraph on one rule or one moment, hidden unless it is the first that is shown."""
    return tag("p", escape(words), hidden=None if shown else "", **{f"data_{kind}": value})


@cache
def _answer(one: Claim) -> str:
    """Return an answer: who has the best claim, by which line and why, and who comes next."""
    title = one.best.short if one.best else _("Nobody")
    head = tag("h3", escape(title), " ", tag("small", escape(f"{day(one.date)}: {one.rule.short}")))
    if not one.heirs:
        return head + tag("p", escape(one.note))
    steps = (tag("li", tag("b", escape(person(b.person).short)), f": {escape(b.why)}") for b in one.heirs[0].line)
    following = ", ".join(f"{n} {person(heir.person).short}" for n, heir in enumerate(one.heirs[1:_SHOWN], 2))
    then = tag("p", tag("b", escape(_("Then:"))), " ", escape(following)) if following else ""
    return head + tag("ol", *steps) + then


def _rule_words(rule: Rule) -> str:
    shorts = ", ".join(works()[source].short for source in rule.sources)
    return f"{rule.says} [{shorts}]"


def _held(date: str) -> str:
    """Return who held the crown on a day, and how."""
    reign = [reign for reign in reigns() if reign.since <= date][-1]
    shorts = ", ".join(works()[source].short for source in reign.sources)
    said = _("In fact the crown was with {name}: {how} [{sources}].")
    return said.format(name=person(reign.person).short, how=reign.how, sources=shorts)


def _table() -> str:
    """Return the best claim by every rule at every moment as a table."""
    years = [moment.date[:4] for moment in moments()]
    rows = [
        (rule.title, *(best.short if (best := claim(rule.id, moment.date).best) else "-" for moment in moments()))
        for rule in rules().values()
    ]
    return table_html(_("Who has the best claim"), [_("Rule"), *years], rows)
