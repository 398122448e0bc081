"""The decision that is due, in a sentence for all players, and what players call things besides the notation."""

from __future__ import annotations

from functools import cache
from typing import Final

from roses.engine.data import read
from roses.engine.i18n import N_
from roses.engine.i18n import gettext as _
from roses.engine.wording import Words
from roses.lancaster.position import Phase, Position
from roses.lancaster.tables import COUNTIES

_WORDS: Final = {
    Phase.START: N_("chance draws the start player"),
    Phase.EXTENSION: N_("{who} builds its first extension"),
    Phase.LAW_SETS: N_("chance draws which set of laws each section has"),
    Phase.LAWS: N_("chance turns up the laws in force"),
    Phase.CONFLICTS: N_("chance turns up new conflicts"),
    Phase.PROPOSALS: N_("chance turns up the proposals of the round"),
    Phase.PLACING: N_("{who} places a knight"),
    Phase.FAVOUR: N_("{who} takes a favour of the king"),
    Phase.VOTE: N_("{law} is voted on in secret by {who}"),
    Phase.TRADE: N_("{who} may use {law}"),
    Phase.BARTER: N_("{who} may exchange goods by {law}"),
    Phase.COMMIT: N_("{who} may send squires to conflicts by {law}"),
    Phase.UPKEEP: N_("{who} pays by {law}, or does without"),
    Phase.COUNTY: N_("{who} resolves {county}"),
    Phase.NAMING: N_("{who} names the start player"),
    Phase.CASTLE: N_("{who} scores its castle"),
    Phase.RANSOM: N_("{who} may ransom captured knights"),
    Phase.UPGRADE: N_("{who} upgrades a knight"),
    Phase.BUILDING: N_("{who} builds an extension"),
    Phase.NOBLE: N_("{who} takes a noble"),
    Phase.PASSAGE: N_("{who} may send the knight of Dorset to a conflict"),
    Phase.OVER: N_("the game is over, and {winner} has won"),
}
_APPLIED: Final = (Phase.TRADE, Phase.BARTER, Phase.COMMIT, Phase.UPKEEP)


@cache
def words() -> Words:
    """Return what players call things and actions besides the notation, in several languages.

    >>> words().names["Blau"], words().words["favor"]
    ('Blue', 'favour')
    """
    return read("lancaster/words.json", Words)


def due(s: Position) -> str:
    """Return who must choose what now, without what lies behind screens."""
    words = _(_WORDS[s.phase]).format(
        who=_(" and ").join(s.active),
        law=_law(s),
        county=COUNTIES[s.at] if s.phase is Phase.COUNTY else "",
        winner=s.result.winner if s.result else "",
    )
    example = f"'{s.active[0] if s.active else ''} votes yes with 0'"
    return _("{question}, as in {example}").format(question=words, example=example) if s.phase is Phase.VOTE else words


def _law(s: Position) -> str:
    """Return the name of the law that is voted on or applied, "" for none."""
    if s.phase is Phase.VOTE:
        number = s.proposals[len(s.passed)]
    elif s.phase in _APPLIED:
        number = s.laws[s.at]
    else:
        return ""
    return str(s.parts.laws[number].name)
