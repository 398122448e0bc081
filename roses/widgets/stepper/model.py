"""The model of a Stepper: the step, the viewer, the clock, the chances and the votes; independent of widgets."""

from __future__ import annotations

from typing import Any, Final

import msgspec
import traitlets as t

from roses.engine.i18n import gettext as _
from roses.engine.protocol import Event
from roses.engine.record import Moment, Record
from roses.engine.replay import Timeline
from roses.engine.state import content_hash
from roses.widgets.stepper.adapter import ALL, adapter_of

SPEEDS: Final = {"slow": 1.6, "normal": 1.0, "fast": 0.5}  # factors of the time of a step


class Stop(msgspec.Struct, frozen=True):
    """A step that can be jumped to: ``label`` for the menu; ``mark`` is written on the slider, if it is not empty."""

    index: int
    label: str
    mark: str = ""


class StepperModel:
    """The position of a reader in a ``timeline``, and what is shown there.

    ``index`` counts narrated steps from 0; ``viewer`` is one of the ``viewers`` of ``adapter``, the adapter of the
    game. ``frame`` is the part of the map that is shown. ``chosen`` is what the reader wants to see wherever it can be
    shown, "map" or the name of a board, and ``variant`` a variant of it; "" leaves both to the adapter. While
    ``playing``, a clock calls ``tick`` to go on; a step that the reader takes stops it. ``chances`` are the chances to
    win of the side for which they are drawn, None if they are not drawn.

    >>> import roses
    >>> model = StepperModel(roses.timeline("1483-richard-iii"))
    >>> model.go("Bosworth")
    >>> model.moment.place
    'Bosworth, Fenn Lanes'
    """

    def __init__(self, timeline: Timeline, chances: str = "") -> None:
        if not len(timeline):
            raise ValueError(_("this timeline has no steps to go through"))
        self.timeline = timeline
        self.index = 0
        self.playing = False
        self.speed = "normal"
        self.adapter = adapter_of(timeline)
        self.viewer = ALL
        self.frame = "campaign"
        self.chosen = ""
        self.variant = ""
        self.chances = Chances(timeline, chances) if chances else None

    def __len__(self) -> int:
        return len(self.timeline)

    def go(self, where: int | str) -> None:
        """Go to a step by number, at most to the ends, by the label of a bookmark, or by its title; stop playing."""
        self.playing = False
        self.index = self.timeline.find(where)

    def forward(self) -> None:
        """Go one step forward."""
        self.go(self.index + 1)

    def back(self) -> None:
        """Go one step back."""
        self.go(self.index - 1)

    def play(self, on: bool = True) -> None:
        """Start or stop the clock; from the last step it starts again at the first."""
        if on and self.at_end:
            self.index = 0
        self.playing = on and len(self) > 1

    def tick(self, index: int) -> None:
        """Go on from step ``index``, whose time has run out, and stop at the end; a late tick is ignored."""
        if self.playing and index == self.index:
            self.index += 1
            self.playing = not self.at_end

    @property
    def at_end(self) -> bool:
        """Whether this is the last step."""
        return self.index == len(self) - 1

    @property
    def wait(self) -> int:
        """Return the time of this step in ms: 6000 plus 80 for each word, at most 10 000, times the speed's factor."""
        moment = self.moment
        words = len(f"{moment.text} {moment.departs}".split())
        return round(min(10_000, 6000 + 80 * words) * SPEEDS[self.speed])

    @property
    def moment(self) -> Moment:
        """Return the narration of this step for the viewer."""
        return self.timeline.moment(self.index, self.side)

    @property
    def side(self) -> str | None:
        """Return the side whose view is shown; None for the umpire's."""
        return self.adapter.side(self.viewer)

    @property
    def view(self) -> Any:
        """Return the view of the state of this step for the viewer."""
        return self.adapter.view(self.index, self.side)

    @property
    def events(self) -> tuple[Event, ...]:
        """Return the events since the step before that the viewer may see."""
        return self.timeline.events(self.index, self.side)

    @property
    def stage(self) -> str:
        """Return what is shown: what the reader has chosen, or else the first board of this step, or the map."""
        boards = self.adapter.boards(self)
        names = (*boards, "map") if self.adapter.frames else boards
        return self.chosen if self.chosen in names else names[0]

    def stops(self) -> list[Stop]:
        """Return the steps of the jump menu: bookmarks, and steps at which the adapter says that something begins."""
        stops = []
        for index in range(len(self)):
            moment = self.timeline[index]
            start = self.adapter.begins(self.timeline.events(index))
            label = moment.title or moment.mark or start or moment.date
            if moment.mark or start:
                words = f"{label} ({start})" if start and start != label else label
                stops.append(Stop(index, words, moment.mark))
        return stops


class Chances:
    """The chances of a side at the steps of a timeline; each is computed once, when it is first needed.

    >>> import roses
    >>> len(Chances(roses.timeline("1483-richard-iii"), "York").until(3))
    4
    """

    def __init__(self, timeline: Timeline, side: str) -> None:
        self.side = side
        self.steps = len(timeline)
        self._timeline: Timeline[Any] = timeline
        self._known: list[float] = []

    def until(self, step: int) -> list[float]:
        """Return the chances, from 0 to 1, at the steps from the first to this one.

        ValueError for another game than the block war game, and for an unknown side.
        """
        from roses.lab.winning.model import win_probability

        for number in range(len(self._known), step + 1):
            self._known.append(win_probability(self._timeline.state(number), self.side))
        return self._known[: step + 1]


class Votes(t.HasTraits):
    """The votes of a class: ``hands`` are the numbers for each answer, by the index of the question as text.

    ``revealed`` are the indices of the questions after which the reader has gone on.
    """

    hands = t.Dict()
    revealed = t.List(t.Int())


_votes: Final[dict[int, Votes]] = {}


def votes_of(record: Record) -> Votes:
    """Return the votes of the class that goes through a record, in one Stepper or in several.

    >>> import roses
    >>> first, second = (roses.timeline("1483-richard-iii") for _ in range(2))
    >>> votes_of(first.replay.record) is votes_of(second.replay.record)
    True
    """
    return _votes.setdefault(content_hash(record), Votes())
