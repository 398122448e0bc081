"""The panel above the table of an exercise, and the tutor: the game that is played, the verdict on it, and hints."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

import ipywidgets
import traitlets as t

from roses.engine.explain import Explanation
from roses.engine.game import Game
from roses.engine.games import describe
from roses.engine.i18n import gettext as _
from roses.engine.i18n import ngettext
from roses.figures.drawing.svg import escape, tag
from roses.history.battles import works
from roses.lessons.exercises.play import Verdict, begin, due, replayed, verdict
from roses.lessons.exercises.tasks import Task, task
from roses.widgets.html import div, paragraph_html
from roses.widgets.interactive import join
from roses.widgets.live import ValuesView, proxy


class PanelValues(ipywidgets.Widget):  # type: ignore[misc]  # ipywidgets has no types
    """What the page of the panel is sent."""

    name = t.Unicode().tag(sync=True)
    html = t.Unicode().tag(sync=True)
    gone = t.Unicode().tag(sync=True)


class Panel(ValuesView):
    """HTML whose buttons send the value of ``data-ask`` as the message ``{"ask": value}``.

    ``name`` is that of the exercise: when it changes, the panel comes into sight.
    """

    _esm = join(Path(__file__).with_name("panel.js"))
    _css = Path(__file__).with_name("panel.css").read_text(encoding="utf-8")

    Values = PanelValues

    name, html, gone = proxy("name"), proxy("html"), proxy("gone")


def panel_html(name: str, course: Sequence[str], solved: Collection[str], begun: bool = False, error: str = "") -> str:
    """Return the panel of an exercise, with its course and what of it is solved; what is ``begun`` can start again.

    What is to be read and done stands here on narrow pages only; on others it is beside the board.

    >>> "1 of 2 solved" in panel_html("war-01", ["war-01", "war-02"], {"war-01"})
    True
    """
    now = task(name)
    chips = []
    for number, one in enumerate(course, 1):
        label = _("{number}. {title}, solved") if one in solved else _("{number}. {title}, open")
        label = label.format(number=number, title=task(one).title)
        attributes = {"type": "button", "data_ask": one, "title": label, "aria_label": label}
        if one == name:
            attributes |= {"aria_current": "true", "disabled": ""}
        chips.append(tag("li", tag("button", f"{number} ✓" if one in solved else str(number), **attributes)))
    done = sum(one in solved for one in course)
    count = _("{done} of {all} solved").format(done=done, all=len(course))
    chips_html = tag("ol", *chips, **{"class": "roses-course", "aria-label": _("Exercises")})
    numbered = _("{number}. {title}").format(number=list(course).index(name) + 1, title=now.title)
    title = tag("h3", escape(numbered if len(course) > 1 else now.title), tabindex="-1")
    minutes = ngettext("{n} minute", "{n} minutes", now.minutes).format(n=now.minutes)
    book = describe(now.position.game).book
    paragraphs = (div("rule", paragraph_html(book.paragraph(number))) for number in now.rules)
    rules = tag("details", tag("summary", escape(_("The rule in full"))), *paragraphs)
    again = _button("again", _("Start again"), **({} if begun else {"disabled": ""}))
    following = _button("next", _("Next exercise")) if len(course) > 1 else ""
    head = div("head", title, tag("small", escape(minutes)), rules, div("tools", again, following))
    reads = div("reads", reads_html(now))
    task_html = tag("p", tag("b", escape(_("Your task:"))), " ", escape(now.task), **{"class": "roses-asked"})
    wrong = tag("p", escape(error), role="alert") if error else ""
    top = div("top", chips_html, tag("small", escape(count))) if len(course) > 1 else ""
    return top + head + reads + task_html + wrong


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
    items = (tag("li", tag("b", escape(f"{task(name).title}.")), " ", escape(task(name).task)) for name in course)
    return tag("ol", *items)


class Tutor:
    """Somebody who knows one exercise: its ``task``, the ``game`` that is played, and how many hints were given.

    >>> tutor = Tutor("war-01")
    >>> tutor.verdict.kind, tutor.hint() == tutor.task.hints[0]
    ('open', True)
    """

    def __init__(self, name: str) -> None:
        self.name, self.task = name, task(name)
        self.hints = 0  # hints
        self.game: Game = begin(self.task)

    def again(self) -> None:
        """Begin the exercise anew; the next hint follows those that were given."""
        self.game = begin(self.task)

    @property
    def verdict(self) -> Verdict:
        """What has come of the play so far."""
        return verdict(self.task, replayed(self.task, self.game))

    @property
    def is_begun(self) -> bool:
        """Whether the learner has chosen anything yet."""
        return any(entry.by == self.task.side for entry in self.game.record.entries)

    def hint(self) -> str:
        """Return the next hint, and after the last one the first again."""
        hint = self.task.hints[self.hints % len(self.task.hints)]
        self.hints += 1
        return hint

    def answer(self, refused: Explanation) -> str:
        """Return what is said to a move that the engine refuses, "" if the file has nothing on it."""
        text = refused.asked.casefold()
        for one in self.task.refusals:
            if one.rule == refused.rule and (not one.words or any(word.casefold() in text for word in one.words)):
                return one.says
        return ""

    def comment(self, refused: Explanation | None = None, goes_on: bool = True) -> str:
        """Return task and verdict as HTML, with a button for what comes next, as far as the course ``goes_on``."""
        verdict = self.verdict
        parts = [self.step() or tag("p", tag("b", escape(_("Your task:"))), " ", escape(self.task.task))]
        if refused is not None and (answer := self.answer(refused)):
            parts.append(_answer_html("wrong", "✗", answer))
        if verdict.mistake:
            rule = (
                _(" (rule {number})").format(number=verdict.mistake.rule) if verdict.mistake.rule[:1].isdigit() else ""
            )
            parts += [_answer_html("wrong", "✗", verdict.mistake.says + rule), _button("again", _("Start again"))]
        if verdict.kind == "solved":
            parts += [_answer_html("right", "✓", _("Solved.") + " " + self.task.solved), self.history()]
            parts.append(_button("next", _("Next")) if goes_on else tag("p", escape(self.end())))
        return "".join((*parts, self.reads()))

    def reads(self) -> str:
        """Return what one needs to know, as HTML that is folded once the learner has begun."""
        attributes = {"class": "roses-reads"} | ({} if self.is_begun else {"open": ""})
        return tag("details", tag("summary", escape(_("What you need to know"))), reads_html(self.task), **attributes)

    def step(self) -> str:
        """Return the step that is due, with its reason, as HTML; "" where the learner is not led, or no more."""
        number = due(self.task, replayed(self.task, self.game))
        if number is None:
            return ""
        now, count = self.task.steps[number], len(self.task.steps)
        head = tag("b", escape(_("Step {number} of {count}:").format(number=number + 1, count=count)))
        return tag("p", head, " ", escape(now.does)) + tag("p", escape(now.why))

    def end(self) -> str:
        """Return what is said to whoever has solved the last exercise of a course."""
        if self.task.steps:
            return _("That was the last step. How to go on stands below this board.")
        return _(
            "That was the last one: all exercises of this course are solved. How to go on stands below this board."
        )

    def history(self) -> str:
        """Return the history behind the rule, with its sources, as HTML."""
        behind = self.task.history
        names = " · ".join(works()[source].cited for source in behind.sources)
        label = tag("b", escape(_("Behind the rule:")))
        return tag("p", label, " ", escape(behind.text), " ", tag("small", escape(names)))


def _answer_html(kind: str, sign: str, words: str) -> str:
    return tag("p", tag("b", sign), " ", escape(words), **{"class": f"roses-{kind}"})


def _button(ask: str, words: str, **attributes: str) -> str:
    return tag("button", escape(words), type="button", data_ask=ask, **attributes)
