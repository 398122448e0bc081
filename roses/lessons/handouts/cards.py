"""Hand-outs that are cards or maps: positions as each side sees them, decisions, sources with weights."""

from __future__ import annotations

import re
from typing import Any, Final

from roses.engine.games import start
from roses.engine.i18n import N_
from roses.engine.i18n import gettext as _
from roses.engine.replay import Replay, Timeline, find
from roses.figures.blocks.key import key_svg
from roses.figures.drawing.svg import escape, tag
from roses.figures.map.svg import map_svg
from roses.history.source_cards import source_cards
from roses.lessons.decisions import cards_html
from roses.lessons.handouts.sets import Position, Set
from roses.lessons.parliament.model import session
from roses.lessons.parliament.widget import house_html, outcomes_html
from roses.lessons.sources.cards import card_html
from roses.widgets.html import table_html

_SIDES: Final = ("York", "Lancaster")
_HOUSES, _ROUND = 4, 2  # the parliament of the lesson
_GRADES: Final = {"good": N_("strong"), "some": N_("with care"), "none": N_("silent")}


def state_of(position: Position) -> Any:
    """Return the state of a position. RecordError if there is no such replay."""
    if position.scenario:
        return start("richard-iii", position.scenario)
    return Timeline(Replay(find(position.record), start)).state(position.step - 1)


def maps(given: Set) -> list[tuple[str, str, str]]:
    """Return the map of each position as each side sees it, with the key to the blocks: name, title and content.

    No battle stands on a map that is still to come.
    """
    found, key = [], tag("figure", str(key_svg()), **{"class": "key"})
    for position in given.maps:
        state, year = state_of(position), _year(position)
        for side in _SIDES:
            title = _("What {side} sees").format(side=side)
            said = _("Blank blocks are the enemy's. You see where they stand, and not who they are.")
            drawn = tag("figure", str(map_svg(state.view(side), "lesson", before=year)), **{"class": "map"})
            found.append((f"map_for_{side}", title, tag("p", escape(said)) + drawn + key))
    return found


def _year(position: Position) -> int:
    """Return the year of a position."""
    if position.scenario:
        return int(position.scenario)
    told = Timeline(Replay(find(position.record), start))[position.step - 1].date
    return int(re.findall("[0-9]{4}", told)[0])


def decisions(lesson: str, _given: Set) -> str:
    """Return the decision cards of a lesson, without what was chosen; "" if it has none."""
    return _grid(cards_html(lesson))


def decisions_key(lesson: str, _given: Set) -> str:
    """Return what was chosen on each decision card."""
    return cards_html(lesson, key=True)


def houses(_lesson: str, _given: Set) -> str:
    """Return a card for each of four houses in parliament: its goods, and what each law would bring it."""
    held = session(_HOUSES, _ROUND)
    return "".join(tag("article", house_html(held, house), **{"class": "roses-card"}) for house in held.houses)


def houses_key(_lesson: str, _given: Set) -> str:
    """Return what each of the eight ways of voting brings to the four houses."""
    return outcomes_html(session(_HOUSES, _ROUND))


def sources(_lesson: str, _given: Set) -> str:
    """Return the source cards, without what else is known."""
    return _grid("".join(card_html(card, "roses-card", known=False) for card in source_cards().cards))


def sources_key(_lesson: str, _given: Set) -> str:
    """Return what else is known beside each source."""
    rows = [(card.title, card.check) for card in source_cards().cards]
    return table_html("", (_("source"), _("what else is known")), rows)


def weights(_lesson: str, _given: Set) -> str:
    """Return a table of sources by questions, with room for a weight in each cell."""
    held = source_cards()
    intro = _("One question, one column. Write + for strong, ? for with care, – for silent. Begin with one question.")
    columns = (_("source"), *(question.text for question in held.questions))
    rows = [(f"{card.title}, {card.written}", *("" for _question in held.questions)) for card in held.cards]
    return tag("p", escape(intro)) + _boxed(table_html("", columns, rows))


def weights_key(_lesson: str, _given: Set) -> str:
    """Return how the kit weighs each source for each question, and why."""
    held = source_cards()
    parts = []
    for question in held.questions:
        worth = [(card, card.worth[question.id]) for card in held.cards]
        rows = [(card.title, _(_GRADES[found.grade]), found.why) for card, found in worth]
        parts.append(tag("h3", escape(question.text)) + table_html("", (_("source"), _("worth"), _("why")), rows))
    return "".join(parts)


def _grid(cards: str) -> str:
    return tag("div", cards, **{"class": "cards"}) if cards else ""


def _boxed(table: str) -> str:
    return tag("div", table, **{"class": "boxes"})
