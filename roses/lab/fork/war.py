"""What can be changed in a position of the block war game besides what is played, and what is drawn for in it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import msgspec

from roses.engine.description import Defect
from roses.engine.games import describe
from roses.engine.protocol import CHANCE, Roll
from roses.richard.lords_count import tally
from roses.richard.naming import known
from roses.richard.position import Due, Phase
from roses.richard.rules import ruleset
from roses.richard.state import State
from roses.richard.tables import (
    AREAS,
    BLOCKS,
    HEIRS,
    INDEX,
    MINOR,
    NAMES,
    OUT,
    PAIR,
    PLACE,
    PLACES,
    POOL,
    RATED,
    SIDES,
    STEPS,
)


def key(state: State) -> tuple[object, ...]:
    """Return what is drawn for: the turn, and the block and the round of a battle or the phase and points of an order.

    >>> import roses
    >>> key(roses.scene(Kent="Gloucester"))
    (1, 1, 0, '', 0, 'actions', 4)
    """
    due, battle = state.due, state.battle
    when = (state.campaign, state.turn, state.mulligan)
    where = (PLACES[battle.area], battle.round) if battle else ("", 0)
    if due:
        return (*when, *where, due.kind, _name(due.block), _name(due.target))
    return (*when, *where, str(state.phase), state.ap)


def _name(block: int) -> str:
    return NAMES[block] if block >= 0 else ""


def lead(state: State) -> tuple[int, ...]:
    """Return by how many lords each side is ahead of the other, London included, as rule 8.2 counts them.

    Where a campaign has just ended and the next is due, that is the count which ended it.

    >>> import roses
    >>> lead(roses.replay("1470-kingmaker")[39])
    (2, -2)
    """
    if state.phase is Phase.DEAL and state.votes != (0, 0):
        ahead = state.votes[0] - state.votes[1]
    else:
        count = tally(state)
        ahead = count.total("Lancaster") - count.total("York")
    return ahead, -ahead


def crown(state: State) -> str:
    """Return the side that has the crown.

    >>> import roses
    >>> crown(roses.start("richard-iii", "1460"))
    'Lancaster'
    """
    return SIDES[state.king_side]


def changed(state: State, strength: Mapping[str, int], place: Mapping[str, str], rules: str) -> State:
    """Return the position with other strengths in steps, other places of blocks and another ruleset.

    ``place`` is an area, or ``"Pool"`` or ``"Out"`` of a noble; the other version of a block that comes in goes out.
    ValueError for a block, place, strength or ruleset that there is not, and for a position that the rules exclude.

    >>> import roses
    >>> state = roses.replay("1470-kingmaker")[3]
    >>> from roses.richard.tables import INDEX, PLACES
    >>> PLACES[changed(state, {}, {"Warwick/Y": "Calais"}, "").loc[INDEX["Warwick/Y"]]]
    'Calais'
    """
    if (strength or place) and state.active == (CHANCE,):
        raise ValueError("dice or cards are due there; change a position in which a side must choose")
    for block, where in place.items():
        state = _placed(state, known("block", block, BLOCKS), where)
    for block, steps in strength.items():
        state = _strong(state, known("block", block, BLOCKS), steps)
    if rules:
        state = msgspec.structs.replace(state, rules=ruleset(rules))
    try:
        describe(state.header["game"]).invariants().look(state)
    except Defect as defect:
        raise ValueError(f"the rules exclude the changed position: {defect}") from defect
    return state


def _strong(state: State, name: str, steps: int) -> State:
    block = INDEX[name]
    if state.loc[block] >= POOL:
        raise ValueError(f"{name} is not on the map there, so its strength cannot be changed")
    if isinstance(steps, bool) or steps not in range(1, STEPS[block] + 1):
        raise ValueError(f"{name} must have 1 to {STEPS[block]} steps, as printed, not {steps!r} (rule 3.11)")
    return _with(state, block, state.loc[block], steps)


def _placed(state: State, name: str, where: str) -> State:
    """Return the position with a block elsewhere; a block that was not on the map comes at full strength."""
    block, goal = INDEX[name], PLACE[known("place", where, [*AREAS, "Pool", "Out"])]
    if state.fronts or state.battle:
        raise ValueError("armies have met there; change the place of a block before anybody attacks in that turn")
    other = PAIR[block] if PAIR[block] >= 0 and state.loc[PAIR[block]] != OUT else -1
    royal = 1 << block & (HEIRS | state.prisoner | state.down) and (goal >= POOL or state.loc[block] >= MINOR)
    if royal or (other >= 0 and 1 << other & HEIRS):
        raise ValueError(f"{name} cannot be put in {where}: heirs and prisoners stay in play, and the dead stay dead")
    if goal != OUT and other >= 0:
        state = _with(state, other, OUT, 0)
    enemy = next((side for side in (0, 1) if not state.own[side] >> block & 1), 0)
    if goal < POOL and state.occ[goal] & state.own[enemy] & ~(state.down | state.prisoner):
        raise ValueError(f"{name} cannot be put in {where}, where the enemy stands; let it march there (rule 5.2)")
    steps = 0 if goal == OUT else STEPS[block] if state.loc[block] >= POOL or goal == POOL else state.steps[block]
    return _with(state, block, goal, steps)


def _with(state: State, block: int, place: int, steps: int) -> State:
    """Return the position with a block in a place, with so many steps."""
    occ, loc, strong = list(state.occ), bytearray(state.loc), bytearray(state.steps)
    occ[loc[block]] &= ~(1 << block)
    occ[place] |= 1 << block
    loc[block], strong[block] = place, steps
    return msgspec.structs.replace(state, occ=tuple(occ), loc=bytes(loc), steps=bytes(strong))


def check_loyalty(loyalty: Mapping[str, int | None]) -> None:
    """Raise ValueError for a block that cannot be turned by rule 6.9, and for a loyalty that is no number of dice."""
    for name, dice in loyalty.items():
        if not RATED >> INDEX[known("block", name, BLOCKS)] & 1:
            raise ValueError(f"{name} has no loyalty, so nobody can turn it (rule 3.13)")
        if dice is not None and (isinstance(dice, bool) or dice not in range(10)):
            raise ValueError(f"the loyalty of {name} must be 0 to 9 dice, or None if he never turns, not {dice!r}")


def loyalty_changed(state: Any, loyalty: Mapping[str, int | None]) -> bool:
    """Return whether dice are due for a treachery against a block whose loyalty was changed."""
    due: Due | None = getattr(state, "due", None)  # the court game has none
    return due is not None and due.kind in ("treachery", "treason") and _name(due.target) in loyalty


def roll(state: Any, loyalty: Mapping[str, int | None], rng: random.Random) -> Roll | None:
    """Return the dice of a treachery against a block whose loyalty was changed; None for any other roll.

    Treachery succeeds if so many dice as the loyalty are all even (rule 6.9). As many as the rules know are shown: even
    ones if it succeeds, an odd one among them if it fails.
    """
    if not loyalty_changed(state, loyalty):
        return None
    due: Due = state.due
    least = loyalty[_name(due.target)]
    thrown = [rng.randrange(1, 7) for _die in range(max(due.dice, least or 0))]
    shown = thrown[: due.dice]
    if least is not None and all(die % 2 == 0 for die in thrown[:least]):
        return Roll(tuple([die + die % 2 for die in shown]))
    return Roll(tuple(shown if any(die % 2 for die in shown) else [*shown[:-1], shown[-1] - 1]))
