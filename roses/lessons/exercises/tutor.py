"""The tutor of one exercise: the game that is played, the verdict on it, hints, and what is said to wrong tries."""

from __future__ import annotations

from roses.engine.explain import Explanation
from roses.engine.game import Game
from roses.engine.i18n import gettext as _
from roses.figures.drawing.svg import escape, tag
from roses.history.battlefields import works
from roses.lessons.exercises.panel import reads_html
from roses.lessons.exercises.positions import begin, replayed
from roses.lessons.exercises.tasks import task
from roses.lessons.exercises.verdicts import Verdict, due, verdict


class Tutor:
    """Somebody who knows one exercise: its ``task``, the ``game`` that is played, and how many hints were given.

    >>> tutor = Tutor("war-01")
    >>> tutor.verdict.kind, tutor.hint() == tutor.task.hints[0]
    ('open', True)
    """

    def __init__(self, name: str) -> None:
        self.name, self.task = name, task(name)
        self.given = 0  # hints
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
        said = self.task.hints[self.given % len(self.task.hints)]
        self.given += 1
        return said

    def answer(self, refused: Explanation) -> str:
        """Return what is said to a move that the engine refuses, "" if the file has nothing on it."""
        asked = refused.asked.casefold()
        for one in self.task.refusals:
            if one.rule == refused.rule and (not one.words or any(word.casefold() in asked for word in one.words)):
                return one.says
        return ""

    def comment(self, refused: Explanation | None = None, goes_on: bool = True) -> str:
        """Return task and verdict as HTML, with a button for what comes next, as far as the course ``goes_on``."""
        found = self.verdict
        parts = [self.step() or tag("p", tag("b", escape(_("Your task:"))), " ", escape(self.task.task))]
        if refused is not None and (said := self.answer(refused)):
            parts.append(_answer_html("wrong", "✗", said))
        if found.mistake:
            rule = _(" (rule {number})").format(number=found.mistake.rule) if found.mistake.rule[:1].isdigit() else ""
            parts += [_answer_html("wrong", "✗", found.mistake.says + rule), _button("again", _("Start again"))]
        if found.kind == "solved":
            parts += [_answer_html("right", "✓", _("Solved.") + " " + self.task.solved), self.history()]
            parts.append(_button("next", _("Next")) if goes_on else tag("p", escape(self.end())))
        return "".join((*parts, self.reads()))

    def reads(self) -> str:
        """Return what one needs to know, as HTML that is folded once the learner has begun."""
        named = {"class": "roses-reads"} | ({} if self.is_begun else {"open": ""})
        return tag("details", tag("summary", escape(_("What you need to know"))), reads_html(self.task), **named)

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


def _button(ask: str, words: str) -> str:
    return tag("button", escape(words), type="button", data_ask=ask)
