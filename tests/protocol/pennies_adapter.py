"""The third game in a Stepper, event by event, and at a Table, where two pennies are clicked."""

from __future__ import annotations

from collections.abc import Iterable

from roses.engine.protocol import Event
from roses.engine.replay import Timeline
from roses.engine.seat import Seat
from roses.figures.drawing.svg import Svg, text
from roses.widgets.play import adapter as play
from roses.widgets.stepper.adapter import ALL, Board, EventGroup, GameAdapter, Step
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

    def groups(self, events: Iterable[Event]) -> list[EventGroup]:
        """Tell every event by itself."""
        return [EventGroup(event) for event in events]

    def other(self, group: EventGroup) -> str:
        """Return the event's sentence."""
        return str(group.event)


class PenniesTable(play.TableAdapter):
    """A board with a penny of each kind, to be clicked, and the score above it."""

    def board(self, seat: Seat, *, narrow: bool = False) -> play.Board:
        """Return the pennies side by side, the same for each width."""
        spots = (("heads", 10.0, 10.0, 90.0, 50.0), ("tails", 110.0, 10.0, 190.0, 50.0))
        words = "".join(text((left + right) / 2, 36, name, 16) for name, left, _top, right, _low in spots)
        return play.Board(str(Svg(200, 60, words, name="Two pennies")), "pennies", spots, {"heads": "The king's head."})

    def strip(self, seat: Seat) -> list[play.Count]:
        """Return the score."""
        own, other = seat.view.score[:: 1 if seat.side == "Even" else -1]
        return [("Score", f"{own} to {other}", "One point for each round, and one more for a six.")]
