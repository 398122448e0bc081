"""Replays, which give every state of a record by index, and timelines, which are replays in narrated steps."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from pathlib import Path
from typing import Any, Final, Generic

from msgspec import structs

from roses.engine.errors import RecordError, RuleError, brief, demand
from roses.engine.games import describe, names
from roses.engine.i18n import gettext as _
from roses.engine.loading import folder
from roses.engine.protocol import Action, Event
from roses.engine.record import OUTCOME, Moment, Place, Record, Route, Source, closed, load, prefix
from roses.engine.state import S_co, happened

LONGEST: Final = 1000  # the most characters of an action; the longest have about a hundred


class Replay(Generic[S_co]):
    """A record with all its states: ``replay[i]`` is the state after ``i`` actions, of the type that ``start`` returns.

    ``start`` is a function like ``roses.start``. RecordError if an action is not legal: ``index`` is its number from 0,
    ``valid`` the replay of the actions before it. ``actions`` are the actions of the record.

    >>> import roses
    >>> replay = roses.replay("1483-richard-iii")
    >>> replay[0].phase, replay[-1].outcome.winner
    (<Phase.DEAL: 'deal'>, 'Lancaster')
    """

    def __init__(self, record: Record, start: Callable[..., S_co]) -> None:
        self.record = record
        self.states: list[S_co] = [first(record, start)]
        self.actions: list[Action] = []
        self._play_from(0)

    def variation(self, index: int) -> Replay[S_co]:
        """Return the replay of a variation: the actions before it, then its own.

        RecordError if there is no such variation, or if one of its actions is not legal.

        >>> import roses
        >>> from roses.engine.record import Entry, Record, Variation
        >>> other = Variation(0, (Entry("Chance", "deal Lancaster 1 3 5 7 9 11 13 York 2 4 6 8 10 12 14"),))
        >>> Replay(Record("richard-iii", "1460", (), variations=(other,)), roses.start).variation(0)[-1].active
        ('Lancaster', 'York')
        """
        if not 0 <= index < len(self.record.variations):
            message = _("there is no variation {index}; this record has {n}")
            raise RecordError(message.format(index=index, n=len(self.record.variations)))
        other = self.record.variations[index]
        if not 0 <= other.at < len(self):
            raise RecordError(
                _("it departs after action {at}, but there are only {n}").format(at=other.at, n=len(self) - 1)
            )
        branch: Replay[S_co] = Replay.__new__(Replay)
        trunk = closed(prefix(structs.replace(self.record, variations=()), other.at), None)
        branch.record = structs.replace(trunk, entries=trunk.entries + other.entries)
        branch.states, branch.actions = self.states[: other.at + 1], self.actions[: other.at]
        branch._play_from(other.at)
        return branch

    def _play_from(self, first: int) -> None:
        """Play the entries from number ``first`` on; RecordError if one is not legal for the side it is entered for."""
        for index, entry in enumerate(self.record.entries[first:], first):
            state: Any = self.states[-1]
            try:
                if entry.by not in state.active:
                    who = _(" or ").join(state.active) or _("nobody, the game is over")
                    message = _("{action!r} is entered for {by}, but the choice is with {who}")
                    raise RuleError(message.format(action=entry.action[:80], by=entry.by, who=who))
                if len(entry.action) > LONGEST:
                    raise RuleError(_("{action!r}... is too long to be an action").format(action=entry.action[:80]))
                action = state.read(entry.action)
                after = state.apply(action)
                if len(state.active) > 1 and action not in state.legal_actions(entry.by):
                    message = _("{action!r} is entered for {by}, but it is not a choice of {by}")
                    raise RuleError(message.format(action=entry.action, by=entry.by))
            except RuleError as error:
                raise RecordError(str(error), index=index, valid=self) from error
            self.actions.append(action)
            self.states.append(after)

    @property
    def title(self) -> str:
        """The title of the record, else that of its scenario or game."""
        return self.record.headers.get("title") or self[0].title

    def __len__(self) -> int:
        """Return the number of states, one more than there are actions."""
        return len(self.states)

    def __getitem__(self, index: int) -> S_co:
        """Return the state after ``index`` actions; negative counts from the end."""
        return self.states[index]

    def events(self, start: int = 0, end: int | None = None, side: str | None = None) -> tuple[Event, ...]:
        """Return the events of the actions ``start`` up to, not including, ``end``; by default of all.

        Actions are numbered from 0, those of chance included. With ``side`` the events are those that it saw.

        >>> import roses
        >>> print(roses.replay("1483-richard-iii").events(side="York")[-1])
        Lancaster wins: York has no heir left.
        """
        return happened(self.states, start, end, side)

    def _repr_mimebundle_(self, **asked: Any) -> dict[str, Any]:
        bundle: dict[str, Any] = self.states[-1]._repr_mimebundle_(**asked)
        return bundle


def first(record: Record, start: Any) -> Any:
    """Return the state before the first action; RecordError if there is no such game.

    >>> import roses
    >>> first(Record("richard-iii", "1460", (), options={"players": 9}), roses.start)
    Traceback (most recent call last):
    roses.engine.errors.RecordError: there is no option 'players' of richard-iii; choose from 'line_up', 'campaigns'
    """
    if double := record.options.keys() & {"game", "scenario", "ruleset"}:
        message = _("the options of this record name the {double}; that stands in a field of its own")
        raise RecordError(message.format(double=min(double)))
    known = describe(record.game).options if record.game in names() else {}
    for name, value in record.options.items():  # a text could be a path
        if isinstance(value, str) and value not in known.get(name, (value,)):
            message = _("the option {name} of this record is the text {text}; a record holds values, never a path")
            raise RecordError(message.format(name=name, text=repr(value[:60])))
    try:
        return start(record.game, record.scenario, ruleset=record.ruleset, **record.options)
    except ValueError as error:
        raise RecordError(str(error)) from error


def check(record: Record, start: Any) -> Replay:
    """Play a record with its variations, check its moments and outcome, and return the replay.

    RecordError names the first thing that is wrong; ``valid`` is the part of the record before it. The headers
    ``winner`` and ``reason`` are compared with the outcome if they are present.

    >>> import roses
    >>> from roses.engine.record import Record
    >>> check(Record("richard-iii", "1460", (), headers={"winner": "York"}), roses.start)
    Traceback (most recent call last):
    roses.engine.errors.RecordError: the headers give winner as York, but the game is not over after its last action
    """
    try:
        replay = Replay(record, start)
    except RecordError as error:
        error.valid = None if error.index is None else prefix(record, error.index)
        raise
    _check_moments(replay)
    _check_variations(replay)
    end = replay[-1].outcome
    for name in OUTCOME:
        value = getattr(end, name) if end else None
        if name in record.headers and record.headers[name] != value:
            truth = _("it is {is_so}").format(is_so=value) if end else _("the game is not over after its last action")
            message = _("the headers give {name} as {told}, but {truth}")
            raise RecordError(
                message.format(name=name, told=record.headers[name], truth=truth), valid=closed(record, end)
            )
    if not record.entries and not record.moments:
        raise RecordError(_("this record holds no action and no moment: there is no step to show"))
    return replay


def _check_moments(replay: Replay) -> None:
    """Raise RecordError if moments are out of order, or name an area, a side or a place that is not there."""
    record, sides, areas = replay.record, replay[0].sides, {*describe(replay.record.game).areas}
    places = {place.name for place in record.places}
    at = 0
    for number, moment in enumerate(record.moments, 1):
        message = ""
        if not at <= moment.at < len(replay):
            message = _("the moments of this record are out of order, or point beyond its end")
        at = moment.at
        for side, way in moment.paths:
            if wrong := next((area for area in way if area not in areas), "") if side in sides else side:
                message = message or _(
                    "moment {number} draws a march of {side} over {way}, but there is no {wrong} in this game"
                ).format(number=number, side=side, way=" > ".join(way), wrong=repr(wrong))
        names = [*moment.places, *(name for route in moment.routes for name, _date in route.halts)]
        wrong = next((name for name in names if name not in places), "")
        if wrong := wrong or next((route.side for route in moment.routes if route.side not in sides), ""):
            message = message or _(
                "moment {number} shows {wrong}, which is neither a place of this record nor a side of its game"
            ).format(number=number, wrong=repr(wrong))
        if message:
            raise RecordError(message, valid=structs.replace(record, moments=record.moments[: number - 1]))


def _check_variations(replay: Replay) -> None:
    """Raise RecordError if a variation is not legal; ``valid`` has it up to there."""
    variations, bare = replay.record.variations, copy(replay)
    bare.record = structs.replace(replay.record, moments=(), headers={})  # each branch would copy them
    for index, other in enumerate(variations):
        try:
            bare.variation(index)
        except RecordError as error:
            good = () if error.index is None else other.entries[: error.index - other.at]
            valid = (*variations[:index], *((structs.replace(other, entries=good),) if good else ()))
            raise RecordError(
                _("in variation {n}: {reason}").format(n=index + 1, reason=error.reason),
                index=error.index,
                valid=structs.replace(replay.record, variations=valid),
                variation=index,
            ) from error


class Timeline(Generic[S_co]):
    """A replay in narrated steps: ``timeline[i]`` is the i-th moment, with ``state(i)`` and ``events(i)``.

    A record without moments has one step for each action, with its notation as the text. Such a text may hold what is
    hidden from a side; ``moment(i, side)`` returns the step as that side may read it.

    >>> import roses
    >>> timeline = roses.timeline("1483-richard-iii")
    >>> timeline[0].place
    'Westminster'
    """

    def __init__(self, replay: Replay[S_co]) -> None:
        self.replay = replay
        self.moments = replay.record.moments or tuple(
            Moment(i, "", "", entry.action) for i, entry in enumerate(replay.record.entries, 1)
        )
        self._ends = [m.at for m in self.moments]
        if self._ends != sorted(self._ends) or (self._ends and not 0 <= self._ends[0] <= self._ends[-1] < len(replay)):
            raise RecordError(_("the moments of this record are out of order, or point beyond its end"), valid=replay)
        self._sources = {s.id: s for s in replay.record.sources}
        self._places = {p.name: p for p in replay.record.places}

    def __len__(self) -> int:
        """Return the number of narrated steps."""
        return len(self.moments)

    def __getitem__(self, index: int) -> Moment:
        """Return a narrated step; in a record without moments its date is the number of the action."""
        moment = self.moments[index]
        if self.replay.record.moments:
            return moment
        return structs.replace(moment, date=_("action {i}").format(i=moment.at))

    def moment(self, index: int, side: str | None = None) -> Moment:
        """Return a step as ``side`` may read it; None is an umpire, who reads everything.

        The moments of a record are written for all readers. In a record without moments the text is the notation of
        the side's own actions, and for other actions the events that the side saw.

        >>> import roses
        >>> from roses.engine.record import Record
        >>> played = roses.game("richard-iii", "1483", seed=7)
        >>> played.play("York plays card 4")
        >>> timeline = Timeline(Replay(played.record, roses.start))
        >>> [timeline.moment(1, side).text for side in (None, "York", "Lancaster")]
        ['York plays card 4', 'York plays card 4', 'York has chosen a card.']
        """
        moment = self[index]
        if side is None or self.replay.record.moments:
            return moment
        entry = self.replay.record.entries[moment.at - 1]
        if entry.by == side:
            return moment
        events = " ".join(map(str, self.state(index).view(side).events))
        return structs.replace(moment, text=events or _("{side} has made a choice.").format(side=entry.by))

    def state(self, index: int) -> S_co:
        """Return the state that step ``index`` shows."""
        return self.replay[self.moments[index].at]

    def events(self, index: int, side: str | None = None) -> tuple[Event, ...]:
        """Return the events since the step before that ``side`` saw; None sees all."""
        before = self.moments[index - 1].at if index else 0
        return self.replay.events(before, self.moments[index].at, side)

    def sources(self, index: int) -> tuple[Source, ...]:
        """Return the works that the narration of a step rests on."""
        return tuple(self._sources[s] for s in self.moments[index].sources if s in self._sources)

    def places(self, index: int) -> tuple[Place, ...]:
        """Return the places that the map shows at a step.

        >>> import roses
        >>> [place.name for place in roses.timeline("1483-richard-iii").places(3)]
        ['London', 'Brecon']
        """
        return tuple(self._places[name] for name in self.moments[index].places if name in self._places)

    def halts(self, route: Route) -> tuple[tuple[Place, str], ...]:
        """Return the places of a route of this record, each with its date."""
        return tuple((self._places[name], date) for name, date in route.halts if name in self._places)

    def bookmarks(self) -> dict[str, int]:
        """Return the marked steps by label."""
        return {m.mark: i for i, m in enumerate(self.moments) if m.mark}

    def find(self, where: int | str) -> int:
        """Return a step by its number from 0, at most to the ends, by the label of a bookmark or by its title.

        ValueError, which names the bookmarks, if no step has this label or title.

        >>> import roses
        >>> timeline = roses.timeline("1483-richard-iii")
        >>> timeline.find("Milford Haven"), timeline.find(1000) == len(timeline) - 1
        (19, True)
        """
        demand(int | str, where=where)
        if isinstance(where, int):
            return max(0, min(where, len(self) - 1))
        marks, titles = self.bookmarks(), [moment.title for moment in self.moments]
        if where in marks:
            return marks[where]
        if where and where in titles:
            return titles.index(where)
        message = _("there is no bookmark {where!r}; choose from {names}, and the titles of the steps")
        raise ValueError(message.format(where=brief(where), names=", ".join(map(repr, marks))))


def shipped_names() -> list[str]:
    """Return the names of the kit's records, sorted.

    >>> shipped_names()[0]
    '1413-lancaster'
    """
    return sorted(path.stem for path in (folder("data") / "replays").glob("*.json"))


def shipped(name: str) -> Record:
    """Return a record of the kit, or one that a game makes, by name; RecordError, which lists names, if there is none.

    >>> shipped("1483-richard-iii").game, shipped("towton-1461").headers["title"]
    ('richard-iii', 'Towton')
    """
    there = shipped_names()
    if name not in there:
        if record := next(filter(None, (describe(game).record(name) for game in names())), None):
            return record
        message = _("there is no replay {name}; choose from {known}")
        raise RecordError(message.format(name=repr(name[:80]), known=", ".join(there)))
    return load(folder("data") / "replays" / f"{name}.json")


def find(name: str | Path | Record) -> Record:
    """Return the record in a file (a name that ends in .json), else that of the kit with this name; a record itself."""
    if isinstance(name, Record):
        return name
    return load(name) if str(name).endswith(".json") else shipped(str(name))
