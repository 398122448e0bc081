"""States that differ only in what is hidden: drawn from a view, or made from the true state to test what views hide."""

from __future__ import annotations

import random
from collections.abc import Sequence

import msgspec

from roses.engine.i18n import gettext as _
from roses.lancaster.position import Phase
from roses.lancaster.state import State
from roses.lancaster.tables import COLOURS
from roses.lancaster.view import View


def resample(view: View, rng: random.Random) -> State:
    """Return a state that agrees with the view; goods behind other players' screens and sealed votes are random.

    For that side its view equals ``view``. Gold grows with the rounds, as it does in play: it is 0 to 2 plus twice the
    round; squires are 0 to 4, more only if the player could not place a knight otherwise. ValueError for a view that
    was not made by a state.

    >>> import random, roses
    >>> view = roses.game("lancaster", seed=7).view("Green")
    >>> roses.resample(view, random.Random(1)).view("Green") == view
    True
    """
    known = view.known
    if known is None:
        raise ValueError(_("this view was not made by a state, so it does not tell enough to draw one from it"))
    gold, squires = [house.gold for house in view.houses], [house.squires for house in view.houses]
    if known.held:  # the supply is limited, so everybody knows how much the players hold together
        drawn_gold, drawn_squires = deal_goods(gold, known.held[0], rng), deal_goods(squires, known.held[1], rng)
    else:
        most = 2 + 2 * view.round
        drawn_gold = tuple([rng.randint(0, most) if n is None else n for n in gold])
        drawn_squires = tuple([rng.randint(0, 4) if n is None else n for n in squires])
    votes: list[tuple[bool, int] | None] = []
    for player, side in enumerate(COLOURS[: view.players] if view.phase == Phase.VOTE else ()):
        if side in view.votes:
            choice, used = view.votes[side]
            votes.append((choice == "yes", used))
        elif side in view.voted:
            votes.append((rng.choice((True, False)), rng.randint(0, known.markers[player])))
        else:
            votes.append(None)
    fields = {name: getattr(known, name) for name in known.__struct_fields__ if name != "held"}
    state = State(
        **fields, round=view.round, phase=Phase(view.phase), active=view.active, gold=drawn_gold,
        squires=drawn_squires, votes=tuple(votes), events=view.events,
    )  # fmt: skip
    return _with_choices(state, [player for player, n in enumerate(squires) if n is None])


def deal_goods(goods: Sequence[int | None], held: int, rng: random.Random) -> tuple[int, ...]:
    """Return goods by player: those that are None are drawn so that all players together hold ``held``.

    >>> sum(deal_goods((3, None, None), 10, random.Random(1)))
    10
    """
    dealt = [n or 0 for n in goods]
    hidden = [player for player, n in enumerate(goods) if n is None]
    for _piece in range(held - sum(dealt) if hidden else 0):
        dealt[rng.choice(hidden)] += 1
    return tuple(dealt)


def _with_choices(state: State, hidden: Sequence[int]) -> State:
    """Return the state with the further squires that the player who must place a knight needs to be able to.

    ``hidden`` are the players whose squires are drawn. If the supply is limited, another of them gives up the squires.
    """
    while state.phase is Phase.PLACING and state.mover in hidden and not state.legal_actions():
        squires = list(state.squires)
        if squires[state.mover] > 1000:  # more than any knight needs
            raise ValueError(_("no game comes to the position that this view shows: who is to place a knight cannot"))
        squires[state.mover] += 1
        if state.rules.supply == "limited":
            giver = next((p for p in hidden if p != state.mover and squires[p]), -1)
            if giver < 0:
                return state
            squires[giver] -= 1
        state = msgspec.structs.replace(state, squires=tuple(squires))
    return state


def exchange(state: State, side: str, rng: random.Random) -> State:
    """Return a state that a player cannot tell from this one: what is hidden from it is changed at random (16.1).

    It is made from the true state, not from a view, so that tests of hidden information can compare the two. It may
    equal ``state``, if nothing is hidden or nothing can be changed. ValueError if there is no such side.

    >>> import random, roses
    >>> state = roses.game("lancaster", players=3, seed=1).state
    >>> other = exchange(state, "Green", random.Random(4))
    >>> other == state, other.view("Green") == state.view("Green")
    (False, True)
    """
    state.check_side(side)
    viewer = state.sides.index(side)

    def changed(values: tuple[int, ...]) -> tuple[int, ...]:
        if state.rules.supply == "limited":  # the common supply shows how much the players hold together
            return deal_goods([n if p == viewer else None for p, n in enumerate(values)], sum(values), rng)
        return tuple([n if p == viewer else rng.randrange(12) for p, n in enumerate(values)])

    for _attempt in range(50):
        votes = tuple([
            vote if p == viewer or vote is None else (rng.choice((True, False)), rng.randint(0, state.markers[p]))
            for p, vote in enumerate(state.votes)
        ])  # fmt: skip
        other = msgspec.structs.replace(state, votes=votes)
        if state.setup.screens and state.phase is not Phase.OVER:
            other = msgspec.structs.replace(other, gold=changed(state.gold), squires=changed(state.squires))
        if all(other.legal_actions(who) for who in other.active):
            return other
    return state
