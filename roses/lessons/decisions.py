"""Decision cards: what a leader knew, what he could do, and, folded, what he chose and what the game offers.

The cards are ``data/lessons/decisions.json``. In a notebook ``DecisionCard`` shows one; ``cards_html`` prints those of
a lesson for hand-outs, and, separately, the answers.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, ClassVar

import msgspec

from roses.engine.data import Data, read
from roses.engine.i18n import gettext as _
from roses.figures.drawing.svg import escape, tag
from roses.history.battles import works
from roses.widgets.interactive import Interactive


class Decision(Data, frozen=True):
    """One decision of history: ``who`` decides, at which ``place``, and when: ``date`` is ISO, ``shown`` is in words.

    ``knew`` are facts that the leader knew, ``options`` what he could do; he took number ``chosen``, from 0.
    ``after`` tells what he did and what came of it, ``game`` what the rules would let his player do. ``sources`` are
    ids of ``data/history/sources.json``. ``record`` and ``moment`` name the step of a replay before which the card is
    played, by its title; both are empty where there is none. ``confidence`` is as in a moment of a replay.
    """

    id: str
    lesson: str
    date: str
    shown: str
    place: str
    who: str
    title: str
    knew: Annotated[tuple[str, ...], msgspec.Meta(min_length=2, max_length=5)]
    options: Annotated[tuple[str, ...], msgspec.Meta(min_length=2, max_length=4)]
    chosen: Annotated[int, msgspec.Meta(ge=0)]
    after: str
    game: str
    sources: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    confidence: str
    record: str = ""
    moment: str = ""

    def __post_init__(self) -> None:
        """Raise ValueError if there is no option of the number ``chosen``."""
        if self.chosen >= len(self.options):
            count, number = len(self.options), self.chosen + 1
            raise ValueError(f"the decision {self.id} has {count} options, so the leader cannot choose number {number}")


@cache
def decisions(lesson: str = "") -> tuple[Decision, ...]:
    """Return the decisions of a lesson in order of date, or of all lessons; none for a lesson without any.

    >>> decisions("04a")[0].title
    'Night at Ludford'
    """
    every = read("lessons/decisions.json", tuple[Decision, ...])
    return tuple(sorted((d for d in every if lesson in ("", d.lesson)), key=lambda d: (d.lesson, d.date)))


def decision(name: str) -> Decision:
    """Return a decision by its id; ValueError, which lists all ids, if there is none.

    >>> decision("ludford-1459").place
    'Ludford'
    """
    by_id = {d.id: d for d in decisions()}
    if name not in by_id:
        message = _("there is no decision {name}; choose from {names}")
        raise ValueError(message.format(name=repr(name), names=", ".join(by_id)))
    return by_id[name]


class DecisionCard(Interactive):
    """A decision that a class takes before it reads what the leader chose.

    >>> card = DecisionCard("ludford-1459")
    >>> print(card.words().splitlines()[0])
    Night at Ludford: 12 to 13 October 1459, Ludford
    """

    name: ClassVar[str] = "decision"

    def __init__(self, name: str) -> None:
        self.decision = decision(name)

    def content(self) -> str:
        """Return the card, and below it, folded, what was chosen."""
        history = tag("summary", escape(_("What happened"))) + answer_html(self.decision)
        hint = tag("p", "", **{"class": "roses-said roses-unprinted", "role": "status"})
        return (
            question_html(self.decision) + hint + tag("details", history, **{"class": "roses-chosen roses-unprinted"})
        )

    def words(self) -> str:
        """Return the card without what was chosen."""
        card = self.decision
        lines = [f"{card.title}: {card.shown}, {card.place}", *card.knew, _("What do you do?")]
        return "\n".join([*lines, *(f"{'ABCD'[i]} {text}" for i, text in enumerate(card.options))])

    def data(self) -> dict[str, str]:
        """Return the sentence that the script shows after a choice."""
        return {"said": _("You choose {letter}. Give a reason before you open what happened.")}


def question_html(card: Decision) -> str:
    """Return the question to a class: who, when and where, what he knew, and the options with letters.

    >>> "What happened" in question_html(decision("ludford-1459"))
    False
    """
    where = tag("p", escape(_("{date}, {place}").format(date=card.shown, place=card.place)), **{"class": "roses-when"})
    knew = tag("ul", *(tag("li", escape(text)) for text in card.knew))
    options = (tag("li", tag("span", escape(text)), value=str(i)) for i, text in enumerate(card.options, 1))
    heading = tag("h4", escape(_("You are {who}. You know:").format(who=card.who)))
    question = tag("h4", escape(_("What do you do?"))) + tag("ol", *options, type="A")
    return tag("h3", escape(card.title)) + where + heading + knew + question


def answer_html(card: Decision) -> str:
    """Return what the leader chose, what came of it, what the game offers, the sources, and how sure it is.

    >>> answer_html(decision("ludford-1459")).startswith("<p><strong>C</strong> ")
    True
    """
    choice = tag("p", tag("strong", "ABCD"[card.chosen]), " ", escape(card.after))
    game = tag("p", tag("strong", escape(_("In the game:"))), " ", escape(card.game))
    names = " · ".join(works()[source].cited for source in card.sources)
    foot = _("Sources: {names}. How sure: {confidence}.").format(names=names, confidence=card.confidence)
    return choice + game + tag("p", tag("small", escape(foot)))


def cards_html(lesson: str, key: bool = False) -> str:
    """Return the cards of a lesson as HTML to print, without what was chosen; with ``key``, only what was chosen.

    Each card is an ``article`` of the class ``roses-card``. "" for a lesson without decisions.

    >>> cards_html("04a").count("<article"), cards_html("04a", key=True).count("<article")
    (5, 5)
    """
    cards = []
    for card in decisions(lesson):
        content = tag("h3", escape(card.title)) + answer_html(card) if key else question_html(card)
        cards.append(tag("article", content, **{"class": "roses-card"}))
    return "".join(cards)
