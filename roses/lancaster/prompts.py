"""The decision that is due: its rule, its sentence, its place in the sequence of play, and what players call things."""

from __future__ import annotations

from functools import cache
from typing import Final

from roses.engine.data import read
from roses.engine.explain import Words
from roses.engine.i18n import N_
from roses.engine.i18n import gettext as _
from roses.engine.protocol import with_example
from roses.lancaster.position import Phase, Position
from roses.lancaster.tables import COUNTIES

DECISIONS: Final = {  # phase: its rule, what is decided, and the part of a round it is in
    Phase.START: ("3.7", N_("chance draws the start player"), ""),
    Phase.EXTENSION: ("3.3", N_("{who} builds its first extension"), ""),
    Phase.LAW_SETS: ("8.7", N_("chance draws which set of laws each section has"), ""),
    Phase.LAWS: ("3.4", N_("chance turns up the laws in force"), ""),
    Phase.CONFLICTS: ("12.0", N_("chance turns up new conflicts"), N_("New conflicts and proposals")),
    Phase.PROPOSALS: ("12.0", N_("chance turns up the proposals of the round"), N_("New conflicts and proposals")),
    Phase.PLACING: ("5.1", N_("{who} places a knight"), N_("Knights")),
    Phase.FAVOUR: ("6.1", N_("{who} takes a favour of the king"), N_("Knights")),
    Phase.VOTE: ("7.2", N_("{law} is voted on in secret by {who}"), N_("Parliament")),
    Phase.TRADE: ("8.5", N_("{who} may use {law}"), N_("Laws")),
    Phase.BARTER: ("8.5", N_("{who} may exchange goods by {law}"), N_("Laws")),
    Phase.COMMIT: ("8.7", N_("{who} may send squires to conflicts by {law}"), N_("Laws")),
    Phase.UPKEEP: ("8.7", N_("{who} pays by {law}, or does without"), N_("Laws")),
    Phase.COUNTY: ("9.2", N_("{who} resolves {county}"), N_("Counties")),
    Phase.NAMING: ("9.5", N_("{who} names the start player"), N_("Counties")),
    Phase.CASTLE: ("10.2", N_("{who} scores its castle"), N_("Castles")),
    Phase.RANSOM: ("11.5", N_("{who} may ransom captured knights"), N_("Conflicts")),
    Phase.UPGRADE: ("15.3", N_("{who} upgrades a knight"), ""),
    Phase.BUILDING: ("15.5", N_("{who} builds an extension"), ""),
    Phase.NOBLE: ("15.4", N_("{who} takes a noble"), ""),
    Phase.PASSAGE: ("9.6", N_("{who} may send the knight of Dorset to a conflict"), ""),
    Phase.OVER: ("13.5", N_("the game is over, and {winner} has won"), N_("The end")),
}
_AFTER: Final = {  # the part of a round in which effects are owed, by the stage that follows them
    "next knight": "Knights",
    "law turn": "Laws",
    "law end": "Laws",
    "county end": "Counties",
    "castle": "Castles",
    "castle item": "Castles",
}


@cache
def words() -> Words:
    """Return what players call things and actions besides the notation, in several languages.

    >>> words().names["Blau"], words().words["favor"]
    ('Blue', 'favour')
    """
    return read("lancaster/words.json", Words)


def due(s: Position) -> str:
    """Return who must choose what now, without what lies behind screens."""
    law = ""
    if s.phase is Phase.VOTE:
        law = s.parts.laws[s.proposals[len(s.passed)]].name
    elif s.phase in (Phase.TRADE, Phase.BARTER, Phase.COMMIT, Phase.UPKEEP):
        law = s.parts.laws[s.laws[s.at]].name
    question = _(DECISIONS[s.phase][1]).format(
        who=_(" and ").join(s.active),
        law=law,
        county=COUNTIES[s.at] if s.phase is Phase.COUNTY else "",
        winner=s.result.winner if s.result else "",
    )
    if s.phase is not Phase.VOTE:
        return question
    example = f"'{s.active[0] if s.active else ''} votes yes with 0'"
    return with_example(question, example)


def headings(s: Position) -> tuple[str, ...]:
    """Return round, phase, and proposal, law or county, as far as they apply, in this order.

    >>> from roses.lancaster.state import start
    >>> headings(start())
    ('Set-up',)
    """
    if not s.round:
        return (_("Set-up"),)
    part = _AFTER[s.then] if s.owed else DECISIONS[s.phase][2]
    places = [_("Round {round}").format(round=s.round), _(part)]
    if part == "Counties":
        places.append(COUNTIES[s.at])
    elif part in ("Parliament", "Laws"):
        law = s.parts.laws[s.proposals[len(s.passed)] if part == "Parliament" else s.laws[s.at]]
        places.append(f"{law.id} {law.name}")
    return tuple(places)
