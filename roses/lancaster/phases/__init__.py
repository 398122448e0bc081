"""The sequence of play (rule 1.2): one module for each part of a round, and the tables of their functions.

``setup`` deals and begins a round; ``placing`` is phase 1, ``parliament`` phase 2 with the laws, ``rewards`` phase 3:
counties, castles and conflicts; ``final`` ends the game. ``effects`` are those of rewards and laws. Functions
``legal_...`` list the choices, ``apply_...`` carry one out; stages run without a choice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from roses.engine.protocol import Action
from roses.lancaster.phases import effects, final, parliament, placing, rewards, setup
from roses.lancaster.position import Draft, Phase

LEGAL: Final[dict[Phase, Callable[[Any, int], Sequence[Action]]]] = {
    Phase.EXTENSION: setup.legal_extension,
    Phase.PLACING: placing.legal,
    Phase.FAVOUR: placing.legal_favour,
    Phase.VOTE: parliament.legal_vote,
    Phase.TRADE: parliament.legal_trade,
    Phase.BARTER: parliament.legal_barter,
    Phase.COMMIT: parliament.legal_commit,
    Phase.UPKEEP: parliament.legal_upkeep,
    Phase.COUNTY: rewards.legal_county,
    Phase.NAMING: rewards.legal_name,
    Phase.CASTLE: rewards.legal_castle,
    Phase.RANSOM: rewards.legal_ransom,
    Phase.UPGRADE: effects.legal,
    Phase.BUILDING: effects.legal,
    Phase.NOBLE: effects.legal,
    Phase.PASSAGE: effects.legal,
}

APPLY: Final[dict[Phase, Callable[[Draft, int, Any], None]]] = {
    Phase.EXTENSION: setup.apply_extension,
    Phase.PLACING: placing.apply,
    Phase.FAVOUR: placing.apply_favour,
    Phase.VOTE: parliament.apply_vote,
    Phase.TRADE: parliament.apply_trade,
    Phase.BARTER: parliament.apply_barter,
    Phase.COMMIT: parliament.apply_commit,
    Phase.UPKEEP: parliament.apply_upkeep,
    Phase.COUNTY: rewards.apply_county,
    Phase.NAMING: rewards.apply_name,
    Phase.CASTLE: rewards.apply_castle,
    Phase.RANSOM: rewards.apply_ransom,
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
    "law": parliament.next_law,
    "law turn": parliament.next_turn,
    "law end": parliament.end_law,
    "laws end": parliament.end_laws,
    "county": rewards.next_county,
    "county end": rewards.end_county,
    "castles": rewards.begin_castles,
    "castle": rewards.next_castle,
    "castle item": rewards.next_item,
    "conflicts": rewards.begin_conflicts,
    "conflict": rewards.next_conflict,
    "ransom": rewards.ransom,
    "owed": effects.settle,
    "final": final.score,
}


def run(d: Draft) -> None:
    """Run the automatic stages until a player must choose, a draw is due, or the game is over."""
    while stage := d.stage:
        d.stage = ""
        STAGES[stage](d)
