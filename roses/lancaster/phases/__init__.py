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

# of each phase: what may be chosen in it, and what a choice does
CHOICES: Final[dict[Phase, tuple[Callable[[Any, int], Sequence[Action]], Callable[[Draft, int, Any], None]]]] = {
    Phase.EXTENSION: (setup.legal_extension, setup.apply_extension),
    Phase.PLACING: (placing.legal, placing.apply),
    Phase.FAVOUR: (placing.legal_favour, placing.apply_favour),
    Phase.VOTE: (parliament.legal_vote, parliament.apply_vote),
    Phase.TRADE: (parliament.legal_trade, parliament.apply_trade),
    Phase.BARTER: (parliament.legal_barter, parliament.apply_barter),
    Phase.COMMIT: (parliament.legal_commit, parliament.apply_commit),
    Phase.UPKEEP: (parliament.legal_upkeep, parliament.apply_upkeep),
    Phase.COUNTY: (rewards.legal_county, rewards.apply_county),
    Phase.NAMING: (rewards.legal_name, rewards.apply_name),
    Phase.CASTLE: (rewards.legal_castle, rewards.apply_castle),
    Phase.RANSOM: (rewards.legal_ransom, rewards.apply_ransom),
    Phase.UPGRADE: (effects.legal, effects.apply),
    Phase.BUILDING: (effects.legal, effects.apply),
    Phase.NOBLE: (effects.legal, effects.apply),
    Phase.PASSAGE: (effects.legal, effects.apply),
}
# of each phase of chance: what may be drawn in it, and what a draw does
DRAWS: Final[dict[Phase, tuple[Callable[[Any], Sequence[Action]], Callable[[Draft, Any], None]]]] = {
    Phase.START: (setup.draws, setup.apply_draw),
    Phase.LAW_SETS: (setup.sets, setup.apply_sets),
    Phase.LAWS: (setup.enactments, setup.apply_enact),
    Phase.CONFLICTS: (setup.reveals, setup.apply_reveal),
    Phase.PROPOSALS: (setup.proposals, setup.apply_propose),
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
