"""The replay of a game that was played, given as a replay, a record, a file, or the name of a record of the kit."""

from __future__ import annotations

from pathlib import Path
from typing import TypeAlias

from roses.engine.games import start
from roses.engine.record import Record
from roses.engine.replay import Replay, Timeline, find

Played: TypeAlias = str | Path | Record | Replay | Timeline


def replay_of(played: Played) -> Replay:
    """Return the replay of a game that was played.

    RecordError for a record that cannot be found or played, ValueError for anything else.

    >>> replay_of("1483-richard-iii")[-1].outcome.winner
    'Lancaster'
    """
    if isinstance(played, Replay):
        return played
    if isinstance(played, Timeline):
        return played.replay
    if isinstance(played, str | Path | Record):
        return Replay(find(played), start)
    raise ValueError(
        "a game that was played must be a record, its replay, its file or its name, such as '1483-richard-iii', "
        f"not {type(played).__name__}"
    )


def timeline_of(played: Played) -> Timeline:
    """Return a game that was played in narrated steps; errors as for ``replay_of``.

    >>> timeline_of("1483-richard-iii").find("Milford Haven")
    19
    """
    return played if isinstance(played, Timeline) else Timeline(replay_of(played))
