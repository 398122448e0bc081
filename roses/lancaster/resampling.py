"""Resampling: a state drawn at random that agrees with all that a view tells; nothing else enters into it."""

from __future__ import annotations

import random
from typing import Final

import msgspec

from roses.engine.i18n import gettext as _
from roses.lancaster.knowledge import Known
from roses.lancaster.phases.effects import supply
from roses.lancaster.position import Phase
from roses.lancaster.state import State
from roses.lancaster.tables import COLOURS
from roses.lancaster.view import View

_SQUIRES: Final = 4  # the most that are drawn for a player; few have more in hand


def resample(view: View, rng: random.Random) -> State:
    """Return a state that agrees with the view; what lies behind the screens of others, and sealed votes, are drawn.

    Its view for that side is equal to ``view``. Gold grows with the rounds, as it does in play: 0 to 2 and twice the
    round; squires are 0 to 4, more only if the player could not place a knight otherwise. ValueError for a view that
    no state has made.

    >>> import random, roses
    >>> view = roses.game("lancaster", seed=7).view("Green")
    >>> roses.resample(view, random.Random(1)).view("Green") == view
    True
    """
    known = view.known
    if known is None:
        raise ValueError(_("this view was not made by a state, so it does not tell enough to draw one from it"))
    state = State(
        **{name: getattr(known, name) for name in known.__struct_fields__}, round=view.round, phase=Phase(view.phase),
        active=view.active, gold=tuple([house.gold or 0 for house in view.houses]),
        squires=tuple([house.squires or 0 for house in view.houses]), votes=_votes(view, known, rng),
        events=view.events,
    )  # fmt: skip
    for player, house in enumerate(view.houses):
        if house.gold is None:
            state = _given(state, "gold", player, rng.randint(0, 2 + 2 * view.round))
            state = _given(state, "squires", player, rng.randint(0, _SQUIRES))
    return _able(state, view)


def _given(state: State, goods: str, player: int, amount: int) -> State:
    """Return the state with goods that a player has taken from the supply, as far as there are any."""
    had = getattr(state, goods)
    now = had[player] + min(amount, supply(state, goods))
    return msgspec.structs.replace(state, **{goods: (*had[:player], now, *had[player + 1 :])})


def _able(state: State, view: View) -> State:
    """Return the state with as many more squires as the player who is asked needs to have a choice."""
    player = state.mover
    while state.phase is Phase.PLACING and view.houses[player].squires is None and not state.legal_actions():
        richer = _given(state, "squires", player, 1)
        if richer == state:
            return state
        state = richer
    return state


def _votes(view: View, known: Known, rng: random.Random) -> tuple[tuple[bool, int] | None, ...]:
    """Return the votes by player: those that are seen, any that is possible for one that is sealed."""
    if view.phase != Phase.VOTE:
        return ()
    return tuple([_vote(view, side, known.markers[p], rng) for p, side in enumerate(COLOURS[: view.players])])


def _vote(view: View, side: str, markers: int, rng: random.Random) -> tuple[bool, int] | None:
    if side not in view.voted:
        return None
    if side in view.votes:
        choice, used = view.votes[side]
        return choice == "yes", used
    return rng.choice((True, False)), rng.randint(0, markers)
