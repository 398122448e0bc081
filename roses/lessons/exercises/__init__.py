"""Exercises for players: small positions with a task, played at a table and judged by the engine.

``tasks`` holds the files of ``data/exercises``, begins them and decides whether they are solved. Here are the widget,
the panel above the table, and the tutor.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any, Final

import ipywidgets
import msgspec
import traitlets as t

from roses.engine import files
from roses.engine.errors import SaveError
from roses.engine.explain import Explanation
from roses.engine.game import Game
from roses.engine.games import describe
from roses.engine.i18n import gettext as _
from roses.engine.i18n import ngettext
from roses.engine.seat import Seat
from roses.figures.drawing.svg import escape, tag
from roses.history.battles import works
from roses.lessons.exercises.tasks import Task, Verdict, begin, courses, due, replay_of, seats, task, verdict
from roses.widgets import live
from roses.widgets.html import div, paragraph_html
from roses.widgets.interactive import join
from roses.widgets.live import ValuesView, guarded, proxy
from roses.widgets.play.table import Table

FILE: Final = Path("roses-games") / "exercises" / "progress.json"  # in a folder of its own, because it is no saved game


class Progress:
    """The exercises solved so far, kept in a file that is read anew each time and replaced in one step.

    >>> from tempfile import mkdtemp
    >>> progress = Progress(Path(mkdtemp()) / "progress.json")
    >>> progress.solve("war-01")
    >>> list(progress.solved)
    ['war-01']
    """

    def __init__(self, path: Path = FILE) -> None:
        self.path = path.absolute()  # the working directory may change

    @property
    def solved(self) -> Mapping[str, str]:
        """The day, as an ISO date, on which each exercise was solved, by name; SaveError if the file cannot be read."""
        try:
            return msgspec.json.decode(self.path.read_bytes(), type=dict[str, str])
        except FileNotFoundError:
            return {}
        except (OSError, msgspec.MsgspecError) as error:
            message = _(
                "{path} cannot be read as a list of solved exercises: {reason}; move it away to begin a new one"
            )
            raise SaveError(message.format(path=self.path, reason=error)) from error

    def solve(self, name: str) -> None:
        """Save the day on which an exercise was first solved. SaveError if the file cannot be read or written."""
        days = dict(self.solved)
        if name in days:
            return
        days[name] = date.today().isoformat()
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            files.write(self.path, msgspec.json.format(msgspec.json.encode(days, order="sorted"), indent=1))
        except OSError as error:
            message = _("that {name} is solved could not be saved in {path}: {reason}")
            raise SaveError(message.format(name=name, path=self.path, reason=error.strerror)) from error


class PanelValues(ipywidgets.Widget):  # type: ignore[misc]  # ipywidgets has no types
    """The values that Python shares with the page of the panel."""

    name = t.Unicode().tag(sync=True)
    html = t.Unicode().tag(sync=True)
    gone = t.Dict().tag(sync=True)  # as ``live.stopped`` returns it


class Panel(ValuesView):
    """The panel above the table: HTML whose buttons send the value of ``data-ask`` as the message ``{"ask": value}``.

    ``name`` is that of the exercise: when it changes, the panel scrolls into sight.
    """

    _esm = join(Path(__file__).with_name("panel.js"))
    _css = Path(__file__).with_name("panel.css").read_text(encoding="utf-8")

    Values = PanelValues

    name, html, gone = proxy("name"), proxy("html"), proxy("gone")


def panel_html(name: str, course: Sequence[str], solved: Collection[str], begun: bool = False, error: str = "") -> str:
    """Return the panel of an exercise as HTML, with its course and which of its exercises are solved.

    An exercise that is ``begun`` can start again. The text and the task are shown here on narrow pages only; on others
    they are beside the board.

    >>> "1 of 2 solved" in panel_html("war-01", ["war-01", "war-02"], {"war-01"})
    True
    """
    shown = task(name)
    chips = []
    for number, member in enumerate(course, 1):
        label = _("{number}. {title}, solved") if member in solved else _("{number}. {title}, open")
        label = label.format(number=number, title=task(member).title)
        attributes = {"type": "button", "data_ask": member, "title": label, "aria_label": label}
        if member == name:
            attributes |= {"aria_current": "true", "disabled": ""}
        chips.append(tag("li", tag("button", f"{number} ✓" if member in solved else str(number), **attributes)))
    done = sum(member in solved for member in course)
    count = _("{done} of {all} solved").format(done=done, all=len(course))
    chips_html = tag("ol", *chips, **{"class": "roses-course", "aria-label": _("Exercises")})
    heading = shown.title
    if len(course) > 1:
        heading = _("{number}. {title}").format(number=list(course).index(name) + 1, title=shown.title)
    title = tag("h3", escape(heading), tabindex="-1")
    minutes = ngettext("{n} minute", "{n} minutes", shown.minutes).format(n=shown.minutes)
    book = describe(shown.position.game).book
    paragraphs = (div("rule", paragraph_html(book.paragraph(number))) for number in shown.rules)
    rules = tag("details", tag("summary", escape(_("The rule in full"))), *paragraphs)
    again = button_html("again", _("Start again"), **({} if begun else {"disabled": ""}))
    following = button_html("next", _("Next exercise")) if len(course) > 1 else ""
    head = div("head", title, tag("small", escape(minutes)), rules, div("tools", again, following))
    reads = div("reads", reads_html(shown))
    task_html = tag("p", tag("b", escape(_("Your task:"))), " ", escape(shown.task), **{"class": "roses-asked"})
    wrong = tag("p", escape(error), role="alert") if error else ""
    top = div("top", chips_html, tag("small", escape(count))) if len(course) > 1 else ""
    return top + head + reads + task_html + wrong


def reads_html(now: Task) -> str:
    """Return what a learner reads before an exercise, as paragraphs of HTML.

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
    """The tutor of one exercise: its ``task``, the ``game`` that is played, and how many ``hints`` were given.

    >>> tutor = Tutor("war-01")
    >>> tutor.verdict.kind, tutor.hint() == tutor.task.hints[0]
    ('open', True)
    """

    def __init__(self, name: str) -> None:
        self.name, self.task = name, task(name)
        self.hints = 0
        self.game: Game = begin(self.task)

    def again(self) -> None:
        """Begin the exercise anew; the next hint follows those that were given."""
        self.game = begin(self.task)

    @property
    def verdict(self) -> Verdict:
        """The verdict on the play so far."""
        return verdict(self.task, replay_of(self.task, self.game))

    @property
    def is_begun(self) -> bool:
        """Whether the learner has chosen anything yet."""
        return any(entry.by == self.task.side for entry in self.game.record.entries)

    def hint(self) -> str:
        """Return the next hint, and after the last one the first again."""
        hint = self.task.hints[self.hints % len(self.task.hints)]
        self.hints += 1
        return hint

    def answer(self, refusal: Explanation) -> str:
        """Return the answer of the exercise to a move that the engine refuses, "" if its file has none."""
        text = refusal.asked.casefold()
        for one in self.task.refusals:
            if one.rule == refusal.rule and (not one.words or any(word.casefold() in text for word in one.words)):
                return one.says
        return ""

    def comment(self, refusal: Explanation | None = None, goes_on: bool = True) -> str:
        """Return task and verdict as HTML, with a button for the next exercise if the course ``goes_on``."""
        verdict = self.verdict
        parts = [self.step() or tag("p", tag("b", escape(_("Your task:"))), " ", escape(self.task.task))]
        if refusal is not None and (answer := self.answer(refusal)):
            parts.append(answer_html(False, answer))
        if verdict.mistake:
            number = verdict.mistake.rule
            rule = _(" (rule {number})").format(number=number) if number[:1].isdigit() else ""
            parts += [answer_html(False, verdict.mistake.says + rule), button_html("again", _("Start again"))]
        if verdict.kind == "solved":
            parts += [answer_html(True, _("Solved.") + " " + self.task.solved), self.history()]
            end = _(
                "That was the last one: all exercises of this course are solved. How to go on stands below this board."
            )
            if self.task.steps:
                end = _("That was the last step. How to go on stands below this board.")
            parts.append(button_html("next", _("Next")) if goes_on else tag("p", escape(end)))
        return "".join((*parts, self.reads()))

    def reads(self) -> str:
        """Return what the learner needs to know, as HTML that is folded once the learner has begun."""
        attributes = {"class": "roses-reads"} | ({} if self.is_begun else {"open": ""})
        return tag("details", tag("summary", escape(_("What you need to know"))), reads_html(self.task), **attributes)

    def step(self) -> str:
        """Return the step that is due, with its reason, as HTML; "" if the exercise has no step that is not done."""
        number = due(self.task, replay_of(self.task, self.game))
        if number is None:
            return ""
        step, count = self.task.steps[number], len(self.task.steps)
        head = tag("b", escape(_("Step {number} of {count}:").format(number=number + 1, count=count)))
        return tag("p", head, " ", escape(step.does)) + tag("p", escape(step.why))

    def history(self) -> str:
        """Return the history behind the rule, with its sources, as HTML."""
        behind = self.task.history
        names = " · ".join(works()[source].cited for source in behind.sources)
        label = tag("b", escape(_("Behind the rule:")))
        return tag("p", label, " ", escape(behind.text), " ", tag("small", escape(names)))


