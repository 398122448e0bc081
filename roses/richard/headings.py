"""Where in the sequence of play a position stands, for the headings of a transcript. No rules here."""

from __future__ import annotations

from typing import Final

from roses.richard.position import Fields, Phase
from roses.richard.tables import PLACES

_HAND: Final = {Phase.DEAL, Phase.MULLIGAN, Phase.MULLIGAN_ANSWER}
_CAMP: Final = {Phase.ACTIONS, Phase.MUSTER_AREA, Phase.MUSTER, Phase.PLAGUE, Phase.MAIN_ATTACK}
_PARTS: Final = {Phase.CARDS: "Cards", Phase.MINOR: "Supply", Phase.EXECUTION: "Supply", Phase.SUPPLY: "Supply"}


def headings(state: Fields) -> tuple[str, ...]:
    """Return campaign, turn, part of the turn, battle and round, as far as they apply, from the outside in.

    >>> import roses
    >>> headings(roses.replay("1483-richard-iii")[1])
    ('Campaign 3', 'Turn 1', 'Cards')
    """
    campaign = f"Campaign {state.campaign}"
    if state.phase in _HAND:
        return campaign, "The deal"
    if state.phase in (Phase.HOMEWARD, Phase.EXILE):
        return campaign, "Political turn", f"{state.active[0]} goes home"
    turn = f"Turn {state.turn}"
    if state.phase in _CAMP:
        return campaign, turn, f"{state.active[0]} moves"
    if state.battle is not None:
        return campaign, turn, "Battles", f"{PLACES[state.battle.area]}, {_round(state)}"
    return campaign, turn, _PARTS.get(state.phase, "Battles")


def _round(state: Fields) -> str:
    if state.phase is Phase.REGROUP:
        return "regrouping"
    return f"round {state.battle.round}" if state.battle and state.battle.round else "before the battle"
