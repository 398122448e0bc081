"""The place of a position in the sequence of play, for the headings of transcripts."""

from __future__ import annotations

from typing import Final

from roses.engine.i18n import N_
from roses.engine.i18n import gettext as _
from roses.lancaster.position import Phase, Position
from roses.lancaster.tables import COUNTIES

_PREPARED: Final = (Phase.CONFLICTS, Phase.PROPOSALS)
_LAWS: Final = (Phase.TRADE, Phase.BARTER, Phase.COMMIT, Phase.UPKEEP)
_AFTER: Final = {
    "next knight": N_("Knights"),
    "law turn": N_("Laws"),
    "law end": N_("Laws"),
    "county end": N_("Counties"),
    "castle": N_("Castles"),
    "castle item": N_("Castles"),
}
_PART: Final = {
    **dict.fromkeys(_LAWS, N_("Laws")),
    Phase.PLACING: N_("Knights"),
    Phase.FAVOUR: N_("Knights"),
    Phase.COUNTY: N_("Counties"),
    Phase.NAMING: N_("Counties"),
    Phase.CASTLE: N_("Castles"),
    Phase.RANSOM: N_("Conflicts"),
    Phase.OVER: N_("The end"),
}


def headings(state: Position) -> tuple[str, ...]:
    """Return round, phase, and proposal, law or county, as far as they apply, in this order.

    >>> from roses.lancaster.state import start
    >>> headings(start())
    ('Set-up',)
    """
    if not state.round:
        return (_("Set-up"),)
    number = _("Round {round}").format(round=state.round)
    if state.phase in _PREPARED:
        return number, _("New conflicts and proposals")
    if state.phase is Phase.VOTE:
        law = state.parts.laws[state.proposals[len(state.passed)]]
        return number, _("Parliament"), f"{law.id} {law.name}"
    part = _AFTER[state.then] if state.owed else _PART[state.phase]
    if part == "Laws":
        law = state.parts.laws[state.laws[state.at]]
        return number, _(part), f"{law.id} {law.name}"
    if part == "Counties":
        return number, _(part), COUNTIES[state.at]
    return number, _(part)
