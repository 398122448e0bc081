"""Pages to hand out: each part of a lesson's set as one HTML file that reads in black and white."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

from roses.engine.i18n import gettext as _
from roses.figures.drawing.svg import escape, tag
from roses.lessons.handouts import battles, cards, lords, papers
from roses.lessons.handouts.sets import Set, known_sets
from roses.widgets.export.page import document

_STYLE: Final = Path(__file__).parent / "handout.css"
TEACHER: Final = "TEACHER"  # in the names of files that pupils must not see


class Page(msgspec.Struct, frozen=True):
    """A file to write: its ``name`` without an ending, with TEACHER in it for answers, and ``html``, a whole page."""

    name: str
    html: str


def handouts(lesson: str) -> tuple[Page, ...]:
    """Return the pages of a lesson: one for each part, and last that of the answers. KeyError for an unknown lesson.

    >>> [page.name for page in handouts("12")]
    ['12_note', '12_glossary', '12_quiz', '12_exit_slip', '12_TEACHER_answers']
    """
    given = known_sets()[lesson]
    made = [(name, title, body) for part in given.parts for name, title, body in _part(part, lesson, given)]
    pages = [Page(f"{lesson}_{name}", _page(lesson, given, title, body)) for name, title, body in made if body]
    key = "".join(_answers(part, lesson, given) for part in given.parts)
    answers = _page(lesson, given, _("Answers, for the teacher only"), key, "teacher")
    return (*pages, Page(f"{lesson}_{TEACHER}_answers", answers))


def _part(part: str, lesson: str, given: Set) -> list[tuple[str, str, str]]:
    """Return the pages of one part: name, title and content of each."""
    if part == "maps":
        return cards.maps(given)
    if part == "form":
        return [(form.id, form.title, papers.form_html(form)) for form in given.forms]
    name, title, body = {
        "houses": ("houses", _("Four houses in parliament"), cards.houses),
        "decisions": ("decision_cards", _("Decision cards"), cards.decisions),
        "battles": ("battle_cards", _("Battle cards"), battles.cards_html),
        "sources": ("source_cards", _("Source cards"), cards.sources),
        "weights": ("weights", _("Weighed for one question"), cards.weights),
        "roles": ("roles", _("Twelve lords"), lords.roles_html),
        "count": ("count", _("The count of the lords"), lords.count_html),
        "people": ("index_of_people", _("Index of people"), lords.people_html),
        "glossary": ("glossary", _("Words of this lesson"), papers.glossary_html),
        "quiz": ("quiz", _("Quiz"), papers.quiz_html),
        "slip": ("exit_slip", _("Exit slip"), papers.slips_html),
    }[part]
    return [(name, title, body(lesson, given))]


def _answers(part: str, lesson: str, given: Set) -> str:
    """Return the answers to one part, "" where it has none."""
    kinds = {
        "houses": (_("What each way of voting brings"), cards.houses_key),
        "decisions": (_("Decision cards"), cards.decisions_key),
        "battles": (_("Battle cards"), battles.key_html),
        "sources": (_("Source cards"), cards.sources_key),
        "weights": (_("Weighed for one question"), cards.weights_key),
        "roles": (_("Twelve lords: what they did"), lords.roles_key),
        "count": (_("The count of the lords"), lords.count_key),
        "form": (_("Forms"), papers.forms_key),
        "quiz": (_("Quiz"), papers.quiz_key),
    }
    if part not in kinds:
        return ""
    title, answers = kinds[part]
    told = answers(lesson, given)
    return tag("section", tag("h2", escape(title)), told) if told else ""


def _page(lesson: str, given: Set, title: str, body: str, kind: str = "pupil") -> str:
    """Return a whole page, with the lesson above it."""
    head = tag("p", escape(_("{lesson}  {title}").format(lesson=lesson, title=given.title)), **{"class": "lesson"})
    name = tag("p", escape(_("Name:")), **{"class": "name"}) if kind == "pupil" else ""
    content = tag("header", head, name) + tag("h1", escape(title)) + body
    return document(f"{lesson} {title}", content, kind=kind, style=[str(_STYLE)])
