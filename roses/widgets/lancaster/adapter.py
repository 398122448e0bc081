"""The adapter of the court game for the Stepper: its board, its viewers, its events, and who stands where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from roses.engine.i18n import gettext as _
from roses.engine.protocol import Event
from roses.engine.replay import Timeline
from roses.figures.court import HEIGHT, WIDTH, court_svg
from roses.figures.court.captions import ranking, round_words
from roses.figures.drawing.svg import Svg, escape, tag
from roses.figures.map.geography import ATTRIBUTION
from roses.lancaster.chronicle import SOURCES, points_by_source
from roses.lancaster.tables import CONFLICT_NAMES
from roses.lancaster.view import ConflictView, CountyView, View
from roses.widgets.html import table_html
from roses.widgets.stepper.adapter import ALL, Board, EventGroup, GameAdapter, Step, group_events, weights

_NONE = "–"
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

    def groups(self, events: Iterable[Event]) -> list[EventGroup]:
        """Return the groups of a step, the most important first."""
        return group_events(events, _WEIGHTS)

    def other(self, group: EventGroup) -> str:
        """Return one line of the list of other groups."""
        return escape(group.event)


def standings_html(view: View) -> str:
    """Return the houses, the counties and the conflicts with their knights, by strength; "?" for what a screen hides.

    The attribution of the map data is below them.

    >>> import roses
    >>> standings_html(roses.start("lancaster", players=3).view()).count("<table>")
    4
    """
    houses = [owner for house in view.houses for owner in (house, house.ally) if owner]
    goods = []
    for house in view.houses:
        counts = (house.score, house.gold, house.squires, house.markers, len(house.nobles))
        goods.append([house.colour, *("?" if n is None else str(n) for n in counts)])
    knights = []
    for owner in houses:
        places = (owner.court, owner.reserve, [space.knight for space in owner.castle if space.knight])
        knights.append([owner.colour, *(", ".join(map(str, strengths)) or _NONE for strengths in places)])
    return (
        table_html(
            _("Houses"),
            [_("House"), _("Points"), _("Gold"), _("Squires"), _("Voting markers"), _("Nobles")],
            goods,
        )
        + table_html(
            _("Knights of the houses, by strength"),
            [_("House"), _("At court"), _("In reserve"), _("In the castle")],
            knights,
        )
        + table_html(_("Counties"), [_("County"), _("Least strength"), _("Held by")], map(_county, view.counties))
        + table_html(
            _("Conflicts in France"),
            [_("Conflict"), _("France"), _("England"), _("Knights")],
            map(_conflict, view.conflicts),
        )
        + tag("p", escape(ATTRIBUTION))
    )


def points_html(events: Iterable[Event], scores: Mapping[str, int]) -> str:
    """Return a table of the points of each house by source, which add up to its score.

    Points that no event tells of, those with which a scene began, have a row of their own.

    >>> from roses.lancaster.gains import PointsScored, Source
    >>> points_html([PointsScored("Red", 4, Source("nobles"), "13.4")], {"Red": 4}).count("<tr>")
    3
    """
    points = points_by_source(events)
    count = {house: points.get(house, Counter[str]()) for house in scores}
    rows = [(_(words), [count[house][kind] for house in scores]) for kind, words in SOURCES.items()]
    rows.append((_("At the start"), [scores[house] - count[house].total() for house in scores]))
    rows = [(words, row) for words, row in rows if any(row)]
    rows.append((_("Together"), list(scores.values())))
    table = [[words, *map(str, row)] for words, row in rows]
    return table_html(_("What brought each house its points"), [_("Source"), *scores], table)


def _county(county: CountyView) -> list[str]:
    knight = _("{colour}, knight {n}").format(colour=county.holder, n=county.knight)
    if county.squires:
        knight += f" +{county.squires}"
    return [f"{county.letter} {county.name}", str(county.minimum), knight if county.holder else _NONE]


def _conflict(conflict: ConflictView) -> list[str]:
    slots = [
        f"{slot.colour} {'+'.join(map(str, slot.knights))}" + (f"+{slot.squires}" if slot.squires else "")
        for _rank, slot in ranking(conflict)
    ]
    return [CONFLICT_NAMES[conflict.card], str(conflict.strength), str(conflict.england), "; ".join(slots) or _NONE]
