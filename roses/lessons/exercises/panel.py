"""The panel above the table of an exercise: the list of the course, what to read, and buttons."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Final

import ipywidgets
import traitlets as t

from roses.engine.games import describe
from roses.engine.i18n import gettext as _
from roses.engine.i18n import ngettext
from roses.figures.drawing.svg import escape, tag
from roses.lessons.exercises.tasks import Task, task
from roses.widgets.html import div, paragraph_html
from roses.widgets.scripts import join
from roses.widgets.values import ValuesView, held

_HERE: Final = Path(__file__).parent


class PanelValues(ipywidgets.Widget):  # type: ignore[misc]  # ipywidgets has no types
    """What the page of the panel is sent."""

    name = t.Unicode().tag(sync=True)
    html = t.Unicode().tag(sync=True)
    gone = t.Unicode().tag(sync=True)


class Panel(ValuesView):
    """HTML whose buttons send the value of ``data-ask`` as the message ``{"ask": value}``.

    ``name`` is that of the exercise: when it changes, the panel comes into sight.
    """

    _esm = join(_HERE / "panel.js")
    _css = (_HERE / "panel.css").read_text(encoding="utf-8")

    Values = PanelValues

    name, html, gone = held("name"), held("html"), held("gone")


def panel_html(name: str, course: Sequence[str], solved: Collection[str], begun: bool = False, error: str = "") -> str:
    """Return the panel of an exercise, with its course and what of it is solved; what is ``begun`` can start again.

    What is to be read and done stands here on narrow pages only; on others it is beside the board.

    >>> "1 of 2 solved" in panel_html("war-01", ["war-01", "war-02"], {"war-01"})
    True
    """
    now = task(name)
    chips = (_chip(number, one, one == name, one in solved) for number, one in enumerate(course, 1))
    done = sum(one in solved for one in course)
    count = _("{done} of {all} solved").format(done=done, all=len(course))
    listed = tag("ol", *chips, **{"class": "roses-course", "aria-label": _("Exercises")})
    numbered = _("{number}. {title}").format(number=list(course).index(name) + 1, title=now.title)
    title = tag("h3", escape(numbered if len(course) > 1 else now.title), tabindex="-1")
    minutes = ngettext("{n} minute", "{n} minutes", now.minutes).format(n=now.minutes)
    head = div("head", title, tag("small", escape(minutes)), _rules(now), _tools(begun, len(course) > 1))
    reads = div("reads", reads_html(now))
    asked = tag("p", tag("b", escape(_("Your task:"))), " ", escape(now.task), **{"class": "roses-asked"})
    wrong = tag("p", escape(error), role="alert") if error else ""
    top = div("top", listed, tag("small", escape(count))) if len(course) > 1 else ""
    return top + head + reads + asked + wrong


def reads_html(now: Task) -> str:
    """Return what is to be read before an exercise, as paragraphs.

    >>> reads_html(task("war-01")).count("<p>")
    3
    """
    return "".join(tag("p", escape(text)) for text in now.reads)


def course_html(course: Sequence[str]) -> str:
    """Return titles and tasks of a course as a list, for readers without a kernel.

    >>> course_html(["war-01"]).startswith("<ol><li><b>Blocks and their strength.</b> Three of your blocks")
    True
    """
    listed = (tag("li", tag("b", escape(f"{task(name).title}.")), " ", escape(task(name).task)) for name in course)
    return tag("ol", *listed)


def _chip(number: int, name: str, now: bool, solved: bool) -> str:
    """Return an exercise of the list as a button: its number, and a tick if it is solved."""
    title = task(name).title
    said = _("{number}. {title}, solved") if solved else _("{number}. {title}, open")
    label = said.format(number=number, title=title)
    named = {"type": "button", "data_ask": name, "title": label, "aria_label": label}
    if now:
        named |= {"aria_current": "true", "disabled": ""}
    return tag("li", tag("button", f"{number} ✓" if solved else str(number), **named))


def _tools(begun: bool, several: bool) -> str:
    named = {"type": "button", "data_ask": "again"} | ({} if begun else {"disabled": ""})
    again = tag("button", escape(_("Start again")), **named)
    following = tag("button", escape(_("Next exercise")), type="button", data_ask="next") if several else ""
    return div("tools", again, following)


def _rules(now: Task) -> str:
    """Return the paragraphs of the rules, folded."""
    book = describe(now.position.game).book
    inside = (div("rule", paragraph_html(book.paragraph(number))) for number in now.rules)
    return tag("details", tag("summary", escape(_("The rule in full"))), *inside)
