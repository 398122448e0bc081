"""The adapter of the block war game for the Stepper: its boards, what happens at a step, and where."""

from __future__ import annotations

import re
from collections.abc import Iterable
from types import UnionType
from typing import Any, ClassVar, Final

from msgspec import structs

from roses.engine.i18n import cached
from roses.engine.i18n import gettext as _
from roses.engine.protocol import Event
from roses.engine.replay import Timeline
from roses.figures.battle import STRIP, TOP, line_up, plan, side_words, strength
from roses.figures.battle.board import battle_svg
from roses.figures.battle.course import Course, course_of
from roses.figures.battle.narrow import narrow_svg
from roses.figures.blocks import results_of
from roses.figures.drawing.geometry import Point
from roses.figures.drawing.svg import Svg, escape, tag
from roses.figures.field import COLUMN, field_svg
from roses.figures.map.geography import SHAPES, Frame
from roses.figures.map.places import km
from roses.figures.map.svg import map_svg
from roses.figures.politics import TOP as POLITICAL_TOP
from roses.figures.politics import political_svg, verdict_width
from roses.history.battlefields import Sketch, battlefield
from roses.history.names import day_of_campaign, iso
from roses.lab.political_turn import before_count
from roses.richard.events.army import BattleBegun, Retreated, RoundBegun
from roses.richard.events.campaign import LordsCounted
from roses.richard.lords_count import Tally, tally
from roses.richard.state import State
from roses.richard.tables import BLOCKS
from roses.richard.view import BattleView, View
from roses.widgets.richard import panel
from roses.widgets.richard.map_view import MapView, campaign_frames, kingdom_frame
from roses.widgets.stepper.adapter import ALL, Board, EventGroup, GameAdapter, Layout, LiveView, Step

_WIDTHS: Final = (780, 860, 940, 1020, 1120, 1240)  # px: the width of a board before it is scaled to the stage
_NARROW: Final = 520  # px: on stages narrower than this boards are as high as they need to be


