"""The things that ``explain`` knows besides actions: areas, seas, blocks and the Treason card."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from roses.engine.protocol import Action
from roses.richard.actions import TREASON, Disperse, Enter, Execute, GoHome, Hit, Pass, Recruit, Regroup, Starve
from roses.richard.position import Phase, Position
from roses.richard.prompts import Reason
from roses.richard.refusals import battles, moves, reason
from roses.richard.tables import AREAS, BLOCKS, INDEX, LAND, PLACES, SEAS, SIDES

SUBJECTS: Final = frozenset({*AREAS, *SEAS, *BLOCKS, TREASON})
_ANYWHERE: Final = next(iter(AREAS))
# phases of movement, to the reason why a block on the map cannot move
_STUCK: Final[Mapping[Phase, Callable[[Position, int, int], Reason]]] = {
    Phase.ACTIONS: moves.stuck,
    Phase.MUSTER: moves.stuck,
    Phase.REGROUP: battles.stuck,
}
# phases, to an action that (block, its place) would take; its refusal is the reason
_ATTEMPTS: Final[Mapping[Phase, Callable[[str, str], Action]]] = {
    Phase.ACTIONS: lambda block, _: Recruit(block, _ANYWHERE),
    Phase.MUSTER: lambda block, _: Recruit(block, _ANYWHERE),
    Phase.BATTLE_TURN: lambda block, _: Pass(block),
    Phase.HITS: lambda block, _: Hit(block),
    Phase.REGROUP: Regroup,
    Phase.MINOR: lambda block, _: Enter(block, _ANYWHERE),
    Phase.EXECUTION: lambda block, _: Execute(block),
    Phase.SUPPLY: lambda block, _: Starve(block),
    Phase.HOMEWARD: GoHome,
    Phase.EXILE: lambda block, _: Disperse(block),
}


def idle(s: Position, who: str, thing: str) -> Reason | None:
    """Return (rule, reason why a block has nothing to do now); None for other things and other phases."""
    if thing not in BLOCKS or who not in s.active or s.phase not in _ATTEMPTS:
        return None
    block, side = INDEX[thing], SIDES.index(who)
    if s.phase in _STUCK and s.own[side] >> block & 1 and s.loc[block] in LAND:
        return _STUCK[s.phase](s, side, block)
    return reason(s, who, _ATTEMPTS[s.phase](thing, PLACES[s.loc[block]]))
