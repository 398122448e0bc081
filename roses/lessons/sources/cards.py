"""Source cards as a reader sees them: one at a time to read, and all of them weighed for one question."""

from __future__ import annotations

from typing import Any, Final

from roses.engine.i18n import N_, pgettext
from roses.engine.i18n import gettext as _
from roses.figures.drawing.svg import escape, tag
from roses.history.source_cards import Question, Quotation, SourceCard, source_card, source_cards
from roses.richard.battles import works
from roses.widgets.html import table_html
from roses.widgets.interactive import Interactive
from roses.widgets.stepper.panel import cited

_GRADES: Final = {"good": N_("strong"), "some": N_("with care"), "none": N_("silent")}


class Witnesses(Interactive):
    """Source cards to read one at a time; without its script all of them stand one below the other.

    ``names`` are ids of cards, by default all on Bosworth. ValueError for an unknown id.

    >>> Witnesses("york", "vergil").words().splitlines()[0]
    'The council of York, 23 August 1485 (the day after the battle)'
    """

    name = "witnesses"

    def __init__(self, *names: str) -> None:
        known = source_cards().cards
        self.cards = tuple(map(source_card, names)) if names else known

    def content(self) -> str:
        """Return it as HTML, which reads without the script."""
        buttons = [tag("button", escape(card.title), type="button", data_card=card.id) for card in self.cards]
        tabs = tag("div", *buttons, role="group", aria_label=_("Cards"), hidden="", **{"class": "tabs roses-unprinted"})
        return tabs + "".join(map(card_html, self.cards))

    def words(self) -> str:
        """Return it as plain text."""
        return "\n\n".join(map(card_text, self.cards))


class Weighing(Interactive):
    """All source cards weighed for one question: readers put in their own weights before they see those of the kit.

    ``question`` is the id of a question; ValueError, which lists the known ones, for an unknown one.

    >>> print(Weighing("felt").words().splitlines()[0])
    What did people feel?
    """

    name = "weighing"

    def __init__(self, question: str) -> None:
        questions = {asked.id: asked for asked in source_cards().questions}
        if question not in questions:
            said = _("there is no question {name!r} to weigh sources for; known are {known}")
            raise ValueError(said.format(name=question[:60], known=", ".join(questions)))
        self.question: Question = questions[question]

    def content(self) -> str:
        """Return it as HTML, which reads without the script."""
        columns = (_("source"), _("written"), _("worth for this question"), _("why"))
        table = table_html(self.question.text, columns, self._rows())
        answer = tag("details", tag("summary", escape(_("How we weigh them"))), table)
        return tag("h3", escape(self.question.text)) + answer

    def words(self) -> str:
        """Return it as plain text."""
        return "\n".join((self.question.text, *(": ".join((row[0], row[2])) + f" ({row[3]})" for row in self._rows())))

    def data(self) -> Any:
        """Return what the script is given."""
        cards = [[c.title, c.written, c.worth[self.question.id].grade] for c in source_cards().cards]
        grades = {grade: _(word) for grade, word in _GRADES.items()}
        told = {
            "you": _("your weight"),
            "compare": _("Compare with ours"),
            "agree": _("You and we agree on {n} of {all}. Where we differ, say why: a good reason beats ours."),
            "missing": _("Weigh all of them first; {n} are missing."),
            "columns": [_("source"), _("written")],
        }
        return {"cards": cards, "grades": grades, "told": told}

    def _rows(self) -> list[tuple[str, str, str, str]]:
        worth = ((card, card.worth[self.question.id]) for card in source_cards().cards)
        return [(card.title, card.written, _(_GRADES[held.grade]), held.why) for card, held in worth]


def named(sources: tuple[str, ...]) -> str:
    """Return the short names of works by their ids; a primary source with the time of its writing.

    >>> named(("ch-york", "pr-foardcurry"))
    'York memorandum, ed. 1843 (written 23 August 1485), Foard & Curry 2013'
    """
    return ", ".join(cited(work) for work in works(sources))


def card_html(card: SourceCard, kind: str = "card", known: bool = True) -> str:
    """Return one card as HTML, an ``article`` of the class ``kind``; with ``known`` it ends with what else is known.

    That is folded away, and does not print.
    """
    head = tag("h3", escape(card.title)) + tag("p", tag("b", escape(card.written)), ", ", escape(card.after))
    about = tag("dl", *(tag("dt", escape(name)) + tag("dd", escape(text)) for name, text in _about(card)))
    says = tag("h4", escape(_("What it says"))) + tag("ul", *(tag("li", escape(told)) for told in card.says))
    asks = tag("h4", escape(_("What to ask"))) + tag("ul", *(tag("li", escape(asked)) for asked in card.asks))
    folded = tag("summary", escape(_("What else is known"))) + tag("p", escape(card.check))
    check = tag("details", folded) if known else ""
    foot = tag("small", escape(_("Sources: {works}").format(works=named(card.sources))))
    parts = (head, about, says, *map(_quote, card.quotes), asks, check, foot)
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


def _quote(quote: Quotation) -> str:
    of = _("{text}; our translation").format(text=quote.of) if quote.ours else quote.of
    return tag("blockquote", tag("q", escape(quote.text)), " ", tag("small", f"({escape(of)})"))


def card_text(card: SourceCard) -> str:
    """Return one card as plain text, without what else is known.

    >>> print(card_text(source_card("bones")).splitlines()[2])
    Eleven wounds from about the time of death: nine to the skull, two elsewhere.
    """
    head = f"{card.title}, {card.written} ({card.after})"
    about = "; ".join(f"{name}: {text}" for name, text in _about(card))
    return "\n".join((head, about, *card.says, *(f"“{quote.text}”" for quote in card.quotes), *card.asks))