class CampaignAdapter(GameAdapter):
    """A campaign: the map, during a battle the battle board, in the political turn the count of the lords."""

    viewers = ("York", "Lancaster", ALL)
    frames: ClassVar[tuple[str, ...]] = ("campaign", "kingdom")
    timeline: Timeline[State]

    def __init__(self, timeline: Timeline) -> None:
        super().__init__(timeline)
        self._spots = tuple(self._action(i) for i in range(len(timeline)))

    def _action(self, index: int) -> tuple[Point, ...]:
        """Return the points of step ``index`` in km: its places, the areas of its marches or events; its battle first.

        The goal of a march comes before its start.
        """
        view: View = self.view(index, None)
        here = self._here(index)
        points = [km(place) for place in self.timeline.places(index) if place.area and place.name in here]
        ways = [way for _side, way in self.timeline[index].paths if way]
        areas = [*(way[-1] for way in ways), *(area for way in ways for area in way[-2::-1])]
        if not areas:
            areas = [event.area for event in self.timeline.events(index)]
        spots = [SHAPES[area].label for area in ([view.battle.area] if view.battle else areas) if area in SHAPES]
        return tuple(dict.fromkeys([*spots, *points] if view.battle else [*points, *spots]))

    def _here(self, index: int) -> list[str]:
        """Return the places of a step that the text of its place names: where it happens, not what is nearby."""
        line = self.timeline[index].place
        return [p.name for p in self.timeline.places(index) if re.search(rf"(?<!of ){re.escape(p.name)}\b", line)]

    @property
    def title(self) -> str:
        """Return the name of the scenario."""
        return self.timeline.replay[0].setup.title

    def begins(self, events: Iterable[Event]) -> str:
        """Return the battle that begins with these events, in words; "" for none."""
        area = next((e.area for e in events if isinstance(e, BattleBegun)), "")
        return _("battle in {area}").format(area=area) if area else ""

    def frame(self, model: Step, width: int, height: int) -> Frame:
        """Return the part of the map to show, in at most this many px; it moves only when the action leaves it."""
        if model.frame == "kingdom":
            return kingdom_frame(width, height)
        return campaign_frames(self._spots, width, height)[model.index]

    def marks(self, model: Step) -> dict[str, Any]:
        """Return arguments for ``map_figure``: the blocks that act at a step, marches, places and routes to draw.

        The route of an army is drawn for those who see its block: its own side, an umpire, or all once it is revealed.
        """
        acting = {group.event.block for group in self.groups(model.events)[:1]} - {""}
        moment, places = model.moment, self.timeline.places(model.index)
        visible = {piece.block for piece in model.view.pieces}
        routes = [route for route in moment.routes if model.side in (None, route.side) or route.block in visible]
        return {
            "acting": acting,
            "paths": moment.paths,
            "places": places,
            "here": self._here(model.index),
            "routes": [(route.side, self.timeline.halts(route)) for route in routes],
        }

    def dated(self, model: Step) -> dict[str, Any]:
        """Return the marks with the day of the step, by which blocks bear arms and names."""
        return self.marks(model) | {"day": self.day(model)}

    def results(self, model: Step) -> dict[str, str]:
        """Return the captions of the battle board: what each block has done in this round."""
        events = self._events_since(model, BattleBegun | RoundBegun)
        first = max((i for i, event in enumerate(events) if isinstance(event, BattleBegun | RoundBegun)), default=0)
        return results_of(events[first:])

    def course(self, model: Step) -> Course:
        """Return how the current battle goes: its round, the deeds of this step, and who has won."""
        return course_of(model.view, self._events_since(model, BattleBegun), model.events)

    def left(self, model: Step) -> list[str]:
        """Return the blocks that have left the field of the current battle."""
        events = self._events_since(model, BattleBegun)
        return [event.block for event in events if isinstance(event, Retreated) and event.block in BLOCKS]

    def _events_since(self, model: Step, kind: type[Event] | UnionType) -> tuple[Event, ...]:
        """Return the events that the viewer may see since the action that last brought an event of a kind."""
        replay, at = self.timeline.replay, model.moment.at
        first = next((i for i in range(at, 0, -1) if any(isinstance(e, kind) for e in replay[i].events)), 1)
        return replay.events(first - 1, at, model.side)

    def tally(self, model: Step) -> Tally | None:
        """Return the count of the lords, at the political turn, after the end of the game, and for a shadow count.

        None for the view of one side, since the count names lords that this side may not have seen.
        """
        replay, state, events = (
            self.timeline.replay,
            self.timeline.state(model.index),
            self.timeline.events(model.index),
        )
        is_over = state.outcome is not None and model.index > 0 and not events
        is_count = is_over or any(isinstance(event, LordsCounted) for event in events)
        if model.side is not None or not (is_count or model.moment.shadow):
            return None
        since = self.timeline[model.index - 1].at if model.index else 0
        for at in range(model.moment.at, since, -1):
            if any(isinstance(event, LordsCounted) for event in replay[at].events):
                state = before_count(replay, at - 1)  # the lords have gone home since then
                break
        return structs.replace(tally(state), shadow=not is_count)

    def boards(self, model: Step) -> tuple[str, ...]:
        """Return "count" or "shadow" where there is one, "field" where the step tells of one, and "battle"."""
        count = self.tally(model)
        boards = {
            "count": count is not None and not count.shadow,
            "shadow": count is not None and count.shadow,
            "field": bool(model.moment.field),
            "battle": model.view.battle is not None and count is None,
        }
        return tuple(name for name, is_there in boards.items() if is_there)

    def variants(self, model: Step) -> dict[str, str]:
        """Return the rival reconstructions of the battlefield on the stage, id to name."""
        sketch = _sketch(model) if model.stage == "field" else None
        return {rival.id: rival.name for rival in sketch.field.reconstructions} if sketch else {}

    def draw(self, model: Step, width: int, height: int) -> Board:
        """Return the battle board or the count, cropped and scaled to the stage, or the battlefield."""
        if model.stage == "field" and (sketch := _sketch(model)):
            return _field_board(sketch.field.id, sketch.reconstruction.id, sketch.phase.id, width, height)
        count = self.tally(model) if model.stage in ("count", "shadow") else None
        if count is None:
            return _battle_board(model.view, self.results(model), self.left(model), self.course(model), (width, height))
        return _count_board(model.view, count, width, height)

    def still(self, model: Step, width: int, height: int) -> Svg:
        """Return the board of the step, or the map if it has none; a battlefield without the words beside it."""
        if model.stage == "field" and (sketch := _sketch(model)):
            drawing = field_svg(sketch, width=width + COLUMN, height=height, story=False)
            return drawing.cropped((0, 0, width, drawing.height))
        if model.stage != "map":
            return self.draw(model, width, height).svg
        frame = self.frame(model, width, height)
        return map_svg(model.view, frame, **self.dated(model)).cropped((0, 0, frame.width, frame.height))

    def standings(self, model: Step) -> str:
        """Return who stands where as HTML tables, as far as the viewer may know."""
        return panel.standings_html(model.view)

    def live(self, model: Step, layout: Layout) -> LiveView:
        """Return the live map."""
        return MapView(model, layout, self.frame, self.dated)

    def head(self, model: Step) -> str:
        """Return the rounds of a battle and both sides, where its board is shown."""
        battle = model.view.battle
        return _battle_head(model.view, battle, self.course(model)) if battle and model.stage == "battle" else ""

    def about(self, model: Step) -> str:
        """Return the turn in words; "" for a game that began with a battle."""
        turn = model.view.turn if self.timeline.replay[0].line_up is None else 0
        return _("turn {n} of 7").format(n=turn) if turn else ""

    def day(self, model: Step) -> str:
        """Return the date of the moment as far as it is known, else the year of the campaign."""
        return iso(model.moment.date) or day_of_campaign(model.view.campaign)

    def cards(self) -> dict[str, Any]:
        """Return the cards of all blocks of the record."""
        views = [self.view(index, None) for index in range(len(self.timeline))]
        blocks = {piece.block for view in views for piece in view.pieces if piece.block}
        moments = zip(self.timeline.moments, views, strict=True)
        days = [iso(moment.date) or day_of_campaign(view.campaign) for moment, view in moments]
        return panel.cards_of(blocks.union(*(view.dead for view in views)), min(days), max(days))

    def place(self, model: Step) -> list[str]:
        """Return the area and the round of a battle in words."""
        battle = model.view.battle
        if battle is None or model.view.winner:
            return []
        here = _("round {n}").format(n=battle.round)
        return [battle.area, here if battle.round else ""]

    def groups(self, events: Iterable[Event]) -> list[EventGroup]:
        """Return the groups of a step, each roll with its results."""
        return panel.groups(events)

    def headline(self, event: Event) -> str:
        """Return an event in words, without its result where dice show that."""
        return panel.headline(event)

    def sentence(self, group: EventGroup) -> str:
        """Return a group in one line, with the result of its dice."""
        head = self.headline(group.event)
        return f"{head}: {panel.outcome(group.event).lower()}" if group.event.dice else head

    def main(self, group: EventGroup) -> list[str]:
        """Return the dice of the step's group."""
        return panel.main(group)

    def other(self, group: EventGroup) -> str:
        """Return one line of the list of other groups, a roll with its dice."""
        return panel.other(group)


