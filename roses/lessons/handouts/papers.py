"""Hand-outs that are written on or read: forms, quiz, exit slips, words, roles, the count, the index of people."""

from __future__ import annotations

from functools import lru_cache

from roses.engine.data import Data, read
from roses.engine.i18n import gettext as _
from roses.figures.drawing.svg import escape, tag
from roses.history.people import When, index
from roses.lessons.handouts.cards import state_of
from roses.lessons.handouts.sets import Form, Set
from roses.lessons.quiz.questions import Choice, Legal, Order, Place, Question, questions, quizzes, verdicts
from roses.lessons.sources import named
from roses.lessons.words import roles, terms
from roses.richard.lords_count import tally
from roses.widgets.html import table_html

# ---- forms, words, exit slips


def form_html(form: Form) -> str:
    """Return a table to fill in, and lines to write on."""
    blank = [(row, *("" for _column in form.columns[1:])) for row in form.rows]
    lines = tag("div", *(tag("p", " ") for _n in range(form.lines)), **{"class": "lines"}) if form.lines else ""
    table = tag("div", table_html("", form.columns, blank), **{"class": "boxes"})
    return tag("p", escape(form.intro)) + table + lines


def forms_key(_lesson: str, sheets: Set) -> str:
    """Return the forms that have answers, filled in."""
    parts = []
    for form in sheets.forms:
        if form.answers:
            rows = [(row, *cells) for row, cells in zip(form.rows, form.answers, strict=True)]
            foot = tag("small", escape(_("Sources: {works}").format(works=named(form.sources))))
            parts.append(tag("h3", escape(form.title)) + table_html("", form.columns, rows) + tag("p", foot))
    return "".join(parts)


def glossary_html(lesson: str, _sheets: Set) -> str:
    """Return the terms of a lesson with their meanings, or "" if it has none."""
    rows = [(term.term, term.meaning) for term in terms() if lesson in term.lessons]
    return table_html("", (_("word"), _("what it means")), rows) if rows else ""


def slips_html(_lesson: str, sheets: Set) -> str:
    """Return four exit slips to cut apart."""
    name = tag("p", escape(_("Name: ______________________   Date: ____________")))
    lines = tag("div", *(tag("p", " ") for _n in range(4)), **{"class": "lines"})
    return 4 * tag("article", name, tag("p", tag("b", escape(sheets.slip))), lines, **{"class": "slip"})


# ---- the quiz


def quiz_html(lesson: str, _sheets: Set) -> str:
    """Return the quiz of a lesson on paper; "" if it has none."""
    quiz = questions(lesson).questions if lesson in quizzes() else ()
    items = (tag("li", tag("p", escape(question.text)), _space(question)) for question in quiz)
    return tag("ol", *items, **{"class": "quiz"}) if quiz else ""


def _space(question: Question) -> str:
    """Return what stands below a question on paper."""
    match question:
        case Choice():
            several = tag("p", escape(_("Several are right; tick them all."))) if question.several else ""
            return several + tag("ol", *(tag("li", escape(answer.text)) for answer in question.answers), type="A")
        case Order():
            mixed = sorted(item.text for item in question.items)
            number = tag("p", escape(_("Write 1 before what came first, 2 before the next, and so on.")))
            return number + tag("ul", *(tag("li", "___ ", escape(text)) for text in mixed), **{"class": "bare"})
        case Place():
            return tag("p", escape(_("Find it on the map, and write the name of its area: ______________________")))
        case Legal():
            tick = tag("p", escape(_("Tick what the rules allow; there may be several.")))
            moves = (tag("li", "☐ ", escape(move.action)) for move in question.answers)
            return tick + tag("ul", *moves, **{"class": "bare"})


def quiz_key(lesson: str, _sheets: Set) -> str:
    """Return the right answers of a quiz, and what to say to the wrong ones."""
    quiz = questions(lesson).questions if lesson in quizzes() else ()
    items = (tag("li", tag("b", escape(question.text)), _answers(question)) for question in quiz)
    return tag("ol", *items) if quiz else ""