def answer_html(is_right: bool, words: str) -> str:
    """Return what comes of a move, marked as right or wrong.

    >>> answer_html(False, "Not he.")
    '<p class="roses-wrong"><b>✗</b> Not he.</p>'
    """
    sign = tag("b", "✓" if is_right else "✗")
    return tag("p", sign, " ", escape(words), **{"class": "roses-right" if is_right else "roses-wrong"})


def button_html(ask: str, words: str, **attributes: str) -> str:
    """Return a button of a ``Panel``, which sends ``ask``.

    >>> button_html("next", "Next")
    '<button type="button" data-ask="next">Next</button>'
    """
    return tag("button", escape(words), type="button", data_ask=ask, **attributes)


class Exercise(ipywidgets.VBox):  # type: ignore[misc]  # ipywidgets has no types
    """Exercises of a course to play: ``name`` is one of them, as "war-03", or a course, as "war".

    A course opens at the first exercise that is not solved yet. What is solved is kept in ``progress``, by default in
    the folder ``roses-games``. ``tutor`` knows the exercise that is shown, ``table`` is where it is played. ValueError,
    which lists all, for an unknown name.

    >>> from pathlib import Path
    >>> from tempfile import mkdtemp
    >>> exercise = Exercise("war", Progress(Path(mkdtemp()) / "progress.json"))
    >>> exercise.tutor.name, exercise.tutor.verdict.kind
    ('war-01', 'open')
    """

    def __init__(self, name: str = "war", progress: Progress | None = None) -> None:
        self.progress = progress or Progress()
        self._error = ""
        self.tutor = Tutor(self._opening(name))
        self.panel = Panel(gone=live.stopped(_("The kernel was stopped; what you have solved is kept.")))
        game = self.tutor.game
        self.table = Table.at(game, seats(self.tutor.task, game.state.sides), self)
        super().__init__([self.panel, self.table])
        self.add_class("roses-exercise")
        self.panel.values.on_msg(self._on_message)

    @property
    def course(self) -> tuple[str, ...]:
        """The names of all exercises of this course."""
        return courses()[self.tutor.name.rpartition("-")[0]]

    @property
    def following(self) -> str:
        """The next exercise that is not solved; the first one follows the last. "" if all others are solved."""
        place = self.course.index(self.tutor.name)
        others = (*self.course[place + 1 :], *self.course[:place])
        solved = self._solved()
        return next((one for one in others if one not in solved), "")

    def go(self, name: str) -> None:
        """Show another exercise, from its beginning; ValueError for an unknown name."""
        self.tutor = Tutor(self._opening(name))
        self._begin()

    # ---- as the coach of the table

    def comment(self, seat: Seat, refusal: Explanation | None) -> str:
        """Return task and verdict as HTML, update the panel, and save what is solved."""
        if self.tutor.verdict.kind == "solved":
            try:
                self.progress.solve(self.tutor.name)
                self._error = ""
            except SaveError as error:
                self._error = str(error)
        solved = self._solved()
        self.panel.name = self.tutor.name
        self.panel.html = panel_html(self.tutor.name, self.course, solved, self.tutor.is_begun, self._error)
        return self.tutor.comment(refusal, self.following != "")

    def hint(self, seat: Seat) -> str:
        """Return the next hint of the exercise."""
        return tag("p", escape(self.tutor.hint()))

    def press(self, button: str) -> None:
        """Do what a button stands for: again, next, or the name of an exercise."""
        if button == "again":
            self.tutor.again()
            self._begin()
        elif button == "next":
            self.go(self.following or self.course[0])
        else:
            self.go(button)

    def show_error(self, html: str) -> None:
        """Show an error in the table."""
        self.table.show_error(html)

    @guarded
    def _on_message(self, _panel: Any, message: Any, _buffers: Any) -> None:
        self.press(str(message["ask"]))

    def _begin(self) -> None:
        game = self.tutor.game
        self.table.set_up(game, seats(self.tutor.task, game.state.sides))

    def _solved(self) -> Collection[str]:
        """Return the names of the solved exercises; if they cannot be read, () and the panel says so."""
        try:
            return self.progress.solved.keys()
        except SaveError as error:
            self._error = str(error)
            return ()

    def _opening(self, name: str) -> str:
        """Return the exercise that a name opens: in a course, the first that is not solved, or else the first."""
        names = courses().get(name)
        if names is None:
            return name
        solved = self._solved()
        return next((one for one in names if one not in solved), names[0])

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Return the live widget; for readers without a kernel, what the exercises ask."""
        task = _("An exercise to play: {task} Run this cell to play it.").format(task=self.tutor.task.task)
        here = _("Here stands a course of exercises, which is played on the board.")
        return live.bundle(super()._repr_mimebundle_(**kwargs), here, task, course_html(self.course))
