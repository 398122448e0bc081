"""Hand-outs that are written on or read: forms, glossary, quiz on paper, exit slips, and the answers to them."""

from __future__ import annotations

from roses.engine.i18n import gettext as _
from roses.figures.drawing.svg import escape, tag
from roses.history.dates import When
from roses.lessons.handouts.sets import Form, Set
from roses.lessons.quiz.moves import verdicts
from roses.lessons.quiz.questions import Choice, Legal, Order, Place, Question, Questions, questions, quizzes
from roses.lessons.sources.cards import named
from roses.lessons.words import terms
from roses.widgets.html import table_html

_SLIPS = 4
_LETTERS = "ABCDEFGHIJ"


def form_html(form: Form) -> str:
    """Return a table to fill in, and lines to write on."""
    blank = [(row, *("" for _column in form.columns[1:])) for row in form.rows]
    lines = tag("div", *(tag("p", " ") for _n in range(form.lines)), **{"class": "lines"}) if form.lines else ""
    table = tag("div", table_html("", form.columns, blank), **{"class": "boxes"})
    return tag("p", escape(form.intro)) + table + lines


def forms_key(_lesson: str, given: Set) -> str:
    """Return the forms that have answers, filled in."""
    return "".join(_filled(form) for form in given.forms if form.answers)


def _filled(form: Form) -> str:
    rows = [(row, *cells) for row, cells in zip(form.rows, form.answers, strict=True)]
    foot = tag("small", escape(_("Sources: {works}").format(works=named(form.sources))))
    return tag("h3", escape(form.title)) + table_html("", form.columns, rows) + tag("p", foot)


def glossary_html(lesson: str, _given: Set) -> str:
    """Return the terms of a lesson with their meanings, or "" if it has none."""
    rows = [(term.term, term.meaning) for term in terms() if lesson in term.lessons]
    return table_html("", (_("word"), _("what it means")), rows) if rows else ""


def slips_html(_lesson: str, given: Set) -> str:
    """Return four exit slips to cut apart."""
    name = tag("p", escape(_("Name: ______________________   Date: ____________")))
    lines = tag("div", *(tag("p", " ") for _n in range(4)), **{"class": "lines"})
    slip = tag("article", name, tag("p", tag("b", escape(given.slip))), lines, **{"class": "slip"})
    return slip * _SLIPS


def quiz_html(lesson: str, _given: Set) -> str:
    """Return the quiz of a lesson on paper; "" if it has none."""
    asked = _quiz(lesson)
    return tag("ol", *(tag("li", *_asked(question)) for question in asked), **{"class": "quiz"}) if asked else ""


def quiz_key(lesson: str, _given: Set) -> str:
    """Return the right answers of a quiz, and what to say to the wrong ones."""
    asked = _quiz(lesson)
    return tag("ol", *(tag("li", tag("b", escape(q.text)), _answered(q)) for q in asked)) if asked else ""


def _quiz(lesson: str) -> tuple[Question, ...]:
    given: Questions | None = questions(lesson) if lesson in quizzes() else None
    return given.questions if given else ()


def _asked(question: Question) -> tuple[str, str]:
    return tag("p", escape(question.text)), _space(question)


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


def _answered(question: Question) -> str:
    """Return the answers to a question, each with what to say to whoever gives it."""
    match question:
        case Choice():
            told = [(_mark(answer.right, _LETTERS[i]), answer.text, answer.feedback)
                    for i, answer in enumerate(question.answers)]  # fmt: skip
        case Order():
            told = [(str(i), item.text, item.shown or str(When(item.date))) for i, item in enumerate(question.items, 1)]
            told.append(("", "", question.feedback))
        case Place():
            told = [(_mark(spot.right), spot.area, spot.feedback) for spot in question.answers]
            told.append(("", _("another area"), question.other))
        case Legal():
            pairs = zip(question.answers, verdicts(question), strict=True)
            told = [(_mark(found.legal), move.action, move.feedback or _rule(found.rule)) for move, found in pairs]
    return table_html("", ("", _("answer"), _("what to say")), told)


def _mark(right: bool, letter: str = "") -> str:
    return f"{letter} ✓" if right else letter


def _rule(number: str) -> str:
    return _("rule {number}").format(number=number)
