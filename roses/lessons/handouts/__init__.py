"""Hand-outs of the lessons: pages of A4 for pupils that read in black and white, and answers in a file for the teacher.

``sets`` says what is handed out in each lesson; ``cards`` and ``papers`` make the content of the pages.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from roses.engine.i18n import N_
from roses.engine.i18n import gettext as _
from roses.figures.drawing.svg import escape, tag
from roses.lessons.handouts import cards, papers
from roses.lessons.handouts.sets import Part, Set, chosen, known_sets, overview
from roses.widgets.export.page import document

__all__ = ["Page", "chosen", "handouts", "known_sets", "overview"]
TEACHER: Final = "TEACHER"  # in the names of files that pupils must not see
_SHEETS: Final[dict[Part, tuple[str, str, Callable[[str, Set], str]]]] = {  # name, title and content of a page
    "houses": ("houses", N_("Four houses in parliament"), cards.houses),
    "decisions": ("decision_cards", N_("Decision cards"), cards.decisions),
    "battles": ("battle_cards", N_("Battle cards"), cards.battles),
    "sources": ("source_cards", N_("Source cards"), cards.sources),
    "weights": ("weights", N_("Weighed for one question"), cards.weights),
    "roles": ("roles", N_("Twelve lords"), papers.roles_html),
    "count": ("count", N_("The count of the lords"), papers.count_html),
    "people": ("index_of_people", N_("Index of people"), papers.people_html),
    "glossary": ("glossary", N_("Words of this lesson"), papers.glossary_html),
    "quiz": ("quiz", N_("Quiz"), papers.quiz_html),
    "slip": ("exit_slip", N_("Exit slip"), papers.slips_html),
}
_ANSWERS: Final[dict[Part, tuple[str, Callable[[str, Set], str]]]] = {
    "houses": (N_("What each way of voting brings"), cards.houses_key),
    "decisions": (N_("Decision cards"), cards.decisions_key),
    "battles": (N_("Battle cards"), cards.battles_key),
    "sources": (N_("Source cards"), cards.sources_key),
    "weights": (N_("Weighed for one question"), cards.weights_key),
    "roles": (N_("Twelve lords: what they did"), papers.roles_key),
    "count": (N_("The count of the lords"), papers.count_key),
    "form": (N_("Forms"), papers.forms_key),
    "quiz": (N_("Quiz"), papers.quiz_key),
}


class Page(msgspec.Struct, frozen=True):
    """A file to write: its ``name`` without an ending, with TEACHER in it for answers, and ``html``, a whole page."""

    name: str
    html: str


def handouts(lesson: str) -> tuple[Page, ...]:
    """Return the pages of a lesson: one for each part, and last that of the answers. KeyError for an unknown lesson.

    >>> [page.name for page in handouts("12")]
    ['12_note', '12_glossary', '12_quiz', '12_exit_slip', '12_TEACHER_answers']
    """
    sheets = known_sets()[lesson]
    pages, answers = [], ""
    for part in sheets.parts:
        if part == "maps":
            contents = cards.maps(sheets)
        elif part == "form":
            contents = [(form.id, form.title, papers.form_html(form)) for form in sheets.forms]
        else:
            name, title, make = _SHEETS[part]
            contents = [(name, _(title), make(lesson, sheets))]
        pages += [
            Page(f"{lesson}_{name}", _page(lesson, sheets, title, body)) for name, title, body in contents if body
        ]
        if part in _ANSWERS:
            title, make = _ANSWERS[part]
            if key := make(lesson, sheets):
                answers += tag("section", tag("h2", escape(_(title))), key)
    last = _page(lesson, sheets, _("Answers, for the teacher only"), answers, "teacher")
    return (*pages, Page(f"{lesson}_{TEACHER}_answers", last))


def _page(lesson: str, sheets: Set, title: str, body: str, kind: str = "pupil") -> str:
    """Return a whole page, with the lesson above it."""
    head = tag("p", escape(_("{lesson}  {title}").format(lesson=lesson, title=sheets.title)), **{"class": "lesson"})
    name = tag("p", escape(_("Name:")), **{"class": "name"}) if kind == "pupil" else ""
    content = tag("header", head, name) + tag("h1", escape(title)) + body
    return document(f"{lesson} {title}", content, kind=kind, style=[str(Path(__file__).parent / "handout.css")])
