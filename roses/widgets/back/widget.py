"""The page on which one looks back at a game: shown as several outputs, one below the other."""

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
from roses.widgets.interactive import Parts, html_part
from roses.widgets.play import saves
from roses.widgets.play.table import Table
from roses.widgets.stepper.widget import Stepper

if TYPE_CHECKING:
    from roses.lab.chronicle import Chronicle, Luck
    from roses.lab.winning.ledger import Ledger


Played: TypeAlias = str | Path | Table | Game | Record | Replay


class LookingBack(Parts):
    """A game of one's own to look back at: turning points, chronicle, support by turn, luck, and the game in steps.

    ``game`` is the name of a saved game, its file, a table, a game, a record or its replay. Of a game that is not over,
    one side may look back at what it has seen, without steps and support, which would show what is hidden. ValueError
    for such a game without a side; RecordError for a game that is not there or cannot be read.

    >>> import roses
    >>> back = LookingBack(roses.replay("1483-richard-iii"))
    >>> back.chronicle.turning_points[-1].turned
    'an heir falls, against the odds, a lord changes sides'
    >>> sorted(back.luck.hits)
    ['Lancaster', 'York']
    """

    def __init__(self, game: Played, side: str | None = None) -> None:
        self.replay = _replay(game)
        self.side = side
        if self.outcome is None and side is None:
            said = _("this game is not over, and to look back at all of it would show what is hidden; name the side "
                     "that looks back at what it saw, as in LookingBack(game, side={side})")  # fmt: skip
            raise ValueError(said.format(side=repr(self.replay[0].sides[-1])))
        self.replay[0].check_side(side)

    @property
    def outcome(self) -> Any:
        """The end of the game, None before it."""
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
            raise ValueError(_("a game that is not over has no ledger yet: it would show what is hidden"))
        return ledger(self.replay, self.side or self.replay[0].sides[-1])

    @cached_property
    def timeline(self) -> Timeline:
        """The game in the steps of its chronicle; ValueError for a game that is not over."""
        from roses.lab.chronicle import narrated

        if self.outcome is None:
            raise ValueError(_("a game that is not over is not shown in steps: they would show what is hidden"))
        return narrated(self.replay)

    def stepper(self) -> Stepper:
        """Return the Stepper over the game, in which P tries again from a step; ValueError as ``timeline``."""
        return Stepper(self.timeline)

    def parts(self) -> Iterator[dict[str, str] | Timeline]:
        """Yield the parts of the page from above: outputs by mime type, and the timeline in place of the Stepper."""
        from roses.widgets.back import texts

        told = self.chronicle
        yield html_part(texts.head_html(told, self.outcome), str(told))
        yield html_part(texts.chronicle_html(told))
        if self.outcome is not None:
            yield html_part(*texts.support(self.replay))
        if self.luck:
            yield html_part(texts.luck_html(self.luck))
        if self.outcome is not None:
            yield html_part(texts.steps_html())
            yield self.timeline

    def __repr__(self) -> str:
        return f"<LookingBack {self.chronicle.title}: {len(self.chronicle.turning_points)} turning points>"


def box(table: Table) -> ipywidgets.Widget:
    """Return the parts of a ``LookingBack`` at the game of a table as one widget."""
    back = LookingBack(table)
    shown = [
        back.stepper() if isinstance(part, Timeline) else ipywidgets.HTML(part["text/html"]) for part in back.parts()
    ]
    return ipywidgets.VBox(shown)


def _replay(game: Played) -> Replay:
    """Return a game as a replay; ValueError for one that goes on at a table without a file."""
    if isinstance(game, Table):
        return Replay(load(game.file), start) if game.file else game.model.replay
    if isinstance(game, Replay):
        return game
    if isinstance(game, Game):
        return Replay(game.record, start)
    return Replay(game if isinstance(game, Record) else load(saves.find(game)), start)
