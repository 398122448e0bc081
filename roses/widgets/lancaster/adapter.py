"""The adapter of the court game for the Stepper: its board, its viewers, and the order of its events."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from roses.engine.i18n import gettext as _
from roses.engine.protocol import Event
from roses.engine.replay import Timeline
from roses.figures.court import HEIGHT, WIDTH, court_svg
from roses.figures.court.captions import round_words
from roses.figures.drawing.svg import Svg, escape
from roses.widgets.lancaster.standings import standings_html
from roses.widgets.stepper.adapter import ALL, Board, GameAdapter, Step
from roses.widgets.stepper.narration import EventGroup, grouped, weights

_WEIGHTS: Final = weights(
    ("sealed", "no_placing", "law", "castle", "proposals", "sets", "returned", "over", "home", "homeward"),
    ("gold", "squires", "markers", "paid_gold", "paid_squires", "paid_leftover", "scored", "lapsed", "declined"),
    ("skipped", "forgone", "no_favour", "traded", "exchanged", "most", "repealed", "in_force", "conflicts"),
    ("vote", "garrisoned", "new_knight", "built", "covered", "start_player", "upkeep", "moved_down"),
    ("points", "placed", "joined", "favour", "noble", "removed", "upgraded", "committed", "abandoned", "crossed"),
    ("displaced", "rejected", "county", "ransomed", "lost", "round"),
    ("accepted", "england", "france", "captured"),
    ("knights_prize", "castle_prize"),
    ("victory",),
)


class CourtAdapter(GameAdapter):
    """A game at court: one board, seen by any of the houses or with everything revealed."""

    def __init__(self, timeline: Timeline) -> None:
        super().__init__(timeline)
        self.viewers = (*timeline.replay[0].sides, ALL)

    @property
    def title(self) -> str:
        """Return the name of the game and its year."""
        return _("Lancaster, 1413")

    def boards(self, model: Step) -> tuple[str, ...]:
        """Return "court", the only board."""
        return ("court",)

    def draw(self, model: Step, width: int, height: int) -> Board:
        """Return the board as large as the stage allows (px)."""
        scale = min(width / WIDTH, height / HEIGHT)
        svg = self.still(model, width, height).filling("xMidYMin meet")
        return Board(svg, round(WIDTH * scale), height=round(HEIGHT * scale))

    def still(self, model: Step, width: int, height: int) -> Svg:
        """Return the board."""
        return court_svg(model.view).cropped((0, 0, WIDTH, HEIGHT))

    def standings(self, model: Step) -> str:
        """Return who stands where as HTML tables, as far as the viewer may know."""
        return standings_html(model.view)

    def about(self, model: Step) -> str:
        """Return the round and the current decision in words."""
        return round_words(model.view)

    def grouped(self, events: Iterable[Event]) -> list[EventGroup]:
        """Return the groups of a step, the most important first."""
        return grouped(events, _WEIGHTS)

    def other(self, group: EventGroup) -> str:
        """Return one line of the list of other groups."""
        return escape(group.event)
