"""The registry of games: for each its description, its adapters for Stepper and Table, its adviser, and its renderers.

``register`` fills the table with names, which are imported when asked for. The kit's own games are registered in
``roses/__init__.py``; another game registers itself in the same way and is then started, played, recorded, checked and
shown like these.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from roses.engine import display
from roses.engine.loading import load

TYPE_CHECKING = False  # as in typing, whose import would take longer than all else here
if TYPE_CHECKING:
    import random
    from typing import Any

    from roses.engine.description import Description
    from roses.engine.state import GameState


# for each game the names of its Description, its two adapters and its adviser ("" for none), as "module:name"
_GAMES: dict[str, tuple[str, str, str, str]] = {}


def register(
    name: str,
    game: str,
    *,
    adapter: str = "",
    table: str = "",
    adviser: str = "",
    shows: Mapping[str, Mapping[str, str]] | None = None,
) -> None:
    """Register a game, or replace the one of that name.

    ``game`` names its Description, ``adapter`` its class for the Stepper, ``table`` its class for the Table, and
    ``adviser`` the function that gives advice to a seat in hints, all as ``"module:name"``. ``shows`` maps types of the
    game to their renderers, as ``display.register`` takes them.
    """
    _GAMES[name] = game, adapter, table, adviser
    for kind, renderers in (shows or {}).items():
        display.register(kind, renderers)


def unregister(name: str) -> None:
    """Remove a game from the registry; nothing happens if there is none of that name."""
    _GAMES.pop(name, None)


def names() -> tuple[str, ...]:
    """Return the names of all games.

    >>> names()
    ('richard-iii', 'lancaster')
    """
    return tuple(_GAMES)


def describe(game: str) -> Description:
    """Return the description of a game; ValueError, which lists the known ones, for an unknown name.

    >>> describe("richard-iii").scenarios
    ('1460', '1470', '1483')
    """
    description: Description = load(_entry(game)[0])
    return description


def adapter(game: str) -> Any:
    """Return the Stepper's adapter class of a game; ValueError if the game is unknown or has none.

    >>> adapter("lancaster").__name__
    'CourtAdapter'
    """
    if not (name := _entry(game)[1]):
        raise ValueError(f"the game {game!r} has no adapter for the Stepper; register it with adapter='module:name'")
    return load(name)


def table_adapter(game: str) -> Any:
    """Return the Table's adapter class of a game; None if it has none of its own, ValueError if the game is unknown.

    >>> table_adapter("lancaster").__name__
    'CourtTable'
    """
    name = _entry(game)[2]
    return load(name) if name else None


def adviser(game: str) -> Callable[[Any], Sequence[Any]] | None:
    """Return the function that gives advice to a seat on a game, the best first; None if the game has none.

    Each piece of advice has an ``action`` and a ``reason``, as ``roses.bots.bot.Advice``. ValueError for an unknown
    game.

    >>> adviser("lancaster").__name__
    'advise'
    """
    name = _entry(game)[3]
    return load(name) if name else None


def start(game: str, scenario: str | None = None, *, ruleset: str | None = None, **options: Any) -> GameState:
    """Return the first state of a game, of any that is registered; arguments and errors are those of ``roses.start``.

    >>> start("richard-iii").header
    {'game': 'richard-iii', 'scenario': '1460', 'ruleset': 'revised', 'options': {}}
    """
    return describe(game).start(scenario, ruleset, options)


def resample(view: Any, rng: random.Random) -> GameState:
    """Return a full state, drawn at random, that agrees with all that a view tells: its own view is equal.

    What the view hides is drawn anew, from the view alone: the true state does not enter into it. The events are those
    that the side saw. ``view`` is one that a state of a registered game has made, and ``rng`` a ``random.Random``.
    ValueError for what is no view, for a view of a game that has no such function, and for another ``rng``.

    >>> import random, roses
    >>> view = roses.game("richard-iii", "1483", seed=7).view("York")
    >>> drawn = roses.resample(view, random.Random(1))
    >>> drawn.view("York") == view, drawn.hands[0].bit_count()
    (True, 7)
    """
    from random import Random

    if not hasattr(view, "game"):
        raise ValueError(
            f"resample() needs a view of a side, such as state.view('York') returns, not {type(view).__name__}"
        )
    if not isinstance(rng, Random):
        raise ValueError(f"resample() draws by a random.Random, such as random.Random(1), not {type(rng).__name__}")
    if (draw := describe(view.game).resample) is None:
        raise ValueError(f"the game {view.game!r} cannot draw states from a view")
    return draw(view, rng)


def _entry(game: str) -> tuple[str, str, str, str]:
    if not isinstance(game, str) or game not in _GAMES:
        from roses.engine.errors import brief
        from roses.engine.i18n import gettext as _

        message = _("there is no game {game!r}; choose from {names}")
        raise ValueError(message.format(game=brief(game), names=", ".join(map(repr, _GAMES))))
    return _GAMES[game]
