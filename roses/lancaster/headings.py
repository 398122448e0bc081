"""The place of a position in the sequence of play, for the headings of transcripts."""

from __future__ import annotations

from typing import Final

from roses.engine.i18n import gettext as _
from roses.lancaster.position import Fields, Phase
from roses.lancaster.tables import COUNTIES

_PREPARED: Final = (Phase.CONFLICTS, Phase.PROPOSALS)
_LAWS: Final = (Phase.TRADE, Phase.BARTER, Phase.COMMIT, Phase.UPKEEP)
_AFTER: Final = {
    "next knight": "Knights",
    "law turn": "Laws",
    "law end": "Laws",
    "county end": "Counties",
    "castle": "Castles",
    "castle item": "Castles",
}


def headings(state: Fields) -> tuple[str, ...]:
    """Return round, phase, and proposal, law or county, as far as they apply, in this order.

    >>> from roses.lancaster.state import start
    >>> headings(start())
    ('Set-up',)
    """
    if not state.round:
        return ("Set-up",)
    number = _("Round {round}").format(round=state.round)
    if state.phase in _PREPARED:
        return number, _("New conflicts and proposals")
    if state.phase is Phase.VOTE:
        law = state.parts.laws[state.proposals[len(state.passed)]]
        return number, "Parliament", f"{law.id} {law.name}"
    part = _AFTER[state.then] if state.owed else _part(state)
    if part == "Laws":
        law = state.parts.laws[state.laws[state.at]]
        return number, "Laws", f"{law.id} {law.name}"
    if part == "Counties":
        return number, "Counties", COUNTIES[state.at]
    return number, part


def _part(state: Fields) -> str:
    if state.phase in _LAWS:
        return "Laws"
    return {
        Phase.PLACING: "Knights",
        Phase.FAVOUR: "Knights",
        Phase.COUNTY: "Counties",
        Phase.NAMING: "Counties",
        Phase.CASTLE: "Castles",
        Phase.RANSOM: "Conflicts",
        Phase.OVER: _("The end"),
    }[state.phase]
