"""What a stepper asks of a game: what can be shown at a step, who may see it, and how its events are told."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, ClassVar, Final, Protocol

import msgspec

from roses.engine import games
from roses.engine.protocol import Event
from roses.engine.record import Moment
from roses.engine.replay import Timeline
from roses.engine.rulebook import Paragraph
from roses.figures.drawing.svg import Svg
from roses.widgets.stepper.layout import Layout
from roses.widgets.stepper.narration import EventGroup

ALL: Final = "all"  # the viewer who sees everything
Message = dict[str, Any]  # to the page, as JSON


class Step(Protocol):
    """What an adapter is told of the step a reader is at; ``StepperModel`` is one.

    ``index`` counts from 0, ``viewer`` is whose knowledge is shown, ``frame`` the part of the map that was chosen.
    """

    timeline: Timeline
    index: int
    viewer: str
    frame: str

    @property
    def moment(self) -> Moment:
        """The narration."""

    @property
    def side(self) -> str | None:
        """The side whose knowledge is shown; None for all."""

    @property
    def view(self) -> Any:
        """What the viewer knows of the state."""

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened since the step before, as the viewer saw it."""

    @property
    def board(self) -> str:
        """The board that can be shown in place of the map."""

    @property
    def stage(self) -> str:
        """What is shown: "map" or the board."""


class Board(msgspec.Struct, frozen=True):
    """A board as SVG without size of its own, the px it takes of the stage, and those free for the panel, in width.

    ``height`` is what it needs where the panel is below it; 0 stands for all that the stage has.
    """

    svg: Svg
    width: int
    free: int = 0
    height: int = 0


class LiveView:
    """What lies under the boards and stays from step to step; this one is empty, for games that have boards only.

    ``plots`` tells whether the page needs plotly for it.
    """

    plots = False

    def show(self, model: Step, layout: Layout) -> Message:
        """Go to a step, and return the message that brings a page from the step before to it; {} for none."""
        return {}

    def answer(self, asked: str) -> Message:
        """Return the message to a page that has missed what it needs; {} if ``texts`` has it."""
        return {}

    def prepare(self, model: Step, layout: Layout) -> None:
        """Work out a step that may come next."""

    def texts(self, model: Step) -> dict[str, Any]:
        """Return what the screen shows of it, by trait."""
        return {}


class GameAdapter(ABC):
    """The part of a stepper that belongs to one game; each game derives its own, for one timeline.

    ``viewers`` are those whose knowledge can be shown, ``ALL`` last. ``frames`` are parts of the map to choose from;
    a game without any shows its boards only.
    """

    viewers: tuple[str, ...] = (ALL,)
    frames: ClassVar[tuple[str, ...]] = ()

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline
        self.view = lru_cache(maxsize=128)(lambda index, side: timeline.state(index).view(side))
        self.book = games.describe(timeline.replay.record.game).book

    def side(self, viewer: str) -> str | None:
        """Return the side whose knowledge a viewer has; None for all."""
        return None if viewer == ALL else viewer

    def rule(self, number: str) -> Paragraph:
        """Return the paragraph of a rule number; DataError if there is none."""
        return self.book.paragraph(number)

    @property
    @abstractmethod
    def title(self) -> str:
        """What a record without a title is called."""

    def begins(self, events: Iterable[Event]) -> str:
        """Say what of weight begins with these events, for the menu of steps; "" for nothing."""
        return ""

    @abstractmethod
    def board(self, model: Step) -> str:
        """Name the board of this step; "" where the map is all there is."""

    @abstractmethod
    def draw(self, model: Step, width: int, height: int) -> Board:
        """Return that board for a stage of so many px."""

    @abstractmethod
    def still(self, model: Step, width: int, height: int) -> Svg:
        """Return what the stage shows as an SVG document, for readers without a kernel."""

    def live(self, model: Step, layout: Layout) -> LiveView:
        """Return what lies alive under the boards."""
        return LiveView()

    def head(self, model: Step) -> str:
        """Return the header of a board that has one of its own, as HTML; "" for title and ``about``."""
        return ""

    @abstractmethod
    def about(self, model: Step) -> str:
        """Say in a few words when this step is in the game."""

    def place(self, model: Step) -> list[str]:
        """Say where on the board this step is, beside the place that its moment names."""
        return []

    @abstractmethod
    def grouped(self, events: Iterable[Event]) -> list[EventGroup]:
        """Return the groups of a step in the order to tell them."""

    def headline(self, event: Event) -> str:
        """Say who did what."""
        return str(event).rstrip(".")

    def said(self, group: EventGroup) -> str:
        """Say a group in one line of plain text."""
        return self.headline(group.event)

    def main(self, group: EventGroup) -> list[str]:
        """Return what stands under the headline of the step's group, as HTML."""
        return []

    @abstractmethod
    def other(self, group: EventGroup) -> str:
        """Return one line of the list of other groups, as HTML."""


def adapter_of(timeline: Timeline) -> GameAdapter:
    """Return the adapter of the game that a timeline is of.

    >>> import roses
    >>> adapter_of(roses.timeline("1483-richard-iii")).viewers
    ('York', 'Lancaster', 'all')
    """
    found: GameAdapter = games.adapter(timeline.replay.record.game)(timeline)
    return found
