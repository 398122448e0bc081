"""The change that is made at a fork, and the forms in which it may be written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

import msgspec

from roses.engine.description import Defect
from roses.engine.games import describe
from roses.engine.protocol import CHANCE
from roses.richard.naming import check_name
from roses.richard.rules import ruleset
from roses.richard.state import State
from roses.richard.tables import (
    AREAS,
    BLOCKS,
    HEIRS,
    INDEX,
    MINOR,
    OUT,
    PAIR,
    PLACE,
    POOL,
    RATED,
    STEPS,
)

_EXAMPLE: Final = (
    "{'play': 'roll 3', 'strength': {'Norfolk': 1}, 'place': {'Oxford': 'Pool'}, 'loyalty': {'Stanley/Y': None}, "
    "'ruleset': 'classic'}"
)


class Change(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What is different after the fork.

    * ``play``: actions in notation, decisions or rolls of dice, in place of the recorded one;
    * ``strength``: blocks to steps; ``place``: blocks to areas, ``"Pool"`` or ``"Out"``;
    * ``loyalty``: blocks to the dice that must all be even to turn them, 0 to 9, or None: nobody turns them. The bots
      do not know it, and weigh treachery by the printed number;
    * ``ruleset``: the name of a ruleset or a variant of one.
    """

    play: tuple[str, ...] = ()
    strength: dict[str, int] = {}
    place: dict[str, str] = {}
    loyalty: dict[str, int | None] = {}
    ruleset: str = ""


ChangeLike: TypeAlias = str | Sequence[str] | Mapping[str, Any] | Change


def change_of(change: ChangeLike) -> Change:
    """Return the change for an action, several actions, or a mapping of fields; ValueError for anything else.

    >>> change_of("roll 3") == change_of({"play": "roll 3"}) == Change(("roll 3",))
    True
    """
    if isinstance(change, Change):
        return change
    if isinstance(change, str):
        return Change((change,))
    fields: dict[str, Any] = dict(change) if isinstance(change, Mapping) else {"play": change}
    if isinstance(fields.get("play"), str):
        fields["play"] = [fields["play"]]
    try:
        return msgspec.convert(fields, Change)
    except msgspec.ValidationError as error:
        raise ValueError(
            f"a change must be an action, a list of actions, or a mapping such as {_EXAMPLE}, not {change!r}"
        ) from error


def change_position(state: State, strength: Mapping[str, int], place: Mapping[str, str], rules: str) -> State:
    """Return the position with other strengths in steps, other places of blocks and another ruleset.

    A place is an area or, for a noble, also ``"Pool"`` or ``"Out"``; when a block comes into play, its other version
    goes out. ValueError for an unknown block, place or ruleset, for a strength that the block cannot have, and for a
    position that the rules exclude.

    >>> import roses
    >>> state = roses.replay("1470-kingmaker")[3]
    >>> from roses.richard.tables import INDEX, PLACES
    >>> PLACES[change_position(state, {}, {"Warwick/Y": "Calais"}, "").loc[INDEX["Warwick/Y"]]]
    'Calais'
    """
    if (strength or place) and state.active == (CHANCE,):
        raise ValueError("dice or cards are due there; change a position in which a side must choose")
    for block, where in place.items():
        state = _move_block(state, check_name("block", block, BLOCKS), where)
    for name, steps in strength.items():
        number = INDEX[check_name("block", name, BLOCKS)]
        if state.loc[number] >= POOL:
            raise ValueError(f"{name} is not on the map there, so its strength cannot be changed")
        if isinstance(steps, bool) or steps not in range(1, STEPS[number] + 1):
            raise ValueError(f"{name} must have 1 to {STEPS[number]} steps, as printed, not {steps!r} (rule 3.11)")
        state = _put_block(state, number, state.loc[number], steps)
    if rules:
        state = msgspec.structs.replace(state, rules=ruleset(rules))
    try:
        describe(state.header["game"]).invariants().look(state)
    except Defect as defect:
        raise ValueError(f"the rules exclude the changed position: {defect}") from defect
    return state


def _move_block(state: State, name: str, where: str) -> State:
    """Return the position with a block elsewhere; a block that was not on the map comes at full strength."""
    block, goal = INDEX[name], PLACE[check_name("place", where, [*AREAS, "Pool", "Out"])]
    if state.fronts or state.battle:
        raise ValueError("armies have met there; change the place of a block before anybody attacks in that turn")
    other = PAIR[block] if PAIR[block] >= 0 and state.loc[PAIR[block]] != OUT else -1
    fixed = 1 << block & (HEIRS | state.prisoner | state.down) and (goal >= POOL or state.loc[block] >= MINOR)
    if fixed or (other >= 0 and 1 << other & HEIRS):
        raise ValueError(f"{name} cannot be put in {where}: heirs and prisoners stay in play, and the dead stay dead")
    if goal != OUT and other >= 0:
        state = _put_block(state, other, OUT, 0)
    enemy = next((side for side in (0, 1) if not state.own[side] >> block & 1), 0)
    if goal < POOL and state.occ[goal] & state.own[enemy] & ~(state.down | state.prisoner):
        raise ValueError(f"{name} cannot be put in {where}, where the enemy stands; let it march there (rule 5.2)")
    steps = 0 if goal == OUT else STEPS[block] if state.loc[block] >= POOL or goal == POOL else state.steps[block]
    return _put_block(state, block, goal, steps)


def _put_block(state: State, block: int, place: int, steps: int) -> State:
    """Return the position with a block in a place and at a strength."""
    occ, loc, strengths = list(state.occ), bytearray(state.loc), bytearray(state.steps)
    occ[loc[block]] &= ~(1 << block)
    occ[place] |= 1 << block
    loc[block], strengths[block] = place, steps
    return msgspec.structs.replace(state, occ=tuple(occ), loc=bytes(loc), steps=bytes(strengths))


def check_loyalty(loyalty: Mapping[str, int | None]) -> None:
    """Raise ValueError for a block that nobody can turn (rule 6.9), and for a loyalty that is not a number of dice."""
    for name, dice in loyalty.items():
        if not RATED >> INDEX[check_name("block", name, BLOCKS)] & 1:
            raise ValueError(f"{name} has no loyalty, so nobody can turn it (rule 3.13)")
        if dice is not None and (isinstance(dice, bool) or dice not in range(10)):
            raise ValueError(f"the loyalty of {name} must be 0 to 9 dice, or None if he never turns, not {dice!r}")
