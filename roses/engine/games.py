"""The games there are: for each its description, its adapter for the Stepper, and how its values are shown.

``register`` fills the table with names, which are imported when asked for. The kit's own games are registered in
``roses/__init__.py``; another game registers itself in the same way and is then started, played, recorded, checked and
shown like these.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from roses.engine import display
from roses.engine.loading import load

if TYPE_CHECKING:
    from roses.engine.description import Description
    from roses.engine.state import GameState


class Entry(NamedTuple):
    """What is known of a game before it is imported: names of its Description and of its adapter ("" for none)."""

    game: str
    adapter: str = ""


_GAMES: dict[str, Entry] = {}


def register(name: str, game: str, *, adapter: str = "", shows: Mapping[str, Mapping[str, str]] | None = None) -> None:
    """Add a game to those there are, or replace it.

    ``game`` names its Description and ``adapter`` the class that a Stepper asks, both as ``"module:name"``. ``shows``
    maps types of the game to their renderers, as ``display.register`` takes them.
    """
    _GAMES[name] = Entry(game, adapter)
    for kind, renderers in (shows or {}).items():
        display.register(kind, renderers)


def unregister(name: str) -> None:
    """Take a game away again; nothing happens if there is none of that name."""
    _GAMES.pop(name, None)


def names() -> tuple[str, ...]:
    """Return the names of all games.

    >>> names()
    ('richard-iii', 'lancaster')
    """
    return tuple(_GAMES)


def describe(game: str) -> Description:
    """Return what the tools must know of a game; ValueError, which lists the known ones, for an unknown name.

    >>> describe("richard-iii").scenarios
    ('1460', '1470', '1483')
    """
    found: Description = load(_entry(game).game)
    return found


def adapter(game: str) -> Any:
    """Return the class that answers a Stepper for a game; ValueError if the game or its adapter is not known.

    >>> adapter("lancaster").__name__
    'CourtAdapter'
    """
    if not (name := _entry(game).adapter):
        from roses.engine.i18n import gettext as _

        raise ValueError(
            _("the game {game!r} has no adapter for the Stepper; register it with adapter='module:name'").format(
                game=game
            )
        )
    return load(name)


def start(game: str, scenario: str | None = None, *, ruleset: str | None = None, **options: Any) -> GameState:
    """Return the first state of a game; without a name its first scenario, by its first ruleset.

    A ruleset may be a variant, ``"revised+bombard_sea_move=False"``. Which options there are, each game says in its
    Description. An unknown game, scenario, ruleset, field, value or option gives a ValueError that lists the known
    ones.

    >>> start("richard-iii", "1470").setup.title
    'Kingmaker'
    >>> start("richard-iii", players=3)
    Traceback (most recent call last):
    ValueError: there is no option 'players' of richard-iii; it has none
    """
    return describe(game).start(scenario, ruleset, options)


def _entry(game: str) -> Entry:
    if game not in _GAMES:
        from roses.engine.i18n import gettext as _

        raise ValueError(
            _("there is no game {game!r}; known are {names}").format(game=game, names=", ".join(map(repr, _GAMES)))
        )
    return _GAMES[game]
