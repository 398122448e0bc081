"""Hand-outs that are cards or maps: positions as each side sees them, decisions, battles, houses, weighed sources."""

from __future__ import annotations

import re
from typing import Any, Final

from roses.engine.games import start
from roses.engine.i18n import gettext as _
from roses.engine.replay import Replay, Timeline, find
from roses.figures.blocks.cards import key_svg
from roses.figures.drawing.svg import escape, tag
from roses.figures.map.svg import map_svg
from roses.history.battles import Battle, Figure, account, known_battles, source_cards
from roses.lessons.decisions import cards_html
from roses.lessons.handouts.sets import Position, Set
from roses.lessons.parliament import house_html, outcomes_html, session
from roses.lessons.sources import GRADES, card_html, named
from roses.widgets.html import table_html

_PARLIAMENT: Final = (4, 2)  # the houses and the round of the lesson


def state_of(position: Position) -> Any:
    """Return the state of a position. RecordError if there is no such replay."""
    if position.scenario:
        return start("richard-iii", position.scenario)
    return Timeline(Replay(find(position.record), start)).state(position.step - 1)


def maps(sheets: Set) -> list[tuple[str, str, str]]:
    """Return the map of each position as each side sees it, with the key to the blocks: name, title and content.

    No battle stands on a map that is still to come.
    """
    pages, key = [], tag("figure", str(key_svg()), **{"class": "key"})
    for position in sheets.maps:
        date = position.scenario or Timeline(Replay(find(position.record), start))[position.step - 1].date
        state, year = state_of(position), int(re.findall("[0-9]{4}", date)[0])
        for side in ("York", "Lancaster"):
            note = _("Blank blocks are the enemy's. You see where they stand, and not who they are.")
            drawing = map_svg(state.view(side), "lesson", before=year)
            figure = tag("figure", str(drawing), **{"class": "map"})
            content = tag("p", escape(note)) + figure + key
            pages.append((f"map_for_{side}", _("What {side} sees").format(side=side), content))
    return pages


def decisions(lesson: str, _sheets: Set) -> str:
    """Return the decision cards of a lesson, without what was chosen; "" if it has none."""
    cards = cards_html(lesson)
    return tag("div", cards, **{"class": "cards"}) if cards else ""


def decisions_key(lesson: str, _sheets: Set) -> str:
    """Return what was chosen on each decision card."""
    return cards_html(lesson, key=True)


def houses(_lesson: str, _sheets: Set) -> str:
    """Return a card for each of four houses in parliament: its goods, and what each law would bring it."""
    meeting = session(*_PARLIAMENT)
    return "".join(tag("article", house_html(meeting, house), **{"class": "roses-card"}) for house in meeting.houses)


def houses_key(_lesson: str, _sheets: Set) -> str:
    """Return what each of the eight ways of voting brings to the four houses."""
    return outcomes_html(session(*_PARLIAMENT))


def sources(_lesson: str, _sheets: Set) -> str:
    """Return the source cards, without what else is known."""
    cards = "".join(card_html(card, "roses-card", known=False) for card in source_cards().cards)
    return tag("div", cards, **{"class": "cards"})


def sources_key(_lesson: str, _sheets: Set) -> str:
    """Return what else is known beside each source."""
    rows = [(card.title, card.check) for card in source_cards().cards]
    return table_html("", (_("source"), _("what else is known")), rows)


def weights(_lesson: str, _sheets: Set) -> str:
    """Return a table of sources by questions, with room for a weight in each cell."""
    questions, cards = source_cards().questions, source_cards().cards
    intro = _("One question, one column. Write + for strong, ? for with care, – for silent. Begin with one question.")
    columns = (_("source"), *(question.text for question in questions))
    rows = [(f"{card.title}, {card.written}", *("" for _question in questions)) for card in cards]
    return tag("p", escape(intro)) + tag("div", table_html("", columns, rows), **{"class": "boxes"})


def weights_key(_lesson: str, _sheets: Set) -> str:
    """Return how the kit weighs each source for each question, and why."""
    parts = []
    for question in source_cards().questions:
        worth = [(card.title, card.worth[question.id]) for card in source_cards().cards]
        rows = [(title, _(GRADES[one.grade]), one.why) for title, one in worth]
        parts.append(tag("h3", escape(question.text)) + table_html("", (_("source"), _("worth"), _("why")), rows))
    return "".join(parts)


def battles(_lesson: str, _sheets: Set) -> str:
    """Return a card for each battle: day, leaders, men and losses as sources give them, course, sources."""
    cards = (_battle(name, battle) for name, battle in known_battles().items())
    return tag("div", *cards, **{"class": "battles"})


def _battle(name: str, battle: Battle) -> str:
    """Return the card of a battle, with a line to fill in: why it mattered."""
    history, unknown = account(name), Figure(None, None, ())
    day = _("{date}, {place}. Won by {winner}.")
    day = day.format(date=battle.shown, place=battle.place, winner=battle.winner)
    rows = []
    for side in battle.sides:
        leaders = "; ".join(history.commanders.get(side, ())[:3])
        rows.append((side, leaders, str(battle.forces.get(side, unknown)), str(battle.losses.get(side, unknown))))
    figures = table_html("", (_("side"), _("led by"), _("men"), _("lost")), rows)
    notes = [battle.note]
    for text, numbers in ((_("{side}, men: {note}."), battle.forces), (_("{side}, lost: {note}."), battle.losses)):
        notes += [text.format(side=side, note=number.note) for side, number in numbers.items() if number.note]
    note = " ".join(dict.fromkeys(filter(None, notes)))
    phases = []
    for phase in history.phases:
        title = f"{phase.title} ({phase.date})." if phase.date else f"{phase.title}."
        phases.append(tag("li", tag("b", escape(title)), " ", escape(f"{phase.text} [{phase.confidence}]")))
    foot = _("Confidence in the numbers: {confidence}. Sources: {works}")
    foot = foot.format(confidence=battle.confidence, works=named(history.sources))
    return tag(
        "article",
        tag("h3", escape(battle.name)),
        tag("p", escape(day)),
        figures,
        tag("p", escape(note)) if note else "",
        tag("ol", *phases),
        tag("p", tag("b", escape(_("Why it mattered:"))), **{"class": "write"}),
        tag("small", escape(foot)),
        **{"class": "roses-card"},
    )


def battles_key(_lesson: str, _sheets: Set) -> str:
    """Return why each battle mattered, and what the game cannot show of it."""
    rows = []
    for name, battle in known_battles().items():
        history = account(name)
        rows.append((f"{battle.name}, {battle.shown}", history.meaning.text, " ".join(history.cannot)))
    return table_html("", (_("battle"), _("why it mattered"), _("what the game cannot show")), rows)
