"""Hand-outs on battles: one card for each of the eighteen, with a line to fill in, and what to fill in."""

from __future__ import annotations

from roses.engine.i18n import gettext as _
from roses.figures.drawing.svg import escape, tag
from roses.history.battles import Account, Battle, Figure, Phase, account, known_battles
from roses.lessons.handouts.sets import Set
from roses.lessons.sources.cards import named
from roses.widgets.html import table_html

_UNKNOWN = Figure(None, None, ())
_LEADERS = 3  # on a card


def cards_html(_lesson: str, _given: Set) -> str:
    """Return a card for each battle: day, leaders, men and losses as sources give them, course, sources."""
    made = (_card(battle, account(name)) for name, battle in known_battles().items())
    return tag("div", *made, **{"class": "battles"})


def key_html(_lesson: str, _given: Set) -> str:
    """Return why each battle mattered, and what the game cannot show of it."""
    rows = []
    for name, battle in known_battles().items():
        told = account(name)
        rows.append((f"{battle.name}, {battle.shown}", told.meaning.text, " ".join(told.cannot)))
    return table_html("", (_("battle"), _("why it mattered"), _("what the game cannot show")), rows)


def _card(battle: Battle, told: Account) -> str:
    under = tag("p", escape(_("{date}, {place}. Won by {winner}.").format(
        date=battle.shown, place=battle.place, winner=battle.winner)))  # fmt: skip
    course = tag("ol", *map(_phase, told.phases))
    notes = " ".join(dict.fromkeys(filter(None, (battle.note, *_notes(battle)))))
    asked = tag("p", tag("b", escape(_("Why it mattered:"))), **{"class": "write"})
    foot = _("Confidence in the numbers: {confidence}. Sources: {works}").format(
        confidence=battle.confidence, works=named(told.sources)
    )
    parts = (under, _figures(battle, told), tag("p", escape(notes)) if notes else "", course, asked)
    return tag("article", tag("h3", escape(battle.name)), *parts, tag("small", escape(foot)), **{"class": "roses-card"})


def _figures(battle: Battle, told: Account) -> str:
    rows = []
    for side in battle.sides:
        leaders = "; ".join(told.commanders.get(side, ())[:_LEADERS])
        men, lost = battle.forces.get(side, _UNKNOWN), battle.losses.get(side, _UNKNOWN)
        rows.append((side, leaders, str(men), str(lost)))
    return table_html("", (_("side"), _("led by"), _("men"), _("lost")), rows)


def _notes(battle: Battle) -> tuple[str, ...]:
    """Return the notes on the figures, each with what it is on."""
    men, lost = _("{side}, men: {note}."), _("{side}, lost: {note}.")
    return tuple(
        said.format(side=side, note=figure.note)
        for said, figures in ((men, battle.forces), (lost, battle.losses))
        for side, figure in figures.items()
        if figure.note
    )


def _phase(phase: Phase) -> str:
    title = f"{phase.title} ({phase.date})." if phase.date else f"{phase.title}."
    return tag("li", tag("b", escape(title)), " ", escape(f"{phase.text} [{phase.confidence}]"))
