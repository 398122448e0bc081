"""Work with sources in a lesson: cards to read, weights to argue about, and the sources that moments rest on."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from roses.engine.i18n import N_, ngettext, pgettext
from roses.engine.i18n import gettext as _
from roses.engine.replay import Timeline
from roses.figures.drawing.svg import escape, tag
from roses.history.battles import Question, SourceCard, source_card, source_cards
from roses.richard.battles import works
from roses.table import Table
from roses.widgets.html import scrolling, table_html
from roses.widgets.interactive import Interactive
from roses.widgets.stepper.panel import source_name

GRADES: Final = {"good": N_("strong"), "some": N_("with care"), "none": N_("silent")}  # what a source is worth


class Witnesses(Interactive):
    """Source cards to read one at a time; without the script all of them are shown, one below the other.

    ``names`` are ids of cards, by default those of all cards, which are on Bosworth. ValueError for an unknown id.

    >>> Witnesses("york", "vergil").words().splitlines()[0]
    'The council of York, 23 August 1485 (the day after the battle)'
    """

    name = "witnesses"

    def __init__(self, *names: str) -> None:
        self.cards = tuple(map(source_card, names)) if names else source_cards().cards

    def content(self) -> str:
        """Return the content as HTML that can be read without the script."""
        buttons = [tag("button", escape(card.title), type="button", data_card=card.id) for card in self.cards]
        tabs = tag("div", *buttons, role="group", aria_label=_("Cards"), hidden="", **{"class": "tabs roses-unprinted"})
        return tabs + "".join(map(card_html, self.cards))

    def words(self) -> str:
        """Return the content as plain text."""
        return "\n\n".join(map(card_text, self.cards))


class Weighing(Interactive):
    """All source cards weighed for one question: readers put in their own weights before they see those of the kit.

    ``question`` is the id of a question; ValueError, which lists the known ones, for an unknown one.

    >>> print(Weighing("felt").words().splitlines()[0])
    What did people feel?
    """

    name = "weighing"

    def __init__(self, question: str) -> None:
        questions = {one.id: one for one in source_cards().questions}
        if question not in questions:
            message = _("there is no question {name!r} to weigh sources for; choose from {known}")
            raise ValueError(message.format(name=question[:60], known=", ".join(questions)))
        self.question: Question = questions[question]

    def content(self) -> str:
        """Return the content as HTML that can be read without the script."""
        columns = (_("source"), _("written"), _("worth for this question"), _("why"))
        table = table_html(self.question.text, columns, self._rows())
        answer = tag("details", tag("summary", escape(_("How we weigh them"))), table)
        return tag("h3", escape(self.question.text)) + answer

    def words(self) -> str:
        """Return the content as plain text."""
        return "\n".join((self.question.text, *(": ".join((row[0], row[2])) + f" ({row[3]})" for row in self._rows())))

    def data(self) -> Any:
        """Return the data of the script."""
        cards = [[c.title, c.written, c.worth[self.question.id].grade] for c in source_cards().cards]
        grades = {grade: _(word) for grade, word in GRADES.items()}
        texts = {
            "you": _("your weight"),
            "compare": _("Compare with ours"),
            "agree": _("You and we agree on {n} of {all}. Where we differ, say why: a good reason beats ours."),
            "missing": _("Weigh all of them first; {n} are missing."),
            "columns": [_("source"), _("written")],
        }
        return {"cards": cards, "grades": grades, "told": texts}

    def _rows(self) -> list[tuple[str, str, str, str]]:
        worth = ((card, card.worth[self.question.id]) for card in source_cards().cards)
        return [(card.title, card.written, _(GRADES[one.grade]), one.why) for card, one in worth]


def works_text(sources: tuple[str, ...]) -> str:
    """Return the short names of works by their ids, for a primary source with the time of its writing.

    >>> works_text(("ch-york", "pr-foardcurry"))
    'York memorandum, ed. 1843 (written 23 August 1485), Foard & Curry 2013'
    """
    return ", ".join(source_name(work) for work in works(sources))


def card_html(card: SourceCard, kind: str = "card", known: bool = True) -> str:
    """Return one card as HTML, an ``article`` of the class ``kind``; with ``known`` it ends with what else is known,
    which is folded and is not printed.
    """
    head = tag("h3", escape(card.title)) + tag("p", tag("b", escape(card.written)), ", ", escape(card.after))
    about = tag("dl", *(tag("dt", escape(name)) + tag("dd", escape(text)) for name, text in _about(card)))
    quotes = []
    for quote in card.quotes:
        of = _("{text}; our translation").format(text=quote.of) if quote.ours else quote.of
        quotes.append(tag("blockquote", tag("q", escape(quote.text)), " ", tag("small", f"({escape(of)})")))
    says = tag("h4", escape(_("What it says"))) + tag("ul", *(tag("li", escape(text)) for text in card.says))
    asks = tag("h4", escape(_("What to ask"))) + tag("ul", *(tag("li", escape(text)) for text in card.asks))
    folded = tag("summary", escape(_("What else is known"))) + tag("p", escape(card.check))
    check = tag("details", folded) if known else ""
    foot = tag("small", escape(_("Sources: {works}").format(works=works_text(card.sources))))
    parts = (head, about, says, *quotes, asks, check, foot)
    return tag("article", *parts, data_card=card.id, **{"class": kind})


def _about(card: SourceCard) -> tuple[tuple[str, str], ...]:
    if card.kind == "find":
        return (_("Where"), card.place), (_("Who studied it"), card.writer), (_("What speaks"), card.informant)
    return (
        (_("Where"), card.place),
        (_("Who wrote"), card.writer),
        (_("Who told him"), card.informant),
        (pgettext("readers of a source", "For whom"), card.audience),
    )


def card_text(card: SourceCard) -> str:
    """Return one card as plain text, without what else is known.

    >>> print(card_text(source_card("bones")).splitlines()[2])
    Eleven wounds from about the time of death: nine to the skull, two elsewhere.
    """
    head = f"{card.title}, {card.written} ({card.after})"
    about = "; ".join(f"{name}: {text}" for name, text in _about(card))
    return "\n".join((head, about, *card.says, *(f"“{quote.text}”" for quote in card.quotes), *card.asks))


class Rest(msgspec.Struct, frozen=True):
    """What a moment of a timeline rests on: its step, counted from 1, its title, and the ids of the cards it rests on.

    ``others`` are the short names of the other primary sources that it cites, which have no card.
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
    keys = {key for card in source_cards().cards for key in card.keys}
    rests = []
    for step in range(first, (last or len(timeline)) + 1):
        moment = timeline[step - 1]
        cards = (card.id for card in source_cards().cards if set(card.keys) & set(moment.sources))
        others = (source.short for source in timeline.sources(step - 1) if source.written and source.id not in keys)
        rests.append(Rest(step, moment.title, tuple(cards), tuple(others)))
    return tuple(rests)


