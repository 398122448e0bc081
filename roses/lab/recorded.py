"""What is taken as a game that was played: its replay, its record, a file, or the name of a record of the kit."""

from __future__ import annotations

from pathlib import Path
from typing import TypeAlias

from roses.engine.games import start
from roses.engine.i18n import gettext as _
from roses.engine.record import Record
from roses.engine.replay import Replay, Timeline, find

Played: TypeAlias = str | Path | Record | Replay | Timeline


def replay_of(played: Played) -> Replay:
    """Return the replay of a game that was played.

    RecordError for a record that cannot be found or played, ValueError for what is none.

    >>> replay_of("1483-richard-iii")[-1].outcome.winner
    'Lancaster'
    """
    if isinstance(played, Replay):
        return played
    if isinstance(played, Timeline):
        return played.replay
    if isinstance(played, str | Path | Record):
        return Replay(find(played), start)
    said = _(
        "a game that was played is a record, its file or its name, as {example}, and a value of type {kind} is none"
    )
    raise ValueError(said.format(example="'1483-richard-iii'", kind=type(played).__name__))


def timeline_of(played: Played) -> Timeline:
    """Return a game that was played in narrated steps; errors as for ``replay_of``.

    >>> timeline_of("1483-richard-iii").find("Milford Haven")
    19
    """
    return played if isinstance(played, Timeline) else Timeline(replay_of(played))
