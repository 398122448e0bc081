"""The place of a position in the sequence of play, for the headings of transcripts."""

from __future__ import annotations

from typing import Final

from roses.engine.i18n import N_
from roses.engine.i18n import gettext as _
from roses.richard.position import Fields, Phase
from roses.richard.tables import PLACES

_CAMP: Final = {Phase.ACTIONS, Phase.MUSTER_AREA, Phase.MUSTER, Phase.PLAGUE, Phase.MAIN_ATTACK}
_PARTS: Final = {
    Phase.DEAL: N_("Cards"),
    Phase.MULLIGAN_ANSWER: N_("Cards"),
    Phase.CARDS: N_("Cards"),
    Phase.MINOR: N_("Supply"),
    Phase.EXECUTION: N_("Supply"),
    Phase.SUPPLY: N_("Supply"),
}


def headings(state: Fields) -> tuple[str, ...]:
    """Return campaign, turn, part of the turn, battle and round, as far as they apply, in this order.

    >>> import roses
    >>> headings(roses.replay("1483-richard-iii")[1])
    ('Campaign 3', 'Turn 1', 'Cards')
    """
    campaign = _("Campaign {campaign}").format(campaign=state.campaign)
    if state.phase is Phase.DEAL and not state.turn:
        return campaign, _("The deal")
    if state.phase in (Phase.HOMEWARD, Phase.EXILE):
        return campaign, _("Political turn"), _("{side} goes home").format(side=state.active[0])
    turn = _("Turn {turn}").format(turn=state.turn)
    if state.phase in _CAMP:
        return campaign, turn, _("{side} moves").format(side=state.active[0])
    if state.battle is not None:
        return campaign, turn, _("Battles"), f"{PLACES[state.battle.area]}, {_round(state)}"
    return campaign, turn, _(_PARTS.get(state.phase, N_("Battles")))


def _round(state: Fields) -> str:
    if state.phase is Phase.REGROUP:
        return _("regrouping")
    return (
        _("round {round}").format(round=state.battle.round)
        if state.battle and state.battle.round
        else _("before the battle")
    )
