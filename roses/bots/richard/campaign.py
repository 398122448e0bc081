"""Rules of thumb for the block war game, each with its reason, from the view of one side."""

from __future__ import annotations

from collections.abc import Sequence

from roses.bots.bot import Scored
from roses.bots.richard import battles
from roses.bots.richard.board import Board
from roses.bots.richard.marches import Marches
from roses.engine.protocol import Action
from roses.richard.position import Phase
from roses.richard.view import View


def rules_of_thumb(view: View, options: Sequence[Action]) -> list[Scored]:
    """Return score and reason of each option of the viewer.

    >>> import roses
    >>> state = roses.scene(Kent="Gloucester", side="York")
    >>> found = rules_of_thumb(state.view("York"), state.legal_actions("York"))
    >>> max(found)[1]
    'no move is worth a point now'
    """
    board = Board(view)
    if view.phase in (str(Phase.ACTIONS), str(Phase.MUSTER)):
        marches = Marches(board, options)
        return [marches.score(option) for option in options]
    return [battles.score(board, option) for option in options]
