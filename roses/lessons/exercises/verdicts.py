"""Verdicts: whether the play of an exercise has solved it, decided by the engine over every state since its start."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import singledispatch
from typing import Any, Final, Literal

import msgspec

from roses.engine.protocol import Action
from roses.engine.record import Entry
from roses.engine.replay import Replay
from roses.lessons.exercises.tasks import Chose, Either, Happened, Mistake, Not, Offered, Stands, Task, Value

_NAMES: Final = ("colour", "name", "card", "law", "favour", "space")  # by which members of views are called


class Verdict(msgspec.Struct, frozen=True):
    """What has come of a try: ``open``, ``solved``, or ``failed`` by a ``mistake``, after so many actions ``at``."""

    kind: Literal["open", "solved", "failed"]
    at: int = 0
    mistake: Mistake | None = None


class Play(msgspec.Struct, frozen=True):
    """The play of an exercise up to one of its states: ``states`` from the first, ``entries`` one fewer, the learner's
    ``side``."""

    states: tuple[Any, ...]
    entries: tuple[Entry, ...]
    side: str


def verdict(task: Task, replay: Replay) -> Verdict:
    """Return what has come of a try: the first state that fulfils the goal or a mistake decides, else it is open."""
    for at in range(len(replay)):
        play = Play(tuple(replay.states[: at + 1]), replay.record.entries[:at], task.side)
        if all(holds(condition, play) for condition in task.goal):
            return Verdict("solved", at)
        for mistake in task.mistakes:
            if all(holds(condition, play) for condition in mistake.when):
                return Verdict("failed", at, mistake)
    return Verdict("open", len(replay) - 1)


def due(task: Task, replay: Replay) -> int | None:
    """Return the place of the first step of a task that is not done now, None where there is none."""
    play = Play(tuple(replay.states), replay.record.entries, task.side)
    steps = enumerate(task.steps)
    return next((n for n, step in steps if not all(holds(condition, play) for condition in step.done)), None)


@singledispatch
def holds(condition: Any, play: Play) -> bool:
    """Return whether a condition holds in the last state of a play."""
    raise TypeError(condition)


@holds.register
def _chose(condition: Chose, play: Play) -> bool:
    own = (
        state.read(entry.action, play.side)
        for state, entry in zip(play.states, play.entries, strict=False)
        if entry.by == play.side
    )
    return _count(condition, (one for one in own if _tag(one) == condition.action))


@holds.register
def _offered(condition: Offered, play: Play) -> bool:
    now = play.states[-1].legal_actions(play.side)
    return _count(condition, (one for one in now if _tag(one) == condition.action))


@holds.register
def _happened(condition: Happened, play: Play) -> bool:
    events = (event for state in play.states[1:] for event in state.events)
    return _count(condition, (event for event in events if event.kind == condition.event))


@holds.register
def _stands(condition: Stands, play: Play) -> bool:
    there = {piece.block: piece for piece in play.states[-1].view().pieces}
    for block in condition.blocks:
        piece = there.get(block)
        if (piece.place if piece else "") not in condition.places:
            return False
        if piece and (piece.steps or 0) < condition.steps:
            return False
    return True


@holds.register
def _value(condition: Value, play: Play) -> bool:
    found = play.states[-1].view()
    for name in condition.of.split("."):
        found = _part(found, name)
    if found is None or (condition.among and found not in condition.among):
        return False
    above = condition.at_least is None or found >= condition.at_least
    return above and (condition.at_most is None or found <= condition.at_most)


@holds.register
def _either(condition: Either, play: Play) -> bool:
    return any(holds(one, play) for one in condition.conditions)


@holds.register
def _not(condition: Not, play: Play) -> bool:
    return not holds(condition.condition, play)


def _part(value: Any, name: str) -> Any:
    """Return a key of a mapping, a member of a tuple or a field of anything else; None if it is not there."""
    if isinstance(value, Mapping):
        return value.get(name)
    if not isinstance(value, tuple):
        return getattr(value, name, None)
    if name.isdigit():
        return value[int(name)] if int(name) < len(value) else None
    return next((one for one in value if name == one or name in (getattr(one, key, "") for key in _NAMES)), None)


def _tag(action: Action) -> str:
    """Return the kind of an action, as "march"."""
    return str(action.__struct_config__.tag)


def _count(condition: Chose | Happened | Offered, found: Iterable[Any]) -> bool:
    """Return whether the number of those with the wanted values is in range."""
    wanted = condition.where.items()
    n = sum(1 for one in found if all(_equal(getattr(one, name, None), value) for name, value in wanted))
    return condition.at_least <= n and (condition.at_most is None or n <= condition.at_most)


def _equal(found: Any, wanted: Any) -> bool:
    """Return whether a value is the wanted one, or one of several, or holds it."""
    if isinstance(wanted, list):
        return any(_equal(found, one) for one in wanted)
    return wanted in found if isinstance(found, tuple) else bool(found == wanted)
