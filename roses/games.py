"""The games of the kit by name; the door of each is imported when asked for. The only place that knows them all."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from roses.engine.description import Description
    from roses.engine.state import GameState

GAMES: Final = {"richard-iii": "roses.richard.game", "lancaster": "roses.lancaster.game"}


def describe(game: str) -> Description:
    """Return what the tools must know of a game; unknown names give a ValueError that lists the known ones.

    >>> describe("richard-iii").scenarios
    ('1460', '1470', '1483')
    """
    if game not in GAMES:
        raise ValueError(f"there is no game {game!r}; known are {', '.join(map(repr, GAMES))}")
    found: Description = import_module(GAMES[game]).GAME
    return found


def start(game: str, scenario: str | None = None, *, ruleset: str | None = None, **options: Any) -> GameState:
    """Return the first state of a game; without a name its first scenario, by its first ruleset.

    A ruleset may be a variant, ``"revised+bombard_sea_move=False"``. Which options there are is the game's affair. An
    unknown game, scenario, ruleset, field, value or option gives a ValueError that lists the known ones.

    >>> start("richard-iii", "1470").setup.title
    'Kingmaker'
    >>> start("richard-iii", players=3)
    Traceback (most recent call last):
    ValueError: there is no option 'players' of richard-iii; it has none
    """
    return describe(game).start(scenario, ruleset, options)