def _answers(question: Question) -> str:
    """Return the answers to a question, each with what to say to whoever gives it."""
    rows: list[tuple[str, str, str]]
    match question:
        case Choice():
            letters = zip("ABCDEFGHIJ", question.answers, strict=False)
            rows = [(f"{letter} ✓" if a.right else letter, a.text, a.feedback) for letter, a in letters]
        case Order():
            rows = [(str(i), item.text, item.shown or str(When(item.date))) for i, item in enumerate(question.items, 1)]
            rows.append(("", "", question.feedback))
        case Place():
            rows = [(" ✓" if spot.right else "", spot.area, spot.feedback) for spot in question.answers]
            rows.append(("", _("another area"), question.other))
        case Legal():
            rows = []
            for move, verdict in zip(question.answers, verdicts(question), strict=True):
                why = move.feedback or _("rule {number}").format(number=verdict.rule)
                rows.append((" ✓" if verdict.legal else "", move.action, why))
    return table_html("", ("", _("answer"), _("what to say")), rows)


# ---- lords


class _Texts(Data, frozen=True):
    """Texts of hand-outs: what all twelve lords know, and the steps of the count with their rules."""

    roles: str
    count: tuple[str, ...]


@lru_cache(maxsize=1)
def _texts() -> _Texts:
    return read("lessons/texts.json", _Texts)


def roles_html(_lesson: str, _sheets: Set) -> str:
    """Return twelve role cards, without what the lords did."""
    cards = []
    for role in roles():
        party = {"York": _("for York"), "Lancaster": _("for Lancaster"), "open": _("not decided")}[role.party]
        facts = ((_("You want"), role.aim), (_("You fear"), role.fear), (_("Your price"), role.price))
        foot = _("Block: {block}. Sources: {works}").format(block=role.block, works=named(role.sources))
        cards.append(
            tag(
                "article",
                tag("h3", escape(role.name)),
                tag("p", tag("b", escape(party)), ". ", escape(role.who)),
                tag("dl", *(tag("dt", escape(name)) + tag("dd", escape(text)) for name, text in facts)),
                tag("p", escape(role.note)) if role.note else "",
                tag("small", escape(foot)),
                **{"class": "roses-card"},
            )
        )
    return tag("p", escape(_texts().roles)) + tag("div", *cards, **{"class": "cards roles"})


def roles_key(_lesson: str, _sheets: Set) -> str:
    """Return what each lord did."""
    return table_html("", (_("lord"), _("what he did")), [(role.name, role.later) for role in roles()])


def people_html(_lesson: str, _sheets: Set) -> str:
    """Return the index of people: name, years, titles, blocks, and the end."""
    entries = []
    for person in index():
        text = "; ".join(filter(None, (person.known_as, person.end)))
        block = tag("i", escape(_("Block: {blocks}.").format(blocks=person.blocks))) if person.blocks else ""
        entries.append(tag("p", tag("b", escape(person.name)), escape(f" {person.years}. {text}. "), block))
    return tag("div", *entries, **{"class": "index"})


def count_html(_lesson: str, _sheets: Set) -> str:
    """Return the count of the lords as a table to fill in, with the rules in their order."""
    columns = (_("lord"), _("where"), _("1 or 0"), _("if 0, why"))
    blank = [("", "", "", "") for _n in range(12)]
    sides = (tag("div", table_html(side, columns, blank)) for side in ("York", "Lancaster"))
    total = table_html("", ("", "York", "Lancaster"), [(_("London"), "", ""), (_("sum"), "", "")])
    crown = tag("p", escape(_("King before: ____________   King after: ____________   What would have changed it? ")))
    order = tag("ol", *(tag("li", escape(step)) for step in _texts().count), **{"class": "plain"})
    return order + tag("div", *sides, **{"class": "pair boxes"}) + tag("div", total, **{"class": "boxes"}) + crown


def count_key(_lesson: str, sheets: Set) -> str:
    """Return the count that the engine makes of each position of the lesson."""
    parts = []
    columns = (_("side"), _("points"), _("who counts, and where"), _("who does not"))
    for position in sheets.counts:
        count = tally(state_of(position))
        rows = []
        for side, lords in count.sides.items():
            names = ", ".join(f"{lord.block.split('/')[0]} ({lord.place})" for lord in lords.counted)
            rows.append((side, str(count.total(side)), names, ", ".join(lords.not_counted)))
        london = _("London: {holder}, {points}; {why}.").format(
            holder=count.london.holder or _("nobody"), points=count.london.points, why=count.london.why
        )
        table = table_html("", columns, rows)
        parts.append(tag("h3", escape(position.title)) + table + tag("p", escape(london)))
    return "".join(parts)
