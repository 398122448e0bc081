"""The parts of explanations that are of the court game: rules by phase, names of things, why a thing is idle."""

from __future__ import annotations

from typing import Final

from roses.engine.i18n import gettext as _
from roses.lancaster.actions import CASTLE, Join, Place
from roses.lancaster.position import Phase, Position, parties
from roses.lancaster.refusals import reason
from roses.lancaster.tables import CARD, CARDS, COLOURS, COUNTIES, COUNTY, FAVOUR, FAVOURS, LAW, LAWS, SPACES

SUBJECTS: Final = frozenset({*COUNTIES, *CARDS, *CASTLE, *SPACES, *FAVOURS, *LAWS, *COLOURS})
RULES: Final = {  # the rule number of each decision
    Phase.START: "3.7",
    Phase.EXTENSION: "3.3",
    Phase.LAW_SETS: "8.7",
    Phase.LAWS: "3.4",
    Phase.CONFLICTS: "12.0",
    Phase.PROPOSALS: "12.0",
    Phase.PLACING: "5.1",
    Phase.FAVOUR: "6.1",
    Phase.VOTE: "7.2",
    Phase.TRADE: "8.5",
    Phase.BARTER: "8.5",
    Phase.COMMIT: "8.7",
    Phase.UPKEEP: "8.7",
    Phase.COUNTY: "9.2",
    Phase.NAMING: "9.5",
    Phase.CASTLE: "10.2",
    Phase.RANSOM: "11.5",
    Phase.UPGRADE: "15.3",
    Phase.BUILDING: "15.5",
    Phase.NOBLE: "15.4",
    Phase.PASSAGE: "9.6",
    Phase.OVER: "13.5",
}


def idle(s: Position, thing: str, who: str) -> tuple[str, str] | None:
    """Return (rule, reason why a thing has no part in the decision due); None without a particular reason.

    The text is for ``who``; what the player's squires could do is told to the player who places a knight only.
    """
    if thing in LAW:
        return _law(s, LAW[thing])
    if s.phase is Phase.FAVOUR and thing in FAVOUR:
        return "6.1", _("the favour {thing} is turned down, or not in this game").format(thing=thing)
    if s.phase is not Phase.PLACING or who != s.active[0]:
        return None
    player = COLOURS.index(s.active[0])
    party = next(party for party in parties(s, player) if s.court[party])
    strongest = s.court[party][-1]
    if thing in COUNTY:
        squires = s.squires[player] if party == player else 0
        return reason(s, Place(COLOURS[party], strongest, squires, thing), who)
    return reason(s, Join(COLOURS[party], strongest, thing), who) if thing in CARD else None


def _law(s: Position, law: int) -> tuple[str, str]:
    """Return (rule, where a law is): in force, proposed, to come, or out of the game."""
    if law in s.laws:
        words = (
            _("{law} is in force, the left one of three"),
            _("{law} is in force, the middle one of three"),
            _("{law} is in force, the right one of three"),
        )
        return "7.5", words[s.laws.index(law)].format(law=LAWS[law])
    if law in s.proposals[len(s.passed) :]:
        return "7.1", _("{law} is proposed, and the vote on it is still to come").format(law=LAWS[law])
    if s.pile >> law & 1:
        return "3.4", _("{law} is still to come, with section {section}").format(
            law=LAWS[law], section=s.parts.laws[law].section
        )
    return "7.3", _("{law} is not in the game, or out of it").format(law=LAWS[law])
