"""The content of a Table's page: all that the browser is sent while one side looks at it."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from roses.engine.game import Game
from roses.engine.games import start
from roses.widgets.play.model import PERSON, TableModel
from roses.widgets.play.page import Adviser
from roses.widgets.play.table import Table

_SENT: Final = ("screen", "reach", "other", "busy", "areas", "labels")


class _Onlooker(TableModel):
    """A table at which nothing is played of itself."""

    def go_on(self) -> None:
        """Leave the game as it is."""


def content(game: Game, side: str) -> list[dict[str, Any]]:
    """Return what the page of ``side`` holds of a game in progress: as it is, narrow, with the map, and for no one.

    The narrow one has a hint. Each is the state of the table that is sent to the browser, with the knight's advice. The
    last is that of the curtain, under which the page holds nothing of the game. The game stays as it is. ValueError if
    there is no such side.

    >>> import roses
    >>> pages = content(roses.game("richard-iii", "1483", seed=7), "York")
    >>> pages[0]["screen"]["side"], pages[-1]["screen"]["closed"], "board" in pages[-1]["screen"]
    ('York', True, False)
    """
    game.state.check_side(side)
    table = _table(str(game.state.header["game"]))
    table.model = _Onlooker(game, dict.fromkeys(game.state.sides, PERSON))
    table.model.side, table.model.closed = side, False
    results = []
    for message in ({"narrow": False}, {"narrow": True, "hint": True}):
        table._on_message(table, message, [])
        results.append(_sent(table))
    table._on_message(table, {"map": [], "at": len(table.model.seat)}, [])
    results.append(_sent(table))
    table.model.closed = True
    table._on_message(table, {}, [])
    return [*results, _sent(table)]


def _sent(table: Table) -> dict[str, Any]:
    """Return what the browser is sent; RuntimeError if that is an error of the table."""
    if table.screen["kind"] == "error":
        raise RuntimeError(table.screen["note"])
    return {name: getattr(table, name) for name in _SENT}


@cache
def _table(game: str) -> Table:
    """Return a table that is never shown."""
    first = Game(start, game, seed=0)
    return Table.at(first, dict.fromkeys(first.state.sides, PERSON), Adviser())
