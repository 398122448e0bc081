"""Resampling: a state drawn at random that agrees with all that a view tells; nothing else enters into it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

import msgspec

from roses.engine.i18n import gettext as _
from roses.lancaster.knowledge import Known
from roses.lancaster.position import Phase
from roses.lancaster.state import State
from roses.lancaster.tables import COLOURS
from roses.lancaster.view import View

_SQUIRES: Final = 4  # the most that are drawn for a player; few have more in hand
_MOST: Final = 1000  # more than any knight needs


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
    fields = {name: getattr(known, name) for name in known.__struct_fields__ if name != "held"}
    gold, squires = _goods(view, known, rng)
    state = State(
        **fields, round=view.round, phase=Phase(view.phase), active=view.active, gold=gold, squires=squires,
        votes=_votes(view, known, rng), events=view.events,
    )  # fmt: skip
    return _able(state, view)


def shared(goods: Sequence[int | None], held: int, rng: random.Random) -> tuple[int, ...]:
    """Return goods by player, those that are None drawn so that all together hold so many.

    >>> sum(shared((3, None, None), 10, random.Random(1)))
    10
    """
    dealt = [n or 0 for n in goods]
    hidden = [player for player, n in enumerate(goods) if n is None]
    for _again in range(held - sum(dealt) if hidden else 0):
        dealt[rng.choice(hidden)] += 1
    return tuple(dealt)


def _goods(view: View, known: Known, rng: random.Random) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return gold and squires by player."""
    gold, squires = [house.gold for house in view.houses], [house.squires for house in view.houses]
    if known.held:
        return shared(gold, known.held[0], rng), shared(squires, known.held[1], rng)
    most = 2 + 2 * view.round
    return (
        tuple([rng.randint(0, most) if n is None else n for n in gold]),
        tuple([rng.randint(0, _SQUIRES) if n is None else n for n in squires]),
    )


def _able(state: State, view: View) -> State:
    """Return the state with as many more squires as the player who is asked needs to have a choice.

    Where the supply is limited, they are those of another player whose squires are hidden.
    """
    hidden = [player for player, house in enumerate(view.houses) if house.squires is None]
    while state.phase is Phase.PLACING and state.mover in hidden and not state.legal_actions():
        squires = list(state.squires)
        if squires[state.mover] > _MOST:
            raise ValueError(_("no game comes to the position that this view shows: who is to place a knight cannot"))
        squires[state.mover] += 1
        if state.rules.supply == "limited":
            giver = next((p for p in hidden if p != state.mover and squires[p]), -1)
            if giver < 0:
                return state
            squires[giver] -= 1
        state = msgspec.structs.replace(state, squires=tuple(squires))
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
