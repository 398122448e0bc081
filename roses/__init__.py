"""roses teaches and replays the Wars of the Roses: two board games as an engine, on maps, in notebooks.

>>> import roses
>>> state = roses.start("richard-iii", "1483")
>>> state.active
('Chance',)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roses.engine.errors import DataError, RecordError, RuleError

if TYPE_CHECKING:
    from roses.engine.protocol import CHANCE
    from roses.richard.state import State

__all__ = ["CHANCE", "DataError", "RecordError", "RuleError", "__version__", "start"]
_GAMES = ("richard-iii",)


def start(game: str, scenario: str = "1460", *, ruleset: str = "revised") -> State:
    """Return the first state of a game; unknown names give a ValueError that lists the known ones.

    >>> start("richard-iii", "1470").setup.title
    'Kingmaker'
    >>> start("richard-iii", "1455")
    Traceback (most recent call last):
    ValueError: there is no scenario '1455'; known are '1460' (The Wars of the Roses), '1470' (Kingmaker), '1483' (Richard III)
    """
    if game not in _GAMES:
        raise ValueError(f"there is no game {game!r}; known are {', '.join(map(repr, _GAMES))}")
    from roses.richard import state
    from roses.richard.ruleset import ruleset as find

    return state.start(scenario, find(ruleset))


def __getattr__(name: str) -> str:
    # loaded when asked for: `roses check` must speak even where msgspec is missing
    if name == "CHANCE":
        from roses.engine.protocol import CHANCE

        return CHANCE
    if name == "__version__":
        from importlib.metadata import version

        return version("roses-kit")
    raise AttributeError(f"module 'roses' has no attribute {name!r}")
