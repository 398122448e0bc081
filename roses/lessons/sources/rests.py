"""What a narration rests on: the source cards behind each of its moments, and what is left when one is taken away."""

from __future__ import annotations

from typing import Any

import msgspec

from roses.engine.i18n import gettext as _
from roses.engine.i18n import ngettext
from roses.engine.replay import Timeline
from roses.figures.drawing.svg import escape, tag
from roses.history.source_cards import SourceCard, source_card, source_cards
from roses.table import Table
from roses.widgets.html import scrolling
from roses.widgets.interactive import Interactive


class Rest(msgspec.Struct, frozen=True):
    """A moment of a timeline: its step, counted from 1, its title, and the ids of the cards among its sources.

    ``others`` are the short names of sources of the time that it cites and that have no card.
    """

    step: int
    title: str
    cards: tuple[str, ...]
    others: tuple[str, ...] = ()


def rests_on(timeline: Timeline, first: int = 1, last: int = 0) -> tuple[Rest, ...]:
    """Return which cards the moments rest on, from step ``first`` to ``last``, both included; 0 is the last step.

    A moment rests on a card if one of the works that the moment cites stands for that card.

    >>> import roses
    >>> rests_on(roses.timeline("1483-richard-iii"), 31, 31)
    (Rest(step=31, title='The charge', cards=('vergil',), others=()),)
    """
    carded = {key for card in source_cards().cards for key in card.keys}
    found = []
    for step in range(first, (last or len(timeline)) + 1):
        moment = timeline[step - 1]
        cards = (card.id for card in source_cards().cards if set(card.keys) & set(moment.sources))
        old = (source for source in timeline.sources(step - 1) if source.written and source.id not in carded)
        found.append(Rest(step, moment.title, tuple(cards), tuple(source.short for source in old)))
    return tuple(found)


def lost_without(timeline: Timeline, *names: str) -> Table:
    """Return the moments that rest on these cards and on no other; ``names`` are ids of cards.

    Columns: the step, its title, and the cards it rested on. ValueError for an unknown card.

    >>> import roses
    >>> lost_without(roses.timeline("1483-richard-iii"), "york", "shot")["moment"].tolist()
    ['The lines are drawn']
    """
    gone = {source_card(name).id for name in names}
    rows = [rest for rest in rests_on(timeline) if _is_lost(rest, gone)]
    return Table(
        [{"step": rest.step, "moment": rest.title, "rested on": _shorts(rest.cards)} for rest in rows],
        columns=["step", "moment", "rested on"],
    )


def _is_lost(rest: Rest, gone: set[str]) -> bool:
    return bool(rest.cards) and not rest.others and set(rest.cards) <= gone


class RestsOn(Interactive):
    """A table of moments by source cards: its readers take sources away, and see which moments have none left.

    ``first`` and ``last`` are steps, counted from 1 and both included.

    >>> import roses
    >>> print(RestsOn(roses.timeline("1483-richard-iii"), 31, 32).words())
    31 The charge: only Vergil
    32 Henry survives: only Vergil
    """

    name = "rests-on"

    def __init__(self, timeline: Timeline, first: int = 1, last: int = 0) -> None:
        self.rests = rests_on(timeline, first, last)
        self._cards: tuple[SourceCard, ...] = source_cards().cards

    def content(self) -> str:
        """Return it as HTML, which reads without the script."""
        heads = [tag("th", escape(word), scope="col") for word in (_("step"), _("moment"))]
        heads += [tag("th", escape(card.short), scope="col", data_card=card.id) for card in self._cards]
        heads.append(tag("th", escape(_("what it rests on")), scope="col"))
        body = tag("tbody", *map(self._row, self.rests))
        title = _("Which moment of the replay rests on which source")
        table = tag("table", tag("caption", escape(title)), tag("thead", tag("tr", *heads)), body)
        how = tag("p", escape(_("Click the name of a source to take it away; click again to give it back.")),
                  hidden="", **{"class": "how roses-unprinted"})  # fmt: skip
        return how + scrolling("scroll", title, table) + '<p class="said" role="status"></p>'

    def _row(self, rest: Rest) -> str:
        cells = [tag("td", "●" if card.id in rest.cards else "", data_card=card.id) for card in self._cards]
        left = tag("td", escape(left_of(rest.cards, rest.others)), **{"class": "left"})
        return tag("tr", tag("td", str(rest.step)), tag("th", escape(rest.title), scope="row"), *cells, left)

    def words(self) -> str:
        """Return it as plain text."""
        return "\n".join(f"{rest.step} {rest.title}: {left_of(rest.cards, rest.others)}" for rest in self.rests)

    def data(self) -> Any:
        """Return what the script is given."""
        told = {
            "only": _("only {source}"),
            "several": _("{n} sources"),
            "lost": _("nothing left"),
            "modern": left_of(()),
            "said": _("Without {sources}: {n} of {all} moments have lost their last source."),
            "which": _("They are: {moments}."),
        }
        moments = [[f"{rest.step} {rest.title}", list(rest.cards), list(rest.others)] for rest in self.rests]
        return {"shorts": {card.id: card.short for card in self._cards}, "moments": moments, "told": told}


def left_of(cards: tuple[str, ...], others: tuple[str, ...] = ()) -> str:
    """Return in words on how many sources of the time, or finds, a moment rests; ``others`` have no card.

    >>> left_of(("york",)), left_of(("york", "shot")), left_of(())
    ('only York', '2 sources', 'modern works only')
    """
    names = (*(source_card(name).short for name in cards), *others)
    if not names:
        return _("modern works only")
    if len(names) == 1:
        return _("only {source}").format(source=names[0])
    return ngettext("{n} source", "{n} sources", len(names)).format(n=len(names))


def _shorts(cards: tuple[str, ...]) -> str:
    return ", ".join(source_card(name).short for name in cards)
