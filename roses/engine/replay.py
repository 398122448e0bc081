"""Replays: a record played on the engine, any state by index; and timelines, replays with narration for teaching."""

from __future__ import annotations

from bisect import bisect_right
from pathlib import Path
from typing import Any

from roses.engine.data import folder
from roses.engine.errors import RecordError, RuleError
from roses.engine.protocol import Event
from roses.engine.record import Moment, Record, Source, load


class Replay:
    """A record with all its states: ``replay[i]`` is the state after ``i`` actions.

    ``start`` is a callable as ``roses.start``. RecordError if an action is not legal where it stands: ``index`` says
    which, ``valid`` is the replay of what comes before.

    >>> import roses
    >>> replay = roses.replay("1483-richard-iii")
    >>> replay[0].phase, replay[-1].outcome.winner
    (<Phase.DEAL: 'deal'>, 'Lancaster')
    """

    def __init__(self, record: Record, start: Any) -> None:
        self.record = record
        try:
            self.states = [start(record.game, record.scenario, ruleset=record.ruleset)]
        except ValueError as error:
            raise RecordError(str(error)) from error
        for index, entry in enumerate(record.entries):
            self._play(index, entry.by, entry.action)

    def _play(self, index: int, by: str, action: str) -> None:
        state = self.states[-1]
        try:
            if by not in state.active:
                who = " or ".join(state.active) or "nobody, the game is over"
                raise RuleError(f"{action!r} is entered for {by}, but the choice is with {who}", rule="1.0")
            self.states.append(state.apply(action))
        except RuleError as error:
            raise RecordError(str(error), index=index, valid=self) from error

    def __len__(self) -> int:
        """Return the number of states, one more than there are actions."""
        return len(self.states)

    def __getitem__(self, index: int) -> Any:
        """Return the state after ``index`` actions; negative counts from the end."""
        return self.states[index]

    def events(self, start: int, end: int) -> tuple[Event, ...]:
        """Return what the actions from ``start`` up to, not including, ``end`` brought about."""
        return tuple(e for state in self.states[start + 1 : end + 1] for e in state.events)

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        bundle: dict[str, Any] = self.states[-1]._repr_mimebundle_()
        return bundle


class Timeline:
    """A replay in narrated steps: ``timeline[i]`` is the i-th moment, ``state(i)`` and ``events(i)`` belong to it.

    >>> import roses
    >>> timeline = roses.timeline("1483-richard-iii")
    >>> timeline[0].place
    'Westminster'
    """

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self.moments = replay.record.moments or tuple(
            Moment(i, f"action {i}", "", entry.action) for i, entry in enumerate(replay.record.entries, 1)
        )
        self._ends = [m.at for m in self.moments]
        if self._ends != sorted(self._ends) or (self._ends and self._ends[-1] >= len(replay)):
            raise RecordError("the moments of this record are out of order, or point beyond its end", valid=replay)
        self._sources = {s.id: s for s in replay.record.sources}

    def __len__(self) -> int:
        """Return the number of narrated steps."""
        return len(self.moments)

    def __getitem__(self, index: int) -> Moment:
        """Return a narrated step."""
        return self.moments[index]

    def state(self, index: int) -> Any:
        """Return the state that step ``index`` shows."""
        return self.replay[self.moments[index].at]

    def events(self, index: int) -> tuple[Event, ...]:
        """Return what happened since the step before."""
        before = self.moments[index - 1].at if index else 0
        return self.replay.events(before, self.moments[index].at)

    def sources(self, index: int) -> tuple[Source, ...]:
        """Return the works that the narration of a step rests on."""
        return tuple(self._sources[s] for s in self.moments[index].sources if s in self._sources)

    def bookmarks(self) -> dict[str, int]:
        """Return the marked steps by label."""
        return {m.mark: i for i, m in enumerate(self.moments) if m.mark}

    def at_action(self, action: int) -> int:
        """Return the last step that shows a state of at most ``action`` actions."""
        return max(0, bisect_right(self._ends, action) - 1)


def shipped(name: str) -> Record:
    """Return a record that comes with the kit; RecordError names those that do."""
    path = folder("data") / "replays" / f"{name}.json"
    if not path.is_file():
        known = ", ".join(sorted(p.stem for p in path.parent.glob("*.json")))
        raise RecordError(f"there is no replay {name!r}; known are: {known}")
    return load(path)


def find(name: str | Path) -> Record:
    """Return the record of that name among those of the kit, or in that file."""
    return load(name) if str(name).endswith(".json") else shipped(str(name))
