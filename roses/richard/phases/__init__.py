"""The sequence of play (rules 1.0 to 1.4): tables from each phase, roll and stage to the function for it.

In the modules of the phases ``legal`` functions list the choices, and ``apply`` functions carry one out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar, TypeVarTuple

from roses.engine.protocol import Action
from roses.richard.phases import battle, cards, march, political, supply
from roses.richard.position import Battle, Draft, Due, Phase, Position, battle_in

S = TypeVar("S", bound=Position)
Ts = TypeVarTuple("Ts")
T = TypeVar("T")


def _in_battle(play: Callable[[S, Battle, *Ts], T]) -> Callable[[S, *Ts], T]:
    """Return a function of a position from one that also takes its battle."""

    def handed(s: S, *rest: *Ts) -> T:
        return play(s, s.battle or battle_in(s), *rest)

    return handed


LEGAL: Final[dict[Phase, Callable[[Any, int], list[Action]]]] = {
    Phase.MULLIGAN_ANSWER: cards.legal_answer,
    Phase.CARDS: cards.legal_cards,
    Phase.ACTIONS: march.legal,
    Phase.MUSTER_AREA: march.legal_muster_area,
    Phase.MUSTER: march.legal_muster,
    Phase.PLAGUE: march.legal_plague,
    Phase.MAIN_ATTACK: march.legal_main_attack,
    Phase.BATTLES: battle.legal_battles,
    Phase.TREASON: _in_battle(battle.legal_treason),
    Phase.BATTLE_TURN: _in_battle(battle.legal),
    Phase.HITS: _in_battle(battle.legal_hits),
    Phase.REGROUP: _in_battle(battle.legal_regroup),
    Phase.MINOR: supply.legal_minor,
    Phase.EXECUTION: supply.legal_execution,
    Phase.SUPPLY: supply.legal_attrition,
    Phase.HOMEWARD: political.legal_home,
    Phase.EXILE: political.legal_exile,
}

APPLY: Final[dict[Phase, Callable[[Draft, int, Any], None]]] = {
    Phase.MULLIGAN_ANSWER: cards.apply_answer,
    Phase.CARDS: cards.apply_card,
    Phase.ACTIONS: march.apply,
    Phase.MUSTER_AREA: march.apply_muster_area,
    Phase.MUSTER: march.apply,
    Phase.PLAGUE: march.apply_plague,
    Phase.MAIN_ATTACK: march.apply_main_attack,
    Phase.BATTLES: battle.apply_fight,
    Phase.TREASON: battle.apply_treason,
    Phase.BATTLE_TURN: _in_battle(battle.apply),
    Phase.HITS: _in_battle(battle.apply_hit),
    Phase.REGROUP: _in_battle(battle.apply_regroup),
    Phase.MINOR: supply.apply_minor,
    Phase.EXECUTION: supply.apply_execution,
    Phase.SUPPLY: supply.apply_attrition,
    Phase.HOMEWARD: political.apply_home,
    Phase.EXILE: political.apply_exile,
}

ROLLED: Final[dict[str, Callable[[Draft, Due, tuple[int, ...]], None]]] = {
    "fire": _in_battle(battle.apply_fire),
    "charge": _in_battle(battle.apply_charge),
    "reply": _in_battle(battle.apply_reply),
    "treachery": _in_battle(battle.apply_treachery),
    "treason": _in_battle(battle.apply_treachery),
}

STAGES: Final[dict[str, Callable[[Draft], None]]] = {
    "deal": cards.begin_campaign,
    "turn": cards.begin_turn,
    "actions": march.begin,
    "battles": battle.begin,
    "treason end": _in_battle(battle.end_treason),
    "round": _in_battle(battle.begin_round),
    "battle turn": _in_battle(battle.next_turn),
    "battle end": _in_battle(battle.end_battle),
    "supply": supply.begin,
    "minors": supply.begin_minors,
    "executions": supply.begin_executions,
    "attrition": supply.begin_attrition,
    "political": political.begin,
    "homecoming": political.begin_homecoming,
    "exile limits": political.begin_exile_limits,
}


def run(d: Draft) -> None:
    """Run the automatic stages until a side must choose, dice or cards are due, or the game is over."""
    while stage := d.stage:
        d.stage = ""
        STAGES[stage](d)
