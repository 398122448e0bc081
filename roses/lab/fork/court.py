"""What is drawn for in the court game."""

from __future__ import annotations

from roses.lancaster.state import State


def key(state: State) -> tuple[object, ...]:
    """Return round and phase; what is drawn more than once in a phase is counted.

    >>> import roses
    >>> key(roses.start("lancaster", players=2))[0]
    0
    """
    return state.round, str(state.phase)


def points(state: State) -> tuple[int, ...]:
    """Return the points of each house.

    >>> import roses
    >>> points(roses.start("lancaster", players=2))
    (0, 0)
    """
    return state.score
