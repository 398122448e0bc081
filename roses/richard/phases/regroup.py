"""The end of a battle: the victor, and regrouping of its blocks (rule 6.7)."""

from __future__ import annotations

from functools import cache

from roses.engine.protocol import Action
from roses.richard.actions import Done, Regroup
from roses.richard.events import army
from roses.richard.heirs import release
from roses.richard.phases.battle import retreats, withdraw
from roses.richard.position import Battle, Draft, Phase, Position, disputed, present
from roses.richard.tables import INDEX, NAMES, PLACE, PLACES, SIDES, bits


def end_treason(d: Draft, battle: Battle) -> None:
    """Stage "treason end": go on to round 1, or end a battle whose last defender was turned (rules 5.1, 6.3)."""
    if disputed(d, battle.area):
        d.stage = "round"
    else:
        d.stage = "battle end"


def begin(d: Draft, battle: Battle) -> None:
    """Stage "battle end": the side that is left wins, the defender if both are; the victor may regroup (6.2, 6.7)."""
    left = [bool(present(d, battle.area, side)) for side in (0, 1)]
    victor = 1 - battle.attacker if left[0] == left[1] else int(left[1])
    d.fight(crossings=(), sailed=(), round=0)
    d.log(army.BattleWon(SIDES[victor], PLACES[battle.area]))
    release(d)
    d.ask(Phase.REGROUP, victor)


def legal(s: Position, battle: Battle, side: int) -> list[Action]:
    """Return the moves of the victor's blocks to adjacent friendly or vacant areas, and done."""
    moves: list[Action] = [
        _regroup(b, a) for b in bits(present(s, battle.area, side)) for a in retreats(s, battle, side, b)
    ]
    return [*moves, Done()]


@cache
def _regroup(block: int, area: int) -> Regroup:
    return Regroup(NAMES[block], PLACES[area])


def apply(d: Draft, battle: Battle, side: int, action: Action) -> None:
    """Move one block, or end the battle and go on to the next."""
    if isinstance(action, Regroup):
        withdraw(d, battle, side, INDEX[action.block], PLACE[action.area], army.Regrouped)
        return
    d.fronts = tuple(f for f in d.fronts if f.area != battle.area)
    d.battle = None
    d.stage = "battles"
