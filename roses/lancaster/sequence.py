"""The sequence of play (rule 1.2): tables from each phase and stage to the function for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from roses.engine.protocol import Action
from roses.lancaster.phases import castles, conflicts, counties, effects, final, laws, parliament, placing, setup
from roses.lancaster.position import Draft, Phase

LEGAL: Final[dict[Phase, Callable[[Any, int], Sequence[Action]]]] = {
    Phase.EXTENSION: setup.legal_extension,
    Phase.PLACING: placing.legal,
    Phase.FAVOUR: placing.legal_favour,
    Phase.VOTE: parliament.legal,
    Phase.TRADE: laws.legal_trade,
    Phase.BARTER: laws.legal_barter,
    Phase.COMMIT: laws.legal_commit,
    Phase.UPKEEP: laws.legal_upkeep,
    Phase.COUNTY: counties.legal,
    Phase.NAMING: counties.legal_name,
    Phase.CASTLE: castles.legal,
    Phase.RANSOM: conflicts.legal,
    Phase.UPGRADE: effects.legal,
    Phase.BUILDING: effects.legal,
    Phase.NOBLE: effects.legal,
    Phase.PASSAGE: effects.legal,
}

APPLY: Final[dict[Phase, Callable[[Draft, int, Any], None]]] = {
    Phase.EXTENSION: setup.apply_extension,
    Phase.PLACING: placing.apply,
    Phase.FAVOUR: placing.apply_favour,
    Phase.VOTE: parliament.apply,
    Phase.TRADE: laws.apply_trade,
    Phase.BARTER: laws.apply_barter,
    Phase.COMMIT: laws.apply_commit,
    Phase.UPKEEP: laws.apply_upkeep,
    Phase.COUNTY: counties.apply,
    Phase.NAMING: counties.apply_name,
    Phase.CASTLE: castles.apply,
    Phase.RANSOM: conflicts.apply,
    Phase.UPGRADE: effects.apply,
    Phase.BUILDING: effects.apply,
    Phase.NOBLE: effects.apply,
    Phase.PASSAGE: effects.apply,
}

DRAWS: Final[dict[Phase, Callable[[Any], Sequence[Action]]]] = {
    Phase.START: setup.draws,
    Phase.LAW_SETS: setup.sets,
    Phase.LAWS: setup.enactments,
    Phase.CONFLICTS: setup.reveals,
    Phase.PROPOSALS: setup.proposals,
}

DRAWN: Final[dict[Phase, Callable[[Draft, Any], None]]] = {
    Phase.START: setup.apply_draw,
    Phase.LAW_SETS: setup.apply_sets,
    Phase.LAWS: setup.apply_enact,
    Phase.CONFLICTS: setup.apply_reveal,
    Phase.PROPOSALS: setup.apply_propose,
}

STAGES: Final[dict[str, Callable[[Draft], None]]] = {
    "set-up": setup.begin,
    "extensions": setup.extensions,
    "round": setup.begin_round,
    "placing": placing.begin,
    "next knight": placing.next_knight,
    "favour": placing.begin_favour,
    "parliament": parliament.begin,
    "law": laws.begin,
    "law turn": laws.turn,
    "law end": laws.end,
    "laws end": parliament.end_laws,
    "county": counties.begin,
    "county end": counties.end,
    "castles": castles.begin,
    "castle": castles.next_castle,
    "castle item": castles.next_item,
    "conflicts": conflicts.begin,
    "conflict": conflicts.next_conflict,
    "ransom": conflicts.ransom,
    "owed": effects.settle,
    "final": final.score,
}


def run(d: Draft) -> None:
    """Run the automatic stages until a player must choose, a draw is due, or the game is over."""
    while stage := d.stage:
        d.stage = ""
        STAGES[stage](d)
