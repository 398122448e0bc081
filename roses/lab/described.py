"""What stands in the tables of positions and records: each column once, with its dtype, unit and meaning."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from roses.engine.i18n import N_
from roses.lab.runs.columns import Column

_SIDE: Final = Column("side", "str", N_("the side, a house or a colour"))
_TARGET: Final = Column("target", "str", N_("the block that is acted upon"))

PIECES: Final = (
    Column("side", "str", N_("the side that it serves")),
    Column("place", "str", N_("an area, Pool or Minor")),
    Column("block", "str", N_("the block; empty if it is not seen")),
    Column("steps", "Int64", N_("strength; missing if it is not seen"), N_("steps")),
    Column("full", "Int64", N_("full strength; missing if it is not seen"), N_("steps")),
    Column("kind", "str", N_("heir, noble, church, levy, mercenary, bombard or rebel")),
    Column("letter", "str", N_("when it acts in a round of battle: A to D (rule 3.12)")),
    Column("firepower", "Int64", N_("a die hits with this number or less (rule 3.12)"), N_("pips of a die")),
    Column("loyalty", "Int64", N_("dice that must all be even to turn it; 0 if nothing can (3.13)"), N_("dice")),
    Column("face_down", "bool", N_("whether it was eliminated in this campaign")),
    Column("moved", "bool", N_("whether it has moved in this turn")),
    Column("prisoner", "bool", N_("whether it is a prisoner")),
    Column("reserve", "bool", N_("whether it is in reserve in the battle")),
    Column("acted", "bool", N_("whether it has had its turn in the battle")),
    Column("turned", "bool", N_("whether it changed sides in the battle")),
)
KNIGHTS: Final = (
    Column("side", "str", N_("colour of the house")),
    Column("strength", "int64", N_("what the knight counts in a conflict"), N_("strength")),
    Column("where", "str", N_("court, reserve, castle, county, conflict or prison")),
    Column("place", "str", N_("which space, county or conflict")),
    Column("slot", "Int64", N_("row of the conflict, from 1; missing elsewhere")),
    Column("squires", "Int64", N_("squires with him; missing where there can be none"), N_("squires")),
)
EVENT: Final = (
    Column("kind", "str", N_("kind of the event, as march or fire")),
    Column("rule", "str", N_("number of its paragraph")),
    Column("side", "str", N_("the side that acts or is concerned")),
    Column("block", "str", N_("the block that acts or is concerned")),
    _TARGET,
    Column("area", "str", N_("where it happens, or ends")),
    Column("dice", "str", N_("faces of its dice, with blanks")),
    Column("sentence", "str", N_("its sentence in the language in use")),
    Column("data", "str", N_("the whole event as JSON")),
)
_OF_ACTION: Final = Column("action", "int64", N_("number of the action, from 0"))
_OF_EVENT: Final = Column("event", "int64", N_("number of the event in its action, from 0"))
EVENTS: Final = (_OF_ACTION, _OF_EVENT, *EVENT)
DICE: Final = (
    _OF_ACTION,
    _OF_EVENT,
    Column("die", "int64", N_("number of the die in its event, from 0")),
    Column("kind", "str", N_("kind of the event, as fire, charge or treachery")),
    _SIDE,
    Column("block", "str", N_("the block that throws")),
    _TARGET,
    Column("needed", "str", N_("what it needed: 1 to so many, or even")),
    Column("face", "int64", N_("what fell, 1 to 6"), N_("pips of a die")),
    Column("success", "bool", N_("whether that was enough")),
)
ENTRY: Final = (
    Column("number", "int64", N_("number of the action, from 0")),
    Column("by", "str", N_("who chose it: a side, or Chance")),
    Column("action", "str", N_("the action, in notation")),
    Column("comment", "str", N_("what was noted with it")),
)
WHEN: Final = (
    Column("campaign", "int64", N_("campaign, 1 to 3; in the block war game only")),
    Column("turn", "int64", N_("turn of the campaign, 0 before the first; in the block war game only")),
    Column("round", "int64", N_("round, 0 before the first; in the court game only")),
)
ACTIONS: Final = (
    *ENTRY,
    Column("kind", "str", N_("kind of the action; empty for one that earlier versions wrote")),
    Column("phase", "str", N_("the decision that was due")),
    Column("rule", "str", N_("paragraph of that decision")),
    *WHEN,
)
DESCRIBED: Final[Mapping[str, tuple[str, tuple[Column, ...]]]] = {
    "pieces": (N_("a position of the block war game, one row a block"), PIECES),
    "knights": (N_("a position of the court game, one row a knight"), KNIGHTS),
    "actions": (N_("the actions of a record"), ACTIONS),
    "events": (N_("the events of a record; without the first two columns those of to_frame"), EVENTS),
    "dice": (N_("the dice of a record, one row a die"), DICE),
}


def dtypes(columns: Iterable[Column]) -> dict[str, str]:
    """Return the dtype of each column by its name.

    >>> dtypes(ENTRY)["number"]
    'int64'
    """
    return {column.name: column.dtype for column in columns}


def listed(name: str, about: str, columns: Iterable[Column]) -> str:
    """Return the line of a docstring that says what stands in a table.

    >>> listed("coins", "one row a coin", (Column("weight", "float64", "", "grams"),))
    '    * ``coins``: one row a coin. ``weight`` float64 (grams).'
    """
    told = ", ".join(f"``{c.name}`` {c.dtype}" + (f" ({c.unit})" if c.unit else "") for c in columns)
    return f"    * ``{name}``: {about}. {told}."
