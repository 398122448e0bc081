"""The page to look back at a game: turning points, costly choices, chances, chronicle, support, luck, and its steps."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import ipywidgets

from roses.engine.game import Game
from roses.engine.games import start
from roses.engine.i18n import gettext as _
from roses.engine.record import Record, load
from roses.engine.replay import Replay, Timeline
from roses.engine.seat import Seat
from roses.figures.drawing.svg import escape, tag
from roses.richard.state import demand_war
from roses.widgets.html import table_html
from roses.widgets.interactive import Parts, html_part
from roses.widgets.play import saves
from roses.widgets.play.adapter import adapter_of
from roses.widgets.play.model import PERSON
from roses.widgets.play.table import Table
from roses.widgets.stepper.widget import Stepper

if TYPE_CHECKING:
    from roses.lab.chronicle import Chapter, Chronicle, Luck
    from roses.lab.winning.ledger import Entry, Ledger

Played: TypeAlias = str | Path | Table | Game | Record | Replay


class LookingBack(Parts):
    """The page to look back at a game: turning points, chronicle, support by turn, luck, and the game in steps.

    ``game`` is the name of a saved game, its file, a table, a game, a record or its replay. If the game is not over,
    ``side`` may look back at what it has seen, without steps and support, which would show what is hidden. ValueError
    for such a game without a side; RecordError for a game that does not exist or cannot be read.

    >>> import roses
    >>> back = LookingBack(roses.replay("1483-richard-iii"))
    >>> back.chronicle.turning_points[-1].turned
    'an heir falls, against the odds, a lord changes sides'
    >>> sorted(back.luck.hits)
    ['Lancaster', 'York']
    """

    def __init__(self, game: Played, side: str | None = None) -> None:
        if isinstance(game, Table):
            self.replay = Replay(load(game.file), start) if game.file else game.model.replay
        elif isinstance(game, Replay):
            self.replay = game
        elif isinstance(game, Game):
            self.replay = Replay(game.record, start)
        else:
            self.replay = Replay(game if isinstance(game, Record) else load(saves.find(game)), start)
        self.side = side
        sides, headers = self.replay[0].sides, self.replay.record.headers
        people = game.model.people if isinstance(game, Table) else ()
        if saves.SEATS in headers and not people:
            people = tuple(of for of, who in saves.seats(self.replay.record, sides).items() if who == PERSON)
        self.players = (side,) if side else people or sides  # whose choices are judged
        if self.outcome is None and side is None:
            reason = _("this game is not over, and to look back at all of it would show what is hidden; name the side "
                       "that looks back at what it saw, as in LookingBack(game, side={side})")  # fmt: skip
            raise ValueError(reason.format(side=repr(self.replay[0].sides[-1])))
        self.replay[0].check_side(side)

    @property
    def outcome(self) -> Any:
        """The outcome of the game, None if it is not over."""
        return self.replay[-1].outcome

    @cached_property
    def chronicle(self) -> Chronicle:
        """The game told as history."""
        from roses.lab.chronicle import chronicle  # with numpy, which a Stepper does without

        return chronicle(self.replay, self.side)

    @cached_property
    def luck(self) -> Luck | None:
        """The luck of both sides, None for a game without dice."""
        from roses.lab.chronicle import luck

        return luck(self.replay, self.side)

    @cached_property
    def ledger(self) -> Ledger:
        """The game as a curve of chances, split into luck and choices; it is not on the page, as it takes seconds.

        ValueError for a game of another kind than the block war game, and for one that is not over.
        """
        from roses.lab.winning.ledger import ledger

        if self.outcome is None:
            raise ValueError(_("a game has no ledger before it is over, since that would show what is hidden"))
        return ledger(self.replay, self.side or self.replay[0].sides[-1])

    @cached_property
    def timeline(self) -> Timeline:
        """The game in the steps of its chronicle; ValueError for a game that is not over."""
        from roses.lab.chronicle import Paragraph, narrate

        if self.outcome is None:
            raise ValueError(_("a game is shown in steps only when it is over, since steps would show what is hidden"))
        words = _("{side}, before a choice that cost much: {deed}.")
        choices = (Paragraph(one.at, words.format(side=one.by, deed=one.deed)) for one in self.mistakes)
        return narrate(self.replay, choices)

    @cached_property
    def mistakes(self) -> tuple[Entry, ...]:
        """The three choices of the players that cost most, the worst first; () for a game without a model of chances.

        ValueError for a game that is not over.
        """
        from roses.lab.winning.ledger import mistakes

        if self.outcome is None:
            raise ValueError(_("choices are judged when a game is over, since that would show what is hidden"))
        return mistakes(self.replay, self.players) if self.replay.record.game == "richard-iii" else ()

    def step_of(self, entry: Entry) -> int:
        """Return the step of the timeline at which a choice is due, from 0."""
        return next(step for step, moment in enumerate(self.timeline.moments) if moment.at == entry.at)

    def stepper(self) -> Stepper:
        """Return the Stepper over the game, in which P tries again from a step; ValueError as ``timeline``."""
        return Stepper(self.timeline)

    def parts(self) -> Iterator[dict[str, str] | Timeline]:
        """Yield the parts of the page in order: outputs by mime type, and the timeline in place of the Stepper."""
        yield html_part(self._head(), str(self.chronicle))
        if self.outcome is not None and self.replay.record.game == "richard-iii":
            yield html_part(self._mistakes_html())
            yield self._curve()
        yield html_part(_chronicle_html(self.chronicle))
        if self.outcome is not None:
            yield self._support()
        if self.luck:
            yield html_part(_luck_html(self.luck))
        if self.outcome is not None:
            words = _("From either side's view, or with everything open. P plays on from a step: try again from there.")
            yield html_part(_section(_("Step by step"), tag("p", escape(words))))
            yield self.timeline

    def _head(self) -> str:
        """Return the title, who has won, which side looks back, and the turning points."""
        end = _("The game is not over.")
        if self.outcome:
            end = _("{winner} has won: {reason}.").format(winner=self.outcome.winner, reason=self.outcome.reason)
        if self.side:
            end += " " + _("Told as {side} saw it.").format(side=self.side)
        points = []
        for point in self.chronicle.turning_points:
            chapter = next(chapter for chapter in self.chronicle.chapters if point in chapter.paragraphs)
            when = _("{when}, {why}").format(when=chapter.title, why=point.turned)
            points.append(tag("li", tag("b", escape(when)) + ": " + escape(point.text)))
        if self.outcome is not None and self.replay.record.game == "richard-iii":
            from roses.lab.turns import collapse, support

            if fall := collapse(support(Timeline(self.replay))):
                points.insert(0, tag("li", tag("b", escape(_("The largest loss of support"))) + ": " + escape(fall)))
        none = _("Nothing turned this game: no upset, no heir fallen in battle, no lord who went over.")
        return _section(
            _("Looking back: {title}").format(title=self.chronicle.title),
            tag("style", (Path(__file__).parent / "back.css").read_text(encoding="utf-8")),  # of all parts
            tag("p", escape(end), **{"class": "roses-looking-under"}),
            tag("h3", escape(_("Turning points"))),
            tag("ul", *points) if points else tag("p", escape(none)),
            kind="h2",
        )

    def _mistakes_html(self) -> str:
        """Return the choices that cost most, what would have been better, and what a hint would have been."""
        from roses.bots.knight import advise

        items, plain = [], adapter_of("richard-iii").plain
        for entry in self.mistakes:
            state = self.replay[entry.at]
            advice = advise(
                Seat(Game(lambda *_game, _state=state, **_options: _state, "richard-iii", seed=0), entry.by)
            )
            words = _("{side}, turn {turn}, step {step}. {deed}: this cost {cost} chances in 100. Better: {best}.")
            step, cost = self.step_of(entry) + 1, round(-100 * entry.decision)
            words = words.format(side=entry.by, turn=entry.turn, step=step, deed=entry.deed, cost=cost, best=entry.best)
            hint = str(advice[0].action)
            same = _("A hint would have been the same.") if hint == entry.deed else _("A hint would have been: {hint}.")
            items.append(tag("li", escape(plain(f"{words} {same.format(hint=hint)}"))))
        none = tag("p", escape(_("No choice cost more than 3 chances in 100.")))
        return _section(
            _("Choices that cost most"), tag("ol", *items) if items else none, tag("p", escape(_estimate()))
        )

    def _curve(self) -> dict[str, str]:
        """Return the chance of the first player at each step, as a chart, and in words."""
        from roses.figures.odds.games import percent, steps_svg
        from roses.lab.winning.model import win_probability

        side, timeline = self.players[0], self.timeline
        chances = [win_probability(demand_war(timeline.state(step)), side) for step in range(len(timeline))]
        words = ", ".join(f"{step}: {percent(chance)} %" for step, chance in enumerate(chances, 1))
        return html_part(_section(_("Chances by step"), steps_svg(chances, len(timeline), side)), words)

    def _support(self) -> dict[str, str]:
        """Return the support by turn, or, in a game that counts points, the points by round."""
        from roses.figures.odds.games import swing_svg, text_swing
        from roses.lab import turns
        from roses.lab.chronicle import points_by_round

        points = points_by_round(self.replay)
        if not points:
            swing = turns.support(Timeline(self.replay))
            return html_part(_section(_("Support by turn"), swing_svg(swing)), text_swing(swing))
        rows = [(when, *map(str, scores.values())) for when, scores in points]
        table = table_html(_("Points at the end of each round"), (_("Round"), *points[0][1]), rows)
        return html_part(_section(_("Points by round"), table), "\n".join("  ".join(row) for row in rows))

    def __repr__(self) -> str:
        return f"<LookingBack {self.chronicle.title}: {len(self.chronicle.turning_points)} turning points>"


def box(table: Table) -> ipywidgets.Widget:
    """Return the parts of a ``LookingBack`` at the game of a table as one widget."""
    back = LookingBack(table)
    parts: list[ipywidgets.Widget] = [
        back.stepper() if isinstance(part, Timeline) else ipywidgets.HTML(part["text/html"]) for part in back.parts()
    ]
    if back.mistakes:
        words = _("Try again from step {n}")
        steps = [back.step_of(entry) for entry in back.mistakes]
        buttons = [ipywidgets.Button(description=words.format(n=step + 1), layout={"width": "auto"}) for step in steps]
        for button, step in zip(buttons, steps, strict=True):
            button.on_click(lambda _button, step=step: table.try_again(back.timeline, step))
        parts.insert(2, ipywidgets.HBox(buttons, layout={"flex_flow": "row wrap"}))
    return ipywidgets.VBox(parts)


def _estimate() -> str:
    """Return where the chances on the page come from, in words."""
    return _(
        "By an estimate that learned from games of squires, who err more or less, and that looks at one action at a"
        " time with everything open, also what was hidden then. Between better players a position may be worth more or"
        " less."
    )


def _section(title: str, *inside: str, kind: str = "h3") -> str:
    """Return a part of the page below its title; keys scroll it where it is wider than the page."""
    attributes = {"class": "roses-looking", "role": "region", "aria_label": title, "tabindex": "0"}
    return tag("div", tag(kind, escape(title)), *inside, **attributes)


def _chronicle_html(story: Chronicle) -> str:
    """Return the chapters, folded except for the last one, and who died where."""
    last = story.chapters[-1] if story.chapters else None
    dead = ""
    if story.dead:
        columns = (_("Block"), _("Side"), _("Fell in"), _("When"))
        summary = tag("summary", escape(_("Who fell in battle, and where")))
        dead = tag("details", summary, table_html(_("In the order of the game"), columns, story.dead))
    return _section(_("Chronicle"), *(_chapter_html(chapter, chapter is last) for chapter in story.chapters), dead)


def _chapter_html(chapter: Chapter, is_open: bool) -> str:
    turning = {"class": "roses-looking-turning"}
    lines = (tag("p", escape(one.text), **(turning if one.turned else {})) for one in chapter.paragraphs)
    reasons = ", ".join(dict.fromkeys(one.turned for one in chapter.paragraphs if one.turned))
    summary = escape(chapter.title) + (" " + tag("small", escape(reasons)) if reasons else "")
    return tag("details", tag("summary", summary), *lines, **({"open": "open"} if is_open else {}))


def _luck_html(both: Luck) -> str:
    """Return a table of what the dice gave, beside what was to be expected."""
    rows = []
    for what, throws in (
        (_("hits, of so many dice"), both.hits),
        (_("treachery, of so many tries"), both.treachery),
        (_("battles won, of so many"), both.battles),
    ):
        for side, throw in throws.items():
            result = _("{came} of {number}").format(came=throw.came, number=throw.number)
            often = _("{percent} times in 100").format(percent=round(100 * throw.at_least)) if throw.number else ""
            rows.append((f"{side}: {what}", result, f"{throw.expected:.1f}", often))
    columns = (_("Who and what"), _("came"), _("to be expected"), _("at least as many come"))
    caption = _(
        "Exact, for the dice that were thrown. Of a battle it is the chance that a side had when the battle began, if "
        "everybody stands and fires: what is better or worse than that may be skill."
    )
    return _section(_("Luck"), table_html(caption, columns, rows))