def lost_without(timeline: Timeline, *names: str) -> Table:
    """Return the moments that rest on these cards and on no other; ``names`` are ids of cards.

    Columns: the step, its title, and the cards it rested on. ValueError for an unknown card.

    >>> import roses
    >>> lost_without(roses.timeline("1483-richard-iii"), "york", "shot")["moment"].tolist()
    ['The lines are drawn']
    """
    lost = {source_card(name).id for name in names}
    rows = []
    for rest in rests_on(timeline):
        if rest.cards and not rest.others and set(rest.cards) <= lost:
            rows.append((rest.step, rest.title, ", ".join(source_card(name).short for name in rest.cards)))
    return Table(rows, columns=["step", "moment", "rested on"])


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
        """Return the content as HTML that can be read without the script."""
        heads = [tag("th", escape(word), scope="col") for word in (_("step"), _("moment"))]
        heads += [tag("th", escape(card.short), scope="col", data_card=card.id) for card in self._cards]
        heads.append(tag("th", escape(_("what it rests on")), scope="col"))
        rows = []
        for rest in self.rests:
            cells = [tag("td", "●" if card.id in rest.cards else "", data_card=card.id) for card in self._cards]
            left = tag("td", escape(support_text(rest.cards, rest.others)), **{"class": "left"})
            rows.append(tag("tr", tag("td", str(rest.step)), tag("th", escape(rest.title), scope="row"), *cells, left))
        title = _("Which moment of the replay rests on which source")
        table = tag("table", tag("caption", escape(title)), tag("thead", tag("tr", *heads)), tag("tbody", *rows))
        how = tag("p", escape(_("Click the name of a source to take it away; click again to give it back.")),
                  hidden="", **{"class": "how roses-unprinted"})  # fmt: skip
        return how + scrolling("scroll", title, table) + '<p class="said" role="status"></p>'

    def words(self) -> str:
        """Return the content as plain text."""
        return "\n".join(f"{rest.step} {rest.title}: {support_text(rest.cards, rest.others)}" for rest in self.rests)

    def data(self) -> Any:
        """Return the data of the script."""
        texts = {
            "only": _("only {source}"),
            "several": _("{n} sources"),
            "lost": _("nothing left"),
            "modern": support_text(()),
            "said": _("Without {sources}: {n} of {all} moments have lost their last source."),
            "which": _("They are: {moments}."),
        }
        moments = [[f"{rest.step} {rest.title}", list(rest.cards), list(rest.others)] for rest in self.rests]
        return {"shorts": {card.id: card.short for card in self._cards}, "moments": moments, "told": texts}


def support_text(cards: tuple[str, ...], others: tuple[str, ...] = ()) -> str:
    """Return in words how many primary sources or finds a moment rests on; ``others`` are those without a card.

    >>> support_text(("york",)), support_text(("york", "shot")), support_text(())
    ('only York', '2 sources', 'modern works only')
    """
    names = (*(source_card(name).short for name in cards), *others)
    if not names:
        return _("modern works only")
    if len(names) == 1:
        return _("only {source}").format(source=names[0])
    return ngettext("{n} source", "{n} sources", len(names)).format(n=len(names))
