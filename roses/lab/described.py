"""What stands in the tables of positions and records: each column once, with its dtype, unit and meaning."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from roses.lab.runs.columns import Column

_SIDE: Final = Column("side", "str", "the side, a house or a colour")
_TARGET: Final = Column("target", "str", "the block that is acted upon")

PIECES: Final = (
    Column("side", "str", "the side that it serves"),
    Column("place", "str", "an area, Pool or Minor"),
    Column("block", "str", "the block; empty if it is not seen"),
    Column("steps", "Int64", "strength; missing if it is not seen", "steps"),
    Column("full", "Int64", "full strength; missing if it is not seen", "steps"),
    Column("kind", "str", "heir, noble, church, levy, mercenary, bombard or rebel"),
    Column("letter", "str", "when it acts in a round of battle: A to D (rule 3.12)"),
    Column("firepower", "Int64", "a die hits with this number or less (rule 3.12)", "pips of a die"),
    Column("loyalty", "Int64", "dice that must all be even to turn it; 0 if nothing can (3.13)", "dice"),
    Column("face_down", "bool", "whether it was eliminated in this campaign"),
    Column("moved", "bool", "whether it has moved in this turn"),
    Column("prisoner", "bool", "whether it is a prisoner"),
    Column("reserve", "bool", "whether it is in reserve in the battle"),
    Column("acted", "bool", "whether it has had its turn in the battle"),
    Column("turned", "bool", "whether it changed sides in the battle"),
)
KNIGHTS: Final = (
    Column("side", "str", "colour of the house"),
    Column("strength", "int64", "what the knight counts in a conflict", "strength"),
    Column("where", "str", "court, reserve, castle, county, conflict or prison"),
    Column("place", "str", "which space, county or conflict"),
    Column("slot", "Int64", "row of the conflict, from 1; missing elsewhere"),
    Column("squires", "Int64", "squires with him; missing where there can be none", "squires"),
)
EVENT: Final = (
    Column("kind", "str", "kind of the event, as march or fire"),
    Column("rule", "str", "number of its paragraph"),
    Column("side", "str", "the side that acts or is concerned"),
    Column("block", "str", "the block that acts or is concerned"),
    _TARGET,
    Column("area", "str", "where it happens, or ends"),
    Column("dice", "str", "faces of its dice, with blanks"),
    Column("sentence", "str", "its sentence in the language in use"),
    Column("data", "str", "the whole event as JSON"),
)
_OF_ACTION: Final = Column("action", "int64", "number of the action, from 0")
_OF_EVENT: Final = Column("event", "int64", "number of the event in its action, from 0")
EVENTS: Final = (_OF_ACTION, _OF_EVENT, *EVENT)
DICE: Final = (
    _OF_ACTION,
    _OF_EVENT,
    Column("die", "int64", "number of the die in its event, from 0"),
    Column("kind", "str", "kind of the event, as fire, charge or treachery"),
    _SIDE,
    Column("block", "str", "the block that throws"),
    _TARGET,
    Column("needed", "str", "what it needed: 1 to so many, or even"),
    Column("face", "int64", "what fell, 1 to 6", "pips of a die"),
    Column("success", "bool", "whether that was enough"),
)
ENTRY: Final = (
    Column("number", "int64", "number of the action, from 0"),
    Column("by", "str", "who chose it: a side, or Chance"),
    Column("action", "str", "the action, in notation"),
    Column("comment", "str", "what was noted with it"),
)
WHEN: Final = (
    Column("campaign", "int64", "campaign, 1 to 3; in the block war game only"),
    Column("turn", "int64", "turn of the campaign, 0 before the first; in the block war game only"),
    Column("round", "int64", "round, 0 before the first; in the court game only"),
)
ACTIONS: Final = (
    *ENTRY,
    Column("kind", "str", "kind of the action; empty for one that earlier versions wrote"),
    Column("phase", "str", "the decision that was due"),
    Column("rule", "str", "paragraph of that decision"),
    *WHEN,
)
DESCRIBED: Final[Mapping[str, tuple[str, tuple[Column, ...]]]] = {
    "pieces": ("a position of the block war game, one row a block", PIECES),
    "knights": ("a position of the court game, one row a knight", KNIGHTS),
    "actions": ("the actions of a record", ACTIONS),
    "events": ("the events of a record; without the first two columns those of to_frame", EVENTS),
    "dice": ("the dice of a record, one row a die", DICE),
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
    names = ", ".join(f"``{c.name}`` {c.dtype}" + (f" ({c.unit})" if c.unit else "") for c in columns)
    return f"    * ``{name}``: {about}. {names}."
