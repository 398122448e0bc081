"""A reader's walk through a timeline: where he is, what he may see, what is to be shown. No widgets here."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

from roses.engine.protocol import Event
from roses.engine.record import Moment
from roses.engine.replay import Timeline
from roses.engine.text import gettext as _
from roses.figures.frames import Frame
from roses.figures.words import results_of
from roses.richard.events import as_seen
from roses.richard.roster import SIDES
from roses.richard.tally import Tally, tally
from roses.richard.view import View
from roses.widgets.views import campaign_frames, kingdom_frame

SPEEDS: Final = {"slow": 1.6, "normal": 1.0, "fast": 0.5}
SEERS: Final = ("York", "Lancaster", "all")
FRAMES: Final = ("campaign", "kingdom")
_MS_PER_WORD: Final = 250
_LEAST_MS: Final = 4000


class Stop(msgspec.Struct, frozen=True):
    """A step that can be jumped to: ``label`` for the menu; ``mark`` is written on the slider, if it is not empty."""

    index: int
    label: str
    mark: str = ""


class Walk:
    """Where a reader of ``timeline`` is. ``index`` counts narrated steps from 0; ``seer`` is one of ``SEERS``.

    ``map_chosen`` tells that the reader wants the map also where a battle or a count is on. A step by hand stops
    playing; ``tick`` is the step of the clock.

    >>> import roses
    >>> walk = Walk(roses.timeline("1483-richard-iii"))
    >>> walk.go("Bosworth")
    >>> walk.moment.place
    'Bosworth, Fenn Lanes'
    """

    def __init__(self, timeline: Timeline) -> None:
        if not len(timeline):
            raise ValueError("this timeline has no steps to walk through")
        self.timeline = timeline
        self.index = 0
        self.playing = False
        self.speed = "normal"
        self.seer = "all"
        self.frame = "campaign"
        self.map_chosen = False
        self._view = lru_cache(maxsize=128)(lambda index, seer: timeline.state(index).view(seer))
        self._areas = [self._action(i) for i in range(len(timeline))]

    def __len__(self) -> int:
        return len(self.timeline)

    def go(self, where: int | str) -> None:
        """Go to a step by number, at most to the ends, or by the label of a bookmark; stops playing."""
        if isinstance(where, str):
            marks = self.timeline.bookmarks()
            if where not in marks:
                raise ValueError(f"there is no bookmark {where!r}; known are {', '.join(map(repr, marks))}")
            where = marks[where]
        self.playing = False
        self.index = max(0, min(where, len(self) - 1))

    def forward(self) -> None:
        """One step on."""
        self.go(self.index + 1)

    def back(self) -> None:
        """One step back."""
        self.go(self.index - 1)

    def play(self, on: bool = True) -> None:
        """Start or stop the clock; at the end it starts from the beginning."""
        if on and self.at_end:
            self.index = 0
        self.playing = on and len(self) > 1

    def tick(self, index: int) -> None:
        """The clock of step ``index`` has run out: go on, and stop at the end. A late tick does nothing."""
        if self.playing and index == self.index:
            self.index += 1
            self.playing = not self.at_end

    @property
    def at_end(self) -> bool:
        """Whether this is the last step."""
        return self.index == len(self) - 1

    @property
    def wait(self) -> int:
        """How long the clock waits at this step, in ms: 250 a word, at least four seconds, times the speed."""
        moment = self.moment
        words = len(f"{moment.text} {moment.departs}".split())
        return round(max(_LEAST_MS, _MS_PER_WORD * words) * SPEEDS[self.speed])

    @property
    def moment(self) -> Moment:
        """The narration of this step."""
        return self.timeline[self.index]

    @property
    def side(self) -> str | None:
        """The side whose knowledge is shown; None for both."""
        return self.seer if self.seer in SIDES else None

    @property
    def view(self) -> View:
        """What the seer knows of the state of this step."""
        found: View = self._view(self.index, self.side)
        return found

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened since the step before, as the seer saw it."""
        return tuple(as_seen(event, self.side) for event in self.timeline.events(self.index))

    @property
    def results(self) -> dict[str, str]:
        """The captions on the battle board: what each block did in this round so far."""
        events = self.timeline.replay.events(0, self.moment.at)
        begins = [i for i, event in enumerate(events) if event.kind in ("round", "battle")]
        return results_of(as_seen(event, self.side) for event in events[begins[-1] if begins else 0 :])

    @property
    def tally(self) -> Tally | None:
        """The count of the lords, at the political turn and after the end of the game.

        Only for who sees all: the table names lords whom the other side has not seen.
        """
        state = self.timeline.state(self.index)
        counted = any(event.kind == "count" for event in self.timeline.events(self.index))
        after = state.outcome is not None and self.index > 0 and not self.timeline.events(self.index)
        return tally(state) if self.side is None and (counted or after) else None

    @property
    def board(self) -> str:
        """What can be shown in place of the map here: "battle", "count" or ""."""
        if self.tally is not None:
            return "count"
        return "battle" if self.view.battle is not None else ""

    @property
    def stage(self) -> str:
        """What is shown: "map", or what ``board`` says."""
        return "map" if self.map_chosen or not self.board else self.board

    def map_frame(self, width: int, height: int) -> Frame:
        """The part of the map to show, in a figure of at most this many px; it moves only when the action leaves it."""
        if self.frame == "kingdom":
            return kingdom_frame(width, height)
        return campaign_frames(tuple(self._areas), width, height)[self.index]

    def _action(self, index: int) -> tuple[str, ...]:
        """The areas that step ``index`` is about, where marches end before where they come from."""
        view: View = self._view(index, None)
        if view.battle is not None:
            return (view.battle.area,)
        ways = [way for _side, way in self.timeline[index].paths if way]
        marched = [*(way[-1] for way in ways), *(area for way in ways for area in way[-2::-1])]
        return tuple(dict.fromkeys(marched or [e.area for e in self.timeline.events(index) if e.area]))

    def stops(self) -> list[Stop]:
        """Return the steps of the jump menu: bookmarks, and where battles begin."""
        found = []
        for index in range(len(self)):
            moment = self.timeline[index]
            began = next((e.area for e in self.timeline.events(index) if e.kind == "battle"), "")
            battle = _("battle in {area}").format(area=began) if began else ""
            label = moment.title or moment.mark or battle or moment.date
            if moment.mark or began:
                words = f"{label} ({battle})" if battle and battle != label else label
                found.append(Stop(index, words, moment.mark))
        return found
