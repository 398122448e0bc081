"""Exercises for players: small positions with a task, played at a table and judged by the engine.

``tasks`` are the files of ``data/exercises``; ``play`` begins them and decides whether they are solved; ``panel`` shows
what is to be done.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import date
from pathlib import Path
from typing import Any, Final

import ipywidgets
import msgspec

from roses.engine import files
from roses.engine.errors import SaveError
from roses.engine.explain import Explanation
from roses.engine.i18n import gettext as _
from roses.engine.seat import Seat
from roses.figures.drawing.svg import escape, tag
from roses.lessons.exercises.panel import Panel, Tutor, course_html, panel_html
from roses.lessons.exercises.play import seats
from roses.lessons.exercises.tasks import courses
from roses.widgets import live
from roses.widgets.live import guarded
from roses.widgets.play.table import Table

FILE: Final = Path("roses-games") / "exercises" / "progress.json"  # a folder of its own: it is no game


class Progress:
    """The exercises solved so far, in a file that is read whenever it is asked and replaced in one step.

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
        """Note that an exercise is solved; the first time counts. SaveError if that cannot be written."""
        days = dict(self.solved)
        if name in days:
            return
        days[name] = date.today().isoformat()
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            files.write(self.path, msgspec.json.format(msgspec.json.encode(days, order="sorted"), indent=1))
        except OSError as error:
            message = _("that {name} is solved cannot be kept in {path}: {reason}")
            raise SaveError(message.format(name=name, path=self.path, reason=error.strerror)) from error


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
        self.panel = Panel(gone=_("The kernel was stopped. Run this cell again: what you have solved is kept."))
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
        """The next exercise that is not solved, after the last from the first on; "" if all others are."""
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
        """Return task and verdict; what is solved is noted."""
        if self.tutor.verdict.kind == "solved":
            try:
                self.progress.solve(self.tutor.name)
                self._error = ""
            except SaveError as error:
                self._error = str(error)
        self._show()
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

    def _show(self) -> None:
        self.panel.name = self.tutor.name
        solved = self._solved()
        self.panel.html = panel_html(self.tutor.name, self.course, solved, self.tutor.is_begun, self._error)

    def _solved(self) -> Collection[str]:
        """Return what is solved; that it cannot be read is said in the panel."""
        try:
            return self.progress.solved.keys()
        except SaveError as error:
            self._error = str(error)
            return ()

    def _opening(self, name: str) -> str:
        """Return the exercise that a name opens: of a course the first that is not solved, or the first."""
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
