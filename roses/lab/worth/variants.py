"""Variants of a battle before its first shot: without some blocks, with other steps or rules, with a lord turned."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import msgspec

from roses.engine.errors import RuleError
from roses.engine.protocol import Roll
from roses.engine.state import GameState
from roses.odds import battle_odds, best_play, opening
from roses.odds.endings import Entrant, entrants, over
from roses.odds.policy import Policy
from roses.richard.actions import TREASON, Fight, Treachery
from roses.richard.phases.treachery import dice_for, targets
from roses.richard.position import Front, Phase, battle_in, present
from roses.richard.rules import Ruleset
from roses.richard.state import State, demand_war
from roses.richard.tables import BLOCKS, INDEX, LETTER, NAMES, PLACES, POOL, SIDES, bits, mask

_BEGUN: Final = (Phase.BATTLE_TURN, Phase.TREASON)


def before(state: State, area: str | None = None) -> State:
    """Return the battle of ``state`` before its first shot; ``area`` names it where several are due.

    RuleError if there is none, or if a block has acted in it: what a block is worth is counted from the beginning.
    ValueError for anything but a state.

    >>> import roses
    >>> before(roses.battle("Leicester", {"Warwick": "Richmond"}, "Gloucester", scenario="1483")).battle.round
    1
    """
    if isinstance(state, GameState):
        demand_war(state)
    if not isinstance(state, State):
        raise ValueError(
            f"{repr(state)[:60]} is not a battle; make one, such as "
            "roses.battle('Leicester', {'Warwick': 'Richmond'}, 'Gloucester')"
        )
    begun = opening(state, area)
    battle = battle_in(begun)
    if begun.phase not in _BEGUN or battle.round > 1 or battle.acted:
        area = PLACES[battle.area]
        raise RuleError(f"the battle in {area} has begun; ask before its first shot, in round 1", rule="6.2")
    return begun


def line_ups(state: State) -> dict[str, tuple[Entrant, ...]]:
    """Return the blocks of a battle by house, the attacker's first."""
    armies: dict[str, list[Entrant]] = {}
    for entrant in entrants(state):
        armies.setdefault(entrant.house, []).append(entrant)
    return {house: tuple(blocks) for house, blocks in armies.items()}


def without(state: State, names: Collection[str]) -> State:
    """Return the battle without some blocks, who live elsewhere; a house without a front line fights with its reserves.

    The borders by which the armies came stay as they are.

    >>> import roses
    >>> battle = roses.battle("Leicester", {"Warwick": "Richmond, Oxford"}, "Gloucester", scenario="1483")
    >>> [entrant.block for entrant in entrants(without(battle, ["Oxford"]))]
    ['Richmond', 'Gloucester']
    """
    gone, area = mask(list(names)), battle_in(state).area
    occ, loc = list(state.occ), bytearray(state.loc)
    occ[area] &= ~gone
    occ[POOL] |= gone
    for block in bits(gone):
        loc[block] = POOL
    return _fought(msgspec.structs.replace(state, occ=tuple(occ), loc=bytes(loc)))


def with_steps(state: State, name: str, steps: int) -> State:
    """Return the battle in which a block begins with so many steps."""
    strengths = bytearray(state.steps)
    strengths[INDEX[name]] = steps
    return msgspec.structs.replace(state, steps=bytes(strengths))


def under(state: State, rules: Ruleset) -> State:
    """Return the battle under other rules."""
    return msgspec.structs.replace(state, rules=rules)


def turnable(state: State) -> list[str]:
    """Return the lords of both houses whom a roll before the first shot could turn (rules 5.1, 6.9)."""
    battle = battle_in(state)
    return [NAMES[block] for side in (battle.attacker, 1 - battle.attacker) for block in _targets(state, 1 - side)]


def dice_of(name: str) -> int:
    """Return the dice, all of which must be even, that turn a lord: his loyalty (rule 3.13)."""
    return dice_for(-1, INDEX[name])


def turned(state: State, name: str) -> State:
    """Return the battle after a roll, as that of the Treason card, has turned a lord (rules 5.1, 6.9)."""
    battle = msgspec.structs.replace(battle_in(state), round=0)
    side = next(side for side in (0, 1) if INDEX[name] in _targets(state, side))
    asked = msgspec.structs.replace(state, phase=Phase.TREASON, active=(SIDES[side],), battle=battle, treason=side)
    return asked.apply(Treachery(TREASON, name)).apply(Roll((2,) * dice_of(name)))


def fire_order(state: State) -> list[str]:
    """Return orders by which the weakest of each letter fire first; none where ``stand`` does so anyhow."""
    groups: dict[tuple[str, int], list[Entrant]] = {}
    for entrant in entrants(state):
        groups.setdefault((entrant.house, LETTER[INDEX[entrant.block]]), []).append(entrant)
    differ = any(len({(e.steps, BLOCKS[e.block].firepower) for e in group}) > 1 for group in groups.values())
    weakest = sorted(entrants(state), key=lambda e: (e.steps, BLOCKS[e.block].firepower))
    return [f"{entrant.block} fires" for entrant in weakest] if differ else []


def chance(state: State, house: str, policy: str | Policy) -> float:
    """Return the exact probability that a house wins the battle, with ``policy="best"`` under best play of both.

    ValueError if it is not known.
    """
    if over(state):
        return float((state.outcome.winner if state.outcome else state.active[0]) == house)
    if policy == "best":
        best = best_play(state)
        if best.value is None:
            raise ValueError(f"best play was not solved, so there is no exact value: {best}")
        return best.value if best.house == house else 1 - best.value
    odds = battle_odds(state, policy=policy)
    if not odds.exact:
        raise ValueError(f"the battle is too large, or was interrupted: {odds} is not exact")
    return odds.win.get(house, 0.0)


def _targets(state: State, side: int) -> tuple[int, ...]:
    return tuple(bits(targets(state, battle_in(state), side)))


def _fought(state: State) -> State:
    """Return the battle begun anew by the engine, which says who has the first turn."""
    battle = battle_in(state)
    fronts = tuple(_front(state, front) if front.area == battle.area else front for front in state.fronts)
    side = (SIDES[state.first],)
    due = msgspec.structs.replace(state, phase=Phase.BATTLES, active=side, battle=None, fronts=fronts, events=())
    return due.apply(Fight(PLACES[battle.area]))


def _front(state: State, front: Front) -> Front:
    """Return a front without the reserve of a house that has no front line left."""
    reserve = front.reserve
    for side in (0, 1):
        there = present(state, front.area, side)
        reserve &= ~there if not there & ~front.reserve else ~0
    return msgspec.structs.replace(front, reserve=reserve)