def _sketch(model: Step) -> Sketch | None:
    """Return the phase that a step tells, in the reconstruction that was chosen; None where it tells of no field."""
    name, _slash, phase = model.moment.field.partition("/")
    if not name:
        return None
    field = battlefield(name)
    rivals = {reconstruction.id for reconstruction in field.reconstructions}
    return field.sketch(model.variant if model.variant in rivals else "", phase)


@cached(maxsize=64)
def _field_board(field: str, reconstruction: str, phase: str, width: int, height: int) -> Board:
    """Return the board of a phase, which is the same for all viewers and for all steps that tell of it."""
    svg = field_svg(battlefield(field), reconstruction, phase, width=width, height=height, story=False)
    return Board(svg.filling("xMidYMin meet"), width, height=round(svg.height))


def _battle_board(view: View, results: dict[str, str], left: list[str], course: Course, size: tuple[int, int]) -> Board:
    """Return the board of a battle without its own header and strips, which the stepper's header replaces.

    ``results`` are the captions of the blocks, ``left`` those that have left the field, ``course`` is how the battle
    goes; ``size`` is the stage in px.
    """
    width, height = size
    if width < _NARROW:
        narrow = narrow_svg(view, width=width, results=results, left=left, course=course)
        return Board(narrow.filling(), width, height=round(narrow.height))

    def scale(board: int) -> float:  # at which a board of that width fits the stage
        return min(1.25, width / board, height / (plan(view, board, left).height - TOP - 2 * STRIP))

    best = max(_WIDTHS, key=scale)
    svg = battle_svg(view, width=best, results=results, left=left, course=course)
    line = svg.cropped((0, TOP + STRIP, svg.width, svg.height - STRIP))
    return Board(line.filling(), round(best * scale(best)))


def _count_board(view: View, tally: Tally, width: int, height: int) -> Board:
    """Return the count without its own header, in the proportions of the stage; on a narrow one, as high as it is."""
    if width < _NARROW:
        narrow = political_svg(view, tally, width=width)
        cut = narrow.cropped((0, POLITICAL_TOP, narrow.width, narrow.height))
        return Board(cut.filling(), width, height=round(cut.height))
    wide = 1100.0 if width > height else 900.0  # px: the width of the drawing before it is scaled
    for _again in range(2):  # the second time in the proportions of the stage
        svg = political_svg(view, tally, width=wide)
        high = svg.height - POLITICAL_TOP
        scale, wide = min(width / wide, height / high), max(wide, float(round(width * high / height)))
    lists = svg.cropped((0, POLITICAL_TOP, svg.width, svg.height))
    return Board(lists.filling("xMaxYMin meet"), width, round(verdict_width(tally) * scale))


def _battle_head(view: View, battle: BattleView, course: Course) -> str:
    now = [{"aria_current": "true"} if n == course.round else {} for n in range(1, 5)]
    rounds = "".join(tag("i", str(n), **mark) for n, mark in enumerate(now, 1))
    standings = line_up(view)
    sides = ""
    for side in ("York", "Lancaster"):
        brief = map(escape, side_words(side, standings, battle, brief=True))
        chip = tag("em", escape(side), **{"class": f"roses-{side}"})
        lines = tag("span", next(brief), tag("small", next(brief)))
        sides += tag("span", chip, lines, **{"class": "roses-does"}, title=strength(side, standings, battle))
    label = _("The battle ended in round {n} of 4") if course.won else _("Round {n} of 4")
    label = label.format(n=course.round) if course.round else _("Before round 1")
    numbers = tag("span", tag("small", escape(_("Round"))), rounds, aria_hidden="true")  # the label says it
    return tag("span", numbers, **{"class": "roses-rounds"}, role="img", aria_label=label) + sides
