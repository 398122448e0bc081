"""The interface between the Stepper and a game: a step, its boards, and its events in groups and in words."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from typing import Any, ClassVar, Final, Literal, Protocol

import msgspec

from roses.engine import games
from roses.engine.protocol import Event
from roses.engine.record import Moment
from roses.engine.replay import Timeline
from roses.engine.rules import Paragraph
from roses.figures.drawing.svg import Svg

ALL: Final = "all"  # the viewer who sees everything
Message = dict[str, Any]  # JSON for the page
Shape = Literal["beside", "tall", "over", "below"]
_USUAL: Final = 3  # the weight of a kind of event that is not listed


class Layout(msgspec.Struct, frozen=True):
    """The layout for a page: ``shape``, and the px of ``map`` and ``board`` (width, height).

    The shapes are: beside, map or board left, panel right; tall, the same with the map as high as header and stage;
    over, the board in the whole width, with the panel in its free corner; below, the panel below the controls.
    """

    shape: Shape
    map: tuple[int, int]
    board: tuple[int, int]


class Step(Protocol):
    """The current step, as an adapter sees it; ``StepperModel`` implements it.

    ``index`` counts from 0, ``viewer`` names whose view is shown, ``frame`` the part of the map that was chosen,
    ``variant`` the variant of the boards that was chosen, "" if none was.
    """

    timeline: Timeline
    index: int
    viewer: str
    frame: str
    variant: str

    @property
    def moment(self) -> Moment:
        """Return the narration."""

    @property
    def side(self) -> str | None:
        """Return the side whose view is shown; None for the umpire's."""

    @property
    def view(self) -> Any:
        """Return the view of the state for the viewer."""

    @property
    def events(self) -> tuple[Event, ...]:
        """Return the events after the step before this one that the viewer may see."""

    @property
    def stage(self) -> str:
        """Return what is shown: "map" or the name of a board."""


class Board(msgspec.Struct, frozen=True):
    """A board as ``svg`` without a size of its own, and the ``width`` in px that it takes of the stage.

    ``free`` is the width in px that it leaves free for the panel. ``height`` is its height in px where the panel is
    below it; 0 stands for the height of the stage.
    """

    svg: Svg
    width: int
    free: int = 0
    height: int = 0


class LiveView:
    """A display under the boards that is kept from step to step; this base class, for games without one, is empty.

    ``plots`` tells whether the page needs plotly for it.
    """

    plots = False

    def show(self, model: Step, layout: Layout) -> Message:
        """Go to a step, and return the message that updates a page from the step before; {} for none."""
        return {}

    def answer(self, request: str) -> Message:
        """Return the message that answers the ``request`` of a page; {} if ``texts`` holds the answer."""
        return {}

    def ahead(self, model: Step, layout: Layout) -> dict[str, Any]:
        """Return what ``texts`` will return for the step after the one that is shown, and keep the display as it is."""
        return {}

    def texts(self, model: Step) -> dict[str, Any]:
        """Return the values of the screen's traits for a step."""
        return {}


