"""The third game in a Stepper: its picture, and its events one by one."""

from __future__ import annotations

from collections.abc import Iterable

from roses.engine.protocol import Event
from roses.engine.replay import Timeline
from roses.figures.drawing.svg import Svg
from roses.widgets.stepper.adapter import ALL, Board, GameAdapter, Step
from roses.widgets.stepper.narration import EventGroup
from tests.protocol.pennies import svg


class PenniesAdapter(GameAdapter):
    """A game of pennies: one small board, seen by either side or by both."""

    def __init__(self, timeline: Timeline) -> None:
        super().__init__(timeline)
        self.viewers = (*timeline.replay[0].sides, ALL)

    @property
    def title(self) -> str:
        """The name of the game."""
        return "Pennies"

    def boards(self, model: Step) -> tuple[str, ...]:
        """Name the only board."""
        return ("pennies",)

    def draw(self, model: Step, width: int, height: int) -> Board:
        """Return the pennies."""
        return Board(svg(model.view), width)

    def still(self, model: Step, width: int, height: int) -> Svg:
        """Return the pennies as a document."""
        return svg(model.view)

    def about(self, model: Step) -> str:
        """Say the score."""
        return f"{model.view.score[0]} to {model.view.score[1]}"

    def grouped(self, events: Iterable[Event]) -> list[EventGroup]:
        """Tell every event by itself."""
        return [EventGroup(event) for event in events]

    def other(self, group: EventGroup) -> str:
        """Return the event's sentence."""
        return str(group.event)
