"""The games of the kit by name: how each is started. The only place that knows them all."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from roses.richard.state import State

GAMES = ("richard-iii",)


def start(game: str, scenario: str = "1460", *, ruleset: str = "revised") -> State:
    """Return the first state of a game; unknown names give a ValueError that lists the known ones.

    >>> start("richard-iii", "1470").setup.title
    'Kingmaker'
    """
    if game not in GAMES:
        raise ValueError(f"there is no game {game!r}; known are {', '.join(map(repr, GAMES))}")
    from roses.richard import state
    from roses.richard.ruleset import ruleset as find

    return state.start(scenario, find(ruleset))
