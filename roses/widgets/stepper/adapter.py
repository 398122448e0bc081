"""What a stepper asks of a game: what can be shown at a step, who may see it, and how its events are told."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Final

import msgspec

from roses.engine.protocol import Event
from roses.engine.replay import Timeline
from roses.engine.rulebook import Paragraph
from roses.games import describe
from roses.widgets.stepper.narration import Deed

if TYPE_CHECKING:
    from roses.widgets.stepper.layout import Room
    from roses.widgets.stepper.model import Walk

DOORS: Final = {"richard-iii": "roses.widgets.richard.adapter", "lancaster": "roses.widgets.lancaster.adapter"}
ALL: Final = "all"  # the seer who sees everything


class Board(msgspec.Struct, frozen=True):
    """A board as SVG without size of its own, the px it takes of the stage, and those free for the panel, in width.

    ``height`` is what it needs where the panel is below it; 0 stands for all that the stage has.
    """

    svg: str
    width: int
    free: int = 0
    height: int = 0


class Sheet:
    """What lies under the boards and stays alive from step to step; this one is empty, for games that have boards only.

    ``figures`` are the widgets it consists of.
    """

    figures: tuple[Any, ...] = ()

    def show(self, walk: Walk, room: Room) -> None:
        """Bring it up to date with a step."""

    def prepare(self, walk: Walk, room: Room) -> None:
        """Work out a step that may come next."""

    def texts(self, walk: Walk) -> dict[str, Any]:
        """Return what the screen shows of it, by trait."""
        return {}


class Door(ABC):
    """The part of a stepper that belongs to one game; each game derives its own, for one timeline.

    ``seers`` are those whose knowledge can be shown, ``ALL`` last. ``frames`` are the parts of the map to choose from;
    a game without any shows its boards only.
    """

    seers: tuple[str, ...] = (ALL,)
    frames: ClassVar[tuple[str, ...]] = ()

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline
        self.view = lru_cache(maxsize=128)(lambda index, side: timeline.state(index).view(side))
        self.book = describe(timeline.replay.record.game).book

    def side(self, seer: str) -> str | None:
        """Return the side whose knowledge a seer has; None for all."""
        return None if seer == ALL else seer

    def rule(self, number: str) -> Paragraph:
        """Return the paragraph of a rule number; DataError if there is none."""
        return self.book.paragraph(number)

    def seen(self, event: Event, side: str | None) -> Event:
        """Return an event as a side saw it."""
        return event

    @property
    @abstractmethod
    def title(self) -> str:
        """What a record without a title is called."""

    def begins(self, events: Iterable[Event]) -> str:
        """Say what of weight begins with these events, for the menu of steps; "" for nothing."""
        return ""

    @abstractmethod
    def board(self, walk: Walk) -> str:
        """Name the board of this step; "" where the map is all there is."""

    @abstractmethod
    def draw(self, walk: Walk, width: int, height: int) -> Board:
        """Return that board for a stage of so many px."""

    @abstractmethod
    def still(self, walk: Walk, width: int, height: int) -> str:
        """Return what the stage shows as an SVG document, for readers without a kernel."""

    def sheet(self, walk: Walk, room: Room) -> Sheet:
        """Return what lies alive under the boards."""
        return Sheet()

    def head(self, walk: Walk) -> str:
        """Return the header of a board that has one of its own, as HTML; "" for title and ``about``."""
        return ""

    @abstractmethod
    def about(self, walk: Walk) -> str:
        """Say in a few words when this step is in the game."""

    def place(self, walk: Walk) -> list[str]:
        """Say where on the board this step is, beside the place that its moment names."""
        return []

    @abstractmethod
    def told(self, events: Iterable[Event]) -> list[Deed]:
        """Return the deeds of a step in the order to tell them."""

    def headline(self, event: Event) -> str:
        """Say who did what."""
        return str(event).rstrip(".")

    def said(self, deed: Deed) -> str:
        """Say a deed in one line of plain text."""
        return self.headline(deed.event)

    def main(self, deed: Deed) -> list[str]:
        """Return what stands under the headline of the step's deed, as HTML."""
        return []

    @abstractmethod
    def other(self, deed: Deed) -> str:
        """Return one line of the list of other deeds, as HTML."""


def door_of(timeline: Timeline) -> Door:
    """Return the door of the game that a timeline is of.

    >>> import roses
    >>> door_of(roses.timeline("1483-richard-iii")).seers
    ('York', 'Lancaster', 'all')
    """
    found: Door = import_module(DOORS[timeline.replay.record.game]).DOOR(timeline)
    return found
