"""What a function of the block war game is handed: a state of that game, or one sentence that says what it is not."""

from __future__ import annotations

from roses.engine.i18n import gettext as _
from roses.engine.state import GameState
from roses.richard.state import State


def demand_war(value: object) -> State:
    """Return a state of the block war game as it is; ValueError, in one sentence, for anything else.

    >>> import roses
    >>> demand_war(roses.start("lancaster", players=3))
    Traceback (most recent call last):
    ValueError: a state of lancaster is given where one of richard-iii is needed
    """
    if isinstance(value, State):
        return value
    if isinstance(value, GameState):
        said = _("a state of {game} is given where one of richard-iii is needed")
        raise ValueError(said.format(game=value.header["game"]))
    said = _("a value of type {kind} is given where a state of richard-iii is needed, as roses.start returns it")
    raise ValueError(said.format(kind=type(value).__name__))
