"""Hand-outs of the lessons: A4 pages for pupils, readable in black and white, and a file of answers for the teacher.

``sheets`` says what is handed out in each lesson, and makes the content of the pages.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from roses.engine.i18n import N_
from roses.engine.i18n import gettext as _
from roses.figures.drawing.svg import escape, tag
from roses.lessons.handouts import sheets
from roses.lessons.handouts.sheets import Part, Set, known_sets
from roses.lessons.quiz.questions import questions, quizzes
from roses.table import Table
from roses.widgets.export.page import document
from roses.widgets.export.printed import Steps

__all__ = ["Page", "find_lessons", "handouts", "known_sets", "overview", "pack"]
_STYLE: Final = str(Path(__file__).parent / "handout.css")
_PICTURE: Final = (600, 440)  # px: of a step in a pack, where two stand on a page
_LISTS: Final = ("maps", "battles", "people", "glossary")  # parts that are not in a pack, which has a map of its own
TEACHER: Final = "TEACHER"  # in the names of files that pupils must not see


class _Sheet(NamedTuple):
    """One kind of sheet: its ``summary`` in the overview, ``file`` name, title, functions for content and answers."""

    summary: str
    file: str = ""
    title: str = ""
    html: Callable[[str, Set], str] | None = None
    key: Callable[[str, Set], str] | None = None
    key_title: str = ""  # the title of the answers, where it is another


_SHEETS: Final[dict[Part, _Sheet]] = {
    "maps": _Sheet(N_("two maps")),
    "houses": _Sheet(
        N_("cards of the houses"),
        "houses",
        N_("Four houses in parliament"),
        sheets.houses_html,
        sheets.houses_key,
        N_("What each way of voting brings"),
    ),
    "decisions": _Sheet(
        N_("decision cards"), "decision_cards", N_("Decision cards"), sheets.decisions_html, sheets.decisions_key
    ),
    "battles": _Sheet(N_("battle cards"), "battle_cards", N_("Battle cards"), sheets.battles_html, sheets.battles_key),
    "sources": _Sheet(N_("source cards"), "source_cards", N_("Source cards"), sheets.sources_html, sheets.sources_key),
    "weights": _Sheet(
        N_("table of weights"), "weights", N_("Weighed for one question"), sheets.weights_html, sheets.weights_key
    ),
    "roles": _Sheet(
        N_("twelve roles"),
        "roles",
        N_("Twelve lords"),
        sheets.roles_html,
        sheets.roles_key,
        N_("Twelve lords: what they did"),
    ),
    "count": _Sheet(
        N_("count of the lords"), "count", N_("The count of the lords"), sheets.count_html, sheets.count_key
    ),
    "form": _Sheet(N_("forms"), title=N_("Forms"), key=sheets.forms_key),
    "people": _Sheet(N_("index of people"), "index_of_people", N_("Index of people"), sheets.people_html),
    "glossary": _Sheet(N_("words"), "glossary", N_("Words of this lesson"), sheets.glossary_html),
    "quiz": _Sheet(N_("quiz"), "quiz", N_("Quiz"), sheets.quiz_html, sheets.quiz_key),
    "slip": _Sheet(N_("exit slips"), "exit_slip", N_("Exit slip"), sheets.slips_html),
}


class Page(msgspec.Struct, frozen=True):
    """A file to write: its ``name`` without an ending, with TEACHER in it for answers, and ``html``, a whole page."""

    name: str
    html: str


def handouts(lesson: str) -> tuple[Page, ...]:
    """Return the pages of a lesson: those of each part, and last the page of answers. KeyError for an unknown lesson.

    >>> [page.name for page in handouts("12")]
    ['12_note', '12_glossary', '12_quiz', '12_exit_slip', '12_TEACHER_answers']
    """
    handout = known_sets()[lesson]
    pages, answers = [], ""
    for part in handout.parts:
        sheet = _SHEETS[part]
        pages += [
            Page(f"{lesson}_{name}", _page(lesson, handout, title, body))
            for name, title, body in _contents(part, lesson, handout)
        ]
        if sheet.key and (key := sheet.key(lesson, handout)):
            answers += tag("section", tag("h2", escape(_(sheet.key_title or sheet.title))), key)
    last = _page(lesson, handout, _("Answers, for the teacher only"), answers, "teacher")
    return (*pages, Page(f"{lesson}_{TEACHER}_answers", last))


def pack(lesson: str) -> Page:
    """Return one page to print with all that a class needs: map and key, steps, source extracts, sheets, quiz, slips.

    Lists to look things up in stay apart, and so do the answers. KeyError for an unknown lesson.

    >>> pack("12").name, pack("12").html.count('<section class="sheet')
    ('12_pack', 3)
    """
    handout, steps = known_sets()[lesson], Steps(_PICTURE)
    contents = [("open", _("The map"), sheets.open_map_html(handout))]
    contents.append(("walk", _("Turning points"), sheets.walk_html(handout, steps)))
    first: tuple[Part, ...] = ("sources",) if "sources" in handout.parts or handout.extracts else ()
    for part in (*first, *(part for part in handout.parts if part not in (*_LISTS, "sources"))):
        kind = " form" if part == "form" else ""  # several of these may stand on a page
        contents += [(name + kind, title, body) for name, title, body in _contents(part, lesson, handout)]
    body = "".join(
        tag("section", _head(lesson, handout, title), text, **{"class": f"sheet {name}"})
        for name, title, text in contents
        if text
    )
    style = ("page.css", "print.css", _STYLE)
    title = _("{lesson}  {title}").format(lesson=lesson, title=handout.title)
    return Page(f"{lesson}_pack", document(title, steps.complete(body), kind="pack", style=style))


def _contents(part: Part, lesson: str, handout: Set) -> list[tuple[str, str, str]]:
    """Return the sheets of a part that hold anything: name, title and content."""
    sheet = _SHEETS[part]
    if part == "maps":
        contents = sheets.maps(handout)
    elif part == "form":
        contents = [(form.id, form.title, sheets.form_html(form)) for form in handout.forms]
    else:
        contents = [(sheet.file, _(sheet.title), sheet.html(lesson, handout))] if sheet.html else []
    return [content for content in contents if content[2]]


def _page(lesson: str, handout: Set, title: str, body: str, kind: str = "pupil") -> str:
    """Return a whole page, with the number and title of the lesson at the top."""
    content = _head(lesson, handout, title, kind) + body
    return document(f"{lesson} {title}", content, kind=kind, style=[_STYLE])


def _head(lesson: str, handout: Set, title: str, kind: str = "pupil") -> str:
    head = tag("p", escape(_("{lesson}  {title}").format(lesson=lesson, title=handout.title)), **{"class": "lesson"})
    name = tag("p", escape(_("Name:")), **{"class": "name"}) if kind == "pupil" else ""
    return tag("header", head, name) + tag("h1", escape(title))


def overview() -> Table:
    """Return all lessons as a table: number, title, minutes, age, how many quiz questions, and what is handed out.

    >>> print(overview().set_index("lesson").loc["12", "handed out"])
    forms, words, quiz, exit slips
    """
    rows = []
    for lesson, handout in known_sets().items():
        number = len(questions(lesson).questions) if lesson in quizzes() else 0
        parts = ", ".join(_(_SHEETS[part].summary) for part in handout.parts)
        rows.append((lesson, handout.title, handout.minutes, handout.age, number, parts))
    return Table(rows, columns=["lesson", "title", "minutes", "age", "quiz", "handed out"])


def find_lessons(lesson: str) -> tuple[str, ...]:
    """Return the lessons that a name stands for: "5" and "05" are both parts, "05a" is one.

    ValueError, which lists them all, for a name that stands for none.

    >>> find_lessons("5"), find_lessons("11")
    (('05a', '05b'), ('11',))
    >>> find_lessons("99")
    Traceback (most recent call last):
    ValueError: there are no hand-outs for lesson '99'; choose from 02, 03, 04a, 04b, 05a, 05b, 06, 07a, 07b, 08, ...
    """
    number = lesson.lower()
    number = f"0{number}" if re.fullmatch("[0-9][a-z]?", number) else number
    lessons = tuple(name for name in known_sets() if number in (name, name[:2]))
    if not lessons:
        message = _("there are no hand-outs for lesson {lesson!r}; choose from {known}")
        raise ValueError(message.format(lesson=lesson[:40], known=", ".join(known_sets())))
    return lessons
