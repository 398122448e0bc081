"""Hand-outs about lords: twelve roles for a parliament in class, the count to fill in, and the index of people."""

from __future__ import annotations

from roses.engine.i18n import gettext as _
from roses.figures.drawing.svg import escape, tag
from roses.history.people import Entry, index
from roses.lessons.handouts.cards import state_of
from roses.lessons.handouts.sets import Set
from roses.lessons.sources.cards import named
from roses.lessons.words import Role, roles
from roses.richard.lords_count import Tally, tally
from roses.widgets.html import table_html

_ROWS = 12


def roles_html(_lesson: str, _given: Set) -> str:
    """Return twelve role cards, without what the lords did."""
    day = _("October 1460. King Henry is in Warwick's hands since Northampton. York has come from Ireland and laid his "
            "hand on the throne. All twelve of you are called; in history the four of Lancaster stayed away, "
            "in the north or in the west country.")  # fmt: skip
    return tag("p", escape(day)) + tag("div", *map(_role, roles()), **{"class": "cards roles"})


def _role(role: Role) -> str:
    party = {"York": _("for York"), "Lancaster": _("for Lancaster"), "open": _("not decided")}[role.party]
    facts = ((_("You want"), role.aim), (_("You fear"), role.fear), (_("Your price"), role.price))
    told = (tag("dt", escape(name)) + tag("dd", escape(text)) for name, text in facts)
    foot = _("Block: {block}. Sources: {works}").format(block=role.block, works=named(role.sources))
    note = tag("p", escape(role.note)) if role.note else ""
    head = tag("h3", escape(role.name)) + tag("p", tag("b", escape(party)), ". ", escape(role.who))
    return tag("article", head, tag("dl", *told), note, tag("small", escape(foot)), **{"class": "roses-card"})


def roles_key(_lesson: str, _given: Set) -> str:
    """Return what each lord did."""
    return table_html("", (_("lord"), _("what he did")), [(role.name, role.later) for role in roles()])


def people_html(_lesson: str, _given: Set) -> str:
    """Return the index of people: name, years, titles, blocks, and the end."""
    return tag("div", *map(_entry, index()), **{"class": "index"})


def _entry(found: Entry) -> str:
    told = "; ".join(filter(None, (found.known_as, found.end)))
    block = tag("i", escape(_("Block: {blocks}.").format(blocks=found.blocks))) if found.blocks else ""
    return tag("p", tag("b", escape(found.name)), escape(f" {found.years}. {told}. "), block)


def count_html(_lesson: str, _given: Set) -> str:
    """Return the count of the lords as a table to fill in, with the rules in their order."""
    steps = (
        _("8.1  Levies, bombards, mercenaries and the Rebel go home. Cross them out first."),
        _("8.2  Count heirs, nobles and churches on the map: one point each. Not in exile, on Man or in the pool."),
        _("8.2  Whoever holds London (Middlesex) with one of these adds one."),
        _("8.2  Does the Pretender's side have more? Then the crown passes. A tie leaves the King."),
        _("8.3  The Pretender's side goes home first; 8.4 then the King's."),
    )
    columns = (_("lord"), _("where"), _("1 or 0"), _("if 0, why"))
    blank = [("", "", "", "") for _n in range(_ROWS)]
    sides = (tag("div", table_html(side, columns, blank)) for side in ("York", "Lancaster"))
    ends = [(_("London"), "", ""), (_("sum"), "", "")]
    total = table_html("", ("", "York", "Lancaster"), ends)
    asked = tag("p", escape(_("King before: ____________   King after: ____________   What would have changed it? ")))
    order = tag("ol", *(tag("li", escape(step)) for step in steps), **{"class": "plain"})
    return order + tag("div", *sides, **{"class": "pair boxes"}) + tag("div", total, **{"class": "boxes"}) + asked


def count_key(_lesson: str, given: Set) -> str:
    """Return the count that the engine makes of each position of the lesson."""
    return "".join(tag("h3", escape(position.title)) + _counted(tally(state_of(position))) for position in given.counts)


def _counted(count: Tally) -> str:
    rows = []
    for side, held in count.sides.items():
        names = ", ".join(f"{lord.block.split('/')[0]} ({lord.place})" for lord in held.counted)
        rows.append((side, str(count.total(side)), names, ", ".join(held.not_counted)))
    columns = (_("side"), _("points"), _("who counts, and where"), _("who does not"))
    london = _("London: {holder}, {points}; {why}.").format(
        holder=count.london.holder or _("nobody"), points=count.london.points, why=count.london.why
    )
    return table_html("", columns, rows) + tag("p", escape(london))