class GameAdapter(ABC):
    """The base class of the game adapters of the Stepper; an adapter serves one timeline.

    ``viewers`` are the names whose views can be shown, ``ALL`` last. ``frames`` are parts of the map to choose from;
    a game without any shows its boards only.
    """

    viewers: tuple[str, ...] = (ALL,)
    frames: ClassVar[tuple[str, ...]] = ()

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline
        self.view = lru_cache(maxsize=128)(lambda index, side: timeline.state(index).view(side))
        self.book = games.describe(timeline.replay.record.game).book

    def side(self, viewer: str) -> str | None:
        """Return the side of a viewer; None for ``ALL``."""
        return None if viewer == ALL else viewer

    def rule(self, number: str) -> Paragraph:
        """Return the paragraph of a rule number; DataError if there is none."""
        return self.book.paragraph(number)

    @property
    @abstractmethod
    def title(self) -> str:
        """Return the title of a record that has none of its own."""

    def begins(self, events: Iterable[Event]) -> str:
        """Return what begins with these events, such as a battle, for the menu of steps; "" for nothing."""
        return ""

    @abstractmethod
    def boards(self, model: Step) -> tuple[str, ...]:
        """Return the names of the boards of this step, the default first; () for the map only."""

    def variants(self, model: Step) -> Mapping[str, str]:
        """Return the variants of the board on the stage, name to title, the default first; {} for none."""
        return {}

    @abstractmethod
    def draw(self, model: Step, width: int, height: int) -> Board:
        """Return the board on the stage, in its chosen variant, for a stage of this size in px."""

    @abstractmethod
    def still(self, model: Step, width: int, height: int) -> Svg:
        """Return what the stage shows as an SVG document, for readers without a kernel."""

    def standings(self, model: Step) -> str:
        """Return who stands where as HTML tables, as far as the viewer may know; "" for none."""
        return ""

    def live(self, model: Step, layout: Layout) -> LiveView:
        """Return the live display under the boards."""
        return LiveView()

    def head(self, model: Step) -> str:
        """Return the header of a board that has its own, as HTML; "" for the title and ``about``."""
        return ""

    @abstractmethod
    def about(self, model: Step) -> str:
        """Return the time of this step in the game, such as its turn, in a few words."""

    def day(self, model: Step) -> str:
        """Return the ISO date of this step, by which people are called; "" where the names do not change."""
        return ""

    def cards(self) -> dict[str, Any]:
        """Return what a page needs to tell who a block is, by ``data-block`` of its boards; {} if it tells nothing."""
        return {}

    def place(self, model: Step) -> list[str]:
        """Return the place of this step on the board, in addition to that of its moment."""
        return []

    @abstractmethod
    def groups(self, events: Iterable[Event]) -> list[EventGroup]:
        """Return the groups of a step, the most important first."""

    def headline(self, event: Event) -> str:
        """Return an event in words."""
        return str(event).rstrip(".")

    def sentence(self, group: EventGroup) -> str:
        """Return a group in one line of plain text."""
        return self.headline(group.event)

    def main(self, group: EventGroup) -> list[str]:
        """Return the details under the headline of the step's group, as HTML."""
        return []

    @abstractmethod
    def other(self, group: EventGroup) -> str:
        """Return one line of the list of other groups, as HTML."""


def adapter_of(timeline: Timeline) -> GameAdapter:
    """Return the adapter for the game of a timeline.

    >>> import roses
    >>> adapter_of(roses.timeline("1483-richard-iii")).viewers
    ('York', 'Lancaster', 'all')
    """
    adapter: GameAdapter = games.adapter(timeline.replay.record.game)(timeline)
    return adapter


class EventGroup(msgspec.Struct, frozen=True):
    """An event with its direct results: hits after fire, a change of sides after treachery."""

    event: Event
    after: tuple[Event, ...] = ()

    @property
    def ends(self) -> tuple[Event, ...]:
        """Return the last result for each block, such as an elimination without the losses before it."""
        last = {(e.block or e.kind): e for e in self.after}
        return tuple(e for e in self.after if last[e.block or e.kind] is e)


def group_events(
    events: Iterable[Event], weights: Mapping[str, int], results: Collection[str] = ()
) -> list[EventGroup]:
    """Return events in groups: the heaviest group first, then rolls, then the rest in order of time.

    Events of the kinds ``results`` after a roll belong to the roll. ``weights`` gives the importance of each kind of
    event. Events of weight 0, such as the choice of a card or the start of a turn, are returned only if there are no
    others.

    >>> import roses
    >>> state = roses.battle("Oxford", {"Wilts": "York"}, "Somerset")
    >>> state = roses.play(state, "Somerset fires", "roll 1 2 3", "York takes the hits")
    >>> group = group_events(state.events, {}, {"hit"})[0]
    >>> print(group.event, *group.after)
    Somerset fires at A2: 2 hits. York loses 2 steps.
    """
    groups: list[EventGroup] = []
    for event in events:
        if groups and groups[-1].event.dice and event.kind in results:
            groups[-1] = EventGroup(groups[-1].event, (*groups[-1].after, event))
        else:
            groups.append(EventGroup(event))
    if not groups:
        return []
    heaviest = [max(weights.get(e.kind, _USUAL) for e in (group.event, *group.after)) for group in groups]
    main = groups[heaviest.index(max(heaviest))]
    others = [group for group, weight in zip(groups, heaviest, strict=True) if group is not main and weight]
    return [main, *sorted(others, key=lambda group: not group.event.dice)]


def weights(*ranks: tuple[str, ...]) -> dict[str, int]:
    """Return the weight of each kind of event; ``ranks`` lists the kinds from the lightest to the heaviest.

    >>> weights(("turn",), ("march", "sail"))
    {'turn': 0, 'march': 1, 'sail': 1}
    """
    return {kind: weight for weight, kinds in enumerate(ranks) for kind in kinds}
